/* Is a program as program.h says? Part by part, in an order in which each may
 * trust those before it. */
#include "program/program.h"

#include <stdio.h>

typedef struct checker {
  mem *m;
  const prog *p;
  char *wrong;    /* what was found first */
  uint32_t *seen; /* by expression: the last use in which it was met */
  uint32_t use;
  vec(uint32_t) pending;
} checker;

enum { MOST_TEXT = 200 };

static bool wrong(checker *c, const char *what, size_t number,
                  const char *reason) {
  if (!c->wrong) {
    c->wrong = mem_alloc(c->m, MOST_TEXT);
    (void)snprintf(c->wrong, MOST_TEXT, "%s %zu: %s", what, number, reason);
  }
  return false;
}

/* ---- Expressions for themselves -------------------------------------- */

static bool is_variable(prog_op op) {
  return op == PROG_NOW || op == PROG_NEXT || op == PROG_BELOW;
}

/* How many of a, b, c are expressions, from the first on. */
static size_t operand_count(prog_op op) {
  if (op == PROG_CONSTANT || op == PROG_ANY || is_variable(op))
    return 0;
  if (op == PROG_NOT || op == PROG_BIT_NOT || op == PROG_WIDEN)
    return 1;
  return op == PROG_IF ? 3 : 2;
}

static const char *variable_wrong(const checker *c, size_t i) {
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

static const char *expression_wrong(const checker *c, size_t i) {
  const prog_expression *x = &c->p->expressions.at[i];
  if (x->op > PROG_IF)
    return "no such operator";
  if (x->width == 0 || x->width > PROG_MOST_BITS)
    return "its width is not from 1 to 32";
  if (x->op == PROG_CONSTANT && x->width < PROG_MOST_BITS &&
      x->a >> x->width != 0)
    return "a constant wider than it says";
  if (is_variable(x->op))
    return variable_wrong(c, i);
  uint32_t operand[3] = {x->a, x->b, x->c};
  bool of_bits = x->op >= PROG_NOT && x->op <= PROG_CHOOSE;
  if (x->op >= PROG_NOT && x->op <= PROG_AT_MOST && x->width != 1)
    return "a condition has one bit";
  for (size_t k = 0; k < operand_count(x->op); k++) {
    if (operand[k] >= i)
      return "an operand has no lower number";
    if ((of_bits || (x->op == PROG_IF && k == 0)) &&
        c->p->expressions.at[operand[k]].width != 1)
      return "an operand is no condition";
  }
  return NULL;
}

/* ---- Expressions where they are used --------------------------------- */

/* Whose locals may be read: PROG_NONE for nobody's. */
typedef struct scope {
  uint32_t now, next, below;
  bool is_where;
} scope;

static const char *use_wrong(const checker *c, const prog_expression *x,
                             const scope *s) {
  if (x->op == PROG_ANY && x->width > 1)
    return "any value of several bits inside an expression";
  if (!is_variable(x->op))
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

static bool check_use(checker *c, size_t edge, uint32_t root, const scope *s) {
  if (root >= c->p->expressions.count)
    return wrong(c, "edge", edge, "no such expression");
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
      return wrong(c, "edge", edge, reason);
    if (is_variable(x->op) && x->b != PROG_NONE)
      vec_push(c->m, &c->pending, x->b);
    uint32_t operand[3] = {x->a, x->b, x->c};
    for (size_t k = 0; k < operand_count(x->op); k++)
      vec_push(c->m, &c->pending, operand[k]);
  }
  return true;
}

static bool check_condition(checker *c, size_t edge, uint32_t root,
                            const scope *s) {
  if (root == PROG_NONE)
    return true;
  return check_use(c, edge, root, s) &&
         (c->p->expressions.at[root].width == 1 ||
          wrong(c, "edge", edge, "a condition of several bits"));
}

/* ---- Assignments and edges ------------------------------------------- */

static bool check_whole(checker *c, size_t edge, const prog_variable *to,
                        const prog_expression *x, const scope *s) {
  if (x->op == PROG_ANY || x->op == PROG_CONSTANT)
    return true;
  if (x->op != PROG_NOW || x->b != PROG_NONE)
    return wrong(c, "edge", edge, "an array is assigned something else");
  const prog_variable *from = &c->p->variables.at[x->a];
  if (!from->is_array || from->count != to->count)
    return wrong(c, "edge", edge, "arrays of different sizes");
  if (from->procedure != PROG_NONE && from->procedure != s->now)
    return wrong(c, "edge", edge, "an array of another frame");
  return true;
}

static bool check_assignment(checker *c, size_t edge, const prog_assignment *a,
                             const scope *s) {
  const prog *p = c->p;
  const scope before = {.now = s->now, .next = PROG_NONE, .below = PROG_NONE};
  if (a->variable >= p->variables.count || a->value >= p->expressions.count)
    return wrong(c, "edge", edge, "an assignment of nothing");
  const prog_variable *to = &p->variables.at[a->variable];
  const prog_expression *x = &p->expressions.at[a->value];
  if (a->frame == PROG_BELOW_TOP
          ? to->procedure == PROG_NONE || to->procedure != s->below
          : to->procedure != PROG_NONE && to->procedure != s->next)
    return wrong(c, "edge", edge, "assigns a variable of another frame");
  if (a->index != PROG_NONE && !to->is_array)
    return wrong(c, "edge", edge, "an index of a number");
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

static bool check_edge(checker *c, size_t i) {
  const prog *p = c->p;
  const prog_edge *e = &p->edges.at[i];
  const char *reason = edge_wrong(p, e);
  if (reason)
    return wrong(c, "edge", i, reason);
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

/* ---- Variables, procedures, locations -------------------------------- */

/* Each frame is filled by its variables, in their order. */
static bool check_variables(checker *c) {
  const prog *p = c->p;
  uint32_t globals = 0;
  uint32_t *cells = mem_array(c->m, p->procedures.count + 1, sizeof *cells);
  uint32_t *count = mem_array(c->m, p->procedures.count + 1, sizeof *count);
  for (size_t i = 0; !c->wrong && i < p->variables.count; i++) {
    const prog_variable *v = &p->variables.at[i];
    bool is_global = v->procedure == PROG_NONE;
    if (v->name >= names_count(&p->names))
      wrong(c, "variable", i, "no name");
    else if (!is_global && v->procedure >= p->procedures.count)
      wrong(c, "variable", i, "of no procedure");
    else if (v->width == 0 || v->width > PROG_MOST_BITS)
      wrong(c, "variable", i, "its width is not from 1 to 32");
    else if (v->count == 0 || (v->count > 1 && !v->is_array))
      wrong(c, "variable", i, "a number has one element, an array one or more");
    else if (v->is_result && !is_global)
      wrong(c, "variable", i, "only a global holds results");
    else if (v->values != PROG_NONE &&
             v->values >= names_count(&p->enumerators))
      wrong(c, "variable", i, "no such enumeration");
    else if (v->cell != (is_global ? globals : cells[v->procedure]))
      wrong(c, "variable", i, "not behind the one before it");
    else if (!is_global && i != p->procedures.at[v->procedure].first_variable +
                                    (size_t)count[v->procedure])
      wrong(c, "variable", i, "not a neighbour of those of its procedure");
    else
      *(is_global ? &globals : &cells[v->procedure]) += v->count;
    if (!c->wrong && !is_global)
      count[v->procedure]++;
  }
  for (size_t i = 0; !c->wrong && i < p->procedures.count; i++)
    if (cells[i] != p->procedures.at[i].cells ||
        count[i] != p->procedures.at[i].variables)
      wrong(c, "procedure", i, "its frame is not that of its variables");
  mem_free(c->m, cells);
  mem_free(c->m, count);
  return !c->wrong && (globals == p->global_cells ||
                       wrong(c, "globals", globals, "cells, but not as told"));
}

static bool check_procedures(checker *c) {
  const prog *p = c->p;
  for (size_t i = 0; i < p->procedures.count; i++) {
    const prog_procedure *q = &p->procedures.at[i];
    if (q->name >= names_count(&p->names))
      return wrong(c, "procedure", i, "no name");
    if (q->parameters > q->variables)
      return wrong(c, "procedure", i, "more parameters than variables");
    if (q->entry >= p->locations.count ||
        p->locations.at[q->entry].procedure != i)
      return wrong(c, "procedure", i, "starts elsewhere");
  }
  return true;
}

static bool check_locations(checker *c) {
  const prog *p = c->p;
  size_t edges = 0;
  for (size_t i = 0; i < p->locations.count; i++) {
    const prog_location *l = &p->locations.at[i];
    if (l->procedure >= p->procedures.count)
      return wrong(c, "location", i, "of no procedure");
    if (l->first_edge != edges || l->edges > p->edges.count - edges)
      return wrong(c, "location", i, "edges are not sorted");
    edges += l->edges;
    for (uint32_t k = 0; k < l->edges; k++)
      if (p->edges.at[l->first_edge + k].from != i)
        return wrong(c, "location", i, "has another's edge");
  }
  return edges == p->edges.count || wrong(c, "edge", edges, "of no location");
}

static bool check_marks(checker *c) {
  const prog *p = c->p;
  for (size_t i = 0; i < p->labels.count; i++)
    if (p->labels.at[i].location >= p->locations.count ||
        p->labels.at[i].name >= names_count(&p->names))
      return wrong(c, "label", i, "no name or no location");
  for (size_t i = 0; i < p->claims.count; i++) {
    const prog_claim *claim = &p->claims.at[i];
    if (claim->kind >= PROG_TARGET || claim->text >= names_count(&p->names))
      return wrong(c, "claim", i, "no such kind, or no text");
    if (claim->location >= p->locations.count ||
        p->locations.at[claim->location].edges != 0)
      return wrong(c, "claim", i, "its location goes on");
  }
  return true;
}

/* start: first values; call of main; end. */
static bool check_start(checker *c) {
  const prog *p = c->p;
  const prog_location *at = p->locations.at;
  if (p->start >= p->locations.count || p->end >= p->locations.count ||
      at[p->start].procedure != 0 || at[p->end].procedure != 0)
    return wrong(c, "location", p->start, "start or end are elsewhere");
  if (p->main == 0 || p->main >= p->procedures.count)
    return wrong(c, "procedure", p->main, "is not the main one");
  if (at[p->end].edges != 0)
    return wrong(c, "location", p->end, "the end goes on");
  if (at[p->start].edges != 1)
    return wrong(c, "location", p->start, "the start has not one edge");
  const prog_edge *first = &p->edges.at[at[p->start].first_edge];
  if (first->kind != PROG_STEP || at[first->to].edges != 1)
    return wrong(c, "location", p->start, "main is not called behind it");
  const prog_edge *second = &p->edges.at[at[first->to].first_edge];
  if (second->kind != PROG_CALL || second->to != p->end ||
      second->entry != p->procedures.at[p->main].entry)
    return wrong(c, "location", first->to, "does not call main before the end");
  return true;
}

static bool check_all(checker *c) {
  const prog *p = c->p;
  if (p->procedures.count == 0)
    return wrong(c, "procedure", 0, "is missing");
  if (!check_variables(c) || !check_procedures(c) || !check_locations(c))
    return false;
  for (size_t i = 0; i < p->expressions.count; i++) {
    const char *reason = expression_wrong(c, i);
    if (reason)
      return wrong(c, "expression", i, reason);
  }
  for (size_t i = 0; i < p->edges.count; i++)
    if (!check_edge(c, i))
      return false;
  return check_marks(c) && check_start(c);
}

const char *prog_validate(mem *m, const prog *p) {
  checker c = {.m = m, .p = p};
  c.seen = mem_array(m, p->expressions.count + 1, sizeof *c.seen);
  bool right = check_all(&c);
  mem_free(m, c.seen);
  vec_free(m, &c.pending);
  return right ? "" : c.wrong;
}
