#include "view/dot.h"

#include "base/map.h"

#include <assert.h>
#include <string.h>

/* Labels with more lines than this make no picture clearer. */
enum { MOST_LINES = 40 };

#define EPSILON "\xce\xb5"

/* Edges between the same nodes. */

/* Chains of items with the same key, each in the order of the items.
 * Invariant: first and last have one entry a key, next one an item. */
typedef struct groups {
  map keys;
  vec(uint32_t) first, last, count;
  uint32_t *next; /* MAP_NONE ends a chain */
} groups;

static void groups_init(mem *m, groups *g, size_t items) {
  memset(g, 0, sizeof *g);
  g->next = mem_array(m, items + 1, sizeof *g->next);
}

static void groups_add(mem *m, groups *g, uint64_t key, uint32_t item) {
  uint32_t k = map_insert(m, &g->keys, key);
  g->next[item] = MAP_NONE;
  if (k == g->first.count) {
    vec_push(m, &g->first, item);
    vec_push(m, &g->last, item);
    vec_push(m, &g->count, 1);
    return;
  }
  g->next[g->last.at[k]] = item;
  g->last.at[k] = item;
  g->count.at[k]++;
}

static void groups_free(mem *m, groups *g) {
  map_free(m, &g->keys);
  vec_free(m, &g->first);
  vec_free(m, &g->last);
  vec_free(m, &g->count);
  mem_free(m, g->next);
}

/* Inside a quoted string of DOT: a backslash starts an escape there, and
 * control characters have no picture. */
void dot_escaped(text *out, const char *s) {
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\')
      text_char(out, '\\');
    if (c < ' ' || c == 0x7f)
      text_format(out, "\\\\x%02x", c);
    else
      text_char(out, *s);
  }
}

static void put_symbol(text *out, const pds *system, uint32_t symbol) {
  if (symbol == PDS_ANY)
    text_put(out, "*");
  else
    dot_escaped(out, names_text(&system->symbols, symbol));
}

static void put_weight(text *out, const pds *system, uint32_t rule) {
  const int64_t *weight = pds_weight(system, rule);
  if (!weight)
    return;
  text_put(out, " {");
  for (uint32_t i = 0; i < system->dimension; i++) {
    text_put(out, i ? ", " : "");
    text_number(out, weight[i]);
  }
  text_put(out, "}");
}

static void put_rule(text *out, const pds *system, uint32_t index) {
  assert(index < system->rules.count);
  const pds_rule *rule = &system->rules.at[index];
  put_symbol(out, system, rule->top);
  text_put(out, " / ");
  for (uint32_t i = 0; i < rule->length; i++) {
    text_put(out, i ? " " : "");
    put_symbol(out, system, rule->push[i]);
  }
  if (rule->length == 0)
    text_put(out, EPSILON);
  if (rule->action != PDS_NONE) {
    text_put(out, " [");
    dot_escaped(out, names_text(&system->actions, rule->action));
    text_put(out, "]");
  }
  put_weight(out, system, index);
}

static void begin(text *out, const char *name) {
  text_format(out, "digraph %s {\n", name);
  text_put(out, "  rankdir=LR;\n"
                "  node [fontname=\"Helvetica\", fontsize=12];\n"
                "  edge [fontname=\"Helvetica\", fontsize=10];\n");
}

static void put_system_edges(text *out, const pds *system, const groups *g) {
  for (uint32_t k = 0; k < g->first.count; k++) {
    uint64_t key = g->keys.keys.at[k];
    text_format(out, "  s%u -> s%u [label=\"", (unsigned)(key >> 32),
                (unsigned)(key & UINT32_MAX));
    uint32_t lines = 0;
    for (uint32_t i = g->first.at[k]; i != MAP_NONE && lines < MOST_LINES;
         i = g->next[i]) {
      text_put(out, lines++ ? "\\n" : "");
      put_rule(out, system, i);
    }
    if (lines < g->count.at[k])
      text_format(out, "\\n... %u more", (unsigned)(g->count.at[k] - lines));
    text_put(out, "\"];\n");
  }
}

void dot_system(mem *m, const pds *system, text *out) {
  groups g;
  groups_init(m, &g, system->rules.count);
  for (uint32_t i = 0; i < system->rules.count; i++)
    groups_add(m, &g,
               map_pair(system->rules.at[i].from, system->rules.at[i].to), i);
  begin(out, "system");
  text_put(out, "  node [shape=box, style=rounded];\n");
  for (uint32_t s = 0; s < pds_state_count(system); s++) {
    text_format(out, "  s%u [label=\"", (unsigned)s);
    dot_escaped(out, names_text(&system->states, s));
    text_put(out, "\"];\n");
  }
  put_system_edges(out, system, &g);
  text_put(out, "}\n");
  groups_free(m, &g);
}

/* DOT's name of a state: s0 a control state, x0 an extra one. */
static void dot_put_node(text *out, uint32_t state) {
  if (state >= PAUT_EXTRA)
    text_format(out, "x%u", (unsigned)(state - PAUT_EXTRA));
  else
    text_format(out, "s%u", (unsigned)state);
}

static void put_label(text *out, const pds *system, const paut *automaton,
                      uint32_t label) {
  if (label == PAUT_EPSILON) {
    text_put(out, EPSILON);
    return;
  }
  if (label < PAUT_SET) {
    put_symbol(out, system, label);
    return;
  }
  const paut_set *set = &automaton->sets.at[label - PAUT_SET];
  if (set->negated && set->count == 0) {
    text_put(out, "*");
    return;
  }
  text_put(out, set->negated ? "[^" : "[");
  for (uint32_t i = 0; i < set->count; i++) {
    text_put(out, i ? "," : "");
    if (i == MOST_LINES) {
      text_format(out, " ... %u more", (unsigned)(set->count - i));
      break;
    }
    put_symbol(out, system, automaton->set_symbols.at[set->first + i]);
  }
  text_put(out, "]");
}

/* What stands in a node: bit 0, it is in the picture; bit 1, it accepts. */
enum { SEEN = 1, ACCEPTS = 2 };

typedef struct marks {
  uint8_t *control, *extra;
} marks;

static void mark(marks *s, uint32_t state, uint8_t what) {
  if (state >= PAUT_EXTRA)
    s->extra[state - PAUT_EXTRA] |= what;
  else
    s->control[state] |= what;
}

static void put_states(text *out, const names *labels, const uint8_t *what,
                       char prefix, const char *shape) {
  text_format(out, "  node [shape=%s];\n", shape);
  for (uint32_t s = 0; s < names_count(labels); s++) {
    if (!what[s])
      continue;
    text_format(out, "  %c%u [label=\"", prefix, (unsigned)s);
    dot_escaped(out, names_text(labels, s));
    text_put(out, what[s] & ACCEPTS ? "\", peripheries=2];\n" : "\"];\n");
  }
}

static void put_automaton_edges(text *out, const pds *system,
                                const paut *automaton, const groups *g) {
  for (uint32_t k = 0; k < g->first.count; k++) {
    const paut_edge *edge = &automaton->edges.at[g->first.at[k]];
    uint32_t lines = 0;
    text_put(out, "  ");
    dot_put_node(out, edge->from);
    text_put(out, " -> ");
    dot_put_node(out, edge->to);
    text_put(out, " [label=\"");
    for (uint32_t i = g->first.at[k]; i != MAP_NONE && lines < MOST_LINES;
         i = g->next[i]) {
      text_put(out, lines++ ? "\\n" : "");
      put_label(out, system, automaton, automaton->edges.at[i].label);
    }
    if (lines < g->count.at[k])
      text_format(out, "\\n... %u more", (unsigned)(g->count.at[k] - lines));
    text_put(out, "\"];\n");
  }
}

void dot_paut(mem *m, const pds *system, const paut *automaton,
              const char *name, text *out) {
  groups g;
  marks s = {mem_array(m, (size_t)pds_state_count(system) + 1, 1),
             mem_array(m, (size_t)names_count(&automaton->extra) + 1, 1)};
  groups_init(m, &g, automaton->edges.count);
  for (uint32_t i = 0; i < automaton->edges.count; i++) {
    const paut_edge *edge = &automaton->edges.at[i];
    groups_add(m, &g, map_pair(edge->from, edge->to), i);
    mark(&s, edge->from, SEEN);
    mark(&s, edge->to, SEEN);
  }
  vec_each (const uint32_t, x, &automaton->accepting)
    mark(&s, *x, SEEN | ACCEPTS);
  begin(out, name);
  put_states(out, &system->states, s.control, 's', "box");
  put_states(out, &automaton->extra, s.extra, 'x', "circle");
  put_automaton_edges(out, system, automaton, &g);
  text_put(out, "}\n");
  groups_free(m, &g);
  mem_free(m, s.control);
  mem_free(m, s.extra);
}

void dot_automaton(mem *m, const pds *system, pds_side side, text *out) {
  dot_paut(m, system, &system->sets[side],
           side == PDS_INITIAL ? "initial" : "final", out);
}
