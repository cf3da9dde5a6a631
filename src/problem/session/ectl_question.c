/* The question as the engine takes it: the formula's core, the machines that it
 * needs, and the places where an answer is wanted. */
#include "problem/session/ectl.h"

#include <string.h>

static void find_cores(mem *m, session_result *result) {
  ectl *t = &result->asked.formulas;
  ectl_list parts = {0}, cores = {0};
  ectl_parts(m, t, result->asked.root, &parts);
  ectl_cores(m, t, &parts, &cores);
  result->core_of =
      mem_array(m, (size_t)result->asked.root + 1, sizeof *result->core_of);
  memset(result->core_of, 0xFF,
         ((size_t)result->asked.root + 1) * sizeof *result->core_of);
  for (size_t i = 0; i < parts.count; i++)
    result->core_of[parts.at[i]] = cores.at[i];
  vec_free(m, &parts);
  vec_free(m, &cores);
}

/* One deterministic automaton serves both, where Release needs it. */
static bool find_machines(custos *c, mem *m, session_result *result) {
  session_asked *asked = &result->asked;
  size_t count = asked->automata.count;
  const machine **until = mem_array(m, count + 1, sizeof(void *));
  const machine **release = mem_array(m, count + 1, sizeof(void *));
  bool good = true;
  for (size_t a = 0; a < count; a++) {
    session_object *object = asked->automata.at[a].is;
    const machine *is = NULL;
    if (asked->in_release[a])
      is = session_deterministic(c, object, false);
    else if (asked->in_until[a])
      is = session_machine(c, object);
    good = good && (is || !(asked->in_release[a] || asked->in_until[a]));
    until[a] = asked->in_until[a] ? is : NULL;
    release[a] = asked->in_release[a] ? is : NULL;
    if (is &&
        (object->item->kind != ECTL_MACHINE || is != &object->item->machine))
      result->is_original = false;
  }
  result->question.until = until;
  result->question.release = release;
  return good;
}

static bool find_symbols(custos *c, mem *m, const session_query *query,
                         const machine *system, ectl_place *out) {
  vec_each (const session_name, name, &query->stack) {
    uint32_t symbol = names_find(&system->symbols, *name, strlen(*name));
    if (symbol == NAMES_NONE) {
      uint32_t near = names_nearest(&system->symbols, *name, strlen(*name));
      return report_add(
          &c->report, query->file, query->place_line, query->place_column,
          "'%.80s' has no stack symbol '%.80s'%s%.80s%s", query->system, *name,
          near == NAMES_NONE ? "" : " (did you mean '",
          near == NAMES_NONE ? "" : names_text(&system->symbols, near),
          near == NAMES_NONE ? "" : "'?)");
    }
    vec_push(m, &out->stack, symbol);
  }
  return true;
}

/* The one configuration that is asked for. */
static bool find_place(custos *c, mem *m, const session_query *query,
                       const machine *system, ectl_place *out) {
  uint32_t state =
      names_find(&system->states, query->state, strlen(query->state));
  *out = (ectl_place){.state = state};
  if (state == NAMES_NONE) {
    uint32_t near =
        names_nearest(&system->states, query->state, strlen(query->state));
    return report_add(
        &c->report, query->file, query->place_line, query->place_column,
        "'%.80s' has no state '%.80s'%s%.80s%s", query->system, query->state,
        near == NAMES_NONE ? "" : " (did you mean '",
        near == NAMES_NONE ? "" : names_text(&system->states, near),
        near == NAMES_NONE ? "" : "'?)");
  }
  if (!machine_has_stack(system) && query->stack.count)
    return report_add(
        &c->report, query->file, query->place_line, query->place_column,
        "'%.80s' is an LTS: its states have no stack", query->system);
  return find_symbols(c, m, query, system, out);
}

static void add_heads(mem *m, const machine *system, ectl_places *rows) {
  vec_each (const machine_head, head, &system->heads) {
    ectl_place place = {.state = head->state};
    vec_push(m, &place.stack, head->symbol);
    vec_push(m, rows, place);
  }
}

static bool find_rows(custos *c, mem *m, session_result *result) {
  const session_query *query = &c->session.queries.at[result->asked.query];
  const session_object *object = result->asked.system;
  const machine *system = &object->item->machine;
  result->question.places = &result->none;
  if (query->state) {
    ectl_place place;
    if (!find_place(c, m, query, system, &place))
      return false;
    vec_push(m, &result->rows, place);
    if (machine_has_stack(system))
      result->question.places = &result->rows;
    return true;
  }
  if (machine_has_stack(system))
    add_heads(m, system, &result->rows);
  else
    for (uint32_t s = 0; s < machine_states(system); s++)
      vec_push(m, &result->rows, ((ectl_place){.state = s}));
  return result->rows.count > 0 ||
         report_add(&c->report, object->text->file, object->item->line,
                    object->item->column,
                    "'%.80s' declares no STATE, so that there is nothing to "
                    "check it at",
                    object->item->name);
}

bool session_make_question(custos *c, mem *m, session_result *result) {
  session_asked *asked = &result->asked;
  result->is_original =
      asked->formula || c->session.queries.at[asked->query].is_inline;
  if (!find_rows(c, m, result) || !find_machines(c, m, result))
    return false;
  find_cores(m, result);
  result->question.formulas = &asked->formulas;
  result->question.root = result->core_of[asked->root];
  result->question.system = &asked->system->item->machine;
  return true;
}
