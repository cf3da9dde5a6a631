/* The question as the engine takes it: the formula's core, the machines that it
 * needs, and the places where an answer is wanted. */
#include "problem/session/ectl.h"

#include <string.h>

static void find_cores(mem *m, session_result *x) {
  ectl *t = &x->asked.formulas;
  ectl_list parts = {0}, cores = {0};
  ectl_parts(m, t, x->asked.root, &parts);
  ectl_cores(m, t, &parts, &cores);
  x->core_of = mem_array(m, (size_t)x->asked.root + 1, sizeof *x->core_of);
  memset(x->core_of, 0xFF, ((size_t)x->asked.root + 1) * sizeof *x->core_of);
  for (size_t i = 0; i < parts.count; i++)
    x->core_of[parts.at[i]] = cores.at[i];
  vec_free(m, &parts);
  vec_free(m, &cores);
}

/* One deterministic automaton serves both, where Release needs it. */
static bool find_machines(custos *c, mem *m, session_result *x) {
  session_asked *asked = &x->asked;
  size_t count = asked->automata.count;
  const machine **until = mem_array(m, count + 1, sizeof(void *));
  const machine **release = mem_array(m, count + 1, sizeof(void *));
  bool good = true;
  for (size_t a = 0; a < count; a++) {
    session_object *o = asked->automata.at[a].is;
    const machine *is = NULL;
    if (asked->in_release[a])
      is = session_deterministic(c, o, false);
    else if (asked->in_until[a])
      is = session_machine(c, o);
    good = good && (is || !(asked->in_release[a] || asked->in_until[a]));
    until[a] = asked->in_until[a] ? is : NULL;
    release[a] = asked->in_release[a] ? is : NULL;
    if (is && (o->item->kind != ECTL_MACHINE || is != &o->item->machine))
      x->is_original = false;
  }
  x->question.until = until;
  x->question.release = release;
  return good;
}

static bool find_symbols(custos *c, mem *m, const session_query *q,
                         const machine *system, ectl_place *out) {
  vec_each (const session_name, name, &q->stack) {
    uint32_t symbol = names_find(&system->symbols, *name, strlen(*name));
    if (symbol == NAMES_NONE) {
      uint32_t near = names_nearest(&system->symbols, *name, strlen(*name));
      return report_add(
          &c->report, q->file, q->place_line, q->place_column,
          "'%.80s' has no stack symbol '%.80s'%s%.80s%s", q->system, *name,
          near == NAMES_NONE ? "" : " (did you mean '",
          near == NAMES_NONE ? "" : names_text(&system->symbols, near),
          near == NAMES_NONE ? "" : "'?)");
    }
    vec_push(m, &out->stack, symbol);
  }
  return true;
}

/* The one configuration that is asked for. */
static bool find_place(custos *c, mem *m, const session_query *q,
                       const machine *system, ectl_place *out) {
  uint32_t state = names_find(&system->states, q->state, strlen(q->state));
  *out = (ectl_place){.state = state};
  if (state == NAMES_NONE) {
    uint32_t near = names_nearest(&system->states, q->state, strlen(q->state));
    return report_add(&c->report, q->file, q->place_line, q->place_column,
                      "'%.80s' has no state '%.80s'%s%.80s%s", q->system,
                      q->state, near == NAMES_NONE ? "" : " (did you mean '",
                      near == NAMES_NONE ? ""
                                         : names_text(&system->states, near),
                      near == NAMES_NONE ? "" : "'?)");
  }
  if (!machine_has_stack(system) && q->stack.count)
    return report_add(&c->report, q->file, q->place_line, q->place_column,
                      "'%.80s' is an LTS: its states have no stack", q->system);
  return find_symbols(c, m, q, system, out);
}

static void add_heads(mem *m, const machine *system, ectl_places *rows) {
  vec_each (const machine_head, head, &system->heads) {
    ectl_place place = {.state = head->state};
    vec_push(m, &place.stack, head->symbol);
    vec_push(m, rows, place);
  }
}

static bool find_rows(custos *c, mem *m, session_result *x) {
  const session_query *q = &c->session.queries.at[x->asked.query];
  const session_object *o = x->asked.system;
  const machine *system = &o->item->machine;
  x->question.places = &x->none;
  if (q->state) {
    ectl_place place;
    if (!find_place(c, m, q, system, &place))
      return false;
    vec_push(m, &x->rows, place);
    if (machine_has_stack(system))
      x->question.places = &x->rows;
    return true;
  }
  if (machine_has_stack(system))
    add_heads(m, system, &x->rows);
  else
    for (uint32_t s = 0; s < machine_states(system); s++)
      vec_push(m, &x->rows, ((ectl_place){.state = s}));
  return x->rows.count > 0 ||
         report_add(&c->report, o->text->file, o->item->line, o->item->column,
                    "'%.80s' declares no STATE, so that there is nothing to "
                    "check it at",
                    o->item->name);
}

bool session_make_question(custos *c, mem *m, session_result *x) {
  session_asked *asked = &x->asked;
  x->is_original =
      asked->formula || c->session.queries.at[asked->query].is_inline;
  if (!find_rows(c, m, x) || !find_machines(c, m, x))
    return false;
  find_cores(m, x);
  x->question.formulas = &asked->formulas;
  x->question.root = x->core_of[asked->root];
  x->question.system = &asked->system->item->machine;
  return true;
}
