#include "evidence/ectl/evidence.h"
#include "evidence/ectl/kinds.h"

typedef struct writer {
  const ectl_question *q;
  const ectl_answer *a;
  text *out;
  const ectl_monitor **monitors; /* by table; NULL: it has none */
  size_t tables;                 /* that were written */
} writer;

static void number(text *out, uint32_t n) {
  text_char(out, ' ');
  text_number(out, n);
}

static void header(text *out, const char *key, size_t count) {
  text_put(out, key);
  text_char(out, ' ');
  text_number(out, (int64_t)count);
  text_char(out, '\n');
}

static void write_pairs(text *out, const char *key, const map *x) {
  header(out, key, x->keys.count);
  vec_each (const uint64_t, pair, &x->keys) {
    text_number(out, (int64_t)(*pair >> 32));
    number(out, (uint32_t)*pair);
    text_char(out, '\n');
  }
}

static void write_rule(text *out, const ectl_table *t, uint32_t rule) {
  if (rule >= t->rules.count) /* a table that nobody would accept */
    return;
  number(out, t->rules.at[rule].step);
  number(out, t->rules.at[rule].reading);
}

static void write_head(text *out, const ectl_table *t, const ectl_head *h) {
  const ectl_word *w = ectl_words_of(t->is_release);
  while (w->text &&
         (w->kind != (ectl_head_kind)h->kind || w->lives != h->lives))
    w++;
  text_number(out, h->location);
  number(out, h->symbol);
  text_char(out, ' ');
  text_put(out, w->text ? w->text : "?");
  if (w->text && w->has_order)
    number(out, h->order);
  if (w->text && w->has_life) {
    write_rule(out, t, h->rule);
    if (h->first != ECTL_NO)
      number(out, h->first);
    number(out, h->next);
  }
  text_char(out, '\n');
}

static void write_pop(text *out, const ectl_table *t, const ectl_pop *p) {
  text_number(out, p->head);
  number(out, p->to);
  write_rule(out, t, p->rule);
  if (p->first != ECTL_NO)
    number(out, p->first);
  if (p->second != ECTL_NO)
    number(out, p->second);
  text_char(out, '\n');
}

static void write_monitor(text *out, const ectl_monitor *x) {
  header(out, "states", x->states);
  for (uint32_t d = 0; d < x->states; d++) {
    const uint64_t *set = x->sets.at + (size_t)d * x->words;
    text_number(out, x->was.at[d]);
    for (uint32_t word = 0; word < x->words; word++)
      for (uint32_t bit = 0; set[word] >> bit; bit++) {
        if (set[word] >> bit & 1)
          number(out, word * 64 + bit);
        if (bit == 63)
          break;
      }
    text_char(out, '\n');
  }
  header(out, "steps", x->states);
  for (uint32_t d = 0; d < x->states; d++)
    for (uint32_t g = 0; g < x->symbols; g++) {
      text_number(out, x->step.at[(size_t)d * x->symbols + g]);
      text_char(out, g + 1 == x->symbols ? '\n' : ' ');
    }
}

/* The first monitor is 0, that of table K is K + 1. */
static uint32_t monitor_number(const writer *w, const ectl_monitor *x) {
  for (size_t i = w->tables; x && i-- > 0;)
    if (w->monitors[i] == x)
      return (uint32_t)i + 1;
  return 0;
}

static void write_table(writer *w, const ectl_part *p) {
  const ectl_table *t = p->table;
  text *out = w->out;
  text_format(out, "table %zu %s\n", w->tables,
              t->is_release ? "release" : "until");
  if (w->q->system->kind == MACHINE_PDS)
    header(out, "monitor", monitor_number(w, t->carried));
  write_pairs(out, "locations", &t->locations);
  write_pairs(out, "symbols", &t->symbols);
  header(out, "heads", t->heads.count);
  vec_each (const ectl_head, h, &t->heads)
    write_head(out, t, h);
  header(out, "pops", t->pops.count);
  vec_each (const ectl_pop, x, &t->pops)
    write_pop(out, t, x);
  if (p->monitor)
    write_monitor(out, p->monitor);
}

void ectl_evidence_write(mem *m, const ectl_question *q, const ectl_answer *a,
                         text *out) {
  writer w = {.q = q, .a = a, .out = out};
  ectl_list parts = {0};
  ectl_parts(m, q->formulas, q->root, &parts);
  w.monitors = mem_array(m, parts.count + 1, sizeof(void *));
  vec_each (const uint32_t, node, &parts) {
    const ectl_part *p = &a->parts.at[a->part_of[*node]];
    if (!p->table)
      continue;
    write_table(&w, p);
    w.monitors[w.tables++] = p->monitor;
  }
  vec_free(m, &parts);
  mem_free(m, w.monitors);
}
