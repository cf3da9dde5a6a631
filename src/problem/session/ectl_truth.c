/* Where the formula that was checked last holds, a line for each place, and the
 * outermost path that shows it. */
#include "problem/session/ectl.h"

size_t custos_truth_count(const custos *c) {
  return c->session.current ? c->session.current->rows.count : 0;
}

custos_status custos_truth_at(custos *c, size_t i, custos_truth *out) {
  const session_result *result = c->session.current;
  mem *m = &c->session.aside;
  session_place place;
  keeper k;
  if (i >= custos_truth_count(c))
    return session_no_row(c);
  ENTER_WRITING(c, "explaining");
  session_row_place(m, result, i, &place);
  out->holds = session_truth(result, i);
  out->explained =
      c->options.trace != TRACE_NONE &&
      session_first_path(m, result, result->asked.root, &place) != ECTL_NONE;
  session_write_row(result, i, keeper_begin(&k, c, &c->state_text));
  out->name = keeper_end(&k);
  mem_clear(m);
  return context_leave(c, CUSTOS_OK);
}

/* "<below the top> s(q,s0)" */
static void write_step(const session_result *result, const session_path *path,
                       text *out) {
  bool is_system = machine_has_stack(result->question.system);
  const names *symbols = is_system || !path->automaton
                             ? &result->question.system->symbols
                             : &path->automaton->symbols;
  const uint32_t *stack = is_system ? path->place.stack.at : path->stack.at;
  size_t depth = is_system ? path->place.stack.count : path->stack.count;
  uint32_t state = session_path_state(path);
  if (path->at) {
    text_put(out, " --");
    text_put(out, session_path_action(result, path));
    text_put(out, "--> ");
  }
  text_char(out, '<');
  session_write_stack(symbols, stack, depth ? depth - 1 : 0, out);
  text_put(out, "> s(");
  text_put(out, state == MACHINE_NONE
                    ? "-"
                    : names_text(&path->automaton->states, state));
  text_char(out, ',');
  text_put(out,
           names_text(&result->question.system->states, path->place.state));
  text_char(out, ')');
}

static void write_path(custos *c, mem *m, session_path *path, text *out) {
  const session_result *result = c->session.current;
  if (path->path.too_long)
    return;
  do {
    progress_tick(&c->clock);
    session_path_next(m, result, path);
    write_step(result, path, out);
  } while (path->at + 1 < path->path.steps.count);
  if (path->automaton && path->path.end == ECTL_PATH_LOOPS)
    text_format(out, " (back to step %zu)", path->path.loop);
}

/* The caller knows whether there is a path; a fault or a bug shows as the last
 * error. */
static custos_status find_text(custos *c, size_t i, const char **found) {
  const session_result *result = c->session.current;
  mem *m = &c->session.aside;
  session_place place;
  session_path path;
  keeper k;
  const char *why = "";
  ENTER_WRITING(c, "explaining");
  session_row_place(m, result, i, &place);
  uint32_t node = session_first_path(m, result, result->asked.root, &place);
  if (node != ECTL_NONE) {
    if (!session_find_path(c, m, result, node, &place, &path, &why)) {
      mem_clear(m);
      return context_bug(c, why);
    }
    write_path(c, m, &path, keeper_begin(&k, c, &c->rule_text));
    *found = keeper_end(&k);
  }
  mem_clear(m);
  return context_leave(c, CUSTOS_OK);
}

const char *custos_truth_path(custos *c, size_t i) {
  const char *found = "";
  if (i < custos_truth_count(c))
    find_text(c, i, &found);
  return found;
}
