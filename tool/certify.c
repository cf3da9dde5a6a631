/* custos certify: hand problem and evidence to the verified kernel. */
#include "commands.h"

#include "ectl_run.h"
#include "errors.h"
#include "kernel.h"
#include "output.h"
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The line without its first word, which the exit status says as well. What is
 * not read has a place before its colon. */
static const char *reason(const kernel_told *told) {
  if (told->answer == KERNEL_MALFORMED)
    return told->message;
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

/* Is the evidence that was replayed about something else than was asked? */
static bool is_about_another(const question *q,
                             const custos_replayed *replayed) {
  const char *wanted = q->formula ? q->formula : q->property;
  const char *found = replayed->property[0] ? replayed->property
                                            : question_reachability().property;
  return question_is_given(q) &&
         (!q->formula != !replayed->is_formula || strcmp(wanted, found) != 0);
}

/* 'whole', where the evidence is about something else. The exit status. */
static int tell_another(const options *o, const custos_replayed *replayed) {
  kernel_told whole = {.answer = KERNEL_REJECTED};
  kernel_say(&whole,
             "rejected: the evidence is about %s %s, which was not asked",
             replayed->is_formula ? "the formula" : "the property",
             replayed->property[0] ? replayed->property
                                   : question_reachability().property);
  if (o->json)
    tell_json(o, &whole);
  else if (!o->quiet)
    tell_text(&whole);
  kernel_forget(&whole);
  return output_finish(EXIT_VIOLATED);
}

/* Has the kernel seen what Custos made of the problem, and found it wrong? */
static bool is_refused(const kernel_told *told, custos_verdict v) {
  return told->is_refuted ||
         (told->answer != KERNEL_NO_ANSWER && !kernel_agrees(told, v));
}

static int tell_malformed(const kernel_told *told) {
  fputs("custos: the kernel cannot read the evidence about the graph: ",
        stderr);
  output_visible(stderr, told->message);
  fprintf(stderr, "\nThis is a bug of Custos %s.\n", custos_version());
  return EXIT_BUG;
}

/* The kernel reads none, or not all of them: it is given what they expand to.
 */
static bool is_program(const options *o) {
  const custos_language_info *x = options_language(o, o->files[0]);
  return options_are_compiled(o) || (x && !x->kernel_reads) ||
         options_is_for_graph(o, o->files[0]);
}

static void tell_program(const options *o, const custos_replayed *replayed,
                         const kernel_told *told, bool is_text) {
  bool accepted = told->answer == KERNEL_ACCEPTED;
  bool is_model = options_is_for_graph(o, o->files[0]);
  kernel_told whole = {.answer = replayed->accepted    ? KERNEL_ACCEPTED
                                 : replayed->undecided ? KERNEL_NO_ANSWER
                                                       : KERNEL_REJECTED};
  kernel_say(
      &whole, "%s: %s%s%s", replayed->accepted ? "accepted" : "rejected",
      replayed->reason,
      !replayed->accepted ? ""
      : accepted          ? is_text    ? "; by the kernel, from the text: "
                            : is_model ? "; its graph, by the kernel: "
                                       : "; the expanded program: "
      : replayed->has_run ? is_model
                                ? "; the walker has taken it again, on the "
                                  "syntax tree; not certified by the kernel: "
                                : " (replayed; the kernel reads no programs)"
                          : "; not certified by the kernel: ",
      !replayed->accepted || (replayed->has_run && !accepted && !is_model) ? ""
      : accepted ? reason(told)
                 : told->message);
  if (o->json)
    tell_json(o, &whole);
  else if (!o->quiet)
    tell_text(&whole);
  kernel_forget(&whole);
}

/* The replay decides; the kernel must not say no. */
static int certify_program(session *s) {
  const options *o = s->o;
  kernel_told told = {.answer = KERNEL_NO_ANSWER};
  custos_replayed replayed;
  const question q = question_given(o);
  bool is_c = options_are_compiled(o), is_text = false;
  custos_status status = is_c ? session_define(s) : CUSTOS_OK;
  if (status == CUSTOS_OK && is_c)
    status = session_add_c_options(s);
  if (status == CUSTOS_OK)
    status = custos_replay(s->c, o->files[o->file_count - 1], o->files,
                           o->file_count - 1, &replayed);
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  bool is_safety = strcmp(replayed.property, "safety") == 0;
  const custos_property property = {
      .name = replayed.property, .kind = "", .text = "", .file = ""};
  if (is_about_another(&q, &replayed))
    return tell_another(o, &replayed);
  if (is_c && is_safety)
    kernel_say(&told, "it reads no C programs");
  else if (options_is_for_graph(o, o->files[0]) && replayed.accepted) {
    kernel_check_files(o, &(question){0}, &told);
    is_text = told.answer != KERNEL_NO_ANSWER || is_safety || replayed.has_run;
    if (!is_text)
      kernel_check_graph(s, &property, 0, &told);
  } else if (replayed.accepted && (!replayed.has_run || is_c))
    kernel_check_graph(s, &property, 0, &told);
  session_quiet_line(s);
  if (told.answer == KERNEL_MALFORMED) {
    int code = tell_malformed(&told);
    kernel_forget(&told);
    return code;
  }
  if (is_refused(&told, replayed.has_run ? CUSTOS_VIOLATED : CUSTOS_HOLDS))
    replayed.accepted = 0;
  tell_program(o, &replayed, &told, is_text);
  kernel_forget(&told);
  return output_finish(replayed.accepted    ? EXIT_HOLDS
                       : replayed.undecided ? EXIT_UNKNOWN
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

static bool is_session(const options *o) {
  const custos_language_info *x = options_language(o, o->files[0]);
  return x && x->has_definitions;
}

static void tell_session(const options *o, bool accepted, const char *why,
                         const kernel_told *told) {
  bool certified = told->answer == KERNEL_ACCEPTED;
  kernel_told whole = {.answer = accepted ? KERNEL_ACCEPTED : KERNEL_REJECTED};
  kernel_say(&whole, "%s: %s%s%s", accepted ? "accepted" : "rejected", why,
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
  kernel_forget(&whole);
}

/* Decides property 'i' again, and asks the kernel about it. */
static custos_status certify_again(session *s, size_t i,
                                   custos_verdict *verdict, kernel_told *told) {
  custos_result result;
  custos_property property;
  custos_status status = custos_check(s->c, i, &result);
  if (status == CUSTOS_OK)
    status = custos_property_at(s->c, i, &property);
  if (status != CUSTOS_OK || result.verdict == CUSTOS_UNKNOWN)
    return status;
  *verdict = result.verdict;
  const question q = question_of(&property);
  if (strcmp(result.translation, "none") == 0)
    kernel_check_files(s->o, &q, told);
  else
    kernel_check_graph(s, &property, 0, told);
  return CUSTOS_OK;
}

/* The kernel reads machines alone: what else a session has, it is given as what
 * it became. */
static int certify_session(session *s) {
  const options *o = s->o;
  kernel_told told = {.answer = KERNEL_NO_ANSWER};
  custos_replayed replayed;
  custos_status status = custos_replay(s->c, o->files[o->file_count - 1],
                                       o->files, o->file_count - 1, &replayed);
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  const question q = question_given(o);
  if (is_about_another(&q, &replayed))
    return tell_another(o, &replayed);
  size_t i = ectl_find_property(s, replayed.property);
  kernel_say(&told, "it was not asked");
  char *why = output_join(replayed.reason, "", "", "");
  custos_verdict claimed = CUSTOS_UNKNOWN;
  if (replayed.accepted && i != SIZE_MAX)
    status = certify_again(s, i, &claimed, &told);
  session_quiet_line(s);
  bool refuted = status == CUSTOS_OK && is_refused(&told, claimed);
  bool accepted = replayed.accepted && !refuted;
  if (status == CUSTOS_OK)
    tell_session(o, accepted, refuted ? told.message : why, &told);
  kernel_forget(&told);
  free(why);
  return status == CUSTOS_OK
             ? output_finish(accepted ? EXIT_HOLDS : EXIT_VIOLATED)
             : session_fail(s, status);
}

static int run_certify_session(const options *o) {
  session s;
  int status = session_begin(&s, o);
  if (!status)
    status = certify_session(&s);
  session_end(&s);
  return status;
}

static int tell_no_answer(const kernel_told *told) {
  bool is_input =
      told->answer == KERNEL_MALFORMED || told->status == EXIT_INPUT;
  /* What is wrong with a file it says itself, with file and line. */
  if (!is_input && told->status != EXIT_USAGE)
    fputs("custos: the kernel gave no answer: ", stderr);
  output_visible(stderr, told->message);
  putc('\n', stderr);
  return is_input                       ? EXIT_INPUT
         : told->status == EXIT_USAGE   ? EXIT_USAGE
         : told->status == EXIT_UNKNOWN ? EXIT_UNKNOWN
                                        : EXIT_SYSTEM;
}

/* Files that the kernel reads by itself. */
static int certify_files(const options *o) {
  kernel_told told = {.answer = KERNEL_NO_ANSWER};
  const question q = question_given(o);
  kernel_check_files(o, &q, &told);
  if (told.answer == KERNEL_MALFORMED ||
      (told.answer == KERNEL_NO_ANSWER && !told.is_stopped)) {
    int status = tell_no_answer(&told);
    kernel_forget(&told);
    return status;
  }
  if (o->json)
    tell_json(o, &told);
  else if (!o->quiet)
    tell_text(&told);
  int status = told.answer == KERNEL_ACCEPTED ? EXIT_HOLDS
               : told.is_stopped              ? EXIT_UNKNOWN
                                              : EXIT_VIOLATED;
  kernel_forget(&told);
  return output_finish(status);
}

int run_certify(const options *o) {
  session s;
  if (o->file_count < 2)
    return options_complain("certify",
                            "give the problem's files, and last the evidence");
  if (o->property_count + o->asked_count > 1)
    return options_complain(
        "certify", "there is one question: give --property or --ltl once");
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
