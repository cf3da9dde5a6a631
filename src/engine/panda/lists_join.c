/* What is true of the content of two nodes.
 *
 * Bytes that are equal stay. A word that depends on inputs, or is another one
 * in each node, becomes an input of which the path says what it says of either
 * of them: as one of the two allows all that the other one is, or in two cases.
 * Anything else may be anything. */
#include "engine/panda/lists.h"

#include "base/mutant.h"

enum { MOST_UNITS = 8, MOST_CASES = 400 /* nodes of a term */ };

/* A word of both nodes that is not the same constant. */
typedef struct unit {
  uint64_t at;
  unsigned bytes;
  term words[2]; /* of the first node, of the second */
  term joined;   /* a new input */
} unit;

typedef struct joiner {
  tandem *k;
  list_pair pair;
  unit units[MOST_UNITS];
  size_t count;
  vec(uint64_t) lost; /* bytes that may be anything */
  bool is_alike, fits;
} joiner;

/* ---- Bytes ------------------------------------------------------------ */

static const object *node(const joiner *j, int which) {
  return &j->k->objects.at[which ? j->pair.second : j->pair.first];
}

static unsigned char state_at(const object *o, uint64_t at) {
  return o->state ? o->state[at] : BYTE_KNOWN;
}

/* The word that begins there, of so many bytes, all known or all of one term;
 * TERM_NONE: it is none. */
static term word_at(const joiner *j, int which, uint64_t at, unsigned bytes) {
  const object *o = node(j, which);
  uint64_t bits = 0;
  if (at + bytes > o->size)
    return TERM_NONE;
  if (state_at(o, at) == BYTE_TERM) {
    term t = o->refs[at];
    for (unsigned i = 0; i < bytes; i++)
      if (state_at(o, at + i) != (BYTE_TERM | i << BYTE_INDEX) ||
          o->refs[at + i] != t)
        return TERM_NONE;
    return terms_width(j->k->terms, t) == 8 * bytes ? t : TERM_NONE;
  }
  for (unsigned i = bytes; i-- > 0;) {
    if (state_at(o, at + i) != BYTE_KNOWN)
      return TERM_NONE;
    bits = bits << 8 | o->bytes[at + i];
  }
  return terms_constant(j->k->terms, 8 * bytes, bits);
}

/* How many bytes belong together from there on, as the node has it. */
static unsigned width_at(const joiner *j, int which, uint64_t at) {
  const object *o = node(j, which);
  switch (state_at(o, at) & BYTE_KINDS) {
  case BYTE_TERM:
    return state_at(o, at) == BYTE_TERM
               ? terms_width(j->k->terms, o->refs[at]) / 8
               : 1;
  case BYTE_POINTER:
  case BYTE_BOXED:
    return state_at(o, at) >> BYTE_INDEX ? 1 : lists_link_bytes(j->k);
  default:
    return 1;
  }
}

static bool is_same_byte(const joiner *j, uint64_t at) {
  const object *a = node(j, 0), *b = node(j, 1);
  unsigned kind = state_at(a, at) & BYTE_KINDS;
  if (state_at(a, at) != state_at(b, at))
    return false;
  return kind == BYTE_UNINITIALISED ||
         (kind == BYTE_KNOWN && a->bytes[at] == b->bytes[at]) ||
         (kind == BYTE_POINTER && a->bytes[at] == b->bytes[at] &&
          a->refs[at] == b->refs[at]);
}

static bool is_part_of(uint64_t at, uint32_t link, unsigned bytes) {
  return link != LIST_NO_BACK && at >= link && at < (uint64_t)link + bytes;
}

/* ---- Words ------------------------------------------------------------ */

static bool has_term(const joiner *j, int which, uint64_t at) {
  unsigned kind = state_at(node(j, which), at) & BYTE_KINDS;
  return kind == BYTE_TERM || kind == BYTE_UNINITIALISED;
}

/* The bytes from 'at' on differ: they are one unit, or lost. Where the next
 * ones begin. */
static uint64_t take_unit(joiner *j, uint64_t at) {
  unsigned a = width_at(j, 0, at), b = width_at(j, 1, at);
  unsigned bytes = a > b ? a : b;
  uint64_t start = at - at % 4;
  if (bytes == 1 && word_at(j, 0, start, 4) && word_at(j, 1, start, 4)) {
    at = start;
    bytes = 4;
  }
  unit u = {.at = at, .bytes = bytes};
  u.words[0] = word_at(j, 0, at, bytes);
  u.words[1] = word_at(j, 1, at, bytes);
  j->is_alike = j->is_alike && has_term(j, 0, at) && has_term(j, 1, at);
  if (u.words[0] && u.words[1] && j->count < MOST_UNITS)
    j->units[j->count++] = u;
  else
    for (uint64_t i = at; i < at + bytes && i < node(j, 0)->size; i++)
      vec_push(j->k->m, &j->lost, i);
  return at + bytes;
}

/* Units that overlap a link would change it. */
static void take_units(joiner *j) {
  unsigned bytes = lists_link_bytes(j->k);
  uint64_t size = node(j, 0)->size;
  for (uint64_t at = 0; at < size;) {
    if (is_part_of(at, j->pair.link, bytes) ||
        is_part_of(at, j->pair.back, bytes)) {
      at++;
      continue;
    }
    for (int which = 0; which < 2; which++) {
      unsigned kind = state_at(node(j, which), at) & BYTE_KINDS;
      j->fits = j->fits && kind != BYTE_CHAIN && kind != BYTE_LAST;
    }
    if (!j->fits)
      return;
    uint64_t next = is_same_byte(j, at) ? at + 1 : take_unit(j, at);
    for (uint64_t i = at; i < next; i++)
      j->fits = j->fits && !is_part_of(i, j->pair.link, bytes) &&
                !is_part_of(i, j->pair.back, bytes);
    at = next;
  }
}

static joiner begin(tandem *k, const list_pair *x) {
  joiner j = {.k = k, .pair = *x, .is_alike = true, .fits = true};
  take_units(&j);
  return j;
}

int lists_are_alike(tandem *k, const list_pair *x) {
  joiner j = begin(k, x);
  vec_free(k->m, &j.lost);
  return !j.fits ? -1 : j.is_alike;
}

/* ---- What the path says ----------------------------------------------- */

static term equal(tandem *k, term a, term b) {
  return terms_apply(k->terms, BITS_EQ, 1, a, b, TERM_NONE);
}

/* What is true of the words of one node, said of the joined ones; TERM_NONE:
 * that cannot be said, as they depend on more than themselves. */
static term describe(joiner *j, int which) {
  tandem *k = j->k;
  list_inputs x = {.all.count = 0};
  vec(term) with = {0};
  term all = terms_constant(k->terms, 1, 1);
  bool fits = true;
  vec_resize(k->m, &with, terms_inputs(k->terms));
  for (size_t i = 0; i < j->count && fits; i++) {
    const unit *u = &j->units[i];
    const term_node *n = terms_at(k->terms, u->words[which]);
    if (n->kind == TERM_INPUT && !with.at[n->value]) {
      with.at[n->value] = u->joined;
      vec_push(k->m, &x.all, (uint32_t)n->value);
    } else {
      fits = n->kind == TERM_CONSTANT;
      all = terms_and(k->terms, all, equal(k, u->joined, u->words[which]));
    }
  }
  size_t own = x.all.count;
  if (fits)
    lists_connect(k, &x);
  fits = fits && x.all.count == own;
  for (size_t i = 0; fits && i < x.constraints.count; i++)
    all = terms_and(k->terms, all,
                    terms_substitute(k->terms, x.constraints.at[i], with.at,
                                     with.count));
  vec_free(k->m, &with);
  lists_clear_inputs(k, &x);
  return fits ? all : TERM_NONE;
}

/* Is it true of the words of a node, on this path? */
static bool allows(joiner *j, term said, int which) {
  tandem *k = j->k;
  vec(term) with = {0};
  if (!said)
    return false;
  vec_resize(k->m, &with, terms_inputs(k->terms));
  for (size_t i = 0; i < j->count; i++)
    with.at[terms_at(k->terms, j->units[i].joined)->value] =
        j->units[i].words[which];
  term here = terms_substitute(k->terms, said, with.at, with.count);
  vec_free(k->m, &with);
  if (terms_is_constant(k->terms, here))
    return terms_at(k->terms, here)->value != 0;
  return tandem_ask(k, terms_not(k->terms, here)) == SMT_UNSAT;
}

static bool is_small(joiner *j, term t) {
  size_t seen = 0;
  vec(term) work = {0};
  vec_push(j->k->m, &work, t);
  while (work.count && seen < MOST_CASES) {
    const term_node *n = terms_at(j->k->terms, vec_pop(&work));
    const term operands[] = {n->a, n->b, n->c};
    seen++;
    for (int i = 0; n->kind == TERM_APPLY && i < 3; i++)
      if (operands[i])
        vec_push(j->k->m, &work, operands[i]);
  }
  vec_free(j->k->m, &work);
  return seen < MOST_CASES;
}

/* Of the joined words; TERM_NONE: nothing is known. */
static term say(joiner *j) {
  terms *t = j->k->terms;
  term a = describe(j, 0), b = describe(j, 1);
  if (MUTANT("panda-lists-first-case"))
    return a;
  if (allows(j, a, 1))
    return a;
  if (allows(j, b, 0))
    return b;
  if (!a || !b)
    return TERM_NONE;
  term either = terms_not(t, terms_and(t, terms_not(t, a), terms_not(t, b)));
  return is_small(j, either) ? either : TERM_NONE;
}

/* ---- All of it -------------------------------------------------------- */

static void lose(tandem *k, uint32_t id, uint64_t at) {
  tandem_write_link(k, id, at, BYTE_UNINITIALISED, 0, NULL);
}

void lists_join(tandem *k, const list_pair *x) {
  joiner j = begin(k, x);
  for (size_t i = 0; i < j.count; i++)
    j.units[i].joined = lists_new_input(
        k, 8 * j.units[i].bytes, terms_value(k->terms, j.units[i].words[0]));
  term said = j.count ? say(&j) : TERM_NONE;
  for (size_t i = 0; i < j.count; i++) {
    const unit *u = &j.units[i];
    if (said)
      tandem_write(k, x->first, u->at, 8 * u->bytes,
                   (value){0, u->joined, 0});
    for (uint64_t n = 0; !said && n < u->bytes; n++)
      lose(k, x->first, u->at + n);
  }
  vec_each (const uint64_t, at, &j.lost)
    lose(k, x->first, *at);
  if (said && !terms_is_constant(k->terms, said))
    smt_push(k->solver, said);
  vec_free(k->m, &j.lost);
}
