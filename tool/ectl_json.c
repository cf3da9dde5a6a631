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
static int tell(void *self, const custos_reason *reason) {
  telling *t = self;
  if (t->most && t->told == t->most)
    return 1;
  fprintf(t->f, "%s\n     {\"depth\":%u", t->told++ ? "," : "", reason->depth);
  if (reason->is_step) {
    fprintf(t->f, ",\"step\":%llu", (unsigned long long)reason->number);
    put(t->f, "action", reason->action);
    put(t->f, "automaton", reason->automaton);
  } else {
    put(t->f, "formula", reason->formula);
    fprintf(t->f, ",\"holds\":%s", reason->holds ? "true" : "false");
  }
  put(t->f, "place", reason->place);
  put(t->f, "note", reason->note);
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
