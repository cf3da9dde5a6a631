/* The explicit searches: all small cases and many random ones against their
 * slow twin; ends of runs; faults; evidence; long paths. */
#include "evidence/finite/finite.h"
#include "tests/explicit/wild.h"

static jmp_buf out;
static mem_budget budget = {.fail_in = -1, .handler = &out};
static progress ticks = {.budget = &budget};
static mem m;
static cases c;
static const explicit_safety_options shortest = {.shortest = true};

/* One state of the automaton, or two: all letters of 'cube' for ever, after
 * anything if 'later'. */
static void automaton(bool later, omega_cube cube) {
  c.a = (omega){.states = 2, .sets = 1, .state_based = true};
  c.a.initial = later ? 0 : 1;
  cases_edge(&c, 0, 0, (omega_cube){0}, 0);
  cases_edge(&c, 0, 1, (omega_cube){0}, 0);
  cases_edge(&c, 1, 1, cube, 1);
  omega_index(&m, &c.a);
}

static explicit_answer ask(explicit_emptiness emptiness) {
  explicit_options o = {.emptiness = emptiness};
  explicit_answer answer;
  c.x = test_model(&m, &c.g, &c.b);
  twin_decide(&c.twin, &c.g, &c.a);
  explicit_decide(&m, &ticks, &c.x, &c.b, &c.a, &o, &answer);
  cases_answer(&c, &answer);
  return answer;
}

static void expect(explicit_verdict verdict, size_t stem, size_t loop) {
  for (int i = EXPLICIT_AUTO; i <= EXPLICIT_SCC; i++) {
    explicit_answer answer = ask((explicit_emptiness)i);
    CHECK(answer.verdict == verdict);
    if (verdict == EXPLICIT_VIOLATED) {
      CHECK(answer.run.loop == stem);
      CHECK(answer.run.count == stem + loop);
    }
  }
  mem_clear(&m);
}

static void ends(void) {
  const omega_cube none = {0}, atom = {1, 1}, no_atom = {1, 0};
  const omega_cube action = {2, 2}, no_action = {2, 0};
  test_graph lone = {.states = 1, .initials = 1, .letters = {1}};
  lone.label_letters[0] = 2;

  c.g = lone; /* an initial state without steps is repeated */
  automaton(false, none);
  expect(EXPLICIT_VIOLATED, 0, 1);
  automaton(false, atom);
  expect(EXPLICIT_VIOLATED, 0, 1);
  automaton(false, no_atom);
  expect(EXPLICIT_HOLDS, 0, 0);
  automaton(false, action); /* no action there */
  expect(EXPLICIT_HOLDS, 0, 0);
  automaton(false, no_action);
  expect(EXPLICIT_VIOLATED, 0, 1);

  c.g.edge_count = 1; /* a loop of its own, with the action: no repetition */
  c.g.edges[0] = (test_edge){0, 0, 0};
  automaton(false, action);
  expect(EXPLICIT_VIOLATED, 0, 1);
  automaton(false, no_action);
  expect(EXPLICIT_HOLDS, 0, 0);
  c.g.edges[0].label = 1; /* another action, which is no atom */
  automaton(false, action);
  expect(EXPLICIT_HOLDS, 0, 0);
  c.g.edges[0].label = MODEL_NONE;
  automaton(false, no_action);
  expect(EXPLICIT_VIOLATED, 0, 1);

  c.g = lone; /* one step with the action, then the end */
  c.g.states = 2;
  c.g.edge_count = 1;
  c.g.edges[0] = (test_edge){0, 1, 0};
  automaton(false, action);
  expect(EXPLICIT_HOLDS, 0, 0);
  automaton(true, action);
  expect(EXPLICIT_HOLDS, 0, 0);
  automaton(true, atom);
  expect(EXPLICIT_HOLDS, 0, 0);
  automaton(true, no_action);
  for (int i = EXPLICIT_AUTO; i <= EXPLICIT_SCC; i++) {
    explicit_answer answer = ask((explicit_emptiness)i);
    CHECK(answer.verdict == EXPLICIT_VIOLATED);
    CHECK(answer.run.labels.at[0] == 0);
    CHECK(vec_last(&answer.run.labels) == MODEL_NONE);
  }
  mem_clear(&m);

  c.g.initials = 0; /* no run at all */
  automaton(false, none);
  expect(EXPLICIT_HOLDS, 0, 0);
}

static void faults(void) {
  c.g = (test_graph){.states = 3, .initials = 1, .faulty = {true}};
  automaton(false, (omega_cube){0});
  CHECK(ask(EXPLICIT_AUTO).verdict == EXPLICIT_FAULT);
  explicit_answer answer = ask(EXPLICIT_SCC);
  CHECK(answer.verdict == EXPLICIT_FAULT && answer.run.count == 1);
  CHECK(strcmp(answer.fault_text, "state 0") == 0);
  /* The automaton never reads on to the fault. */
  c.g = (test_graph){.states = 3, .initials = 1, .edge_count = 1};
  c.g.edges[0] = (test_edge){0, 2, MODEL_NONE};
  c.g.faulty[2] = true;
  mem_clear(&m);
  automaton(false, (omega_cube){1, 1});
  CHECK(ask(EXPLICIT_AUTO).verdict == EXPLICIT_HOLDS);
  CHECK(ask(EXPLICIT_NDFS).verdict == EXPLICIT_HOLDS);
  explicit_safety(&m, &ticks, &c.x, &shortest, &answer);
  CHECK(answer.verdict == EXPLICIT_FAULT && answer.run.count == 2);
  mem_clear(&m);
}

/* The run through these states; the loop begins at number 'loop'. */
static model_run run_through(const uint32_t *states, size_t count,
                             size_t loop) {
  model_run run = {.count = count, .loop = loop};
  for (size_t i = 0; i < count; i++) {
    uint8_t bytes[8];
    uint32_t size = 0;
    int64_t number = states[i];
    CHECK(test_from_numbers(&c.x, &number, bytes, &size));
    vec_push(&m, &run.at, run.bytes.count);
    for (uint32_t k = 0; k < size; k++)
      vec_push(&m, &run.bytes, bytes[k]);
    vec_push(&m, &run.labels, MODEL_NONE);
  }
  vec_push(&m, &run.at, run.bytes.count);
  return run;
}

/* 0 and 1 lead to one another; something is wrong in the step from 0, then in
 * state 0 itself, then in state 1. */
static void wrong_steps(void) {
  const uint32_t path[] = {0, 1, 0};
  const char *why = NULL;
  uint64_t letters[3];
  product_states list;
  for (uint8_t fault = 0; fault <= MODEL_UNDEFINED + 1; fault++)
    for (int where = 0; where < 3; where++) {
      bool wrong = fault > MODEL_ERROR;
      c.g = (test_graph){.states = 2, .initials = 1, .edge_count = 2};
      c.g.edges[0] = (test_edge){0, 1, MODEL_NONE};
      c.g.edges[1] = (test_edge){1, 0, MODEL_NONE};
      *(where == 0 ? &c.g.edge_fault[0] : &c.g.state_fault[where - 1]) = fault;
      c.x = test_model(&m, &c.g, &c.b);
      model_run round = run_through(path, 2, 0);
      model_run one = run_through(path, 1, 1), two = run_through(path, 2, 2);
      model_run three = run_through(path, 3, 3);
      /* An undefined step is none; beside an undefined state there are some. */
      CHECK(model_replay(&m, &c.x, &c.b, &round, letters, &why) ==
            !(where == 0 && fault > MODEL_UNDEFINED));
      CHECK(model_replay_fault(&m, &c.x, &one, &why) == (wrong && where == 1));
      CHECK(model_replay_fault(&m, &c.x, &two, &why) == (wrong && where != 1));
      CHECK(model_replay_fault(&m, &c.x, &three, &why) ==
            (wrong && where == 1));
      CHECK(model_replay_note(&m, &c.x, &two, &why) == (fault && where != 1));
      c.g.state_fault[0] = c.g.state_fault[1] = c.g.edge_fault[0] = 0;
      CHECK(explicit_states(&m, &ticks, &c.x, 0, false, &list) ==
            EXPLICIT_EVIDENT);
      *(where == 0 ? &c.g.edge_fault[0] : &c.g.state_fault[where - 1]) = fault;
      CHECK(product_check_states(&m, &ticks, &c.x, &list, &why) == !wrong);
      mem_clear(&m);
    }
}

/* Two processes take the same step from a state to itself: a fair loop has to
 * take it twice, and tells who takes it. */
static void fair_loops(void) {
  explicit_options o = {.fair = true};
  explicit_answer answer;
  c.g = (test_graph){.states = 1, .initials = 1, .edge_count = 2};
  c.g.edges[0] = c.g.edges[1] = (test_edge){0, 0, MODEL_NONE};
  c.g.movers[0] = 1;
  c.g.movers[1] = 2;
  automaton(false, (omega_cube){0});
  c.x = test_model(&m, &c.g, &c.b);
  explicit_decide(&m, &ticks, &c.x, &c.b, &c.a, &o, &answer);
  CHECK(answer.verdict == EXPLICIT_VIOLATED && answer.run.count == 2);
  CHECK(answer.run.loop == 0 && answer.run.movers.count == 2);
  CHECK((answer.run.movers.at[0] | answer.run.movers.at[1]) == 3);
  CHECK(model_is_fair(&m, &c.x, &answer.run));
  answer.run.movers.at[0] = answer.run.movers.at[1];
  CHECK(!model_is_fair(&m, &c.x, &answer.run));
  c.g.enabled[0] = 4; /* a third one waits for ever */
  explicit_decide(&m, &ticks, &c.x, &c.b, &c.a, &o, &answer);
  CHECK(answer.verdict == EXPLICIT_HOLDS);
  mem_clear(&m);
}

/* The way out of a component is known before the component is closed: its rank
 * must not be lost. */
static void exits_first(void) {
  c.g = (test_graph){.states = 4, .initial = {2, 0}, .initials = 2};
  c.g.edge_count = 4;
  c.g.edges[0] = (test_edge){0, 1, MODEL_NONE};
  c.g.edges[1] = (test_edge){1, 2, MODEL_NONE};
  c.g.edges[2] = (test_edge){1, 0, MODEL_NONE};
  c.g.edges[3] = (test_edge){2, 3, MODEL_NONE};
  c.g.letters[2] = 1;
  c.a = (omega){.states = 3, .sets = 1, .state_based = true};
  cases_edge(&c, 0, 0, (omega_cube){1, 0}, 0);
  cases_edge(&c, 0, 1, (omega_cube){1, 1}, 0);
  cases_edge(&c, 1, 2, (omega_cube){0}, 1);
  cases_edge(&c, 2, 2, (omega_cube){0}, 0);
  omega_index(&m, &c.a);
  CHECK(ask(EXPLICIT_SCC).verdict == EXPLICIT_HOLDS);
  cases_ranks(&c, 4);
  mem_clear(&m);
}

/* More sets than lassos are exact for: a ring with shortcuts, where state i has
 * mark i on its steps. */
static void many_sets(void) {
  enum { SETS = 12 };
  for (uint32_t shift = 1; shift < SETS; shift++) {
    c.g = (test_graph){.states = SETS, .initials = 1};
    c.a = (omega){.states = 1, .sets = SETS};
    cases_edge(&c, 0, 0, (omega_cube){0}, 0);
    for (uint32_t i = 0; i < SETS; i++) {
      omega_cube cube = {UINT64_C(1) << i, UINT64_C(1) << i};
      c.g.letters[i] = cube.value;
      cases_edge(&c, 0, 0, cube, cube.value);
      c.g.edges[c.g.edge_count++] =
          (test_edge){i, (i + shift) % SETS, MODEL_NONE};
      c.g.edges[c.g.edge_count++] = (test_edge){i, (i + 1) % SETS, MODEL_NONE};
    }
    omega_index(&m, &c.a);
    CHECK(ask(EXPLICIT_SCC).verdict == EXPLICIT_VIOLATED);
    CHECK(ask(EXPLICIT_AUTO).verdict == EXPLICIT_VIOLATED);
    c.g.edge_count -= 2; /* the ring is broken */
    CHECK(ask(EXPLICIT_SCC).verdict == EXPLICIT_HOLDS);
    mem_clear(&m);
  }
}

typedef struct sheet {
  char text[1 << 16];
  size_t count;
} sheet;

static int to_sheet(void *self, const char *part, size_t length) {
  sheet *s = self;
  if (length >= sizeof s->text - s->count)
    return 1;
  memcpy(s->text + s->count, part, length);
  s->count += length;
  s->text[s->count] = '\0';
  return 0;
}

static sheet paper, again;
static report complaints;

static void begin_writing(text *t, sheet *s) {
  s->count = 0;
  text_init(t, to_sheet, s);
}

static lines lines_of(const char *from) {
  lines in;
  memset(&complaints, 0, sizeof complaints);
  lines_begin(&in, &m, "e", from, strlen(from), &complaints);
  return in;
}

static void ranks_round_trip(void) {
  product_ranks ranks, read;
  const char *why = NULL;
  text t;
  CHECK(explicit_rank(&m, &ticks, &c.x, &c.b, &c.a, 1000, &ranks) ==
        EXPLICIT_EVIDENT);
  begin_writing(&t, &paper);
  finite_write_ranks(&m, &c.x, &ranks, &t);
  text_put(&t, "end\n");
  CHECK(text_end(&t));
  lines in = lines_of(paper.text);
  CHECK(finite_read_ranks(&in, &c.x, c.a.states, &read) && lines_end(&in));
  CHECK(product_check_ranks(&m, &ticks, &c.x, &c.b, &c.a, &read, &why));
  begin_writing(&t, &again);
  finite_write_ranks(&m, &c.x, &read, &t);
  text_put(&t, "end\n");
  CHECK(text_end(&t) && strcmp(paper.text, again.text) == 0);
}

/* What is written is the same word as the run, if not the same lines. */
static void run_round_trip(const model_run *run, bool has_loop) {
  model_run read;
  const char *why = NULL;
  uint64_t letters[1000];
  text t;
  begin_writing(&t, &paper);
  finite_write_run(&m, &c.x, run, &t);
  text_put(&t, "end\n");
  CHECK(text_end(&t));
  lines in = lines_of(paper.text);
  CHECK(finite_read_run(&in, &c.x, has_loop, &read) && lines_end(&in));
  CHECK(read.count <= run->count);
  if (!has_loop) {
    CHECK(model_replay_fault(&m, &c.x, &read, &why));
    return;
  }
  CHECK(model_replay(&m, &c.x, &c.b, &read, letters, &why));
  CHECK(twin_accepts(&c.word, &c.a, letters, read.count, read.loop));
}

static void states_round_trip(void) {
  product_states states, read;
  const char *why = NULL;
  text t;
  CHECK(explicit_states(&m, &ticks, &c.x, 0, false, &states) ==
        EXPLICIT_EVIDENT);
  begin_writing(&t, &paper);
  finite_write_states(&m, &c.x, &states, &t);
  text_put(&t, "end\n");
  CHECK(text_end(&t));
  lines in = lines_of(paper.text);
  CHECK(finite_read_states(&in, &c.x, &read) && lines_end(&in));
  CHECK(product_check_states(&m, &ticks, &c.x, &read, &why));
}

static void round_trips(void) {
  c.seed = 11;
  for (int i = 0; i < 400; i++) {
    explicit_options o = {.shortest = i % 2};
    explicit_answer answer;
    cases_graph(&c, 1);
    c.a = (omega){0};
    cases_automaton(&c, 1);
    c.x = test_model(&m, &c.g, &c.b);
    explicit_decide(&m, &ticks, &c.x, &c.b, &c.a, &o, &answer);
    if (answer.verdict == EXPLICIT_VIOLATED)
      run_round_trip(&answer.run, true);
    if (answer.verdict == EXPLICIT_HOLDS && c.a.sets == 1 && c.a.state_based)
      ranks_round_trip();
    explicit_safety(&m, &ticks, &c.x, &shortest, &answer);
    if (answer.verdict == EXPLICIT_FAULT)
      run_round_trip(&answer.run, false);
    else
      states_round_trip();
    mem_clear(&m);
  }
}

/* A repeated end is one line, however often the automaton needs it. */
static void written_ends(void) {
  const omega_cube none = {0};
  c.g = (test_graph){.states = 1, .initials = 1};
  c.a = (omega){.states = 3, .sets = 1, .state_based = true};
  cases_edge(&c, 0, 1, none, 0);
  cases_edge(&c, 1, 2, none, 0);
  cases_edge(&c, 2, 1, none, 1);
  omega_index(&m, &c.a);
  explicit_answer answer = ask(EXPLICIT_AUTO);
  CHECK(answer.verdict == EXPLICIT_VIOLATED && answer.run.count == 3);
  run_round_trip(&answer.run, true);
  CHECK(strcmp(paper.text, "stem 0\nloop 1\n0\nend\n") == 0);
  mem_clear(&m);
}

static void is_refused(char kind, const char *from, uint32_t line,
                       uint32_t column) {
  product_ranks ranks;
  product_states states;
  model_run run;
  lines in = lines_of(from);
  CHECK(!(kind == 'p'   ? finite_read_ranks(&in, &c.x, 2, &ranks)
          : kind == 's' ? finite_read_states(&in, &c.x, &states)
                        : finite_read_run(&in, &c.x, kind == 'l', &run)));
  CHECK(complaints.count == 1);
  CHECK(complaints.entries[0].line == line);
  CHECK(complaints.entries[0].column == column);
}

static void bad_evidence(void) {
  c.g = (test_graph){.states = 3, .initials = 1};
  c.x = test_model(&m, &c.g, &c.b);
  is_refused('p', "product 1\n1 2 0\nend\n", 2, 3); /* automaton's state */
  is_refused('p', "product 1\n1 1 3\nend\n", 2, 6); /* no such state */
  is_refused('p', "product 1\n1 1 -1\nend\n", 2, 7);
  is_refused('p', "product 1\n1 1\nend\n", 2, 4);
  is_refused('p', "product 1\n1 1 0 0\nend\n", 2, 6);
  is_refused('p', "product 2\n1 1 0\nend\n", 3, 1);
  is_refused('p', "product 1\n4294967296 1 0\nend\n", 2, 1);
  is_refused('p', "product 99999\n1 1 0\nend\n", 1, 9);
  is_refused('p', "states 1\n0\nend\n", 1, 1);
  is_refused('p', "product 1\n1 1 0\n", 3, 1); /* cut off */
  is_refused('s', "states 1\n7\nend\n", 2, 2);
  is_refused('s', "states 1\nx\nend\n", 2, 1);
  is_refused('l', "stem 0\nloop 0\nend\n", 3, 1);
  is_refused('l', "stem 1\n0\nend\n", 3, 1);
  is_refused('l', "stem 0\nloop 1\n0 @ \"z\"\nend\n", 3, 8);
  is_refused('l', "stem 0\nloop 1\n0 @\nend\n", 3, 4);
  is_refused('l', "stem 0\nloop 1\n0 \"a\"\nend\n", 3, 3);
  is_refused('f', "stem 0\nend\n", 2, 1);
  lines in = lines_of("stem 1\n2 @ \"a\"\nloop 1\n1\nend\n");
  model_run run;
  CHECK(finite_read_run(&in, &c.x, true, &run) && lines_end(&in));
  CHECK(run.count == 2 && run.loop == 1 && run.labels.at[0] == 0);
  CHECK(run.labels.at[1] == MODEL_NONE && run.at.count == 3);
  mem_clear(&m);
}

/* States 0 .. last, each a step to the next; from the last back to 'back', or
 * nowhere. */
typedef struct chain {
  uint32_t last, back;
} chain;

static void chain_step(model_steps *out_, uint32_t state) {
  memcpy(model_steps_add(out_, 4), &state, 4);
}
static void chain_initial(const model *x, void *scratch, model_steps *out_) {
  (void)x, (void)scratch;
  chain_step(out_, 0);
}
static void chain_next(const model *x, void *scratch, const uint8_t *state,
                       uint32_t size, model_steps *out_) {
  const chain *g = x->self;
  uint32_t s;
  (void)scratch, (void)size;
  memcpy(&s, state, 4);
  if (s < g->last)
    chain_step(out_, s + 1);
  else if (g->back != MODEL_NONE)
    chain_step(out_, g->back);
}
static bool chain_letter(const model *x, const model_binding *b, void *scratch,
                         const uint8_t *state, uint32_t size, uint64_t *letter,
                         model_steps *out_) {
  uint32_t s;
  (void)b, (void)scratch, (void)size, (void)out_;
  memcpy(&s, state, 4);
  *letter = s == ((const chain *)x->self)->last;
  return true;
}

static void long_path(chain g, omega_cube cube, explicit_verdict verdict) {
  static const model_ops ops = {
      .initial = chain_initial, .next = chain_next, .letter = chain_letter};
  model x = {.ops = &ops, .self = &g, .most_bytes = 4};
  model_binding b = {0};
  product_ranks ranks;
  const char *why = NULL;
  explicit_answer answer;
  automaton(true, cube);
  for (int i = 0; i < 4; i++) {
    explicit_options o = {.emptiness = (explicit_emptiness)(i % 3),
                          .shortest = i == 3};
    explicit_decide(&m, &ticks, &x, &b, &c.a, &o, &answer);
    CHECK(answer.verdict == verdict);
    if (verdict == EXPLICIT_HOLDS) {
      CHECK(answer.stats.depth > g.last);
      continue;
    }
    uint64_t *letters = mem_array(&m, answer.run.count, sizeof *letters);
    CHECK(model_replay(&m, &x, &b, &answer.run, letters, &why));
  }
  explicit_safety(&m, &ticks, &x, &shortest, &answer);
  CHECK(answer.stats.depth == (uint64_t)g.last + 1);
  explicit_safety(&m, &ticks, &x, &(explicit_safety_options){0}, &answer);
  CHECK(answer.stats.depth == (uint64_t)g.last + 1);
  CHECK(answer.stats.states == (uint64_t)g.last + 1);
  if (verdict == EXPLICIT_HOLDS) {
    CHECK(explicit_rank(&m, &ticks, &x, &b, &c.a, SIZE_MAX, &ranks) ==
          EXPLICIT_EVIDENT);
    CHECK(product_check_ranks(&m, &ticks, &x, &b, &c.a, &ranks, &why));
  }
  mem_clear(&m);
}

/* Counters modulo 'size', a byte each: every step counts one of them up. */
typedef struct grid {
  uint32_t counters, size;
} grid;

static void grid_initial(const model *x, void *scratch, model_steps *out_) {
  (void)scratch;
  memset(model_steps_add(out_, x->most_bytes), 0, x->most_bytes);
}
static void grid_next(const model *x, void *scratch, const uint8_t *state,
                      uint32_t size, model_steps *out_) {
  const grid *g = x->self;
  (void)scratch;
  for (uint32_t i = 0; i < g->counters; i++) {
    uint8_t *p = model_steps_add(out_, size);
    memcpy(p, state, size);
    p[i] = (uint8_t)((p[i] + 1u) % g->size);
  }
}

static model grid_model(grid *g) {
  static const model_ops ops = {.initial = grid_initial, .next = grid_next};
  return (model){.ops = &ops, .self = g, .most_bytes = g->counters};
}

static void grids(void) {
  for (uint32_t n = 1; n < 40; n += 3)
    for (int k = 0; k < 2; k++) {
      grid g = {3, n};
      model x = grid_model(&g);
      explicit_safety_options o = {.shortest = k == 1};
      explicit_answer answer;
      uint64_t states = (uint64_t)n * n * n;
      explicit_safety(&m, &ticks, &x, &o, &answer);
      CHECK(answer.verdict == EXPLICIT_HOLDS && !answer.covered);
      CHECK(answer.stats.states == states);
      CHECK(answer.stats.transitions == 3 * states + 1);
      CHECK(answer.stats.matched == 2 * states + 1);
      CHECK(k == 0 ? answer.stats.depth >= n
                   : answer.stats.depth == 3 * (n - 1) + 1);
      mem_clear(&m);
    }
}

/* A search that is cut short tells how far it got. */
static void cut_short(void) {
  volatile int raised = 0;
  for (volatile int k = 0; k < 2; k++) {
    if (setjmp(out)) {
      raised++;
      CHECK(budget.fault == (k == 0 ? MEM_LIMIT : MEM_TIME));
      CHECK(ticks.states > 1000 && ticks.states < 16777216);
      CHECK(ticks.matched > 0 && ticks.depth > 0);
    } else {
      grid g = {3, 256};
      model x = grid_model(&g);
      explicit_safety_options o = {0};
      explicit_answer answer;
      progress_begin(&ticks, "test");
      budget.limit = k == 0 ? 4 << 20 : 0;
      ticks.limit = k == 0 ? 0 : 0.01;
      explicit_safety(&m, &ticks, &x, &o, &answer);
      CHECK(false);
    }
    budget.limit = 0;
    ticks.limit = 0;
    mem_clear(&m);
  }
  budget.fault = MEM_NO_FAULT;
  CHECK(raised == 2 && budget.used == 0);
}

/* Memory that is spent at any time leaves nothing behind. */
static void limits(void) {
  volatile bool done = false;
  volatile uint32_t raised = 0;
  for (volatile int64_t n = 0; !done && n < 1000; n++) {
    if (setjmp(out)) {
      raised++;
    } else {
      const explicit_options o = {.emptiness = EXPLICIT_SCC, .shortest = true};
      explicit_answer answer;
      product_ranks ranks;
      c.seed = 5;
      cases_graph(&c, 1);
      automaton(true, (omega_cube){0});
      c.x = test_model(&m, &c.g, &c.b);
      budget.fail_in = n;
      explicit_decide(&m, &ticks, &c.x, &c.b, &c.a, &o, &answer);
      explicit_safety(&m, &ticks, &c.x, &shortest, &answer);
      const explicit_options f = {.fair = true};
      const explicit_safety_options deep = {.keep_going = true};
      explicit_decide(&m, &ticks, &c.x, &c.b, &c.a, &f, &answer);
      explicit_safety(&m, &ticks, &c.x, &deep, &answer);
      explicit_rank(&m, &ticks, &c.x, &c.b, &c.a, 100, &ranks);
      done = true;
    }
    budget.fail_in = -1;
    mem_clear(&m);
  }
  CHECK(done && raised > 30 && budget.used == 0);
}

int main(void) {
  const omega_cube at_last = {1, 1}, not_last = {1, 0};
  mem_init(&m, &budget);
  c = (cases){.m = &m, .clock = &ticks, .seed = 1};
  if (setjmp(out)) {
    CHECK(budget.fault == MEM_NO_FAULT);
    return check_end();
  }
  progress_begin(&ticks, "test");
  ends();
  faults();
  wrong_steps();
  fair_loops();
  exits_first();
  many_sets();
  written_ends();
  bad_evidence();
  round_trips();
  grids();
  /* So long that nothing may recurse; a ring, whose shortest loop is looked for
   * from each of its states, is shorter. */
  uint32_t long_way = (uint32_t)check_cases(100000);
  long_path((chain){long_way, MODEL_NONE}, at_last, EXPLICIT_VIOLATED);
  long_path((chain){long_way, MODEL_NONE}, not_last, EXPLICIT_HOLDS);
  long_path((chain){10 * long_way, 0}, not_last, EXPLICIT_HOLDS);
  long_path((chain){long_way / 50, 0}, (omega_cube){0}, EXPLICIT_VIOLATED);
  /* The twin takes all of these; 31 meets every digit. */
  for (uint32_t i = 0; i < CASES_SMALL; i += 31)
    cases_small(&c, i);
  for (unsigned long i = check_cases(1500); i-- > 0;)
    cases_next(&c);
  wild w = {0};
  for (unsigned long i = check_cases(1000); i-- > 0;)
    wild_next(&c, &w);
  CHECK(w.fair > 20 && w.unfair > 4 && w.unsupported > 0 && w.faults > 20);
  CHECK(c.holds > 80 && c.violated > 80 && c.faults > 10);
  CHECK(budget.used == 0);
  limits();
  cut_short();
  return check_end();
}
