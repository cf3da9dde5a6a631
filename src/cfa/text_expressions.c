/* Expressions and edges. */
#include "base/mutant.h"
#include "cfa/text_items.h"

/* Operands stand before what is made of them. */
static bool take_operand(cfa_reader *reader, uint32_t *n) {
  const char *before = reader->at;
  if (!cfa_take_reference(reader, CFA_PART_EXPRESSIONS, false, n))
    return false;
  return *n < reader->p->expressions.count ||
         cfa_expected(reader, before + 1,
                      "an operand should be an expression before this one");
}

static bool take_operands(cfa_reader *reader, cfa_expression *expression,
                          unsigned count) {
  uint32_t *const all[3] = {&expression->a, &expression->b, &expression->c};
  for (unsigned i = 0; i < count; i++)
    if (!take_operand(reader, all[i]))
      return false;
  return true;
}

static bool take_shape_of(cfa_reader *reader, cfa_expression *expression) {
  cfa_shape shape;
  if (!cfa_take_shape(reader, &shape))
    return false;
  expression->is_pointer = shape.is_pointer;
  expression->is_signed = shape.is_signed;
  expression->width = shape.width;
  return true;
}

static bool take_constant(cfa_reader *reader, cfa_expression *expression) {
  if (!take_shape_of(reader, expression))
    return false;
  return expression->is_signed
             ? cfa_take_signed(reader, expression->width, &expression->value)
             : cfa_take_number(reader, bits_mask(expression->width),
                               &expression->value);
}

static bool take_pointer(cfa_reader *reader, cfa_expression *expression) {
  expression->is_pointer = true;
  expression->width = reader->p->pointer_bits;
  switch (expression->kind) {
  case CFA_ADDRESS:
    return cfa_take_reference(reader, CFA_PART_VARIABLES, false,
                              &expression->a) &&
           cfa_take_signed(reader, 64, &expression->value);
  case CFA_FUNCTION:
    return cfa_take_reference(reader, CFA_PART_FUNCTIONS, false,
                              &expression->a);
  case CFA_OFFSET:
    return take_operands(reader, expression, 2);
  default:
    return take_operands(reader, expression, 1);
  }
}

static bool take_rest(cfa_reader *reader, cfa_expression *expression) {
  switch (expression->kind) {
  case CFA_CONSTANT:
    return take_constant(reader, expression);
  case CFA_VARIABLE:
    if (!cfa_take_reference(reader, CFA_PART_VARIABLES, false, &expression->a))
      return false;
    expression->width = reader->p->variables.at[expression->a].width;
    expression->is_pointer = reader->p->variables.at[expression->a].is_pointer;
    return true;
  case CFA_LOAD:
  case CFA_TO_INTEGER:
    return take_shape_of(reader, expression) &&
           take_operands(reader, expression, 1);
  case CFA_APPLY:
    return take_shape_of(reader, expression) &&
           take_operands(reader, expression, bits_operands(expression->op));
  case CFA_ADDRESS:
  case CFA_FUNCTION:
  case CFA_OFFSET:
  case CFA_TO_POINTER:
  case CFA_GHOST: /* has no word */
    break;
  }
  return take_pointer(reader, expression);
}

static bool take_kind(cfa_reader *reader, cfa_expression *expression) {
  const char *word;
  size_t length;
  char copy[16] = "";
  if (!cfa_take_word(reader, &word, &length))
    return false;
  if (length < sizeof copy)
    memcpy(copy, word, length);
  for (int i = 0; cfa_expression_words[i]; i++)
    if (i != CFA_APPLY && strcmp(copy, cfa_expression_words[i]) == 0) {
      expression->kind = (cfa_expression_kind)i;
      return true;
    }
  expression->kind = CFA_APPLY;
  expression->op = bits_find(copy);
  if (MUTANT("cfa-sign-extension") && expression->op == BITS_SEXT)
    expression->op = BITS_ZEXT;
  return expression->op != BITS_OP_COUNT ||
         cfa_expected(reader, word,
                      "'%.*s' is no kind of expression: constant, variable, "
                      "address, function, load, offset, integer, pointer, or "
                      "an operator (add, sub, ...)",
                      report_clip(length), word);
}

bool cfa_read_expression(cfa_reader *reader) {
  cfa_expression expression = {.a = CFA_NONE, .b = CFA_NONE, .c = CFA_NONE};
  if (!take_kind(reader, &expression) || !take_rest(reader, &expression))
    return false;
  vec_push(reader->m, &reader->p->expressions, expression);
  return true;
}

static bool take_expressions(cfa_reader *reader, cfa_edge *edge,
                             unsigned count) {
  uint32_t *const all[3] = {&edge->a, &edge->b, &edge->c};
  for (unsigned i = 0; i < count; i++)
    if (!cfa_take_reference(reader, CFA_PART_EXPRESSIONS, false, all[i]))
      return false;
  return true;
}

static bool take_variable(cfa_reader *reader, cfa_edge *edge) {
  return cfa_take_reference(reader, CFA_PART_VARIABLES, false, &edge->variable);
}

static bool take_assume(cfa_reader *reader, cfa_edge *edge) {
  static const char *const words[] = {"false", "true", NULL};
  unsigned which;
  if (!take_expressions(reader, edge, 1) ||
      !cfa_take_choice(reader, words, &which))
    return false;
  edge->holds = which == 1;
  return true;
}

static bool take_call(cfa_reader *reader, cfa_edge *edge) {
  if (!cfa_take_reference(reader, CFA_PART_VARIABLES, true, &edge->variable))
    return false;
  bool is_direct =
      cfa_next_char(reader) == cfa_parts[CFA_PART_FUNCTIONS].letter;
  if (!(is_direct ? cfa_take_reference(reader, CFA_PART_FUNCTIONS, false,
                                       &edge->function)
                  : cfa_take_reference(reader, CFA_PART_EXPRESSIONS, false,
                                       &edge->a)))
    return false;
  edge->first_argument = (uint32_t)reader->p->arguments.count;
  while (!cfa_at_line_end(reader)) {
    uint32_t x;
    if (!cfa_take_reference(reader, CFA_PART_EXPRESSIONS, false, &x))
      return false;
    vec_push(reader->m, &reader->p->arguments, x);
    edge->arguments++;
  }
  return true;
}

static bool expressions_take_input(cfa_reader *reader, cfa_edge *edge) {
  unsigned which;
  if (!take_variable(reader, edge) ||
      !cfa_take_choice(reader, cfa_input_words, &which))
    return false;
  edge->input = (cfa_input_kind)which;
  return cfa_take_name(reader, true, &edge->name);
}

static bool take_allocation(cfa_reader *reader, cfa_edge *edge) {
  unsigned which;
  if (!take_variable(reader, edge) || !take_expressions(reader, edge, 1) ||
      !cfa_take_choice(reader, cfa_allocation_words, &which))
    return false;
  edge->allocation = (cfa_allocation)which;
  return true;
}

static bool take_failure(cfa_reader *reader, cfa_edge *edge) {
  unsigned which;
  if (!cfa_take_choice(reader, cfa_error_words, &which))
    return false;
  edge->error = (cfa_error_kind)which;
  return cfa_take_name(reader, true, &edge->name);
}

static bool take_statement(cfa_reader *reader, cfa_edge *edge) {
  switch (edge->kind) {
  case CFA_SKIP:
    return cfa_at_line_end(reader) || cfa_take_name(reader, false, &edge->name);
  case CFA_HALT:
    return true;
  case CFA_ASSUME:
    return take_assume(reader, edge);
  case CFA_STORE:
    return take_expressions(reader, edge, 2);
  case CFA_INPUT:
    return expressions_take_input(reader, edge);
  case CFA_HAVOC:
    return take_variable(reader, edge);
  case CFA_CALL:
    return take_call(reader, edge);
  case CFA_RETURN:
    return cfa_take_reference(reader, CFA_PART_EXPRESSIONS, true, &edge->a);
  case CFA_FREE:
    return take_expressions(reader, edge, 1);
  case CFA_ASSIGN:
  case CFA_SIZE:
    return take_variable(reader, edge) && take_expressions(reader, edge, 1);
  case CFA_ALLOCATE:
    return take_allocation(reader, edge);
  case CFA_COPY:
  case CFA_FILL:
    return take_expressions(reader, edge, 3);
  case CFA_FAIL:
    return take_failure(reader, edge);
  case CFA_UNDEFINED:
  case CFA_UNSUPPORTED:
    break;
  }
  return cfa_take_name(reader, true, &edge->name);
}

/* They stand in the order of their locations, so that sorting them does not
 * change their numbers. */
static bool is_behind(cfa_reader *reader, const char *before,
                      const cfa_edge *edge) {
  return reader->p->edges.count == 0 ||
         vec_last(&reader->p->edges).from <= edge->from ||
         cfa_expected(reader, before + 1,
                      "edges should stand in the order of their "
                      "locations");
}

bool cfa_read_edge(cfa_reader *reader) {
  cfa_edge edge = {.variable = CFA_NONE,
                   .a = CFA_NONE,
                   .b = CFA_NONE,
                   .c = CFA_NONE,
                   .function = CFA_NONE,
                   .name = CFA_NONE};
  const char *before = reader->at;
  unsigned kind;
  if (!cfa_take_reference(reader, CFA_PART_LOCATIONS, false, &edge.from) ||
      !is_behind(reader, before, &edge) ||
      !cfa_take_reference(reader, CFA_PART_LOCATIONS, true, &edge.to) ||
      !cfa_take_place(reader, &edge.place) ||
      !cfa_take_choice(reader, cfa_edge_words, &kind))
    return false;
  edge.kind = (cfa_edge_kind)kind;
  if (!take_statement(reader, &edge))
    return false;
  vec_push(reader->m, &reader->p->edges, edge);
  return true;
}
