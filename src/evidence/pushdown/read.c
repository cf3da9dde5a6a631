/* Reads evidence files line by line. Every number is checked against what it
 * indexes, every count (by the scanner) against what is left of the file. */
#include "evidence/file/lines.h"
#include "evidence/pushdown/evidence.h"

#include <string.h>

typedef lines_numbers numbers;

typedef struct reader {
  lines *in;
  const pds *p;
  numbers states, symbols; /* the file's numbers to the problem's */
  numbers extra[2];        /* by side */
} reader;

static bool fail(reader *v, const char *message) {
  return lines_fail(v->in, message);
}
static bool next_line(reader *v) { return lines_next(v->in); }
static bool word(reader *v, const char *w) { return lines_word(v->in, w); }
static bool expect(reader *v, const char *w) { return lines_expect(v->in, w); }
static bool blank(reader *v) { return lines_blank(v->in); }
static bool at_end_of_line(const reader *v) { return lines_at_end(v->in); }
static bool number(reader *v, uint64_t below, uint64_t *out) {
  return lines_number(v->in, below, out);
}
static bool header(reader *v, const char *key, uint64_t *count) {
  return lines_header(v->in, key, count);
}
static bool quoted(reader *v) { return lines_quoted(v->in); }
static bool read_int64(reader *v, int64_t *out) {
  return lines_int64(v->in, out);
}

/* A blank and a number that 'map' translates; NULL: itself. */
static bool index_of(reader *v, const uint32_t *translate, size_t count,
                     uint32_t *out) {
  uint64_t n;
  if (!number(v, count, &n))
    return false;
  *out = translate ? translate[n] : (uint32_t)n;
  return true;
}

/* 'free_states': states that belong to the certificate alone are allowed. */
static bool state(reader *v, pds_side side, bool free_states, uint32_t *out) {
  uint32_t controls = pds_state_count(v->p);
  uint32_t extras = names_count(&v->p->sets[side].extra);
  uint64_t k;
  if (v->in->failed || v->in->at >= v->in->end || *v->in->at != '@')
    return index_of(v, v->states.at, v->states.count, out);
  v->in->at++;
  if (!number(v, UINT32_MAX / 2 - controls, &k))
    return false;
  if (k < v->extra[side].count)
    *out = controls + v->extra[side].at[k];
  else if ((k -= v->extra[side].count) < v->states.count)
    *out = controls + extras + v->states.at[k];
  else if (free_states)
    *out = 2 * controls + extras + (uint32_t)(k - v->states.count);
  else
    return fail(v, "there is no such state");
  return true;
}

static bool read_listed_names(reader *v, const char *key, const names *known,
                              numbers *out) {
  uint64_t count;
  if (!header(v, key, &count) || !next_line(v))
    return false;
  for (; count-- > 0; v->in->name.length = 0) {
    if (!quoted(v))
      return false;
    uint32_t n = names_find(known, v->in->name.text, v->in->name.length);
    if (n == NAMES_NONE)
      return fail(v, "the problem has no such name");
    vec_push(v->in->m, out, n);
    if (!next_line(v))
      return false;
  }
  return true;
}

static bool read_target(reader *v, evidence *e, pds_side side) {
  uint32_t to;
  int64_t n;
  if (!blank(v) || !state(v, side, e->forward, &to))
    return fail(v, "expected a state");
  vec_push(v->in->m, &e->targets, to);
  for (uint32_t i = 0; e->least && i < v->p->dimension; i++) {
    if (!blank(v) || !read_int64(v, &n))
      return fail(v, "expected as many numbers as the problem's weights have");
    vec_push(v->in->m, &e->weights, n);
  }
  return true;
}

static bool read_row(reader *v, evidence *e) {
  pds_side side = e->forward ? PDS_INITIAL : PDS_FINAL;
  evidence_row row = {.first = e->targets.count};
  if (v->in->at >= v->in->end || *v->in->at != 'r')
    return fail(v, "expected a row");
  v->in->at++;
  if (!state(v, side, e->forward, &row.from) || !blank(v) ||
      !index_of(v, v->symbols.at, v->symbols.count, &row.symbol))
    return fail(v, "expected state and symbol");
  while (!at_end_of_line(v))
    if (!read_target(v, e, side))
      return false;
  row.count = e->targets.count - row.first;
  vec_push(v->in->m, &e->rows, row);
  return next_line(v);
}

static bool read_rows(reader *v, const char *key, evidence *e) {
  uint64_t count;
  if (!header(v, key, &count) || !next_line(v))
    return false;
  while (count-- > 0)
    if (!read_row(v, e))
      return false;
  return true;
}

static bool read_weight(reader *v, evidence *e) {
  if (!word(v, "weight"))
    return !v->in->failed;
  e->weight_kind = EVIDENCE_WEIGHT;
  if (!blank(v))
    return fail(v, "expected a weight");
  if (word(v, "unbounded below") || word(v, "unbounded above")) {
    e->weight_kind =
        v->in->at[-1] == 'w' ? EVIDENCE_NO_LEAST : EVIDENCE_NO_GREATEST;
    return next_line(v);
  }
  for (uint32_t i = 0; i < v->p->dimension; i++)
    if ((i > 0 && !blank(v)) || !read_int64(v, &e->weight[i]))
      return fail(v, "expected as many numbers as the problem's weights have");
  return next_line(v);
}

static bool read_fact(reader *v, derivation *d) {
  derivation_fact fact = {.rule = PDS_NONE, .premise = {PDS_NONE, PDS_NONE}};
  uint64_t n;
  if (word(v, "rule")) {
    if (!blank(v) || !number(v, v->p->rules.count, &n))
      return fail(v, "expected the number of a rule");
    fact.rule = (uint32_t)n;
  } else if (!expect(v, "edge")) {
    return false;
  }
  if (!blank(v) || !state(v, PDS_FINAL, false, &fact.from) || !blank(v) ||
      !index_of(v, v->symbols.at, v->symbols.count, &fact.symbol) ||
      !blank(v) || !state(v, PDS_FINAL, false, &fact.to))
    return fail(v, "expected state, symbol, state");
  for (int i = 0; i < 2 && blank(v); i++)
    if (!index_of(v, NULL, d->facts.count, &fact.premise[i]))
      return false;
  vec_push(v->in->m, &d->facts, fact);
  return next_line(v);
}

static bool read_link(reader *v, derivation *d) {
  derivation_link l = {.in_loop = false};
  if (!index_of(v, NULL, d->facts.count, &l.fact) || !blank(v) ||
      !state(v, PDS_INITIAL, false, &l.to))
    return fail(v, "expected fact and state");
  if (blank(v))
    l.in_loop = expect(v, "loop");
  vec_push(v->in->m, &d->witness, l);
  return next_line(v);
}

static bool read_loop(reader *v, derivation *d) {
  if (!word(v, "loop"))
    return !v->in->failed;
  return blank(v) && index_of(v, NULL, d->facts.count, &d->loop_inner) &&
         blank(v) && index_of(v, NULL, d->facts.count, &d->loop_first) &&
         blank(v) && index_of(v, NULL, d->facts.count + 1, &d->loop_end) &&
         next_line(v);
}

static bool read_run(reader *v, evidence *e) {
  derivation *d = &e->derivation;
  uint64_t count;
  if (!read_weight(v, e) || !header(v, "facts", &count) || !next_line(v))
    return false;
  while (count-- > 0)
    if (!read_fact(v, d))
      return false;
  if (!expect(v, "start") || !blank(v) ||
      !index_of(v, v->states.at, v->states.count, &d->start) || !next_line(v))
    return fail(v, "expected 'start' and a state");
  if (!header(v, "witness", &count) || !next_line(v))
    return false;
  while (count-- > 0)
    if (!read_link(v, d))
      return false;
  if (!read_loop(v, d))
    return fail(v, "expected three facts");
  e->least = v->in->end - v->in->at > 5 && memcmp(v->in->at, "least", 5) == 0;
  if (!e->least)
    return true;
  if (e->weight_kind != EVIDENCE_WEIGHT || v->p->dimension == 0)
    return fail(v, "only a weight that is a number can be the least");
  return read_rows(v, "least", e);
}

static bool read_list(reader *v, const char *key, const numbers *translate,
                      numbers *out) {
  uint64_t count;
  uint32_t n;
  if (!header(v, key, &count) || !next_line(v))
    return false;
  for (uint64_t i = 0; i < count; i++) {
    if (v->in->at >= v->in->end || *v->in->at != (i ? ' ' : '\t'))
      return fail(v, "the list is too short");
    v->in->at++;
    if (!index_of(v, translate->at, translate->count, &n))
      return false;
    vec_push(v->in->m, out, n);
  }
  return next_line(v);
}

static bool read_listed_heads(reader *v, evidence *e) {
  numbers popped = {0}, below = {0};
  uint64_t count;
  uint32_t s, g;
  if (v->in->at >= v->in->end ||
      *v->in->at != 'p') /* no 'popped': not reduced */
    return !v->in->failed;
  e->reduced = true;
  if (!read_list(v, "popped", &v->states, &popped) ||
      !read_list(v, "below", &v->symbols, &below) ||
      !header(v, "heads", &count) || !next_line(v))
    return false;
  for (; count-- > 0;) {
    if (!index_of(v, v->states.at, v->states.count, &s) || !blank(v) ||
        !index_of(v, v->symbols.at, v->symbols.count, &g) || !next_line(v))
      return fail(v, "expected a state and a symbol");
    map_insert(v->in->m, &e->heads, map_pair(s, g));
  }
  memcpy(&e->popped, &popped, sizeof popped);
  memcpy(&e->below, &below, sizeof below);
  return true;
}

static bool read_epsilon(reader *v, evidence *e) {
  uint64_t count;
  nfa_edge edge = {0};
  if (!e->forward)
    return true;
  if (!header(v, "epsilon", &count) || !next_line(v))
    return false;
  for (; count-- > 0;) {
    if (!index_of(v, v->states.at, v->states.count, &edge.from) || !blank(v) ||
        !state(v, PDS_INITIAL, true, &edge.to) || !next_line(v))
      return fail(v, "expected two states");
    vec_push(v->in->m, &e->epsilon, edge);
  }
  return true;
}

static bool read_automaton(reader *v, evidence *e) {
  if (!expect(v, "direction") || !blank(v))
    return fail(v, "expected 'direction'");
  e->forward = word(v, "forward");
  if ((!e->forward && !expect(v, "backward")) || !next_line(v) ||
      !read_epsilon(v, e) || !read_listed_heads(v, e))
    return false;
  return read_rows(v, "rows", e);
}

bool evidence_read(lines *in, const pds *system, bool reachable,
                   evidence *out) {
  reader v = {.in = in, .p = system};
  memset(out, 0, sizeof *out);
  out->reachable = reachable;
  if (!read_listed_names(&v, "states", &system->states, &v.states) ||
      !read_listed_names(&v, "symbols", &system->symbols, &v.symbols) ||
      !read_listed_names(&v, "initial-states", &system->sets[PDS_INITIAL].extra,
                         &v.extra[PDS_INITIAL]) ||
      !read_listed_names(&v, "final-states", &system->sets[PDS_FINAL].extra,
                         &v.extra[PDS_FINAL]))
    return false;
  return (reachable ? read_run(&v, out) : read_automaton(&v, out)) &&
         lines_end(in);
}
