/* Places where a formula holds or not, and which of its operands decide. */
#include "problem/session/ectl.h"

#include "engine/ectl/ectl_decide.h"

#include <assert.h>

void session_place_copy(mem *m, const session_place *from, session_place *to) {
  *to = (session_place){.state = from->state};
  vec_reserve(m, &to->stack, from->stack.count);
  vec_each (const uint32_t, symbol, &from->stack)
    vec_push(m, &to->stack, *symbol);
}

void session_row_place(mem *m, const session_result *result, size_t row,
                       session_place *out) {
  assert(row < result->rows.count);
  const ectl_place *place = &result->rows.at[row];
  *out = (session_place){.state = place->state};
  for (size_t i = place->stack.count; i > 0; i--)
    vec_push(m, &out->stack, place->stack.at[i - 1]);
}

static const char *symbol_name(const session_result *result, uint32_t symbol) {
  return names_text(&result->question.system->symbols, symbol);
}

void session_write_stack(const names *symbols, const uint32_t *stack,
                         size_t depth, text *out) {
  enum { TOP = 24, BOTTOM = 8 };
  for (size_t i = depth; i > 0; i--) {
    text_put(out, i < depth ? " " : "");
    text_put(out, names_text(symbols, stack[i - 1]));
    if (depth > TOP + BOTTOM && depth - i + 1 == TOP) {
      text_format(out, " ... %zu more ...", depth - TOP - BOTTOM);
      i = BOTTOM + 1;
    }
  }
}

void session_write_place(const session_result *result,
                         const session_place *place, text *out) {
  text_put(out, names_text(&result->question.system->states, place->state));
  if (!machine_has_stack(result->question.system))
    return;
  text_char(out, '[');
  session_write_stack(&result->question.system->symbols, place->stack.at,
                      place->stack.count, out);
  text_char(out, ']');
}

void session_write_row(const session_result *result, size_t row, text *out) {
  assert(row < result->rows.count);
  const ectl_place *place = &result->rows.at[row];
  const char *state =
      names_text(&result->question.system->states, place->state);
  bool is_head = machine_has_stack(result->question.system) &&
                 result->question.places == &result->none;
  text_put(out, is_head ? "<" : "");
  text_put(out, state);
  if (is_head) {
    text_char(out, ',');
    text_put(out, symbol_name(result, place->stack.at[0]));
    text_char(out, '>');
  } else if (machine_has_stack(result->question.system)) {
    text_char(out, '[');
    for (size_t i = 0; i < place->stack.count; i++) {
      text_put(out, i ? " " : "");
      text_put(out, symbol_name(result, place->stack.at[i]));
    }
    text_char(out, ']');
  }
}

/* Either the core of a subformula is a part, or what it negates. */
bool session_holds(mem *m, const session_result *result, uint32_t node,
                   const session_place *place) {
  const ectl *t = &result->asked.formulas;
  uint32_t core = result->core_of[node];
  bool negated = false;
  while (result->answer.part_of[core] == ECTL_NONE &&
         t->nodes.at[core].op == ECTL_NOT) {
    negated = !negated;
    core = t->nodes.at[core].left;
  }
  assert(core < t->nodes.count);
  if (t->nodes.at[core].op == ECTL_TRUE || t->nodes.at[core].op == ECTL_FALSE)
    return (t->nodes.at[core].op == ECTL_TRUE) != negated;
  uint32_t part = result->answer.part_of[core];
  assert(part != ECTL_NONE);
  size_t depth = place->stack.count;
  uint32_t *stack = mem_array(m, depth + 1, sizeof *stack);
  for (size_t i = 0; i < depth; i++)
    stack[i] = place->stack.at[depth - 1 - i];
  bool holds = ectl_holds(&result->answer, result->question.system, part,
                          place->state, stack, depth);
  mem_free(m, stack);
  return holds != negated;
}

/* The operands that decide why a Boolean operator is true or not: as many as
 * are returned. */
size_t session_deciding(mem *m, const session_result *result, uint32_t node,
                        const session_place *place, uint32_t operands[2]) {
  assert(node < result->asked.formulas.nodes.count);
  const ectl_node *n = &result->asked.formulas.nodes.at[node];
  bool holds, left, either;
  operands[0] = n->left;
  operands[1] = n->right;
  switch (n->op) {
  case ECTL_NOT:
    return 1;
  case ECTL_IFF:
    return 2;
  case ECTL_AND:
  case ECTL_OR:
  case ECTL_IMPLIES:
    holds = session_holds(m, result, node, place);
    left = session_holds(m, result, n->left, place);
    either = n->op == ECTL_AND ? !holds : holds;
    if (!either)
      return 2;
    /* One operand is enough: the left one if it does. */
    if (left != (n->op == ECTL_OR))
      operands[0] = n->right;
    return 1;
  default:
    return 0;
  }
}

bool session_has_path(mem *m, const session_result *result, uint32_t node,
                      const session_place *place) {
  assert(node < result->asked.formulas.nodes.count);
  bool holds;
  switch (result->asked.formulas.nodes.at[node].op) {
  case ECTL_EX:
  case ECTL_EU:
  case ECTL_ER:
    holds = session_holds(m, result, node, place);
    return holds;
  case ECTL_AX:
  case ECTL_AU:
  case ECTL_AR:
    holds = session_holds(m, result, node, place);
    return !holds;
  default:
    return false;
  }
}

uint32_t session_first_path(mem *m, const session_result *result, uint32_t node,
                            const session_place *place) {
  ectl_list waiting = {0};
  uint32_t found = ECTL_NONE, operands[2];
  bool *seen = mem_array(m, (size_t)node + 1, sizeof *seen);
  vec_push(m, &waiting, node);
  while (waiting.count && found == ECTL_NONE) {
    uint32_t now = vec_pop(&waiting);
    if (seen[now])
      continue;
    seen[now] = true;
    if (session_has_path(m, result, now, place))
      found = now;
    size_t count = session_deciding(m, result, now, place, operands);
    while (count > 0)
      vec_push(m, &waiting, operands[--count]);
  }
  vec_free(m, &waiting);
  mem_free(m, seen);
  return found;
}
