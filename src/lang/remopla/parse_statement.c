#include "lang/remopla/syntax.h"

void rem_skip_statement(rem_parser *p) {
  for (;; rem_next(&p->in))
    switch (p->in.token.kind) {
    case ';':
      rem_next(&p->in);
      return;
    case REM_T_END:
    case '}':
    case REM_T_MODULE:
    case REM_T_BOX:
    case REM_T_FI:
    case REM_T_OD:
      return;
    default:
      break;
    }
}

static bool parse_assign(rem_parser *p, uint32_t *out) {
  rem_assign x = {.target = REM_NONE, .value = REM_NONE, .inner = REM_NONE};
  rem_spot begin = rem_here(p);
  bool is_good;
  if (rem_at_quantifier(p)) {
    if (*p->in.token.text == 'E')
      return scan_wrong(&p->in, "'E' cannot assign: only 'A' can");
    rem_next(&p->in);
    is_good = rem_parse_range(p, &x.name, &x.low, &x.high) &&
              rem_deeper(p, "quantifiers") && parse_assign(p, &x.inner);
    if (is_good)
      p->nesting--;
  } else {
    is_good = rem_parse_reference(p, &x.target);
    if (is_good && p->in.token.kind != '=' && p->in.token.kind != REM_T_UNLIKE)
      return rem_misfit(&p->in, "'='");
    x.differs = p->in.token.kind == REM_T_UNLIKE;
    if (is_good) {
      rem_next(&p->in);
      is_good = rem_parse_expression(p, &x.value);
    }
  }
  x.spot = rem_since(p, begin);
  *out = (uint32_t)p->syntax->assigns.count;
  vec_push(p->m, &p->syntax->assigns, x);
  return is_good;
}

/* Behind a comma, unless 'is_first'. */
static bool parse_assigns(rem_parser *p, bool is_first, rem_statement *s) {
  size_t base = p->pending.count;
  while (is_first || p->in.token.kind == ',') {
    uint32_t one;
    if (!is_first)
      rem_next(&p->in);
    is_first = false;
    if (!parse_assign(p, &one)) {
      p->pending.count = base;
      return false;
    }
    vec_push(p->m, &p->pending, one);
  }
  s->first_assign = rem_close_list(p, base, &s->assigns);
  return true;
}

static bool parse_arguments(rem_parser *p, rem_statement *s) {
  size_t base = p->pending.count;
  bool is_good = rem_take(&p->in, '(', "'('");
  while (is_good && p->in.token.kind != ')') {
    uint32_t argument;
    is_good =
        (p->pending.count == base || rem_take(&p->in, ',', "',' or ')'")) &&
        rem_parse_expression(p, &argument);
    if (is_good)
      vec_push(p->m, &p->pending, argument);
  }
  if (!is_good) {
    p->pending.count = base;
    return false;
  }
  rem_next(&p->in);
  s->first_argument = rem_close_list(p, base, &s->arguments);
  return true;
}

static bool parse_call(rem_parser *p, rem_statement *s) {
  s->kind = REM_CALL;
  s->name_spot = rem_here(p);
  return rem_take_name(p, "a module", &s->name) && parse_arguments(p, s) &&
         parse_assigns(p, false, s);
}

/* Begins with a name: a call or assignments. "parallel a = 1, b = 2" is the
 * same without its first word. */
static bool parse_effect(rem_parser *p, rem_statement *s) {
  int first, second;
  rem_peek(&p->in, &first, &second);
  if (first == REM_T_NAME && p->in.token.length == 8 &&
      memcmp(p->in.token.text, "parallel", 8) == 0) {
    rem_next(&p->in);
    rem_peek(&p->in, &first, &second);
  }
  if (first == '(')
    return parse_call(p, s);
  if (!rem_at_quantifier(p)) {
    /* Is it "target = f("? Then the target is read here. */
    rem_parser before = *p;
    if (!rem_parse_reference(p, &s->value))
      return false;
    if (p->in.token.kind == '=') {
      rem_parser at_equals = *p;
      rem_next(&p->in);
      rem_peek(&p->in, &first, &second);
      if (p->in.token.kind == REM_T_NAME && first == '(')
        return parse_call(p, s);
      *p = at_equals;
    }
    before.pending = p->pending;
    *p = before;
  }
  s->value = REM_NONE;
  s->kind = REM_ASSIGN;
  return parse_assigns(p, true, s);
}

/* Behind the 'fi' or 'od' that belongs to what went wrong. */
static void skip_choice(rem_parser *p) {
  size_t open = 1;
  for (; open > 0; rem_next(&p->in)) {
    int kind = p->in.token.kind;
    if (kind == REM_T_END || kind == '}' || kind == REM_T_MODULE)
      return;
    open += kind == REM_T_IF || kind == REM_T_DO;
    open -= kind == REM_T_FI || kind == REM_T_OD;
  }
}

static bool parse_branch(rem_parser *p, rem_branch *b) {
  rem_next(&p->in);
  b->spot = rem_here(p);
  if (p->in.token.kind == REM_T_ELSE)
    rem_next(&p->in);
  else if (!rem_parse_expression(p, &b->guard))
    return false;
  b->spot = rem_since(p, b->spot);
  return rem_take(&p->in, REM_T_GUARD, "'->'") &&
         rem_parse_statements(p, &b->body);
}

static bool parse_branches(rem_parser *p, int end, rem_statement *s) {
  uint32_t last = REM_NONE;
  rem_next(&p->in);
  if (p->in.token.kind != REM_T_BOX)
    return rem_misfit(&p->in, "'::'");
  while (p->in.token.kind == REM_T_BOX) {
    rem_branch b = {.guard = REM_NONE, .next = REM_NONE};
    uint32_t nesting = p->nesting;
    if (!parse_branch(p, &b)) {
      p->nesting = nesting;
      skip_choice(p);
      return true; /* told: nobody will look at it */
    }
    uint32_t number = (uint32_t)p->syntax->branches.count;
    vec_push(p->m, &p->syntax->branches, b);
    if (last == REM_NONE)
      s->branch = number;
    else
      p->syntax->branches.at[last].next = number;
    last = number;
  }
  if (!rem_take(&p->in, end, end == REM_T_FI ? "'::' or 'fi'" : "'::' or 'od'"))
    return false;
  if (p->in.token.kind == ';')
    rem_next(&p->in);
  return true;
}

static bool parse_skip(rem_parser *p, rem_statement *s) {
  s->kind = REM_SKIP;
  rem_next(&p->in);
  return p->in.token.kind != '(' || rem_parse_expression(p, &s->value);
}

static bool parse_return(rem_parser *p, rem_statement *s) {
  s->kind = REM_RETURN;
  rem_next(&p->in);
  return p->in.token.kind == ';' || rem_parse_expression(p, &s->value);
}

static bool parse_goto(rem_parser *p, rem_statement *s) {
  s->kind = REM_GOTO;
  rem_next(&p->in);
  s->name_spot = rem_here(p);
  return rem_take_name(p, "a label", &s->name) && parse_assigns(p, false, s);
}

static bool statement_parse_simple(rem_parser *p, rem_statement *s) {
  switch (p->in.token.kind) {
  case REM_T_SKIP:
    return parse_skip(p, s);
  case REM_T_ASSERT:
    s->kind = REM_ASSERT;
    rem_next(&p->in);
    return rem_parse_expression(p, &s->value);
  case REM_T_RETURN:
    return parse_return(p, s);
  case REM_T_GOTO:
    return parse_goto(p, s);
  case REM_T_BREAK:
    s->kind = REM_BREAK;
    rem_next(&p->in);
    return true;
  case REM_T_FORK:
    return scan_wrong(&p->in,
                      "'fork' makes threads: only sequential programs are "
                      "checked");
  case REM_T_NAME:
    return parse_effect(p, s);
  default:
    return rem_misfit(&p->in, "a statement");
  }
}

static bool parse_labels(rem_parser *p, rem_statement *s) {
  size_t base = p->pending.count;
  for (;;) {
    int first, second;
    if (p->in.token.kind != REM_T_NAME)
      break;
    rem_peek(&p->in, &first, &second);
    if (first != ':')
      break;
    uint32_t name;
    if (!rem_take_name(p, "a label", &name))
      return false;
    vec_push(p->m, &p->pending, name);
    rem_next(&p->in);
  }
  s->first_label = rem_close_list(p, base, &s->labels);
  return true;
}

static bool parse_statement(rem_parser *p, uint32_t *out) {
  rem_statement s = {.name = REM_NONE,
                     .value = REM_NONE,
                     .branch = REM_NONE,
                     .next = REM_NONE};
  if (!parse_labels(p, &s))
    return false;
  rem_spot begin = rem_here(p);
  int kind = p->in.token.kind;
  if (kind == REM_T_IF || kind == REM_T_DO) {
    s.kind = kind == REM_T_IF ? REM_IF : REM_DO;
    if (!parse_branches(p, kind == REM_T_IF ? REM_T_FI : REM_T_OD, &s))
      return false;
    s.spot = rem_since(p, begin);
  } else {
    if (!statement_parse_simple(p, &s))
      return false;
    s.spot = rem_since(p, begin);
    if (!rem_take(&p->in, ';', "';'"))
      return false;
  }
  *out = (uint32_t)p->syntax->statements.count;
  vec_push(p->m, &p->syntax->statements, s);
  return true;
}

static bool ends_statements(int kind) {
  return kind == '}' || kind == REM_T_BOX || kind == REM_T_FI ||
         kind == REM_T_OD || kind == REM_T_END || kind == REM_T_MODULE;
}

bool rem_parse_statements(rem_parser *p, uint32_t *first) {
  uint32_t last = REM_NONE;
  *first = REM_NONE;
  bool is_good = rem_deeper(p, "statements");
  while (is_good && !ends_statements(p->in.token.kind)) {
    uint32_t one, nesting = p->nesting;
    size_t base = p->pending.count;
    if (p->in.token.kind == ';') { /* an empty statement */
      rem_next(&p->in);
      continue;
    }
    if (!parse_statement(p, &one)) {
      p->nesting = nesting;
      p->pending.count = base;
      rem_skip_statement(p);
      continue;
    }
    if (last == REM_NONE)
      *first = one;
    else
      p->syntax->statements.at[last].next = one;
    last = one;
  }
  p->nesting--;
  return is_good;
}
