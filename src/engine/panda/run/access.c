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

static bool counts(const concolic *k, cfa_fault f) {
  unsigned check = f == CFA_FAULT_NULL ? CFA_CHECK_NULL
                   : f == CFA_FAULT_FREE || f == CFA_FAULT_DOUBLE_FREE
                       ? CFA_CHECK_FREE
                       : CFA_CHECK_BOUNDS;
  return (k->options->checks & check) || !k->options->presume_memory;
}

/* What nobody has initialised points nowhere, unless other files may have. */
static bool points_nowhere(const concolic *k, value p) {
  for (uint32_t v = 0; v < k->p->globals; v++)
    if (k->p->variables.at[v].is_extern)
      return false;
  for (size_t i = 0; i < k->input_terms.count; i++)
    if (k->input_terms.at[i] == p.term)
      return k->inputs.at[i].kind == CFA_INPUT_UNINITIALISED;
  return false;
}

/* Through a pointer into no object. An input may be any address: what is there
 * is not known, so that such runs must not be taken for wrong ones. */
bool concolic_no_object(concolic *k, value p, cfa_fault f) {
  if (k->lists && p.term) /* it may have been forgotten where it leads */
    k->has_read_unknown_pointer = true;
  if (p.term && !points_nowhere(k, p))
    return concolic_unsupported(k, "what a pointer that is an input leads to");
  return concolic_fault(k, f);
}

/* Nodes that stand for several are taken apart before anything is decided. */
static bool opens_lists(concolic *k, value p, uint64_t bytes) {
  return !k->lists || lists_open(k, p.object, p, bytes);
}

/* A live object, behind whose end nothing is read or written. */
static bool is_object(concolic *k, value p, bool writes) {
  if (!p.object)
    return concolic_no_object(k, p, CFA_FAULT_NULL);
  const object *o = &k->objects.at[p.object];
  if (o->kind == OBJECT_ARGUMENT)
    return concolic_unsupported(k, "the arguments of main");
  if (o->kind == OBJECT_FUNCTION)
    return concolic_fault(k, CFA_FAULT_BOUNDS);
  if (!o->is_alive)
    return concolic_fault(k, CFA_FAULT_DEAD);
  if (writes && o->is_constant)
    return concolic_fault(k, CFA_FAULT_CONSTANT);
  return true;
}

/* 'count' bytes (> 0) from the pointer on are within the object. Where that
 * depends on inputs, runs that are not within are alternatives, unless they do
 * not count. */
static bool in_bounds(concolic *k, value p, uint64_t count) {
  assert(p.object < k->objects.count);
  const object *o = &k->objects.at[p.object];
  /* How large it is, nobody knows. */
  if (o->kind == OBJECT_GLOBAL && k->p->variables.at[o->variable].is_extern &&
      (p.term || count > o->size || p.bits > o->size - count))
    return concolic_unsupported(k, "an object that no file defines");
  if (!o->size_term && count > o->size)
    return concolic_fault(k, CFA_FAULT_BOUNDS);
  if (!o->size_term && !p.term)
    return p.bits <= o->size - count || concolic_fault(k, CFA_FAULT_BOUNDS);
  p.object = 0;
  term good =
      arrays_in_bounds(k, o, concolic_term(k, p, k->p->pointer_bits), count);
  if (!counts(k, CFA_FAULT_BOUNDS)) {
    k->statistics->presumed += !terms_is_constant(k->terms, good);
    return concolic_assume(k, good);
  }
  bool side;
  if (k->options->checks & CFA_CHECK_BOUNDS)
    k->error_side = 0;
  if (!concolic_decide(k, good, CFA_NONE, &side))
    return false;
  return side || concolic_fault(k, CFA_FAULT_BOUNDS);
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

static places places_of(const concolic *k, value p, unsigned bytes) {
  assert(p.object < k->objects.count);
  uint64_t rest;
  unsigned low = certain_low_bits(k->terms, p.term, 0, &rest);
  low = low > 20 ? 20 : low;
  places x = {.step = UINT64_C(1) << low};
  x.first = rest & (x.step - 1);
  uint64_t last = k->objects.at[p.object].size - bytes;
  x.count = last < x.first ? 0 : (last - x.first) / x.step + 1;
  return x;
}

/* Can all of them be read as words, so that one term says it all? */
static bool can_be_open(const concolic *k, value p, const places *x,
                        unsigned bytes) {
  if (!x->count || x->count > MOST_PLACES)
    return false;
  for (uint64_t i = 0; i < x->count; i++)
    if (!concolic_is_wordy(k, p.object, x->first + i * x->step, bytes))
      return false;
  return true;
}

static term is_at(concolic *k, value p, uint64_t offset) {
  term o = terms_constant(k->terms, k->p->pointer_bits, offset);
  return terms_apply(k->terms, BITS_EQ, 1, p.term, o, TERM_NONE);
}

static bool load_open(concolic *k, const instruction *i, value p,
                      const places *x) {
  term all = TERM_NONE;
  for (uint64_t n = x->count; n-- > 0;) {
    uint64_t offset = x->first + n * x->step;
    value v;
    if (!concolic_read(k, p.object, offset, i->width, false, &v))
      return false;
    term t = concolic_term(k, v, i->width);
    all = all ? terms_apply(k->terms, BITS_ITE, i->width, is_at(k, p, offset),
                            t, all)
              : t;
  }
  concolic_put(k, i->d, concolic_value(k, all));
  return true;
}

/* Places do not overlap. */
static bool store_open(concolic *k, const instruction *i, value p,
                       const places *x, value v) {
  term t = concolic_term(k, v, i->width);
  for (uint64_t n = 0; n < x->count; n++) {
    uint64_t offset = x->first + n * x->step;
    value old;
    if (!concolic_peek(k, p.object, offset, i->width, &old))
      return false;
    term is = terms_apply(k->terms, BITS_ITE, i->width, is_at(k, p, offset), t,
                          concolic_term(k, old, i->width));
    concolic_write(k, p.object, offset, i->width, concolic_value(k, is));
  }
  return true;
}

/* Places that are not certainly apart are no matter there. */
static bool opens(concolic *k, value p, unsigned bytes) {
  return arrays_are_allowed(k) && arrays_open(k, p.object, bytes);
}

static bool waits_for_writers(concolic *k, value p, const places *x) {
  if (!arrays_are_allowed(k) || x->count <= MOST_PLACES ||
      !arrays_want_writers(k, p.object))
    return false;
  k->was_cut = true;
  return true;
}

bool concolic_load(concolic *k, const instruction *i) {
  unsigned bytes = (i->width + 7U) / 8;
  value p = concolic_get(k, i->a, k->p->pointer_bits, true), v;
  if (!opens_lists(k, p, bytes) || !is_object(k, p, false) ||
      !in_bounds(k, p, bytes))
    return false;
  if (k->objects.at[p.object].open)
    return arrays_load(k, i, p);
  if (p.term) {
    places x = places_of(k, p, bytes);
    if (can_be_open(k, p, &x, bytes))
      return load_open(k, i, p, &x);
    if (opens(k, p, bytes))
      return arrays_load(k, i, p);
    if (waits_for_writers(k, p, &x))
      return concolic_end(k, RUN_CUT);
    if (!concolic_concretise(k, p.term, &p.bits))
      return false;
  }
  if (!concolic_read(k, p.object, p.bits, i->width, i->flags & CODE_POINTER,
                     &v))
    return false;
  concolic_put(k, i->d, v);
  return true;
}

bool concolic_store(concolic *k, const instruction *i) {
  unsigned bytes = (i->width + 7U) / 8;
  value p = concolic_get(k, i->a, k->p->pointer_bits, true);
  value v = concolic_get(k, i->b, i->width, i->flags & CODE_POINTER);
  if (!opens_lists(k, p, bytes) || !is_object(k, p, true) ||
      !in_bounds(k, p, bytes))
    return false;
  if (k->objects.at[p.object].open)
    return arrays_store(k, i, p, v);
  if (p.term) {
    places x = places_of(k, p, bytes);
    bool apart = x.step >= bytes; /* else one place would change another */
    if (!v.object && apart && can_be_open(k, p, &x, bytes))
      return store_open(k, i, p, &x, v);
    if (opens(k, p, bytes))
      return arrays_store(k, i, p, v);
    if (waits_for_writers(k, p, &x))
      return concolic_end(k, RUN_CUT);
    if (!concolic_concretise(k, p.term, &p.bits))
      return false;
  }
  if (v.object && i->width != k->p->pointer_bits)
    return concolic_unsupported(k, "an address stored with another width");
  concolic_write(k, p.object, p.bits, i->width, v);
  return true;
}

static bool known(concolic *k, value *v) {
  if (v->object)
    return concolic_unsupported(k, "an address used as a number of bytes");
  return !v->term || concolic_concretise(k, v->term, &v->bits);
}

static void take_object(concolic *k, const instruction *i, uint32_t id) {
  if ((cfa_allocation)i->b == CFA_ALLOCA) {
    k->objects.at[id].owner = k->depth;
    k->frames.at[k->depth - 1].has_allocas = true;
  }
  k->changes++;
  concolic_put(k, i->d, (value){0, TERM_NONE, id});
}

/* One whose size depends on inputs. */
static bool allocate_open(concolic *k, const instruction *i, term size) {
  term most = terms_constant(k->terms, k->p->pointer_bits, MOST_OBJECT);
  bool fits;
  if (!concolic_decide(
          k, terms_apply(k->terms, BITS_ULE, 1, size, most, TERM_NONE),
          CFA_NONE, &fits))
    return false;
  if (!fits)
    return concolic_unsupported(k, "an object of two gigabytes or more");
  cfa_allocation how = (cfa_allocation)i->b;
  uint32_t id = concolic_new_object(
      k, how == CFA_ALLOCA ? OBJECT_ALLOCA : OBJECT_HEAP, 0, false);
  k->objects.at[id].size_term = size;
  arrays_become(k, id, how == CFA_CALLOC ? ARRAYS_FILLED : ARRAYS_UNKNOWN, 0);
  take_object(k, i, id);
  return true;
}

/* One statement on a large block takes as long as many others. */
static void look_at_clock(concolic *k, uint64_t bytes) {
  enum { LARGE = 1 << 16 };
  if (bytes >= LARGE)
    progress_look(k->clock);
}

bool concolic_allocate(concolic *k, const instruction *i) {
  value size = concolic_get(k, i->a, i->from, false);
  if (arrays_are_allowed(k) && size.term && !size.object &&
      i->from == k->p->pointer_bits)
    return allocate_open(k, i, size.term);
  if (!known(k, &size))
    return false;
  if (size.bits > MOST_OBJECT)
    return concolic_unsupported(k, "an object of two gigabytes or more");
  look_at_clock(k, size.bits);
  cfa_allocation how = (cfa_allocation)i->b;
  uint32_t id =
      concolic_new_object(k, how == CFA_ALLOCA ? OBJECT_ALLOCA : OBJECT_HEAP,
                          size.bits, how == CFA_CALLOC);
  take_object(k, i, id);
  return true;
}

bool concolic_free(concolic *k, const instruction *i) {
  value p = concolic_get(k, i->a, k->p->pointer_bits, true);
  if (!p.object)
    return (!p.term && p.bits == 0) || concolic_no_object(k, p, CFA_FAULT_FREE);
  if (!opens_lists(k, p, 1))
    return false;
  const object *o = &k->objects.at[p.object];
  if (o->kind == OBJECT_ARGUMENT)
    return concolic_unsupported(k, "the arguments of main");
  if (p.term && !concolic_concretise(k, p.term, &p.bits))
    return false;
  if (o->kind != OBJECT_HEAP || p.bits != 0)
    return concolic_fault(k, CFA_FAULT_FREE);
  if (!o->is_alive)
    return concolic_fault(k, CFA_FAULT_DOUBLE_FREE);
  concolic_kill(k, p.object);
  k->changes++;
  return true;
}

bool concolic_size(concolic *k, const instruction *i) {
  value p = concolic_get(k, i->a, k->p->pointer_bits, true);
  if (!is_object(k, p, false))
    return false;
  const object *o = &k->objects.at[p.object];
  concolic_put(k, i->d,
               o->size_term ? (value){0, o->size_term, 0}
                            : value_word(o->size));
  return true;
}

/* A block that is read or written as a whole. */
static bool block(concolic *k, value *p, uint64_t count, bool writes) {
  return is_object(k, *p, writes) && in_bounds(k, *p, count) &&
         (!p->term || concolic_concretise(k, p->term, &p->bits));
}

bool concolic_copy(concolic *k, const instruction *i) {
  unsigned w = k->p->pointer_bits;
  value to = concolic_get(k, i->a, w, true);
  value from = concolic_get(k, i->b, w, true);
  value count = concolic_get(k, i->c, i->from, false), all = {0, TERM_NONE, 0};
  if (k->lists && !(lists_open(k, from.object, all, UINT64_MAX) &&
                    lists_open(k, to.object, all, UINT64_MAX)))
    return false;
  if (!known(k, &count))
    return false;
  if (!count.bits)
    return true;
  if (!block(k, &from, count.bits, false) || !block(k, &to, count.bits, true))
    return false;
  if (k->objects.at[to.object].open || k->objects.at[from.object].open)
    return concolic_unsupported(k, "a copy of a part of an open array");
  look_at_clock(k, count.bits);
  concolic_move_bytes(k, to.object, to.bits, from.object, from.bits,
                      count.bits);
  return true;
}

static bool fill_open(concolic *k, value to, value byte, uint64_t count) {
  assert(to.object < k->objects.count);
  const object *o = &k->objects.at[to.object];
  if (o->size_term || to.bits || count != o->size || !value_is_plain(byte))
    return concolic_unsupported(k, "a part of an open array is filled");
  arrays_become(k, to.object, ARRAYS_FILLED, (uint8_t)byte.bits);
  return true;
}

bool concolic_fill(concolic *k, const instruction *i) {
  value to = concolic_get(k, i->a, k->p->pointer_bits, true);
  value byte = concolic_get(k, i->b, 8, false);
  value count = concolic_get(k, i->c, i->from, false);
  if (!opens_lists(k, to, 1) || !known(k, &count))
    return false;
  if (!count.bits)
    return true;
  if (!block(k, &to, count.bits, true))
    return false;
  if (k->objects.at[to.object].open)
    return fill_open(k, to, byte, count.bits);
  look_at_clock(k, count.bits);
  if (value_is_plain(byte))
    concolic_fill_bytes(k, to.object, to.bits, count.bits,
                        (unsigned char)byte.bits);
  for (uint64_t n = 0; n < count.bits && !value_is_plain(byte); n++) {
    progress_tick(k->clock);
    concolic_write(k, to.object, to.bits + n, 8, byte);
  }
  return true;
}

static bool resolve(concolic *k, uint32_t x, int depth, value *out) {
  assert(x < k->p->expressions.count);
  const cfa_expression *e = &k->p->expressions.at[x];
  value b;
  if (depth > 16)
    return false;
  switch (e->kind) {
  case CFA_CONSTANT:
    *out = value_word(e->value);
    return true;
  case CFA_VARIABLE:
  case CFA_ADDRESS: {
    const cfa_variable *v = &k->p->variables.at[e->a];
    uint32_t own =
        v->function == CFA_NONE ? 0 : k->p->functions.at[v->function].scalars;
    if (e->kind == CFA_ADDRESS && v->function == CFA_NONE)
      *out = (value){0, TERM_NONE, k->code->first_global_object + v->slot};
    else if (e->kind == CFA_ADDRESS)
      *out = k->frame[own + v->slot];
    else if (v->function == CFA_NONE)
      *out = k->globals[k->code->constants + v->slot];
    else
      *out = k->frame[v->slot];
    if (e->kind == CFA_ADDRESS)
      out->bits = (out->bits + e->value) & bits_mask(k->p->pointer_bits);
    return out->object != VALUE_UNINITIALISED && !out->term;
  }
  case CFA_OFFSET:
    if (!resolve(k, e->a, depth + 1, out) || !resolve(k, e->b, depth + 1, &b) ||
        b.object)
      return false;
    out->bits = (out->bits + b.bits) & bits_mask(k->p->pointer_bits);
    return true;
  case CFA_LOAD: {
    unsigned bytes = (e->width + 7U) / 8;
    if (!resolve(k, e->a, depth + 1, &b) || !b.object)
      return false;
    const object *o = &k->objects.at[b.object];
    if (!o->is_alive || o->kind == OBJECT_FUNCTION ||
        o->kind == OBJECT_ARGUMENT || o->size < bytes ||
        b.bits > o->size - bytes)
      return false;
    for (unsigned i = 0; o->state && i < bytes; i++) {
      unsigned kind = o->state[b.bits + i] & BYTE_KINDS;
      if (kind != BYTE_KNOWN && kind != BYTE_POINTER)
        return false;
    }
    outcome before = k->outcome;
    if (concolic_read(k, b.object, b.bits, e->width, e->is_pointer, out))
      return !out->term;
    k->outcome = before; /* part of a pointer */
    return false;
  }
  default:
    return false;
  }
}

abstraction_target concolic_resolve(void *self, uint32_t expression) {
  concolic *k = self;
  value v;
  if (!resolve(k, expression, 0, &v) || !v.object)
    return (abstraction_target){0};
  return (abstraction_target){v.object, true, v.bits};
}
