/* Rules in their order, automata as their edges. */
#include "lang/pds/parser.h"

#include <assert.h>
#include <string.h>

static bool is_keyword(const char *name) {
  static const char *const words[] = {"weights", "states", "symbols",
                                      "init",    "final",  "edge",
                                      "accept",  "set",    "ltl"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(name, words[i]) == 0)
      return true;
  return false;
}

static void put_name(text *out, const names *t, uint32_t n) {
  const char *name = names_text(t, n);
  size_t length = names_length(t, n);
  if (scan_is_name(name, length) && !is_keyword(name))
    text_add(out, name, length);
  else
    text_quoted(out, name, length);
}

/* A symbol of a rule. */
static void put_symbol(text *out, const pds *system, uint32_t symbol) {
  if (symbol == PDS_ANY)
    text_char(out, '*');
  else
    put_name(out, &system->symbols, symbol);
}

static void put_weight_type(text *out, const pds *system) {
  bool is_vector = system->weight_is_vector || system->dimension > 1;
  if (system->dimension == 0)
    return;
  text_put(out, is_vector ? "weights [" : "weights ");
  for (uint32_t i = 0; i < system->dimension; i++) {
    if (i)
      text_put(out, ", ");
    text_put(out, system->is_signed[i] ? "int" : "uint");
  }
  text_put(out, is_vector ? "]\n" : "\n");
}

static void put_rule(text *out, const pds *system, uint32_t rule) {
  assert(rule < system->rules.count);
  const pds_rule *r = &system->rules.at[rule];
  put_name(out, &system->states, r->from);
  text_char(out, ' ');
  put_symbol(out, system, r->top);
  text_put(out, " -> ");
  put_name(out, &system->states, r->to);
  for (uint32_t i = 0; i < r->length; i++) {
    text_char(out, ' ');
    put_symbol(out, system, pds_pushed(r, i, r->top));
  }
  if (r->action != PDS_NONE) {
    text_put(out, " @ ");
    put_name(out, &system->actions, r->action);
  }
  if (system->dimension)
    text_put(out, " :");
  for (uint32_t i = 0; i < system->dimension; i++) {
    text_char(out, ' ');
    text_number(out, pds_weight(system, rule)[i]);
  }
  text_char(out, '\n');
}

static void put_state(text *out, const pds *system, const paut *automaton,
                      uint32_t state) {
  if (state < PAUT_EXTRA) {
    put_name(out, &system->states, state);
  } else {
    text_char(out, '%');
    put_name(out, &automaton->extra, state - PAUT_EXTRA);
  }
}

static void put_label(text *out, const pds *system, const paut *automaton,
                      uint32_t label) {
  if (label == PAUT_EPSILON) {
    text_put(out, "()");
    return;
  }
  if (label < PAUT_SET) {
    put_name(out, &system->symbols, label);
    return;
  }
  const paut_set *set = &automaton->sets.at[label - PAUT_SET];
  if (set->count == 0) {
    text_char(out, '.');
    return;
  }
  text_put(out, set->negated ? "[^" : "[");
  for (uint32_t i = 0; i < set->count; i++) {
    if (i)
      text_char(out, ',');
    put_name(out, &system->symbols, automaton->set_symbols.at[set->first + i]);
  }
  text_char(out, ']');
}

/* The empty set: the text has no word for it, and needs none. */
static bool reads_nothing(const paut *automaton, uint32_t label) {
  if (label == PAUT_EPSILON || label < PAUT_SET)
    return false;
  const paut_set *set = &automaton->sets.at[label - PAUT_SET];
  return set->count == 0 && !set->negated;
}

/* "edge init", "accept set NAME": 'word' is "init", "final" or "set". */
static void put_set_start(text *out, const pds *system, const char *what,
                          const char *word, uint32_t name) {
  text_put(out, what);
  text_char(out, ' ');
  text_put(out, word);
  if (name != NAMES_NONE) {
    text_char(out, ' ');
    put_name(out, &system->set_names, name);
  }
}

static void put_set(text *out, const pds *system, const paut *automaton,
                    const char *word, uint32_t name) {
  vec_each (const paut_edge, edge, &automaton->edges) {
    if (reads_nothing(automaton, edge->label))
      continue;
    put_set_start(out, system, "edge", word, name);
    text_char(out, ' ');
    put_state(out, system, automaton, edge->from);
    text_char(out, ' ');
    put_label(out, system, automaton, edge->label);
    text_char(out, ' ');
    put_state(out, system, automaton, edge->to);
    text_char(out, '\n');
  }
  put_set_start(out, system, "accept", word, name);
  vec_each (const uint32_t, state, &automaton->accepting) {
    text_char(out, ' ');
    put_state(out, system, automaton, *state);
  }
  text_char(out, '\n');
}

static void put_side(text *out, const pds *system, pds_side side) {
  const paut *automaton = &system->sets[side];
  if (system->has_set[side] || automaton->edges.count ||
      automaton->accepting.count)
    put_set(out, system, automaton, side == PDS_INITIAL ? "init" : "final",
            NAMES_NONE);
}

static void put_property(text *out, const pds *system,
                         const pds_property *property) {
  text_put(out, "ltl ");
  put_name(out, &system->property_names, property->name);
  text_put(out, " : ");
  text_add(out, system->property_text.at + property->at, property->length);
  text_char(out, '\n');
}

typedef struct mentions {
  bool *states, *symbols;
} mentions;

static void mention_symbol(mentions *t, uint32_t symbol) {
  if (symbol != PDS_ANY)
    t->symbols[symbol] = true;
}

static void mention_rules(mentions *t, const pds *system) {
  vec_each (const pds_rule, rule, &system->rules) {
    t->states[rule->from] = t->states[rule->to] = true;
    mention_symbol(t, rule->top);
    for (uint32_t i = 0; i < rule->length; i++)
      mention_symbol(t, rule->push[i]);
  }
}

static void mention_labels(mentions *t, const paut *automaton) {
  vec_each (const paut_edge, edge, &automaton->edges) {
    if (edge->label == PAUT_EPSILON)
      continue;
    if (edge->label < PAUT_SET) {
      t->symbols[edge->label] = true;
      continue;
    }
    const paut_set *set = &automaton->sets.at[edge->label - PAUT_SET];
    for (uint32_t i = 0; i < set->count; i++)
      t->symbols[automaton->set_symbols.at[set->first + i]] = true;
  }
}

/* Declares all names of a kind if some would be unknown without. */
static void put_names(text *out, const names *t, const bool *mentioned,
                      const char *word) {
  uint32_t count = names_count(t), n = 0;
  while (n < count && mentioned[n])
    n++;
  if (n == count)
    return;
  for (n = 0; n < count; n++) {
    if (n % 16 == 0)
      text_put(out, n ? "\n" : "");
    if (n % 16 == 0)
      text_put(out, word);
    text_char(out, ' ');
    put_name(out, t, n);
  }
  text_char(out, '\n');
}

static void put_declarations(mem *m, text *out, const pds *system) {
  mentions t;
  t.states =
      mem_array(m, (size_t)pds_state_count(system) + 1, sizeof *t.states);
  t.symbols =
      mem_array(m, (size_t)pds_symbol_count(system) + 1, sizeof *t.symbols);
  mention_rules(&t, system);
  mention_labels(&t, &system->sets[PDS_INITIAL]);
  mention_labels(&t, &system->sets[PDS_FINAL]);
  vec_each (const pds_set, set, &system->named_sets)
    mention_labels(&t, &set->automaton);
  put_names(out, &system->states, t.states, "states");
  put_names(out, &system->symbols, t.symbols, "symbols");
  mem_free(m, t.states);
  mem_free(m, t.symbols);
}

void pds_text_write(mem *m, const pds *system, text *out) {
  put_weight_type(out, system);
  put_declarations(m, out, system);
  for (uint32_t rule = 0; rule < system->rules.count; rule++)
    put_rule(out, system, rule);
  put_side(out, system, PDS_INITIAL);
  put_side(out, system, PDS_FINAL);
  vec_each (const pds_set, set, &system->named_sets)
    put_set(out, system, &set->automaton, "set", set->name);
  vec_each (const pds_property, property, &system->properties)
    put_property(out, system, property);
}
