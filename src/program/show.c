#include "program/run.h"

#include <assert.h>

static void show_value(const prog *p, const prog_variable *x, uint32_t value,
                       text *out) {
  if (x->values != PROG_NONE &&
      value < names_count(&p->enumerators) - x->values)
    text_put(out, names_text(&p->enumerators, x->values + value));
  else
    text_number(out, value);
}

static void show_variable(const prog *p, const prog_variable *x,
                          const uint32_t *cells, text *out) {
  text_put(out, prog_text(p, x->name));
  text_char(out, '=');
  if (!x->is_array) {
    show_value(p, x, cells[x->cell], out);
    return;
  }
  for (uint32_t i = 0; i < x->count; i++) {
    text_char(out, i == 0 ? '[' : ',');
    show_value(p, x, cells[x->cell + i], out);
  }
  text_char(out, ']');
}

/* Shows the variables of 'owner' among those from 'first' on, till all of its
 * cells were seen. */
static void show_frame(const prog *p, uint32_t owner, uint32_t first,
                       uint32_t cells, const uint32_t *values, bool *is_first,
                       text *out) {
  uint32_t seen = 0;
  for (uint32_t i = first; seen < cells; i++) {
    const prog_variable *x = &p->variables.at[i];
    if (x->procedure != owner)
      continue;
    seen += x->count;
    if (x->is_result || x->is_hidden)
      continue;
    if (!*is_first)
      text_char(out, ' ');
    *is_first = false;
    show_variable(p, x, values, out);
  }
}

void prog_show_values(const prog *p, uint32_t procedure,
                      const uint32_t *globals, const uint32_t *locals,
                      text *out) {
  assert(procedure < p->procedures.count);
  bool is_first = true;
  if (globals)
    show_frame(p, PROG_NONE, 0, p->global_cells, globals, &is_first, out);
  const prog_procedure *q = &p->procedures.at[procedure];
  show_frame(p, procedure, q->first_variable, q->cells, locals, &is_first, out);
}
