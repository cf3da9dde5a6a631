/* An instance in three steps: rules become entries that JSON can say, entries
 * are grouped by head and heads by state, then all is printed. */
#include "base/map.h"
#include "lang/pdaaal/pdaaal.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { OP_POP, OP_SWAP, OP_PUSH };

/* One rule of the output. 'rule' tells its weight; PDS_NONE: neutral. */
typedef struct entry {
  uint32_t head; /* in 'heads': (from, label) */
  uint32_t to, symbol, rule;
  uint32_t op;
} entry;

typedef struct writer {
  mem *mem;
  const pds *pds;
  text *out;
  bool is_named;
  vec(entry) entries;
  map heads;            /* of (from, label), in the order of first mention */
  uint32_t states;      /* with the added ones */
  uint32_t name_number; /* of the last added state, in the named form */
  vec(uint32_t) added_names;
  vec(bool) mentioned;  /* symbols that the output will have */
  vec(char) special[2]; /* stand in for symbols named "" and "*" */
  bool expand_any;      /* "*" must be spelled out on edges */
  /* Of the automaton being printed: */
  bool keep_extra_names;
  bool is_first_edge;
} writer;

static void mention(writer *w, uint32_t symbol) {
  if (symbol != PDS_ANY)
    w->mentioned.at[symbol] = true;
}

static void add_entry(writer *w, uint32_t from, uint32_t label, entry e) {
  e.head = map_insert(w->mem, &w->heads, map_pair(from, label));
  mention(w, label);
  if (e.op != OP_POP)
    mention(w, e.symbol);
  vec_push(w->mem, &w->entries, e);
}

static int added_name(char *buffer, size_t size, uint32_t number) {
  return snprintf(buffer, size, "split%u", (unsigned)number);
}

static uint32_t add_state(writer *w) {
  if (w->is_named) {
    char name[24];
    int n;
    do
      n = added_name(name, sizeof name, ++w->name_number);
    while (names_find(&w->pds->states, name, (size_t)n) != NAMES_NONE);
    vec_push(w->mem, &w->added_names, w->name_number);
  }
  return w->states++;
}

/* <from, top> -> <to, b c>. JSON's push keeps the top, so that others go
 * through a state of their own, where c has already replaced the top. */
static void add_push(writer *w, const pds_rule *r, uint32_t rule, uint32_t top,
                     const uint32_t push[2]) {
  if (push[1] == top) {
    add_entry(w, r->from, top, (entry){0, r->to, push[0], rule, OP_PUSH});
    return;
  }
  uint32_t via = add_state(w);
  add_entry(w, r->from, top, (entry){0, via, push[1], rule, OP_SWAP});
  add_entry(w, via, push[1], (entry){0, r->to, push[0], PDS_NONE, OP_PUSH});
}

static void write_add_rule(writer *w, uint32_t rule) {
  assert(rule < w->pds->rules.count);
  const pds_rule *r = &w->pds->rules.at[rule];
  uint32_t push[2];
  if (r->length == 0) {
    add_entry(w, r->from, r->top, (entry){0, r->to, 0, rule, OP_POP});
  } else if (r->length == 1) {
    push[0] = pds_pushed(r, 0, r->top);
    add_entry(w, r->from, r->top, (entry){0, r->to, push[0], rule, OP_SWAP});
  } else if (r->top == PDS_ANY && r->push[0] == PDS_ANY) {
    /* "push":"*" does not exist: one rule a symbol. */
    for (uint32_t s = 0; s < pds_symbol_count(w->pds); s++) {
      push[0] = s;
      push[1] = pds_pushed(r, 1, s);
      add_push(w, r, rule, s, push);
    }
  } else {
    push[0] = pds_pushed(r, 0, r->top);
    push[1] = pds_pushed(r, 1, r->top);
    add_push(w, r, rule, r->top, push);
  }
}

/* "" and "*" mean something else in JSON: such symbols get another name. */
static void rename_special(writer *w, int which, const char *from,
                           const char *to) {
  const names *symbols = &w->pds->symbols;
  if (names_find(symbols, from, strlen(from)) == NAMES_NONE)
    return;
  for (const char *c = to; *c; c++)
    vec_push(w->mem, &w->special[which], *c);
  while (names_find(symbols, w->special[which].at, w->special[which].count) !=
         NAMES_NONE)
    vec_push(w->mem, &w->special[which], '\'');
}

static void put_symbol(writer *w, uint32_t symbol) {
  if (symbol == PDS_ANY) {
    text_put(w->out, "\"*\"");
    return;
  }
  const char *name = names_text(&w->pds->symbols, symbol);
  size_t length = names_length(&w->pds->symbols, symbol);
  if (length == 0)
    text_quoted(w->out, w->special[0].at, w->special[0].count);
  else if (length == 1 && *name == '*')
    text_quoted(w->out, w->special[1].at, w->special[1].count);
  else
    text_quoted(w->out, name, length);
}

static void put_state(writer *w, uint32_t state) {
  uint32_t known = pds_state_count(w->pds);
  if (!w->is_named) {
    text_number(w->out, state);
  } else if (state < known) {
    text_quoted(w->out, names_text(&w->pds->states, state),
                names_length(&w->pds->states, state));
  } else {
    char name[24];
    int n = added_name(name, sizeof name, w->added_names.at[state - known]);
    text_quoted(w->out, name, (size_t)n);
  }
}

/* Numbered states must be named by their numbers; a problem that was built by
 * hand may say otherwise. */
static bool has_named_states(const pds *system) {
  char name[16];
  for (uint32_t s = 0; s < pds_state_count(system); s++) {
    int n = snprintf(name, sizeof name, "%u", (unsigned)s);
    if (names_length(&system->states, s) != (size_t)n ||
        memcmp(names_text(&system->states, s), name, (size_t)n) != 0)
      return true;
  }
  return !system->states_are_numbers;
}

static void put_weight(writer *w, uint32_t rule) {
  const pds *system = w->pds;
  if (system->dimension == 0)
    return;
  const int64_t *weight = rule == PDS_NONE ? NULL : pds_weight(system, rule);
  bool is_vector = system->weight_is_vector || system->dimension > 1;
  text_put(w->out, is_vector ? ",\"weight\":[" : ",\"weight\":");
  for (uint32_t i = 0; i < system->dimension; i++) {
    if (i)
      text_char(w->out, ',');
    text_number(w->out, weight ? weight[i] : 0);
  }
  if (is_vector)
    text_char(w->out, ']');
}

static void put_entry(writer *w, const entry *e) {
  static const char *const words[] = {",\"pop\":\"\"",
                                      ",\"swap\":", ",\"push\":"};
  text_put(w->out, "{\"to\":");
  put_state(w, e->to);
  text_put(w->out, words[e->op]);
  if (e->op != OP_POP)
    put_symbol(w, e->symbol);
  put_weight(w, e->rule);
  text_char(w->out, '}');
}

/* Sorts numbers 0 .. count - 1 by key, keeping their order: those of key k are
 * order[start[k]] .. order[start[k + 1] - 1]. */
typedef struct grouping {
  size_t *start;
  uint32_t *order;
} grouping;

typedef uint32_t key_of(const writer *w, uint32_t i);

static grouping group(writer *w, uint32_t count, uint32_t keys, key_of *key) {
  grouping g;
  g.start = mem_array(w->mem, (size_t)keys + 2, sizeof *g.start);
  g.order = mem_array(w->mem, (size_t)count + 1, sizeof *g.order);
  for (uint32_t i = 0; i < count; i++)
    g.start[key(w, i) + 2]++;
  for (uint32_t k = 0; k < keys; k++)
    g.start[k + 2] += g.start[k + 1];
  for (uint32_t i = 0; i < count; i++)
    g.order[g.start[key(w, i) + 1]++] = i;
  return g;
}

static uint32_t head_of_entry(const writer *w, uint32_t i) {
  return w->entries.at[i].head;
}

static uint32_t state_of_head(const writer *w, uint32_t i) {
  return (uint32_t)(w->heads.keys.at[i] >> 32);
}

static void put_head(writer *w, const grouping *entries, uint32_t head) {
  assert(head < w->heads.keys.count);
  size_t first = entries->start[head], end = entries->start[head + 1];
  put_symbol(w, (uint32_t)w->heads.keys.at[head]);
  text_put(w->out, end - first > 1 ? ":[" : ":");
  for (size_t i = first; i < end; i++) {
    if (i > first)
      text_char(w->out, ',');
    put_entry(w, &w->entries.at[entries->order[i]]);
  }
  if (end - first > 1)
    text_char(w->out, ']');
}

static void put_system(writer *w) {
  uint32_t count = (uint32_t)w->heads.keys.count;
  grouping entries = group(w, (uint32_t)w->entries.count, count, head_of_entry);
  grouping heads = group(w, count, w->states, state_of_head);
  text_put(w->out, w->is_named ? "{\"states\":{" : "{\"states\":[");
  for (uint32_t s = 0; s < w->states; s++) {
    text_put(w->out, s ? ",\n" : "\n");
    if (w->is_named) {
      put_state(w, s);
      text_char(w->out, ':');
    }
    text_char(w->out, '{');
    for (size_t i = heads.start[s]; i < heads.start[s + 1]; i++) {
      if (i > heads.start[s])
        text_put(w->out, ",\n ");
      put_head(w, &entries, heads.order[i]);
    }
    text_char(w->out, '}');
  }
  text_put(w->out, w->is_named ? "}}" : "]}");
  mem_free(w->mem, entries.start);
  mem_free(w->mem, entries.order);
  mem_free(w->mem, heads.start);
  mem_free(w->mem, heads.order);
}

/* The number that a canonical decimal text below 2^63 means. */
static bool number_of(const char *s, size_t length, uint64_t *out) {
  *out = 0;
  if (length == 0 || length > 18 || (length > 1 && *s == '0'))
    return false;
  for (size_t i = 0; i < length; i++) {
    if (s[i] < '0' || s[i] > '9')
      return false;
    *out = *out * 10 + (uint64_t)(s[i] - '0');
  }
  return true;
}

/* Extra states keep their names if these are numbers that are still free. */
static bool keeps_extra_names(const writer *w, const paut *automaton) {
  uint64_t n, least = w->is_named ? 0 : w->states;
  for (uint32_t k = 0; k < names_count(&automaton->extra); k++)
    if (!number_of(names_text(&automaton->extra, k),
                   names_length(&automaton->extra, k), &n) ||
        n < least)
      return false;
  return true;
}

static void put_automaton_state(writer *w, const paut *automaton,
                                uint32_t state) {
  if (state < PAUT_EXTRA) {
    put_state(w, state);
    return;
  }
  uint32_t k = state - PAUT_EXTRA;
  if (w->keep_extra_names)
    text_add(w->out, names_text(&automaton->extra, k),
             names_length(&automaton->extra, k));
  else
    text_number(w->out, (int64_t)k + (w->is_named ? 0 : w->states));
}

static bool is_any(const paut *automaton, uint32_t label) {
  if (label == PAUT_EPSILON || label < PAUT_SET)
    return false;
  const paut_set *set = &automaton->sets.at[label - PAUT_SET];
  return set->negated && set->count == 0;
}

typedef void edge_fn(writer *w, const paut *a, const paut_edge *e,
                     uint32_t symbol);

/* Calls 'f' for each label that JSON can say; PAUT_EPSILON and PDS_ANY stand
 * for themselves. */
static void each_label(writer *w, const paut *automaton, const paut_edge *edge,
                       edge_fn *f) {
  if (edge->label == PAUT_EPSILON || edge->label < PAUT_SET) {
    f(w, automaton, edge, edge->label);
    return;
  }
  if (is_any(automaton, edge->label) && !w->expand_any) {
    f(w, automaton, edge, PDS_ANY);
    return;
  }
  /* One pass over the set, not one a symbol. */
  const paut_set *set = &automaton->sets.at[edge->label - PAUT_SET];
  uint32_t count = pds_symbol_count(w->pds);
  bool *listed = mem_array(w->mem, (size_t)count + 1, sizeof *listed);
  for (uint32_t i = 0; i < set->count; i++)
    listed[automaton->set_symbols.at[set->first + i]] = true;
  for (uint32_t x = 0; x < count; x++)
    if (listed[x] != set->negated)
      f(w, automaton, edge, x);
  mem_free(w->mem, listed);
}

static void mention_edge(writer *w, const paut *automaton,
                         const paut_edge *edge, uint32_t symbol) {
  (void)automaton, (void)edge;
  if (symbol != PAUT_EPSILON)
    mention(w, symbol);
}

static void put_edge(writer *w, const paut *automaton, const paut_edge *edge,
                     uint32_t symbol) {
  text_put(w->out, w->is_first_edge ? "\n[" : ",\n[");
  w->is_first_edge = false;
  put_automaton_state(w, automaton, edge->from);
  text_char(w->out, ',');
  if (symbol == PAUT_EPSILON)
    text_put(w->out, "\"\"");
  else
    put_symbol(w, symbol);
  text_char(w->out, ',');
  put_automaton_state(w, automaton, edge->to);
  text_char(w->out, ']');
}

static void put_automaton(writer *w, const paut *automaton) {
  w->keep_extra_names = keeps_extra_names(w, automaton);
  w->is_first_edge = true;
  text_put(w->out, "{\"accepting\":[");
  for (size_t i = 0; i < automaton->accepting.count; i++) {
    if (i)
      text_char(w->out, ',');
    put_automaton_state(w, automaton, automaton->accepting.at[i]);
  }
  text_put(w->out, "],\"edges\":[");
  vec_each (const paut_edge, edge, &automaton->edges)
    each_label(w, automaton, edge, put_edge);
  text_put(w->out, "]}");
}

static void put_meta(writer *w) {
  const pds *system = w->pds;
  bool is_vector = system->weight_is_vector || system->dimension > 1;
  text_put(w->out, w->is_named ? "{\"state-names\":true,\"weight-type\":"
                               : "{\"state-names\":false,\"weight-type\":");
  if (system->dimension == 0)
    text_put(w->out, "\"none\"");
  else if (is_vector)
    text_char(w->out, '[');
  for (uint32_t i = 0; i < system->dimension; i++) {
    if (i)
      text_char(w->out, ',');
    text_put(w->out, system->is_signed[i] ? "\"int\"" : "\"uint\"");
  }
  if (system->dimension && is_vector)
    text_char(w->out, ']');
  text_char(w->out, '}');
}

/* A symbol that only "*" stands for would vanish from the instance. */
static void choose_any(writer *w) {
  for (int side = 0; side < 2; side++)
    vec_each (const paut_edge, edge, &w->pds->sets[side].edges)
      each_label(w, &w->pds->sets[side], edge, mention_edge);
  vec_each (const bool, is_mentioned, &w->mentioned)
    if (!*is_mentioned)
      w->expand_any = true;
}

static void free_writer(writer *w) {
  vec_free(w->mem, &w->entries);
  map_free(w->mem, &w->heads);
  vec_free(w->mem, &w->added_names);
  vec_free(w->mem, &w->mentioned);
  vec_free(w->mem, &w->special[0]);
  vec_free(w->mem, &w->special[1]);
}

void pdaaal_write(mem *m, const pds *system, text *out, size_t *split) {
  writer w = {.mem = m, .pds = system, .out = out};
  w.is_named = has_named_states(system);
  w.states = pds_state_count(system);
  vec_resize(m, &w.mentioned, pds_symbol_count(system));
  rename_special(&w, 0, "", "empty");
  rename_special(&w, 1, "*", "star");
  for (uint32_t rule = 0; rule < system->rules.count; rule++)
    write_add_rule(&w, rule);
  choose_any(&w);
  text_put(out, "{\"instance\":[\n");
  put_meta(&w);
  text_put(out, ",\n");
  put_system(&w);
  text_put(out, ",\n");
  put_automaton(&w, &system->sets[PDS_INITIAL]);
  text_put(out, ",\n");
  put_automaton(&w, &system->sets[PDS_FINAL]);
  text_put(out, "]}\n");
  *split = w.states - pds_state_count(system);
  free_writer(&w);
}
