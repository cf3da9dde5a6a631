#include "sympds/proof.h"

#include "base/map.h"

void sym_proof_free(mem *m, sym_proof *proof) {
  vec_free(m, &proof->nodes);
  sym_rows *rows[6] = {&proof->reach, &proof->summaries,      &proof->heads,
                       &proof->pops,  &proof->pops_accepting, &proof->ranks};
  for (size_t i = 0; i < 6; i++)
    vec_free(m, rows[i]);
}

/* From diagrams to a table. */

/* Number n of 'seen' is node n of the table: children come first, so that they
 * have their numbers when a node gets its own. Roots are kept, or a number
 * could mean another diagram later. */
struct sym_exporter {
  mem *m;
  dds *d;
  sym_proof *p;
  uint32_t *bit_at; /* by position */
  map seen;
  vec(dd) waiting, kept;
};

sym_exporter *sym_exporter_make(mem *m, const sympds *system,
                                sym_proof *proof) {
  sym_exporter *exporter = mem_alloc(m, sizeof *exporter);
  *exporter = (sym_exporter){.m = m, .d = system->d, .p = proof};
  exporter->bit_at = mem_array(m, (size_t)system->globals + system->locals + 1,
                               sizeof(uint32_t));
  for (uint32_t i = 0; i < system->globals; i++)
    exporter->bit_at[system->global_position[i]] = i;
  for (uint32_t i = 0; i < system->locals; i++)
    exporter->bit_at[system->local_position[i]] = system->globals + i;
  return exporter;
}

/* MAP_NONE: not yet in the table. */
static uint32_t number_of(const sym_exporter *exporter, dd diagram) {
  if (diagram <= DD_TRUE)
    return (uint32_t)diagram;
  uint32_t n = map_find(&exporter->seen, (uint64_t)diagram);
  return n == MAP_NONE ? n : n + 2;
}

static void put(sym_exporter *exporter, dd diagram, uint32_t low,
                uint32_t high) {
  uint32_t v = dd_top(diagram);
  sym_node node = {.variable = exporter->bit_at[v / SYM_COPIES] * SYM_COPIES +
                               v % SYM_COPIES,
                   .low = low,
                   .high = high};
  vec_push(exporter->m, &exporter->p->nodes, node);
  map_insert(exporter->m, &exporter->seen, (uint64_t)diagram);
}

uint32_t sym_export(sym_exporter *exporter, dd diagram) {
  uint32_t known = number_of(exporter, diagram);
  if (known != MAP_NONE)
    return known;
  vec_push(exporter->m, &exporter->kept, DD_FALSE);
  dd_keep(exporter->d, &vec_last(&exporter->kept), diagram);
  vec_push(exporter->m, &exporter->waiting, diagram);
  while (exporter->waiting.count > 0) {
    progress_tick(exporter->d->clock);
    dd top = vec_last(&exporter->waiting);
    uint32_t low = number_of(exporter, dd_low(top)),
             high = number_of(exporter, dd_high(top));
    if (low == MAP_NONE)
      vec_push(exporter->m, &exporter->waiting, dd_low(top));
    if (high == MAP_NONE)
      vec_push(exporter->m, &exporter->waiting, dd_high(top));
    if (low == MAP_NONE || high == MAP_NONE)
      continue;
    if (number_of(exporter, top) == MAP_NONE)
      put(exporter, top, low, high);
    exporter->waiting.count--;
  }
  return number_of(exporter, diagram);
}

void sym_exporter_free(sym_exporter *exporter) {
  vec_each (dd, slot, &exporter->kept)
    dd_keep(exporter->d, slot, DD_FALSE);
  vec_free(exporter->m, &exporter->kept);
  vec_free(exporter->m, &exporter->waiting);
  map_free(exporter->m, &exporter->seen);
  mem_free(exporter->m, exporter->bit_at);
  mem_free(exporter->m, exporter);
}
