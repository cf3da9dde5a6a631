/* Replays a lasso on the system as it was given. */
#include "evidence/pushdown/ltl.h"
#include "evidence/pushdown/membership.h"

typedef struct level {
  uint32_t symbol;
  uint32_t class; /* of the stack from here to the bottom */
} level;

typedef struct player {
  mem *m;
  progress *clock;
  const pds *p;
  const pds_binding *b;
  membership sets;
  uint32_t empty;
  uint32_t state;
  vec(level) stack; /* top last */
  map heads;        /* (state, symbol) that have a rule of their own */
  uint8_t *wild;    /* by state: a wildcard rule applies */
  pushdown_letters *letters;
  const char **why;
} player;

static bool lasso_wrong(player *v, const char *why) {
  *v->why = why;
  return false;
}

static void push(player *v, uint32_t symbol) {
  uint32_t below = v->stack.count ? vec_last(&v->stack).class : v->empty;
  level l = {symbol, membership_above(&v->sets, below, symbol)};
  vec_push(v->m, &v->stack, l);
}

/* What holds now, if the next step has this action. */
static uint64_t lasso_letter(const player *v, uint32_t action) {
  uint64_t result = 0;
  uint32_t top = v->stack.count ? vec_last(&v->stack).symbol : PDS_NONE;
  uint32_t class = v->stack.count ? vec_last(&v->stack).class : v->empty;
  for (uint32_t i = 0; i < v->b->atoms.count; i++) {
    const pds_atom *atom = &v->b->atoms.at[i];
    bool holds = false;
    if (atom->kind == PDS_ATOM_STATE)
      holds = v->state == atom->number;
    else if (atom->kind == PDS_ATOM_TOP)
      holds = top == atom->number;
    else if (atom->kind == PDS_ATOM_ACTION)
      holds = action == atom->number;
    else
      for (size_t k = 0; k < v->b->sets.count; k++)
        if (v->b->sets.at[k] == atom->number)
          holds = membership_has(&v->sets, class, k, v->state);
    if (holds)
      result |= UINT64_C(1) << i;
  }
  return result;
}

static bool is_stuck(const player *v) {
  if (v->stack.count == 0)
    return true;
  uint64_t head = map_pair(v->state, vec_last(&v->stack).symbol);
  return !v->wild[v->state] && map_find(&v->heads, head) == MAP_NONE;
}

static bool take_step(player *v, uint32_t rule) {
  progress_tick(v->clock);
  if (rule == PDS_STUTTER) {
    vec_push(v->m, v->letters, lasso_letter(v, PDS_NONE));
    return is_stuck(v) ||
           lasso_wrong(v, "it repeats a configuration that has a step");
  }
  if (rule >= v->p->rules.count)
    return lasso_wrong(v, "there is no such rule");
  const pds_rule *r = &v->p->rules.at[rule];
  if (v->stack.count == 0 ||
      !pds_matches(r, v->state, vec_last(&v->stack).symbol))
    return lasso_wrong(v, "a rule does not apply where it is used");
  vec_push(v->m, v->letters, lasso_letter(v, r->action));
  uint32_t top = vec_pop(&v->stack).symbol;
  for (uint32_t i = r->length; i-- > 0;)
    push(v, pds_pushed(r, i, top));
  v->state = r->to;
  return true;
}

static bool is_initial(player *v, const pds_lasso *lasso) {
  membership initial;
  membership_init(&initial, v->m, v->p);
  membership_add(&initial, &v->p->sets[PDS_INITIAL]);
  uint32_t class = membership_empty(&initial);
  for (size_t i = lasso->stack.count; i-- > 0;)
    class = membership_above(&initial, class, lasso->stack.at[i]);
  return membership_has(&initial, class, 0, lasso->start) ||
         lasso_wrong(v, "it does not start in the initial set");
}

static void prepare(player *v) {
  v->wild = mem_array(v->m, (size_t)pds_state_count(v->p) + 1, 1);
  vec_each (const pds_rule, rule, &v->p->rules) {
    if (rule->top == PDS_ANY)
      v->wild[rule->from] = 1;
    else
      map_insert(v->m, &v->heads, map_pair(rule->from, rule->top));
  }
  membership_init(&v->sets, v->m, v->p);
  vec_each (const uint32_t, s, &v->b->sets)
    membership_add(&v->sets, &v->p->named_sets.at[*s].automaton);
  v->empty = membership_empty(&v->sets);
}

/* The class of what lies below the top. */
static uint32_t class_below(player *v) {
  size_t n = v->stack.count;
  return membership_below(&v->sets,
                          n < 2 ? v->empty : v->stack.at[n - 2].class);
}

static bool play_loop(player *v, const pds_lasso *lasso) {
  size_t height = v->stack.count;
  uint32_t state = v->state;
  uint32_t top = height ? vec_last(&v->stack).symbol : PDS_NONE;
  uint32_t below = class_below(v);
  if (lasso->loop.count == 0)
    return lasso_wrong(v, "the loop has no steps");
  vec_each (const uint32_t, r, &lasso->loop) {
    if (!take_step(v, *r))
      return false;
    if (v->stack.count < height)
      return lasso_wrong(
          v, "the loop takes from the stack what it did not put there");
  }
  if (v->state != state || (height && vec_last(&v->stack).symbol != top))
    return lasso_wrong(v,
                       "the loop does not end in the head that it starts from");
  return class_below(v) == below ||
         lasso_wrong(v,
                     "the stacks below the loop's two ends differ for a set");
}

bool pushdown_lasso_replay(mem *m, progress *clock, const pds *system,
                           const pds_binding *binding, const pds_lasso *lasso,
                           pushdown_letters *letters, const char **why) {
  player v = {.m = m, .clock = clock, .p = system, .b = binding};
  v.letters = letters;
  v.why = why;
  v.state = lasso->start;
  letters->count = 0;
  prepare(&v);
  if (!is_initial(&v, lasso))
    return false;
  for (size_t i = lasso->stack.count; i-- > 0;)
    push(&v, lasso->stack.at[i]);
  vec_each (const uint32_t, r, &lasso->stem)
    if (!take_step(&v, *r))
      return false;
  return play_loop(&v, lasso);
}

bool pushdown_lasso_check(mem *m, progress *clock, const pds *system,
                          const pds_binding *binding, const ltl *t, uint32_t f,
                          const pds_lasso *lasso, const char **why) {
  pushdown_letters letters = {0};
  bool good =
      pushdown_lasso_replay(m, clock, system, binding, lasso, &letters, why);
  if (good &&
      ltl_holds_on(m, t, f, letters.at, letters.count, lasso->stem.count)) {
    *why = "the formula is true on this run";
    good = false;
  }
  vec_free(m, &letters);
  return good;
}
