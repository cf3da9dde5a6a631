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
                           const cfa_expression *expression, abs_value at) {
  abs_key key = {{KEY_LOAD, when, at.base, at.word, expression->width,
                  expression->is_pointer ? 2 : 0}};
  abs_value out = {.word = abs_input(a, expression->width, &key)};
  if (expression->is_pointer) {
    key.of[5] = 3;
    out.base = abs_input(a, 32, &key);
  }
  return out;
}

typedef enum relation { SAME, APART, UNSURE } relation;

/* Where both lead is what the path decides; a load inside the address could be
 * changed by the statement itself. */
static relation resolved(abstraction *a, const abs_effect *effect,
                         const cfa_expression *expression, uint64_t bytes) {
  bool can_ask = a->resolve && effect->to.is_known &&
                 effect->kind == CFA_STORE &&
                 !abs_info_of(a, expression->a)->has_load;
  bool is_global =
      can_ask && a->p->expressions.at[expression->a].kind == CFA_ADDRESS &&
      a->p->variables.at[a->p->expressions.at[expression->a].a].function ==
          CFA_NONE;
  if (!can_ask || (!effect->is_live && !is_global))
    return UNSURE;
  abstraction_target target = a->resolve(a->self, expression->a);
  if (!target.is_known)
    return UNSURE;
  if (target.object != effect->to.object)
    return APART;
  unsigned bits = a->p->pointer_bits;
  uint64_t written = (effect->width + 7u) / 8;
  uint64_t ahead = bits_cut(target.offset - effect->to.offset, bits);
  uint64_t behind = bits_cut(effect->to.offset - target.offset, bits);
  if (ahead == 0)
    return SAME;
  return ahead >= written && behind >= bytes ? APART : UNSURE;
}

/* The value that was stored, as this load sees it. */
static abs_value stored(abstraction *a, const abs_effect *effect,
                        const cfa_expression *expression) {
  bool is_pointer = effect->what.base != TERM_NONE;
  if (is_pointer != expression->is_pointer || expression->width > effect->width)
    return abs_fresh_value(a, expression->width, expression->is_pointer);
  abs_value out = effect->what;
  if (expression->width < effect->width)
    out.word = terms_extract(a->t, 0, expression->width, out.word);
  return out;
}

static abs_value load_after_store(abstraction *a, const abs_effect *effect,
                                  const cfa_expression *expression,
                                  abs_value at, abs_value old) {
  uint64_t bytes = (expression->width + 7u) / 8;
  relation is = resolved(a, effect, expression, bytes);
  if (is == APART)
    return old;
  if (is == SAME)
    return stored(a, effect, expression);
  unsigned bits = a->p->pointer_bits;
  term inside = compare(a, BITS_EQ, at.base, effect->at.base);
  term ahead =
      terms_apply(a->t, BITS_SUB, bits, at.word, effect->at.word, TERM_NONE);
  term behind =
      terms_apply(a->t, BITS_SUB, bits, effect->at.word, at.word, TERM_NONE);
  term count = terms_constant(a->t, bits, bytes);
  term clear = terms_and(a->t, compare(a, BITS_ULE, effect->length, ahead),
                         compare(a, BITS_ULE, count, behind));
  term apart = either(a, terms_not(a->t, inside), clear);
  term equal =
      terms_and(a->t, inside, compare(a, BITS_EQ, at.word, effect->at.word));
  if (equal == bit(a, true))
    return stored(a, effect, expression);
  if (apart == bit(a, true))
    return old;
  abs_value other = memory_choose(
      a, apart, old,
      abs_fresh_value(a, expression->width, expression->is_pointer));
  return memory_choose(a, equal, stored(a, effect, expression), other);
}

/* The byte of a CFA_FILL, as often as the load is wide. */
static abs_value filled(abstraction *a, const abs_effect *effect,
                        const cfa_expression *expression) {
  term word = effect->what.word;
  unsigned whole = (expression->width + 7u) / 8 * 8;
  for (unsigned width = 8; width < whole; width += 8)
    word = terms_apply(a->t, BITS_CONCAT, width + 8, effect->what.word, word,
                       TERM_NONE);
  abs_value out = {0};
  out.word = expression->width < whole
                 ? terms_extract(a->t, 0, expression->width, word)
                 : word;
  if (expression->is_pointer)
    out.base = terms_constant(a->t, 32, 0);
  return out;
}

/* COPY, FILL, and HAVOC of an object. */
static abs_value load_after_range(abstraction *a, const abs_effect *effect,
                                  const cfa_expression *expression,
                                  abs_value at, abs_value old) {
  unsigned bits = a->p->pointer_bits;
  term inside = compare(a, BITS_EQ, at.base, effect->at.base);
  term apart = terms_not(a->t, inside);
  abs_value other =
      abs_fresh_value(a, expression->width, expression->is_pointer);
  if (effect->length != TERM_NONE) {
    term count = terms_constant(a->t, bits, (expression->width + 7u) / 8);
    term ahead =
        terms_apply(a->t, BITS_SUB, bits, at.word, effect->at.word, TERM_NONE);
    term behind =
        terms_apply(a->t, BITS_SUB, bits, effect->at.word, at.word, TERM_NONE);
    term room =
        terms_apply(a->t, BITS_SUB, bits, effect->length, count, TERM_NONE);
    term covered =
        terms_and(a->t, inside,
                  terms_and(a->t, compare(a, BITS_ULE, count, effect->length),
                            compare(a, BITS_ULE, ahead, room)));
    term clear = terms_and(a->t, compare(a, BITS_ULE, effect->length, ahead),
                           compare(a, BITS_ULE, count, behind));
    term nothing =
        compare(a, BITS_EQ, effect->length, terms_constant(a->t, bits, 0));
    apart = either(a, apart, either(a, nothing, clear));
    if (effect->kind == CFA_FILL)
      other = memory_choose(a, covered, filled(a, effect, expression), other);
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
static uint32_t pointer_at(const abstraction *a, const cfa_variable *variable,
                           uint64_t offset, uint64_t bytes, bool *exact) {
  uint64_t size = a->p->pointer_bits / 8u;
  for (uint32_t i = 0; i < variable->pointers; i++) {
    const cfa_pointer *pointer =
        &a->p->pointers.at[variable->first_pointer + i];
    if (pointer->offset < offset + bytes && offset < pointer->offset + size) {
      *exact = pointer->offset == offset && bytes == size;
      return pointer->value;
    }
  }
  return CFA_NONE;
}

static abs_value first_load(abstraction *a, const cfa_expression *expression,
                            abs_value at, abs_value free) {
  uint32_t n = global_named(a, at.base);
  if (n == CFA_NONE || !terms_is_constant(a->t, at.word))
    return free;
  const cfa_variable *variable = &a->p->variables.at[n];
  uint64_t offset = terms_at(a->t, at.word)->value,
           bytes = (expression->width + 7u) / 8;
  if (variable->is_scalar || variable->is_extern || offset > variable->size ||
      variable->size - offset < bytes)
    return free;
  bool exact = false;
  uint32_t pointer = pointer_at(a, variable, offset, bytes, &exact);
  if (pointer != CFA_NONE)
    return exact && expression->is_pointer ? abs_read_here(a, pointer, false)
                                           : free;
  uint64_t word = 0;
  for (uint64_t i = bytes; i-- > 0;)
    word = word << 8 | (offset + i < variable->bytes
                            ? a->p->data.at[variable->data + offset + i]
                            : 0);
  abs_value out = {0};
  out.word = terms_constant(a->t, expression->width,
                            bits_cut(word, expression->width));
  if (expression->is_pointer)
    out.base = terms_constant(a->t, 32, 0);
  return out;
}

abs_value abs_load(abstraction *a, const abs_reading *reading,
                   const cfa_expression *expression, abs_value at) {
  abs_value known;
  if (reading->path && path_load(a, reading->path, expression, at, &known))
    return known;
  bool has_changed = reading->is_past && a->memory_written > reading->since;
  abs_value old =
      free_load(a, has_changed ? ABS_BEFORE : ABS_HERE, expression, at);
  if (reading->is_initial)
    return first_load(a, expression, at, old);
  switch (reading->effect.kind) {
  case CFA_SKIP:
    return old;
  case CFA_STORE:
    return load_after_store(a, &reading->effect, expression, at, old);
  default:
    return load_after_range(a, &reading->effect, expression, at, old);
  }
}
