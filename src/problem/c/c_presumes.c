/* What an answer about a C program presumes beside its text: one table, from
 * which verdicts, witnesses, --json and docs/c-semantics.md have their words.
 */
#include "problem/c/c_checks.h"
#include "problem/c/c_parts.h"
#include "problem/language.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Numbers of rows. */
enum {
  PRESUME_COMPILER,
  PRESUME_WRAP,
  PRESUME_MALLOC,
  PRESUME_SHIFT,
  PRESUME_UNINITIALISED,
  PRESUME_FUNCTIONS,
  PRESUME_MODELS,
  PRESUME_ORDER,
  PRESUME_MEMORY,
  PRESUME_NO_OVERFLOW,
  PRESUME_DEFINED,
  PRESUMPTIONS
};

/* Sentences have no commas: these stand between them. */
static const c_presumption table[PRESUMPTIONS] = {
    [PRESUME_COMPILER] = {"compiler",
                          "clang's order of evaluation and layout of objects",
                          ""},
    [PRESUME_WRAP] = {"wrap", "signed arithmetic wraps", "--check=overflow"},
    [PRESUME_MALLOC] = {"malloc", "malloc succeeds", ""},
    [PRESUME_SHIFT] = {"shift", "a shift by too much gives any value",
                       "--check=shift"},
    [PRESUME_UNINITIALISED] = {"uninitialised",
                               "what is not initialised holds any value "
                               "and keeps it",
                               ""},
    [PRESUME_FUNCTIONS] = {"functions",
                           "without a body and only returning:", ""},
    [PRESUME_MODELS] = {"models", "as modelled:", ""},
    [PRESUME_ORDER] = {"order",
                       "what compares for qsort and bsearch changes nothing",
                       ""},
    [PRESUME_MEMORY] = {"memory", "memory is used rightly", "--check=memory"},
    [PRESUME_NO_OVERFLOW] = {"no-overflow", "no signed overflow",
                             "--check=overflow"},
    [PRESUME_DEFINED] = {"defined", "no run is undefined", ""},
};

const c_presumption *c_presumption_at(size_t i) {
  return i < PRESUMPTIONS ? &table[i] : NULL;
}

static bool allocates(const cfa *automaton) {
  vec_each (const cfa_edge, edge, &automaton->edges)
    if (edge->kind == CFA_ALLOCATE && edge->allocation != CFA_ALLOCA)
      return true;
  return false;
}

static bool shifts_far(const cfa *automaton) {
  vec_each (const cfa_expression, expression, &automaton->expressions) {
    bool is_shift =
        expression->kind == CFA_APPLY &&
        (expression->op == BITS_SHL || expression->op == BITS_LSHR ||
         expression->op == BITS_ASHR);
    const cfa_expression *by =
        is_shift ? &automaton->expressions.at[expression->b] : NULL;
    if (by && (by->kind != CFA_CONSTANT || by->value >= expression->width))
      return true;
  }
  return false;
}

/* Which elements they compare, and how often, is theirs to choose; the models
 * make one choice. */
static bool calls_back(const cfa *automaton) {
  vec_each (const cfa_function, function, &automaton->functions) {
    const char *name = cfa_text(automaton, function->name);
    if (cfa_is_model(automaton, function->place) &&
        (strcmp(name, "qsort") == 0 || strcmp(name, "bsearch") == 0))
      return true;
  }
  return false;
}

/* Has the engine met such an input? Where none has told, it may have. */
static bool has_met(const c_problem *problem, cfa_input_kind kind) {
  return !problem->is_checked || (problem->result.met_kinds >> kind & 1);
}

static bool is_made(const c_problem *problem, size_t which) {
  const c_given *given = &problem->given;
  switch (which) {
  case PRESUME_COMPILER:
    return true;
  case PRESUME_WRAP:
    return problem->cfa.wraps &&
           !(c_compiled_checks(given) & CFA_CHECK_OVERFLOW);
  case PRESUME_MALLOC:
    return (given->presumes & C_PRESUME_MALLOC) && allocates(&problem->cfa);
  case PRESUME_SHIFT:
    return !(given->checks & CFA_CHECK_SHIFT) &&
           has_met(problem, CFA_INPUT_SHIFT) && shifts_far(&problem->cfa);
  case PRESUME_UNINITIALISED:
    return has_met(problem, CFA_INPUT_UNINITIALISED);
  case PRESUME_ORDER:
    return calls_back(&problem->cfa);
  case PRESUME_MEMORY:
    return (given->presumes & C_PRESUME_MEMORY) &&
           (given->checks & CFA_CHECK_MEMORY) != CFA_CHECK_MEMORY;
  case PRESUME_NO_OVERFLOW:
    return (given->presumes & C_PRESUME_NO_OVERFLOW) &&
           !(given->checks & CFA_CHECK_OVERFLOW);
  case PRESUME_DEFINED:
    return given->presumes & C_PRESUME_DEFINED;
  default:
    return false; /* a list of names: see below */
  }
}

typedef vec(char) words;
typedef vec(uint32_t) numbers;

static void add_words(custos *c, words *out, const char *said) {
  size_t n = strlen(said);
  vec_reserve(&c->job, out, n + 1);
  memcpy(out->at + out->count, said, n + 1);
  out->count += n;
}

static bool presumes_is_among(const numbers *all, uint32_t name) {
  vec_each (const uint32_t, n, all)
    if (*n == name)
      return true;
  return false;
}

static void add_name(custos *c, numbers *out, uint32_t name) {
  if (name != CFA_NONE && !presumes_is_among(out, name))
    vec_push(&c->job, out, name);
}

/* Models call each other by names of ours. */
static bool is_own(const char *name) {
  return strncmp(name, "__custos_", strlen("__custos_")) == 0;
}

/* Of those that take formats apart, the last one of a call stands for all. */
static const char *stands_for_model(const char *name) {
  if (strcmp(name, "__custos_put_end") == 0)
    return "snprintf sprintf";
  if (strcmp(name, "__custos_scan_end") == 0)
    return "scanf fscanf sscanf";
  return is_own(name) ? NULL : name;
}

static void find_names(custos *c, size_t which, numbers *out) {
  const cfa *automaton = &c->c_problem.cfa;
  if (which == PRESUME_FUNCTIONS)
    vec_each (const cfa_edge, edge, &automaton->edges)
      if (((edge->kind == CFA_INPUT && edge->input == CFA_INPUT_EXTERNAL) ||
           edge->kind == CFA_SKIP) &&
          (edge->name == CFA_NONE || !is_own(cfa_text(automaton, edge->name))))
        add_name(c, out, edge->name);
  if (which == PRESUME_MODELS)
    vec_each (const cfa_function, function, &automaton->functions)
      if (cfa_is_model(automaton, function->place) &&
          stands_for_model(cfa_text(automaton, function->name)))
        add_name(c, out, function->name);
}

/* How many paths were left out, as a remark behind the last row. */
static void add_count(custos *c, words *out) {
  const statistics *s = &c->c_problem.result.statistics;
  char said[120];
  if (!s->undefined && !s->presumed)
    return;
  snprintf(said, sizeof said,
           " (%" PRIu64 " path%s left out; %" PRIu64 " access%s not looked at)",
           s->undefined, s->undefined == 1 ? "" : "s", s->presumed,
           s->presumed == 1 ? "" : "es");
  add_words(c, out, said);
}

static void add_row(custos *c, size_t which, words *out) {
  const cfa *automaton = &c->c_problem.cfa;
  numbers listed = {0};
  find_names(c, which, &listed);
  if (!listed.count && !is_made(&c->c_problem, which))
    return;
  add_words(c, out, out->count ? ", " : "");
  add_words(c, out, table[which].sentence);
  vec_each (const uint32_t, n, &listed) {
    add_words(c, out, " ");
    const char *name = cfa_text(automaton, *n);
    const char *words_for = stands_for_model(name);
    add_words(c, out, words_for ? words_for : name);
  }
}

const char *c_presumes(custos *c, const property *p) {
  const c_problem *problem = &c->c_problem;
  bool is_safety = !p || p->kind == PROPERTY_SAFETY;
  words out = {0};
  if (!is_safety && context_is_flow(c) && c->checked.holds &&
      problem->language->flow_presumes)
    return problem->language->flow_presumes;
  if (!is_safety || !problem->is_made || problem->is_flow || c->has_run ||
      problem->result.verdict != PANDA_HOLDS)
    return "";
  if (problem->language->presumes)
    return problem->language->presumes;
  for (size_t i = 0; i < PRESUMPTIONS; i++)
    add_row(c, i, &out);
  add_count(c, &out);
  return out.at;
}
