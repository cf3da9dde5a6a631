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
static inline bool has_width(const java_lowering *l, uint32_t n,
                             unsigned width) {
  return !l->emits || (n < l->out->expressions.count &&
                       l->out->expressions.at[n].width == width);
}

static inline bool is_pointer(const java_lowering *l, uint32_t n) {
  return !l->emits || (n < l->out->expressions.count &&
                       l->out->expressions.at[n].is_pointer);
}

static uint32_t add_variable(java_lowering *l, cfa_variable v,
                             const char *name) {
  assert(v.width >= 1 && v.width <= 64);
  assert(!v.is_pointer || v.width == JAVA_POINTER_BITS);
  v.name = cfa_name(l->m, l->out, name);
  v.function = v.kind == CFA_GLOBAL ? CFA_NONE : l->function;
  v.is_scalar = true;
  v.type = CFA_NONE;
  v.initial = CFA_NONE;
  v.place = (cfa_place){CFA_NONE, 0, 0};
  vec_push(l->m, &l->out->variables, v);
  return (uint32_t)l->out->variables.count - 1;
}

uint32_t java_new_variable(java_lowering *l, char kind, const char *name,
                           cfa_variable_kind what) {
  return add_variable(l,
                      (cfa_variable){.kind = what,
                                     .is_pointer = kind == 'A',
                                     .is_signed = kind != 'A',
                                     .width = (uint8_t)java_kind_width(kind)},
                      name);
}

uint32_t java_new_word(java_lowering *l, unsigned width, const char *name) {
  return add_variable(l,
                      (cfa_variable){.kind = CFA_TEMPORARY,
                                     .is_signed = true,
                                     .width = (uint8_t)width},
                      name);
}

/* Edges */

static cfa_place place_of(const java_lowering *l) {
  if (!l->x || !l->f)
    return (cfa_place){CFA_NONE, 0, 0};
  uint32_t line = java_line_of(&l->f->member->code, l->x->at);
  return line ? (cfa_place){l->file, line, 1} : (cfa_place){CFA_NONE, 0, 0};
}

uint32_t java_new_location(java_lowering *l) {
  cfa_location x = {.function = l->function, .place = place_of(l)};
  vec_push(l->m, &l->out->locations, x);
  return (uint32_t)l->out->locations.count - 1;
}

static bool is_nowhere(const java_lowering *l) {
  return !l->emits || (l->at.location == CFA_NONE && l->at.edge == CFA_NONE);
}

/* The location at which we are; one is made if an edge leads here. */
static uint32_t here(java_lowering *l) {
  assert(l->at.edge == CFA_NONE || l->at.location == CFA_NONE);
  if (l->at.edge != CFA_NONE) {
    uint32_t location = java_new_location(l);
    l->out->edges.at[l->at.edge].to = location;
    l->at = (java_position){location, CFA_NONE};
  }
  return l->at.location;
}

static uint32_t add_edge(java_lowering *l, cfa_edge e, uint32_t from) {
  assert(from < l->out->locations.count);
  assert(l->out->locations.at[from].function == l->function);
  e.from = from;
  e.to = CFA_NONE;
  e.place = place_of(l);
  vec_push(l->m, &l->out->edges, e);
  return (uint32_t)l->out->edges.count - 1;
}

static bool ends_run(cfa_edge_kind k) {
  return k == CFA_RETURN || k == CFA_FAIL || k == CFA_HALT ||
         k == CFA_UNSUPPORTED;
}

void java_emit(java_lowering *l, cfa_edge e) {
  if (is_nowhere(l))
    return;
  uint32_t edge = add_edge(l, e, here(l));
  l->at = (java_position){CFA_NONE, ends_run(e.kind) ? CFA_NONE : edge};
}

void java_go(java_lowering *l, uint32_t location) {
  if (is_nowhere(l))
    return;
  assert(location < l->out->locations.count);
  if (l->at.edge == CFA_NONE)
    java_emit_simple(l, CFA_SKIP);
  l->out->edges.at[l->at.edge].to = location;
  l->at = (java_position){CFA_NONE, CFA_NONE};
}

java_position java_branch(java_lowering *l, uint32_t condition) {
  cfa_edge e = java_edge(CFA_ASSUME);
  assert(has_width(l, condition, 1));
  e.a = condition;
  if (is_nowhere(l))
    return (java_position){CFA_NONE, CFA_NONE};
  uint32_t from = here(l);
  e.holds = true;
  uint32_t yes = add_edge(l, e, from);
  e.holds = false;
  uint32_t no = add_edge(l, e, from);
  l->at = (java_position){CFA_NONE, yes};
  return (java_position){CFA_NONE, no};
}

void java_emit_simple(java_lowering *l, cfa_edge_kind kind) {
  java_emit(l, java_edge(kind));
}

void java_assign(java_lowering *l, uint32_t variable, uint32_t value) {
  cfa_edge e = java_edge(CFA_ASSIGN);
  assert(!l->emits || variable < l->out->variables.count);
  assert(!l->emits ||
         has_width(l, value, l->out->variables.at[variable].width));
  assert(!l->emits ||
         is_pointer(l, value) == l->out->variables.at[variable].is_pointer);
  e.variable = variable;
  e.a = value;
  java_emit(l, e);
}

void java_store(java_lowering *l, uint32_t pointer, uint32_t value) {
  cfa_edge e = java_edge(CFA_STORE);
  assert(is_pointer(l, pointer));
  e.a = pointer;
  e.b = value;
  java_emit(l, e);
}

uint32_t java_allocate(java_lowering *l, uint32_t bytes) {
  cfa_edge e = java_edge(CFA_ALLOCATE);
  assert(has_width(l, bytes, JAVA_POINTER_BITS));
  if (!l->emits)
    return 0;
  e.variable = java_new_variable(l, 'A', "%new", CFA_TEMPORARY);
  e.a = bytes;
  e.allocation = CFA_CALLOC;
  java_emit(l, e);
  return java_read(l, e.variable);
}

void java_unsupported(java_lowering *l, const char *format, ...) {
  char words[300];
  va_list arguments;
  if (!l->emits)
    return;
  va_start(arguments, format);
  (void)vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  for (char *c = words; *c; c++)
    *c = *c == '/' ? '.' : *c;
  cfa_edge e = java_edge(CFA_UNSUPPORTED);
  e.name = cfa_name(l->m, l->out, words);
  java_emit(l, e);
}

/* Expressions; while only types are found out, there are none. */

uint32_t java_word(java_lowering *l, unsigned width, uint64_t value) {
  assert(width >= 1 && width <= 64);
  return l->emits ? cfa_constant(l->m, l->out, width, bits_cut(value, width))
                  : 0;
}

static uint32_t express(java_lowering *l, cfa_expression x) {
  return l->emits ? cfa_express(l->m, l->out, &x) : 0;
}

uint32_t java_null(java_lowering *l) {
  return express(l, (cfa_expression){.kind = CFA_CONSTANT,
                                     .width = JAVA_POINTER_BITS,
                                     .is_pointer = true,
                                     .a = CFA_NONE,
                                     .b = CFA_NONE,
                                     .c = CFA_NONE});
}

uint32_t java_zero(java_lowering *l, char kind) {
  return kind == 'A' ? java_null(l) : java_word(l, java_kind_width(kind), 0);
}

static bool is_constant_word(const cfa *p, uint32_t n) {
  const cfa_expression *x = &p->expressions.at[n];
  return x->kind == CFA_CONSTANT && !x->is_pointer;
}

/* Constants are computed at once. */
uint32_t java_apply(java_lowering *l, bits_op op, unsigned width, uint32_t a,
                    uint32_t b) {
  if (!l->emits)
    return 0;
  assert(a < l->out->expressions.count);
  assert(bits_operands(op) == 1 || b < l->out->expressions.count);
  const cfa *p = l->out;
  bool is_unary = bits_operands(op) == 1;
  if (is_constant_word(p, a) && (is_unary || is_constant_word(p, b))) {
    unsigned from = p->expressions.at[op == BITS_CONCAT ? b : a].width;
    uint64_t value = bits_apply(op, width, from, p->expressions.at[a].value,
                                is_unary ? 0 : p->expressions.at[b].value, 0);
    return java_word(l, bits_compares(op) ? 1 : width, value);
  }
  return cfa_apply(l->m, l->out, op, width, a, is_unary ? CFA_NONE : b,
                   CFA_NONE);
}

uint32_t java_read(java_lowering *l, uint32_t variable) {
  assert(!l->emits || variable < l->out->variables.count);
  return l->emits ? cfa_read_scalar(l->m, l->out, variable) : 0;
}

uint32_t java_offset(java_lowering *l, uint32_t pointer, uint32_t bytes) {
  assert(is_pointer(l, pointer));
  assert(has_width(l, bytes, JAVA_POINTER_BITS));
  if (l->emits && is_constant_word(l->out, bytes) &&
      l->out->expressions.at[bytes].value == 0)
    return pointer;
  return express(l, (cfa_expression){.kind = CFA_OFFSET,
                                     .width = JAVA_POINTER_BITS,
                                     .is_pointer = true,
                                     .a = pointer,
                                     .b = bytes,
                                     .c = CFA_NONE});
}

uint32_t java_load_word(java_lowering *l, unsigned width, bool is_reference,
                        uint32_t pointer) {
  assert(is_pointer(l, pointer));
  assert(!is_reference || width == JAVA_POINTER_BITS);
  return express(l, (cfa_expression){.kind = CFA_LOAD,
                                     .width = (uint8_t)width,
                                     .is_pointer = is_reference,
                                     .is_signed = !is_reference,
                                     .a = pointer,
                                     .b = CFA_NONE,
                                     .c = CFA_NONE});
}

uint32_t java_truth(java_lowering *l, uint32_t bit) {
  assert(has_width(l, bit, 1));
  return java_apply(l, BITS_ZEXT, 32, bit, CFA_NONE);
}

uint32_t java_not(java_lowering *l, uint32_t bit) {
  assert(has_width(l, bit, 1));
  return java_apply(l, BITS_NOT, 1, bit, CFA_NONE);
}

uint32_t java_is_between(java_lowering *l, uint32_t word, uint64_t low,
                         uint64_t high) {
  assert(has_width(l, word, 32));
  assert(low <= high && high <= UINT32_MAX);
  uint32_t lowest = java_word(l, 32, low);
  if (low == high)
    return java_apply(l, BITS_EQ, 1, word, lowest);
  return java_apply(l, BITS_ULE, 1, java_apply(l, BITS_SUB, 32, word, lowest),
                    java_word(l, 32, high - low));
}
