/* Promela models as problems: finite models whose text the walker interprets.
 */
#include "lang/promela/c/c_code.h"
#include "lang/promela/trail/trail.h"
#include "problem/kinds.h"
#include "problem/language.h"
#include "problem/model/model_problem.h"
#include "problem/promela/history.h"
#include "problem/promela/steps.h"

#include <stdio.h>
#include <string.h>

/* Cycles through accept labels, and cycles without progress: as formulas. */
static void add_cycles(custos *c) {
  static const char acceptance[] = "!([] <> \"accept_\")",
                    going_on[] = "[] <> !\"np_\"";
  context_add_property(c, PROPERTY_LTL, "acceptance", 10, acceptance,
                       sizeof acceptance - 1)
      ->on_request = true;
  context_add_property(c, PROPERTY_LTL, "progress", 8, going_on,
                       sizeof going_on - 1)
      ->on_request = true;
}

static bool take_claims(custos *c, const char *file) {
  const promela *x = promela_of(&c->model);
  bool good = true;
  for (uint32_t i = 0; i < x->syntax.processes.count; i++) {
    const pml_process *claim = &x->syntax.processes.at[i];
    if (claim->kind != PML_NEVER)
      continue;
    const char *name = claim->name == PML_NONE
                           ? "never"
                           : names_text(&x->syntax.tokens.names, claim->name);
    if (strcmp(name, "never_0") == 0) /* SPIN's name for one without */
      name = "never";
    property *p = context_add_property(c, PROPERTY_AUTOMATON, name,
                                       strlen(name), file, strlen(file));
    p->file = p->text;
    p->line = claim->at.line;
    p->column = claim->at.column;
    p->is_claim = true;
    p->claim_process = i;
    good = pml_lower_claim(&c->problem, &x->lowered, i, &p->automaton,
                           &p->claim_places, &c->report) &&
           good;
  }
  add_cycles(c);
  return good;
}

/* Is it the name of the model's own property, or of one before this? */
static bool is_taken(custos *c, size_t before, const char *name) {
  property own;
  if (model_own_property(c, &own) && strcmp(own.name, name) == 0)
    return true;
  for (size_t i = 0; i < before; i++)
    if (strcmp(c->properties.at[i].name, name) == 0)
      return true;
  return false;
}

/* A model may call a formula 'safety', or as a claim is called. Evidence says
 * by its name what it is about: the later one is 'safety-2'. */
static void tell_apart(custos *c) {
  for (size_t i = 0; i < c->properties.count; i++) {
    property *p = &c->properties.at[i];
    char *name = p->name;
    size_t size = strlen(name) + 24;
    for (unsigned n = 2; is_taken(c, i, p->name); n++) {
      p->name = mem_alloc(&c->problem, size);
      snprintf(p->name, size, "%s-%u", name, n);
    }
  }
}

/* Its formulas; the never claims, which are checked like them; and what can be
 * asked of every model: acceptance and progress cycles. */
static bool take_properties(custos *c, const char *file) {
  bool good = model_take_properties(c, file) && take_claims(c, file);
  tell_apart(c);
  return good;
}

/* What goes wrong behind the last of a run's steps, the walker sees, too. */
static bool replay_fault(custos *c, const explicit_answer *answer,
                         const char **why) {
  if (answer->run.count == 0) { /* the first state cannot be made */
    c->checked.steps.count = 0;
    return context_replay_fault(c, why);
  }
  *why = "the run cannot be taken apart";
  return context_unfold(c, &answer->fault) && context_replay_fault(c, why);
}

static bool replay_lasso(custos *c, const property *p, const char **why) {
  *why = "the run cannot be taken apart";
  return context_unfold(c, NULL) && context_replay_violates(c, p, why);
}

/* Of evidence: to a fault if there is no property. */
static custos_status replay_run(custos *c, const property *p, lines *in,
                                custos_replayed *out) {
  checked *x = &c->checked;
  const char *why = "";
  if (!context_read_steps(c, p != NULL, in) || !lines_end(in))
    return context_reject(c);
  if (p && p->kind == PROPERTY_AUTOMATON)
    x->automaton = p->automaton;
  if (!(p ? context_replay_violates(c, p, &why)
          : context_replay_fault(c, &why)))
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

static const finite_ops with_walker = {.replay_fault = replay_fault,
                                       .replay_lasso = replay_lasso,
                                       .compare = context_ask_walker,
                                       .write_run = context_write_steps,
                                       .replay_run = replay_run,
                                       .decide_errors = context_decide_errors,
                                       .reduce = promela_reduce,
                                       .begin_search = promela_native_begin,
                                       .end_search = promela_native_end};

/* C of the user's may remember what the state does not tell. */
static custos_status decide(custos *c, const property *p,
                            custos_result *result) {
  custos_status status = context_decide_model(c, p, result);
  if (status != CUSTOS_ERR_BUG || !pml_has_c(&promela_of(&c->model)->syntax))
    return status;
  context_say(c, "the model's C does not do the same again: does it keep "
                 "something that is not in the state (see c_track)?");
  result->checked = "none";
  return context_conclude(c, result, CUSTOS_UNKNOWN);
}

/* 'checked' is about something else. */
static bool has_proof(const custos *c) {
  return c->checked.has_states || c->checked.has_proof;
}

static bool goes_on(const custos *c) { return c->checked.steps_go_on; }

static custos_status next(custos *c, custos_step *out, int *found) {
  *found = context_steps_next(c, out);
  return CUSTOS_OK;
}

static const char *wrong_format(const custos *c, custos_format format) {
  return format == CUSTOS_AS_TRAIL && !c->has_run ? "there is no run to write"
                                                  : NULL;
}

static custos_status write(custos *c, custos_format format, text *out) {
  bool good;
  if (format == CUSTOS_AS_TRAIL)
    good = pml_write_trail(&c->job, &promela_of(&c->model)->syntax,
                           &c->checked.steps, c->checked.steps_loop, out);
  else if (format == CUSTOS_AS_HTML)
    good = context_write_run_page(c, out);
  else
    return model_write(c, format, out);
  return context_end_text(c,
                          good ? NULL : "the run does not follow the program");
}

static bool has_own_page(const custos *c) {
  (void)c;
  return true;
}

static void write_evidence(custos *c, text *out) {
  context_note_promela_source(c);
  model_write_evidence(c, out);
}

static void drop(custos *c) { promela_end(&c->model); }

const problem_ops problem_promela = {
    .title = "a finite model",
    .read = context_read_plain,
    .already = "the problem has a model already",
    .add_option = promela_add_option,
    .take_properties = take_properties,
    .own_property = model_own_property,
    .style = LTL_SPIN,
    .give_meaning = model_give_meaning,
    .check = context_check,
    .decide = decide,
    .has_proof = has_proof,
    .presumes = promela_presumes,
    .effort = model_effort,
    .take_effort = model_take_effort,
    .goes_on = goes_on,
    .rewind = context_steps_rewind,
    .next = next,
    .walk = &promela_walk_ops,
    .finite = &with_walker,
    .formats = FORMAT_BIT(CUSTOS_AS_DOT) | FORMAT_BIT(CUSTOS_AS_TRAIL) |
               FORMAT_BIT(CUSTOS_AS_HTML),
    .wrong_format = wrong_format,
    .write = write,
    .has_own_page = has_own_page,
    .write_evidence = write_evidence,
    .replay = context_replay,
    .has_safety = true,
    .replay_property = model_replay_property,
    .write_graph = model_write_graph,
    .drop_job = promela_native_end,
    .drop = drop,
    .drop_unwritten = promela_native_end,
};
