#include "view/dot_cfa.h"

#include "cfa/print.h"
#include "view/dot.h"

#include <assert.h>
#include <string.h>

static bool is_end(const cfa_edge *edge) { return edge->to == CFA_NONE; }

static void cfa_draw_location(const cfa *automaton, uint32_t n, text *out) {
  assert(n < automaton->locations.count);
  const cfa_location *location = &automaton->locations.at[n];
  text_format(out, "    l%u [label=\"", (unsigned)n);
  assert(location->function < automaton->functions.count);
  if (location->place.file != CFA_NONE)
    text_format(out, "%u", (unsigned)location->place.line);
  text_char(out, '"');
  if (automaton->functions.at[location->function].entry == n)
    text_put(out, ", penwidth=2");
  if (location->is_loop_head)
    text_put(out, ", peripheries=2");
  text_put(out, "];\n");
}

/* Escapes what the printer of edges hands over. */
static int put_escaped(void *self, const char *piece, size_t length) {
  text *out = self;
  for (size_t i = 0; i < length; i++) {
    char one[2] = {piece[i], '\0'};
    dot_escaped(out, one);
  }
  return 0;
}

static void draw_end(const cfa_edge *edge, uint32_t n, text *out) {
  text_format(out, "    e%u [shape=point, label=\"\"%s];\n", (unsigned)n,
              edge->kind == CFA_FAIL ? ", color=red"
              : edge->kind == CFA_UNSUPPORTED || edge->kind == CFA_UNDEFINED
                  ? ", color=orange"
                  : "");
}

static void cfa_draw_edge(const cfa *automaton, uint32_t n, text *out) {
  assert(n < automaton->edges.count);
  const cfa_edge *edge = &automaton->edges.at[n];
  text label;
  if (is_end(edge))
    draw_end(edge, n, out);
  text_format(out, "    l%u -> %c%u [label=\"", (unsigned)edge->from,
              is_end(edge) ? 'e' : 'l',
              (unsigned)(is_end(edge) ? n : edge->to));
  text_init(&label, put_escaped, out);
  cfa_print_edge(automaton, n, &label);
  text_end(&label);
  text_put(out, edge->kind == CFA_FAIL ? "\", color=red, fontcolor=red];\n"
                                       : "\"];\n");
}

static void draw_function(const cfa *automaton, uint32_t n, text *out) {
  assert(n < automaton->functions.count);
  text_format(out, "  subgraph cluster_%u {\n    label=\"", (unsigned)n);
  dot_escaped(out, cfa_text(automaton, automaton->functions.at[n].name));
  text_put(out, "\";\n");
  for (uint32_t i = 0; i < automaton->locations.count; i++) {
    const cfa_location *location = &automaton->locations.at[i];
    if (location->function != n)
      continue;
    cfa_draw_location(automaton, i, out);
    for (uint32_t e = 0; e < location->edges; e++)
      cfa_draw_edge(automaton, location->first_edge + e, out);
  }
  text_put(out, "  }\n");
}

void dot_cfa(const cfa *automaton, text *out) {
  text_put(out, "digraph program {\n"
                "  node [shape=box, style=rounded, fontname=\"Helvetica\", "
                "fontsize=12];\n"
                "  edge [fontname=\"Helvetica\", fontsize=10];\n"
                "  fontname=\"Helvetica\";\n");
  for (uint32_t n = 0; n < automaton->functions.count; n++)
    draw_function(automaton, n, out);
  vec_each (const cfa_edge, edge, &automaton->edges)
    if (edge->kind == CFA_CALL && edge->function != CFA_NONE)
      text_format(out, "  l%u -> l%u [style=dashed, constraint=false];\n",
                  (unsigned)edge->from,
                  (unsigned)automaton->functions.at[edge->function].entry);
  text_put(out, "}\n");
}
