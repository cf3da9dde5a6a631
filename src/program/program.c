#include "program/program.h"

#include <assert.h>
#include <string.h>

uint32_t prog_name(mem *m, prog *p, const char *text) {
  return names_insert(m, &p->names, text, strlen(text));
}

uint32_t prog_add_expression(mem *m, prog *p, prog_op op, uint32_t width,
                             uint32_t a, uint32_t b, uint32_t c) {
  prog_expression e = {.op = op, .width = width, .a = a, .b = b, .c = c};
  vec_push(m, &p->expressions, e);
  return (uint32_t)p->expressions.count - 1;
}

uint32_t prog_constant(mem *m, prog *p, uint32_t width, uint32_t value) {
  return prog_add_expression(m, p, PROG_CONSTANT, width, value, PROG_NONE,
                             PROG_NONE);
}

uint32_t prog_add_procedure(mem *m, prog *p, uint32_t name, uint32_t line,
                            uint32_t column) {
  prog_procedure q = {.name = name,
                      .first_variable = (uint32_t)p->variables.count,
                      .entry = PROG_NONE,
                      .line = line,
                      .column = column};
  vec_push(m, &p->procedures, q);
  return (uint32_t)p->procedures.count - 1;
}

uint32_t prog_add_variable(mem *m, prog *p, const prog_variable *v) {
  assert(v->width >= 1 && v->width <= PROG_MOST_BITS && v->count > 0);
  assert(v->procedure == PROG_NONE || v->procedure < p->procedures.count);
  uint32_t number = (uint32_t)p->variables.count;
  vec_push(m, &p->variables, *v);
  prog_variable *new = &vec_last(&p->variables);
  uint32_t *cells = &p->global_cells;
  if (v->procedure != PROG_NONE) {
    prog_procedure *q = &p->procedures.at[v->procedure];
    if (q->variables == 0)
      q->first_variable = number;
    assert(q->first_variable + q->variables == number); /* neighbours */
    q->variables++;
    cells = &q->cells;
  }
  new->cell = *cells;
  if (v->count > UINT32_MAX - *cells)
    mem_raise(m->budget, MEM_LIMIT);
  *cells += v->count;
  return number;
}

uint32_t prog_add_location(mem *m, prog *p, uint32_t procedure, uint32_t line,
                           uint32_t column) {
  assert(procedure < p->procedures.count);
  prog_location l = {.procedure = procedure, .line = line, .column = column};
  vec_push(m, &p->locations, l);
  return (uint32_t)p->locations.count - 1;
}

uint32_t prog_add_edge(mem *m, prog *p, const prog_edge *e,
                       const prog_assignment *a, size_t count) {
  assert(e->from < p->locations.count && (a || count == 0));
  prog_edge copy = *e;
  copy.first_assignment = (uint32_t)p->assignments.count;
  copy.assignments = (uint32_t)count;
  for (size_t i = 0; i < count; i++)
    vec_push(m, &p->assignments, a[i]);
  vec_push(m, &p->edges, copy);
  return (uint32_t)p->edges.count - 1;
}

void prog_add_label(mem *m, prog *p, uint32_t name, uint32_t location) {
  assert(location < p->locations.count);
  prog_label l = {.name = name, .location = location};
  vec_push(m, &p->labels, l);
}

void prog_add_claim(mem *m, prog *p, const prog_claim *c) {
  assert(c->location < p->locations.count);
  vec_push(m, &p->claims, *c);
}

void prog_finish(mem *m, prog *p) {
  size_t count = p->edges.count;
  prog_edge *sorted = mem_array(m, count, sizeof *sorted);
  vec_each (prog_edge, e, &p->edges)
    p->locations.at[e->from].edges++;
  uint32_t first = 0;
  vec_each (prog_location, l, &p->locations) {
    l->first_edge = first;
    first += l->edges;
    l->edges = 0;
  }
  vec_each (prog_edge, e, &p->edges) {
    prog_location *l = &p->locations.at[e->from];
    assert(l->first_edge + l->edges < count);
    sorted[l->first_edge + l->edges++] = *e;
  }
  for (size_t i = 0; i < count; i++)
    p->edges.at[i] = sorted[i];
  mem_free(m, sorted);
}

size_t prog_operands(const prog_expression *x, uint32_t out[3]) {
  switch (x->op) {
  case PROG_CONSTANT:
  case PROG_ANY:
    return 0;
  case PROG_NOW:
  case PROG_NEXT:
  case PROG_BELOW:
    out[0] = x->b;
    return x->b != PROG_NONE;
  case PROG_NOT:
  case PROG_BIT_NOT:
  case PROG_WIDEN:
    out[0] = x->a;
    return 1;
  case PROG_IF:
    out[0] = x->a, out[1] = x->b, out[2] = x->c;
    return 3;
  default:
    out[0] = x->a, out[1] = x->b;
    return 2;
  }
}

bool prog_find_label(mem *m, const prog *p, const char *text,
                     prog_locations *out) {
  const char *colon = strchr(text, ':');
  const char *label = colon ? colon + 1 : text;
  size_t before = out->count, length = colon ? (size_t)(colon - text) : 0;
  vec_each (const prog_label, l, &p->labels) {
    uint32_t procedure = p->locations.at[l->location].procedure;
    uint32_t name = p->procedures.at[procedure].name;
    if (strcmp(prog_text(p, l->name), label) != 0)
      continue;
    if (colon && (names_length(&p->names, name) != length ||
                  memcmp(prog_text(p, name), text, length) != 0))
      continue;
    vec_push(m, out, l->location);
  }
  return out->count > before;
}
