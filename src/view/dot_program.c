#include "view/dot_program.h"

#include "view/dot.h"

#include <assert.h>

typedef struct drawing {
  const prog *p;
  bool *is_target; /* by location */
  text *out;
} drawing;

static void put_labels(const drawing *d, uint32_t location) {
  vec_each (const prog_label, label, &d->p->labels)
    if (label->location == location) {
      text_put(d->out, "\\n");
      dot_escaped(d->out, prog_text(d->p, label->name));
      text_char(d->out, ':');
    }
}

static void program_draw_location(const drawing *d, uint32_t n) {
  assert(n < d->p->locations.count);
  const prog_location *location = &d->p->locations.at[n];
  assert(location->procedure < d->p->procedures.count);
  const prog_procedure *procedure = &d->p->procedures.at[location->procedure];
  text_format(d->out, "    l%u [label=\"", (unsigned)n);
  if (location->line)
    text_format(d->out, "%u", (unsigned)location->line);
  put_labels(d, n);
  text_char(d->out, '"');
  if (d->is_target[n])
    text_put(d->out, ", color=red, fontcolor=red");
  if (procedure->entry == n || n == d->p->start)
    text_put(d->out, ", penwidth=2");
  text_put(d->out, "];\n");
}

static void begin_edge(const drawing *d, const prog_edge *edge) {
  assert(edge->from < d->p->locations.count);
  text_format(d->out, "    l%u -> ", (unsigned)edge->from);
  if (edge->kind == PROG_RETURN)
    text_format(d->out, "r%u",
                (unsigned)d->p->locations.at[edge->from].procedure);
  else
    text_format(d->out, "l%u", (unsigned)edge->to);
}

static void program_draw_edge(const drawing *d, const prog_edge *edge) {
  begin_edge(d, edge);
  text_put(d->out, " [label=\"");
  dot_escaped(d->out, prog_text(d->p, edge->text));
  text_put(d->out, edge->is_hidden ? "\", style=dotted];\n" : "\"];\n");
}

static void draw_procedure(const drawing *d, uint32_t n) {
  const prog *program = d->p;
  bool returns = false;
  text_format(d->out, "  subgraph cluster_%u {\n    label=\"", (unsigned)n);
  dot_escaped(d->out, prog_text(program, program->procedures.at[n].name));
  text_put(d->out, "\";\n");
  for (uint32_t i = 0; i < program->locations.count; i++)
    if (program->locations.at[i].procedure == n)
      program_draw_location(d, i);
  vec_each (const prog_edge, edge, &program->edges)
    returns = returns || (edge->kind == PROG_RETURN &&
                          program->locations.at[edge->from].procedure == n);
  if (returns)
    text_format(d->out, "    r%u [shape=point, label=\"\"];\n", (unsigned)n);
  vec_each (const prog_edge, edge, &program->edges)
    if (program->locations.at[edge->from].procedure == n)
      program_draw_edge(d, edge);
  text_put(d->out, "  }\n");
}

void dot_program(mem *m, const prog *program, const prog_locations *targets,
                 text *out) {
  drawing d = {.p = program, .out = out};
  d.is_target = mem_array(m, program->locations.count + 1, sizeof *d.is_target);
  vec_each (const uint32_t, t, targets)
    d.is_target[*t] = true;
  text_put(out, "digraph program {\n"
                "  node [shape=box, style=rounded, fontname=\"Helvetica\", "
                "fontsize=12];\n"
                "  edge [fontname=\"Helvetica\", fontsize=10];\n"
                "  fontname=\"Helvetica\";\n");
  for (uint32_t n = 0; n < program->procedures.count; n++)
    draw_procedure(&d, n);
  vec_each (const prog_edge, edge, &program->edges)
    if (edge->kind == PROG_CALL)
      text_format(out, "  l%u -> l%u [style=dashed, constraint=false];\n",
                  (unsigned)edge->from, (unsigned)edge->entry);
  text_put(out, "}\n");
  mem_free(m, d.is_target);
}
