/* What the expressions of an edge are, in a state. */
#include "engine/formula/inside.h"

#include "base/mutant.h"

static const char is_lost[] = "a value that has lost its meaning: a part of a "
                              "pointer, or a pointer to too many objects";
static const char arithmetic[] = "arithmetic on the address of an object";

/* The order of evaluation */

static void add_roots(formula *f, const cfa_edge *e, uint32_t *out,
                      uint32_t *count) {
  const uint32_t named[3] = {e->a, e->b, e->c};
  *count = 0;
  for (size_t i = 0; i < 3; i++)
    if (named[i] != CFA_NONE && (e->kind != CFA_CALL || i == 0))
      out[(*count)++] = named[i];
  if (e->kind == CFA_CALL)
    for (uint32_t i = 0; i < e->arguments; i++)
      out[(*count)++] = f->p->arguments.at[e->first_argument + i];
}

/* Operands from left to right, each expression once. */
static void order_below(formula *f, uint32_t root, formula_code *code,
                        size_t *room) {
  vec(uint32_t) work = {0};
  vec_push(f->m, &work, root);
  while (work.count) {
    uint32_t x = vec_last(&work), operands[3], next = CFA_NONE;
    size_t n = cfa_operands(&f->p->expressions.at[x], operands);
    for (size_t i = 0; i < n && next == CFA_NONE; i++)
      if (f->stamps[operands[i]] != f->stamp)
        next = operands[i];
    if (next != CFA_NONE) {
      vec_push(f->m, &work, next);
      continue;
    }
    (void)vec_pop(&work);
    if (f->stamps[x] == f->stamp)
      continue;
    f->stamps[x] = f->stamp;
    if (code->count == *room) {
      *room = 2 * *room + 4;
      code->at = mem_resize(f->m, code->at, *room * sizeof *code->at);
    }
    code->at[code->count++] = x;
  }
  vec_free(f->m, &work);
}

static const formula_code *code_of(formula *f, uint32_t edge) {
  formula_code *code = &f->codes[edge];
  if (code->at)
    return code;
  const cfa_edge *e = &f->p->edges.at[edge];
  uint32_t *roots = mem_array(f->m, 4 + (size_t)e->arguments, sizeof *roots);
  uint32_t count;
  size_t room = 4;
  code->at = mem_array(f->m, room, sizeof *code->at);
  add_roots(f, e, roots, &count);
  f->stamp++;
  for (uint32_t i = 0; i < count; i++)
    order_below(f, roots[i], code, &room);
  mem_free(f->m, roots);
  return code;
}

/* Words */

static bool divisor_is_good(formula *f, const cfa_expression *x, term a, term b,
                            term when) {
  unsigned w = x->width;
  term bad = formula_op(f, BITS_EQ, 1, b, terms_constant(f->terms, w, 0));
  if (x->op == BITS_SDIV || x->op == BITS_SREM)
    bad = formula_or(
        f, bad,
        terms_and(
            f->terms,
            formula_op(f, BITS_EQ, 1, a,
                       terms_constant(f->terms, w, UINT64_C(1) << (w - 1))),
            formula_op(f, BITS_EQ, 1, b,
                       terms_constant(f->terms, w, bits_mask(w)))));
  return formula_assume(f, terms_not(f->terms, terms_and(f->terms, when, bad)));
}

static term shift(formula *f, const cfa_expression *x, term a, term b,
                  term when) {
  term shifted = formula_op(f, x->op, x->width, a, b);
  term width = terms_constant(f->terms, x->width, x->width);
  if (terms_at(f->terms, width)->value != x->width)
    return shifted; /* of one bit: no amount is too large */
  term bad = terms_and(f->terms, when, formula_op(f, BITS_ULE, 1, width, b));
  if (bad == f->no)
    return shifted;
  cfa_input like = {
      .kind = CFA_INPUT_SHIFT, .name = CFA_NONE, .width = x->width};
  term in = formula_take_input(f, &like, bad);
  return terms_apply(f->terms, BITS_ITE, x->width, bad, in, shifted);
}

static bool words(formula *f, const cfa_expression *x, term a, term b,
                  term when, formula_value *out) {
  bits_op op = x->op;
  switch (op) {
  case BITS_UDIV:
  case BITS_SDIV:
  case BITS_UREM:
  case BITS_SREM:
    if (!divisor_is_good(f, x, a, b, when))
      return false;
    break;
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    *out = formula_plain(shift(f, x, a, b, when));
    return true;
  case BITS_FREM: /* the solver has no such operator */
    if (!(terms_is_constant(f->terms, a) && terms_is_constant(f->terms, b)))
      return formula_lost(f, when, "the remainder of a floating-point number");
    break;
  default:
    break;
  }
  if (MUTANT("formula-signed-unsigned") && op == BITS_SLT)
    op = BITS_ULT;
  *out = formula_plain(formula_op(f, op, x->width, a, b));
  return true;
}

/* Addresses */

static term comparison_input(formula *f, term when) {
  cfa_input like = {.kind = CFA_INPUT_COMPARISON, .name = CFA_NONE, .width = 1};
  return formula_take_input(f, &like, when);
}

/* To no byte of a live object: it may equal a pointer to something else. */
static term is_outside(formula *f, formula_value v) {
  const formula_object *o = &f->objects.at[v.object];
  assert(v.object < f->state->blocks.count);
  term alive = f->state->blocks.at[v.object].alive;
  alive = alive ? alive : f->no;
  term end = terms_constant(f->terms, f->p->pointer_bits, o->size);
  return formula_or(f, terms_not(f->terms, alive),
                    formula_op(f, BITS_ULE, 1, end, v.bits));
}

static bool is_literal(const formula *f, formula_value v) {
  const formula_object *o = &f->objects.at[v.object];
  return o->kind == FORMULA_GLOBAL && cfa_is_literal(f->p, o->variable);
}

static bool equals_other(formula *f, formula_value a, formula_value b,
                         term when, formula_value *out) {
  term may = formula_or(f, is_outside(f, a), is_outside(f, b));
  if (is_literal(f, a) && is_literal(f, b)) {
    const term_node *x = terms_at(f->terms, a.bits);
    const term_node *y = terms_at(f->terms, b.bits);
    if (x->kind != TERM_CONSTANT || y->kind != TERM_CONSTANT)
      return formula_lost(f, when, "whether two string literals are one");
    if (may != f->yes &&
        cfa_literals_may_meet(f->p, f->objects.at[a.object].variable, x->value,
                              f->objects.at[b.object].variable, y->value))
      may = f->yes;
  }
  may = terms_and(f->terms, when, may);
  *out = formula_plain(
      may == f->no ? f->no
                   : terms_and(f->terms, may, comparison_input(f, may)));
  return true;
}

static bool compare(formula *f, const cfa_expression *x, formula_value a,
                    formula_value b, term when, formula_value *out) {
  if (a.object == b.object) {
    bits_op op = x->op == BITS_ULT   ? BITS_SLT
                 : x->op == BITS_ULE ? BITS_SLE
                                     : x->op;
    *out = formula_plain(formula_op(f, op, 1, a.bits, b.bits));
    return true;
  }
  if (x->op == BITS_EQ && a.object && b.object)
    return equals_other(f, a, b, when, out);
  if (x->op != BITS_EQ) {
    *out = formula_plain(comparison_input(f, when));
    return true;
  }
  /* A number that is an input may well be the address. */
  term word = a.object ? b.bits : a.bits;
  *out = formula_plain(f->no);
  return terms_is_constant(f->terms, word) ||
         formula_lost(f, when, "comparison of a pointer with a number");
}

/* Objects begin at multiples of 16. */
static bool mask(formula *f, const cfa_expression *x, formula_value a,
                 formula_value b, term when, formula_value *out) {
  formula_value p = a.object ? a : b, m = a.object ? b : a;
  if ((a.object && b.object) || !terms_is_constant(f->terms, m.bits))
    return formula_lost(f, when, arithmetic);
  uint64_t bits = terms_at(f->terms, m.bits)->value;
  bool clears = bits_cut(~bits, x->width) <= 15;
  if (bits > 15 && !clears)
    return formula_lost(f, when, arithmetic);
  out->object = clears ? p.object : 0;
  out->bits = formula_op(f, BITS_AND, x->width, p.bits, m.bits);
  return true;
}

static bool addresses(formula *f, const cfa_expression *x, formula_value a,
                      formula_value b, term when, formula_value *out) {
  switch (x->op) {
  case BITS_EQ:
  case BITS_ULT:
  case BITS_ULE:
  case BITS_SLT:
  case BITS_SLE:
    return compare(f, x, a, b, when, out);
  case BITS_ADD:
    if (a.object && b.object)
      break;
    out->object = a.object | b.object;
    out->bits = formula_op(f, BITS_ADD, x->width, a.bits, b.bits);
    return true;
  case BITS_SUB:
    if (b.object && a.object != b.object)
      break;
    out->object = b.object ? 0 : a.object;
    out->bits = formula_op(f, BITS_SUB, x->width, a.bits, b.bits);
    return true;
  case BITS_AND:
    return mask(f, x, a, b, when, out);
  default:
    break;
  }
  return formula_lost(f, when, arithmetic);
}

/* One way of each operand. False: it ends. */
static bool one_way(formula *f, const cfa_expression *x, formula_value a,
                    formula_value b, term when, formula_value *out) {
  if (a.object >= FORMULA_LOST || b.object >= FORMULA_LOST) {
    formula_lost(f, when, is_lost);
    return false;
  }
  uint64_t before = f->ends.count;
  bool goes_on = (a.object | b.object) ? addresses(f, x, a, b, when, out)
                                       : words(f, x, a.bits, b.bits, when, out);
  return goes_on && f->ends.count == before;
}

/* Every way of the operands. */
static bool combine(formula *f, const cfa_expression *x, formula_value a,
                    formula_value b, formula_value *out) {
  formula_alternative as[FORMULA_MOST_WAYS], bs[FORMULA_MOST_WAYS];
  size_t m = formula_list_ways(f, a, as), n = formula_list_ways(f, b, bs);
  bool has_one = false;
  *out = formula_word(f, x->width, 0);
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++) {
      term when = terms_and(f->terms, as[i].guard, bs[j].guard);
      formula_value v = {TERM_NONE, FORMULA_LOST};
      if (when == f->no || !one_way(f, x, as[i].value, bs[j].value, when, &v))
        continue;
      *out = has_one ? formula_choose(f, when, v, *out) : v;
      has_one = true;
    }
  return formula_assume(f, f->yes);
}

static bool apply(formula *f, const cfa_expression *x, formula_value *out) {
  formula_value a = f->values[x->a];
  if (x->op == BITS_ITE) {
    if (a.object)
      return formula_lost(f, f->yes, arithmetic);
    *out = formula_choose(f, a.bits, f->values[x->b], f->values[x->c]);
    return true;
  }
  if (bits_operands(x->op) > 1) {
    formula_value b = f->values[x->b];
    if (a.object || b.object)
      return combine(f, x, a, b, out);
    return words(f, x, a.bits, b.bits, f->yes, out);
  }
  if (a.object)
    return formula_lost(f, f->yes, arithmetic);
  *out = formula_plain(
      terms_apply(f->terms, x->op, x->width, a.bits, TERM_NONE, TERM_NONE));
  return true;
}

static bool read_scalar(formula *f, uint32_t variable, formula_value *out) {
  const cfa_variable *v = &f->p->variables.at[variable];
  uint32_t at =
      v->function == CFA_NONE ? v->slot : f->p->global_scalars + v->slot;
  assert(at < f->state->scalar_count);
  formula_value *scalar = &f->state->scalars[at];
  term unset = formula_unset(f, *scalar);
  if (unset != f->no) {
    cfa_input like = {.kind = CFA_INPUT_UNINITIALISED,
                      .name = v->name,
                      .width = v->width,
                      .is_pointer = v->is_pointer};
    term in = formula_take_input(f, &like, unset);
    *scalar = formula_choose(f, unset, formula_plain(in), *scalar);
  }
  *out = *scalar;
  return true;
}

static formula_value address_of(formula *f, const cfa_expression *x) {
  const cfa_variable *v = &f->p->variables.at[x->a];
  uint32_t object =
      v->function == CFA_NONE
          ? f->global_objects[v->slot]
          : f->frames.at[vec_last(&f->calls).first_frame + v->slot];
  return (formula_value){
      terms_constant(f->terms, x->width, bits_cut(x->value, x->width)), object};
}

static bool to_integer(formula *f, const cfa_expression *x,
                       formula_value *out) {
  formula_value a = f->values[x->a];
  unsigned from = f->p->pointer_bits;
  *out = a;
  if (x->width == from)
    return true;
  if (a.object)
    return formula_lost(f, f->yes, arithmetic);
  *out = formula_plain(terms_apply(f->terms,
                                   x->width > from ? BITS_ZEXT : BITS_TRUNC,
                                   x->width, a.bits, TERM_NONE, TERM_NONE));
  return true;
}

static bool evaluate(formula *f, uint32_t expression, formula_value *out) {
  const cfa_expression *x = &f->p->expressions.at[expression];
  cfa_expression sum;
  switch (x->kind) {
  case CFA_CONSTANT:
    *out = formula_word(f, x->width, x->value);
    return true;
  case CFA_VARIABLE:
    return read_scalar(f, x->a, out);
  case CFA_ADDRESS:
    *out = address_of(f, x);
    return true;
  case CFA_FUNCTION:
    *out = (formula_value){terms_constant(f->terms, f->p->pointer_bits, 0),
                           f->functions[x->a]};
    return true;
  case CFA_LOAD:
    return formula_load(f, f->values[x->a], x->width, x->is_pointer, out);
  case CFA_APPLY:
    return apply(f, x, out);
  case CFA_OFFSET:
    sum = *x;
    sum.op = BITS_ADD;
    return combine(f, &sum, f->values[x->a], f->values[x->b], out);
  case CFA_TO_INTEGER:
    return to_integer(f, x, out);
  case CFA_TO_POINTER:
    *out = f->values[x->a];
    return true;
  case CFA_GHOST:
    break;
  }
  return formula_lost(f, f->yes, "an expression of invariants");
}

bool formula_evaluate(formula *f, uint32_t edge) {
  const formula_code *code = code_of(f, edge);
  for (uint32_t i = 0; i < code->count; i++) {
    formula_value v;
    if (!evaluate(f, code->at[i], &v))
      return false;
    f->values[code->at[i]] = v;
  }
  return true;
}

formula_value formula_constant(formula *f, uint32_t expression) {
  formula_code code = {.at = mem_array(f->m, 4, sizeof *code.at)};
  size_t room = 4;
  formula_value v = {TERM_NONE, FORMULA_LOST};
  f->stamp++;
  order_below(f, expression, &code, &room);
  for (uint32_t i = 0; i < code.count; i++)
    if (evaluate(f, code.at[i], &v))
      f->values[code.at[i]] = v;
  mem_free(f->m, code.at);
  return v;
}
