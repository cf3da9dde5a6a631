/* pre*: what was found. */
#include "engine/symbolic/pre.h"

dd sym_pre_heads(sym_pre *pre, uint32_t symbol) {
  return pre->heads[symbol].all;
}

dd sym_pre_pops(sym_pre *pre, uint32_t symbol) { return pre->pops[symbol].all; }

void sym_pre_statistics(const sym_pre *pre, statistics *out) {
  dd_statistics s;
  dds_statistics(pre->s->d, &s);
  *out = pre->statistics;
  out->nodes = s.most_nodes;
}

static void add_rows(const sym_pre *pre, sym_exporter *exporter,
                     const pre_set *sets, sym_rows *out) {
  for (uint32_t n = 0; n < pre->s->symbols; n++) {
    progress_tick(pre->clock);
    if (sets[n].all == DD_FALSE)
      continue;
    sym_row row = {n, 0, sym_export(exporter, sets[n].all)};
    vec_push(pre->m, out, row);
  }
}

void sym_pre_proof(const sym_pre *pre, sym_proof *out) {
  *out = (sym_proof){.kind = SYM_PROOF_BACKWARD,
                     .globals = pre->s->globals,
                     .locals = pre->s->locals,
                     .symbols = pre->s->symbols};
  sym_exporter *exporter = sym_exporter_make(pre->m, pre->s, out);
  add_rows(pre, exporter, pre->heads, &out->heads);
  add_rows(pre, exporter, pre->pops, &out->pops);
  sym_exporter_free(exporter);
}

static void drop_set(dds *diagrams, pre_set *set) {
  dd_keep(diagrams, &set->all, DD_FALSE);
  dd_keep(diagrams, &set->done, DD_FALSE);
  dd_keep(diagrams, &set->frontier, DD_FALSE);
}

void sym_pre_free(sym_pre *pre) {
  mem *m = pre->m;
  dds *diagrams = pre->s->d;
  for (uint32_t n = 0; n < pre->s->symbols; n++) {
    drop_set(diagrams, &pre->heads[n]);
    drop_set(diagrams, &pre->pops[n]);
    dd_keep(diagrams, &pre->targets[n], DD_FALSE);
  }
  vec_each (pre_push, push, &pre->pushes) {
    dd_keep(diagrams, &push->calls, DD_FALSE);
    dd_keep(diagrams, &push->entered, DD_FALSE);
    dd_keep(diagrams, &push->pushed, DD_FALSE);
    dd_keep(diagrams, &push->returned, DD_FALSE);
  }
  sym_rings_free(m, diagrams, &pre->rings);
  sym_copies_free(&pre->copies, m);
  map_free(m, &pre->renamings);
  vec_free(m, &pre->renamed);
  vec_free(m, &pre->pushes);
  uint32_t *tables[] = {pre->first_into, pre->into,    pre->first_behind,
                        pre->behind_of,  pre->push_of, pre->places};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    mem_free(m, tables[i]);
  mem_free(m, pre->targets);
  mem_free(m, pre->heads);
  mem_free(m, pre->pops);
  mem_free(m, pre);
}
