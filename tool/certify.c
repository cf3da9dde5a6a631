/* custos certify: hand problem and evidence to the verified kernel. */
#include "commands.h"

#include "ectl_run.h"
#include "errors.h"
#include "kernel.h"
#include "output.h"
#include "session.h"

#include <stdio.h>
#include <string.h>

/* The line without its first word, which the exit status says as well. */
static const char *reason(const kernel_told *told) {
  const char *colon = strchr(told->message, ':');
  return colon ? colon + 1 + (colon[1] == ' ') : told->message;
}

/* Neither yes nor no. */
static bool is_undecided(const kernel_told *told) {
  return told->answer == KERNEL_NO_ANSWER;
}

static void tell_json(const options *o, const kernel_told *told) {
  errors_begin_answer("custos.certify/1");
  fputs(",\"file\":", stdout);
  output_json(stdout, o->files[o->file_count - 1]);
  printf(",\"accepted\":%s%s,\"reason\":",
         told->answer == KERNEL_ACCEPTED ? "true" : "false",
         is_undecided(told) ? ",\"undecided\":true" : "");
  output_json(stdout, reason(told));
  fputs("}\n", stdout);
}

static void tell_text(const kernel_told *told) {
  bool accepted = told->answer == KERNEL_ACCEPTED;
  bool colour = output_has_colour(stdout);
  const char *start = accepted             ? "\033[1;32m"
                      : is_undecided(told) ? "\033[1;33m"
                                           : "\033[1;31m";
  printf("%s%s%s  ", colour ? start : "",
         accepted             ? "ACCEPTED"
         : is_undecided(told) ? "UNKNOWN "
                              : "REJECTED",
         colour ? "\033[0m" : "");
  output_visible(stdout, reason(told));
  putchar('\n');
}

/* ---- Programs and Promela --------------------------------------------- */

/* The kernel reads none: it is given what they expand to. */
static bool is_program(const options *o) {
  const custos_language_info *x = options_language(o, o->files[0]);
  return options_are_compiled(o) || (x && !x->kernel_reads);
}

static void tell_program(const options *o, const custos_replayed *r,
                         const kernel_told *told) {
  bool accepted = told->answer == KERNEL_ACCEPTED;
  bool is_model = options_is_for_graph(o, o->files[0]);
  kernel_told whole = {.answer = r->accepted    ? KERNEL_ACCEPTED
                                 : r->undecided ? KERNEL_NO_ANSWER
                                                : KERNEL_REJECTED};
  snprintf(whole.message, sizeof whole.message, "%s: %.400s%s%.600s",
           r->accepted ? "accepted" : "rejected", r->reason,
           !r->accepted ? ""
           : accepted   ? is_model ? "; its graph, by the kernel: "
                                   : "; the expanded program: "
           : r->has_run ? is_model ? "; the walker has taken it again, on the "
                                     "syntax tree; the kernel reads no Promela"
                                   : " (replayed; the kernel reads no programs)"
                        : "; not certified by the kernel: ",
           !r->accepted || (r->has_run && !accepted) ? ""
           : accepted                                ? reason(told)
                                                     : told->message);
  if (o->json)
    tell_json(o, &whole);
  else if (!o->quiet)
    tell_text(&whole);
}

/* The replay decides; the kernel must not say no. */
static int certify_program(session *s) {
  const options *o = s->o;
  kernel_told told = {.answer = KERNEL_NO_ANSWER};
  custos_replayed r;
  bool is_c = options_are_compiled(o);
  custos_status status = is_c ? session_define(s) : CUSTOS_OK;
  if (status == CUSTOS_OK && is_c)
    status = session_add_c_options(s);
  if (status == CUSTOS_OK)
    status = custos_replay(s->c, o->files[o->file_count - 1], o->files,
                           o->file_count - 1, &r);
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  bool is_safety = strcmp(r.property, "safety") == 0;
  if (is_c && is_safety)
    snprintf(told.message, sizeof told.message, "it reads no C programs");
  else if (options_is_for_graph(o, o->files[0]) && is_safety)
    snprintf(told.message, sizeof told.message, "it reads no Promela");
  else if (r.accepted && (!r.has_run || is_c))
    kernel_check_graph(s, 0, &told);
  session_quiet_line(s);
  if (told.is_refuted || told.answer == KERNEL_REJECTED)
    r.accepted = 0;
  tell_program(o, &r, &told);
  return output_finish(r.accepted    ? EXIT_HOLDS
                       : r.undecided ? EXIT_UNKNOWN
                                     : EXIT_VIOLATED);
}

static int run_certify_program(const options *o) {
  session s;
  int status = session_begin(&s, o);
  if (!status)
    status = certify_program(&s);
  session_end(&s);
  return status;
}

/* ---- Sessions -------------------------------------------------------- */

static bool is_session(const options *o) {
  const custos_language_info *x = options_language(o, o->files[0]);
  return x && x->has_definitions;
}

static void tell_session(const options *o, bool accepted, const char *why,
                         const kernel_told *told) {
  bool certified = told->answer == KERNEL_ACCEPTED;
  kernel_told whole = {.answer = accepted ? KERNEL_ACCEPTED : KERNEL_REJECTED};
  snprintf(whole.message, sizeof whole.message, "%s: %.400s%s%.600s",
           accepted ? "accepted" : "rejected", why,
           !accepted   ? ""
           : certified ? "; by the kernel: "
                       : "; replayed, not certified by the kernel: ",
           !accepted   ? ""
           : certified ? reason(told)
                       : told->message);
  if (o->json)
    tell_json(o, &whole);
  else if (!o->quiet)
    tell_text(&whole);
}

/* The kernel reads machines alone: what else a session has, it is given as what
 * it became. */
static int certify_session(session *s) {
  const options *o = s->o;
  kernel_told told = {.answer = KERNEL_NO_ANSWER};
  custos_replayed r;
  custos_result x;
  custos_status status = custos_replay(s->c, o->files[o->file_count - 1],
                                       o->files, o->file_count - 1, &r);
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  size_t i = ectl_find_property(s, r.property);
  char why[256];
  snprintf(why, sizeof why, "%s", r.reason);
  if (r.accepted && i != SIZE_MAX) {
    status = custos_check(s->c, i, &x);
    if (status != CUSTOS_OK)
      return session_fail(s, status);
    if (strcmp(x.translation, "none") == 0)
      kernel_check_files(o, &told);
    else
      kernel_check_graph(s, 0, &told);
  }
  session_quiet_line(s);
  bool refuted = told.is_refuted || told.answer == KERNEL_REJECTED;
  bool accepted = r.accepted && !refuted;
  tell_session(o, accepted, refuted ? told.message : why, &told);
  return output_finish(accepted ? EXIT_HOLDS : EXIT_VIOLATED);
}

static int run_certify_session(const options *o) {
  session s;
  int status = session_begin(&s, o);
  if (!status)
    status = certify_session(&s);
  session_end(&s);
  return status;
}

/* Files that the kernel reads by itself. */
static int certify_files(const options *o) {
  kernel_told told;
  kernel_check_files(o, &told);
  if (told.answer == KERNEL_NO_ANSWER && !told.is_stopped) {
    /* What is wrong with a file it says itself, with file and line. */
    if (told.status != EXIT_INPUT && told.status != EXIT_USAGE)
      fputs("custos: the kernel gave no answer: ", stderr);
    output_visible(stderr, told.message);
    putc('\n', stderr);
    return told.status == EXIT_INPUT || told.status == EXIT_USAGE ? told.status
                                                                  : EXIT_SYSTEM;
  }
  if (o->json)
    tell_json(o, &told);
  else if (!o->quiet)
    tell_text(&told);
  return output_finish(told.answer == KERNEL_ACCEPTED ? EXIT_HOLDS
                       : told.is_stopped              ? EXIT_UNKNOWN
                                                      : EXIT_VIOLATED);
}

int run_certify(const options *o) {
  session s;
  if (o->file_count < 2)
    return options_complain("certify",
                            "give the problem's files, and last the evidence");
  if (is_program(o))
    return run_certify_program(o);
  if (is_session(o))
    return run_certify_session(o);
  int status = session_begin(&s, o); /* for its signals */
  if (!status)
    status = certify_files(o);
  session_end(&s);
  return status;
}
