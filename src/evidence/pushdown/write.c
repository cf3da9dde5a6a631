#include "evidence/pushdown/evidence.h"

#include <string.h>

static void quoted_lines(text *out, const char *key, const names *n) {
  text_format(out, "%s %u\n", key, (unsigned)names_count(n));
  for (uint32_t i = 0; i < names_count(n); i++) {
    text_quoted(out, names_text(n, i), names_length(n, i));
    text_char(out, '\n');
  }
}

static void put_number(text *out, char before, uint64_t n) {
  text_char(out, before);
  text_number(out, (int64_t)n);
}

static void put_state(text *out, const pds *system, char before, uint32_t s) {
  text_char(out, before);
  if (s >= pds_state_count(system)) {
    text_char(out, '@');
    s -= pds_state_count(system);
  }
  text_number(out, s);
}

static void write_weight(text *out, const pds *system, const evidence *e) {
  if (e->weight_kind == EVIDENCE_NO_WEIGHT)
    return;
  text_put(out, "weight");
  if (e->weight_kind == EVIDENCE_NO_LEAST)
    text_put(out, " unbounded below");
  if (e->weight_kind == EVIDENCE_NO_GREATEST)
    text_put(out, " unbounded above");
  for (uint32_t i = 0;
       e->weight_kind == EVIDENCE_WEIGHT && i < system->dimension; i++) {
    text_char(out, ' ');
    text_number(out, e->weight[i]);
  }
  text_char(out, '\n');
}

static void write_facts(text *out, const pds *system, const derivation *d) {
  text_format(out, "facts %zu\n", d->facts.count);
  vec_each (const derivation_fact, fact, &d->facts) {
    if (fact->rule == PDS_NONE)
      text_put(out, "edge");
    else
      text_format(out, "rule %u", (unsigned)fact->rule);
    put_state(out, system, ' ', fact->from);
    put_number(out, ' ', fact->symbol);
    put_state(out, system, ' ', fact->to);
    for (int i = 0; i < 2; i++)
      if (fact->premise[i] != PDS_NONE)
        put_number(out, ' ', fact->premise[i]);
    text_char(out, '\n');
  }
}

static void write_run(text *out, const pds *system, const evidence *e) {
  const derivation *d = &e->derivation;
  write_weight(out, system, e);
  write_facts(out, system, d);
  text_format(out, "start %u\nwitness %zu\n", (unsigned)d->start,
              d->witness.count);
  vec_each (const derivation_link, l, &d->witness) {
    text_number(out, l->fact);
    put_state(out, system, ' ', l->to);
    text_put(out, l->in_loop ? " loop\n" : "\n");
  }
  if (d->loop_first != d->loop_end)
    text_format(out, "loop %u %u %u\n", (unsigned)d->loop_inner,
                (unsigned)d->loop_first, (unsigned)d->loop_end);
}

static void write_rows(text *out, const char *key, const pds *system,
                       const evidence *e) {
  text_format(out, "%s %zu\n", key, e->rows.count);
  vec_each (const evidence_row, row, &e->rows) {
    put_state(out, system, 'r', row->from);
    put_number(out, ' ', row->symbol);
    for (size_t i = row->first; i < row->first + row->count; i++) {
      put_state(out, system, ' ', e->targets.at[i]);
      for (uint32_t k = 0; e->least && k < system->dimension; k++) {
        text_char(out, ' ');
        text_number(out, e->weights.at[i * system->dimension + k]);
      }
    }
    text_char(out, '\n');
  }
}

static void write_numbers(text *out, const char *key, const uint32_t *at,
                          size_t count) {
  text_format(out, "%s %zu\n", key, count);
  for (size_t i = 0; i < count; i++)
    put_number(out, i ? ' ' : '\t', at[i]);
  text_char(out, '\n');
}

static void write_heads(text *out, const evidence *e) {
  write_numbers(out, "popped", e->popped.at, e->popped.count);
  write_numbers(out, "below", e->below.at, e->below.count);
  text_format(out, "heads %zu\n", e->heads.keys.count);
  vec_each (const uint64_t, key, &e->heads.keys) {
    text_number(out, (int64_t)(*key >> 32));
    put_number(out, ' ', (uint32_t)*key);
    text_char(out, '\n');
  }
}

static void write_automaton(text *out, const pds *system, const evidence *e) {
  text_format(out, "direction %s\n", e->forward ? "forward" : "backward");
  if (e->forward) {
    text_format(out, "epsilon %zu\n", e->epsilon.count);
    vec_each (const nfa_edge, edge, &e->epsilon) {
      text_number(out, edge->from);
      put_state(out, system, ' ', edge->to);
      text_char(out, '\n');
    }
  }
  if (e->reduced)
    write_heads(out, e);
  write_rows(out, "rows", system, e);
}

void evidence_write(const pds *system, const evidence_source *source,
                    const evidence *e, text *out) {
  source_write(source, NULL, NULL,
               e->reachable ? EVIDENCE_REACHABLE : EVIDENCE_UNREACHABLE, out);
  quoted_lines(out, "states", &system->states);
  quoted_lines(out, "symbols", &system->symbols);
  quoted_lines(out, "initial-states", &system->sets[PDS_INITIAL].extra);
  quoted_lines(out, "final-states", &system->sets[PDS_FINAL].extra);
  if (e->reachable)
    write_run(out, system, e);
  else
    write_automaton(out, system, e);
  if (e->least)
    write_rows(out, "least", system, e);
  text_put(out, "end\n");
}
