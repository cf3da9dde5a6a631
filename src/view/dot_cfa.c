#include "view/dot_cfa.h"

#include "cfa/print.h"
#include "view/dot.h"

#include <assert.h>
#include <string.h>

static bool is_end(const cfa_edge *e) { return e->to == CFA_NONE; }

static void cfa_draw_location(const cfa *p, uint32_t n, text *out) {
  assert(n < p->locations.count);
  const cfa_location *l = &p->locations.at[n];
  text_format(out, "    l%u [label=\"", (unsigned)n);
  assert(l->function < p->functions.count);
  if (l->place.file != CFA_NONE)
    text_format(out, "%u", (unsigned)l->place.line);
  text_char(out, '"');
  if (p->functions.at[l->function].entry == n)
    text_put(out, ", penwidth=2");
  if (l->is_loop_head)
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

static void draw_end(const cfa_edge *e, uint32_t n, text *out) {
  text_format(out, "    e%u [shape=point, label=\"\"%s];\n", (unsigned)n,
              e->kind == CFA_FAIL ? ", color=red"
              : e->kind == CFA_UNSUPPORTED || e->kind == CFA_UNDEFINED
                  ? ", color=orange"
                  : "");
}

static void cfa_draw_edge(const cfa *p, uint32_t n, text *out) {
  assert(n < p->edges.count);
  const cfa_edge *e = &p->edges.at[n];
  text label;
  if (is_end(e))
    draw_end(e, n, out);
  text_format(out, "    l%u -> %c%u [label=\"", (unsigned)e->from,
              is_end(e) ? 'e' : 'l', (unsigned)(is_end(e) ? n : e->to));
  text_init(&label, put_escaped, out);
  cfa_print_edge(p, n, &label);
  text_end(&label);
  text_put(out,
           e->kind == CFA_FAIL ? "\", color=red, fontcolor=red];\n" : "\"];\n");
}

static void draw_function(const cfa *p, uint32_t n, text *out) {
  assert(n < p->functions.count);
  text_format(out, "  subgraph cluster_%u {\n    label=\"", (unsigned)n);
  dot_escaped(out, cfa_text(p, p->functions.at[n].name));
  text_put(out, "\";\n");
  for (uint32_t i = 0; i < p->locations.count; i++) {
    const cfa_location *l = &p->locations.at[i];
    if (l->function != n)
      continue;
    cfa_draw_location(p, i, out);
    for (uint32_t e = 0; e < l->edges; e++)
      cfa_draw_edge(p, l->first_edge + e, out);
  }
  text_put(out, "  }\n");
}

void dot_cfa(const cfa *p, text *out) {
  text_put(out, "digraph program {\n"
                "  node [shape=box, style=rounded, fontname=\"Helvetica\", "
                "fontsize=12];\n"
                "  edge [fontname=\"Helvetica\", fontsize=10];\n"
                "  fontname=\"Helvetica\";\n");
  for (uint32_t n = 0; n < p->functions.count; n++)
    draw_function(p, n, out);
  vec_each (const cfa_edge, e, &p->edges)
    if (e->kind == CFA_CALL && e->function != CFA_NONE)
      text_format(out, "  l%u -> l%u [style=dashed, constraint=false];\n",
                  (unsigned)e->from,
                  (unsigned)p->functions.at[e->function].entry);
  text_put(out, "}\n");
}
