#include "tests/unit/check.h"
#include "tests/unit/lang/promela/machine/promela_counts.h"

#include "base/map.h"
#include "lang/promela/promela.h"

#include <stdlib.h>

typedef struct machine {
  mem_budget budget;
  jmp_buf handler;
  mem mem;
  report report;
  progress clock;
  model model;
  model_steps steps;
  void *scratch;
  /* All states that were met, one behind the other. */
  vec(uint8_t) bytes;
  vec(size_t) starts;
  map hashes;
  unsigned long edges, faults[3];
  uint8_t *copy;
  char *written;
  size_t length;
} machine;

static machine *machine_new(void) {
  machine *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  x->budget.fail_in = -1;
  mem_init(&x->mem, &x->budget);
  x->clock.budget = &x->budget;
  x->steps.m = &x->mem;
  progress_begin(&x->clock, "reading");
  return x;
}

static void machine_delete(machine *x) {
  mem_clear(&x->mem);
  CHECK(x->budget.used == 0);
  free(x->copy);
  free(x->written);
  free(x);
}

static bool machine_read(machine *x, const char *input) {
  if (!promela_read(&x->mem, &x->model, "f.pml", input, strlen(input), NULL,
                    &x->report, &x->clock)) {
    printf("%u:%u: %s\nin: %s\n", (unsigned)x->report.entries[0].line,
           (unsigned)x->report.entries[0].column, x->report.entries[0].message,
           input);
    return false;
  }
  x->scratch = mem_alloc(&x->mem, x->model.scratch_bytes);
  return true;
}

static const uint8_t *state_at(const machine *x, size_t n, uint32_t *size) {
  size_t end = n + 1 < x->starts.count ? x->starts.at[n + 1] : x->bytes.count;
  *size = (uint32_t)(end - x->starts.at[n]);
  return x->bytes.at + x->starts.at[n];
}

/* Hashes are 64 bits: in models this small two that are equal would be a
 * wonder, and a count that is wrong would tell. */
static void keep_state(machine *x, const uint8_t *bytes, uint32_t size) {
  uint64_t hash = UINT64_C(0xCBF29CE484222325) ^ size;
  for (uint32_t i = 0; i < size; i++)
    hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
  size_t before = x->hashes.keys.count;
  if (map_insert(&x->mem, &x->hashes, hash) != before)
    return;
  vec_push(&x->mem, &x->starts, x->bytes.count);
  vec_reserve(&x->mem, &x->bytes, size);
  memcpy(x->bytes.at + x->bytes.count, bytes, size);
  x->bytes.count += size;
}

static void keep_steps(machine *x) {
  vec_each (const model_step, s, &x->steps.steps)
    keep_state(x, x->steps.bytes.at + s->at, s->size);
  vec_each (const model_fault, f, &x->steps.faults)
    x->faults[f->severity]++;
}

/* All steps from state number 'n', in x->steps. */
static void expand(machine *x, size_t n) {
  uint32_t size;
  const uint8_t *at = state_at(x, n, &size);
  /* An exact copy: ASan sees every byte read beyond the end. */
  free(x->copy);
  x->copy = malloc(size ? size : 1);
  if (!x->copy)
    abort();
  memcpy(x->copy, at, size);
  model_steps_reset(&x->steps);
  x->model.ops->next(&x->model, x->scratch, x->copy, size, &x->steps);
}

static void explore(machine *x) {
  model_steps_reset(&x->steps);
  x->model.ops->initial(&x->model, x->scratch, &x->steps);
  keep_steps(x);
  x->edges = 0;
  for (size_t n = 0; n < x->starts.count; n++) {
    expand(x, n);
    x->edges += x->steps.steps.count;
    keep_steps(x);
  }
}

static machine *machine_of(const char *input) {
  machine *x = machine_new();
  bool good = machine_read(x, input);
  CHECK(good);
  if (good)
    explore(x);
  return x;
}

static void test_counts(void) {
  size_t count = sizeof promela_counts / sizeof *promela_counts;
  for (size_t i = 0; i < count; i++) {
    const promela_count *c = &promela_counts[i];
    machine *x = machine_of(c->input);
    bool is_wrong = x->faults[MODEL_ERROR] + x->faults[MODEL_UNDEFINED] != 0;
    if (x->starts.count != c->states || x->edges + 1 != c->transitions ||
        is_wrong != c->is_wrong)
      printf("%s: %u states, %u transitions; got %zu, %lu\n", c->name,
             c->states, c->transitions, x->starts.count, x->edges + 1);
    CHECK(x->starts.count == c->states);
    CHECK(x->edges + 1 == c->transitions);
    CHECK(is_wrong == c->is_wrong);
    machine_delete(x);
  }
}

/* SPIN cuts it by its depth, and says nothing of an end. */
static void test_atomic_circle(void) {
  machine *x = machine_of(
      "byte x; active proctype A() { atomic { do :: x = 1 - x od } }");
  CHECK(x->starts.count == 1);
  CHECK(x->edges == 0);
  CHECK(x->faults[MODEL_ERROR] == 0);
  machine_delete(x);
}

static uint64_t movers_of(const pml_steps *steps) {
  uint64_t result = 0;
  vec_each (const pml_step, s, steps) {
    result |= UINT64_C(1) << s->pid;
    if (s->partner != PML_NONE)
      result |= UINT64_C(1) << s->partner;
  }
  return result;
}

static void unfold_steps(machine *x, size_t n) {
  expand(x, n);
  uint32_t size;
  const uint8_t *from = state_at(x, n, &size);
  vec_each (const model_step, s, &x->steps.steps) {
    pml_steps out = {0};
    const uint8_t *to = x->steps.bytes.at + s->at;
    CHECK(
        pml_unfold(&x->model, &x->mem, from, size, to, s->size, NULL, 0, &out));
    CHECK(out.count > 0);
    out.count = 0;
    CHECK(pml_unfold(&x->model, &x->mem, from, size, to, s->size, NULL,
                     s->movers, &out));
    CHECK(movers_of(&out) == s->movers);
    vec_free(&x->mem, &out);
  }
  vec_each (const model_fault, f, &x->steps.faults) {
    pml_steps out = {0};
    const model_step *s =
        f->step == MODEL_NONE ? NULL : &x->steps.steps.at[f->step];
    if (f->severity == MODEL_NOTE)
      continue;
    CHECK(pml_unfold(&x->model, &x->mem, from, size,
                     s ? x->steps.bytes.at + s->at : NULL, s ? s->size : 0, f,
                     0, &out));
    CHECK(s == NULL || out.count > 0);
    vec_free(&x->mem, &out);
  }
}

static void test_unfold(void) {
  size_t count = sizeof promela_counts / sizeof *promela_counts;
  for (size_t i = 0; i < count; i++) {
    /* Its d_step runs inside a handshake: no list of steps can say that. */
    if (strcmp(promela_counts[i].name, "ds_quirk_print") == 0)
      continue;
    machine *x = machine_of(promela_counts[i].input);
    for (size_t n = 0; n < x->starts.count; n++)
      unfold_steps(x, n);
    machine_delete(x);
  }
}

static void test_no_way(void) {
  machine *x = machine_of("byte x; active proctype A() { x = 1; x = 2 }");
  uint32_t from_size, to_size;
  pml_steps out = {0};
  const uint8_t *from = state_at(x, 0, &from_size);
  const uint8_t *to = state_at(x, 2, &to_size);
  CHECK(!pml_unfold(&x->model, &x->mem, from, from_size, to, to_size, NULL, 0,
                    &out));
  CHECK(!pml_unfold(&x->model, &x->mem, from, from_size, from, from_size, NULL,
                    0, &out));
  machine_delete(x);
}

static void test_unfold_is_shortest(void) {
  machine *x =
      machine_of("byte x; active proctype A() { atomic { if :: skip; skip; x = "
                 "1 :: x = 1 fi; x = 2; x = 3 } }");
  uint32_t from_size, to_size;
  pml_steps out = {0};
  const uint8_t *from = state_at(x, 0, &from_size);
  const uint8_t *to = state_at(x, 1, &to_size);
  CHECK(pml_unfold(&x->model, &x->mem, from, from_size, to, to_size, NULL, 0,
                   &out));
  CHECK(out.count == 3);
  machine_delete(x);
}

/* Whatever is accepted can be gone on from. */
static void try_forged(machine *x, const int64_t *numbers, uint8_t *state,
                       unsigned *accepted) {
  uint32_t size;
  if (!x->model.ops->from_numbers(&x->model, numbers, state, &size))
    return;
  uint8_t *copy = malloc(size ? size : 1);
  int64_t *again = malloc(x->model.number_count * sizeof *again);
  if (!copy || !again)
    abort();
  memcpy(copy, state, size);
  ++*accepted;
  x->model.ops->numbers(&x->model, copy, size, again);
  CHECK(memcmp(again, numbers, x->model.number_count * sizeof *again) == 0);
  model_steps_reset(&x->steps);
  x->model.ops->next(&x->model, x->scratch, copy, size, &x->steps);
  x->model.ops->enabled(&x->model, x->scratch, copy, size);
  free(copy);
  free(again);
}

static void forge(machine *x, size_t n, int64_t *numbers, uint8_t *state,
                  unsigned *accepted) {
  static const uint8_t odd[] = {0, 1, 2, 3, 7, 127, 128, 254, 255};
  uint32_t size;
  const uint8_t *at = state_at(x, n, &size);
  x->model.ops->numbers(&x->model, at, size, numbers);
  uint32_t back;
  CHECK(x->model.ops->from_numbers(&x->model, numbers, state, &back));
  CHECK(back == size && memcmp(state, at, size) == 0);
  for (uint32_t i = 0; i < size; i++)
    for (size_t k = 0; k < sizeof odd; k++) {
      int64_t *number = &numbers[1 + i / 7], before = *number;
      unsigned shift = 8 * (i % 7);
      *number &= ~(INT64_C(255) << shift);
      *number |= (int64_t)odd[k] << shift;
      try_forged(x, numbers, state, accepted);
      *number = before;
    }
  for (int64_t length = -1; length <= (int64_t)size + 9; length++) {
    numbers[0] = length;
    try_forged(x, numbers, state, accepted);
  }
  numbers[0] = INT64_MAX;
  try_forged(x, numbers, state, accepted);
  numbers[0] = size;
  numbers[1] = -1;
  CHECK(!x->model.ops->from_numbers(&x->model, numbers, state, &back));
  numbers[1] = INT64_C(1) << 56;
  CHECK(!x->model.ops->from_numbers(&x->model, numbers, state, &back));
}

static void forge_model(const char *input) {
  machine *x = machine_of(input);
  int64_t *numbers = malloc(x->model.number_count * sizeof *numbers);
  uint8_t *state = malloc(x->model.most_bytes + 1);
  unsigned accepted = 0;
  if (!numbers || !state)
    abort();
  for (size_t n = 0; n < x->starts.count && n < 50; n++)
    forge(x, n, numbers, state, &accepted);
  CHECK(accepted > 0);
  free(numbers);
  free(state);
  machine_delete(x);
}

static void test_forged(void) {
  forge_model("chan c = [3] of { byte, short, bit }; mtype = { m }; byte x;"
              "proctype B(chan d) { chan own = [2] of { chan }; own!d; own?d;"
              " d?x,_,_; d??eval(x),x,1 }"
              "init { atomic { run B(c); c!1,2,3; c!!x,2,1 }; (_nr_pr == 1) }");
  forge_model("chan r = [0] of { byte }; byte a[3], i;"
              "active [2] proctype A() priority 2 { L: do :: r!i :: r?a[i] :: "
              "a[i] = i; i++ od } active proctype Z() { x: "
              "A[1]@L; set_priority(0, i); end: skip }");
  forge_model("chan c = [1] of { byte }; active proctype A() { c!1; c?_ }"
              "trace { do :: c!1; c!1 od } ");
}

typedef struct wrong {
  const char *input;
  model_severity severity;
  uint32_t line;
  const char *message;
  bool has_step;
} wrong;

static void test_faults(void) {
  static const wrong all[] = {
      {"byte x;\nactive proctype A() {\nassert(x == 3) }", MODEL_ERROR, 3,
       "assertion violated", true},
      {"byte a[3], i = 5;\nactive proctype A() {\na[i] = 1 }", MODEL_UNDEFINED,
       3, "index 5 is outside a[3]", true},
      {"byte a[3], i = 5, x;\nactive proctype A() {\na[i] == 1 }",
       MODEL_UNDEFINED, 3, "index 5 is outside a[3]", false},
      {"int x = 300; byte y;\nactive proctype A() {\ny = x }", MODEL_NOTE, 3,
       "300 does not fit byte y", true},
      {"int x, y;\nactive proctype A() {\nx = 1 / y }", MODEL_UNDEFINED, 3,
       "division by zero", false},
      {"byte x;\nactive proctype A() {\nx == 1 }", MODEL_ERROR, 3,
       "invalid end state: A(0) at line 3 cannot go on", false},
      {"chan c = [1] of { byte };\nactive proctype A() {\nd_step { c!1;\nc!2 } "
       "}",
       MODEL_UNDEFINED, 4, "d_step", false},
      {"active proctype A() {\nrun A() }", MODEL_UNDEFINED, 2,
       "more than 255 processes", false},
      {"chan c, d = [1] of { byte };\nactive proctype A() {\nc!1 }",
       MODEL_UNDEFINED, 3, "not initialised", false},
      {"chan c = [0] of { byte }; byte x;\nactive proctype A() {\nx = c?[1] }",
       MODEL_ERROR, 3, "rendezvous", true},
      {"active proctype A() {\nset_priority(0, 300) }", MODEL_UNDEFINED, 2,
       "the priority 300 is not 1..255", false},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const wrong *w = &all[i];
    machine *x = machine_new();
    bool is_there = false;
    CHECK(machine_read(x, w->input));
    model_steps_reset(&x->steps);
    x->model.ops->initial(&x->model, x->scratch, &x->steps);
    keep_steps(x);
    for (size_t n = 0; n < x->starts.count && !is_there; n++) {
      vec_each (const model_fault, f, &x->steps.faults)
        is_there |= f->severity == w->severity &&
                    (w->line == 0 || f->line == w->line) &&
                    (f->step != MODEL_NONE) == w->has_step &&
                    strstr(model_fault_text(&x->steps, f), w->message) != NULL;
      if (is_there)
        break;
      expand(x, n);
      keep_steps(x);
      vec_each (const model_fault, f, &x->steps.faults)
        is_there |= f->severity == w->severity &&
                    (w->line == 0 || f->line == w->line) &&
                    (f->step != MODEL_NONE) == w->has_step &&
                    strstr(model_fault_text(&x->steps, f), w->message) != NULL;
    }
    if (!is_there)
      printf("no '%s' in: %s\n", w->message, w->input);
    CHECK(is_there);
    machine_delete(x);
  }
}

static bool is_endless(const char *input) {
  machine *x = machine_new();
  volatile bool result = false;
  x->budget.handler = &x->handler;
  if (setjmp(x->handler) == 0) {
    CHECK(machine_read(x, input));
    explore(x);
  } else
    result = x->budget.fault == MEM_ENDLESS;
  machine_delete(x);
  return result;
}

static void test_endless(void) {
  CHECK(is_endless("byte x; active proctype A() { d_step { do :: x++ od } }"));
  CHECK(is_endless("int x; active proctype A() { atomic { do :: x++ od } }"));
}

static int sink(void *self, const char *s, size_t length) {
  machine *x = self;
  x->written = realloc(x->written, x->length + length + 1);
  if (!x->written)
    abort();
  memcpy(x->written + x->length, s, length);
  x->length += length;
  x->written[x->length] = '\0';
  return 0;
}

static bool bind(machine *x, const char *const *atoms, size_t count,
                 model_binding *out) {
  names list = {0};
  for (size_t i = 0; i < count; i++)
    names_insert(&x->mem, &list, atoms[i], strlen(atoms[i]));
  return x->model.ops->bind(&x->model, &x->mem, &list, "f", 7, 9, &x->report,
                            out);
}

static uint64_t letter_at(machine *x, const model_binding *b, size_t n) {
  uint32_t size;
  const uint8_t *at = state_at(x, n, &size);
  uint64_t letter = 0;
  model_steps_reset(&x->steps);
  CHECK(x->model.ops->letter(&x->model, b, x->scratch, at, size, &letter,
                             &x->steps));
  return letter;
}

static void test_atoms(void) {
  static const char *const atoms[] = {"x == 2",  "A@L",      "A[0]:y == 1",
                                      "accept_", "np_",      "len(c) > 0",
                                      "_nr_pr",  "a[x] == 0"};
  machine *x = machine_of("byte x, a[2]; chan c = [1] of { byte };"
                          "active proctype A() { byte y; y = 1; L: x = 1;"
                          " accept: c!1; progress: x = 2 }");
  model_binding b;
  CHECK(bind(x, atoms, 7, &b));
  CHECK(x->starts.count == 6);
  CHECK(letter_at(x, &b, 0) == (16 | 64));         /* before y = 1 */
  CHECK(letter_at(x, &b, 1) == (2 | 4 | 16 | 64)); /* at L */
  CHECK(letter_at(x, &b, 2) == (4 | 8 | 16 | 64)); /* at accept */
  CHECK(letter_at(x, &b, 3) == (4 | 32 | 64));     /* at progress */
  CHECK(letter_at(x, &b, 4) == (1 | 4 | 16 | 32 | 64));
  CHECK(letter_at(x, &b, 5) == (1 | 32)); /* nothing moves: no np_ */
  CHECK(bind(x, atoms + 7, 1, &b));
  uint32_t size;
  const uint8_t *at = state_at(x, 5, &size);
  uint64_t letter;
  model_steps_reset(&x->steps);
  CHECK(!x->model.ops->letter(&x->model, &b, x->scratch, at, size, &letter,
                              &x->steps));
  CHECK(x->steps.faults.count == 1 && x->steps.faults.at[0].line == 0);
  CHECK(strcmp(model_fault_text(&x->steps, x->steps.faults.at),
               "index 2 is outside a[2]") == 0);
  static const char *const bad[] = {"x ==", "zz == 1"};
  CHECK(!bind(x, bad, 1, &b));
  CHECK(!bind(x, bad + 1, 1, &b));
  CHECK(x->report.count == 2);
  machine_delete(x);
}

static void test_formula(void) {
  machine *x = machine_of("byte x; active proctype A() { x = 1 }");
  static const char input[] = "[] (x == 1 -> <> (x == 0))";
  text out;
  text_init(&out, sink, x);
  CHECK(x->model.ops->formula(&x->model, &x->mem, "f", 1, 1, input,
                              sizeof input - 1, &x->report, &out));
  text_end(&out);
  CHECK(x->written && strchr(x->written, '"') && strstr(x->written, "[]"));
  CHECK(!x->model.ops->formula(&x->model, &x->mem, "f", 1, 1, "[] (", 4,
                               &x->report, &out));
  machine_delete(x);
}

static void test_show(void) {
  machine *x = machine_of(
      "mtype = { stop, go }; typedef T { byte f; byte g[2] }; byte x = 3;\n"
      "T t; mtype m = go; chan c = [2] of { mtype, byte };\n"
      "active proctype A() {\n byte y = 1;\nc!go,7; c!stop,8 }");
  uint32_t size;
  const uint8_t *at = state_at(x, 2, &size);
  text out;
  text_init(&out, sink, x);
  x->model.ops->show(&x->model, at, size, &out);
  text_end(&out);
  CHECK(strcmp(x->written, "x=3 t.f=0 t.g=(0,0) m=go c=[go,7;stop,8] A(0)@5 "
                           "y=1") == 0);
  machine_delete(x);
}

static uint64_t enabled_at(machine *x, size_t n) {
  uint32_t size;
  const uint8_t *at = state_at(x, n, &size);
  return x->model.ops->enabled(&x->model, x->scratch, at, size);
}

static void test_enabled(void) {
  machine *x = machine_of("chan c = [0] of { byte }; byte x;"
                          "active proctype A() { c!1 }"
                          "active proctype B() { c?_; timeout }"
                          "active proctype C() { x == 1 }");
  CHECK(enabled_at(x, 0) == 1); /* the sender alone has a move */
  CHECK(enabled_at(x, 1) == 2); /* the timeout */
  machine_delete(x);
  x = machine_of("chan c = [0] of { byte }; active proctype A() { c!1 }"
                 "active proctype B() { c?2 }");
  CHECK(enabled_at(x, 0) == 0);
  machine_delete(x);
}

/* The options that are never taken: each with its two statements. */
static void test_covered(void) {
  machine *x = machine_of("byte x;\nactive proctype A() {\nx = 1;\nif\n"
                          ":: x == 1 -> skip\n"
                          ":: x == 2 -> x = 9\nfi;\n"
                          "d_step {\nx = 4; if :: x == 4 -> x = 5\n"
                          ":: else -> x = 6 fi } }");
  const uint8_t *bits = x->model.ops->covered(&x->model, x->scratch);
  unsigned unused = 0;
  for (size_t i = 0; i < x->model.places.count; i++) {
    const model_place *p = &x->model.places.at[i];
    if (bits[i / 8] >> i % 8 & 1)
      continue;
    unused++;
    if (p->line != 6 && p->line != 10)
      printf("%u: %s\n", (unsigned)p->line, x->model.place_text.at + p->at);
    CHECK(p->line == 6 || p->line == 10);
    CHECK(x->model.place_text.at[p->at + p->length] == '\0');
  }
  CHECK(unused == 4);
  machine_delete(x);
}

static bool faults_at(const char *input, int64_t n) {
  static const char *const atoms[] = {"x == 1", "accept_"};
  machine *x = machine_new();
  volatile bool has_faulted = true;
  x->budget.handler = &x->handler;
  x->budget.fail_in = n;
  if (setjmp(x->handler) == 0) {
    model_binding b;
    CHECK(machine_read(x, input));
    explore(x);
    CHECK(bind(x, atoms, 2, &b));
    unfold_steps(x, 0);
    has_faulted = false;
  }
  machine_delete(x);
  return has_faulted;
}

static void test_memory(void) {
  int64_t n = 0;
  while (faults_at("byte x, y; chan c = [1] of { byte };"
                   "proctype P(byte n) { c!n; assert(x == 0) }"
                   "init { atomic { run P(1); do :: x < 40 -> x++ :: y < 40 ->"
                   " y++ :: x + y > 60 -> break od; x = 1; y = 0 }; c?x }",
                   n))
    n += 1 + n / 16; /* the early ones are the reader's: each once */
  CHECK(n > 50);
}

int main(void) {
  test_counts();
  test_atomic_circle();
  test_unfold();
  test_no_way();
  test_unfold_is_shortest();
  test_forged();
  test_faults();
  test_endless();
  test_atoms();
  test_formula();
  test_show();
  test_enabled();
  test_covered();
  test_memory();
  return check_end();
}
