#include "evidence/ectl/checker.h"
#include "evidence/ectl/evidence.h"

#include <assert.h>

/* The replay follows the definition: an explicit stack, and beside each of its
 * symbols what the monitors of x and y say of all below. */
typedef struct cell {
  uint32_t symbol;
  uint32_t x, y; /* states of the two monitors; LTS: 0 */
} cell;

typedef struct replay {
  mem *m;
  const ectl_question *q;
  const ectl_answer *a;
  const ectl_table *table;
  const ectl_path *path;
  bool is_pds, is_release;
  ectl_automaton automaton;
  const ectl_part *x, *y; /* x NULL: always true */
  uint32_t automaton_state, state;
  vec(cell) stack; /* the top last */
  const char *wrong;
} replay;

static bool path_fail(replay *v, const char *what) {
  v->wrong = what;
  return false;
}

static uint32_t above(const ectl_part *p, uint32_t d, uint32_t symbol) {
  if (!p || !p->monitor)
    return 0;
  return p->monitor->step.at[(size_t)d * p->monitor->symbols + symbol];
}

static void push(replay *v, uint32_t symbol) {
  cell fresh = {.symbol = symbol};
  if (v->stack.count) {
    const cell *top = &vec_last(&v->stack);
    fresh.x = above(v->x, top->x, top->symbol);
    fresh.y = above(v->y, top->y, top->symbol);
  }
  vec_push(v->m, &v->stack, fresh);
}

static uint32_t top_of(const replay *v) {
  return v->stack.count ? vec_last(&v->stack).symbol : ECTL_NO;
}

static void apply(replay *v, const machine_rule *r) {
  if (r->operation == MACHINE_PUSH) {
    push(v, r->symbol);
    return;
  }
  (void)vec_pop(&v->stack);
  if (r->operation == MACHINE_REWRITE)
    push(v, r->symbol);
}

static bool holds(const replay *v, const ectl_part *p) {
  if (!p)
    return true;
  if (!v->is_pds)
    return ectl_bit(p->values, v->state);
  if (v->stack.count == 0)
    return ectl_bit(p->empty, v->state);
  const cell *top = &vec_last(&v->stack);
  return ectl_bit(p->values,
                  ectl_value_at(machine_states(v->q->system),
                                machine_symbols(v->q->system), v->state,
                                top->symbol, p == v->x ? top->x : top->y));
}

static bool path_accepts(const replay *v) {
  return v->automaton.machine->accepting.at[v->automaton_state] != 0;
}

/* Has the system a move here? Asked at most once for a path, so that an index
 * of all its rules would cost more. */
static bool can_move(const replay *v) {
  vec_each (const machine_rule, r, &v->q->system->rules)
    if (r->from == v->state && (!v->is_pds || r->top == top_of(v)))
      return true;
  return false;
}

static bool can_read(const replay *v, uint32_t action) {
  ectl_span row = ectl_rows_at(&v->automaton.rows, v->automaton_state,
                               v->is_pds ? 0 : top_of(v));
  if (!v->is_pds && v->stack.count == 0)
    return false;
  row = ectl_rows_reading(&v->automaton.rows, row, action);
  return row.first < row.end;
}

static bool takes_step(replay *v, const ectl_path_step *s) {
  const machine *system = v->q->system, *automaton = v->automaton.machine;
  if (s->step >= system->rules.count)
    return path_fail(v, "a step is no rule of the system");
  const machine_rule *step = &system->rules.at[s->step];
  if (step->from != v->state || (v->is_pds && step->top != top_of(v)))
    return path_fail(v, "a step cannot be taken");
  if (s->reading == ECTL_NO) {
    if (!v->is_release || can_read(v, step->action))
      return path_fail(v, "the automaton could follow a step");
  } else {
    if (s->reading >= automaton->rules.count)
      return path_fail(v, "a step is no rule of the automaton");
    const machine_rule *r = &automaton->rules.at[s->reading];
    if (r->from != v->automaton_state || (!v->is_pds && r->top != top_of(v)) ||
        v->automaton.action_of[r->action] != step->action)
      return path_fail(v, "the automaton cannot follow a step");
    v->automaton_state = r->to;
    if (!v->is_pds)
      apply(v, r);
  }
  v->state = step->to;
  if (v->is_pds)
    apply(v, step);
  return true;
}

/* Is the path's record of a step what came of it? */
static bool is_told_rightly(replay *v, const ectl_path_step *s) {
  bool escaped = s->location == ECTL_NO;
  if (s->state != v->state)
    return path_fail(v, "a step leads to another state");
  if (escaped && !v->is_pds) /* the automaton's stack is of no matter */
    return true;
  if (s->depth != v->stack.count || s->top != top_of(v))
    return path_fail(v, "a step leads to another stack");
  if (!escaped && (s->location >= v->table->locations.keys.count ||
                   v->table->locations.keys.at[s->location] !=
                       map_pair(v->automaton_state, v->state)))
    return path_fail(v, "a step leads to another location");
  return true;
}

/* What must hold at each position; at the last of U, x need not. */
static bool holds_on(replay *v, bool is_last) {
  if (!v->is_release)
    return is_last || holds(v, v->x) ||
           path_fail(v, "what must hold until then does not hold on the way");
  return !path_accepts(v) || holds(v, v->y) ||
         path_fail(v, "what must hold until released does not hold on the way");
}

/* The configuration at the start of the loop, and the least depth since. */
typedef struct loop_start {
  bool is_set;
  uint32_t automaton_state, state;
  size_t depth, least;
  cell top;
} loop_start;

static void watch_loop(const replay *v, size_t i, loop_start *loop) {
  if (v->path->end != ECTL_PATH_LOOPS || i < v->path->loop)
    return;
  if (i == v->path->loop && v->stack.count) {
    *loop = (loop_start){.is_set = true,
                         .automaton_state = v->automaton_state,
                         .state = v->state,
                         .depth = v->stack.count,
                         .least = v->stack.count,
                         .top = vec_last(&v->stack)};
  }
  if (v->stack.count < loop->least)
    loop->least = v->stack.count;
}

/* From the head on, all can be done again as it was, because x and y depend on
 * what is below only through the monitors. */
static bool loops(const replay *v, const loop_start *loop) {
  if (!loop->is_set || v->path->loop + 1 >= v->path->steps.count ||
      loop->least < loop->depth)
    return false;
  const cell *top = &vec_last(&v->stack);
  return v->automaton_state == loop->automaton_state &&
         v->state == loop->state && top->symbol == loop->top.symbol &&
         top->x == loop->top.x && top->y == loop->top.y;
}

static bool path_ends_rightly(replay *v, const loop_start *loop) {
  bool escaped = vec_last(&v->path->steps).location == ECTL_NO;
  bool good = false;
  switch (v->path->end) {
  case ECTL_PATH_DONE:
    good = !v->is_release && path_accepts(v) && holds(v, v->y);
    break;
  case ECTL_PATH_RELEASED:
    good = v->is_release && !escaped && holds(v, v->x);
    break;
  case ECTL_PATH_STOPS:
    good = v->is_release && !escaped && !can_move(v);
    break;
  case ECTL_PATH_ESCAPES:
    good = v->is_release && escaped;
    break;
  case ECTL_PATH_LOOPS:
    good = v->is_release && !escaped && loops(v, loop);
    break;
  }
  return good || path_fail(v, "the path does not end as it says");
}

static bool replay_steps(replay *v) {
  const ectl_path *path = v->path;
  loop_start loop = {0};
  for (size_t i = 0; i < path->steps.count; i++) {
    const ectl_path_step *s = &path->steps.at[i];
    bool is_last = i + 1 == path->steps.count;
    if (i == 0 && (s->step != ECTL_NO || s->reading != ECTL_NO))
      return path_fail(v, "the path has no start");
    if (i > 0 && !takes_step(v, s))
      return false;
    bool escapes = i > 0 && s->reading == ECTL_NO;
    if (escapes != (s->location == ECTL_NO) || (escapes && !is_last))
      return path_fail(v, "an escape is not the last step");
    if (!is_told_rightly(v, s) || (!escapes && !holds_on(v, is_last)))
      return false;
    watch_loop(v, i, &loop);
  }
  return path_ends_rightly(v, &loop);
}

static bool begin(replay *v, const ectl_node *n, uint32_t state,
                  const uint32_t *stack, size_t depth) {
  bool is_next = n->op == ECTL_EX;
  const ectl_answer *a = v->a;
  v->x = is_next ? NULL : &a->parts.at[a->part_of[n->left]];
  v->y = &a->parts.at[a->part_of[is_next ? n->left : n->right]];
  v->state = state;
  if ((v->x && !v->x->values) || !v->y->values || (v->is_pds && !v->y->empty))
    return path_fail(v, "the values of the parts are not known");
  if (!v->is_pds)
    push(v, 0);
  for (size_t i = depth; i-- > 0;)
    push(v, stack[i]);
  return true;
}

bool ectl_path_check(mem *m, const ectl_question *q, const ectl_answer *a,
                     uint32_t part, uint32_t state, const uint32_t *stack,
                     size_t depth, const ectl_path *path, const char **why) {
  assert(part < a->parts.count);
  replay v = {.m = m, .q = q, .a = a, .path = path, .wrong = ""};
  const ectl_part *p = &a->parts.at[part];
  const ectl_node *n = &q->formulas->nodes.at[p->node];
  v.is_pds = q->system->kind == MACHINE_PDS;
  v.is_release = n->op == ECTL_ER;
  v.table = p->table;
  bool good = false;
  if (path->too_long || path->steps.count == 0 || !p->table)
    path_fail(&v, "there is no path");
  else if ((*why = ectl_automaton_make(m, q, p->node, &v.automaton)) != NULL)
    path_fail(&v, *why);
  else
    good = begin(&v, n, state, stack, depth) && replay_steps(&v);
  ectl_automaton_free(m, &v.automaton);
  vec_free(m, &v.stack);
  *why = good ? "" : v.wrong;
  return good;
}
