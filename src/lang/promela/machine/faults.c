#include "lang/promela/machine/state.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

/* Where something goes wrong before any statement: at the process that is
 * made, or at a global whose first value is computed. */
static pml_place place_of_making(const pml_machine *x) {
  const pml_syntax *s = x->p->syntax;
  if (x->pid < x->layout.processes)
    return s->processes.at[x->layout.type[x->pid]].at;
  vec_each (const pml_var, v, &s->vars)
    if (x->layout.processes == 0 && v->process == PML_NONE &&
        v->initial == PML_INITIAL_VALUE && s->exprs.at[v->init].op != PML_CONST)
      return v->at;
  return (pml_place){0}; /* an atom of a formula has none */
}

static void tell(pml_machine *x, model_severity severity, const char *message) {
  const pml_syntax *s = x->p->syntax;
  /* Who takes steps apart needs to know in which part it happened: then 'step'
   * is a statement, and no number of a step. */
  model_fault f = {.severity = severity,
                   .step = x->follow ? x->statement : MODEL_NONE};
  if (x->quiet || !x->out)
    return;
  pml_place at = x->statement < s->statements.count
                     ? s->statements.at[x->statement].at
                     : place_of_making(x);
  f.file = at.file;
  f.line = at.line;
  f.column = at.column;
  model_steps_fault(x->out, &f, "%s", message);
}

void pml_fault(pml_machine *x, model_severity severity, const char *format,
               ...) {
  char message[512];
  va_list arguments;
  if (x->quiet || !x->out)
    return;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  tell(x, severity, message);
}

void pml_halt(pml_machine *x, const char *format, ...) {
  char message[512];
  va_list arguments;
  /* The first one counts: what comes after it means nothing. */
  if (x->halted)
    return;
  x->halted = true;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  tell(x, MODEL_UNDEFINED, message);
}

static const char *faults_name_of(const pml_machine *x, uint32_t name) {
  return names_text(&x->p->syntax->tokens.names, name);
}

void pml_fault_index(pml_machine *x, int32_t index, uint32_t variable) {
  assert(variable < x->p->syntax->vars.count);
  const pml_var *v = &x->p->syntax->vars.at[variable];
  pml_fault(x, MODEL_UNDEFINED, "index %d is outside %.100s[%u]", (int)index,
            faults_name_of(x, v->name), (unsigned)v->count);
}

static const char *type_name(pml_type type) {
  static const char *const type_names[] = {
      [PML_BIT] = "bit",           [PML_BYTE] = "byte",
      [PML_SHORT] = "short",       [PML_INT] = "int",
      [PML_MTYPE] = "mtype",       [PML_CHAN] = "chan",
      [PML_UNSIGNED] = "unsigned", [PML_RECORD] = "record"};
  return type_names[type];
}

void pml_note_cut(pml_machine *x, uint32_t key, int32_t value,
                  uint32_t variable) {
  if (x->quiet || !x->out || variable >= x->p->syntax->vars.count ||
      x->noted[key >> 3] >> (key & 7) & 1)
    return;
  if (!x->follow)
    x->noted[key >> 3] |= (uint8_t)(1 << (key & 7));
  const pml_var *v = &x->p->syntax->vars.at[variable];
  pml_fault(x, MODEL_NOTE, "%d does not fit %s %.100s", (int)value,
            type_name(v->type), faults_name_of(x, v->name));
}

void pml_fault_assert(pml_machine *x, uint32_t expr) {
  if (x->p->syntax->reading.ignores_assertions)
    return;
  uint32_t at =
      expr < x->x->text_of_expr.count ? x->x->text_of_expr.at[expr] : PML_NONE;
  pml_fault(x, MODEL_ERROR, "assertion violated: %.400s",
            at == PML_NONE ? "?" : x->x->texts.at + at);
}

void pml_forget_faults(pml_machine *x, size_t first) {
  model_steps *out = x->out;
  if (out->faults.count <= first)
    return;
  out->fault_text.count = out->faults.at[first].at;
  out->faults.count = first;
  out->worst = MODEL_NOTE;
  vec_each (const model_fault, f, &out->faults)
    if (f->severity > out->worst)
      out->worst = f->severity;
}

/* Ends that are none. */

static bool rests_at(const pml_machine *x, const uint8_t *bytes, uint32_t pid) {
  const pml_point *point = pml_point_of(x, bytes, pid);
  if (point->flags & PML_POINT_END)
    return true;
  return point->count == 1 && x->moves[point->first].kind == PML_MOVE_END;
}

static bool is_watch_done(const pml_machine *x, const uint8_t *bytes) {
  const pml_lowered *p = x->p;
  if (p->watch.process == PML_NONE)
    return true;
  uint32_t at =
      (uint32_t)(bytes[p->watch_offset] | bytes[p->watch_offset + 1] << 8);
  const pml_behaviour *b = &p->behaviours.at[p->watch.process];
  return at == x->x->watch_end ||
         x->points[b->first_point + at].flags & PML_POINT_END;
}

bool pml_is_good_end(pml_machine *x, const uint8_t *bytes) {
  if (x->layout.processes == 0 || x->p->syntax->reading.ignores_end_states)
    return true;
  for (uint32_t i = 0; i < x->layout.processes; i++)
    if (!rests_at(x, bytes, i))
      return false;
  return is_watch_done(x, bytes);
}

static pml_place place_at(const pml_machine *x, const uint8_t *bytes,
                          uint32_t pid) {
  const pml_syntax *s = x->p->syntax;
  const pml_point *point = pml_point_of(x, bytes, pid);
  if (point->statement >= s->statements.count)
    return s->processes.at[x->layout.type[pid]].until;
  const pml_statement *statement = &s->statements.at[point->statement];
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

void pml_fault_end(pml_machine *x, const uint8_t *bytes) {
  const pml_syntax *s = x->p->syntax;
  model_fault f = {.severity = MODEL_ERROR, .step = MODEL_NONE};
  line who = {0};
  for (uint32_t i = 0;
       i < x->layout.processes && who.used + 140 < sizeof who.text; i++) {
    if (rests_at(x, bytes, i))
      continue;
    pml_place at = place_at(x, bytes, i);
    if (!who.used) {
      f.file = at.file;
      f.line = at.line;
      f.column = at.column;
    }
    add_text(&who, who.used ? ", " : "");
    add_text(&who, faults_name_of(x, s->processes.at[x->layout.type[i]].name));
    add_text(&who, "(");
    add_number(&who, i);
    add_text(&who, ") at line ");
    add_number(&who, at.line);
  }
  if (who.used)
    model_steps_fault(x->out, &f, "invalid end state: %s cannot go on",
                      who.text);
  else
    model_steps_fault(x->out, &f,
                      "invalid end state: the trace is not completed");
}
