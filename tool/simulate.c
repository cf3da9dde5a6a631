/* custos simulate: one run of a program, by chance, by choice or along a
 * trace. */
#include "commands.h"

#include "chart.h"
#include "look.h"
#include "output.h"
#include "session.h"
#include "shell.h"
#include "steps.h"
#include "watch.h"

#include <stdio.h>
#include <string.h>

typedef struct simulation {
  session *s;
  steps_columns columns;
  chart messages;
  bool faulty;
  uint64_t steps;
} simulation;

static void tell_step(simulation *x, const custos_step *step) {
  x->steps = step->number;
  x->faulty = x->faulty || step->fault[0];
  chart_add(&x->messages, step);
  if (!x->s->o->quiet && (step->number || step->last || step->fault[0]))
    steps_print_step(x->s->c, step, &x->columns);
}

/* The ways to go. */

static custos_status by_chance(simulation *x) {
  const options *o = x->s->o;
  uint64_t seed = o->seed;
  custos_position here = {0};
  custos_step step;
  custos_status status = custos_walk_go(x->s->c, 0, &step);
  if (status == CUSTOS_OK && step.fault[0])
    tell_step(x, &step);
  while (status == CUSTOS_OK && x->steps < o->steps && !x->faulty &&
         !watch_asks()) {
    status = custos_walk_position(x->s->c, &here);
    if (status != CUSTOS_OK || here.moves == 0)
      break;
    status = custos_walk_take(x->s->c, (size_t)shell_random(&seed, here.moves),
                              &step);
    if (status == CUSTOS_OK)
      tell_step(x, &step);
  }
  return status;
}

static custos_status along(simulation *x) {
  custos_position here = {0};
  custos_step step;
  custos_status status = custos_walk_position(x->s->c, &here);
  for (uint64_t i = 0; i <= here.history && i <= x->s->o->steps &&
                       status == CUSTOS_OK && !watch_asks();
       i++) {
    status = custos_walk_go(x->s->c, i, &step);
    if (status == CUSTOS_OK)
      tell_step(x, &step);
  }
  return status;
}

static custos_status tell_end(simulation *x) {
  custos_position here;
  size_t found;
  custos_status status = custos_walk_position(x->s->c, &here);
  if (status != CUSTOS_OK || x->s->o->quiet)
    return status;
  printf("\n%llu step%s, ", (unsigned long long)here.number,
         here.number == 1 ? "" : "s");
  puts(here.bad_end            ? "an invalid end state"
       : x->faulty             ? "something went wrong"
       : here.moves == 0       ? "the program has ended"
       : session_interrupted() ? "interrupted"
       : watch_asks()          ? "the time is spent"
                               : "the program could go on");
  status = look_print(x->s, NULL, &found);
  if (x->s->o->chart)
    chart_print(&x->messages, SIZE_MAX);
  return status;
}

/* The evidence leads, on the given program. */
static custos_status begin_along(session *s, bool *rejected) {
  custos_replayed replayed;
  custos_status status = custos_replay(s->c, s->o->along, s->o->files,
                                       s->o->file_count, &replayed);
  if (status != CUSTOS_OK)
    return status;
  *rejected = !replayed.accepted || !replayed.has_run;
  if (!*rejected)
    return custos_walk_along(s->c);
  fputs("custos: ", stderr);
  output_visible(stderr, replayed.accepted ? "the evidence has no run"
                                           : replayed.reason);
  putc('\n', stderr);
  return CUSTOS_OK;
}

static custos_status begin(session *s, bool *rejected) {
  *rejected = false;
  if (s->o->along)
    return begin_along(s, rejected);
  char seed[32];
  custos_status status = session_load(s);
  snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->o->seed);
  if (status == CUSTOS_OK)
    status = custos_set(s->c, "seed", seed);
  return status == CUSTOS_OK ? custos_walk_start(s->c) : status;
}

static int simulate(session *s) {
  simulation x = {.s = s, .columns = STEPS_STREAM};
  bool rejected;
  custos_status status = begin(s, &rejected);
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  if (rejected)
    return EXIT_VIOLATED;
  session_quiet_line(s);
  if (!s->o->quiet && !s->o->along)
    printf("seed %llu\n", (unsigned long long)s->o->seed);
  if (s->o->interactive)
    status = shell_run(s, s->o->seed, &x.faulty);
  else
    status = s->o->along ? along(&x) : by_chance(&x);
  bool is_stopped = watch_asks() && !x.faulty;
  if (is_stopped) /* the request to stop is forgotten: what is known is told */
    custos_set(s->c, "", "");
  if (status == CUSTOS_OK)
    status = tell_end(&x);
  chart_clear(&x.messages);
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  return output_finish(x.faulty     ? EXIT_VIOLATED
                       : is_stopped ? EXIT_UNKNOWN
                                    : EXIT_HOLDS);
}

int run_simulate(const options *o) {
  session s;
  int status = session_begin(&s, o);
  if (!status)
    status = simulate(&s);
  session_end(&s);
  return status;
}
