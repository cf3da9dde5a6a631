#include "lang/promela/lower/lower.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

bool pml_refuse(pml_lowering *lowering, pml_place at, const char *format, ...) {
  char message[REPORT_MESSAGE];
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  lowering->is_refused = true;
  if (!lowering->r)
    return false;
  const names *files = &lowering->s->tokens.files;
  const char *file =
      at.file < names_count(files) ? names_text(files, at.file) : "";
  return report_add(lowering->r, file, at.line, at.column, "%s", message);
}

void pml_lowering_init(pml_lowering *lowering, mem *m, const pml_syntax *syntax,
                       pml_lowered *lowered, report *r) {
  size_t count = syntax->statements.count;
  *lowering = (pml_lowering){.m = m,
                             .s = syntax,
                             .p = lowered,
                             .r = r,
                             .end = (uint32_t)(2 * count),
                             .leave = (uint32_t)(2 * count + 1)};
}

static void prepare_control(pml_lowering *lowering) {
  size_t count = lowering->s->statements.count;
  vec_resize(lowering->m, &lowering->flow, count);
  vec_resize(lowering->m, &lowering->place_of, count);
  vec_resize(lowering->m, &lowering->misplaced, count);
  vec_resize(lowering->m, &lowering->doings, count);
  vec_resize(lowering->m, &lowering->marks, 2 * count + 2);
  vec_resize(lowering->m, &lowering->slot_of, 2 * count + 2);
  vec_resize(lowering->m, &lowering->point_of, 2 * count + 2);
  memset(lowering->point_of.at, 0xff,
         lowering->point_of.count * sizeof *lowering->point_of.at);
}

void pml_lowering_clear(pml_lowering *lowering) {
  mem *m = lowering->m;
  mem_free(m, lowering->record_bytes);
  mem_free(m, lowering->is_busy);
  vec_free(m, &lowering->flow);
  vec_free(m, &lowering->point_of);
  vec_free(m, &lowering->nodes);
  vec_free(m, &lowering->unlesses);
  vec_free(m, &lowering->basics);
  vec_free(m, &lowering->escapes);
  vec_free(m, &lowering->first_escape);
  vec_free(m, &lowering->escape_count);
  vec_free(m, &lowering->place_of);
  vec_free(m, &lowering->stack);
  vec_free(m, &lowering->leaves);
  vec_free(m, &lowering->list);
  vec_free(m, &lowering->front);
  vec_free(m, &lowering->marks);
  vec_free(m, &lowering->misplaced);
  vec_free(m, &lowering->doings);
  vec_free(m, &lowering->tasks);
  vec_free(m, &lowering->slots);
  vec_free(m, &lowering->slot_of);
  vec_free(m, &lowering->pending);
  vec_free(m, &lowering->starts);
}

static void lower_control(pml_lowering *lowering) {
  pml_lowered *lowered = lowering->p;
  vec_resize(lowering->m, &lowered->behaviours, lowering->s->processes.count);
  vec_resize(lowering->m, &lowered->points_of_labels,
             lowering->s->labels.count);
  for (size_t i = 0; i < lowered->points_of_labels.count; i++)
    lowered->points_of_labels.at[i] = PML_NONE;
  lowered->watch.process = PML_NONE;
  for (uint32_t i = 0; i < lowering->s->processes.count; i++) {
    pml_process_kind kind = lowering->s->processes.at[i].kind;
    lowering->process = i;
    if (!pml_control(lowering))
      continue;
    pml_points(lowering);
    if (kind == PML_TRACE || kind == PML_NOTRACE)
      lowered->watch =
          (pml_watch){.process = i, .is_notrace = kind == PML_NOTRACE};
    else if (kind != PML_NEVER && lowered->behaviours.at[i].points > 255)
      lowered->wide_points = true;
    if (lowered->behaviours.at[i].points > 65535)
      pml_refuse(lowering, lowering->s->processes.at[i].at,
                 "a process of more than 65535 program points");
  }
}

/* What may not be a second possibility in a D_proctype: SPIN's verifier looks
 * there for everything but jumps, 'else', the constant 1 and d_steps. */
static bool must_be_first(const pml_lowering *lowering, uint32_t statement) {
  assert(statement < lowering->s->statements.count);
  assert(lowering->process < lowering->s->processes.count);
  const pml_statement *x = &lowering->s->statements.at[statement];
  if (!lowering->s->processes.at[lowering->process].is_deterministic)
    return false;
  switch (x->kind) {
  case PML_GOTO:
  case PML_BREAK:
  case PML_ELSE:
  case PML_DSTEP:
    return false;
  case PML_SKIP:
    return x->a != PML_NONE && lowering->s->exprs.at[x->a].value != 1;
  default:
    return true;
  }
}

/* The code of a process' moves. */
static void lower_code(pml_lowering *lowering, uint32_t process) {
  assert(process < lowering->s->processes.count);
  const pml_process *x = &lowering->s->processes.at[process];
  pml_behaviour *behaviour = &lowering->p->behaviours.at[process];
  lowering->process = process;
  lowering->watches = x->kind == PML_TRACE || x->kind == PML_NOTRACE;
  behaviour->make = pml_make(lowering, process);
  behaviour->provided = x->provided == PML_NONE
                            ? PML_NONE
                            : pml_code_of_truth(lowering, x->provided);
  for (uint32_t i = 0; i < behaviour->points; i++) {
    const pml_point *point =
        &lowering->p->points.at[behaviour->first_point + i];
    for (uint32_t k = 0; k < point->count; k++) {
      pml_move *move = &lowering->p->moves.at[point->first + k];
      if (move->is_join || move->kind == PML_MOVE_END)
        continue;
      const pml_doing *doing = pml_doing_of(lowering, move->statement);
      move->kind = doing->kind;
      move->guard = doing->guard;
      move->effect = doing->effect;
      move->talk = doing->talk;
      move->ignores_offers = doing->ignores_offers;
      move->must_be_first = must_be_first(lowering, move->statement);
    }
  }
}

bool pml_lower(mem *m, const pml_syntax *syntax, pml_lowered *out, report *r) {
  pml_lowering lowering;
  *out = (pml_lowered){.syntax = syntax,
                       .has_last = syntax->uses_last,
                       .has_priority = syntax->uses_priority,
                       .has_timeout = syntax->uses_timeout};
  pml_lowering_init(&lowering, m, syntax, out, r);
  prepare_control(&lowering);
  lower_control(&lowering);
  bool fits = !lowering.is_refused && pml_layout_types(&lowering) &&
              pml_layout_state(&lowering);
  if (fits) {
    out->make = pml_make(&lowering, PML_NONE);
    for (uint32_t i = 0; i < syntax->processes.count; i++)
      if (syntax->processes.at[i].kind != PML_NEVER)
        lower_code(&lowering, i);
  }
  pml_lowering_clear(&lowering);
  return !lowering.is_refused;
}

uint32_t pml_lower_expression(mem *m, pml_lowered *lowered, uint32_t e) {
  pml_lowering lowering;
  lowered->code.count = pml_finished(lowered);
  lowered->unfinished = (uint32_t)lowered->code.count + 1;
  pml_lowering_init(&lowering, m, lowered->syntax, lowered, NULL);
  uint32_t at = pml_code_of_value(&lowering, e);
  lowered->unfinished = 0;
  pml_lowering_clear(&lowering);
  return at;
}
