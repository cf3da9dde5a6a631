/* Promela models as problems: finite models whose text can be walked through.
 */
#include "problem/kinds.h"
#include "problem/language.h"
#include "problem/model/model_problem.h"
#include "problem/promela/program_run.h"
#include "problem/promela/walks.h"

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
    good = pml_lower_claim(&c->problem, &x->program, i, &p->automaton,
                           &p->claim_places, &c->report) &&
           good;
  }
  add_cycles(c);
  return good;
}

/* Its formulas; the never claims, which are checked like them; and what can be
 * asked of every model: acceptance and progress cycles. */
static bool take_properties(custos *c, const char *file) {
  return model_take_properties(c, file) && take_claims(c, file);
}

static void drop_job(custos *c) { context_native_end(c); }

static void drop(custos *c) { promela_end(&c->model); }

const problem_ops problem_promela = {
    .kind = PROBLEM_MODEL,
    .title = "a finite model",
    .read = context_read_plain,
    .already = "the problem has a model already",
    .add_option = promela_add_option,
    .take_properties = take_properties,
    .own_property = model_own_property,
    .style = LTL_SPIN,
    .give_meaning = model_give_meaning,
    .walker = &promela_walker,
    .drop_job = drop_job,
    .drop = drop,
    .drop_unwritten = drop_job,
};
