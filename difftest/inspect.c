#include "inspect.h"

#include "stop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct inspector {
  const difftest_options *o;
  panel *p;
};

inspector *inspector_new(const difftest_options *options,
                         char why[ANSWER_WHY]) {
  inspector *i = memory_new(1, sizeof *i);
  i->o = options;
  i->p = panel_new(&options->panel, why);
  if (i->p)
    return i;
  free(i);
  return NULL;
}

void inspector_delete(inspector *i) {
  if (!i)
    return;
  panel_delete(i->p);
  free(i);
}

static void put_weight(const answer *a, buffer *out) {
  static const char *const kinds[] = {"", "", ", weight unbounded",
                                      ", weight beyond 64 bits"};
  if (a->weight_kind == 1)
    for (uint32_t i = 0; i < a->weight_count; i++)
      buffer_printf(out, "%s%lld", i ? "," : ", weight ",
                    (long long)a->weight[i]);
  else if (a->weight_kind > 1 && a->weight_kind < 4)
    buffer_puts(out, kinds[a->weight_kind]);
}

static void put_answers(const difftest_options *options, const outcome *x,
                        buffer *out) {
  for (size_t k = 0; k < options->tools.count; k++) {
    const answer *a = &x->answers[k];
    buffer_printf(out, "  %-16s %s", options->tools.tool[k].name,
                  answer_name(a->kind));
    put_weight(a, out);
    if (a->certified == ACCEPTED)
      buffer_puts(out, ", evidence accepted");
    if (a->certified == REJECTED)
      buffer_puts(out, ", evidence rejected");
    if (a->why[0])
      buffer_printf(out, ": %s", a->why);
    if (x->deviations[k] != AGREES)
      buffer_puts(out, "   <--");
    buffer_putc(out, '\n');
  }
}

static void put_proof(const difftest_options *options, const outcome *x,
                      buffer *out) {
  int k = tools_oracle(&options->tools);
  if (k < 0 || x->answers[k].kind == ANSWER_NONE)
    buffer_puts(out, "The verified oracle was not asked or gave no answer: "
                     "nothing is proved.\n");
  else
    buffer_printf(out,
                  "The oracle, proved correct in Coq: the final set is %s "
                  "from the initial set.\n",
                  answer_name(x->answers[k].kind));
}

static void put_tools(const difftest_options *options, buffer *out) {
  bool any = false;
  for (size_t k = 0; k < options->tools.count; k++) {
    const tool *t = &options->tools.tool[k];
    if (t->kind == TOOL_COMMAND)
      buffer_printf(out, " --tool='%s=%s'", t->name, t->command);
    if (t->how)
      buffer_printf(out, " --answer='%s=%s'", t->name, t->how);
  }
  for (size_t k = 0; k < options->tools.count; k++)
    if (options->tools.tool[k].kind != TOOL_COMMAND) {
      buffer_printf(out, "%s%s",
                    any ? "," : " --tool=", options->tools.tool[k].name);
      any = true;
    }
  if (options->panel.certify)
    buffer_puts(out, " --certify");
}

static void put_report(const difftest_options *options, const failure *f,
                       const shrunk *s, buffer *out) {
  buffer_printf(out, "%s: case %llu, ", f->file, (unsigned long long)f->number);
  if (!s->reproduced)
    buffer_puts(out, "NOT REPRODUCED in fresh processes; as it was found:\n");
  else if (!s->readable)
    buffer_puts(out, "not shrunk, since the file is no plain instance:\n");
  else
    buffer_printf(out, "%llu features of %llu%s, %llu tests\n",
                  (unsigned long long)f->features,
                  (unsigned long long)f->before,
                  s->minimal ? ", locally minimal" : ", out of time",
                  (unsigned long long)s->tests);
  put_answers(options, &s->outcome, out);
  put_proof(options, &s->outcome, out);
  if (s->readable)
    instance_print(&s->instance, out);
  buffer_puts(out, "Again: custos difftest files ");
  buffer_puts(out, f->file);
  put_tools(options, out);
  buffer_putc(out, '\n');
}

/* "dir/difftest-003.json"; shards do not write over each other. */
static char *file_name(const difftest_options *options, size_t number,
                       const char *suffix) {
  buffer name = {0};
  if (options->folder)
    buffer_printf(&name, "%s/", options->folder);
  buffer_puts(&name, "difftest-");
  if (options->shards > 1)
    buffer_printf(&name, "%llu-", (unsigned long long)options->shard);
  buffer_printf(&name, "%03zu.%s", number, suffix);
  return name.text;
}

static bool write_files(const difftest_options *options, const failure *f,
                        size_t number, const buffer *instance_text,
                        const buffer *report, char *why) {
  char *other = file_name(options, number, "txt");
  bool good = buffer_write_file(instance_text, f->file) &&
              buffer_write_file(report, other);
  if (!good)
    snprintf(why, ANSWER_WHY, "cannot write %.150s: %s", f->file,
             strerror(errno));
  free(other);
  return good;
}

/* What is the same for cases that look the same. */
static char *make_key(const difftest_options *options, const shrunk *s,
                      const buffer *text) {
  buffer key = {0};
  for (size_t k = 0; k < options->tools.count; k++)
    buffer_printf(&key, "%s %s\n", answer_name(s->outcome.answers[k].kind),
                  deviation_name(s->outcome.deviations[k]));
  if (s->readable && s->reproduced)
    instance_key(&s->instance, &key);
  else
    buffer_add(&key, text->text, text->count);
  return key.text;
}

static void fill(failure *f, const difftest_options *options, const shrunk *s) {
  f->seen = 1;
  f->features = instance_features(&s->instance);
  f->before = s->before;
  f->reproduced = s->reproduced;
  f->minimal = s->minimal;
  for (size_t k = 0; k < options->tools.count; k++) {
    const answer *a = &s->outcome.answers[k];
    f->kinds[k] = a->kind;
    f->deviations[k] = s->outcome.deviations[k];
    f->why[k] = a->why[0] ? memory_copy(a->why) : NULL;
  }
}

int inspector_look(inspector *i, const worker_failure *found,
                   const buffer *text, double seconds, failures *known,
                   char why[ANSWER_WHY]) {
  const difftest_options *options = i->o;
  shrunk s;
  buffer written = {0}, report = {0};
  int status = 0;
  shrink(i->p, &options->tools, text, &found->outcome, seconds, &s);
  if (!s.reproduced) /* what was seen, not what is seen now */
    s.outcome = found->outcome;
  failure f = {.number = found->number, .key = make_key(options, &s, text)};
  failure *same = failures_find(known, f.key);
  if (same) {
    same->seen++;
    free(f.key);
  } else {
    fill(&f, options, &s);
    f.file = file_name(options, known->count + 1, "json");
    if (s.readable && s.reproduced)
      instance_write(&s.instance, &written);
    else
      buffer_add(&written, text->text, text->count);
    if (s.readable && s.reproduced)
      buffer_putc(&written, '\n');
    put_report(options, &f, &s, &report);
    if (!write_files(options, &f, known->count + 1, &written, &report, why))
      status = 3;
    failures_add(known, &f);
    if (options->tell)
      options->tell(options->self, report.text);
  }
  instance_clear(&s.instance);
  buffer_clear(&written);
  buffer_clear(&report);
  return status;
}
