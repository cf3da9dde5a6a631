#include "model/model.h"

#include <stdarg.h>
#include <stdio.h>

void model_steps_reset(model_steps *s) {
  s->bytes.count = 0;
  s->steps.count = 0;
  s->is_fault = false;
}

void model_steps_free(model_steps *s) {
  vec_free(s->m, &s->bytes);
  vec_free(s->m, &s->steps);
}

uint8_t *model_steps_add(model_steps *s, uint32_t size) {
  size_t at = s->bytes.count;
  vec_reserve(s->m, &s->bytes, size);
  vec_reserve(s->m, &s->steps, 1);
  s->bytes.count += size;
  s->steps.at[s->steps.count++] =
      (model_step){.at = at, .size = size, .label = MODEL_NONE};
  return s->bytes.at + at;
}

void model_steps_fault(model_steps *s, size_t first, uint32_t line,
                       uint32_t column, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(s->fault, sizeof s->fault, format, arguments);
  va_end(arguments);
  s->is_fault = true;
  s->fault_line = line;
  s->fault_column = column;
  if (first < s->steps.count) {
    s->bytes.count = s->steps.at[first].at;
    s->steps.count = first;
  }
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
