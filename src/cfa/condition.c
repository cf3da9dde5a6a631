/* The grammar: precedence climbing; nesting is limited. */
#include "cfa/condition.h"
#include "cfa/predicates.h"

static condition_term read_expression(condition_parser *c, int least);

static bool condition_enter(condition_parser *c) {
  if (c->depth < CONDITION_DEPTH && !c->failed) {
    c->depth++;
    return true;
  }
  condition_fail(c, c->at, "it is nested too deeply (%d levels at most)",
                 CONDITION_DEPTH);
  return false;
}

static condition_term read_number(condition_parser *c) {
  cfa_expression x = {.kind = CFA_CONSTANT,
                      .width = c->width,
                      .is_signed = c->is_signed,
                      .value = c->value};
  condition_term a =
      condition_value(cfa_express(c->m, c->p, &x),
                      condition_integer(c->width, c->is_signed), c->at);
  condition_advance(c);
  return a;
}

static condition_term read_primary(condition_parser *c) {
  condition_term a;
  if (c->token == TOKEN_NUMBER)
    return read_number(c);
  if (c->token == TOKEN_NAME) {
    a = condition_find_name(c);
    condition_advance(c);
    return a;
  }
  if (condition_accept(c, '(')) {
    a = read_expression(c, 0);
    condition_expect(c, ')');
    return a;
  }
  if (condition_accept(c, '\\'))
    return condition_read_ghost(c);
  condition_fail(c, c->at,
                 c->token == TOKEN_END ? "the expression ends too early"
                                       : "a variable or a number should stand "
                                         "here");
  return condition_zero(c, c->at);
}

static condition_term read_postfix(condition_parser *c, condition_term a) {
  while (!c->failed) {
    if (condition_accept(c, '[')) {
      condition_term b = read_expression(c, 0);
      condition_expect(c, ']');
      a = condition_index(c, a, b);
    } else if (condition_is(c, '.') ||
               condition_is(c, CONDITION_TWO('-', '>'))) {
      bool through_pointer = c->sign != '.';
      condition_advance(c);
      a = condition_member(c, a, through_pointer);
    } else {
      break;
    }
  }
  return a;
}

static condition_term read_unary(condition_parser *c);

static condition_term read_sizeof(condition_parser *c) {
  const char *at = c->at;
  condition_advance(c);
  condition_expect(c, '(');
  condition_type t = condition_starts_type(c) ? condition_read_type(c)
                                              : read_expression(c, 0).type;
  condition_expect(c, ')');
  condition_type word = condition_integer(c->p->pointer_bits, false);
  return condition_value(
      cfa_constant(c->m, c->p, word.width, condition_size(c->p, &t)), word, at);
}

/* Behind '('. */
static condition_term read_cast(condition_parser *c) {
  condition_type t = condition_read_type(c);
  condition_expect(c, ')');
  return condition_cast(c, read_unary(c), t);
}

static condition_term apply_prefix(condition_parser *c, uint32_t sign,
                                   condition_term a) {
  return sign == '*'   ? condition_pointed(c, a)
         : sign == '&' ? condition_address(c, a)
                       : condition_unary(c, sign, a);
}

static condition_term read_unary(condition_parser *c) {
  const char *from = c->at;
  condition_term a;
  if (!condition_enter(c))
    return condition_zero(c, from);
  if (condition_is_word(c, "sizeof")) {
    a = read_sizeof(c);
  } else if (c->token == TOKEN_OPERATOR && c->sign && c->sign < 256 &&
             strchr("!~-+*&", (int)c->sign)) {
    uint32_t sign = c->sign;
    condition_advance(c);
    a = apply_prefix(c, sign, read_unary(c));
  } else if (condition_is(c, '(')) {
    condition_parser before = *c;
    condition_advance(c);
    if (condition_starts_type(c)) {
      a = read_cast(c);
    } else {
      *c = before;
      a = read_postfix(c, read_primary(c));
    }
  } else {
    a = read_postfix(c, read_primary(c));
  }
  a.at = from;
  c->depth--;
  return a;
}

enum { BINDS_CHOICE = 1, BINDS_IMPLIES };

static int binds(const condition_parser *c) {
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
  if (c->token != TOKEN_OPERATOR)
    return -1;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (c->sign == CONDITION_TWO((unsigned char)all[i].sign[0],
                                 (unsigned char)all[i].sign[1]))
      return all[i].binds;
  return -1;
}

static condition_term read_choice(condition_parser *c, condition_term a) {
  condition_term b = read_expression(c, 0);
  condition_expect(c, ':');
  return condition_choice(c, a, b, read_expression(c, BINDS_CHOICE));
}

/* a ==> b ==> d is a ==> (b ==> d). */
static condition_term read_implied(condition_parser *c, condition_term a,
                                   const char *at) {
  condition_term b = read_expression(c, BINDS_IMPLIES);
  return condition_binary(c, CONDITION_TWO('|', '|'),
                          condition_unary(c, '!', a), b, at);
}

static condition_term read_expression(condition_parser *c, int least) {
  if (!condition_enter(c))
    return condition_zero(c, c->at);
  condition_term a = read_unary(c);
  for (int b = binds(c); !c->failed && b >= 0 && b >= least; b = binds(c)) {
    uint32_t sign = c->sign;
    const char *at = c->at;
    condition_advance(c);
    a = b == BINDS_CHOICE ? read_choice(c, a)
        : b == BINDS_IMPLIES
            ? read_implied(c, a, at)
            : condition_binary(c, sign, a, read_expression(c, b + 1), at);
  }
  c->depth--;
  return a;
}

condition_term condition_read(condition_parser *c) {
  condition_term a = read_expression(c, 0);
  if (!c->failed && c->token != TOKEN_END)
    condition_fail(c, c->at, "the condition should end here");
  return a;
}

bool cfa_read_condition(mem *m, cfa *p, const char *text, size_t length,
                        uint32_t function, uint32_t scope_line,
                        const char *file, uint32_t line, uint32_t column,
                        report *r, uint32_t *condition) {
  condition_parser c = {.m = m,
                        .p = p,
                        .text = text,
                        .end = text + length,
                        .next = text,
                        .function = function,
                        .scope_line = scope_line,
                        .file = file,
                        .line = line,
                        .column = column,
                        .r = r};
  condition_advance(&c);
  condition_term a = condition_read(&c);
  if (c.failed)
    return false;
  *condition = condition_truth(&c, a);
  return !c.failed;
}
