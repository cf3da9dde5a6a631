/* Problems and answers as text for others. */
#include "problem/c/c_programs.h"
#include "problem/c/c_summaries.h"
#include "problem/session/ectl.h"

#include "cfa/text.h"
#include "lang/lts/lts.h"
#include "lang/pdaaal/pdaaal.h"
#include "lang/pds/pds_text.h"
#include "lang/promela/trail/trail.h"
#include "problem/procedures/programs.h"
#include "problem/promela/program_run.h"
#include "problem/promela/walks.h"
#include "problem/pushdown/pushdown_problem.h"
#include "view/dot.h"
#include "view/dot_cfa.h"
#include "view/dot_evidence.h"
#include "view/dot_model.h"
#include "view/dot_program.h"
#include "view/html.h"

#include <stdio.h>
#include <string.h>

static void note_split(custos *c, size_t split) {
  if (!split)
    return;
  char *note = mem_alloc(&c->job, 200);
  snprintf(note, 200,
           "%zu rule%s pushed onto another symbol than the one on top: JSON's "
           "push keeps it, so each became two rules and a state",
           split, split == 1 ? "" : "s");
  vec_push(&c->job, &c->notes, note);
}

static void note_actions(custos *c) {
  uint32_t n = names_count(&c->pds.actions);
  if (n == 0)
    return;
  char *note = mem_alloc(&c->job, 200);
  snprintf(note, 200, "JSON has no place for action labels: %u dropped",
           (unsigned)n);
  vec_push(&c->job, &c->notes, note);
}

static const char *wrong_with_program(const custos *c, custos_format format) {
  switch (format) {
  case CUSTOS_AS_PDS:
  case CUSTOS_AS_DOT:
  case CUSTOS_AS_HTML:
  case CUSTOS_AS_SUMMARIES:
    return NULL;
  case CUSTOS_AS_HOA:
  case CUSTOS_AS_NEVER:
  case CUSTOS_AS_DOT_PROPERTY:
    return c->checked.has_automaton
               ? NULL
               : "there is no automaton: translate a formula first";
  default:
    return "a program can be written as a pushdown system (.pds), as a picture "
           "of its procedures, and by what they do (--summaries)";
  }
}

static const char *wrong_with_c(const custos *c, custos_format format) {
  switch (format) {
  case CUSTOS_AS_DOT:
  case CUSTOS_AS_CFA:
  case CUSTOS_AS_BP:
  case CUSTOS_AS_PDS:
  case CUSTOS_AS_ECTL:
  case CUSTOS_AS_ECTL_EXPLICIT:
    return NULL;
  case CUSTOS_AS_DOT_VIOLATING:
    return context_is_flow(c) ? NULL : "check a formula first";
  case CUSTOS_AS_WITNESS:
    return c->c_problem.is_checked ? NULL : "check the program first";
  case CUSTOS_AS_HTML:
    return c->has_run ? NULL : "there is no run to show";
  case CUSTOS_AS_HOA:
  case CUSTOS_AS_NEVER:
  case CUSTOS_AS_DOT_PROPERTY:
    return c->checked.has_automaton
               ? NULL
               : "there is no automaton: translate a formula first";
  case CUSTOS_AS_REPRODUCER:
    return c->c_problem.reproduction.text && c->has_run
               ? NULL
               : "there is no run to write";
  default:
    return "a C program can be written as its control-flow automaton, as text "
           "(.cfa) or as a picture, as a Boolean program (.bp), and its "
           "control flow as a pushdown system (.pds) or a session (.ectl)";
  }
}

static const char *wrong_with(const custos *c, custos_format format) {
  bool of_graph = format == CUSTOS_AS_LTS || format == CUSTOS_AS_AUT;
  const custos_language_info *told =
      c->kind == PROBLEM_MODEL ? custos_find_language(NULL, c->model.language)
                               : NULL;
  bool is_graph = told && told->joins_sessions;
  if (c->kind == PROBLEM_C)
    return wrong_with_c(c, format);
  if (format == CUSTOS_AS_CFA || format == CUSTOS_AS_WITNESS ||
      format == CUSTOS_AS_REPRODUCER || format == CUSTOS_AS_BP)
    return "there is no C program";
  if (format == CUSTOS_AS_ECTL || format == CUSTOS_AS_ECTL_EXPLICIT)
    return c->kind == PROBLEM_SESSION ? NULL : "there is no session";
  if (c->kind == PROBLEM_SESSION)
    return "a session is written as text; say which of its definitions to "
           "draw";
  if (of_graph)
    return is_graph ? NULL : "there is no transition system";
  if (format == CUSTOS_AS_TRAIL)
    return !c->ops->finite ? "only Promela's runs can be SPIN's trails"
           : c->has_run    ? NULL
                           : "there is no run to write";
  if (format == CUSTOS_AS_HTML && !c->has_run)
    return "there is no run to show";
  if (format == CUSTOS_AS_SUMMARIES && c->kind != PROBLEM_PROGRAM)
    return "only Boolean programs and Remopla have procedures";
  if (format == CUSTOS_AS_DOT_SATURATED && (!c->solved || !c->answer.closed))
    return "there is no saturated automaton: the answer was not no";
  if (c->kind == PROBLEM_PROGRAM)
    return wrong_with_program(c, format);
  bool of_property = format == CUSTOS_AS_HOA || format == CUSTOS_AS_NEVER ||
                     format == CUSTOS_AS_DOT_PROPERTY;
  if (of_property && !c->checked.has_automaton)
    return "there is no automaton: translate a formula first";
  if (format == CUSTOS_AS_NEVER &&
      !(c->checked.automaton.state_based && c->checked.automaton.sets == 1))
    return "a never claim has one set of accepting states: say "
           "--acceptance=buchi";
  if (c->kind == PROBLEM_MODEL &&
      (of_property || format == CUSTOS_AS_DOT || format == CUSTOS_AS_HTML))
    return NULL;
  if (!of_property && !c->pds.has_system)
    return "there is no pushdown system";
  if (format == CUSTOS_AS_DOT_VIOLATING &&
      !(c->checked.is_temporal && c->checked.property))
    return "check a formula first";
  return NULL;
}

static void note(custos *c, const char *what) {
  char *copy = mem_text(&c->job, what, strlen(what));
  vec_push(&c->job, &c->notes, copy);
}

static void draw_program(custos *c, text *out) {
  prog_locations all = {0};
  vec_each (const property, p, &c->properties)
    if (p->kind == PROPERTY_TARGET)
      vec_each (const uint32_t, t, &p->locations)
        vec_push(&c->job, &all, *t);
  dot_program(&c->job, &c->program, &all, out);
}

/* NULL, or why there is nothing. */
static const char *write_pds(custos *c, text *out) {
  if (c->kind != PROBLEM_PROGRAM)
    pds_text_write(&c->job, &c->pds, out);
  else if (!context_write_expansion(c, out))
    return "the program is too large: its pushdown system would have more than "
           "2,000,000 rules";
  return NULL;
}

static void write_system(custos *c, text *out) {
  if (c->kind == PROBLEM_C)
    dot_cfa(&c->c_problem.program, out);
  else if (c->kind == PROBLEM_PROGRAM)
    draw_program(c, out);
  else if (c->kind != PROBLEM_MODEL)
    dot_system(&c->job, &c->pds, out);
  else if (!dot_model(&c->job, &c->clock, &c->model, out))
    note(c, "the model has more states than a picture can show: the first "
            "ones are drawn");
}

/* All configurations with a run that violates the formula, reachable or not. */
static void write_violating(custos *c, text *out) {
  const property *p = c->checked.property;
  pds_binding b = {0};
  paut set = {0};
  const names *atoms =
      p->kind == PROPERTY_LTL ? &p->table.atoms : &p->automaton.atoms;
  context_bind_pushdown(c, atoms, p->file, p->line, p->column, &b);
  pushdown_ltl_violating(&c->job, &c->clock, &c->pds, &b, &c->checked.automaton,
                         &set);
  dot_paut(&c->job, &c->pds, &set, "violating", out);
}

/* NULL, or why there is nothing. */
static const char *write_aut(custos *c, text *out) {
  if (!aut_write(&c->model, out))
    return ".aut has one initial state, and no control characters in actions: "
           "this system does not fit";
  if (c->model.properties.count)
    note(c, ".aut has no place for formulas and propositions: they were "
            "dropped");
  return NULL;
}

/* NULL, or why nothing was written. */
static const char *write_as(custos *c, custos_format format, text *out) {
  size_t split = 0;
  switch (format) {
  case CUSTOS_AS_JSON:
    pdaaal_write(&c->job, &c->pds, out, &split);
    note_split(c, split);
    note_actions(c);
    if (c->pds.properties.count || c->pds.named_sets.count)
      note(c, "JSON has no place for formulas and named sets: they were "
              "dropped");
    break;
  case CUSTOS_AS_PDS:
    return write_pds(c, out);
  case CUSTOS_AS_DOT:
    write_system(c, out);
    break;
  case CUSTOS_AS_DOT_INITIAL:
    dot_automaton(&c->job, &c->pds, PDS_INITIAL, out);
    break;
  case CUSTOS_AS_DOT_FINAL:
    dot_automaton(&c->job, &c->pds, PDS_FINAL, out);
    break;
  case CUSTOS_AS_DOT_SATURATED:
    context_make_evidence(c);
    dot_evidence(&c->job, &c->pds, &c->evidence, out);
    break;
  case CUSTOS_AS_HOA:
    omega_write_hoa(&c->job, &c->checked.automaton, c->checked.formula, out);
    break;
  case CUSTOS_AS_NEVER:
    omega_write_never(&c->checked.automaton, c->checked.formula, out);
    break;
  case CUSTOS_AS_DOT_PROPERTY:
    omega_write_dot(&c->checked.automaton, c->checked.formula, out);
    break;
  case CUSTOS_AS_DOT_VIOLATING:
    write_violating(c, out);
    break;
  case CUSTOS_AS_LTS:
    lts_write(&c->model, out);
    break;
  case CUSTOS_AS_AUT:
    return write_aut(c, out);
  case CUSTOS_AS_TRAIL:
    return pml_write_trail(&c->job, &promela_of(&c->model)->syntax,
                           &c->checked.steps, c->checked.steps_loop, out)
               ? NULL
               : "the run does not follow the program";
  case CUSTOS_AS_ECTL:
  case CUSTOS_AS_ECTL_EXPLICIT:
    if (c->kind == PROBLEM_C && format == CUSTOS_AS_ECTL_EXPLICIT)
      return context_write_flow_lts(c, out);
    if (c->kind == PROBLEM_C) {
      context_write_flow_session(c, out);
      break;
    }
    context_write_session(c, format == CUSTOS_AS_ECTL_EXPLICIT, out);
    break;
  case CUSTOS_AS_SUMMARIES:
    return context_write_summaries(c, out)
               ? NULL
               : "another context of this process works with decision diagrams";
  case CUSTOS_AS_BP:
    context_write_c_boolean(c, out);
    break;
  case CUSTOS_AS_CFA:
    cfa_write(&c->c_problem.program, out);
    break;
  case CUSTOS_AS_WITNESS: /* not here: it can fail */
    break;
  case CUSTOS_AS_REPRODUCER:
    text_add(out, c->c_problem.reproduction.text,
             c->c_problem.reproduction.length);
    break;
  case CUSTOS_AS_HTML: /* of a program */
    if (c->kind == PROBLEM_PROGRAM || c->kind == PROBLEM_C) {
      (c->kind == PROBLEM_C ? html_c_page : html_calls_page)(c, out);
      return NULL;
    }
    return html_program_page(c, out) ? NULL
                                     : "the run does not follow the program";
  }
  return NULL;
}

/* What a format is about. */
static custos_status make_c_for(custos *c, custos_format format) {
  bool is_flow = format == CUSTOS_AS_PDS || format == CUSTOS_AS_ECTL ||
                 format == CUSTOS_AS_ECTL_EXPLICIT ||
                 format == CUSTOS_AS_DOT_VIOLATING;
  if (c->checked.has_automaton)
    return CUSTOS_OK;
  return is_flow ? context_make_flow(c) : context_make_c(c);
}

custos_status custos_write(custos *c, custos_format format,
                           custos_write_fn *write, void *self) {
  const char *wrong = wrong_with(c, format);
  if (wrong)
    return context_fail(c, CUSTOS_ERR_USAGE, "%s", wrong);
  text out;
  text_init(&out, write, self);
  if (format == CUSTOS_AS_HTML && !c->ops->finite &&
      c->kind != PROBLEM_PROGRAM &&
      (c->kind != PROBLEM_C || context_is_flow(c))) {
    /* Uses the public calls, which enter by themselves. */
    custos_status status =
        html_page(c, c->checked.is_temporal && c->ops->goes_on(c), &out);
    if (status != CUSTOS_OK)
      return status;
  } else {
    ENTER_SHOWING(c, "writing");
    c->notes.count = 0;
    if (c->kind == PROBLEM_C) {
      custos_status made = make_c_for(c, format);
      if (made != CUSTOS_OK)
        return made;
    }
    if (format == CUSTOS_AS_WITNESS) {
      custos_status written = context_write_c_witness(c, &out);
      if (written != CUSTOS_OK)
        return written;
    }
    wrong = write_as(c, format, &out);
    if (wrong)
      return context_fail(c, CUSTOS_ERR_USAGE, "%s", wrong);
    context_leave(c, CUSTOS_OK);
  }
  if (!text_end(&out))
    return context_fail(c, CUSTOS_ERR_SYSTEM, "the text was not written");
  return CUSTOS_OK;
}
