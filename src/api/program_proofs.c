/* What a saturation has found, as a proof in plain data. */
#include "api/programs.h"

static void prepare(sym_proof *p, sym_proof_kind kind, const sympds *s) {
  *p = (sym_proof){.kind = kind,
                   .globals = s->globals,
                   .locals = s->locals,
                   .symbols = s->symbols};
}

static void add_row(mem *m, sym_rows *rows, sym_exporter *x, uint32_t symbol,
                    uint32_t with, dd diagram) {
  if (diagram == DD_FALSE)
    return;
  sym_row row = {symbol, with, sym_export(x, diagram)};
  vec_push(m, rows, row);
}

void program_prove_forward(mem *m, const sympds *s, sym_post *post,
                           sym_proof *out) {
  size_t count = 0;
  prepare(out, SYM_PROOF_FORWARD, s);
  sym_exporter *x = sym_exporter_make(m, s, out);
  const sym_reach *reach = sym_post_reached(post, &count);
  for (size_t i = 0; i < count; i++)
    add_row(m, &out->reach, x, reach[i].symbol, reach[i].entry, reach[i].set);
  const sym_summary *summary = sym_post_summaries(post, &count);
  for (size_t i = 0; i < count; i++)
    add_row(m, &out->summaries, x, summary[i].entry, 0, summary[i].relation);
  sym_exporter_free(x);
}

void program_prove_backward(mem *m, const sympds *s, sym_pre *pre,
                            sym_proof *out) {
  prepare(out, SYM_PROOF_BACKWARD, s);
  sym_exporter *x = sym_exporter_make(m, s, out);
  for (uint32_t n = 0; n < s->symbols; n++) {
    size_t mark = dd_mark(s->d);
    add_row(m, &out->heads, x, n, 0, sym_pre_heads(pre, n));
    add_row(m, &out->pops, x, n, 0, sym_pre_pops(pre, n));
    dd_release(s->d, mark);
  }
  sym_exporter_free(x);
}
