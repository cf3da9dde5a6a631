#include "automata/grammar.h"

#include "automata/cfg.h"
#include "automata/heads.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>

typedef struct builder {
  mem *m;
  progress *clock;
  const grammar *g;
  cfg c;
  machine *out;
  heads met;
  map states;  /* map_pair(string, is it accepting?) */
  map symbols; /* map_pair(string, was it put on '_'?); they begin with 1 */
  vec(uint32_t) source; /* by rule */
  sequences rules;      /* those that there are */
  cfg_word left;        /* what is left of it */
  vec(char) name;
  size_t most;         /* strings, before no more are put together */
  map reads;           /* map_pair(head, action) of the rules */
  uint8_t *operations; /* by action: bits */
  bool clashes;        /* two rules read the same at the same head */
  bool mixes;          /* two rules do different things by the same action */
} builder;

static void add_text(builder *b, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char letter = isalnum((unsigned char)text[i]) ? text[i] : '_';
    vec_push(b->m, &b->name, letter);
  }
}

static void add_nonterminal(builder *b, uint32_t n) {
  assert(n < b->c.origin.count);
  uint32_t origin = b->c.origin.at[n];
  add_text(b, names_text(&b->g->nonterminals, origin),
           names_length(&b->g->nonterminals, origin));
  if (n != origin)
    add_text(b, "_then", 5);
}

static void add_item(builder *b, uint32_t item) {
  uint32_t z, x;
  cfg_after(&b->c, item, &z, &x);
  if (item < b->c.actions) {
    add_text(b, names_text(&b->g->actions, item),
             names_length(&b->g->actions, item));
  } else if (z == UINT32_MAX) {
    add_nonterminal(b, item - b->c.actions);
  } else {
    add_nonterminal(b, x);
    add_text(b, "_after_", 7);
    add_nonterminal(b, z);
  }
}

/* A name that 't' has not, from the string's items and perhaps 'suffix'. */
static void make_name(builder *b, const names *t, uint32_t string,
                      const char *suffix) {
  enum { LONGEST = 60 };
  b->name.count = 0;
  for (uint32_t i = 0; i < sequences_length(&b->c.strings, string); i++) {
    if (i > 0)
      add_text(b, "_", 1);
    add_item(b, sequences_at(&b->c.strings, string)[i]);
  }
  if (b->name.count > LONGEST) {
    char number[32];
    snprintf(number, sizeof number, "string_%u", string);
    b->name.count = 0;
    add_text(b, number, strlen(number));
  }
  if (b->name.count == 0)
    add_text(b, suffix ? suffix : "next", suffix ? strlen(suffix) : 4);
  else if (suffix) {
    add_text(b, "_", 1);
    add_text(b, suffix, strlen(suffix));
  }
  while (names_find(t, b->name.at, b->name.count) != NAMES_NONE)
    add_text(b, "_", 1);
}

/* 'alone': the stack is '_' and no more. */
static uint32_t state_for(builder *b, uint32_t string, bool alone) {
  bool ends = alone && cfg_nullable(&b->c, string);
  uint32_t before = (uint32_t)b->states.keys.count;
  uint32_t n = map_insert(b->m, &b->states, map_pair(string, ends));
  if (n == before) {
    make_name(b, &b->out->states, string, ends ? "end" : NULL);
    machine_add_state(b->m, b->out, b->name.at, b->name.count, ends);
  }
  return n;
}

static uint32_t grammar_symbol_for(builder *b, uint32_t string, bool last) {
  uint32_t before = (uint32_t)b->symbols.keys.count;
  uint32_t n = map_insert(b->m, &b->symbols, map_pair(string, last));
  if (n == before) {
    make_name(b, &b->out->symbols, string, last ? "last" : NULL);
    names_insert(b->m, &b->out->symbols, b->name.at, b->name.count);
  }
  return n + 1;
}

static uint32_t string_from(const map *t, uint32_t n) {
  return (uint32_t)(t->keys.at[n] >> 32);
}

static void add_rule(builder *b, const machine_rule *rule, uint32_t source) {
  uint32_t key[] = {rule->from, rule->top,       rule->action,
                    rule->to,   rule->operation, rule->symbol};
  uint32_t before = sequences_count(&b->rules);
  if (sequences_insert(b->m, &b->rules, key, 6) < before)
    return;
  vec_push(b->m, &b->out->rules, *rule);
  vec_push(b->m, &b->source, source);
  uint32_t head = map_find(&b->met.met, map_pair(rule->from, rule->top));
  uint32_t earlier = (uint32_t)b->reads.keys.count;
  b->clashes |=
      map_insert(b->m, &b->reads, map_pair(head, rule->action)) < earlier;
  uint8_t *done = &b->operations[rule->action];
  *done |= (uint8_t)(1 << rule->operation);
  b->mixes |= (*done & (*done - 1)) != 0;
  heads_apply(&b->met, rule);
}

/* A step of the automaton, under construction. */
typedef struct step {
  machine_head at;
  bool in_top; /* the top was read, not the state's string */
  uint32_t action, source;
} step;

/* The step's rule: left[0 .. split-1] becomes the state's string, and the rest
 * up to 'end' goes on the stack. */
static void put(builder *b, const step *s, size_t split, size_t end) {
  assert(s->source < b->g->productions.count);
  const grammar_production *production = &b->g->productions.at[s->source];
  machine_rule rule = {.action = s->action,
                       .from = s->at.state,
                       .top = s->at.symbol,
                       .symbol = MACHINE_NONE,
                       .line = production->line,
                       .column = production->column};
  bool stored = split < end;
  bool last = s->in_top ? (b->symbols.keys.at[s->at.symbol - 1] & 1) != 0
                        : s->at.symbol == 0;
  rule.to =
      state_for(b, cfg_string(&b->c, &b->left, 0, split), last && !stored);
  if (s->in_top)
    rule.operation = stored ? MACHINE_REWRITE : MACHINE_POP;
  else
    rule.operation = stored ? MACHINE_PUSH : MACHINE_REWRITE;
  if (stored)
    rule.symbol =
        grammar_symbol_for(b, cfg_string(&b->c, &b->left, split, end), last);
  else if (!s->in_top)
    rule.symbol = s->at.symbol;
  add_rule(b, &rule, s->source);
}

/* May left[0 .. n-1] and what is behind be one string for good? Not if they
 * share items, which may come again and again. */
static bool may_join(const builder *b, size_t n) {
  if (sequences_count(&b->c.strings) >= b->most)
    return n == 0 || n == b->left.items.count;
  for (size_t i = 0; i < n; i++)
    for (size_t k = n; k < b->left.items.count; k++)
      if (b->left.items.at[i] == b->left.items.at[k])
        return false;
  return true;
}

static size_t first_action(const builder *b, size_t n) {
  size_t i = 0;
  while (i < n && b->left.items.at[i] >= b->c.actions)
    i++;
  return i;
}

static bool may_be_empty(const builder *b, size_t from) {
  for (size_t i = from; i < b->left.items.count; i++)
    if (!cfg_item_nullable(&b->c, b->left.items.at[i]))
      return false;
  return true;
}

/* Item i of the string reads, and leaves 'rest' before the items behind. */
static void grammar_read_item(builder *b, const step *s, uint32_t rest,
                              uint32_t string, uint32_t i) {
  size_t n = sequences_length(&b->c.strings, rest);
  b->left.items.count = b->left.sources.count = 0;
  cfg_word_append(&b->c, &b->left, rest, 0);
  cfg_word_append(&b->c, &b->left, string, i + 1);
  size_t end = b->left.items.count, action = first_action(b, n);
  bool joins = may_join(b, n);
  if (b->c.calls[s->action] && action < n && joins) {
    put(b, s, action, end);
  } else if (n == 0 || n == end || (joins && may_be_empty(b, n))) {
    put(b, s, end, end);
  } else {
    if (may_be_empty(b, n))
      put(b, s, n, n);
    put(b, s, n, end);
  }
}

/* All that can be read in the string first; true: it may also be empty. */
static bool read_string(builder *b, machine_head at, bool in_top,
                        uint32_t string) {
  for (uint32_t i = 0; i < sequences_length(&b->c.strings, string); i++) {
    uint32_t item = sequences_at(&b->c.strings, string)[i];
    cfg_span all = cfg_reads(&b->c, item);
    for (uint32_t k = all.first; k < all.first + all.count; k++) {
      cfg_read r = b->c.reads.at[k];
      step s = {at, in_top, r.action, r.source};
      if (r.source == UINT32_MAX)
        s.source = b->c.sources.at[b->c.strings.first.at[string] + i];
      progress_tick(b->clock);
      grammar_read_item(b, &s, r.rest, string, i);
    }
    if (!cfg_item_nullable(&b->c, item))
      return false;
  }
  return true;
}

/* What is hoped for; else it is no use to go on. */
typedef enum hope { DETERMINISTIC, VISIBLY, ANYTHING } hope;

static bool is_lost(const builder *b, hope h) {
  return h == DETERMINISTIC ? b->clashes
                            : h == VISIBLY && b->clashes && b->mixes;
}

static void make_rules(builder *b, hope h) {
  enum { JOINED = 16 };
  cfg_prepare(b->m, b->g, h == DETERMINISTIC, &b->c);
  machine_init(b->m, b->out, MACHINE_PDA);
  machine_add_actions(b->m, b->out, &b->g->actions);
  b->operations = mem_array(b->m, b->c.actions + 1u, 1);
  b->most = h == ANYTHING ? 0 : JOINED * (b->c.items.count + JOINED);
  cfg_word_add(&b->c, &b->left, cfg_item(&b->c, 0), 0);
  uint32_t start = cfg_string(&b->c, &b->left, 0, 1);
  heads_start(&b->met, state_for(b, start, true), 0);
  for (uint32_t n = 0; n < heads_count(&b->met) && !is_lost(b, h); n++) {
    machine_head at = heads_at(&b->met, n);
    if (read_string(b, at, false, string_from(&b->states, at.state)) &&
        at.symbol > 0)
      read_string(b, at, true, string_from(&b->symbols, at.symbol - 1));
  }
}

static bool grammar_build(mem *m, progress *clock, const grammar *g, hope h,
                          machine *out, uint32_t **source) {
  builder b = {.m = m, .clock = clock, .g = g, .out = out, .met = {.m = m}};
  make_rules(&b, h);
  *source = b.source.at;
  cfg_free(&b.c);
  heads_free(&b.met);
  map_free(m, &b.states);
  map_free(m, &b.symbols);
  map_free(m, &b.reads);
  sequences_free(m, &b.rules);
  mem_free(m, b.operations);
  vec_free(m, &b.left.items);
  vec_free(m, &b.left.sources);
  vec_free(m, &b.name);
  if (!is_lost(&b, h))
    return true;
  mem_free(m, *source);
  machine_free(m, out);
  return false;
}

void grammar_to_machine(mem *m, progress *clock, const grammar *g, machine *out,
                        uint32_t **source) {
  for (hope h = DETERMINISTIC; !grammar_build(m, clock, g, h, out, source); h++)
    ;
}
