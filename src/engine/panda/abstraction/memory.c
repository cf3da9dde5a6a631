/* What loads give: behind a statement that changes memory, before a call that
 * did, at the beginning.
 *
 * A load at an address that is no object's, or a dead one's, is read as if such
 * bytes had a value that nobody changes: the program never reads them, so that
 * nothing depends on it. In the same way bytes that are uninitialised have the
 * value that their first read will make. */
#include "engine/panda/abstraction/inside.h"

enum { KEY_LOAD = 2 };

static term bit(abstraction *a, bool b) { return terms_constant(a->t, 1, b); }

static term either(abstraction *a, term x, term y) {
  return terms_not(a->t,
                   terms_and(a->t, terms_not(a->t, x), terms_not(a->t, y)));
}

static term compare(abstraction *a, bits_op op, term x, term y) {
  return terms_apply(a->t, op, 1, x, y, TERM_NONE);
}

static abs_value memory_choose(abstraction *a, term condition, abs_value x,
                               abs_value y) {
  abs_value out = {0};
  out.word = terms_apply(a->t, BITS_ITE, terms_width(a->t, x.word), condition,
                         x.word, y.word);
  if (x.base != TERM_NONE)
    out.base = terms_apply(a->t, BITS_ITE, 32, condition, x.base, y.base);
  return out;
}

static abs_value free_load(abstraction *a, abs_owner when,
                           const cfa_expression *x, abs_value at) {
  abs_key key = {
      {KEY_LOAD, when, at.base, at.word, x->width, x->is_pointer ? 2 : 0}};
  abs_value out = {.word = abs_input(a, x->width, &key)};
  if (x->is_pointer) {
    key.of[5] = 3;
    out.base = abs_input(a, 32, &key);
  }
  return out;
}

typedef enum relation { SAME, APART, UNSURE } relation;

/* Where both lead is what the path decides; a load inside the address could be
 * changed by the statement itself. */
static relation resolved(abstraction *a, const abs_effect *f,
                         const cfa_expression *x, uint64_t bytes) {
  bool can_ask = a->resolve && f->to.is_known && f->kind == CFA_STORE &&
                 !abs_info_of(a, x->a)->has_load;
  bool is_global =
      can_ask && a->p->expressions.at[x->a].kind == CFA_ADDRESS &&
      a->p->variables.at[a->p->expressions.at[x->a].a].function == CFA_NONE;
  if (!can_ask || (!f->is_live && !is_global))
    return UNSURE;
  abstraction_target t = a->resolve(a->self, x->a);
  if (!t.is_known)
    return UNSURE;
  if (t.object != f->to.object)
    return APART;
  unsigned bits = a->p->pointer_bits;
  uint64_t written = (f->width + 7u) / 8;
  uint64_t ahead = bits_cut(t.offset - f->to.offset, bits);
  uint64_t behind = bits_cut(f->to.offset - t.offset, bits);
  if (ahead == 0)
    return SAME;
  return ahead >= written && behind >= bytes ? APART : UNSURE;
}

/* The value that was stored, as this load sees it. */
static abs_value stored(abstraction *a, const abs_effect *f,
                        const cfa_expression *x) {
  bool is_pointer = f->what.base != TERM_NONE;
  if (is_pointer != x->is_pointer || x->width > f->width)
    return abs_fresh_value(a, x->width, x->is_pointer);
  abs_value out = f->what;
  if (x->width < f->width)
    out.word = terms_extract(a->t, 0, x->width, out.word);
  return out;
}

static abs_value load_after_store(abstraction *a, const abs_effect *f,
                                  const cfa_expression *x, abs_value at,
                                  abs_value old) {
  uint64_t bytes = (x->width + 7u) / 8;
  relation is = resolved(a, f, x, bytes);
  if (is == APART)
    return old;
  if (is == SAME)
    return stored(a, f, x);
  unsigned bits = a->p->pointer_bits;
  term inside = compare(a, BITS_EQ, at.base, f->at.base);
  term ahead =
      terms_apply(a->t, BITS_SUB, bits, at.word, f->at.word, TERM_NONE);
  term behind =
      terms_apply(a->t, BITS_SUB, bits, f->at.word, at.word, TERM_NONE);
  term count = terms_constant(a->t, bits, bytes);
  term clear = terms_and(a->t, compare(a, BITS_ULE, f->length, ahead),
                         compare(a, BITS_ULE, count, behind));
  term apart = either(a, terms_not(a->t, inside), clear);
  term equal =
      terms_and(a->t, inside, compare(a, BITS_EQ, at.word, f->at.word));
  if (equal == bit(a, true))
    return stored(a, f, x);
  if (apart == bit(a, true))
    return old;
  abs_value other =
      memory_choose(a, apart, old, abs_fresh_value(a, x->width, x->is_pointer));
  return memory_choose(a, equal, stored(a, f, x), other);
}

/* The byte of a CFA_FILL, as often as the load is wide. */
static abs_value filled(abstraction *a, const abs_effect *f,
                        const cfa_expression *x) {
  term word = f->what.word;
  unsigned whole = (x->width + 7u) / 8 * 8;
  for (unsigned width = 8; width < whole; width += 8)
    word = terms_apply(a->t, BITS_CONCAT, width + 8, f->what.word, word,
                       TERM_NONE);
  abs_value out = {0};
  out.word = x->width < whole ? terms_extract(a->t, 0, x->width, word) : word;
  if (x->is_pointer)
    out.base = terms_constant(a->t, 32, 0);
  return out;
}

/* COPY, FILL, and HAVOC of an object. */
static abs_value load_after_range(abstraction *a, const abs_effect *f,
                                  const cfa_expression *x, abs_value at,
                                  abs_value old) {
  unsigned bits = a->p->pointer_bits;
  term inside = compare(a, BITS_EQ, at.base, f->at.base);
  term apart = terms_not(a->t, inside);
  abs_value other = abs_fresh_value(a, x->width, x->is_pointer);
  if (f->length != TERM_NONE) {
    term count = terms_constant(a->t, bits, (x->width + 7u) / 8);
    term ahead =
        terms_apply(a->t, BITS_SUB, bits, at.word, f->at.word, TERM_NONE);
    term behind =
        terms_apply(a->t, BITS_SUB, bits, f->at.word, at.word, TERM_NONE);
    term room = terms_apply(a->t, BITS_SUB, bits, f->length, count, TERM_NONE);
    term covered =
        terms_and(a->t, inside,
                  terms_and(a->t, compare(a, BITS_ULE, count, f->length),
                            compare(a, BITS_ULE, ahead, room)));
    term clear = terms_and(a->t, compare(a, BITS_ULE, f->length, ahead),
                           compare(a, BITS_ULE, count, behind));
    term nothing =
        compare(a, BITS_EQ, f->length, terms_constant(a->t, bits, 0));
    apart = either(a, apart, either(a, nothing, clear));
    if (f->kind == CFA_FILL)
      other = memory_choose(a, covered, filled(a, f, x), other);
  }
  return memory_choose(a, apart, old, other);
}

/* The global object of that name, or CFA_NONE. */
static uint32_t global_named(const abstraction *a, term base) {
  if (!terms_is_constant(a->t, base))
    return CFA_NONE;
  uint64_t name = terms_at(a->t, base)->value;
  if (name == 0 || name > a->inputs.keys.count)
    return CFA_NONE;
  uint32_t v = a->inputs.keys.at[name - 1].of[2];
  bool is_variable = a->inputs.keys.at[name - 1].of[1] == ABS_HERE;
  return is_variable && v < a->p->globals ? v : CFA_NONE;
}

/* Is a pointer stored anywhere in these bytes? CFA_NONE: no; 'exact': there. */
static uint32_t pointer_at(const abstraction *a, const cfa_variable *v,
                           uint64_t offset, uint64_t bytes, bool *exact) {
  uint64_t size = a->p->pointer_bits / 8u;
  for (uint32_t i = 0; i < v->pointers; i++) {
    const cfa_pointer *p = &a->p->pointers.at[v->first_pointer + i];
    if (p->offset < offset + bytes && offset < p->offset + size) {
      *exact = p->offset == offset && bytes == size;
      return p->value;
    }
  }
  return CFA_NONE;
}

static abs_value first_load(abstraction *a, const cfa_expression *x,
                            abs_value at, abs_value free) {
  uint32_t n = global_named(a, at.base);
  if (n == CFA_NONE || !terms_is_constant(a->t, at.word))
    return free;
  const cfa_variable *v = &a->p->variables.at[n];
  uint64_t offset = terms_at(a->t, at.word)->value, bytes = (x->width + 7u) / 8;
  if (v->is_scalar || v->is_extern || offset > v->size ||
      v->size - offset < bytes)
    return free;
  bool exact = false;
  uint32_t pointer = pointer_at(a, v, offset, bytes, &exact);
  if (pointer != CFA_NONE)
    return exact && x->is_pointer ? abs_read_here(a, pointer, false) : free;
  uint64_t word = 0;
  for (uint64_t i = bytes; i-- > 0;)
    word = word << 8 |
           (offset + i < v->bytes ? a->p->data.at[v->data + offset + i] : 0);
  abs_value out = {0};
  out.word = terms_constant(a->t, x->width, bits_cut(word, x->width));
  if (x->is_pointer)
    out.base = terms_constant(a->t, 32, 0);
  return out;
}

abs_value abs_load(abstraction *a, const abs_reading *r,
                   const cfa_expression *x, abs_value at) {
  abs_value known;
  if (r->path && path_load(a, r->path, x, at, &known))
    return known;
  bool has_changed = r->is_past && a->memory_written > r->since;
  abs_value old = free_load(a, has_changed ? ABS_BEFORE : ABS_HERE, x, at);
  if (r->is_initial)
    return first_load(a, x, at, old);
  switch (r->effect.kind) {
  case CFA_SKIP:
    return old;
  case CFA_STORE:
    return load_after_store(a, &r->effect, x, at, old);
  default:
    return load_after_range(a, &r->effect, x, at, old);
  }
}
