/* Evidence about a property of a session: written, and read back. */
#include "problem/session/ectl.h"

#include "evidence/ectl/evidence.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void context_write_session_evidence(custos *c, text *out) {
  const session_result *result = c->session.current;
  const session_query *query = &c->session.queries.at[result->asked.query];
  source_write(&c->source, query->property, NULL,
               session_truth(result, 0) ? EVIDENCE_HOLDS : EVIDENCE_VIOLATED,
               out);
  ectl_evidence_write(&c->session.aside, &result->question, &result->answer,
                      out);
  text_put(out, "end\n");
  mem_clear(&c->session.aside);
}

static custos_status check(custos *c, session_result *result, bool claimed,
                           custos_replayed *out) {
  const char *why = "";
  const ectl_place *first = &result->rows.at[0];
  bool holds;
  mem *m = &c->session.aside;
  if (!ectl_evidence_check(m, &c->clock, &result->question, &result->answer,
                           &why))
    return context_reject_evidence(c, out, why);
  if (!ectl_evidence_holds(m, &result->question, &result->answer, first->state,
                           first->stack.at, first->stack.count, &holds))
    return context_reject_evidence(
        c, out, "the tables do not tell whether the property holds");
  if (holds != claimed)
    return context_reject_evidence(c, out,
                                   claimed ? "the tables show that the "
                                             "property does not hold"
                                           : "the tables show that the "
                                             "property holds");
  out->facts = result->answer.heads + result->answer.pops;
  keeper k;
  kept_text name = {0};
  session_write_row(result, 0, keeper_begin(&k, c, &name));
  context_say(c, "%s at %.100s, by the tables of all parts of the formula",
              holds ? "true" : "false", keeper_end(&k));
  return context_accept_evidence(c, out);
}

custos_status context_replay_session(custos *c, const evidence_top *top,
                                     lines *in, custos_replayed *out) {
  ectl_session *session = &c->session;
  *out = (custos_replayed){.loop = UINT64_MAX, .reason = c->reason};
  out->property = top->property ? top->property : "";
  size_t query =
      top->property ? session_find_query(c, top->property) : SESSION_NONE;
  if (query == SESSION_NONE)
    return context_reject_evidence(c, out, "the files have no such ':check'");
  mem_clear(&session->scratch);
  session_result *result = mem_alloc(&session->scratch, sizeof *result);
  if (!session_ask(c, &session->scratch, query, &result->asked) ||
      !session_make_question(c, &session->scratch, result))
    return context_reject(c);
  if (!ectl_evidence_read(&session->scratch, in, &result->question,
                          &result->answer) ||
      !lines_end(in))
    return context_reject(c);
  custos_status status = check(c, result, top->claim == EVIDENCE_HOLDS, out);
  mem_clear(&session->scratch);
  mem_clear(&session->aside);
  return status;
}

/* What the property needs, in machines alone, and the question. */
static void write_explicit(custos *c, const session_result *result, text *out) {
  const session_asked *asked = &result->asked;
  assert(asked->query < c->session.queries.count);
  const session_query *query = &c->session.queries.at[asked->query];
  session_write_definition(c, asked->system, false, false, out);
  for (size_t i = 0; i < asked->automata.count; i++)
    if (asked->in_until[i] || asked->in_release[i])
      session_write_definition(c, asked->automata.at[i].is, true,
                               asked->in_release[i], out);
  if (asked->formula)
    session_write_definition(c, asked->formula, false, false, out);
  else if (!query->is_inline) /* one proposition, which is no name of a formula
                               */
    ectl_write_formula(&c->job, query->formula, &asked->formulas, asked->root,
                       out);
  text_put(out, ":check(");
  text_put(out, query->formula);
  text_put(out, ", ");
  text_put(out, query->system);
  if (query->state) {
    text_put(out, ", ");
    text_put(out, query->state);
    text_put(out, machine_has_stack(result->question.system) ? "[" : "");
    for (size_t i = 0; i < query->stack.count; i++) {
      text_put(out, i ? " " : "");
      text_put(out, query->stack.at[i]);
    }
    text_put(out, machine_has_stack(result->question.system) ? "]" : "");
  }
  text_put(out, ")\n");
}

typedef struct copied {
  custos *c;
  vec(char) bytes; /* in 'aside' */
} copied;

static int copy_piece(void *self, const char *piece, size_t length) {
  copied *k = self;
  vec_reserve(&k->c->session.aside, &k->bytes, length + 1);
  memcpy(k->bytes.at + k->bytes.count, piece, length);
  k->bytes.count += length;
  return 0;
}

/* Another context reads that text and decides by itself. */
static custos_status decide_again(custos *c, const copied *text_of,
                                  custos_verdict wanted) {
  custos *other = custos_new();
  custos_result result = {.verdict = CUSTOS_UNKNOWN};
  if (!other)
    return context_fail(c, CUSTOS_ERR_SYSTEM, "the machine is out of memory");
  c->session.other = other;
  other->options = c->options;
  other->options.certify = true;
  other->clock.outer = &c->clock;
  custos_status status = custos_load_text(
      other, "explicit.ectl", text_of->bytes.at, text_of->bytes.count, "ectl");
  if (status == CUSTOS_OK)
    status = custos_check(other, 0, &result);
  if (status == CUSTOS_ERR_LIMIT ||
      (status == CUSTOS_OK && result.verdict == CUSTOS_UNKNOWN))
    return context_fail(c, CUSTOS_ERR_LIMIT, "the limits are spent");
  if (status == CUSTOS_ERR_SYSTEM)
    return context_fail(c, status, "%.300s", other->error.message);
  if (status != CUSTOS_OK)
    return context_fail(c, CUSTOS_ERR_BUG,
                        "the explicit session is rejected: line %u: %.300s",
                        (unsigned)other->error.line, other->error.message);
  if (result.verdict != wanted)
    return context_fail(c, CUSTOS_ERR_BUG,
                        "the explicit session gives another verdict");
  return CUSTOS_OK;
}

custos_status context_write_session_graph(custos *c, custos_write_fn *graph,
                                          void *graph_self,
                                          custos_write_fn *proof,
                                          void *proof_self) {
  const session_result *result = c->session.current;
  ENTER_WRITING(c, "writing");
  copied k = {.c = c};
  text *out = mem_alloc(&c->session.aside, sizeof *out);
  text_init(out, copy_piece, &k);
  write_explicit(c, result, out);
  text_end(out);
  custos_status status = decide_again(
      c, &k, session_truth(result, 0) ? CUSTOS_HOLDS : CUSTOS_VIOLATED);
  if (status != CUSTOS_OK) {
    context_session_fault_writing(c);
    return status;
  }
  bool good = graph(graph_self, k.bytes.at, k.bytes.count) == 0;
  /* The caller says which file it is. */
  c->session.other->source.files.count = 0;
  good = good && custos_write_evidence(c->session.other, proof, proof_self) ==
                     CUSTOS_OK;
  custos_delete(c->session.other);
  c->session.other = NULL;
  mem_clear(&c->session.aside);
  if (!good)
    return context_fail(c, CUSTOS_ERR_SYSTEM, "the graph could not be written");
  return context_leave(c, CUSTOS_OK);
}
