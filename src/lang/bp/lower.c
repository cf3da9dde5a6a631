#include "lang/bp/lower.h"

/* The program itself: start, first values, the call of main, end. */
static void lower_start(bp_lower *lower, const bp_procedure *procedure,
                        const prog_procedure *main) {
  prog *program = lower->p;
  uint32_t behind = program->start + 1; /* the globals' first values */
  prog_edge edge = {.kind = PROG_STEP,
                    .from = program->start,
                    .to = behind,
                    .entry = PROG_NONE,
                    .guard = PROG_NONE,
                    .where = PROG_NONE,
                    .text = prog_name(lower->m, program, "decl"),
                    .is_hidden = true};
  lower->assignments.count = 0;
  for (uint32_t v = 0; v < lower->first_result; v++) {
    prog_assignment assignment = {
        .variable = v, .index = PROG_NONE, .value = bp_any(lower)};
    vec_push(lower->m, &lower->assignments, assignment);
  }
  prog_add_edge(lower->m, program, &edge, lower->assignments.at,
                lower->assignments.count);
  lower->assignments.count = lower->w.text.count = 0;
  bp_write(&lower->w, "main(");
  for (uint32_t i = 0; i < main->parameters; i++) {
    prog_assignment assignment = {.variable = main->first_variable + i,
                                  .index = PROG_NONE,
                                  .value = bp_any(lower)};
    vec_push(lower->m, &lower->assignments, assignment);
    bp_write(&lower->w, i ? ", *" : "*");
  }
  bp_write(&lower->w, ")");
  edge.text = names_insert(lower->m, &program->names, lower->w.text.at,
                           lower->w.text.count);
  edge.kind = PROG_CALL;
  edge.from = behind;
  edge.to = program->end;
  edge.entry = main->entry;
  edge.line = procedure->use.line;
  edge.column = procedure->use.column;
  edge.is_hidden = false;
  prog_add_edge(lower->m, program, &edge, lower->assignments.at,
                lower->assignments.count);
}

static uint32_t find_main(bp_lower *lower) {
  bp_use use = {.name = names_find(lower->s->names, "main", 4),
                .line = lower->s->end_line,
                .column = lower->s->end_column};
  if (use.name != NAMES_NONE && lower->scope.procedure[use.name] != BP_NONE)
    return lower->scope.procedure[use.name];
  scan_wrong_at(lower->at, use.line, use.column,
                "the text ends without a procedure 'main', which a program "
                "begins with");
  return BP_NONE;
}

void bp_lower_program(bp_lower *lower) {
  size_t before = lower->at->report->count;
  uint32_t count = (uint32_t)lower->s->procedures.count;
  prog *program = lower->p;
  prog_add_procedure(lower->m, program, prog_name(lower->m, program, ""), 0, 0);
  program->start = prog_add_location(lower->m, program, 0, 0, 0);
  prog_add_location(lower->m, program, 0, 0, 0);
  program->end = prog_add_location(lower->m, program, 0, 0, 0);
  program->procedures.at[0].entry = program->start;
  bp_declare_globals(lower);
  bp_declare_procedures(lower);
  for (uint32_t f = 0; f < count; f++) {
    const bp_use *use = &lower->s->procedures.at[f].use;
    prog_add_procedure(lower->m, program, use->name, use->line, use->column);
    bp_declare_locals(lower, f);
    bp_lay_out(lower, f);
  }
  for (uint32_t f = 0; f < count; f++) {
    bp_enter(lower, f);
    bp_lower_procedure(lower, f);
  }
  uint32_t main = find_main(lower);
  if (lower->at->report->count > before)
    return;
  program->main = bp_procedure_number(main);
  lower_start(lower, &lower->s->procedures.at[main],
              &program->procedures.at[program->main]);
  prog_finish(lower->m, program);
}
