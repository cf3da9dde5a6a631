/* Is every state of one kind also one of another? The explored one has terms
 * where the new one has special cases of them: inputs of the first become what
 * the new one has in their places, and the constraints of the new path must
 * imply those of the old one, after that. */
#include "engine/panda/cover/cover.h"

#include "base/mutant.h"

#include <assert.h>

typedef struct pair {
  term general, special;
} pair;

typedef struct matcher {
  cover *c;
  concolic *k;
  const cover_state *general, *special;
  vec(term) with;      /* by input of the general state: what it becomes */
  vec(uint32_t) bound; /* inputs that have been given something */
  vec(pair) pairs;     /* terms that must be equal in the end */
} matcher;

static bool give(matcher *x, uint32_t input, term t) {
  assert(input < x->with.count);
  if (x->with.at[input])
    return x->with.at[input] == t;
  x->with.at[input] = t;
  vec_push(x->c->m, &x->bound, input);
  return true;
}

static bool match_terms(matcher *x, term general, term special) {
  const term_node *node = terms_at(x->k->terms, general);
  if (node->width != terms_width(x->k->terms, special))
    return false;
  if (node->kind == TERM_INPUT)
    return give(x, (uint32_t)node->value, special);
  pair p = {general, special};
  vec_push(x->c->m, &x->pairs, p);
  return true;
}

static const cover_object *match_find_object(const cover_state *state,
                                             uint32_t id) {
  vec_each (const cover_object, o, &state->objects)
    if (o->id == id)
      return o;
  return NULL;
}

/* Where nodes of lists come and go, objects are those that were found at the
 * same place. */
static bool match_objects(const matcher *x, uint32_t a, uint32_t b) {
  bool by_place = x->k->lists != NULL;
  if ((a != b && !by_place) || !a || !b || a == VALUE_UNINITIALISED ||
      b == VALUE_UNINITIALISED)
    return a == b;
  const cover_object *g = match_find_object(x->general, a);
  const cover_object *s = match_find_object(x->special, b);
  if (by_place && g && s &&
      g - x->general->objects.at != s - x->special->objects.at)
    return false;
  return g && s && g->is_alive == s->is_alive && g->size == s->size &&
         g->kind == s->kind && g->variable == s->variable &&
         g->owner == s->owner;
}

static bool match_values(matcher *x, value a, value b) {
  if (!match_objects(x, a.object, b.object))
    return false;
  if (!a.term)
    return !b.term && a.bits == b.bits;
  unsigned width = terms_width(x->k->terms, a.term);
  return match_terms(
      x, a.term, b.term ? b.term : terms_constant(x->k->terms, width, b.bits));
}

/* The bytes of 'granule' from 'at' on that a word of so many bytes would be
 * read from; false: they are no word. */
static bool word_at(const matcher *x, const cover_granule *granule, unsigned at,
                    unsigned bytes, term *out) {
  terms *t = x->k->terms;
  uint64_t bits = 0;
  if ((granule->state[at] & BYTE_KINDS) == BYTE_TERM) {
    *out = granule->refs[at];
    if (terms_width(t, *out) != 8 * bytes)
      return false;
    for (unsigned i = 0; i < bytes; i++)
      if (granule->state[at + i] != (BYTE_TERM | i << BYTE_INDEX) ||
          granule->refs[at + i] != *out)
        return false;
    return true;
  }
  for (unsigned i = bytes; i-- > 0;) {
    if (granule->state[at + i] != BYTE_KNOWN)
      return false;
    bits = bits << 8 | granule->bytes[at + i];
  }
  *out = terms_constant(t, 8 * bytes, bits);
  return true;
}

/* A word that begins at byte 'at' of the general one; how many bytes it has, 0:
 * they do not fit. */
static unsigned match_word(matcher *x, const cover_granule *g,
                           const cover_granule *s, unsigned at) {
  term general, special;
  unsigned bytes = terms_width(x->k->terms, g->refs[at]) / 8;
  if (g->state[at] >> BYTE_INDEX || at + bytes > GRANULE ||
      !word_at(x, g, at, bytes, &general) ||
      !word_at(x, s, at, bytes, &special) || !match_terms(x, general, special))
    return 0;
  return bytes;
}

static bool match_granules(matcher *x, const cover_granule *g,
                           const cover_granule *s) {
  for (unsigned i = 0; i < GRANULE; i++) {
    unsigned kind = g->state[i] & BYTE_KINDS;
    if (kind == BYTE_TERM) {
      unsigned bytes = match_word(x, g, s, i);
      if (!bytes)
        return false;
      i += bytes - 1;
      continue;
    }
    if (g->state[i] != s->state[i])
      return false;
    if (kind != BYTE_UNINITIALISED && kind != BYTE_BOXED &&
        g->bytes[i] != s->bytes[i])
      return false;
    if (cover_is_link(g, i) && !match_objects(x, g->refs[i], s->refs[i]))
      return false;
    if (cover_is_link_back(g, i) && g->refs[i] != s->refs[i])
      return false;
    if (kind == BYTE_POINTER && !match_objects(x, g->refs[i], s->refs[i]))
      return false;
    if (kind == BYTE_BOXED && !match_values(x, x->general->boxes.at[g->refs[i]],
                                            x->special->boxes.at[s->refs[i]]))
      return false;
  }
  return true;
}

static bool match_all_memory(matcher *x) {
  bool by_place = x->k->lists != NULL;
  if (by_place && x->general->objects.count != x->special->objects.count)
    return false;
  vec_each (const cover_object, g, &x->general->objects) {
    const cover_object *s =
        by_place ? &x->special->objects.at[g - x->general->objects.at]
                 : match_find_object(x->special, g->id);
    if (!s || !match_objects(x, g->id, s->id) || g->count != s->count)
      return false;
    for (uint32_t i = 0; i < g->count; i++)
      if (!match_granules(x, &x->general->granules.at[g->first + i],
                          &x->special->granules.at[s->first + i]))
        return false;
  }
  return true;
}

static bool match_read_memory(matcher *x, const cover_reads *only) {
  vec_each (const uint64_t, r, only) {
    uint32_t id = (uint32_t)(*r >> 32), number = (uint32_t)*r;
    const cover_object *g = match_find_object(x->general, id);
    const cover_object *s = match_find_object(x->special, id);
    if (!g || !s || !match_objects(x, id, id))
      return false;
    if (g->is_constant || !g->is_alive)
      continue;
    if (number >= g->count || number >= s->count ||
        !match_granules(x, &x->general->granules.at[g->first + number],
                        &x->special->granules.at[s->first + number]))
      return false;
  }
  return true;
}

static term become(matcher *x, term t) {
  return terms_substitute(x->k->terms, t, x->with.at, x->with.count);
}

/* Inputs that have been given nothing stay what they are. */
static bool bind_others(matcher *x, term t) {
  cover_inputs set = cover_inputs_of(&x->c->writer, t);
  for (size_t i = 0; i < set.count; i++)
    if (!x->with.at[set.at[i]])
      give(x, set.at[i], terms_input_at(x->k->terms, set.at[i]));
  return true;
}

static bool match_pairs(matcher *x) {
  vec_each (const pair, p, &x->pairs)
    bind_others(x, p->general);
  vec_each (const pair, p, &x->pairs)
    if (become(x, p->general) != p->special)
      return false;
  return true;
}

static bool match_is_connected(matcher *x, term constraint) {
  cover_inputs set = cover_inputs_of(&x->c->writer, constraint);
  for (size_t i = 0; i < set.count; i++)
    if (x->with.at[set.at[i]])
      return true;
  return false;
}

static bool is_constraint(const cover_state *state, term t) {
  vec_each (const term, c, &state->constraints)
    if (*c == t)
      return true;
  return false;
}

/* What must follow from the new path; false: it surely does not. */
static bool collect(matcher *x, term *all) {
  vec(bool) is_done = {0};
  bool grew = true, fits = true;
  vec_resize(x->c->m, &is_done, x->general->constraints.count);
  while (grew && fits) {
    grew = false;
    for (size_t i = 0; fits && i < x->general->constraints.count; i++) {
      term c = x->general->constraints.at[i];
      if (is_done.at[i] || !match_is_connected(x, c))
        continue;
      is_done.at[i] = grew = true;
      bind_others(x, c);
      term t = become(x, c);
      if (!is_constraint(x->special, t))
        *all = terms_and(x->k->terms, *all, t);
      fits = !terms_is_constant(x->k->terms, *all) ||
             terms_at(x->k->terms, *all)->value;
    }
  }
  vec_free(x->c->m, &is_done);
  return fits;
}

static bool match_constraints(matcher *x) {
  term all = terms_constant(x->k->terms, 1, 1);
  if (MUTANT("panda-cover-any"))
    return true;
  if (!collect(x, &all))
    return false;
  if (terms_is_constant(x->k->terms, all))
    return true;
  x->k->statistics->queries++;
  return smt_decide(x->k->solver, terms_not(x->k->terms, all), true) ==
         SMT_UNSAT;
}

static bool match_registers(matcher *x) {
  const cover_state *g = x->general, *s = x->special;
  if (g->control.count != s->control.count ||
      g->registers.count != s->registers.count ||
      memcmp(g->control.at, s->control.at,
             g->control.count * sizeof *g->control.at) != 0)
    return false;
  for (size_t i = 0; i < g->registers.count; i++)
    if (!match_values(x, g->registers.at[i], s->registers.at[i]))
      return false;
  return true;
}

bool cover_matches(concolic *engine, const cover_state *general,
                   const cover_state *special, const cover_reads *only) {
  matcher x = {
      .c = engine->cover, .k = engine, .general = general, .special = special};
  vec_resize(x.c->m, &x.with, terms_inputs(engine->terms));
  bool fits = match_registers(&x) &&
              (only ? match_read_memory(&x, only) : match_all_memory(&x)) &&
              match_pairs(&x) && match_constraints(&x);
  vec_free(x.c->m, &x.with);
  vec_free(x.c->m, &x.bound);
  vec_free(x.c->m, &x.pairs);
  return fits;
}
