/* Random functions that do much: loops in loops, operators on words of all
 * widths, memory, pointers in memory, calls; and, in the odd ones, inputs,
 * faults and what is not initialised. */
#ifndef UNIT_CFA_BUSY_H
#define UNIT_CFA_BUSY_H

#include "tests/unit/cfa_made.h"
#include "tests/unit/draw.h"

#include <stdio.h>

enum { WORDS = 8, POINTERS = 2, GLOBALS = 3, HELPERS = 6, BLOCK = 24 };
static uint32_t words[WORDS + GLOBALS], pointers[POINTERS + 1];
static uint32_t counters[3], block_of_bytes;
static uint32_t global_block, constant_block, table, global_words[GLOBALS];
static uint32_t global_pointer;
static uint32_t helpers; /* that may be called from here: numbers below */
static bool is_odd;      /* inputs, faults, what is not initialised */

static unsigned width_of(uint32_t v) { return made.variables.at[v].width; }

static uint32_t resized(uint32_t x, unsigned width) {
  unsigned had = made.expressions.at[x].width;
  bits_op op = had > width ? BITS_TRUNC : draw(2) ? BITS_ZEXT : BITS_SEXT;
  return had == width ? x : apply(op, width, x, CFA_NONE);
}

static uint32_t some_pointer(void) {
  switch (draw(6)) {
  case 0:
    return address_of(global_block, draw(4));
  case 1:
    return block_of_bytes == CFA_NONE ? value_of(pointers[0])
                                      : address_of(block_of_bytes, draw(4));
  case 2:
    return is_odd && draw(3) == 0 ? address_of(constant_block, 0)
                                  : address_of(global_block, 8);
  default:
    return value_of(pointers[draw(POINTERS + 1)]);
  }
}

/* Where pointers are kept, most of the time. */
static uint32_t some_entry(void) {
  if (is_odd && draw(16) == 0)
    return offset_by(some_pointer(), number(made.pointer_bits, 8));
  return address_of(table, 8 * (int)draw(3));
}

/* Mostly within. */
static uint32_t some_place(void) {
  uint32_t p = some_pointer();
  unsigned wide = made.pointer_bits;
  if (draw(3) == 0)
    return p;
  uint32_t x = resized(value_of(words[draw(WORDS + GLOBALS)]), wide);
  x = apply(BITS_AND, wide, x, number(wide, is_odd && !draw(6) ? 31 : 7));
  return offset_by(p, x);
}

static uint32_t expression(unsigned width, int depth) {
  static const bits_op ops[] = {
      BITS_ADD,  BITS_SUB,  BITS_MUL,  BITS_AND, BITS_OR,   BITS_XOR, BITS_UDIV,
      BITS_SDIV, BITS_UREM, BITS_SREM, BITS_SHL, BITS_LSHR, BITS_ASHR};
  static const unsigned wide[] = {1, 3, 8, 12, 16, 32, 33, 64};
  unsigned other = wide[draw(8)];
  if (depth == 0 || draw(5) == 0)
    return draw(3) ? resized(value_of(words[draw(WORDS + GLOBALS)]), width)
                   : number(width, bits_cut(draw(64) - 9U, width));
  switch (draw(9)) {
  case 0:
    return resized(apply((bits_op)(BITS_EQ + draw(5)), 1,
                         expression(other, depth - 1),
                         expression(other, depth - 1)),
                   width);
  case 1:
    return apply(BITS_NOT, width, expression(width, depth - 1), CFA_NONE);
  case 2:
    return pick(width, expression(1, depth - 1), expression(width, depth - 1),
                expression(width, depth - 1));
  case 3:
  case 4:
    return resized(load(draw(4) ? 8u << draw(4) : 12u, some_place()), width);
  case 5:
    if (width > 8)
      return apply(BITS_CONCAT, width, expression(width - 5, depth - 1),
                   expression(5, depth - 1));
    return resized(apply((bits_op)(BITS_EQ + (is_odd ? draw(3) : 0)), 1,
                         some_pointer(),
                         draw(2) ? some_pointer() : null_pointer()),
                   width);
  case 6: {
    uint32_t p = some_pointer();
    uint32_t q = is_odd && !draw(8) ? some_pointer() : p;
    uint32_t x = number(made.pointer_bits, draw(8));
    return resized(apply(BITS_SUB, made.pointer_bits,
                         to_integer(made.pointer_bits, offset_by(p, x)),
                         to_integer(made.pointer_bits, q)),
                   width);
  }
  default: {
    bits_op op = ops[draw(draw(4) ? 6 : 13)];
    uint32_t right = op >= BITS_SHL && op <= BITS_ASHR && draw(8)
                         ? number(width, draw(width))
                     : op >= BITS_UDIV && op <= BITS_SREM && draw(8)
                         ? apply(BITS_OR, width, expression(width, depth - 1),
                                 number(width, 1))
                         : expression(width, depth - 1);
    return apply(op, width, expression(width, depth - 1), right);
  }
  }
}

static void statements(int depth, int count);

static void branching(int depth, uint32_t condition) {
  uint32_t from = (uint32_t)(made.locations.count - 1), yes = location();
  edge_between(from, yes, assume(condition, true));
  statements(depth - 1, 1 + (int)draw(2));
  uint32_t end_of_yes = (uint32_t)(made.locations.count - 1), no = location();
  edge_between(from, no, assume(condition, false));
  statements(depth - 1, (int)draw(2));
  uint32_t end_of_no = (uint32_t)(made.locations.count - 1), meet = location();
  edge_between(end_of_yes, meet, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  edge_between(end_of_no, meet, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
}

/* A counter of its own; or nothing happens in it, perhaps for ever. */
static void looping(int depth) {
  bool is_idle = is_odd && draw(8) == 0;
  uint32_t counter = counters[depth];
  set(counter, number(16, 0));
  uint32_t head = location(), from = head - 1;
  edge_between(from, head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  uint32_t more =
      apply(BITS_ULT, 1, value_of(counter), number(16, 3 + draw(20)));
  if (is_idle)
    more = expression(1, 1);
  uint32_t body = location();
  edge_between(head, body, assume(more, true));
  if (!is_idle) {
    statements(depth - 1, 2 + (int)draw(3));
    set(counter, apply(BITS_ADD, 16, value_of(counter), number(16, 1)));
  }
  edge_between((uint32_t)(made.locations.count - 1), head,
               edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  edge_between(head, location(), assume(more, false));
}

static void failing(void) {
  uint32_t from = (uint32_t)(made.locations.count - 1);
  uint32_t condition = apply(BITS_EQ, 1, expression(4, 2), number(4, draw(16)));
  edge_between(from, location(), assume(condition, true));
  edge_between((uint32_t)(made.locations.count - 1), CFA_NONE,
               edge(CFA_FAIL, CFA_NONE, CFA_NONE));
  edge_between(from, location(), assume(condition, false));
}

static void calling(void) {
  uint32_t arguments[2] = {expression(32, 1), some_pointer()};
  if (draw(3))
    call_with(words[3], 1 + draw(helpers), CFA_NONE, 2, arguments);
  else
    call_with(global_words[1], 1 + draw(helpers), CFA_NONE, 2, arguments);
}

static void odd_statement(uint32_t v) {
  switch (draw(9)) {
  case 0:
    input(v);
    break;
  case 1:
    if (made.variables.at[v].function != CFA_NONE)
      then(edge(CFA_HAVOC, v, CFA_NONE));
    break;
  case 2:
    failing();
    break;
  case 3:
    allocate(pointers[0], BLOCK, draw(2) ? CFA_CALLOC : CFA_MALLOC);
    break;
  case 4:
    if (draw(4) == 0)
      release(value_of(pointers[0]));
    break;
  case 5:
    copy(some_pointer(), some_pointer(), 1 + draw(8));
    break;
  case 6:
    if (block_of_bytes != CFA_NONE)
      then(edge(CFA_HAVOC, block_of_bytes, CFA_NONE));
    break;
  default:
    then(assume(apply(BITS_EQ, 1, expression(8, 1), number(8, draw(256))),
                false));
  }
}

static void statement(int depth) {
  uint32_t v = words[draw(WORDS + GLOBALS)];
  switch (draw(is_odd ? 13 : 12)) {
  case 0:
  case 1:
    store(some_place(), expression(draw(4) ? 8u << draw(4) : 12u, 2));
    break;
  case 2:
    set(pointers[draw(POINTERS + 1)],
        draw(is_odd ? 6 : 1000) ? some_pointer() : some_place());
    break;
  case 3:
    store(some_entry(), is_odd && !draw(8) ? null_pointer() : some_pointer());
    break;
  case 4:
    set(pointers[draw(POINTERS)], load_pointer(some_entry()));
    break;
  case 5:
    if (helpers && draw(2))
      calling();
    break;
  case 6:
  case 7:
    if (depth > 0)
      looping(depth);
    break;
  case 8:
    if (depth > 0)
      branching(depth, expression(1, 2));
    break;
  case 12:
    odd_statement(v);
    break;
  default:
    set(v, expression(width_of(v), 3));
  }
}

static void statements(int depth, int count) {
  for (int i = 0; i < count; i++)
    statement(depth);
}

static void variables_of_function(bool has_block) {
  static const unsigned widths[WORDS] = {8, 16, 1, 32, 64, 32, 12, 33};
  char name[16];
  for (int i = 0; i < WORDS; i++) {
    snprintf(name, sizeof name, "w%d", i);
    words[i] = local_word(name, widths[i]);
  }
  memcpy(words + WORDS, global_words, sizeof global_words);
  for (int i = 0; i < POINTERS; i++)
    pointers[i] = local_pointer(i ? "p1" : "p0");
  pointers[POINTERS] = global_pointer;
  for (int i = 0; i < 3; i++)
    counters[i] = local_word("counter", 16);
  block_of_bytes = has_block ? local_object("block", BLOCK) : CFA_NONE;
}

static void begin_variables(void) {
  for (int i = 0; i < WORDS; i++)
    if (!is_odd || draw(8))
      set(words[i],
          number(width_of(words[i]), bits_cut(draw(200), width_of(words[i]))));
  for (int i = 0; i < POINTERS; i++)
    set(pointers[i], address_of(global_block, 8 * (int)draw(2)));
  for (int i = 0; here() > HELPERS && i < BLOCK; i += 8)
    store(address_of(table, i), address_of(global_block, i / 2));
  for (unsigned i = 0; block_of_bytes != CFA_NONE && i < BLOCK; i += 8)
    if (!is_odd || draw(4))
      store(address_of(block_of_bytes, i), number(64, draw(1000)));
}

/* An input decides something, so that there is a way back. */
static void decide_by_input(void) {
  uint32_t v = words[0];
  input(v);
  helpers = 0;
  branching(1, apply(BITS_ULT, 1, value_of(v), number(width_of(v), draw(200))));
  helpers = HELPERS;
  set(v, number(width_of(v), draw(200)));
}

/* main, helpers, each of which calls earlier ones, then functions to run. */
static void random_program(uint32_t many) {
  char name[16];
  made_begin(draw(4) ? 64 : 32);
  global_block = global_object("global", BLOCK);
  constant_block = global_object("constant", BLOCK);
  table = global_object("table", BLOCK);
  made.variables.at[constant_block].is_constant = true;
  static const unsigned widths[GLOBALS] = {8, 32, 64};
  for (int i = 0; i < GLOBALS; i++)
    global_words[i] = global_word("word", widths[i]);
  global_pointer = global_word("pointer", made.pointer_bits);
  made.variables.at[global_pointer].is_pointer = true;
  made.globals = 4 + GLOBALS;
  function("main", 32);
  give(number(32, 0));
  for (uint32_t i = 0; i < HELPERS + many; i++) {
    bool is_helper = i < HELPERS;
    is_odd = is_helper ? draw(3) == 0 : draw(2);
    snprintf(name, sizeof name, "f%u", (unsigned)i);
    function(name, 32);
    uint32_t a = CFA_NONE, p = CFA_NONE;
    if (is_helper) {
      a = parameter(local_word("a", 32));
      p = parameter(local_pointer("p"));
    }
    helpers = is_helper ? i : HELPERS;
    variables_of_function(is_helper ? draw(3) == 0 : draw(2));
    begin_variables();
    if (is_helper) {
      set(words[5], value_of(a));
      set(pointers[1], value_of(p));
    }
    if (is_helper)
      statements(1, 3 + (int)draw(3));
    else {
      if (draw(2))
        decide_by_input();
      looping(2);
      statements(2, 3 + (int)draw(3));
      if (is_odd)
        failing();
    }
    give(expression(32, 2));
  }
  order_branches();
  cfa_finish(&job, &made);
}

#endif
