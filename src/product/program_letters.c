#include "product/program_letters.h"

#include <assert.h>
#include <string.h>

/* Where atom 'i' holds in the heads of the system. */
static void place_atom(const prog *p, const prog_bits *bits, sympds *s,
                       const prog_binding *b, uint32_t i, sym_letters *out) {
  assert(i < b->atoms.count);
  const prog_atom *a = &b->atoms.at[i];
  size_t mark = dd_mark(s->d);
  if (a->kind == PROG_ATOM_LABEL)
    for (size_t k = 0; k < a->count; k++)
      dd_keep(
          s->d,
          &out->holds[(size_t)b->locations.at[a->first + k] * out->atoms + i],
          DD_TRUE);
  if (a->kind != PROG_ATOM_PROCEDURE && a->kind != PROG_ATOM_CONDITION)
    return;
  dd where = a->kind == PROG_ATOM_CONDITION
                 ? prog_condition(p, bits, s, a->condition)
                 : DD_TRUE;
  for (size_t n = 0; n < p->locations.count; n++)
    if (a->procedure == PROG_NONE ||
        p->locations.at[n].procedure == a->procedure)
      dd_keep(s->d, &out->holds[n * out->atoms + i], where);
  dd_release(s->d, mark);
}

static uint64_t events_of(const prog *p, const prog_binding *b,
                          const prog_edge *e) {
  uint64_t result = 0;
  for (size_t i = 0; i < b->atoms.count; i++) {
    const prog_atom *a = &b->atoms.at[i];
    bool holds = false;
    if (a->kind == PROG_ATOM_CALL)
      holds = e->kind == PROG_CALL &&
              p->locations.at[e->entry].procedure == a->procedure;
    else if (a->kind == PROG_ATOM_RETURN)
      holds = e->kind == PROG_RETURN &&
              p->locations.at[e->from].procedure == a->procedure;
    if (holds)
      result |= UINT64_C(1) << i;
  }
  return result;
}

void prog_letters(mem *m, progress *clock, const prog *p, const prog_bits *b,
                  sympds *s, const prog_binding *atoms, sym_letters *out) {
  memset(out, 0, sizeof *out);
  out->atoms = (uint32_t)atoms->atoms.count;
  out->holds = mem_array(m, (size_t)s->symbols * out->atoms + 1, sizeof(dd));
  out->events = mem_array(m, s->rules.count + 1, sizeof *out->events);
  for (uint32_t i = 0; i < out->atoms; i++) {
    progress_tick(clock);
    place_atom(p, b, s, atoms, i, out);
  }
  for (size_t r = 0; r < s->rules.count; r++)
    if (s->rules.at[r].source != SYM_NONE)
      out->events[r] = events_of(p, atoms, &p->edges.at[s->rules.at[r].source]);
}
