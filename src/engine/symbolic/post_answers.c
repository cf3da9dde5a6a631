/* post*: what was found. */
#include "engine/symbolic/post.h"

const sym_reach *sym_post_reached(const sym_post *post, size_t *count) {
  *count = post->reached.count;
  return post->reached.at;
}

const sym_summary *sym_post_summaries(const sym_post *post, size_t *count) {
  *count = post->summaries.count;
  return post->summaries.at;
}

dd sym_post_heads(sym_post *post, uint32_t symbol) {
  dds *diagrams = post->s->d;
  size_t mark = dd_mark(diagrams);
  dd entry = dd_and(diagrams, post->copies.globals[SYM_BELOW],
                    post->copies.locals[SYM_OTHER]);
  dd heads = DD_FALSE;
  for (uint32_t c = post->last_cell[symbol]; c != SYM_NONE;
       c = post->cells.at[c].next)
    heads = dd_or(diagrams, heads,
                  dd_exists(diagrams, post->reached.at[c].set, entry));
  return dd_only(diagrams, mark, heads);
}

void sym_post_statistics(const sym_post *post, statistics *out) {
  dd_statistics s;
  dds_statistics(post->s->d, &s);
  *out = post->statistics;
  out->nodes = s.most_nodes;
}

void sym_post_proof(const sym_post *post, sym_proof *out) {
  mem *m = post->m;
  *out = (sym_proof){.kind = SYM_PROOF_FORWARD,
                     .globals = post->s->globals,
                     .locals = post->s->locals,
                     .symbols = post->s->symbols};
  sym_exporter *exporter = sym_exporter_make(m, post->s, out);
  vec_each (const sym_reach, reach, &post->reached) {
    sym_row row = {reach->symbol, reach->entry,
                   sym_export(exporter, reach->set)};
    vec_push(m, &out->reach, row);
    progress_tick(post->clock);
  }
  vec_each (const sym_summary, summary, &post->summaries)
    if (summary->relation != DD_FALSE) {
      sym_row row = {summary->entry, 0,
                     sym_export(exporter, summary->relation)};
      vec_push(m, &out->summaries, row);
    }
  sym_exporter_free(exporter);
}

void sym_post_free(sym_post *post) {
  mem *m = post->m;
  dds *diagrams = post->s->d;
  dd *single[] = {&post->same, &post->before_push, &post->at_entry};
  for (size_t i = 0; i < sizeof single / sizeof *single; i++)
    dd_keep(diagrams, single[i], DD_FALSE);
  for (size_t r = 0; r < post->s->rules.count; r++)
    dd_keep(diagrams, &post->forgotten[r], DD_FALSE);
  for (size_t c = 0; c < post->cells.count; c++) {
    dd_keep(diagrams, &post->reached.at[c].set, DD_FALSE);
    dd_keep(diagrams, &post->cells.at[c].frontier, DD_FALSE);
  }
  for (size_t e = 0; e < post->entries.count; e++) {
    dd_keep(diagrams, &post->summaries.at[e].relation, DD_FALSE);
    dd_keep(diagrams, &post->entries.at[e].values, DD_FALSE);
    dd_keep(diagrams, &post->entries.at[e].done, DD_FALSE);
    dd_keep(diagrams, &post->entries.at[e].frontier, DD_FALSE);
  }
  vec_each (post_link, k, &post->links)
    dd_keep(diagrams, &k->set, DD_FALSE);
  sym_rings_free(m, diagrams, &post->rings);
  sym_copies_free(&post->copies, m);
  map_free(m, &post->cell_of);
  map_free(m, &post->link_of);
  vec_free(m, &post->reached);
  vec_free(m, &post->cells);
  vec_free(m, &post->links);
  vec_free(m, &post->summaries);
  vec_free(m, &post->entries);
  uint32_t *tables[] = {post->last_cell,    post->entry_of,
                        post->target_of,    post->index.first_into,
                        post->index.into,   post->index.first_popped,
                        post->index.popped, post->places};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    mem_free(m, tables[i]);
  mem_free(m, post->forgotten);
  mem_free(m, post);
}
