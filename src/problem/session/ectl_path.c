/* Paths that show why a formula holds or not, followed step by step. */
#include "problem/session/ectl.h"

#include "engine/ectl/ectl_decide.h"
#include "evidence/ectl/evidence.h"

#include <assert.h>

enum { MOST_STEPS = 1000000 };

typedef vec(uint32_t) symbols;

/* What a rule does to a stack, whose top is last. */
static void apply(mem *m, const machine_rule *rule, symbols *stack) {
  if (rule->operation == MACHINE_POP)
    stack->count--;
  else if (rule->operation == MACHINE_PUSH)
    vec_push(m, stack, rule->symbol);
  else
    vec_last(stack) = rule->symbol;
}

static bool applies(const machine *x, const machine_rule *rule,
                    const session_place *place) {
  return rule->from == place->state &&
         (!machine_has_stack(x) ||
          (place->stack.count && vec_last(&place->stack) == rule->top));
}

static void move(mem *m, const machine *x, const machine_rule *rule,
                 session_place *place) {
  symbols stack = {place->stack.at, place->stack.count, place->stack.capacity};
  place->state = rule->to;
  if (!machine_has_stack(x))
    return;
  apply(m, rule, &stack);
  place->stack.at = stack.at;
  place->stack.count = stack.count;
  place->stack.capacity = stack.capacity;
}

/* One step: EX and AX. */

static void find_step(mem *m, const session_result *result,
                      const session_place *place, session_path *path) {
  assert(path->node < result->asked.formulas.nodes.count);
  const machine *system = result->question.system;
  const ectl_node *node = &result->asked.formulas.nodes.at[path->node];
  bool wanted = node->op == ECTL_EX;
  ectl_path_step step = {ECTL_NO, ECTL_NO, ECTL_NO, place->state, 0, ECTL_NO};
  vec_push(m, &path->path.steps, step);
  for (uint32_t i = 0; i < system->rules.count; i++) {
    const machine_rule *rule = &system->rules.at[i];
    session_place next;
    if (!applies(system, rule, place))
      continue;
    session_place_copy(m, place, &next);
    move(m, system, rule, &next);
    bool holds = session_holds(m, result, node->left, &next);
    vec_free(m, &next.stack);
    if (holds != wanted)
      continue;
    step.step = i;
    step.state = rule->to;
    vec_push(m, &path->path.steps, step);
    return;
  }
}

/* The part that has the table: E(x U y) or E(x R y). */
static uint32_t part_of(const session_result *result, uint32_t node) {
  const ectl *t = &result->asked.formulas;
  uint32_t core = result->core_of[node];
  assert(core < t->nodes.count);
  if (t->nodes.at[core].op == ECTL_NOT)
    core = t->nodes.at[core].left;
  return result->answer.part_of[core];
}

static bool find_path(custos *c, mem *m, const session_result *result,
                      const session_place *place, session_path *path,
                      const char **why) {
  uint32_t part = part_of(result, path->node);
  assert(part < result->answer.parts.count);
  const ectl_table *table = result->answer.parts.at[part].table;
  size_t depth = place->stack.count;
  uint32_t *stack = mem_array(m, depth + 1, sizeof *stack);
  for (size_t i = 0; i < depth; i++)
    stack[i] = place->stack.at[depth - 1 - i];
  ectl_find_path(m, &c->clock, &result->answer, result->question.system, part,
                 place->state, stack, depth, MOST_STEPS, &path->path);
  path->is_until = !table->is_release;
  path->automaton = table->automaton;
  path->locations = &table->locations;
  bool good = path->path.too_long ||
              ectl_path_check(m, &result->question, &result->answer, part,
                              place->state, stack, depth, &path->path, why);
  mem_free(m, stack);
  return good;
}

bool session_find_path(custos *c, mem *m, const session_result *result,
                       uint32_t node, const session_place *place,
                       session_path *out, const char **why) {
  assert(node < result->asked.formulas.nodes.count);
  ectl_operator op = result->asked.formulas.nodes.at[node].op;
  *out = (session_path){.node = node};
  if (op == ECTL_EX || op == ECTL_AX)
    find_step(m, result, place, out);
  else if (!find_path(c, m, result, place, out, why))
    return false;
  session_place_copy(m, place, &out->place);
  if (out->automaton && machine_has_stack(out->automaton))
    vec_push(m, &out->stack, 0);
  out->at = SIZE_MAX;
  return true;
}

void session_path_next(mem *m, const session_result *result,
                       session_path *path) {
  if (++path->at == 0)
    return;
  const ectl_path_step *path_step = &path->path.steps.at[path->at];
  move(m, result->question.system,
       &result->question.system->rules.at[path_step->step], &path->place);
  if (!path->automaton || !machine_has_stack(path->automaton) ||
      path_step->reading == ECTL_NO)
    return;
  symbols stack = {path->stack.at, path->stack.count, path->stack.capacity};
  apply(m, &path->automaton->rules.at[path_step->reading], &stack);
  path->stack.at = stack.at;
  path->stack.count = stack.count;
  path->stack.capacity = stack.capacity;
}

const char *session_path_action(const session_result *result,
                                const session_path *path) {
  assert(path->at < path->path.steps.count);
  const machine *system = result->question.system;
  const ectl_path_step *path_step = &path->path.steps.at[path->at];
  return path->at == 0 ? ""
                       : names_text(&system->actions,
                                    system->rules.at[path_step->step].action);
}

uint32_t session_path_state(const session_path *path) {
  assert(path->at < path->path.steps.count);
  const ectl_path_step *path_step = &path->path.steps.at[path->at];
  if (!path->automaton || path_step->location == ECTL_NO)
    return MACHINE_NONE;
  return (uint32_t)(path->locations->keys.at[path_step->location] >> 32);
}

void session_path_free(mem *m, session_path *path) {
  vec_free(m, &path->path.steps);
  vec_free(m, &path->place.stack);
  vec_free(m, &path->stack);
}
