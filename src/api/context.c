#include "problem/kinds.h"
#include "problem/temporal.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *custos_version(void) { return CUSTOS_VERSION; }

static bool on_progress(void *self, const progress *p) {
  custos *c = self;
  custos_progress shown = {.phase = p->phase,
                           .seconds = p->seconds,
                           .done = p->done,
                           .pending = p->pending,
                           .memory = c->budget.used,
                           .states = p->states,
                           .depth = p->depth};
  if (c->ops->show_progress)
    c->ops->show_progress(c, &shown);
  return c->progress && c->progress(c->progress_self, &shown) != 0;
}

custos *custos_new(void) {
  custos *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  c->budget.fail_in = -1;
  c->open_file = -1;
  c->ops = &problem_pushdown;
  mem_init(&c->problem, &c->budget);
  mem_init(&c->job, &c->budget);
  mem_init(&c->aside, &c->budget);
  mem_init(&c->found.mem, &c->budget);
  mem_init(&c->c_problem.mem, &c->budget);
  mem_init(&c->c_problem.round, &c->budget);
  mem_init(&c->session.scratch, &c->budget);
  mem_init(&c->session.aside, &c->budget);
  c->clock.budget = &c->budget;
  c->budget.clock = &c->clock;
  c->clock.callback = on_progress;
  c->clock.self = c;
  for (size_t i = 0; i < custos_option_count(); i++) {
    const custos_option *option = custos_option_at(i);
    custos_status s = custos_set(c, option->name, option->initial);
    assert(s == CUSTOS_OK);
    (void)s;
  }
  c->options.is_model_set = false;
  return c;
}

void context_drop_job(custos *c) {
  if (c->ops->drop_job)
    c->ops->drop_job(c);
  c->solved = c->has_evidence = c->has_run = c->trace_began = false;
  memset(&c->notes, 0, sizeof c->notes);
  memset(&c->rule_text, 0, sizeof c->rule_text);
  memset(&c->state_text, 0, sizeof c->state_text);
  memset(&c->evidence, 0, sizeof c->evidence);
  memset(&c->answer, 0, sizeof c->answer);
  memset(&c->checked, 0, sizeof c->checked);
  memset(&c->lasso_position, 0, sizeof c->lasso_position);
  mem_clear(&c->aside);
  mem_clear(&c->job);
}

void context_change(custos *c) {
  if (c->solved || c->has_evidence)
    context_drop_job(c);
}

void custos_clear(custos *c) {
  context_drop_job(c);
  if (c->ops->drop)
    c->ops->drop(c);
  memset(&c->c_problem.given, 0, sizeof c->c_problem.given);
  memset(&c->promela, 0, sizeof c->promela);
  c->ops = &problem_pushdown;
  c->is_loaded = false;
  c->given = 0;
  c->language = NULL;
  c->properties_read = false;
  c->properties_taken = 0;
  memset(&c->pds, 0, sizeof c->pds);
  memset(&c->model, 0, sizeof c->model);
  memset(&c->program, 0, sizeof c->program);
  memset(&c->properties, 0, sizeof c->properties);
  memset(&c->source, 0, sizeof c->source);
  memset(&c->ring, 0, sizeof c->ring);
  memset(&c->ring_rules, 0, sizeof c->ring_rules);
  mem_clear(&c->problem);
}

void custos_delete(custos *c) {
  if (!c)
    return;
  custos_clear(c);
  free(c);
}

void custos_set_progress(custos *c, custos_progress_fn *f, void *self) {
  c->progress = f;
  c->progress_self = self;
}

void custos_stop(custos *c) { c->clock.stop = 1; }

void custos_fail_allocation(custos *c, int64_t n) { c->budget.fail_in = n; }

/* Calls and their faults. */

void context_enter(custos *c, const char *phase, jmp_buf *handler) {
  c->budget.handler = handler;
  c->budget.peak = c->budget.used;
  c->budget.limit = (size_t)(c->options.megabytes << 20);
  c->clock.limit = c->options.seconds;
  c->report.count = 0;
  c->error_count = 0;
  c->error.status = CUSTOS_OK;
  c->error.message[0] = c->error.file[0] = '\0';
  c->error.line = c->error.column = 0;
  progress_begin(&c->clock, phase);
}

custos_status context_leave(custos *c, custos_status status) {
  c->budget.handler = NULL;
  c->clock.stop = 0;
  return status;
}

custos_status context_fail(custos *c, custos_status status, const char *format,
                           ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(c->error.message, sizeof c->error.message, format, arguments);
  va_end(arguments);
  c->error.status = status;
  return context_leave(c, status);
}

static void close_file(custos *c) {
  if (c->open_file >= 0)
    close(c->open_file);
  c->open_file = -1;
}

static custos_status tell_fault(custos *c) {
  switch (c->budget.fault) {
  case MEM_LIMIT:
    return context_fail(c, CUSTOS_ERR_LIMIT, "the memory limit is spent");
  case MEM_TIME:
    return context_fail(c, CUSTOS_ERR_LIMIT, "the time limit is spent");
  case MEM_STOPPED:
    return context_fail(c, CUSTOS_ERR_LIMIT, "stopped");
  case MEM_ENDLESS:
    return context_fail(c, CUSTOS_ERR_LIMIT,
                        "a step of the model seems to have no end");
  default:
    return context_fail(c, CUSTOS_ERR_SYSTEM, "the machine is out of memory");
  }
}

/* What a raise or a mistake leaves of the problem: nothing of most. */
static void keep_rest(custos *c) {
  if (c->is_loaded && c->ops->keep_rest)
    c->ops->keep_rest(c);
  else
    custos_clear(c);
}

custos_status context_fault(custos *c) {
  close_file(c);
  keep_rest(c);
  return tell_fault(c);
}

void context_drop_unfinished(custos *c) {
  if (c->ops->drop_unfinished)
    c->ops->drop_unfinished(c);
  context_drop_job(c);
}

custos_status context_fault_writing(custos *c) {
  close_file(c);
  if (c->ops->drop_unwritten)
    c->ops->drop_unwritten(c);
  mem_clear(&c->aside);
  return tell_fault(c);
}

custos_status context_fault_showing(custos *c) {
  close_file(c);
  context_drop_unfinished(c);
  return tell_fault(c);
}

custos_status context_reject_keeping(custos *c) {
  size_t count = c->report.count < REPORT_MOST ? c->report.count : REPORT_MOST;
  for (size_t i = 0; i < count; i++) {
    const report_entry *entry = &c->report.entries[i];
    custos_error *error = &c->errors[i];
    error->status = CUSTOS_ERR_INPUT;
    error->line = entry->line;
    error->column = entry->column;
    memcpy(error->file, entry->file, sizeof error->file);
    memcpy(error->message, entry->message, sizeof error->message);
  }
  c->error_count = count;
  if (count > 0)
    c->error = c->errors[0];
  c->error.status = CUSTOS_ERR_INPUT;
  return context_leave(c, CUSTOS_ERR_INPUT);
}

custos_status context_reject(custos *c) {
  keep_rest(c);
  return context_reject_keeping(c);
}

/* Text that is kept. */

static int keep(void *self, const char *s, size_t length) {
  keeper *k = self;
  vec_reserve(k->m, k->to, length + 1);
  memcpy(k->to->at + k->to->count, s, length);
  k->to->count += length;
  return 0;
}

text *keeper_begin(keeper *k, custos *c, kept_text *to) {
  k->m = &c->job;
  k->to = to;
  to->count = 0;
  text_init(&k->out, keep, k);
  return &k->out;
}

const char *keeper_end(keeper *k) {
  text_end(&k->out);
  keep(k, "", 0);
  k->to->at[k->to->count] = '\0';
  return k->to->at;
}

const custos_error *custos_last_error(const custos *c) { return &c->error; }

size_t custos_error_count(const custos *c) {
  if (c->error_count)
    return c->error_count;
  return c->error.status != CUSTOS_OK;
}

const custos_error *custos_error_at(const custos *c, size_t i) {
  return i < c->error_count ? &c->errors[i] : &c->error;
}

size_t custos_note_count(const custos *c) { return c->notes.count; }

const char *custos_note_at(const custos *c, size_t i) {
  return i < c->notes.count ? c->notes.at[i] : "";
}
