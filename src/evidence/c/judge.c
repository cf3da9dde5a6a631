#include "evidence/c/judge.h"

#include "evidence/c/stubs.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* The line of 'at', as far as it is printable, into 'why'. */
static void judge_quote(const char *output, const char *at,
                        char why[C_JUDGE_WHY]) {
  size_t n = 0;
  while (at > output && at[-1] != '\n')
    at--;
  for (; at[n] && at[n] != '\n' && n < 200; n++)
    why[n] = at[n] >= ' ' && at[n] <= '~' ? at[n] : '?';
  why[n] = '\0';
}

/* Does its line say "file.c:12:"? The folder may differ. */
static bool names_place(const c_place *place, const char *line) {
  char wanted[300];
  const char *slash = strrchr(place->file, '/');
  snprintf(wanted, sizeof wanted, "%.250s:%u:", slash ? slash + 1 : place->file,
           (unsigned)place->line);
  return place->file[0] && place->line && strstr(line, wanted);
}

typedef struct case_of {
  const confine_end *e;
  const c_failure *f;
  bool *at_place;
  char *why;
} case_of;

/* Has it said one of these? */
static bool said(const case_of *c, const char *const *words) {
  for (; *words; words++) {
    const char *at = strstr(c->e->output, *words);
    if (!at)
      continue;
    judge_quote(c->e->output, at, c->why);
    *c->at_place = names_place(&c->f->place, c->why);
    return true;
  }
  return false;
}

static bool exited(const case_of *c, int code) {
  return c->e->state == CONFINE_EXITED && c->e->code == code;
}

static bool signalled(const case_of *c, int number) {
  if (c->e->state != CONFINE_SIGNALLED || c->e->code != number)
    return false;
  snprintf(c->why, C_JUDGE_WHY, "ended by signal %d", number);
  return true;
}

static bool failed(const case_of *c, c_watch watch) {
  static const char *const call[] = {C_STUBS_SAYS_ERROR, NULL};
  static const char *const own[] = {C_STUBS_SAYS_ASSERTION, NULL};
  static const char *const assertion[] = {"Assertion `", "assertion failed",
                                          NULL};
  static const char *const overflow[] = {
      "runtime error: signed integer overflow", "runtime error: negation of",
      "cannot be represented in type", NULL};
  static const char *const division[] = {"runtime error: division by zero",
                                         NULL};
  static const char *const shift[] = {"runtime error: shift exponent",
                                      "runtime error: left shift", NULL};
  static const char *const undefined[] = {"runtime error: ", NULL};
  switch (c->f->error) {
  case CFA_ERROR_INDEX:
  case CFA_ERROR_UNDEFINED:
    return watch == C_WATCH_TRAPS
               ? signalled(c, SIGILL)
               : watch == C_WATCH_ARITHMETIC && said(c, undefined);
  case CFA_ERROR_CALL:
    return exited(c, C_STUBS_FAILED) && said(c, call);
  case CFA_ERROR_ASSERTION:
    return (exited(c, C_STUBS_FAILED) && said(c, own)) ||
           (signalled(c, SIGABRT) && said(c, assertion));
  case CFA_ERROR_OVERFLOW:
    return watch == C_WATCH_TRAPS
               ? signalled(c, SIGILL)
               : watch == C_WATCH_ARITHMETIC && said(c, overflow);
  case CFA_ERROR_SHIFT:
    return watch == C_WATCH_TRAPS
               ? signalled(c, SIGILL)
               : watch == C_WATCH_ARITHMETIC && said(c, shift);
  case CFA_ERROR_DIVISION:
    return watch == C_WATCH_ARITHMETIC
               ? said(c, division)
               : signalled(c, watch == C_WATCH_TRAPS ? SIGILL : SIGFPE);
  case CFA_ERROR_EXCEPTION:
    break;
  }
  return false;
}

#define ASAN "ERROR: AddressSanitizer: "

static bool noticed(const case_of *c) {
  static const char *const invalid[] = {ASAN "heap-buffer-overflow",
                                        ASAN "stack-buffer-overflow",
                                        ASAN "stack-buffer-underflow",
                                        ASAN "global-buffer-overflow",
                                        ASAN "dynamic-stack-buffer-overflow",
                                        ASAN "container-overflow",
                                        ASAN "negative-size-param",
                                        ASAN "heap-use-after-free",
                                        ASAN "stack-use-after-return",
                                        ASAN "stack-use-after-scope",
                                        ASAN "use-after-poison",
                                        ASAN "unknown-crash",
                                        ASAN "SEGV",
                                        ASAN "BUS",
                                        NULL};
  static const char *const null[] = {ASAN "SEGV", NULL};
  static const char *const freed[] = {ASAN "attempting free",
                                      ASAN "attempting double-free", NULL};
  switch (c->f->fault) {
  case CFA_FAULT_NULL:
    return said(c, null);
  case CFA_FAULT_BOUNDS:
  case CFA_FAULT_DEAD:
  case CFA_FAULT_CONSTANT:
    return said(c, invalid);
  case CFA_FAULT_FREE:
  case CFA_FAULT_DOUBLE_FREE:
    return said(c, freed);
  case CFA_NO_FAULT:
    break;
  }
  return false;
}

/* Without a library that looks: only what the machine itself notices. */
static bool crashed(const case_of *c) {
  static const char *const freed[] = {"free(): ", "double free", NULL};
  switch (c->f->fault) {
  case CFA_FAULT_NULL:
  case CFA_FAULT_BOUNDS:
  case CFA_FAULT_CONSTANT:
    return signalled(c, SIGSEGV);
  case CFA_FAULT_FREE:
  case CFA_FAULT_DOUBLE_FREE:
    return signalled(c, SIGABRT) && said(c, freed);
  case CFA_FAULT_DEAD:
  case CFA_NO_FAULT:
    break;
  }
  return false;
}

static void tell(const case_of *c) {
  static const char *const ours[] = {"custos: ", NULL};
  static const char *const others[] = {ASAN, "runtime error: ", "Assertion `",
                                       NULL};
  const confine_end *end = c->e;
  char line[C_JUDGE_WHY];
  case_of look = *c;
  look.why = line;
  line[0] = '\0';
  if (end->state == CONFINE_EXITED && end->code >= C_STUBS_FAILED &&
      end->code <= C_STUBS_ASSUME)
    said(&look, ours);
  if (!line[0])
    said(&look, others);
  *c->at_place = false;
  const char *colon = line[0] ? ": " : "";
  switch (end->state) {
  case CONFINE_NOT_STARTED:
    snprintf(c->why, C_JUDGE_WHY, "it cannot be started: %s%s%.60s", end->why,
             end->why[0] ? ": " : "", strerror(end->code));
    break;
  case CONFINE_EXITED:
    snprintf(c->why, C_JUDGE_WHY, "it ends with code %d instead%s%.180s",
             end->code, colon, line);
    break;
  case CONFINE_SIGNALLED:
    snprintf(c->why, C_JUDGE_WHY, "it is ended by signal %d instead%s%.180s",
             end->code, colon, line);
    break;
  case CONFINE_TOO_LONG:
  case CONFINE_STOPPED:
    snprintf(c->why, C_JUDGE_WHY, "it was stopped, as it took too long");
    break;
  }
}

bool c_judge(const c_failure *failure, c_watch watch, const confine_end *end,
             bool *at_place, char why[C_JUDGE_WHY]) {
  case_of c = {.e = end, .f = failure, .at_place = at_place, .why = why};
  bool is_ended =
      end->state == CONFINE_EXITED || end->state == CONFINE_SIGNALLED;
  *at_place = false;
  why[0] = '\0';
  if (is_ended && (!failure->is_fault        ? failed(&c, watch)
                   : watch == C_WATCH_MEMORY ? noticed(&c)
                                             : crashed(&c)))
    return true;
  tell(&c);
  return false;
}
