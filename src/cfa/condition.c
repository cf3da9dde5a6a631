/* The grammar: precedence climbing; nesting is limited. */
#include "cfa/condition.h"
#include "cfa/predicates.h"

static condition_term read_expression(condition_parser *parser, int least);

static bool condition_enter(condition_parser *parser) {
  if (parser->depth < CONDITION_DEPTH && !parser->failed) {
    parser->depth++;
    return true;
  }
  condition_fail(parser, parser->at,
                 "it is nested too deeply (%d levels at most)",
                 CONDITION_DEPTH);
  return false;
}

static condition_term read_number(condition_parser *parser) {
  cfa_expression expression = {.kind = CFA_CONSTANT,
                               .width = parser->width,
                               .is_signed = parser->is_signed,
                               .value = parser->value};
  condition_term term = condition_value(
      cfa_express(parser->m, parser->p, &expression),
      condition_integer(parser->width, parser->is_signed), parser->at);
  condition_advance(parser);
  return term;
}

static condition_term read_primary(condition_parser *parser) {
  condition_term term;
  if (parser->token == TOKEN_NUMBER)
    return read_number(parser);
  if (parser->token == TOKEN_NAME) {
    term = condition_find_name(parser);
    condition_advance(parser);
    return term;
  }
  if (condition_accept(parser, '(')) {
    term = read_expression(parser, 0);
    condition_expect(parser, ')');
    return term;
  }
  if (condition_accept(parser, '\\'))
    return condition_read_ghost(parser);
  condition_fail(parser, parser->at,
                 parser->token == TOKEN_END
                     ? "the expression ends too early"
                     : "a variable or a number should stand "
                       "here");
  return condition_zero(parser, parser->at);
}

static condition_term read_postfix(condition_parser *parser, condition_term a) {
  while (!parser->failed) {
    if (condition_accept(parser, '[')) {
      condition_term b = read_expression(parser, 0);
      condition_expect(parser, ']');
      a = condition_index(parser, a, b);
    } else if (condition_is(parser, '.') ||
               condition_is(parser, CONDITION_TWO('-', '>'))) {
      bool through_pointer = parser->sign != '.';
      condition_advance(parser);
      a = condition_member(parser, a, through_pointer);
    } else {
      break;
    }
  }
  return a;
}

static condition_term read_unary(condition_parser *parser);

static condition_term read_sizeof(condition_parser *parser) {
  const char *at = parser->at;
  condition_advance(parser);
  condition_expect(parser, '(');
  condition_type type = condition_starts_type(parser)
                            ? condition_read_type(parser)
                            : read_expression(parser, 0).type;
  condition_expect(parser, ')');
  condition_type word = condition_integer(parser->p->pointer_bits, false);
  return condition_value(cfa_constant(parser->m, parser->p, word.width,
                                      condition_size(parser->p, &type)),
                         word, at);
}

/* Behind '('. */
static condition_term read_cast(condition_parser *parser) {
  condition_type type = condition_read_type(parser);
  condition_expect(parser, ')');
  return condition_cast(parser, read_unary(parser), type);
}

static condition_term apply_prefix(condition_parser *parser, uint32_t sign,
                                   condition_term term) {
  return sign == '*'   ? condition_pointed(parser, term)
         : sign == '&' ? condition_address(parser, term)
                       : condition_unary(parser, sign, term);
}

static condition_term read_unary(condition_parser *parser) {
  const char *from = parser->at;
  condition_term term;
  if (!condition_enter(parser))
    return condition_zero(parser, from);
  if (condition_is_word(parser, "sizeof")) {
    term = read_sizeof(parser);
  } else if (parser->token == TOKEN_OPERATOR && parser->sign &&
             parser->sign < 256 && strchr("!~-+*&", (int)parser->sign)) {
    uint32_t sign = parser->sign;
    condition_advance(parser);
    term = apply_prefix(parser, sign, read_unary(parser));
  } else if (condition_is(parser, '(')) {
    condition_parser before = *parser;
    condition_advance(parser);
    if (condition_starts_type(parser)) {
      term = read_cast(parser);
    } else {
      *parser = before;
      term = read_postfix(parser, read_primary(parser));
    }
  } else {
    term = read_postfix(parser, read_primary(parser));
  }
  term.at = from;
  parser->depth--;
  return term;
}

enum { BINDS_CHOICE = 1, BINDS_IMPLIES };

static int binds(const condition_parser *parser) {
  static const struct {
    char sign[3];
    int binds;
  } all[] = {{"||", 3},
             {"&&", 4},
             {"|", 5},
             {"^", 6},
             {"&", 7},
             {"==", 8},
             {"!=", 8},
             {"<", 9},
             {">", 9},
             {"<=", 9},
             {">=", 9},
             {"<<", 10},
             {">>", 10},
             {"+", 11},
             {"-", 11},
             {"*", 12},
             {"/", 12},
             {"%", 12},
             {"?", BINDS_CHOICE},
             {"=>", BINDS_IMPLIES}};
  if (parser->token != TOKEN_OPERATOR)
    return -1;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (parser->sign == CONDITION_TWO((unsigned char)all[i].sign[0],
                                      (unsigned char)all[i].sign[1]))
      return all[i].binds;
  return -1;
}

static condition_term read_choice(condition_parser *parser, condition_term a) {
  condition_term b = read_expression(parser, 0);
  condition_expect(parser, ':');
  return condition_choice(parser, a, b, read_expression(parser, BINDS_CHOICE));
}

/* a ==> b ==> d is a ==> (b ==> d). */
static condition_term read_implied(condition_parser *parser, condition_term a,
                                   const char *at) {
  condition_term b = read_expression(parser, BINDS_IMPLIES);
  return condition_binary(parser, CONDITION_TWO('|', '|'),
                          condition_unary(parser, '!', a), b, at);
}

static condition_term read_expression(condition_parser *parser, int least) {
  if (!condition_enter(parser))
    return condition_zero(parser, parser->at);
  condition_term term = read_unary(parser);
  for (int b = binds(parser); !parser->failed && b >= 0 && b >= least;
       b = binds(parser)) {
    uint32_t sign = parser->sign;
    const char *at = parser->at;
    condition_advance(parser);
    term = b == BINDS_CHOICE ? read_choice(parser, term)
           : b == BINDS_IMPLIES
               ? read_implied(parser, term, at)
               : condition_binary(parser, sign, term,
                                  read_expression(parser, b + 1), at);
  }
  parser->depth--;
  return term;
}

condition_term condition_read(condition_parser *parser) {
  condition_term term = read_expression(parser, 0);
  if (!parser->failed && parser->token != TOKEN_END)
    condition_fail(parser, parser->at, "the condition should end here");
  return term;
}

bool cfa_read_condition(mem *m, cfa *automaton, const char *text, size_t length,
                        uint32_t function, uint32_t scope_line,
                        const char *file, uint32_t line, uint32_t column,
                        report *r, uint32_t *condition) {
  condition_parser parser = {.m = m,
                             .p = automaton,
                             .text = text,
                             .end = text + length,
                             .next = text,
                             .function = function,
                             .scope_line = scope_line,
                             .file = file,
                             .line = line,
                             .column = column,
                             .r = r};
  condition_advance(&parser);
  condition_term term = condition_read(&parser);
  if (parser.failed)
    return false;
  *condition = condition_truth(&parser, term);
  return !parser.failed;
}
