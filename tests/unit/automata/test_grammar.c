/* Automata of grammars against what the grammars derive, on all short words. */
#include "tests/unit/automata/machine_words.h"

#include "automata/grammar.h"

enum { MOST_NONTERMINALS = 8 };

static uint32_t deterministic, visible, others;

static void begin(grammar *g, uint32_t nonterminals, uint32_t actions) {
  *g = (grammar){0};
  add_letter_names(&g->nonterminals, "n", nonterminals);
  add_letter_names(&g->actions, "a", actions);
}

static void add_item(grammar *g, bool is_action, uint32_t name) {
  vec_push(&job, &g->items, ((grammar_item){is_action, name}));
  g->productions.at[g->productions.count - 1].count++;
}

static void add_production(grammar *g, uint32_t left) {
  grammar_production p = {.left = left,
                          .first = (uint32_t)g->items.count,
                          .line = 1 + (uint32_t)g->productions.count};
  vec_push(&job, &g->productions, p);
}

/* "S=aSbS", "S=": capitals are nonterminals, S is 0, A is 1, B is 2, ...; small
 * letters are actions. */
static uint32_t nonterminal(char c) {
  return c == 'S' ? 0 : (uint32_t)(c - 'A' + 1);
}

static void read_grammar(grammar *g, uint32_t nonterminals, uint32_t actions,
                         const char *const *rules) {
  begin(g, nonterminals, actions);
  for (; *rules; rules++) {
    add_production(g, nonterminal((*rules)[0]));
    for (const char *c = *rules + 2; *c; c++)
      if (*c >= 'a')
        add_item(g, true, (uint32_t)(*c - 'a'));
      else
        add_item(g, false, nonterminal(*c));
  }
}

static void end(grammar *g) {
  names_free(&job, &g->nonterminals);
  names_free(&job, &g->actions);
  vec_free(&job, &g->items);
  vec_free(&job, &g->productions);
}

/* Does the start derive the word? ends[n][i]: the bits of all k such that n
 * derives the word's part from i to k; the least solution, by rounds. */
static bool derives(const grammar *g, const word *w) {
  uint32_t ends[MOST_NONTERMINALS][WORDS_LONGEST + 1] = {{0}};
  bool changed = true;
  while (changed) {
    changed = false;
    vec_each (const grammar_production, p, &g->productions)
      for (uint32_t i = 0; i <= w->length; i++) {
        uint32_t at = 1u << i;
        for (uint32_t k = p->first; k < p->first + p->count; k++) {
          grammar_item x = g->items.at[k];
          uint32_t next = 0;
          for (uint32_t j = 0; j <= w->length; j++)
            if (at >> j & 1)
              next |= !x.is_action                          ? ends[x.name][j]
                      : j < w->length && w->at[j] == x.name ? 2u << j
                                                            : 0;
          at = next;
        }
        changed |= (at & ~ends[p->left][i]) != 0;
        ends[p->left][i] |= at;
      }
  }
  return ends[0][0] >> w->length & 1;
}

static void language_of_grammar(const grammar *g, language *out) {
  memset(out, 0, sizeof *out);
  for (size_t i = 0; i < word_count; i++)
    out->has[i] = derives(g, &words[i]);
}

static void print_grammar(const grammar *g) {
  vec_each (const grammar_production, p, &g->productions) {
    printf(" n%u =", p->left);
    for (uint32_t k = p->first; k < p->first + p->count; k++)
      printf(" %s%u", g->items.at[k].is_action ? "a" : "n",
             g->items.at[k].name);
    printf(";");
  }
  printf("\n");
}

static bool sources_are_right(const grammar *g, const machine *x,
                              const uint32_t *source) {
  bool good = true;
  for (size_t i = 0; i < x->rules.count; i++) {
    bool found = false;
    good = good && source[i] < g->productions.count;
    if (!good)
      break;
    const grammar_production *p = &g->productions.at[source[i]];
    for (uint32_t k = p->first; k < p->first + p->count; k++)
      found |= g->items.at[k].is_action &&
               g->items.at[k].name == x->rules.at[i].action;
    good = found && x->rules.at[i].line == p->line;
  }
  return good;
}

/* If its automaton is visibly pushdown and not deterministic: is the
 * deterministic one right? */
static void check_release(const machine *x, const language *expected) {
  uint32_t first, second;
  machine y;
  language l;
  if (!machine_clash(&job, x, &first, &second)) {
    deterministic++;
  } else if (!machine_is_visibly(&job, x, &first, &second)) {
    others++;
  } else {
    visible++;
    machine_determinise_visibly(&job, &ticks, x, &y);
    language_of(&y, &l);
    CHECK(is_well_formed(&y) && is_deterministic(&y));
    CHECK(same_language(expected, &l));
    machine_free(&job, &y);
  }
}

static void check_grammar(const grammar *g) {
  machine x;
  uint32_t *source;
  language a, b;
  grammar_to_machine(&job, &ticks, g, &x, &source);
  language_of_grammar(g, &a);
  language_of(&x, &b);
  CHECK(is_well_formed(&x));
  CHECK(sources_are_right(g, &x, source));
  CHECK(same_language(&a, &b));
  if (!same_language(&a, &b))
    print_grammar(g);
  check_release(&x, &a);
  mem_free(&job, source);
  machine_free(&job, &x);
}

/* Body n of length up to 3 over 'kinds' items; item 0 .. actions-1 are actions.
 * Body 0 is empty. */
static void add_body(grammar *g, uint32_t left, uint32_t body, uint32_t actions,
                     uint32_t kinds) {
  uint32_t length = 0, first = 0;
  for (uint32_t many = 1; body >= first + many; many *= kinds) {
    first += many;
    length++;
  }
  body -= first;
  add_production(g, left);
  for (; length > 0; length--, body /= kinds) {
    uint32_t item = body % kinds;
    add_item(g, item < actions, item < actions ? item : item - actions);
  }
}

static void all_with_one_nonterminal(void) {
  enum { BODIES = 40 }; /* over a0, a1, n0 */
  list_words(2, 5);
  for (uint32_t i = 0; i < BODIES; i++)
    for (uint32_t j = i; j < BODIES; j++)
      for (uint32_t k = j; k < BODIES; k++) {
        grammar g;
        if (k % 3 == 1 && i != j) /* a third of those with three productions */
          continue;
        begin(&g, 1, 2);
        add_body(&g, 0, i, 2, 3);
        if (j > i)
          add_body(&g, 0, j, 2, 3);
        if (k > j)
          add_body(&g, 0, k, 2, 3);
        check_grammar(&g);
        end(&g);
      }
}

static void all_with_two_nonterminals(void) {
  enum { BODIES = 13 }; /* over a0, n0, n1, length up to 2 */
  list_words(1, 6);
  for (uint32_t i = 0; i < BODIES; i++)
    for (uint32_t j = i; j < BODIES; j++)
      for (uint32_t k = 0; k < BODIES; k++)
        for (uint32_t l = k; l < BODIES; l++) {
          grammar g;
          begin(&g, 2, 1);
          add_body(&g, 0, i, 1, 3);
          if (j > i)
            add_body(&g, 0, j, 1, 3);
          add_body(&g, 1, k, 1, 3);
          if (l > k)
            add_body(&g, 1, l, 1, 3);
          check_grammar(&g);
          end(&g);
        }
}

static void random_grammars(int rounds, uint32_t actions, size_t longest) {
  list_words(actions, longest);
  for (int round = 0; round < rounds; round++) {
    grammar g;
    uint32_t nonterminals = 1 + draw(4), share = 2 + draw(3);
    begin(&g, nonterminals, actions);
    for (uint32_t i = 1 + draw(6); i > 0; i--) {
      add_production(&g, draw(4) ? draw(nonterminals) : 0);
      for (uint32_t length = draw(4); length > 0; length--)
        if (draw(share))
          add_item(&g, true, draw(actions));
        else
          add_item(&g, false, draw(nonterminals));
    }
    check_grammar(&g);
    end(&g);
  }
}

/* One production for a nonterminal and the action it begins with: the
 * automaton is deterministic. */
static void random_simple(void) {
  list_words(3, 5);
  for (int round = 0; round < 1500; round++) {
    grammar g;
    uint32_t nonterminals = 1 + draw(3);
    begin(&g, nonterminals, 3);
    for (uint32_t n = 0; n < nonterminals; n++)
      for (uint32_t a = 0; a < 3; a++) {
        if (draw(4) == 0)
          continue;
        add_production(&g, n);
        add_item(&g, true, a);
        for (uint32_t length = draw(4); length > 0; length--)
          if (draw(2))
            add_item(&g, true, draw(3));
          else
            add_item(&g, false, draw(nonterminals));
      }
    uint32_t before = deterministic;
    check_grammar(&g);
    CHECK(deterministic == before + 1);
    end(&g);
  }
}

/* <x> ::= a0 <y> a1 <z> | a2 <y> | (empty): whatever they are, they can be made
 * deterministic. */
static void random_visibly(void) {
  list_words(3, 5);
  for (int round = 0; round < 1500; round++) {
    grammar g;
    uint32_t nonterminals = 1 + draw(3), before = others;
    begin(&g, nonterminals, 3);
    for (uint32_t i = 2 + draw(6); i > 0; i--) {
      uint32_t kind = draw(4);
      add_production(&g, draw(nonterminals));
      if (kind == 0)
        continue;
      add_item(&g, true, kind == 1 ? 2 : 0);
      add_item(&g, false, draw(nonterminals));
      if (kind == 1)
        continue;
      add_item(&g, true, 1);
      add_item(&g, false, draw(nonterminals));
    }
    check_grammar(&g);
    CHECK(others == before);
    end(&g);
  }
}

/* What comes out: 'd'eterministic, 'v'isibly pushdown, 'o'ther. */
static void check_known(uint32_t nonterminals, uint32_t actions, char expected,
                        const char *const *rules) {
  grammar g;
  uint32_t before[] = {deterministic, visible, others};
  list_words(actions, actions > 3 ? 5 : actions > 2 ? 6 : 8);
  read_grammar(&g, nonterminals, actions, rules);
  check_grammar(&g);
  CHECK(deterministic == before[0] + (expected == 'd'));
  CHECK(visible == before[1] + (expected == 'v'));
  CHECK(others == before[2] + (expected == 'o'));
  end(&g);
}

#define KNOWN(nonterminals, actions, expected, ...)                            \
  check_known(nonterminals, actions, expected,                                 \
              (const char *const[]){__VA_ARGS__, NULL})

static void known(void) {
  KNOWN(1, 2, 'd', "S=aSbS", "S=");        /* brackets */
  KNOWN(1, 2, 'd', "S=SaSb", "S=");        /* the same from the left */
  KNOWN(1, 2, 'd', "S=aSb", "S=");         /* a^n b^n */
  KNOWN(1, 2, 'd', "S=aSb", "S=ab");       /* without the empty word */
  KNOWN(2, 3, 'd', "S=Ac", "A=aAb", "A="); /* and c */
  KNOWN(2, 3, 'd', "S=Ac", "A=aAb", "A=ab");
  KNOWN(1, 3, 'd', "S=aSbS", "S=cS", "S=");  /* brackets and others */
  KNOWN(1, 3, 'd', "S=aSa", "S=bSb", "S=c"); /* palindromes, marked */
  KNOWN(1, 2, 'o', "S=aSa", "S=bSb", "S=");  /* and not */
  KNOWN(1, 1, 'd', "S=Sa", "S=");            /* left recursion */
  KNOWN(2, 2, 'd', "S=ASb", "S=", "A=a");
  KNOWN(3, 3, 'd', "S=AB", "A=aA", "A=", "B=bBc", "B=");
  /* Sums and products: a is '+', b is '*', c is a number, d and e brackets. */
  KNOWN(3, 5, 'd', "S=SaA", "S=A", "A=AbB", "A=B", "B=c", "B=dSe");
  /* Brackets of which those within may be forgotten: two ways to read c. */
  KNOWN(1, 3, 'v', "S=aSbS", "S=cS", "S=ccS", "S=");
  KNOWN(2, 3, 'v', "S=aSbS", "S=aAbS", "S=cS", "A=cA", "A=", "S=");
  KNOWN(2, 3, 'd', "S=aSbS", "S=aAbS", "S=cS", "A=cS", "A=", "S=");
  /* Nothing, and hardly anything. */
  KNOWN(2, 2, 'd', "S=aSA", "S=b", "A=", "A=AA");
  KNOWN(1, 1, 'd', "S=aS");
  KNOWN(1, 1, 'd', "S=S");
  KNOWN(1, 1, 'd', "S=S", "S=");
  KNOWN(2, 1, 'd', "S=AA", "A=S", "A=");
  KNOWN(2, 2, 'd', "S=aA", "S=b", "A=Aa");
  grammar g;
  list_words(2, 3);
  begin(&g, 1, 2);
  check_grammar(&g);
  end(&g);
}

/* <n> ::= <n+1> a0 <last> | <n+1> a1, and back: substitution by substitution
 * this becomes 2^40 productions. */
static void stays_small(void) {
  enum { COUNT = 40 };
  grammar g;
  machine x;
  uint32_t *source;
  begin(&g, COUNT, 2);
  for (uint32_t n = 0; n + 1 < COUNT; n++)
    for (uint32_t a = 0; a < 2; a++) {
      add_production(&g, n);
      add_item(&g, false, n + 1);
      add_item(&g, true, a);
      if (a == 0)
        add_item(&g, false, COUNT - 1);
    }
  add_production(&g, COUNT - 1);
  add_item(&g, true, 0);
  add_production(&g, COUNT - 1);
  add_item(&g, false, 0);
  add_item(&g, true, 1);
  grammar_to_machine(&job, &ticks, &g, &x, &source);
  CHECK(is_well_formed(&x));
  CHECK(x.rules.count > COUNT && x.rules.count < 100000);
  mem_free(&job, source);
  machine_free(&job, &x);
  end(&g);
}

/* Sums, products, ... of twelve levels: as many rules, not as many as there
 * are sets of levels. */
static void levels(bool from_left) {
  enum { LEVELS = 12 };
  grammar g;
  machine x;
  uint32_t *source, first, second;
  begin(&g, LEVELS + 1, LEVELS + 3);
  for (uint32_t n = 0; n < LEVELS; n++) {
    add_production(&g, n);
    add_item(&g, false, from_left ? n : n + 1);
    add_item(&g, true, n);
    add_item(&g, false, from_left ? n + 1 : n);
    add_production(&g, n);
    add_item(&g, false, n + 1);
  }
  add_production(&g, LEVELS);
  add_item(&g, true, LEVELS);
  add_production(&g, LEVELS);
  add_item(&g, true, LEVELS + 1);
  add_item(&g, false, 0);
  add_item(&g, true, LEVELS + 2);
  grammar_to_machine(&job, &ticks, &g, &x, &source);
  CHECK(is_well_formed(&x) && !machine_clash(&job, &x, &first, &second));
  CHECK(x.rules.count > LEVELS && x.rules.count < 200);
  mem_free(&job, source);
  machine_free(&job, &x);
  end(&g);
}

int main(void) {
  mem_init(&job, &budget);
  ticks.budget = &budget;
  progress_begin(&ticks, "testing");
  known();
  all_with_one_nonterminal();
  all_with_two_nonterminals();
  random_simple();
  random_visibly();
  random_grammars(3000, 2, 5);
  random_grammars(1500, 3, 4);
  CHECK(deterministic > 1000 && visible > 100 && others > 1000);
  stays_small();
  levels(true);
  levels(false);
  mem_clear(&job);
  CHECK(budget.used == 0);
  return check_end();
}
