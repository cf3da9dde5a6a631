#include "lang/bp/lower.h"

#include <assert.h>
#include <stdio.h>

static void add_candidate(bp_lower *l, names *t, uint32_t name) {
  if (name != BP_NONE)
    names_insert(l->m, t, prog_text(l->p, name),
                 names_length(&l->p->names, name));
}

/* "what", and which of the candidates it may have meant. */
static void scope_unknown(bp_lower *l, bp_use use, names *candidates,
                          const char *what) {
  uint32_t near = names_nearest(candidates, prog_text(l->p, use.name),
                                names_length(&l->p->names, use.name));
  if (near == NAMES_NONE)
    scan_wrong_at(l->at, use.line, use.column, "%s", what);
  else
    scan_wrong_at(l->at, use.line, use.column, "%s (did you mean '%.80s'?)",
                  what, names_text(candidates, near));
}

/* Beyond what is reported, nobody looks for similar names. */
static bool is_full(const bp_lower *l) {
  return l->at->report->count >= REPORT_MOST;
}

static uint32_t add_variable(bp_lower *l, uint32_t name, uint32_t procedure) {
  prog_variable v = {.name = name,
                     .procedure = procedure,
                     .width = 1,
                     .count = 1,
                     .values = PROG_NONE};
  return prog_add_variable(l->m, l->p, &v);
}

static uint32_t *name_table(bp_lower *l) {
  uint32_t count = names_count(l->s->names);
  uint32_t *table = mem_array(l->m, count, sizeof *table);
  for (uint32_t i = 0; i < count; i++)
    table[i] = BP_NONE;
  return table;
}

static void add_results(bp_lower *l) {
  char text[32];
  uint32_t most = 0;
  l->first_result = (uint32_t)l->p->variables.count;
  vec_each (const bp_procedure, f, &l->s->procedures)
    if (most < f->results)
      most = f->results;
  for (uint32_t i = 0; i < most; i++) {
    snprintf(text, sizeof text, "result %u", i + 1);
    uint32_t v = add_variable(l, prog_name(l->m, l->p, text), PROG_NONE);
    l->p->variables.at[v].is_result = true;
    l->p->variables.at[v].is_hidden = true;
  }
}

void bp_declare_globals(bp_lower *l) {
  bp_scope *c = &l->scope;
  c->global = name_table(l);
  c->procedure = name_table(l);
  c->local = name_table(l);
  c->local_of = name_table(l);
  c->label = name_table(l);
  c->label_of = name_table(l);
  vec_each (const bp_use, use, &l->s->globals)
    if (c->global[use->name] == BP_NONE)
      c->global[use->name] = add_variable(l, use->name, PROG_NONE);
    else
      scan_wrong_at(l->at, use->line, use->column,
                    "the variable '%.80s' is declared already",
                    prog_text(l->p, use->name));
  add_results(l);
}

void bp_declare_locals(bp_lower *l, uint32_t f) {
  assert(f < l->s->procedures.count);
  bp_scope *c = &l->scope;
  const bp_procedure *x = &l->s->procedures.at[f];
  for (uint32_t i = 0; i < x->locals; i++) {
    const bp_use *use = &l->s->locals.at[x->first_local + i];
    if (c->local_of[use->name] == f) {
      scan_wrong_at(l->at, use->line, use->column,
                    "the %s '%.80s' is declared already in '%.80s'",
                    i < x->parameters ? "parameter" : "variable",
                    prog_text(l->p, use->name), prog_text(l->p, x->use.name));
      continue;
    }
    c->local[use->name] = add_variable(l, use->name, bp_procedure_number(f));
    c->local_of[use->name] = f;
  }
  l->p->procedures.at[bp_procedure_number(f)].parameters = x->parameters;
}

uint32_t bp_variable(bp_lower *l, bp_use use) {
  bp_scope *c = &l->scope;
  if (c->local_of[use.name] == l->here)
    return c->local[use.name];
  if (c->global[use.name] != BP_NONE)
    return c->global[use.name];
  c->local_of[use.name] = l->here; /* told once */
  c->local[use.name] = PROG_NONE;
  char what[REPORT_MESSAGE];
  names candidates = {0};
  const char *text = prog_text(l->p, use.name);
  const bp_procedure *f = &l->s->procedures.at[l->here];
  if (c->procedure[use.name] != BP_NONE) {
    scan_wrong_at(l->at, use.line, use.column,
                  "'%.80s' is a procedure, not a variable", text);
    return PROG_NONE;
  }
  snprintf(what, sizeof what, "'%.80s' is not declared", text);
  if (!is_full(l)) {
    for (uint32_t i = 0; i < f->locals; i++)
      add_candidate(l, &candidates, l->s->locals.at[f->first_local + i].name);
    vec_each (const bp_use, x, &l->s->globals)
      add_candidate(l, &candidates, x->name);
  }
  scope_unknown(l, use, &candidates, what);
  names_free(l->m, &candidates);
  return PROG_NONE;
}

void bp_declare_procedures(bp_lower *l) {
  uint32_t *known = l->scope.procedure;
  for (uint32_t f = 0; f < l->s->procedures.count; f++) {
    const bp_use *use = &l->s->procedures.at[f].use;
    if (known[use->name] != BP_NONE)
      scan_wrong_at(l->at, use->line, use->column,
                    "the procedure '%.80s' is declared already, on line %u",
                    prog_text(l->p, use->name),
                    l->s->procedures.at[known[use->name]].use.line);
    else
      known[use->name] = f;
  }
}

uint32_t bp_callee(bp_lower *l, bp_use use) {
  uint32_t f = l->scope.procedure[use.name];
  if (f != BP_NONE)
    return f;
  char what[REPORT_MESSAGE];
  names candidates = {0};
  snprintf(what, sizeof what, "there is no procedure '%.80s'",
           prog_text(l->p, use.name));
  if (!is_full(l))
    vec_each (const bp_procedure, x, &l->s->procedures)
      add_candidate(l, &candidates, x->use.name);
  scope_unknown(l, use, &candidates, what);
  names_free(l->m, &candidates);
  return BP_NONE;
}

void bp_enter(bp_lower *l, uint32_t f) {
  assert(f < l->s->procedures.count);
  bp_scope *c = &l->scope;
  const bp_procedure *x = &l->s->procedures.at[f];
  const prog_procedure *q = &l->p->procedures.at[bp_procedure_number(f)];
  l->here = f;
  for (uint32_t i = 0; i < q->variables; i++) {
    uint32_t name = l->p->variables.at[q->first_variable + i].name;
    c->local[name] = q->first_variable + i;
    c->local_of[name] = f;
  }
  for (uint32_t i = 0; i < x->labels; i++) {
    const bp_label *label = &l->s->labels.at[x->first_label + i];
    uint32_t name = label->use.name;
    if (c->label_of[name] == f) {
      scan_wrong_at(l->at, label->use.line, label->use.column,
                    "the label '%.80s' is there already, on line %u",
                    prog_text(l->p, name),
                    l->s->labels.at[c->label[name]].use.line);
      continue;
    }
    c->label[name] = x->first_label + i;
    c->label_of[name] = f;
    prog_add_label(l->m, l->p, name, l->s->items.at[label->item].location);
  }
}

uint32_t bp_label_location(bp_lower *l, bp_use use) {
  assert(l->here < l->s->procedures.count);
  const bp_procedure *f = &l->s->procedures.at[l->here];
  if (l->scope.label_of[use.name] == l->here) {
    const bp_label *label = &l->s->labels.at[l->scope.label[use.name]];
    return l->s->items.at[label->item].location;
  }
  char what[REPORT_MESSAGE];
  names candidates = {0};
  snprintf(what, sizeof what, "there is no label '%.80s' in '%.80s'",
           prog_text(l->p, use.name), prog_text(l->p, f->use.name));
  for (uint32_t i = 0; i < f->labels && !is_full(l); i++)
    add_candidate(l, &candidates, l->s->labels.at[f->first_label + i].use.name);
  scope_unknown(l, use, &candidates, what);
  names_free(l->m, &candidates);
  return PROG_NONE;
}

void bp_scope_free(bp_lower *l) {
  bp_scope *c = &l->scope;
  mem_free(l->m, c->global);
  mem_free(l->m, c->procedure);
  mem_free(l->m, c->local);
  mem_free(l->m, c->local_of);
  mem_free(l->m, c->label);
  mem_free(l->m, c->label_of);
}
