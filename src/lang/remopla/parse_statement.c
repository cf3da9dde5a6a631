#include "lang/remopla/syntax.h"

void rem_skip_statement(rem_parser *parser) {
  for (;; rem_next(&parser->in))
    switch (parser->in.token.kind) {
    case ';':
      rem_next(&parser->in);
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

static bool parse_assign(rem_parser *parser, uint32_t *out) {
  rem_assign assign = {
      .target = REM_NONE, .value = REM_NONE, .inner = REM_NONE};
  rem_spot begin = rem_here(parser);
  bool is_good;
  if (rem_at_quantifier(parser)) {
    if (*parser->in.token.text == 'E')
      return scan_wrong(&parser->in, "'E' cannot assign: only 'A' can");
    rem_next(&parser->in);
    is_good =
        rem_parse_range(parser, &assign.name, &assign.low, &assign.high) &&
        rem_deeper(parser, "quantifiers") &&
        parse_assign(parser, &assign.inner);
    if (is_good)
      parser->nesting--;
  } else {
    is_good = rem_parse_reference(parser, &assign.target);
    if (is_good && parser->in.token.kind != '=' &&
        parser->in.token.kind != REM_T_UNLIKE)
      return rem_misfit(&parser->in, "'='");
    assign.differs = parser->in.token.kind == REM_T_UNLIKE;
    if (is_good) {
      rem_next(&parser->in);
      is_good = rem_parse_expression(parser, &assign.value);
    }
  }
  assign.spot = rem_since(parser, begin);
  *out = (uint32_t)parser->syntax->assigns.count;
  vec_push(parser->m, &parser->syntax->assigns, assign);
  return is_good;
}

/* Behind a comma, unless 'is_first'. */
static bool parse_assigns(rem_parser *parser, bool is_first,
                          rem_statement *statement) {
  size_t base = parser->pending.count;
  while (is_first || parser->in.token.kind == ',') {
    uint32_t one;
    if (!is_first)
      rem_next(&parser->in);
    is_first = false;
    if (!parse_assign(parser, &one)) {
      parser->pending.count = base;
      return false;
    }
    vec_push(parser->m, &parser->pending, one);
  }
  statement->first_assign = rem_close_list(parser, base, &statement->assigns);
  return true;
}

static bool parse_arguments(rem_parser *parser, rem_statement *statement) {
  size_t base = parser->pending.count;
  bool is_good = rem_take(&parser->in, '(', "'('");
  while (is_good && parser->in.token.kind != ')') {
    uint32_t argument;
    is_good = (parser->pending.count == base ||
               rem_take(&parser->in, ',', "',' or ')'")) &&
              rem_parse_expression(parser, &argument);
    if (is_good)
      vec_push(parser->m, &parser->pending, argument);
  }
  if (!is_good) {
    parser->pending.count = base;
    return false;
  }
  rem_next(&parser->in);
  statement->first_argument =
      rem_close_list(parser, base, &statement->arguments);
  return true;
}

static bool parse_call(rem_parser *parser, rem_statement *statement) {
  statement->kind = REM_CALL;
  statement->name_spot = rem_here(parser);
  return rem_take_name(parser, "a module", &statement->name) &&
         parse_arguments(parser, statement) &&
         parse_assigns(parser, false, statement);
}

/* Begins with a name: a call or assignments. "parallel a = 1, b = 2" is the
 * same without its first word. */
static bool parse_effect(rem_parser *parser, rem_statement *statement) {
  int first, second;
  rem_peek(&parser->in, &first, &second);
  if (first == REM_T_NAME && parser->in.token.length == 8 &&
      memcmp(parser->in.token.text, "parallel", 8) == 0) {
    rem_next(&parser->in);
    rem_peek(&parser->in, &first, &second);
  }
  if (first == '(')
    return parse_call(parser, statement);
  if (!rem_at_quantifier(parser)) {
    /* Is it "target = f("? Then the target is read here. */
    rem_parser before = *parser;
    if (!rem_parse_reference(parser, &statement->value))
      return false;
    if (parser->in.token.kind == '=') {
      rem_parser at_equals = *parser;
      rem_next(&parser->in);
      rem_peek(&parser->in, &first, &second);
      if (parser->in.token.kind == REM_T_NAME && first == '(')
        return parse_call(parser, statement);
      *parser = at_equals;
    }
    before.pending = parser->pending;
    *parser = before;
  }
  statement->value = REM_NONE;
  statement->kind = REM_ASSIGN;
  return parse_assigns(parser, true, statement);
}

/* Behind the 'fi' or 'od' that belongs to what went wrong. */
static void skip_choice(rem_parser *parser) {
  size_t open = 1;
  for (; open > 0; rem_next(&parser->in)) {
    int kind = parser->in.token.kind;
    if (kind == REM_T_END || kind == '}' || kind == REM_T_MODULE)
      return;
    open += kind == REM_T_IF || kind == REM_T_DO;
    open -= kind == REM_T_FI || kind == REM_T_OD;
  }
}

static bool parse_branch(rem_parser *parser, rem_branch *branch) {
  rem_next(&parser->in);
  branch->spot = rem_here(parser);
  if (parser->in.token.kind == REM_T_ELSE)
    rem_next(&parser->in);
  else if (!rem_parse_expression(parser, &branch->guard))
    return false;
  branch->spot = rem_since(parser, branch->spot);
  return rem_take(&parser->in, REM_T_GUARD, "'->'") &&
         rem_parse_statements(parser, &branch->body);
}

static bool parse_branches(rem_parser *parser, int end,
                           rem_statement *statement) {
  uint32_t last = REM_NONE;
  rem_next(&parser->in);
  if (parser->in.token.kind != REM_T_BOX)
    return rem_misfit(&parser->in, "'::'");
  while (parser->in.token.kind == REM_T_BOX) {
    rem_branch branch = {.guard = REM_NONE, .next = REM_NONE};
    uint32_t nesting = parser->nesting;
    if (!parse_branch(parser, &branch)) {
      parser->nesting = nesting;
      skip_choice(parser);
      return true; /* told: nobody will look at it */
    }
    uint32_t number = (uint32_t)parser->syntax->branches.count;
    vec_push(parser->m, &parser->syntax->branches, branch);
    if (last == REM_NONE)
      statement->branch = number;
    else
      parser->syntax->branches.at[last].next = number;
    last = number;
  }
  if (!rem_take(&parser->in, end,
                end == REM_T_FI ? "'::' or 'fi'" : "'::' or 'od'"))
    return false;
  if (parser->in.token.kind == ';')
    rem_next(&parser->in);
  return true;
}

static bool parse_skip(rem_parser *parser, rem_statement *statement) {
  statement->kind = REM_SKIP;
  rem_next(&parser->in);
  return parser->in.token.kind != '(' ||
         rem_parse_expression(parser, &statement->value);
}

static bool parse_return(rem_parser *parser, rem_statement *statement) {
  statement->kind = REM_RETURN;
  rem_next(&parser->in);
  return parser->in.token.kind == ';' ||
         rem_parse_expression(parser, &statement->value);
}

static bool parse_goto(rem_parser *parser, rem_statement *statement) {
  statement->kind = REM_GOTO;
  rem_next(&parser->in);
  statement->name_spot = rem_here(parser);
  return rem_take_name(parser, "a label", &statement->name) &&
         parse_assigns(parser, false, statement);
}

static bool statement_parse_simple(rem_parser *parser,
                                   rem_statement *statement) {
  switch (parser->in.token.kind) {
  case REM_T_SKIP:
    return parse_skip(parser, statement);
  case REM_T_ASSERT:
    statement->kind = REM_ASSERT;
    rem_next(&parser->in);
    return rem_parse_expression(parser, &statement->value);
  case REM_T_RETURN:
    return parse_return(parser, statement);
  case REM_T_GOTO:
    return parse_goto(parser, statement);
  case REM_T_BREAK:
    statement->kind = REM_BREAK;
    rem_next(&parser->in);
    return true;
  case REM_T_FORK:
    return scan_wrong(&parser->in,
                      "'fork' makes threads: only sequential programs are "
                      "checked");
  case REM_T_NAME:
    return parse_effect(parser, statement);
  default:
    return rem_misfit(&parser->in, "a statement");
  }
}

static bool parse_labels(rem_parser *parser, rem_statement *statement) {
  size_t base = parser->pending.count;
  for (;;) {
    int first, second;
    if (parser->in.token.kind != REM_T_NAME)
      break;
    rem_peek(&parser->in, &first, &second);
    if (first != ':')
      break;
    uint32_t name;
    if (!rem_take_name(parser, "a label", &name))
      return false;
    vec_push(parser->m, &parser->pending, name);
    rem_next(&parser->in);
  }
  statement->first_label = rem_close_list(parser, base, &statement->labels);
  return true;
}

static bool parse_statement(rem_parser *parser, uint32_t *out) {
  rem_statement statement = {.name = REM_NONE,
                             .value = REM_NONE,
                             .branch = REM_NONE,
                             .next = REM_NONE};
  if (!parse_labels(parser, &statement))
    return false;
  rem_spot begin = rem_here(parser);
  int kind = parser->in.token.kind;
  if (kind == REM_T_IF || kind == REM_T_DO) {
    statement.kind = kind == REM_T_IF ? REM_IF : REM_DO;
    if (!parse_branches(parser, kind == REM_T_IF ? REM_T_FI : REM_T_OD,
                        &statement))
      return false;
    statement.spot = rem_since(parser, begin);
  } else {
    if (!statement_parse_simple(parser, &statement))
      return false;
    statement.spot = rem_since(parser, begin);
    if (!rem_take(&parser->in, ';', "';'"))
      return false;
  }
  *out = (uint32_t)parser->syntax->statements.count;
  vec_push(parser->m, &parser->syntax->statements, statement);
  return true;
}

static bool ends_statements(int kind) {
  return kind == '}' || kind == REM_T_BOX || kind == REM_T_FI ||
         kind == REM_T_OD || kind == REM_T_END || kind == REM_T_MODULE;
}

bool rem_parse_statements(rem_parser *parser, uint32_t *first) {
  uint32_t last = REM_NONE;
  *first = REM_NONE;
  bool is_good = rem_deeper(parser, "statements");
  while (is_good && !ends_statements(parser->in.token.kind)) {
    uint32_t one, nesting = parser->nesting;
    size_t base = parser->pending.count;
    if (parser->in.token.kind == ';') { /* an empty statement */
      rem_next(&parser->in);
      continue;
    }
    if (!parse_statement(parser, &one)) {
      parser->nesting = nesting;
      parser->pending.count = base;
      rem_skip_statement(parser);
      continue;
    }
    if (last == REM_NONE)
      *first = one;
    else
      parser->syntax->statements.at[last].next = one;
    last = one;
  }
  parser->nesting--;
  return is_good;
}
