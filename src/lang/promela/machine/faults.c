#include "lang/promela/machine/state.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

/* Where something goes wrong before any statement: at the process that is
 * made, or at a global whose first value is computed. */
static pml_place place_of_making(const pml_machine *machine) {
  const pml_syntax *syntax = machine->p->syntax;
  if (machine->pid < machine->layout.processes)
    return syntax->processes.at[machine->layout.type[machine->pid]].at;
  vec_each (const pml_var, var, &syntax->vars)
    if (machine->layout.processes == 0 && var->process == PML_NONE &&
        var->initial == PML_INITIAL_VALUE &&
        syntax->exprs.at[var->init].op != PML_CONST)
      return var->at;
  return (pml_place){0}; /* an atom of a formula has none */
}

static void tell(pml_machine *machine, model_severity severity,
                 const char *message) {
  const pml_syntax *syntax = machine->p->syntax;
  /* Who takes steps apart needs to know in which part it happened: then 'step'
   * is a statement, and no number of a step. */
  model_fault fault = {.severity = severity,
                       .step =
                           machine->follow ? machine->statement : MODEL_NONE};
  if (machine->quiet || !machine->out)
    return;
  pml_place at = machine->statement < syntax->statements.count
                     ? syntax->statements.at[machine->statement].at
                     : place_of_making(machine);
  fault.file = at.file;
  fault.line = at.line;
  fault.column = at.column;
  model_steps_fault(machine->out, &fault, "%s", message);
}

void pml_fault(pml_machine *machine, model_severity severity,
               const char *format, ...) {
  char message[512];
  va_list arguments;
  if (machine->quiet || !machine->out)
    return;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  tell(machine, severity, message);
}

void pml_halt(pml_machine *machine, const char *format, ...) {
  char message[512];
  va_list arguments;
  /* The first one counts: what comes after it means nothing. */
  if (machine->halted)
    return;
  machine->halted = true;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  tell(machine, MODEL_UNDEFINED, message);
}

static const char *faults_name_of(const pml_machine *machine, uint32_t name) {
  return names_text(&machine->p->syntax->tokens.names, name);
}

void pml_fault_index(pml_machine *machine, int32_t index, uint32_t variable) {
  assert(variable < machine->p->syntax->vars.count);
  const pml_var *var = &machine->p->syntax->vars.at[variable];
  pml_fault(machine, MODEL_UNDEFINED, "index %d is outside %.100s[%u]",
            (int)index, faults_name_of(machine, var->name),
            (unsigned)var->count);
}

static const char *type_name(pml_type type) {
  static const char *const type_names[] = {
      [PML_BIT] = "bit",           [PML_BYTE] = "byte",
      [PML_SHORT] = "short",       [PML_INT] = "int",
      [PML_MTYPE] = "mtype",       [PML_CHAN] = "chan",
      [PML_UNSIGNED] = "unsigned", [PML_RECORD] = "record"};
  return type_names[type];
}

void pml_note_cut(pml_machine *machine, uint32_t key, int32_t value,
                  uint32_t variable) {
  if (machine->quiet || !machine->out ||
      variable >= machine->p->syntax->vars.count ||
      machine->noted[key >> 3] >> (key & 7) & 1)
    return;
  if (!machine->follow)
    machine->noted[key >> 3] |= (uint8_t)(1 << (key & 7));
  const pml_var *var = &machine->p->syntax->vars.at[variable];
  pml_fault(machine, MODEL_NOTE, "%d does not fit %s %.100s", (int)value,
            type_name(var->type), faults_name_of(machine, var->name));
}

void pml_fault_assert(pml_machine *machine, uint32_t expr) {
  if (machine->p->syntax->reading.ignores_assertions)
    return;
  uint32_t at = expr < machine->x->text_of_expr.count
                    ? machine->x->text_of_expr.at[expr]
                    : PML_NONE;
  pml_fault(machine, MODEL_ERROR, "assertion violated: %.400s",
            at == PML_NONE ? "?" : machine->x->texts.at + at);
}

void pml_forget_faults(pml_machine *machine, size_t first) {
  model_steps *out = machine->out;
  if (out->faults.count <= first)
    return;
  out->fault_text.count = out->faults.at[first].at;
  out->faults.count = first;
  out->worst = MODEL_NOTE;
  vec_each (const model_fault, fault, &out->faults)
    if (fault->severity > out->worst)
      out->worst = fault->severity;
}

/* Ends that are none. */

static bool rests_at(const pml_machine *machine, const uint8_t *bytes,
                     uint32_t pid) {
  const pml_point *point = pml_point_of(machine, bytes, pid);
  if (point->flags & PML_POINT_END)
    return true;
  return point->count == 1 && machine->moves[point->first].kind == PML_MOVE_END;
}

static bool is_watch_done(const pml_machine *machine, const uint8_t *bytes) {
  const pml_lowered *lowered = machine->p;
  if (lowered->watch.process == PML_NONE)
    return true;
  uint32_t at = (uint32_t)(bytes[lowered->watch_offset] |
                           bytes[lowered->watch_offset + 1] << 8);
  const pml_behaviour *behaviour =
      &lowered->behaviours.at[lowered->watch.process];
  return at == machine->x->watch_end ||
         machine->points[behaviour->first_point + at].flags & PML_POINT_END;
}

bool pml_is_good_end(pml_machine *machine, const uint8_t *bytes) {
  if (machine->layout.processes == 0 ||
      machine->p->syntax->reading.ignores_end_states)
    return true;
  for (uint32_t i = 0; i < machine->layout.processes; i++)
    if (!rests_at(machine, bytes, i))
      return false;
  return is_watch_done(machine, bytes);
}

static pml_place place_at(const pml_machine *machine, const uint8_t *bytes,
                          uint32_t pid) {
  const pml_syntax *syntax = machine->p->syntax;
  const pml_point *point = pml_point_of(machine, bytes, pid);
  if (point->statement >= syntax->statements.count)
    return syntax->processes.at[machine->layout.type[pid]].until;
  const pml_statement *statement = &syntax->statements.at[point->statement];
  return point->is_join ? statement->until : statement->at;
}

/* A search past all errors may meet millions of ends: no printf for each. */
typedef struct line {
  size_t used;
  char text[400];
} line;

static void add_text(line *l, const char *s) {
  for (size_t i = 0; s[i] && i < 80 && l->used + 1 < sizeof l->text; i++)
    l->text[l->used++] = s[i];
  l->text[l->used] = '\0';
}

static void add_number(line *l, uint32_t n) {
  char digits[12];
  size_t at = sizeof digits - 1;
  digits[at] = '\0';
  do
    digits[--at] = (char)('0' + n % 10);
  while (n /= 10);
  add_text(l, digits + at);
}

void pml_fault_end(pml_machine *machine, const uint8_t *bytes) {
  const pml_syntax *syntax = machine->p->syntax;
  model_fault fault = {.severity = MODEL_ERROR, .step = MODEL_NONE};
  line who = {0};
  for (uint32_t i = 0;
       i < machine->layout.processes && who.used + 140 < sizeof who.text; i++) {
    if (rests_at(machine, bytes, i))
      continue;
    pml_place at = place_at(machine, bytes, i);
    if (!who.used) {
      fault.file = at.file;
      fault.line = at.line;
      fault.column = at.column;
    }
    add_text(&who, who.used ? ", " : "");
    add_text(&who,
             faults_name_of(
                 machine, syntax->processes.at[machine->layout.type[i]].name));
    add_text(&who, "(");
    add_number(&who, i);
    add_text(&who, ") at line ");
    add_number(&who, at.line);
  }
  if (who.used)
    model_steps_fault(machine->out, &fault,
                      "invalid end state: %s cannot go on", who.text);
  else
    model_steps_fault(machine->out, &fault,
                      "invalid end state: the trace is not completed");
}
