/* Expressions, and the edges that use them. */
#include "program/validate.h"

#include <assert.h>

static bool edges_is_variable(prog_op op) {
  return op == PROG_NOW || op == PROG_NEXT || op == PROG_BELOW;
}

/* How many of a, b, c are expressions, from the first on. */
static size_t operand_count(prog_op op) {
  if (op == PROG_CONSTANT || op == PROG_ANY || edges_is_variable(op))
    return 0;
  if (op == PROG_NOT || op == PROG_BIT_NOT || op == PROG_WIDEN)
    return 1;
  return op == PROG_IF ? 3 : 2;
}

static uint32_t operand_at(const prog_expression *expression, size_t k) {
  return k == 0 ? expression->a : k == 1 ? expression->b : expression->c;
}

static const char *edges_variable_wrong(const prog_checker *checker, size_t i) {
  assert(i < checker->p->expressions.count);
  const prog_expression *expression = &checker->p->expressions.at[i];
  if (expression->a >= checker->p->variables.count)
    return "no such variable";
  const prog_variable *variable = &checker->p->variables.at[expression->a];
  if (expression->width != variable->width)
    return "not as wide as its variable";
  if (expression->b != PROG_NONE && expression->b >= i)
    return "the index has no lower number";
  if (expression->b != PROG_NONE && !variable->is_array)
    return "an index of a number";
  if (expression->op == PROG_BELOW && variable->procedure == PROG_NONE)
    return "a global is in no frame below";
  return NULL;
}

static const char *expression_wrong(const prog_checker *checker, size_t i) {
  assert(i < checker->p->expressions.count);
  const prog_expression *expression = &checker->p->expressions.at[i];
  if (expression->op > PROG_IF)
    return "no such operator";
  if (expression->width == 0 || expression->width > PROG_MOST_BITS)
    return "its width is not from 1 to 32";
  if (expression->op == PROG_CONSTANT && expression->width < PROG_MOST_BITS &&
      expression->a >> expression->width != 0)
    return "a constant wider than it says";
  if (edges_is_variable(expression->op))
    return edges_variable_wrong(checker, i);
  bool of_bits = expression->op >= PROG_NOT && expression->op <= PROG_CHOOSE;
  if (expression->op >= PROG_NOT && expression->op <= PROG_AT_MOST &&
      expression->width != 1)
    return "a condition has one bit";
  for (size_t k = 0; k < operand_count(expression->op); k++) {
    if (operand_at(expression, k) >= i)
      return "an operand has no lower number";
    if ((of_bits || (expression->op == PROG_IF && k == 0)) &&
        checker->p->expressions.at[operand_at(expression, k)].width != 1)
      return "an operand is no condition";
  }
  return NULL;
}

/* Expressions where they are used. */

/* Whose locals may be read: PROG_NONE for nobody's. */
typedef struct scope {
  uint32_t now, next, below;
  bool is_where;
} scope;

static const char *use_wrong(const prog_checker *checker,
                             const prog_expression *expression,
                             const scope *s) {
  if (expression->op == PROG_ANY && expression->width > 1)
    return "any value of several bits inside an expression";
  if (!edges_is_variable(expression->op))
    return NULL;
  const prog_variable *variable = &checker->p->variables.at[expression->a];
  if (variable->is_array && expression->b == PROG_NONE)
    return "a whole array inside an expression";
  if (expression->op != PROG_NOW && !s->is_where)
    return "a value behind the step, outside of 'where'";
  uint32_t owner = expression->op == PROG_NOW    ? s->now
                   : expression->op == PROG_NEXT ? s->next
                                                 : s->below;
  if (variable->procedure != PROG_NONE && variable->procedure != owner)
    return "a local of another frame";
  return NULL;
}

static bool check_use(prog_checker *checker, size_t edge, uint32_t root,
                      const scope *s) {
  if (root >= checker->p->expressions.count)
    return prog_wrong(checker, "edge", edge, "no such expression");
  checker->use++;
  checker->pending.count = 0;
  vec_push(checker->m, &checker->pending, root);
  while (checker->pending.count) {
    uint32_t i = vec_pop(&checker->pending);
    const prog_expression *expression = &checker->p->expressions.at[i];
    if (checker->seen[i] == checker->use)
      continue;
    checker->seen[i] = checker->use;
    const char *reason = use_wrong(checker, expression, s);
    if (reason)
      return prog_wrong(checker, "edge", edge, reason);
    if (edges_is_variable(expression->op) && expression->b != PROG_NONE)
      vec_push(checker->m, &checker->pending, expression->b);
    for (size_t k = 0; k < operand_count(expression->op); k++)
      vec_push(checker->m, &checker->pending, operand_at(expression, k));
  }
  return true;
}

static bool check_condition(prog_checker *checker, size_t edge, uint32_t root,
                            const scope *s) {
  if (root == PROG_NONE)
    return true;
  return check_use(checker, edge, root, s) &&
         (checker->p->expressions.at[root].width == 1 ||
          prog_wrong(checker, "edge", edge, "a condition of several bits"));
}

static bool check_whole(prog_checker *checker, size_t edge,
                        const prog_variable *to,
                        const prog_expression *expression, const scope *s) {
  if (expression->op == PROG_ANY || expression->op == PROG_CONSTANT)
    return true;
  if (expression->op != PROG_NOW || expression->b != PROG_NONE)
    return prog_wrong(checker, "edge", edge,
                      "an array is assigned something else");
  const prog_variable *from = &checker->p->variables.at[expression->a];
  if (!from->is_array || from->count != to->count)
    return prog_wrong(checker, "edge", edge, "arrays of different sizes");
  if (from->procedure != PROG_NONE && from->procedure != s->now)
    return prog_wrong(checker, "edge", edge, "an array of another frame");
  return true;
}

static bool check_assignment(prog_checker *checker, size_t edge,
                             const prog_assignment *assignment,
                             const scope *s) {
  const prog *program = checker->p;
  const scope before = {.now = s->now, .next = PROG_NONE, .below = PROG_NONE};
  if (assignment->variable >= program->variables.count ||
      assignment->value >= program->expressions.count)
    return prog_wrong(checker, "edge", edge, "an assignment of nothing");
  const prog_variable *to = &program->variables.at[assignment->variable];
  const prog_expression *expression =
      &program->expressions.at[assignment->value];
  if (assignment->frame == PROG_BELOW_TOP
          ? to->procedure == PROG_NONE || to->procedure != s->below
          : to->procedure != PROG_NONE && to->procedure != s->next)
    return prog_wrong(checker, "edge", edge,
                      "assigns a variable of another frame");
  if (assignment->index != PROG_NONE && !to->is_array)
    return prog_wrong(checker, "edge", edge, "an index of a number");
  if (to->is_array && assignment->index == PROG_NONE)
    return check_whole(checker, edge, to, expression, s);
  if (assignment->index != PROG_NONE &&
      !check_use(checker, edge, assignment->index, &before))
    return false;
  return expression->op == PROG_ANY ||
         check_use(checker, edge, assignment->value, &before);
}

static const char *edge_wrong(const prog *program, const prog_edge *edge) {
  uint32_t own = program->locations.at[edge->from].procedure;
  if (edge->text >= names_count(&program->names))
    return "no text";
  if (edge->kind > PROG_RETURN)
    return "no such kind";
  if (edge->kind != PROG_RETURN &&
      (edge->to >= program->locations.count ||
       program->locations.at[edge->to].procedure != own))
    return "does not stay in its procedure";
  if (edge->kind == PROG_CALL &&
      (edge->entry >= program->locations.count ||
       program->locations.at[edge->entry].procedure == 0))
    return "calls no procedure";
  if (edge->kind == PROG_RETURN && own == 0)
    return "the program itself does not return";
  if (edge->first_assignment > program->assignments.count ||
      edge->assignments > program->assignments.count - edge->first_assignment)
    return "no such assignments";
  return NULL;
}

static bool check_edge(prog_checker *checker, size_t i) {
  const prog *program = checker->p;
  const prog_edge *edge = &program->edges.at[i];
  const char *reason = edge_wrong(program, edge);
  if (reason)
    return prog_wrong(checker, "edge", i, reason);
  uint32_t own = program->locations.at[edge->from].procedure;
  scope s = {.now = own, .next = own, .below = PROG_NONE};
  if (edge->kind == PROG_CALL) {
    s.next = program->locations.at[edge->entry].procedure;
    s.below = own;
  } else if (edge->kind == PROG_RETURN) {
    s.next = PROG_NONE;
  }
  for (uint32_t k = 0; k < edge->assignments; k++)
    if (!check_assignment(checker, i,
                          &program->assignments.at[edge->first_assignment + k],
                          &s))
      return false;
  if (!check_condition(checker, i, edge->guard, &s))
    return false;
  s.is_where = true;
  return check_condition(checker, i, edge->where, &s);
}

bool prog_check_expressions(prog_checker *checker) {
  for (size_t i = 0; i < checker->p->expressions.count; i++) {
    const char *reason = expression_wrong(checker, i);
    if (reason)
      return prog_wrong(checker, "expression", i, reason);
  }
  return true;
}

bool prog_check_edges(prog_checker *checker) {
  for (size_t i = 0; i < checker->p->edges.count; i++)
    if (!check_edge(checker, i))
      return false;
  return true;
}
