/* Is a program as program.h says? Part by part, in an order in which each may
 * trust those before it. */
#include "program/validate.h"

#include <stdio.h>

enum { MOST_TEXT = 200 };

bool prog_wrong(prog_checker *c, const char *what, size_t number,
                const char *reason) {
  if (!c->wrong) {
    c->wrong = mem_alloc(c->m, MOST_TEXT);
    (void)snprintf(c->wrong, MOST_TEXT, "%s %zu: %s", what, number, reason);
  }
  return false;
}

static const char *validate_variable_wrong(const prog *p,
                                           const prog_variable *v) {
  if (v->name >= names_count(&p->names))
    return "no name";
  if (v->procedure != PROG_NONE && v->procedure >= p->procedures.count)
    return "of no procedure";
  if (v->width == 0 || v->width > PROG_MOST_BITS)
    return "its width is not from 1 to 32";
  if (v->count == 0 || (v->count > 1 && !v->is_array))
    return "a number has one element, an array one or more";
  if (v->is_result && v->procedure != PROG_NONE)
    return "only a global holds results";
  if (v->values != PROG_NONE && v->values >= names_count(&p->enumerators))
    return "no such enumeration";
  return NULL;
}

/* So many cells and variables were seen of each procedure; the last entry is
 * that of the globals. */
typedef struct frame {
  uint32_t cells, count;
} frame;

/* Each frame is filled by its variables, in their order. */
static bool fill_frames(prog_checker *c, frame *frames) {
  const prog *p = c->p;
  for (size_t i = 0; i < p->variables.count; i++) {
    const prog_variable *v = &p->variables.at[i];
    const char *reason = validate_variable_wrong(p, v);
    if (reason)
      return prog_wrong(c, "variable", i, reason);
    bool is_global = v->procedure == PROG_NONE;
    frame *f = &frames[is_global ? p->procedures.count : v->procedure];
    if (v->cell != f->cells)
      return prog_wrong(c, "variable", i, "not behind the one before it");
    if (!is_global &&
        i != (size_t)p->procedures.at[v->procedure].first_variable + f->count)
      return prog_wrong(c, "variable", i, "not beside those of its procedure");
    f->cells += v->count;
    f->count++;
  }
  for (size_t i = 0; i < p->procedures.count; i++)
    if (frames[i].cells != p->procedures.at[i].cells ||
        frames[i].count != p->procedures.at[i].variables)
      return prog_wrong(c, "procedure", i, "its frame has other variables");
  return frames[p->procedures.count].cells == p->global_cells ||
         prog_wrong(c, "variable", p->variables.count,
                    "cells of globals are missing");
}

static bool check_variables(prog_checker *c) {
  frame *frames = mem_array(c->m, c->p->procedures.count + 1, sizeof *frames);
  bool right = fill_frames(c, frames);
  mem_free(c->m, frames);
  return right;
}

static bool check_procedures(prog_checker *c) {
  const prog *p = c->p;
  for (size_t i = 0; i < p->procedures.count; i++) {
    const prog_procedure *q = &p->procedures.at[i];
    if (q->name >= names_count(&p->names))
      return prog_wrong(c, "procedure", i, "no name");
    if (q->parameters > q->variables)
      return prog_wrong(c, "procedure", i, "more parameters than variables");
    if (q->entry >= p->locations.count ||
        p->locations.at[q->entry].procedure != i)
      return prog_wrong(c, "procedure", i, "starts elsewhere");
  }
  return true;
}

static bool check_locations(prog_checker *c) {
  const prog *p = c->p;
  size_t edges = 0;
  for (size_t i = 0; i < p->locations.count; i++) {
    const prog_location *l = &p->locations.at[i];
    if (l->procedure >= p->procedures.count)
      return prog_wrong(c, "location", i, "of no procedure");
    if (l->first_edge != edges || l->edges > p->edges.count - edges)
      return prog_wrong(c, "location", i, "edges are not sorted");
    edges += l->edges;
    for (uint32_t k = 0; k < l->edges; k++)
      if (p->edges.at[l->first_edge + k].from != i)
        return prog_wrong(c, "location", i, "has another's edge");
  }
  return edges == p->edges.count ||
         prog_wrong(c, "edge", edges, "of no location");
}

static bool check_marks(prog_checker *c) {
  const prog *p = c->p;
  for (size_t i = 0; i < p->labels.count; i++)
    if (p->labels.at[i].location >= p->locations.count ||
        p->labels.at[i].name >= names_count(&p->names))
      return prog_wrong(c, "label", i, "no name or no location");
  for (size_t i = 0; i < p->claims.count; i++) {
    const prog_claim *claim = &p->claims.at[i];
    if (claim->kind >= PROG_TARGET || claim->text >= names_count(&p->names))
      return prog_wrong(c, "claim", i, "no such kind, or no text");
    if (claim->location >= p->locations.count ||
        p->locations.at[claim->location].edges != 0)
      return prog_wrong(c, "claim", i, "its location goes on");
  }
  return true;
}

/* start: first values; call of main; end. */
static bool check_start(prog_checker *c) {
  const prog *p = c->p;
  const prog_location *at = p->locations.at;
  if (p->start >= p->locations.count || p->end >= p->locations.count ||
      at[p->start].procedure != 0 || at[p->end].procedure != 0)
    return prog_wrong(c, "location", p->start, "start or end are elsewhere");
  if (p->main == 0 || p->main >= p->procedures.count)
    return prog_wrong(c, "procedure", p->main, "is not the main one");
  if (at[p->end].edges != 0)
    return prog_wrong(c, "location", p->end, "the end goes on");
  if (at[p->start].edges != 1)
    return prog_wrong(c, "location", p->start, "the start has not one edge");
  const prog_edge *first = &p->edges.at[at[p->start].first_edge];
  if (first->kind != PROG_STEP || at[first->to].edges != 1)
    return prog_wrong(c, "location", p->start, "main is not called behind it");
  const prog_edge *second = &p->edges.at[at[first->to].first_edge];
  if (second->kind != PROG_CALL || second->to != p->end ||
      second->entry != p->procedures.at[p->main].entry)
    return prog_wrong(c, "location", first->to,
                      "does not call main before the end");
  return true;
}

static bool check_all(prog_checker *c) {
  const prog *p = c->p;
  if (p->procedures.count == 0)
    return prog_wrong(c, "procedure", 0, "is missing");
  if (!check_variables(c) || !check_procedures(c) || !check_locations(c))
    return false;
  return prog_check_expressions(c) && prog_check_edges(c) && check_marks(c) &&
         check_start(c);
}

const char *prog_validate(mem *m, const prog *p) {
  prog_checker c = {.m = m, .p = p};
  c.seen = mem_array(m, p->expressions.count + 1, sizeof *c.seen);
  bool right = check_all(&c);
  mem_free(m, c.seen);
  vec_free(m, &c.pending);
  return right ? "" : c.wrong;
}
