/* Instances from PDAAAL's JSON, by code that no tool under test uses. */
#include "instance.h"

#include "tree.h"

#include <stdlib.h>
#include <string.h>

/* Names or numbers as they appear, in the order of first mention. */
typedef struct names {
  char **name;
  size_t count, capacity;
} names;

typedef struct loading {
  const tree *j;
  instance *in;
  names states, symbols, extra[2];
} loading;

/* Linear, which is enough for what a tester feeds it. */
static uint32_t intern(names *n, const char *name) {
  for (size_t i = 0; i < n->count; i++)
    if (strcmp(n->name[i], name) == 0)
      return (uint32_t)i;
  memory_room(n->name, n->count, n->capacity);
  n->name[n->count] = memory_copy(name);
  return (uint32_t)n->count++;
}

static bool find_name(const names *n, const char *name, uint32_t *out) {
  for (size_t i = 0; i < n->count; i++)
    if (strcmp(n->name[i], name) == 0) {
      *out = (uint32_t)i;
      return true;
    }
  return false;
}

static void names_clear(names *n) {
  for (size_t i = 0; i < n->count; i++)
    free(n->name[i]);
  free(n->name);
}

static uint32_t symbol_of(loading *l, const char *text, uint32_t empty) {
  if (!*text)
    return empty;
  return strcmp(text, "*") == 0 ? INSTANCE_ANY : intern(&l->symbols, text);
}

static bool control_of(const loading *l, uint32_t node, uint32_t *out) {
  if (l->in->named)
    return tree_kind_of(l->j, node) == TREE_STRING &&
           find_name(&l->states, tree_text(l->j, node), out);
  *out = (uint32_t)tree_natural(l->j, node);
  return tree_kind_of(l->j, node) == TREE_NUMBER && *out < l->in->states;
}

/* Extra states keep the order of first mention. */
static bool state_of(loading *l, int side, uint32_t node, uint32_t *out) {
  if (control_of(l, node, out))
    return true;
  if (tree_kind_of(l->j, node) != TREE_NUMBER)
    return false;
  *out = l->in->states + intern(&l->extra[side], tree_text(l->j, node));
  l->in->side[side].extra = (uint32_t)l->extra[side].count;
  return true;
}

static bool read_meta(loading *l, uint32_t meta) {
  const tree *j = l->j;
  instance *in = l->in;
  uint32_t named = tree_member(j, meta, "state-names");
  uint32_t type = tree_member(j, meta, "weight-type");
  in->named = tree_kind_of(j, named) == TREE_TRUE;
  if (named == TREE_NONE || type == TREE_NONE)
    return false;
  in->vector = tree_kind_of(j, type) == TREE_LIST;
  if (!in->vector && strcmp(tree_text(j, type), "none") == 0)
    return true;
  for (uint32_t t = in->vector ? tree_first(j, type) : type; t != TREE_NONE;
       t = in->vector ? tree_next(j, t) : TREE_NONE) {
    if (in->dimension == INSTANCE_WEIGHTS)
      return false;
    in->is_signed[in->dimension++] = strcmp(tree_text(j, t), "int") == 0;
  }
  return in->dimension > 0;
}

static bool read_weight(const loading *l, uint32_t node, int64_t *out) {
  const tree *j = l->j;
  uint32_t weight = tree_member(j, node, "weight");
  uint32_t item = l->in->vector ? tree_first(j, weight) : weight;
  for (uint32_t i = 0; i < l->in->dimension; i++) {
    if (tree_kind_of(j, item) != TREE_NUMBER)
      return false;
    out[i] = tree_integer(j, item);
    item = l->in->vector ? tree_next(j, item) : TREE_NONE;
  }
  return true;
}

static bool read_rule(loading *l, uint32_t from, const char *top,
                      uint32_t node) {
  static const char *const keys[] = {"pop", "swap", "push"};
  int64_t weight[INSTANCE_WEIGHTS];
  rule r = {.from = from};
  int found = -1;
  for (int i = 0; i < 3; i++) {
    uint32_t value = tree_member(l->j, node, keys[i]);
    if (value == TREE_NONE)
      continue;
    found = i;
    r.symbol = i ? symbol_of(l, tree_text(l->j, value), 0) : 0;
  }
  r.top = symbol_of(l, top, INSTANCE_EPSILON);
  if (found < 0 || r.top == INSTANCE_EPSILON ||
      !control_of(l, tree_member(l->j, node, "to"), &r.to) ||
      !read_weight(l, node, weight))
    return false;
  r.operation = (operation)found;
  instance_add_rule(l->in, r, weight);
  return true;
}

static bool read_state(loading *l, uint32_t from, uint32_t state) {
  const tree *j = l->j;
  for (uint32_t cell = tree_first(j, state); cell != TREE_NONE;
       cell = tree_next(j, cell)) {
    bool list = tree_kind_of(j, cell) == TREE_LIST;
    l->in->lists |= list && tree_next(j, tree_first(j, cell)) == TREE_NONE;
    for (uint32_t r = list ? tree_first(j, cell) : cell; r != TREE_NONE;
         r = list ? tree_next(j, r) : TREE_NONE)
      if (!read_rule(l, from, tree_key(j, cell), r))
        return false;
  }
  return true;
}

static bool read_system(loading *l, uint32_t system) {
  const tree *j = l->j;
  uint32_t states = tree_member(j, system, "states"), p = 0;
  if (tree_kind_of(j, states) != (l->in->named ? TREE_OBJECT : TREE_LIST))
    return false;
  for (uint32_t s = tree_first(j, states); s != TREE_NONE;
       s = tree_next(j, s)) {
    if (l->in->named)
      intern(&l->states, tree_key(j, s));
    l->in->states++;
  }
  for (uint32_t s = tree_first(j, states); s != TREE_NONE; s = tree_next(j, s))
    if (!read_state(l, p++, s))
      return false;
  return true;
}

static bool read_automaton(loading *l, int side, uint32_t node) {
  const tree *j = l->j;
  uint32_t state;
  for (uint32_t s = tree_first(j, tree_member(j, node, "accepting"));
       s != TREE_NONE; s = tree_next(j, s)) {
    if (!state_of(l, side, s, &state))
      return false;
    instance_add_accepting(l->in, side, state);
  }
  for (uint32_t x = tree_first(j, tree_member(j, node, "edges"));
       x != TREE_NONE; x = tree_next(j, x)) {
    uint32_t from = tree_first(j, x), symbol = tree_next(j, from);
    edge e;
    if (tree_kind_of(j, symbol) != TREE_STRING ||
        !state_of(l, side, from, &e.from) ||
        !state_of(l, side, tree_next(j, symbol), &e.to))
      return false;
    e.symbol = symbol_of(l, tree_text(j, symbol), INSTANCE_EPSILON);
    instance_add_edge(l->in, side, e);
  }
  return true;
}

/* "a", "b", ... need not be kept: they are what would be written anyway. */
static void keep_names(loading *l) {
  instance *in = l->in;
  bool plain = true;
  in->symbols = (uint32_t)l->symbols.count;
  for (uint32_t i = 0; i < in->symbols && plain; i++)
    plain = i < 26 && l->symbols.name[i][0] == (char)('a' + i) &&
            !l->symbols.name[i][1];
  if (!plain) {
    in->symbol_names = l->symbols.name;
    l->symbols = (names){0};
  }
  if (in->named) {
    in->state_names = l->states.name;
    l->states = (names){0};
  }
}

bool instance_read(instance *in, const char *text, size_t length) {
  tree j = {0};
  loading l = {.j = &j, .in = in};
  instance_reset(in);
  bool good = tree_parse(&j, text, length);
  uint32_t list = good ? tree_member(&j, 0, "instance") : TREE_NONE;
  uint32_t meta = tree_first(&j, list), system = tree_next(&j, meta);
  uint32_t initial = tree_next(&j, system), final = tree_next(&j, initial);
  good = final != TREE_NONE && read_meta(&l, meta) && read_system(&l, system) &&
         read_automaton(&l, 0, initial) && read_automaton(&l, 1, final);
  keep_names(&l);
  if (!good)
    instance_reset(in);
  names_clear(&l.states);
  names_clear(&l.symbols);
  names_clear(&l.extra[0]);
  names_clear(&l.extra[1]);
  tree_clear(&j);
  return good;
}
