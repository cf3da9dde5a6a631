/* Where the formula that was checked last holds, a line for each place, and the
 * outermost path that shows it. */
#include "problem/session/ectl.h"

size_t custos_truth_count(const custos *c) {
  return c->session.current ? c->session.current->rows.count : 0;
}

custos_status custos_truth_at(custos *c, size_t i, custos_truth *out) {
  const session_result *x = c->session.current;
  mem *m = &c->session.aside;
  session_place p;
  keeper k;
  if (i >= custos_truth_count(c))
    return session_no_row(c);
  ENTER_WRITING(c, "explaining");
  session_row_place(m, x, i, &p);
  out->holds = session_truth(x, i);
  out->explained = c->options.trace != TRACE_NONE &&
                   session_first_path(m, x, x->asked.root, &p) != ECTL_NONE;
  session_write_row(x, i, keeper_begin(&k, c, &c->state_text));
  out->name = keeper_end(&k);
  mem_clear(m);
  return context_leave(c, CUSTOS_OK);
}

/* "<below the top> s(q,s0)" */
static void write_step(const session_result *x, const session_path *w,
                       text *out) {
  bool is_system = machine_has_stack(x->question.system);
  const names *symbols = is_system || !w->automaton
                             ? &x->question.system->symbols
                             : &w->automaton->symbols;
  const uint32_t *stack = is_system ? w->place.stack.at : w->stack.at;
  size_t depth = is_system ? w->place.stack.count : w->stack.count;
  uint32_t state = session_path_state(w);
  if (w->at) {
    text_put(out, " --");
    text_put(out, session_path_action(x, w));
    text_put(out, "--> ");
  }
  text_char(out, '<');
  session_write_stack(symbols, stack, depth ? depth - 1 : 0, out);
  text_put(out, "> s(");
  text_put(out, state == MACHINE_NONE
                    ? "-"
                    : names_text(&w->automaton->states, state));
  text_char(out, ',');
  text_put(out, names_text(&x->question.system->states, w->place.state));
  text_char(out, ')');
}

static void write_path(custos *c, mem *m, session_path *w, text *out) {
  const session_result *x = c->session.current;
  if (w->path.too_long)
    return;
  do {
    progress_tick(&c->clock);
    session_path_next(m, x, w);
    write_step(x, w, out);
  } while (w->at + 1 < w->path.steps.count);
  if (w->automaton && w->path.end == ECTL_PATH_LOOPS)
    text_format(out, " (back to step %zu)", w->path.loop);
}

/* The caller knows whether there is a path; a fault or a bug shows as the last
 * error. */
static custos_status find_text(custos *c, size_t i, const char **found) {
  const session_result *x = c->session.current;
  mem *m = &c->session.aside;
  session_place p;
  session_path w;
  keeper k;
  const char *why = "";
  ENTER_WRITING(c, "explaining");
  session_row_place(m, x, i, &p);
  uint32_t node = session_first_path(m, x, x->asked.root, &p);
  if (node != ECTL_NONE) {
    if (!session_find_path(c, m, x, node, &p, &w, &why)) {
      mem_clear(m);
      return context_bug(c, why);
    }
    write_path(c, m, &w, keeper_begin(&k, c, &c->rule_text));
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
