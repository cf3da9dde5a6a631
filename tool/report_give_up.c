/* What is told when the program is ended from outside, by watch.h: every answer
 * that is known, and UNKNOWN for those that are not. */
#include "report.h"

#include "check_models.h"
#include "output.h"
#include "watch.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What is going on. */

void report_expect(report *r, const char *name) {
  char *copy = strdup(name);
  watch_lock();
  char **larger =
      realloc(r->expected, (r->expected_count + 1) * sizeof *larger);
  if (larger)
    r->expected = larger;
  if (larger && copy)
    larger[r->expected_count++] = copy;
  watch_unlock();
  if (larger && copy)
    return;
  report_forget(r); /* all of them, or none */
  watch_no_memory();
}

void report_begin(report *r, const char *name) {
  char *copy = output_join(name, "", "", "");
  watch_lock();
  free(r->current);
  r->current = copy;
  r->current_is_known = false;
  for (size_t i = r->expected_from; i < r->expected_count; i++)
    if (strcmp(r->expected[i], name) == 0) {
      r->expected_from = i + 1;
      break;
    }
  watch_unlock();
}

void report_know(report *r, custos_verdict v, const char *reason) {
  watch_lock();
  r->current_is_known = true;
  r->current_verdict = v;
  snprintf(r->current_reason, sizeof r->current_reason, "%s", reason);
  watch_unlock();
}

void report_done(report *r, custos_verdict v) {
  watch_lock();
  free(r->current);
  r->current = NULL;
  r->verdict = report_worse(r->verdict, v);
  r->told++;
  watch_unlock();
}

void report_forget(report *r) {
  watch_lock();
  for (size_t i = 0; i < r->expected_count; i++)
    free(r->expected[i]);
  free(r->expected);
  free(r->current);
  r->expected = NULL;
  r->current = NULL;
  r->expected_count = r->expected_from = 0;
  watch_unlock();
}

/* Somebody who does not read must not keep the program from its end. */
static bool takes_more(int to) {
  struct pollfd wait = {to, POLLOUT, 0};
  return poll(&wait, 1, 100) > 0;
}

static void write_all(int to, const char *text, size_t length) {
  while (length > 0 && takes_more(to)) {
    ssize_t n = write(to, text, length);
    if (n < 0 && errno != EINTR)
      return;
    text += n > 0 ? n : 0;
    length -= n > 0 ? (size_t)n : 0;
  }
}

void report_line(int to, const char *before, const char *words) {
  char line[700];
  int n = snprintf(line, sizeof line, "%s%.600s\n", before, words);
  write_all(to, line, (size_t)n);
}

void report_error_line(const char *name, int status, const char *why) {
  char line[400];
  int n = snprintf(line, sizeof line,
                   "{\"schema\":\"custos.error/1\",\"command\":\"%s\","
                   "\"exit\":%d,\n \"errors\":[{\"message\":\"%.200s\"}]}\n",
                   name, status, why);
  write_all(STDOUT_FILENO, line, (size_t)n);
}

typedef struct told_one {
  const char *name, *reason;
  custos_verdict verdict;
} told_one;

static void add_one(FILE *f, const report *r, const told_one *one, bool *any) {
  if (r->o->json) {
    fputs(*any ? ",\n  " : "", f);
    fputs("{\"name\":", f);
    output_json(f, one->name);
    fprintf(f, ",\"verdict\":\"%s\",\"reason\":",
            report_verdict_name(one->verdict));
    output_json(f, one->reason);
    report_json_statistics(f, &(custos_result){.verdict = one->verdict});
    putc('}', f);
  } else {
    output_visible(f, one->name);
    fprintf(f, "  %s  ",
            one->verdict == CUSTOS_UNKNOWN    ? "UNKNOWN "
            : one->verdict == CUSTOS_VIOLATED ? "VIOLATED"
                                              : "HOLDS   ");
    output_visible(f, one->reason);
    putc('\n', f);
  }
  *any = true;
}

static void add_rest(FILE *f, report *r, const char *why) {
  bool any = r->told > 0;
  if (r->current) {
    told_one one = {r->current, r->current_is_known ? r->current_reason : why,
                    r->current_is_known ? r->current_verdict : CUSTOS_UNKNOWN};
    add_one(f, r, &one, &any);
  }
  for (size_t i = r->expected_from; i < r->expected_count; i++)
    add_one(f, r, &(told_one){r->expected[i], why, CUSTOS_UNKNOWN}, &any);
  if (!any)
    add_one(f, r, &(told_one){"load", why, CUSTOS_UNKNOWN}, &any);
}

static custos_verdict final_verdict(const report *r) {
  custos_verdict v = r->verdict;
  if (r->current)
    v = report_worse(v,
                     r->current_is_known ? r->current_verdict : CUSTOS_UNKNOWN);
  return report_worse(v, r->expected_from < r->expected_count ||
                                 (!r->told && !r->current)
                             ? CUSTOS_UNKNOWN
                             : CUSTOS_HOLDS);
}

static void add_all(FILE *f, report *r, const char *why) {
  if (r->o->json) {
    fputs(r->before ? r->before : "", f);
    report_print_begin(r, f);
  }
  add_rest(f, r, why);
  if (r->o->json) {
    fputs("]}\n", f);
    fputs(r->after ? r->after : "", f);
  }
}

/* Who is stuck may hold the stream; what was told before is flushed then. Where
 * there is no memory to put it together first, it is printed as it comes. */
static void tell_all(report *r, const char *why) {
  char *text = NULL;
  size_t length = 0;
  FILE *f = open_memstream(&text, &length);
  if (f)
    add_all(f, r, why);
  bool is_whole = f && !ferror(f);
  is_whole = f && fclose(f) == 0 && is_whole && text;
  bool is_free = ftrylockfile(stdout) == 0;
  if (is_free && !is_whole)
    add_all(stdout, r, why);
  if (is_free)
    fflush(stdout);
  if (is_whole)
    write_all(STDOUT_FILENO, text, length);
}

int report_give_up(report *r, const char *why) {
  r->verdict = final_verdict(r);
  if (!r->o->quiet || r->o->json)
    tell_all(r, why);
  int status = r->verdict == CUSTOS_VIOLATED  ? EXIT_VIOLATED
               : r->verdict == CUSTOS_UNKNOWN ? EXIT_UNKNOWN
                                              : EXIT_HOLDS;
  return check_worse_status(status, r->status_before);
}
