/* Formulas to automata, with the certificates that verdicts rest on. */
#include "problem/temporal.h"

#include "base/log.h"

#include <stdio.h>
#include <string.h>

/* Pairs of obligations and states that the search for a certificate looks at;
 * beyond that, another automaton of the same formula is tried. */
enum { MOST_PAIRS = 200000 };

static const char *const effort_names[] = {"full", "without rewriting",
                                           "naive"};

/* The translation does not know where the formula stands. */
static bool locate_refusal(custos *c) {
  const property *p = c->checked.property;
  const char *file = !p ? "formula" : p->file[0] ? p->file : p->name;
  for (size_t i = 0; i < c->report.count && i < REPORT_MOST; i++) {
    report_entry *entry = &c->report.entries[i];
    if (entry->file[0])
      continue;
    snprintf(entry->file, sizeof entry->file, "%s", file);
    entry->line = p ? p->line : 1;
    entry->column = p ? p->column : 1;
  }
  return false;
}

static bool try_effort(custos *c, const ltl *t, uint32_t f, uint32_t wanted,
                       bool negated, translate_effort effort) {
  checked *x = &c->checked;
  translate_options o = {.effort = effort};
  memset(&x->automaton, 0, sizeof x->automaton);
  memset(&x->certificate, 0, sizeof x->certificate);
  if (!translate(&c->job, &c->clock, t, wanted, &o, &c->report, &x->automaton))
    return locate_refusal(c);
  x->has_certificate =
      certificate_find(&c->job, &c->clock, t, f, negated, &x->automaton,
                       MOST_PAIRS, &x->certificate) &&
      certificate_check(&c->job, t, f, negated, &x->automaton, &x->certificate);
  x->translation = x->has_certificate ? effort_names[effort] : "none";
  LOG(&c->clock, LTL,
      "translation '%s': %" PRIu32 " states, %zu edges, %s that it accepts all",
      effort_names[effort], x->automaton.states, x->automaton.edges.count,
      x->has_certificate ? "a certificate" : "no certificate");
  return true;
}

static void log_formula(const custos *c, bool negated) {
  const property *p = c->checked.property;
  const char *formula = p ? p->formula : c->checked.formula;
  if (formula)
    LOG(&c->clock, LTL, "automaton of %s%s", negated ? "what violates " : "",
        formula);
}

bool context_translate(custos *c, const ltl *t, uint32_t f, uint32_t not_f) {
  bool negated = not_f != LTL_NONE;
  translate_effort effort =
      c->options.rewriting ? TRANSLATE_FULL : TRANSLATE_NO_REWRITE;
  const char *phase = c->clock.phase;
  uint32_t wanted = negated ? not_f : f;
  c->clock.phase = "translating";
  log_formula(c, negated);
  if (!try_effort(c, t, f, wanted, negated, effort))
    return false;
  omega first = c->checked.automaton;
  while (!c->checked.has_certificate && effort < TRANSLATE_NAIVE)
    if (!try_effort(c, t, f, wanted, negated, ++effort))
      return false;
  if (!c->checked.has_certificate)
    c->checked.automaton = first;
  c->clock.phase = phase;
  return true;
}

/* Automata that are asked for. */

/* A formula as text that lives as long as the job. */
static const char *print(custos *c, const ltl *t, uint32_t f) {
  keeper k;
  ltl_print(&c->job, t, f, false, keeper_begin(&k, c, &c->rule_text));
  const char *s = keeper_end(&k);
  return mem_text(&c->job, s, c->rule_text.count);
}

static void describe(custos *c, custos_automaton *out) {
  const omega *automaton = &c->checked.automaton;
  omega_kind kind = omega_classify(&c->job, automaton);
  out->states = automaton->states;
  out->edges = (uint32_t)automaton->edges.count;
  out->sets = automaton->sets;
  out->on_states = automaton->state_based;
  out->deterministic = kind.deterministic;
  out->complete = kind.complete;
  out->weak = kind.weak;
  out->terminal = kind.terminal;
  out->translation = c->checked.translation;
  out->entries =
      c->checked.has_certificate ? c->checked.certificate.entries.count : 0;
  out->seconds = progress_clock() - c->clock.started;
}

custos_status custos_translate(custos *c, const char *formula,
                               custos_automaton *out) {
  ENTER(c, "translating");
  checked *x = &c->checked;
  context_drop_job(c);
  memset(out, 0, sizeof *out);
  if (!ltl_parse(&c->job, &x->table, LTL_SPOT, "formula", 1, 1, formula,
                 strlen(formula), &c->report, &x->root))
    return context_reject_keeping(c);
  x->formula = print(c, &x->table, x->root);
  out->formula = x->formula;
  bool good;
  if (c->options.generalised) {
    translate_options o = {
        .generalised = true,
        .effort = c->options.rewriting ? TRANSLATE_FULL : TRANSLATE_NO_REWRITE};
    x->translation = "none";
    good = translate(&c->job, &c->clock, &x->table, x->root, &o, &c->report,
                     &x->automaton);
  } else {
    good = context_translate(c, &x->table, x->root, LTL_NONE);
  }
  if (!good)
    return context_reject_keeping(c);
  x->has_automaton = true;
  describe(c, out);
  out->simplified =
      print(c, &x->table,
            c->options.rewriting
                ? translate_simplify(&c->job, &c->clock, &x->table, x->root)
                : x->root);
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_read_automaton(custos *c, const char *path,
                                    custos_automaton *out) {
  char *bytes;
  size_t length;
  ENTER(c, "reading");
  checked *x = &c->checked;
  context_drop_job(c);
  memset(out, 0, sizeof *out);
  out->formula = out->simplified = "";
  custos_status status = context_read_text(c, path, &bytes, &length);
  if (status == CUSTOS_ERR_SYSTEM)
    return status;
  if (status != CUSTOS_OK ||
      !omega_read_hoa(&c->job, &x->automaton, path, bytes, length, &c->report))
    return context_reject_keeping(c);
  if (!c->options.generalised &&
      (!x->automaton.state_based || x->automaton.sets != 1)) {
    omega one = {0};
    omega_degeneralise(&c->job, &x->automaton, &one);
    x->automaton = one;
  }
  x->translation = "none";
  x->formula = "";
  x->has_automaton = true;
  describe(c, out);
  return context_leave(c, CUSTOS_OK);
}

bool context_make_automaton(custos *c, const property *p) {
  if (p->kind == PROPERTY_LTL)
    return context_translate(c, &p->table, p->root, p->negated);
  c->checked.automaton = p->automaton;
  c->checked.translation = "none";
  if (!p->automaton.state_based || p->automaton.sets != 1) {
    memset(&c->checked.automaton, 0, sizeof c->checked.automaton);
    omega_degeneralise(&c->job, &p->automaton, &c->checked.automaton);
  }
  return true;
}
