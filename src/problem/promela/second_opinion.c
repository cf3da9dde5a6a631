/* What the walker says of a Promela model that holds: it shares no lowering
 * with the machine that searched, so that a wrong lowering shows as a
 * difference between them. */
#include "problem/promela/steps.h"

#include "base/log.h"
#include "lang/promela/compare/compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct opinion {
  mem mem; /* of the comparison alone */
  pml_comparison comparison;
  pml_opinion found;
} opinion;

static void compare(void *self) {
  opinion *o = self;
  o->found = pml_compare(&o->mem, &o->comparison);
}

/* The verdict stands, and less was done to check it. */
static void say_interrupted(custos *c, const pml_comparison *comparison) {
  char words[200];
  snprintf(words, sizeof words,
           "the comparison with the walker was not finished: %s after "
           "%" PRIu64 " state%s",
           context_fault_words(c), comparison->states,
           comparison->states == 1 ? "" : "s");
  context_note(c, words);
}

static void opinion_take(custos_result *result,
                         const pml_comparison *comparison) {
  result->compared_states = comparison->states;
  result->compared_steps = comparison->steps;
  result->graph_checked = comparison->is_whole ? "walker"
                          : comparison->states ? "walker-sample"
                                               : "none";
}

/* False: in which words they do not agree. */
static bool opinion_tell(custos *c, const opinion *o, const char **why) {
  const char *words = o->comparison.text.at;
  size_t length = o->comparison.text.count;
  if (o->found == PML_AGREED)
    return true;
  const char *head = o->found == PML_DIFFERENT
                         ? "the second opinion differs: "
                         : "the second opinion finds an error: ";
  size_t n = strlen(head);
  char *all = mem_alloc(&c->job, n + length + 1);
  memcpy(all, head, n);
  memcpy(all + n, words, length);
  *why = all;
  return false;
}

bool context_ask_walker(custos *c, const property *p,
                        const model_binding *binding, custos_result *result,
                        const char **why) {
  pml_atoms atoms = {0};
  opinion *o = mem_alloc(&c->job, sizeof *o);
  if (!c->options.certify)
    return true;
  result->graph_checked = "none";
  if (!c->options.walker_states)
    return true;
  c->clock.phase = "comparing";
  *why = "an atom means nothing to the walker";
  if (p && !context_find_atoms(c, p, &atoms))
    return false;
  pml_claim claim = {0};
  if (p && p->is_claim)
    claim = (pml_claim){p->claim_process, &p->automaton, &p->claim_places};
  mem_init(&o->mem, &c->budget);
  o->comparison =
      (pml_comparison){.clock = &c->clock,
                       .model = &c->model,
                       .binding = binding,
                       .atoms = &atoms,
                       .claim = p && p->is_claim ? &claim : NULL,
                       .least = p ? (model_severity)(MODEL_UNDEFINED + 1)
                                : c->options.strict ? MODEL_NOTE
                                                    : MODEL_ERROR,
                       .most_states = c->options.walker_states,
                       .seed = c->options.seed};
  bool is_done = context_try(c, compare, o);
  bool agrees = !is_done || opinion_tell(c, o, why);
  opinion_take(result, &o->comparison);
  LOG(&c->clock, EVIDENCE,
      "walker: %" PRIu64 " states and %" PRIu64 " steps compared, %s",
      result->compared_states, result->compared_steps,
      o->comparison.is_whole ? "all of the model" : "a part of the model");
  mem_clear(&o->mem);
  if (!is_done)
    say_interrupted(c, &o->comparison);
  c->checked.is_interrupted = !is_done;
  return agrees;
}
