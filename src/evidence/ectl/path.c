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

static uint32_t above(const ectl_part *part, uint32_t d, uint32_t symbol) {
  if (!part || !part->monitor)
    return 0;
  return part->monitor->step.at[(size_t)d * part->monitor->symbols + symbol];
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

static void apply(replay *v, const machine_rule *rule) {
  if (rule->operation == MACHINE_PUSH) {
    push(v, rule->symbol);
    return;
  }
  (void)vec_pop(&v->stack);
  if (rule->operation == MACHINE_REWRITE)
    push(v, rule->symbol);
}

static bool holds(const replay *v, const ectl_part *part) {
  if (!part)
    return true;
  if (!v->is_pds)
    return ectl_bit(part->values, v->state);
  if (v->stack.count == 0)
    return ectl_bit(part->empty, v->state);
  const cell *top = &vec_last(&v->stack);
  return ectl_bit(part->values,
                  ectl_value_at(machine_states(v->q->system),
                                machine_symbols(v->q->system), v->state,
                                top->symbol, part == v->x ? top->x : top->y));
}

static bool path_accepts(const replay *v) {
  return v->automaton.machine->accepting.at[v->automaton_state] != 0;
}

/* Has the system a move here? Asked at most once for a path, so that an index
 * of all its rules would cost more. */
static bool can_move(const replay *v) {
  vec_each (const machine_rule, rule, &v->q->system->rules)
    if (rule->from == v->state && (!v->is_pds || rule->top == top_of(v)))
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

static bool takes_step(replay *v, const ectl_path_step *path_step) {
  const machine *system = v->q->system, *automaton = v->automaton.machine;
  if (path_step->step >= system->rules.count)
    return path_fail(v, "a step is no rule of the system");
  const machine_rule *step = &system->rules.at[path_step->step];
  if (step->from != v->state || (v->is_pds && step->top != top_of(v)))
    return path_fail(v, "a step cannot be taken");
  if (path_step->reading == ECTL_NO) {
    if (!v->is_release || can_read(v, step->action))
      return path_fail(v, "the automaton could follow a step");
  } else {
    if (path_step->reading >= automaton->rules.count)
      return path_fail(v, "a step is no rule of the automaton");
    const machine_rule *rule = &automaton->rules.at[path_step->reading];
    if (rule->from != v->automaton_state ||
        (!v->is_pds && rule->top != top_of(v)) ||
        v->automaton.action_of[rule->action] != step->action)
      return path_fail(v, "the automaton cannot follow a step");
    v->automaton_state = rule->to;
    if (!v->is_pds)
      apply(v, rule);
  }
  v->state = step->to;
  if (v->is_pds)
    apply(v, step);
  return true;
}

/* Is the path's record of a step what came of it? */
static bool is_told_rightly(replay *v, const ectl_path_step *path_step) {
  bool escaped = path_step->location == ECTL_NO;
  if (path_step->state != v->state)
    return path_fail(v, "a step leads to another state");
  if (escaped && !v->is_pds) /* the automaton's stack is of no matter */
    return true;
  if (path_step->depth != v->stack.count || path_step->top != top_of(v))
    return path_fail(v, "a step leads to another stack");
  if (!escaped && (path_step->location >= v->table->locations.keys.count ||
                   v->table->locations.keys.at[path_step->location] !=
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
    const ectl_path_step *path_step = &path->steps.at[i];
    bool is_last = i + 1 == path->steps.count;
    if (i == 0 && (path_step->step != ECTL_NO || path_step->reading != ECTL_NO))
      return path_fail(v, "the path has no start");
    if (i > 0 && !takes_step(v, path_step))
      return false;
    bool escapes = i > 0 && path_step->reading == ECTL_NO;
    if (escapes != (path_step->location == ECTL_NO) || (escapes && !is_last))
      return path_fail(v, "an escape is not the last step");
    if (!is_told_rightly(v, path_step) || (!escapes && !holds_on(v, is_last)))
      return false;
    watch_loop(v, i, &loop);
  }
  return path_ends_rightly(v, &loop);
}

static bool begin(replay *v, const ectl_node *node, uint32_t state,
                  const uint32_t *stack, size_t depth) {
  bool is_next = node->op == ECTL_EX;
  const ectl_answer *answer = v->a;
  v->x = is_next ? NULL : &answer->parts.at[answer->part_of[node->left]];
  v->y = &answer->parts.at[answer->part_of[is_next ? node->left : node->right]];
  v->state = state;
  if ((v->x && !v->x->values) || !v->y->values || (v->is_pds && !v->y->empty))
    return path_fail(v, "the values of the parts are not known");
  if (!v->is_pds)
    push(v, 0);
  for (size_t i = depth; i-- > 0;)
    push(v, stack[i]);
  return true;
}

bool ectl_path_check(mem *m, const ectl_question *question,
                     const ectl_answer *answer, uint32_t part, uint32_t state,
                     const uint32_t *stack, size_t depth, const ectl_path *path,
                     const char **why) {
  assert(part < answer->parts.count);
  replay v = {.m = m, .q = question, .a = answer, .path = path, .wrong = ""};
  const ectl_part *p = &answer->parts.at[part];
  const ectl_node *node = &question->formulas->nodes.at[p->node];
  v.is_pds = question->system->kind == MACHINE_PDS;
  v.is_release = node->op == ECTL_ER;
  v.table = p->table;
  bool good = false;
  if (path->too_long || path->steps.count == 0 || !p->table)
    path_fail(&v, "there is no path");
  else if ((*why = ectl_automaton_make(m, question, p->node, &v.automaton)) !=
           NULL)
    path_fail(&v, *why);
  else
    good = begin(&v, node, state, stack, depth) && replay_steps(&v);
  ectl_automaton_free(m, &v.automaton);
  vec_free(m, &v.stack);
  *why = good ? "" : v.wrong;
  return good;
}
