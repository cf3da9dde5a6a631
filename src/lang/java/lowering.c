#include "lang/java/lowering.h"

#include <stdio.h>

unsigned java_kind_index(char kind) {
  static const char kinds[] = "IJFDA";
  const char *found = strchr(kinds, kind);
  assert(kind && found);
  return (unsigned)(found - kinds);
}

unsigned java_kind_width(char kind) {
  assert(kind && strchr("IJFDA", kind));
  return kind == 'I' || kind == 'F' ? 32 : 64;
}

char java_kind_of(const char *descriptor) {
  switch (*descriptor) {
  case 'Z':
  case 'B':
  case 'C':
  case 'S':
    return 'I';
  case 'L':
  case '[':
    return 'A';
  default:
    return *descriptor;
  }
}

/* Of an expression; while only types are found out, there are none. */
static inline bool has_width(const java_lowering *lowering, uint32_t n,
                             unsigned width) {
  return !lowering->emits || (n < lowering->out->expressions.count &&
                              lowering->out->expressions.at[n].width == width);
}

static inline bool is_pointer(const java_lowering *lowering, uint32_t n) {
  return !lowering->emits || (n < lowering->out->expressions.count &&
                              lowering->out->expressions.at[n].is_pointer);
}

static uint32_t add_variable(java_lowering *lowering, cfa_variable variable,
                             const char *name) {
  assert(variable.width >= 1 && variable.width <= 64);
  assert(!variable.is_pointer || variable.width == JAVA_POINTER_BITS);
  variable.name = cfa_name(lowering->m, lowering->out, name);
  variable.function =
      variable.kind == CFA_GLOBAL ? CFA_NONE : lowering->function;
  variable.is_scalar = true;
  variable.type = CFA_NONE;
  variable.initial = CFA_NONE;
  variable.place = (cfa_place){CFA_NONE, 0, 0};
  vec_push(lowering->m, &lowering->out->variables, variable);
  return (uint32_t)lowering->out->variables.count - 1;
}

uint32_t java_new_variable(java_lowering *lowering, char kind, const char *name,
                           cfa_variable_kind what) {
  return add_variable(lowering,
                      (cfa_variable){.kind = what,
                                     .is_pointer = kind == 'A',
                                     .is_signed = kind != 'A',
                                     .width = (uint8_t)java_kind_width(kind)},
                      name);
}

uint32_t java_new_word(java_lowering *lowering, unsigned width,
                       const char *name) {
  return add_variable(lowering,
                      (cfa_variable){.kind = CFA_TEMPORARY,
                                     .is_signed = true,
                                     .width = (uint8_t)width},
                      name);
}

/* Edges */

static cfa_place place_of(const java_lowering *lowering) {
  if (!lowering->x || !lowering->f)
    return (cfa_place){CFA_NONE, 0, 0};
  uint32_t line = java_line_of(&lowering->f->member->code, lowering->x->at);
  return line ? (cfa_place){lowering->file, line, 1}
              : (cfa_place){CFA_NONE, 0, 0};
}

uint32_t java_new_location(java_lowering *lowering) {
  cfa_location location = {.function = lowering->function,
                           .place = place_of(lowering)};
  vec_push(lowering->m, &lowering->out->locations, location);
  return (uint32_t)lowering->out->locations.count - 1;
}

static bool is_nowhere(const java_lowering *lowering) {
  return !lowering->emits ||
         (lowering->at.location == CFA_NONE && lowering->at.edge == CFA_NONE);
}

/* The location at which we are; one is made if an edge leads here. */
static uint32_t here(java_lowering *lowering) {
  assert(lowering->at.edge == CFA_NONE || lowering->at.location == CFA_NONE);
  if (lowering->at.edge != CFA_NONE) {
    uint32_t location = java_new_location(lowering);
    lowering->out->edges.at[lowering->at.edge].to = location;
    lowering->at = (java_position){location, CFA_NONE};
  }
  return lowering->at.location;
}

static uint32_t add_edge(java_lowering *lowering, cfa_edge edge,
                         uint32_t from) {
  assert(from < lowering->out->locations.count);
  assert(lowering->out->locations.at[from].function == lowering->function);
  edge.from = from;
  edge.to = CFA_NONE;
  edge.place = place_of(lowering);
  vec_push(lowering->m, &lowering->out->edges, edge);
  return (uint32_t)lowering->out->edges.count - 1;
}

static bool ends_run(cfa_edge_kind k) {
  return k == CFA_RETURN || k == CFA_FAIL || k == CFA_HALT ||
         k == CFA_UNSUPPORTED;
}

void java_emit(java_lowering *lowering, cfa_edge e) {
  if (is_nowhere(lowering))
    return;
  uint32_t edge = add_edge(lowering, e, here(lowering));
  lowering->at = (java_position){CFA_NONE, ends_run(e.kind) ? CFA_NONE : edge};
}

void java_go(java_lowering *lowering, uint32_t location) {
  if (is_nowhere(lowering))
    return;
  assert(location < lowering->out->locations.count);
  if (lowering->at.edge == CFA_NONE)
    java_emit_simple(lowering, CFA_SKIP);
  lowering->out->edges.at[lowering->at.edge].to = location;
  lowering->at = (java_position){CFA_NONE, CFA_NONE};
}

java_position java_branch(java_lowering *lowering, uint32_t condition) {
  cfa_edge edge = java_edge(CFA_ASSUME);
  assert(has_width(lowering, condition, 1));
  edge.a = condition;
  if (is_nowhere(lowering))
    return (java_position){CFA_NONE, CFA_NONE};
  uint32_t from = here(lowering);
  edge.holds = true;
  uint32_t yes = add_edge(lowering, edge, from);
  edge.holds = false;
  uint32_t no = add_edge(lowering, edge, from);
  lowering->at = (java_position){CFA_NONE, yes};
  return (java_position){CFA_NONE, no};
}

void java_emit_simple(java_lowering *lowering, cfa_edge_kind kind) {
  java_emit(lowering, java_edge(kind));
}

void java_assign(java_lowering *lowering, uint32_t variable, uint32_t value) {
  cfa_edge edge = java_edge(CFA_ASSIGN);
  assert(!lowering->emits || variable < lowering->out->variables.count);
  assert(
      !lowering->emits ||
      has_width(lowering, value, lowering->out->variables.at[variable].width));
  assert(!lowering->emits ||
         is_pointer(lowering, value) ==
             lowering->out->variables.at[variable].is_pointer);
  edge.variable = variable;
  edge.a = value;
  java_emit(lowering, edge);
}

void java_store(java_lowering *lowering, uint32_t pointer, uint32_t value) {
  cfa_edge edge = java_edge(CFA_STORE);
  assert(is_pointer(lowering, pointer));
  edge.a = pointer;
  edge.b = value;
  java_emit(lowering, edge);
}

uint32_t java_allocate(java_lowering *lowering, uint32_t bytes) {
  cfa_edge edge = java_edge(CFA_ALLOCATE);
  assert(has_width(lowering, bytes, JAVA_POINTER_BITS));
  if (!lowering->emits)
    return 0;
  edge.variable = java_new_variable(lowering, 'A', "%new", CFA_TEMPORARY);
  edge.a = bytes;
  edge.allocation = CFA_CALLOC;
  java_emit(lowering, edge);
  return java_read(lowering, edge.variable);
}

void java_unsupported(java_lowering *lowering, const char *format, ...) {
  char words[300];
  va_list arguments;
  if (!lowering->emits)
    return;
  va_start(arguments, format);
  (void)vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  for (char *c = words; *c; c++)
    *c = *c == '/' ? '.' : *c;
  cfa_edge edge = java_edge(CFA_UNSUPPORTED);
  edge.name = cfa_name(lowering->m, lowering->out, words);
  java_emit(lowering, edge);
}

/* Expressions; while only types are found out, there are none. */

uint32_t java_word(java_lowering *lowering, unsigned width, uint64_t value) {
  assert(width >= 1 && width <= 64);
  return lowering->emits ? cfa_constant(lowering->m, lowering->out, width,
                                        bits_cut(value, width))
                         : 0;
}

static uint32_t express(java_lowering *lowering, cfa_expression expression) {
  return lowering->emits ? cfa_express(lowering->m, lowering->out, &expression)
                         : 0;
}

uint32_t java_null(java_lowering *lowering) {
  return express(lowering, (cfa_expression){.kind = CFA_CONSTANT,
                                            .width = JAVA_POINTER_BITS,
                                            .is_pointer = true,
                                            .a = CFA_NONE,
                                            .b = CFA_NONE,
                                            .c = CFA_NONE});
}

uint32_t java_zero(java_lowering *lowering, char kind) {
  return kind == 'A' ? java_null(lowering)
                     : java_word(lowering, java_kind_width(kind), 0);
}

static bool is_constant_word(const cfa *automaton, uint32_t n) {
  const cfa_expression *expression = &automaton->expressions.at[n];
  return expression->kind == CFA_CONSTANT && !expression->is_pointer;
}

/* Constants are computed at once. */
uint32_t java_apply(java_lowering *lowering, bits_op op, unsigned width,
                    uint32_t a, uint32_t b) {
  if (!lowering->emits)
    return 0;
  assert(a < lowering->out->expressions.count);
  assert(bits_operands(op) == 1 || b < lowering->out->expressions.count);
  const cfa *automaton = lowering->out;
  bool is_unary = bits_operands(op) == 1;
  if (is_constant_word(automaton, a) &&
      (is_unary || is_constant_word(automaton, b))) {
    unsigned from = automaton->expressions.at[op == BITS_CONCAT ? b : a].width;
    uint64_t value =
        bits_apply(op, width, from, automaton->expressions.at[a].value,
                   is_unary ? 0 : automaton->expressions.at[b].value, 0);
    return java_word(lowering, bits_compares(op) ? 1 : width, value);
  }
  return cfa_apply(lowering->m, lowering->out, op, width, a,
                   is_unary ? CFA_NONE : b, CFA_NONE);
}

uint32_t java_read(java_lowering *lowering, uint32_t variable) {
  assert(!lowering->emits || variable < lowering->out->variables.count);
  return lowering->emits ? cfa_read_scalar(lowering->m, lowering->out, variable)
                         : 0;
}

uint32_t java_offset(java_lowering *lowering, uint32_t pointer,
                     uint32_t bytes) {
  assert(is_pointer(lowering, pointer));
  assert(has_width(lowering, bytes, JAVA_POINTER_BITS));
  if (lowering->emits && is_constant_word(lowering->out, bytes) &&
      lowering->out->expressions.at[bytes].value == 0)
    return pointer;
  return express(lowering, (cfa_expression){.kind = CFA_OFFSET,
                                            .width = JAVA_POINTER_BITS,
                                            .is_pointer = true,
                                            .a = pointer,
                                            .b = bytes,
                                            .c = CFA_NONE});
}

uint32_t java_load_word(java_lowering *lowering, unsigned width,
                        bool is_reference, uint32_t pointer) {
  assert(is_pointer(lowering, pointer));
  assert(!is_reference || width == JAVA_POINTER_BITS);
  return express(lowering, (cfa_expression){.kind = CFA_LOAD,
                                            .width = (uint8_t)width,
                                            .is_pointer = is_reference,
                                            .is_signed = !is_reference,
                                            .a = pointer,
                                            .b = CFA_NONE,
                                            .c = CFA_NONE});
}

uint32_t java_truth(java_lowering *lowering, uint32_t bit) {
  assert(has_width(lowering, bit, 1));
  return java_apply(lowering, BITS_ZEXT, 32, bit, CFA_NONE);
}

uint32_t java_not(java_lowering *lowering, uint32_t bit) {
  assert(has_width(lowering, bit, 1));
  return java_apply(lowering, BITS_NOT, 1, bit, CFA_NONE);
}

uint32_t java_is_between(java_lowering *lowering, uint32_t word, uint64_t low,
                         uint64_t high) {
  assert(has_width(lowering, word, 32));
  assert(low <= high && high <= UINT32_MAX);
  uint32_t lowest = java_word(lowering, 32, low);
  if (low == high)
    return java_apply(lowering, BITS_EQ, 1, word, lowest);
  return java_apply(lowering, BITS_ULE, 1,
                    java_apply(lowering, BITS_SUB, 32, word, lowest),
                    java_word(lowering, 32, high - low));
}
