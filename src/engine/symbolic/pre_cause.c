/* Runs of pre*, forwards: finding where to go. */
#include "engine/symbolic/pre_cause.h"

#include <assert.h>

/* What was found and has not been propagated is in rings behind all others. */
void pre_make_index(sym_pre *pre) {
  dds *diagrams = pre->s->d;
  if (pre->is_indexed)
    return;
  pre->is_indexed = true;
  for (uint32_t n = 0; n < pre->s->symbols; n++) {
    if (pre->heads[n].frontier != DD_FALSE)
      sym_rings_take(pre->m, diagrams, &pre->rings, pre_owner_of_heads(n),
                     &pre->heads[n].frontier);
    if (pre->pops[n].frontier != DD_FALSE)
      sym_rings_take(pre->m, diagrams, &pre->rings, pre_owner_of_pops(n),
                     &pre->pops[n].frontier);
  }
  sym_rings_index(pre->m, &pre->rings, 2 * pre->s->symbols);
}

/* Rules, from a point. */

/* Bits that a rule does not change keep their values, in copy 'to'. */
static void add_unchanged(pre_place *place, const bool *values,
                          bool are_globals, const uint32_t *bits,
                          uint32_t count, sym_copy to) {
  const sym_copies *copies = &place->x->copies;
  mem *m = place->x->m;
  uint32_t all = are_globals ? copies->s->globals : copies->s->locals;
  const uint32_t *variable =
      are_globals ? copies->global[to] : copies->local[to];
  bool *changes = mem_array(m, (size_t)all + 1, sizeof *changes);
  for (uint32_t i = 0; i < count; i++)
    changes[bits[i]] = true;
  for (uint32_t b = 0; b < all; b++)
    if (!changes[b])
      sym_point_add(m, &place->point, variable[b], values[b]);
  mem_free(m, changes);
}

static dd relation_here(pre_place *place, const sym_rule *rule) {
  sym_pre *pre = place->x;
  sym_point_clear(&place->point);
  sym_point_globals(pre->m, &place->point, &pre->copies, SYM_NOW, place->now);
  sym_point_locals(pre->m, &place->point, &pre->copies, SYM_NOW,
                   place->now + pre->s->globals);
  return sym_point_fix(&pre->copies, &place->point, rule->relation);
}

/* Behind a SWAP or PUSH: the top SYM_NOW, locals below SYM_BELOW. */
static dd behind_rule(pre_place *place, uint32_t rule) {
  sym_pre *pre = place->x;
  const sympds *system = pre->s;
  const sym_rule *r = &system->rules.at[rule];
  const bool *locals = place->now + system->globals;
  dd behind = dd_rename(system->d, relation_here(place, r), pre->forth);
  sym_point_clear(&place->point);
  const uint32_t *bits = sym_changed_globals(system, r);
  add_unchanged(place, place->now, true, bits, r->changes_globals, SYM_NOW);
  if (r->kind == SYM_SWAP)
    add_unchanged(place, locals, false, bits + r->changes_globals,
                  r->changes_locals, SYM_NOW);
  else
    add_unchanged(place, locals, false, sym_changed_below(system, r),
                  r->changes_below, SYM_BELOW);
  return dd_and(system->d, behind,
                sym_point_diagram(&pre->copies, &place->point));
}

static dd goal_point(pre_place *place) {
  sym_point_clear(&place->point);
  sym_point_globals(place->x->m, &place->point, &place->x->copies, SYM_BELOW,
                    place->goal);
  return sym_point_diagram(&place->x->copies, &place->point);
}

/* A set of heads, or of pops to the goal, as what is below a new top when that
 * has been popped: over SYM_BELOW. */
static dd below_top(pre_place *place, dd set) {
  sym_pre *pre = place->x;
  if (place->is_popping) {
    sym_point_clear(&place->point);
    sym_point_globals(pre->m, &place->point, &pre->copies, SYM_BELOW,
                      place->goal);
    set = sym_point_fix(&pre->copies, &place->point, set);
  }
  return dd_rename(pre->s->d, set, pre->below);
}

uint32_t pre_last_pop(pre_place *place) {
  sym_pre *pre = place->x;
  const sympds *system = pre->s;
  for (uint32_t i = system->first_rule[place->symbol];
       i < system->first_rule[place->symbol + 1]; i++) {
    const sym_rule *rule = &system->rules.at[i];
    if (rule->kind != SYM_POP)
      continue;
    size_t mark = dd_mark(system->d);
    dd behind = dd_rename(system->d, relation_here(place, rule), pre->leaving);
    sym_point_clear(&place->point);
    add_unchanged(place, place->now, true, sym_changed_globals(system, rule),
                  rule->changes_globals, SYM_BELOW);
    dd stay = sym_point_diagram(&pre->copies, &place->point);
    bool leads =
        dd_meets(system->d, dd_and(system->d, behind, stay), goal_point(place));
    dd_release(system->d, mark);
    if (leads)
      return i;
  }
  return SYM_NONE;
}

static uint32_t owner_of(const pre_place *place, uint32_t symbol) {
  return place->is_popping ? pre_owner_of_pops(symbol)
                           : pre_owner_of_heads(symbol);
}

static void try_top(pre_place *place, uint32_t rule, dd behind, uint32_t from,
                    pre_cause *best) {
  sym_pre *pre = place->x;
  dds *diagrams = pre->s->d;
  if (place->is_popping)
    behind = dd_and(diagrams, behind, goal_point(place));
  uint32_t owner = owner_of(place, pre->s->rules.at[rule].to);
  uint32_t ring =
      sym_rings_meet(diagrams, &pre->rings, owner, behind, from, best->latest);
  if (ring < best->latest)
    *best = (pre_cause){rule, ring, SYM_NONE, ring};
}

/* A call rests on two rings, at least one of them not before 'from'. */
static void pre_cause_try_call(pre_place *place, uint32_t rule, dd behind,
                               uint32_t from, pre_cause *best) {
  sym_pre *pre = place->x;
  dds *diagrams = pre->s->d;
  const sym_rings *rings = &pre->rings;
  const sym_rule *r = &pre->s->rules.at[rule];
  const pre_set *last =
      place->is_popping ? &pre->pops[r->below] : &pre->heads[r->below];
  dd way = dd_and(diagrams, behind, pre->pops[r->to].all);
  way = dd_and(diagrams, way, below_top(place, last->all));
  if (way == DD_FALSE)
    return;
  uint32_t top = pre_owner_of_pops(r->to), below = owner_of(place, r->below);
  for (uint32_t i = rings->first[top]; i < rings->first[top + 1]; i++) {
    uint32_t pop = rings->numbers[i];
    if (pop >= best->latest)
      return;
    size_t mark = dd_mark(diagrams);
    dd popped = dd_and(diagrams, way, rings->rings.at[pop].set);
    uint32_t k = sym_rings_from(rings, below, pop >= from ? 0 : from);
    for (; popped != DD_FALSE && k < rings->first[below + 1]; k++) {
      uint32_t ring = rings->numbers[k], later = ring > pop ? ring : pop;
      if (later >= best->latest)
        break;
      if (dd_meets(diagrams, popped,
                   below_top(place, rings->rings.at[ring].set)))
        *best = (pre_cause){rule, ring, pop, later};
    }
    dd_release(diagrams, mark);
  }
}

pre_cause pre_cause_of(pre_place *place) {
  sym_pre *pre = place->x;
  const sympds *system = pre->s;
  pre_cause best = {.latest = place->number};
  uint32_t from = sym_rings_previous(&pre->rings, place->number);
  for (uint32_t i = system->first_rule[place->symbol];
       i < system->first_rule[place->symbol + 1]; i++) {
    const sym_rule *rule = &system->rules.at[i];
    if (rule->kind == SYM_POP)
      continue;
    size_t mark = dd_mark(system->d);
    dd behind = behind_rule(place, i);
    if (behind != DD_FALSE && (rule->kind == SYM_SWAP || !place->is_popping))
      try_top(place, i, behind, from, &best);
    if (behind != DD_FALSE && rule->kind == SYM_PUSH)
      pre_cause_try_call(place, i, behind, from, &best);
    dd_release(system->d, mark);
  }
  assert(best.latest < place->number);
  return best;
}

dd pre_cause_solutions(pre_place *place, const pre_cause *cause) {
  sym_pre *pre = place->x;
  dds *diagrams = pre->s->d;
  assert(cause->ring < pre->rings.rings.count);
  dd set = pre->rings.rings.at[cause->ring].set;
  dd behind = behind_rule(place, cause->rule);
  if (cause->pop == SYM_NONE) {
    if (place->is_popping)
      behind = dd_and(diagrams, behind, goal_point(place));
    return dd_and(diagrams, behind, set);
  }
  behind = dd_and(diagrams, behind, pre->rings.rings.at[cause->pop].set);
  return dd_and(diagrams, behind, below_top(place, set));
}
