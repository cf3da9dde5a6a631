#include "evidence/symbolic/checker.h"

#include <stdio.h>

bool checker_fail(checker *c, uint32_t location, const char *message) {
  enum { MOST = 400 };
  char *said = mem_alloc(c->owner, MOST);
  if (location == PROG_NONE) {
    snprintf(said, MOST, "%s", message);
  } else {
    const prog_location *l = &c->p->locations.at[location];
    uint32_t name = c->p->procedures.at[l->procedure].name, number = 0;
    for (uint32_t i = 0; i < location; i++)
      number += c->p->locations.at[i].procedure == l->procedure;
    snprintf(said, MOST, "%s: location %u of '%.150s', line %u", message,
             (unsigned)number, name == PROG_NONE ? "" : prog_text(c->p, name),
             (unsigned)l->line);
  }
  *c->why = said;
  return false;
}

bool checker_within(checker *c, dd x, dd y, uint32_t location,
                    const char *message) {
  return dd_implies(&c->d, x, y) || checker_fail(c, location, message);
}

bool checker_has_start(checker *c, dd set, uint32_t state) {
  uint32_t frame = c->frame_bits[checker_procedure(c, c->p->start)];
  variable_list variables = {0};
  bool *values =
      mem_array(c->m, (size_t)c->globals + frame + 1, sizeof *values);
  for (uint32_t i = 0; i < c->globals; i++) {
    vec_push(c->m, &variables, checker_global(c, i, SYM_NOW));
    if (i >= c->program_globals)
      values[i] = state >> (i - c->program_globals) & 1;
  }
  for (uint32_t i = 0; i < frame; i++)
    vec_push(c->m, &variables, checker_local(c, i, SYM_NOW));
  dd point = dd_point(&c->d, variables.at, values, variables.count);
  vec_free(c->m, &variables);
  mem_free(c->m, values);
  return dd_implies(&c->d, point, set);
}

/* Steps stay in their procedure, as the proof's frames do. */
static bool check_program(checker *c) {
  const prog *program = c->p;
  vec_each (const prog_edge, edge, &program->edges) {
    if (edge->kind == PROG_CALL)
      c->is_entry[edge->entry] = true;
    if (edge->kind != PROG_RETURN &&
        checker_procedure(c, edge->to) != checker_procedure(c, edge->from))
      return checker_fail(c, edge->from, "a step leaves its procedure");
  }
  return true;
}

static bool prepare(checker *c) {
  mem *m = c->m;
  if (!checker_count_bits(c))
    return checker_fail(c, PROG_NONE, "the proof is about another program");
  if (!checker_choose_order(c))
    return checker_fail(c, PROG_NONE, "the table of nodes is malformed");
  if (!checker_count_helpers(c))
    return checker_fail(c, PROG_NONE, "an expression is part of itself");
  size_t slots = (size_t)c->globals + 2 * (size_t)c->locals + 1;
  c->is_entry = mem_array(m, c->p->locations.count + 1, sizeof *c->is_entry);
  c->is_changed = mem_array(m, slots, sizeof *c->is_changed);
  c->next_value = mem_array(m, slots, sizeof *c->next_value);
  c->edge = PROG_STUTTER;
  return check_program(c);
}

static bool open_diagrams(checker *c) {
  uint32_t behind = (c->globals + c->locals) * SYM_COPIES;
  dd_order order = {.variables = behind + c->helpers};
  variable_list helpers = {0};
  if (!dds_open(&c->d, c->m, c->clock, &order))
    return checker_fail(c, PROG_NONE, "other diagrams are in use");
  for (uint32_t i = 0; i < c->helpers; i++)
    vec_push(c->m, &helpers, behind + i);
  c->helper_set = dd_set(&c->d, helpers.at, helpers.count);
  vec_free(c->m, &helpers);
  return true;
}

static bool check_all(checker *c, const prog_locations *targets) {
  if (!prepare(c) || !open_diagrams(c))
    return false;
  switch (c->proof->kind) {
  case SYM_PROOF_FORWARD:
    return check_forward(c, targets);
  case SYM_PROOF_BACKWARD:
    return check_backward(c, targets);
  case SYM_PROOF_RANKS:
    return check_ranks(c);
  }
  return checker_fail(c, PROG_NONE, "a proof of another kind");
}

bool symbolic_check(mem *m, progress *clock, const prog *program,
                    const prog_locations *targets, const prog_binding *binding,
                    const omega *automaton, const sym_proof *proof,
                    const char **why) {
  checker *c = mem_alloc(m, sizeof *c);
  jmp_buf here, *before = m->budget->handler;
  volatile bool holds = false, spent = false;
  *c = (checker){.owner = m, .m = &c->own, .clock = clock, .p = program};
  mem_init(&c->own, m->budget);
  c->proof = proof;
  c->binding = binding;
  c->automaton = automaton;
  c->why = why;
  *why = "";
  /* Diagrams are no blocks of a 'mem': they are closed on every way out. */
  if (setjmp(here) == 0) {
    m->budget->handler = &here;
    holds = check_all(c, targets);
  } else {
    spent = true;
  }
  m->budget->handler = before;
  dds_close(&c->d);
  mem_clear(&c->own);
  mem_free(m, c);
  if (spent)
    mem_raise(m->budget, m->budget->fault);
  return holds;
}
