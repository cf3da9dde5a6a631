#include "totals.h"

#include <stdlib.h>
#include <string.h>

void totals_count(totals *t, const tools *all, const outcome *o) {
  bool agreed = true;
  t->cases++;
  for (size_t k = 0; k < all->count; k++) {
    tool_totals *x = &t->tool[k];
    const answer *a = &o->answers[k];
    x->yes += a->kind == ANSWER_YES;
    x->no += a->kind == ANSWER_NO;
    x->none += a->kind == ANSWER_NONE;
    x->differs += o->deviations[k] == DIFFERS;
    x->other_weight += o->deviations[k] == OTHER_WEIGHT;
    x->accepted += a->certified == ACCEPTED;
    x->rejected += a->certified == REJECTED;
    agreed = agreed && o->deviations[k] == AGREES;
  }
  t->disagreed += !agreed;
  if (o->reference >= 0) {
    bool yes = o->answers[o->reference].kind == ANSWER_YES;
    t->reachable += yes;
    t->unreachable += !yes;
  }
}

void totals_add(totals *to, const totals *from) {
  to->cases += from->cases;
  to->disagreed += from->disagreed;
  to->reachable += from->reachable;
  to->unreachable += from->unreachable;
  for (size_t k = 0; k < MOST_TOOLS; k++) {
    tool_totals *a = &to->tool[k];
    const tool_totals *b = &from->tool[k];
    a->yes += b->yes;
    a->no += b->no;
    a->none += b->none;
    a->differs += b->differs;
    a->rejected += b->rejected;
    a->other_weight += b->other_weight;
    a->accepted += b->accepted;
    a->seconds += b->seconds;
  }
}

failure *failures_find(failures *f, const char *key) {
  for (size_t i = 0; i < f->count; i++)
    if (strcmp(f->list[i].key, key) == 0)
      return &f->list[i];
  return NULL;
}

void failures_add(failures *f, const failure *x) {
  memory_room(f->list, f->count, f->capacity);
  f->list[f->count++] = *x;
}

void failures_clear(failures *f) {
  for (size_t i = 0; i < f->count; i++) {
    free(f->list[i].key);
    free(f->list[i].file);
    for (size_t k = 0; k < MOST_TOOLS; k++)
      free(f->list[i].why[k]);
  }
  free(f->list);
  *f = (failures){0};
}

static void put(buffer *out, const char *name, uint64_t n) {
  buffer_printf(out, "\"%s\":%llu,", name, (unsigned long long)n);
}

void totals_write(const totals *t, char *const *names, size_t count,
                  buffer *out) {
  put(out, "cases", t->cases);
  put(out, "disagreed", t->disagreed);
  put(out, "reachable", t->reachable);
  put(out, "unreachable", t->unreachable);
  buffer_puts(out, "\"tools\":[");
  for (size_t k = 0; k < count; k++) {
    const tool_totals *x = &t->tool[k];
    buffer_puts(out, k ? ",{\"name\":" : "{\"name\":");
    buffer_quote(out, names[k]);
    buffer_putc(out, ',');
    put(out, "reachable", x->yes);
    put(out, "unreachable", x->no);
    put(out, "no_answer", x->none);
    put(out, "differs", x->differs);
    put(out, "other_weight", x->other_weight);
    put(out, "accepted", x->accepted);
    put(out, "rejected", x->rejected);
    buffer_printf(out, "\"seconds\":%.3f}", x->seconds);
  }
  buffer_putc(out, ']');
}

static void write_failure(const failure *x, char *const *names, size_t count,
                          buffer *out) {
  buffer_putc(out, '{');
  put(out, "case", x->number);
  put(out, "seen", x->seen);
  put(out, "features", x->features);
  put(out, "features_before", x->before);
  buffer_printf(out, "\"reproduced\":%s,\"minimal\":%s,\"file\":",
                x->reproduced ? "true" : "false",
                x->minimal ? "true" : "false");
  buffer_quote(out, x->file);
  buffer_puts(out, ",\"answers\":[");
  for (size_t k = 0; k < count; k++) {
    buffer_puts(out, k ? ",{\"tool\":" : "{\"tool\":");
    buffer_quote(out, names[k]);
    buffer_printf(out, ",\"answer\":\"%s\",\"is\":\"%s\"",
                  answer_name(x->kinds[k]), deviation_name(x->deviations[k]));
    if (x->why[k]) {
      buffer_puts(out, ",\"why\":");
      buffer_quote(out, x->why[k]);
    }
    buffer_putc(out, '}');
  }
  buffer_puts(out, "],\"key\":");
  buffer_quote(out, x->key);
  buffer_putc(out, '}');
}

void failures_write(const failures *f, char *const *names, size_t count,
                    buffer *out) {
  buffer_puts(out, "\"failures\":[");
  for (size_t i = 0; i < f->count; i++) {
    if (i)
      buffer_putc(out, ',');
    write_failure(&f->list[i], names, count, out);
  }
  buffer_putc(out, ']');
}

static uint64_t get(const tree *j, uint32_t node, const char *name) {
  return tree_natural(j, tree_member(j, node, name));
}

bool totals_read(const tree *j, uint32_t node, totals *out) {
  uint32_t list = tree_member(j, node, "tools");
  size_t k = 0;
  *out = (totals){.cases = get(j, node, "cases"),
                  .disagreed = get(j, node, "disagreed"),
                  .reachable = get(j, node, "reachable"),
                  .unreachable = get(j, node, "unreachable")};
  for (uint32_t x = tree_first(j, list); x != TREE_NONE && k < MOST_TOOLS;
       x = tree_next(j, x), k++)
    out->tool[k] =
        (tool_totals){.yes = get(j, x, "reachable"),
                      .no = get(j, x, "unreachable"),
                      .none = get(j, x, "no_answer"),
                      .differs = get(j, x, "differs"),
                      .rejected = get(j, x, "rejected"),
                      .other_weight = get(j, x, "other_weight"),
                      .accepted = get(j, x, "accepted"),
                      .seconds = tree_real(j, tree_member(j, x, "seconds"))};
  return tree_kind_of(j, list) == TREE_LIST;
}

static void read_answers(const tree *j, uint32_t list, failure *out) {
  size_t k = 0;
  for (uint32_t x = tree_first(j, list); x != TREE_NONE && k < MOST_TOOLS;
       x = tree_next(j, x), k++) {
    const char *is = tree_text(j, tree_member(j, x, "is"));
    const char *said = tree_text(j, tree_member(j, x, "answer"));
    uint32_t why = tree_member(j, x, "why");
    for (int d = AGREES; d <= OTHER_WEIGHT; d++)
      if (strcmp(is, deviation_name((deviation)d)) == 0)
        out->deviations[k] = (deviation)d;
    for (int a = ANSWER_NONE; a <= ANSWER_YES; a++)
      if (strcmp(said, answer_name((answer_kind)a)) == 0)
        out->kinds[k] = (answer_kind)a;
    out->why[k] = why == TREE_NONE ? NULL : memory_copy(tree_text(j, why));
  }
}

bool failures_read(const tree *j, uint32_t node, failures *out) {
  uint32_t list = tree_member(j, node, "failures");
  for (uint32_t x = tree_first(j, list); x != TREE_NONE; x = tree_next(j, x)) {
    failure f = {
        .number = get(j, x, "case"),
        .seen = get(j, x, "seen"),
        .features = get(j, x, "features"),
        .before = get(j, x, "features_before"),
        .reproduced =
            tree_kind_of(j, tree_member(j, x, "reproduced")) == TREE_TRUE,
        .minimal = tree_kind_of(j, tree_member(j, x, "minimal")) == TREE_TRUE,
        .key = memory_copy(tree_text(j, tree_member(j, x, "key"))),
        .file = memory_copy(tree_text(j, tree_member(j, x, "file")))};
    read_answers(j, tree_member(j, x, "answers"), &f);
    failures_add(out, &f);
  }
  return tree_kind_of(j, list) == TREE_LIST;
}
