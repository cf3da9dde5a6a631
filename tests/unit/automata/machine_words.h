/* Which short words a machine accepts, by all its runs: the definition. */
#ifndef UNIT_MACHINE_WORDS_H
#define UNIT_MACHINE_WORDS_H

#include "tests/unit/check.h"
#include "tests/unit/draw.h"

#include "automata/machine.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_LONGEST = 8, WORDS_MOST = 4096, WORDS_HEIGHT = WORDS_LONGEST + 2 };

/* All words of a length in the order of first action, second action, ...;
 * shorter ones before. */
typedef struct word {
  uint32_t at[WORDS_LONGEST];
  size_t length;
} word;

static word words[WORDS_MOST];
static size_t word_count, word_parent[WORDS_MOST];

static inline void list_words(uint32_t actions, size_t longest) {
  word_count = 1;
  words[0].length = 0;
  for (size_t i = 0; i < word_count; i++)
    for (uint32_t a = 0; a < actions && words[i].length < longest; a++) {
      words[word_count] = words[i];
      words[word_count].at[words[i].length] = a;
      words[word_count].length++;
      word_parent[word_count++] = i;
    }
}

typedef struct language {
  uint8_t has[WORDS_MOST];
} language;

static inline bool same_language(const language *a, const language *b) {
  return memcmp(a->has, b->has, word_count) == 0;
}

/* The stack's top is stack[height - 1]. */
typedef struct configuration {
  uint32_t state, height, stack[WORDS_HEIGHT];
} configuration;

typedef vec(configuration) configurations;

static inline void add_configuration(configurations *set, configuration c) {
  for (uint32_t i = c.height; i < WORDS_HEIGHT; i++)
    c.stack[i] = 0;
  vec_each (const configuration, other, set)
    if (memcmp(other, &c, sizeof c) == 0)
      return;
  vec_push(&job, set, c);
}

/* Rules in order of action, state, top and the rest, and in 'start' the number
 * of the first for each action and state. */
typedef struct sorted_rules {
  vec(machine_rule) rules;
  vec(uint32_t) start;
  uint32_t states;
} sorted_rules;

static inline int compare_rules(const void *x, const void *y) {
  const machine_rule *a = x, *b = y;
  const uint32_t k[] = {a->action, a->from,      a->top,
                        a->to,     a->operation, a->symbol};
  const uint32_t l[] = {b->action, b->from,      b->top,
                        b->to,     b->operation, b->symbol};
  for (int i = 0; i < 6; i++)
    if (k[i] != l[i])
      return k[i] < l[i] ? -1 : 1;
  return 0;
}

static inline const sorted_rules *sort_rules(const machine *x) {
  static sorted_rules s;
  s.states = machine_states(x);
  s.rules.count = s.start.count = 0;
  vec_each (const machine_rule, r, &x->rules)
    vec_push(&job, &s.rules, *r);
  if (s.rules.count)
    qsort(s.rules.at, s.rules.count, sizeof *s.rules.at, compare_rules);
  uint32_t at = 0;
  for (uint32_t n = 0; n <= names_count(&x->actions) * s.states; n++) {
    while (at < s.rules.count &&
           s.rules.at[at].action * s.states + s.rules.at[at].from < n)
      at++;
    vec_push(&job, &s.start, at);
  }
  return &s;
}

static inline void step_configurations(const sorted_rules *s, uint32_t action,
                                       const configurations *from,
                                       configurations *to) {
  to->count = 0;
  vec_each (const configuration, c, from) {
    uint32_t n = action * s->states + c->state;
    for (uint32_t i = s->start.at[n]; i < s->start.at[n + 1]; i++) {
      const machine_rule *r = &s->rules.at[i];
      configuration next = *c;
      if (c->height == 0 || c->stack[c->height - 1] != r->top)
        continue;
      next.state = r->to;
      if (r->operation == MACHINE_POP)
        next.height--;
      else if (r->operation == MACHINE_PUSH)
        next.stack[next.height++] = r->symbol;
      else
        next.stack[next.height - 1] = r->symbol;
      add_configuration(to, next);
    }
  }
}

/* Where 'x' may be after the words, each; 'x' has the actions of the words, by
 * the same numbers. */
static configurations reached[WORDS_MOST];
static inline void run_words(const machine *x) {
  const sorted_rules *s = sort_rules(x);
  reached[0].count = 0;
  if (machine_states(x) > 0)
    add_configuration(&reached[0], (configuration){.height = 1});
  for (size_t i = 1; i < word_count; i++)
    step_configurations(s, words[i].at[words[i].length - 1],
                        &reached[word_parent[i]], &reached[i]);
}

static inline void language_of(const machine *x, language *out) {
  memset(out, 0, sizeof *out);
  run_words(x);
  for (size_t i = 0; i < word_count; i++)
    vec_each (const configuration, c, &reached[i])
      out->has[i] |= x->accepting.at[c->state];
}

/* Numbers are in range, names are as many as there should be, no rule twice. */
static inline bool is_well_formed(const machine *x) {
  bool good = x->accepting.count == machine_states(x) &&
              machine_symbols(x) > 0 &&
              strcmp(names_text(&x->symbols, 0), "_") == 0;
  for (size_t i = 0; i < x->rules.count; i++) {
    const machine_rule *r = &x->rules.at[i];
    good = good && r->from < machine_states(x) && r->to < machine_states(x) &&
           r->top < machine_symbols(x) &&
           r->action < names_count(&x->actions) &&
           (r->operation == MACHINE_POP ? r->symbol == MACHINE_NONE
                                        : r->symbol < machine_symbols(x)) &&
           (machine_has_stack(x) ||
            (r->operation == MACHINE_REWRITE && r->top == 0 && r->symbol == 0));
  }
  const sorted_rules *s = sort_rules(x);
  for (size_t i = 1; i < s->rules.count; i++)
    good = good && compare_rules(&s->rules.at[i - 1], &s->rules.at[i]) != 0;
  return good;
}

static inline bool is_deterministic(const machine *x) {
  const sorted_rules *s = sort_rules(x);
  for (size_t i = 1; i < s->rules.count; i++) {
    const machine_rule *a = &s->rules.at[i - 1], *b = &s->rules.at[i];
    if (a->action == b->action && a->from == b->from && a->top == b->top)
      return false;
  }
  return true;
}

static inline void add_letter_names(names *t, const char *prefix,
                                    uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    char name[32];
    snprintf(name, sizeof name, "%s%u", prefix, i);
    names_insert(&job, t, name, strlen(name));
  }
}

#endif
