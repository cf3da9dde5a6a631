#include "lang/bp/lower.h"

#include <assert.h>
#include <stdio.h>

static void add_candidate(bp_lower *lower, names *t, uint32_t name) {
  if (name != BP_NONE)
    names_insert(lower->m, t, prog_text(lower->p, name),
                 names_length(&lower->p->names, name));
}

/* "what", and which of the candidates it may have meant. */
static void scope_unknown(bp_lower *lower, bp_use use, names *candidates,
                          const char *what) {
  uint32_t near = names_nearest(candidates, prog_text(lower->p, use.name),
                                names_length(&lower->p->names, use.name));
  if (near == NAMES_NONE)
    scan_wrong_at(lower->at, use.line, use.column, "%s", what);
  else
    scan_wrong_at(lower->at, use.line, use.column, "%s (did you mean '%.80s'?)",
                  what, names_text(candidates, near));
}

/* Beyond what is reported, nobody looks for similar names. */
static bool is_full(const bp_lower *lower) {
  return lower->at->report->count >= REPORT_MOST;
}

static uint32_t add_variable(bp_lower *lower, uint32_t name,
                             uint32_t procedure) {
  prog_variable variable = {.name = name,
                            .procedure = procedure,
                            .width = 1,
                            .count = 1,
                            .values = PROG_NONE};
  return prog_add_variable(lower->m, lower->p, &variable);
}

static uint32_t *name_table(bp_lower *lower) {
  uint32_t count = names_count(lower->s->names);
  uint32_t *table = mem_array(lower->m, count, sizeof *table);
  for (uint32_t i = 0; i < count; i++)
    table[i] = BP_NONE;
  return table;
}

static void add_results(bp_lower *lower) {
  char text[32];
  uint32_t most = 0;
  lower->first_result = (uint32_t)lower->p->variables.count;
  vec_each (const bp_procedure, procedure, &lower->s->procedures)
    if (most < procedure->results)
      most = procedure->results;
  for (uint32_t i = 0; i < most; i++) {
    snprintf(text, sizeof text, "result %u", i + 1);
    uint32_t v =
        add_variable(lower, prog_name(lower->m, lower->p, text), PROG_NONE);
    lower->p->variables.at[v].is_result = true;
    lower->p->variables.at[v].is_hidden = true;
  }
}

void bp_declare_globals(bp_lower *lower) {
  bp_scope *scope = &lower->scope;
  scope->global = name_table(lower);
  scope->procedure = name_table(lower);
  scope->local = name_table(lower);
  scope->local_of = name_table(lower);
  scope->label = name_table(lower);
  scope->label_of = name_table(lower);
  vec_each (const bp_use, use, &lower->s->globals)
    if (scope->global[use->name] == BP_NONE)
      scope->global[use->name] = add_variable(lower, use->name, PROG_NONE);
    else
      scan_wrong_at(lower->at, use->line, use->column,
                    "the variable '%.80s' is declared already",
                    prog_text(lower->p, use->name));
  add_results(lower);
}

void bp_declare_locals(bp_lower *lower, uint32_t f) {
  assert(f < lower->s->procedures.count);
  bp_scope *scope = &lower->scope;
  const bp_procedure *procedure = &lower->s->procedures.at[f];
  for (uint32_t i = 0; i < procedure->locals; i++) {
    const bp_use *use = &lower->s->locals.at[procedure->first_local + i];
    if (scope->local_of[use->name] == f) {
      scan_wrong_at(lower->at, use->line, use->column,
                    "the %s '%.80s' is declared already in '%.80s'",
                    i < procedure->parameters ? "parameter" : "variable",
                    prog_text(lower->p, use->name),
                    prog_text(lower->p, procedure->use.name));
      continue;
    }
    scope->local[use->name] =
        add_variable(lower, use->name, bp_procedure_number(f));
    scope->local_of[use->name] = f;
  }
  lower->p->procedures.at[bp_procedure_number(f)].parameters =
      procedure->parameters;
}

uint32_t bp_variable(bp_lower *lower, bp_use use) {
  bp_scope *scope = &lower->scope;
  if (scope->local_of[use.name] == lower->here)
    return scope->local[use.name];
  if (scope->global[use.name] != BP_NONE)
    return scope->global[use.name];
  scope->local_of[use.name] = lower->here; /* told once */
  scope->local[use.name] = PROG_NONE;
  char what[REPORT_MESSAGE];
  names candidates = {0};
  const char *text = prog_text(lower->p, use.name);
  const bp_procedure *procedure = &lower->s->procedures.at[lower->here];
  if (scope->procedure[use.name] != BP_NONE) {
    scan_wrong_at(lower->at, use.line, use.column,
                  "'%.80s' is a procedure, not a variable", text);
    return PROG_NONE;
  }
  snprintf(what, sizeof what, "'%.80s' is not declared", text);
  if (!is_full(lower)) {
    for (uint32_t i = 0; i < procedure->locals; i++)
      add_candidate(lower, &candidates,
                    lower->s->locals.at[procedure->first_local + i].name);
    vec_each (const bp_use, x, &lower->s->globals)
      add_candidate(lower, &candidates, x->name);
  }
  scope_unknown(lower, use, &candidates, what);
  names_free(lower->m, &candidates);
  return PROG_NONE;
}

void bp_declare_procedures(bp_lower *lower) {
  uint32_t *known = lower->scope.procedure;
  for (uint32_t f = 0; f < lower->s->procedures.count; f++) {
    const bp_use *use = &lower->s->procedures.at[f].use;
    if (known[use->name] != BP_NONE)
      scan_wrong_at(lower->at, use->line, use->column,
                    "the procedure '%.80s' is declared already, on line %u",
                    prog_text(lower->p, use->name),
                    lower->s->procedures.at[known[use->name]].use.line);
    else
      known[use->name] = f;
  }
}

uint32_t bp_callee(bp_lower *lower, bp_use use) {
  uint32_t f = lower->scope.procedure[use.name];
  if (f != BP_NONE)
    return f;
  char what[REPORT_MESSAGE];
  names candidates = {0};
  snprintf(what, sizeof what, "there is no procedure '%.80s'",
           prog_text(lower->p, use.name));
  if (!is_full(lower))
    vec_each (const bp_procedure, procedure, &lower->s->procedures)
      add_candidate(lower, &candidates, procedure->use.name);
  scope_unknown(lower, use, &candidates, what);
  names_free(lower->m, &candidates);
  return BP_NONE;
}

void bp_enter(bp_lower *lower, uint32_t f) {
  assert(f < lower->s->procedures.count);
  bp_scope *scope = &lower->scope;
  const bp_procedure *x = &lower->s->procedures.at[f];
  const prog_procedure *q = &lower->p->procedures.at[bp_procedure_number(f)];
  lower->here = f;
  for (uint32_t i = 0; i < q->variables; i++) {
    uint32_t name = lower->p->variables.at[q->first_variable + i].name;
    scope->local[name] = q->first_variable + i;
    scope->local_of[name] = f;
  }
  for (uint32_t i = 0; i < x->labels; i++) {
    const bp_label *label = &lower->s->labels.at[x->first_label + i];
    uint32_t name = label->use.name;
    if (scope->label_of[name] == f) {
      scan_wrong_at(lower->at, label->use.line, label->use.column,
                    "the label '%.80s' is there already, on line %u",
                    prog_text(lower->p, name),
                    lower->s->labels.at[scope->label[name]].use.line);
      continue;
    }
    scope->label[name] = x->first_label + i;
    scope->label_of[name] = f;
    prog_add_label(lower->m, lower->p, name,
                   lower->s->items.at[label->item].location);
  }
}

uint32_t bp_label_location(bp_lower *lower, bp_use use) {
  assert(lower->here < lower->s->procedures.count);
  const bp_procedure *procedure = &lower->s->procedures.at[lower->here];
  if (lower->scope.label_of[use.name] == lower->here) {
    const bp_label *label = &lower->s->labels.at[lower->scope.label[use.name]];
    return lower->s->items.at[label->item].location;
  }
  char what[REPORT_MESSAGE];
  names candidates = {0};
  snprintf(what, sizeof what, "there is no label '%.80s' in '%.80s'",
           prog_text(lower->p, use.name),
           prog_text(lower->p, procedure->use.name));
  for (uint32_t i = 0; i < procedure->labels && !is_full(lower); i++)
    add_candidate(lower, &candidates,
                  lower->s->labels.at[procedure->first_label + i].use.name);
  scope_unknown(lower, use, &candidates, what);
  names_free(lower->m, &candidates);
  return PROG_NONE;
}

void bp_scope_free(bp_lower *lower) {
  bp_scope *scope = &lower->scope;
  mem_free(lower->m, scope->global);
  mem_free(lower->m, scope->procedure);
  mem_free(lower->m, scope->local);
  mem_free(lower->m, scope->local_of);
  mem_free(lower->m, scope->label);
  mem_free(lower->m, scope->label_of);
}
