/* post*: what was found. */
#include "engine/symbolic/post.h"

const sym_reach *sym_post_reached(const sym_post *x, size_t *count) {
  *count = x->reached.count;
  return x->reached.at;
}

const sym_summary *sym_post_summaries(const sym_post *x, size_t *count) {
  *count = x->summaries.count;
  return x->summaries.at;
}

dd sym_post_heads(sym_post *x, uint32_t symbol) {
  dds *d = x->s->d;
  size_t mark = dd_mark(d);
  dd entry =
      dd_and(d, x->copies.globals[SYM_BELOW], x->copies.locals[SYM_OTHER]);
  dd heads = DD_FALSE;
  for (uint32_t c = x->last_cell[symbol]; c != SYM_NONE;
       c = x->cells.at[c].next)
    heads = dd_or(d, heads, dd_exists(d, x->reached.at[c].set, entry));
  return dd_only(d, mark, heads);
}

void sym_post_statistics(const sym_post *x, statistics *out) {
  dd_statistics s;
  dds_statistics(x->s->d, &s);
  *out = x->statistics;
  out->nodes = s.most_nodes;
}

void sym_post_proof(const sym_post *x, sym_proof *out) {
  mem *m = x->m;
  *out = (sym_proof){.kind = SYM_PROOF_FORWARD,
                     .globals = x->s->globals,
                     .locals = x->s->locals,
                     .symbols = x->s->symbols};
  sym_exporter *e = sym_exporter_make(m, x->s, out);
  vec_each (const sym_reach, r, &x->reached) {
    sym_row row = {r->symbol, r->entry, sym_export(e, r->set)};
    vec_push(m, &out->reach, row);
    progress_tick(x->clock);
  }
  vec_each (const sym_summary, s, &x->summaries)
    if (s->relation != DD_FALSE) {
      sym_row row = {s->entry, 0, sym_export(e, s->relation)};
      vec_push(m, &out->summaries, row);
    }
  sym_exporter_free(e);
}

void sym_post_free(sym_post *x) {
  mem *m = x->m;
  dds *d = x->s->d;
  dd *single[] = {&x->same, &x->before_push, &x->at_entry};
  for (size_t i = 0; i < sizeof single / sizeof *single; i++)
    dd_keep(d, single[i], DD_FALSE);
  for (size_t r = 0; r < x->s->rules.count; r++)
    dd_keep(d, &x->forgotten[r], DD_FALSE);
  for (size_t c = 0; c < x->cells.count; c++) {
    dd_keep(d, &x->reached.at[c].set, DD_FALSE);
    dd_keep(d, &x->cells.at[c].frontier, DD_FALSE);
  }
  for (size_t e = 0; e < x->entries.count; e++) {
    dd_keep(d, &x->summaries.at[e].relation, DD_FALSE);
    dd_keep(d, &x->entries.at[e].values, DD_FALSE);
    dd_keep(d, &x->entries.at[e].done, DD_FALSE);
    dd_keep(d, &x->entries.at[e].frontier, DD_FALSE);
  }
  vec_each (post_link, k, &x->links)
    dd_keep(d, &k->set, DD_FALSE);
  sym_rings_free(m, d, &x->rings);
  sym_copies_free(&x->copies, m);
  map_free(m, &x->cell_of);
  map_free(m, &x->link_of);
  vec_free(m, &x->reached);
  vec_free(m, &x->cells);
  vec_free(m, &x->links);
  vec_free(m, &x->summaries);
  vec_free(m, &x->entries);
  uint32_t *tables[] = {x->last_cell,    x->entry_of,
                        x->target_of,    x->index.first_into,
                        x->index.into,   x->index.first_popped,
                        x->index.popped, x->places};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    mem_free(m, tables[i]);
  mem_free(m, x->forgotten);
  mem_free(m, x);
}
