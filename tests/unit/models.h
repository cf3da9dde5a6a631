/* A model with everything that reading it takes, for the tests of languages
 * whose models are finite. */
#ifndef UNIT_MODELS_H
#define UNIT_MODELS_H

#include "tests/unit/desk.h"

#include "base/text.h"
#include "lang/gcl/gcl.h"
#include "lang/lts/lts.h"
#include "model/run.h"

typedef enum models_language {
  MODELS_LTS,
  MODELS_AUT,
  MODELS_GCL
} models_language;

typedef struct models {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  model model;
  model_steps steps;
  void *scratch;
  char *input;
  desk_text written;
} models;

static inline models *models_new(void) {
  models *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  desk_open(&x->budget, &x->mem, &x->clock);
  x->steps.m = &x->mem;
  return x;
}

static inline void models_delete(models *x) {
  desk_close(&x->mem);
  free(x->input);
  free(x->written.at);
  free(x);
}

static inline bool models_read_bytes(models *x, models_language language,
                                     const char *input, size_t length,
                                     const define *defines, size_t count) {
  bool good;
  desk_copy(&x->input, input, length);
  if (language == MODELS_GCL)
    good = gcl_read(&x->mem, &x->model, "dir/f.gcl", x->input, length, defines,
                    count, &x->report, &x->clock);
  else
    good = (language == MODELS_LTS ? lts_read : aut_read)(
        &x->mem, &x->model, "f", x->input, length, &x->report, &x->clock);
  CHECK(good == (x->report.count == 0));
  if (good)
    x->scratch = mem_alloc(&x->mem, x->model.scratch_bytes);
  return good;
}

static inline bool models_read(models *x, models_language language,
                               const char *input) {
  return models_read_bytes(x, language, input, strlen(input), NULL, 0);
}

/* Whether the first message is this. */
static inline bool models_says(const models *x, uint32_t line, uint32_t column,
                               const char *part) {
  return desk_says(&x->report, 0, line, column, part);
}

static inline bool models_refuses(models_language language, const char *input,
                                  uint32_t line, uint32_t column,
                                  const char *part) {
  models *x = models_new();
  bool right =
      !models_read(x, language, input) && models_says(x, line, column, part);
  if (!right)
    printf("in: %s\n", input);
  models_delete(x);
  return right;
}

/* The line that people see. */
static inline const char *models_show(models *x, const uint8_t *state,
                                      uint32_t size) {
  text out;
  desk_empty(&x->written);
  text_init(&out, desk_add, &x->written);
  x->model.ops->show(&x->model, state, size, &out);
  text_end(&out);
  return x->written.at;
}

/* Atoms, one a line. */
static inline bool models_bind(models *x, const char *atoms,
                               model_binding *out) {
  names list = {0};
  for (const char *at = atoms, *end; *at; at = *end ? end + 1 : end) {
    end = strchr(at, '\n');
    end = end ? end : at + strlen(at);
    names_insert(&x->mem, &list, at, (size_t)(end - at));
  }
  return x->model.ops->bind(&x->model, &x->mem, &list, "f", 7, 9, &x->report,
                            out);
}

static inline bool models_refuses_atom(models_language language,
                                       const char *input, const char *atom,
                                       const char *part) {
  models *x = models_new();
  model_binding b;
  CHECK(models_read(x, language, input));
  bool right = !models_bind(x, atom, &b) && models_says(x, 7, 9, part);
  if (!right)
    printf("in: %s\n%s\n", input, atom);
  models_delete(x);
  return right;
}

/* A random number below 'n', the same ones on every machine. */
static inline uint32_t models_random(uint64_t *seed, uint32_t n) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)((*seed >> 33) % n);
}

/* Reads and binds while the n-th allocation fails. Whether one did. */
static inline bool models_faults(models_language language, const char *input,
                                 const char *atoms, int64_t n) {
  jmp_buf handler;
  models *x = models_new();
  volatile bool has_faulted = true;
  x->budget.handler = &handler;
  x->budget.fail_in = n;
  if (setjmp(handler) == 0) {
    model_binding b;
    CHECK(models_read(x, language, input));
    CHECK(models_bind(x, atoms, &b));
    has_faulted = false;
  }
  models_delete(x);
  return has_faulted;
}

/* Every allocation fails once, and nothing is lost. */
static inline void models_fail_each(models_language language, const char *input,
                                    const char *atoms) {
  int64_t n = 0;
  while (models_faults(language, input, atoms, n))
    n++;
  CHECK(n > 20);
}

#endif
