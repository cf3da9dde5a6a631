#include "lang/promela/lower/lower.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

bool pml_refuse(pml_lowering *c, pml_place at, const char *format, ...) {
  char message[REPORT_MESSAGE];
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  c->is_refused = true;
  if (!c->r)
    return false;
  const names *files = &c->s->tokens.files;
  const char *file =
      at.file < names_count(files) ? names_text(files, at.file) : "";
  return report_add(c->r, file, at.line, at.column, "%s", message);
}

void pml_lowering_init(pml_lowering *c, mem *m, const pml_syntax *s,
                       pml_lowered *p, report *r) {
  size_t count = s->statements.count;
  *c = (pml_lowering){.m = m,
                      .s = s,
                      .p = p,
                      .r = r,
                      .end = (uint32_t)(2 * count),
                      .leave = (uint32_t)(2 * count + 1)};
}

static void prepare_control(pml_lowering *c) {
  size_t count = c->s->statements.count;
  vec_resize(c->m, &c->flow, count);
  vec_resize(c->m, &c->place_of, count);
  vec_resize(c->m, &c->misplaced, count);
  vec_resize(c->m, &c->doings, count);
  vec_resize(c->m, &c->marks, 2 * count + 2);
  vec_resize(c->m, &c->slot_of, 2 * count + 2);
  vec_resize(c->m, &c->point_of, 2 * count + 2);
  memset(c->point_of.at, 0xff, c->point_of.count * sizeof *c->point_of.at);
}

void pml_lowering_clear(pml_lowering *c) {
  mem *m = c->m;
  mem_free(m, c->record_bytes);
  mem_free(m, c->is_busy);
  vec_free(m, &c->flow);
  vec_free(m, &c->point_of);
  vec_free(m, &c->nodes);
  vec_free(m, &c->unlesses);
  vec_free(m, &c->basics);
  vec_free(m, &c->escapes);
  vec_free(m, &c->first_escape);
  vec_free(m, &c->escape_count);
  vec_free(m, &c->place_of);
  vec_free(m, &c->stack);
  vec_free(m, &c->leaves);
  vec_free(m, &c->list);
  vec_free(m, &c->front);
  vec_free(m, &c->marks);
  vec_free(m, &c->misplaced);
  vec_free(m, &c->doings);
  vec_free(m, &c->tasks);
  vec_free(m, &c->slots);
  vec_free(m, &c->slot_of);
  vec_free(m, &c->pending);
  vec_free(m, &c->starts);
}

static void lower_control(pml_lowering *c) {
  pml_lowered *p = c->p;
  vec_resize(c->m, &p->behaviours, c->s->processes.count);
  vec_resize(c->m, &p->points_of_labels, c->s->labels.count);
  for (size_t i = 0; i < p->points_of_labels.count; i++)
    p->points_of_labels.at[i] = PML_NONE;
  p->watch.process = PML_NONE;
  for (uint32_t i = 0; i < c->s->processes.count; i++) {
    pml_process_kind kind = c->s->processes.at[i].kind;
    c->process = i;
    if (!pml_control(c))
      continue;
    pml_points(c);
    if (kind == PML_TRACE || kind == PML_NOTRACE)
      p->watch = (pml_watch){.process = i, .is_notrace = kind == PML_NOTRACE};
    else if (kind != PML_NEVER && p->behaviours.at[i].points > 255)
      p->wide_points = true;
    if (p->behaviours.at[i].points > 65535)
      pml_refuse(c, c->s->processes.at[i].at,
                 "a process of more than 65535 program points");
  }
}

/* What may not be a second possibility in a D_proctype: SPIN's verifier looks
 * there for everything but jumps, 'else', the constant 1 and d_steps. */
static bool must_be_first(const pml_lowering *c, uint32_t statement) {
  assert(statement < c->s->statements.count);
  assert(c->process < c->s->processes.count);
  const pml_statement *x = &c->s->statements.at[statement];
  if (!c->s->processes.at[c->process].is_deterministic)
    return false;
  switch (x->kind) {
  case PML_GOTO:
  case PML_BREAK:
  case PML_ELSE:
  case PML_DSTEP:
    return false;
  case PML_SKIP:
    return x->a != PML_NONE && c->s->exprs.at[x->a].value != 1;
  default:
    return true;
  }
}

/* The code of a process' moves. */
static void lower_code(pml_lowering *c, uint32_t process) {
  assert(process < c->s->processes.count);
  const pml_process *x = &c->s->processes.at[process];
  pml_behaviour *b = &c->p->behaviours.at[process];
  c->process = process;
  c->watches = x->kind == PML_TRACE || x->kind == PML_NOTRACE;
  b->make = pml_make(c, process);
  b->provided =
      x->provided == PML_NONE ? PML_NONE : pml_code_of_truth(c, x->provided);
  for (uint32_t i = 0; i < b->points; i++) {
    const pml_point *point = &c->p->points.at[b->first_point + i];
    for (uint32_t k = 0; k < point->count; k++) {
      pml_move *y = &c->p->moves.at[point->first + k];
      if (y->is_join || y->kind == PML_MOVE_END)
        continue;
      const pml_doing *d = pml_doing_of(c, y->statement);
      y->kind = d->kind;
      y->guard = d->guard;
      y->effect = d->effect;
      y->talk = d->talk;
      y->ignores_offers = d->ignores_offers;
      y->must_be_first = must_be_first(c, y->statement);
    }
  }
}

bool pml_lower(mem *m, const pml_syntax *s, pml_lowered *out, report *r) {
  pml_lowering c;
  *out = (pml_lowered){.syntax = s,
                       .has_last = s->uses_last,
                       .has_priority = s->uses_priority,
                       .has_timeout = s->uses_timeout};
  pml_lowering_init(&c, m, s, out, r);
  prepare_control(&c);
  lower_control(&c);
  bool fits = !c.is_refused && pml_layout_types(&c) && pml_layout_state(&c);
  if (fits) {
    out->make = pml_make(&c, PML_NONE);
    for (uint32_t i = 0; i < s->processes.count; i++)
      if (s->processes.at[i].kind != PML_NEVER)
        lower_code(&c, i);
  }
  pml_lowering_clear(&c);
  return !c.is_refused;
}

uint32_t pml_lower_expression(mem *m, pml_lowered *p, uint32_t e) {
  pml_lowering c;
  p->code.count = pml_finished(p);
  p->unfinished = (uint32_t)p->code.count + 1;
  pml_lowering_init(&c, m, p->syntax, p, NULL);
  uint32_t at = pml_code_of_value(&c, e);
  p->unfinished = 0;
  pml_lowering_clear(&c);
  return at;
}
