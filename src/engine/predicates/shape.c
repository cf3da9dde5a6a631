#include "engine/predicates/shape.h"

#include <stdlib.h>

void shapes_init(shapes *s, mem *m, cfa *automaton) {
  memset(s, 0, sizeof *s);
  s->m = m;
  s->p = automaton;
}

static const cfa_expression *shape_at(const shapes *s, uint32_t e) {
  return &s->p->expressions.at[e];
}

static bool shape_is_null(const shapes *s, uint32_t e) {
  const cfa_expression *expression = shape_at(s, e);
  return expression->kind == CFA_CONSTANT && expression->value == 0;
}

bool shape_is_cell(const shapes *s, uint32_t e, uint32_t *object,
                   uint64_t *offset) {
  const cfa_expression *expression = shape_at(s, e);
  if (expression->kind != CFA_LOAD ||
      shape_at(s, expression->a)->kind != CFA_ADDRESS)
    return false;
  const cfa_expression *address = shape_at(s, expression->a);
  const cfa_variable *variable = &s->p->variables.at[address->a];
  uint64_t bytes = (expression->width + 7u) / 8;
  *object = address->a;
  *offset = address->value;
  return variable->size >= bytes && address->value <= variable->size - bytes;
}

static bool is_opaque_operator(const shapes *s,
                               const cfa_expression *expression) {
  uint64_t shift = 0;
  if (expression->is_pointer)
    return true;
  if (expression->op == BITS_SHL || expression->op == BITS_LSHR ||
      expression->op == BITS_ASHR)
    return !shape_is_constant(s, expression->b, &shift) ||
           shift >= expression->width;
  if (!shape_at(s, expression->a)->is_pointer)
    return false;
  return expression->op != BITS_EQ ||
         (!shape_is_null(s, expression->a) && !shape_is_null(s, expression->b));
}

bool shape_is_opaque_leaf(const shapes *s, uint32_t e) {
  const cfa_expression *expression = shape_at(s, e);
  uint32_t object;
  uint64_t offset;
  switch (expression->kind) {
  case CFA_CONSTANT:
  case CFA_VARIABLE:
  case CFA_GHOST:
    return false;
  case CFA_ADDRESS:
  case CFA_FUNCTION:
    return false; /* some pointer that is not null */
  case CFA_LOAD:
    return !shape_is_cell(s, e, &object, &offset);
  case CFA_APPLY:
    return is_opaque_operator(s, expression);
  case CFA_OFFSET:
  case CFA_TO_INTEGER:
  case CFA_TO_POINTER:
    return true;
  }
  return true;
}

bool shape_is_leaf(const shapes *s, uint32_t e) {
  const cfa_expression *expression = shape_at(s, e);
  return expression->kind == CFA_VARIABLE || expression->kind == CFA_GHOST ||
         expression->kind == CFA_LOAD || shape_is_opaque_leaf(s, e);
}

static int by_number(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return (a > b) - (a < b);
}

/* All below e, operands first; not below leaves. */
static void collect(shapes *s, uint32_t e, shape_list *out) {
  s->mark++;
  out->count = s->stack.count = 0;
  vec_resize(s->m, &s->marks, s->p->expressions.count);
  vec_push(s->m, &s->stack, e);
  while (s->stack.count) {
    uint32_t x = vec_pop(&s->stack), operands[3];
    if (s->marks.at[x] == s->mark)
      continue;
    s->marks.at[x] = s->mark;
    vec_push(s->m, out, x);
    if (shape_is_leaf(s, x))
      continue;
    size_t count = cfa_operands(shape_at(s, x), operands);
    for (size_t i = 0; i < count; i++)
      vec_push(s->m, &s->stack, operands[i]);
  }
  qsort(out->at, out->count, sizeof *out->at, by_number);
}

const shape_leaves *shape_look(shapes *s, uint32_t e) {
  uint32_t n = map_insert(s->m, &s->looked_at, e);
  if (n < s->leaf_lists.count)
    return &s->leaf_lists.at[n];
  collect(s, e, &s->looked);
  shape_leaves leaves = {.first = (uint32_t)s->leaves.count,
                         .size = (uint32_t)s->looked.count};
  vec_each (const uint32_t, x, &s->looked)
    if (shape_is_leaf(s, *x)) {
      vec_push(s->m, &s->leaves, *x);
      leaves.is_opaque = leaves.is_opaque || shape_is_opaque_leaf(s, *x);
    }
  leaves.count = (uint32_t)s->leaves.count - leaves.first;
  vec_push(s->m, &s->leaf_lists, leaves);
  return &vec_last(&s->leaf_lists);
}

bool shape_mentions(shapes *s, uint32_t e, uint32_t leaf) {
  shape_leaves leaves = *shape_look(s, e);
  for (uint32_t i = 0; i < leaves.count; i++)
    if (s->leaves.at[leaves.first + i] == leaf)
      return true;
  return false;
}

bool shape_share(shapes *s, uint32_t e, uint32_t f) {
  shape_leaves leaves = *shape_look(s, e);
  for (uint32_t i = 0; i < leaves.count; i++)
    if (shape_mentions(s, f, s->leaves.at[leaves.first + i]))
      return true;
  return false;
}

static uint32_t canonical_leaf(shapes *s, uint32_t e) {
  cfa_expression expression = *shape_at(s, e);
  if (expression.kind != CFA_CONSTANT && expression.kind != CFA_LOAD)
    return e;
  expression.is_signed = true;
  return cfa_express(s->m, s->p, &expression);
}

static uint32_t image_of(const shapes *s, uint32_t e) {
  const uint32_t *found =
      bsearch(&e, s->nodes.at, s->nodes.count, sizeof *s->nodes.at, by_number);
  return s->images.at[found - s->nodes.at];
}

static uint32_t replace_node(shapes *s, uint32_t e, const uint32_t *from,
                             const uint32_t *to, size_t count) {
  cfa_expression expression = *shape_at(s, e);
  uint32_t leaf = canonical_leaf(s, e);
  for (size_t i = 0; i < count; i++)
    if (from[i] == e || from[i] == leaf)
      return to[i];
  if (expression.kind != CFA_APPLY || shape_is_opaque_leaf(s, e))
    return leaf;
  uint32_t operands[3] = {CFA_NONE, CFA_NONE, CFA_NONE};
  size_t n = cfa_operands(&expression, operands);
  for (size_t i = 0; i < n; i++)
    operands[i] = image_of(s, operands[i]);
  return shape_apply(s, expression.op, expression.width, operands[0],
                     operands[1], operands[2]);
}

uint32_t shape_replace(shapes *s, uint32_t e, const uint32_t *from,
                       const uint32_t *to, size_t count) {
  collect(s, e, &s->nodes);
  s->images.count = 0;
  for (size_t i = 0; i < s->nodes.count; i++) {
    uint32_t image = replace_node(s, s->nodes.at[i], from, to, count);
    vec_push(s->m, &s->images, image);
  }
  return image_of(s, e);
}

uint32_t shape_normal(shapes *s, uint32_t e) {
  uint32_t n = map_insert(s->m, &s->normalised, e);
  if (n < s->normal.count)
    return s->normal.at[n];
  uint32_t image = shape_replace(s, e, NULL, NULL, 0);
  vec_push(s->m, &s->normal, image);
  return image;
}

uint32_t shape_strip(const shapes *s, uint32_t e, bool *is_negated) {
  *is_negated = false;
  while (shape_at(s, e)->kind == CFA_APPLY && shape_at(s, e)->op == BITS_NOT) {
    *is_negated = !*is_negated;
    e = shape_at(s, e)->a;
  }
  return e;
}

static bool is_connective(const shapes *s, const cfa_expression *expression) {
  if (expression->kind != CFA_APPLY || expression->width != 1)
    return false;
  switch (expression->op) {
  case BITS_AND:
  case BITS_OR:
  case BITS_XOR:
  case BITS_NOT:
  case BITS_ITE:
    return true;
  case BITS_EQ:
    return !shape_at(s, expression->a)->is_pointer &&
           shape_at(s, expression->a)->width == 1;
  default:
    return false;
  }
}

void shape_atoms(shapes *s, uint32_t condition, shape_list *out) {
  shape_list waiting = {0};
  map seen = {0};
  vec_push(s->m, &waiting, condition);
  while (waiting.count) {
    uint32_t e = vec_pop(&waiting), operands[3];
    size_t before = seen.keys.count;
    if (map_insert(s->m, &seen, e) < before ||
        shape_at(s, e)->kind == CFA_CONSTANT)
      continue;
    if (!is_connective(s, shape_at(s, e))) {
      vec_push(s->m, out, e);
      continue;
    }
    size_t count = cfa_operands(shape_at(s, e), operands);
    while (count > 0)
      vec_push(s->m, &waiting, operands[--count]);
  }
  vec_free(s->m, &waiting);
  map_free(s->m, &seen);
}
