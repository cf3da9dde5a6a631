/* post*: saturation from the start. */
#include "engine/symbolic/post.h"
#include "engine/symbolic/log_round.h"
#include "engine/symbolic/places.h"

#include <assert.h>

static uint32_t cell_at(sym_post *x, uint32_t symbol, uint32_t entry) {
  uint32_t c = map_insert(x->m, &x->cell_of, map_pair(symbol, entry));
  if (c == x->cells.count) {
    sym_reach reach = {symbol, entry, DD_FALSE};
    post_cell cell = {DD_FALSE, x->last_cell[symbol]};
    vec_push(x->m, &x->reached, reach);
    vec_push(x->m, &x->cells, cell);
    x->last_cell[symbol] = c;
  }
  return c;
}

static uint32_t entry_at(sym_post *x, uint32_t symbol) {
  if (x->entry_of[symbol] == SYM_NONE) {
    x->entry_of[symbol] = (uint32_t)x->entries.count;
    sym_summary summary = {symbol, DD_FALSE};
    post_entry entry = {.links = SYM_NONE};
    vec_push(x->m, &x->summaries, summary);
    vec_push(x->m, &x->entries, entry);
  }
  return x->entry_of[symbol];
}

/* What is new goes to 'all' and to the frontier of the owner. */
static bool post_add(sym_post *x, uint32_t owner, uint32_t symbol, dd *all,
                     dd *frontier, dd set) {
  dds *d = x->s->d;
  if (set == DD_FALSE)
    return false;
  dd fresh = dd_minus(d, set, *all);
  if (fresh == DD_FALSE)
    return false;
  bool waits = *frontier != DD_FALSE;
  dd_keep(d, all, dd_or(d, *all, fresh));
  dd_keep(d, frontier, waits ? dd_or(d, *frontier, fresh) : fresh);
  x->statistics.transitions++;
  if (!waits)
    sym_rings_wait(x->m, &x->rings, owner, x->places ? x->places[symbol] : 0);
  return true;
}

static void post_add_heads(sym_post *x, uint32_t symbol, uint32_t entry,
                           dd set) {
  if (set == DD_FALSE)
    return;
  uint32_t c = cell_at(x, symbol, entry);
  bool grew = post_add(x, post_owner_of_cell(c), symbol, &x->reached.at[c].set,
                       &x->cells.at[c].frontier, set);
  if (grew && x->target_of && x->target_of[symbol] != SYM_NONE &&
      x->found == SIZE_MAX)
    x->found = x->target_of[symbol];
}

/* Frames begin with these values: globals and locals SYM_NEXT. */
static void add_entries(sym_post *x, uint32_t symbol, dd values) {
  dds *d = x->s->d;
  post_entry *e = &x->entries.at[entry_at(x, symbol)];
  dd fresh = dd_minus(d, values, e->values);
  if (fresh == DD_FALSE)
    return;
  dd_keep(d, &e->values, dd_or(d, e->values, fresh));
  dd heads = dd_rename(d, fresh, x->entered);
  post_add_heads(x, symbol, symbol, dd_and(d, heads, x->same));
}

/* A PUSH forgets what it changes, a POP its locals as well. */
static dd forgotten_by(sym_post *x, uint32_t rule) {
  if (x->forgotten[rule] == DD_FALSE) {
    dds *d = x->s->d;
    const sym_rule *r = &x->s->rules.at[rule];
    dd set = sym_changed_set(&x->copies, x->m, r, false, SYM_NOW);
    dd locals = r->kind == SYM_POP
                    ? x->copies.locals[SYM_NOW]
                    : sym_changed_set(&x->copies, x->m, r, true, SYM_NOW);
    dd_keep(d, &x->forgotten[rule], dd_and(d, set, locals));
  }
  return x->forgotten[rule];
}

static uint32_t link_at(sym_post *x, uint32_t rule, uint32_t cell) {
  uint32_t k = map_insert(x->m, &x->link_of, map_pair(rule, cell));
  if (k == x->links.count) {
    uint32_t e = entry_at(x, x->s->rules.at[rule].to);
    post_link link = {rule, cell, x->entries.at[e].links, DD_FALSE};
    vec_push(x->m, &x->links, link);
    x->entries.at[e].links = k;
  }
  return k;
}

/* Frames that were entered through (a part of) a link, popped. */
static void return_through(sym_post *x, uint32_t link, dd set, dd summaries) {
  assert(link < x->links.count);
  dds *d = x->s->d;
  const post_link *k = &x->links.at[link];
  dd heads = dd_and_exists(d, set, summaries, x->at_entry);
  heads = dd_rename(d, heads, x->returned);
  assert(k->rule < x->s->rules.count);
  assert(k->cell < x->reached.count);
  post_add_heads(x, x->s->rules.at[k->rule].below, x->reached.at[k->cell].entry,
                 heads);
}

static void push(sym_post *x, uint32_t rule, uint32_t cell, dd heads) {
  assert(rule < x->s->rules.count);
  dds *d = x->s->d;
  const sym_rule *r = &x->s->rules.at[rule];
  dd set = dd_and_exists(d, heads, r->relation, forgotten_by(x, rule));
  if (set == DD_FALSE)
    return;
  set = dd_rename(d, set, x->pushed);
  uint32_t link = link_at(x, rule, cell);
  post_link *k = &x->links.at[link];
  dd fresh = dd_minus(d, set, k->set);
  if (fresh == DD_FALSE)
    return;
  dd_keep(d, &k->set, dd_or(d, k->set, fresh));
  add_entries(x, r->to, dd_exists(d, fresh, x->before_push));
  dd summaries = x->entries.at[x->entry_of[r->to]].done;
  if (summaries != DD_FALSE)
    return_through(x, link, fresh, summaries);
}

static void pop(sym_post *x, uint32_t rule, uint32_t entry, dd heads) {
  assert(rule < x->s->rules.count);
  dds *d = x->s->d;
  const sym_rule *r = &x->s->rules.at[rule];
  dd set = dd_and_exists(d, heads, r->relation, forgotten_by(x, rule));
  set = dd_rename(d, set, x->popped);
  uint32_t e = entry_at(x, entry);
  assert(e < x->summaries.count);
  assert(e < x->entries.count);
  post_add(x, post_owner_of_entry(e), entry, &x->summaries.at[e].relation,
           &x->entries.at[e].frontier, set);
}

static void post_propagate_heads(sym_post *x, uint32_t cell, dd heads) {
  assert(cell < x->reached.count);
  sympds *s = x->s;
  uint32_t symbol = x->reached.at[cell].symbol;
  uint32_t entry = x->reached.at[cell].entry;
  for (uint32_t r = s->first_rule[symbol]; r < s->first_rule[symbol + 1]; r++) {
    size_t mark = dd_mark(s->d);
    progress_tick(x->clock);
    const sym_rule *rule = &s->rules.at[r];
    if (rule->kind == SYM_SWAP)
      post_add_heads(x, rule->to, entry, sym_image(s, r, heads));
    else if (rule->kind == SYM_PUSH)
      push(x, r, cell, heads);
    else
      pop(x, r, entry, heads);
    dd_release(s->d, mark);
    if (x->found != SIZE_MAX)
      return;
  }
}

static void propagate_summaries(sym_post *x, uint32_t entry, dd summaries) {
  dds *d = x->s->d;
  assert(entry < x->entries.count);
  for (uint32_t k = x->entries.at[entry].links; k != SYM_NONE;
       k = x->links.at[k].next) {
    size_t mark = dd_mark(d);
    progress_tick(x->clock);
    return_through(x, k, x->links.at[k].set, summaries);
    dd_release(d, mark);
    if (x->found != SIZE_MAX)
      return;
  }
}

static uint32_t place_of(const sym_post *x, uint32_t owner) {
  uint32_t n = owner / 2;
  return x
      ->places[owner % 2 ? x->summaries.at[n].entry : x->reached.at[n].symbol];
}

static void post_begin_sweeps(sym_post *x) {
  uint32_t owner;
  x->places = sym_places(x->m, x->s);
  x->rings.sweeps = true;
  LOG(x->clock, SYMBOLIC,
      "post*: sweeps along the text begin in round %" PRIu64,
      x->statistics.rounds);
  while (sym_rings_first(&x->rings, &owner))
    sym_rings_wait(x->m, &x->rings, owner, place_of(x, owner));
}

static void post_saturate(sym_post *x) {
  dds *d = x->s->d;
  uint32_t owner;
  while (x->found == SIZE_MAX && sym_rings_next(&x->rings, &owner)) {
    uint32_t n = owner / 2;
    x->clock->done = ++x->statistics.rounds;
    sym_log_round(x->clock, d, &x->statistics, "post*");
    if (owner % 2 == 0) {
      sym_rings_take(x->m, d, &x->rings, owner, &x->cells.at[n].frontier);
      post_propagate_heads(x, n, vec_last(&x->rings.rings).set);
    } else {
      post_entry *e = &x->entries.at[n];
      dd_keep(d, &e->done, x->summaries.at[n].relation);
      sym_rings_take(x->m, d, &x->rings, owner, &e->frontier);
      propagate_summaries(x, n, vec_last(&x->rings.rings).set);
    }
    if (sym_rings_crowd(&x->rings, x->cells.count + x->entries.count))
      post_begin_sweeps(x);
  }
}

static void post_make_renamings(sym_post *x) {
  static const sym_moves pushed = {{SYM_NEXT, SYM_NEXT, SYM_BELOW, SYM_OTHER},
                                   {SYM_BELOW, SYM_NEXT, SYM_BELOW, SYM_OTHER}};
  static const sym_moves entered = {{SYM_NOW, SYM_NOW, SYM_BELOW, SYM_OTHER},
                                    {SYM_NOW, SYM_NOW, SYM_BELOW, SYM_OTHER}};
  static const sym_moves popped = {{SYM_NOW, SYM_NOW, SYM_NEXT, SYM_OTHER},
                                   {SYM_NOW, SYM_NEXT, SYM_BELOW, SYM_NEXT}};
  static const sym_moves returned = {{SYM_NOW, SYM_NEXT, SYM_BELOW, SYM_OTHER},
                                     {SYM_NOW, SYM_NEXT, SYM_NOW, SYM_OTHER}};
  x->pushed = sym_copies_renaming(&x->copies, x->m, &pushed, NULL);
  x->entered = sym_copies_renaming(&x->copies, x->m, &entered, NULL);
  x->popped = sym_copies_renaming(&x->copies, x->m, &popped, NULL);
  x->returned = sym_copies_renaming(&x->copies, x->m, &returned, NULL);
}

static dd same_as_entry(const sym_copies *c) {
  dds *d = c->s->d;
  dd same = DD_TRUE;
  for (uint32_t b = 0; b < c->s->globals; b++)
    same = dd_and(d, same,
                  dd_iff(d, dd_variable(d, c->global[SYM_NOW][b]),
                         dd_variable(d, c->global[SYM_BELOW][b])));
  for (uint32_t b = 0; b < c->s->locals; b++)
    same = dd_and(d, same,
                  dd_iff(d, dd_variable(d, c->local[SYM_NOW][b]),
                         dd_variable(d, c->local[SYM_OTHER][b])));
  return same;
}

static void make_sets(sym_post *x) {
  dds *d = x->s->d;
  const sym_copies *c = &x->copies;
  dd below = dd_and(d, c->globals[SYM_BELOW], c->locals[SYM_BELOW]);
  dd_keep(d, &x->before_push, dd_and(d, below, c->locals[SYM_OTHER]));
  dd_keep(d, &x->at_entry,
          dd_and(d, c->globals[SYM_NEXT], c->locals[SYM_NEXT]));
  dd_keep(d, &x->same, same_as_entry(c));
}

static uint32_t *no_numbers(mem *m, uint32_t count) {
  uint32_t *out = mem_array(m, (size_t)count + 1, sizeof *out);
  memset(out, 0xff, count * sizeof *out);
  return out;
}

static void set_targets(sym_post *x, const sym_target *targets) {
  x->target_of = no_numbers(x->m, x->s->symbols);
  for (size_t i = targets->count; i-- > 0;)
    x->target_of[targets->symbols[i]] = (uint32_t)i;
}

sym_post *sym_post_star(mem *m, progress *clock, sympds *s,
                        const sym_target *stop_at, size_t *reached) {
  sym_post *x = mem_alloc(m, sizeof *x);
  *x = (sym_post){.m = m, .clock = clock, .s = s, .found = SIZE_MAX};
  size_t mark = dd_mark(s->d);
  sym_copies_init(&x->copies, m, s);
  post_make_renamings(x);
  make_sets(x);
  x->forgotten = mem_array(m, s->rules.count + 1, sizeof *x->forgotten);
  x->last_cell = no_numbers(m, s->symbols);
  x->entry_of = no_numbers(m, s->symbols);
  if (stop_at)
    set_targets(x, stop_at);
  entry_at(x, s->start);
  post_add_heads(x, s->start, s->start, dd_and(s->d, s->initial, x->same));
  dd_release(s->d, mark);
  post_saturate(x);
  LOG(clock, SYMBOLIC,
      "post* ends: %zu rules, %" PRIu64 " rounds, %" PRIu64 " additions",
      s->rules.count, x->statistics.rounds, x->statistics.transitions);
  if (reached)
    *reached = x->found;
  return x;
}
