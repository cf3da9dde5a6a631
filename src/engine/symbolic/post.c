/* post*: saturation from the start. */
#include "engine/symbolic/post.h"
#include "engine/symbolic/log_round.h"
#include "engine/symbolic/places.h"

#include <assert.h>

static uint32_t cell_at(sym_post *post, uint32_t symbol, uint32_t entry) {
  uint32_t c = map_insert(post->m, &post->cell_of, map_pair(symbol, entry));
  if (c == post->cells.count) {
    sym_reach reach = {symbol, entry, DD_FALSE};
    post_cell cell = {DD_FALSE, post->last_cell[symbol]};
    vec_push(post->m, &post->reached, reach);
    vec_push(post->m, &post->cells, cell);
    post->last_cell[symbol] = c;
  }
  return c;
}

static uint32_t entry_at(sym_post *post, uint32_t symbol) {
  if (post->entry_of[symbol] == SYM_NONE) {
    post->entry_of[symbol] = (uint32_t)post->entries.count;
    sym_summary summary = {symbol, DD_FALSE};
    post_entry entry = {.links = SYM_NONE};
    vec_push(post->m, &post->summaries, summary);
    vec_push(post->m, &post->entries, entry);
  }
  return post->entry_of[symbol];
}

/* What is new goes to 'all' and to the frontier of the owner. */
static bool post_add(sym_post *post, uint32_t owner, uint32_t symbol, dd *all,
                     dd *frontier, dd set) {
  dds *diagrams = post->s->d;
  if (set == DD_FALSE)
    return false;
  dd fresh = dd_minus(diagrams, set, *all);
  if (fresh == DD_FALSE)
    return false;
  bool waits = *frontier != DD_FALSE;
  dd_keep(diagrams, all, dd_or(diagrams, *all, fresh));
  dd_keep(diagrams, frontier,
          waits ? dd_or(diagrams, *frontier, fresh) : fresh);
  post->statistics.transitions++;
  if (!waits)
    sym_rings_wait(post->m, &post->rings, owner,
                   post->places ? post->places[symbol] : 0);
  return true;
}

static void post_add_heads(sym_post *post, uint32_t symbol, uint32_t entry,
                           dd set) {
  if (set == DD_FALSE)
    return;
  uint32_t c = cell_at(post, symbol, entry);
  bool grew =
      post_add(post, post_owner_of_cell(c), symbol, &post->reached.at[c].set,
               &post->cells.at[c].frontier, set);
  if (grew && post->target_of && post->target_of[symbol] != SYM_NONE &&
      post->found == SIZE_MAX)
    post->found = post->target_of[symbol];
}

/* Frames begin with these values: globals and locals SYM_NEXT. */
static void add_entries(sym_post *post, uint32_t symbol, dd values) {
  dds *diagrams = post->s->d;
  post_entry *entry = &post->entries.at[entry_at(post, symbol)];
  dd fresh = dd_minus(diagrams, values, entry->values);
  if (fresh == DD_FALSE)
    return;
  dd_keep(diagrams, &entry->values, dd_or(diagrams, entry->values, fresh));
  dd heads = dd_rename(diagrams, fresh, post->entered);
  post_add_heads(post, symbol, symbol, dd_and(diagrams, heads, post->same));
}

/* A PUSH forgets what it changes, a POP its locals as well. */
static dd forgotten_by(sym_post *post, uint32_t rule) {
  if (post->forgotten[rule] == DD_FALSE) {
    dds *diagrams = post->s->d;
    const sym_rule *r = &post->s->rules.at[rule];
    dd set = sym_changed_set(&post->copies, post->m, r, false, SYM_NOW);
    dd locals = r->kind == SYM_POP
                    ? post->copies.locals[SYM_NOW]
                    : sym_changed_set(&post->copies, post->m, r, true, SYM_NOW);
    dd_keep(diagrams, &post->forgotten[rule], dd_and(diagrams, set, locals));
  }
  return post->forgotten[rule];
}

static uint32_t link_at(sym_post *post, uint32_t rule, uint32_t cell) {
  uint32_t k = map_insert(post->m, &post->link_of, map_pair(rule, cell));
  if (k == post->links.count) {
    uint32_t e = entry_at(post, post->s->rules.at[rule].to);
    post_link link = {rule, cell, post->entries.at[e].links, DD_FALSE};
    vec_push(post->m, &post->links, link);
    post->entries.at[e].links = k;
  }
  return k;
}

/* Frames that were entered through (a part of) a link, popped. */
static void return_through(sym_post *post, uint32_t link, dd set,
                           dd summaries) {
  assert(link < post->links.count);
  dds *diagrams = post->s->d;
  const post_link *k = &post->links.at[link];
  dd heads = dd_and_exists(diagrams, set, summaries, post->at_entry);
  heads = dd_rename(diagrams, heads, post->returned);
  assert(k->rule < post->s->rules.count);
  assert(k->cell < post->reached.count);
  post_add_heads(post, post->s->rules.at[k->rule].below,
                 post->reached.at[k->cell].entry, heads);
}

static void push(sym_post *post, uint32_t rule, uint32_t cell, dd heads) {
  assert(rule < post->s->rules.count);
  dds *diagrams = post->s->d;
  const sym_rule *r = &post->s->rules.at[rule];
  dd set =
      dd_and_exists(diagrams, heads, r->relation, forgotten_by(post, rule));
  if (set == DD_FALSE)
    return;
  set = dd_rename(diagrams, set, post->pushed);
  uint32_t link = link_at(post, rule, cell);
  post_link *k = &post->links.at[link];
  dd fresh = dd_minus(diagrams, set, k->set);
  if (fresh == DD_FALSE)
    return;
  dd_keep(diagrams, &k->set, dd_or(diagrams, k->set, fresh));
  add_entries(post, r->to, dd_exists(diagrams, fresh, post->before_push));
  dd summaries = post->entries.at[post->entry_of[r->to]].done;
  if (summaries != DD_FALSE)
    return_through(post, link, fresh, summaries);
}

static void pop(sym_post *post, uint32_t rule, uint32_t entry, dd heads) {
  assert(rule < post->s->rules.count);
  dds *diagrams = post->s->d;
  const sym_rule *r = &post->s->rules.at[rule];
  dd set =
      dd_and_exists(diagrams, heads, r->relation, forgotten_by(post, rule));
  set = dd_rename(diagrams, set, post->popped);
  uint32_t e = entry_at(post, entry);
  assert(e < post->summaries.count);
  assert(e < post->entries.count);
  post_add(post, post_owner_of_entry(e), entry, &post->summaries.at[e].relation,
           &post->entries.at[e].frontier, set);
}

static void post_propagate_heads(sym_post *post, uint32_t cell, dd heads) {
  assert(cell < post->reached.count);
  sympds *system = post->s;
  uint32_t symbol = post->reached.at[cell].symbol;
  uint32_t entry = post->reached.at[cell].entry;
  for (uint32_t r = system->first_rule[symbol];
       r < system->first_rule[symbol + 1]; r++) {
    size_t mark = dd_mark(system->d);
    progress_tick(post->clock);
    const sym_rule *rule = &system->rules.at[r];
    if (rule->kind == SYM_SWAP)
      post_add_heads(post, rule->to, entry, sym_image(system, r, heads));
    else if (rule->kind == SYM_PUSH)
      push(post, r, cell, heads);
    else
      pop(post, r, entry, heads);
    dd_release(system->d, mark);
    if (post->found != SIZE_MAX)
      return;
  }
}

static void propagate_summaries(sym_post *post, uint32_t entry, dd summaries) {
  dds *diagrams = post->s->d;
  assert(entry < post->entries.count);
  for (uint32_t k = post->entries.at[entry].links; k != SYM_NONE;
       k = post->links.at[k].next) {
    size_t mark = dd_mark(diagrams);
    progress_tick(post->clock);
    return_through(post, k, post->links.at[k].set, summaries);
    dd_release(diagrams, mark);
    if (post->found != SIZE_MAX)
      return;
  }
}

static uint32_t place_of(const sym_post *post, uint32_t owner) {
  uint32_t n = owner / 2;
  return post->places[owner % 2 ? post->summaries.at[n].entry
                                : post->reached.at[n].symbol];
}

static void post_begin_sweeps(sym_post *post) {
  uint32_t owner;
  post->places = sym_places(post->m, post->s);
  post->rings.sweeps = true;
  LOG(post->clock, SYMBOLIC,
      "post*: sweeps along the text begin in round %" PRIu64,
      post->statistics.rounds);
  while (sym_rings_first(&post->rings, &owner))
    sym_rings_wait(post->m, &post->rings, owner, place_of(post, owner));
}

static void post_saturate(sym_post *post) {
  dds *diagrams = post->s->d;
  uint32_t owner;
  while (post->found == SIZE_MAX && sym_rings_next(&post->rings, &owner)) {
    uint32_t n = owner / 2;
    post->clock->done = ++post->statistics.rounds;
    sym_log_round(post->clock, diagrams, &post->statistics, "post*");
    if (owner % 2 == 0) {
      sym_rings_take(post->m, diagrams, &post->rings, owner,
                     &post->cells.at[n].frontier);
      post_propagate_heads(post, n, vec_last(&post->rings.rings).set);
    } else {
      post_entry *entry = &post->entries.at[n];
      dd_keep(diagrams, &entry->done, post->summaries.at[n].relation);
      sym_rings_take(post->m, diagrams, &post->rings, owner, &entry->frontier);
      propagate_summaries(post, n, vec_last(&post->rings.rings).set);
    }
    if (sym_rings_crowd(&post->rings, post->cells.count + post->entries.count))
      post_begin_sweeps(post);
  }
}

static void post_make_renamings(sym_post *post) {
  static const sym_moves pushed = {{SYM_NEXT, SYM_NEXT, SYM_BELOW, SYM_OTHER},
                                   {SYM_BELOW, SYM_NEXT, SYM_BELOW, SYM_OTHER}};
  static const sym_moves entered = {{SYM_NOW, SYM_NOW, SYM_BELOW, SYM_OTHER},
                                    {SYM_NOW, SYM_NOW, SYM_BELOW, SYM_OTHER}};
  static const sym_moves popped = {{SYM_NOW, SYM_NOW, SYM_NEXT, SYM_OTHER},
                                   {SYM_NOW, SYM_NEXT, SYM_BELOW, SYM_NEXT}};
  static const sym_moves returned = {{SYM_NOW, SYM_NEXT, SYM_BELOW, SYM_OTHER},
                                     {SYM_NOW, SYM_NEXT, SYM_NOW, SYM_OTHER}};
  post->pushed = sym_copies_renaming(&post->copies, post->m, &pushed, NULL);
  post->entered = sym_copies_renaming(&post->copies, post->m, &entered, NULL);
  post->popped = sym_copies_renaming(&post->copies, post->m, &popped, NULL);
  post->returned = sym_copies_renaming(&post->copies, post->m, &returned, NULL);
}

static dd same_as_entry(const sym_copies *copies) {
  dds *diagrams = copies->s->d;
  dd same = DD_TRUE;
  for (uint32_t b = 0; b < copies->s->globals; b++)
    same = dd_and(diagrams, same,
                  dd_iff(diagrams,
                         dd_variable(diagrams, copies->global[SYM_NOW][b]),
                         dd_variable(diagrams, copies->global[SYM_BELOW][b])));
  for (uint32_t b = 0; b < copies->s->locals; b++)
    same = dd_and(diagrams, same,
                  dd_iff(diagrams,
                         dd_variable(diagrams, copies->local[SYM_NOW][b]),
                         dd_variable(diagrams, copies->local[SYM_OTHER][b])));
  return same;
}

static void make_sets(sym_post *post) {
  dds *diagrams = post->s->d;
  const sym_copies *copies = &post->copies;
  dd below =
      dd_and(diagrams, copies->globals[SYM_BELOW], copies->locals[SYM_BELOW]);
  dd_keep(diagrams, &post->before_push,
          dd_and(diagrams, below, copies->locals[SYM_OTHER]));
  dd_keep(
      diagrams, &post->at_entry,
      dd_and(diagrams, copies->globals[SYM_NEXT], copies->locals[SYM_NEXT]));
  dd_keep(diagrams, &post->same, same_as_entry(copies));
}

static uint32_t *no_numbers(mem *m, uint32_t count) {
  uint32_t *out = mem_array(m, (size_t)count + 1, sizeof *out);
  memset(out, 0xff, count * sizeof *out);
  return out;
}

static void set_targets(sym_post *post, const sym_target *targets) {
  post->target_of = no_numbers(post->m, post->s->symbols);
  for (size_t i = targets->count; i-- > 0;)
    post->target_of[targets->symbols[i]] = (uint32_t)i;
}

sym_post *sym_post_star(mem *m, progress *clock, sympds *system,
                        const sym_target *stop_at, size_t *reached) {
  sym_post *post = mem_alloc(m, sizeof *post);
  *post = (sym_post){.m = m, .clock = clock, .s = system, .found = SIZE_MAX};
  size_t mark = dd_mark(system->d);
  sym_copies_init(&post->copies, m, system);
  post_make_renamings(post);
  make_sets(post);
  post->forgotten =
      mem_array(m, system->rules.count + 1, sizeof *post->forgotten);
  post->last_cell = no_numbers(m, system->symbols);
  post->entry_of = no_numbers(m, system->symbols);
  if (stop_at)
    set_targets(post, stop_at);
  entry_at(post, system->start);
  post_add_heads(post, system->start, system->start,
                 dd_and(system->d, system->initial, post->same));
  dd_release(system->d, mark);
  post_saturate(post);
  LOG(clock, SYMBOLIC,
      "post* ends: %zu rules, %" PRIu64 " rounds, %" PRIu64 " additions",
      system->rules.count, post->statistics.rounds,
      post->statistics.transitions);
  if (reached)
    *reached = post->found;
  return post;
}
