/* pre*: saturation towards targets. */
#include "engine/symbolic/pre.h"
#include "engine/symbolic/log_round.h"
#include "engine/symbolic/places.h"

#include <assert.h>

static bool pre_add(sym_pre *x, uint32_t owner, pre_set *to, dd set) {
  dds *d = x->s->d;
  if (set == DD_FALSE)
    return false;
  dd fresh = dd_minus(d, set, to->all);
  if (fresh == DD_FALSE)
    return false;
  bool waits = to->frontier != DD_FALSE;
  dd_keep(d, &to->all, dd_or(d, to->all, fresh));
  dd_keep(d, &to->frontier, waits ? dd_or(d, to->frontier, fresh) : fresh);
  x->statistics.transitions++;
  if (!waits)
    sym_rings_wait(x->m, &x->rings, owner,
                   x->places ? x->places[owner / 2] : 0);
  return true;
}

static void pre_add_heads(sym_pre *x, uint32_t symbol, dd set) {
  pre_set *heads = &x->heads[symbol];
  if (pre_add(x, pre_owner_of_heads(symbol), heads, set) &&
      symbol == x->s->start && !x->found)
    x->found = dd_meets(x->s->d, heads->all, x->s->initial);
}

static void pre_add_pops(sym_pre *x, uint32_t symbol, dd set) {
  pre_add(x, pre_owner_of_pops(symbol), &x->pops[symbol], set);
}

/* A set over SYM_NOW as the values behind a PUSH, on its top. */
static dd on_top(sym_pre *x, uint32_t rule, dd set) {
  assert(rule < x->s->rules.count);
  dds *d = x->s->d;
  if (x->s->rules.at[rule].changes_globals)
    set = dd_rename(d, set, sym_change_of(x->s, rule)->back);
  return dd_rename(d, set, x->entering);
}

/* Before calls (all, or some) that return to where 'set' is. */
static dd before_calls(sym_pre *x, const pre_push *p, dd calls, dd set) {
  dds *d = x->s->d;
  if (calls == DD_FALSE || set == DD_FALSE)
    return DD_FALSE;
  return dd_and_exists(d, calls, dd_rename(d, set, p->behind), p->returned);
}

/* Calls that return to the symbol: what is before them, given to 'give'. */
static void before_returns(sym_pre *x, uint32_t symbol, dd set,
                           void give(sym_pre *, uint32_t, dd)) {
  const sympds *s = x->s;
  for (uint32_t i = x->first_behind[symbol]; i < x->first_behind[symbol + 1];
       i++) {
    size_t mark = dd_mark(s->d);
    progress_tick(x->clock);
    uint32_t rule = x->behind_of[i];
    const pre_push *p = &x->pushes.at[x->push_of[rule]];
    give(x, s->rules.at[rule].from, before_calls(x, p, p->calls, set));
    dd_release(s->d, mark);
  }
}

static void pre_propagate_heads(sym_pre *x, uint32_t symbol, dd set) {
  sympds *s = x->s;
  for (uint32_t i = x->first_into[symbol]; i < x->first_into[symbol + 1]; i++) {
    size_t mark = dd_mark(s->d);
    progress_tick(x->clock);
    uint32_t rule = x->into[i];
    const sym_rule *r = &s->rules.at[rule];
    if (r->kind == SYM_SWAP) {
      pre_add_heads(x, r->from, sym_preimage(s, rule, set));
    } else {
      dd pushed = x->pushes.at[x->push_of[rule]].pushed;
      pre_add_heads(
          x, r->from,
          dd_and_exists(s->d, r->relation, on_top(x, rule, set), pushed));
    }
    dd_release(s->d, mark);
  }
  before_returns(x, symbol, set, pre_add_heads);
}

/* The top of a PUSH can be popped in more ways. */
static void add_calls(sym_pre *x, uint32_t rule, dd pops) {
  assert(rule < x->s->rules.count);
  dds *d = x->s->d;
  const sym_rule *r = &x->s->rules.at[rule];
  pre_push *p = &x->pushes.at[x->push_of[rule]];
  dd calls = dd_and_exists(d, r->relation, on_top(x, rule, pops), p->entered);
  dd fresh = dd_minus(d, calls, p->calls);
  if (fresh == DD_FALSE)
    return;
  dd_keep(d, &p->calls, dd_or(d, p->calls, fresh));
  pre_add_heads(x, r->from, before_calls(x, p, fresh, x->heads[r->below].done));
  pre_add_pops(x, r->from, before_calls(x, p, fresh, x->pops[r->below].done));
}

static void propagate_pops(sym_pre *x, uint32_t symbol, dd set) {
  sympds *s = x->s;
  for (uint32_t i = x->first_into[symbol]; i < x->first_into[symbol + 1]; i++) {
    size_t mark = dd_mark(s->d);
    progress_tick(x->clock);
    uint32_t rule = x->into[i];
    if (s->rules.at[rule].kind == SYM_SWAP)
      pre_add_pops(x, s->rules.at[rule].from, sym_preimage(s, rule, set));
    else
      add_calls(x, rule, set);
    dd_release(s->d, mark);
  }
  before_returns(x, symbol, set, pre_add_pops);
}

static void pre_begin_sweeps(sym_pre *x) {
  uint32_t owner;
  x->places = sym_places(x->m, x->s);
  for (uint32_t n = 0; n < x->s->symbols; n++)
    x->places[n] = x->s->symbols + 2 - x->places[n];
  x->rings.sweeps = true;
  LOG(x->clock, SYMBOLIC, "pre*: sweeps along the text begin in round %" PRIu64,
      x->statistics.rounds);
  while (sym_rings_first(&x->rings, &owner))
    sym_rings_wait(x->m, &x->rings, owner, x->places[owner / 2]);
}

static void pre_saturate(sym_pre *x) {
  dds *d = x->s->d;
  uint32_t owner;
  while (!(x->early && x->found) && sym_rings_next(&x->rings, &owner)) {
    uint32_t symbol = owner / 2;
    pre_set *from = owner % 2 == 0 ? &x->heads[symbol] : &x->pops[symbol];
    x->clock->done = ++x->statistics.rounds;
    sym_log_round(x->clock, d, &x->statistics, "pre*");
    dd_keep(d, &from->done, from->all);
    sym_rings_take(x->m, d, &x->rings, owner, &from->frontier);
    dd set = vec_last(&x->rings.rings).set;
    if (owner % 2 == 0)
      pre_propagate_heads(x, symbol, set);
    else
      propagate_pops(x, symbol, set);
    if (sym_rings_crowd(&x->rings, 2 * (size_t)x->s->symbols))
      pre_begin_sweeps(x);
  }
}

/* A POP, as what is popped: globals that it does not change stay. */
static dd popped_by(sym_pre *x, const sym_rule *r) {
  dds *d = x->s->d;
  const sym_copies *c = &x->copies;
  const uint32_t *bits = sym_changed_globals(x->s, r);
  bool *changes = mem_array(x->m, x->s->globals + 1, sizeof *changes);
  for (uint32_t i = 0; i < r->changes_globals; i++)
    changes[bits[i]] = true;
  dd stay = DD_TRUE;
  for (uint32_t b = x->s->globals; b-- > 0;)
    if (!changes[b])
      stay = dd_and(d, stay,
                    dd_iff(d, dd_variable(d, c->global[SYM_NOW][b]),
                           dd_variable(d, c->global[SYM_BELOW][b])));
  mem_free(x->m, changes);
  return dd_and(d, dd_rename(d, r->relation, x->leaving), stay);
}

static dd_renaming *renaming_behind(sym_pre *x, const sym_rule *r, dd key) {
  static const sym_moves moves = {{SYM_OTHER, SYM_NEXT, SYM_BELOW, SYM_OTHER},
                                  {SYM_BELOW, SYM_NEXT, SYM_BELOW, SYM_OTHER}};
  uint32_t n = map_insert(x->m, &x->renamings, (uint64_t)key);
  if (n < x->renamed.count)
    return x->pushes.at[x->renamed.at[n]].behind;
  vec_push(x->m, &x->renamed, (uint32_t)x->pushes.count);
  const sympds *s = x->s;
  bool *marks =
      mem_array(x->m, (size_t)s->globals + s->locals + 1, sizeof *marks);
  for (uint32_t b = 0; b < s->globals; b++)
    marks[b] = true;
  for (uint32_t i = 0; i < r->changes_below; i++)
    marks[s->globals + sym_changed_below(s, r)[i]] = true;
  dd_renaming *made = sym_copies_renaming(&x->copies, x->m, &moves, marks);
  mem_free(x->m, marks);
  return made;
}

static void make_push(sym_pre *x, uint32_t rule) {
  assert(rule < x->s->rules.count);
  dds *d = x->s->d;
  const sym_rule *r = &x->s->rules.at[rule];
  pre_push p = {DD_FALSE, DD_FALSE, DD_FALSE, DD_FALSE, NULL};
  size_t mark = dd_mark(d);
  dd globals = r->changes_globals ? sym_change_of(x->s, rule)->next : DD_TRUE;
  dd_keep(d, &p.entered, dd_and(d, globals, x->copies.locals[SYM_NEXT]));
  dd below = sym_changed_set(&x->copies, x->m, r, true, SYM_BELOW);
  dd_keep(d, &p.pushed, dd_and(d, p.entered, below));
  dd_keep(d, &p.returned, dd_and(d, x->copies.globals[SYM_OTHER], below));
  p.behind = renaming_behind(x, r, p.returned);
  x->push_of[rule] = (uint32_t)x->pushes.count;
  vec_push(x->m, &x->pushes, p);
  dd_release(d, mark);
}

static void sort_rules(sym_pre *x) {
  const sympds *s = x->s;
  size_t rules = s->rules.count;
  uint32_t *key = mem_array(x->m, rules + 1, sizeof *key);
  for (size_t r = 0; r < rules; r++)
    key[r] = s->rules.at[r].kind == SYM_POP ? MAP_NONE : s->rules.at[r].to;
  sym_sort(x->m, key, rules, s->symbols, &x->first_into, &x->into);
  for (size_t r = 0; r < rules; r++)
    key[r] = s->rules.at[r].kind == SYM_PUSH ? s->rules.at[r].below : MAP_NONE;
  sym_sort(x->m, key, rules, s->symbols, &x->first_behind, &x->behind_of);
  mem_free(x->m, key);
}

static void pre_make_renamings(sym_pre *x) {
  static const sym_moves entering = {
      {SYM_NOW, SYM_NEXT, SYM_OTHER, SYM_OTHER},
      {SYM_NEXT, SYM_NEXT, SYM_BELOW, SYM_OTHER}};
  static const sym_moves leaving = {{SYM_NOW, SYM_BELOW, SYM_BELOW, SYM_OTHER},
                                    {SYM_NOW, SYM_NEXT, SYM_BELOW, SYM_OTHER}};
  static const sym_moves forth = {{SYM_NOW, SYM_NOW, SYM_BELOW, SYM_OTHER},
                                  {SYM_NOW, SYM_NOW, SYM_BELOW, SYM_OTHER}};
  static const sym_moves below = {{SYM_BELOW, SYM_NEXT, SYM_BELOW, SYM_OTHER},
                                  {SYM_BELOW, SYM_NEXT, SYM_BELOW, SYM_OTHER}};
  x->entering = sym_copies_renaming(&x->copies, x->m, &entering, NULL);
  x->leaving = sym_copies_renaming(&x->copies, x->m, &leaving, NULL);
  x->forth = sym_copies_renaming(&x->copies, x->m, &forth, NULL);
  x->below = sym_copies_renaming(&x->copies, x->m, &below, NULL);
}

static void make_tables(sym_pre *x) {
  const sympds *s = x->s;
  sym_copies_init(&x->copies, x->m, x->s);
  pre_make_renamings(x);
  sort_rules(x);
  x->push_of = mem_array(x->m, s->rules.count + 1, sizeof *x->push_of);
  for (uint32_t r = 0; r < s->rules.count; r++)
    if (s->rules.at[r].kind == SYM_PUSH)
      make_push(x, r);
  x->targets = mem_array(x->m, (size_t)s->symbols + 1, sizeof *x->targets);
  x->heads = mem_array(x->m, (size_t)s->symbols + 1, sizeof *x->heads);
  x->pops = mem_array(x->m, (size_t)s->symbols + 1, sizeof *x->pops);
}

static void begin(sym_pre *x, const sym_target *target, const dd *heads) {
  dds *d = x->s->d;
  size_t mark = dd_mark(d);
  for (size_t i = 0; i < target->count; i++) {
    uint32_t symbol = target->symbols[i];
    dd_keep(d, &x->targets[symbol], heads ? heads[symbol] : DD_TRUE);
    pre_add_heads(x, symbol, x->targets[symbol]);
  }
  for (uint32_t r = 0; r < x->s->rules.count; r++)
    if (x->s->rules.at[r].kind == SYM_POP) {
      pre_add_pops(x, x->s->rules.at[r].from, popped_by(x, &x->s->rules.at[r]));
      dd_release(d, mark);
    }
}

sym_pre *sym_pre_star(mem *m, progress *clock, sympds *s,
                      const sym_target *target, const dd *heads, bool early,
                      bool *reached) {
  sym_pre *x = mem_alloc(m, sizeof *x);
  *x = (sym_pre){.m = m, .clock = clock, .s = s, .early = early};
  make_tables(x);
  begin(x, target, heads);
  pre_saturate(x);
  LOG(clock, SYMBOLIC,
      "pre* ends: %zu rules, %" PRIu64 " rounds, %" PRIu64 " additions",
      s->rules.count, x->statistics.rounds, x->statistics.transitions);
  if (reached)
    *reached = x->found;
  return x;
}
