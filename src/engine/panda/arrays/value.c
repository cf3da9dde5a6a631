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
  const term_node *node = terms_at(t, x);
  *constant = 0;
  if (node->kind == TERM_CONSTANT) {
    *constant = node->value;
    return TERM_NONE;
  }
  if (node->kind != TERM_APPLY || node->op != BITS_ADD)
    return x;
  if (terms_is_constant(t, node->b)) {
    *constant = terms_at(t, node->b)->value;
    return node->a;
  }
  if (terms_is_constant(t, node->a)) {
    *constant = terms_at(t, node->a)->value;
    return node->b;
  }
  return x;
}

/* Apart by what their lowest bits are. */
static bool are_apart(concolic *engine, term a, unsigned a_bytes, term b,
                      unsigned b_bytes, bool *are_aligned) {
  uint64_t a_rest, b_rest;
  unsigned a_low = concolic_low_bits(engine->terms, a, &a_rest);
  unsigned b_low = concolic_low_bits(engine->terms, b, &b_rest);
  unsigned low = a_low < b_low ? a_low : b_low;
  uint64_t step = UINT64_C(1) << (low > 20 ? 20 : low);
  *are_aligned = a_bytes == b_bytes && step % a_bytes == 0 &&
                 a_rest % a_bytes == 0 && b_rest % b_bytes == 0;
  return a_bytes <= step && b_bytes <= step &&
         ((b_rest - a_rest) & (step - 1)) >= a_bytes &&
         ((a_rest - b_rest) & (step - 1)) >= b_bytes;
}

static bool can_overlap(concolic *engine, term a, unsigned a_bytes, term b,
                        unsigned b_bytes) {
  terms *t = engine->terms;
  unsigned w = engine->p->pointer_bits;
  term up = terms_apply(t, BITS_SUB, w, b, a, TERM_NONE);
  term down = terms_apply(t, BITS_SUB, w, a, b, TERM_NONE);
  term x =
      terms_apply(t, BITS_ULT, 1, up, terms_constant(t, w, a_bytes), TERM_NONE);
  term y = terms_apply(t, BITS_ULT, 1, down, terms_constant(t, w, b_bytes),
                       TERM_NONE);
  term either = terms_not(t, terms_and(t, terms_not(t, x), terms_not(t, y)));
  if (terms_is_constant(t, either))
    return terms_at(t, either)->value != 0;
  return concolic_ask(engine, either) != SMT_UNSAT;
}

static places_are compare(concolic *engine, term a, unsigned a_bytes, term b,
                          unsigned b_bytes) {
  uint64_t x, y, all = bits_mask(engine->p->pointer_bits);
  bool are_aligned;
  if (a == b && a_bytes == b_bytes)
    return SAME;
  if (split(engine->terms, a, &x) == split(engine->terms, b, &y)) {
    if (x == y && a_bytes == b_bytes)
      return SAME;
    bool apart = ((y - x) & all) >= a_bytes && ((x - y) & all) >= b_bytes;
    return apart ? DIFFERENT : OVERLAPPING;
  }
  if (are_apart(engine, a, a_bytes, b, b_bytes, &are_aligned))
    return DIFFERENT;
  if (are_aligned)
    return UNSURE;
  return can_overlap(engine, a, a_bytes, b, b_bytes) ? OVERLAPPING : DIFFERENT;
}

/* Places that the one that is read may be, newest first. */
typedef struct unsure {
  term offsets[MOST_UNSURE];
  value values[MOST_UNSURE];
  size_t count;
} unsure;

static bool overlapping(concolic *engine) {
  return concolic_unsupported(engine,
                              "an array that is read in different ways");
}

static bool note_unsure(concolic *engine, unsure *u, term offset, value v) {
  if (u->count == MOST_UNSURE)
    return concolic_unsupported(engine, "an array with too many open places");
  u->offsets[u->count] = offset;
  u->values[u->count++] = v;
  return true;
}

static bool choose(concolic *engine, const unsure *u, term offset,
                   unsigned width, value *v) {
  for (size_t i = u->count; i-- > 0;) {
    if (v->object || u->values[i].object)
      return concolic_unsupported(engine,
                                  "an array of pointers with open places");
    term is = terms_apply(engine->terms, BITS_EQ, 1, offset, u->offsets[i],
                          TERM_NONE);
    *v = concolic_value(engine,
                        terms_apply(engine->terms, BITS_ITE, width, is,
                                    concolic_term(engine, u->values[i], width),
                                    concolic_term(engine, *v, width)));
  }
  return true;
}

/* The place was read before: true. Else those that it may be. */
static bool find_read(concolic *engine, arrays_read *r, unsure *u,
                      bool *is_there) {
  arrays *a = engine->arrays;
  *is_there = false;
  for (size_t i = a->reads.count; i-- > 0;) {
    const arrays_read old = a->reads.at[i];
    if (old.root != r->root)
      continue;
    switch (compare(engine, r->offset, r->bytes, old.offset, old.bytes)) {
    case SAME:
      *is_there = true;
      *r = old;
      return true;
    case OVERLAPPING:
      return overlapping(engine);
    case UNSURE:
      if (!note_unsure(engine, u, old.offset, old.v))
        return false;
      break;
    case DIFFERENT:
      break;
    }
  }
  return true;
}

static bool read_root(concolic *engine, uint32_t root, term offset,
                      unsigned bytes, bool is_pointer, value *out) {
  arrays *a = engine->arrays;
  const arrays_node *node = &a->nodes.at[root];
  unsigned width = 8 * bytes;
  if (node->kind == ARRAYS_FILLED) {
    uint64_t all = node->v.bits * UINT64_C(0x0101010101010101);
    *out = value_word(bits_cut(all, width));
    return true;
  }
  unsure u = {.count = 0};
  bool is_there;
  arrays_read r = {.root = root, .bytes = (uint8_t)bytes, .offset = offset};
  if (!find_read(engine, &r, &u, &is_there))
    return false;
  if (is_there) {
    *out = r.v;
    return true;
  }
  cfa_input what = {.kind = CFA_INPUT_UNINITIALISED,
                    .name = CFA_NONE,
                    .width = (uint8_t)width,
                    .is_pointer = is_pointer};
  *out = concolic_input(engine, &what);
  if (!choose(engine, &u, offset, width, out))
    return false;
  r.v = *out;
  vec_push(engine->m, &a->reads, r);
  return true;
}

/* All facts that there are about the place, each once. */
static void ask_facts(concolic *engine, uint32_t root, term offset) {
  arrays *a = engine->arrays;
  arrays_asked now = {root, offset, a->facts.count};
  size_t first = 0;
  for (size_t i = a->asked.count; i-- > 0 && !first;)
    if (a->asked.at[i].root == root && a->asked.at[i].offset == offset)
      first = a->asked.at[i].facts;
  if (first == now.facts || a->depth == MOST_DEPTH)
    return;
  vec_push(engine->m, &a->asked, now);
  a->depth++;
  arrays_instantiate(engine, root, offset, first);
  a->depth--;
}

bool arrays_value(concolic *engine, uint32_t head, term offset, unsigned bytes,
                  bool is_pointer, value *out) {
  assert(head < engine->arrays->nodes.count);
  unsure u = {.count = 0};
  uint32_t at = head;
  ask_facts(engine, engine->arrays->nodes.at[head].root, offset);
  for (;; at = engine->arrays->nodes.at[at].before) {
    const arrays_node node = engine->arrays->nodes.at[at];
    if (node.kind != ARRAYS_WRITTEN)
      break;
    places_are how = compare(engine, offset, bytes, node.offset, node.bytes);
    if (how == OVERLAPPING)
      return overlapping(engine);
    if (how == SAME) {
      *out = node.v;
      return choose(engine, &u, offset, 8 * bytes, out);
    }
    if (how == UNSURE && !note_unsure(engine, &u, node.offset, node.v))
      return false;
  }
  return read_root(engine, at, offset, bytes, is_pointer, out) &&
         choose(engine, &u, offset, 8 * bytes, out);
}

bool arrays_assume_pending(concolic *engine) {
  term t = engine->arrays->pending;
  engine->arrays->pending = TERM_NONE;
  return t == TERM_NONE || concolic_assume(engine, t);
}

static term offset_of(concolic *engine, value p) {
  p.object = 0;
  return concolic_term(engine, p, engine->p->pointer_bits);
}

bool arrays_load(concolic *engine, const instruction *i, value p) {
  assert(p.object < engine->objects.count);
  unsigned bytes = (i->width + 7U) / 8;
  value v;
  if (!arrays_value(engine, engine->objects.at[p.object].open,
                    offset_of(engine, p), bytes, i->flags & CODE_POINTER, &v) ||
      !arrays_assume_pending(engine))
    return false;
  if (i->width % 8 && v.term)
    v = concolic_value(engine,
                       terms_extract(engine->terms, 0, i->width, v.term));
  else if (!v.object && !v.term)
    v.bits = bits_cut(v.bits, i->width);
  concolic_put(engine, i->d, v);
  return true;
}

bool arrays_store(concolic *engine, const instruction *i, value p, value v) {
  unsigned bytes = (i->width + 7U) / 8;
  if (v.object && i->width != engine->p->pointer_bits)
    return concolic_unsupported(engine, "an address stored with another width");
  if (i->width % 8 && v.term)
    v.term = terms_apply(engine->terms, BITS_ZEXT, 8 * bytes, v.term, TERM_NONE,
                         TERM_NONE);
  arrays_node node = {.kind = ARRAYS_WRITTEN,
                      .bytes = (uint8_t)bytes,
                      .before = engine->objects.at[p.object].open,
                      .offset = offset_of(engine, p),
                      .v = v};
  if (engine->arrays->nodes.at[node.before].length >= MOST_WRITES) {
    if (!arrays_want_writers(engine, p.object))
      return concolic_unsupported(engine, "an open array with too many writes");
    engine->was_cut = true;
    return concolic_end(engine, RUN_CUT);
  }
  engine->objects.at[p.object].is_touched = true;
  arrays_set_head(engine, p.object, arrays_add_node(engine, node));
  return true;
}
