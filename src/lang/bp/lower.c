#include "lang/bp/lower.h"

/* The program itself: start, first values, the call of main, end. */
static void lower_start(bp_lower *l, const bp_procedure *f,
                        const prog_procedure *main) {
  prog *p = l->p;
  uint32_t behind = p->start + 1; /* the globals' first values */
  prog_edge e = {.kind = PROG_STEP,
                 .from = p->start,
                 .to = behind,
                 .entry = PROG_NONE,
                 .guard = PROG_NONE,
                 .where = PROG_NONE,
                 .text = prog_name(l->m, p, "decl"),
                 .is_hidden = true};
  l->assignments.count = 0;
  for (uint32_t v = 0; v < l->first_result; v++) {
    prog_assignment a = {.variable = v, .index = PROG_NONE, .value = bp_any(l)};
    vec_push(l->m, &l->assignments, a);
  }
  prog_add_edge(l->m, p, &e, l->assignments.at, l->assignments.count);
  l->assignments.count = l->w.text.count = 0;
  bp_write(&l->w, "main(");
  for (uint32_t i = 0; i < main->parameters; i++) {
    prog_assignment a = {.variable = main->first_variable + i,
                         .index = PROG_NONE,
                         .value = bp_any(l)};
    vec_push(l->m, &l->assignments, a);
    bp_write(&l->w, i ? ", *" : "*");
  }
  bp_write(&l->w, ")");
  e.text = names_insert(l->m, &p->names, l->w.text.at, l->w.text.count);
  e.kind = PROG_CALL;
  e.from = behind;
  e.to = p->end;
  e.entry = main->entry;
  e.line = f->use.line;
  e.column = f->use.column;
  e.is_hidden = false;
  prog_add_edge(l->m, p, &e, l->assignments.at, l->assignments.count);
}

static uint32_t find_main(bp_lower *l) {
  bp_use use = {.name = names_find(l->s->names, "main", 4),
                .line = l->s->end_line,
                .column = l->s->end_column};
  if (use.name != NAMES_NONE && l->scope.procedure[use.name] != BP_NONE)
    return l->scope.procedure[use.name];
  scan_wrong_at(l->at, use.line, use.column,
                "the text ends without a procedure 'main', which a program "
                "begins with");
  return BP_NONE;
}

void bp_lower_program(bp_lower *l) {
  size_t before = l->at->report->count;
  uint32_t count = (uint32_t)l->s->procedures.count;
  prog *p = l->p;
  prog_add_procedure(l->m, p, prog_name(l->m, p, ""), 0, 0);
  p->start = prog_add_location(l->m, p, 0, 0, 0);
  prog_add_location(l->m, p, 0, 0, 0);
  p->end = prog_add_location(l->m, p, 0, 0, 0);
  p->procedures.at[0].entry = p->start;
  bp_declare_globals(l);
  bp_declare_procedures(l);
  for (uint32_t f = 0; f < count; f++) {
    const bp_use *use = &l->s->procedures.at[f].use;
    prog_add_procedure(l->m, p, use->name, use->line, use->column);
    bp_declare_locals(l, f);
    bp_lay_out(l, f);
  }
  for (uint32_t f = 0; f < count; f++) {
    bp_enter(l, f);
    bp_lower_procedure(l, f);
  }
  uint32_t main = find_main(l);
  if (l->at->report->count > before)
    return;
  p->main = bp_procedure_number(main);
  lower_start(l, &l->s->procedures.at[main], &p->procedures.at[p->main]);
  prog_finish(l->m, p);
}
