#include "product/program_letters.h"

#include <assert.h>
#include <string.h>

/* Where atom 'i' holds in the heads of the system. */
static void place_atom(const prog *program, const prog_bits *bits,
                       sympds *system, const prog_binding *binding, uint32_t i,
                       sym_letters *out) {
  assert(i < binding->atoms.count);
  const prog_atom *atom = &binding->atoms.at[i];
  size_t mark = dd_mark(system->d);
  if (atom->kind == PROG_ATOM_LABEL)
    for (size_t k = 0; k < atom->count; k++)
      dd_keep(system->d,
              &out->holds[(size_t)binding->locations.at[atom->first + k] *
                              out->atoms +
                          i],
              DD_TRUE);
  if (atom->kind != PROG_ATOM_PROCEDURE && atom->kind != PROG_ATOM_CONDITION)
    return;
  dd where = atom->kind == PROG_ATOM_CONDITION
                 ? prog_condition(program, bits, system, atom->condition)
                 : DD_TRUE;
  for (size_t n = 0; n < program->locations.count; n++)
    if (atom->procedure == PROG_NONE ||
        program->locations.at[n].procedure == atom->procedure)
      dd_keep(system->d, &out->holds[n * out->atoms + i], where);
  dd_release(system->d, mark);
}

static uint64_t events_of(const prog *program, const prog_binding *binding,
                          const prog_edge *edge) {
  uint64_t result = 0;
  for (size_t i = 0; i < binding->atoms.count; i++) {
    const prog_atom *atom = &binding->atoms.at[i];
    bool holds = false;
    if (atom->kind == PROG_ATOM_CALL)
      holds = edge->kind == PROG_CALL &&
              program->locations.at[edge->entry].procedure == atom->procedure;
    else if (atom->kind == PROG_ATOM_RETURN)
      holds = edge->kind == PROG_RETURN &&
              program->locations.at[edge->from].procedure == atom->procedure;
    if (holds)
      result |= UINT64_C(1) << i;
  }
  return result;
}

void prog_letters(mem *m, progress *clock, const prog *program,
                  const prog_bits *bits, sympds *system,
                  const prog_binding *atoms, sym_letters *out) {
  memset(out, 0, sizeof *out);
  out->atoms = (uint32_t)atoms->atoms.count;
  out->holds =
      mem_array(m, (size_t)system->symbols * out->atoms + 1, sizeof(dd));
  out->events = mem_array(m, system->rules.count + 1, sizeof *out->events);
  for (uint32_t i = 0; i < out->atoms; i++) {
    progress_tick(clock);
    place_atom(program, bits, system, atoms, i, out);
  }
  for (size_t r = 0; r < system->rules.count; r++)
    if (system->rules.at[r].source != SYM_NONE)
      out->events[r] = events_of(
          program, atoms, &program->edges.at[system->rules.at[r].source]);
}
