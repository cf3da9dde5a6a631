/* Machines against the definition of acceptance, on all short words. */
#include "tests/unit/automata/machine_words.h"

#include "automata/heads.h"

static void add_states(machine *x, uint32_t count, uint32_t accepting) {
  add_letter_names(&x->states, "q", count);
  for (uint32_t q = 0; q < count; q++)
    vec_push(&job, &x->accepting, accepting >> q & 1);
}

static void add_rule(machine *x, machine_rule r) {
  vec_each (const machine_rule, s, &x->rules)
    if (s->action == r.action && s->from == r.from && s->top == r.top &&
        s->to == r.to && s->operation == r.operation && s->symbol == r.symbol)
      return;
  vec_push(&job, &x->rules, r);
}

static void check_clash(const machine *x) {
  uint32_t first = 0, second = 0;
  bool clash = machine_clash(&job, x, &first, &second);
  CHECK(clash == !is_deterministic(x));
  if (clash) {
    const machine_rule *a = &x->rules.at[first], *b = &x->rules.at[second];
    CHECK(first < second && a->action == b->action && a->from == b->from &&
          a->top == b->top);
  }
}

static void check_finite(const machine *x) {
  machine y;
  language a, b;
  check_clash(x);
  machine_determinise(&job, &ticks, x, &y);
  language_of(x, &a);
  language_of(&y, &b);
  CHECK(is_well_formed(&y) && is_deterministic(&y) && same_language(&a, &b));
  machine_free(&job, &y);
}

static void all_small_finite(void) {
  list_words(2, 5);
  for (uint32_t bits = 0; bits < 1024; bits++) {
    machine x;
    machine_init(&job, &x, MACHINE_DFA);
    add_letter_names(&x.actions, "a", 2);
    add_states(&x, 2, bits >> 8);
    for (uint32_t i = 0; i < 8; i++)
      if (bits >> i & 1)
        add_rule(&x, (machine_rule){.action = i & 1,
                                    .from = i >> 1 & 1,
                                    .to = i >> 2,
                                    .operation = MACHINE_REWRITE});
    check_finite(&x);
    machine_free(&job, &x);
  }
}

static void random_finite(void) {
  list_words(2, 7);
  for (int round = 0; round < 1000; round++) {
    machine x;
    uint32_t states = 1 + draw(5);
    machine_init(&job, &x, MACHINE_DFA);
    add_letter_names(&x.actions, "a", 2);
    add_states(&x, states, draw(32));
    for (uint32_t i = draw(12); i > 0; i--)
      add_rule(&x, (machine_rule){.action = draw(2),
                                  .from = draw(states),
                                  .to = draw(states),
                                  .operation = MACHINE_REWRITE});
    check_finite(&x);
    machine_free(&job, &x);
  }
}

/* A joined name may be a state's own: q0_q1 beside the subset of both. */
static void subset_names(void) {
  machine x, y;
  machine_init(&job, &x, MACHINE_DFA);
  add_letter_names(&x.actions, "a", 1);
  add_states(&x, 2, 2);
  machine_add_state(&job, &x, "q0_q1", 5, true);
  machine_add_state(&job, &x, "set_1", 5, false);
  for (uint32_t to = 0; to < 4; to++)
    add_rule(&x, (machine_rule){.to = to, .operation = MACHINE_REWRITE});
  x.rules.count = 2;
  machine_determinise(&job, &ticks, &x, &y);
  CHECK(machine_states(&y) == 2 && y.rules.count == 2);
  CHECK(strcmp(names_text(&y.states, 0), "q0") == 0);
  CHECK(strcmp(names_text(&y.states, 1), "set_1_") == 0);
  machine_free(&job, &y);
  machine_free(&job, &x);
}

static void small_ones(void) {
  names actions = {0};
  machine x, y;
  language a, b;
  add_letter_names(&actions, "a", 2);
  list_words(2, 4);
  machine_every_word(&job, &actions, &x);
  language_of(&x, &a);
  machine_copy(&job, &x, &y);
  language_of(&y, &b);
  CHECK(is_well_formed(&x) && is_well_formed(&y) && same_language(&a, &b));
  for (size_t i = 0; i < word_count; i++)
    CHECK(a.has[i]);
  machine_free(&job, &x);
  machine_free(&job, &y);
  machine_one_action(&job, &actions, &x);
  language_of(&x, &a);
  CHECK(is_well_formed(&x));
  for (size_t i = 0; i < word_count; i++)
    CHECK(a.has[i] == (words[i].length == 1));
  machine_free(&job, &x);
}

static void copies(void) {
  machine x, y;
  machine_init(&job, &x, MACHINE_PDS);
  add_letter_names(&x.states, "s", 2);
  add_letter_names(&x.symbols, "g", 1);
  add_letter_names(&x.actions, "a", 1);
  add_letter_names(&x.props, "p", 1);
  vec_push(&job, &x.heads, ((machine_head){1, 1}));
  vec_push(&job, &x.facts, ((machine_fact){{1, 1}, 0}));
  add_rule(&x, (machine_rule){.to = 1, .operation = MACHINE_PUSH, .symbol = 1});
  machine_copy(&job, &x, &y);
  CHECK(y.kind == MACHINE_PDS && machine_states(&y) == 2 &&
        machine_symbols(&y) == 2 && names_count(&y.actions) == 1 &&
        names_count(&y.props) == 1 && y.accepting.count == 0);
  CHECK(y.heads.count == 1 && y.heads.at[0].symbol == 1 && y.facts.count == 1 &&
        y.facts.at[0].at.state == 1 && y.rules.count == 1 &&
        y.rules.at[0].operation == MACHINE_PUSH && y.rules.at[0].to == 1);
  CHECK(y.rules.at != x.rules.at && y.heads.at != x.heads.at);
  machine_free(&job, &x);
  machine_free(&job, &y);
}

static void check_visibly(const machine *x) {
  machine y;
  language a, b;
  uint32_t first, second;
  CHECK(machine_is_visibly(&job, x, &first, &second));
  machine_determinise_visibly(&job, &ticks, x, &y);
  language_of(x, &a);
  language_of(&y, &b);
  CHECK(is_well_formed(&y) && is_deterministic(&y) &&
        machine_is_visibly(&job, &y, &first, &second));
  CHECK(same_language(&a, &b));
  machine_free(&job, &y);
}

static void all_small_visibly(void) {
  list_words(3, 5);
  for (uint32_t bits = 0; bits < 4096; bits++) {
    machine x;
    machine_init(&job, &x, MACHINE_PDA);
    add_letter_names(&x.actions, "a", 3);
    add_states(&x, 2, 2);
    for (uint32_t i = 0; i < 12; i++)
      if (bits >> i & 1) {
        machine_rule r = {.action = i / 4,
                          .from = i & 1,
                          .to = i >> 1 & 1,
                          .operation = (machine_operation)(i / 4)};
        r.symbol = r.operation == MACHINE_POP ? MACHINE_NONE : 0;
        add_rule(&x, r);
      }
    check_visibly(&x);
    machine_free(&job, &x);
  }
}

static void random_pushdown(machine *x, uint32_t actions, bool visibly) {
  machine_operation kinds[3];
  uint32_t states = 1 + draw(3), symbols = 1 + draw(2);
  machine_init(&job, x, MACHINE_PDA);
  add_letter_names(&x->actions, "a", actions);
  add_letter_names(&x->symbols, "g", symbols - 1);
  add_states(x, states, draw(8));
  for (uint32_t a = 0; a < actions; a++)
    kinds[a] = (machine_operation)(a < 2 && draw(8) ? a * 2 : draw(3));
  for (uint32_t i = draw(11); i > 0; i--) {
    machine_rule r = {.action = draw(actions),
                      .from = draw(states),
                      .top = draw(symbols),
                      .to = draw(states)};
    r.operation = visibly ? kinds[r.action] : (machine_operation)draw(3);
    r.symbol = r.operation == MACHINE_POP ? MACHINE_NONE : draw(symbols);
    add_rule(x, r);
  }
}

static void random_visibly(int rounds, uint32_t actions, size_t longest) {
  list_words(actions, longest);
  for (int round = 0; round < rounds; round++) {
    machine x;
    random_pushdown(&x, actions, true);
    check_visibly(&x);
    machine_free(&job, &x);
  }
}

static void random_others(void) {
  uint32_t refused = 0;
  for (int round = 0; round < 1000; round++) {
    machine x;
    uint32_t first = 0, second = 0;
    random_pushdown(&x, 2, false);
    check_clash(&x);
    bool expected = true;
    vec_each (const machine_rule, r, &x.rules)
      vec_each (const machine_rule, s, &x.rules)
        expected &= r->action != s->action || r->operation == s->operation;
    bool visibly = machine_is_visibly(&job, &x, &first, &second);
    CHECK(visibly == expected);
    if (!visibly) {
      const machine_rule *a = &x.rules.at[first], *b = &x.rules.at[second];
      CHECK(a->action == b->action && a->operation != b->operation);
      refused++;
    }
    machine_free(&job, &x);
  }
  CHECK(refused > 100 && refused < 1000);
}

static void apply_rules_at(heads *h, const machine *x, machine_head at) {
  vec_each (const machine_rule, r, &x->rules)
    if (r->from == at.state && r->top == at.symbol)
      heads_apply(h, r);
}

/* Those of all configurations that short words lead to are met. */
static void random_heads(void) {
  list_words(2, 5);
  for (int round = 0; round < 4000; round++) {
    machine x;
    heads h = {.m = &job};
    bool good = true;
    random_pushdown(&x, 2, false);
    heads_start(&h, 0, 0);
    for (uint32_t n = 0; n < heads_count(&h); n++)
      apply_rules_at(&h, &x, heads_at(&h, n));
    run_words(&x);
    for (size_t i = 0; i < word_count; i++) {
      vec_each (const configuration, c, &reached[i])
        good &= c->height == 0 ||
                map_find(&h.met, map_pair(c->state, c->stack[c->height - 1])) !=
                    MAP_NONE;
    }
    CHECK(good);
    CHECK(heads_count(&h) <= machine_states(&x) * machine_symbols(&x));
    heads_free(&h);
    machine_free(&job, &x);
  }
}

static const names *own_names, *all_names;

/* Does the node describe the part of the word? By its meaning. */
static bool describes(const regex *r, uint32_t node, const uint32_t *at,
                      size_t length) {
  const regex_node *n = &r->nodes.at[node];
  bool found = false;
  switch (n->op) {
  case REGEX_NOTHING:
    return false;
  case REGEX_EMPTY:
    return length == 0;
  case REGEX_LABEL:
    return length == 1 &&
           (n->left == FA_SET || strcmp(names_text(own_names, n->left),
                                        names_text(all_names, at[0])) == 0);
  case REGEX_SEQUENCE:
    for (size_t i = 0; i <= length && !found; i++)
      found = describes(r, n->left, at, i) &&
              describes(r, n->right, at + i, length - i);
    return found;
  case REGEX_CHOICE:
    return describes(r, n->left, at, length) ||
           describes(r, n->right, at, length);
  case REGEX_OPTION:
    return length == 0 || describes(r, n->left, at, length);
  case REGEX_STAR:
  case REGEX_PLUS:
    if (length == 0)
      return n->op == REGEX_STAR || describes(r, n->left, at, 0);
    for (size_t i = 1; i <= length && !found; i++)
      found = describes(r, n->left, at, i) &&
              (i == length || describes(r, node, at + i, length - i));
    return found;
  }
  return false;
}

static uint32_t random_regex(regex *r, uint32_t size) {
  if (size <= 1) {
    uint32_t k = draw(12);
    if (k < 2)
      return regex_add(&job, r, k ? REGEX_EMPTY : REGEX_NOTHING, 0, 0);
    return regex_add(&job, r, REGEX_LABEL, k < 5 ? FA_SET : draw(2), 0);
  }
  if (size == 2 || draw(3) == 0) {
    uint32_t below = random_regex(r, size - 1);
    return regex_add(&job, r, (regex_operator)(REGEX_STAR + draw(3)), below, 0);
  }
  uint32_t left_size = 1 + draw(size - 2);
  uint32_t left = random_regex(r, left_size);
  uint32_t right = random_regex(r, size - 1 - left_size);
  return regex_add(&job, r, draw(2) ? REGEX_SEQUENCE : REGEX_CHOICE, left,
                   right);
}

/* No two states accept the same words, none accepts nothing, but the only
 * one. Rounds of refinement: by words of length 0, 1, 2, ... */
static bool is_least(const machine *x) {
  enum { MOST = 64 };
  uint32_t n = machine_states(x);
  static uint8_t differ[MOST + 1][MOST + 1]; /* state n: the dead one */
  if (n > MOST)
    return false;
  for (uint32_t p = 0; p <= n; p++)
    for (uint32_t q = 0; q <= n; q++)
      differ[p][q] =
          (p < n && x->accepting.at[p]) != (q < n && x->accepting.at[q]);
  for (uint32_t round = 0; round <= n; round++)
    for (uint32_t p = 0; p <= n; p++)
      for (uint32_t q = 0; q <= n; q++)
        for (uint32_t a = 0; a < names_count(&x->actions); a++) {
          uint32_t to_p = n, to_q = n;
          vec_each (const machine_rule, r, &x->rules) {
            if (r->action == a && r->from == p)
              to_p = r->to;
            if (r->action == a && r->from == q)
              to_q = r->to;
          }
          differ[p][q] |= differ[to_p][to_q];
        }
  for (uint32_t p = 0; p <= n; p++)
    for (uint32_t q = 0; q < p; q++)
      if (!differ[p][q] && !(n == 1 && p == 1))
        return false;
  return n > 0;
}

static void check_regex(const regex *r, uint32_t root, const names *alphabet) {
  machine x;
  language a;
  bool good = true;
  machine_from_regex(&job, &ticks, r, root, own_names, alphabet, &x);
  CHECK(is_well_formed(&x) && is_deterministic(&x));
  CHECK(names_count(&x.actions) == names_count(all_names));
  language_of(&x, &a);
  for (size_t i = 0; i < word_count; i++)
    good &= a.has[i] == describes(r, root, words[i].at, words[i].length);
  CHECK(good);
  CHECK(is_least(&x));
  machine_free(&job, &x);
}

static void random_regexes(void) {
  names own = {0}, alphabet = {0}, both = {0};
  names_insert(&job, &alphabet, "z", 1);
  names_insert(&job, &alphabet, "a0", 2);
  names_insert(&job, &own, "a0", 2);
  names_insert(&job, &own, "a1", 2);
  for (uint32_t n = 0; n < 3; n++)
    names_insert(&job, &both, (const char *[]){"z", "a0", "a1"}[n], n ? 2 : 1);
  own_names = &own;
  all_names = &both;
  list_words(3, 4);
  for (int round = 0; round < 2500; round++) {
    regex r = {0};
    uint32_t root = random_regex(&r, 1 + draw(9));
    check_regex(&r, root, round % 2 ? &alphabet : &both);
    vec_free(&job, &r.nodes);
  }
  names none = {0};
  own_names = all_names = &none;
  list_words(0, 0);
  for (int op = REGEX_NOTHING; op <= REGEX_LABEL; op++) {
    regex r = {0};
    regex_add(&job, &r, (regex_operator)op, FA_SET, 0);
    check_regex(&r, 0, &none);
  }
}

int main(void) {
  mem_init(&job, &budget);
  ticks.budget = &budget;
  progress_begin(&ticks, "testing");
  small_ones();
  copies();
  all_small_finite();
  random_finite();
  subset_names();
  all_small_visibly();
  random_visibly(5000, 2, 7);
  random_visibly(5000, 3, 5);
  random_others();
  random_heads();
  random_regexes();
  mem_clear(&job);
  CHECK(budget.used == 0);
  return check_end();
}
