/* Calls and returns as C: of functions without objects of their own, whose
 * frames need no place unless something stops inside. */
#include "engine/panda/native/write.h"

#include "engine/panda/calls/calls.h"

#include <stdio.h>

static const cfa_function *function_at(const native_writer *writer,
                                       uint32_t f) {
  return &writer->c->cfa->functions.at[f];
}

static const cfa_variable *parameter(const native_writer *writer, uint32_t f,
                                     uint32_t n) {
  const cfa *automaton = writer->c->cfa;
  return &automaton->variables
              .at[automaton->functions.at[f].first_variable + n];
}

static bool calls_holds_pointer(const native_writer *writer, uint32_t r) {
  if (r & CODE_GLOBAL)
    return writer->is_global_pointer[(r & ~CODE_GLOBAL) - writer->c->constants];
  return writer->is_pointer[r];
}

enum { MOST_ARGUMENTS = 64 };

/* Results of some are remembered: that is the interpreter's. */
bool native_can_call(const native_writer *writer, const instruction *i) {
  const cfa_function *function = function_at(writer, i->a);
  bool can = writer->is_wanted[i->a] &&
             !writer->c->functions.at[i->a].objects &&
             i->c == function->parameters && i->c <= MOST_ARGUMENTS &&
             !writer->calls->all[i->a].is_pure;
  for (uint32_t n = 0; can && n < function->parameters; n++)
    can = parameter(writer, i->a, n)->is_scalar;
  return can && (i->d == CODE_NONE || (function->result_width &&
                                       (!function->result_is_pointer ||
                                        calls_holds_pointer(writer, i->d))));
}

void native_declare(native_writer *writer, uint32_t function) {
  native_write(writer, "static u32 f_%u(struct native_context *x, u32 head",
               NATIVE_U(function));
  for (uint32_t n = 0; n < function_at(writer, function)->parameters; n++)
    if (parameter(writer, function, n)->is_scalar)
      native_write(writer, ", u64 a%u, u32 d%u", NATIVE_U(n), NATIVE_U(n));
  native_write(writer, ")");
}

/* An address where a number is expected is the interpreter's. */
static operand argument(native_writer *writer, const instruction *i,
                        uint32_t n) {
  operand x = native_read(writer, writer->c->arguments.at[i->b + n]);
  if (x.object[0] && !parameter(writer, i->a, n)->is_pointer)
    native_write(writer, "if (%s) STOP;\n", x.object);
  return x;
}

void native_write_call(native_writer *writer, const instruction *i,
                       uint32_t at) {
  char arguments[MOST_ARGUMENTS * (2 * NATIVE_NAME + 4)] = "";
  size_t length = 0;
  for (uint32_t n = 0; n < i->c; n++) {
    operand x = argument(writer, i, n);
    length +=
        (size_t)snprintf(arguments + length, sizeof arguments - length,
                         ", %s, %s", x.bits, x.object[0] ? x.object : "0u");
  }
  native_write(writer, "if (!calls || depth >= x->most_depth) STOP;\n"
                       "calls--; steps++; changes++; GIVE(depth + 1);\n");
  native_write(writer,
               "const u32 left = f_%u(x, NONE%s); TAKE();\n"
               "if (ODD(left)) { is_inside = 1; at = %u; goto out; }\n"
               "DROP();\n",
               NATIVE_U(i->a), arguments, NATIVE_U(at));
  if (i->d != CODE_NONE)
    native_set(writer, i->d, "x->result.bits",
               function_at(writer, i->a)->result_is_pointer ? "x->result.object"
                                                            : "");
}

void native_write_return(native_writer *writer, const instruction *i) {
  bool is_pointer = function_at(writer, writer->function)->result_is_pointer;
  native_write(writer, "if (head != NONE) STOP;\n");
  if (i->a == CODE_NONE && function_at(writer, writer->function)->result_width)
    native_write(writer, "STOP;\n");
  if (i->a != CODE_NONE) {
    operand x = native_read(writer, i->a);
    if (x.object[0] && !is_pointer)
      native_write(writer, "if (%s) STOP;\n", x.object);
    native_write(writer, "x->result.bits = %s; x->result.object = %s;\n",
                 x.bits, x.object[0] ? x.object : "0u");
  }
  native_write(writer, "steps++; changes++; GIVE(depth - 1); return 0;\n");
}
