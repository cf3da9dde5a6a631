/* Evidence about finite models: written, read back and checked. */
#include "problem/model/model_problem.h"

#include "evidence/finite/finite.h"
#include "evidence/translation/translation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const names *atoms_of(const property *p) {
  return p->kind == PROPERTY_AUTOMATON ? &p->automaton.atoms : &p->table.atoms;
}

/* Where the kernel reads the model, it needs not be told its states. */
static void write_holds(custos *c, text *out) {
  const checked *x = &c->checked;
  bool is_unfolded = !c->ops->finite;
  if (x->property)
    translation_write(atoms_of(x->property), &x->automaton, &x->certificate,
                      out);
  if (is_unfolded)
    finite_write_unfold(out);
  else if (x->property)
    finite_write_ranks(&c->job, &c->model, &x->ranks, out);
  else
    finite_write_states(&c->job, &c->model, &x->states, out);
}

static void write_violated(custos *c, text *out) {
  const checked *x = &c->checked;
  if (c->ops->finite) {
    c->ops->finite->write_run(c, out);
    return;
  }
  if (x->property && x->property->kind == PROPERTY_LTL)
    translation_write_atoms(&x->property->table.atoms, out);
  finite_write_run(&c->job, &c->model, &x->run, out);
}

void model_write_evidence(custos *c, text *out) {
  context_write_claim(c, out);
  (c->checked.holds ? write_holds : write_violated)(c, out);
  text_put(out, "end\n");
}

/* Evidence that a model holds is about what the search makes of its text: does
 * the second reading agree? Then that is added to what was said. */
static bool is_second_opinion_good(custos *c, const property *p,
                                   const model_binding *binding,
                                   const char **why) {
  custos_result result = {0};
  char said[sizeof c->reason];
  if (!c->ops->finite)
    return true;
  if (!c->ops->finite->compare(c, p, binding, &result, why))
    return false;
  bool is_whole =
      result.graph_checked && strcmp(result.graph_checked, "walker") == 0;
  snprintf(said, sizeof said, "%s", c->reason);
  if (is_whole)
    context_say(c, "%.160s; compared with the walker", said);
  else
    context_say(c, "%.160s; %" PRIu64 " states compared with the walker", said,
                result.compared_states);
  return true;
}

static bool find_states(custos *c, const char **why) {
  *why = "the model does something undefined";
  return explicit_states(&c->job, &c->clock, &c->model, 0, false,
                         &c->checked.states) == EXPLICIT_EVIDENT;
}

static bool find_ranks(custos *c, const model_binding *binding,
                       const char **why) {
  *why = "the model has a run that violates it, or does something undefined";
  return explicit_rank(&c->job, &c->clock, &c->model, binding,
                       &c->checked.automaton, UINT32_MAX,
                       &c->checked.ranks) == EXPLICIT_EVIDENT;
}

static custos_status replay_safety(custos *c, bool holds, lines *in,
                                   custos_replayed *out) {
  checked *x = &c->checked;
  const char *why = "";
  if (holds) {
    bool is_unfolded = finite_is_unfolded(in);
    if ((!is_unfolded && !finite_read_states(in, &c->model, &x->states)) ||
        !lines_end(in))
      return context_reject(c);
    if ((is_unfolded && !find_states(c, &why)) ||
        !product_check_states(&c->job, &c->clock, &c->model, &x->states, &why))
      return context_reject_evidence(c, out, why);
    out->facts = x->states.at.count - 1;
    context_say_count(c, "nothing undefined happens: ", out->facts, "state",
                      ", closed under steps");
    if (!is_second_opinion_good(c, NULL, NULL, &why))
      return context_reject_evidence(c, out, why);
    return context_accept_evidence(c, out);
  }
  if (c->ops->finite)
    return c->ops->finite->replay_run(c, NULL, in, out);
  if (!finite_read_run(in, &c->model, false, &x->run) || !lines_end(in))
    return context_reject(c);
  if (!model_replay_fault(&c->job, &c->model, &x->run, &why))
    return context_reject_evidence(c, out, why);
  out->steps = out->facts = x->run.count - 1;
  out->has_run = c->has_run = true;
  context_say_count(c, "something undefined happens after ", out->steps, "step",
                    "");
  return context_accept_evidence(c, out);
}

static bool bind(custos *c, const property *p, model_binding *out) {
  return c->model.ops->bind(&c->model, &c->job, atoms_of(p), p->file, p->line,
                            p->column, &c->report, out);
}

/* Edge by edge, in the same order; atoms by their names. */
static bool is_same_automaton(const omega *a, const omega *b) {
  bool same = a->states == b->states && a->initial == b->initial &&
              a->sets == b->sets && a->edges.count == b->edges.count &&
              a->cubes.count == b->cubes.count &&
              context_atoms_agree(&a->atoms, &b->atoms);
  for (size_t i = 0; same && i < a->edges.count; i++) {
    const omega_edge *one = &a->edges.at[i], *other = &b->edges.at[i];
    same = one->from == other->from && one->to == other->to &&
           one->cubes == other->cubes && one->marks == other->marks;
    for (uint32_t k = 0; same && k < one->cubes; k++) {
      omega_cube x = a->cubes.at[one->first_cube + k];
      omega_cube y = b->cubes.at[other->first_cube + k];
      same = x.mask == y.mask && x.value == y.value;
    }
  }
  return same;
}

/* Why the automaton that was read does not stand for the property, or NULL. A
 * never claim is its own automaton, which is made from the text again. */
static const char *wrong_automaton(custos *c, const property *p) {
  if (!p->is_claim)
    return context_wrong_translation(c, p);
  return is_same_automaton(&c->checked.automaton, &p->automaton)
             ? NULL
             : "the automaton is not that of the claim";
}

static custos_status replay_holds(custos *c, const property *p, lines *in,
                                  custos_replayed *out) {
  checked *x = &c->checked;
  model_binding binding = {0};
  const char *why = "";
  if (!translation_read(in, &x->automaton, &x->certificate) ||
      !bind(c, p, &binding))
    return context_reject(c);
  bool is_unfolded = finite_is_unfolded(in);
  if ((!is_unfolded &&
       !finite_read_ranks(in, &c->model, x->automaton.states, &x->ranks)) ||
      !lines_end(in))
    return context_reject(c);
  why = wrong_automaton(c, p);
  if (why)
    return context_reject_evidence(c, out, why);
  if ((is_unfolded && !find_ranks(c, &binding, &why)) ||
      !product_check_ranks(&c->job, &c->clock, &c->model, &binding,
                           &x->automaton, &x->ranks, &why))
    return context_reject_evidence(c, out, why);
  /* custos_write_graph can follow. */
  c->checked.holds = c->solved = c->checked.is_ranked = true;
  out->facts = x->ranks.pairs.count;
  context_say_count(c, "no run violates it: the ranks of ", out->facts, "pair",
                    " of the product fall");
  if (!is_second_opinion_good(c, p, &binding, &why))
    return context_reject_evidence(c, out, why);
  return context_accept_evidence(c, out);
}

static custos_status replay_lasso(custos *c, const property *p, lines *in,
                                  custos_replayed *out) {
  checked *x = &c->checked;
  names atoms = {0};
  model_binding binding = {0};
  const char *why = "";
  if (c->ops->finite)
    return c->ops->finite->replay_run(c, p, in, out);
  if (!translation_read_atoms(in, &atoms) || !bind(c, p, &binding) ||
      !finite_read_run(in, &c->model, true, &x->run) || !lines_end(in))
    return context_reject(c);
  uint64_t *letters = mem_array(&c->job, x->run.count + 1, sizeof *letters);
  if (!model_replay(&c->job, &c->model, &binding, &x->run, letters, &why))
    return context_reject_evidence(c, out, why);
  if (ltl_holds_on(&c->job, &p->table, p->root, letters, x->run.count,
                   x->run.loop))
    return context_reject_evidence(c, out, "the run satisfies the property");
  context_tell_lasso(c, out, x->run.loop, x->run.count - x->run.loop,
                     context_run_ends(c, &x->run));
  c->solved = false;
  return context_accept_evidence(c, out);
}

custos_status model_replay_property(custos *c, const evidence_top *top,
                                    const property *p, lines *in,
                                    custos_replayed *out) {
  bool holds = top->claim == EVIDENCE_HOLDS;
  if (!p)
    return replay_safety(c, holds, in, out);
  if (holds && p->kind != PROPERTY_LTL && !p->is_claim)
    return context_reject_evidence(
        c, out, "that an automaton accepts no run has no evidence");
  return (holds ? replay_holds : replay_lasso)(c, p, in, out);
}
