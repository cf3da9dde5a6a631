/* Evidence about properties other than reachability: what all kinds write and
 * read alike. */
#include "problem/temporal.h"

#include "evidence/translation/translation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void context_write_translation(custos *c, text *out) {
  const checked *x = &c->checked;
  evidence_source none = {0};
  source_write(&none, NULL, x->formula, EVIDENCE_TRANSLATION, out);
  translation_write(&x->table.atoms, &x->automaton, &x->certificate, out);
  text_put(out, "end\n");
}

void context_write_claim(custos *c, text *out) {
  const property *p = c->checked.property;
  const char *name = !p ? "safety"
                     : p->file[0] || p->on_request || p->kind == PROPERTY_TARGET
                         ? p->name
                         : NULL;
  source_write(&c->source, name, name ? NULL : p->text,
               c->checked.holds ? EVIDENCE_HOLDS : EVIDENCE_VIOLATED, out);
}

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

/* Atoms are those of the formula, in the same order. */
bool context_atoms_agree(const names *a, const names *b) {
  if (names_count(a) != names_count(b))
    return false;
  for (uint32_t i = 0; i < names_count(a); i++)
    if (strcmp(names_text(a, i), names_text(b, i)) != 0)
      return false;
  return true;
}

void context_tell_lasso(custos *c, custos_replayed *out, size_t stem,
                        size_t loop, bool ends) {
  out->facts = stem + loop;
  out->steps = ends ? stem : stem + loop;
  out->loop = stem;
  out->has_run = c->has_run = true;
  context_say_run(c, stem, loop, ends);
}

const char *context_wrong_translation(custos *c, const property *p) {
  const checked *x = &c->checked;
  if (!context_atoms_agree(&x->automaton.atoms, &p->table.atoms))
    return "the atoms are not those of the formula";
  return certificate_check(&c->job, &p->table, p->root, true, &x->automaton,
                           &x->certificate)
             ? NULL
             : "the automaton may miss words that violate the property";
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
  return c->ops->find_property ? c->ops->find_property(c, top->property) : NULL;
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

void context_begin_replay(custos *c, const evidence_top *top,
                          custos_replayed *out) {
  *out = (custos_replayed){.loop = UINT64_MAX, .reason = c->reason};
  out->property = top->property  ? top->property
                  : top->formula ? top->formula
                                 : "";
  out->is_formula = !top->property && top->formula;
}

custos_status context_replay(custos *c, const evidence_top *top, lines *in,
                             custos_replayed *out) {
  context_begin_replay(c, top, out);
  if (top->claim == EVIDENCE_TRANSLATION)
    return replay_translation(c, top, in, out);
  if (top->claim != EVIDENCE_HOLDS && top->claim != EVIDENCE_VIOLATED)
    return context_reject_evidence(
        c, out, "the evidence is about a pushdown system, and this is none");
  if (!top->property && !top->formula)
    return context_reject_evidence(c, out, "the evidence names no property");
  bool is_safety = top->property && strcmp(top->property, "safety") == 0 &&
                   c->ops->has_safety;
  const property *p = find_property(c, top);
  if (!p && is_safety)
    return c->ops->replay_property(c, top, NULL, in, out);
  if (!p)
    return context_reject_evidence(c, out, "the problem has no such property");
  size_t number = (size_t)(p - c->properties.at);
  c->properties_read = false;
  if (!context_read_properties(c))
    return context_reject(c);
  p = &c->properties.at[number];
  c->checked.property = p;
  return c->ops->replay_property(c, top, p, in, out);
}

custos_status context_refuse_graph(custos *c) {
  return context_fail(c, CUSTOS_ERR_USAGE,
                      "check a formula that holds, with its ranks, first");
}
