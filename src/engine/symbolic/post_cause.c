/* Runs of post*, backwards: finding what something rests on. */
#include "engine/symbolic/post_cause.h"

#include <assert.h>

static uint32_t leads_to(const sym_rule *rule) {
  return rule->kind == SYM_SWAP   ? rule->to
         : rule->kind == SYM_PUSH ? rule->below
                                  : SYM_NONE;
}

static bool has_pop(const sympds *system, uint32_t symbol) {
  for (uint32_t r = system->first_rule[symbol];
       r < system->first_rule[symbol + 1]; r++)
    if (system->rules.at[r].kind == SYM_POP)
      return true;
  return false;
}

/* What was found and has not been propagated is in rings behind all others. */
static void ring_the_rest(sym_post *post) {
  dds *diagrams = post->s->d;
  for (uint32_t c = 0; c < post->cells.count; c++)
    if (post->cells.at[c].frontier != DD_FALSE)
      sym_rings_take(post->m, diagrams, &post->rings, post_owner_of_cell(c),
                     &post->cells.at[c].frontier);
  for (uint32_t e = 0; e < post->entries.count; e++)
    if (post->entries.at[e].frontier != DD_FALSE)
      sym_rings_take(post->m, diagrams, &post->rings, post_owner_of_entry(e),
                     &post->entries.at[e].frontier);
}

void post_make_index(sym_post *post) {
  mem *m = post->m;
  const sympds *system = post->s;
  post_index *i = &post->index;
  if (i->is_made)
    return;
  i->is_made = true;
  uint32_t *key = mem_array(m, system->rules.count + 1, sizeof *key);
  for (size_t r = 0; r < system->rules.count; r++)
    key[r] = leads_to(&system->rules.at[r]);
  sym_sort(m, key, system->rules.count, system->symbols, &i->first_into,
           &i->into);
  mem_free(m, key);
  key = mem_array(m, post->cells.count + 1, sizeof *key);
  for (size_t c = 0; c < post->cells.count; c++) {
    const sym_reach *cell = &post->reached.at[c];
    key[c] =
        has_pop(system, cell->symbol) ? post->entry_of[cell->entry] : SYM_NONE;
  }
  sym_sort(m, key, post->cells.count, (uint32_t)post->entries.count,
           &i->first_popped, &i->popped);
  mem_free(m, key);
  ring_the_rest(post);
  uint32_t most =
      (uint32_t)(post->cells.count > post->entries.count ? post->cells.count
                                                         : post->entries.count);
  sym_rings_index(m, &post->rings, 2 * most + 2);
}

/* Rules, backwards from a point. */

/* Bits that a rule changes have their values in copy 'changed', the others
 * still in SYM_NOW. */
static void add_behind(post_place *place, const bool *values, bool are_globals,
                       const uint32_t *bits, uint32_t count, sym_copy changed) {
  sym_post *post = place->x;
  mem *m = post->m;
  uint32_t *const *variable =
      are_globals ? post->copies.global : post->copies.local;
  uint32_t all = are_globals ? post->s->globals : post->s->locals;
  size_t first = place->point.variables.count;
  for (uint32_t b = 0; b < all; b++)
    sym_point_add(m, &place->point, variable[SYM_NOW][b], values[b]);
  for (uint32_t i = 0; i < count; i++)
    place->point.variables.at[first + bits[i]] = variable[changed][bits[i]];
}

static void add_entry(post_place *place) {
  const sym_copies *copies = &place->x->copies;
  sym_point_globals(place->x->m, &place->point, copies, SYM_BELOW,
                    place->entry);
  sym_point_locals(place->x->m, &place->point, copies, SYM_OTHER,
                   place->entry + place->x->s->globals);
}

/* With the relation: what can be before a SWAP to the head, a POP to its
 * globals (with its entry), or a PUSH whose new frame it is. */
static dd before_rule(post_place *place, uint32_t rule) {
  sym_post *post = place->x;
  const sympds *system = post->s;
  const sym_rule *r = &system->rules.at[rule];
  sym_point_clear(&place->point);
  add_behind(place, place->now, true, sym_changed_globals(system, r),
             r->changes_globals, SYM_NEXT);
  const bool *locals = place->now + system->globals;
  if (r->kind == SYM_SWAP)
    add_behind(place, locals, false,
               sym_changed_globals(system, r) + r->changes_globals,
               r->changes_locals, SYM_NEXT);
  if (r->kind == SYM_PUSH)
    sym_point_locals(post->m, &place->point, &post->copies, SYM_NEXT, locals);
  else
    add_entry(place);
  return dd_and(system->d, r->relation,
                sym_point_diagram(&post->copies, &place->point));
}

/* Globals that a rule does not change are the same behind it. */
static dd unchanged_globals(post_place *place, const sym_rule *rule, dd x) {
  const sympds *system = place->x->s;
  const sym_copies *copies = &place->x->copies;
  dds *diagrams = system->d;
  const uint32_t *bits = sym_changed_globals(system, rule);
  bool *changes = mem_array(place->x->m, system->globals + 1, sizeof *changes);
  for (uint32_t i = 0; i < rule->changes_globals; i++)
    changes[bits[i]] = true;
  for (uint32_t b = 0; b < system->globals; b++)
    if (!changes[b])
      x = dd_and(diagrams, x,
                 dd_iff(diagrams,
                        dd_variable(diagrams, copies->global[SYM_NOW][b]),
                        dd_variable(diagrams, copies->global[SYM_NEXT][b])));
  mem_free(place->x->m, changes);
  return x;
}

/* What can be before a PUSH over the head, but for the summary. */
static dd before_call(post_place *place, uint32_t rule) {
  sym_post *post = place->x;
  const sympds *system = post->s;
  const sym_rule *r = &system->rules.at[rule];
  sym_point_clear(&place->point);
  add_behind(place, place->now + system->globals, false,
             sym_changed_below(system, r), r->changes_below, SYM_BELOW);
  add_entry(place);
  dd before = dd_and(system->d, r->relation,
                     sym_point_diagram(&post->copies, &place->point));
  return unchanged_globals(place, r, before);
}

/* Summaries to the globals of the head: over the values at their entry. */
static dd summaries_to_head(post_place *place, dd summaries) {
  sym_post *post = place->x;
  sym_point_clear(&place->point);
  sym_point_globals(post->m, &place->point, &post->copies, SYM_NOW, place->now);
  return sym_point_fix(&post->copies, &place->point, summaries);
}

static void try_rule(post_place *place, uint32_t rule, uint32_t cell,
                     uint32_t from, post_cause *best) {
  sym_post *post = place->x;
  dds *diagrams = post->s->d;
  size_t mark = dd_mark(diagrams);
  uint32_t ring =
      sym_rings_meet(diagrams, &post->rings, post_owner_of_cell(cell),
                     before_rule(place, rule), from, best->latest);
  if (ring < best->latest)
    *best = (post_cause){rule, cell, ring, SYM_NONE, ring};
  dd_release(diagrams, mark);
}

/* A call rests on two rings, at least one of them not before 'from'. */
static void cause_try_call(post_place *place, uint32_t rule, uint32_t cell,
                           uint32_t from, post_cause *best) {
  sym_post *post = place->x;
  dds *diagrams = post->s->d;
  uint32_t e = post->entry_of[post->s->rules.at[rule].to];
  if (e == SYM_NONE || post->summaries.at[e].relation == DD_FALSE)
    return;
  uint32_t owner = post_owner_of_entry(e);
  size_t mark = dd_mark(diagrams);
  dd call = before_call(place, rule);
  dd all = summaries_to_head(place, post->summaries.at[e].relation);
  dd any = dd_and(diagrams, call, all);
  bool may = dd_meets(diagrams, any, post->reached.at[cell].set);
  for (uint32_t i = post->rings.first[owner];
       may && i < post->rings.first[owner + 1]; i++) {
    uint32_t number = post->rings.numbers[i];
    if (number >= best->latest)
      break;
    size_t inner = dd_mark(diagrams);
    dd summaries = summaries_to_head(place, post->rings.rings.at[number].set);
    uint32_t ring =
        sym_rings_meet(diagrams, &post->rings, post_owner_of_cell(cell),
                       dd_and(diagrams, call, summaries),
                       number >= from ? 0 : from, best->latest);
    if (ring < best->latest)
      *best =
          (post_cause){rule, cell, ring, number, ring > number ? ring : number};
    dd_release(diagrams, inner);
  }
  dd_release(diagrams, mark);
}

post_cause post_cause_of_head(post_place *place) {
  sym_post *post = place->x;
  assert(place->cell < post->reached.count);
  const sym_reach *head = &post->reached.at[place->cell];
  post_cause best = {.latest = place->number};
  uint32_t from = sym_rings_previous(&post->rings, place->number);
  const uint32_t *first = post->index.first_into + head->symbol;
  for (uint32_t i = first[0]; i < first[1]; i++) {
    uint32_t rule = post->index.into[i];
    const sym_rule *r = &post->s->rules.at[rule];
    uint32_t cell = map_find(&post->cell_of, map_pair(r->from, head->entry));
    if (cell == MAP_NONE)
      continue;
    if (r->kind == SYM_SWAP)
      try_rule(place, rule, cell, from, &best);
    else
      cause_try_call(place, rule, cell, from, &best);
  }
  assert(best.latest < place->number);
  return best;
}

post_cause post_cause_of_entry(post_place *place) {
  sym_post *post = place->x;
  post_cause best = {.latest = place->number};
  uint32_t from = sym_rings_previous(&post->rings, place->number);
  assert(place->cell < post->reached.count);
  uint32_t e = post->entry_of[post->reached.at[place->cell].symbol];
  assert(e < post->entries.count);
  for (uint32_t k = post->entries.at[e].links; k != SYM_NONE;
       k = post->links.at[k].next)
    try_rule(place, post->links.at[k].rule, post->links.at[k].cell, from,
             &best);
  assert(best.latest < place->number);
  return best;
}

post_cause post_cause_of_summary(post_place *place, uint32_t entry,
                                 uint32_t number) {
  sym_post *post = place->x;
  const sympds *system = post->s;
  post_cause best = {.latest = number};
  uint32_t from = sym_rings_previous(&post->rings, number);
  const uint32_t *first = post->index.first_popped + entry;
  for (uint32_t i = first[0]; i < first[1]; i++) {
    uint32_t cell = post->index.popped[i],
             symbol = post->reached.at[cell].symbol;
    for (uint32_t r = system->first_rule[symbol];
         r < system->first_rule[symbol + 1]; r++)
      if (system->rules.at[r].kind == SYM_POP)
        try_rule(place, r, cell, from, &best);
  }
  assert(best.latest < number);
  return best;
}

dd post_cause_solutions(post_place *place, const post_cause *cause) {
  sym_post *post = place->x;
  dds *diagrams = post->s->d;
  assert(cause->ring < post->rings.rings.count);
  dd heads = post->rings.rings.at[cause->ring].set;
  if (cause->summary == SYM_NONE)
    return dd_and(diagrams, before_rule(place, cause->rule), heads);
  dd summaries =
      summaries_to_head(place, post->rings.rings.at[cause->summary].set);
  dd call = dd_and(diagrams, before_call(place, cause->rule), summaries);
  return dd_and(diagrams, call, heads);
}
