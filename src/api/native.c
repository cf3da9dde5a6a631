/* Native code for a search that takes long. The compiler runs beside the
 * search; its memory is not the job's, so that nothing that goes wrong here can
 * end a search. */
#include "api/program_run.h"

#include <stdio.h>
#include <string.h>

enum { MOST_MEGABYTES = 512 };

/* A search that is over sooner has no use for a compiler, which takes about as
 * long (docs/promela-native.md). */
static const double patience = 1;

static bool begin(custos *c) {
  native_code *n = &c->native;
  jmp_buf handler;
  n->budget = (mem_budget){.limit = (size_t)MOST_MEGABYTES << 20,
                           .fail_in = -1,
                           .handler = &handler};
  mem_init(&n->mem, &n->budget);
  n->is_open = true;
  if (setjmp(handler) != 0)
    return false;
  n->code = pml_native_begin(&n->mem, n->model);
  n->budget.handler = NULL;
  return true;
}

static void look(void *self, const progress *clock) {
  custos *c = self;
  native_code *n = &c->native;
  build_state state = BUILD_WORKING;
  if (n->code)
    state = pml_native_poll(n->code, NULL);
  else if (clock->seconds - n->since >= patience && !begin(c))
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

void context_native_begin(custos *c, const model *x) {
  native_code *n = &c->native;
  const char *why = "there is no memory for it";
  context_native_end(c);
  if (c->options.native == NATIVE_NEVER || !context_is_program(c))
    return;
  n->model = x;
  n->since = progress_clock() - c->clock.started;
  if (c->options.native == NATIVE_AUTO) {
    c->clock.aside_self = c;
    c->clock.aside = look;
  } else if (!begin(c) || pml_native_wait(n->code, 0, &why) != BUILD_READY)
    say_why_not(c, why);
}

void context_native_end(custos *c) {
  native_code *n = &c->native;
  if (c->clock.aside == look)
    c->clock.aside = NULL;
  pml_native_end(n->code);
  if (n->is_open)
    mem_clear(&n->mem);
  memset(n, 0, sizeof *n);
}
