/* The expressions of #if. They are worked out as they are read, by precedence,
 * with a stack of values and one of operators. */
#include "lang/promela/tokens/pre.h"

typedef struct value {
  uint64_t bits;
  bool is_unsigned;
} value;

/* Operators by what they bind; binary ones have their precedence here. */
enum { BIND_TERNARY = 2, BIND_UNARY = 20 };

typedef struct operation {
  uint32_t mark; /* as in pre_token; '(' too */
  uint8_t binds;
  bool is_unary;
  bool skips; /* what is right of it is not evaluated on its account */
  pml_place at;
} operation;

typedef struct evaluation {
  pre *p;
  vec(value) values;
  vec(operation) operations;
  uint32_t skipping; /* > 0: faults of the value do not matter */
  bool is_bad;
} evaluation;

static void wrong(evaluation *e, const pml_place *at, const char *what) {
  if (!e->is_bad)
    pml_pre_wrong(e->p, at, "%s", what);
  e->is_bad = true;
}

static uint32_t digit_of(char c) {
  if (c >= '0' && c <= '9')
    return (uint32_t)(c - '0');
  if (c >= 'a' && c <= 'f')
    return (uint32_t)(c - 'a') + 10;
  if (c >= 'A' && c <= 'F')
    return (uint32_t)(c - 'A') + 10;
  return 99;
}

static value number_of(evaluation *e, const pre_token *token) {
  char mark[4];
  size_t length;
  const char *s = pml_pre_spell(e->p, token, &length, mark);
  uint32_t base = 10;
  value v = {0, false};
  if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
    base = 16, s += 2;
  else if (s[0] == '0' && (s[1] == 'b' || s[1] == 'B'))
    base = 2, s += 2;
  else if (s[0] == '0')
    base = 8;
  const char *digits = s;
  for (; digit_of(*s) < base; s++)
    v.bits = v.bits * base + digit_of(*s);
  bool is_good = s > digits;
  for (; *s == 'u' || *s == 'U' || *s == 'l' || *s == 'L'; s++)
    v.is_unsigned |= *s == 'u' || *s == 'U';
  if (!is_good || *s)
    wrong(e, &token->at, "this is no whole number, as #if wants it");
  v.is_unsigned |= base == 10 ? false : v.bits > INT64_MAX;
  return v;
}

static value character_of(evaluation *e, const pre_token *token) {
  static const char escapes[] = "a\ab\bf\fn\nr\rt\tv\ve\033";
  char mark[4];
  size_t length;
  const char *s = pml_pre_spell(e->p, token, &length, mark);
  int32_t whole = 0;
  size_t count = 0;
  while (*s != '\'')
    s++;
  for (s++; *s != '\''; count++) {
    uint32_t c = (unsigned char)*s++;
    if (c == '\\') {
      char escape = *s++;
      c = (unsigned char)escape;
      if (escape >= '0' && escape <= '7') {
        c = digit_of(escape);
        for (int i = 0; i < 2 && *s >= '0' && *s <= '7'; i++)
          c = c * 8 + digit_of(*s++);
      } else if (escape == 'x') {
        for (c = 0; digit_of(*s) < 16;)
          c = c * 16 + digit_of(*s++);
      }
      for (const char *x = escapes; *x; x += 2)
        if (escape == *x)
          c = (unsigned char)x[1];
    }
    whole = count ? (int32_t)((uint32_t)whole << 8 | (c & 0xFF))
                  : (int32_t)(int8_t)(c & 0xFF);
  }
  if (count == 0)
    wrong(e, &token->at, "this character is empty");
  return (value){(uint64_t)(int64_t)whole, false};
}

static value defined(evaluation *e, const pml_place *at) {
  pre_token token, close;
  value v = {0, false};
  e->p->prevent++;
  pml_pre_next(e->p, &token);
  bool in_parentheses = pre_is(&token, '(');
  if (in_parentheses)
    pml_pre_next(e->p, &token);
  if (token.kind == PRE_NAME)
    v.bits = pml_pre_macro(e->p, token.text) != PML_NONE;
  else
    wrong(e, at, "'defined' wants the name of a macro");
  if (in_parentheses) {
    pml_pre_next(e->p, &close);
    if (!pre_is(&close, ')'))
      wrong(e, at, "')' is missing behind 'defined('");
  }
  e->p->prevent--;
  return v;
}

static value operand(evaluation *e, const pre_token *token) {
  if (token->kind == PRE_NUMBER)
    return number_of(e, token);
  if (token->kind == PRE_CHAR)
    return character_of(e, token);
  if (strcmp(names_text(&e->p->out->names, token->text), "defined") == 0)
    return defined(e, &token->at);
  return (value){0, false}; /* a name that is no macro */
}

static uint8_t precedence(uint32_t mark) {
  static const struct {
    char text[3];
    uint8_t binds;
  } table[] = {{",", 1},   {"?", 2},  {":", 2},  {"||", 3}, {"&&", 4},
               {"|", 5},   {"^", 6},  {"&", 7},  {"==", 8}, {"!=", 8},
               {"<", 9},   {">", 9},  {"<=", 9}, {">=", 9}, {"<<", 10},
               {">>", 10}, {"+", 11}, {"-", 11}, {"*", 12}, {"/", 12},
               {"%", 12}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (mark == pre_pair(table[i].text[0], table[i].text[1]))
      return table[i].binds;
  return 0;
}

static value shifted(value a, value b, bool to_left) {
  bool is_negative = !b.is_unsigned && b.bits > INT64_MAX;
  uint64_t by = is_negative ? 0 - b.bits : b.bits;
  bool sign = !a.is_unsigned && a.bits >> 63;
  if (is_negative)
    to_left = !to_left;
  if (to_left)
    a.bits = by < 64 ? a.bits << by : 0;
  else if (by > 63)
    a.bits = sign ? UINT64_MAX : 0;
  else if (by)
    a.bits = a.bits >> by | (sign ? UINT64_MAX << (64 - by) : 0);
  return a;
}

static uint64_t magnitude(uint64_t bits, bool is_signed) {
  return is_signed && bits >> 63 ? 0 - bits : bits;
}

static value divided(evaluation *e, value a, value b, const operation *o) {
  bool is_unsigned = a.is_unsigned || b.is_unsigned;
  value v = {0, is_unsigned};
  if (b.bits == 0) {
    if (!e->skipping)
      wrong(e, &o->at, "division by zero in #if");
    return v;
  }
  uint64_t x = magnitude(a.bits, !is_unsigned);
  uint64_t y = magnitude(b.bits, !is_unsigned);
  bool a_minus = !is_unsigned && a.bits >> 63;
  bool b_minus = !is_unsigned && b.bits >> 63;
  if (o->mark == '/')
    v.bits = a_minus != b_minus ? 0 - x / y : x / y;
  else
    v.bits = a_minus ? 0 - x % y : x % y;
  return v;
}

static bool less(value a, value b) {
  if (a.is_unsigned || b.is_unsigned)
    return a.bits < b.bits;
  return (a.bits ^ UINT64_C(1) << 63) < (b.bits ^ UINT64_C(1) << 63);
}

static value truth(bool x) { return (value){x, false}; }

static value binary(evaluation *e, value a, value b, const operation *o) {
  value v = {0, a.is_unsigned || b.is_unsigned};
  switch (o->mark) {
  case ',':
    return b;
  case '|':
    v.bits = a.bits | b.bits;
    return v;
  case '^':
    v.bits = a.bits ^ b.bits;
    return v;
  case '&':
    v.bits = a.bits & b.bits;
    return v;
  case '+':
    v.bits = a.bits + b.bits;
    return v;
  case '-':
    v.bits = a.bits - b.bits;
    return v;
  case '*':
    v.bits = a.bits * b.bits;
    return v;
  case '/':
  case '%':
    return divided(e, a, b, o);
  case '<':
    return truth(less(a, b));
  case '>':
    return truth(less(b, a));
  default:
    break;
  }
  if (o->mark == pre_pair('<', '<') || o->mark == pre_pair('>', '>'))
    return shifted(a, b, o->mark == pre_pair('<', '<'));
  if (o->mark == pre_pair('<', '='))
    return truth(!less(b, a));
  if (o->mark == pre_pair('>', '='))
    return truth(!less(a, b));
  if (o->mark == pre_pair('&', '&'))
    return truth(a.bits && b.bits);
  if (o->mark == pre_pair('|', '|'))
    return truth(a.bits || b.bits);
  return truth((a.bits == b.bits) == (o->mark == pre_pair('=', '=')));
}

static value unary(value a, uint32_t mark) {
  if (mark == '!')
    return truth(!a.bits);
  if (mark == '-')
    a.bits = 0 - a.bits;
  else if (mark == '~')
    a.bits = ~a.bits;
  return a;
}

/* Works out the operator on top of the stack. */
static void reduce(evaluation *e) {
  operation o = vec_pop(&e->operations);
  if (o.skips)
    e->skipping--;
  if (o.is_unary) {
    vec_last(&e->values) = unary(vec_last(&e->values), o.mark);
    return;
  }
  if (o.mark == '?' || o.mark == '(') {
    wrong(e, &o.at,
          o.mark == '?' ? "'?' without its ':' in #if"
                        : "'(' without its ')' in #if");
    return;
  }
  value b = vec_pop(&e->values), a = vec_pop(&e->values);
  if (o.mark != ':') {
    vec_push(e->p->m, &e->values, binary(e, a, b, &o));
    return;
  }
  value condition = vec_pop(&e->values);
  value v = condition.bits ? a : b;
  v.is_unsigned = a.is_unsigned || b.is_unsigned;
  vec_push(e->p->m, &e->values, v);
}

static void reduce_until(evaluation *e, uint32_t binds) {
  while (!e->is_bad && e->operations.count &&
         vec_last(&e->operations).mark != '(' &&
         vec_last(&e->operations).mark != '?' &&
         vec_last(&e->operations).binds >= binds)
    reduce(e);
}

static void push(evaluation *e, operation o) {
  const value *left = e->values.count ? &vec_last(&e->values) : NULL;
  if (left && !o.is_unary && o.mark != '(')
    o.skips = (o.mark == pre_pair('&', '&') && !left->bits) ||
              (o.mark == pre_pair('|', '|') && left->bits) ||
              (o.mark == '?' && !left->bits);
  e->skipping += o.skips;
  vec_push(e->p->m, &e->operations, o);
}

/* ':' takes the place of its '?'. */
static void do_colon(evaluation *e, operation o) {
  reduce_until(e, BIND_TERNARY + 1);
  while (!e->is_bad && e->operations.count &&
         vec_last(&e->operations).mark == ':')
    reduce(e);
  /* A comma may stand between '?' and ':'. */
  while (!e->is_bad && e->operations.count &&
         vec_last(&e->operations).mark == ',')
    reduce(e);
  if (e->is_bad || e->operations.count == 0 ||
      vec_last(&e->operations).mark != '?') {
    wrong(e, &o.at, "':' without its '?' in #if");
    return;
  }
  operation question = vec_pop(&e->operations);
  e->skipping -= question.skips;
  o.skips = e->values.at[e->values.count - 2].bits != 0;
  e->skipping += o.skips;
  vec_push(e->p->m, &e->operations, o);
}

static void close_parenthesis(evaluation *e, const pml_place *at) {
  reduce_until(e, 0);
  if (!e->is_bad && e->operations.count && vec_last(&e->operations).mark == '(')
    e->operations.count--;
  else if (!e->is_bad && e->operations.count)
    reduce(e); /* a '?', which complains */
  else
    wrong(e, at, "')' without its '(' in #if");
}

/* Where an operand should be. True: it was there. */
static bool take_operand(evaluation *e, const pre_token *token) {
  operation o = {.mark = token->text, .at = token->at};
  if (token->kind == PRE_NUMBER || token->kind == PRE_CHAR ||
      token->kind == PRE_NAME) {
    vec_push(e->p->m, &e->values, operand(e, token));
    return true;
  }
  if (pre_is(token, '(')) {
    push(e, o);
  } else if (pre_is(token, '-') || pre_is(token, '+') || pre_is(token, '!') ||
             pre_is(token, '~')) {
    o.is_unary = true;
    o.binds = BIND_UNARY;
    push(e, o);
  } else {
    wrong(e, &token->at, "a value should be here, in #if");
  }
  return false;
}

/* Where an operator should be. True: an operand must follow. */
static bool take_operator(evaluation *e, const pre_token *token) {
  operation o = {.mark = token->text, .at = token->at};
  if (pre_is(token, ')')) {
    close_parenthesis(e, &token->at);
    return false;
  }
  o.binds = token->kind == PRE_MARK ? precedence(token->text) : 0;
  if (o.binds == 0) {
    wrong(e, &token->at, "an operator should be here, in #if");
  } else if (o.mark == ':') {
    do_colon(e, o);
  } else {
    /* '?' groups to the right. */
    reduce_until(e, o.mark == '?' ? BIND_TERNARY + 1u : o.binds);
    if (!e->is_bad)
      push(e, o);
  }
  return true;
}

bool pml_pre_holds(pre *p, const pml_place *at) {
  evaluation e = {.p = p};
  pre_token token;
  bool wants_operand = true, holds;
  for (pml_pre_next(p, &token); token.kind != PRE_END && !e.is_bad;
       pml_pre_next(p, &token))
    if (token.kind == PRE_PADDING)
      continue;
    else if (wants_operand)
      wants_operand = !take_operand(&e, &token);
    else
      wants_operand = take_operator(&e, &token);
  if (!e.is_bad && wants_operand)
    wrong(&e, at, "the condition is not complete");
  while (!e.is_bad && e.operations.count)
    reduce(&e);
  holds = !e.is_bad && e.values.count && vec_last(&e.values).bits != 0;
  vec_free(p->m, &e.values);
  vec_free(p->m, &e.operations);
  return holds;
}
