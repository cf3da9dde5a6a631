/* Native code against the interpreter: from the same states, the same steps,
 * byte for byte, with the same faults and the same coverage.
 *
 *     test_promela_native [all] [FILE...]
 *
 * Without arguments: a part of the small models, and all that are made to be
 * difficult for native code. */
#include "tests/unit/check.h"

#include "base/map.h"
#include "lang/promela/machine/state.h"
#include "lang/promela/native/native.h"
#include "lang/promela/promela.h"

#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>

enum { MOST_STATES = 3000, AT_ONCE = 2 };

typedef struct side {
  model model;
  model_steps steps;
  void *scratch;
} side;

typedef struct twins {
  mem_budget budget;
  jmp_buf handler;
  mem mem;
  report report;
  progress clock;
  const char *name;
  side slow, fast;
  pml_native *native;
  vec(uint8_t) bytes; /* states that were met */
  vec(size_t) starts;
  map hashes;
} twins;

static unsigned long models, states, faults, skipped;

static bool side_read(twins *t, side *s, const char *input, size_t length) {
  if (!promela_read(&t->mem, &s->model, t->name, input, length, NULL,
                    &t->report, &t->clock))
    return false;
  s->scratch = mem_alloc(&t->mem, s->model.scratch_bytes);
  s->steps.m = &t->mem;
  return true;
}

static bool twins_read(twins *t, const char *input, size_t length) {
  static const char *const flags[] = {"-O0", "-w", "-fwrapv",
                                      "-fno-strict-aliasing", NULL};
  if (setjmp(t->handler) != 0 || !side_read(t, &t->slow, input, length) ||
      !side_read(t, &t->fast, input, length))
    return false;
  t->native = pml_native_begin_with(&t->mem, &t->fast.model, flags);
  return true;
}

static twins *twins_new(const char *name, const char *input, size_t length) {
  twins *t = calloc(1, sizeof *t);
  if (!t)
    abort();
  t->budget.fail_in = -1;
  t->name = name;
  mem_init(&t->mem, &t->budget);
  t->clock.budget = &t->budget;
  t->budget.handler = &t->handler;
  progress_begin(&t->clock, "reading");
  if (twins_read(t, input, length))
    return t;
  mem_clear(&t->mem);
  free(t);
  return NULL;
}

static void twins_delete(twins *t) {
  pml_native_end(t->native);
  mem_clear(&t->mem);
  CHECK(t->budget.used == 0);
  free(t);
}

static void keep_states(twins *t, const model_steps *steps) {
  vec_each (const model_step, s, &steps->steps) {
    const uint8_t *bytes = steps->bytes.at + s->at;
    uint64_t hash = UINT64_C(0xCBF29CE484222325) ^ s->size;
    for (uint32_t i = 0; i < s->size; i++)
      hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    size_t before = t->hashes.keys.count;
    if (map_insert(&t->mem, &t->hashes, hash) != before)
      continue;
    vec_push(&t->mem, &t->starts, t->bytes.count);
    vec_reserve(&t->mem, &t->bytes, s->size);
    memcpy(t->bytes.at + t->bytes.count, bytes, s->size);
    t->bytes.count += s->size;
  }
}

#define SAME(a, b, field)                                                      \
  ((a)->field.count == (b)->field.count &&                                     \
   ((a)->field.count == 0 ||                                                   \
    memcmp((a)->field.at, (b)->field.at,                                       \
           (a)->field.count * sizeof *(a)->field.at) == 0))

static bool is_same_fault(const model_fault *a, const model_fault *b) {
  return a->severity == b->severity && a->step == b->step &&
         a->file == b->file && a->line == b->line && a->column == b->column &&
         a->at == b->at && a->length == b->length;
}

static bool are_same(const model_steps *a, const model_steps *b) {
  bool same = SAME(a, b, bytes) && SAME(a, b, steps) &&
              SAME(a, b, fault_text) && a->faults.count == b->faults.count &&
              a->worst == b->worst;
  for (size_t i = 0; same && i < a->faults.count; i++)
    same = is_same_fault(&a->faults.at[i], &b->faults.at[i]);
  return same;
}

static void tell(const twins *t, size_t state) {
  printf("%s: state %zu: %zu steps and %zu, %zu faults and %zu\n", t->name,
         state, t->slow.steps.steps.count, t->fast.steps.steps.count,
         t->slow.steps.faults.count, t->fast.steps.faults.count);
}

static bool is_coverage_same(twins *t) {
  const uint8_t *a =
      t->slow.model.ops->covered(&t->slow.model, t->slow.scratch);
  const uint8_t *b =
      t->fast.model.ops->covered(&t->fast.model, t->fast.scratch);
  return memcmp(a, b, t->slow.model.places.count / 8 + 1) == 0;
}

/* A step that has no end raises on both sides. */
static bool next_of(twins *t, side *s, const uint8_t *bytes, uint32_t size) {
  model_steps_reset(&s->steps);
  if (setjmp(t->handler) != 0)
    return false;
  s->model.ops->next(&s->model, s->scratch, bytes, size, &s->steps);
  return true;
}

static void compare(twins *t, size_t most) {
  volatile bool same = true;
  CHECK(setjmp(t->handler) == 0);
  t->slow.model.ops->initial(&t->slow.model, t->slow.scratch, &t->slow.steps);
  t->fast.model.ops->initial(&t->fast.model, t->fast.scratch, &t->fast.steps);
  same = are_same(&t->slow.steps, &t->fast.steps);
  keep_states(t, &t->slow.steps);
  volatile size_t i = 0;
  for (; same && i < t->starts.count && i < most; i++) {
    size_t end = i + 1 < t->starts.count ? t->starts.at[i + 1] : t->bytes.count;
    uint32_t size = (uint32_t)(end - t->starts.at[i]);
    uint8_t *bytes = mem_alloc(&t->mem, size);
    memcpy(bytes, t->bytes.at + t->starts.at[i], size);
    bool slow = next_of(t, &t->slow, bytes, size);
    bool fast = next_of(t, &t->fast, bytes, size);
    mem_free(&t->mem, bytes);
    same = slow == fast && (!slow || are_same(&t->slow.steps, &t->fast.steps));
    if (!same)
      tell(t, i);
    if (!slow || !fast)
      break;
    faults += t->slow.steps.faults.count;
    CHECK(setjmp(t->handler) == 0);
    keep_states(t, &t->slow.steps);
  }
  CHECK(same);
  if (same && i == t->starts.count) {
    CHECK(is_coverage_same(t));
    if (!is_coverage_same(t))
      printf("%s: coverage\n", t->name);
  }
  models++;
  states += i;
}

static void compare_all(twins *t) {
  if (setjmp(t->handler) == 0)
    compare(t, MOST_STATES);
  else
    CHECK(false);
}

static void finish(twins *t, size_t most) {
  const char *why = "";
  if (setjmp(t->handler) != 0) {
    CHECK(false);
  } else if (pml_native_wait(t->native, 100, &why) != BUILD_READY) {
    printf("%s: %s\n", t->name, why);
    CHECK(false);
  } else {
    const pml_machine_model *own = t->fast.model.self;
    CHECK(own->compiled != NULL);
    compare(t, most);
  }
  twins_delete(t);
}

static twins *waiting[AT_ONCE];
static char *texts[AT_ONCE], *names_of[AT_ONCE];
static size_t started;

static void finish_slot(size_t i) {
  if (waiting[i])
    finish(waiting[i], MOST_STATES);
  waiting[i] = NULL;
  free(texts[i]);
  free(names_of[i]);
  texts[i] = names_of[i] = NULL;
}

/* Takes both. */
static void start(char *name, char *input, size_t length) {
  size_t i = started++ % AT_ONCE;
  finish_slot(i);
  names_of[i] = name;
  texts[i] = input;
  waiting[i] = twins_new(name, input, length);
  if (!waiting[i])
    skipped++;
}

static void start_file(const char *path) {
  FILE *f = fopen(path, "rb");
  CHECK(f != NULL);
  if (!f)
    return;
  enum { MOST = 1 << 20 };
  char *input = malloc(MOST);
  size_t length = fread(input, 1, MOST, f);
  fclose(f);
  char *name = malloc(strlen(path) + 1);
  memcpy(name, path, strlen(path) + 1);
  start(name, input, length);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Every 'every'-th file. */
static void start_folder(const char *folder, size_t every) {
  DIR *d = opendir(folder);
  static char *list[4096];
  size_t count = 0;
  if (!d) {
    printf("%s is not there\n", folder);
    return;
  }
  for (struct dirent *e; (e = readdir(d)) && count < 4096;) {
    size_t length = strlen(e->d_name);
    if (length < 5 || strcmp(e->d_name + length - 4, ".pml") != 0)
      continue;
    list[count] = malloc(strlen(folder) + length + 2);
    snprintf(list[count++], strlen(folder) + length + 2, "%s/%s", folder,
             e->d_name);
  }
  closedir(d);
  qsort(list, count, sizeof *list, by_name);
  for (size_t i = 0; i < count; i++) {
    if (i % every == 0)
      start_file(list[i]);
    free(list[i]);
  }
}

/* Dining philosophers, with a handshake and a buffer. */
static const char table[] =
    "chan fork[3] = [1] of { bit }; chan bell = [0] of { byte };\n"
    "byte eaten;\n"
    "proctype P(byte i) {\n"
    "  do :: fork[i]?1 -> fork[(i + 1) % 3]?1;\n"
    "     eaten = (eaten + 1) % 5; bell!i;\n"
    "     fork[i]!1; fork[(i + 1) % 3]!1 od }\n"
    "active proctype W() { byte x; do :: bell?x od }\n"
    "init { atomic { fork[0]!1; fork[1]!1; fork[2]!1;\n"
    "  run P(0); run P(1); run P(2) } }\n";

typedef struct searcher {
  const model *model;
  atomic_int *is_ready;
  unsigned long wrong, before, after;
  const model_steps *expected; /* by number of the state */
  const twins *t;
  mem_budget budget;
} searcher;

/* Asks again and again for the same states' steps, until native code has been
 * there for a while. */
static void *search(void *self) {
  searcher *s = self;
  mem m;
  mem_init(&m, &s->budget);
  model_steps out = {.m = &m};
  void *scratch = mem_alloc(&m, s->model->scratch_bytes);
  while (s->after < 20) {
    for (size_t i = 0; i + 1 < s->t->starts.count; i++) {
      size_t at = s->t->starts.at[i];
      model_steps_reset(&out);
      s->model->ops->next(s->model, scratch, s->t->bytes.at + at,
                          (uint32_t)(s->t->starts.at[i + 1] - at), &out);
      s->wrong += !are_same(&out, &s->expected[i]);
    }
    if (atomic_load(s->is_ready))
      s->after++;
    else
      s->before++;
  }
  mem_clear(&m);
  return NULL;
}

static void test_threads(void) {
  enum { THREADS = 3 };
  twins *t = twins_new("threads", table, sizeof table - 1);
  CHECK(t != NULL);
  if (!t)
    return;
  compare_all(t);
  model_steps *expected = mem_array(&t->mem, t->starts.count, sizeof *expected);
  for (size_t i = 0; i + 1 < t->starts.count; i++) {
    size_t at = t->starts.at[i];
    expected[i].m = &t->mem;
    t->slow.model.ops->next(&t->slow.model, t->slow.scratch, t->bytes.at + at,
                            (uint32_t)(t->starts.at[i + 1] - at), &expected[i]);
  }
  atomic_int is_ready = 0;
  searcher all[THREADS] = {0};
  pthread_t thread[THREADS];
  for (size_t i = 0; i < THREADS; i++) {
    all[i] = (searcher){.model = &t->fast.model,
                        .is_ready = &is_ready,
                        .expected = expected,
                        .t = t,
                        .budget = {.fail_in = -1}};
    CHECK(pthread_create(&thread[i], NULL, search, &all[i]) == 0);
  }
  CHECK(pml_native_wait(t->native, 100, NULL) == BUILD_READY);
  atomic_store(&is_ready, 1);
  for (size_t i = 0; i < THREADS; i++) {
    pthread_join(thread[i], NULL);
    CHECK(all[i].wrong == 0);
    CHECK(all[i].after > 0);
  }
  CHECK(t->starts.count > 100);
  twins_delete(t);
}

/* No compiler: the interpreter, and a reason. */
static void test_no_compiler(void) {
  const char *why = "";
  setenv("CUSTOS_CC", "", 1);
  twins *t = twins_new("no compiler", table, sizeof table - 1);
  unsetenv("CUSTOS_CC");
  CHECK(t != NULL);
  if (!t)
    return;
  CHECK(pml_native_wait(t->native, 100, &why) == BUILD_FAILED);
  CHECK(strstr(why, "CUSTOS_CC"));
  compare_all(t);
  twins_delete(t);
}

/* Names, words in quotes, comments and macros of a model, and the name of its
 * file; wherever text may stand, the word "hostile" does. */
static const char hostile_name[] = "hostile\"*/.pml";
static const char hostile_model[] =
    "/* hostile */ // hostile\n"
    "#define hostile_macro (hostile_byte + 7919)\n"
    "mtype = { hostile_first, hostile_second };\n"
    "mtype:hostile_kind = { hostile_third };\n"
    "typedef hostile_record { byte hostile_field; byte hostile_array[3] }\n"
    "hostile_record hostile_global;\n"
    "byte hostile_byte; int hostile_int; bool hostile_bool;\n"
    "chan hostile_channel = [2] of { mtype, byte };\n"
    "inline hostile_inline(hostile_parameter) { hostile_int ="
    " hostile_parameter }\n"
    "proctype hostile_process(byte hostile_argument) {\n"
    "hostile_label: printf(\"hostile \\\"); system(\\\"hostile %d\\n\","
    " hostile_argument);\n"
    "  hostile_channel ! hostile_second(hostile_argument);\n"
    "  hostile_channel ? hostile_second(eval(hostile_argument));\n"
    "  assert(hostile_global.hostile_array[hostile_argument] == 0);\n"
    "  atomic { hostile_inline(hostile_macro); goto hostile_label }\n"
    "}\n"
    "init { run hostile_process(1); select(hostile_byte : 1 .. 3);\n"
    "  hostile_process[1]@hostile_label -> skip }\n"
    "ltl hostile_claim { [] (hostile_int < 10000) }\n";

/* SECURITY.md: the C text that is made of a model holds none of its text but
 * numbers and positions. The number shows that it is the text of this model. */
static void test_no_text_of_the_model(void) {
  twins *t = twins_new(hostile_name, hostile_model, strlen(hostile_model));
  size_t length = 0;
  CHECK(t != NULL);
  if (!t)
    return;
  if (setjmp(t->handler) == 0) {
    const char *made = pml_native_text(&t->mem, &t->fast.model, &length);
    CHECK(length > 1000 && strlen(made) == length);
    CHECK(strstr(made, "7919") != NULL);
    CHECK(strstr(made, "hostile") == NULL);
    CHECK(strstr(made, "system") == NULL);
  } else {
    CHECK(false);
  }
  twins_delete(t);
}

int main(int argc, char **argv) {
  bool all = argc > 1 && strcmp(argv[1], "all") == 0;
  if (argc > 1 && !all) {
    for (int i = 1; i < argc; i++)
      start_file(argv[i]);
  } else {
    start_folder("tests/promela/micro", all ? 1 : 5);
    start_folder("tests/promela/models", all ? 1 : 5);
    test_no_compiler();
    test_no_text_of_the_model();
    test_threads();
  }
  for (size_t i = 0; i < AT_ONCE; i++)
    finish_slot((started + i) % AT_ONCE);
  printf("%lu models, %lu states, %lu faults; %lu models were not read\n",
         models, states, faults, skipped);
  return check_end();
}
