/* Evidence about properties other than reachability: written, read back, and
 * checked. */
#include "problem/c/c_programs.h"
#include "problem/procedures/programs.h"
#include "problem/promela/program_run.h"
#include "problem/pushdown/pushdown_problem.h"

#include "evidence/finite/finite.h"
#include "evidence/pushdown/ltl.h"
#include "evidence/translation/translation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Writing --------------------------------------------------------- */

static void write_holds(custos *c, text *out) {
  const checked *x = &c->checked;
  if (!x->property) {
    finite_write_states(&c->job, &c->model, &x->states, out);
    return;
  }
  translation_write(&x->property->table, &x->automaton, &x->certificate, out);
  if (c->kind == PROBLEM_MODEL)
    finite_write_ranks(&c->job, &c->model, &x->ranks, out);
  else
    pushdown_ranks_write(&c->pds, &x->heads, out);
}

static void write_violated(custos *c, text *out) {
  const checked *x = &c->checked;
  if (c->ops->finite) {
    context_write_steps(c, out);
    return;
  }
  if (x->property && x->property->kind == PROPERTY_LTL)
    translation_write_atoms(&x->property->table, out);
  if (c->kind == PROBLEM_MODEL)
    finite_write_run(&c->job, &c->model, &x->run, out);
  else
    pushdown_lasso_write(&c->pds, &x->lasso, out);
}

static void write_translation(custos *c, text *out) {
  const checked *x = &c->checked;
  evidence_source none = {0};
  source_write(&none, NULL, x->formula, EVIDENCE_TRANSLATION, out);
  translation_write(&x->table, &x->automaton, &x->certificate, out);
  text_put(out, "end\n");
}

void context_write_temporal(custos *c, text *out) {
  const property *p = c->checked.property;
  if (c->checked.has_automaton) {
    write_translation(c, out);
    return;
  }
  if (c->kind == PROBLEM_C && !p) {
    context_write_c(c, out);
    return;
  }
  if (c->kind == PROBLEM_C)
    context_note_c_source(c, true);
  if (c->ops->finite)
    context_note_promela_source(c);
  const char *name = !p ? "safety"
                     : p->file[0] || p->on_request || p->kind == PROPERTY_TARGET
                         ? p->name
                         : NULL;
  source_write(&c->source, name, name ? NULL : p->text,
               c->checked.holds ? EVIDENCE_HOLDS : EVIDENCE_VIOLATED, out);
  if (c->kind == PROBLEM_PROGRAM)
    context_write_program(c, out);
  else if (c->checked.holds)
    write_holds(c, out);
  else
    write_violated(c, out);
  text_put(out, "end\n");
  if (c->kind == PROBLEM_C)
    memset(&c->source.options, 0, sizeof c->source.options);
}

/* ---- Reading and checking -------------------------------------------- */

/* The evidence proves nothing, for this reason. */
custos_status context_reject_evidence(custos *c, custos_replayed *out,
                                      const char *why) {
  context_say(c, "%s", why);
  out->reason = c->reason;
  return context_leave(c, CUSTOS_OK);
}

custos_status context_accept_evidence(custos *c, custos_replayed *out) {
  const char *presumes = context_presumes(c, c->checked.property);
  size_t n = strlen(c->reason);
  if (*presumes)
    snprintf(c->reason + n, sizeof c->reason - n, " (%s)", presumes);
  out->accepted = 1;
  out->reason = c->reason;
  c->checked.is_temporal = true;
  return context_leave(c, CUSTOS_OK);
}

/* The one that is named, or the formula that is quoted. NULL: 'safety', or
 * there is none, and that has been said. */
static const property *find_property(custos *c, const evidence_top *top) {
  if (top->formula) {
    property p = {.kind = PROPERTY_LTL, .file = "", .line = 1, .column = 1};
    p.name = p.text = top->formula;
    vec_push(&c->problem, &c->properties, p);
    return &vec_last(&c->properties);
  }
  vec_each (const property, p, &c->properties)
    if ((p->kind == PROPERTY_LTL || p->is_claim) &&
        strcmp(p->name, top->property) == 0)
      return p;
  if (c->kind == PROBLEM_PROGRAM)
    return context_find_target(c, top->property);
  return NULL;
}

/* A run of a Promela model: to a fault if there is no property. */
static custos_status replay_program(custos *c, const property *p, lines *in,
                                    custos_replayed *out) {
  checked *x = &c->checked;
  const char *why = "";
  if (!context_read_steps(c, p != NULL, in) || !lines_end(in))
    return context_reject(c);
  if (p && p->kind == PROPERTY_AUTOMATON)
    x->automaton = p->automaton;
  if (!(p ? context_walk_violates(c, p, &why) : context_walk_to_fault(c, &why)))
    return c->report.count ? context_reject(c)
                           : context_reject_evidence(c, out, why);
  out->steps = out->facts = x->steps.count;
  out->has_run = c->has_run = true;
  if (p) {
    size_t loop = x->steps.count - x->steps_loop;
    out->loop = x->steps_loop;
    context_say_run(c, x->steps_loop, loop, loop == 0);
  } else {
    context_say_count(c, "something goes wrong after ", out->steps, "step", "");
  }
  return context_accept_evidence(c, out);
}

/* Evidence that a Promela model holds is about what the machine makes of the
 * text: does the walker agree? Then that is added to what was said. */
static bool is_second_opinion_good(custos *c, const property *p,
                                   const model_binding *b, const char **why) {
  custos_result r = {0};
  char said[sizeof c->reason];
  if (!c->ops->finite)
    return true;
  if (!context_ask_walker(c, p, b, &r, why))
    return false;
  bool is_whole = r.graph_checked && strcmp(r.graph_checked, "walker") == 0;
  snprintf(said, sizeof said, "%s", c->reason);
  if (is_whole)
    context_say(c, "%.160s; compared with the walker", said);
  else
    context_say(c, "%.160s; %" PRIu64 " states compared with the walker", said,
                r.compared_states);
  return true;
}

static custos_status replay_safety(custos *c, bool holds, lines *in,
                                   custos_replayed *out) {
  checked *x = &c->checked;
  const char *why = "";
  if (holds) {
    if (!finite_read_states(in, &c->model, &x->states) || !lines_end(in))
      return context_reject(c);
    if (!product_check_states(&c->job, &c->clock, &c->model, &x->states, &why))
      return context_reject_evidence(c, out, why);
    out->facts = x->states.at.count - 1;
    context_say_count(c, "nothing undefined happens: ", out->facts, "state",
                      ", closed under steps");
    if (!is_second_opinion_good(c, NULL, NULL, &why))
      return context_reject_evidence(c, out, why);
    return context_accept_evidence(c, out);
  }
  if (c->ops->finite)
    return replay_program(c, NULL, in, out);
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

/* Atoms are those of the formula, in the same order. */
bool context_atoms_agree(const names *a, const names *b) {
  if (names_count(a) != names_count(b))
    return false;
  for (uint32_t i = 0; i < names_count(a); i++)
    if (strcmp(names_text(a, i), names_text(b, i)) != 0)
      return false;
  return true;
}

typedef struct binding {
  model_binding finite;
  pds_binding pushdown;
} binding;

static bool bind(custos *c, const property *p, binding *b) {
  const names *atoms = &p->table.atoms;
  if (c->kind == PROBLEM_MODEL)
    return c->model.ops->bind(&c->model, &c->job, atoms, p->file, p->line,
                              p->column, &c->report, &b->finite);
  return context_bind_pushdown(c, atoms, p->file, p->line, p->column,
                               &b->pushdown);
}

static custos_status replay_holds(custos *c, const property *p, lines *in,
                                  custos_replayed *out) {
  checked *x = &c->checked;
  binding b = {0};
  const char *why = "";
  if (p->kind != PROPERTY_LTL)
    return context_reject_evidence(
        c, out, "that an automaton accepts no run has no evidence");
  if (!translation_read(in, &x->automaton, &x->certificate) || !bind(c, p, &b))
    return context_reject(c);
  bool finite = c->kind == PROBLEM_MODEL;
  if (!(finite
            ? finite_read_ranks(in, &c->model, x->automaton.states, &x->ranks)
            : pushdown_ranks_read(in, &c->pds, x->automaton.states,
                                  &x->heads)) ||
      !lines_end(in))
    return context_reject(c);
  if (!context_atoms_agree(&x->automaton.atoms, &p->table.atoms))
    return context_reject_evidence(c, out,
                                   "the atoms are not those of the formula");
  if (!certificate_check(&c->job, &p->table, p->root, true, &x->automaton,
                         &x->certificate))
    return context_reject_evidence(
        c, out, "the automaton may miss words that violate the property");
  if (!(finite ? product_check_ranks(&c->job, &c->clock, &c->model, &b.finite,
                                     &x->automaton, &x->ranks, &why)
               : pushdown_ranks_check(&c->job, &c->clock, &c->pds, &b.pushdown,
                                      &x->automaton, &x->heads, &why)))
    return context_reject_evidence(c, out, why);
  const char *doubt = context_doubt(c, NULL);
  if (doubt)
    return context_reject_evidence(c, out, doubt);
  /* custos_write_graph can follow. */
  c->checked.holds = c->solved = true;
  c->checked.is_ranked = finite;
  out->facts = finite ? x->ranks.pairs.count : x->heads.heads.count;
  context_say_count(c,
                    c->kind == PROBLEM_C
                        ? "no run of the control flow violates it: the ranks "
                          "of "
                        : "no run violates it: the ranks of ",
                    out->facts, finite ? "pair" : "head",
                    " of the product fall");
  if (!is_second_opinion_good(c, p, &b.finite, &why))
    return context_reject_evidence(c, out, why);
  return context_accept_evidence(c, out);
}

static custos_status tell_lasso(custos *c, custos_replayed *out, size_t stem,
                                size_t loop, bool ends) {
  out->facts = stem + loop;
  out->steps = ends ? stem : stem + loop;
  out->loop = stem;
  out->has_run = c->has_run = true;
  context_say_run(c, stem, loop, ends);
  context_qualify(c);
  c->solved = c->kind == PROBLEM_C; /* custos_write_graph can follow */
  return context_accept_evidence(c, out);
}

static custos_status replay_lasso(custos *c, const property *p, lines *in,
                                  custos_replayed *out) {
  checked *x = &c->checked;
  names atoms = {0};
  binding b = {0};
  const char *why = "";
  if (c->ops->finite)
    return replay_program(c, p, in, out);
  if (!translation_read_atoms(in, &atoms) || !bind(c, p, &b))
    return context_reject(c);
  if (c->kind != PROBLEM_MODEL) {
    if (!pushdown_lasso_read(in, &c->pds, &x->lasso) || !lines_end(in))
      return context_reject(c);
    if (!pushdown_lasso_check(&c->job, &c->clock, &c->pds, &b.pushdown,
                              &p->table, p->root, &x->lasso, &why))
      return context_reject_evidence(c, out, why);
    const char *doubt = context_doubt(c, &x->lasso);
    if (doubt)
      return context_reject_evidence(c, out, doubt);
    return tell_lasso(c, out, x->lasso.stem.count, x->lasso.loop.count,
                      x->lasso.loop.count == 1 &&
                          x->lasso.loop.at[0] == PDS_STUTTER);
  }
  if (!finite_read_run(in, &c->model, true, &x->run) || !lines_end(in))
    return context_reject(c);
  uint64_t *letters = mem_array(&c->job, x->run.count + 1, sizeof *letters);
  if (!model_replay(&c->job, &c->model, &b.finite, &x->run, letters, &why))
    return context_reject_evidence(c, out, why);
  if (ltl_holds_on(&c->job, &p->table, p->root, letters, x->run.count,
                   x->run.loop))
    return context_reject_evidence(c, out, "the run satisfies the property");
  return tell_lasso(c, out, x->run.loop, x->run.count - x->run.loop,
                    context_run_ends(c, &x->run));
}

static custos_status replay_translation(custos *c, const evidence_top *top,
                                        lines *in, custos_replayed *out) {
  checked *x = &c->checked;
  if (!top->formula) {
    lines_fail(in, "a translation has a formula");
    return context_reject(c);
  }
  if (!ltl_parse(&c->job, &x->table, LTL_SPOT, "formula", 1, 1, top->formula,
                 strlen(top->formula), &c->report, &x->root) ||
      !translation_read(in, &x->automaton, &x->certificate) || !lines_end(in))
    return context_reject(c);
  if (!context_atoms_agree(&x->automaton.atoms, &x->table.atoms))
    return context_reject_evidence(c, out,
                                   "the atoms are not those of the formula");
  if (!certificate_check(&c->job, &x->table, x->root, false, &x->automaton,
                         &x->certificate))
    return context_reject_evidence(
        c, out, "the automaton may miss words that satisfy the formula");
  out->facts = x->certificate.entries.count;
  context_say(c,
              "the automaton accepts every word that satisfies the formula: "
              "%" PRIu64 " entries",
              out->facts);
  return context_accept_evidence(c, out);
}

custos_status context_replay_temporal(custos *c, const evidence_top *top,
                                      lines *in, custos_replayed *out) {
  bool holds = top->claim == EVIDENCE_HOLDS;
  *out = (custos_replayed){.loop = UINT64_MAX, .reason = c->reason};
  out->property = top->property  ? top->property
                  : top->formula ? top->formula
                                 : "";
  if (top->claim == EVIDENCE_TRANSLATION)
    return replay_translation(c, top, in, out);
  if (c->kind == PROBLEM_C && !top->formula)
    return context_replay_c(c, top, in, out);
  if (c->kind == PROBLEM_C) {
    custos_status made = context_make_flow(c);
    if (made != CUSTOS_OK)
      return made;
  }
  if (c->kind != PROBLEM_MODEL && c->kind != PROBLEM_PROGRAM &&
      !c->pds.has_set[PDS_INITIAL])
    return context_reject_evidence(c, out, "the problem has no initial set");
  if (!top->property && !top->formula)
    return context_reject_evidence(c, out, "the evidence names no property");
  bool is_safety = top->property && strcmp(top->property, "safety") == 0 &&
                   (c->kind == PROBLEM_MODEL || c->kind == PROBLEM_PROGRAM);
  const property *p = find_property(c, top);
  if (!p && is_safety && c->kind == PROBLEM_PROGRAM)
    return context_replay_program(c, top, NULL, in, out);
  if (!p && is_safety)
    return replay_safety(c, holds, in, out);
  if (!p)
    return context_reject_evidence(c, out, "the problem has no such property");
  size_t number = (size_t)(p - c->properties.at);
  c->properties_read = false;
  if (!context_read_properties(c))
    return context_reject(c);
  p = &c->properties.at[number];
  c->checked.property = p;
  if (c->kind == PROBLEM_PROGRAM)
    return context_replay_program(c, top, p, in, out);
  return (holds ? replay_holds : replay_lasso)(c, p, in, out);
}
