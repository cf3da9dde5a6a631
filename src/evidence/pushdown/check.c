#include "evidence/pushdown/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool check_reject(checker *v, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(v->out->why, sizeof v->out->why, format, arguments);
  va_end(arguments);
  return false;
}

void evidence_check(mem *m, progress *clock, const pds *system,
                    const evidence *e, evidence_verdict *out) {
  checker v = {.m = m, .clock = clock, .p = system, .e = e, .out = out};
  memset(out, 0, sizeof *out);
  sets_init(&v.initial, m, system, PDS_INITIAL);
  sets_init(&v.final, m, system, PDS_FINAL);
  out->accepted = e->reachable ? check_run(&v) && (!e->least || check_least(&v))
                               : check_automaton(&v);
}
