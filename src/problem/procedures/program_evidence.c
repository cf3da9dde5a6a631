/* Evidence about programs with procedures: written, read back and checked.
 * docs/formats/evidence.md tells how it looks. */
#include "problem/procedures/procedures_parts.h"

#include "evidence/symbolic/symbolic.h"
#include "evidence/translation/translation.h"

#include <assert.h>
#include <string.h>

/* The procedures on the stack, bottom first: they tell how many values follow
 * a step. */
typedef vec(uint32_t) callers;

static uint32_t evidence_cells_of(const prog *program, uint32_t procedure) {
  assert(procedure < program->procedures.count);
  return program->procedures.at[procedure].cells;
}

/* Goes behind the edge. False: the procedure on top has no such edge. */
static bool follow(mem *m, const prog *program, callers *s, uint32_t edge,
                   size_t *values) {
  assert(edge < program->edges.count);
  const prog_edge *e = &program->edges.at[edge];
  if (!s->count || program->locations.at[e->from].procedure != vec_last(s))
    return false;
  uint32_t caller = vec_last(s);
  if (e->kind == PROG_CALL)
    vec_push(m, s, program->locations.at[e->entry].procedure);
  if (e->kind == PROG_RETURN)
    s->count--;
  *values = program->global_cells +
            (s->count ? evidence_cells_of(program, vec_last(s)) : 0) +
            (e->kind == PROG_CALL ? evidence_cells_of(program, caller) : 0);
  return true;
}

static void write_step(const prog *program, const prog_run *run, size_t i,
                       size_t count, text *out) {
  assert(i < run->steps.count);
  const prog_step *step = &run->steps.at[i];
  assert(step->edge < program->edges.count);
  const char *words = prog_text(program, program->edges.at[step->edge].text);
  text_number(out, step->edge);
  text_char(out, ' ');
  text_quoted(out, words, strlen(words));
  for (size_t k = 0; k < count; k++) {
    text_char(out, ' ');
    text_number(out, run->values.at[step->values + k]);
  }
  text_char(out, '\n');
}

void context_write_calls(custos *c, text *out) {
  const prog *program = &c->program;
  const prog_run *run = &c->checked.calls;
  callers s = {0};
  vec_push(&c->job, &s, 0);
  text_put(out, "steps ");
  text_number(out, (int64_t)run->steps.count);
  text_char(out, '\n');
  for (size_t i = 0; i < run->steps.count; i++) {
    uint32_t edge = run->steps.at[i].edge;
    size_t count = 0;
    if (edge == PROG_STUTTER)
      text_put(out, "stutter\n");
    else if (follow(&c->job, program, &s, edge, &count))
      write_step(program, run, i, count, out);
  }
  if (run->loop < run->steps.count) {
    text_put(out, "loop ");
    text_number(out, (int64_t)run->loop);
    text_char(out, '\n');
  }
  vec_free(&c->job, &s);
}

static bool read_step(custos *c, lines *in, callers *s, prog_run *out) {
  const prog *program = &c->program;
  prog_step step = {PROG_STUTTER, out->values.count};
  size_t count = 0;
  if (lines_word(in, "stutter")) {
    vec_push(&c->job, &out->steps, step);
    return lines_next(in);
  }
  if (!lines_index(in, program->edges.count, &step.edge) || !lines_blank(in) ||
      !lines_quoted(in))
    return lines_fail(in, "expected the number of an edge and its statement");
  const char *words = prog_text(program, program->edges.at[step.edge].text);
  if (strlen(words) != in->name.length ||
      memcmp(words, in->name.text, in->name.length) != 0)
    return lines_fail(in, "the program has another statement there");
  if (!follow(&c->job, program, s, step.edge, &count))
    return lines_fail(in, "the procedure on top has no such statement");
  for (size_t k = 0; k < count; k++) {
    uint32_t value = 0;
    if (!lines_blank(in) || !lines_index(in, UINT32_MAX + UINT64_C(1), &value))
      return lines_fail(in, "expected the value of each variable");
    vec_push(&c->job, &out->values, value);
  }
  vec_push(&c->job, &out->steps, step);
  return lines_next(in);
}

bool context_read_calls(custos *c, lines *in) {
  prog_run *out = &c->checked.calls;
  uint64_t count, loop;
  callers s = {0};
  memset(out, 0, sizeof *out);
  out->loop = SIZE_MAX;
  vec_push(&c->job, &s, 0);
  if (!lines_header(in, "steps", &count) || !lines_next(in))
    return false;
  for (uint64_t i = 0; i < count; i++)
    if (!read_step(c, in, &s, out))
      return false;
  if (lines_word(in, "loop")) {
    if (!lines_blank(in) || !lines_number(in, count, &loop) || !lines_next(in))
      return lines_fail(in, "expected the number of a step");
    out->loop = (size_t)loop;
  }
  return lines_end(in);
}

void context_write_program(custos *c, text *out) {
  const checked *x = &c->checked;
  if (!x->holds) {
    context_write_calls(c, out);
    return;
  }
  if (x->property && x->property->kind == PROPERTY_LTL)
    translation_write(&x->property->table.atoms, &x->automaton, &x->certificate,
                      out);
  symbolic_write(&c->job, &c->program, &x->proof, out);
}

static custos_status replay_run(custos *c, const property *p, lines *in,
                                custos_replayed *out) {
  const char *why = "";
  bool is_target = !p || p->kind == PROPERTY_TARGET, ends;
  uint64_t loop;
  if (!context_read_calls(c, in))
    return context_reject(c);
  if (!(is_target ? context_calls_reach : context_calls_violate)(c, p, &why))
    return c->report.count ? context_reject(c)
                           : context_reject_evidence(c, out, why);
  out->steps = context_calls_shown(c, &loop, &ends);
  out->facts = c->checked.calls.steps.count;
  out->has_run = c->has_run = true;
  out->loop = loop;
  if (is_target)
    context_say_count(c, "the run gets there after ", out->steps, "step", "");
  else
    context_say_run(c, (size_t)loop, (size_t)(out->steps - loop), ends);
  return context_accept_evidence(c, out);
}

static custos_status accept_proof(custos *c, const char *words,
                                  custos_replayed *out) {
  const sym_proof *proof = &c->checked.proof;
  out->facts = proof->reach.count + proof->summaries.count +
               proof->heads.count + proof->pops.count +
               proof->pops_accepting.count + proof->ranks.count;
  context_say_count(c, words, out->facts, "set", ", closed under the steps");
  c->checked.holds = c->solved = true; /* custos_write_graph can follow */
  return context_accept_evidence(c, out);
}

static custos_status replay_unreached(custos *c, const property *p, lines *in,
                                      custos_replayed *out) {
  prog_locations at = context_targets(p);
  const char *why = "";
  if (!symbolic_read(&c->job, in, &c->program, &c->checked.proof) ||
      !lines_end(in))
    return context_reject(c);
  if (!symbolic_check(&c->job, &c->clock, &c->program, &at, NULL, NULL,
                      &c->checked.proof, &why))
    return context_reject_evidence(c, out, why);
  return accept_proof(c, "it cannot be reached: ", out);
}

static custos_status replay_ranks(custos *c, const property *p, lines *in,
                                  custos_replayed *out) {
  checked *x = &c->checked;
  prog_binding binding = {0};
  const char *why = "";
  if (p->kind != PROPERTY_LTL)
    return context_reject_evidence(
        c, out, "that an automaton accepts no run has no evidence");
  if (!translation_read(in, &x->automaton, &x->certificate) ||
      !symbolic_read(&c->job, in, &c->program, &x->proof) || !lines_end(in) ||
      !prog_bind(&c->problem, &c->program, &p->table.atoms, p->file, p->line,
                 p->column, &c->report, &binding))
    return context_reject(c);
  if (!context_atoms_agree(&x->automaton.atoms, &p->table.atoms))
    return context_reject_evidence(c, out,
                                   "the atoms are not those of the formula");
  if (!certificate_check(&c->job, &p->table, p->root, true, &x->automaton,
                         &x->certificate))
    return context_reject_evidence(
        c, out, "the automaton may miss words that violate the property");
  if (!symbolic_check(&c->job, &c->clock, &c->program, NULL, &binding,
                      &x->automaton, &x->proof, &why))
    return context_reject_evidence(c, out, why);
  return accept_proof(c, "no run violates it: ", out);
}

custos_status context_replay_program(custos *c, const evidence_top *top,
                                     const property *p, lines *in,
                                     custos_replayed *out) {
  bool is_target = !p || p->kind == PROPERTY_TARGET;
  c->checked.property = p;
  if (top->claim == EVIDENCE_VIOLATED)
    return replay_run(c, p, in, out);
  return (is_target ? replay_unreached : replay_ranks)(c, p, in, out);
}
