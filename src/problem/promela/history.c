#include "problem/promela/history.h"

#include "problem/promela/steps.h"
#include "view/html_processes.h"

#include <assert.h>
#include <string.h>

static pml_syntax *syntax_of(custos *c) {
  return &promela_of(&c->model)->syntax;
}

static const char *keep_text(custos *c, history *k, history_text which,
                             const char *words) {
  keeper x;
  text_put(keeper_begin(&x, c, &k->texts[which]), words ? words : "");
  return keeper_end(&x);
}

/* What a step is. */

/* Where a step stands in the text. */
static pml_place place_of(const pml_syntax *syntax, const pml_step *step,
                          uint32_t process) {
  if (step->kind == PML_STEP_END)
    return process < syntax->processes.count
               ? syntax->processes.at[process].until
               : (pml_place){0};
  const pml_statement *statement = &syntax->statements.at[step->statement];
  return step->kind == PML_STEP_JOIN && statement->kind != PML_GOTO &&
                 statement->kind != PML_BREAK
             ? statement->until
             : statement->at;
}

static void print_step(const pml_syntax *syntax, const pml_step *step,
                       text *out) {
  if (step->kind == PML_STEP_END) {
    text_put(out, "-end-");
    return;
  }
  pml_kind kind = syntax->statements.at[step->statement].kind;
  if (step->kind == PML_STEP_JOIN && kind == PML_IF)
    text_put(out, "fi");
  else if (step->kind == PML_STEP_JOIN && kind == PML_DO)
    text_put(out, "od");
  else if (step->kind == PML_STEP_JOIN && kind == PML_UNLESS)
    text_put(out, "}");
  else
    pml_print_statement(syntax, step->statement, out);
}

static const char *keep_step(custos *c, history *k, history_text which,
                             const pml_step *step) {
  keeper kept;
  print_step(syntax_of(c), step, keeper_begin(&kept, c, &k->texts[which]));
  return keeper_end(&kept);
}

static const char *file_of(custos *c, const pml_place *at) {
  const names *files = &syntax_of(c)->tokens.files;
  return at->file < names_count(files) ? names_text(files, at->file) : "";
}

/* The number of a proctype. */
static uint32_t type_of(const pml_syntax *syntax, const char *name) {
  for (uint32_t i = 0; i < syntax->processes.count; i++)
    if (strcmp(names_text(&syntax->tokens.names, syntax->processes.at[i].name),
               name) == 0)
      return i;
  return PML_NONE;
}

/* Who moves, where, and with whom; all that is known before it happens. */
static void describe_move(custos *c, history *k, const pml_step *step,
                          custos_move *out) {
  const pml_syntax *syntax = syntax_of(c);
  *out = (custos_move){.pid = step->pid};
  out->process = keep_text(c, k, HISTORY_PROCESS,
                           pml_walker_process(k->walker, step->pid));
  out->statement = keep_step(c, k, HISTORY_STATEMENT, step);
  pml_place at = place_of(syntax, step, type_of(syntax, out->process));
  out->file = file_of(c, &at);
  out->line = at.line;
  out->column = at.column;
  if (step->partner == PML_NONE)
    return;
  pml_step other = {.statement = step->partner_statement};
  out->partner_pid = step->partner;
  out->partner = keep_text(c, k, HISTORY_PARTNER,
                           pml_walker_process(k->walker, step->partner));
  out->partner_statement = keep_step(c, k, HISTORY_PARTNER_STATEMENT, &other);
  out->partner_line = syntax->statements.at[step->partner_statement].at.line;
}

/* What a step did. */

static void copy_move(const custos_move *move, custos_step *out) {
  out->process = move->process;
  out->pid = move->pid;
  out->statement = move->statement;
  out->file = move->file;
  out->line = move->line;
  out->column = move->column;
  out->partner = move->partner;
  out->partner_pid = move->partner_pid;
  out->partner_statement = move->partner_statement;
  out->partner_line = move->partner_line;
}

/* Faults from 'first' on; of one kind: notes, or all others. */
static void add_faults(const history *k, size_t first, size_t count, bool notes,
                       bool *began, text *out) {
  for (size_t i = first; i < first + count; i++) {
    const char *words = "";
    const model_fault *fault = pml_walker_fault(k->walker, i, &words);
    if ((fault->severity == MODEL_NOTE) != notes)
      continue;
    text_put(out, *began ? "; " : "");
    text_put(out, words);
    *began = true;
  }
}

/* What went wrong in the step (NULL: there was none), and what is wrong with
 * the state behind it. */
static void describe_faults(custos *c, history *k, const pml_event *event,
                            custos_step *out) {
  size_t first = 0;
  size_t count = k->is_stopped ? 0 : pml_walker_check(k->walker, &first);
  for (int notes = 0; notes < 2; notes++) {
    keeper kept;
    bool began = false;
    text *to =
        keeper_begin(&kept, c, &k->texts[notes ? HISTORY_NOTE : HISTORY_FAULT]);
    if (event)
      add_faults(k, event->first_fault, event->faults, notes != 0, &began, to);
    add_faults(k, first, count, notes != 0, &began, to);
    const char *words = keeper_end(&kept);
    if (notes)
      out->note = words;
    else
      out->fault = words;
  }
}

static void describe_event(custos *c, history *k, const pml_event *event,
                           custos_step *out) {
  out->output = keep_text(c, k, HISTORY_OUTPUT, event->output);
  out->changes = keep_text(c, k, HISTORY_CHANGES, event->changes);
  if (event->talk == PML_NO_TALK)
    return;
  out->is_send = event->talk != PML_RECEIVED;
  out->is_receive = event->talk != PML_SENT;
  out->channel_number = event->channel;
  out->channel = keep_text(c, k, HISTORY_CHANNEL, event->channel_name);
  out->message = keep_text(c, k, HISTORY_MESSAGE, event->message);
}

/* One line: "x=1 c=[3] A(0)@lock.pml:12 i=2". */
typedef struct state_line {
  text *out;
  bool began;
} state_line;

static void history_see(void *self, const pml_seen *seen) {
  state_line *line = self;
  text_put(line->out, line->began ? " " : "");
  line->began = true;
  text_put(line->out, seen->name[0] ? seen->name : seen->process);
  text_put(line->out, seen->name[0] ? "=" : "@");
  text_put(line->out,
           seen->value[0] ? seen->value : "[]"); /* an empty channel */
}

static void describe_state(custos *c, history *k, custos_step *out) {
  keeper kept;
  state_line line = {keeper_begin(&kept, c, &k->texts[HISTORY_STATE]), false};
  pml_walker_look(k->walker, &line, history_see);
  out->text = keeper_end(&kept);
  out->alone = !pml_walker_rests(k->walker);
}

history *context_begin_history(custos *c, int number) {
  history *k = c->checked.history[number];
  if (!k) {
    k = mem_alloc(&c->job, sizeof *k);
    *k = (history){.walker = pml_walker_new(&c->job, syntax_of(c))};
    c->checked.history[number] = k;
  }
  pml_walker_start(k->walker);
  k->taken.count = k->marks.count = k->position = 0;
  k->loop = SIZE_MAX;
  k->knows_moves = k->is_stopped = false;
  vec_push(&c->job, &k->marks, pml_walker_mark(k->walker));
  return k;
}

history *context_begin_run(custos *c, int number) {
  history *k = context_begin_history(c, number);
  vec_each (const pml_step, step, &c->checked.steps)
    vec_push(&c->job, &k->taken, *step);
  if (c->checked.steps_go_on)
    k->loop = c->checked.steps_loop;
  return k;
}

/* Takes the step behind 'position', where the walker stands. */
static bool take_next(custos *c, history *k, custos_step *out) {
  assert(k->position < k->taken.count);
  const pml_step *step = &k->taken.at[k->position];
  custos_move move;
  pml_event event = {0};
  progress_tick(&c->clock);
  describe_move(c, k, step, &move);
  if (!pml_walker_take(k->walker, step, &event))
    return false;
  k->position++;
  k->knows_moves = false;
  if (k->position == k->marks.count)
    vec_push(&c->job, &k->marks, pml_walker_mark(k->walker));
  copy_move(&move, out);
  describe_event(c, k, &event, out);
  k->is_stopped = event.stopped;
  describe_faults(c, k, &event, out);
  return true;
}

bool history_go(custos *c, history *k, size_t position, custos_step *out) {
  *out = (custos_step){.number = position,
                       .rule = -1,
                       .rule_text = "",
                       .file = file_of(c, &(pml_place){0})};
  /* A step back is one forward from the state before it. */
  size_t from = position ? position - 1 : 0;
  if (from >= k->marks.count)
    from = k->marks.count - 1;
  if (k->position != from) {
    pml_walker_return(k->walker, k->marks.at[from]);
    k->position = from;
    k->knows_moves = k->is_stopped = false;
  }
  while (k->position < position)
    if (!take_next(c, k, out))
      return false;
  if (position == 0)
    describe_faults(c, k, NULL, out);
  describe_state(c, k, out);
  out->last = position == k->taken.count;
  out->loop = position > k->loop;
  out->stutters = out->last && k->loop == position;
  return true;
}

const pml_steps *history_moves(custos *c, history *k) {
  if (!k->knows_moves) {
    k->moves.count = 0;
    progress_tick(&c->clock);
    if (!k->is_stopped)
      pml_walker_steps(k->walker, &k->moves);
    k->knows_moves = true;
  }
  return &k->moves;
}

void history_take(custos *c, history *k, size_t move, custos_step *out) {
  assert(move < k->moves.count);
  pml_step step = k->moves.at[move];
  k->taken.count = k->position;
  k->marks.count = k->position + 1;
  k->loop = SIZE_MAX;
  vec_push(&c->job, &k->taken, step);
  history_go(c, k, k->position + 1, out);
}

/* The run that was found. */

void context_steps_rewind(custos *c) { context_begin_run(c, HISTORY_RUN); }

bool context_steps_next(custos *c, custos_step *out) {
  history *k = c->checked.history[HISTORY_RUN];
  return k && c->position != k->taken.count &&
         history_go(c, k, (size_t)++c->position, out);
}

static history *callers(custos *c) {
  history *k = c->checked.history[HISTORY_CALLER];
  if (!k)
    context_fail(c, CUSTOS_ERR_USAGE, "call custos_walk_start first");
  return k;
}

static custos_status promela_walk_start(custos *c, bool along) {
  ENTER_SHOWING(c, "walking");
  (along ? context_begin_run : context_begin_history)(c, HISTORY_CALLER);
  return context_leave(c, CUSTOS_OK);
}

static custos_status promela_walk_position(custos *c, custos_position *out) {
  history *k = callers(c);
  if (!k)
    return CUSTOS_ERR_USAGE;
  ENTER_SHOWING(c, "walking");
  *out = (custos_position){.number = k->position,
                           .history = k->taken.count,
                           .loop = k->loop == SIZE_MAX ? UINT64_MAX : k->loop,
                           .moves = history_moves(c, k)->count,
                           .bad_end = !k->is_stopped &&
                                      pml_walker_is_bad_end(k->walker),
                           .alone = !pml_walker_rests(k->walker)};
  return context_leave(c, CUSTOS_OK);
}

static custos_status promela_walk_move(custos *c, size_t i, custos_move *out) {
  history *k = callers(c);
  if (!k)
    return CUSTOS_ERR_USAGE;
  ENTER_SHOWING(c, "walking");
  if (i >= history_moves(c, k)->count)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such move");
  describe_move(c, k, &k->moves.at[i], out);
  return context_leave(c, CUSTOS_OK);
}

static custos_status promela_walk_take(custos *c, size_t i, custos_step *out) {
  history *k = callers(c);
  if (!k)
    return CUSTOS_ERR_USAGE;
  ENTER_SHOWING(c, "walking");
  if (i >= history_moves(c, k)->count)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such move");
  history_take(c, k, i, out);
  out->last = history_moves(c, k)->count == 0;
  return context_leave(c, CUSTOS_OK);
}

static custos_status promela_walk_go(custos *c, uint64_t number,
                                     custos_step *out) {
  history *k = callers(c);
  if (!k)
    return CUSTOS_ERR_USAGE;
  if (number > k->taken.count)
    return context_fail(c, CUSTOS_ERR_USAGE, "the walk has no such step");
  ENTER_SHOWING(c, "walking");
  if (!history_go(c, k, (size_t)number, out))
    return context_bug(c, "the run does not follow the program");
  return context_leave(c, CUSTOS_OK);
}

/* A run that is made a page. */
typedef struct page {
  custos *c;
  history *k;
} page;

static bool page_go(const html_history *h, size_t i, custos_step *out) {
  page *x = h->self;
  return history_go(x->c, x->k, i, out);
}

/* Hands what the walker sees to the caller. */
typedef struct looking {
  custos_see_fn *see;
  void *self;
} looking;

static void hand_over(void *self, const pml_seen *x) {
  looking *l = self;
  custos_seen seen = {.process = x->process,
                      .name = x->name,
                      .value = x->value,
                      .pid = x->pid == PML_NONE ? -1 : (int64_t)x->pid};
  l->see(l->self, &seen);
}

static void page_look(const html_history *h, custos_see_fn *see, void *self) {
  page *x = h->self;
  looking l = {see, self};
  pml_walker_look(x->k->walker, &l, hand_over);
}

bool context_write_run_page(custos *c, text *out) {
  page x = {c, context_begin_run(c, HISTORY_PAGE)};
  html_history h = {.self = &x,
                    .steps = x.k->taken.count,
                    .loop = x.k->loop,
                    .go = page_go,
                    .look = page_look};
  return html_processes(&c->job, &h, out);
}

static custos_status promela_walk_look(custos *c, custos_see_fn *see_one,
                                       void *self) {
  history *k = callers(c);
  if (!k)
    return CUSTOS_ERR_USAGE;
  ENTER_SHOWING(c, "walking");
  looking l = {see_one, self};
  pml_walker_look(k->walker, &l, hand_over);
  return context_leave(c, CUSTOS_OK);
}

const walk_ops promela_walk_ops = {.start = promela_walk_start,
                                   .position = promela_walk_position,
                                   .move = promela_walk_move,
                                   .take = promela_walk_take,
                                   .go = promela_walk_go,
                                   .look = promela_walk_look};
