#include "view/dot_program.h"

#include "view/dot.h"

#include <assert.h>

typedef struct drawing {
  const prog *p;
  bool *is_target; /* by location */
  text *out;
} drawing;

static void put_labels(const drawing *d, uint32_t location) {
  vec_each (const prog_label, l, &d->p->labels)
    if (l->location == location) {
      text_put(d->out, "\\n");
      dot_escaped(d->out, prog_text(d->p, l->name));
      text_char(d->out, ':');
    }
}

static void program_draw_location(const drawing *d, uint32_t n) {
  assert(n < d->p->locations.count);
  const prog_location *x = &d->p->locations.at[n];
  assert(x->procedure < d->p->procedures.count);
  const prog_procedure *f = &d->p->procedures.at[x->procedure];
  text_format(d->out, "    l%u [label=\"", (unsigned)n);
  if (x->line)
    text_format(d->out, "%u", (unsigned)x->line);
  put_labels(d, n);
  text_char(d->out, '"');
  if (d->is_target[n])
    text_put(d->out, ", color=red, fontcolor=red");
  if (f->entry == n || n == d->p->start)
    text_put(d->out, ", penwidth=2");
  text_put(d->out, "];\n");
}

static void begin_edge(const drawing *d, const prog_edge *e) {
  assert(e->from < d->p->locations.count);
  text_format(d->out, "    l%u -> ", (unsigned)e->from);
  if (e->kind == PROG_RETURN)
    text_format(d->out, "r%u", (unsigned)d->p->locations.at[e->from].procedure);
  else
    text_format(d->out, "l%u", (unsigned)e->to);
}

static void program_draw_edge(const drawing *d, const prog_edge *e) {
  begin_edge(d, e);
  text_put(d->out, " [label=\"");
  dot_escaped(d->out, prog_text(d->p, e->text));
  text_put(d->out, e->is_hidden ? "\", style=dotted];\n" : "\"];\n");
}

static void draw_procedure(const drawing *d, uint32_t n) {
  const prog *p = d->p;
  bool returns = false;
  text_format(d->out, "  subgraph cluster_%u {\n    label=\"", (unsigned)n);
  dot_escaped(d->out, prog_text(p, p->procedures.at[n].name));
  text_put(d->out, "\";\n");
  for (uint32_t i = 0; i < p->locations.count; i++)
    if (p->locations.at[i].procedure == n)
      program_draw_location(d, i);
  vec_each (const prog_edge, e, &p->edges)
    returns = returns || (e->kind == PROG_RETURN &&
                          p->locations.at[e->from].procedure == n);
  if (returns)
    text_format(d->out, "    r%u [shape=point, label=\"\"];\n", (unsigned)n);
  vec_each (const prog_edge, e, &p->edges)
    if (p->locations.at[e->from].procedure == n)
      program_draw_edge(d, e);
  text_put(d->out, "  }\n");
}

void dot_program(mem *m, const prog *p, const prog_locations *targets,
                 text *out) {
  drawing d = {.p = p, .out = out};
  d.is_target = mem_array(m, p->locations.count + 1, sizeof *d.is_target);
  vec_each (const uint32_t, t, targets)
    d.is_target[*t] = true;
  text_put(out, "digraph program {\n"
                "  node [shape=box, style=rounded, fontname=\"Helvetica\", "
                "fontsize=12];\n"
                "  edge [fontname=\"Helvetica\", fontsize=10];\n"
                "  fontname=\"Helvetica\";\n");
  for (uint32_t n = 0; n < p->procedures.count; n++)
    draw_procedure(&d, n);
  vec_each (const prog_edge, e, &p->edges)
    if (e->kind == PROG_CALL)
      text_format(out, "  l%u -> l%u [style=dashed, constraint=false];\n",
                  (unsigned)e->from, (unsigned)e->entry);
  text_put(out, "}\n");
  mem_free(m, d.is_target);
}
