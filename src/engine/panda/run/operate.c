/* Operators on words that depend on inputs, and on pointers. */
#include "engine/panda/run/concolic.h"

#include "base/mutant.h"

#include <assert.h>

static bool operate_put(concolic *engine, const instruction *i, value v) {
  concolic_put(engine, i->d, v);
  return true;
}

static bool put_term(concolic *engine, const instruction *i, term t) {
  return operate_put(engine, i, concolic_value(engine, t));
}

static unsigned width_of_a(const instruction *i) {
  switch (i->op) {
  case BITS_ITE:
    return 1;
  case BITS_CONCAT:
    return i->width - i->from;
  default:
    return i->from;
  }
}

static unsigned width_of_b(const instruction *i) {
  return i->op == BITS_ITE ? i->width : i->from;
}

/* C leaves it open what happens: the run ends there. */
static bool divisor_is_good(concolic *engine, const instruction *i, term a,
                            term b) {
  unsigned w = i->width;
  terms *t = engine->terms;
  term zero = terms_constant(t, w, 0);
  term good = terms_not(t, terms_apply(t, BITS_EQ, 1, b, zero, TERM_NONE));
  if (!concolic_assume(engine, good))
    return false;
  if (i->op != BITS_SDIV && i->op != BITS_SREM)
    return true;
  term least = terms_constant(t, w, UINT64_C(1) << (w - 1));
  term minus = terms_constant(t, w, bits_mask(w));
  term bad = terms_and(t, terms_apply(t, BITS_EQ, 1, a, least, TERM_NONE),
                       terms_apply(t, BITS_EQ, 1, b, minus, TERM_NONE));
  return concolic_assume(engine, terms_not(t, bad));
}

static bool shift(concolic *engine, const instruction *i, term a, term b) {
  terms *t = engine->terms;
  term width = terms_constant(t, i->width, i->width);
  bool is_good;
  /* A width that does not fit, as of one bit: no amount is too large. */
  if (terms_at(t, width)->value != i->width)
    is_good = true;
  else if (!concolic_decide(engine,
                            terms_apply(t, BITS_ULT, 1, b, width, TERM_NONE),
                            CFA_NONE, &is_good))
    return false;
  if (is_good)
    return put_term(engine, i,
                    terms_apply(t, i->op, i->width, a, b, TERM_NONE));
  cfa_input what = {
      .kind = CFA_INPUT_SHIFT, .name = CFA_NONE, .width = i->width};
  return operate_put(engine, i, concolic_input(engine, &what));
}

static bool words(concolic *engine, const instruction *i, value a, value b,
                  value c) {
  unsigned n = bits_operands((bits_op)i->op);
  term x = concolic_term(engine, a, width_of_a(i));
  term y = n > 1 ? concolic_term(engine, b, width_of_b(i)) : TERM_NONE;
  term z = n > 2 ? concolic_term(engine, c, i->width) : TERM_NONE;
  switch (i->op) {
  case BITS_UDIV:
  case BITS_SDIV:
  case BITS_UREM:
  case BITS_SREM:
    if (!divisor_is_good(engine, i, x, y))
      return false;
    break;
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    return shift(engine, i, x, y);
  case BITS_FREM: /* the solver has no such operator */
    return concolic_unsupported(
        engine, "the remainder of a floating-point number that is an input");
  default:
    break;
  }
  bits_op op = (bits_op)i->op;
  if (MUTANT("panda-signed-unsigned") && op == BITS_SLT)
    op = BITS_ULT;
  return put_term(engine, i, terms_apply(engine->terms, op, i->width, x, y, z));
}

/* Pointers, and words made from them. */

static bool comparison_is_open(concolic *engine, const instruction *i) {
  cfa_input what = {.kind = CFA_INPUT_COMPARISON, .name = CFA_NONE, .width = 1};
  return operate_put(engine, i, concolic_input(engine, &what));
}

/* To no byte of a live object: it may equal a pointer to something else. */
static bool is_outside(concolic *engine, value v, bool *answer) {
  assert(v.object < engine->objects.count);
  const object *o = &engine->objects.at[v.object];
  *answer = !o->is_alive || v.bits >= o->size;
  if (!o->is_alive || !v.term)
    return true;
  bool inside;
  term end = terms_constant(engine->terms, engine->p->pointer_bits, o->size);
  term is = terms_apply(engine->terms, BITS_ULT, 1, v.term, end, TERM_NONE);
  if (!concolic_decide(engine, is, CFA_NONE, &inside))
    return false;
  *answer = !inside;
  return true;
}

static const object *literal_of(const concolic *engine, value v) {
  assert(v.object < engine->objects.count);
  const object *o = &engine->objects.at[v.object];
  return o->kind == OBJECT_GLOBAL && cfa_is_literal(engine->p, o->variable)
             ? o
             : NULL;
}

static bool literals_meet(const concolic *engine, value a, value b) {
  const object *x = literal_of(engine, a), *y = literal_of(engine, b);
  return x && y &&
         cfa_literals_may_meet(engine->p, x->variable, a.bits, y->variable,
                               b.bits);
}

/* Pointers into different objects: equal only if C does not say otherwise. */
static bool equals_other(concolic *engine, const instruction *i, value a,
                         value b) {
  bool open;
  if (literal_of(engine, a) && literal_of(engine, b) && (a.term || b.term))
    return concolic_unsupported(
        engine, "whether two string literals are one, at an input's offset");
  if (literals_meet(engine, a, b))
    return comparison_is_open(engine, i);
  if (!is_outside(engine, a, &open) || (!open && !is_outside(engine, b, &open)))
    return false;
  return open ? comparison_is_open(engine, i)
              : operate_put(engine, i, value_word(0));
}

static bool compare(concolic *engine, const instruction *i, value a, value b) {
  unsigned w = engine->p->pointer_bits;
  if (a.object && a.object == b.object) {
    /* Offsets may be negative; addresses are in their order all the same. */
    uint8_t op = i->op == BITS_ULT   ? BITS_SLT
                 : i->op == BITS_ULE ? BITS_SLE
                                     : i->op;
    a.object = b.object = 0;
    return put_term(engine, i,
                    terms_apply(engine->terms, op, 1,
                                concolic_term(engine, a, w),
                                concolic_term(engine, b, w), TERM_NONE));
  }
  if (a.object && b.object)
    return i->op == BITS_EQ ? equals_other(engine, i, a, b)
                            : comparison_is_open(engine, i);
  value word = a.object ? b : a;
  if (i->op != BITS_EQ)
    return comparison_is_open(engine, i);
  /* A number that is an input may well be the address. */
  return word.term ? concolic_unsupported(
                         engine, "comparison of a pointer with a number")
                   : operate_put(engine, i, value_word(0));
}

static bool add(concolic *engine, const instruction *i, value a, value b) {
  unsigned w = i->width;
  uint32_t to = a.object;
  if (i->op == BITS_ADD && !a.object)
    to = b.object;
  else if (i->op == BITS_SUB && a.object == b.object)
    to = 0;
  else if (b.object)
    return concolic_unsupported(engine,
                                "arithmetic on the address of an object");
  a.object = b.object = 0;
  value v = concolic_value(
      engine, terms_apply(engine->terms, i->op, w, concolic_term(engine, a, w),
                          concolic_term(engine, b, w), TERM_NONE));
  v.object = to;
  return operate_put(engine, i, v);
}

/* Objects begin at multiples of 16: low bits of an address are those of the
 * offset. */
static bool mask(concolic *engine, const instruction *i, value a, value b) {
  value p = a.object ? a : b, m = a.object ? b : a;
  uint32_t to = p.object;
  if ((a.object && b.object) || m.term)
    return concolic_unsupported(engine,
                                "arithmetic on the address of an object");
  uint64_t all = bits_mask(i->width);
  if (m.bits <= 15)
    to = 0;
  else if ((m.bits | 15) != all)
    return concolic_unsupported(engine,
                                "arithmetic on the address of an object");
  p.object = m.object = 0;
  value v = concolic_value(
      engine, terms_apply(engine->terms, BITS_AND, i->width,
                          concolic_term(engine, p, i->width),
                          concolic_term(engine, m, i->width), TERM_NONE));
  v.object = to;
  return operate_put(engine, i, v);
}

static bool choose(concolic *engine, const instruction *i, value a, value b,
                   value c) {
  bool side = a.bits != 0;
  if (a.term && !concolic_decide(engine, a.term, CFA_NONE, &side))
    return false;
  return operate_put(engine, i, side ? b : c);
}

static bool pointers(concolic *engine, const instruction *i, value a, value b,
                     value c) {
  switch (i->op) {
  case BITS_ITE:
    return choose(engine, i, a, b, c);
  case BITS_EQ:
  case BITS_ULT:
  case BITS_ULE:
  case BITS_SLT:
  case BITS_SLE:
    return compare(engine, i, a, b);
  case BITS_ADD:
  case BITS_SUB:
    return add(engine, i, a, b);
  case BITS_AND:
    return mask(engine, i, a, b);
  default:
    return concolic_unsupported(engine,
                                "arithmetic on the address of an object");
  }
}

bool concolic_operate(concolic *engine, const instruction *i) {
  unsigned n = bits_operands((bits_op)i->op);
  /* Operands of a comparison are pointers if they say so themselves; only an
   * uninitialised one must be told. */
  bool p = i->flags & CODE_POINTER;
  value b = value_word(0), c = b;
  value a = concolic_get(engine, i->a, width_of_a(i), p && i->op != BITS_ITE);
  if (n > 1)
    b = concolic_get(engine, i->b, width_of_b(i), p);
  if (n > 2)
    c = concolic_get(engine, i->c, i->width, p);
  if (a.object | b.object | c.object)
    return pointers(engine, i, a, b, c);
  return words(engine, i, a, b, c);
}

bool concolic_offset(concolic *engine, const instruction *i) {
  unsigned w = engine->p->pointer_bits;
  value a = concolic_get(engine, i->a, w, true);
  value b = concolic_get(engine, i->b, w, false);
  if (b.object) {
    if (a.object)
      return concolic_unsupported(engine, "the sum of two addresses");
    value t = a;
    a = b;
    b = t;
  }
  if (!(a.term | b.term)) /* no term for each element of an array */
    return operate_put(
        engine, i, (value){bits_cut(a.bits + b.bits, w), TERM_NONE, a.object});
  uint32_t to = a.object;
  a.object = 0;
  value v = concolic_value(engine,
                           terms_apply(engine->terms, BITS_ADD, w,
                                       concolic_term(engine, a, w),
                                       concolic_term(engine, b, w), TERM_NONE));
  v.object = to;
  return operate_put(engine, i, v);
}

/* A pointer as a word, or the other way: the value stays what it is, if the
 * word is wide enough. */
bool concolic_convert(concolic *engine, const instruction *i) {
  value v = concolic_get(engine, i->a, i->from, i->op == CODE_TO_INTEGER);
  if (i->width == i->from)
    return operate_put(engine, i, v);
  if (v.object)
    return concolic_unsupported(engine, "an address cast to another width");
  bits_op op = i->width > i->from ? BITS_ZEXT : BITS_TRUNC;
  return put_term(engine, i,
                  terms_apply(engine->terms, op, i->width,
                              concolic_term(engine, v, i->from), TERM_NONE,
                              TERM_NONE));
}
