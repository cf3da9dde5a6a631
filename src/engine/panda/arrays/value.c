/* What open objects hold at a place, and writing to it. */
#include "engine/panda/arrays/arrays.h"

#include <assert.h>

enum {
  MOST_UNSURE = 64, /* earlier places that one may be the same as */
  MOST_WRITES = 1000,
  MOST_DEPTH = 2 /* instances that lead to others */
};

/* Are two places the same? */

typedef enum places_are { SAME, DIFFERENT, UNSURE, OVERLAPPING } places_are;

/* The constant that is added to the rest. */
static term split(const terms *t, term x, uint64_t *constant) {
  const term_node *n = terms_at(t, x);
  *constant = 0;
  if (n->kind == TERM_CONSTANT) {
    *constant = n->value;
    return TERM_NONE;
  }
  if (n->kind != TERM_APPLY || n->op != BITS_ADD)
    return x;
  if (terms_is_constant(t, n->b)) {
    *constant = terms_at(t, n->b)->value;
    return n->a;
  }
  if (terms_is_constant(t, n->a)) {
    *constant = terms_at(t, n->a)->value;
    return n->b;
  }
  return x;
}

/* Apart by what their lowest bits are. */
static bool are_apart(concolic *k, term a, unsigned a_bytes, term b,
                      unsigned b_bytes, bool *are_aligned) {
  uint64_t a_rest, b_rest;
  unsigned a_low = concolic_low_bits(k->terms, a, &a_rest);
  unsigned b_low = concolic_low_bits(k->terms, b, &b_rest);
  unsigned low = a_low < b_low ? a_low : b_low;
  uint64_t step = UINT64_C(1) << (low > 20 ? 20 : low);
  *are_aligned = a_bytes == b_bytes && step % a_bytes == 0 &&
                 a_rest % a_bytes == 0 && b_rest % b_bytes == 0;
  return a_bytes <= step && b_bytes <= step &&
         ((b_rest - a_rest) & (step - 1)) >= a_bytes &&
         ((a_rest - b_rest) & (step - 1)) >= b_bytes;
}

static bool can_overlap(concolic *k, term a, unsigned a_bytes, term b,
                        unsigned b_bytes) {
  terms *t = k->terms;
  unsigned w = k->p->pointer_bits;
  term up = terms_apply(t, BITS_SUB, w, b, a, TERM_NONE);
  term down = terms_apply(t, BITS_SUB, w, a, b, TERM_NONE);
  term x =
      terms_apply(t, BITS_ULT, 1, up, terms_constant(t, w, a_bytes), TERM_NONE);
  term y = terms_apply(t, BITS_ULT, 1, down, terms_constant(t, w, b_bytes),
                       TERM_NONE);
  term either = terms_not(t, terms_and(t, terms_not(t, x), terms_not(t, y)));
  if (terms_is_constant(t, either))
    return terms_at(t, either)->value != 0;
  return concolic_ask(k, either) != SMT_UNSAT;
}

static places_are compare(concolic *k, term a, unsigned a_bytes, term b,
                          unsigned b_bytes) {
  uint64_t x, y, all = bits_mask(k->p->pointer_bits);
  bool are_aligned;
  if (a == b && a_bytes == b_bytes)
    return SAME;
  if (split(k->terms, a, &x) == split(k->terms, b, &y)) {
    if (x == y && a_bytes == b_bytes)
      return SAME;
    bool apart = ((y - x) & all) >= a_bytes && ((x - y) & all) >= b_bytes;
    return apart ? DIFFERENT : OVERLAPPING;
  }
  if (are_apart(k, a, a_bytes, b, b_bytes, &are_aligned))
    return DIFFERENT;
  if (are_aligned)
    return UNSURE;
  return can_overlap(k, a, a_bytes, b, b_bytes) ? OVERLAPPING : DIFFERENT;
}

/* Places that the one that is read may be, newest first. */
typedef struct unsure {
  term offsets[MOST_UNSURE];
  value values[MOST_UNSURE];
  size_t count;
} unsure;

static bool overlapping(concolic *k) {
  return concolic_unsupported(k, "an array that is read in different ways");
}

static bool note_unsure(concolic *k, unsure *u, term offset, value v) {
  if (u->count == MOST_UNSURE)
    return concolic_unsupported(k, "an array with too many open places");
  u->offsets[u->count] = offset;
  u->values[u->count++] = v;
  return true;
}

static bool choose(concolic *k, const unsure *u, term offset, unsigned width,
                   value *v) {
  for (size_t i = u->count; i-- > 0;) {
    if (v->object || u->values[i].object)
      return concolic_unsupported(k, "an array of pointers with open places");
    term is =
        terms_apply(k->terms, BITS_EQ, 1, offset, u->offsets[i], TERM_NONE);
    *v = concolic_value(k, terms_apply(k->terms, BITS_ITE, width, is,
                                       concolic_term(k, u->values[i], width),
                                       concolic_term(k, *v, width)));
  }
  return true;
}

/* The place was read before: true. Else those that it may be. */
static bool find_read(concolic *k, arrays_read *r, unsure *u, bool *is_there) {
  arrays *a = k->arrays;
  *is_there = false;
  for (size_t i = a->reads.count; i-- > 0;) {
    const arrays_read old = a->reads.at[i];
    if (old.root != r->root)
      continue;
    switch (compare(k, r->offset, r->bytes, old.offset, old.bytes)) {
    case SAME:
      *is_there = true;
      *r = old;
      return true;
    case OVERLAPPING:
      return overlapping(k);
    case UNSURE:
      if (!note_unsure(k, u, old.offset, old.v))
        return false;
      break;
    case DIFFERENT:
      break;
    }
  }
  return true;
}

static bool read_root(concolic *k, uint32_t root, term offset, unsigned bytes,
                      bool is_pointer, value *out) {
  arrays *a = k->arrays;
  const arrays_node *n = &a->nodes.at[root];
  unsigned width = 8 * bytes;
  if (n->kind == ARRAYS_FILLED) {
    uint64_t all = n->v.bits * UINT64_C(0x0101010101010101);
    *out = value_word(bits_cut(all, width));
    return true;
  }
  unsure u = {.count = 0};
  bool is_there;
  arrays_read r = {.root = root, .bytes = (uint8_t)bytes, .offset = offset};
  if (!find_read(k, &r, &u, &is_there))
    return false;
  if (is_there) {
    *out = r.v;
    return true;
  }
  cfa_input what = {.kind = CFA_INPUT_UNINITIALISED,
                    .name = CFA_NONE,
                    .width = (uint8_t)width,
                    .is_pointer = is_pointer};
  *out = concolic_input(k, &what);
  if (!choose(k, &u, offset, width, out))
    return false;
  r.v = *out;
  vec_push(k->m, &a->reads, r);
  return true;
}

/* All facts that there are about the place, each once. */
static void ask_facts(concolic *k, uint32_t root, term offset) {
  arrays *a = k->arrays;
  arrays_asked now = {root, offset, a->facts.count};
  size_t first = 0;
  for (size_t i = a->asked.count; i-- > 0 && !first;)
    if (a->asked.at[i].root == root && a->asked.at[i].offset == offset)
      first = a->asked.at[i].facts;
  if (first == now.facts || a->depth == MOST_DEPTH)
    return;
  vec_push(k->m, &a->asked, now);
  a->depth++;
  arrays_instantiate(k, root, offset, first);
  a->depth--;
}

bool arrays_value(concolic *k, uint32_t head, term offset, unsigned bytes,
                  bool is_pointer, value *out) {
  assert(head < k->arrays->nodes.count);
  unsure u = {.count = 0};
  uint32_t at = head;
  ask_facts(k, k->arrays->nodes.at[head].root, offset);
  for (;; at = k->arrays->nodes.at[at].before) {
    const arrays_node n = k->arrays->nodes.at[at];
    if (n.kind != ARRAYS_WRITTEN)
      break;
    places_are how = compare(k, offset, bytes, n.offset, n.bytes);
    if (how == OVERLAPPING)
      return overlapping(k);
    if (how == SAME) {
      *out = n.v;
      return choose(k, &u, offset, 8 * bytes, out);
    }
    if (how == UNSURE && !note_unsure(k, &u, n.offset, n.v))
      return false;
  }
  return read_root(k, at, offset, bytes, is_pointer, out) &&
         choose(k, &u, offset, 8 * bytes, out);
}

bool arrays_assume_pending(concolic *k) {
  term t = k->arrays->pending;
  k->arrays->pending = TERM_NONE;
  return t == TERM_NONE || concolic_assume(k, t);
}

static term offset_of(concolic *k, value p) {
  p.object = 0;
  return concolic_term(k, p, k->p->pointer_bits);
}

bool arrays_load(concolic *k, const instruction *i, value p) {
  assert(p.object < k->objects.count);
  unsigned bytes = (i->width + 7U) / 8;
  value v;
  if (!arrays_value(k, k->objects.at[p.object].open, offset_of(k, p), bytes,
                    i->flags & CODE_POINTER, &v) ||
      !arrays_assume_pending(k))
    return false;
  if (i->width % 8 && v.term)
    v = concolic_value(k, terms_extract(k->terms, 0, i->width, v.term));
  else if (!v.object && !v.term)
    v.bits = bits_cut(v.bits, i->width);
  concolic_put(k, i->d, v);
  return true;
}

bool arrays_store(concolic *k, const instruction *i, value p, value v) {
  unsigned bytes = (i->width + 7U) / 8;
  if (v.object && i->width != k->p->pointer_bits)
    return concolic_unsupported(k, "an address stored with another width");
  if (i->width % 8 && v.term)
    v.term = terms_apply(k->terms, BITS_ZEXT, 8 * bytes, v.term, TERM_NONE,
                         TERM_NONE);
  arrays_node n = {.kind = ARRAYS_WRITTEN,
                   .bytes = (uint8_t)bytes,
                   .before = k->objects.at[p.object].open,
                   .offset = offset_of(k, p),
                   .v = v};
  if (k->arrays->nodes.at[n.before].length >= MOST_WRITES) {
    if (!arrays_want_writers(k, p.object))
      return concolic_unsupported(k, "an open array with too many writes");
    k->was_cut = true;
    return concolic_end(k, RUN_CUT);
  }
  k->objects.at[p.object].is_touched = true;
  arrays_set_head(k, p.object, arrays_add_node(k, n));
  return true;
}
