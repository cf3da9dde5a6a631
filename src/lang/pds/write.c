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
static void put_symbol(text *out, const pds *p, uint32_t symbol) {
  if (symbol == PDS_ANY)
    text_char(out, '*');
  else
    put_name(out, &p->symbols, symbol);
}

static void put_weight_type(text *out, const pds *p) {
  bool is_vector = p->weight_is_vector || p->dimension > 1;
  if (p->dimension == 0)
    return;
  text_put(out, is_vector ? "weights [" : "weights ");
  for (uint32_t i = 0; i < p->dimension; i++) {
    if (i)
      text_put(out, ", ");
    text_put(out, p->is_signed[i] ? "int" : "uint");
  }
  text_put(out, is_vector ? "]\n" : "\n");
}

static void put_rule(text *out, const pds *p, uint32_t rule) {
  assert(rule < p->rules.count);
  const pds_rule *r = &p->rules.at[rule];
  put_name(out, &p->states, r->from);
  text_char(out, ' ');
  put_symbol(out, p, r->top);
  text_put(out, " -> ");
  put_name(out, &p->states, r->to);
  for (uint32_t i = 0; i < r->length; i++) {
    text_char(out, ' ');
    put_symbol(out, p, pds_pushed(r, i, r->top));
  }
  if (r->action != PDS_NONE) {
    text_put(out, " @ ");
    put_name(out, &p->actions, r->action);
  }
  if (p->dimension)
    text_put(out, " :");
  for (uint32_t i = 0; i < p->dimension; i++) {
    text_char(out, ' ');
    text_number(out, pds_weight(p, rule)[i]);
  }
  text_char(out, '\n');
}

static void put_state(text *out, const pds *p, const paut *a, uint32_t state) {
  if (state < PAUT_EXTRA) {
    put_name(out, &p->states, state);
  } else {
    text_char(out, '%');
    put_name(out, &a->extra, state - PAUT_EXTRA);
  }
}

static void put_label(text *out, const pds *p, const paut *a, uint32_t label) {
  if (label == PAUT_EPSILON) {
    text_put(out, "()");
    return;
  }
  if (label < PAUT_SET) {
    put_name(out, &p->symbols, label);
    return;
  }
  const paut_set *s = &a->sets.at[label - PAUT_SET];
  if (s->count == 0) {
    text_char(out, '.');
    return;
  }
  text_put(out, s->negated ? "[^" : "[");
  for (uint32_t i = 0; i < s->count; i++) {
    if (i)
      text_char(out, ',');
    put_name(out, &p->symbols, a->set_symbols.at[s->first + i]);
  }
  text_char(out, ']');
}

/* The empty set: the text has no word for it, and needs none. */
static bool reads_nothing(const paut *a, uint32_t label) {
  if (label == PAUT_EPSILON || label < PAUT_SET)
    return false;
  const paut_set *s = &a->sets.at[label - PAUT_SET];
  return s->count == 0 && !s->negated;
}

/* "edge init", "accept set NAME": 'word' is "init", "final" or "set". */
static void put_set_start(text *out, const pds *p, const char *what,
                          const char *word, uint32_t name) {
  text_put(out, what);
  text_char(out, ' ');
  text_put(out, word);
  if (name != NAMES_NONE) {
    text_char(out, ' ');
    put_name(out, &p->set_names, name);
  }
}

static void put_set(text *out, const pds *p, const paut *a, const char *word,
                    uint32_t name) {
  vec_each (const paut_edge, e, &a->edges) {
    if (reads_nothing(a, e->label))
      continue;
    put_set_start(out, p, "edge", word, name);
    text_char(out, ' ');
    put_state(out, p, a, e->from);
    text_char(out, ' ');
    put_label(out, p, a, e->label);
    text_char(out, ' ');
    put_state(out, p, a, e->to);
    text_char(out, '\n');
  }
  put_set_start(out, p, "accept", word, name);
  vec_each (const uint32_t, state, &a->accepting) {
    text_char(out, ' ');
    put_state(out, p, a, *state);
  }
  text_char(out, '\n');
}

static void put_side(text *out, const pds *p, pds_side side) {
  const paut *a = &p->sets[side];
  if (p->has_set[side] || a->edges.count || a->accepting.count)
    put_set(out, p, a, side == PDS_INITIAL ? "init" : "final", NAMES_NONE);
}

static void put_property(text *out, const pds *p, const pds_property *x) {
  text_put(out, "ltl ");
  put_name(out, &p->property_names, x->name);
  text_put(out, " : ");
  text_add(out, p->property_text.at + x->at, x->length);
  text_char(out, '\n');
}

typedef struct mentions {
  bool *states, *symbols;
} mentions;

static void mention_symbol(mentions *t, uint32_t symbol) {
  if (symbol != PDS_ANY)
    t->symbols[symbol] = true;
}

static void mention_rules(mentions *t, const pds *p) {
  vec_each (const pds_rule, r, &p->rules) {
    t->states[r->from] = t->states[r->to] = true;
    mention_symbol(t, r->top);
    for (uint32_t i = 0; i < r->length; i++)
      mention_symbol(t, r->push[i]);
  }
}

static void mention_labels(mentions *t, const paut *a) {
  vec_each (const paut_edge, e, &a->edges) {
    if (e->label == PAUT_EPSILON)
      continue;
    if (e->label < PAUT_SET) {
      t->symbols[e->label] = true;
      continue;
    }
    const paut_set *s = &a->sets.at[e->label - PAUT_SET];
    for (uint32_t i = 0; i < s->count; i++)
      t->symbols[a->set_symbols.at[s->first + i]] = true;
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

static void put_declarations(mem *m, text *out, const pds *p) {
  mentions t;
  t.states = mem_array(m, (size_t)pds_state_count(p) + 1, sizeof *t.states);
  t.symbols = mem_array(m, (size_t)pds_symbol_count(p) + 1, sizeof *t.symbols);
  mention_rules(&t, p);
  mention_labels(&t, &p->sets[PDS_INITIAL]);
  mention_labels(&t, &p->sets[PDS_FINAL]);
  vec_each (const pds_set, s, &p->named_sets)
    mention_labels(&t, &s->automaton);
  put_names(out, &p->states, t.states, "states");
  put_names(out, &p->symbols, t.symbols, "symbols");
  mem_free(m, t.states);
  mem_free(m, t.symbols);
}

void pds_text_write(mem *m, const pds *p, text *out) {
  put_weight_type(out, p);
  put_declarations(m, out, p);
  for (uint32_t rule = 0; rule < p->rules.count; rule++)
    put_rule(out, p, rule);
  put_side(out, p, PDS_INITIAL);
  put_side(out, p, PDS_FINAL);
  vec_each (const pds_set, s, &p->named_sets)
    put_set(out, p, &s->automaton, "set", s->name);
  vec_each (const pds_property, x, &p->properties)
    put_property(out, p, x);
}
