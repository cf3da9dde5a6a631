/* Loads and stores through pointers, allocation, copies: what must be in
 * bounds, and what happens where an offset depends on inputs. */
#include "engine/panda/arrays/arrays.h"
#include "engine/panda/lists/lists.h"

#include <assert.h>

enum {
  MOST_PLACES = 64,       /* that an access with an open offset may go to
                             at once; more are decided one by one */
  MOST_OBJECT = INT32_MAX /* bytes */
};

static bool counts(const concolic *engine, cfa_fault f) {
  unsigned check = f == CFA_FAULT_NULL ? CFA_CHECK_NULL
                   : f == CFA_FAULT_FREE || f == CFA_FAULT_DOUBLE_FREE
                       ? CFA_CHECK_FREE
                       : CFA_CHECK_BOUNDS;
  return (engine->options->checks & check) || !engine->options->presume_memory;
}

/* What nobody has initialised points nowhere, unless other files may have. */
static bool points_nowhere(const concolic *engine, value p) {
  for (uint32_t v = 0; v < engine->p->globals; v++)
    if (engine->p->variables.at[v].is_extern)
      return false;
  for (size_t i = 0; i < engine->input_terms.count; i++)
    if (engine->input_terms.at[i] == p.term)
      return engine->inputs.at[i].kind == CFA_INPUT_UNINITIALISED;
  return false;
}

/* Through a pointer into no object. An input may be any address: what is there
 * is not known, so that such runs must not be taken for wrong ones. */
bool concolic_no_object(concolic *engine, value p, cfa_fault f) {
  if (engine->lists && p.term) /* it may have been forgotten where it leads */
    engine->has_read_unknown_pointer = true;
  if (p.term && !points_nowhere(engine, p))
    return concolic_unsupported(engine,
                                "what a pointer that is an input leads to");
  return concolic_fault(engine, f);
}

/* Nodes that stand for several are taken apart before anything is decided. */
static bool opens_lists(concolic *engine, value p, uint64_t bytes) {
  return !engine->lists || lists_open(engine, p.object, p, bytes);
}

/* A live object, behind whose end nothing is read or written. */
static bool is_object(concolic *engine, value p, bool writes) {
  if (!p.object)
    return concolic_no_object(engine, p, CFA_FAULT_NULL);
  const object *o = &engine->objects.at[p.object];
  if (o->kind == OBJECT_ARGUMENT)
    return concolic_unsupported(engine, "the arguments of main");
  if (o->kind == OBJECT_FUNCTION)
    return concolic_fault(engine, CFA_FAULT_BOUNDS);
  if (!o->is_alive)
    return concolic_fault(engine, CFA_FAULT_DEAD);
  if (writes && o->is_constant)
    return concolic_fault(engine, CFA_FAULT_CONSTANT);
  return true;
}

/* 'count' bytes (> 0) from the pointer on are within the object. Where that
 * depends on inputs, runs that are not within are alternatives, unless they do
 * not count. */
static bool in_bounds(concolic *engine, value p, uint64_t count) {
  assert(p.object < engine->objects.count);
  const object *o = &engine->objects.at[p.object];
  /* How large it is, nobody knows. */
  if (o->kind == OBJECT_GLOBAL &&
      engine->p->variables.at[o->variable].is_extern &&
      (p.term || count > o->size || p.bits > o->size - count))
    return concolic_unsupported(engine, "an object that no file defines");
  if (!o->size_term && count > o->size)
    return concolic_fault(engine, CFA_FAULT_BOUNDS);
  if (!o->size_term && !p.term)
    return p.bits <= o->size - count ||
           concolic_fault(engine, CFA_FAULT_BOUNDS);
  p.object = 0;
  term good = arrays_in_bounds(
      engine, o, concolic_term(engine, p, engine->p->pointer_bits), count);
  if (!counts(engine, CFA_FAULT_BOUNDS)) {
    engine->statistics->presumed += !terms_is_constant(engine->terms, good);
    return concolic_assume(engine, good);
  }
  bool side;
  if (engine->options->checks & CFA_CHECK_BOUNDS)
    engine->error_side = 0;
  if (!concolic_decide(engine, good, CFA_NONE, &side))
    return false;
  return side || concolic_fault(engine, CFA_FAULT_BOUNDS);
}

/* Offsets that depend on inputs. */

/* How many low bits of x are certainly those of 'rest'? Looks only so deep. */
static unsigned certain_low_bits(const terms *t, term x, int depth,
                                 uint64_t *rest) {
  const term_node *n = terms_at(t, x);
  *rest = 0;
  if (n->kind == TERM_CONSTANT) {
    *rest = n->value;
    return n->width;
  }
  if (n->kind != TERM_APPLY || depth == 8)
    return 0;
  const term_node *c = n->b ? terms_at(t, n->b) : NULL;
  bool by_constant = c && c->kind == TERM_CONSTANT;
  uint64_t more;
  unsigned low, other;
  switch (n->op) {
  case BITS_SHL:
    return !by_constant ? 0
                        : (unsigned)(c->value < n->width ? c->value : n->width);
  case BITS_MUL:
    return !by_constant ? 0 : c->value ? base_lowest_bit(c->value) : n->width;
  case BITS_ZEXT:
  case BITS_SEXT:
    return certain_low_bits(t, n->a, depth + 1, rest);
  case BITS_CONCAT:
    return certain_low_bits(t, n->b, depth + 1, rest);
  case BITS_ADD:
    low = certain_low_bits(t, n->a, depth + 1, rest);
    other = certain_low_bits(t, n->b, depth + 1, &more);
    *rest += more;
    return low < other ? low : other;
  default:
    return 0;
  }
}

unsigned concolic_low_bits(const terms *t, term x, uint64_t *rest) {
  return certain_low_bits(t, x, 0, rest);
}

/* The offsets that an access of 'bytes' can have: first, every 'step', and how
 * many of them. */
typedef struct places {
  uint64_t first, step, count;
} places;

static places places_of(const concolic *engine, value p, unsigned bytes) {
  assert(p.object < engine->objects.count);
  uint64_t rest;
  unsigned low = certain_low_bits(engine->terms, p.term, 0, &rest);
  low = low > 20 ? 20 : low;
  places x = {.step = UINT64_C(1) << low};
  x.first = rest & (x.step - 1);
  uint64_t last = engine->objects.at[p.object].size - bytes;
  x.count = last < x.first ? 0 : (last - x.first) / x.step + 1;
  return x;
}

/* Can all of them be read as words, so that one term says it all? */
static bool can_be_open(const concolic *engine, value p, const places *x,
                        unsigned bytes) {
  if (!x->count || x->count > MOST_PLACES)
    return false;
  for (uint64_t i = 0; i < x->count; i++)
    if (!concolic_is_wordy(engine, p.object, x->first + i * x->step, bytes))
      return false;
  return true;
}

static term is_at(concolic *engine, value p, uint64_t offset) {
  term o = terms_constant(engine->terms, engine->p->pointer_bits, offset);
  return terms_apply(engine->terms, BITS_EQ, 1, p.term, o, TERM_NONE);
}

static bool load_open(concolic *engine, const instruction *i, value p,
                      const places *x) {
  term all = TERM_NONE;
  for (uint64_t n = x->count; n-- > 0;) {
    uint64_t offset = x->first + n * x->step;
    value v;
    if (!concolic_read(engine, p.object, offset, i->width, false, &v))
      return false;
    term t = concolic_term(engine, v, i->width);
    all = all ? terms_apply(engine->terms, BITS_ITE, i->width,
                            is_at(engine, p, offset), t, all)
              : t;
  }
  concolic_put(engine, i->d, concolic_value(engine, all));
  return true;
}

/* Places do not overlap. */
static bool store_open(concolic *engine, const instruction *i, value p,
                       const places *x, value v) {
  term t = concolic_term(engine, v, i->width);
  for (uint64_t n = 0; n < x->count; n++) {
    uint64_t offset = x->first + n * x->step;
    value old;
    if (!concolic_peek(engine, p.object, offset, i->width, &old))
      return false;
    term is =
        terms_apply(engine->terms, BITS_ITE, i->width, is_at(engine, p, offset),
                    t, concolic_term(engine, old, i->width));
    concolic_write(engine, p.object, offset, i->width,
                   concolic_value(engine, is));
  }
  return true;
}

/* Places that are not certainly apart are no matter there. */
static bool opens(concolic *engine, value p, unsigned bytes) {
  return arrays_are_allowed(engine) && arrays_open(engine, p.object, bytes);
}

static bool waits_for_writers(concolic *engine, value p, const places *x) {
  if (!arrays_are_allowed(engine) || x->count <= MOST_PLACES ||
      !arrays_want_writers(engine, p.object))
    return false;
  engine->was_cut = true;
  return true;
}

bool concolic_load(concolic *engine, const instruction *i) {
  unsigned bytes = (i->width + 7U) / 8;
  value p = concolic_get(engine, i->a, engine->p->pointer_bits, true), v;
  if (!opens_lists(engine, p, bytes) || !is_object(engine, p, false) ||
      !in_bounds(engine, p, bytes))
    return false;
  if (engine->objects.at[p.object].open)
    return arrays_load(engine, i, p);
  if (p.term) {
    places x = places_of(engine, p, bytes);
    if (can_be_open(engine, p, &x, bytes))
      return load_open(engine, i, p, &x);
    if (opens(engine, p, bytes))
      return arrays_load(engine, i, p);
    if (waits_for_writers(engine, p, &x))
      return concolic_end(engine, RUN_CUT);
    if (!concolic_concretise(engine, p.term, &p.bits))
      return false;
  }
  if (!concolic_read(engine, p.object, p.bits, i->width,
                     i->flags & CODE_POINTER, &v))
    return false;
  concolic_put(engine, i->d, v);
  return true;
}

bool concolic_store(concolic *engine, const instruction *i) {
  unsigned bytes = (i->width + 7U) / 8;
  value p = concolic_get(engine, i->a, engine->p->pointer_bits, true);
  value v = concolic_get(engine, i->b, i->width, i->flags & CODE_POINTER);
  if (!opens_lists(engine, p, bytes) || !is_object(engine, p, true) ||
      !in_bounds(engine, p, bytes))
    return false;
  loops_note_write(engine, p.object, p.bits, p.term ? 0 : bytes);
  if (engine->objects.at[p.object].open)
    return arrays_store(engine, i, p, v);
  if (p.term) {
    places x = places_of(engine, p, bytes);
    bool apart = x.step >= bytes; /* else one place would change another */
    if (!v.object && apart && can_be_open(engine, p, &x, bytes))
      return store_open(engine, i, p, &x, v);
    if (opens(engine, p, bytes))
      return arrays_store(engine, i, p, v);
    if (waits_for_writers(engine, p, &x))
      return concolic_end(engine, RUN_CUT);
    if (!concolic_concretise(engine, p.term, &p.bits))
      return false;
  }
  if (v.object && i->width != engine->p->pointer_bits)
    return concolic_unsupported(engine, "an address stored with another width");
  concolic_write(engine, p.object, p.bits, i->width, v);
  return true;
}

static bool known(concolic *engine, value *v) {
  if (v->object)
    return concolic_unsupported(engine, "an address used as a number of bytes");
  return !v->term || concolic_concretise(engine, v->term, &v->bits);
}

static void take_object(concolic *engine, const instruction *i, uint32_t id) {
  if ((cfa_allocation)i->b == CFA_ALLOCA) {
    engine->objects.at[id].owner = engine->depth;
    engine->frames.at[engine->depth - 1].has_allocas = true;
  }
  engine->changes++;
  concolic_put(engine, i->d, (value){0, TERM_NONE, id});
}

/* One whose size depends on inputs. */
static bool allocate_open(concolic *engine, const instruction *i, term size) {
  term most =
      terms_constant(engine->terms, engine->p->pointer_bits, MOST_OBJECT);
  bool fits;
  if (!concolic_decide(
          engine,
          terms_apply(engine->terms, BITS_ULE, 1, size, most, TERM_NONE),
          CFA_NONE, &fits))
    return false;
  if (!fits)
    return concolic_unsupported(engine, "an object of two gigabytes or more");
  cfa_allocation how = (cfa_allocation)i->b;
  uint32_t id = concolic_new_object(
      engine, how == CFA_ALLOCA ? OBJECT_ALLOCA : OBJECT_HEAP, 0, false);
  engine->objects.at[id].size_term = size;
  arrays_become(engine, id, how == CFA_CALLOC ? ARRAYS_FILLED : ARRAYS_UNKNOWN,
                0);
  take_object(engine, i, id);
  return true;
}

/* One statement on a large block takes as long as many others. */
static void look_at_clock(concolic *engine, uint64_t bytes) {
  enum { LARGE = 1 << 16 };
  if (bytes >= LARGE)
    progress_look(engine->clock);
}

bool concolic_allocate(concolic *engine, const instruction *i) {
  value size = concolic_get(engine, i->a, i->from, false);
  if (arrays_are_allowed(engine) && size.term && !size.object &&
      i->from == engine->p->pointer_bits)
    return allocate_open(engine, i, size.term);
  if (!known(engine, &size))
    return false;
  if (size.bits > MOST_OBJECT)
    return concolic_unsupported(engine, "an object of two gigabytes or more");
  look_at_clock(engine, size.bits);
  cfa_allocation how = (cfa_allocation)i->b;
  uint32_t id = concolic_new_object(
      engine, how == CFA_ALLOCA ? OBJECT_ALLOCA : OBJECT_HEAP, size.bits,
      how == CFA_CALLOC);
  take_object(engine, i, id);
  return true;
}

bool concolic_free(concolic *engine, const instruction *i) {
  value p = concolic_get(engine, i->a, engine->p->pointer_bits, true);
  if (!p.object)
    return (!p.term && p.bits == 0) ||
           concolic_no_object(engine, p, CFA_FAULT_FREE);
  if (!opens_lists(engine, p, 1))
    return false;
  const object *o = &engine->objects.at[p.object];
  if (o->kind == OBJECT_ARGUMENT)
    return concolic_unsupported(engine, "the arguments of main");
  if (p.term && !concolic_concretise(engine, p.term, &p.bits))
    return false;
  if (o->kind != OBJECT_HEAP || p.bits != 0)
    return concolic_fault(engine, CFA_FAULT_FREE);
  if (!o->is_alive)
    return concolic_fault(engine, CFA_FAULT_DOUBLE_FREE);
  concolic_kill(engine, p.object);
  engine->changes++;
  return true;
}

bool concolic_size(concolic *engine, const instruction *i) {
  value p = concolic_get(engine, i->a, engine->p->pointer_bits, true);
  if (!is_object(engine, p, false))
    return false;
  const object *o = &engine->objects.at[p.object];
  concolic_put(engine, i->d,
               o->size_term ? (value){0, o->size_term, 0}
                            : value_word(o->size));
  return true;
}

/* A block that is read or written as a whole. */
static bool block(concolic *engine, value *p, uint64_t count, bool writes) {
  return is_object(engine, *p, writes) && in_bounds(engine, *p, count) &&
         (!p->term || concolic_concretise(engine, p->term, &p->bits));
}

bool concolic_copy(concolic *engine, const instruction *i) {
  unsigned w = engine->p->pointer_bits;
  value to = concolic_get(engine, i->a, w, true);
  value from = concolic_get(engine, i->b, w, true);
  value count = concolic_get(engine, i->c, i->from, false),
        all = {0, TERM_NONE, 0};
  if (engine->lists && !(lists_open(engine, from.object, all, UINT64_MAX) &&
                         lists_open(engine, to.object, all, UINT64_MAX)))
    return false;
  if (!known(engine, &count))
    return false;
  if (!count.bits)
    return true;
  if (!block(engine, &from, count.bits, false) ||
      !block(engine, &to, count.bits, true))
    return false;
  loops_note_write(engine, to.object, to.bits, count.bits);
  if (engine->objects.at[to.object].open ||
      engine->objects.at[from.object].open)
    return concolic_unsupported(engine, "a copy of a part of an open array");
  look_at_clock(engine, count.bits);
  concolic_move_bytes(engine, to.object, to.bits, from.object, from.bits,
                      count.bits);
  return true;
}

static bool fill_open(concolic *engine, value to, value byte, uint64_t count) {
  assert(to.object < engine->objects.count);
  const object *o = &engine->objects.at[to.object];
  if (o->size_term || to.bits || count != o->size || !value_is_plain(byte))
    return concolic_unsupported(engine, "a part of an open array is filled");
  arrays_become(engine, to.object, ARRAYS_FILLED, (uint8_t)byte.bits);
  return true;
}

bool concolic_fill(concolic *engine, const instruction *i) {
  value to = concolic_get(engine, i->a, engine->p->pointer_bits, true);
  value byte = concolic_get(engine, i->b, 8, false);
  value count = concolic_get(engine, i->c, i->from, false);
  if (!opens_lists(engine, to, 1) || !known(engine, &count))
    return false;
  if (!count.bits)
    return true;
  if (!block(engine, &to, count.bits, true))
    return false;
  loops_note_write(engine, to.object, to.bits, count.bits);
  if (engine->objects.at[to.object].open)
    return fill_open(engine, to, byte, count.bits);
  look_at_clock(engine, count.bits);
  if (value_is_plain(byte))
    concolic_fill_bytes(engine, to.object, to.bits, count.bits,
                        (unsigned char)byte.bits);
  for (uint64_t n = 0; n < count.bits && !value_is_plain(byte); n++) {
    progress_tick(engine->clock);
    concolic_write(engine, to.object, to.bits + n, 8, byte);
  }
  return true;
}

static bool resolve(concolic *engine, uint32_t x, int depth, value *out) {
  assert(x < engine->p->expressions.count);
  const cfa_expression *expression = &engine->p->expressions.at[x];
  value b;
  if (depth > 16)
    return false;
  switch (expression->kind) {
  case CFA_CONSTANT:
    *out = value_word(expression->value);
    return true;
  case CFA_VARIABLE:
  case CFA_ADDRESS: {
    const cfa_variable *variable = &engine->p->variables.at[expression->a];
    uint32_t own = variable->function == CFA_NONE
                       ? 0
                       : engine->p->functions.at[variable->function].scalars;
    if (expression->kind == CFA_ADDRESS && variable->function == CFA_NONE)
      *out = (value){0, TERM_NONE,
                     engine->code->first_global_object + variable->slot};
    else if (expression->kind == CFA_ADDRESS)
      *out = engine->frame[own + variable->slot];
    else if (variable->function == CFA_NONE)
      *out = engine->globals[engine->code->constants + variable->slot];
    else
      *out = engine->frame[variable->slot];
    if (expression->kind == CFA_ADDRESS)
      out->bits =
          (out->bits + expression->value) & bits_mask(engine->p->pointer_bits);
    return out->object != VALUE_UNINITIALISED && !out->term;
  }
  case CFA_OFFSET:
    if (!resolve(engine, expression->a, depth + 1, out) ||
        !resolve(engine, expression->b, depth + 1, &b) || b.object)
      return false;
    out->bits = (out->bits + b.bits) & bits_mask(engine->p->pointer_bits);
    return true;
  case CFA_LOAD: {
    unsigned bytes = (expression->width + 7U) / 8;
    if (!resolve(engine, expression->a, depth + 1, &b) || !b.object)
      return false;
    const object *o = &engine->objects.at[b.object];
    if (!o->is_alive || o->kind == OBJECT_FUNCTION ||
        o->kind == OBJECT_ARGUMENT || o->size < bytes ||
        b.bits > o->size - bytes)
      return false;
    for (unsigned i = 0; o->state && i < bytes; i++) {
      unsigned kind = o->state[b.bits + i] & BYTE_KINDS;
      if (kind != BYTE_KNOWN && kind != BYTE_POINTER)
        return false;
    }
    outcome before = engine->outcome;
    if (concolic_read(engine, b.object, b.bits, expression->width,
                      expression->is_pointer, out))
      return !out->term;
    engine->outcome = before; /* part of a pointer */
    return false;
  }
  default:
    return false;
  }
}

abstraction_target concolic_resolve(void *self, uint32_t expression) {
  concolic *engine = self;
  value v;
  if (!resolve(engine, expression, 0, &v) || !v.object)
    return (abstraction_target){0};
  return (abstraction_target){v.object, true, v.bits};
}
