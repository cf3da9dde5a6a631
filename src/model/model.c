#include "model/model.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

void model_steps_reset(model_steps *steps) {
  steps->bytes.count = 0;
  steps->steps.count = 0;
  steps->faults.count = 0;
  steps->fault_text.count = 0;
  steps->worst = MODEL_NOTE;
}

void model_steps_free(model_steps *steps) {
  vec_free(steps->m, &steps->bytes);
  vec_free(steps->m, &steps->steps);
  vec_free(steps->m, &steps->faults);
  vec_free(steps->m, &steps->fault_text);
}

uint8_t *model_steps_add(model_steps *steps, uint32_t size) {
  assert(steps->m);
  size_t at = steps->bytes.count;
  vec_reserve(steps->m, &steps->bytes, size);
  vec_reserve(steps->m, &steps->steps, 1);
  steps->bytes.count += size;
  steps->steps.at[steps->steps.count++] =
      (model_step){.at = at, .size = size, .label = MODEL_NONE};
  return steps->bytes.at + at;
}

void model_steps_fault(model_steps *steps, const model_fault *fault,
                       const char *format, ...) {
  enum { USUAL = 256 };
  model_fault f = *fault;
  va_list arguments;
  vec_reserve(steps->m, &steps->fault_text, USUAL);
  va_start(arguments, format);
  int length = vsnprintf(steps->fault_text.at + steps->fault_text.count, USUAL,
                         format, arguments);
  va_end(arguments);
  if (length >= USUAL) {
    vec_reserve(steps->m, &steps->fault_text, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(steps->fault_text.at + steps->fault_text.count,
              (size_t)length + 1, format, arguments);
    va_end(arguments);
  }
  f.at = steps->fault_text.count;
  f.length = length > 0 ? (size_t)length : 0;
  steps->fault_text.at[f.at + f.length] = '\0';
  steps->fault_text.count += f.length + 1;
  vec_push(steps->m, &steps->faults, f);
  if (f.severity > steps->worst)
    steps->worst = f.severity;
}

const char *model_fault_text(const model_steps *steps,
                             const model_fault *fault) {
  assert(fault->at + fault->length < steps->fault_text.count);
  return steps->fault_text.at + fault->at;
}

void model_steps_drop(model_steps *steps, size_t first) {
  if (first >= steps->steps.count)
    return;
  assert(steps->steps.at[first].at <= steps->bytes.count);
  steps->bytes.count = steps->steps.at[first].at;
  steps->steps.count = first;
  size_t kept = 0;
  steps->worst = MODEL_NOTE;
  for (size_t i = 0; i < steps->faults.count; i++) {
    model_fault fault = steps->faults.at[i];
    if (fault.step != MODEL_NONE && fault.step >= first)
      continue;
    steps->faults.at[kept++] = fault;
    if (fault.severity > steps->worst)
      steps->worst = fault.severity;
  }
  steps->faults.count = kept;
}

void model_steps_drop_undefined(model_steps *steps) {
  size_t kept = 0;
  vec_each (const model_fault, fault, &steps->faults)
    if (fault->severity == MODEL_UNDEFINED && fault->step != MODEL_NONE)
      steps->steps.at[fault->step].size = UINT32_MAX;
  for (size_t i = 0; i < steps->steps.count; i++)
    if (steps->steps.at[i].size != UINT32_MAX)
      steps->steps.at[kept++] = steps->steps.at[i];
  steps->steps.count = kept;
}

bool model_add_property(mem *m, model *x, model_text name, model_text formula,
                        uint32_t line, uint32_t column) {
  uint32_t n = names_insert(m, &x->property_names, name.at, name.length);
  if (n < x->properties.count)
    return false;
  model_property property = {.name = n,
                             .at = x->property_text.count,
                             .length = formula.length,
                             .line = line,
                             .column = column};
  vec_reserve(m, &x->property_text, formula.length);
  if (formula.length)
    memcpy(x->property_text.at + property.at, formula.at, formula.length);
  x->property_text.count += formula.length;
  vec_push(m, &x->properties, property);
  return true;
}
