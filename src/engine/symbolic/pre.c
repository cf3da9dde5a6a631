/* pre*: saturation towards targets. */
#include "engine/symbolic/pre.h"
#include "engine/symbolic/log_round.h"
#include "engine/symbolic/places.h"

#include <assert.h>

static bool pre_add(sym_pre *pre, uint32_t owner, pre_set *to, dd set) {
  dds *diagrams = pre->s->d;
  if (set == DD_FALSE)
    return false;
  dd fresh = dd_minus(diagrams, set, to->all);
  if (fresh == DD_FALSE)
    return false;
  bool waits = to->frontier != DD_FALSE;
  dd_keep(diagrams, &to->all, dd_or(diagrams, to->all, fresh));
  dd_keep(diagrams, &to->frontier,
          waits ? dd_or(diagrams, to->frontier, fresh) : fresh);
  pre->statistics.transitions++;
  if (!waits)
    sym_rings_wait(pre->m, &pre->rings, owner,
                   pre->places ? pre->places[owner / 2] : 0);
  return true;
}

static void pre_add_heads(sym_pre *pre, uint32_t symbol, dd set) {
  pre_set *heads = &pre->heads[symbol];
  if (pre_add(pre, pre_owner_of_heads(symbol), heads, set) &&
      symbol == pre->s->start && !pre->found)
    pre->found = dd_meets(pre->s->d, heads->all, pre->s->initial);
}

static void pre_add_pops(sym_pre *pre, uint32_t symbol, dd set) {
  pre_add(pre, pre_owner_of_pops(symbol), &pre->pops[symbol], set);
}

/* A set over SYM_NOW as the values behind a PUSH, on its top. */
static dd on_top(sym_pre *pre, uint32_t rule, dd set) {
  assert(rule < pre->s->rules.count);
  dds *diagrams = pre->s->d;
  if (pre->s->rules.at[rule].changes_globals)
    set = dd_rename(diagrams, set, sym_change_of(pre->s, rule)->back);
  return dd_rename(diagrams, set, pre->entering);
}

/* Before calls (all, or some) that return to where 'set' is. */
static dd before_calls(sym_pre *pre, const pre_push *push, dd calls, dd set) {
  dds *diagrams = pre->s->d;
  if (calls == DD_FALSE || set == DD_FALSE)
    return DD_FALSE;
  return dd_and_exists(diagrams, calls, dd_rename(diagrams, set, push->behind),
                       push->returned);
}

/* Calls that return to the symbol: what is before them, given to 'give'. */
static void before_returns(sym_pre *pre, uint32_t symbol, dd set,
                           void give(sym_pre *, uint32_t, dd)) {
  const sympds *system = pre->s;
  for (uint32_t i = pre->first_behind[symbol];
       i < pre->first_behind[symbol + 1]; i++) {
    size_t mark = dd_mark(system->d);
    progress_tick(pre->clock);
    uint32_t rule = pre->behind_of[i];
    const pre_push *push = &pre->pushes.at[pre->push_of[rule]];
    give(pre, system->rules.at[rule].from,
         before_calls(pre, push, push->calls, set));
    dd_release(system->d, mark);
  }
}

static void pre_propagate_heads(sym_pre *pre, uint32_t symbol, dd set) {
  sympds *system = pre->s;
  for (uint32_t i = pre->first_into[symbol]; i < pre->first_into[symbol + 1];
       i++) {
    size_t mark = dd_mark(system->d);
    progress_tick(pre->clock);
    uint32_t rule = pre->into[i];
    const sym_rule *r = &system->rules.at[rule];
    if (r->kind == SYM_SWAP) {
      pre_add_heads(pre, r->from, sym_preimage(system, rule, set));
    } else {
      dd pushed = pre->pushes.at[pre->push_of[rule]].pushed;
      pre_add_heads(pre, r->from,
                    dd_and_exists(system->d, r->relation,
                                  on_top(pre, rule, set), pushed));
    }
    dd_release(system->d, mark);
  }
  before_returns(pre, symbol, set, pre_add_heads);
}

/* The top of a PUSH can be popped in more ways. */
static void add_calls(sym_pre *pre, uint32_t rule, dd pops) {
  assert(rule < pre->s->rules.count);
  dds *diagrams = pre->s->d;
  const sym_rule *r = &pre->s->rules.at[rule];
  pre_push *push = &pre->pushes.at[pre->push_of[rule]];
  dd calls = dd_and_exists(diagrams, r->relation, on_top(pre, rule, pops),
                           push->entered);
  dd fresh = dd_minus(diagrams, calls, push->calls);
  if (fresh == DD_FALSE)
    return;
  dd_keep(diagrams, &push->calls, dd_or(diagrams, push->calls, fresh));
  pre_add_heads(pre, r->from,
                before_calls(pre, push, fresh, pre->heads[r->below].done));
  pre_add_pops(pre, r->from,
               before_calls(pre, push, fresh, pre->pops[r->below].done));
}

static void propagate_pops(sym_pre *pre, uint32_t symbol, dd set) {
  sympds *system = pre->s;
  for (uint32_t i = pre->first_into[symbol]; i < pre->first_into[symbol + 1];
       i++) {
    size_t mark = dd_mark(system->d);
    progress_tick(pre->clock);
    uint32_t rule = pre->into[i];
    if (system->rules.at[rule].kind == SYM_SWAP)
      pre_add_pops(pre, system->rules.at[rule].from,
                   sym_preimage(system, rule, set));
    else
      add_calls(pre, rule, set);
    dd_release(system->d, mark);
  }
  before_returns(pre, symbol, set, pre_add_pops);
}

static void pre_begin_sweeps(sym_pre *pre) {
  uint32_t owner;
  pre->places = sym_places(pre->m, pre->s);
  for (uint32_t n = 0; n < pre->s->symbols; n++)
    pre->places[n] = pre->s->symbols + 2 - pre->places[n];
  pre->rings.sweeps = true;
  LOG(pre->clock, SYMBOLIC,
      "pre*: sweeps along the text begin in round %" PRIu64,
      pre->statistics.rounds);
  while (sym_rings_first(&pre->rings, &owner))
    sym_rings_wait(pre->m, &pre->rings, owner, pre->places[owner / 2]);
}

static void pre_saturate(sym_pre *pre) {
  dds *diagrams = pre->s->d;
  uint32_t owner;
  while (!(pre->early && pre->found) && sym_rings_next(&pre->rings, &owner)) {
    uint32_t symbol = owner / 2;
    pre_set *from = owner % 2 == 0 ? &pre->heads[symbol] : &pre->pops[symbol];
    pre->clock->done = ++pre->statistics.rounds;
    sym_log_round(pre->clock, diagrams, &pre->statistics, "pre*");
    dd_keep(diagrams, &from->done, from->all);
    sym_rings_take(pre->m, diagrams, &pre->rings, owner, &from->frontier);
    dd set = vec_last(&pre->rings.rings).set;
    if (owner % 2 == 0)
      pre_propagate_heads(pre, symbol, set);
    else
      propagate_pops(pre, symbol, set);
    if (sym_rings_crowd(&pre->rings, 2 * (size_t)pre->s->symbols))
      pre_begin_sweeps(pre);
  }
}

/* A POP, as what is popped: globals that it does not change stay. */
static dd popped_by(sym_pre *pre, const sym_rule *rule) {
  dds *diagrams = pre->s->d;
  const sym_copies *copies = &pre->copies;
  const uint32_t *bits = sym_changed_globals(pre->s, rule);
  bool *changes = mem_array(pre->m, pre->s->globals + 1, sizeof *changes);
  for (uint32_t i = 0; i < rule->changes_globals; i++)
    changes[bits[i]] = true;
  dd stay = DD_TRUE;
  for (uint32_t b = pre->s->globals; b-- > 0;)
    if (!changes[b])
      stay = dd_and(
          diagrams, stay,
          dd_iff(diagrams, dd_variable(diagrams, copies->global[SYM_NOW][b]),
                 dd_variable(diagrams, copies->global[SYM_BELOW][b])));
  mem_free(pre->m, changes);
  return dd_and(diagrams, dd_rename(diagrams, rule->relation, pre->leaving),
                stay);
}

static dd_renaming *renaming_behind(sym_pre *pre, const sym_rule *rule,
                                    dd key) {
  static const sym_moves moves = {{SYM_OTHER, SYM_NEXT, SYM_BELOW, SYM_OTHER},
                                  {SYM_BELOW, SYM_NEXT, SYM_BELOW, SYM_OTHER}};
  uint32_t n = map_insert(pre->m, &pre->renamings, (uint64_t)key);
  if (n < pre->renamed.count)
    return pre->pushes.at[pre->renamed.at[n]].behind;
  vec_push(pre->m, &pre->renamed, (uint32_t)pre->pushes.count);
  const sympds *system = pre->s;
  bool *marks = mem_array(pre->m, (size_t)system->globals + system->locals + 1,
                          sizeof *marks);
  for (uint32_t b = 0; b < system->globals; b++)
    marks[b] = true;
  for (uint32_t i = 0; i < rule->changes_below; i++)
    marks[system->globals + sym_changed_below(system, rule)[i]] = true;
  dd_renaming *made = sym_copies_renaming(&pre->copies, pre->m, &moves, marks);
  mem_free(pre->m, marks);
  return made;
}

static void make_push(sym_pre *pre, uint32_t rule) {
  assert(rule < pre->s->rules.count);
  dds *diagrams = pre->s->d;
  const sym_rule *r = &pre->s->rules.at[rule];
  pre_push push = {DD_FALSE, DD_FALSE, DD_FALSE, DD_FALSE, NULL};
  size_t mark = dd_mark(diagrams);
  dd globals = r->changes_globals ? sym_change_of(pre->s, rule)->next : DD_TRUE;
  dd_keep(diagrams, &push.entered,
          dd_and(diagrams, globals, pre->copies.locals[SYM_NEXT]));
  dd below = sym_changed_set(&pre->copies, pre->m, r, true, SYM_BELOW);
  dd_keep(diagrams, &push.pushed, dd_and(diagrams, push.entered, below));
  dd_keep(diagrams, &push.returned,
          dd_and(diagrams, pre->copies.globals[SYM_OTHER], below));
  push.behind = renaming_behind(pre, r, push.returned);
  pre->push_of[rule] = (uint32_t)pre->pushes.count;
  vec_push(pre->m, &pre->pushes, push);
  dd_release(diagrams, mark);
}

static void sort_rules(sym_pre *pre) {
  const sympds *system = pre->s;
  size_t rules = system->rules.count;
  uint32_t *key = mem_array(pre->m, rules + 1, sizeof *key);
  for (size_t r = 0; r < rules; r++)
    key[r] =
        system->rules.at[r].kind == SYM_POP ? MAP_NONE : system->rules.at[r].to;
  sym_sort(pre->m, key, rules, system->symbols, &pre->first_into, &pre->into);
  for (size_t r = 0; r < rules; r++)
    key[r] = system->rules.at[r].kind == SYM_PUSH ? system->rules.at[r].below
                                                  : MAP_NONE;
  sym_sort(pre->m, key, rules, system->symbols, &pre->first_behind,
           &pre->behind_of);
  mem_free(pre->m, key);
}

static void pre_make_renamings(sym_pre *pre) {
  static const sym_moves entering = {
      {SYM_NOW, SYM_NEXT, SYM_OTHER, SYM_OTHER},
      {SYM_NEXT, SYM_NEXT, SYM_BELOW, SYM_OTHER}};
  static const sym_moves leaving = {{SYM_NOW, SYM_BELOW, SYM_BELOW, SYM_OTHER},
                                    {SYM_NOW, SYM_NEXT, SYM_BELOW, SYM_OTHER}};
  static const sym_moves forth = {{SYM_NOW, SYM_NOW, SYM_BELOW, SYM_OTHER},
                                  {SYM_NOW, SYM_NOW, SYM_BELOW, SYM_OTHER}};
  static const sym_moves below = {{SYM_BELOW, SYM_NEXT, SYM_BELOW, SYM_OTHER},
                                  {SYM_BELOW, SYM_NEXT, SYM_BELOW, SYM_OTHER}};
  pre->entering = sym_copies_renaming(&pre->copies, pre->m, &entering, NULL);
  pre->leaving = sym_copies_renaming(&pre->copies, pre->m, &leaving, NULL);
  pre->forth = sym_copies_renaming(&pre->copies, pre->m, &forth, NULL);
  pre->below = sym_copies_renaming(&pre->copies, pre->m, &below, NULL);
}

static void make_tables(sym_pre *pre) {
  const sympds *system = pre->s;
  sym_copies_init(&pre->copies, pre->m, pre->s);
  pre_make_renamings(pre);
  sort_rules(pre);
  pre->push_of =
      mem_array(pre->m, system->rules.count + 1, sizeof *pre->push_of);
  for (uint32_t r = 0; r < system->rules.count; r++)
    if (system->rules.at[r].kind == SYM_PUSH)
      make_push(pre, r);
  pre->targets =
      mem_array(pre->m, (size_t)system->symbols + 1, sizeof *pre->targets);
  pre->heads =
      mem_array(pre->m, (size_t)system->symbols + 1, sizeof *pre->heads);
  pre->pops = mem_array(pre->m, (size_t)system->symbols + 1, sizeof *pre->pops);
}

static void begin(sym_pre *pre, const sym_target *target, const dd *heads) {
  dds *diagrams = pre->s->d;
  size_t mark = dd_mark(diagrams);
  for (size_t i = 0; i < target->count; i++) {
    uint32_t symbol = target->symbols[i];
    dd_keep(diagrams, &pre->targets[symbol], heads ? heads[symbol] : DD_TRUE);
    pre_add_heads(pre, symbol, pre->targets[symbol]);
  }
  for (uint32_t r = 0; r < pre->s->rules.count; r++)
    if (pre->s->rules.at[r].kind == SYM_POP) {
      pre_add_pops(pre, pre->s->rules.at[r].from,
                   popped_by(pre, &pre->s->rules.at[r]));
      dd_release(diagrams, mark);
    }
}

sym_pre *sym_pre_star(mem *m, progress *clock, sympds *system,
                      const sym_target *target, const dd *heads, bool early,
                      bool *reached) {
  sym_pre *pre = mem_alloc(m, sizeof *pre);
  *pre = (sym_pre){.m = m, .clock = clock, .s = system, .early = early};
  make_tables(pre);
  begin(pre, target, heads);
  pre_saturate(pre);
  LOG(clock, SYMBOLIC,
      "pre* ends: %zu rules, %" PRIu64 " rounds, %" PRIu64 " additions",
      system->rules.count, pre->statistics.rounds, pre->statistics.transitions);
  if (reached)
    *reached = pre->found;
  return pre;
}
