/* Expressions and edges. */
#include "base/mutant.h"
#include "cfa/text_items.h"

/* Operands stand before what is made of them. */
static bool take_operand(cfa_reader *c, uint32_t *n) {
  const char *before = c->at;
  if (!cfa_take_reference(c, CFA_PART_EXPRESSIONS, false, n))
    return false;
  return *n < c->p->expressions.count ||
         cfa_expected(c, before + 1,
                      "an operand should be an expression before this one");
}

static bool take_operands(cfa_reader *c, cfa_expression *x, unsigned count) {
  uint32_t *const all[3] = {&x->a, &x->b, &x->c};
  for (unsigned i = 0; i < count; i++)
    if (!take_operand(c, all[i]))
      return false;
  return true;
}

static bool take_shape_of(cfa_reader *c, cfa_expression *x) {
  cfa_shape s;
  if (!cfa_take_shape(c, &s))
    return false;
  x->is_pointer = s.is_pointer;
  x->is_signed = s.is_signed;
  x->width = s.width;
  return true;
}

static bool take_constant(cfa_reader *c, cfa_expression *x) {
  if (!take_shape_of(c, x))
    return false;
  return x->is_signed ? cfa_take_signed(c, x->width, &x->value)
                      : cfa_take_number(c, bits_mask(x->width), &x->value);
}

static bool take_pointer(cfa_reader *c, cfa_expression *x) {
  x->is_pointer = true;
  x->width = c->p->pointer_bits;
  switch (x->kind) {
  case CFA_ADDRESS:
    return cfa_take_reference(c, CFA_PART_VARIABLES, false, &x->a) &&
           cfa_take_signed(c, 64, &x->value);
  case CFA_FUNCTION:
    return cfa_take_reference(c, CFA_PART_FUNCTIONS, false, &x->a);
  case CFA_OFFSET:
    return take_operands(c, x, 2);
  default:
    return take_operands(c, x, 1);
  }
}

static bool take_rest(cfa_reader *c, cfa_expression *x) {
  switch (x->kind) {
  case CFA_CONSTANT:
    return take_constant(c, x);
  case CFA_VARIABLE:
    if (!cfa_take_reference(c, CFA_PART_VARIABLES, false, &x->a))
      return false;
    x->width = c->p->variables.at[x->a].width;
    x->is_pointer = c->p->variables.at[x->a].is_pointer;
    return true;
  case CFA_LOAD:
  case CFA_TO_INTEGER:
    return take_shape_of(c, x) && take_operands(c, x, 1);
  case CFA_APPLY:
    return take_shape_of(c, x) && take_operands(c, x, bits_operands(x->op));
  case CFA_ADDRESS:
  case CFA_FUNCTION:
  case CFA_OFFSET:
  case CFA_TO_POINTER:
  case CFA_GHOST: /* has no word */
    break;
  }
  return take_pointer(c, x);
}

static bool take_kind(cfa_reader *c, cfa_expression *x) {
  const char *word;
  size_t length;
  char copy[16] = "";
  if (!cfa_take_word(c, &word, &length))
    return false;
  if (length < sizeof copy)
    memcpy(copy, word, length);
  for (int i = 0; cfa_expression_words[i]; i++)
    if (i != CFA_APPLY && strcmp(copy, cfa_expression_words[i]) == 0) {
      x->kind = (cfa_expression_kind)i;
      return true;
    }
  x->kind = CFA_APPLY;
  x->op = bits_find(copy);
  if (MUTANT("cfa-sign-extension") && x->op == BITS_SEXT)
    x->op = BITS_ZEXT;
  return x->op != BITS_OP_COUNT ||
         cfa_expected(c, word,
                      "'%.*s' is no kind of expression: constant, variable, "
                      "address, function, load, offset, integer, pointer, or "
                      "an operator (add, sub, ...)",
                      report_clip(length), word);
}

bool cfa_read_expression(cfa_reader *c) {
  cfa_expression x = {.a = CFA_NONE, .b = CFA_NONE, .c = CFA_NONE};
  if (!take_kind(c, &x) || !take_rest(c, &x))
    return false;
  vec_push(c->m, &c->p->expressions, x);
  return true;
}

static bool take_expressions(cfa_reader *c, cfa_edge *e, unsigned count) {
  uint32_t *const all[3] = {&e->a, &e->b, &e->c};
  for (unsigned i = 0; i < count; i++)
    if (!cfa_take_reference(c, CFA_PART_EXPRESSIONS, false, all[i]))
      return false;
  return true;
}

static bool take_variable(cfa_reader *c, cfa_edge *e) {
  return cfa_take_reference(c, CFA_PART_VARIABLES, false, &e->variable);
}

static bool take_assume(cfa_reader *c, cfa_edge *e) {
  static const char *const words[] = {"false", "true", NULL};
  unsigned which;
  if (!take_expressions(c, e, 1) || !cfa_take_choice(c, words, &which))
    return false;
  e->holds = which == 1;
  return true;
}

static bool take_call(cfa_reader *c, cfa_edge *e) {
  if (!cfa_take_reference(c, CFA_PART_VARIABLES, true, &e->variable))
    return false;
  bool is_direct = cfa_next_char(c) == cfa_parts[CFA_PART_FUNCTIONS].letter;
  if (!(is_direct
            ? cfa_take_reference(c, CFA_PART_FUNCTIONS, false, &e->function)
            : cfa_take_reference(c, CFA_PART_EXPRESSIONS, false, &e->a)))
    return false;
  e->first_argument = (uint32_t)c->p->arguments.count;
  while (!cfa_at_line_end(c)) {
    uint32_t x;
    if (!cfa_take_reference(c, CFA_PART_EXPRESSIONS, false, &x))
      return false;
    vec_push(c->m, &c->p->arguments, x);
    e->arguments++;
  }
  return true;
}

static bool expressions_take_input(cfa_reader *c, cfa_edge *e) {
  unsigned which;
  if (!take_variable(c, e) || !cfa_take_choice(c, cfa_input_words, &which))
    return false;
  e->input = (cfa_input_kind)which;
  return cfa_take_name(c, true, &e->name);
}

static bool take_allocation(cfa_reader *c, cfa_edge *e) {
  unsigned which;
  if (!take_variable(c, e) || !take_expressions(c, e, 1) ||
      !cfa_take_choice(c, cfa_allocation_words, &which))
    return false;
  e->allocation = (cfa_allocation)which;
  return true;
}

static bool take_failure(cfa_reader *c, cfa_edge *e) {
  unsigned which;
  if (!cfa_take_choice(c, cfa_error_words, &which))
    return false;
  e->error = (cfa_error_kind)which;
  return cfa_take_name(c, true, &e->name);
}

static bool take_statement(cfa_reader *c, cfa_edge *e) {
  switch (e->kind) {
  case CFA_SKIP:
    return cfa_at_line_end(c) || cfa_take_name(c, false, &e->name);
  case CFA_HALT:
    return true;
  case CFA_ASSUME:
    return take_assume(c, e);
  case CFA_STORE:
    return take_expressions(c, e, 2);
  case CFA_INPUT:
    return expressions_take_input(c, e);
  case CFA_HAVOC:
    return take_variable(c, e);
  case CFA_CALL:
    return take_call(c, e);
  case CFA_RETURN:
    return cfa_take_reference(c, CFA_PART_EXPRESSIONS, true, &e->a);
  case CFA_FREE:
    return take_expressions(c, e, 1);
  case CFA_ASSIGN:
  case CFA_SIZE:
    return take_variable(c, e) && take_expressions(c, e, 1);
  case CFA_ALLOCATE:
    return take_allocation(c, e);
  case CFA_COPY:
  case CFA_FILL:
    return take_expressions(c, e, 3);
  case CFA_FAIL:
    return take_failure(c, e);
  case CFA_UNDEFINED:
  case CFA_UNSUPPORTED:
    break;
  }
  return cfa_take_name(c, true, &e->name);
}

/* They stand in the order of their locations, so that sorting them does not
 * change their numbers. */
static bool is_behind(cfa_reader *c, const char *before, const cfa_edge *e) {
  return c->p->edges.count == 0 || vec_last(&c->p->edges).from <= e->from ||
         cfa_expected(c, before + 1,
                      "edges should stand in the order of their "
                      "locations");
}

bool cfa_read_edge(cfa_reader *c) {
  cfa_edge e = {.variable = CFA_NONE,
                .a = CFA_NONE,
                .b = CFA_NONE,
                .c = CFA_NONE,
                .function = CFA_NONE,
                .name = CFA_NONE};
  const char *before = c->at;
  unsigned kind;
  if (!cfa_take_reference(c, CFA_PART_LOCATIONS, false, &e.from) ||
      !is_behind(c, before, &e) ||
      !cfa_take_reference(c, CFA_PART_LOCATIONS, true, &e.to) ||
      !cfa_take_place(c, &e.place) ||
      !cfa_take_choice(c, cfa_edge_words, &kind))
    return false;
  e.kind = (cfa_edge_kind)kind;
  if (!take_statement(c, &e))
    return false;
  vec_push(c->m, &c->p->edges, e);
  return true;
}
