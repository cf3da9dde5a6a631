/* custos check: decide, write the evidence, tell. */
#include "commands.h"

#include "kernel.h"
#include "output.h"
#include "report.h"
#include "session.h"
#include "steps.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* "dir/net.unreachable.trace" for "models/net.json". */
static char *evidence_path(const options *o, custos_verdict v) {
  const char *file = strcmp(o->files[0], "-") == 0 ? "stdin" : o->files[0];
  const char *slash = strrchr(file, '/');
  char *stem = output_join(slash ? slash + 1 : file, "", "", "");
  char *dot = strrchr(stem, '.');
  if (dot && dot != stem)
    *dot = 0;
  char *path = output_join(
      o->output ? o->output : "", o->output ? "/" : "", stem,
      v == CUSTOS_HOLDS ? ".unreachable.cert" : ".unreachable.trace");
  free(stem);
  return path;
}

static int write_evidence(session *s, const char *path) {
  output out;
  if (s->o->output && mkdir(s->o->output, 0777) != 0 && errno != EEXIST) {
    fprintf(stderr, "custos: cannot make %s: %s\n", s->o->output,
            strerror(errno));
    return EXIT_SYSTEM;
  }
  if (!output_open(&out, path))
    return EXIT_SYSTEM;
  custos_status status = custos_write_evidence(s->c, output_write, &out);
  /* A refused write shows as such when the file is closed. */
  bool refused = ferror(out.file);
  if (!output_close(&out, status == CUSTOS_OK || refused))
    return EXIT_SYSTEM;
  return status == CUSTOS_OK ? 0 : session_fail(s, status);
}

static int tell(session *s, const custos_result *r, const char *evidence) {
  const options *o = s->o;
  report told = {o, r, evidence};
  custos_status status = CUSTOS_OK;
  session_quiet_line(s);
  if (o->json)
    report_print_json(&told);
  else if (!o->quiet)
    report_print_verdict(&told);
  if (r->verdict == CUSTOS_VIOLATED && !o->json && !o->quiet && !o->hide_steps)
    status = steps_print_essence(s, r->steps);
  if (o->verbose && !o->json && !o->quiet)
    report_print_statistics(&told);
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  return output_finish(report_exit_status(r));
}

/* A limit that was spent before solving began is an answer, too. */
static int tell_unknown(session *s) {
  char reason[600];
  const char *message = custos_last_error(s->c)->message;
  snprintf(reason, sizeof reason, "%s", message);
  custos_result r = {.verdict = CUSTOS_UNKNOWN,
                     .reachable = -1,
                     .reason = session_interrupted() ? "interrupted" : reason,
                     .engine = "",
                     .checked = "none"};
  return tell(s, &r, NULL);
}

static const char *last_setting(const options *o, const char *name,
                                const char *otherwise) {
  for (size_t i = 0; i < o->setting_count; i++)
    if (strcmp(o->settings[i].name, name) == 0)
      otherwise = o->settings[i].value;
  return otherwise;
}

static bool wants_kernel(const options *o) {
  return strcmp(last_setting(o, "certify", "yes"), "yes") == 0;
}

/* The kernel has the last word: false if it says no. If it says nothing, the
 * replay inside the library stands alone, and the user is told. */
static bool certify(session *s, custos_result *r) {
  kernel_told told;
  double limit = strtod(last_setting(s->o, "time", "0"), NULL);
  double left = limit - r->seconds;
  kernel_check(s, limit > 0 ? (left > 0.01 ? left : 0.01) : 0, &told);
  session_quiet_line(s);
  if (told.answer == KERNEL_ACCEPTED) {
    r->checked = "kernel";
    return true;
  }
  if (told.answer == KERNEL_REJECTED) {
    fputs("custos: the kernel ", stderr);
    output_visible(stderr, told.message);
    fprintf(stderr,
            "\nThis is a bug of Custos %s, and no answer was given. Please "
            "report it with the input\nfiles and the command line.\n",
            custos_version());
    return false;
  }
  if (!s->o->quiet) {
    fputs("custos: the kernel did not check this: ", stderr);
    output_visible(stderr, told.message);
    putc('\n', stderr);
  }
  return true;
}

static int solve(session *s) {
  custos_result r;
  custos_status status = session_load(s);
  if (status == CUSTOS_ERR_LIMIT || (!status && session_interrupted()))
    return tell_unknown(s);
  if (status == CUSTOS_OK)
    status = custos_solve(s->c, &r);
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  if (r.verdict != CUSTOS_UNKNOWN && wants_kernel(s->o) && !certify(s, &r))
    return EXIT_BUG;
  if (r.verdict == CUSTOS_UNKNOWN ||
      (r.verdict == CUSTOS_HOLDS && !s->o->output))
    return tell(s, &r, NULL);
  char *path = evidence_path(s->o, r.verdict);
  int exit_status = write_evidence(s, path);
  if (!exit_status)
    exit_status = tell(s, &r, path);
  free(path);
  return exit_status;
}

int run_check(const options *o) {
  session s;
  int status = session_begin(&s, o);
  if (!status)
    status = solve(&s);
  session_end(&s);
  return status;
}
