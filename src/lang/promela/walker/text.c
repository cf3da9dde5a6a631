/* Texts that the walker makes, and faults. */
#include "lang/promela/walker/parts.h"

#include <stdarg.h>
#include <stdio.h>

/* Appends; the closing NUL is not counted. */
base_printf(3, 0) static void append(pml_walker *walker, walker_text *out,
                                     const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  if (length > 0) {
    vec_reserve(walker->m, out, (size_t)length + 1);
    vsnprintf(out->at + out->count, (size_t)length + 1, format, again);
    out->count += (size_t)length;
  }
  va_end(again);
}

void walker_say(pml_walker *walker, walker_text *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  append(walker, out, format, arguments);
  va_end(arguments);
}

const char *walker_finish(pml_walker *walker, walker_text *t) {
  vec_reserve(walker->m, t, 1);
  t->at[t->count] = '\0';
  return t->at;
}

/* Within one evaluation of a state or step the same fault is told once. */
static bool is_known(const pml_walker *walker, const model_fault *f,
                     const char *message) {
  for (size_t i = walker->faults.count; i-- > 0;) {
    const model_fault *g = &walker->faults.at[i];
    if (g->step != f->step)
      return false;
    if (g->severity == f->severity && g->file == f->file &&
        g->line == f->line && g->column == f->column &&
        strcmp(walker->fault_text.at + g->at, message) == 0)
      return true;
  }
  return false;
}

void walker_fault(pml_walker *walker, model_severity severity, bool stops,
                  const char *format, ...) {
  if (stops)
    walker->fatal = true;
  if (severity == MODEL_UNDEFINED)
    walker->undefined = true;
  if (!walker->listening)
    return;
  model_fault fault = {.severity = severity,
                       .step = walker->occasion,
                       .file = walker->place.file,
                       .line = walker->place.line,
                       .column = walker->place.column,
                       .at = walker->fault_text.count};
  va_list arguments;
  va_start(arguments, format);
  append(walker, &walker->fault_text, format, arguments);
  va_end(arguments);
  walker_finish(walker, &walker->fault_text);
  fault.length = walker->fault_text.count - fault.at;
  walker->fault_text.count++;
  if (is_known(walker, &fault, walker->fault_text.at + fault.at))
    walker->fault_text.count = fault.at;
  else
    vec_push(walker->m, &walker->faults, fault);
}
