#include "view/dot_evidence.h"

#include "view/dot.h"

#include <assert.h>
#include <string.h>

static void put_name(const pds *system, const evidence *e, uint32_t s,
                     text *out) {
  const names *extra =
      &system->sets[e->forward ? PDS_INITIAL : PDS_FINAL].extra;
  uint32_t controls = pds_state_count(system), extras = names_count(extra);
  if (s < controls) {
    dot_escaped(out, names_text(&system->states, s));
  } else if (s < controls + extras) {
    text_char(out, '%');
    dot_escaped(out, names_text(extra, s - controls));
  } else if (s < 2 * controls + extras) {
    dot_escaped(out, names_text(&system->states, s - controls - extras));
    text_char(out, '\'');
  } else {
    text_format(out, "push %u", (unsigned)(s - 2 * controls - extras));
  }
}

/* One arrow a pair of states, its symbols gathered. */
typedef struct arrows {
  map pairs;
  vec(uint32_t) first, last; /* by pair: in 'symbols' */
  vec(uint32_t) symbols, next;
} arrows;

static void arrow_add(mem *m, arrows *a, uint32_t from, uint32_t to,
                      uint32_t symbol) {
  uint32_t n = map_insert(m, &a->pairs, map_pair(from, to));
  uint32_t here = (uint32_t)a->symbols.count;
  vec_push(m, &a->symbols, symbol);
  vec_push(m, &a->next, MAP_NONE);
  if (n == a->first.count) {
    vec_push(m, &a->first, here);
    vec_push(m, &a->last, here);
    return;
  }
  a->next.at[a->last.at[n]] = here;
  a->last.at[n] = here;
}

static void put_arrow(const pds *system, const arrows *a, uint32_t n,
                      text *out) {
  assert(n < a->pairs.keys.count);
  enum { MOST_SYMBOLS = 12 };
  uint64_t key = a->pairs.keys.at[n];
  uint32_t shown = 0;
  text_format(out, "  s%u -> s%u [label=\"", (unsigned)(key >> 32),
              (unsigned)(uint32_t)key);
  assert(n < a->first.count);
  for (uint32_t i = a->first.at[n]; i != MAP_NONE; i = a->next.at[i]) {
    if (shown)
      text_put(out, ", ");
    if (shown++ == MOST_SYMBOLS) {
      text_put(out, "...");
      break;
    }
    if (a->symbols.at[i] == MAP_NONE)
      text_put(out, "\xce\xb5");
    else
      dot_escaped(out, names_text(&system->symbols, a->symbols.at[i]));
  }
  text_put(out, "\"];\n");
}

static void evidence_put_node(mem *m, map *nodes, const pds *system,
                              const evidence *e, uint32_t s, text *out) {
  size_t before = nodes->keys.count;
  if (map_insert(m, nodes, s) < before)
    return;
  text_format(out, "  s%u [shape=%s,label=\"", (unsigned)s,
              s < pds_state_count(system) ? "box" : "ellipse");
  put_name(system, e, s, out);
  text_put(out, "\"];\n");
}

void dot_evidence(mem *m, const pds *system, const evidence *e, text *out) {
  arrows a;
  map nodes = {0};
  memset(&a, 0, sizeof a);
  vec_each (const evidence_row, row, &e->rows)
    for (size_t i = 0; i < row->count; i++)
      arrow_add(m, &a, row->from, e->targets.at[row->first + i], row->symbol);
  vec_each (const nfa_edge, edge, &e->epsilon)
    arrow_add(m, &a, edge->from, edge->to, MAP_NONE);
  text_put(out, "digraph saturated {\n  rankdir=LR;\n");
  vec_each (const uint64_t, key, &a.pairs.keys) {
    evidence_put_node(m, &nodes, system, e, (uint32_t)(*key >> 32), out);
    evidence_put_node(m, &nodes, system, e, (uint32_t)*key, out);
  }
  for (uint32_t n = 0; n < a.pairs.keys.count; n++)
    put_arrow(system, &a, n, out);
  text_put(out, "}\n");
}
