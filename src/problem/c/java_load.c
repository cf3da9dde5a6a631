/* Java programs are read by themselves; all else is as with C programs. */
#include "problem/c/c_parts.h"

#include "lang/java/java.h"
#include "problem/kinds.h"

bool context_compile_java(custos *c, bool control, cfa *out) {
  (void)control; /* one automaton serves both */
  return java_load(&c->c_problem.mem, &c->clock,
                   (const char *const *)c->source.files.at,
                   c->source.files.count, &c->report, out);
}
