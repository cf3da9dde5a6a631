#include "program/program.h"

#include <assert.h>
#include <string.h>

uint32_t prog_name(mem *m, prog *program, const char *text) {
  return names_insert(m, &program->names, text, strlen(text));
}

uint32_t prog_add_expression(mem *m, prog *program, prog_op op, uint32_t width,
                             uint32_t a, uint32_t b, uint32_t c) {
  prog_expression expression = {
      .op = op, .width = width, .a = a, .b = b, .c = c};
  vec_push(m, &program->expressions, expression);
  return (uint32_t)program->expressions.count - 1;
}

uint32_t prog_constant(mem *m, prog *program, uint32_t width, uint32_t value) {
  return prog_add_expression(m, program, PROG_CONSTANT, width, value, PROG_NONE,
                             PROG_NONE);
}

uint32_t prog_add_procedure(mem *m, prog *program, uint32_t name, uint32_t line,
                            uint32_t column) {
  prog_procedure procedure = {.name = name,
                              .first_variable =
                                  (uint32_t)program->variables.count,
                              .entry = PROG_NONE,
                              .line = line,
                              .column = column};
  vec_push(m, &program->procedures, procedure);
  return (uint32_t)program->procedures.count - 1;
}

uint32_t prog_add_variable(mem *m, prog *program,
                           const prog_variable *variable) {
  assert(variable->width >= 1 && variable->width <= PROG_MOST_BITS &&
         variable->count > 0);
  assert(variable->procedure == PROG_NONE ||
         variable->procedure < program->procedures.count);
  uint32_t number = (uint32_t)program->variables.count;
  vec_push(m, &program->variables, *variable);
  prog_variable *new = &vec_last(&program->variables);
  uint32_t *cells = &program->global_cells;
  if (variable->procedure != PROG_NONE) {
    prog_procedure *procedure = &program->procedures.at[variable->procedure];
    if (procedure->variables == 0)
      procedure->first_variable = number;
    assert(procedure->first_variable + procedure->variables ==
           number); /* neighbours */
    procedure->variables++;
    cells = &procedure->cells;
  }
  new->cell = *cells;
  if (variable->count > UINT32_MAX - *cells)
    mem_raise(m->budget, MEM_LIMIT);
  *cells += variable->count;
  return number;
}

uint32_t prog_add_location(mem *m, prog *program, uint32_t procedure,
                           uint32_t line, uint32_t column) {
  assert(procedure < program->procedures.count);
  prog_location location = {
      .procedure = procedure, .line = line, .column = column};
  vec_push(m, &program->locations, location);
  return (uint32_t)program->locations.count - 1;
}

uint32_t prog_add_edge(mem *m, prog *program, const prog_edge *edge,
                       const prog_assignment *assignment, size_t count) {
  assert(edge->from < program->locations.count && (assignment || count == 0));
  prog_edge copy = *edge;
  copy.first_assignment = (uint32_t)program->assignments.count;
  copy.assignments = (uint32_t)count;
  for (size_t i = 0; i < count; i++)
    vec_push(m, &program->assignments, assignment[i]);
  vec_push(m, &program->edges, copy);
  return (uint32_t)program->edges.count - 1;
}

void prog_add_label(mem *m, prog *program, uint32_t name, uint32_t location) {
  assert(location < program->locations.count);
  prog_label label = {.name = name, .location = location};
  vec_push(m, &program->labels, label);
}

void prog_add_claim(mem *m, prog *program, const prog_claim *claim) {
  assert(claim->location < program->locations.count);
  vec_push(m, &program->claims, *claim);
}

void prog_finish(mem *m, prog *program) {
  size_t count = program->edges.count;
  prog_edge *sorted = mem_array(m, count, sizeof *sorted);
  vec_each (prog_edge, edge, &program->edges)
    program->locations.at[edge->from].edges++;
  uint32_t first = 0;
  vec_each (prog_location, location, &program->locations) {
    location->first_edge = first;
    first += location->edges;
    location->edges = 0;
  }
  vec_each (prog_edge, edge, &program->edges) {
    prog_location *location = &program->locations.at[edge->from];
    assert(location->first_edge + location->edges < count);
    sorted[location->first_edge + location->edges++] = *edge;
  }
  for (size_t i = 0; i < count; i++)
    program->edges.at[i] = sorted[i];
  mem_free(m, sorted);
}

size_t prog_operands(const prog_expression *expression, uint32_t out[3]) {
  switch (expression->op) {
  case PROG_CONSTANT:
  case PROG_ANY:
    return 0;
  case PROG_NOW:
  case PROG_NEXT:
  case PROG_BELOW:
    out[0] = expression->b;
    return expression->b != PROG_NONE;
  case PROG_NOT:
  case PROG_BIT_NOT:
  case PROG_WIDEN:
    out[0] = expression->a;
    return 1;
  case PROG_IF:
    out[0] = expression->a, out[1] = expression->b, out[2] = expression->c;
    return 3;
  default:
    out[0] = expression->a, out[1] = expression->b;
    return 2;
  }
}

bool prog_find_label(mem *m, const prog *program, const char *text,
                     prog_locations *out) {
  const char *colon = strchr(text, ':');
  const char *label = colon ? colon + 1 : text;
  size_t before = out->count, length = colon ? (size_t)(colon - text) : 0;
  vec_each (const prog_label, l, &program->labels) {
    uint32_t procedure = program->locations.at[l->location].procedure;
    uint32_t name = program->procedures.at[procedure].name;
    if (strcmp(prog_text(program, l->name), label) != 0)
      continue;
    if (colon && (names_length(&program->names, name) != length ||
                  memcmp(prog_text(program, name), text, length) != 0))
      continue;
    vec_push(m, out, l->location);
  }
  return out->count > before;
}
