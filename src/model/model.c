#include "model/model.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

void model_steps_reset(model_steps *s) {
  s->bytes.count = 0;
  s->steps.count = 0;
  s->faults.count = 0;
  s->fault_text.count = 0;
  s->worst = MODEL_NOTE;
}

void model_steps_free(model_steps *s) {
  vec_free(s->m, &s->bytes);
  vec_free(s->m, &s->steps);
  vec_free(s->m, &s->faults);
  vec_free(s->m, &s->fault_text);
}

uint8_t *model_steps_add(model_steps *s, uint32_t size) {
  assert(s->m);
  size_t at = s->bytes.count;
  vec_reserve(s->m, &s->bytes, size);
  vec_reserve(s->m, &s->steps, 1);
  s->bytes.count += size;
  s->steps.at[s->steps.count++] =
      (model_step){.at = at, .size = size, .label = MODEL_NONE};
  return s->bytes.at + at;
}

void model_steps_fault(model_steps *s, const model_fault *fault,
                       const char *format, ...) {
  enum { USUAL = 256 };
  model_fault f = *fault;
  va_list arguments;
  vec_reserve(s->m, &s->fault_text, USUAL);
  va_start(arguments, format);
  int length = vsnprintf(s->fault_text.at + s->fault_text.count, USUAL, format,
                         arguments);
  va_end(arguments);
  if (length >= USUAL) {
    vec_reserve(s->m, &s->fault_text, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(s->fault_text.at + s->fault_text.count, (size_t)length + 1,
              format, arguments);
    va_end(arguments);
  }
  f.at = s->fault_text.count;
  f.length = length > 0 ? (size_t)length : 0;
  s->fault_text.at[f.at + f.length] = '\0';
  s->fault_text.count += f.length + 1;
  vec_push(s->m, &s->faults, f);
  if (f.severity > s->worst)
    s->worst = f.severity;
}

const char *model_fault_text(const model_steps *s, const model_fault *f) {
  assert(f->at + f->length < s->fault_text.count);
  return s->fault_text.at + f->at;
}

void model_steps_drop(model_steps *s, size_t first) {
  if (first >= s->steps.count)
    return;
  assert(s->steps.at[first].at <= s->bytes.count);
  s->bytes.count = s->steps.at[first].at;
  s->steps.count = first;
  size_t kept = 0;
  s->worst = MODEL_NOTE;
  for (size_t i = 0; i < s->faults.count; i++) {
    model_fault f = s->faults.at[i];
    if (f.step != MODEL_NONE && f.step >= first)
      continue;
    s->faults.at[kept++] = f;
    if (f.severity > s->worst)
      s->worst = f.severity;
  }
  s->faults.count = kept;
}

void model_steps_drop_undefined(model_steps *s) {
  size_t kept = 0;
  vec_each (const model_fault, f, &s->faults)
    if (f->severity == MODEL_UNDEFINED && f->step != MODEL_NONE)
      s->steps.at[f->step].size = UINT32_MAX;
  for (size_t i = 0; i < s->steps.count; i++)
    if (s->steps.at[i].size != UINT32_MAX)
      s->steps.at[kept++] = s->steps.at[i];
  s->steps.count = kept;
}

bool model_add_property(mem *m, model *x, model_text name, model_text formula,
                        uint32_t line, uint32_t column) {
  uint32_t n = names_insert(m, &x->property_names, name.at, name.length);
  if (n < x->properties.count)
    return false;
  model_property p = {.name = n,
                      .at = x->property_text.count,
                      .length = formula.length,
                      .line = line,
                      .column = column};
  vec_reserve(m, &x->property_text, formula.length);
  if (formula.length)
    memcpy(x->property_text.at + p.at, formula.at, formula.length);
  x->property_text.count += formula.length;
  vec_push(m, &x->properties, p);
  return true;
}
