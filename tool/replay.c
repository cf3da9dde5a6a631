/* custos replay: check evidence against its problem, and show the run. */
#include "commands.h"

#include "ectl_results.h"
#include "ectl_run.h"
#include "errors.h"
#include "output.h"
#include "session.h"
#include "shell.h"
#include "steps.h"
#include "traces.h"
#include "watch.h"
#include "writing.h"

#include <stdio.h>
#include <string.h>

static void print_number_or_null(uint64_t n) {
  if (n == UINT64_MAX)
    fputs("null", stdout);
  else
    printf("%llu", (unsigned long long)n);
}

static custos_status tell_json(session *s, const custos_replayed *replayed) {
  custos_status status = CUSTOS_OK;
  errors_begin_answer("custos.replay/1");
  fputs(",\"file\":", stdout);
  output_json(stdout, s->o->files[0]);
  printf(",\"accepted\":%s,\"reason\":", replayed->accepted ? "true" : "false");
  output_json(stdout, replayed->reason);
  if (replayed->property[0]) {
    fputs(",\"property\":", stdout);
    output_json(stdout, replayed->property);
  } else {
    printf(",\"reachable\":%s", replayed->reachable ? "true" : "false");
  }
  printf(",\"facts\":%llu", (unsigned long long)replayed->facts);
  if (replayed->accepted && replayed->has_run) {
    bool complete;
    fputs(",\"steps\":", stdout);
    print_number_or_null(replayed->steps);
    if (replayed->loop != UINT64_MAX)
      printf(",\"loop\":%llu", (unsigned long long)replayed->loop);
    fputs(",\n \"run\":", stdout);
    status = steps_print_json(s, s->o->max_steps, &complete);
    printf(",\"complete\":%s", complete ? "true" : "false");
  }
  fputs("}\n", stdout);
  return status;
}

static void print_verdict(const custos_replayed *replayed) {
  bool colour = output_has_colour(stdout);
  const char *start = replayed->accepted ? "\033[1;32m" : "\033[1;31m";
  printf("%s%s%s  ", colour ? start : "",
         replayed->accepted ? "ACCEPTED" : "REJECTED", colour ? "\033[0m" : "");
  output_visible(stdout, replayed->reason);
  putchar('\n');
}

static void print_rest(const session *s, const custos_replayed *replayed) {
  if (watch_asks()) {
    printf("  ... and more steps (%s)\n",
           session_interrupted() ? "interrupted" : "the time is spent");
    return;
  }
  if (replayed->steps == UINT64_MAX)
    printf("  ... and more steps than can be counted");
  else
    printf("  ... %llu more steps",
           (unsigned long long)(replayed->steps - s->o->max_steps));
  printf(" (--max-steps=%llu reached)\n", (unsigned long long)s->o->max_steps);
}

/* The user goes along the run, and where else the program can go. */
static custos_status walk(session *s, const custos_replayed *replayed) {
  bool faulty;
  print_verdict(replayed);
  if (!replayed->accepted || !replayed->has_run)
    return CUSTOS_OK;
  custos_status status = custos_walk_along(s->c);
  return status == CUSTOS_OK ? shell_run(s, s->o->seed, &faulty) : status;
}

/* What the evidence is about, state by state. */
static custos_status tell_session(session *s, const custos_replayed *replayed) {
  custos_result result;
  print_verdict(replayed);
  if (!replayed->accepted)
    return CUSTOS_OK;
  size_t i = ectl_find_property(s, replayed->property);
  custos_status status = custos_check(s->c, i, &result);
  if (status == CUSTOS_OK && result.verdict != CUSTOS_UNKNOWN)
    status = ectl_results_print_block(s);
  if (status == CUSTOS_OK && result.verdict != CUSTOS_UNKNOWN)
    status = ectl_results_explain(s, 0);
  return status;
}

static custos_status tell_text(session *s, const custos_replayed *replayed) {
  if (session_has_definitions(s))
    return tell_session(s, replayed);
  bool complete = true;
  custos_status status = CUSTOS_OK;
  print_verdict(replayed);
  if (replayed->accepted && replayed->has_run) {
    status = steps_print_all(s, s->o->max_steps, &complete);
    if (status == CUSTOS_OK && !complete)
      print_rest(s, replayed);
  }
  if (s->o->verbose)
    printf("  %s  %llu\n", replayed->reachable ? "facts      " : "transitions",
           (unsigned long long)replayed->facts);
  return status;
}

static int replay(session *s) {
  const options *o = s->o;
  const char *evidence = o->files[0];
  custos_replayed replayed;
  for (size_t i = 1; i < o->file_count; i++)
    if (strcmp(o->files[i], "-") == 0)
      return options_complain("replay", "the problem must be a file");
  bool is_piped = strcmp(evidence, "-") == 0;
  if (is_piped && (o->interactive || o->trail))
    return options_complain("replay", "the evidence must be a file then");
  if (is_piped)
    evidence = "/dev/stdin";
  custos_status status =
      custos_replay(s->c, evidence, o->files + 1, o->file_count - 1, &replayed);
  if (status == CUSTOS_OK) {
    session_quiet_line(s);
    int wrong = 0;
    if (o->trail && replayed.accepted && replayed.has_run)
      wrong = writing_write_trail(s, evidence);
    if (wrong)
      return wrong;
    if (o->interactive)
      status = walk(s, &replayed);
    else if (o->printf_only && replayed.accepted && replayed.has_run)
      status = traces_print_output(s);
    else if (o->json)
      status = tell_json(s, &replayed);
    else if (!o->quiet)
      status = tell_text(s, &replayed);
  }
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  return output_finish(replayed.accepted ? EXIT_HOLDS : EXIT_VIOLATED);
}

int run_replay(const options *o) {
  session s;
  int status = session_begin(&s, o);
  if (!status)
    status = replay(&s);
  session_end(&s);
  return status;
}
