/* Evidence about pushdown systems: written, read back and checked. */
#include "problem/pushdown/pushdown_problem.h"

#include "evidence/pushdown/ltl.h"
#include "evidence/translation/translation.h"

#include <stdio.h>
#include <string.h>

void pushdown_write_claim(custos *c, text *out) {
  const checked *x = &c->checked;
  context_write_claim(c, out);
  if (x->holds) {
    translation_write(&x->property->table.atoms, &x->automaton, &x->certificate,
                      out);
    pushdown_ranks_write(&c->pds, &x->heads, out);
  } else {
    if (x->property->kind == PROPERTY_LTL)
      translation_write_atoms(&x->property->table.atoms, out);
    pushdown_lasso_write(&c->pds, &x->lasso, out);
  }
  text_put(out, "end\n");
}

void pushdown_write_evidence(custos *c, text *out) {
  if (c->checked.is_temporal) {
    pushdown_write_claim(c, out);
    return;
  }
  context_make_evidence(c);
  evidence_write(&c->pds, &c->source, &c->evidence, out);
}

static custos_status replay_reachability(custos *c, const evidence_top *top,
                                         lines *in, custos_replayed *out) {
  evidence_verdict verdict;
  if (!evidence_read(in, &c->pds, top->claim == EVIDENCE_REACHABLE,
                     &c->evidence))
    return context_reject(c);
  evidence_check(&c->job, &c->clock, &c->pds, &c->evidence, &verdict);
  c->has_evidence = true;
  c->has_run = verdict.accepted && c->evidence.reachable;
  snprintf(c->reason, sizeof c->reason, "%s", verdict.why);
  *out = (custos_replayed){.accepted = verdict.accepted,
                           .reachable = c->evidence.reachable,
                           .reason = c->reason,
                           .facts = verdict.facts,
                           .has_run = c->has_run,
                           .loop = UINT64_MAX,
                           .property = ""};
  if (c->has_run)
    out->steps = derivation_steps(&c->job, &c->evidence.derivation);
  return context_leave(c, CUSTOS_OK);
}

static custos_status replay_holds(custos *c, const property *p, lines *in,
                                  custos_replayed *out) {
  checked *x = &c->checked;
  pds_binding binding = {0};
  const char *why = "";
  char none[64];
  if (!translation_read(in, &x->automaton, &x->certificate) ||
      !context_bind_pushdown(c, &p->table.atoms, p->file, p->line, p->column,
                             &binding) ||
      !pushdown_ranks_read(in, &c->pds, x->automaton.states, &x->heads) ||
      !lines_end(in))
    return context_reject(c);
  why = context_wrong_translation(c, p);
  if (why)
    return context_reject_evidence(c, out, why);
  if (!pushdown_ranks_check(&c->job, &c->clock, &c->pds, &binding,
                            &x->automaton, &x->heads, &why))
    return context_reject_evidence(c, out, why);
  const char *doubt = context_doubt(c, NULL);
  if (doubt)
    return context_reject_evidence(c, out, doubt);
  /* custos_write_graph can follow. */
  c->checked.holds = c->solved = true;
  c->checked.is_ranked = false;
  out->facts = x->heads.heads.count;
  snprintf(none, sizeof none, "%s violates it: the ranks of ",
           c->ops->pushdown->none);
  context_say_count(c, none, out->facts, "head", " of the product fall");
  return context_accept_evidence(c, out);
}

static custos_status replay_lasso(custos *c, const property *p, lines *in,
                                  custos_replayed *out) {
  pds_lasso *lasso = &c->checked.lasso;
  names atoms = {0};
  pds_binding binding = {0};
  const char *why = "";
  if (!translation_read_atoms(in, &atoms) ||
      !context_bind_pushdown(c, &p->table.atoms, p->file, p->line, p->column,
                             &binding) ||
      !pushdown_lasso_read(in, &c->pds, lasso) || !lines_end(in))
    return context_reject(c);
  if (!pushdown_lasso_check(&c->job, &c->clock, &c->pds, &binding, &p->table,
                            p->root, lasso, &why))
    return context_reject_evidence(c, out, why);
  const char *doubt = context_doubt(c, lasso);
  if (doubt)
    return context_reject_evidence(c, out, doubt);
  context_tell_lasso(c, out, lasso->stem.count, lasso->loop.count,
                     lasso->loop.count == 1 &&
                         lasso->loop.at[0] == PDS_STUTTER);
  context_qualify(c);
  c->solved = c->ops->pushdown->shows_violations;
  return context_accept_evidence(c, out);
}

custos_status pushdown_replay_property(custos *c, const evidence_top *top,
                                       const property *p, lines *in,
                                       custos_replayed *out) {
  bool holds = top->claim == EVIDENCE_HOLDS;
  if (holds && p->kind != PROPERTY_LTL)
    return context_reject_evidence(
        c, out, "that an automaton accepts no run has no evidence");
  return (holds ? replay_holds : replay_lasso)(c, p, in, out);
}

custos_status pushdown_replay(custos *c, const evidence_top *top, lines *in,
                              custos_replayed *out) {
  if (top->claim == EVIDENCE_REACHABLE || top->claim == EVIDENCE_UNREACHABLE)
    return replay_reachability(c, top, in, out);
  context_begin_replay(c, top, out);
  if (top->claim != EVIDENCE_TRANSLATION && !c->pds.has_set[PDS_INITIAL])
    return context_reject_evidence(c, out, "the problem has no initial set");
  return context_replay(c, top, in, out);
}
