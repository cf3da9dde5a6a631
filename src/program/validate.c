/* Is a program as program.h says? Part by part, in an order in which each may
 * trust those before it. */
#include "program/validate.h"

#include <stdio.h>

enum { MOST_TEXT = 200 };

bool prog_wrong(prog_checker *checker, const char *what, size_t number,
                const char *reason) {
  if (!checker->wrong) {
    checker->wrong = mem_alloc(checker->m, MOST_TEXT);
    (void)snprintf(checker->wrong, MOST_TEXT, "%s %zu: %s", what, number,
                   reason);
  }
  return false;
}

static const char *validate_variable_wrong(const prog *program,
                                           const prog_variable *variable) {
  if (variable->name >= names_count(&program->names))
    return "no name";
  if (variable->procedure != PROG_NONE &&
      variable->procedure >= program->procedures.count)
    return "of no procedure";
  if (variable->width == 0 || variable->width > PROG_MOST_BITS)
    return "its width is not from 1 to 32";
  if (variable->count == 0 || (variable->count > 1 && !variable->is_array))
    return "a number has one element, an array one or more";
  if (variable->is_result && variable->procedure != PROG_NONE)
    return "only a global holds results";
  if (variable->values != PROG_NONE &&
      variable->values >= names_count(&program->enumerators))
    return "no such enumeration";
  return NULL;
}

/* So many cells and variables were seen of each procedure; the last entry is
 * that of the globals. */
typedef struct frame {
  uint32_t cells, count;
} frame;

/* Each frame is filled by its variables, in their order. */
static bool fill_frames(prog_checker *checker, frame *frames) {
  const prog *program = checker->p;
  for (size_t i = 0; i < program->variables.count; i++) {
    const prog_variable *variable = &program->variables.at[i];
    const char *reason = validate_variable_wrong(program, variable);
    if (reason)
      return prog_wrong(checker, "variable", i, reason);
    bool is_global = variable->procedure == PROG_NONE;
    frame *f =
        &frames[is_global ? program->procedures.count : variable->procedure];
    if (variable->cell != f->cells)
      return prog_wrong(checker, "variable", i, "not behind the one before it");
    if (!is_global &&
        i !=
            (size_t)program->procedures.at[variable->procedure].first_variable +
                f->count)
      return prog_wrong(checker, "variable", i,
                        "not beside those of its procedure");
    f->cells += variable->count;
    f->count++;
  }
  for (size_t i = 0; i < program->procedures.count; i++)
    if (frames[i].cells != program->procedures.at[i].cells ||
        frames[i].count != program->procedures.at[i].variables)
      return prog_wrong(checker, "procedure", i,
                        "its frame has other variables");
  return frames[program->procedures.count].cells == program->global_cells ||
         prog_wrong(checker, "variable", program->variables.count,
                    "cells of globals are missing");
}

static bool check_variables(prog_checker *checker) {
  frame *frames =
      mem_array(checker->m, checker->p->procedures.count + 1, sizeof *frames);
  bool right = fill_frames(checker, frames);
  mem_free(checker->m, frames);
  return right;
}

static bool check_procedures(prog_checker *checker) {
  const prog *program = checker->p;
  for (size_t i = 0; i < program->procedures.count; i++) {
    const prog_procedure *procedure = &program->procedures.at[i];
    if (procedure->name >= names_count(&program->names))
      return prog_wrong(checker, "procedure", i, "no name");
    if (procedure->parameters > procedure->variables)
      return prog_wrong(checker, "procedure", i,
                        "more parameters than variables");
    if (procedure->entry >= program->locations.count ||
        program->locations.at[procedure->entry].procedure != i)
      return prog_wrong(checker, "procedure", i, "starts elsewhere");
  }
  return true;
}

static bool check_locations(prog_checker *checker) {
  const prog *program = checker->p;
  size_t edges = 0;
  for (size_t i = 0; i < program->locations.count; i++) {
    const prog_location *location = &program->locations.at[i];
    if (location->procedure >= program->procedures.count)
      return prog_wrong(checker, "location", i, "of no procedure");
    if (location->first_edge != edges ||
        location->edges > program->edges.count - edges)
      return prog_wrong(checker, "location", i, "edges are not sorted");
    edges += location->edges;
    for (uint32_t k = 0; k < location->edges; k++)
      if (program->edges.at[location->first_edge + k].from != i)
        return prog_wrong(checker, "location", i, "has another's edge");
  }
  return edges == program->edges.count ||
         prog_wrong(checker, "edge", edges, "of no location");
}

static bool check_marks(prog_checker *checker) {
  const prog *program = checker->p;
  for (size_t i = 0; i < program->labels.count; i++)
    if (program->labels.at[i].location >= program->locations.count ||
        program->labels.at[i].name >= names_count(&program->names))
      return prog_wrong(checker, "label", i, "no name or no location");
  for (size_t i = 0; i < program->claims.count; i++) {
    const prog_claim *claim = &program->claims.at[i];
    if (claim->kind >= PROG_TARGET ||
        claim->text >= names_count(&program->names))
      return prog_wrong(checker, "claim", i, "no such kind, or no text");
    if (claim->location >= program->locations.count ||
        program->locations.at[claim->location].edges != 0)
      return prog_wrong(checker, "claim", i, "its location goes on");
  }
  return true;
}

/* start: first values; call of main; end. */
static bool check_start(prog_checker *checker) {
  const prog *program = checker->p;
  const prog_location *at = program->locations.at;
  if (program->start >= program->locations.count ||
      program->end >= program->locations.count ||
      at[program->start].procedure != 0 || at[program->end].procedure != 0)
    return prog_wrong(checker, "location", program->start,
                      "start or end are elsewhere");
  if (program->main == 0 || program->main >= program->procedures.count)
    return prog_wrong(checker, "procedure", program->main,
                      "is not the main one");
  if (at[program->end].edges != 0)
    return prog_wrong(checker, "location", program->end, "the end goes on");
  if (at[program->start].edges != 1)
    return prog_wrong(checker, "location", program->start,
                      "the start has not one edge");
  const prog_edge *first = &program->edges.at[at[program->start].first_edge];
  if (first->kind != PROG_STEP || at[first->to].edges != 1)
    return prog_wrong(checker, "location", program->start,
                      "main is not called behind it");
  const prog_edge *second = &program->edges.at[at[first->to].first_edge];
  if (second->kind != PROG_CALL || second->to != program->end ||
      second->entry != program->procedures.at[program->main].entry)
    return prog_wrong(checker, "location", first->to,
                      "does not call main before the end");
  return true;
}

static bool check_all(prog_checker *checker) {
  const prog *program = checker->p;
  if (program->procedures.count == 0)
    return prog_wrong(checker, "procedure", 0, "is missing");
  if (!check_variables(checker) || !check_procedures(checker) ||
      !check_locations(checker))
    return false;
  return prog_check_expressions(checker) && prog_check_edges(checker) &&
         check_marks(checker) && check_start(checker);
}

const char *prog_validate(mem *m, const prog *program) {
  prog_checker checker = {.m = m, .p = program};
  checker.seen =
      mem_array(m, program->expressions.count + 1, sizeof *checker.seen);
  bool right = check_all(&checker);
  mem_free(m, checker.seen);
  vec_free(m, &checker.pending);
  return right ? "" : checker.wrong;
}
