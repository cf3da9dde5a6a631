/* Runs of C programs by the interpreter, step by step as people see them: the
 * run that was found, and the caller's own walks. */
#include "problem/c/c_parts.h"

#include "cfa/print.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CHANGES = 8 };

static uint64_t mix(uint64_t x) { /* splitmix64 */
  x += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

/* Small numbers more often than others: programs compare with these. */
static uint64_t by_chance(uint64_t seed, size_t number, unsigned width) {
  uint64_t x = mix(seed ^ mix(number + 1));
  uint64_t value = x >> 8;
  switch (x & 3) {
  case 0:
  case 1:
    return bits_cut(value & 15, width);
  case 2:
    return bits_cut(UINT64_C(0) - (value & 15), width);
  default:
    return bits_cut(value, width);
  }
}

typedef struct chooser {
  custos *c;
  c_history *w;
} chooser;

static uint64_t choose(void *self, const cfa_input *input) {
  chooser *h = self;
  c_history *history = h->w;
  size_t n = history->met++;
  if (n >= history->values.count) {
    uint64_t value = history->seed && !input->is_pointer
                         ? by_chance(history->seed, n, input->width)
                         : 0;
    vec_push(&h->c->job, &history->values, value);
  }
  return bits_cut(history->values.at[n], input->width);
}

void c_history_begin(custos *c, c_history *history) {
  c_problem *problem = &c->c_problem;
  chooser *h = mem_alloc(&c->job, sizeof *h);
  *h = (chooser){c, history};
  cfa_run_delete(history->run);
  history->run = NULL;
  history->met = 0;
  history->is_over = false;
  history->position = 0;
  cfa_run_options run_options = {
      .checks = problem->given.checks, .choose = choose, .self = h};
  history->run = cfa_run_begin(&c->job, &c->clock, &problem->cfa, &run_options);
}

static bool is_source_condition(const cfa *automaton, uint32_t expression) {
  assert(expression < automaton->expressions.count);
  text none;
  text_init(&none, NULL, NULL);
  none.stopped = true;
  return cfa_print_expression(automaton, expression, &none);
}

/* Does the other side of this branch fail because something is checked that
 * the source does not ask for? */
static bool passes_check(const cfa *automaton, const cfa_edge *edge) {
  const cfa_location *location = &automaton->locations.at[edge->from];
  if (location->edges != 2)
    return false;
  const cfa_edge *other =
      &automaton->edges.at[location->first_edge + edge->holds];
  assert(other->holds != edge->holds && other->to != CFA_NONE);
  const cfa_location *to = &automaton->locations.at[other->to];
  const cfa_edge *end = &automaton->edges.at[to->first_edge];
  return to->edges == 1 && end->kind == CFA_FAIL &&
         end->error != CFA_ERROR_CALL && end->error != CFA_ERROR_ASSERTION;
}

static bool is_for_people(const cfa *automaton, const cfa_edge *edge) {
  if (edge->kind == CFA_FAIL || edge->kind == CFA_UNDEFINED ||
      edge->kind == CFA_UNSUPPORTED)
    return true;
  if (edge->place.file == CFA_NONE)
    return false;
  switch (edge->kind) {
  case CFA_SKIP:
    return edge->name != CFA_NONE;
  case CFA_HAVOC:
  case CFA_SIZE:
    return false;
  case CFA_ASSUME:
    return !passes_check(automaton, edge) &&
           is_source_condition(automaton, edge->a);
  case CFA_ASSIGN:
    return automaton->variables.at[edge->variable].kind != CFA_TEMPORARY;
  default:
    return true;
  }
}

void context_find_shown(custos *c) {
  c_problem *problem = &c->c_problem;
  problem->is_shown = mem_array(&problem->mem, problem->cfa.edges.count + 1, 1);
  for (size_t i = 0; i < problem->cfa.edges.count; i++)
    problem->is_shown[i] =
        is_for_people(&problem->cfa, &problem->cfa.edges.at[i]);
}

static const char *function_at(const cfa *automaton, uint32_t location) {
  assert(location < automaton->locations.count);
  return cfa_text(
      automaton,
      automaton->functions.at[automaton->locations.at[location].function].name);
}

/* "a[2].next = NULL". */
static void show_change(const cfa *automaton, cfa_run *run,
                        const cfa_change *change, text *to) {
  char value[120] = "";
  if (change->variable != CFA_NONE) {
    const cfa_variable *variable = &automaton->variables.at[change->variable];
    text_put(to, cfa_text(automaton, variable->name));
    if (!variable->is_scalar)
      cfa_print_part(automaton, variable->type, change->offset, to);
  } else {
    text_format(to, "heap+%llu", (unsigned long long)change->offset);
  }
  cfa_run_show(run, change, value, sizeof value);
  text_put(to, " = ");
  text_put(to, value);
}

static void show_changes(custos *c, c_history *history, size_t inputs_before,
                         text *to) {
  const cfa *automaton = &c->c_problem.cfa;
  cfa_change changes[MOST_CHANGES];
  size_t n = cfa_run_changes(history->run, changes, MOST_CHANGES), told = 0;
  for (size_t i = 0; i < n && i < MOST_CHANGES; i++) {
    if (changes[i].variable != CFA_NONE &&
        automaton->variables.at[changes[i].variable].kind == CFA_TEMPORARY)
      continue;
    text_put(to, told++ ? ", " : "");
    show_change(automaton, history->run, &changes[i], to);
  }
  const cfa_inputs *met = cfa_run_inputs(history->run);
  for (size_t i = inputs_before; i < met->count; i++) {
    const cfa_input *input = &met->at[i];
    if (input->kind == CFA_INPUT_CALL && told)
      continue; /* the variable tells */
    text_put(to, told++ ? ", " : "");
    if (input->kind == CFA_INPUT_UNINITIALISED)
      text_format(to,
                  "uninitialised %.100s: ", cfa_text(automaton, input->name));
    else if (input->kind != CFA_INPUT_FAILURE)
      text_put(to, "input ");
    if (input->kind == CFA_INPUT_FAILURE) {
      text_put(to, input->value ? "yes" : "no");
      continue;
    }
    cfa_print_value(automaton, CFA_NONE, true, input->width, input->value, to);
  }
}

/* What is wrong where the run has ended. */
static void describe_end(custos *c, c_history *history, custos_step *out) {
  const char *why = NULL;
  c_error error = {0};
  char words[768] = "";
  keeper k;
  context_take_c_error(history->run, &error);
  switch (cfa_run_end(history->run, &error.fault, &why)) {
  case CFA_END_ERROR:
    context_describe_c_error(c, &error, words, sizeof words);
    break;
  case CFA_END_FAULT:
    snprintf(words, sizeof words, "undefined: %s", cfa_fault_name(error.fault));
    break;
  case CFA_END_UNDEFINED:
    snprintf(words, sizeof words, "undefined: %.200s", why ? why : "");
    break;
  case CFA_END_UNSUPPORTED:
    snprintf(words, sizeof words, "not supported: %.200s", why ? why : "");
    break;
  default:
    break;
  }
  text_put(keeper_begin(&k, c, &c->rule_text), words);
  out->fault = keeper_end(&k);
}

/* "f(x)" of "%1 = f(x)": nobody knows %1. */
static const char *without_target(const char *statement) {
  const char *equals = strstr(statement, " = ");
  return statement[0] == '%' && equals ? equals + 3 : statement;
}

static void describe_step(custos *c, c_history *history, uint32_t edge,
                          size_t depth, size_t inputs_before,
                          custos_step *out) {
  const cfa *automaton = &c->c_problem.cfa;
  const cfa_edge *e = &automaton->edges.at[edge];
  keeper statement, changes;
  static const char none[] = "";
  cfa_print_edge(automaton, edge,
                 keeper_begin(&statement, c, &c->checked.statement));
  out->statement = keeper_end(&statement);
  if (e->variable != CFA_NONE &&
      automaton->variables.at[e->variable].kind == CFA_TEMPORARY)
    out->statement = without_target(out->statement);
  out->procedure = function_at(automaton, e->from);
  out->calls = depth ? (uint32_t)depth - 1 : 0;
  out->file = e->place.file == CFA_NONE
                  ? none
                  : cfa_text(automaton, automaton->files.at[e->place.file]);
  out->line = e->place.file == CFA_NONE ? 0 : e->place.line;
  out->column = e->place.column;
  out->is_call = e->kind == CFA_CALL;
  out->is_return = e->kind == CFA_RETURN;
  show_changes(c, history, inputs_before,
               keeper_begin(&changes, c, &c->state_text));
  out->changes = out->text = keeper_end(&changes);
}

static void describe_start(custos_step *out) {
  *out = (custos_step){.rule = -1,
                       .rule_text = "",
                       .procedure = "",
                       .file = "",
                       .text = "",
                       .changes = "",
                       .fault = ""};
}

bool c_history_step(custos *c, c_history *history, custos_step *out) {
  if (history->is_over)
    return false;
  describe_start(out);
  out->number = ++history->position;
  for (;;) {
    size_t depth = cfa_run_depth(history->run);
    size_t inputs = cfa_run_inputs(history->run)->count;
    uint64_t steps = cfa_run_steps(history->run);
    bool goes_on = cfa_run_step(history->run);
    history->is_over = !goes_on;
    uint32_t edge = cfa_run_edge(history->run);
    if (context_c_is_shown(c, edge) || !goes_on) {
      if (edge != CFA_NONE && cfa_run_steps(history->run) > steps)
        describe_step(c, history, edge, depth, inputs, out);
      break;
    }
  }
  out->last = history->is_over;
  if (out->last)
    describe_end(c, history, out);
  return true;
}

/* The run that was found. */

void context_c_rewind(custos *c) { c_history_begin(c, &c->c_problem.found); }

bool context_c_next(custos *c, custos_step *out) {
  c_history *history = &c->c_problem.found;
  if (c->position == UINT64_MAX) {
    c->position = 0;
    describe_start(out);
    return true;
  }
  if (!history->run || !c_history_step(c, history, out))
    return false;
  c->position = history->position;
  return true;
}

static c_history *walk_of(custos *c) {
  c_history *history = &c->c_problem.own;
  if (history->run)
    return history;
  context_fail(c, CUSTOS_ERR_USAGE, "call custos_walk_start first");
  return NULL;
}

static custos_status c_walk_start(custos *c, bool along) {
  if (along && context_is_flow(c))
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "a run of the control flow has no data to walk with");
  ENTER_SHOWING(c, "walking");
  c_problem *problem = &c->c_problem;
  c_history *history = &problem->own;
  if (!along) {
    context_drop_job(c);
    custos_status status = context_make_c(c);
    if (status != CUSTOS_OK)
      return status;
  }
  cfa_run_delete(history->run);
  memset(history, 0, sizeof *history);
  history->seed = along ? 0 : c->options.seed + 1;
  const uint64_t *values =
      along ? problem->found.values.at : problem->given.values.at;
  size_t count = along ? problem->found.given : problem->given.values.count;
  for (size_t i = 0; i < count; i++)
    vec_push(&c->job, &history->values, values[i]);
  history->given = count;
  history->history = along ? problem->steps : 0;
  c_history_begin(c, history);
  return context_leave(c, CUSTOS_OK);
}

static custos_status c_walk_position(custos *c, custos_position *out) {
  c_history *history = walk_of(c);
  if (!history)
    return CUSTOS_ERR_USAGE;
  *out = (custos_position){.number = history->position,
                           .history = history->history,
                           .loop = UINT64_MAX,
                           .moves = !history->is_over};
  return CUSTOS_OK;
}

/* There is one way to go on: the next statement of the program. */
static custos_status c_walk_move(custos *c, size_t i, custos_move *out) {
  c_history *history = walk_of(c);
  if (!history)
    return CUSTOS_ERR_USAGE;
  ENTER_SHOWING(c, "walking");
  if (i > 0 || history->is_over)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such move");
  const cfa *automaton = &c->c_problem.cfa;
  const cfa_location *at =
      &automaton->locations.at[cfa_run_location(history->run)];
  size_t depth = cfa_run_depth(history->run);
  *out = (custos_move){
      .process = function_at(automaton, cfa_run_location(history->run)),
      .pid = depth ? (uint32_t)depth - 1 : 0,
      .statement = "go on",
      .file = "",
      .line = at->place.line,
      .column = at->place.column};
  if (at->place.file != CFA_NONE)
    out->file = cfa_text(automaton, automaton->files.at[at->place.file]);
  return context_leave(c, CUSTOS_OK);
}

static custos_status c_walk_take(custos *c, size_t i, custos_step *out) {
  c_history *history = walk_of(c);
  if (!history)
    return CUSTOS_ERR_USAGE;
  ENTER_SHOWING(c, "walking");
  if (i > 0 || !c_history_step(c, history, out))
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such move");
  history->history = history->position;
  return context_leave(c, CUSTOS_OK);
}

static custos_status c_walk_go(custos *c, uint64_t number, custos_step *out) {
  c_history *history = walk_of(c);
  if (!history)
    return CUSTOS_ERR_USAGE;
  if (number > history->history)
    return context_fail(c, CUSTOS_ERR_USAGE, "the walk has no such step");
  ENTER_SHOWING(c, "walking");
  if (number <= history->position)
    c_history_begin(c, history);
  describe_start(out);
  while (history->position < number) {
    progress_tick(&c->clock);
    if (!c_history_step(c, history, out))
      return context_bug(c, "the run does not follow the program");
  }
  return context_leave(c, CUSTOS_OK);
}

static custos_status c_walk_look(custos *c, custos_see_fn *see, void *self) {
  c_history *history = walk_of(c);
  if (!history)
    return CUSTOS_ERR_USAGE;
  ENTER_SHOWING(c, "walking");
  c_look(c, history->run, see, self);
  return context_leave(c, CUSTOS_OK);
}

const walk_ops c_walk_ops = {.start = c_walk_start,
                             .position = c_walk_position,
                             .move = c_walk_move,
                             .take = c_walk_take,
                             .go = c_walk_go,
                             .look = c_walk_look};
