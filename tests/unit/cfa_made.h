/* Control-flow automata made by hand, one function after the other: each
 * statement leads from the last location to a new one. */
#ifndef UNIT_CFA_MADE_H
#define UNIT_CFA_MADE_H

#include "cfa/cfa.h"
#include "tests/unit/room.h"

static cfa made;

static void made_begin(unsigned pointer_bits) {
  mem_clear(&job);
  mem_init(&job, &budget);
  made = (cfa){.pointer_bits = (uint8_t)pointer_bits, .main = 0};
}

/* Expressions. */

static inline uint32_t number(unsigned width, uint64_t value) {
  return cfa_constant(&job, &made, width, value);
}
static inline uint32_t apply(bits_op op, unsigned width, uint32_t a,
                             uint32_t b) {
  return cfa_apply(&job, &made, op, width, a, b, CFA_NONE);
}
static inline uint32_t pick(unsigned width, uint32_t a, uint32_t b,
                            uint32_t c) {
  return cfa_apply(&job, &made, BITS_ITE, width, a, b, c);
}
static inline uint32_t express(cfa_expression x) {
  if (x.is_pointer)
    x.width = made.pointer_bits;
  return cfa_express(&job, &made, &x);
}
static inline uint32_t value_of(uint32_t variable) {
  const cfa_variable *v = &made.variables.at[variable];
  return express((cfa_expression){.kind = CFA_VARIABLE,
                                  .width = v->width,
                                  .is_pointer = v->is_pointer,
                                  .a = variable});
}
static inline uint32_t address_of(uint32_t variable, int64_t offset) {
  return express((cfa_expression){.kind = CFA_ADDRESS,
                                  .is_pointer = true,
                                  .a = variable,
                                  .value = (uint64_t)offset});
}
static inline uint32_t function_at(uint32_t function) {
  return express((cfa_expression){
      .kind = CFA_FUNCTION, .is_pointer = true, .a = function});
}
static inline uint32_t load(unsigned width, uint32_t pointer) {
  return express((cfa_expression){
      .kind = CFA_LOAD, .width = (uint8_t)width, .a = pointer});
}
static inline uint32_t load_pointer(uint32_t pointer) {
  return express(
      (cfa_expression){.kind = CFA_LOAD, .is_pointer = true, .a = pointer});
}
static inline uint32_t offset_by(uint32_t pointer, uint32_t bytes) {
  return express((cfa_expression){
      .kind = CFA_OFFSET, .is_pointer = true, .a = pointer, .b = bytes});
}
static inline uint32_t to_integer(unsigned width, uint32_t pointer) {
  return express((cfa_expression){
      .kind = CFA_TO_INTEGER, .width = (uint8_t)width, .a = pointer});
}
static inline uint32_t to_pointer(uint32_t word) {
  return express(
      (cfa_expression){.kind = CFA_TO_POINTER, .is_pointer = true, .a = word});
}
static inline uint32_t null_pointer(void) {
  return express((cfa_expression){.kind = CFA_CONSTANT, .is_pointer = true});
}

/* Variables, functions. */

static inline uint32_t variable(const char *name, cfa_variable v) {
  v.name = cfa_name(&job, &made, name);
  v.type = v.initial = CFA_NONE;
  v.place.file = CFA_NONE;
  if (v.is_pointer)
    v.width = made.pointer_bits;
  vec_push(&job, &made.variables, v);
  if (v.function != CFA_NONE)
    made.functions.at[v.function].variables++;
  return (uint32_t)(made.variables.count - 1);
}

static inline uint32_t location(void) {
  cfa_location l = {.function = (uint32_t)(made.functions.count - 1),
                    .place.file = CFA_NONE};
  vec_push(&job, &made.locations, l);
  return (uint32_t)(made.locations.count - 1);
}

/* The first is main. */
static inline uint32_t function(const char *name, unsigned result_width) {
  cfa_function f = {.name = cfa_name(&job, &made, name),
                    .entry = (uint32_t)made.locations.count,
                    .first_variable = (uint32_t)made.variables.count,
                    .result_width = (uint8_t)result_width,
                    .place.file = CFA_NONE};
  vec_push(&job, &made.functions, f);
  location();
  return (uint32_t)(made.functions.count - 1);
}

static inline uint32_t here(void) {
  return (uint32_t)(made.functions.count - 1);
}
static inline uint32_t local_word(const char *name, unsigned width) {
  return variable(name, (cfa_variable){.function = here(),
                                       .is_scalar = true,
                                       .width = (uint8_t)width});
}
static inline uint32_t local_pointer(const char *name) {
  return variable(name, (cfa_variable){.function = here(),
                                       .is_scalar = true,
                                       .is_pointer = true});
}
static inline uint32_t local_object(const char *name, uint64_t size) {
  return variable(name, (cfa_variable){.function = here(), .size = size});
}
static inline uint32_t parameter(uint32_t v) {
  made.variables.at[v].kind = CFA_PARAMETER;
  made.functions.at[here()].parameters++;
  return v;
}
static inline uint32_t global_word(const char *name, unsigned width) {
  return variable(name, (cfa_variable){.function = CFA_NONE,
                                       .kind = CFA_GLOBAL,
                                       .is_scalar = true,
                                       .width = (uint8_t)width});
}
static inline uint32_t global_object(const char *name, uint64_t size) {
  return variable(
      name,
      (cfa_variable){.function = CFA_NONE, .kind = CFA_GLOBAL, .size = size});
}

/* Statements. */

/* From one location to another. */
static inline void edge_between(uint32_t from, uint32_t to, cfa_edge e) {
  e.from = from;
  e.to = to;
  e.place.file = CFA_NONE;
  vec_push(&job, &made.edges, e);
}

static inline cfa_edge edge(cfa_edge_kind kind, uint32_t v, uint32_t a) {
  return (cfa_edge){.kind = kind,
                    .variable = v,
                    .a = a,
                    .b = CFA_NONE,
                    .c = CFA_NONE,
                    .function = CFA_NONE,
                    .name = CFA_NONE};
}
static inline cfa_edge assume(uint32_t a, bool holds) {
  cfa_edge e = edge(CFA_ASSUME, CFA_NONE, a);
  e.holds = holds;
  return e;
}

/* From the last location on; the new last one. */
static inline uint32_t then(cfa_edge e) {
  uint32_t from = (uint32_t)(made.locations.count - 1);
  bool is_end = e.kind == CFA_RETURN || e.kind == CFA_FAIL ||
                e.kind == CFA_HALT || e.kind == CFA_UNDEFINED ||
                e.kind == CFA_UNSUPPORTED;
  uint32_t to = location();
  edge_between(from, is_end ? CFA_NONE : to, e);
  return to;
}

static inline void set(uint32_t v, uint32_t x) { then(edge(CFA_ASSIGN, v, x)); }
static inline void store(uint32_t pointer, uint32_t x) {
  cfa_edge e = edge(CFA_STORE, CFA_NONE, pointer);
  e.b = x;
  then(e);
}
static inline void block(cfa_edge_kind kind, uint32_t to, uint32_t from,
                         uint64_t bytes) {
  cfa_edge e = edge(kind, CFA_NONE, to);
  e.b = from;
  e.c = number(made.pointer_bits, bytes);
  then(e);
}
static inline void copy(uint32_t to, uint32_t from, uint64_t bytes) {
  block(CFA_COPY, to, from, bytes);
}
static inline void give(uint32_t x) { then(edge(CFA_RETURN, CFA_NONE, x)); }
static inline void named(cfa_edge_kind kind, uint32_t v, const char *name) {
  cfa_edge e = edge(kind, v, CFA_NONE);
  e.name = cfa_name(&job, &made, name);
  then(e);
}
static inline void input(uint32_t v) { named(CFA_INPUT, v, "any"); }
static inline void allocate_sized(uint32_t v, uint32_t size,
                                  cfa_allocation kind) {
  cfa_edge e = edge(CFA_ALLOCATE, v, size);
  e.allocation = kind;
  then(e);
}
static inline void allocate(uint32_t v, uint64_t bytes, cfa_allocation kind) {
  allocate_sized(v, number(made.pointer_bits, bytes), kind);
}
static inline void release(uint32_t pointer) {
  then(edge(CFA_FREE, CFA_NONE, pointer));
}
static inline void call_with(uint32_t result, uint32_t function_number,
                             uint32_t pointer, uint32_t arguments,
                             const uint32_t *at) {
  cfa_edge e = edge(CFA_CALL, result, pointer);
  e.function = function_number;
  e.first_argument = (uint32_t)made.arguments.count;
  e.arguments = arguments;
  for (uint32_t i = 0; i < arguments; i++)
    vec_push(&job, &made.arguments, at[i]);
  then(e);
}

/* A branch's edges: the one that holds first. */
static inline void order_branches(void) {
  for (size_t i = 0; i < made.edges.count; i++)
    for (size_t j = i + 1; j < made.edges.count; j++)
      if (made.edges.at[i].from == made.edges.at[j].from &&
          !made.edges.at[i].holds && made.edges.at[j].holds) {
        cfa_edge e = made.edges.at[i];
        made.edges.at[i] = made.edges.at[j];
        made.edges.at[j] = e;
      }
}

#endif
