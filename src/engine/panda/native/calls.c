/* Calls and returns as C: of functions without objects of their own, whose
 * frames need no place unless something stops inside. */
#include "engine/panda/native/write.h"

#include "engine/panda/calls/calls.h"

#include <stdio.h>

static const cfa_function *function_at(const native_writer *w, uint32_t f) {
  return &w->c->cfa->functions.at[f];
}

static const cfa_variable *parameter(const native_writer *w, uint32_t f,
                                     uint32_t n) {
  const cfa *p = w->c->cfa;
  return &p->variables.at[p->functions.at[f].first_variable + n];
}

static bool calls_holds_pointer(const native_writer *w, uint32_t r) {
  if (r & CODE_GLOBAL)
    return w->is_global_pointer[(r & ~CODE_GLOBAL) - w->c->constants];
  return w->is_pointer[r];
}

enum { MOST_ARGUMENTS = 64 };

/* Results of some are remembered: that is the interpreter's. */
bool native_can_call(const native_writer *w, const instruction *i) {
  const cfa_function *f = function_at(w, i->a);
  bool can = w->is_wanted[i->a] && !w->c->functions.at[i->a].objects &&
             i->c == f->parameters && i->c <= MOST_ARGUMENTS &&
             !w->calls->all[i->a].is_pure;
  for (uint32_t n = 0; can && n < f->parameters; n++)
    can = parameter(w, i->a, n)->is_scalar;
  return can && (i->d == CODE_NONE ||
                 (f->result_width &&
                  (!f->result_is_pointer || calls_holds_pointer(w, i->d))));
}

void native_declare(native_writer *w, uint32_t function) {
  native_write(w, "static u32 f_%u(struct native_context *x, u32 head",
               NATIVE_U(function));
  for (uint32_t n = 0; n < function_at(w, function)->parameters; n++)
    if (parameter(w, function, n)->is_scalar)
      native_write(w, ", u64 a%u, u32 d%u", NATIVE_U(n), NATIVE_U(n));
  native_write(w, ")");
}

/* An address where a number is expected is the interpreter's. */
static operand argument(native_writer *w, const instruction *i, uint32_t n) {
  operand x = native_read(w, w->c->arguments.at[i->b + n]);
  if (x.object[0] && !parameter(w, i->a, n)->is_pointer)
    native_write(w, "if (%s) STOP;\n", x.object);
  return x;
}

void native_write_call(native_writer *w, const instruction *i, uint32_t at) {
  char arguments[MOST_ARGUMENTS * (2 * NATIVE_NAME + 4)] = "";
  size_t length = 0;
  for (uint32_t n = 0; n < i->c; n++) {
    operand x = argument(w, i, n);
    length +=
        (size_t)snprintf(arguments + length, sizeof arguments - length,
                         ", %s, %s", x.bits, x.object[0] ? x.object : "0u");
  }
  native_write(w, "if (!calls || depth >= x->most_depth) STOP;\n"
                  "calls--; steps++; changes++; GIVE(depth + 1);\n");
  native_write(w,
               "const u32 left = f_%u(x, NONE%s); TAKE();\n"
               "if (ODD(left)) { is_inside = 1; at = %u; goto out; }\n"
               "DROP();\n",
               NATIVE_U(i->a), arguments, NATIVE_U(at));
  if (i->d != CODE_NONE)
    native_set(w, i->d, "x->result.bits",
               function_at(w, i->a)->result_is_pointer ? "x->result.object"
                                                       : "");
}

void native_write_return(native_writer *w, const instruction *i) {
  bool is_pointer = function_at(w, w->function)->result_is_pointer;
  native_write(w, "if (head != NONE) STOP;\n");
  if (i->a == CODE_NONE && function_at(w, w->function)->result_width)
    native_write(w, "STOP;\n");
  if (i->a != CODE_NONE) {
    operand x = native_read(w, i->a);
    if (x.object[0] && !is_pointer)
      native_write(w, "if (%s) STOP;\n", x.object);
    native_write(w, "x->result.bits = %s; x->result.object = %s;\n", x.bits,
                 x.object[0] ? x.object : "0u");
  }
  native_write(w, "steps++; changes++; GIVE(depth - 1); return 0;\n");
}
