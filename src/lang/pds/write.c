/* Rules in their order, automata as their edges. */
#include "lang/pds/parser.h"

#include <string.h>

static bool is_keyword(const char *name) {
  static const char *const words[] = {"weights", "states", "symbols", "init",
                                      "final",   "edge",   "accept"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(name, words[i]) == 0)
      return true;
  return false;
}

static void put_name(text *out, const names *t, uint32_t n) {
  const char *name = names_text(t, n);
  size_t length = names_length(t, n);
  if (parser_is_plain_name(name, length) && !is_keyword(name))
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

/* ---- Automata -------------------------------------------------------- */

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

static void put_set(text *out, const pds *p, pds_side side) {
  const paut *a = &p->sets[side];
  const char *word = side == PDS_INITIAL ? "init" : "final";
  if (!p->has_set[side] && a->edges.count == 0 && a->accepting.count == 0)
    return;
  vec_each (const paut_edge, e, &a->edges) {
    if (reads_nothing(a, e->label))
      continue;
    text_put(out, "edge ");
    text_put(out, word);
    text_char(out, ' ');
    put_state(out, p, a, e->from);
    text_char(out, ' ');
    put_label(out, p, a, e->label);
    text_char(out, ' ');
    put_state(out, p, a, e->to);
    text_char(out, '\n');
  }
  text_put(out, "accept ");
  text_put(out, word);
  vec_each (const uint32_t, state, &a->accepting) {
    text_char(out, ' ');
    put_state(out, p, a, *state);
  }
  text_char(out, '\n');
}

/* ---- Declarations ---------------------------------------------------- */

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
  put_set(out, p, PDS_INITIAL);
  put_set(out, p, PDS_FINAL);
}
