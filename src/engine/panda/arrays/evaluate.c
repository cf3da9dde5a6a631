/* Conditions that read memory, as terms: in the present state, or in the one in
 * which a loop's invariant was assumed. */
#include "engine/panda/arrays/arrays.h"

#include <assert.h>

enum { MOST_DEPTH = 40, MOST_CLOSED = 64 /* cells */ };

static const arrays_seen *seen(const concolic *k, const arrays_fact *f,
                               arrays_what what, uint32_t number) {
  for (size_t i = f->first; i < f->first + f->count; i++) {
    const arrays_seen *s = &k->arrays->seen.at[i];
    if (s->what == what && s->number == number)
      return s;
  }
  return NULL;
}

bool arrays_scalar(concolic *k, const arrays_scope *s, uint32_t v, value *out) {
  assert(v < k->p->variables.count);
  const cfa_variable *x = &k->p->variables.at[v];
  if (s->fact) {
    const arrays_seen *then = seen(k, s->fact, ARRAYS_SCALAR, v);
    if (then)
      *out = then->v;
    return then != NULL;
  }
  uint32_t r = x->function == CFA_NONE
                   ? (k->code->constants + x->slot) | CODE_GLOBAL
                   : x->slot;
  *out = *concolic_register(k, r);
  if (out->object == VALUE_UNINITIALISED && s->may_make_input)
    *out = concolic_first_read(k, r, x->width, x->is_pointer);
  return out->object != VALUE_UNINITIALISED;
}

bool arrays_address(concolic *k, const arrays_scope *s, uint32_t v,
                    value *out) {
  assert(v < k->p->variables.count);
  const cfa_variable *x = &k->p->variables.at[v];
  if (s->fact) {
    const arrays_seen *then = seen(k, s->fact, ARRAYS_ADDRESS, v);
    if (then)
      *out = then->v;
    return then != NULL;
  }
  uint32_t own =
      x->function == CFA_NONE ? 0 : k->p->functions.at[x->function].scalars;
  *out = x->function == CFA_NONE
             ? (value){0, TERM_NONE, k->code->first_global_object + x->slot}
             : k->frame[own + x->slot];
  return true;
}

uint32_t arrays_head_of(concolic *k, const arrays_scope *s, uint32_t id,
                        unsigned bytes) {
  if (s->fact) {
    const arrays_seen *then = seen(k, s->fact, ARRAYS_HEAD, id);
    return then ? then->v.object : 0;
  }
  const object *o = &k->objects.at[id];
  if (!arrays_open(k, id, bytes) && o->size > MOST_CLOSED * bytes &&
      arrays_are_allowed(k))
    arrays_want_writers(k, id);
  return k->objects.at[id].open;
}

term arrays_in_bounds(concolic *k, const object *o, term offset,
                      uint64_t count) {
  terms *t = k->terms;
  unsigned w = k->p->pointer_bits;
  if (o->size_term) {
    term n = terms_constant(t, w, count);
    term fits = terms_apply(t, BITS_ULE, 1, n, o->size_term, TERM_NONE);
    term last = terms_apply(t, BITS_SUB, w, o->size_term, n, TERM_NONE);
    return terms_and(t, fits,
                     terms_apply(t, BITS_ULE, 1, offset, last, TERM_NONE));
  }
  if (count > o->size)
    return terms_constant(t, 1, 0);
  return terms_apply(t, BITS_ULE, 1, offset,
                     terms_constant(t, w, o->size - count), TERM_NONE);
}

static bool evaluate_load(concolic *k, arrays_scope *s, const cfa_expression *e,
                          value at, value *out) {
  unsigned bytes = (e->width + 7U) / 8;
  if (!at.object || e->is_pointer)
    return false;
  const object *o = &k->objects.at[at.object];
  uint32_t id = at.object;
  if (!o->is_alive || o->kind == OBJECT_FUNCTION || o->kind == OBJECT_ARGUMENT)
    return false;
  at.object = 0;
  term offset = concolic_term(k, at, k->p->pointer_bits);
  term good = arrays_in_bounds(k, o, offset, bytes);
  s->valid = terms_and(k->terms, s->valid, good);
  if (terms_is_constant(k->terms, good) && !terms_at(k->terms, good)->value) {
    *out = value_word(0); /* whatever: it is not valid */
    return true;
  }
  uint32_t head = arrays_head_of(k, s, id, bytes);
  if (head) {
    if (!arrays_value(k, head, offset, bytes, false, out))
      return false;
  } else {
    if (s->fact || at.term || !concolic_is_wordy(k, id, at.bits, bytes) ||
        !concolic_read(k, id, at.bits, 8 * bytes, false, out))
      return false;
  }
  if (out->object)
    return false;
  if (e->width % 8)
    *out = concolic_value(k, terms_extract(k->terms, 0, e->width,
                                           concolic_term(k, *out, 8 * bytes)));
  return true;
}

/* What is undefined for some operands has no place in a candidate. */
static bool is_total(const cfa *p, const cfa_expression *e) {
  const cfa_expression *b = e->b == CFA_NONE ? NULL : &p->expressions.at[e->b];
  switch (e->op) {
  case BITS_UDIV:
  case BITS_UREM:
    return b->kind == CFA_CONSTANT && b->value != 0;
  case BITS_SDIV:
  case BITS_SREM:
    return b->kind == CFA_CONSTANT && b->value != 0 &&
           b->value != bits_mask(e->width);
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    return b->kind == CFA_CONSTANT && b->value < e->width;
  default:
    return true;
  }
}

static bool offset(concolic *k, value a, value b, value *out) {
  unsigned w = k->p->pointer_bits;
  uint32_t to = a.object;
  a.object = 0;
  if (b.object)
    return false;
  *out = concolic_value(k, terms_apply(k->terms, BITS_ADD, w,
                                       concolic_term(k, a, w),
                                       concolic_term(k, b, w), TERM_NONE));
  out->object = to;
  return true;
}

static bool apply(concolic *k, const cfa_expression *e, const value *v,
                  const uint32_t *operands, size_t n, value *out) {
  term t[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  if (!is_total(k->p, e))
    return false;
  for (size_t i = 0; i < n; i++) {
    if (v[i].object)
      return false;
    t[i] = concolic_term(k, v[i], k->p->expressions.at[operands[i]].width);
  }
  *out = concolic_value(
      k, terms_apply(k->terms, e->op, e->width, t[0], t[1], t[2]));
  return true;
}

bool arrays_evaluate(concolic *k, arrays_scope *s, uint32_t x, int depth,
                     value *out) {
  assert(x < k->p->expressions.count);
  const cfa_expression *e = &k->p->expressions.at[x];
  uint32_t operands[3];
  value v[3];
  if (depth > MOST_DEPTH)
    return false;
  switch (e->kind) {
  case CFA_CONSTANT:
    *out = value_word(e->value);
    return true;
  case CFA_VARIABLE:
    return arrays_scalar(k, s, e->a, out);
  case CFA_ADDRESS:
    if (!arrays_address(k, s, e->a, out))
      return false;
    out->bits = (out->bits + e->value) & bits_mask(k->p->pointer_bits);
    return true;
  case CFA_GHOST:
    *out = concolic_value(k, s->index);
    return s->index != TERM_NONE && e->value == CFA_GHOST_INDEX;
  case CFA_FUNCTION:
  case CFA_TO_INTEGER:
  case CFA_TO_POINTER:
    return false;
  default:
    break;
  }
  size_t n = cfa_operands(e, operands);
  for (size_t i = 0; i < n; i++)
    if (!arrays_evaluate(k, s, operands[i], depth + 1, &v[i]))
      return false;
  if (e->kind == CFA_LOAD)
    return evaluate_load(k, s, e, v[0], out);
  if (e->kind == CFA_OFFSET)
    return offset(k, v[0], v[1], out);
  return apply(k, e, v, operands, n, out);
}

term arrays_condition(concolic *k, arrays_scope *s, const array_candidate *c) {
  outcome before = k->outcome;
  value bound = value_word(1), body;
  s->valid = terms_constant(k->terms, 1, 1);
  bool is_known =
      (c->bound == CFA_NONE || arrays_evaluate(k, s, c->bound, 0, &bound)) &&
      arrays_evaluate(k, s, c->body, 0, &body);
  k->outcome = before;
  if (!is_known)
    return TERM_NONE;
  term good = terms_and(k->terms, s->valid, concolic_term(k, body, 1));
  return terms_implies(k->terms, concolic_term(k, bound, 1), good);
}
