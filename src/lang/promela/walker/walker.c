/* The walker's face: see walker.h. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

pml_walker *pml_walker_new(mem *m, const pml_syntax *syntax) {
  pml_walker *walker = mem_alloc(m, sizeof *walker);
  walker->m = m;
  walker->s = syntax;
  walker_lay_out(walker);
  pml_walker_start(walker);
  return walker;
}

void pml_walker_start(pml_walker *walker) {
  walker->faults.count = walker->fault_text.count = 0;
  walker->exclusive = PML_NONE;
  walker->last = 0;
  walker->trace_over = walker->stopped = walker->fatal = walker->timeout =
      false;
  walker->offer.is_open = false;
  walker->choices_known = false;
  walker->trace_at = walker->trace == PML_NONE
                         ? WALKER_END
                         : walker_entry(walker, walker->trace);
  walker->occasion++;
  walker->listening = true;
  walker_begin(walker);
  walker->listening = false;
  walker->stopped = walker->fatal;
  walker->fatal = false;
}

void pml_walker_steps(pml_walker *walker, pml_steps *out) {
  walker_find_choices(walker);
  out->count = 0;
  vec_each (const walker_choice, choice, &walker->choices)
    vec_push(walker->m, out, choice->step);
}

static bool is_same_step(const pml_step *a, const pml_step *b) {
  return a->pid == b->pid && a->kind == b->kind &&
         (a->kind == PML_STEP_END || a->statement == b->statement) &&
         a->partner == b->partner &&
         (a->partner == PML_NONE ||
          a->partner_statement == b->partner_statement);
}

static void begin_event(pml_walker *walker, bool shown) {
  walker->occasion++;
  walker->talk = PML_NO_TALK;
  walker->name.count = walker->message.count = walker->output.count =
      walker->changes.count = 0;
  walker->showing = shown;
  if (shown)
    walker_remember(walker);
}

static void end_event(pml_walker *walker, const pml_step *step,
                      size_t first_fault, pml_event *out) {
  if (!walker->stopped)
    walker_show_changes(walker);
  *out = (pml_event){.step = *step,
                     .talk = walker->talk,
                     .channel =
                         walker->talk == PML_NO_TALK ? 0 : walker->talk_channel,
                     .channel_name = walker_finish(walker, &walker->name),
                     .message = walker_finish(walker, &walker->message),
                     .output = walker_finish(walker, &walker->output),
                     .changes = walker_finish(walker, &walker->changes),
                     .first_fault = first_fault,
                     .faults = walker->faults.count - first_fault,
                     .stopped = walker->stopped};
}

bool pml_walker_take(pml_walker *walker, const pml_step *step, pml_event *out) {
  walker_find_choices(walker);
  const walker_choice *found = NULL;
  vec_each (const walker_choice, c, &walker->choices)
    if (!found && is_same_step(&c->step, step))
      found = c;
  if (!found)
    return false;
  walker_choice choice = *found;
  size_t first_fault = walker->faults.count;
  begin_event(walker, out != NULL);
  walker_take_choice(walker, &choice, walker->choices_timeout);
  if (out)
    end_event(walker, &choice.step, first_fault, out);
  return true;
}

bool pml_walker_rests(pml_walker *walker) {
  return walker->exclusive == PML_NONE && !walker->offer.is_open;
}

/* A process that may stop where it stands. */
static bool is_content(const pml_walker *walker,
                       const walker_process *process) {
  return process->at == WALKER_END ||
         walker_stands(&walker->end_nodes, process->at);
}

bool pml_walker_is_bad_end(pml_walker *walker) {
  walker_find_choices(walker);
  if (walker->choices.count > 0 || walker->stopped || walker->offer.is_open ||
      walker->processes.count == 0 || walker->s->reading.ignores_end_states)
    return false;
  vec_each (const walker_process, process, &walker->processes)
    if (!is_content(walker, process))
      return true;
  return !walker_trace_completed(walker);
}

/* "A(0) at line 12, B(1) at line 20" */
static void tell_bad_end(pml_walker *walker) {
  walker->scratch.count = 0;
  walker->place = (pml_place){0};
  for (uint32_t pid = 0; pid < walker->processes.count; pid++) {
    const walker_process *process = &walker->processes.at[pid];
    if (is_content(walker, process))
      continue;
    pml_place at = walker_place(walker, process);
    if (walker->scratch.count == 0)
      walker->place = at;
    walker_say(walker, &walker->scratch, "%s%s(%u) at line %u",
               walker->scratch.count ? ", " : "",
               pml_walker_process(walker, pid), (unsigned)pid,
               (unsigned)at.line);
  }
  walker->listening = true;
  if (walker->scratch.count)
    walker_fault(walker, MODEL_ERROR, false,
                 "invalid end state: %s cannot go on",
                 walker_finish(walker, &walker->scratch));
  else
    walker_fault(walker, MODEL_ERROR, false,
                 "invalid end state: the trace is not completed");
  walker->listening = false;
}

size_t pml_walker_check(pml_walker *walker, size_t *first) {
  *first = walker->faults.count;
  walker_check_state(walker);
  if (pml_walker_is_bad_end(walker))
    tell_bad_end(walker);
  return walker->faults.count - *first;
}

const model_fault *pml_walker_fault(const pml_walker *walker, size_t i,
                                    const char **message) {
  assert(i < walker->faults.count);
  const model_fault *fault = &walker->faults.at[i];
  if (message)
    *message = walker->fault_text.at + fault->at;
  return fault;
}

bool pml_walker_at_accept(pml_walker *walker) {
  vec_each (const walker_process, process, &walker->processes)
    if (walker_stands(&walker->accept_nodes, process->at))
      return true;
  return false;
}

bool pml_walker_value(pml_walker *walker, uint32_t e, int32_t *out) {
  walker_find_choices(walker); /* for timeout and np_ */
  walker->timeout = walker->choices_timeout || walker->choices.count == 0;
  walker->pid = PML_NONE;
  walker->fatal = walker->undefined = walker->some = false;
  *out = walker_eval(walker, e);
  walker->timeout = false;
  bool has_value = !walker->fatal && !walker->undefined;
  walker->fatal = walker->undefined = false;
  return has_value;
}
