/* Formulas and automata on pushdown systems. */
#include "problem/pushdown/pushdown_problem.h"

#include "evidence/pushdown/ltl.h"

#include <stdio.h>
#include <string.h>

/* A run can be exponentially long; a longer one is not spelt out. */
enum { MOST_STEPS = 1000000 };

bool context_bind_pushdown(custos *c, const names *atoms, const char *file,
                           uint32_t line, uint32_t column, pds_binding *out) {
  return c->ops->pushdown->bind(c, atoms, file, line, column, out);
}

const char *context_doubt(custos *c, const pds_lasso *lasso) {
  const pushdown_ops *ops = c->ops->pushdown;
  return ops && ops->doubt ? ops->doubt(c, lasso) : NULL;
}

void context_qualify(custos *c) {
  if (c->ops->pushdown && c->ops->pushdown->qualify)
    c->ops->pushdown->qualify(c);
}

static bool lasso_is_right(custos *c, const property *p,
                           const pds_binding *binding, const char **why) {
  const pds_lasso *lasso = &c->checked.lasso;
  if (p->kind == PROPERTY_LTL)
    return pushdown_lasso_check(&c->job, &c->clock, &c->pds, binding, &p->table,
                                p->root, lasso, why);
  pushdown_letters letters = {0};
  if (!pushdown_lasso_replay(&c->job, &c->clock, &c->pds, binding, lasso,
                             &letters, why))
    return false;
  *why = "the automaton does not accept the run";
  return omega_accepts(&c->job, &c->checked.automaton, letters.at,
                       letters.count, lasso->stem.count);
}

/* A run that has ended is shown only once at its end. */
static void shorten(pds_lasso *lasso) {
  if (lasso->loop.at[0] != PDS_STUTTER)
    return;
  lasso->loop.count = 1;
  while (lasso->stem.count && vec_last(&lasso->stem) == PDS_STUTTER)
    lasso->stem.count--;
}

static custos_status violated(custos *c, const property *p,
                              const pds_binding *binding,
                              const pushdown_ltl_answer *ltl_answer,
                              custos_result *result) {
  const char *why =
      context_doubt(c, ltl_answer->has_lasso ? &ltl_answer->lasso : NULL);
  if (why) {
    context_say(c, "%s", why);
    return context_conclude(c, result, CUSTOS_UNKNOWN);
  }
  result->steps = ltl_answer->steps;
  if (!ltl_answer->has_lasso) {
    context_say(c,
                "a run violates it, but one that takes more than %d steps to "
                "begin to repeat",
                MOST_STEPS);
    context_qualify(c);
    return context_conclude(c, result, CUSTOS_VIOLATED);
  }
  c->checked.lasso = ltl_answer->lasso;
  shorten(&c->checked.lasso);
  c->clock.phase = "checking";
  if (!lasso_is_right(c, p, binding, &why))
    return context_bug(c, why);
  const pds_lasso *lasso = &c->checked.lasso;
  size_t stem = lasso->stem.count, loop = lasso->loop.count;
  bool ends = loop == 1 && lasso->loop.at[0] == PDS_STUTTER;
  c->has_run = true;
  result->checked = "replay";
  result->loop = stem;
  result->steps = ends ? stem : stem + loop;
  context_say_run(c, stem, loop, ends);
  context_qualify(c);
  return context_conclude(c, result, CUSTOS_VIOLATED);
}

custos_status context_decide_pushdown(custos *c, const property *p,
                                      custos_result *result) {
  pds_binding binding = {0};
  pushdown_ltl_answer ltl_answer = {0};
  const char *why = NULL;
  const names *atoms =
      p->kind == PROPERTY_LTL ? &p->table.atoms : &p->automaton.atoms;
  if (!context_make_automaton(c, p) ||
      !context_bind_pushdown(c, atoms, p->file, p->line, p->column, &binding))
    return context_reject_keeping(c);
  c->clock.phase = "searching";
  pushdown_ltl(&c->job, &c->clock, &c->pds, &binding, &c->checked.automaton,
               MOST_STEPS, &ltl_answer);
  result->engine = "repeating heads";
  result->states = ltl_answer.heads;
  result->transitions = ltl_answer.edges;
  result->rules = c->pds.rules.count;
  result->automaton = c->checked.automaton.states;
  result->translation = c->checked.translation;
  if (ltl_answer.violated)
    return violated(c, p, &binding, &ltl_answer, result);
  why = context_doubt(c, NULL);
  if (why) {
    context_say(c, "%s", why);
    return context_conclude(c, result, CUSTOS_UNKNOWN);
  }
  char none[64];
  snprintf(none, sizeof none, "%s violates it: ", c->ops->pushdown->none);
  context_say_count(c, none, ltl_answer.heads, "head",
                    " of the product, none repeats");
  c->checked.heads = ltl_answer.ranks;
  c->clock.phase = "checking";
  if (!c->options.certify)
    return context_conclude(c, result, CUSTOS_HOLDS);
  if (!pushdown_ranks_check(&c->job, &c->clock, &c->pds, &binding,
                            &c->checked.automaton, &c->checked.heads, &why))
    return context_bug(c, why);
  c->checked.is_ranked = true;
  if (p->kind == PROPERTY_AUTOMATON || c->checked.has_certificate)
    result->checked = "replay";
  return context_conclude(c, result, CUSTOS_HOLDS);
}
