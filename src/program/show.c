#include "program/run.h"

#include <assert.h>

static void show_value(const prog *program, const prog_variable *variable,
                       uint32_t value, text *out) {
  if (variable->values != PROG_NONE &&
      value < names_count(&program->enumerators) - variable->values)
    text_put(out, names_text(&program->enumerators, variable->values + value));
  else
    text_number(out, value);
}

static void show_variable(const prog *program, const prog_variable *variable,
                          const uint32_t *cells, text *out) {
  text_put(out, prog_text(program, variable->name));
  text_char(out, '=');
  if (!variable->is_array) {
    show_value(program, variable, cells[variable->cell], out);
    return;
  }
  for (uint32_t i = 0; i < variable->count; i++) {
    text_char(out, i == 0 ? '[' : ',');
    show_value(program, variable, cells[variable->cell + i], out);
  }
  text_char(out, ']');
}

/* Shows the variables of 'owner' among those from 'first' on, till all of its
 * cells were seen. */
static void show_frame(const prog *program, uint32_t owner, uint32_t first,
                       uint32_t cells, const uint32_t *values, bool *is_first,
                       text *out) {
  uint32_t seen = 0;
  for (uint32_t i = first; seen < cells; i++) {
    const prog_variable *variable = &program->variables.at[i];
    if (variable->procedure != owner)
      continue;
    seen += variable->count;
    if (variable->is_result || variable->is_hidden)
      continue;
    if (!*is_first)
      text_char(out, ' ');
    *is_first = false;
    show_variable(program, variable, values, out);
  }
}

void prog_show_values(const prog *program, uint32_t procedure,
                      const uint32_t *globals, const uint32_t *locals,
                      text *out) {
  assert(procedure < program->procedures.count);
  bool is_first = true;
  if (globals)
    show_frame(program, PROG_NONE, 0, program->global_cells, globals, &is_first,
               out);
  const prog_procedure *q = &program->procedures.at[procedure];
  show_frame(program, procedure, q->first_variable, q->cells, locals, &is_first,
             out);
}
