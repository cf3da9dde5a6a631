/* A property of a session decided: the answer is remembered, its evidence
 * checked by other code. */
#include "problem/session/ectl.h"

#include "engine/ectl/ectl_decide.h"
#include "evidence/ectl/evidence.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool same_question(const session_asked *a, const session_asked *b) {
  if (a->query != b->query || a->system != b->system ||
      a->formula != b->formula || a->automata.count != b->automata.count)
    return false;
  for (size_t i = 0; i < a->automata.count; i++)
    if (a->automata.at[i].is != b->automata.at[i].is)
      return false;
  return true;
}

static session_result *find_remembered(const custos *c,
                                       const session_asked *asked) {
  const ectl_session *session = &c->session;
  if (asked->query >= session->results_of.count)
    return NULL;
  session_result *result = session->results_of.at[asked->query].is;
  while (result && !same_question(&result->asked, asked))
    result = result->next;
  return result;
}

/* There is room: from 'scratch' to a place of its own. */
static void remember(ectl_session *session, session_result *result) {
  assert(result->asked.query < session->results_of.count);
  session_result_ref *first = &session->results_of.at[result->asked.query];
  result->next = first->is;
  first->is = result;
  session->results.at[session->results.count++].is = result;
  result->mem = session->scratch;
  result->answer.m = &result->mem;
  session->scratch.blocks = NULL;
}

bool session_truth(const session_result *result, size_t row) {
  assert(row < result->rows.count);
  const ectl_place *place = &result->rows.at[row];
  return ectl_holds(&result->answer, result->question.system,
                    (uint32_t)result->answer.parts.count - 1, place->state,
                    place->stack.at, place->stack.count);
}

static void describe(custos *c, const session_result *result) {
  keeper k;
  kept_text name = {0};
  size_t count = result->rows.count, holding = 0;
  for (size_t i = 0; i < count; i++)
    holding += session_truth(result, i);
  session_write_row(result, 0, keeper_begin(&k, c, &name));
  const char *first = keeper_end(&k);
  const char *value = session_truth(result, 0) ? "true" : "false";
  if (count == 1)
    context_say(c, "%s at %.100s", value, first);
  else
    context_say(
        c, "%s at %.100s, true at %zu of %zu %s", value, first, holding, count,
        machine_has_stack(result->question.system) ? "heads" : "states");
}

static void note_props(custos *c, const session_result *result) {
  const ectl *t = &result->asked.formulas;
  for (uint32_t i = 0; i < names_count(&t->props); i++) {
    const char *name = names_text(&t->props, i);
    if (names_find(&result->question.system->props, name, strlen(name)) !=
        NAMES_NONE)
      continue;
    char *note = mem_alloc(&c->job, 400);
    const session_object *object = session_find(c, name);
    snprintf(note, 400,
             "no state of '%.100s' has the proposition '%.100s': it is false "
             "everywhere%s",
             result->asked.system->item->name, name,
             object && object->item->kind == ECTL_FORMULA
                 ? " (a formula does not refer to others by their names)"
                 : "");
    vec_push(&c->job, &c->notes, note);
  }
}

/* The kernel reads one text. */
static bool is_one_text(const custos *c) {
  const ectl_session *session = &c->session;
  return c->source.files.count == 1 && session->texts.count == 1 &&
         session->texts.at[0].is->input;
}

/* False: 'why' says what does not fit. */
static bool check_evidence(custos *c, session_result *result,
                           const char **why) {
  if (!c->options.certify || result->is_checked)
    return true;
  c->clock.phase = "checking";
  result->is_checked = ectl_evidence_check(
      &c->session.aside, &c->clock, &result->question, &result->answer, why);
  if (result->is_checked)
    mem_clear(&c->session.aside);
  return result->is_checked;
}

static custos_status conclude(custos *c, session_result *x, custos_result *r) {
  bool holds = session_truth(x, 0);
  r->engine = "ectl";
  r->states = x->answer.heads;
  r->transitions = x->answer.rules;
  r->derivation = x->answer.pops;
  r->rules = x->question.system->rules.count;
  r->checked = x->is_checked ? "replay" : "none";
  r->translation = x->is_original && is_one_text(c) ? "none" : "explicit";
  c->session.current = x;
  describe(c, x);
  note_props(c, x);
  return context_conclude(c, r, holds ? CUSTOS_HOLDS : CUSTOS_VIOLATED);
}

static custos_status decide(custos *c, size_t query, custos_result *r) {
  ectl_session *session = &c->session;
  const char *why = "";
  mem_clear(&session->scratch);
  session_result *x = mem_alloc(&session->scratch, sizeof *x);
  if (!session_ask(c, &session->scratch, query, &x->asked))
    return context_reject(c);
  session_result *known = find_remembered(c, &x->asked);
  if (known) {
    mem_clear(&session->scratch);
    if (!check_evidence(c, known, &why))
      return context_bug(c, why);
    return conclude(c, known, r);
  }
  if (!session_make_question(c, &session->scratch, x))
    return context_reject(c);
  vec_reserve(&c->problem, &session->results, 1);
  if (session->results_of.count <= query)
    vec_resize(&c->problem, &session->results_of, query + 1);
  c->clock.phase = "searching";
  double began = progress_clock();
  ectl_decide(&session->scratch, &c->clock, &x->question, &x->answer);
  r->search_seconds = progress_clock() - began;
  if (!check_evidence(c, x, &why)) {
    custos_status status = context_bug(c, why);
    mem_clear(&session->scratch);
    return status;
  }
  remember(session, x);
  return conclude(c, x, r);
}

custos_status context_check_session(custos *c, size_t i, custos_result *out) {
  jmp_buf handler;
  context_enter(c, "reading", &handler);
  context_drop_job(c);
  context_no_result(c, out);
  if (i >= c->session.queries.count)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such property");
  if (setjmp(handler) != 0)
    return context_give_up(c, out);
  progress_look(&c->clock);
  custos_status status = decide(c, i, out);
  context_take_time(c, out);
  return status;
}
