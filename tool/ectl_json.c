#include "ectl_json.h"

#include "output.h"

#include <string.h>

typedef struct telling {
  FILE *f;
  uint64_t told, most; /* 0: no limit */
} telling;

static void put(FILE *f, const char *key, const char *value) {
  if (!*value)
    return;
  fprintf(f, ",\"%s\":", key);
  output_json(f, value);
}

/* A formula at a place, or a step of a path. */
static int tell(void *self, const custos_reason *r) {
  telling *t = self;
  if (t->most && t->told == t->most)
    return 1;
  fprintf(t->f, "%s\n     {\"depth\":%u", t->told++ ? "," : "", r->depth);
  if (r->is_step) {
    fprintf(t->f, ",\"step\":%llu", (unsigned long long)r->number);
    put(t->f, "action", r->action);
    put(t->f, "automaton", r->automaton);
  } else {
    put(t->f, "formula", r->formula);
    fprintf(t->f, ",\"holds\":%s", r->holds ? "true" : "false");
  }
  put(t->f, "place", r->place);
  put(t->f, "note", r->note);
  putc('}', t->f);
  return 0;
}

void ectl_json_explanation(session *s, FILE *f) {
  telling t = {.f = f, .most = s->o->max_steps};
  if (custos_truth_count(s->c) == 0)
    return;
  fputs(",\n   \"explanation\":[", f);
  custos_explain(s->c, 0, 0, tell, &t);
  putc(']', f);
}
