/* Pushdown systems as text and pictures for others. */
#include "problem/pushdown/pushdown_problem.h"

#include "lang/pdaaal/pdaaal.h"
#include "lang/pds/pds_text.h"
#include "view/dot.h"
#include "view/dot_evidence.h"

#include <assert.h>
#include <stdio.h>

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

/* All configurations with a run that violates the formula, reachable or not. */
void pushdown_write_violating(custos *c, text *out) {
  const property *p = c->checked.property;
  pds_binding binding = {0};
  paut set = {0};
  const names *atoms =
      p->kind == PROPERTY_LTL ? &p->table.atoms : &p->automaton.atoms;
  context_bind_pushdown(c, atoms, p->file, p->line, p->column, &binding);
  pushdown_ltl_violating(&c->job, &c->clock, &c->pds, &binding,
                         &c->checked.automaton, &set);
  dot_paut(&c->job, &c->pds, &set, "violating", out);
}

static void write_json(custos *c, text *out) {
  size_t split = 0;
  pdaaal_write(&c->job, &c->pds, out, &split);
  note_split(c, split);
  note_actions(c);
  if (c->pds.properties.count || c->pds.named_sets.count)
    context_note(c, "JSON has no place for formulas and named sets: they were "
                    "dropped");
}

const char *pushdown_wrong_format(const custos *c, custos_format format) {
  if (format == CUSTOS_AS_DOT_SATURATED && (!c->solved || !c->answer.closed))
    return "there is no saturated automaton: the answer was not no";
  if (!c->pds.has_system)
    return "there is no pushdown system";
  if (format == CUSTOS_AS_DOT_VIOLATING &&
      !(c->checked.is_temporal && c->checked.property))
    return "check a formula first";
  return NULL;
}

custos_status pushdown_write(custos *c, custos_format format, text *out) {
  switch (format) {
  case CUSTOS_AS_JSON:
    write_json(c, out);
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
  case CUSTOS_AS_DOT_VIOLATING:
    pushdown_write_violating(c, out);
    break;
  case CUSTOS_AS_DOT:
    dot_system(&c->job, &c->pds, out);
    break;
  default:
    assert(format == CUSTOS_AS_PDS);
    pds_text_write(&c->job, &c->pds, out);
  }
  return CUSTOS_OK;
}
