/* Visibly pushdown automata, and how they are made deterministic (Alur and
 * Madhusudan 2004).
 *
 * Their rules do not look at the top of the stack unless they pop it; those of
 * machines do. A place is a state together with the symbol on top: seen as an
 * automaton over places, whose stack has the symbols below the top, a push
 * stores the place's symbol, a rewriting is internal, and only a pop looks at
 * the stack, for the symbol of the next place. So the one condition is that
 * each action always does the same to the height of the stack.
 *
 * A state of the result is the set of all pairs of places (x, y) such that some
 * run came to x when the symbol now on top of the result's stack was pushed
 * (at the start: when it began), and can be at y now. That symbol is the set
 * from before the push with the action that pushed: a pop finds the pairs
 * (x, y) of then, and goes on from y by the push, by a pair of now, and by the
 * pop. The result's own stack is as high as that of all runs, so it is empty
 * when theirs are: such a place has no symbol, and no moves. */
#include "automata/heads.h"
#include "automata/machine.h"
#include "automata/sequences.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

bool machine_is_visibly(mem *m, const machine *x, uint32_t *first,
                        uint32_t *second) {
  uint32_t actions = names_count(&x->actions);
  uint32_t *seen = mem_array(m, (size_t)actions + 1, sizeof *seen);
  bool good = true;
  for (uint32_t i = 0; i < x->rules.count && good; i++) {
    const machine_rule *rule = &x->rules.at[i];
    if (seen[rule->action] == 0) {
      seen[rule->action] = i + 1;
    } else if (x->rules.at[seen[rule->action] - 1].operation !=
               rule->operation) {
      *first = seen[rule->action] - 1;
      *second = i;
      good = false;
    }
  }
  mem_free(m, seen);
  return good;
}

typedef struct run_pair {
  uint32_t from, to; /* places */
} run_pair;

typedef struct move {
  uint32_t action;
  run_pair pair;
  uint32_t rule;
} move;

typedef struct visible {
  mem *m;
  progress *clock;
  const machine *x;
  machine *out;
  map places;                 /* map_pair(state, symbol) */
  map rule_heads;             /* of the rules of 'x' */
  vec(uint32_t) first, order; /* rules by head */
  sequences sets;             /* pairs of places: the states of 'out' */
  map stored;                 /* map_pair(set, action): symbol - 1 of 'out' */
  heads met;
  vec(move) moves;      /* of the state at hand, by action */
  vec(uint64_t) pairs;  /* of the state to come */
  vec(uint32_t) packed; /* the same for 'sets' */
} visible;

static int visibly_by_value(const void *x, const void *y) {
  uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return a < b ? -1 : a > b;
}

static void visibly_index_rules(visible *v) {
  const machine *x = v->x;
  vec_each (const machine_rule, rule, &x->rules)
    map_insert(v->m, &v->rule_heads, map_pair(rule->from, rule->top));
  vec_resize(v->m, &v->first, v->rule_heads.keys.count + 2);
  vec_resize(v->m, &v->order, x->rules.count);
  vec_each (const machine_rule, rule, &x->rules)
    v->first
        .at[map_find(&v->rule_heads, map_pair(rule->from, rule->top)) + 2]++;
  for (size_t i = 2; i < v->first.count; i++)
    v->first.at[i] += v->first.at[i - 1];
  for (uint32_t i = 0; i < x->rules.count; i++) {
    const machine_rule *rule = &x->rules.at[i];
    uint32_t h = map_find(&v->rule_heads, map_pair(rule->from, rule->top));
    v->order.at[v->first.at[h + 1]++] = i;
  }
}

static uint32_t visibly_place(visible *v, uint32_t state, uint32_t symbol) {
  return map_insert(v->m, &v->places, map_pair(state, symbol));
}
static uint32_t visibly_state_of(const visible *v, uint32_t at) {
  return (uint32_t)(v->places.keys.at[at] >> 32);
}
static uint32_t symbol_of(const visible *v, uint32_t at) {
  return (uint32_t)v->places.keys.at[at];
}

/* The state of 'out' that 'pairs' make, which are used up; MACHINE_NONE: there
 * are none, no run goes on. */
static uint32_t take_state(visible *v) {
  if (v->pairs.count == 0)
    return MACHINE_NONE;
  bool accepting = false;
  qsort(v->pairs.at, v->pairs.count, sizeof *v->pairs.at, visibly_by_value);
  v->packed.count = 0;
  for (size_t i = 0; i < v->pairs.count; i++) {
    uint64_t pair = v->pairs.at[i];
    if (i > 0 && pair == v->pairs.at[i - 1])
      continue;
    vec_push(v->m, &v->packed, (uint32_t)(pair >> 32));
    vec_push(v->m, &v->packed, (uint32_t)pair);
    accepting |= v->x->accepting.at[visibly_state_of(v, (uint32_t)pair)];
  }
  v->pairs.count = 0;
  uint32_t before = sequences_count(&v->sets);
  uint32_t n = sequences_insert(v->m, &v->sets, v->packed.at, v->packed.count);
  if (n == before) {
    char name[32];
    int length = snprintf(name, sizeof name, "runs_%u", n);
    machine_add_state(v->m, v->out, name, (size_t)length, accepting);
  }
  return n;
}

static uint32_t visibly_symbol_for(visible *v, uint32_t set, uint32_t action) {
  uint32_t before = (uint32_t)v->stored.keys.count;
  uint32_t n = map_insert(v->m, &v->stored, map_pair(set, action));
  if (n == before) {
    char name[32];
    int length = snprintf(name, sizeof name, "then_%u_%u", set, action);
    names_insert(v->m, &v->out->symbols, name, (size_t)length);
  }
  return n + 1;
}

static void add_pair(visible *v, uint32_t from, uint32_t to) {
  vec_push(v->m, &v->pairs, map_pair(from, to));
}

static int visibly_by_action(const void *x, const void *y) {
  const move *a = x, *b = y;
  if (a->action != b->action)
    return a->action < b->action ? -1 : 1;
  return a->rule < b->rule ? -1 : a->rule > b->rule;
}

static void list_moves(visible *v, uint32_t set) {
  v->moves.count = 0;
  for (uint32_t i = 0; i < sequences_length(&v->sets, set); i += 2) {
    const uint32_t *at = sequences_at(&v->sets, set) + i;
    run_pair pair = {at[0], at[1]};
    uint32_t h = map_find(&v->rule_heads, v->places.keys.at[pair.to]);
    if (h == MAP_NONE)
      continue;
    for (uint32_t k = v->first.at[h]; k < v->first.at[h + 1]; k++) {
      uint32_t rule = v->order.at[k];
      move step = {v->x->rules.at[rule].action, pair, rule};
      vec_push(v->m, &v->moves, step);
    }
  }
  if (v->moves.count)
    qsort(v->moves.at, v->moves.count, sizeof *v->moves.at, visibly_by_action);
}

/* The pairs after a pop by moves[from .. to-1] of what 'action' pushed when the
 * state was 'set': each pair of then whose push led to where a popping run
 * began. */
static void pop_pairs(visible *v, uint32_t set, uint32_t action, size_t from,
                      size_t to) {
  for (uint32_t i = 0; i < sequences_length(&v->sets, set); i += 2) {
    const uint32_t *at = sequences_at(&v->sets, set) + i;
    run_pair then = {at[0], at[1]};
    uint32_t h = map_find(&v->rule_heads, v->places.keys.at[then.to]);
    if (h == MAP_NONE)
      continue;
    for (uint32_t k = v->first.at[h]; k < v->first.at[h + 1]; k++) {
      const machine_rule *push = &v->x->rules.at[v->order.at[k]];
      if (push->action != action)
        continue;
      uint32_t began = visibly_place(v, push->to, push->symbol);
      for (size_t n = from; n < to; n++) {
        progress_tick(v->clock);
        if (v->moves.at[n].pair.from == began)
          add_pair(v, then.from,
                   visibly_place(v, v->x->rules.at[v->moves.at[n].rule].to,
                                 symbol_of(v, then.to)));
      }
    }
  }
}

static void visibly_follow(visible *v, machine_head at, size_t from,
                           size_t to) {
  assert(from < v->moves.count);
  machine_rule rule = v->x->rules.at[v->moves.at[from].rule];
  for (size_t n = from; n < to; n++) {
    const machine_rule *r = &v->x->rules.at[v->moves.at[n].rule];
    uint32_t began = v->moves.at[n].pair.from;
    progress_tick(v->clock);
    if (rule.operation == MACHINE_REWRITE) {
      add_pair(v, began, visibly_place(v, r->to, r->symbol));
    } else if (rule.operation == MACHINE_PUSH) {
      uint32_t inside = visibly_place(v, r->to, r->symbol);
      add_pair(v, inside, inside);
    } else if (at.symbol == 0) {
      add_pair(v, began, visibly_place(v, r->to, MACHINE_NONE));
    }
  }
  if (rule.operation == MACHINE_POP && at.symbol != 0) {
    uint64_t then = v->stored.keys.at[at.symbol - 1];
    pop_pairs(v, (uint32_t)(then >> 32), (uint32_t)then, from, to);
  }
  rule.from = at.state;
  rule.top = at.symbol;
  rule.to = take_state(v);
  rule.symbol = rule.operation == MACHINE_POP ? MACHINE_NONE
                : rule.operation == MACHINE_PUSH
                    ? visibly_symbol_for(v, at.state, rule.action)
                    : at.symbol;
  if (rule.to == MACHINE_NONE)
    return;
  vec_push(v->m, &v->out->rules, rule);
  heads_apply(&v->met, &rule);
}

static void release(visible *v) {
  map_free(v->m, &v->places);
  map_free(v->m, &v->rule_heads);
  map_free(v->m, &v->stored);
  sequences_free(v->m, &v->sets);
  heads_free(&v->met);
  vec_free(v->m, &v->first);
  vec_free(v->m, &v->order);
  vec_free(v->m, &v->moves);
  vec_free(v->m, &v->pairs);
  vec_free(v->m, &v->packed);
}

void machine_determinise_visibly(mem *m, progress *clock, const machine *x,
                                 machine *out) {
  visible v = {.m = m, .clock = clock, .x = x, .out = out, .met = {.m = m}};
  machine_init(m, out, x->kind);
  machine_add_actions(m, out, &x->actions);
  if (machine_states(x) == 0)
    return;
  visibly_index_rules(&v);
  uint32_t start = visibly_place(&v, 0, 0);
  add_pair(&v, start, start);
  heads_start(&v.met, take_state(&v), 0);
  for (uint32_t n = 0; n < heads_count(&v.met); n++) {
    machine_head at = heads_at(&v.met, n);
    list_moves(&v, at.state);
    for (size_t i = 0, end; i < v.moves.count; i = end) {
      for (end = i; end < v.moves.count &&
                    v.moves.at[end].action == v.moves.at[i].action;)
        end++;
      visibly_follow(&v, at, i, end);
    }
  }
  release(&v);
}
