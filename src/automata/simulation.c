/* Simulation: r simulates q if r can answer each edge of q, letter by letter,
 * with at least its marks, to a state that simulates the target. Backward it is
 * the same on the reversed edges. States that simulate each other accept the
 * same; of two edges of a state for the same letter the lesser one can go
 * (Etessami and Holzmann 2000; both directions: Somenzi and Bloem 2000). */
#include "automata/tgba.h"

typedef struct relation {
  size_t words;   /* of a row */
  uint64_t *rows; /* bit r of row q: r simulates q */
} relation;

static bool related(const relation *s, uint32_t q, uint32_t r) {
  return s->rows[q * s->words + r / 64] >> (r % 64) & 1;
}

static void relation_init(const tgba *automaton, relation *s) {
  s->words = ((size_t)automaton->states + 63) / 64;
  s->rows =
      mem_array(automaton->m, s->words * automaton->states, sizeof *s->rows);
  for (uint32_t q = 0; q < automaton->states; q++)
    for (uint32_t r = 0; r < automaton->states; r++)
      if (!tgba_state_based(automaton) ||
          automaton->accepting.at[q] <= automaton->accepting.at[r])
        s->rows[q * s->words + r / 64] |= UINT64_C(1) << (r % 64);
}

static bool answered(const tgba *automaton, const relation *s,
                     const tgba_edge *e, uint32_t r) {
  progress_tick(automaton->clock);
  letters_rest(automaton->alphabet, e->label);
  tgba_each(f, automaton, r) {
    if (!(e->marks & ~f->marks) && related(s, e->to, f->to) &&
        letters_rest_minus(automaton->alphabet, f->label))
      return true;
  }
  return false;
}

static bool still(const tgba *automaton, const relation *s, uint32_t q,
                  uint32_t r) {
  tgba_each(edge, automaton, q) {
    if (!answered(automaton, s, edge, r))
      return false;
  }
  return true;
}

static void simulation_refine(const tgba *automaton, relation *s) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t q = 0; q < automaton->states; q++)
      for (uint32_t r = 0; r < automaton->states; r++)
        if (r != q && related(s, q, r) && !still(automaton, s, q, r)) {
          s->rows[q * s->words + r / 64] &= ~(UINT64_C(1) << (r % 64));
          changed = true;
        }
  }
}

/* Turns every edge around. */
static void reverse(tgba *a) {
  uint32_t *first = mem_array(a->m, (size_t)a->states + 2, sizeof *first);
  tgba_edge *turned = mem_array(a->m, a->edges.count, sizeof *turned);
  tgba b;
  vec_each (tgba_edge, edge, &a->edges)
    first[edge->to + 2]++;
  for (uint32_t q = 0; q < a->states; q++)
    first[q + 2] += first[q + 1];
  for (uint32_t q = 0; q < a->states; q++)
    tgba_each(edge, a, q) {
      uint32_t i = first[edge->to + 1]++;
      turned[i] = (tgba_edge){q, edge->label, edge->marks};
    }
  tgba_init(&b, a->m, a->clock, a->alphabet);
  b.sets = a->sets;
  b.initial = a->initial;
  for (uint32_t q = 0; q < a->states; q++) {
    tgba_state(&b);
    for (uint32_t i = first[q]; i < first[q + 1]; i++)
      tgba_edge_add(&b, turned[i].to, turned[i].label, turned[i].marks);
    if (tgba_state_based(a))
      vec_push(a->m, &b.accepting, a->accepting.at[q]);
  }
  tgba_end(&b);
  mem_free(a->m, first);
  mem_free(a->m, turned);
  tgba_free(a);
  *a = b;
}

/* Which letters of edge e does no better edge of the same state have? Of equal
 * ones the first is the better one. */
static uint32_t best_letters(const tgba *automaton, const relation *s,
                             const tgba_edge *e, const tgba_edge *first,
                             const tgba_edge *end) {
  letters_rest(automaton->alphabet, e->label);
  for (const tgba_edge *f = first; f != end; f++) {
    progress_tick(automaton->clock);
    if (f == e || (e->marks & ~f->marks) || !related(s, e->to, f->to))
      continue;
    bool equal = f->marks == e->marks && related(s, f->to, e->to);
    if ((!equal || f < e) && letters_rest_minus(automaton->alphabet, f->label))
      return LETTERS_NONE;
  }
  return letters_rest_set(automaton->alphabet);
}

/* The first state that simulates each and is simulated by it. */
static uint32_t *representatives(const tgba *automaton, const relation *s) {
  uint32_t *of = mem_array(automaton->m, automaton->states, sizeof *of);
  for (uint32_t q = 0; q < automaton->states; q++)
    for (of[q] = 0; !related(s, q, of[q]) || !related(s, of[q], q);)
      of[q]++;
  return of;
}

/* Puts states together that simulate each other. 'prune': one member's edges
 * stand for all, and the lesser ones among them go; else the edges of all
 * members are kept. */
static void quotient(tgba *a, const relation *s, bool prune) {
  uint32_t *of = representatives(a, s), n = 0;
  uint32_t *number = mem_array(a->m, a->states, sizeof *number);
  tgba b, plain;
  tgba_init(&b, a->m, a->clock, a->alphabet);
  b.sets = a->sets;
  for (uint32_t q = 0; q < a->states; q++)
    number[q] = of[q] == q ? n++ : number[of[q]];
  for (uint32_t q = 0; q < a->states; q++) {
    if (of[q] != q)
      continue;
    /* The targets are still the old numbers here, which 's' knows. */
    tgba_init(&plain, a->m, a->clock, a->alphabet);
    tgba_state(&plain);
    for (uint32_t r = q; r < a->states; r++)
      if (r == q || (!prune && of[r] == q))
        tgba_each(edge, a, r) {
          tgba_edge_add(&plain, of[edge->to], edge->label, edge->marks);
        }
    tgba_state(&b);
    if (tgba_state_based(a))
      vec_push(a->m, &b.accepting, a->accepting.at[q]);
    const tgba_edge *first = plain.edges.at;
    for (size_t i = 0; i < plain.edges.count; i++) {
      const tgba_edge *edge = first + i;
      uint32_t label =
          prune ? best_letters(a, s, edge, first, first + plain.edges.count)
                : edge->label;
      tgba_edge_add(&b, number[edge->to], label, edge->marks);
    }
    tgba_free(&plain);
  }
  tgba_end(&b);
  b.initial = number[of[a->initial]];
  mem_free(a->m, of);
  mem_free(a->m, number);
  tgba_free(a);
  *a = b;
}

static void forward(tgba *automaton) {
  relation s;
  relation_init(automaton, &s);
  simulation_refine(automaton, &s);
  quotient(automaton, &s, true);
  mem_free(automaton->m, s.rows);
  tgba_redirect(automaton, NULL);
}

static void backward(tgba *automaton) {
  relation s;
  /* A state's mark is compared as such, not once more on the edges. */
  if (tgba_state_based(automaton))
    vec_each (tgba_edge, edge, &automaton->edges)
      edge->marks = 0;
  reverse(automaton);
  relation_init(automaton, &s);
  /* A run may start in the initial state alone. */
  uint64_t *row = s.rows + automaton->initial * s.words;
  memset(row, 0, s.words * sizeof *row);
  row[automaton->initial / 64] |= UINT64_C(1) << (automaton->initial % 64);
  simulation_refine(automaton, &s);
  quotient(automaton, &s, false);
  mem_free(automaton->m, s.rows);
  reverse(automaton);
  tgba_redirect(automaton, NULL);
  tgba_trim(automaton);
}

/* The letters on which q goes to each target, whatever the marks: as a
 * sequence, by which states can be compared. */
static uint32_t moves(const tgba *a, sequences *t, uint32_t q) {
  tgba b;
  vec(uint32_t) flat = {0};
  tgba_init(&b, a->m, a->clock, a->alphabet);
  tgba_state(&b);
  tgba_each(edge, a, q) { tgba_edge_add(&b, edge->to, edge->label, 0); }
  while (b.edges.count > 0) { /* by ascending target */
    size_t least = 0;
    for (size_t i = 1; i < b.edges.count; i++)
      if (b.edges.at[i].to < b.edges.at[least].to)
        least = i;
    vec_push(a->m, &flat, b.edges.at[least].to);
    vec_push(a->m, &flat, b.edges.at[least].label);
    b.edges.at[least] = vec_last(&b.edges);
    b.edges.count--;
  }
  uint32_t result = sequences_insert(a->m, t, flat.at, flat.count);
  vec_free(a->m, &flat);
  tgba_free(&b);
  return result;
}

/* A state that lies on no cycle is as good as one that does and has the same
 * moves: marks on the way to a cycle do not matter. */
static void redirect_trivial(tgba *automaton) {
  tgba_sccs sccs;
  sequences t = {0};
  tgba_sccs_find(automaton, &sccs);
  uint32_t *target = mem_array(automaton->m, automaton->states, sizeof *target);
  uint32_t *kind = mem_array(automaton->m, automaton->states, sizeof *kind);
  uint32_t *cyclic = mem_array(automaton->m, automaton->states, sizeof *cyclic);
  bool any = false;
  for (uint32_t q = automaton->states; q-- > 0;) {
    kind[q] = moves(automaton, &t, q);
    if (!sccs.trivial[sccs.of[q]])
      cyclic[kind[q]] = q + 1;
  }
  for (uint32_t q = 0; q < automaton->states; q++) {
    target[q] = q;
    if (sccs.trivial[sccs.of[q]] && cyclic[kind[q]]) {
      target[q] = cyclic[kind[q]] - 1;
      any = true;
    }
  }
  if (any)
    tgba_redirect(automaton, target);
  mem_free(automaton->m, target);
  mem_free(automaton->m, kind);
  mem_free(automaton->m, cyclic);
  sequences_free(automaton->m, &t);
  tgba_sccs_free(automaton, &sccs);
}

void tgba_simulate(tgba *automaton) {
  uint32_t states;
  size_t edges;
  if (automaton->states > TGBA_MOST_SIMULATED)
    return;
  do {
    states = automaton->states;
    edges = automaton->edges.count;
    forward(automaton);
    if (!tgba_state_based(automaton))
      redirect_trivial(automaton);
    backward(automaton);
  } while (automaton->states != states || automaton->edges.count != edges);
}
