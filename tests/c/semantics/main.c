/* C programs in the interpreter, beside what the compiled program said.
 *
 *     twin-c-semantics fuzz PROGRAM BITS SEED TIMES RESULTS EVERY
 * PROGRAM is of generate.py; RESULTS is what it printed when compiled with
 * native.c and run with SEED and TIMES. Each result is compared with that of
 * the interpreter and with the value of a term; of every EVERY-th, Z3 is asked.
 *
 *     twin-c-semantics run PROGRAM BITS SEED...
 * Runs a program with the inputs that native.c would give, and prints what its
 * main returned, or how else it ended: a line for each SEED. */
#include "by_terms.h"
#include "cfa/run.h"
#include "inputs.h"
#include "lang/c/c.h"
#include "smt/solver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static mem_budget budget = {.fail_in = -1};
static mem job;
static progress ticks = {.budget = &budget};
static unsigned long passed, failed, asked, undecided;

enum { MOST_INPUTS = 8, MOST_PATHS = 40, MOST_SHOWN = 5 };

/* A loop of main: a function and the paths through it that are known. */
typedef struct subject {
  size_t number;
  terms *t;
  smt *solver;
  by_terms_path paths[MOST_PATHS];
  size_t known, next;
} subject;

typedef struct fuzz {
  const cfa *p;
  cfa_run *run;
  unsigned long times, asked, every;
  uint32_t more; /* its name */
  uint32_t result;
  uint64_t inputs[MOST_INPUTS];
  size_t count;
  uint64_t padding;
  uint64_t *expected;
  size_t expectations, at;
  subject s;
  mem own; /* of 's' */
} fuzz;

/* An input that is not called is a mistake. */
static bool calls_more(const char *file) {
  char line[1000];
  bool found = false;
  FILE *in = fopen(file, "r");
  while (in && !found && fgets(line, sizeof line, in))
    found = strstr(line, "more()") != NULL;
  if (in)
    fclose(in);
  return found;
}

static bool load(const char *file, unsigned bits, cfa *p) {
  static const char *const inputs[] = {"more", NULL};
  c_options o = {.pointer_bits = bits,
                 .inputs = calls_more(file) ? inputs : NULL};
  static report r;
  if (c_load(&job, &ticks, &o, &file, 1, &r, p))
    return true;
  for (size_t i = 0; i < r.count && i < REPORT_MOST; i++)
    printf("%s:%u:%u: %s\n", r.entries[i].file, r.entries[i].line,
           r.entries[i].column, r.entries[i].message);
  return false;
}

/* What the library leaves open is nothing that the compiled program draws. */
static uint64_t draw_input(const cfa *p, const cfa_input *input) {
  if (strcmp(cfa_text(p, input->name), "__custos_any") == 0)
    return 1;
  bool is_bool =
      strcmp(cfa_text(p, input->name), "__VERIFIER_nondet_bool") == 0;
  return inputs_draw(is_bool ? 1 : input->width);
}

/* Structs are read whole to be passed in registers, and bit-fields with their
 * neighbours to be written; what is not initialised there must not matter. */
static bool is_padding(const cfa_input *input) {
  return input->kind == CFA_INPUT_UNINITIALISED && !input->is_pointer;
}

static const char *const ends[] = {"return", "halt",        "blocked", "error",
                                   "fault",  "unsupported", "steps"};

static void say_end(const cfa_run *r, const cfa *p) {
  const char *why;
  cfa_end end = cfa_run_end(r, NULL, &why);
  uint32_t line = 0;
  if (cfa_run_edge(r) != CFA_NONE)
    line = p->edges.at[cfa_run_edge(r)].place.line;
  printf("%s: %s, line %u\n", ends[end], why, line);
}

static uint64_t choose_any(void *self, const cfa_input *input) {
  const cfa *p = self;
  static uint64_t padding;
  if (input->kind == CFA_INPUT_CALL)
    return draw_input(p, input);
  if (is_padding(input))
    return padding += UINT64_C(0x123456789abcd);
  printf("an input that is none of the program's: %s\n",
         cfa_text(p, input->name));
  return 0;
}

static void run_once(const cfa *p, const char *seed) {
  inputs_begin(strtoull(seed, NULL, 10));
  cfa_run_options o = {.choose = choose_any, .self = (void *)(uintptr_t)p};
  cfa_run *r = cfa_run_begin(&job, &ticks, p, &o);
  cfa_run_finish(r, 200000000);
  uint64_t value;
  if (cfa_run_result(r, &value))
    printf("%" PRId64 "\n", bits_signed(value, 32));
  else
    say_end(r, p);
  cfa_run_delete(r);
}

static int run_program(int count, char **texts) {
  cfa p = {0};
  if (!load(texts[0], (unsigned)atoi(texts[1]), &p))
    return 1;
  for (int i = 2; i < count; i++)
    run_once(&p, texts[i]);
  return 0;
}

static void begin_subject(fuzz *f, size_t number) {
  mem_clear(&f->own);
  mem_init(&f->own, &budget);
  if (f->s.solver)
    smt_delete(f->s.solver);
  if (f->s.t)
    terms_delete(f->s.t);
  f->s = (subject){.number = number, .t = terms_new(&job)};
}

static void complain(fuzz *f, const char *who, uint64_t got, uint64_t wanted) {
  if (failed++ >= MOST_SHOWN)
    return;
  printf("f%zu(", f->s.number);
  for (size_t i = 0; i < f->count; i++)
    printf("%s0x%" PRIx64, i ? ", " : "", f->inputs[i]);
  printf("): %s says 0x%" PRIx64 ", compiled 0x%" PRIx64 "\n", who, got,
         wanted);
  fflush(stdout);
}

/* The path of these inputs, if it is known. */
static by_terms_path *find_path(fuzz *f) {
  subject *s = &f->s;
  for (size_t i = 0; i < s->known; i++) {
    bool fits = true;
    vec_each (const term, c, &s->paths[i].conditions)
      fits = fits && terms_value(s->t, *c);
    if (fits)
      return &s->paths[i];
  }
  return NULL;
}

static by_terms_path *new_path(fuzz *f) {
  subject *s = &f->s;
  by_terms_path *path = &s->paths[s->next];
  s->next = (s->next + 1) % MOST_PATHS;
  s->known = s->known < MOST_PATHS ? s->known + 1 : s->known;
  const char *wrong = by_terms_follow(&f->own, f->p, s->t, s->number, f->inputs,
                                      f->count, path);
  if (!wrong)
    return path;
  if (failed++ < MOST_SHOWN)
    printf("f%zu: not followed: %s\n", s->number, wrong);
  s->known = s->next = 0;
  return NULL;
}

/* These inputs, and another result: Z3 must say no; and yes to this one. */
static void ask(fuzz *f, const by_terms_path *path, uint64_t wanted) {
  subject *s = &f->s;
  smt_limits limits = {.milliseconds = 20000};
  if (!s->solver)
    s->solver = smt_new(&job, s->t, NULL, &limits);
  for (uint32_t i = 0; i < f->count; i++) {
    term input = terms_input_at(s->t, i);
    smt_push(s->solver,
             terms_apply(
                 s->t, BITS_EQ, 1, input,
                 terms_constant(s->t, terms_width(s->t, input), f->inputs[i]),
                 TERM_NONE));
  }
  term same = terms_apply(s->t, BITS_EQ, 1, path->result,
                          terms_constant(s->t, 64, wanted), TERM_NONE);
  vec_each (const term, c, &path->conditions)
    same = terms_and(s->t, same, *c);
  smt_answer other = smt_decide(s->solver, terms_not(s->t, same), false);
  smt_answer this = smt_decide(s->solver, same, false);
  if (other == SMT_SAT || this == SMT_UNSAT)
    complain(f, other == SMT_SAT ? "Z3, to another result" : "Z3, to this one",
             other == SMT_SAT, wanted);
  undecided += other == SMT_UNKNOWN;
  undecided += this == SMT_UNKNOWN;
  asked += 2;
  smt_pop(s->solver, f->count);
}

static void check_terms(fuzz *f, uint64_t wanted) {
  subject *s = &f->s;
  for (uint32_t i = 0; i < f->count && i < terms_inputs(s->t); i++)
    terms_assign(s->t, i, f->inputs[i]);
  by_terms_path *path = find_path(f);
  path = path ? path : new_path(f);
  if (!path)
    return;
  uint64_t value = terms_value(s->t, path->result);
  if (value != wanted)
    complain(f, "the term", value, wanted);
  if (f->at % 16 == 0 &&
      terms_value_under(s->t, path->result, f->inputs, f->count) != wanted)
    complain(f, "the term, evaluated apart,", value, wanted);
  if (f->every && f->at % f->every == 0)
    ask(f, path, wanted);
}

static uint64_t choose(void *self, const cfa_input *input) {
  fuzz *f = self;
  if (input->kind == CFA_INPUT_CALL && input->name == f->more) {
    f->count = 0;
    bool is_over = f->asked == f->times;
    f->asked = is_over ? 0 : f->asked + 1;
    return !is_over;
  }
  if (is_padding(input))
    return f->padding += UINT64_C(0x123456789abcd);
  uint64_t value = 0;
  if (input->kind == CFA_INPUT_CALL)
    value = draw_input(f->p, input);
  else if (failed++ < MOST_SHOWN)
    printf("f%zu: an input of kind %d, %s\n", f->s.number, (int)input->kind,
           cfa_text(f->p, input->name));
  if (f->count < MOST_INPUTS)
    f->inputs[f->count++] = value;
  return value;
}

static void compare(fuzz *f) {
  uint64_t value = 0;
  if (f->at == f->expectations)
    return;
  uint64_t wanted = f->expected[f->at++];
  unsigned long before = failed;
  if (!cfa_run_value(f->run, f->result, &value) || value != wanted)
    complain(f, "the interpreter", value, wanted);
  check_terms(f, wanted);
  passed += failed == before;
}

static bool asks(const fuzz *f) {
  uint32_t at = cfa_run_location(f->run);
  const cfa_edge *e = &f->p->edges.at[f->p->locations.at[at].first_edge];
  return e->kind == CFA_INPUT && e->name == f->more;
}

/* The value of the global 'result', as an expression. */
static uint32_t result_expression(cfa *p) {
  uint32_t name = cfa_name(&job, p, "result");
  for (uint32_t i = 0; i < p->globals; i++) {
    const cfa_variable *v = &p->variables.at[i];
    if (v->name != name)
      continue;
    cfa_expression x = {.kind = CFA_VARIABLE, .width = 64, .a = i};
    if (v->is_scalar)
      return cfa_express(&job, p, &x);
    x.kind = CFA_ADDRESS;
    x.is_pointer = true;
    x.width = p->pointer_bits;
    cfa_expression load_it = {
        .kind = CFA_LOAD, .width = 64, .a = cfa_express(&job, p, &x)};
    return cfa_express(&job, p, &load_it);
  }
  return CFA_NONE;
}

static bool read_results(fuzz *f, const char *file) {
  FILE *in = fopen(file, "rb");
  if (!in)
    return false;
  fseek(in, 0, SEEK_END);
  size_t size = (size_t)ftell(in);
  rewind(in);
  f->expectations = size / sizeof *f->expected;
  f->expected = mem_array(&job, f->expectations + 1, sizeof *f->expected);
  size_t read = fread(f->expected, sizeof *f->expected, f->expectations, in);
  fclose(in);
  return read == f->expectations;
}

static int run_fuzz(char **texts) {
  static cfa p;
  static fuzz f;
  if (!load(texts[0], (unsigned)atoi(texts[1]), &p))
    return 1;
  f = (fuzz){.p = &p, .times = strtoul(texts[3], NULL, 10)};
  f.every = strtoul(texts[5], NULL, 10);
  mem_init(&f.own, &budget);
  if (!read_results(&f, texts[4]))
    return 1;
  f.more = cfa_name(&job, &p, "more");
  f.result = result_expression(&p);
  inputs_begin(strtoull(texts[2], NULL, 10));
  cfa_run_options o = {.choose = choose, .self = &f};
  f.run = cfa_run_begin(&job, &ticks, &p, &o);
  begin_subject(&f, 0);
  do {
    if (!asks(&f))
      continue;
    if (f.asked)
      compare(&f);
    if (f.asked == f.times)
      begin_subject(&f, f.s.number + 1);
  } while (cfa_run_step(f.run));
  if (cfa_run_end(f.run, NULL, NULL) != CFA_END_RETURN) {
    say_end(f.run, &p);
    failed++;
  }
  if (f.at != f.expectations) {
    printf("%zu results of %zu\n", f.at, f.expectations);
    failed++;
  }
  printf("%lu of %lu queries undecided\n", undecided, asked);
  printf("%lu passed, %lu failed\n", passed, failed);
  return failed != 0;
}

int main(int count, char **texts) {
  mem_init(&job, &budget);
  if (count == 8 && strcmp(texts[1], "fuzz") == 0)
    return run_fuzz(texts + 2);
  if (count >= 5 && strcmp(texts[1], "run") == 0)
    return run_program(count - 2, texts + 2);
  fprintf(stderr, "fuzz PROGRAM BITS SEED TIMES RESULTS EVERY, or run PROGRAM "
                  "BITS SEED...\n");
  return 1;
}
