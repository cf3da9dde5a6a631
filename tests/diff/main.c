/* difftest: every engine, through the public header, against the naive
 * reference. Stops at the first difference and prints the problem. */
#include "certificate.h"
#include "generate.h"
#include "replay.h"
#include "shrink.h"

#include <custos/custos.h>

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct output {
  char *text;
  size_t count, capacity;
} output;

typedef struct test {
  custos *c;
  instance in;
  char label[64]; /* how to make the instance again */
  nfa sets[2];
  answer best[3]; /* by question */
  uint64_t instances, checks, unbounded, yes;
  uint64_t derivations, automata, least; /* evidence that was checked */
  output evidence;
  char asked[96]; /* for a crash */
} test;

/* One way to ask. */
typedef struct question_asked {
  const char *engine, *reduction, *trace, *certify, *least;
} question_asked;

static int collect(void *self, const char *text, size_t length) {
  output *o = self;
  if (o->capacity - o->count <= length) {
    o->capacity = 2 * o->capacity + length + 1;
    o->text = realloc(o->text, o->capacity);
    if (!o->text)
      abort();
  }
  memcpy(o->text + o->count, text, length);
  o->count += length;
  o->text[o->count] = '\0';
  return 0;
}

static int print(void *self, const char *text, size_t length) {
  return fwrite(text, 1, length, self) == length ? 0 : 1;
}

static void print_automaton(const instance *in, int side) {
  const automaton *a = &in->side[side];
  printf("# %s: %d extra states, accepting", side ? "final" : "initial",
         a->extra);
  for (int s = 0; s < in->states + a->extra; s++)
    if (a->accepting >> s & 1)
      printf(" %d", s);
  printf("; edges");
  for (int i = 0; i < a->edges; i++)
    printf(" (%d,%d,%d)", a->edge[i].from, a->edge[i].label, a->edge[i].to);
  printf("\n");
}

/* The instance as the generator made it, then as the library has it. */
static void print_instance(test *t) {
  const instance *in = &t->in;
  printf("# %d states, %d symbols, %d weights; -1 any, -2 epsilon\n",
         in->states, in->symbols, in->dimension);
  for (int i = 0; i < in->rules; i++) {
    const rule *r = &in->rule[i];
    printf("# rule %d: %d %d ->  %d", i, r->from, r->top, r->to);
    for (int k = 0; k < r->length; k++)
      printf(" %d", r->push[k]);
    for (int k = 0; k < in->dimension; k++)
      printf("%s%lld", k ? "," : "  weight ", (long long)r->weight[k]);
    printf("\n");
  }
  print_automaton(in, INITIAL);
  print_automaton(in, FINAL);
  if (custos_write(t->c, CUSTOS_AS_PDS, print, stdout) != CUSTOS_OK)
    printf("# custos_write: %s\n", custos_last_error(t->c)->message);
}

__attribute__((format(printf, 3, 4), noreturn)) static void
fail(test *t, const question_asked *q, const char *format, ...) {
  va_list arguments;
  printf("difftest: %s: ", t->label);
  if (q)
    printf("engine=%s reduction=%s trace=%s certify=%s least=%s: ", q->engine,
           q->reduction, q->trace, q->certify, q->least);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  printf("\n");
  print_instance(t);
  printf("difftest: %llu passed, 1 failed\n", (unsigned long long)t->instances);
  exit(1);
}

static void need(test *t, custos_status s, const char *what) {
  if (s != CUSTOS_OK)
    fail(t, NULL, "%s: %s", what, custos_last_error(t->c)->message);
}

/* Mentions the symbols up to 'symbol', so that numbers are the instance's. */
static void mention(test *t, int symbol) {
  while (symbol >= 0 && custos_symbol_count(t->c) <= (uint32_t)symbol) {
    char name[2] = {(char)('a' + (int)custos_symbol_count(t->c)), '\0'};
    uint32_t n;
    need(t, custos_symbol(t->c, name, &n), "custos_symbol");
  }
}

static uint32_t number_of(int symbol) {
  return symbol == ANY       ? CUSTOS_ANY
         : symbol == EPSILON ? CUSTOS_EPSILON
                             : (uint32_t)symbol;
}

static void add_rules(test *t, int from, int to) {
  for (int i = from; i < to; i++) {
    const rule *r = &t->in.rule[i];
    uint32_t index;
    mention(t, r->top);
    for (int k = 0; k < r->length; k++)
      mention(t, r->push[k]);
    custos_rule made = {.from = (uint32_t)r->from,
                        .top = number_of(r->top),
                        .to = (uint32_t)r->to,
                        .length = (uint32_t)r->length,
                        .weight = t->in.dimension ? r->weight : NULL};
    for (int k = 0; k < r->length; k++)
      made.push[k] = number_of(r->push[k]);
    need(t, custos_add_rule(t->c, &made, &index), "custos_add_rule");
    if (index != (uint32_t)i)
      fail(t, NULL, "rule %d got the number %u", i, index);
  }
}

typedef uint32_t extra_states[2][MOST_EXTRA];

static uint32_t state_of(const test *t, extra_states extra, int side, int s) {
  return s < t->in.states ? (uint32_t)s : extra[side][s - t->in.states];
}

static void add_edges(test *t, extra_states extra, int side, int from, int to) {
  for (int i = from; i < to; i++) {
    const edge *e = &t->in.side[side].edge[i];
    mention(t, e->label);
    need(t,
         custos_add_edge(t->c, (custos_side)side,
                         state_of(t, extra, side, e->from), number_of(e->label),
                         state_of(t, extra, side, e->to)),
         "custos_add_edge");
  }
}

static void add_states(test *t, extra_states extra) {
  for (int p = 0; p < t->in.states; p++) {
    char name[16];
    uint32_t n;
    snprintf(name, sizeof name, "p%d", p);
    need(t, custos_state(t->c, name, &n), "custos_state");
  }
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < t->in.side[side].extra; k++) {
      char name[16];
      snprintf(name, sizeof name, "x%d", k);
      need(t,
           custos_add_extra_state(t->c, (custos_side)side, name,
                                  &extra[side][k]),
           "custos_add_extra_state");
    }
}

static void set_accepting(test *t, extra_states extra, int side) {
  const automaton *a = &t->in.side[side];
  for (int s = 0; s < t->in.states + a->extra; s++)
    if (a->accepting >> s & 1)
      need(t,
           custos_set_accepting(t->c, (custos_side)side,
                                state_of(t, extra, side, s)),
           "custos_set_accepting");
}

/* With 'cut', a part is built and solved first: solving again after additions
 * must not remember the past. */
static void build(test *t, dice *cut) {
  uint8_t is_signed[MOST_DIMENSIONS];
  extra_states extra;
  int rules = 0, edges[2] = {0, 0};
  memset(is_signed, t->in.is_signed, sizeof is_signed);
  custos_clear(t->c);
  if (t->in.dimension)
    need(t, custos_set_weights(t->c, (uint32_t)t->in.dimension, is_signed),
         "custos_set_weights");
  add_states(t, extra);
  for (int side = 0; side < 2; side++)
    set_accepting(t, extra, side);
  if (cut) {
    custos_result r;
    rules = dice_roll(cut, t->in.rules + 1);
    add_rules(t, 0, rules);
    for (int side = 0; side < 2; side++) {
      edges[side] = dice_roll(cut, t->in.side[side].edges + 1);
      add_edges(t, extra, side, 0, edges[side]);
    }
    custos_status s = custos_solve(t->c, &r);
    if (s != CUSTOS_ERR_USAGE) /* a set of which nothing is known yet */
      need(t, s, "custos_solve of a part");
  }
  add_rules(t, rules, t->in.rules);
  for (int side = 0; side < 2; side++)
    add_edges(t, extra, side, edges[side], t->in.side[side].edges);
  mention(t, t->in.symbols - 1);
}

static void check_weight(test *t, const question_asked *q, const answer *best,
                         const custos_result *r) {
  int dimension = t->in.dimension;
  custos_weight_kind expected = dimension == 0    ? CUSTOS_WEIGHT_NONE
                                : best->unbounded ? CUSTOS_WEIGHT_UNBOUNDED
                                                  : CUSTOS_WEIGHT_FINITE;
  if (r->weight_kind != expected)
    fail(t, q, "weight kind %d instead of %d", (int)r->weight_kind,
         (int)expected);
  if (dimension == 0 && !best->unbounded && r->steps != (uint64_t)best->best[0])
    fail(t, q, "%llu steps instead of %lld", (unsigned long long)r->steps,
         (long long)best->best[0]);
  if (expected != CUSTOS_WEIGHT_FINITE)
    return;
  if (r->weight_count != (size_t)dimension)
    fail(t, q, "a weight of %zu numbers", r->weight_count);
  for (int i = 0; i < dimension; i++)
    if (r->weight[i] != best->best[i])
      fail(t, q, "weight %lld instead of %lld (number %d)",
           (long long)r->weight[i], (long long)best->best[i], i);
}

static void check_evidence(test *t, const question_asked *q,
                           const custos_result *r, bool longest) {
  char why[CERTIFICATE_WHY];
  t->evidence.count = 0;
  if (custos_write_evidence(t->c, collect, &t->evidence) != CUSTOS_OK)
    fail(t, q, "custos_write_evidence: %s", custos_last_error(t->c)->message);
  if (t->evidence.count == 0 ||
      !certificate_check(&t->in, t->sets, t->evidence.text, r, longest, why)) {
    printf("%s\n", t->evidence.count ? t->evidence.text : "(no evidence)");
    fail(t, q, "evidence: %s", t->evidence.count ? why : "there is none");
  }
  if (r->reachable)
    t->derivations++;
  else
    t->automata++;
}

/* Weights are compared number by number: the first that is not 0 decides. */
static bool has_least(const instance *in) {
  for (int i = 0; i < in->rules; i++) {
    int k = 0;
    while (k < in->dimension && in->rule[i].weight[k] == 0)
      k++;
    if (k < in->dimension && in->rule[i].weight[k] < 0)
      return false;
  }
  return in->dimension > 0;
}

static void ask(test *t, const question_asked *q) {
  custos_result r;
  char why[REPLAY_WHY];
  bool any = strcmp(q->trace, "any") == 0;
  bool longest = strcmp(q->trace, "longest") == 0;
  const answer *best = &t->best[longest           ? LONGEST
                                : t->in.dimension ? SHORTEST
                                                  : FEWEST_STEPS];
  snprintf(t->asked, sizeof t->asked,
           ": engine=%s reduction=%s trace=%s certify=%s least=%s\n", q->engine,
           q->reduction, q->trace, q->certify, q->least);
  need(t, custos_set(t->c, "engine", q->engine), "custos_set engine");
  need(t, custos_set(t->c, "reduction", q->reduction), "custos_set reduction");
  need(t, custos_set(t->c, "trace", q->trace), "custos_set trace");
  need(t, custos_set(t->c, "certify", q->certify), "custos_set certify");
  need(t, custos_set(t->c, "least", q->least), "custos_set least");
  /* Dense rows from the start, or never on instances of this size. */
  need(t, custos_set(t->c, "dense-from", t->checks % 2 ? "0" : "1000000"),
       "custos_set dense-from");
  if (custos_solve(t->c, &r) != CUSTOS_OK)
    fail(t, q, "custos_solve: %s", custos_last_error(t->c)->message);
  t->checks++;
  if (r.reachable != (best->reachable ? 1 : 0) ||
      r.verdict != (best->reachable ? CUSTOS_VIOLATED : CUSTOS_HOLDS))
    fail(t, q, "reachable %d, verdict %d; the reference says %d (%s)",
         r.reachable, (int)r.verdict, best->reachable,
         r.reason ? r.reason : "no reason");
  if (!r.reason || !r.engine || !r.checked)
    fail(t, q, "a text is missing in the result");
  bool checked = best->reachable || strcmp(q->certify, "yes") == 0;
  if (strcmp(r.checked, checked ? "replay" : "none") != 0)
    fail(t, q, "checked by %s", r.checked);
  bool no_engine = strcmp(r.engine, "reduction") == 0 && r.reachable == 0 &&
                   strcmp(q->reduction, "yes") == 0;
  if (strcmp(q->engine, "auto") != 0 && strcmp(q->engine, r.engine) != 0 &&
      !no_engine)
    fail(t, q, "decided by %s", r.engine);
  if (best->reachable) {
    if (!any)
      check_weight(t, q, best, &r);
    if (!replay_check(t->c, &t->in, t->sets, &r, longest, why))
      fail(t, q, "trace: %s", why);
    t->yes++;
    t->unbounded += r.weight_kind == CUSTOS_WEIGHT_UNBOUNDED;
  }
  bool least = best->reachable && has_least(&t->in) && !any && !longest &&
               strcmp(q->least, "yes") == 0;
  if ((r.least != 0) != least)
    fail(t, q, "the result says that least is %d", r.least);
  t->least += least;
  check_evidence(t, q, &r, longest);
}

static void refer(test *t) {
  naive_nfa(&t->in, INITIAL, &t->sets[INITIAL]);
  naive_nfa(&t->in, FINAL, &t->sets[FINAL]);
  if (t->in.dimension == 0) {
    naive_answer(&t->in, FEWEST_STEPS, &t->best[FEWEST_STEPS]);
    return;
  }
  naive_answer(&t->in, SHORTEST, &t->best[SHORTEST]);
  naive_answer(&t->in, LONGEST, &t->best[LONGEST]);
}

/* A run of this weight exists: no answer may be worse. */
static void compare_with_run(test *t, const int64_t *weight, int steps) {
  const answer *a = t->best;
  if (t->in.dimension == 0) {
    if (!a[FEWEST_STEPS].reachable || a[FEWEST_STEPS].best[0] > steps)
      fail(t, NULL, "the reference overlooked a run of %d steps", steps);
    return;
  }
  for (int q = SHORTEST; q <= LONGEST; q++) {
    int i = 0;
    while (i < t->in.dimension - 1 && a[q].best[i] == weight[i])
      i++;
    bool worse =
        q == SHORTEST ? a[q].best[i] > weight[i] : a[q].best[i] < weight[i];
    if (!a[q].reachable || (worse && !a[q].unbounded))
      fail(t, NULL, "the reference overlooked a better run");
  }
}

/* Looks for a run that the reference overlooked: random ones. */
static void wander(test *t, dice *d) {
  uint32_t stack[40];
  for (int n = 0; n < 30 && t->in.rules; n++) {
    int64_t weight[MOST_DIMENSIONS] = {0};
    uint32_t state = (uint32_t)dice_roll(d, t->in.states);
    size_t depth = (size_t)dice_roll(d, 5);
    for (size_t i = 0; i < depth; i++)
      stack[i] = (uint32_t)dice_roll(d, t->in.symbols);
    bool going = naive_accepts(&t->sets[INITIAL], state, stack, depth);
    for (int step = 0; going && step < 30; step++) {
      if (naive_accepts(&t->sets[FINAL], state, stack, depth))
        compare_with_run(t, weight, step);
      going = false;
      for (int tries = 0; !going && tries < 8; tries++) {
        const rule *r = &t->in.rule[dice_roll(d, t->in.rules)];
        going = naive_step(r, &state, stack, &depth);
        for (int i = 0; going && i < t->in.dimension; i++)
          weight[i] += r->weight[i];
      }
    }
  }
}

static const char *const engines[] = {"pre", "post", "dual", "auto"};

/* Every engine with and without reduction, for every kind of trace; the
 * library's own check of a no is on and off in turn. Each answer's evidence is
 * checked here. */
static void run_all(test *t, dice *d) {
  int certify = dice_roll(d, 2);
  refer(t);
  wander(t, d);
  build(t, dice_roll(d, 4) == 0 ? d : NULL);
  for (int e = 0; e < 4; e++)
    for (int reduction = 0; reduction < 2; reduction++)
      for (int trace = 0; trace < (t->in.dimension ? 3 : 2); trace++) {
        static const char *const traces[] = {"any", "shortest", "longest"};
        question_asked q = {engines[e], reduction ? "yes" : "no", traces[trace],
                            (certify + e + reduction) % 2 ? "yes" : "no",
                            (certify + e) % 2 ? "yes" : "no"};
        ask(t, &q);
      }
  t->instances++;
}

/* What is enumerated is asked fewer ways, all of them in turn. */
static void run_some(test *t, uint64_t number) {
  refer(t);
  build(t, NULL);
  for (int e = 0; e < 3; e++) {
    question_asked q = {engines[e],
                        (number / 7 + (uint64_t)e) % 2 ? "yes" : "no",
                        number % 5 == 0 ? "any" : "shortest",
                        number % 3 == 0 ? "yes" : "no", "no"};
    ask(t, &q);
  }
  t->instances++;
}

typedef struct command {
  uint64_t count, seed, shard, shards;
  weights w;
  enumeration all;
} command;

static const char usage[] =
    "usage: difftest random [--count=N] [--seed=S] "
    "[--weights=none|uint|int|all]\n"
    "                       [--shard=i/n]\n"
    "       difftest shrink --seed=S [--weights=...]\n"
    "       difftest exhaustive [--shard=i/n] [--accepting=all] [--epsilon]\n";

static bool weights_named(const char *name, weights *out) {
  static const char *const known[] = {"none", "uint", "int", "all"};
  for (int i = 0; i < 4; i++)
    if (strcmp(name, known[i]) == 0) {
      *out = (weights)i;
      return true;
    }
  return false;
}

static bool parse(command *m, const char *argument) {
  unsigned long long a, b;
  char rest;
  if (sscanf(argument, "--count=%llu%c", &a, &rest) == 1)
    m->count = a;
  else if (sscanf(argument, "--seed=%llu%c", &a, &rest) == 1)
    m->seed = a;
  else if (sscanf(argument, "--shard=%llu/%llu%c", &a, &b, &rest) == 2 &&
           a < b) {
    m->shard = a;
    m->shards = b;
  } else if (strcmp(argument, "--accepting=all") == 0)
    m->all.all_accepting = true;
  else if (strcmp(argument, "--epsilon") == 0)
    m->all.epsilon = true;
  else
    return strncmp(argument, "--weights=", 10) == 0 &&
           weights_named(argument + 10, &m->w);
  return true;
}

static void run_random(test *t, const command *m) {
  for (uint64_t i = m->shard; i < m->count; i += m->shards) {
    dice d;
    dice_init(&d, m->seed + i); /* each instance can be made alone */
    snprintf(t->label, sizeof t->label, "random --count=1 --seed=%llu",
             (unsigned long long)(m->seed + i));
    generate_random(&d, m->w, &t->in);
    run_all(t, &d);
  }
}

static void run_again(void *self, const instance *in) {
  test *t = self;
  dice d;
  t->in = *in;
  dice_init(&d, 1);
  run_all(t, &d);
}

/* Makes the instance of a seed small; fails as it does. */
static void run_shrink(test *t, const command *m) {
  dice d;
  instance in;
  dice_init(&d, m->seed);
  generate_random(&d, m->w, &in);
  snprintf(t->label, sizeof t->label, "shrunk from seed %llu",
           (unsigned long long)m->seed);
  if (shrink(&in, run_again, t)) {
    t->in = in;
    print_instance(t);
    fflush(stdout);
  }
  run_again(t, &in);
}

static void run_exhaustive(test *t, command *m) {
  generate_begin(&m->all);
  for (uint64_t n = m->shard; n < m->all.count; n += m->shards) {
    snprintf(t->label, sizeof t->label, "exhaustive, number %llu of %llu",
             (unsigned long long)n, (unsigned long long)m->all.count);
    generate_numbered(&m->all, n, &t->in);
    run_some(t, n);
  }
}

/* A crash names its instance too. */
static test running;

static void on_crash(int number) {
  static const char before[] = "difftest: crashed at ";
  signal(number, SIG_DFL);
  if (write(2, before, sizeof before - 1) < 0 ||
      write(2, running.label, strlen(running.label)) < 0 ||
      write(2, running.asked, strlen(running.asked)) < 0)
    _exit(1);
  raise(number);
}

int main(int argc, char **argv) {
  static command m = {.count = 1000, .seed = 1, .shards = 1, .w = MIXED};
  bool understood = argc >= 2;
  for (int i = 2; i < argc; i++)
    understood &= parse(&m, argv[i]);
  const char *what = understood ? argv[1] : "";
  bool random = strcmp(what, "random") == 0;
  bool shrinking = strcmp(what, "shrink") == 0;
  if (!random && !shrinking && strcmp(what, "exhaustive") != 0) {
    fputs(usage, stderr);
    return 2;
  }
  signal(SIGABRT, on_crash);
  signal(SIGSEGV, on_crash);
  running.c = custos_new();
  if (!running.c)
    return 3;
  if (random)
    run_random(&running, &m);
  else if (shrinking)
    run_shrink(&running, &m);
  else
    run_exhaustive(&running, &m);
  custos_delete(running.c);
  free(running.evidence.text);
  printf("difftest: %llu checks (%llu traces, %llu unbounded; evidence: %llu "
         "derivations, %llu least, %llu automata), %llu passed, 0 failed\n",
         (unsigned long long)running.checks, (unsigned long long)running.yes,
         (unsigned long long)running.unbounded,
         (unsigned long long)running.derivations,
         (unsigned long long)running.least,
         (unsigned long long)running.automata,
         (unsigned long long)running.instances);
  return 0;
}
