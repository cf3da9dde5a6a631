/* Conditions that read memory, as terms: in the present state, or in the one in
 * which a loop's invariant was assumed. */
#include "engine/panda/arrays/arrays.h"

#include <assert.h>

enum { MOST_DEPTH = 40, MOST_CLOSED = 64 /* cells */ };

static const arrays_seen *seen(const concolic *engine, const arrays_fact *fact,
                               arrays_what what, uint32_t number) {
  for (size_t i = fact->first; i < fact->first + fact->count; i++) {
    const arrays_seen *s = &engine->arrays->seen.at[i];
    if (s->what == what && s->number == number)
      return s;
  }
  return NULL;
}

bool arrays_scalar(concolic *engine, const arrays_scope *scope, uint32_t v,
                   value *out) {
  assert(v < engine->p->variables.count);
  const cfa_variable *variable = &engine->p->variables.at[v];
  if (scope->fact) {
    const arrays_seen *then = seen(engine, scope->fact, ARRAYS_SCALAR, v);
    if (then)
      *out = then->v;
    return then != NULL;
  }
  uint32_t r = variable->function == CFA_NONE
                   ? (engine->code->constants + variable->slot) | CODE_GLOBAL
                   : variable->slot;
  *out = *concolic_register(engine, r);
  if (out->object == VALUE_UNINITIALISED && scope->may_make_input)
    *out =
        concolic_first_read(engine, r, variable->width, variable->is_pointer);
  return out->object != VALUE_UNINITIALISED;
}

bool arrays_address(concolic *engine, const arrays_scope *scope, uint32_t v,
                    value *out) {
  assert(v < engine->p->variables.count);
  const cfa_variable *variable = &engine->p->variables.at[v];
  if (scope->fact) {
    const arrays_seen *then = seen(engine, scope->fact, ARRAYS_ADDRESS, v);
    if (then)
      *out = then->v;
    return then != NULL;
  }
  uint32_t own = variable->function == CFA_NONE
                     ? 0
                     : engine->p->functions.at[variable->function].scalars;
  *out = variable->function == CFA_NONE
             ? (value){0, TERM_NONE,
                       engine->code->first_global_object + variable->slot}
             : engine->frame[own + variable->slot];
  return true;
}

uint32_t arrays_head_of(concolic *engine, const arrays_scope *scope,
                        uint32_t id, unsigned bytes) {
  if (scope->fact) {
    const arrays_seen *then = seen(engine, scope->fact, ARRAYS_HEAD, id);
    return then ? then->v.object : 0;
  }
  const object *o = &engine->objects.at[id];
  if (!arrays_open(engine, id, bytes) && o->size > MOST_CLOSED * bytes &&
      arrays_are_allowed(engine))
    arrays_want_writers(engine, id);
  return engine->objects.at[id].open;
}

term arrays_in_bounds(concolic *engine, const object *o, term offset,
                      uint64_t count) {
  terms *t = engine->terms;
  unsigned w = engine->p->pointer_bits;
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

/* Of an object whose bytes are known by their places. */
static bool load_closed(concolic *engine, const cfa_expression *expression,
                        value at, uint32_t id, value *out) {
  unsigned bytes = (expression->width + 7U) / 8;
  if (at.term)
    return false;
  if (expression->is_pointer)
    return concolic_is_pointer(engine, id, at.bits) &&
           concolic_read(engine, id, at.bits, expression->width, true, out);
  return concolic_is_wordy(engine, id, at.bits, bytes) &&
         concolic_read(engine, id, at.bits, 8 * bytes, false, out);
}

/* A field at a fixed place, and not an element. */
static bool is_field(const concolic *engine, const object *o, value at) {
  return !at.term && !o->open && !arrays_wants(engine, o);
}

static bool evaluate_load(concolic *engine, arrays_scope *scope,
                          const cfa_expression *expression, value at,
                          value *out) {
  unsigned bytes = (expression->width + 7U) / 8;
  if (!at.object)
    return false;
  const object *o = &engine->objects.at[at.object];
  uint32_t id = at.object;
  if (!o->is_alive || o->kind == OBJECT_FUNCTION || o->kind == OBJECT_ARGUMENT)
    return false;
  at.object = 0;
  term offset = concolic_term(engine, at, engine->p->pointer_bits);
  term good = arrays_in_bounds(engine, o, offset, bytes);
  scope->valid = terms_and(engine->terms, scope->valid, good);
  if (terms_is_constant(engine->terms, good) &&
      !terms_at(engine->terms, good)->value) {
    *out = value_word(0); /* whatever: it is not valid */
    return true;
  }
  bool is_closed = expression->is_pointer || is_field(engine, o, at);
  if (is_closed && (scope->fact || o->open))
    return false;
  uint32_t head = is_closed ? 0 : arrays_head_of(engine, scope, id, bytes);
  if (head) {
    if (!arrays_value(engine, head, offset, bytes, false, out))
      return false;
  } else {
    if (scope->fact || !load_closed(engine, expression, at, id, out))
      return false;
    if (expression->is_pointer)
      return true;
  }
  if (out->object)
    return false;
  if (expression->width % 8)
    *out = concolic_value(
        engine, terms_extract(engine->terms, 0, expression->width,
                              concolic_term(engine, *out, 8 * bytes)));
  return true;
}

/* What is undefined for some operands has no place in a candidate. */
static bool is_total(const cfa *automaton, const cfa_expression *e) {
  const cfa_expression *b =
      e->b == CFA_NONE ? NULL : &automaton->expressions.at[e->b];
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

static bool offset(concolic *engine, value a, value b, value *out) {
  unsigned w = engine->p->pointer_bits;
  uint32_t to = a.object;
  a.object = 0;
  if (b.object)
    return false;
  *out = concolic_value(engine,
                        terms_apply(engine->terms, BITS_ADD, w,
                                    concolic_term(engine, a, w),
                                    concolic_term(engine, b, w), TERM_NONE));
  out->object = to;
  return true;
}

static bool apply(concolic *engine, const cfa_expression *expression,
                  const value *v, const uint32_t *operands, size_t n,
                  value *out) {
  term t[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  if (!is_total(engine->p, expression))
    return false;
  for (size_t i = 0; i < n; i++) {
    if (v[i].object)
      return false;
    t[i] = concolic_term(engine, v[i],
                         engine->p->expressions.at[operands[i]].width);
  }
  *out =
      concolic_value(engine, terms_apply(engine->terms, expression->op,
                                         expression->width, t[0], t[1], t[2]));
  return true;
}

bool arrays_evaluate(concolic *engine, arrays_scope *scope, uint32_t x,
                     int depth, value *out) {
  assert(x < engine->p->expressions.count);
  const cfa_expression *expression = &engine->p->expressions.at[x];
  uint32_t operands[3];
  value v[3];
  if (depth > MOST_DEPTH)
    return false;
  if (expression->kind == CFA_LOAD && scope->fact) {
    const arrays_seen *then = seen(engine, scope->fact, ARRAYS_LOADED, x);
    if (then) {
      *out = then->v;
      return true;
    }
  }
  switch (expression->kind) {
  case CFA_CONSTANT:
    *out = value_word(expression->value);
    return true;
  case CFA_VARIABLE:
    return arrays_scalar(engine, scope, expression->a, out);
  case CFA_ADDRESS:
    if (!arrays_address(engine, scope, expression->a, out))
      return false;
    out->bits =
        (out->bits + expression->value) & bits_mask(engine->p->pointer_bits);
    return true;
  case CFA_GHOST:
    *out = concolic_value(engine, scope->index);
    return scope->index != TERM_NONE && expression->value == CFA_GHOST_INDEX;
  case CFA_FUNCTION:
  case CFA_TO_INTEGER:
  case CFA_TO_POINTER:
    return false;
  default:
    break;
  }
  size_t n = cfa_operands(expression, operands);
  for (size_t i = 0; i < n; i++)
    if (!arrays_evaluate(engine, scope, operands[i], depth + 1, &v[i]))
      return false;
  if (expression->kind == CFA_LOAD)
    return evaluate_load(engine, scope, expression, v[0], out);
  if (expression->kind == CFA_OFFSET)
    return offset(engine, v[0], v[1], out);
  return apply(engine, expression, v, operands, n, out);
}

term arrays_condition(concolic *engine, arrays_scope *scope,
                      const array_candidate *c) {
  outcome before = engine->outcome;
  value bound = value_word(1), body;
  scope->valid = terms_constant(engine->terms, 1, 1);
  bool is_known = (c->bound == CFA_NONE ||
                   arrays_evaluate(engine, scope, c->bound, 0, &bound)) &&
                  arrays_evaluate(engine, scope, c->body, 0, &body);
  engine->outcome = before;
  if (!is_known)
    return TERM_NONE;
  term good =
      terms_and(engine->terms, scope->valid, concolic_term(engine, body, 1));
  return terms_implies(engine->terms, concolic_term(engine, bound, 1), good);
}
