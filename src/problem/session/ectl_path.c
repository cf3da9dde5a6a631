/* Paths that show why a formula holds or not, followed step by step. */
#include "problem/session/ectl.h"

#include "engine/ectl/ectl_decide.h"
#include "evidence/ectl/evidence.h"

#include <assert.h>

enum { MOST_STEPS = 1000000 };

typedef vec(uint32_t) symbols;

/* What a rule does to a stack, whose top is last. */
static void apply(mem *m, const machine_rule *r, symbols *stack) {
  if (r->operation == MACHINE_POP)
    stack->count--;
  else if (r->operation == MACHINE_PUSH)
    vec_push(m, stack, r->symbol);
  else
    vec_last(stack) = r->symbol;
}

static bool applies(const machine *x, const machine_rule *r,
                    const session_place *p) {
  return r->from == p->state &&
         (!machine_has_stack(x) ||
          (p->stack.count && vec_last(&p->stack) == r->top));
}

static void move(mem *m, const machine *x, const machine_rule *r,
                 session_place *p) {
  symbols stack = {p->stack.at, p->stack.count, p->stack.capacity};
  p->state = r->to;
  if (!machine_has_stack(x))
    return;
  apply(m, r, &stack);
  p->stack.at = stack.at;
  p->stack.count = stack.count;
  p->stack.capacity = stack.capacity;
}

/* One step: EX and AX. */

static void find_step(mem *m, const session_result *x, const session_place *p,
                      session_path *w) {
  assert(w->node < x->asked.formulas.nodes.count);
  const machine *system = x->question.system;
  const ectl_node *n = &x->asked.formulas.nodes.at[w->node];
  bool wanted = n->op == ECTL_EX;
  ectl_path_step step = {ECTL_NO, ECTL_NO, ECTL_NO, p->state, 0, ECTL_NO};
  vec_push(m, &w->path.steps, step);
  for (uint32_t i = 0; i < system->rules.count; i++) {
    const machine_rule *r = &system->rules.at[i];
    session_place next;
    if (!applies(system, r, p))
      continue;
    session_place_copy(m, p, &next);
    move(m, system, r, &next);
    bool holds = session_holds(m, x, n->left, &next);
    vec_free(m, &next.stack);
    if (holds != wanted)
      continue;
    step.step = i;
    step.state = r->to;
    vec_push(m, &w->path.steps, step);
    return;
  }
}

/* The part that has the table: E(x U y) or E(x R y). */
static uint32_t part_of(const session_result *x, uint32_t node) {
  const ectl *t = &x->asked.formulas;
  uint32_t core = x->core_of[node];
  assert(core < t->nodes.count);
  if (t->nodes.at[core].op == ECTL_NOT)
    core = t->nodes.at[core].left;
  return x->answer.part_of[core];
}

static bool find_path(custos *c, mem *m, const session_result *x,
                      const session_place *p, session_path *w,
                      const char **why) {
  uint32_t part = part_of(x, w->node);
  assert(part < x->answer.parts.count);
  const ectl_table *table = x->answer.parts.at[part].table;
  size_t depth = p->stack.count;
  uint32_t *stack = mem_array(m, depth + 1, sizeof *stack);
  for (size_t i = 0; i < depth; i++)
    stack[i] = p->stack.at[depth - 1 - i];
  ectl_find_path(m, &c->clock, &x->answer, x->question.system, part, p->state,
                 stack, depth, MOST_STEPS, &w->path);
  w->is_until = !table->is_release;
  w->automaton = table->automaton;
  w->locations = &table->locations;
  bool good = w->path.too_long ||
              ectl_path_check(m, &x->question, &x->answer, part, p->state,
                              stack, depth, &w->path, why);
  mem_free(m, stack);
  return good;
}

bool session_find_path(custos *c, mem *m, const session_result *x,
                       uint32_t node, const session_place *p, session_path *out,
                       const char **why) {
  assert(node < x->asked.formulas.nodes.count);
  ectl_operator op = x->asked.formulas.nodes.at[node].op;
  *out = (session_path){.node = node};
  if (op == ECTL_EX || op == ECTL_AX)
    find_step(m, x, p, out);
  else if (!find_path(c, m, x, p, out, why))
    return false;
  session_place_copy(m, p, &out->place);
  if (out->automaton && machine_has_stack(out->automaton))
    vec_push(m, &out->stack, 0);
  out->at = SIZE_MAX;
  return true;
}

void session_path_next(mem *m, const session_result *x, session_path *w) {
  if (++w->at == 0)
    return;
  const ectl_path_step *s = &w->path.steps.at[w->at];
  move(m, x->question.system, &x->question.system->rules.at[s->step],
       &w->place);
  if (!w->automaton || !machine_has_stack(w->automaton) ||
      s->reading == ECTL_NO)
    return;
  symbols stack = {w->stack.at, w->stack.count, w->stack.capacity};
  apply(m, &w->automaton->rules.at[s->reading], &stack);
  w->stack.at = stack.at;
  w->stack.count = stack.count;
  w->stack.capacity = stack.capacity;
}

const char *session_path_action(const session_result *x,
                                const session_path *w) {
  assert(w->at < w->path.steps.count);
  const machine *system = x->question.system;
  const ectl_path_step *s = &w->path.steps.at[w->at];
  return w->at == 0
             ? ""
             : names_text(&system->actions, system->rules.at[s->step].action);
}

uint32_t session_path_state(const session_path *w) {
  assert(w->at < w->path.steps.count);
  const ectl_path_step *s = &w->path.steps.at[w->at];
  if (!w->automaton || s->location == ECTL_NO)
    return MACHINE_NONE;
  return (uint32_t)(w->locations->keys.at[s->location] >> 32);
}

void session_path_free(mem *m, session_path *w) {
  vec_free(m, &w->path.steps);
  vec_free(m, &w->place.stack);
  vec_free(m, &w->stack);
}
