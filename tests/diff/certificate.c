#include "certificate.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 64 }; /* states of a certificate: a bit each */

#define BIT(n) (UINT64_C(1) << (n))
/* Beyond this a sum is not followed; the instances' weights are small. */
#define TOO_FAR (INT64_C(1) << 60)

/* States of automata are numbered as in naive.h, a certificate's own behind
 * them. */
typedef struct reader {
  const instance *in;
  const nfa *sets;
  const char *at;
  int line;
  bool failed;
  char *why;
  int state[MOST_STATES], symbol[MOST_SYMBOLS]; /* by their line */
  int extra[2][MOST_EXTRA];
  int own;
  int64_t own_name[MOST_PLACES];
} reader;

__attribute__((format(printf, 2, 3))) static bool
wrong(reader *v, const char *format, ...) {
  va_list arguments;
  if (v->failed)
    return false;
  int n = snprintf(v->why, CERTIFICATE_WHY, "line %d: ", v->line);
  va_start(arguments, format);
  vsnprintf(v->why + n, CERTIFICATE_WHY - (size_t)n, format, arguments);
  va_end(arguments);
  v->failed = true;
  v->at = ""; /* so that whoever goes on reading ends soon */
  return false;
}

static bool skip(reader *v, const char *text) {
  size_t n = strlen(text);
  if (strncmp(v->at, text, n) != 0)
    return false;
  v->at += n;
  return true;
}

static void expect(reader *v, const char *text) {
  if (!skip(v, text))
    wrong(v, "'%s' is not there", text);
}

static void end_line(reader *v) {
  expect(v, "\n");
  v->line++;
}

static int64_t number(reader *v) {
  int64_t n = 0;
  bool negative = skip(v, "-");
  if (*v->at < '0' || *v->at > '9')
    wrong(v, "a number is not there");
  for (; *v->at >= '0' && *v->at <= '9'; v->at++) {
    n = 10 * n + (*v->at - '0');
    if (n > TOO_FAR) {
      wrong(v, "a huge number");
      break;
    }
  }
  return negative ? -n : n;
}

static int below(reader *v, int64_t limit, const char *what) {
  int64_t n = number(v);
  if (!v->failed && (n < 0 || n >= limit))
    wrong(v, "there is no %s %" PRId64, what, n);
  return v->failed ? 0 : (int)n;
}

/* "key N", alone on its line. */
static int64_t counted(reader *v, const char *key) {
  expect(v, key);
  expect(v, " ");
  int64_t n = number(v);
  end_line(v);
  if (n < 0)
    wrong(v, "'%s' counts below zero", key);
  return v->failed ? 0 : n;
}

/* The names that difftest gives, each once. */
static void names(reader *v, const char *key, char letter, int count,
                  int *out) {
  uint32_t seen = 0;
  if (counted(v, key) != count)
    wrong(v, "'%s' does not list all", key);
  for (int i = 0; i < count && !v->failed; i++) {
    int n = 0;
    expect(v, "\"");
    if (letter == 'a') {
      n = *v->at - 'a';
      v->at += *v->at != '\0';
    } else if (*v->at == letter) {
      v->at++;
      n = below(v, count, key);
    } else {
      n = -1;
    }
    expect(v, "\"");
    end_line(v);
    if (n < 0 || n >= count || (seen >> n & 1))
      wrong(v, "an unknown name, or one twice");
    seen |= UINT32_C(1) << (n & 31);
    out[i] = n;
  }
}

static int control(reader *v) {
  return v->state[below(v, v->in->states, "control state")];
}

static int symbol(reader *v) {
  return v->symbol[below(v, v->in->symbols, "symbol")];
}

static int no_place(reader *v, const char *why) {
  wrong(v, "%s", why);
  return 0;
}

static int own_state(reader *v, int64_t name) {
  int first = v->sets[INITIAL].nodes, i = 0;
  while (i < v->own && v->own_name[i] != name)
    i++;
  if (first + i >= MOST_PLACES)
    return no_place(v, "too many states");
  v->own_name[i] = name;
  v->own += i == v->own;
  return first + i;
}

/* 'p' or '@k'. With 'forward' the certificate may have states of its own. */
static int place(reader *v, int side, bool forward) {
  int states = v->in->states, extra = v->in->side[side].extra;
  if (!skip(v, "@"))
    return control(v);
  int64_t k = number(v);
  if (v->failed || k < 0)
    return no_place(v, "no such state");
  if (k < extra)
    return 2 * states + v->extra[side][k];
  k -= extra;
  if (k < states)
    return states + v->state[k];
  if (!forward)
    return no_place(v, "no such state");
  return own_state(v, k);
}

/* A rule as it applies to the symbol g; false if it does not. */
static bool concrete(const rule *r, int g, int push[2]) {
  for (int i = 0; i < 2; i++)
    push[i] = r->push[i] == ANY ? g : r->push[i];
  return r->top == ANY || r->top == g;
}

typedef struct fact {
  int from, symbol, to;
  int rule;           /* -1: an edge */
  int64_t premise[2]; /* -1: none */
  int64_t weight[MOST_DIMENSIONS], steps;
  bool used; /* in the run of the witness */
} fact;

typedef struct run {
  fact *facts; /* kept from run to run */
  int64_t count, capacity;
  int components;
  bool huge;
  bool unbounded, above;
  int64_t claimed[MOST_DIMENSIONS], total[MOST_DIMENSIONS], steps;
  int links_in_loop;
  int64_t gain[MOST_DIMENSIONS];
} run;

static int64_t sum(run *d, int64_t a, int64_t b) {
  if (a + b > TOO_FAR || a + b < -TOO_FAR) {
    d->huge = true;
    return 0;
  }
  return a + b;
}

static bool fact_follows(reader *v, const run *d, const fact *f, int premises) {
  int push[2], place = 0;
  if (f->rule < 0)
    return (f->to >= v->in->states &&
            (v->sets[FINAL].next[f->from][f->symbol] >> f->to & 1)) ||
           wrong(v, "the final set has no such edge");
  const rule *r = &v->in->rule[f->rule];
  if (r->from != f->from || !concrete(r, f->symbol, push))
    return wrong(v, "rule %d does not apply", f->rule);
  if (premises != r->length)
    return wrong(v, "%d premises for rule %d", premises, f->rule);
  place = r->to;
  for (int i = 0; i < premises; i++) {
    const fact *g = &d->facts[f->premise[i]];
    if (g->from != place || g->symbol != push[i])
      return wrong(v, "premise %d is about something else", i);
    place = g->to;
  }
  return place == f->to || wrong(v, "the premises lead elsewhere");
}

static void read_fact(reader *v, run *d) {
  fact f = {.rule = -1, .premise = {-1, -1}};
  int premises = 0;
  if (skip(v, "rule ")) {
    f.rule = below(v, v->in->rules, "rule");
    expect(v, " ");
  } else {
    expect(v, "edge ");
  }
  f.from = place(v, FINAL, false);
  expect(v, " ");
  f.symbol = symbol(v);
  expect(v, " ");
  f.to = place(v, FINAL, false);
  while (f.rule >= 0 && premises < 2 && skip(v, " "))
    f.premise[premises++] = below(v, d->count, "earlier fact");
  end_line(v);
  if (v->failed || !fact_follows(v, d, &f, premises))
    return;
  f.steps = f.rule >= 0;
  for (int k = 0; k < d->components && f.rule >= 0; k++)
    f.weight[k] = v->in->dimension ? v->in->rule[f.rule].weight[k] : 1;
  for (int i = 0; i < premises; i++) {
    const fact *g = &d->facts[f.premise[i]];
    f.steps = sum(d, f.steps, g->steps);
    for (int k = 0; k < d->components; k++)
      f.weight[k] = sum(d, f.weight[k], g->weight[k]);
  }
  if (d->count == d->capacity) {
    d->capacity = 2 * d->capacity + 64;
    d->facts = realloc(d->facts, (size_t)d->capacity * sizeof f);
    if (!d->facts)
      abort();
  }
  d->facts[d->count++] = f;
}

static void read_weight(reader *v, run *d) {
  if (!v->in->dimension)
    return;
  expect(v, "weight ");
  d->unbounded = skip(v, "unbounded ");
  if (d->unbounded) {
    d->above = skip(v, "above");
    if (!d->above)
      expect(v, "below");
  } else {
    for (int k = 0; k < v->in->dimension; k++) {
      if (k)
        expect(v, " ");
      d->claimed[k] = number(v);
    }
  }
  end_line(v);
}

/* The path in both sets, and whether its marked links are one loop. */
static void read_witness(reader *v, run *d, int start) {
  int s = start, t = start, loop_s = 0, loop_t = 0;
  bool was_in_loop = false;
  for (int64_t n = counted(v, "witness"); n > 0 && !v->failed; n--) {
    fact *f = &d->facts[below(v, d->count, "fact")];
    expect(v, " ");
    int to = place(v, INITIAL, false);
    bool in_loop = skip(v, " loop");
    end_line(v);
    if (v->failed)
      return;
    if (f->from != t)
      wrong(v, "the fact starts elsewhere");
    if (!(v->sets[INITIAL].next[s][f->symbol] >> to & 1))
      wrong(v, "the initial set has no such edge");
    if (in_loop && !was_in_loop && d->links_in_loop)
      wrong(v, "a second loop");
    if (in_loop && !was_in_loop) {
      loop_s = s;
      loop_t = t;
    }
    if (was_in_loop && !in_loop && (s != loop_s || t != loop_t))
      wrong(v, "the loop does not come back");
    d->links_in_loop += in_loop;
    was_in_loop = in_loop;
    s = to;
    t = f->to;
    f->used = true;
    d->steps = sum(d, d->steps, f->steps);
    for (int k = 0; k < d->components; k++) {
      d->total[k] = sum(d, d->total[k], f->weight[k]);
      d->gain[k] = sum(d, d->gain[k], in_loop ? f->weight[k] : 0);
    }
  }
  if (was_in_loop && (s != loop_s || t != loop_t))
    wrong(v, "the loop does not come back");
  if (!(v->sets[INITIAL].accepting >> s & 1))
    wrong(v, "the initial set does not accept the witness");
  if (!(v->sets[FINAL].accepting >> t & 1))
    wrong(v, "the final set does not accept the end");
}

static bool says_the_same(const fact *f, const fact *g) {
  return f->from == g->from && f->symbol == g->symbol && f->to == g->to;
}

/* Only what the run uses can be repeated in it. */
static bool is_used(const run *d, const fact *f) {
  for (int64_t i = d->count; i-- > 0;) {
    const fact *g = &d->facts[i];
    if (!g->used)
      continue;
    if (says_the_same(f, g))
      return true;
    for (int k = 0; k < 2; k++)
      if (g->premise[k] >= 0)
        d->facts[g->premise[k]].used = true;
  }
  return false;
}

static void read_loop(reader *v, run *d) {
  if (!skip(v, "loop "))
    return;
  int inner = below(v, d->count, "fact");
  expect(v, " ");
  int first = below(v, d->count, "fact");
  expect(v, " ");
  int end = below(v, d->count + 1, "fact");
  end_line(v);
  if (v->failed)
    return;
  if (d->links_in_loop || first >= end || !d->unbounded) {
    wrong(v, "a loop where none should be");
    return;
  }
  for (int i = first, before = inner; i < end; before = i++) {
    const fact *f = &d->facts[i];
    if (f->premise[0] != before && f->premise[1] != before)
      wrong(v, "fact %d does not continue the loop", i);
  }
  const fact *a = &d->facts[inner], *b = &d->facts[end - 1];
  if (!says_the_same(a, b))
    wrong(v, "the loop of facts does not come back");
  if (!is_used(d, a))
    wrong(v, "the run does not use the loop");
  for (int k = 0; k < d->components; k++)
    d->gain[k] = sum(d, b->weight[k], -a->weight[k]);
}

static void check_weight(reader *v, const run *d, const custos_result *r,
                         bool longest) {
  bool gains = false;
  if (d->unbounded != (r->weight_kind == CUSTOS_WEIGHT_UNBOUNDED))
    wrong(v, "unbounded or not?");
  if (d->huge)
    wrong(v, "sums beyond 2^60");
  if (!d->unbounded && d->links_in_loop)
    wrong(v, "a loop, but no unbounded weight");
  if (d->unbounded) {
    for (int k = 0; k < d->components && !gains; k++) {
      gains = d->gain[k] != 0;
      if (gains && (d->gain[k] > 0) != d->above)
        wrong(v, "the loop makes it worse");
    }
    if (!gains || d->above != longest)
      wrong(v, "the loop gains nothing");
    return;
  }
  for (int k = 0; k < v->in->dimension; k++)
    if (d->claimed[k] != d->total[k] || d->claimed[k] != r->weight[k])
      wrong(v, "claims weight %" PRId64 ", the run has %" PRId64, d->claimed[k],
            d->total[k]);
}

typedef struct weighted {
  bool has[MOST_PLACES][MOST_SYMBOLS][MOST_PLACES];
  bool has_row[MOST_PLACES][MOST_SYMBOLS];
  int64_t weight[MOST_PLACES][MOST_SYMBOLS][MOST_PLACES][MOST_DIMENSIONS];
  const int64_t *bound;
  int dimension, places;
} weighted;

static bool less(const weighted *a, const int64_t *x, const int64_t *y) {
  int k = 0;
  while (k < a->dimension - 1 && x[k] == y[k])
    k++;
  return x[k] < y[k];
}

static void read_least(reader *v, weighted *a) {
  const int64_t zero[MOST_DIMENSIONS] = {0};
  for (int64_t n = counted(v, "least"); n > 0 && !v->failed; n--) {
    expect(v, "r");
    int from = place(v, FINAL, false);
    expect(v, " ");
    int g = symbol(v);
    if (a->has_row[from][g])
      wrong(v, "a row twice");
    a->has_row[from][g] = true;
    do {
      expect(v, " ");
      int to = place(v, FINAL, false);
      int64_t *weight = a->weight[from][g][to];
      if (a->has[from][g][to])
        wrong(v, "a transition twice");
      a->has[from][g][to] = true;
      for (int k = 0; k < a->dimension; k++) {
        expect(v, " ");
        weight[k] = number(v);
      }
      if (less(a, weight, zero) || !less(a, weight, a->bound))
        wrong(v, "a transition weighs too little or too much");
    } while (!v->failed && *v->at == ' ');
    end_line(v);
  }
}

/* The transition is there and weighs at most x, or x is at least the bound. */
static void covered(reader *v, const weighted *a, int from, int g, int to,
                    const int64_t *x) {
  if (less(a, x, a->bound) &&
      (!a->has[from][g][to] || less(a, x, a->weight[from][g][to])))
    wrong(v, "least: (%d, %d, %d) is missing or weighs too much", from, g, to);
}

/* All ways to read push[i], ... from 'at', x being the weight so far. */
static void rule_covered(reader *v, const weighted *a, const rule *r, int g,
                         const int *push, int length, int at,
                         const int64_t *x) {
  if (length == 0) {
    covered(v, a, r->from, g, at, x);
    return;
  }
  for (int to = 0; to < a->places; to++) {
    int64_t y[MOST_DIMENSIONS];
    if (!a->has[at][*push][to])
      continue;
    for (int k = 0; k < a->dimension; k++)
      y[k] = x[k] + a->weight[at][*push][to][k];
    rule_covered(v, a, r, g, push + 1, length - 1, to, y);
  }
}

/* The least weights of words that lead both to a pair of states, from below
 * the bound; they are improved until nothing changes. */
static void no_word_below(reader *v, const weighted *a) {
  static bool known[MOST_NODES][MOST_PLACES];
  static int64_t best[MOST_NODES][MOST_PLACES][MOST_DIMENSIONS];
  const int64_t zero[MOST_DIMENSIONS] = {0};
  const nfa *set = &v->sets[INITIAL];
  memset(known, 0, sizeof known);
  memset(best, 0, sizeof best);
  for (int p = 0; p < v->in->states; p++)
    known[p][p] = less(a, zero, a->bound);
  for (bool changed = true; changed;) {
    changed = false;
    for (int s = 0; s < set->nodes; s++)
      for (int t = 0; t < a->places; t++)
        for (int g = 0; known[s][t] && g < v->in->symbols; g++)
          for (int t2 = 0; t2 < a->places; t2++) {
            int64_t x[MOST_DIMENSIONS] = {0};
            if (!a->has[t][g][t2])
              continue;
            for (int k = 0; k < a->dimension; k++)
              x[k] = best[s][t][k] + a->weight[t][g][t2][k];
            for (int s2 = 0; s2 < set->nodes && less(a, x, a->bound); s2++)
              if ((set->next[s][g] >> s2 & 1) &&
                  (!known[s2][t2] || less(a, x, best[s2][t2]))) {
                known[s2][t2] = changed = true;
                memcpy(best[s2][t2], x, sizeof x);
              }
          }
  }
  for (int s = 0; s < set->nodes; s++)
    for (int t = 0; t < v->sets[FINAL].nodes; t++)
      if (known[s][t] && (set->accepting >> s & 1) &&
          (v->sets[FINAL].accepting >> t & 1))
        wrong(v, "least: a word leads to acceptance in both below the bound");
}

static void check_least(reader *v, const run *d) {
  static weighted a;
  const int64_t zero[MOST_DIMENSIONS] = {0};
  const nfa *final = &v->sets[FINAL];
  int push[2];
  memset(&a, 0, sizeof a);
  a.bound = d->claimed;
  a.dimension = v->in->dimension;
  a.places = final->nodes;
  read_least(v, &a);
  if (v->failed)
    return;
  uint32_t entered = (UINT32_C(1) << v->in->states) - 1;
  for (int s = 0; s < final->nodes; s++)
    for (int g = 0; g < v->in->symbols; g++)
      entered |= final->next[s][g];
  for (int s = 0; s < final->nodes; s++)
    for (int g = 0; (entered >> s & 1) && g < v->in->symbols; g++)
      for (int t = 0; t < final->nodes; t++)
        if (final->next[s][g] >> t & 1)
          covered(v, &a, s, g, t, zero);
  for (const rule *r = v->in->rule; r < v->in->rule + v->in->rules; r++)
    for (int g = 0; g < v->in->symbols; g++)
      if (concrete(r, g, push))
        rule_covered(v, &a, r, g, push, r->length, r->to, r->weight);
  no_word_below(v, &a);
}

static void check_run(reader *v, const custos_result *r, bool longest) {
  static run d; /* keeps its array */
  d = (run){.facts = d.facts, .capacity = d.capacity};
  d.components = v->in->dimension ? v->in->dimension : 1;
  read_weight(v, &d);
  for (int64_t n = counted(v, "facts"); n > 0 && !v->failed; n--)
    read_fact(v, &d);
  expect(v, "start ");
  int start = control(v);
  end_line(v);
  read_witness(v, &d, start);
  read_loop(v, &d);
  check_weight(v, &d, r, longest);
  if (r->least)
    check_least(v, &d);
  if (d.steps != (int64_t)r->steps || (uint64_t)d.count != r->derivation)
    wrong(v,
          "%" PRId64 " steps, %" PRId64 " facts; the result says %" PRIu64
          ", %" PRIu64,
          d.steps, d.count, r->steps, r->derivation);
}

typedef struct saturated {
  bool forward;
  uint64_t next[MOST_PLACES][MOST_SYMBOLS];
  bool has_row[MOST_PLACES][MOST_SYMBOLS];
  uint64_t start[MOST_STATES]; /* I(p) */
  bool reduced;
  uint32_t popped, below;      /* sets of control states, of symbols */
  uint32_t heads[MOST_STATES]; /* sets of symbols */
  uint32_t present;            /* symbols that can occur at all */
  uint64_t useful;             /* backward: acceptance can be reached */
} saturated;

static uint64_t moves(const saturated *a, uint64_t from, int symbol) {
  uint64_t to = 0;
  for (int s = 0; s < MOST_PLACES && from >> s; s++)
    if (from >> s & 1)
      to |= a->next[s][symbol];
  return to;
}

static bool is_possible(const saturated *a, int p, int g) {
  return !a->reduced || (a->heads[p] >> g & 1) ||
         ((a->popped >> p & 1) && (a->below >> g & 1));
}

static void read_list(reader *v, const char *key, bool of_states,
                      uint32_t *out) {
  int64_t n = counted(v, key);
  for (int64_t i = 0; i < n && !v->failed; i++) {
    expect(v, i ? " " : "\t");
    *out |= UINT32_C(1) << (of_states ? control(v) : symbol(v));
  }
  end_line(v);
}

static void read_heads(reader *v, saturated *a) {
  a->present = UINT32_MAX;
  if (strncmp(v->at, "popped ", 7) != 0)
    return;
  a->reduced = true;
  read_list(v, "popped", true, &a->popped);
  read_list(v, "below", false, &a->below);
  a->present = a->below;
  for (int64_t n = counted(v, "heads"); n > 0 && !v->failed; n--) {
    int p = control(v);
    expect(v, " ");
    int g = symbol(v);
    end_line(v);
    a->heads[p] |= UINT32_C(1) << g;
    a->present |= UINT32_C(1) << g;
  }
}

static void read_epsilon(reader *v, saturated *a) {
  for (int64_t n = counted(v, "epsilon"); n > 0 && !v->failed; n--) {
    int p = control(v);
    expect(v, " ");
    a->start[p] |= BIT(place(v, INITIAL, true));
    end_line(v);
  }
}

static void read_rows(reader *v, saturated *a) {
  int side = a->forward ? INITIAL : FINAL;
  for (int64_t n = counted(v, "rows"); n > 0 && !v->failed; n--) {
    expect(v, "r");
    int from = place(v, side, a->forward);
    expect(v, " ");
    int g = symbol(v);
    if (a->has_row[from][g])
      wrong(v, "a row twice");
    a->has_row[from][g] = true;
    while (skip(v, " "))
      a->next[from][g] |= BIT(place(v, side, a->forward));
    end_line(v);
  }
}

/* Nodes of 'set' that words over 'present' lead to, from control states. */
static uint32_t reached(const reader *v, const nfa *set, uint32_t present) {
  uint32_t nodes = (UINT32_C(1) << v->in->states) - 1, before = 0;
  while (nodes != before) {
    before = nodes;
    for (int s = 0; s < set->nodes; s++)
      for (int g = 0; (nodes >> s & 1) && g < v->in->symbols; g++)
        if (present >> g & 1)
          nodes |= set->next[s][g];
  }
  return nodes;
}

/* Nodes from which a word over 'present' leads to acceptance. */
static uint32_t useful(const reader *v, const nfa *set, uint32_t present) {
  uint32_t nodes = set->accepting, before = 0;
  while (nodes != before) {
    before = nodes;
    for (int s = 0; s < set->nodes; s++)
      for (int g = 0; g < v->in->symbols; g++)
        if ((present >> g & 1) && (set->next[s][g] & nodes))
          nodes |= UINT32_C(1) << s;
  }
  return nodes;
}

static void contains(reader *v, const saturated *a, const nfa *set) {
  uint32_t from = reached(v, set, a->present), to = useful(v, set, a->present);
  for (int s = 0; s < set->nodes; s++)
    for (int g = 0; (from >> s & 1) && g < v->in->symbols; g++)
      if ((a->present >> g & 1) && (set->next[s][g] & to & ~a->next[s][g]))
        wrong(v, "an edge of the set from %d over %d is missing", s, g);
}

static void heads_suffice(reader *v, const saturated *a) {
  const nfa *set = &v->sets[INITIAL];
  uint32_t from = reached(v, set, UINT32_MAX);
  for (int s = 0; s < set->nodes; s++)
    for (int g = 0; g < v->in->symbols; g++)
      if (set->next[s][g] && (from >> s & 1) &&
          !(s < v->in->states ? is_possible(a, s, g) : a->below >> g & 1))
        wrong(v, "initially %d can be above in %d", g, s);
}

static void heads_closed(reader *v, const saturated *a, const rule *r, int g,
                         const int push[2]) {
  bool good =
      r->length == 0 ? a->popped >> r->to & 1 : is_possible(a, r->to, push[0]);
  if (r->length == 2)
    good = good && (a->below >> push[1] & 1);
  if (!good)
    wrong(v, "heads: not closed under rule %d on %d", (int)(r - v->in->rule),
          g);
}

static void find_useful(const reader *v, saturated *a, const nfa *grown) {
  uint64_t before = 0;
  a->useful = grown->accepting;
  while (a->useful != before) {
    before = a->useful;
    for (int s = 0; s < MOST_PLACES; s++)
      for (int g = 0; g < v->in->symbols; g++)
        if (a->next[s][g] & a->useful)
          a->useful |= BIT(s);
  }
}

static void closed(reader *v, const saturated *a, const rule *r, int g,
                   const int push[2]) {
  uint64_t before = moves(a, a->start[r->from], g), after = a->start[r->to];
  for (int i = 0; i < r->length; i++)
    after = moves(a, after, push[i]);
  if (a->forward ? before & ~after : after & ~before & a->useful)
    wrong(v, "not closed under rule %d on %d", (int)(r - v->in->rule), g);
}

/* No word leads 'set' and the certificate to acceptance from one control
 * state; the certificate accepts where 'grown' does. */
static void misses(reader *v, const saturated *a, const nfa *set,
                   const nfa *grown) {
  uint64_t with[MOST_NODES] = {0}; /* by node of the set */
  memcpy(with, a->start, (size_t)v->in->states * sizeof *with);
  for (bool changed = true; changed;) {
    changed = false;
    for (int s = 0; s < set->nodes; s++)
      for (int g = 0; with[s] && g < v->in->symbols; g++) {
        if (!set->next[s][g])
          continue;
        uint64_t to = moves(a, with[s], g);
        for (int t = 0; t < set->nodes; t++)
          if ((set->next[s][g] >> t & 1) && (to & ~with[t])) {
            with[t] |= to;
            changed = true;
          }
      }
  }
  for (int s = 0; s < set->nodes; s++)
    if ((set->accepting >> s & 1) && (with[s] & grown->accepting))
      wrong(v, "a word leads to acceptance in both");
}

static void check_automaton(reader *v) {
  static saturated a;
  int push[2];
  memset(&a, 0, sizeof a);
  for (int p = 0; p < v->in->states; p++)
    a.start[p] = BIT(p);
  expect(v, "direction ");
  a.forward = skip(v, "forward");
  if (!a.forward)
    expect(v, "backward");
  end_line(v);
  if (a.forward)
    read_epsilon(v, &a);
  read_heads(v, &a);
  if (a.forward && a.reduced)
    wrong(v, "heads in a forward certificate");
  read_rows(v, &a);
  if (v->failed)
    return;
  contains(v, &a, &v->sets[a.forward ? INITIAL : FINAL]);
  find_useful(v, &a, &v->sets[a.forward ? INITIAL : FINAL]);
  if (a.reduced)
    heads_suffice(v, &a);
  for (const rule *r = v->in->rule; r < v->in->rule + v->in->rules; r++)
    for (int g = 0; g < v->in->symbols; g++)
      if (concrete(r, g, push) && is_possible(&a, r->from, g)) {
        closed(v, &a, r, g, push);
        if (a.reduced)
          heads_closed(v, &a, r, g, push);
      }
  misses(v, &a, &v->sets[a.forward ? FINAL : INITIAL],
         &v->sets[a.forward ? INITIAL : FINAL]);
}

bool certificate_check(const instance *in, const nfa sets[2], const char *text,
                       const custos_result *r, bool longest,
                       char why[CERTIFICATE_WHY]) {
  reader v = {.in = in, .sets = sets, .at = text, .line = 1, .why = why};
  expect(&v, "custos evidence 1\nclaim "); /* built without files or texts */
  v.line++;
  expect(&v, r->reachable ? "reachable" : "unreachable");
  end_line(&v);
  names(&v, "states", 'p', in->states, v.state);
  names(&v, "symbols", 'a', in->symbols, v.symbol);
  names(&v, "initial-states", 'x', in->side[INITIAL].extra, v.extra[INITIAL]);
  names(&v, "final-states", 'x', in->side[FINAL].extra, v.extra[FINAL]);
  if (!v.failed && r->reachable)
    check_run(&v, r, longest);
  else if (!v.failed)
    check_automaton(&v);
  expect(&v, "end");
  end_line(&v);
  return (!v.failed && *v.at == '\0') || wrong(&v, "more text behind the end");
}
