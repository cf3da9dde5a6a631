#include "lang/ectl/ectl_text.h"

#include <assert.h>

static void begin(const char *kind, const char *name, text *out) {
  text_put(out, kind);
  text_char(out, ' ');
  text_put(out, name);
  text_put(out, " {");
}

static bool is_word(const char *name) {
  const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  if (!*name || !strchr(letters, *name))
    return false;
  return name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY"
                           "Z_0123456789")] == '\0';
}

/* Constructions give names that no text can have: then all are numbered. */
static bool are_words(const names *t) {
  for (uint32_t n = 0; n < names_count(t); n++)
    if (!is_word(names_text(t, n)))
      return false;
  return true;
}

typedef struct writer {
  const machine *x;
  text *out;
  bool has_states, has_symbols; /* their names are words */
  uint32_t *facts;              /* in the order of states or heads */
  uint32_t *first;              /* of 'facts', by state or head, and the end */
} writer;

static void write_state(const writer *w, uint32_t state) {
  if (w->has_states)
    text_put(w->out, names_text(&w->x->states, state));
  else
    text_format(w->out, "s%u", state);
}

static void write_symbol(const writer *w, uint32_t symbol) {
  if (w->has_symbols || symbol == 0)
    text_put(w->out, names_text(&w->x->symbols, symbol));
  else
    text_format(w->out, "g%u", symbol);
}

/* Propositions of a state, or of a head, by its number. */
static void write_props(const writer *w, size_t at) {
  for (uint32_t i = w->first[at]; i < w->first[at + 1]; i++) {
    text_put(w->out, i == w->first[at] ? ": " : ", ");
    text_put(w->out,
             names_text(&w->x->props, w->x->facts.at[w->facts[i]].prop));
  }
  if (w->first[at] == w->first[at + 1])
    text_char(w->out, ':');
}

static void write_declarations(const writer *w) {
  const machine *x = w->x;
  bool has_heads = x->kind == MACHINE_PDS;
  size_t count = has_heads ? x->heads.count : machine_states(x);
  for (size_t i = 0; i < count; i++) {
    bool is_accepting = !machine_is_system(x) && x->accepting.at[i];
    text_put(w->out, is_accepting ? "\n  STATE(*" : "\n  STATE(");
    write_state(w, has_heads ? x->heads.at[i].state : (uint32_t)i);
    if (has_heads) {
      text_char(w->out, '[');
      write_symbol(w, x->heads.at[i].symbol);
      text_char(w->out, ']');
    }
    if (machine_is_system(x))
      write_props(w, i);
    text_char(w->out, ')');
  }
}

static void write_rule(const writer *w, const machine_rule *rule) {
  static const char *const operations[] = {"POP", "REWRITE ", "PUSH "};
  bool has_stack = machine_has_stack(w->x);
  text_put(w->out, "\n  ACTION(");
  text_put(w->out, names_text(&w->x->actions, rule->action));
  text_put(w->out, ": ");
  write_state(w, rule->from);
  if (has_stack) {
    text_char(w->out, '[');
    write_symbol(w, rule->top);
    text_char(w->out, ']');
  }
  text_put(w->out, " -> ");
  write_state(w, rule->to);
  if (has_stack) {
    text_char(w->out, '[');
    text_put(w->out, operations[rule->operation]);
    if (rule->operation != MACHINE_POP)
      write_symbol(w, rule->symbol);
    text_char(w->out, ']');
  }
  text_char(w->out, ')');
}

/* Facts by where they hold: 'number' of heads. */
static void sort_facts(mem *m, writer *w) {
  const machine *x = w->x;
  bool has_heads = x->kind == MACHINE_PDS;
  size_t count = has_heads ? x->heads.count : machine_states(x);
  map number = {0};
  w->facts = mem_array(m, x->facts.count + 1, sizeof *w->facts);
  w->first = mem_array(m, count + 2, sizeof *w->first);
  uint32_t *at = mem_array(m, x->facts.count + 1, sizeof *at);
  vec_each (const machine_head, head, &x->heads)
    map_insert(m, &number, map_pair(head->state, head->symbol));
  for (size_t i = 0; i < x->facts.count; i++) {
    machine_head head = x->facts.at[i].at;
    at[i] = has_heads ? map_find(&number, map_pair(head.state, head.symbol))
                      : head.state;
    assert(at[i] < count);
    w->first[at[i] + 2]++;
  }
  for (size_t i = 2; i < count + 2; i++)
    w->first[i] += w->first[i - 1];
  for (uint32_t i = 0; i < x->facts.count; i++)
    w->facts[w->first[at[i] + 1]++] = i;
  mem_free(m, at);
  map_free(m, &number);
}

void ectl_write_machine(mem *m, const char *name, const machine *x, text *out) {
  static const char *const kinds[] = {"DFA", "PDA", "LTS", "PDS"};
  writer w = {.x = x,
              .out = out,
              .has_states = are_words(&x->states),
              .has_symbols = are_words(&x->symbols)};
  sort_facts(m, &w);
  begin(kinds[x->kind], name, out);
  write_declarations(&w);
  vec_each (const machine_rule, rule, &x->rules)
    write_rule(&w, rule);
  text_put(out, "\n}\n");
  mem_free(m, w.facts);
  mem_free(m, w.first);
}

static void write_left_side(const grammar *x, uint32_t left, text *out) {
  text_put(out, "\n  <");
  text_put(out, names_text(&x->nonterminals, left));
  text_put(out, "> ::=");
}

void ectl_write_grammar(mem *m, const char *name, const grammar *x, text *out) {
  uint32_t before = UINT32_MAX;
  (void)m;
  begin("GRAMMAR", name, out);
  vec_each (const grammar_production, production, &x->productions) {
    if (production->left == before)
      text_put(out, " |");
    else
      write_left_side(x, production->left, out);
    before = production->left;
    for (uint32_t i = production->first;
         i < production->first + production->count; i++) {
      const grammar_item *item = &x->items.at[i];
      const names *table = item->is_action ? &x->actions : &x->nonterminals;
      text_put(out, item->is_action ? " " : " <");
      text_put(out, names_text(table, item->name));
      text_put(out, item->is_action ? "" : ">");
    }
  }
  text_put(out, "\n}\n");
}

void ectl_write_formula(mem *m, const char *name, const ectl *t, uint32_t node,
                        text *out) {
  begin("FORMULA", name, out);
  text_char(out, ' ');
  ectl_print(m, t, node, out);
  text_put(out, " }\n");
}
