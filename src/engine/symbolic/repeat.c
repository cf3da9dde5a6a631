#include "engine/symbolic/repeat_search.h"

#include "base/log.h"

#include <assert.h>

static void make_table(repeat *x, pop_table *table) {
  table->all = sym_repeat_slots(x);
  table->fresh = sym_repeat_slots(x);
  table->layers =
      mem_array(x->m, (size_t)x->s->symbols + 1, sizeof *table->layers);
}

static void free_table(repeat *x, pop_table *table) {
  sym_repeat_free_slots(x, table->all);
  sym_repeat_free_slots(x, table->fresh);
  for (uint32_t n = 0; n < x->s->symbols; n++) {
    vec_each (pop_layer, layer, &table->layers[n])
      dd_keep(x->d, &layer->added, DD_FALSE);
    vec_free(x->m, &table->layers[n]);
  }
  mem_free(x->m, table->layers);
}

static void repeat_prepare(repeat *x) {
  x->bits = sym_repeat_bits(x->a);
  assert(x->a->sets == 1 && x->a->state_based && x->bits <= x->s->globals);
  x->queue.is_waiting =
      mem_array(x->m, (size_t)x->s->symbols + 1, sizeof(bool));
  x->heads = sym_repeat_slots(x);
  x->fresh_heads = sym_repeat_slots(x);
  x->hull = sym_repeat_slots(x);
  make_table(x, &x->pops);
  make_table(x, &x->marked);
}

/* Diagrams are the process's: those of this search go. */
static void repeat_finish(repeat *x) {
  sym_repeat_free_slots(x, x->heads);
  sym_repeat_free_slots(x, x->fresh_heads);
  sym_repeat_free_slots(x, x->hull);
  free_table(x, &x->pops);
  free_table(x, &x->marked);
  vec_each (rank_row, r, &x->ranks)
    dd_keep(x->d, &r->heads, DD_FALSE);
  vec_each (sym_rule, r, &x->graph.rules)
    dd_keep(x->d, &r->relation, DD_FALSE);
  dd_keep(x->d, &x->graph.initial, DD_FALSE);
  dd_keep(x->d, &x->accepting, DD_FALSE);
  dd_keep(x->d, &x->same, DD_FALSE);
  vec_free(x->m, &x->ranks);
  vec_free(x->m, &x->ways);
  vec_free(x->m, &x->queue.waiting);
  mem_free(x->m, x->queue.is_waiting);
  mem_free(x->m, x->groups);
  mem_free(x->m, x->first_into);
  mem_free(x->m, x->into);
}

static uint64_t count_heads(repeat *x) {
  double count = 0;
  for (uint32_t n = 0; n < x->s->symbols; n++)
    count += dd_count(x->d, x->heads[n], (size_t)x->s->globals + x->s->locals);
  return count < 1e18 ? (uint64_t)count : UINT64_MAX;
}

static void export_rows(sym_exporter *exporter, repeat *x, const dd *sets,
                        sym_rows *out) {
  for (uint32_t n = 0; n < x->s->symbols; n++)
    if (sets[n] != DD_FALSE)
      vec_push(x->m, out, ((sym_row){n, 0, sym_export(exporter, sets[n])}));
}

void sym_repeat_prove(repeat *x, sym_proof *out) {
  *out = (sym_proof){.kind = SYM_PROOF_RANKS,
                     .globals = x->s->globals,
                     .locals = x->s->locals,
                     .symbols = x->s->symbols,
                     .automaton_bits = x->bits};
  sym_exporter *exporter = sym_exporter_make(x->m, x->s, out);
  export_rows(exporter, x, x->heads, &out->heads);
  export_rows(exporter, x, x->pops.all, &out->pops);
  export_rows(exporter, x, x->marked.all, &out->pops_accepting);
  vec_each (const rank_row, row, &x->ranks)
    vec_push(
        x->m, &out->ranks,
        ((sym_row){row->symbol, row->rank, sym_export(exporter, row->heads)}));
  sym_exporter_free(exporter);
}

void sym_repeat(mem *m, progress *clock, sympds *system,
                const sym_letters *letters, const omega *automaton, size_t most,
                sym_repeat_answer *out) {
  repeat x = {.m = m,
              .clock = clock,
              .d = system->d,
              .s = system,
              .l = letters,
              .a = automaton};
  memset(out, 0, sizeof *out);
  repeat_prepare(&x);
  sym_repeat_make_product(&x);
  LOG(clock, SYMBOLIC,
      "product with an automaton of %" PRIu32 " states: %zu rules",
      (uint32_t)automaton->states, x.graph.rules.count);
  sym_repeat_saturate(&x);
  out->heads = count_heads(&x);
  LOG(clock, SYMBOLIC, "heads: %" PRIu64 ", in %" PRIu64 " rounds", out->heads,
      x.statistics.rounds);
  sym_repeat_mark(&x);
  LOG(clock, SYMBOLIC,
      "pops through acceptance are known after %" PRIu64 " rounds",
      x.statistics.rounds);
  out->violated = sym_repeat_remove(&x);
  out->layers = x.ranks.count ? vec_last(&x.ranks).rank : 0;
  LOG(clock, SYMBOLIC, "%s head repeats; %" PRIu64 " layers were removed",
      out->violated ? "some" : "no", (uint64_t)out->layers);
  if (out->violated) {
    trail t = {0};
    size_t loop;
    sym_repeat_find_lasso(&x, &t, &loop);
    out->has_run = sym_repeat_expand(&x, &t, loop, most, &out->run);
    vec_free(m, &t.symbols);
    vec_free(m, &t.values);
    vec_free(m, &t.edges);
  } else {
    sym_repeat_prove(&x, &out->proof);
  }
  dd_statistics diagrams;
  dds_statistics(system->d, &diagrams);
  x.statistics.nodes = diagrams.most_nodes;
  out->statistics = x.statistics;
  repeat_finish(&x);
}
