/* Native code for a search that takes long. The compiler runs beside the
 * search; its memory is not the job's, so that nothing that goes wrong here can
 * end a search. */
#include "problem/promela/steps.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MOST_MEGABYTES = 512 };

/* A search that has taken so long, in seconds and in times that compiling will
 * take, is one that may take long (docs/promela-native.md). */
enum { LEAST_SECONDS = 1, TIMES = 2 };

/* Others may be using the machine: what the search has had counts. */
static double used_seconds(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool native_begin(custos *c) {
  native_code *code = &c->native;
  jmp_buf handler;
  code->budget = (mem_budget){.limit = (size_t)MOST_MEGABYTES << 20,
                              .fail_in = -1,
                              .handler = &handler};
  mem_init(&code->mem, &code->budget);
  code->is_open = true;
  if (setjmp(handler) != 0)
    return false;
  code->code = pml_native_begin(&code->mem, code->model);
  code->budget.handler = NULL;
  return true;
}

static void look(void *self, const progress *clock) {
  (void)clock;
  custos *c = self;
  native_code *code = &c->native;
  build_state state = BUILD_WORKING;
  if (code->code)
    state = pml_native_poll(code->code, NULL);
  else if (used_seconds() - code->since >= code->patience && !native_begin(c))
    state = BUILD_FAILED;
  if (state == BUILD_WORKING)
    return;
  c->clock.aside = NULL;
  if (state == BUILD_READY)
    c->clock.phase = "searching with native code";
}

static void say_why_not(custos *c, const char *why) {
  char *words = mem_alloc(&c->job, 512);
  snprintf(words, 512, "no native code: %.400s", why);
  vec_push(&c->job, &c->notes, words);
}

/* Time limits and interruptions hold for the compiler, too. */
static build_state wait_for(custos *c, const char **why) {
  build_state state;
  do {
    progress_look(&c->clock);
    state = pml_native_wait(c->native.code, 0.05, why);
  } while (state == BUILD_WORKING);
  return state;
}

void promela_native_begin(custos *c, const model *x) {
  native_code *code = &c->native;
  const char *why = "there is no memory for it";
  promela_native_end(c);
  if (c->options.native == NATIVE_NEVER)
    return;
  code->model = x;
  code->since = used_seconds();
  code->patience = TIMES * pml_native_seconds(x);
  if (code->patience < LEAST_SECONDS)
    code->patience = LEAST_SECONDS;
  if (c->options.native == NATIVE_AUTO) {
    c->clock.aside_self = c;
    c->clock.aside = look;
  } else if (!native_begin(c) || wait_for(c, &why) != BUILD_READY)
    say_why_not(c, why);
}

void promela_native_end(custos *c) {
  native_code *code = &c->native;
  if (c->clock.aside == look)
    c->clock.aside = NULL;
  pml_native_end(code->code);
  if (code->is_open)
    mem_clear(&code->mem);
  memset(code, 0, sizeof *code);
}
