#include "lang/promela/syntax/syntax.h"

#include <assert.h>

/* A formula as logic/ltl.h reads it: its atoms, the largest parts without a
 * temporal operator, between quotes. Where && or || is between two tests that
 * cannot fault, each is an atom of its own; if one can, the order in which they
 * are evaluated matters, and they stay together. */

enum { MOST_ITEMS = PML_MOST_DEEP + 2 };

typedef struct item {
  uint32_t e, stage;
} item;

/* What a node's parts are, if they are expressions that can be gone through. */
static uint32_t parts_of(const pml_expr *expr, uint32_t parts[3]) {
  uint32_t n = 0;
  switch (expr->op) {
  case PML_CONDITIONAL:
    parts[n++] = expr->a;
    parts[n++] = expr->b;
    parts[n++] = expr->c;
    break;
  case PML_NOT:
  case PML_NEGATE:
  case PML_COMPLEMENT:
  case PML_LEN:
  case PML_EMPTY:
  case PML_NEMPTY:
  case PML_FULL:
  case PML_NFULL:
  case PML_ALWAYS:
  case PML_EVENTUALLY:
  case PML_NEXT:
    parts[n++] = expr->a;
    break;
  default:
    if ((expr->op >= PML_ADD && expr->op <= PML_OR) || expr->op >= PML_UNTIL) {
      parts[n++] = expr->a;
      parts[n++] = expr->b;
    }
  }
  return n;
}

static bool faults_itself(const pml_expr *expr) {
  switch (expr->op) {
  case PML_DIVIDE:
  case PML_MODULO:
  case PML_POLL:
  case PML_RUN:
  case PML_ENABLED:
  case PML_PC_VALUE:
  case PML_GET_PRIORITY:
  case PML_REMOTE_VAR:
  case PML_REMOTE_LABEL:
  case PML_C_EXPR:
    return true;
  case PML_NAME:
  case PML_MEMBER: /* an index, or parts that may have one */
    return expr->b != PML_NONE || expr->c != PML_NONE;
  default:
    return false;
  }
}

/* Is there, in 'root' or below, a node that 'which' is true of? */
static bool contains(const pml_syntax *syntax, uint32_t root,
                     bool (*which)(const pml_expr *)) {
  uint32_t stack[2 * MOST_ITEMS];
  size_t count = 0;
  stack[count++] = root;
  while (count) {
    const pml_expr *expr = &syntax->exprs.at[stack[--count]];
    uint32_t parts[3], n = parts_of(expr, parts);
    if (which(expr))
      return true;
    while (n-- && count < 2 * MOST_ITEMS)
      stack[count++] = parts[n];
  }
  return false;
}

static bool is_temporal(const pml_expr *expr) { return expr->op >= PML_ALWAYS; }

/* Is it printed as an operator between formulas? */
static bool is_split(const pml_syntax *syntax, uint32_t n) {
  assert(n < syntax->exprs.count);
  const pml_expr *expr = &syntax->exprs.at[n];
  if (is_temporal(expr) || expr->op == PML_NOT)
    return true;
  if (expr->op != PML_AND && expr->op != PML_OR)
    return false;
  return contains(syntax, n, is_temporal) ||
         !contains(syntax, n, faults_itself);
}

static int quote_sink(void *self, const char *t, size_t length) {
  text_add(self, t, length);
  return 0;
}

/* Nothing in an expression needs an escape. */
static void print_atom(const pml_syntax *syntax, uint32_t n, text *out) {
  assert(n < syntax->exprs.count);
  text inner;
  const pml_expr *expr = &syntax->exprs.at[n];
  if (expr->op == PML_CONST) {
    text_put(out, expr->value ? "true" : "false");
    return;
  }
  text_char(out, '"');
  text_init(&inner, quote_sink, out);
  pml_print_expression(syntax, n, &inner);
  text_end(&inner);
  text_char(out, '"');
}

static const char *mark_of(pml_op op) {
  static const char *const marks[] = {"[] ", "<> ", "X ",   " U ",
                                      " V ", " W ", " -> ", " <-> "};
  size_t i = (size_t)op - PML_ALWAYS;
  return op == PML_NOT                      ? "! "
         : op == PML_AND                    ? " && "
         : op == PML_OR                     ? " || "
         : i < sizeof marks / sizeof *marks ? marks[i]
                                            : "";
}

static bool formula_is_unary(pml_op op) {
  return op == PML_NOT || op == PML_ALWAYS || op == PML_EVENTUALLY ||
         op == PML_NEXT;
}

/* Other readers bind otherwise: all that is not plain gets parentheses, but
 * for chains of one and the same && or ||. */
static bool needs_parentheses(const pml_syntax *syntax, pml_op above,
                              uint32_t n, bool is_left) {
  assert(n < syntax->exprs.count);
  pml_op op = syntax->exprs.at[n].op;
  if (formula_is_unary(op) || !is_split(syntax, n))
    return false;
  return !(is_left && op == above && (op == PML_AND || op == PML_OR));
}

void pml_print_formula(const pml_syntax *syntax, uint32_t root, text *out) {
  item items[MOST_ITEMS];
  bool grouped[MOST_ITEMS];
  size_t count = 0;
  items[count] = (item){root, 0};
  grouped[count++] = false;
  while (count) {
    item *x = &items[count - 1];
    const pml_expr *expr = &syntax->exprs.at[x->e];
    bool splits = is_split(syntax, x->e);
    uint32_t sides = !splits ? 0 : formula_is_unary(expr->op) ? 1 : 2;
    if (!splits)
      print_atom(syntax, x->e, out);
    if (x->stage == sides || count == MOST_ITEMS) {
      if (grouped[--count])
        text_char(out, ')');
      continue;
    }
    if (x->stage || sides == 1)
      text_put(out, mark_of(expr->op));
    uint32_t side = x->stage || sides == 0 ? expr->b : expr->a;
    bool is_left = sides == 2 && x->stage == 0;
    x->stage++;
    grouped[count] = needs_parentheses(syntax, expr->op, side, is_left);
    if (grouped[count])
      text_char(out, '(');
    items[count++] = (item){side, 0};
  }
}
