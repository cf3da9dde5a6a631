/* Runs of post*, backwards: finding what something rests on. */
#include "engine/symbolic/post_cause.h"

#include <assert.h>

static uint32_t leads_to(const sym_rule *r) {
  return r->kind == SYM_SWAP   ? r->to
         : r->kind == SYM_PUSH ? r->below
                               : SYM_NONE;
}

static bool has_pop(const sympds *s, uint32_t symbol) {
  for (uint32_t r = s->first_rule[symbol]; r < s->first_rule[symbol + 1]; r++)
    if (s->rules.at[r].kind == SYM_POP)
      return true;
  return false;
}

/* What was found and has not been propagated is in rings behind all others. */
static void ring_the_rest(sym_post *x) {
  dds *d = x->s->d;
  for (uint32_t c = 0; c < x->cells.count; c++)
    if (x->cells.at[c].frontier != DD_FALSE)
      sym_rings_take(x->m, d, &x->rings, post_owner_of_cell(c),
                     &x->cells.at[c].frontier);
  for (uint32_t e = 0; e < x->entries.count; e++)
    if (x->entries.at[e].frontier != DD_FALSE)
      sym_rings_take(x->m, d, &x->rings, post_owner_of_entry(e),
                     &x->entries.at[e].frontier);
}

void post_make_index(sym_post *x) {
  mem *m = x->m;
  const sympds *s = x->s;
  post_index *i = &x->index;
  if (i->is_made)
    return;
  i->is_made = true;
  uint32_t *key = mem_array(m, s->rules.count + 1, sizeof *key);
  for (size_t r = 0; r < s->rules.count; r++)
    key[r] = leads_to(&s->rules.at[r]);
  sym_sort(m, key, s->rules.count, s->symbols, &i->first_into, &i->into);
  mem_free(m, key);
  key = mem_array(m, x->cells.count + 1, sizeof *key);
  for (size_t c = 0; c < x->cells.count; c++) {
    const sym_reach *cell = &x->reached.at[c];
    key[c] = has_pop(s, cell->symbol) ? x->entry_of[cell->entry] : SYM_NONE;
  }
  sym_sort(m, key, x->cells.count, (uint32_t)x->entries.count, &i->first_popped,
           &i->popped);
  mem_free(m, key);
  ring_the_rest(x);
  uint32_t most =
      (uint32_t)(x->cells.count > x->entries.count ? x->cells.count
                                                   : x->entries.count);
  sym_rings_index(m, &x->rings, 2 * most + 2);
}

/* Rules, backwards from a point. */

/* Bits that a rule changes have their values in copy 'changed', the others
 * still in SYM_NOW. */
static void add_behind(post_place *w, const bool *values, bool are_globals,
                       const uint32_t *bits, uint32_t count, sym_copy changed) {
  sym_post *x = w->x;
  mem *m = x->m;
  uint32_t *const *variable = are_globals ? x->copies.global : x->copies.local;
  uint32_t all = are_globals ? x->s->globals : x->s->locals;
  size_t first = w->point.variables.count;
  for (uint32_t b = 0; b < all; b++)
    sym_point_add(m, &w->point, variable[SYM_NOW][b], values[b]);
  for (uint32_t i = 0; i < count; i++)
    w->point.variables.at[first + bits[i]] = variable[changed][bits[i]];
}

static void add_entry(post_place *w) {
  const sym_copies *c = &w->x->copies;
  sym_point_globals(w->x->m, &w->point, c, SYM_BELOW, w->entry);
  sym_point_locals(w->x->m, &w->point, c, SYM_OTHER,
                   w->entry + w->x->s->globals);
}

/* With the relation: what can be before a SWAP to the head, a POP to its
 * globals (with its entry), or a PUSH whose new frame it is. */
static dd before_rule(post_place *w, uint32_t rule) {
  sym_post *x = w->x;
  const sympds *s = x->s;
  const sym_rule *r = &s->rules.at[rule];
  sym_point_clear(&w->point);
  add_behind(w, w->now, true, sym_changed_globals(s, r), r->changes_globals,
             SYM_NEXT);
  const bool *locals = w->now + s->globals;
  if (r->kind == SYM_SWAP)
    add_behind(w, locals, false, sym_changed_globals(s, r) + r->changes_globals,
               r->changes_locals, SYM_NEXT);
  if (r->kind == SYM_PUSH)
    sym_point_locals(x->m, &w->point, &x->copies, SYM_NEXT, locals);
  else
    add_entry(w);
  return dd_and(s->d, r->relation, sym_point_diagram(&x->copies, &w->point));
}

/* Globals that a rule does not change are the same behind it. */
static dd unchanged_globals(post_place *w, const sym_rule *r, dd x) {
  const sympds *s = w->x->s;
  const sym_copies *c = &w->x->copies;
  dds *d = s->d;
  const uint32_t *bits = sym_changed_globals(s, r);
  bool *changes = mem_array(w->x->m, s->globals + 1, sizeof *changes);
  for (uint32_t i = 0; i < r->changes_globals; i++)
    changes[bits[i]] = true;
  for (uint32_t b = 0; b < s->globals; b++)
    if (!changes[b])
      x = dd_and(d, x,
                 dd_iff(d, dd_variable(d, c->global[SYM_NOW][b]),
                        dd_variable(d, c->global[SYM_NEXT][b])));
  mem_free(w->x->m, changes);
  return x;
}

/* What can be before a PUSH over the head, but for the summary. */
static dd before_call(post_place *w, uint32_t rule) {
  sym_post *x = w->x;
  const sympds *s = x->s;
  const sym_rule *r = &s->rules.at[rule];
  sym_point_clear(&w->point);
  add_behind(w, w->now + s->globals, false, sym_changed_below(s, r),
             r->changes_below, SYM_BELOW);
  add_entry(w);
  dd before =
      dd_and(s->d, r->relation, sym_point_diagram(&x->copies, &w->point));
  return unchanged_globals(w, r, before);
}

/* Summaries to the globals of the head: over the values at their entry. */
static dd summaries_to_head(post_place *w, dd summaries) {
  sym_post *x = w->x;
  sym_point_clear(&w->point);
  sym_point_globals(x->m, &w->point, &x->copies, SYM_NOW, w->now);
  return sym_point_fix(&x->copies, &w->point, summaries);
}

static void try_rule(post_place *w, uint32_t rule, uint32_t cell, uint32_t from,
                     post_cause *best) {
  sym_post *x = w->x;
  dds *d = x->s->d;
  size_t mark = dd_mark(d);
  uint32_t ring = sym_rings_meet(d, &x->rings, post_owner_of_cell(cell),
                                 before_rule(w, rule), from, best->latest);
  if (ring < best->latest)
    *best = (post_cause){rule, cell, ring, SYM_NONE, ring};
  dd_release(d, mark);
}

/* A call rests on two rings, at least one of them not before 'from'. */
static void cause_try_call(post_place *w, uint32_t rule, uint32_t cell,
                           uint32_t from, post_cause *best) {
  sym_post *x = w->x;
  dds *d = x->s->d;
  uint32_t e = x->entry_of[x->s->rules.at[rule].to];
  if (e == SYM_NONE || x->summaries.at[e].relation == DD_FALSE)
    return;
  uint32_t owner = post_owner_of_entry(e);
  size_t mark = dd_mark(d);
  dd call = before_call(w, rule);
  dd all = summaries_to_head(w, x->summaries.at[e].relation);
  dd any = dd_and(d, call, all);
  bool may = dd_meets(d, any, x->reached.at[cell].set);
  for (uint32_t i = x->rings.first[owner]; may && i < x->rings.first[owner + 1];
       i++) {
    uint32_t number = x->rings.numbers[i];
    if (number >= best->latest)
      break;
    size_t inner = dd_mark(d);
    dd summaries = summaries_to_head(w, x->rings.rings.at[number].set);
    uint32_t ring = sym_rings_meet(d, &x->rings, post_owner_of_cell(cell),
                                   dd_and(d, call, summaries),
                                   number >= from ? 0 : from, best->latest);
    if (ring < best->latest)
      *best =
          (post_cause){rule, cell, ring, number, ring > number ? ring : number};
    dd_release(d, inner);
  }
  dd_release(d, mark);
}

post_cause post_cause_of_head(post_place *w) {
  sym_post *x = w->x;
  assert(w->cell < x->reached.count);
  const sym_reach *head = &x->reached.at[w->cell];
  post_cause best = {.latest = w->number};
  uint32_t from = sym_rings_previous(&x->rings, w->number);
  const uint32_t *first = x->index.first_into + head->symbol;
  for (uint32_t i = first[0]; i < first[1]; i++) {
    uint32_t rule = x->index.into[i];
    const sym_rule *r = &x->s->rules.at[rule];
    uint32_t cell = map_find(&x->cell_of, map_pair(r->from, head->entry));
    if (cell == MAP_NONE)
      continue;
    if (r->kind == SYM_SWAP)
      try_rule(w, rule, cell, from, &best);
    else
      cause_try_call(w, rule, cell, from, &best);
  }
  assert(best.latest < w->number);
  return best;
}

post_cause post_cause_of_entry(post_place *w) {
  sym_post *x = w->x;
  post_cause best = {.latest = w->number};
  uint32_t from = sym_rings_previous(&x->rings, w->number);
  assert(w->cell < x->reached.count);
  uint32_t e = x->entry_of[x->reached.at[w->cell].symbol];
  assert(e < x->entries.count);
  for (uint32_t k = x->entries.at[e].links; k != SYM_NONE;
       k = x->links.at[k].next)
    try_rule(w, x->links.at[k].rule, x->links.at[k].cell, from, &best);
  assert(best.latest < w->number);
  return best;
}

post_cause post_cause_of_summary(post_place *w, uint32_t entry,
                                 uint32_t number) {
  sym_post *x = w->x;
  const sympds *s = x->s;
  post_cause best = {.latest = number};
  uint32_t from = sym_rings_previous(&x->rings, number);
  const uint32_t *first = x->index.first_popped + entry;
  for (uint32_t i = first[0]; i < first[1]; i++) {
    uint32_t cell = x->index.popped[i], symbol = x->reached.at[cell].symbol;
    for (uint32_t r = s->first_rule[symbol]; r < s->first_rule[symbol + 1]; r++)
      if (s->rules.at[r].kind == SYM_POP)
        try_rule(w, r, cell, from, &best);
  }
  assert(best.latest < number);
  return best;
}

dd post_cause_solutions(post_place *w, const post_cause *c) {
  sym_post *x = w->x;
  dds *d = x->s->d;
  assert(c->ring < x->rings.rings.count);
  dd heads = x->rings.rings.at[c->ring].set;
  if (c->summary == SYM_NONE)
    return dd_and(d, before_rule(w, c->rule), heads);
  dd summaries = summaries_to_head(w, x->rings.rings.at[c->summary].set);
  dd call = dd_and(d, before_call(w, c->rule), summaries);
  return dd_and(d, call, heads);
}
