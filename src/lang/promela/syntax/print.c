#include "lang/promela/syntax/levels.h"
#include "lang/promela/syntax/syntax.h"

#include <assert.h>

/* Expressions, statements and formulas as text. There is no memory to be had
 * here: the stack is an array, and the parser lets no expression be deeper. */

enum { MOST_ITEMS = PML_MOST_DEEP + 2 };

/* A node that is being printed. */
typedef struct item {
  uint32_t e;     /* the node; of a reference the part that is its turn */
  uint32_t stage; /* how much of it is printed */
  bool is_grouped;
} item;

typedef struct printer {
  const pml_syntax *s;
  text *out;
  size_t count;
  item items[MOST_ITEMS];
} printer;

static const char *print_name_text(const pml_syntax *syntax, uint32_t name) {
  return names_text(&syntax->tokens.names, name);
}

typedef struct op_text {
  const char *mark;
  int level;
} op_text;

/* Of PML_NOT and all that follow up to PML_OR. */
static const op_text op_texts[] = {
    {"!", PML_LEVEL_UNARY},    {"-", PML_LEVEL_UNARY},
    {"~", PML_LEVEL_UNARY},    {"+", PML_LEVEL_ADD},
    {"-", PML_LEVEL_ADD},      {"*", PML_LEVEL_MULTIPLY},
    {"/", PML_LEVEL_MULTIPLY}, {"%", PML_LEVEL_MULTIPLY},
    {"&", PML_LEVEL_AND_BITS}, {"^", PML_LEVEL_XOR_BITS},
    {"|", PML_LEVEL_OR_BITS},  {"<<", PML_LEVEL_SHIFT},
    {">>", PML_LEVEL_SHIFT},   {"==", PML_LEVEL_EQUAL},
    {"!=", PML_LEVEL_EQUAL},   {"<", PML_LEVEL_COMPARE},
    {"<=", PML_LEVEL_COMPARE}, {">", PML_LEVEL_COMPARE},
    {">=", PML_LEVEL_COMPARE}, {"&&", PML_LEVEL_AND},
    {"||", PML_LEVEL_OR}};

/* Of PML_ALWAYS and all that follow. */
static const op_text temporal_texts[] = {
    {"[]", PML_LEVEL_UNARY},   {"<>", PML_LEVEL_UNARY},
    {"X", PML_LEVEL_UNARY},    {"U", PML_LEVEL_UNTIL},
    {"V", PML_LEVEL_UNTIL},    {"W", PML_LEVEL_UNTIL},
    {"->", PML_LEVEL_IMPLIES}, {"<->", PML_LEVEL_IMPLIES}};

static const op_text *text_of(pml_op op) {
  if (op >= PML_NOT && op <= PML_OR)
    return &op_texts[op - PML_NOT];
  if (op >= PML_ALWAYS)
    return &temporal_texts[op - PML_ALWAYS];
  return NULL;
}

static bool print_is_unary(pml_op op) {
  return op == PML_NOT || op == PML_NEGATE || op == PML_COMPLEMENT ||
         op == PML_ALWAYS || op == PML_EVENTUALLY || op == PML_NEXT;
}

/* How tightly the whole of it holds together. */
static int level_of(const pml_expr *expr) {
  const op_text *t = text_of(expr->op);
  return t ? t->level : PML_LEVEL_UNARY + 1;
}

/* !!x and --x would be other tokens. */
static bool would_merge(const pml_expr *above, const pml_expr *below) {
  return (above->op == PML_NOT && below->op == PML_NOT) ||
         (above->op == PML_NEGATE &&
          (below->op == PML_NEGATE ||
           (below->op == PML_CONST && below->value < 0)));
}

static void push(printer *p, uint32_t e, bool is_grouped) {
  if (p->count == MOST_ITEMS) {
    text_put(p->out, "...");
    return;
  }
  if (is_grouped)
    text_char(p->out, '(');
  p->items[p->count++] = (item){e, 0, is_grouped};
}

static void pop(printer *p) {
  if (p->items[--p->count].is_grouped)
    text_char(p->out, ')');
}

static void push_side(printer *p, const pml_expr *above, uint32_t side,
                      bool is_right) {
  assert(side < p->s->exprs.count);
  const pml_expr *expr = &p->s->exprs.at[side];
  int level = level_of(above) + is_right;
  push(p, side, level_of(expr) < level || would_merge(above, expr));
}

/* x.f[i].g ; one part after the other. */
static void print_reference(printer *p, item *x, const pml_expr *expr) {
  if (x->stage == 0) {
    text_put(p->out, print_name_text(p->s, p->s->vars.at[expr->a].name));
    x->stage = 1;
    if (expr->b != PML_NONE) {
      text_char(p->out, '[');
      x->stage = 2;
      push(p, expr->b, false);
      return;
    }
  } else if (x->stage == 2) {
    text_char(p->out, ']');
  }
  if (expr->c == PML_NONE) {
    pop(p);
    return;
  }
  text_char(p->out, '.');
  x->e = expr->c;
  x->stage = 0;
}

static void print_operator(printer *p, item *x, const pml_expr *expr) {
  const op_text *t = text_of(expr->op);
  bool unary = print_is_unary(expr->op);
  if (x->stage == 0 && unary) {
    x->stage = 2;
    text_put(p->out, t->mark);
    if (expr->op >= PML_ALWAYS)
      text_char(p->out, ' ');
    push_side(p, expr, expr->a, false);
  } else if (x->stage == 0) {
    x->stage = 1;
    push_side(p, expr, expr->a, false);
  } else if (x->stage == 1) {
    x->stage = 2;
    text_char(p->out, ' ');
    text_put(p->out, t->mark);
    text_char(p->out, ' ');
    push_side(p, expr, expr->b, true);
  } else {
    pop(p);
  }
}

static void print_conditional(printer *p, item *x, const pml_expr *expr) {
  static const char *const marks[] = {"(", " -> ", " : ", ")"};
  uint32_t parts[3] = {expr->a, expr->b, expr->c};
  text_put(p->out, marks[x->stage]);
  if (x->stage == 3)
    pop(p);
  else
    push(p, parts[x->stage++], false);
}

/* Arguments, separated by 'mark'; false: all are printed. */
static bool print_next(printer *p, const pml_expr *expr, uint32_t n,
                       const char *mark) {
  if (n >= expr->c)
    return false;
  if (n)
    text_put(p->out, mark);
  push(p, p->s->lists.at[expr->b + n], false);
  return true;
}

static void print_poll(printer *p, item *x, const pml_expr *expr) {
  if (x->stage == 0) {
    x->stage = 1;
    push(p, expr->a, false);
    return;
  }
  if (x->stage == 1)
    text_put(p->out, expr->random ? "?"
                                    "?["
                                  : "?[");
  if (!print_next(p, expr, x->stage++ - 1, ",")) {
    text_char(p->out, ']');
    pop(p);
  }
}

static void print_run(printer *p, item *x, const pml_expr *expr) {
  if (x->stage == UINT32_MAX) {
    pop(p);
    return;
  }
  if (x->stage == 0) {
    text_put(p->out, "run ");
    text_put(p->out, print_name_text(p->s, p->s->processes.at[expr->a].name));
    text_char(p->out, '(');
  }
  if (print_next(p, expr, x->stage++, ", "))
    return;
  text_char(p->out, ')');
  if (expr->d == PML_NONE) {
    pop(p);
    return;
  }
  x->stage = UINT32_MAX;
  text_put(p->out, " priority ");
  push(p, expr->d, false);
}

/* P@L  P[i]@L  P:x  P[i]:x */
static void print_remote(printer *p, item *x, const pml_expr *expr) {
  bool is_label = expr->op == PML_REMOTE_LABEL;
  if (x->stage == 0) {
    text_put(p->out, print_name_text(p->s, p->s->processes.at[expr->a].name));
    x->stage = 2;
    if (expr->b != PML_NONE) {
      x->stage = 1;
      text_char(p->out, '[');
      push(p, expr->b, false);
      return;
    }
  }
  if (x->stage == 1)
    text_char(p->out, ']');
  if (x->stage < 3) {
    x->stage = 3;
    text_char(p->out, is_label ? '@' : ':');
    if (!is_label) {
      push(p, expr->c, false);
      return;
    }
    text_put(p->out, print_name_text(p->s, expr->c));
  }
  pop(p);
}

static const char *word_text(pml_op op) {
  switch (op) {
  case PML_LEN:
    return "len";
  case PML_EMPTY:
    return "empty";
  case PML_NEMPTY:
    return "nempty";
  case PML_FULL:
    return "full";
  case PML_NFULL:
    return "nfull";
  case PML_ENABLED:
    return "enabled";
  case PML_PC_VALUE:
    return "pc_value";
  case PML_GET_PRIORITY:
    return "get_priority";
  case PML_EVAL:
    return "eval";
  case PML_SELF:
    return "_pid";
  case PML_COUNT:
    return "_nr_pr";
  case PML_LAST:
    return "_last";
  case PML_PRIORITY:
    return "_priority";
  case PML_NP:
    return "np_";
  case PML_TIMEOUT:
    return "timeout";
  case PML_ANY:
    return "_";
  default:
    return "?";
  }
}

static void print_word(printer *p, item *x, const pml_expr *expr) {
  if (x->stage == 0) {
    text_put(p->out, word_text(expr->op));
    if (expr->a != PML_NONE) {
      x->stage = 1;
      text_char(p->out, '(');
      push(p, expr->a, false);
      return;
    }
  } else {
    text_char(p->out, ')');
  }
  pop(p);
}

static void print_constant(printer *p, const pml_expr *expr) {
  if (expr->a != PML_NONE)
    text_put(p->out, print_name_text(p->s, expr->a));
  else if (expr->d != PML_NONE)
    text_put(p->out, print_name_text(p->s, expr->d));
  else
    text_number(p->out, expr->value);
  pop(p);
}

static void print_c_code(printer *p, const pml_expr *expr) {
  assert((uint32_t)expr->value < p->s->c_parts.count);
  const pml_c_part *c_part = &p->s->c_parts.at[expr->value];
  text_put(p->out, "c_expr ");
  if (c_part->second != PML_NONE) {
    text_put(p->out, print_name_text(p->s, c_part->second));
    text_char(p->out, ' ');
  }
  text_put(p->out, print_name_text(p->s, c_part->shown));
  pop(p);
}

static void print_one(printer *p) {
  item *x = &p->items[p->count - 1];
  assert(x->e < p->s->exprs.count);
  const pml_expr *expr = &p->s->exprs.at[x->e];
  switch (expr->op) {
  case PML_CONST:
    print_constant(p, expr);
    break;
  case PML_NAME:
  case PML_MEMBER:
    print_reference(p, x, expr);
    break;
  case PML_C_EXPR:
    print_c_code(p, expr);
    break;
  case PML_CONDITIONAL:
    print_conditional(p, x, expr);
    break;
  case PML_POLL:
    print_poll(p, x, expr);
    break;
  case PML_RUN:
    print_run(p, x, expr);
    break;
  case PML_REMOTE_LABEL:
  case PML_REMOTE_VAR:
    print_remote(p, x, expr);
    break;
  default:
    if (text_of(expr->op))
      print_operator(p, x, expr);
    else
      print_word(p, x, expr);
    break;
  }
}

void pml_print_expression(const pml_syntax *syntax, uint32_t e, text *out) {
  printer p;
  p.s = syntax;
  p.out = out;
  p.count = 0;
  push(&p, e, false);
  while (p.count)
    print_one(&p);
}
