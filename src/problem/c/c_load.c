/* C programs: which files they are, how they are compiled, and what counts as
 * an error. */
#include "problem/c/c_checks.h"
#include "problem/c/c_parts.h"

#include "problem/kinds.h"
#include "problem/language.h"
#include "smt/solver.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void context_end_c(custos *c) {
  c_problem *problem = &c->c_problem;
  cfa_run_delete(problem->found.run);
  cfa_run_delete(problem->own.run);
  memset(&problem->found, 0, sizeof problem->found);
  memset(&problem->own, 0, sizeof problem->own);
  memset(&problem->trace, 0, sizeof problem->trace);
  memset(&problem->reproduction, 0, sizeof problem->reproduction);
  problem->is_checked = false;
}

void context_drop_c(custos *c) {
  c_problem *problem = &c->c_problem;
  statistics kept = problem->result.statistics;
  context_end_c(c);
  panda_close(&problem->open);
  formula_close(&problem->formula);
  c_proof_close(&problem->proof_open);
  smt_release_lost(&c->budget);
  memset(&problem->cfa, 0, sizeof problem->cfa);
  if (problem->is_flow)
    memset(&c->pds, 0, sizeof c->pds);
  memset(&problem->flow, 0, sizeof problem->flow);
  problem->is_flow = false;
  problem->is_shown = NULL;
  memset(&problem->result, 0, sizeof problem->result);
  memset(&problem->proven, 0, sizeof problem->proven);
  problem->result.statistics = kept;
  problem->is_made = problem->is_used = false;
  mem_clear(&problem->mem);
}

void context_forget_c(custos *c) {
  c_problem *problem = &c->c_problem;
  context_drop_c(c);
  mem kept = problem->mem, round = problem->round;
  memset(problem, 0, sizeof *problem);
  problem->mem = kept;
  problem->round = round;
}

static char *joined(custos *c, const char *before, const char *value) {
  size_t n = strlen(before), k = strlen(value);
  char *out = mem_alloc(&c->problem, n + k + 1);
  memcpy(out, before, n);
  memcpy(out + n, value, k);
  return out;
}

/* "exceptions", "exceptions=java.io.IOException,Own", and where a Java program
 * begins; false: the option is another one. */
static bool add_java_option(custos *c, const char *option, const char *value) {
  static const char word[] = "exceptions";
  c_given *given = &c->c_problem.given;
  size_t n = sizeof word - 1;
  if (strcmp(option, "function") == 0 && *value) {
    given->function = mem_text(&c->problem, value, strlen(value));
  } else if (strcmp(option, "check") == 0 && strncmp(value, word, n) == 0 &&
             (!value[n] || (value[n] == '=' && value[n + 1]))) {
    const char *list = value[n] ? value + n + 1 : value + n;
    given->exceptions = mem_text(&c->problem, list, strlen(list));
  } else {
    return false;
  }
  c->given |= GIVEN_JAVA;
  return true;
}

bool context_add_c_option(custos *c, const char *option, const char *value) {
  c_problem *problem = &c->c_problem;
  if (add_java_option(c, option, value))
    return true;
  bool is_macro =
      strcmp(option, "include") == 0 || strcmp(option, "define") == 0;
  c->given |= is_macro ? GIVEN_MACROS : GIVEN_C;
  if (strcmp(option, "check") == 0)
    return c_add_checks(&problem->given, value);
  if (strcmp(option, "presume") == 0)
    return c_add_presumptions(&problem->given, value);
  if (strcmp(option, "ignore") == 0) {
    problem->given.ignore_errors = true;
    return strcmp(value, "errors") == 0;
  }
  if (strcmp(option, "data-model") == 0) {
    problem->given.has_model = true;
    problem->given.data_model =
        strcmp(value, "ilp32") == 0 ? DATA_ILP32 : DATA_LP64;
    return problem->given.data_model == DATA_ILP32 ||
           strcmp(value, "lp64") == 0;
  }
  if (!*value)
    return false;
  if (strcmp(option, "include") == 0)
    vec_push(&c->problem, &problem->given.arguments, joined(c, "-I", value));
  else if (strcmp(option, "define") == 0)
    vec_push(&c->problem, &problem->given.arguments, joined(c, "-D", value));
  else if (strcmp(option, "input") == 0)
    vec_push(&c->problem, &problem->given.inputs, joined(c, "", value));
  else if (strcmp(option, "predicates") == 0)
    vec_push(&c->problem, &problem->given.predicates, joined(c, "", value));
  else
    return false;
  return true;
}

/* A number with or without a sign, decimal or, after 0x, hexadecimal: in C,
 * zeros before a number say that it is octal, in a list of values nobody means
 * that. False: it is none, or none of 64 bits. */
static bool read_value(const char *word, size_t length, uint64_t *out) {
  const char *at = word, *end = word + length;
  bool is_negative = at < end && *at == '-';
  at += at < end && (*at == '-' || *at == '+');
  unsigned base = 10;
  if (end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
    base = 16;
    at += 2;
  }
  uint64_t value = 0;
  bool fits = at < end;
  for (; fits && at < end; at++) {
    const char digits[] = "0123456789abcdef";
    const char *digit =
        memchr(digits, *at >= 'A' && *at <= 'F' ? *at | 32 : *at, base);
    fits = digit && value <= (UINT64_MAX - (uint64_t)(digit - digits)) / base;
    if (fits)
      value = value * base + (uint64_t)(digit - digits);
  }
  *out = is_negative ? 0 - value : value;
  return fits && (!is_negative || value <= (uint64_t)INT64_MAX + 1);
}

/* Numbers between blanks and commas; '#' starts a comment. */
static bool read_values(custos *c, const char *file, const char *bytes,
                        size_t length) {
  const char *at = bytes, *end = bytes + length, *start = bytes;
  uint32_t line = 1;
  while (at < end) {
    if (*at == '\n') {
      line++;
      start = ++at;
    } else if (*at == '#') {
      while (at < end && *at != '\n')
        at++;
    } else if (strchr(" \t\r,", *at)) {
      at++;
    } else {
      const char *word = at;
      uint64_t value;
      while (at < end && !strchr(" \t\r\n,#", *at))
        at++;
      if (!read_value(word, (size_t)(at - word), &value))
        return report_add(&c->report, file, line, (uint32_t)(word - start) + 1,
                          "'%.*s' is no number of 64 bits",
                          report_clip((size_t)(at - word)), word);
      vec_push(&c->problem, &c->c_problem.given.values, value);
    }
  }
  return true;
}

static custos_status add_values(custos *c, const char *path) {
  char *bytes;
  size_t length;
  custos_status status = context_read_text(c, path, &bytes, &length);
  if (status == CUSTOS_ERR_SYSTEM)
    return status;
  if (status != CUSTOS_OK || !read_values(c, path, bytes, length))
    return context_reject_keeping(c);
  mem_free(&c->job, bytes);
  return context_leave(c, CUSTOS_OK);
}

custos_status c_add_option(custos *c, const char *option, const char *value,
                           bool is_users) {
  unsigned given = c->given;
  if (is_users && strcmp(option, "values") == 0) {
    c->given |= GIVEN_C;
    return add_values(c, value);
  }
  if (context_add_c_option(c, option, value))
    return CUSTOS_OK;
  c->given = given;
  return CUSTOS_ERR_USAGE;
}

void c_change(custos *c) {
  if (c->c_problem.is_made)
    context_drop_c(c);
}

bool context_read_c_property(custos *c, const char *name, const char *bytes,
                             size_t length) {
  c_problem *problem = &c->c_problem;
  c_property p = {0};
  if (!c_read_property(name, bytes, length, &c->report, &p))
    return false;
  c->given |= p.assertions ? GIVEN_JAVA : GIVEN_C;
  if (p.assertions && (p.error_calls || p.checks))
    return report_add(&c->report, name, 0, 0,
                      "it has properties of C and of Java programs");
  if (p.assertions) /* what is asked without it, too */
    return true;
  problem->given.specification = mem_text(&c->problem, bytes, length);
  c_ask_for(&problem->given, p.checks);
  problem->given.presumes |= p.error_calls ? C_PRESUME_MEMORY : 0;
  problem->given.presumes |= C_PRESUME_DEFINED | C_PRESUME_MALLOC;
  problem->given.ignore_errors = problem->given.ignore_errors || !p.error_calls;
  return true;
}

bool c_read(custos *c, const char *name, const char *bytes, size_t length,
            const language *x) {
  if (x->info.is_aside && !context_is_open_to(c, x))
    return report_add(&c->report, name, 0, 0,
                      "a property file is for C programs");
  if (x->info.is_aside)
    return context_read_c_property(c, name, bytes, length);
  if (!context_may_read(c, name, x))
    return false;
  const language *other = c->c_problem.language;
  if (other && other != x)
    return report_add(&c->report, name, 0, 0,
                      "it is %s, and the problem has %s already", x->info.title,
                      other->info.title);
  context_become(c, x->ops);
  c_change(c);
  c->c_problem.language = x;
  c->properties_read = false;
  return true;
}

typedef vec(const char *) words;

static void add_defines(custos *c, words *out) {
  vec_each (const define, d, &c->source.defines) {
    size_t n = strlen(d->name) + 40;
    char *word = mem_alloc(&c->job, n);
    snprintf(word, n, "-D%s=%lld", d->name, (long long)d->value);
    vec_push(&c->job, out, word);
  }
}

static void copy_words(custos *c, char *const *at, size_t count, words *out) {
  for (size_t i = 0; i < count; i++)
    vec_push(&c->job, out, at[i]);
}

const char *const *context_c_arguments(custos *c) {
  const c_problem *problem = &c->c_problem;
  words out = {0};
  copy_words(c, problem->given.arguments.at, problem->given.arguments.count,
             &out);
  add_defines(c, &out);
  vec_push(&c->job, &out, NULL);
  return out.at;
}

/* The errors that nobody asks about just end the program. */
static void silence_errors(cfa *automaton) {
  vec_each (cfa_edge, edge, &automaton->edges)
    if (edge->kind == CFA_FAIL &&
        (edge->error == CFA_ERROR_CALL || edge->error == CFA_ERROR_ASSERTION))
      edge->kind = CFA_HALT;
}

int context_c_model(const custos *c) {
  return c->c_problem.given.has_model ? c->c_problem.given.data_model
                                      : c->options.data_model;
}

/* What is missing on the machine is nobody's mistake in the program. */
static custos_status refuse(custos *c) {
  const report_entry *first = &c->report.entries[0];
  context_drop_c(c);
  if (c->report.count && !first->line && !first->file[0])
    return context_fail(c, CUSTOS_ERR_SYSTEM, "%s", first->message);
  return context_reject_keeping(c);
}

bool context_compile_c(custos *c, bool control, cfa *out) {
  const c_problem *problem = &c->c_problem;
  words inputs = {0};
  copy_words(c, problem->given.inputs.at, problem->given.inputs.count, &inputs);
  vec_push(&c->job, &inputs, NULL);
  c_options o = {
      .pointer_bits = context_c_model(c) == DATA_ILP32 ? 32 : 64,
      .checks = control ? 0 : c_compiled_checks(&problem->given),
      .failing = !control && !(problem->given.presumes & C_PRESUME_MALLOC),
      .undefined = !control && !(problem->given.presumes & C_PRESUME_DEFINED),
      .control = control,
      .arguments = context_c_arguments(c),
      .inputs = inputs.at};
  return c_load(&c->c_problem.mem, &c->clock, &o,
                (const char *const *)c->source.files.at, c->source.files.count,
                &c->report, out);
}

static custos_status make(custos *c, bool control) {
  c_problem *problem = &c->c_problem;
  assert(problem->language && problem->language->compile);
  context_drop_c(c);
  const char *phase = c->clock.phase;
  c->clock.phase = "compiling";
  c_settle_checks(&problem->given, problem->language->checks);
  if (!problem->language->compile(c, control, &problem->cfa))
    return refuse(c);
  if (problem->given.ignore_errors)
    silence_errors(&problem->cfa);
  c_mark_presumed(&problem->given, &problem->cfa);
  context_find_shown(c);
  problem->is_made = true;
  c->clock.phase = phase;
  return CUSTOS_OK;
}

custos_status context_make_c(custos *c) {
  const c_problem *problem = &c->c_problem;
  return problem->is_made && !problem->is_flow ? CUSTOS_OK : make(c, false);
}

custos_status context_make_flow(custos *c) {
  c_problem *problem = &c->c_problem;
  if (problem->is_made && problem->is_flow)
    return CUSTOS_OK;
  custos_status status = make(c, true);
  if (status != CUSTOS_OK)
    return status;
  cfa_make_flow(&problem->mem, &c->clock, &problem->cfa, &problem->flow);
  c->pds = problem->flow.pds;
  problem->is_flow = true;
  return CUSTOS_OK;
}

static void note_option(void *self, const char *name, const char *value) {
  custos *c = self;
  size_t n = strlen(name) + strlen(value) + 2;
  char *line = mem_alloc(&c->job, n);
  snprintf(line, n, "%s=%s", name, value);
  vec_push(&c->job, &c->source.options, line);
}

void context_note_c_source(custos *c, bool with_model) {
  const c_problem *problem = &c->c_problem;
  memset(&c->source.options, 0, sizeof c->source.options);
  if (with_model && context_c_model(c) == DATA_ILP32)
    note_option(c, "data-model", "ilp32");
  for (size_t i = 0; i < problem->given.arguments.count; i++) {
    const char *a = problem->given.arguments.at[i];
    note_option(c, a[1] == 'I' ? "include" : "define", a + 2);
  }
  for (size_t i = 0; i < problem->given.inputs.count; i++)
    note_option(c, "input", problem->given.inputs.at[i]);
  if (problem->given.function)
    note_option(c, "function", problem->given.function);
  if (problem->given.exceptions) {
    char *list =
        joined(c, problem->given.exceptions[0] ? "exceptions=" : "exceptions",
               problem->given.exceptions);
    note_option(c, "check", list);
  }
  if (with_model)
    c_each_check(&problem->given, note_option, c);
  c_each_presumption(&problem->given, note_option, c);
  if (problem->given.ignore_errors)
    note_option(c, "ignore", "errors");
}
