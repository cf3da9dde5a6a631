#include "product/program_pds_names.h"

#include <assert.h>
#include <stdio.h>

static void add_text(prog_naming *naming, const char *s) {
  for (; *s; s++)
    vec_push(naming->m, &naming->name, *s);
}

static void add_number(prog_naming *naming, uint32_t number) {
  char digits[16];
  (void)snprintf(digits, sizeof digits, "%u", (unsigned)number);
  add_text(naming, digits);
}

static void names_add_variable(prog_naming *naming,
                               const prog_variable *variable,
                               const uint32_t *cells) {
  add_text(naming, prog_text(naming->p, variable->name));
  add_text(naming, variable->is_array ? "=[" : "=");
  for (uint32_t i = 0; i < variable->count; i++) {
    if (i)
      add_text(naming, ",");
    add_number(naming, cells[variable->cell + i]);
  }
  if (variable->is_array)
    add_text(naming, "]");
}

/* All variables of a frame, also hidden ones: names must differ. A result is 0
 * nearly everywhere, and left out then. */
static void add_frame(prog_naming *naming, uint32_t owner, uint32_t first,
                      uint32_t cells, const uint32_t *values) {
  uint32_t seen = 0;
  bool is_first = true;
  for (uint32_t i = first; seen < cells; i++) {
    const prog_variable *variable = &naming->p->variables.at[i];
    if (variable->procedure != owner)
      continue;
    seen += variable->count;
    if (variable->is_result && !variable->is_array &&
        values[variable->cell] == 0)
      continue;
    if (!is_first)
      add_text(naming, ",");
    is_first = false;
    names_add_variable(naming, variable, values);
  }
}

uint32_t prog_state_number(prog_naming *naming, const uint32_t *globals) {
  uint32_t before = names_count(&naming->states);
  size_t size = naming->p->global_cells * sizeof *globals;
  uint32_t number = names_insert(naming->m, &naming->states,
                                 size ? (const char *)globals : "", size);
  if (number < before)
    return number;
  naming->name.count = 0;
  add_frame(naming, PROG_NONE, 0, naming->p->global_cells, globals);
  if (naming->name.count == 0)
    add_text(naming, "p");
  names_insert(naming->m, &naming->out->pds.states, naming->name.at,
               naming->name.count);
  return number;
}

uint32_t prog_symbol_number(prog_naming *naming, uint32_t location,
                            const uint32_t *locals) {
  assert(location < naming->p->locations.count);
  const prog_location *l = &naming->p->locations.at[location];
  assert(l->procedure < naming->p->procedures.count);
  const prog_procedure *procedure = &naming->p->procedures.at[l->procedure];
  naming->key.count = 0;
  vec_push(naming->m, &naming->key, location);
  for (uint32_t i = 0; i < procedure->cells; i++)
    vec_push(naming->m, &naming->key, locals[i]);
  uint32_t before = names_count(&naming->symbols);
  uint32_t number =
      names_insert(naming->m, &naming->symbols, (const char *)naming->key.at,
                   naming->key.count * sizeof *naming->key.at);
  if (number < before)
    return number;
  naming->name.count = 0;
  add_text(naming, l->procedure == 0 ? "program"
                                     : prog_text(naming->p, procedure->name));
  if (l->line) {
    add_text(naming, ":");
    add_number(naming, l->line);
  }
  add_text(naming, "#");
  add_number(naming, location);
  if (procedure->cells) {
    add_text(naming, "{");
    add_frame(naming, l->procedure, procedure->first_variable, procedure->cells,
              naming->key.at + 1);
    add_text(naming, "}");
  }
  names_insert(naming->m, &naming->out->pds.symbols, naming->name.at,
               naming->name.count);
  vec_push(naming->m, &naming->out->symbol_location, location);
  return number;
}

void prog_state_cells(const prog_naming *naming, uint32_t state,
                      uint32_t *globals) {
  memcpy(globals, names_text(&naming->states, state),
         names_length(&naming->states, state));
}

void prog_symbol_cells(const prog_naming *naming, uint32_t symbol,
                       uint32_t *locals) {
  memcpy(locals, names_text(&naming->symbols, symbol) + sizeof *locals,
         names_length(&naming->symbols, symbol) - sizeof *locals);
}

static void free_names(mem *m, names *t) {
  vec_free(m, &t->text);
  vec_free(m, &t->start);
  mem_free(m, t->slots);
}

void prog_naming_free(prog_naming *naming) {
  free_names(naming->m, &naming->states);
  free_names(naming->m, &naming->symbols);
  vec_free(naming->m, &naming->name);
  vec_free(naming->m, &naming->key);
}
