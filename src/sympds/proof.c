#include "sympds/proof.h"

#include "base/map.h"

void sym_proof_free(mem *m, sym_proof *p) {
  vec_free(m, &p->nodes);
  sym_rows *rows[6] = {&p->reach, &p->summaries,      &p->heads,
                       &p->pops,  &p->pops_accepting, &p->ranks};
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

sym_exporter *sym_exporter_make(mem *m, const sympds *s, sym_proof *p) {
  sym_exporter *x = mem_alloc(m, sizeof *x);
  *x = (sym_exporter){.m = m, .d = s->d, .p = p};
  x->bit_at =
      mem_array(m, (size_t)s->globals + s->locals + 1, sizeof(uint32_t));
  for (uint32_t i = 0; i < s->globals; i++)
    x->bit_at[s->global_position[i]] = i;
  for (uint32_t i = 0; i < s->locals; i++)
    x->bit_at[s->local_position[i]] = s->globals + i;
  return x;
}

/* MAP_NONE: not yet in the table. */
static uint32_t number_of(const sym_exporter *x, dd diagram) {
  if (diagram <= DD_TRUE)
    return (uint32_t)diagram;
  uint32_t n = map_find(&x->seen, (uint64_t)diagram);
  return n == MAP_NONE ? n : n + 2;
}

static void put(sym_exporter *x, dd diagram, uint32_t low, uint32_t high) {
  uint32_t v = dd_top(diagram);
  sym_node node = {.variable =
                       x->bit_at[v / SYM_COPIES] * SYM_COPIES + v % SYM_COPIES,
                   .low = low,
                   .high = high};
  vec_push(x->m, &x->p->nodes, node);
  map_insert(x->m, &x->seen, (uint64_t)diagram);
}

uint32_t sym_export(sym_exporter *x, dd diagram) {
  uint32_t known = number_of(x, diagram);
  if (known != MAP_NONE)
    return known;
  vec_push(x->m, &x->kept, DD_FALSE);
  dd_keep(x->d, &vec_last(&x->kept), diagram);
  vec_push(x->m, &x->waiting, diagram);
  while (x->waiting.count > 0) {
    progress_tick(x->d->clock);
    dd top = vec_last(&x->waiting);
    uint32_t low = number_of(x, dd_low(top)), high = number_of(x, dd_high(top));
    if (low == MAP_NONE)
      vec_push(x->m, &x->waiting, dd_low(top));
    if (high == MAP_NONE)
      vec_push(x->m, &x->waiting, dd_high(top));
    if (low == MAP_NONE || high == MAP_NONE)
      continue;
    if (number_of(x, top) == MAP_NONE)
      put(x, top, low, high);
    x->waiting.count--;
  }
  return number_of(x, diagram);
}

void sym_exporter_free(sym_exporter *x) {
  vec_each (dd, slot, &x->kept)
    dd_keep(x->d, slot, DD_FALSE);
  vec_free(x->m, &x->kept);
  vec_free(x->m, &x->waiting);
  map_free(x->m, &x->seen);
  mem_free(x->m, x->bit_at);
  mem_free(x->m, x);
}
