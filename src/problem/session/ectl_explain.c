/* Why a formula holds or not at a place: a tree of formulas and paths, told
 * from its root. What is still to be told waits on a stack, so that neither
 * deep formulas nor long paths need recursion. */
#include "problem/session/ectl.h"

#include <assert.h>
#include <stdio.h>

typedef struct task {
  session_path *path; /* its next step; NULL: 'node' at 'place' */
  uint32_t node;
  session_place place;
  uint32_t depth, level; /* in the tree; of nested paths */
} task;

typedef struct telling {
  custos *c;
  mem *m;
  const session_result *x;
  custos_reason_fn *tell;
  void *self;
  uint32_t most; /* levels; 0: all */
  bool stopped;
  const char *wrong; /* a path that does not replay; NULL: none */
  vec(task) tasks;
  kept_text automaton;
} telling;

static void later(telling *t, uint32_t node, const session_place *place,
                  uint32_t depth, uint32_t level) {
  task x = {.node = node, .depth = depth, .level = level};
  ectl_operator op = t->x->asked.formulas.nodes.at[node].op;
  if (op == ECTL_TRUE || op == ECTL_FALSE)
    return;
  session_place_copy(t->m, place, &x.place);
  vec_push(t->m, &t->tasks, x);
}

static const char *place_text(telling *t, const session_place *place) {
  keeper k;
  session_write_place(t->x, place, keeper_begin(&k, t->c, &t->c->state_text));
  return keeper_end(&k);
}

static void tell_because(telling *t, const task *a, const char *note) {
  keeper k;
  custos_reason reason = {.depth = a->depth,
                          .action = "",
                          .automaton = "",
                          .note = note,
                          .holds =
                              session_holds(t->m, t->x, a->node, &a->place)};
  ectl_print(t->m, &t->x->asked.formulas, a->node,
             keeper_begin(&k, t->c, &t->c->rule_text));
  reason.formula = keeper_end(&k);
  reason.place = place_text(t, &a->place);
  t->stopped = t->tell(t->self, &reason) != 0;
}

static void begin_path(telling *t, const task *a) {
  session_path *path = mem_alloc(t->m, sizeof *path);
  const char *why = "a path does not lead where it should";
  if (!session_find_path(t->c, t->m, t->x, a->node, &a->place, path, &why)) {
    t->wrong = why;
    return;
  }
  if (path->path.too_long) {
    tell_because(t, a, "the path is too long to be shown");
    return;
  }
  tell_because(t, a, "");
  task next = {.path = path, .depth = a->depth + 1, .level = a->level};
  vec_push(t->m, &t->tasks, next);
}

static void tell_formula(telling *t, const task *a) {
  assert(a->node < t->x->asked.formulas.nodes.count);
  uint32_t operands[2];
  ectl_operator op = t->x->asked.formulas.nodes.at[a->node].op;
  if (session_has_path(t->m, t->x, a->node, &a->place)) {
    if (t->most && a->level >= t->most)
      tell_because(t, a, "not shown: deeper than asked for");
    else
      begin_path(t, a);
    return;
  }
  size_t count = session_deciding(t->m, t->x, a->node, &a->place, operands);
  tell_because(t, a, op >= ECTL_EX ? "no path: by its table" : "");
  while (count > 0)
    later(t, operands[--count], &a->place, a->depth + 1, a->level);
}

static const char *automaton_text(telling *t, const session_path *path) {
  keeper k;
  uint32_t state = session_path_state(path);
  text *out = keeper_begin(&k, t->c, &t->automaton);
  if (state != MACHINE_NONE) {
    text_put(out, names_text(&path->automaton->states, state));
    if (machine_has_stack(path->automaton)) {
      text_char(out, '[');
      session_write_stack(&path->automaton->symbols, path->stack.at,
                          path->stack.count, out);
      text_char(out, ']');
    }
  }
  return keeper_end(&k);
}

static const char *step_note(const session_path *path, char *buffer,
                             size_t size) {
  if (path->at + 1 < path->path.steps.count || !path->automaton)
    return "";
  switch (path->path.end) {
  case ECTL_PATH_DONE:
    return "accepted";
  case ECTL_PATH_RELEASED:
    return "released";
  case ECTL_PATH_STOPS:
    return "the path ends here";
  case ECTL_PATH_ESCAPES:
    return "the automaton cannot follow";
  case ECTL_PATH_LOOPS:
    snprintf(buffer, size, "back to step %zu", path->path.loop);
    return buffer;
  }
  return "";
}

/* What must hold, or not, where the path stands. */
static void tell_needs(telling *t, const session_path *path, const task *a) {
  assert(path->node < t->x->asked.formulas.nodes.count);
  const ectl_node *node = &t->x->asked.formulas.nodes.at[path->node];
  bool last = path->at + 1 == path->path.steps.count;
  uint32_t state = session_path_state(path);
  bool left = false, right = false;
  if (!path->automaton) { /* EX, AX: the one operand is the left one */
    left = last;
  } else if (path->is_until) {
    right = last;
    left = !last;
  } else if (!last || path->path.end != ECTL_PATH_LOOPS) {
    right = state != MACHINE_NONE && path->automaton->accepting.at[state];
    left = last && path->path.end == ECTL_PATH_RELEASED;
  }
  if (left)
    later(t, node->left, &path->place, a->depth + 1, a->level + 1);
  if (right)
    later(t, node->right, &path->place, a->depth + 1, a->level + 1);
}

static void tell_step(telling *t, const task *a) {
  char note[48];
  session_path *path = a->path;
  session_path_next(t->m, t->x, path);
  custos_reason reason = {.depth = a->depth,
                          .is_step = 1,
                          .formula = "",
                          .holds = 1,
                          .action = session_path_action(t->x, path),
                          .automaton = automaton_text(t, path),
                          .note = step_note(path, note, sizeof note),
                          .place = place_text(t, &path->place),
                          .number = path->at};
  t->stopped = t->tell(t->self, &reason) != 0;
  if (path->at + 1 < path->path.steps.count)
    vec_push(t->m, &t->tasks, *a);
  tell_needs(t, path, a);
  if (path->at + 1 == path->path.steps.count)
    session_path_free(t->m, path);
}

static void tell_all(telling *t, size_t row) {
  session_place place;
  session_row_place(t->m, t->x, row, &place);
  task first = {.node = t->x->asked.root, .place = place};
  vec_push(t->m, &t->tasks, first);
  while (t->tasks.count && !t->stopped && !t->wrong) {
    task a = vec_pop(&t->tasks);
    progress_tick(&t->c->clock);
    if (a.path) {
      tell_step(t, &a);
    } else {
      tell_formula(t, &a);
      vec_free(t->m, &a.place.stack);
    }
  }
}

custos_status session_no_row(custos *c) {
  return context_fail(c, CUSTOS_ERR_USAGE,
                      c->session.current ? "there is no such state"
                                         : "check a ':check' first");
}

custos_status custos_explain(custos *c, size_t i, uint32_t depth,
                             custos_reason_fn *tell, void *self) {
  if (i >= custos_truth_count(c))
    return session_no_row(c);
  ENTER_WRITING(c, "explaining");
  telling t = {.c = c,
               .m = &c->session.aside,
               .x = c->session.current,
               .tell = tell,
               .self = self,
               .most = depth};
  tell_all(&t, i);
  mem_clear(&c->session.aside);
  vec_free(&c->job, &t.automaton);
  if (t.wrong)
    return context_bug(c, t.wrong);
  return context_leave(c, CUSTOS_OK);
}
