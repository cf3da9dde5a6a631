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

const char *context_doubt(custos *c, const pds_lasso *l) {
  const pushdown_ops *x = c->ops->pushdown;
  return x && x->doubt ? x->doubt(c, l) : NULL;
}

void context_qualify(custos *c) {
  if (c->ops->pushdown && c->ops->pushdown->qualify)
    c->ops->pushdown->qualify(c);
}

static bool lasso_is_right(custos *c, const property *p, const pds_binding *b,
                           const char **why) {
  const pds_lasso *l = &c->checked.lasso;
  if (p->kind == PROPERTY_LTL)
    return pushdown_lasso_check(&c->job, &c->clock, &c->pds, b, &p->table,
                                p->root, l, why);
  pushdown_letters letters = {0};
  if (!pushdown_lasso_replay(&c->job, &c->clock, &c->pds, b, l, &letters, why))
    return false;
  *why = "the automaton does not accept the run";
  return omega_accepts(&c->job, &c->checked.automaton, letters.at,
                       letters.count, l->stem.count);
}

/* A run that has ended is shown only once at its end. */
static void shorten(pds_lasso *l) {
  if (l->loop.at[0] != PDS_STUTTER)
    return;
  l->loop.count = 1;
  while (l->stem.count && vec_last(&l->stem) == PDS_STUTTER)
    l->stem.count--;
}

static custos_status violated(custos *c, const property *p,
                              const pds_binding *b,
                              const pushdown_ltl_answer *a, custos_result *r) {
  const char *why = context_doubt(c, a->has_lasso ? &a->lasso : NULL);
  if (why) {
    context_say(c, "%s", why);
    return context_conclude(c, r, CUSTOS_UNKNOWN);
  }
  r->steps = a->steps;
  if (!a->has_lasso) {
    context_say(c,
                "a run violates it, but one that takes more than %d steps to "
                "begin to repeat",
                MOST_STEPS);
    context_qualify(c);
    return context_conclude(c, r, CUSTOS_VIOLATED);
  }
  c->checked.lasso = a->lasso;
  shorten(&c->checked.lasso);
  c->clock.phase = "checking";
  if (!lasso_is_right(c, p, b, &why))
    return context_bug(c, why);
  const pds_lasso *l = &c->checked.lasso;
  size_t stem = l->stem.count, loop = l->loop.count;
  bool ends = loop == 1 && l->loop.at[0] == PDS_STUTTER;
  c->has_run = true;
  r->checked = "replay";
  r->loop = stem;
  r->steps = ends ? stem : stem + loop;
  context_say_run(c, stem, loop, ends);
  context_qualify(c);
  return context_conclude(c, r, CUSTOS_VIOLATED);
}

custos_status context_decide_pushdown(custos *c, const property *p,
                                      custos_result *r) {
  pds_binding b = {0};
  pushdown_ltl_answer a = {0};
  const char *why = NULL;
  const names *atoms =
      p->kind == PROPERTY_LTL ? &p->table.atoms : &p->automaton.atoms;
  if (!context_make_automaton(c, p) ||
      !context_bind_pushdown(c, atoms, p->file, p->line, p->column, &b))
    return context_reject_keeping(c);
  c->clock.phase = "searching";
  pushdown_ltl(&c->job, &c->clock, &c->pds, &b, &c->checked.automaton,
               MOST_STEPS, &a);
  r->engine = "repeating heads";
  r->states = a.heads;
  r->transitions = a.edges;
  r->rules = c->pds.rules.count;
  r->automaton = c->checked.automaton.states;
  r->translation = c->checked.translation;
  if (a.violated)
    return violated(c, p, &b, &a, r);
  why = context_doubt(c, NULL);
  if (why) {
    context_say(c, "%s", why);
    return context_conclude(c, r, CUSTOS_UNKNOWN);
  }
  char none[64];
  snprintf(none, sizeof none, "%s violates it: ", c->ops->pushdown->none);
  context_say_count(c, none, a.heads, "head", " of the product, none repeats");
  c->checked.heads = a.ranks;
  c->clock.phase = "checking";
  if (!c->options.certify)
    return context_conclude(c, r, CUSTOS_HOLDS);
  if (!pushdown_ranks_check(&c->job, &c->clock, &c->pds, &b,
                            &c->checked.automaton, &c->checked.heads, &why))
    return context_bug(c, why);
  c->checked.is_ranked = true;
  if (p->kind == PROPERTY_AUTOMATON || c->checked.has_certificate)
    r->checked = "replay";
  return context_conclude(c, r, CUSTOS_HOLDS);
}
