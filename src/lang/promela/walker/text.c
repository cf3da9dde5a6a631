/* Texts that the walker makes, and faults. */
#include "lang/promela/walker/parts.h"

#include <stdarg.h>
#include <stdio.h>

/* Appends; the closing NUL is not counted. */
base_printf(3, 0) static void append(pml_walker *w, walker_text *out,
                                     const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  if (length > 0) {
    vec_reserve(w->m, out, (size_t)length + 1);
    vsnprintf(out->at + out->count, (size_t)length + 1, format, again);
    out->count += (size_t)length;
  }
  va_end(again);
}

void walker_say(pml_walker *w, walker_text *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  append(w, out, format, arguments);
  va_end(arguments);
}

const char *walker_finish(pml_walker *w, walker_text *t) {
  vec_reserve(w->m, t, 1);
  t->at[t->count] = '\0';
  return t->at;
}

/* Within one evaluation of a state or step the same fault is told once. */
static bool is_known(const pml_walker *w, const model_fault *f,
                     const char *message) {
  for (size_t i = w->faults.count; i-- > 0;) {
    const model_fault *g = &w->faults.at[i];
    if (g->step != f->step)
      return false;
    if (g->severity == f->severity && g->file == f->file &&
        g->line == f->line && g->column == f->column &&
        strcmp(w->fault_text.at + g->at, message) == 0)
      return true;
  }
  return false;
}

void walker_fault(pml_walker *w, model_severity severity, bool stops,
                  const char *format, ...) {
  if (stops)
    w->fatal = true;
  if (severity == MODEL_UNDEFINED)
    w->undefined = true;
  if (!w->listening)
    return;
  model_fault f = {.severity = severity,
                   .step = w->occasion,
                   .file = w->place.file,
                   .line = w->place.line,
                   .column = w->place.column,
                   .at = w->fault_text.count};
  va_list arguments;
  va_start(arguments, format);
  append(w, &w->fault_text, format, arguments);
  va_end(arguments);
  walker_finish(w, &w->fault_text);
  f.length = w->fault_text.count - f.at;
  w->fault_text.count++;
  if (is_known(w, &f, w->fault_text.at + f.at))
    w->fault_text.count = f.at;
  else
    vec_push(w->m, &w->faults, f);
}
