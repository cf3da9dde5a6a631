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

static uint32_t operand_at(const prog_expression *x, size_t k) {
  return k == 0 ? x->a : k == 1 ? x->b : x->c;
}

static const char *edges_variable_wrong(const prog_checker *c, size_t i) {
  assert(i < c->p->expressions.count);
  const prog_expression *x = &c->p->expressions.at[i];
  if (x->a >= c->p->variables.count)
    return "no such variable";
  const prog_variable *v = &c->p->variables.at[x->a];
  if (x->width != v->width)
    return "not as wide as its variable";
  if (x->b != PROG_NONE && x->b >= i)
    return "the index has no lower number";
  if (x->b != PROG_NONE && !v->is_array)
    return "an index of a number";
  if (x->op == PROG_BELOW && v->procedure == PROG_NONE)
    return "a global is in no frame below";
  return NULL;
}

static const char *expression_wrong(const prog_checker *c, size_t i) {
  assert(i < c->p->expressions.count);
  const prog_expression *x = &c->p->expressions.at[i];
  if (x->op > PROG_IF)
    return "no such operator";
  if (x->width == 0 || x->width > PROG_MOST_BITS)
    return "its width is not from 1 to 32";
  if (x->op == PROG_CONSTANT && x->width < PROG_MOST_BITS &&
      x->a >> x->width != 0)
    return "a constant wider than it says";
  if (edges_is_variable(x->op))
    return edges_variable_wrong(c, i);
  bool of_bits = x->op >= PROG_NOT && x->op <= PROG_CHOOSE;
  if (x->op >= PROG_NOT && x->op <= PROG_AT_MOST && x->width != 1)
    return "a condition has one bit";
  for (size_t k = 0; k < operand_count(x->op); k++) {
    if (operand_at(x, k) >= i)
      return "an operand has no lower number";
    if ((of_bits || (x->op == PROG_IF && k == 0)) &&
        c->p->expressions.at[operand_at(x, k)].width != 1)
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

static const char *use_wrong(const prog_checker *c, const prog_expression *x,
                             const scope *s) {
  if (x->op == PROG_ANY && x->width > 1)
    return "any value of several bits inside an expression";
  if (!edges_is_variable(x->op))
    return NULL;
  const prog_variable *v = &c->p->variables.at[x->a];
  if (v->is_array && x->b == PROG_NONE)
    return "a whole array inside an expression";
  if (x->op != PROG_NOW && !s->is_where)
    return "a value behind the step, outside of 'where'";
  uint32_t owner = x->op == PROG_NOW    ? s->now
                   : x->op == PROG_NEXT ? s->next
                                        : s->below;
  if (v->procedure != PROG_NONE && v->procedure != owner)
    return "a local of another frame";
  return NULL;
}

static bool check_use(prog_checker *c, size_t edge, uint32_t root,
                      const scope *s) {
  if (root >= c->p->expressions.count)
    return prog_wrong(c, "edge", edge, "no such expression");
  c->use++;
  c->pending.count = 0;
  vec_push(c->m, &c->pending, root);
  while (c->pending.count) {
    uint32_t i = vec_pop(&c->pending);
    const prog_expression *x = &c->p->expressions.at[i];
    if (c->seen[i] == c->use)
      continue;
    c->seen[i] = c->use;
    const char *reason = use_wrong(c, x, s);
    if (reason)
      return prog_wrong(c, "edge", edge, reason);
    if (edges_is_variable(x->op) && x->b != PROG_NONE)
      vec_push(c->m, &c->pending, x->b);
    for (size_t k = 0; k < operand_count(x->op); k++)
      vec_push(c->m, &c->pending, operand_at(x, k));
  }
  return true;
}

static bool check_condition(prog_checker *c, size_t edge, uint32_t root,
                            const scope *s) {
  if (root == PROG_NONE)
    return true;
  return check_use(c, edge, root, s) &&
         (c->p->expressions.at[root].width == 1 ||
          prog_wrong(c, "edge", edge, "a condition of several bits"));
}

static bool check_whole(prog_checker *c, size_t edge, const prog_variable *to,
                        const prog_expression *x, const scope *s) {
  if (x->op == PROG_ANY || x->op == PROG_CONSTANT)
    return true;
  if (x->op != PROG_NOW || x->b != PROG_NONE)
    return prog_wrong(c, "edge", edge, "an array is assigned something else");
  const prog_variable *from = &c->p->variables.at[x->a];
  if (!from->is_array || from->count != to->count)
    return prog_wrong(c, "edge", edge, "arrays of different sizes");
  if (from->procedure != PROG_NONE && from->procedure != s->now)
    return prog_wrong(c, "edge", edge, "an array of another frame");
  return true;
}

static bool check_assignment(prog_checker *c, size_t edge,
                             const prog_assignment *a, const scope *s) {
  const prog *p = c->p;
  const scope before = {.now = s->now, .next = PROG_NONE, .below = PROG_NONE};
  if (a->variable >= p->variables.count || a->value >= p->expressions.count)
    return prog_wrong(c, "edge", edge, "an assignment of nothing");
  const prog_variable *to = &p->variables.at[a->variable];
  const prog_expression *x = &p->expressions.at[a->value];
  if (a->frame == PROG_BELOW_TOP
          ? to->procedure == PROG_NONE || to->procedure != s->below
          : to->procedure != PROG_NONE && to->procedure != s->next)
    return prog_wrong(c, "edge", edge, "assigns a variable of another frame");
  if (a->index != PROG_NONE && !to->is_array)
    return prog_wrong(c, "edge", edge, "an index of a number");
  if (to->is_array && a->index == PROG_NONE)
    return check_whole(c, edge, to, x, s);
  if (a->index != PROG_NONE && !check_use(c, edge, a->index, &before))
    return false;
  return x->op == PROG_ANY || check_use(c, edge, a->value, &before);
}

static const char *edge_wrong(const prog *p, const prog_edge *e) {
  uint32_t own = p->locations.at[e->from].procedure;
  if (e->text >= names_count(&p->names))
    return "no text";
  if (e->kind > PROG_RETURN)
    return "no such kind";
  if (e->kind != PROG_RETURN &&
      (e->to >= p->locations.count || p->locations.at[e->to].procedure != own))
    return "does not stay in its procedure";
  if (e->kind == PROG_CALL && (e->entry >= p->locations.count ||
                               p->locations.at[e->entry].procedure == 0))
    return "calls no procedure";
  if (e->kind == PROG_RETURN && own == 0)
    return "the program itself does not return";
  if (e->first_assignment > p->assignments.count ||
      e->assignments > p->assignments.count - e->first_assignment)
    return "no such assignments";
  return NULL;
}

static bool check_edge(prog_checker *c, size_t i) {
  const prog *p = c->p;
  const prog_edge *e = &p->edges.at[i];
  const char *reason = edge_wrong(p, e);
  if (reason)
    return prog_wrong(c, "edge", i, reason);
  uint32_t own = p->locations.at[e->from].procedure;
  scope s = {.now = own, .next = own, .below = PROG_NONE};
  if (e->kind == PROG_CALL) {
    s.next = p->locations.at[e->entry].procedure;
    s.below = own;
  } else if (e->kind == PROG_RETURN) {
    s.next = PROG_NONE;
  }
  for (uint32_t k = 0; k < e->assignments; k++)
    if (!check_assignment(c, i, &p->assignments.at[e->first_assignment + k],
                          &s))
      return false;
  if (!check_condition(c, i, e->guard, &s))
    return false;
  s.is_where = true;
  return check_condition(c, i, e->where, &s);
}

bool prog_check_expressions(prog_checker *c) {
  for (size_t i = 0; i < c->p->expressions.count; i++) {
    const char *reason = expression_wrong(c, i);
    if (reason)
      return prog_wrong(c, "expression", i, reason);
  }
  return true;
}

bool prog_check_edges(prog_checker *c) {
  for (size_t i = 0; i < c->p->edges.count; i++)
    if (!check_edge(c, i))
      return false;
  return true;
}
