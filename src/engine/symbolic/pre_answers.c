/* pre*: what was found. */
#include "engine/symbolic/pre.h"

dd sym_pre_heads(sym_pre *x, uint32_t symbol) { return x->heads[symbol].all; }

dd sym_pre_pops(sym_pre *x, uint32_t symbol) { return x->pops[symbol].all; }

void sym_pre_statistics(const sym_pre *x, statistics *out) {
  dd_statistics s;
  dds_statistics(x->s->d, &s);
  *out = x->statistics;
  out->nodes = s.most_nodes;
}

static void add_rows(const sym_pre *x, sym_exporter *e, const pre_set *sets,
                     sym_rows *out) {
  for (uint32_t n = 0; n < x->s->symbols; n++) {
    progress_tick(x->clock);
    if (sets[n].all == DD_FALSE)
      continue;
    sym_row row = {n, 0, sym_export(e, sets[n].all)};
    vec_push(x->m, out, row);
  }
}

void sym_pre_proof(const sym_pre *x, sym_proof *out) {
  *out = (sym_proof){.kind = SYM_PROOF_BACKWARD,
                     .globals = x->s->globals,
                     .locals = x->s->locals,
                     .symbols = x->s->symbols};
  sym_exporter *e = sym_exporter_make(x->m, x->s, out);
  add_rows(x, e, x->heads, &out->heads);
  add_rows(x, e, x->pops, &out->pops);
  sym_exporter_free(e);
}

static void drop_set(dds *d, pre_set *set) {
  dd_keep(d, &set->all, DD_FALSE);
  dd_keep(d, &set->done, DD_FALSE);
  dd_keep(d, &set->frontier, DD_FALSE);
}

void sym_pre_free(sym_pre *x) {
  mem *m = x->m;
  dds *d = x->s->d;
  for (uint32_t n = 0; n < x->s->symbols; n++) {
    drop_set(d, &x->heads[n]);
    drop_set(d, &x->pops[n]);
    dd_keep(d, &x->targets[n], DD_FALSE);
  }
  vec_each (pre_push, p, &x->pushes) {
    dd_keep(d, &p->calls, DD_FALSE);
    dd_keep(d, &p->entered, DD_FALSE);
    dd_keep(d, &p->pushed, DD_FALSE);
    dd_keep(d, &p->returned, DD_FALSE);
  }
  sym_rings_free(m, d, &x->rings);
  sym_copies_free(&x->copies, m);
  map_free(m, &x->renamings);
  vec_free(m, &x->renamed);
  vec_free(m, &x->pushes);
  uint32_t *tables[] = {x->first_into, x->into,    x->first_behind,
                        x->behind_of,  x->push_of, x->places};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    mem_free(m, tables[i]);
  mem_free(m, x->targets);
  mem_free(m, x->heads);
  mem_free(m, x->pops);
  mem_free(m, x);
}
