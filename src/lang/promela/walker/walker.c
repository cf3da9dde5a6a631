/* The walker's face: see walker.h. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

pml_walker *pml_walker_new(mem *m, const pml_syntax *s) {
  pml_walker *w = mem_alloc(m, sizeof *w);
  w->m = m;
  w->s = s;
  walker_lay_out(w);
  pml_walker_start(w);
  return w;
}

void pml_walker_start(pml_walker *w) {
  w->faults.count = w->fault_text.count = 0;
  w->exclusive = PML_NONE;
  w->last = 0;
  w->trace_over = w->stopped = w->fatal = w->timeout = false;
  w->offer.is_open = false;
  w->choices_known = false;
  w->trace_at = w->trace == PML_NONE ? WALKER_END : walker_entry(w, w->trace);
  w->occasion++;
  w->listening = true;
  walker_begin(w);
  w->listening = false;
  w->stopped = w->fatal;
  w->fatal = false;
}

void pml_walker_steps(pml_walker *w, pml_steps *out) {
  walker_find_choices(w);
  out->count = 0;
  vec_each (const walker_choice, c, &w->choices)
    vec_push(w->m, out, c->step);
}

static bool is_same_step(const pml_step *a, const pml_step *b) {
  return a->pid == b->pid && a->kind == b->kind &&
         (a->kind == PML_STEP_END || a->statement == b->statement) &&
         a->partner == b->partner &&
         (a->partner == PML_NONE ||
          a->partner_statement == b->partner_statement);
}

static void begin_event(pml_walker *w, bool shown) {
  w->occasion++;
  w->talk = PML_NO_TALK;
  w->name.count = w->message.count = w->output.count = w->changes.count = 0;
  w->showing = shown;
  if (shown)
    walker_remember(w);
}

static void end_event(pml_walker *w, const pml_step *s, size_t first_fault,
                      pml_event *out) {
  if (!w->stopped)
    walker_show_changes(w);
  *out = (pml_event){.step = *s,
                     .talk = w->talk,
                     .channel = w->talk == PML_NO_TALK ? 0 : w->talk_channel,
                     .channel_name = walker_finish(w, &w->name),
                     .message = walker_finish(w, &w->message),
                     .output = walker_finish(w, &w->output),
                     .changes = walker_finish(w, &w->changes),
                     .first_fault = first_fault,
                     .faults = w->faults.count - first_fault,
                     .stopped = w->stopped};
}

bool pml_walker_take(pml_walker *w, const pml_step *s, pml_event *out) {
  walker_find_choices(w);
  const walker_choice *found = NULL;
  vec_each (const walker_choice, c, &w->choices)
    if (!found && is_same_step(&c->step, s))
      found = c;
  if (!found)
    return false;
  walker_choice choice = *found;
  size_t first_fault = w->faults.count;
  begin_event(w, out != NULL);
  walker_take_choice(w, &choice, w->choices_timeout);
  if (out)
    end_event(w, &choice.step, first_fault, out);
  return true;
}

bool pml_walker_rests(pml_walker *w) {
  return w->exclusive == PML_NONE && !w->offer.is_open;
}

/* A process that may stop where it stands. */
static bool is_content(const pml_walker *w, const walker_process *p) {
  return p->at == WALKER_END || walker_stands(&w->end_nodes, p->at);
}

bool pml_walker_is_bad_end(pml_walker *w) {
  walker_find_choices(w);
  if (w->choices.count > 0 || w->stopped || w->offer.is_open ||
      w->processes.count == 0 || w->s->reading.ignores_end_states)
    return false;
  vec_each (const walker_process, p, &w->processes)
    if (!is_content(w, p))
      return true;
  return !walker_trace_completed(w);
}

/* "A(0) at line 12, B(1) at line 20" */
static void tell_bad_end(pml_walker *w) {
  w->scratch.count = 0;
  w->place = (pml_place){0};
  for (uint32_t pid = 0; pid < w->processes.count; pid++) {
    const walker_process *p = &w->processes.at[pid];
    if (is_content(w, p))
      continue;
    pml_place at = walker_place(w, p);
    if (w->scratch.count == 0)
      w->place = at;
    walker_say(w, &w->scratch, "%s%s(%u) at line %u",
               w->scratch.count ? ", " : "", pml_walker_process(w, pid),
               (unsigned)pid, (unsigned)at.line);
  }
  w->listening = true;
  if (w->scratch.count)
    walker_fault(w, MODEL_ERROR, false, "invalid end state: %s cannot go on",
                 walker_finish(w, &w->scratch));
  else
    walker_fault(w, MODEL_ERROR, false,
                 "invalid end state: the trace is not completed");
  w->listening = false;
}

size_t pml_walker_check(pml_walker *w, size_t *first) {
  *first = w->faults.count;
  walker_check_state(w);
  if (pml_walker_is_bad_end(w))
    tell_bad_end(w);
  return w->faults.count - *first;
}

const model_fault *pml_walker_fault(const pml_walker *w, size_t i,
                                    const char **message) {
  assert(i < w->faults.count);
  const model_fault *f = &w->faults.at[i];
  if (message)
    *message = w->fault_text.at + f->at;
  return f;
}

bool pml_walker_at_accept(pml_walker *w) {
  vec_each (const walker_process, p, &w->processes)
    if (walker_stands(&w->accept_nodes, p->at))
      return true;
  return false;
}

bool pml_walker_value(pml_walker *w, uint32_t e, int32_t *out) {
  walker_find_choices(w); /* for timeout and np_ */
  w->timeout = w->choices_timeout || w->choices.count == 0;
  w->pid = PML_NONE;
  w->fatal = w->undefined = w->some = false;
  *out = walker_eval(w, e);
  w->timeout = false;
  bool has_value = !w->fatal && !w->undefined;
  w->fatal = w->undefined = false;
  return has_value;
}
