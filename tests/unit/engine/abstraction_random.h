/* Random programs over small words for tests of predicate abstraction: a few
 * functions with branches, loops, calls, and, if wanted, memory. All inputs are
 * made at the beginning of main, so that all runs can be enumerated. */
#ifndef UNIT_ABSTRACTION_RANDOM_H
#define UNIT_ABSTRACTION_RANDOM_H

#include "tests/unit/cfa_made.h"
#include "tests/unit/draw.h"

typedef struct shape {
  unsigned width;  /* of words */
  unsigned inputs; /* at most */
  bool has_memory; /* pointers, objects */
  bool has_division;
  bool has_equality; /* of pointers other than null */
  bool has_shifts;   /* by anything */
  bool has_late;     /* inputs anywhere */
  bool has_calls;
} shape;

static shape drawn;
/* What expressions may mention: words, pointers, objects of the function. */
static uint32_t words[8], pointers[4], objects[4];
static unsigned word_count, pointer_count, object_count;
static unsigned global_words, global_objects;
static uint32_t callees[4];
static unsigned callee_count;

static inline uint32_t any_pointer(void) {
  uint32_t p;
  if (pointer_count && draw(2))
    p = value_of(pointers[draw(pointer_count)]);
  else
    p = address_of(objects[draw(object_count)], draw(2));
  return p;
}

static uint32_t any_word(unsigned depth);

/* Of a byte: in bounds most of the time. */
static inline uint32_t any_place(unsigned depth) {
  uint32_t p = any_pointer();
  if (depth && draw(4) == 0) {
    uint32_t index =
        apply(BITS_AND, drawn.width, any_word(0), number(drawn.width, 1));
    p = offset_by(p, apply(BITS_ZEXT, made.pointer_bits, index, CFA_NONE));
  }
  return p;
}

static inline uint32_t any_word(unsigned depth) {
  static const bits_op some[] = {BITS_ADD,  BITS_SUB,  BITS_MUL,  BITS_AND,
                                 BITS_OR,   BITS_XOR,  BITS_ADD,  BITS_ADD,
                                 BITS_UREM, BITS_UDIV, BITS_SDIV, BITS_SUB};
  static const bits_op shifts[] = {BITS_SHL, BITS_LSHR, BITS_ASHR};
  if (drawn.has_memory && draw(4) == 0)
    return load(drawn.width, any_place(depth));
  if (depth == 0 || draw(3) == 0)
    return draw(3) ? value_of(words[draw(word_count)])
                   : number(drawn.width, draw(1u << drawn.width));
  uint32_t a = any_word(depth - 1), b = any_word(depth - 1);
  if (drawn.has_shifts && draw(6) == 0)
    return apply(shifts[draw(3)], drawn.width, a, b);
  return apply(some[draw(drawn.has_division ? 12 : 8)], drawn.width, a, b);
}

static inline uint32_t any_condition(unsigned depth) {
  static const bits_op some[] = {BITS_EQ,  BITS_EQ,  BITS_ULT,
                                 BITS_ULE, BITS_SLT, BITS_SLE};
  if (depth && draw(6) == 0)
    return apply(draw(2) ? BITS_AND : BITS_OR, 1, any_condition(0),
                 any_condition(0));
  if (draw(8) == 0)
    return apply(BITS_NOT, 1, any_condition(0), CFA_NONE);
  if (pointer_count && draw(5) == 0)
    return apply(BITS_EQ, 1, any_pointer(),
                 drawn.has_equality && draw(2) ? any_pointer()
                                               : null_pointer());
  uint32_t a = any_word(depth);
  uint32_t b =
      draw(2) ? any_word(depth) : number(drawn.width, draw(1u << drawn.width));
  return apply(some[draw(6)], 1, a, b);
}

static void any_statements(unsigned count, unsigned depth);

static inline uint32_t last_location(void) {
  return (uint32_t)(made.locations.count - 1);
}

static inline void any_branch(unsigned depth) {
  uint32_t from = last_location(), c = any_condition(1), ends[2];
  for (unsigned i = 0; i < 2; i++) {
    edge_between(from, location(), assume(c, i == 0));
    any_statements(draw(3), depth - 1);
    ends[i] = last_location();
  }
  uint32_t join = location();
  for (unsigned i = 0; i < 2; i++)
    edge_between(ends[i], join, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
}

static inline void any_loop(unsigned depth) {
  uint32_t from = last_location(), head = location(), c = any_condition(1);
  edge_between(from, head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  edge_between(head, location(), assume(c, true));
  any_statements(1 + draw(2), depth - 1);
  edge_between(last_location(), head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  edge_between(head, location(), assume(c, false));
}

static inline void any_call(void) {
  uint32_t callee = callees[draw(callee_count)], given[3];
  uint32_t wanted = made.functions.at[callee].parameters;
  for (uint32_t i = 0; i < wanted; i++) {
    uint32_t v = made.functions.at[callee].first_variable + i;
    given[i] = made.variables.at[v].is_pointer ? any_pointer() : any_word(1);
  }
  call_with(draw(4) ? words[draw(word_count)] : CFA_NONE, callee, CFA_NONE,
            wanted, given);
}

static inline void any_memory_statement(void) {
  uint32_t object = objects[draw(object_count)];
  switch (draw(8)) {
  case 0:
  case 1:
    if (pointer_count) {
      set(pointers[draw(pointer_count)], any_pointer());
      break;
    }
    store(any_place(1), any_word(1));
    break;
  case 2:
    block(CFA_FILL, any_pointer(), number(8, draw(4)), 1 + draw(2));
    break;
  case 3:
    copy(address_of(object, 0), address_of(objects[draw(object_count)], 0), 2);
    break;
  case 4:
    if (pointer_count && draw(2)) {
      uint32_t p = pointers[draw(pointer_count)];
      allocate(p, 4, draw(2) ? CFA_MALLOC : CFA_CALLOC);
      store(value_of(p), any_word(1));
      break;
    } /* fall through */
  default:
    store(any_place(1), any_word(1));
  }
}

static inline void any_statement(unsigned depth) {
  unsigned what = draw(10);
  if (drawn.has_memory && what < 4)
    any_memory_statement();
  else if (depth && what == 4)
    any_loop(depth);
  else if (depth && what < 7)
    any_branch(depth);
  else if (drawn.has_calls && callee_count && what == 7)
    any_call();
  else if (drawn.has_late && what == 8)
    input(words[draw(word_count)]);
  else
    set(words[draw(word_count)], any_word(2));
}

static inline void any_statements(unsigned count, unsigned depth) {
  for (unsigned i = 0; i < count; i++)
    any_statement(depth);
}

/* Variables of the function that begins; the globals stay. */
static inline void begin_scope(unsigned parameters, unsigned locals) {
  static const char *const called[] = {"a", "b", "c", "d"};
  word_count = global_words;
  object_count = global_objects;
  pointer_count = 0;
  for (unsigned i = 0; i < parameters; i++)
    words[word_count++] = parameter(local_word(called[i], drawn.width));
  if (drawn.has_memory && parameters)
    pointers[pointer_count++] = parameter(local_pointer("q"));
  for (unsigned i = 0; i < locals; i++)
    words[word_count++] = local_word(called[2 + i], drawn.width);
  if (drawn.has_memory) {
    objects[object_count++] = local_object("o", 2);
    pointers[pointer_count++] = local_pointer("p");
  }
}

/* Everything gets a value, so that no other inputs are met. */
static inline void set_locals(void) {
  for (unsigned i = global_words; i < word_count; i++)
    if (made.variables.at[words[i]].kind != CFA_PARAMETER)
      set(words[i], draw(2) ? number(drawn.width, draw(1u << drawn.width))
                            : value_of(words[0]));
  if (!drawn.has_memory)
    return;
  block(CFA_FILL, address_of(objects[object_count - 1], 0), number(8, draw(3)),
        2);
  set(pointers[pointer_count - 1], address_of(objects[draw(object_count)], 0));
}

static inline void any_function(bool is_main, unsigned size) {
  static const char *const called[] = {"main", "f", "g", "h"};
  uint32_t n = function(called[made.functions.count], drawn.width);
  begin_scope(is_main ? 0 : 1 + draw(2), is_main ? 2 : 1);
  if (is_main)
    for (unsigned i = 0; i < drawn.inputs; i++)
      input(words[i]);
  set_locals();
  any_statements(size, 2);
  give(any_word(1));
  if (!is_main)
    callees[callee_count++] = n;
}

/* Functions call those that were made before them, and sometimes themselves. */
static inline void unfinished_program(shape s, unsigned functions,
                                      unsigned size) {
  drawn = s;
  made_begin(draw(2) ? 32 : 64);
  callee_count = 0;
  global_words = 2;
  global_objects = s.has_memory ? 1 : 0;
  words[0] = global_word("x", s.width);
  words[1] = global_word("y", s.width);
  if (s.has_memory)
    objects[0] = global_object("t", 2);
  made.globals = (uint32_t)made.variables.count;
  for (unsigned i = 1; i < functions; i++)
    any_function(false, 1 + draw(4));
  any_function(true, size);
  made.main = (uint32_t)(made.functions.count - 1);
}

static inline void any_program(shape s, unsigned functions, unsigned size) {
  unfinished_program(s, functions, size);
  cfa_finish(&job, &made);
}

/* Words and pointers that expressions at a function's locations may mention. */
static inline void scope_of(uint32_t function_number) {
  word_count = pointer_count = object_count = 0;
  for (uint32_t v = 0; v < made.variables.count; v++) {
    const cfa_variable *x = &made.variables.at[v];
    if (x->function != CFA_NONE && x->function != function_number)
      continue;
    if (!x->is_scalar && object_count < 4)
      objects[object_count++] = v;
    else if (x->is_scalar && x->is_pointer && pointer_count < 4)
      pointers[pointer_count++] = v;
    else if (x->is_scalar && !x->is_pointer && word_count < 8)
      words[word_count++] = v;
  }
}

#endif
