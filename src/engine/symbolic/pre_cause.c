/* Runs of pre*, forwards: finding where to go. */
#include "engine/symbolic/pre_cause.h"

#include <assert.h>

/* What was found and has not been propagated is in rings behind all others. */
void pre_make_index(sym_pre *x) {
  dds *d = x->s->d;
  if (x->is_indexed)
    return;
  x->is_indexed = true;
  for (uint32_t n = 0; n < x->s->symbols; n++) {
    if (x->heads[n].frontier != DD_FALSE)
      sym_rings_take(x->m, d, &x->rings, pre_owner_of_heads(n),
                     &x->heads[n].frontier);
    if (x->pops[n].frontier != DD_FALSE)
      sym_rings_take(x->m, d, &x->rings, pre_owner_of_pops(n),
                     &x->pops[n].frontier);
  }
  sym_rings_index(x->m, &x->rings, 2 * x->s->symbols);
}

/* Rules, from a point. */

/* Bits that a rule does not change keep their values, in copy 'to'. */
static void add_unchanged(pre_place *w, const bool *values, bool are_globals,
                          const uint32_t *bits, uint32_t count, sym_copy to) {
  const sym_copies *c = &w->x->copies;
  mem *m = w->x->m;
  uint32_t all = are_globals ? c->s->globals : c->s->locals;
  const uint32_t *variable = are_globals ? c->global[to] : c->local[to];
  bool *changes = mem_array(m, (size_t)all + 1, sizeof *changes);
  for (uint32_t i = 0; i < count; i++)
    changes[bits[i]] = true;
  for (uint32_t b = 0; b < all; b++)
    if (!changes[b])
      sym_point_add(m, &w->point, variable[b], values[b]);
  mem_free(m, changes);
}

static dd relation_here(pre_place *w, const sym_rule *r) {
  sym_pre *x = w->x;
  sym_point_clear(&w->point);
  sym_point_globals(x->m, &w->point, &x->copies, SYM_NOW, w->now);
  sym_point_locals(x->m, &w->point, &x->copies, SYM_NOW,
                   w->now + x->s->globals);
  return sym_point_fix(&x->copies, &w->point, r->relation);
}

/* Behind a SWAP or PUSH: the top SYM_NOW, locals below SYM_BELOW. */
static dd behind_rule(pre_place *w, uint32_t rule) {
  sym_pre *x = w->x;
  const sympds *s = x->s;
  const sym_rule *r = &s->rules.at[rule];
  const bool *locals = w->now + s->globals;
  dd behind = dd_rename(s->d, relation_here(w, r), x->forth);
  sym_point_clear(&w->point);
  const uint32_t *bits = sym_changed_globals(s, r);
  add_unchanged(w, w->now, true, bits, r->changes_globals, SYM_NOW);
  if (r->kind == SYM_SWAP)
    add_unchanged(w, locals, false, bits + r->changes_globals,
                  r->changes_locals, SYM_NOW);
  else
    add_unchanged(w, locals, false, sym_changed_below(s, r), r->changes_below,
                  SYM_BELOW);
  return dd_and(s->d, behind, sym_point_diagram(&x->copies, &w->point));
}

static dd goal_point(pre_place *w) {
  sym_point_clear(&w->point);
  sym_point_globals(w->x->m, &w->point, &w->x->copies, SYM_BELOW, w->goal);
  return sym_point_diagram(&w->x->copies, &w->point);
}

/* A set of heads, or of pops to the goal, as what is below a new top when that
 * has been popped: over SYM_BELOW. */
static dd below_top(pre_place *w, dd set) {
  sym_pre *x = w->x;
  if (w->is_popping) {
    sym_point_clear(&w->point);
    sym_point_globals(x->m, &w->point, &x->copies, SYM_BELOW, w->goal);
    set = sym_point_fix(&x->copies, &w->point, set);
  }
  return dd_rename(x->s->d, set, x->below);
}

uint32_t pre_last_pop(pre_place *w) {
  sym_pre *x = w->x;
  const sympds *s = x->s;
  for (uint32_t i = s->first_rule[w->symbol]; i < s->first_rule[w->symbol + 1];
       i++) {
    const sym_rule *r = &s->rules.at[i];
    if (r->kind != SYM_POP)
      continue;
    size_t mark = dd_mark(s->d);
    dd behind = dd_rename(s->d, relation_here(w, r), x->leaving);
    sym_point_clear(&w->point);
    add_unchanged(w, w->now, true, sym_changed_globals(s, r),
                  r->changes_globals, SYM_BELOW);
    dd stay = sym_point_diagram(&x->copies, &w->point);
    bool leads = dd_meets(s->d, dd_and(s->d, behind, stay), goal_point(w));
    dd_release(s->d, mark);
    if (leads)
      return i;
  }
  return SYM_NONE;
}

static uint32_t owner_of(const pre_place *w, uint32_t symbol) {
  return w->is_popping ? pre_owner_of_pops(symbol) : pre_owner_of_heads(symbol);
}

static void try_top(pre_place *w, uint32_t rule, dd behind, uint32_t from,
                    pre_cause *best) {
  sym_pre *x = w->x;
  dds *d = x->s->d;
  if (w->is_popping)
    behind = dd_and(d, behind, goal_point(w));
  uint32_t owner = owner_of(w, x->s->rules.at[rule].to);
  uint32_t ring =
      sym_rings_meet(d, &x->rings, owner, behind, from, best->latest);
  if (ring < best->latest)
    *best = (pre_cause){rule, ring, SYM_NONE, ring};
}

/* A call rests on two rings, at least one of them not before 'from'. */
static void pre_cause_try_call(pre_place *w, uint32_t rule, dd behind,
                               uint32_t from, pre_cause *best) {
  sym_pre *x = w->x;
  dds *d = x->s->d;
  const sym_rings *rings = &x->rings;
  const sym_rule *r = &x->s->rules.at[rule];
  const pre_set *last =
      w->is_popping ? &x->pops[r->below] : &x->heads[r->below];
  dd way = dd_and(d, behind, x->pops[r->to].all);
  way = dd_and(d, way, below_top(w, last->all));
  if (way == DD_FALSE)
    return;
  uint32_t top = pre_owner_of_pops(r->to), below = owner_of(w, r->below);
  for (uint32_t i = rings->first[top]; i < rings->first[top + 1]; i++) {
    uint32_t pop = rings->numbers[i];
    if (pop >= best->latest)
      return;
    size_t mark = dd_mark(d);
    dd popped = dd_and(d, way, rings->rings.at[pop].set);
    uint32_t k = sym_rings_from(rings, below, pop >= from ? 0 : from);
    for (; popped != DD_FALSE && k < rings->first[below + 1]; k++) {
      uint32_t ring = rings->numbers[k], later = ring > pop ? ring : pop;
      if (later >= best->latest)
        break;
      if (dd_meets(d, popped, below_top(w, rings->rings.at[ring].set)))
        *best = (pre_cause){rule, ring, pop, later};
    }
    dd_release(d, mark);
  }
}

pre_cause pre_cause_of(pre_place *w) {
  sym_pre *x = w->x;
  const sympds *s = x->s;
  pre_cause best = {.latest = w->number};
  uint32_t from = sym_rings_previous(&x->rings, w->number);
  for (uint32_t i = s->first_rule[w->symbol]; i < s->first_rule[w->symbol + 1];
       i++) {
    const sym_rule *r = &s->rules.at[i];
    if (r->kind == SYM_POP)
      continue;
    size_t mark = dd_mark(s->d);
    dd behind = behind_rule(w, i);
    if (behind != DD_FALSE && (r->kind == SYM_SWAP || !w->is_popping))
      try_top(w, i, behind, from, &best);
    if (behind != DD_FALSE && r->kind == SYM_PUSH)
      pre_cause_try_call(w, i, behind, from, &best);
    dd_release(s->d, mark);
  }
  assert(best.latest < w->number);
  return best;
}

dd pre_cause_solutions(pre_place *w, const pre_cause *c) {
  sym_pre *x = w->x;
  dds *d = x->s->d;
  assert(c->ring < x->rings.rings.count);
  dd set = x->rings.rings.at[c->ring].set;
  dd behind = behind_rule(w, c->rule);
  if (c->pop == SYM_NONE) {
    if (w->is_popping)
      behind = dd_and(d, behind, goal_point(w));
    return dd_and(d, behind, set);
  }
  behind = dd_and(d, behind, x->rings.rings.at[c->pop].set);
  return dd_and(d, behind, below_top(w, set));
}
