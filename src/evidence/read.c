/* Reads evidence files line by line. A file may come from anywhere: every
 * number is checked against what it indexes, every count against the lines
 * that follow, so that nothing larger than the file is ever allocated. */
#include "base/json.h"
#include "evidence/evidence.h"

#include <stdio.h>
#include <string.h>

typedef vec(uint32_t) numbers;

typedef struct reader {
  mem *m;
  const char *file;
  const char *at, *end;
  const char *line_start;
  uint32_t line;
  report *r;
  const pds *p;
  numbers states, symbols; /* the file's numbers to the problem's */
  numbers extra[2];        /* by side */
  json_scratch scratch;
  json_string name; /* the last quoted text */
  bool failed;
} reader;

static bool fail(reader *v, const char *message) {
  if (!v->failed)
    report_add(v->r, v->file, v->line, (uint32_t)(v->at - v->line_start) + 1,
               "%s", message);
  v->failed = true;
  return false;
}

static bool next_line(reader *v) {
  if (v->failed)
    return false;
  if (v->at < v->end && *v->at != '\n')
    return fail(v, "the line should end here");
  if (v->at < v->end)
    v->at++;
  v->line++;
  v->line_start = v->at;
  return v->at < v->end || fail(v, "the file is cut off: expected 'end'");
}

static bool word(reader *v, const char *w) {
  size_t n = strlen(w);
  if (v->failed || (size_t)(v->end - v->at) < n || memcmp(v->at, w, n) != 0)
    return false;
  const char *after = v->at + n;
  if (after < v->end && *after != ' ' && *after != '\n')
    return false;
  v->at = after;
  return true;
}

static bool expect(reader *v, const char *w) {
  char message[64];
  snprintf(message, sizeof message, "expected '%s'", w);
  return word(v, w) || fail(v, message);
}

static bool blank(reader *v) {
  if (v->failed || v->at >= v->end || *v->at != ' ')
    return false;
  v->at++;
  return true;
}

static bool at_end_of_line(const reader *v) {
  return v->at >= v->end || *v->at == '\n';
}

static bool number(reader *v, uint64_t below, uint64_t *out) {
  uint64_t n = 0;
  const char *start = v->at;
  if (v->failed)
    return false;
  while (v->at < v->end && *v->at >= '0' && *v->at <= '9') {
    uint64_t digit = (uint64_t)(*v->at++ - '0');
    bool fits = n <= (UINT64_MAX - digit) / 10;
    n = n * 10 + digit;
    if (!fits || n >= below) {
      v->at = start;
      return fail(v, "this number is too large here");
    }
  }
  *out = n;
  return v->at > start || fail(v, "expected a number");
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
  if (v->failed || v->at >= v->end || *v->at != '@')
    return index_of(v, v->states.at, v->states.count, out);
  v->at++;
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

static bool header(reader *v, const char *key, uint64_t *count) {
  /* Each counted thing takes a byte at least. */
  return expect(v, key) && (blank(v) || fail(v, "expected a number")) &&
         number(v, (uint64_t)(v->end - v->at) + 1, count);
}

/* A quoted text into 'name'. */
static bool quoted(reader *v) {
  json_string s;
  if (v->failed || v->at >= v->end || *v->at != '"')
    return fail(v, "expected a name between double quotes");
  const char *after =
      json_scan_string(v->m, &v->scratch, v->at + 1, v->end, &s);
  if (!after)
    return fail(v, s.wrong);
  v->at = after;
  v->name = s;
  return true;
}

/* ---- Where it came from ------------------------------------------------- */

typedef vec(char *) texts;

static bool read_texts(reader *v, const char *key, texts *out) {
  while (word(v, key)) {
    if (!blank(v) || !quoted(v))
      return fail(v, "expected a text between double quotes");
    char *copy = mem_alloc(v->m, v->name.length + 1);
    memcpy(copy, v->name.text, v->name.length);
    vec_push(v->m, out, copy);
    if (!next_line(v))
      return false;
  }
  return !v->failed;
}

static void begin(reader *v, mem *m, const pds *p, const char *file,
                  const char *bytes, size_t length, report *r) {
  *v = (reader){.m = m, .file = file, .p = p, .r = r, .line = 1};
  v->at = v->line_start = bytes;
  v->end = bytes + length;
}

static bool read_top(reader *v, texts *files, texts *initial, texts *final) {
  return expect(v, "custos evidence 1") && next_line(v) &&
         read_texts(v, "problem", files) && read_texts(v, "initial", initial) &&
         read_texts(v, "final", final) && expect(v, "claim");
}

bool evidence_read_source(mem *m, const char *file, const char *bytes,
                          size_t length, report *r, evidence_source *out) {
  reader v;
  texts files = {0}, initial = {0}, final = {0};
  memset(out, 0, sizeof *out);
  begin(&v, m, NULL, file, bytes, length, r);
  if (!read_top(&v, &files, &initial, &final))
    return false;
  memcpy(&out->files, &files, sizeof files);
  memcpy(&out->sets[PDS_INITIAL], &initial, sizeof initial);
  memcpy(&out->sets[PDS_FINAL], &final, sizeof final);
  return true;
}

/* ---- Names ------------------------------------------------------------------
 */

static bool read_names(reader *v, const char *key, const names *known,
                       numbers *out) {
  uint64_t count;
  if (!header(v, key, &count) || !next_line(v))
    return false;
  for (; count-- > 0; v->name.length = 0) {
    if (!quoted(v))
      return false;
    uint32_t n = names_find(known, v->name.text, v->name.length);
    if (n == NAMES_NONE)
      return fail(v, "the problem has no such name");
    vec_push(v->m, out, n);
    if (!next_line(v))
      return false;
  }
  return true;
}

/* ---- Rows
 * --------------------------------------------------------------------- */

static bool read_int64(reader *v, int64_t *out) {
  bool negative = v->at < v->end && *v->at == '-';
  uint64_t n;
  if (negative)
    v->at++;
  if (!number(v, (uint64_t)INT64_MAX + 1, &n))
    return false;
  *out = negative ? -(int64_t)n : (int64_t)n;
  return true;
}

static bool read_target(reader *v, evidence *e, pds_side side) {
  uint32_t to;
  int64_t n;
  if (!blank(v) || !state(v, side, e->forward, &to))
    return fail(v, "expected a state");
  vec_push(v->m, &e->targets, to);
  for (uint32_t i = 0; e->least && i < v->p->dimension; i++) {
    if (!blank(v) || !read_int64(v, &n))
      return fail(v, "expected as many numbers as the problem's weights have");
    vec_push(v->m, &e->weights, n);
  }
  return true;
}

static bool read_row(reader *v, evidence *e) {
  pds_side side = e->forward ? PDS_INITIAL : PDS_FINAL;
  evidence_row r = {.first = e->targets.count};
  if (v->at >= v->end || *v->at != 'r')
    return fail(v, "expected a row");
  v->at++;
  if (!state(v, side, e->forward, &r.from) || !blank(v) ||
      !index_of(v, v->symbols.at, v->symbols.count, &r.symbol))
    return fail(v, "expected state and symbol");
  while (!at_end_of_line(v))
    if (!read_target(v, e, side))
      return false;
  r.count = e->targets.count - r.first;
  vec_push(v->m, &e->rows, r);
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

/* ---- Runs
 * --------------------------------------------------------------------- */

static bool read_weight(reader *v, evidence *e) {
  if (!word(v, "weight"))
    return !v->failed;
  e->weight_kind = EVIDENCE_WEIGHT;
  if (!blank(v))
    return fail(v, "expected a weight");
  if (word(v, "unbounded below") || word(v, "unbounded above")) {
    e->weight_kind =
        v->at[-1] == 'w' ? EVIDENCE_NO_LEAST : EVIDENCE_NO_GREATEST;
    return next_line(v);
  }
  for (uint32_t i = 0; i < v->p->dimension; i++)
    if ((i > 0 && !blank(v)) || !read_int64(v, &e->weight[i]))
      return fail(v, "expected as many numbers as the problem's weights have");
  return next_line(v);
}

static bool read_fact(reader *v, derivation *d) {
  derivation_fact f = {.rule = PDS_NONE, .premise = {PDS_NONE, PDS_NONE}};
  uint64_t n;
  if (word(v, "rule")) {
    if (!blank(v) || !number(v, v->p->rules.count, &n))
      return fail(v, "expected the number of a rule");
    f.rule = (uint32_t)n;
  } else if (!expect(v, "edge")) {
    return false;
  }
  if (!blank(v) || !state(v, PDS_FINAL, false, &f.from) || !blank(v) ||
      !index_of(v, v->symbols.at, v->symbols.count, &f.symbol) || !blank(v) ||
      !state(v, PDS_FINAL, false, &f.to))
    return fail(v, "expected state, symbol, state");
  for (int i = 0; i < 2 && blank(v); i++)
    if (!index_of(v, NULL, d->facts.count, &f.premise[i]))
      return false;
  vec_push(v->m, &d->facts, f);
  return next_line(v);
}

static bool read_link(reader *v, derivation *d) {
  derivation_link l = {.in_loop = false};
  if (!index_of(v, NULL, d->facts.count, &l.fact) || !blank(v) ||
      !state(v, PDS_INITIAL, false, &l.to))
    return fail(v, "expected fact and state");
  if (blank(v))
    l.in_loop = expect(v, "loop");
  vec_push(v->m, &d->witness, l);
  return next_line(v);
}

static bool read_loop(reader *v, derivation *d) {
  if (!word(v, "loop"))
    return !v->failed;
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
  e->least = v->end - v->at > 5 && memcmp(v->at, "least", 5) == 0;
  if (!e->least)
    return true;
  if (e->weight_kind != EVIDENCE_WEIGHT || v->p->dimension == 0)
    return fail(v, "only a weight that is a number can be the least");
  return read_rows(v, "least", e);
}

/* ---- Automata
 * -------------------------------------------------------------------- */

static bool read_list(reader *v, const char *key, const numbers *translate,
                      numbers *out) {
  uint64_t count;
  uint32_t n;
  if (!header(v, key, &count) || !next_line(v))
    return false;
  for (uint64_t i = 0; i < count; i++) {
    if (v->at >= v->end || *v->at != (i ? ' ' : '\t'))
      return fail(v, "the list is too short");
    v->at++;
    if (!index_of(v, translate->at, translate->count, &n))
      return false;
    vec_push(v->m, out, n);
  }
  return next_line(v);
}

static bool read_heads(reader *v, evidence *e) {
  numbers popped = {0}, below = {0};
  uint64_t count;
  uint32_t s, g;
  if (v->at >= v->end || *v->at != 'p') /* no 'popped': not reduced */
    return !v->failed;
  e->reduced = true;
  if (!read_list(v, "popped", &v->states, &popped) ||
      !read_list(v, "below", &v->symbols, &below) ||
      !header(v, "heads", &count) || !next_line(v))
    return false;
  for (; count-- > 0;) {
    if (!index_of(v, v->states.at, v->states.count, &s) || !blank(v) ||
        !index_of(v, v->symbols.at, v->symbols.count, &g) || !next_line(v))
      return fail(v, "expected a state and a symbol");
    map_insert(v->m, &e->heads, map_pair(s, g));
  }
  memcpy(&e->popped, &popped, sizeof popped);
  memcpy(&e->below, &below, sizeof below);
  return true;
}

static bool read_epsilon(reader *v, evidence *e) {
  uint64_t count;
  nfa_edge x = {0};
  if (!e->forward)
    return true;
  if (!header(v, "epsilon", &count) || !next_line(v))
    return false;
  for (; count-- > 0;) {
    if (!index_of(v, v->states.at, v->states.count, &x.from) || !blank(v) ||
        !state(v, PDS_INITIAL, true, &x.to) || !next_line(v))
      return fail(v, "expected two states");
    vec_push(v->m, &e->epsilon, x);
  }
  return true;
}

static bool read_automaton(reader *v, evidence *e) {
  if (!expect(v, "direction") || !blank(v))
    return fail(v, "expected 'direction'");
  e->forward = word(v, "forward");
  if ((!e->forward && !expect(v, "backward")) || !next_line(v) ||
      !read_epsilon(v, e) || !read_heads(v, e))
    return false;
  return read_rows(v, "rows", e);
}

bool evidence_read(mem *m, const pds *p, const char *file, const char *bytes,
                   size_t length, report *r, evidence *out) {
  reader v;
  texts ignored = {0};
  memset(out, 0, sizeof *out);
  begin(&v, m, p, file, bytes, length, r);
  if (!read_top(&v, &ignored, &ignored, &ignored) || !blank(&v))
    return fail(&v, "expected 'claim'");
  out->reachable = word(&v, "reachable");
  if ((!out->reachable && !expect(&v, "unreachable")) || !next_line(&v) ||
      !read_names(&v, "states", &p->states, &v.states) ||
      !read_names(&v, "symbols", &p->symbols, &v.symbols) ||
      !read_names(&v, "initial-states", &p->sets[PDS_INITIAL].extra,
                  &v.extra[PDS_INITIAL]) ||
      !read_names(&v, "final-states", &p->sets[PDS_FINAL].extra,
                  &v.extra[PDS_FINAL]))
    return false;
  if (!(out->reachable ? read_run(&v, out) : read_automaton(&v, out)) ||
      !expect(&v, "end"))
    return false;
  if (v.at < v.end && *v.at == '\n')
    v.at++;
  return v.at == v.end || fail(&v, "nothing may follow 'end'");
}
