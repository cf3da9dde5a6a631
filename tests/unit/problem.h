/* A problem with everything that reading and writing it takes, for the tests
 * of languages. */
#ifndef UNIT_PROBLEM_H
#define UNIT_PROBLEM_H

#include "tests/unit/desk.h"

#include "base/text.h"
#include "lang/pdaaal/pdaaal.h"
#include "lang/pds/pds_text.h"

typedef struct problem {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  pds pds;
  char *input;
  desk_text written;
} problem;

static inline problem *problem_new(void) {
  problem *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  desk_open(&x->budget, &x->mem, &x->clock);
  return x;
}

static inline void problem_delete(problem *x) {
  desk_close(&x->mem);
  free(x->input);
  free(x->written.at);
  free(x);
}

static inline bool problem_read_bytes(problem *x, const char *input,
                                      size_t length, bool is_json) {
  desk_copy(&x->input, input, length);
  return (is_json ? pdaaal_read : pds_text_read)(
      &x->mem, &x->pds, "f", x->input, length, &x->report, &x->clock);
}

static inline bool problem_read(problem *x, const char *input) {
  return problem_read_bytes(x, input, strlen(input),
                            input[strspn(input, " \t\n")] == '{');
}

static inline const char *problem_write(problem *x, bool is_json,
                                        size_t *split) {
  text out;
  desk_empty(&x->written);
  text_init(&out, desk_add, &x->written);
  if (is_json)
    pdaaal_write(&x->mem, &x->pds, &out, split);
  else
    pds_text_write(&x->mem, &x->pds, &out);
  text_end(&out);
  return x->written.at;
}

/* Whether reading fails, with this first message there. */
static inline bool problem_says(problem *x, uint32_t line, uint32_t column,
                                const char *part) {
  return desk_says(&x->report, 0, line, column, part);
}

static inline bool refuses(const char *input, uint32_t line, uint32_t column,
                           const char *part) {
  problem *x = problem_new();
  bool right = !problem_read(x, input) && problem_says(x, line, column, part);
  if (!right)
    printf("in: %s\n", input);
  problem_delete(x);
  return right;
}

static inline const char *state_name(const pds *p, const paut *a,
                                     uint32_t state) {
  return state < PAUT_EXTRA ? names_text(&p->states, state)
                            : names_text(&a->extra, state - PAUT_EXTRA);
}

static inline bool same_symbol(const pds *p, uint32_t x, const pds *q,
                               uint32_t y) {
  if (x == PDS_ANY || y == PDS_ANY)
    return x == y;
  return strcmp(names_text(&p->symbols, x), names_text(&q->symbols, y)) == 0;
}

static inline bool same_label(const pds *p, const paut *a, uint32_t x,
                              const pds *q, const paut *b, uint32_t y) {
  if (x == PAUT_EPSILON || y == PAUT_EPSILON)
    return x == y;
  if (x < PAUT_SET && y < PAUT_SET)
    return same_symbol(p, x, q, y);
  if (x < PAUT_SET || y < PAUT_SET)
    return false;
  const paut_set *s = &a->sets.at[x - PAUT_SET], *t = &b->sets.at[y - PAUT_SET];
  bool same = s->negated == t->negated && s->count == t->count;
  for (uint32_t i = 0; same && i < s->count; i++)
    same = same_symbol(p, a->set_symbols.at[s->first + i], q,
                       b->set_symbols.at[t->first + i]);
  return same;
}

static inline bool same_automaton(const pds *p, const paut *a, const pds *q,
                                  const paut *b) {
  bool same = a->edges.count == b->edges.count &&
              a->accepting.count == b->accepting.count &&
              names_count(&a->extra) == names_count(&b->extra);
  for (size_t i = 0; same && i < a->edges.count; i++) {
    const paut_edge *e = &a->edges.at[i], *f = &b->edges.at[i];
    same = strcmp(state_name(p, a, e->from), state_name(q, b, f->from)) == 0 &&
           strcmp(state_name(p, a, e->to), state_name(q, b, f->to)) == 0 &&
           (e->from < PAUT_EXTRA) == (f->from < PAUT_EXTRA) &&
           (e->to < PAUT_EXTRA) == (f->to < PAUT_EXTRA) &&
           same_label(p, a, e->label, q, b, f->label);
  }
  for (size_t i = 0; same && i < a->accepting.count; i++)
    same = strcmp(state_name(p, a, a->accepting.at[i]),
                  state_name(q, b, b->accepting.at[i])) == 0;
  return same;
}

static inline bool same_rule(const pds *p, const pds_rule *r, const pds *q,
                             const pds_rule *s) {
  bool same = strcmp(names_text(&p->states, r->from),
                     names_text(&q->states, s->from)) == 0 &&
              strcmp(names_text(&p->states, r->to),
                     names_text(&q->states, s->to)) == 0 &&
              same_symbol(p, r->top, q, s->top) && r->length == s->length &&
              (r->action == PDS_NONE) == (s->action == PDS_NONE);
  for (uint32_t i = 0; same && i < r->length; i++)
    same = same_symbol(p, r->push[i], q, s->push[i]);
  return same && (r->action == PDS_NONE ||
                  strcmp(names_text(&p->actions, r->action),
                         names_text(&q->actions, s->action)) == 0);
}

/* Equal but for the numbers of names and the positions of rules. */
static inline bool same_problem(const pds *p, const pds *q) {
  bool same = p->rules.count == q->rules.count &&
              p->dimension == q->dimension &&
              p->weight_is_vector == q->weight_is_vector &&
              memcmp(p->is_signed, q->is_signed, p->dimension) == 0 &&
              pds_state_count(p) == pds_state_count(q) &&
              pds_symbol_count(p) == pds_symbol_count(q) &&
              p->has_set[0] == q->has_set[0] && p->has_set[1] == q->has_set[1];
  for (size_t i = 0; same && i < p->rules.count; i++)
    same = same_rule(p, &p->rules.at[i], q, &q->rules.at[i]);
  if (same && p->weights.count)
    same = p->weights.count == q->weights.count &&
           memcmp(p->weights.at, q->weights.at,
                  p->weights.count * sizeof *p->weights.at) == 0;
  for (int side = 0; same && side < 2; side++)
    same = same_automaton(p, &p->sets[side], q, &q->sets[side]);
  return same;
}

/* Writes 'x' and reads it again: the caller compares and deletes. */
static inline problem *problem_again(problem *x, bool is_json) {
  size_t split;
  problem_write(x, is_json, &split); /* may raise: before there is a 'y' */
  problem *y = problem_new();
  bool good = problem_read_bytes(y, x->written.at, x->written.count, is_json);
  if (!good)
    printf("%u:%u: %s\n%s", (unsigned)y->report.entries[0].line,
           (unsigned)y->report.entries[0].column, y->report.entries[0].message,
           x->written.at);
  CHECK(good);
  return y;
}

/* Reads and writes while the n-th allocation fails. Whether one did. */
static inline bool problem_faults(const char *input, int64_t n) {
  size_t split;
  jmp_buf handler;
  problem *x = problem_new();
  volatile bool has_faulted = true;
  x->budget.handler = &handler;
  x->budget.fail_in = n;
  if (setjmp(handler) == 0) {
    CHECK(problem_read(x, input));
    problem_write(x, true, &split);
    problem_write(x, false, NULL);
    has_faulted = false;
  }
  problem_delete(x);
  return has_faulted;
}

#endif
