/* What the machine and the walker do not agree on, in words. */
#include "lang/promela/compare/state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

base_printf(2, 0) static void add(comparer *c, const char *format,
                                  va_list arguments) {
  char line[400];
  int n = vsnprintf(line, sizeof line, format, arguments);
  size_t length = n < 0 ? 0 : strlen(line);
  vec_reserve(c->m, &c->x->text, length + 1);
  memcpy(c->x->text.at + c->x->text.count, line, length + 1);
  c->x->text.count += length;
}

base_printf(2, 3) static void say(comparer *c, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add(c, format, arguments);
  va_end(arguments);
}

static const pml_syntax *syntax_of(const comparer *c) {
  return &promela_of(c->model)->syntax;
}

/* "0+2 at 12:3": who moved, and where the step began. */
static void say_step(comparer *c, uint64_t movers, uint32_t line,
                     uint32_t column) {
  const char *between = "";
  for (unsigned i = 0; i < 64; i++)
    if (movers >> i & 1) {
      say(c, "%s%u", between, i);
      between = "+";
    }
  say(c, " at %" PRIu32 ":%" PRIu32, line, column);
}

/* The way from the first state: "after 2 steps (0 at 3:5, 1 at 7:3), ". */
static void say_path(comparer *c, uint32_t state) {
  enum { MOST_TOLD = 12 };
  vec(uint32_t) path = {0};
  for (uint32_t i = state; c->parents.at[i].state != PML_NONE;
       i = c->parents.at[i].state)
    vec_push(c->m, &path, i);
  size_t n = path.count;
  if (n == 0)
    say(c, "at the start, ");
  else
    say(c, "after %zu step%s (process and place: %s", n, n == 1 ? "" : "s",
        n > MOST_TOLD ? "..., " : "");
  for (size_t i = n < MOST_TOLD ? n : MOST_TOLD; i-- > 0;) {
    const compare_parent *parent = &c->parents.at[path.at[i]];
    say_step(c, parent->movers, parent->line, parent->column);
    say(c, i ? ", " : "), ");
  }
  vec_free(c->m, &path);
}

static void begin(comparer *c) {
  c->x->text.count = 0;
  say_path(c, c->state);
}

void compare_tell(comparer *c, const char *format, ...) {
  va_list arguments;
  begin(c);
  va_start(arguments, format);
  add(c, format, arguments);
  va_end(arguments);
}

static const char *process_name(const comparer *c, uint32_t type) {
  const pml_syntax *syntax = syntax_of(c);
  return type < syntax->processes.count
             ? names_text(&syntax->tokens.names,
                          syntax->processes.at[type].name)
             : "?";
}

static void say_owner(comparer *c, uint32_t pid) {
  if (pid == PML_VIEW_GLOBAL)
    return;
  vec_each (const pml_view_item, view_item, &c->walker_view.items)
    if (view_item->kind == PML_VIEW_TYPE && view_item->pid == pid)
      say(c, "%s(%" PRIu32 ")", process_name(c, (uint32_t)view_item->value),
          pid);
}

static void say_position(comparer *c, int32_t value) {
  const pml_syntax *syntax = syntax_of(c);
  uint32_t statement = (uint32_t)value / 2;
  if ((uint32_t)value == PML_NONE || statement >= syntax->statements.count) {
    say(c, "its end");
    return;
  }
  say(c, "%s%" PRIu32 ":%" PRIu32, value & 1 ? "behind " : "",
      syntax->statements.at[statement].at.line,
      syntax->statements.at[statement].at.column);
}

static void say_value(comparer *c, const pml_view_item *view_item) {
  if (view_item->kind == PML_VIEW_POSITION || view_item->kind == PML_VIEW_TRACE)
    say_position(c, view_item->value);
  else if (view_item->kind == PML_VIEW_TYPE)
    say(c, "%s", process_name(c, (uint32_t)view_item->value));
  else
    say(c, "%" PRId32, view_item->value);
}

static void say_item(comparer *c, const pml_view_item *view_item) {
  static const char *const words[] = {
      [PML_VIEW_LAST] = "_last",
      [PML_VIEW_TRACE] = "the place of the trace",
      [PML_VIEW_PROCESSES] = "the number of processes",
      [PML_VIEW_TYPE] = "the type of a process",
      [PML_VIEW_PRIORITY] = ": its priority",
      [PML_VIEW_POSITION] = ": its place",
      [PML_VIEW_CHANNELS] = "the number of channels"};
  if (view_item->kind != PML_VIEW_TYPE)
    say_owner(c, view_item->pid);
  switch (view_item->kind) {
  case PML_VIEW_VALUE:
    say(c, "%s%s", view_item->pid == PML_VIEW_GLOBAL ? "" : ":",
        pml_walker_name(c->walker, view_item->variable, view_item->element));
    return;
  case PML_VIEW_C_BYTE:
    say(c, "%sbyte %" PRIu32 " of what C adds",
        view_item->pid == PML_VIEW_GLOBAL ? "" : ": ", view_item->element);
    return;
  case PML_VIEW_SHAPE:
    say(c, "the declaration of channel %" PRIu32, view_item->element);
    return;
  case PML_VIEW_LENGTH:
    say(c, "the number of values in channel %" PRIu32, view_item->element);
    return;
  case PML_VIEW_CONTENT:
    say(c, "value %" PRIu32 " in channel %" PRIu32, view_item->variable,
        view_item->element);
    return;
  default:
    say(c, "%s", words[view_item->kind]);
  }
}

void compare_tell_views(comparer *c, uint32_t state, const compare_step *step) {
  pml_view_bytes(c->viewer, (const uint8_t *)names_text(&c->states, state),
                 (uint32_t)names_length(&c->states, state), &c->machine_view);
  size_t i = 0, n = c->machine_view.items.count,
         most = c->walker_view.items.count;
  const pml_view_item *a = c->machine_view.items.at,
                      *b = c->walker_view.items.at;
  while (i < n && i < most && memcmp(&a[i], &b[i], sizeof *a) == 0)
    i++;
  if (step) {
    begin(c);
    say(c, "then a step (");
    say_step(c, step->movers, step->line, step->column);
    say(c, "), ");
  } else {
    c->x->text.count = 0;
    say(c, "at the start, ");
  }
  if (i == n || i == most || a[i].kind != b[i].kind || a[i].pid != b[i].pid) {
    say(c, "the states of the machine and the walker hold different things");
    return;
  }
  say_item(c, &b[i]);
  say(c, " is ");
  say_value(c, &a[i]);
  say(c, " to the machine and ");
  say_value(c, &b[i]);
  say(c, " to the walker");
}

void compare_tell_step(comparer *c, const compare_step *step, bool is_walkers) {
  begin(c);
  say(c, "the step (");
  say_step(c, step->movers, step->line, step->column);
  say(c, ") is one of the %s alone", is_walkers ? "walker" : "machine");
}

void compare_tell_fault(comparer *c, const compare_fault *fault,
                        bool is_walkers, bool is_agreed) {
  const char *words;
  if (is_walkers)
    pml_walker_fault(c->walker, fault->number, &words);
  else
    words = model_fault_text(&c->steps, &c->steps.faults.at[fault->number]);
  begin(c);
  say(c, "%s: %.300s (%" PRIu32 ":%" PRIu32 ")",
      is_agreed    ? "both find"
      : is_walkers ? "the walker alone finds"
                   : "the machine alone finds",
      words, fault->line, fault->column);
}

void compare_tell_atom(comparer *c, uint32_t atom, int machine, int walker) {
  static const char *const words[] = {"without a value", "false", "true"};
  compare_tell(c,
               "atom %" PRIu32 " of the formula is %s to the machine and %s to "
               "the walker",
               atom, words[machine + 1], words[walker + 1]);
}
