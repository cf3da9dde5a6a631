/* Evidence about C programs: the inputs of a run to an error, or the claim that
 * there is one run and it meets none. */
#include "api/c_programs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Writing --------------------------------------------------------- */

static const char *const kinds[] = {"call",  "external",   "undefined",
                                    "uninitialised", "shift", "comparison",
                                    "argument"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void write_input(const cfa *p, const cfa_input *x, text *out) {
  const char *name = cfa_text(p, x->name);
  cfa_place at = p->edges.at[x->edge].place;
  text_format(out, "%s %u %" PRIu64 " %u ", kinds[x->kind], (unsigned)x->width,
              x->value, at.file == CFA_NONE ? 0U : (unsigned)at.line);
  text_quoted(out, name, strlen(name));
  text_char(out, '\n');
}

void context_write_c(custos *c, text *out) {
  const c_problem *x = &c->c_problem;
  bool holds = c->checked.holds;
  context_note_c_source(c);
  source_write(&c->source, "safety", NULL,
               holds ? EVIDENCE_HOLDS : EVIDENCE_VIOLATED, out);
  memset(&c->source.options, 0, sizeof c->source.options);
  if (holds) {
    text_format(out, "steps %" PRIu64 "\n", x->steps);
  } else {
    const cfa_inputs *inputs = &x->result.inputs;
    text_format(out, "inputs %zu\n", inputs->count);
    vec_each (const cfa_input, i, inputs)
      write_input(&x->program, i, out);
  }
  text_put(out, "end\n");
}

/* ---- Reading --------------------------------------------------------- */

static bool read_input(lines *in, cfa_input *x) {
  size_t kind = 0;
  uint64_t width, line;
  while (kind < KINDS && !lines_word(in, kinds[kind]))
    kind++;
  if (kind == KINDS)
    return lines_fail(in, "expected the kind of an input");
  *x = (cfa_input){.kind = (cfa_input_kind)kind};
  if (!lines_blank(in) || !lines_number(in, BITS_MOST + 1, &width) ||
      !lines_blank(in) || !lines_number(in, UINT64_MAX, &x->value) ||
      !lines_blank(in) || !lines_number(in, UINT32_MAX, &line) ||
      !lines_blank(in) || !lines_quoted(in))
    return lines_fail(in, "expected a width, a value, a line and a name");
  x->width = (uint8_t)width;
  return lines_next(in);
}

static bool read_inputs(custos *c, lines *in) {
  c_walk *w = &c->c_problem.found;
  uint64_t count;
  if (!lines_header(in, "inputs", &count) || !lines_next(in))
    return false;
  for (uint64_t i = 0; i < count; i++) {
    cfa_input x;
    if (!read_input(in, &x))
      return false;
    vec_push(&c->job, &w->values, x.value);
  }
  w->given = w->values.count;
  return lines_end(in);
}

/* ---- Checking -------------------------------------------------------- */

static custos_status replay_violated(custos *c, lines *in,
                                     custos_replayed *out) {
  c_problem *x = &c->c_problem;
  c_error e;
  const char *why = "";
  char words[256];
  if (!read_inputs(c, in))
    return context_reject(c);
  if (!context_run_c(c, &e, &x->steps, &why))
    return context_reject_evidence(c, out, why);
  x->result.edge = e.edge;
  x->result.fault = e.fault;
  context_keep_inputs(c);
  out->steps = x->steps;
  out->facts = x->found.given;
  out->has_run = c->has_run = true;
  context_describe_c_error(c, &e, words, sizeof words);
  context_say(c, "%s", words);
  return context_accept_evidence(c, out);
}

static custos_status replay_holds(custos *c, lines *in, custos_replayed *out) {
  uint64_t steps;
  const char *why = "";
  if (!lines_header(in, "steps", &steps) || !lines_next(in) || !lines_end(in))
    return context_reject(c);
  if (!context_run_c_alone(c, &out->facts, &why))
    return context_reject_evidence(c, out, why);
  context_say(c, "the one run of %" PRIu64 " steps meets no error",
              out->facts);
  return context_accept_evidence(c, out);
}

custos_status context_replay_c(custos *c, const evidence_top *top, lines *in,
                               custos_replayed *out) {
  custos_status status = context_make_c(c);
  if (status != CUSTOS_OK)
    return status;
  if (!top->property || strcmp(top->property, "safety") != 0)
    return context_reject_evidence(c, out, "the problem has no such property");
  return (top->claim == EVIDENCE_HOLDS ? replay_holds : replay_violated)(c, in,
                                                                         out);
}
