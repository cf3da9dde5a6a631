/* Does a derivation prove that the final set can be reached? Each fact is
 * checked by its definition in pds/derivation.h, once, however often the run
 * uses it. */
#include "evidence/pushdown/check.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct weighing {
  uint32_t dimension;
  int64_t *sums; /* by fact */
  bool overflow;
} weighing;

static bool run_check_edge(checker *v, size_t i, const derivation_fact *fact) {
  if (fact->premise[0] != PDS_NONE || fact->to < v->final.controls ||
      !sets_has_edge(&v->final, fact->from, fact->symbol, fact->to))
    return check_reject(v, "fact %zu: the final set has no such edge", i);
  return true;
}

static bool run_check_rule(checker *v, size_t i, const derivation_fact *f) {
  assert(f->rule < v->p->rules.count);
  const pds_rule *rule = &v->p->rules.at[f->rule];
  const derivation_fact *facts = v->e->derivation.facts.at;
  if (!pds_matches(rule, f->from, f->symbol))
    return check_reject(v, "fact %zu: rule %u does not apply", i,
                        (unsigned)f->rule);
  uint32_t state = rule->to;
  for (uint32_t k = 0; k < 2; k++) {
    if ((k < rule->length) != (f->premise[k] != PDS_NONE))
      return check_reject(v, "fact %zu: wrong number of premises", i);
    if (k >= rule->length)
      continue;
    if (f->premise[k] >= i)
      return check_reject(v, "fact %zu: its premise comes later", i);
    const derivation_fact *g = &facts[f->premise[k]];
    if (g->from != state || g->symbol != pds_pushed(rule, k, f->symbol))
      return check_reject(v, "fact %zu: premise %u is about something else", i,
                          (unsigned)k + 1);
    state = g->to;
  }
  if (state != f->to)
    return check_reject(v, "fact %zu: its premises lead elsewhere", i);
  return true;
}

static void add_weight(weighing *w, size_t fact, const int64_t *more) {
  for (uint32_t i = 0; i < w->dimension; i++)
    if (base_add_overflows(w->sums[fact * w->dimension + i], more[i],
                           &w->sums[fact * w->dimension + i]))
      w->overflow = true;
}

/* An unweighted run weighs its steps. */
static void weigh(const checker *v, weighing *w, size_t i) {
  assert(i < v->e->derivation.facts.count);
  const derivation_fact *fact = &v->e->derivation.facts.at[i];
  int64_t step = 1;
  if (fact->rule == PDS_NONE)
    return;
  add_weight(w, i, v->p->dimension ? pds_weight(v->p, fact->rule) : &step);
  for (int k = 0; k < 2; k++)
    if (fact->premise[k] != PDS_NONE)
      add_weight(w, i, w->sums + (size_t)fact->premise[k] * w->dimension);
}

/* -1, 0, 1: below, at, above zero in lexicographic order. */
static int sign(const int64_t *a, const int64_t *b, uint32_t dimension) {
  for (uint32_t i = 0; i < dimension; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

static bool check_witness(checker *v, weighing *w, int64_t *total,
                          int64_t *looped, bool *closed_loop) {
  const derivation *d = &v->e->derivation;
  uint32_t s = d->start, t = d->start, loop_s = 0, loop_t = 0;
  bool in_loop = false, has_looped = false;
  size_t n = 0;
  vec_each (const derivation_link, l, &d->witness) {
    const derivation_fact *fact = &d->facts.at[l->fact];
    if (fact->from != t)
      return check_reject(v, "witness %zu: its fact starts elsewhere", n);
    if (!sets_has_edge(&v->initial, s, fact->symbol, l->to))
      return check_reject(v, "witness %zu: the initial set has no such edge",
                          n);
    if (l->in_loop && !in_loop) {
      if (has_looped)
        return check_reject(v, "witness %zu: a second loop", n);
      has_looped = true;
      loop_s = s;
      loop_t = t;
    }
    in_loop = l->in_loop;
    s = l->to;
    t = fact->to;
    for (uint32_t i = 0; i < w->dimension; i++) {
      int64_t x = w->sums[(size_t)l->fact * w->dimension + i];
      w->overflow |= base_add_overflows(total[i], x, &total[i]);
      if (in_loop)
        w->overflow |= base_add_overflows(looped[i], x, &looped[i]);
    }
    *closed_loop = in_loop ? s == loop_s && t == loop_t : *closed_loop;
    n++;
  }
  if (!sets_accepts(&v->initial, s))
    return check_reject(v, "the initial set does not accept the witness");
  if (!sets_accepts(&v->final, t))
    return check_reject(v, "the run does not end in the final set");
  return true;
}

static bool says_the_same(const derivation_fact *a, const derivation_fact *b) {
  return a->from == b->from && a->symbol == b->symbol && a->to == b->to;
}

/* Only what the run uses can be repeated in it. */
static bool run_uses(checker *v, const derivation_fact *f) {
  const derivation *d = &v->e->derivation;
  uint8_t *used = mem_array(v->m, d->facts.count + 1, 1);
  vec_each (const derivation_link, l, &d->witness)
    used[l->fact] = 1;
  for (size_t i = d->facts.count; i-- > 0;) {
    const derivation_fact *g = &d->facts.at[i];
    if (!used[i])
      continue;
    if (says_the_same(f, g))
      return true;
    for (int k = 0; k < 2; k++)
      if (g->premise[k] != PDS_NONE)
        used[g->premise[k]] = 1;
  }
  return false;
}

/* The facts of the loop are a chain from a fact back to the same fact; 'gain'
 * is the sign of what a round adds. */
static bool check_loop(checker *v, const weighing *w, int *gain) {
  const derivation *d = &v->e->derivation;
  uint32_t inner = d->loop_inner, last = d->loop_end - 1, below = inner;
  if (d->loop_first >= d->loop_end || d->loop_end > d->facts.count ||
      inner >= d->loop_first)
    return check_reject(v, "the loop is empty");
  for (uint32_t i = d->loop_first; i < d->loop_end; below = i++)
    if (d->facts.at[i].premise[0] != below &&
        d->facts.at[i].premise[1] != below)
      return check_reject(v, "fact %u does not continue the loop", (unsigned)i);
  const derivation_fact *a = &d->facts.at[inner], *b = &d->facts.at[last];
  if (!says_the_same(a, b))
    return check_reject(v, "the loop does not come back");
  if (!run_uses(v, a))
    return check_reject(v, "the run does not meet the loop");
  *gain = sign(w->sums + (size_t)last * w->dimension,
               w->sums + (size_t)inner * w->dimension, w->dimension);
  return true;
}

static bool check_weight(checker *v, weighing *w, const int64_t *total,
                         const int64_t *looped, bool closed_loop) {
  static const int64_t zero[PDS_MOST_DIMENSIONS];
  const evidence *e = v->e;
  if (e->weight_kind == EVIDENCE_NO_WEIGHT)
    return true;
  if (w->overflow)
    return check_reject(v, "the weight does not fit 64 bits");
  if (e->weight_kind == EVIDENCE_WEIGHT)
    return v->p->dimension == 0 || sign(total, e->weight, w->dimension) == 0 ||
           check_reject(v, "the run has another weight");
  int gain = sign(looped, zero, w->dimension);
  if (!closed_loop && !check_loop(v, w, &gain))
    return false;
  int better = e->weight_kind == EVIDENCE_NO_LEAST ? -1 : 1;
  return gain == better || check_reject(v, "the loop gains nothing");
}

bool check_run(checker *v) {
  const derivation *d = &v->e->derivation;
  weighing w = {.dimension = v->p->dimension ? v->p->dimension : 1};
  int64_t total[PDS_MOST_DIMENSIONS] = {0}, looped[PDS_MOST_DIMENSIONS] = {0};
  bool closed_loop = false;
  w.sums = mem_array(v->m, d->facts.count * w.dimension + 1, sizeof *w.sums);
  for (size_t i = 0; i < d->facts.count; i++) {
    const derivation_fact *fact = &d->facts.at[i];
    progress_tick(v->clock);
    if (!(fact->rule == PDS_NONE ? run_check_edge(v, i, fact)
                                 : run_check_rule(v, i, fact)))
      return false;
    weigh(v, &w, i);
  }
  if (!check_witness(v, &w, total, looped, &closed_loop) ||
      !check_weight(v, &w, total, looped, closed_loop))
    return false;
  v->out->facts = d->facts.count;
  snprintf(v->out->why, sizeof v->out->why,
           "each of %zu facts follows, and the witness uses them",
           d->facts.count);
  return true;
}
