#include "product/program_pds_names.h"

#include <assert.h>
#include <stdio.h>

static void add_text(prog_naming *n, const char *s) {
  for (; *s; s++)
    vec_push(n->m, &n->name, *s);
}

static void add_number(prog_naming *n, uint32_t number) {
  char digits[16];
  (void)snprintf(digits, sizeof digits, "%u", (unsigned)number);
  add_text(n, digits);
}

static void names_add_variable(prog_naming *n, const prog_variable *x,
                               const uint32_t *cells) {
  add_text(n, prog_text(n->p, x->name));
  add_text(n, x->is_array ? "=[" : "=");
  for (uint32_t i = 0; i < x->count; i++) {
    if (i)
      add_text(n, ",");
    add_number(n, cells[x->cell + i]);
  }
  if (x->is_array)
    add_text(n, "]");
}

/* All variables of a frame, also hidden ones: names must differ. A result is 0
 * nearly everywhere, and left out then. */
static void add_frame(prog_naming *n, uint32_t owner, uint32_t first,
                      uint32_t cells, const uint32_t *values) {
  uint32_t seen = 0;
  bool is_first = true;
  for (uint32_t i = first; seen < cells; i++) {
    const prog_variable *x = &n->p->variables.at[i];
    if (x->procedure != owner)
      continue;
    seen += x->count;
    if (x->is_result && !x->is_array && values[x->cell] == 0)
      continue;
    if (!is_first)
      add_text(n, ",");
    is_first = false;
    names_add_variable(n, x, values);
  }
}

uint32_t prog_state_number(prog_naming *n, const uint32_t *globals) {
  uint32_t before = names_count(&n->states);
  size_t size = n->p->global_cells * sizeof *globals;
  uint32_t number =
      names_insert(n->m, &n->states, size ? (const char *)globals : "", size);
  if (number < before)
    return number;
  n->name.count = 0;
  add_frame(n, PROG_NONE, 0, n->p->global_cells, globals);
  if (n->name.count == 0)
    add_text(n, "p");
  names_insert(n->m, &n->out->pds.states, n->name.at, n->name.count);
  return number;
}

uint32_t prog_symbol_number(prog_naming *n, uint32_t location,
                            const uint32_t *locals) {
  assert(location < n->p->locations.count);
  const prog_location *l = &n->p->locations.at[location];
  assert(l->procedure < n->p->procedures.count);
  const prog_procedure *q = &n->p->procedures.at[l->procedure];
  n->key.count = 0;
  vec_push(n->m, &n->key, location);
  for (uint32_t i = 0; i < q->cells; i++)
    vec_push(n->m, &n->key, locals[i]);
  uint32_t before = names_count(&n->symbols);
  uint32_t number = names_insert(n->m, &n->symbols, (const char *)n->key.at,
                                 n->key.count * sizeof *n->key.at);
  if (number < before)
    return number;
  n->name.count = 0;
  add_text(n, l->procedure == 0 ? "program" : prog_text(n->p, q->name));
  if (l->line) {
    add_text(n, ":");
    add_number(n, l->line);
  }
  add_text(n, "#");
  add_number(n, location);
  if (q->cells) {
    add_text(n, "{");
    add_frame(n, l->procedure, q->first_variable, q->cells, n->key.at + 1);
    add_text(n, "}");
  }
  names_insert(n->m, &n->out->pds.symbols, n->name.at, n->name.count);
  vec_push(n->m, &n->out->symbol_location, location);
  return number;
}

void prog_state_cells(const prog_naming *n, uint32_t state, uint32_t *globals) {
  memcpy(globals, names_text(&n->states, state),
         names_length(&n->states, state));
}

void prog_symbol_cells(const prog_naming *n, uint32_t symbol,
                       uint32_t *locals) {
  memcpy(locals, names_text(&n->symbols, symbol) + sizeof *locals,
         names_length(&n->symbols, symbol) - sizeof *locals);
}

static void free_names(mem *m, names *t) {
  vec_free(m, &t->text);
  vec_free(m, &t->start);
  mem_free(m, t->slots);
}

void prog_naming_free(prog_naming *n) {
  free_names(n->m, &n->states);
  free_names(n->m, &n->symbols);
  vec_free(n->m, &n->name);
  vec_free(n->m, &n->key);
}
