/* Java programs are read by themselves, and run by a JVM; all else is as with C
 * programs. */
#include "problem/c/c_parts.h"

#include "lang/java/jvm.h"
#include "problem/kinds.h"

#include <errno.h>
#include <stdio.h>

bool context_compile_java(custos *c, bool control, cfa *out) {
  mem *m = &c->c_problem.mem;
  c->c_problem.image = mem_alloc(m, sizeof *c->c_problem.image);
  java_options o = {.function = c->c_problem.given.function,
                    .exceptions = c->c_problem.given.exceptions,
                    .control = control};
  return java_load(m, &c->clock, &o, (const char *const *)c->source.files.at,
                   c->source.files.count, &c->report, out, c->c_problem.image);
}

static const char uncaught[] = "Exception in thread \"main\" ";

/* The line of what left 'main', NULL: nothing did. */
static const char *thrown(const confine_end *end) {
  const char *at = strstr(end->output, uncaught);
  return at ? at + sizeof uncaught - 1 : NULL;
}

static bool is_of_class(const char *line, const char *name) {
  size_t n = strlen(name);
  return line && strncmp(line, name, n) == 0 &&
         (line[n] == ':' || line[n] == '\n' || !line[n]);
}

static void judge(const confine_end *end, const c_failure *failure,
                  c_reproduction *out) {
  const char *line = thrown(end);
  char place[100];
  (void)snprintf(place, sizeof place, "(%.60s:%u)", failure->place.file,
                 (unsigned)failure->place.line);
  out->at_place = strstr(end->output, place) != NULL;
  const char *wanted = failure->error == CFA_ERROR_EXCEPTION
                           ? failure->name
                           : "java.lang.AssertionError";
  if (end->state == CONFINE_EXITED && end->code == 1 &&
      is_of_class(line, wanted)) {
    out->state = C_REPRODUCED;
    (void)snprintf(out->why, sizeof out->why, "%.*s",
                   (int)(strcspn(line, "\n") % 200), line);
    return;
  }
  out->state = C_NOT_REPRODUCED;
  const char *ours = strstr(end->output, "custos: ");
  const char *said = line ? line : ours ? ours + 8 : "";
  if (end->state != CONFINE_EXITED)
    (void)snprintf(out->why, sizeof out->why,
                   "it was stopped, as it took too long");
  else
    (void)snprintf(out->why, sizeof out->why,
                   "it ends with code %d instead%s%.*s", end->code,
                   *said ? ": " : "", (int)(strcspn(said, "\n") % 150), said);
}

custos_status context_reproduce_java(custos *c) {
  c_problem *problem = &c->c_problem;
  c_reproduction *out = &problem->reproduction;
  confine_end *end = mem_alloc(&c->job, sizeof *end);
  vec(uint64_t) values = {0};
  char why[JVM_WHY];
  vec_each (const c_trace_input, trace_input, &problem->trace.inputs)
    vec_push(&c->job, &values, trace_input->value);
  jvm_task task = {.image = problem->image,
                   .inputs = values.at,
                   .count = values.count,
                   .is_unconfined = c->options.run == RUN_UNCONFINED};
  c->clock.phase = "running the program in java";
  memset(out, 0, sizeof *out);
  if (!jvm_run(&c->job, &c->clock, &task, end, why)) {
    out->state = C_NOT_RUN;
    (void)snprintf(out->why, sizeof out->why, "%s", why);
  } else if (end->state == CONFINE_NOT_STARTED) {
    out->state = end->code == EPERM ? C_NOT_CONFINED : C_NOT_RUN;
    (void)snprintf(out->why, sizeof out->why, "%s%s%s", end->why,
                   end->why[0] ? ": " : "", strerror(end->code));
  } else {
    judge(end, &problem->trace.failure, out);
  }
  return CUSTOS_OK;
}
