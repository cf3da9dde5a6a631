#include "engine/formula/inside.h"

#include "base/log.h"

#include <stdio.h>

void formula_close(formula_open *open) {
  if (open->solver)
    smt_delete(open->solver);
  open->solver = NULL;
  if (open->mem.budget)
    mem_clear(&open->mem);
}

static void give_up(formula *f, const formula_end *end, const char *why) {
  formula_result *out = f->out;
  out->verdict = FORMULA_UNKNOWN;
  snprintf(out->reason, sizeof out->reason, "%.250s", why);
  out->place = (cfa_place){.file = CFA_NONE};
  if (end && end->edge != CFA_NONE)
    out->place = f->p->edges.at[end->edge].place;
}

static formula *begin(mem *m, progress *clock, const cfa *automaton,
                      const formula_options *options, formula_result *out) {
  formula *f = mem_alloc(m, sizeof *f);
  *f = (formula){
      .m = m, .clock = clock, .p = automaton, .options = options, .out = out};
  f->terms = terms_new(m);
  f->yes = terms_constant(f->terms, 1, 1);
  f->no = terms_constant(f->terms, 1, 0);
  size_t locations = automaton->locations.count + 1;
  f->points = mem_array(m, locations, sizeof *f->points);
  for (size_t i = 0; i < locations; i++)
    f->points[i] = (formula_point){CFA_NONE, CFA_NONE, CFA_NONE};
  f->ordered = mem_array(m, automaton->functions.count + 1, 1);
  f->codes = mem_array(m, automaton->edges.count + 1, sizeof *f->codes);
  size_t expressions = automaton->expressions.count + 1;
  f->values = mem_array(m, expressions, sizeof *f->values);
  f->stamps = mem_array(m, expressions, sizeof *f->stamps);
  return f;
}

static term any_end(formula *f, unsigned kinds) {
  term any = f->no;
  vec_each (const formula_end, end, &f->ends)
    if (kinds & 1U << end->kind)
      any = formula_or(f, any, end->when);
  return any;
}

/* Pointers that are inputs are null: no others can be given to a run. */
static term pointers_are_null(formula *f) {
  term all = f->yes;
  vec_each (const formula_input, in, &f->inputs)
    if (in->input.is_pointer)
      all = terms_and(f->terms, all,
                      formula_op(f, BITS_EQ, 1, in->term,
                                 terms_constant(f->terms, in->input.width, 0)));
  return all;
}

static void take_model(formula *f) {
  for (uint32_t i = 0; i < f->inputs.count; i++) {
    uint64_t value = 0;
    (void)smt_model(f->solver, i, &value);
    terms_assign(f->terms, i, value);
  }
}

static const formula_end *true_end(formula *f, unsigned kinds) {
  vec_each (const formula_end, end, &f->ends)
    if ((kinds & 1U << end->kind) && terms_value(f->terms, end->when))
      return end;
  return NULL;
}

static void violated(formula *f, mem *m) {
  formula_result *out = f->out;
  take_model(f);
  const formula_end *end = true_end(f, 1U << FORMULA_ERROR);
  if (!end) {
    give_up(f, NULL, "the solver's inputs lead to no error");
    return;
  }
  out->verdict = FORMULA_VIOLATED;
  out->edge = end->edge;
  out->fault = end->fault;
  vec_each (const formula_input, in, &f->inputs)
    if (terms_value(f->terms, in->when)) {
      cfa_input x = in->input;
      x.value = terms_value(f->terms, in->term);
      vec_push(m, &out->inputs, x);
    }
}

/* No question to the solver goes on behind that end, by much. */
static void limit_query(formula *f, double end, unsigned most) {
  double left = end > 0 ? 1000 * (end - progress_clock()) : 0;
  if (end > 0 && left < 50)
    left = 50;
  if (end > 0 && (!most || left < most))
    most = (unsigned)left;
  smt_limit_time(f->solver, most);
}

/* After a pass: true if there is an answer. */
static bool judge(formula *f, mem *m) {
  const unsigned open = 1U << FORMULA_UNDEFINED | 1U << FORMULA_UNSUPPORTED;
  term errors = any_end(f, 1U << FORMULA_ERROR), nulls = pointers_are_null(f);
  smt_answer found =
      smt_decide(f->solver, terms_and(f->terms, errors, nulls), false);
  if (found == SMT_SAT) {
    violated(f, m);
    return true;
  }
  if (found == SMT_UNSAT && nulls != f->yes)
    found = smt_decide(f->solver, errors, false);
  if (found != SMT_UNSAT) {
    give_up(f, NULL,
            found == SMT_SAT ? "an error needs a pointer that cannot be given"
                             : "the solver could not decide the formula");
    return true;
  }
  if (f->is_over) {
    give_up(f, NULL, f->why);
    return true;
  }
  found = smt_decide(f->solver, any_end(f, open), false);
  if (found == SMT_SAT) {
    take_model(f);
    const formula_end *end = true_end(f, open);
    give_up(f, end, end && end->why ? end->why : "an end that is not known");
    return true;
  }
  if (found == SMT_UNKNOWN) {
    give_up(f, NULL, "the solver could not decide the formula");
    return true;
  }
  vec_each (const formula_end, end, &f->ends)
    if (end->kind == FORMULA_CUT) {
      give_up(f, end, end->why);
      return f->bound >= f->options->last_bound;
    }
  f->out->verdict = FORMULA_HOLDS;
  f->out->needs_no_input = f->inputs.count == 0;
  f->out->reason[0] = '\0';
  return true;
}

bool formula_is_possible(formula *f, uint32_t guard) {
  enum { MILLISECONDS = 1000 };
  term all = formula_guard_of(f, guard);
  if (terms_is_constant(f->terms, all))
    return all != f->no;
  limit_query(f, f->deadline, MILLISECONDS);
  return smt_decide(f->solver, all, false) != SMT_UNSAT;
}

static void count(formula *f) {
  statistics *s = &f->out->statistics;
  const smt_statistics *q = smt_statistics_of(f->solver);
  s->queries += q->queries;
  s->solver_seconds += q->seconds;
}

/* All of it, up to the bound. */
static bool pass(mem *m, progress *clock, const cfa *automaton,
                 const formula_options *options, formula_open *open, double end,
                 formula_result *out) {
  mem_init(&open->mem, m->budget);
  formula *f = begin(&open->mem, clock, automaton, options, out);
  smt_limits limits = {.milliseconds = options->query_milliseconds,
                       .megabytes = options->solver_megabytes,
                       .jobs = options->jobs};
  open->solver = f->solver = smt_new(f->m, f->terms, clock, &limits);
  f->bound = out->bound;
  out->statistics.paths = 0;
  double now = progress_clock();
  f->deadline = end > 0 ? now + (end - now) / 2 : 0;
  formula_unroll(f);
  limit_query(f, end, options->query_milliseconds);
  LOG(clock, FORMULA,
      "loops go around %" PRIu32 " times: %zu terms, %zu inputs, %zu ends",
      f->bound, terms_count(f->terms), f->inputs.count, f->ends.count);
  bool is_over = judge(f, m);
  LOG(clock, FORMULA, "%s%s",
      out->verdict == FORMULA_HOLDS      ? "no end is an error"
      : out->verdict == FORMULA_VIOLATED ? "an error is possible"
                                         : "it is not known: ",
      out->verdict == FORMULA_UNKNOWN ? out->reason : "");
  count(f);
  formula_close(open);
  return is_over;
}

void formula_decide(mem *m, progress *clock, const cfa *automaton,
                    const formula_options *options, formula_open *open,
                    formula_result *out) {
  double end = options->seconds > 0 ? progress_clock() + options->seconds : 0;
  memset(out, 0, sizeof *out);
  out->verdict = FORMULA_UNKNOWN;
  out->edge = CFA_NONE;
  out->place.file = CFA_NONE;
  for (out->bound = options->first_bound;; out->bound *= 4) {
    if (pass(m, clock, automaton, options, open, end, out))
      return;
    if (end > 0 && progress_clock() > end)
      return;
  }
}
