/* From several sets on edges to one on states. A level counts the marks that
 * have been seen, in a fixed order; the level above the last is accepting and
 * goes on like level 0. Inside a component levels are skipped as far as the
 * marks allow; what is counted on the way into one does not matter, so there
 * any level is right, and one that is there already is the best. Levels
 * that are skipped: Gastin and Oddoux 2001; by components: Babiak, Badie,
 * Duret-Lutz, Kretinsky and Strejcek 2013. */
#include "automata/tgba.h"

#define NO_LEVEL UINT32_MAX

typedef struct levels {
  tgba *a;
  tgba_sccs s;
  uint64_t *common; /* marks on all edges into the state, or on all out of it,
                       inside its component */
  uint64_t *out_common, *out_any; /* on all or some edges that leave, inside */
  uint8_t *loops;  /* has a loop with all marks: 1; for every letter: 2 */
  uint32_t truth;  /* the last of those with 2, for all of them */
  uint32_t *known; /* the level in which a state was met first */
  map copies;      /* state, level */
} levels;

static void look(levels *d) {
  const tgba *automaton = d->a;
  uint64_t *in = mem_array(automaton->m, automaton->states, sizeof *in);
  memset(in, 0xFF, automaton->states * sizeof *in);
  for (uint32_t q = 0; q < automaton->states; q++) {
    d->known[q] = NO_LEVEL;
    d->out_common[q] = UINT64_MAX;
    bool any = false;
    tgba_each(edge, automaton, q) {
      if (d->s.of[edge->to] != d->s.of[q])
        continue;
      any = true;
      d->out_common[q] &= edge->marks;
      d->out_any[q] |= edge->marks;
      in[edge->to] &= edge->marks;
      if (edge->to != q || edge->marks != tgba_all(automaton))
        continue;
      d->loops[q] |= 1;
      if (edge->label == LETTERS_ALL && automaton->alphabet)
        d->loops[q] |= 2;
    }
    if (!any)
      d->out_common[q] = 0;
    if (d->loops[q] & 2)
      d->truth = q;
  }
  for (uint32_t q = 0; q < automaton->states; q++)
    d->common[q] = d->s.trivial[d->s.of[q]] ? 0 : in[q] | d->out_common[q];
  mem_free(automaton->m, in);
}

/* The marks are counted from the last to the first: this is the one that level
 * 'level' waits for. */
static uint64_t awaited(const levels *d, uint32_t level) {
  return UINT64_C(1) << (d->a->sets - 1 - level);
}

static uint32_t skip(const levels *d, uint32_t level, uint64_t marks) {
  while (level < d->a->sets && (marks & awaited(d, level)))
    level++;
  return level;
}

static uint32_t copy_of(levels *d, uint32_t q, uint32_t level) {
  if (d->loops[q] & 2) {
    q = d->truth;
    level = d->a->sets;
  }
  if (d->known[q] == NO_LEVEL)
    d->known[q] = level;
  return map_insert(d->a->m, &d->copies, map_pair(q, level));
}

/* The level in which the target of 'edge' is met, from q in 'level'. */
static uint32_t next_level(const levels *d, uint32_t q, uint32_t level,
                           const tgba_edge *edge) {
  uint32_t sets = d->a->sets, t = edge->to;
  uint64_t marks = edge->marks;
  bool inside = d->s.of[t] == d->s.of[q];
  if (!d->s.good[d->s.of[t]])
    return 0;
  if (!inside && d->known[t] != NO_LEVEL)
    return d->known[t];
  if (!inside)
    return d->loops[t] ? sets : skip(d, 0, d->common[t]);
  if (level == sets && sets > 0) {
    uint64_t last = awaited(d, sets - 1);
    if ((d->out_common[q] & last) && !(d->out_any[t] & last))
      marks &= ~last;
  }
  return skip(d, level == sets ? 0 : level, marks | d->common[t]);
}

static void degeneralise_multiply(levels *d, tgba *b) {
  tgba *a = d->a;
  uint32_t sets = a->sets, q = a->initial;
  copy_of(d, q, d->loops[q] ? sets : skip(d, 0, d->common[q]));
  for (uint32_t i = 0; i < d->copies.keys.count; i++) {
    uint32_t level = (uint32_t)d->copies.keys.at[i];
    bool accepting = level == sets;
    q = (uint32_t)(d->copies.keys.at[i] >> 32);
    tgba_state(b);
    vec_push(a->m, &b->accepting, accepting);
    if (d->loops[q] & 2) {
      tgba_edge_add(b, i, LETTERS_ALL, 1);
      continue;
    }
    tgba_each(edge, a, q) {
      uint32_t t = copy_of(d, edge->to, next_level(d, q, level, edge));
      tgba_edge_add(b, t, edge->label, accepting);
    }
  }
  tgba_end(b);
}

/* Of the copies of one state in several components the one furthest down can
 * stand for those above it. */
static void keep_lowest(levels *d, tgba *automaton) {
  tgba_sccs sccs;
  tgba_sccs_find(automaton, &sccs);
  if (sccs.count > d->s.count) {
    uint32_t *lowest = mem_array(automaton->m, d->a->states, sizeof *lowest);
    uint32_t *target =
        mem_array(automaton->m, automaton->states, sizeof *target);
    memset(lowest, 0xFF, d->a->states * sizeof *lowest);
    for (uint32_t i = 0; i < automaton->states; i++) {
      uint32_t q = (uint32_t)(d->copies.keys.at[i] >> 32);
      if (lowest[q] == UINT32_MAX || sccs.of[i] <= sccs.of[lowest[q]])
        lowest[q] = i;
    }
    for (uint32_t i = 0; i < automaton->states; i++) {
      uint32_t low = lowest[d->copies.keys.at[i] >> 32];
      target[i] = sccs.of[low] != sccs.of[i] ? low : i;
    }
    tgba_redirect(automaton, target);
    mem_free(automaton->m, lowest);
    mem_free(automaton->m, target);
  }
  tgba_sccs_free(automaton, &sccs);
}

void tgba_degeneralise(tgba *a) {
  size_t n = a->states;
  uint64_t *marks = mem_array(a->m, 3 * n, sizeof *marks);
  levels d = {.a = a,
              .common = marks,
              .out_common = marks + n,
              .out_any = marks + 2 * n,
              .loops = mem_array(a->m, n, 1),
              .known = mem_array(a->m, n, sizeof *d.known)};
  tgba b;
  tgba_init(&b, a->m, a->clock, a->alphabet);
  b.sets = 1;
  tgba_sccs_find(a, &d.s);
  look(&d);
  degeneralise_multiply(&d, &b);
  if (b.states > a->states)
    keep_lowest(&d, &b);
  tgba_mark_edges(&b);
  tgba_sccs_free(a, &d.s);
  mem_free(a->m, marks);
  mem_free(a->m, d.loops);
  mem_free(a->m, d.known);
  map_free(a->m, &d.copies);
  tgba_free(a);
  *a = b;
}

void tgba_degeneralise_plain(tgba *a) {
  map copies = {0};
  tgba b;
  tgba_init(&b, a->m, a->clock, a->alphabet);
  b.sets = 1;
  map_insert(a->m, &copies, map_pair(a->initial, 0));
  for (uint32_t i = 0; i < copies.keys.count; i++) {
    uint32_t q = (uint32_t)(copies.keys.at[i] >> 32);
    uint32_t level = (uint32_t)copies.keys.at[i];
    bool accepting = level == a->sets;
    tgba_state(&b);
    vec_push(a->m, &b.accepting, accepting);
    tgba_each(edge, a, q) {
      uint32_t next = accepting ? 0 : level;
      while (next < a->sets && (edge->marks >> next & 1))
        next++;
      uint32_t t = map_insert(a->m, &copies, map_pair(edge->to, next));
      tgba_edge_add(&b, t, edge->label, accepting);
    }
  }
  tgba_end(&b);
  map_free(a->m, &copies);
  tgba_free(a);
  *a = b;
}
