/* Reads formulas by operator precedence, with stacks of its own: nesting is
 * limited by memory alone. docs/formats/ltl.md has the grammar. */
#include "base/json.h"
#include "base/mutant.h"
#include "logic/ltl.h"
#include "logic/words.h"

#include <ctype.h>
#include <string.h>

typedef enum token_kind {
  TOKEN_END,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_PREFIX,
  TOKEN_BINARY,
  TOKEN_OPERAND, /* a constant or an atom */
  TOKEN_WRONG    /* reported */
} token_kind;

/* What is not yet complete: an open parenthesis, or an operator whose last
 * operand is missing. */
typedef struct pending {
  token_kind kind;
  ltl_op op;
  const char *at;
} pending;

typedef struct parser {
  mem *m;
  ltl *t;
  ltl_style style;
  const char *file, *text, *end;
  uint32_t line, column;
  report *r;
  const char *at;
  json_scratch scratch;
  vec(char) name; /* an atom's text, while it is put together */
  vec(pending) stack;
  vec(uint32_t) operands;
  /* the token */
  token_kind kind;
  ltl_op op;
  uint32_t operand;
  const char *start; /* of the token; it ends at 'at' */
  const char *last;  /* the token before it, or NULL */
  size_t last_length;
} parser;

enum { MOST_SHOWN = 40 }; /* bytes of a token in a message */

/* 'shown' is put in the place of the message's "%s", if it has one. */
static bool wrong_at(parser *p, const char *at, const char *message,
                     const char *shown, size_t length) {
  uint32_t line = p->line, column = p->column;
  for (const char *c = p->text; c < at; c++) {
    column++;
    if (*c == '\n') {
      line++;
      column = 1;
    }
  }
  if (length > MOST_SHOWN)
    length = MOST_SHOWN;
  const char *hole = strstr(message, "%s");
  if (!hole)
    return report_add(p->r, p->file, line, column, "%s", message);
  return report_add(p->r, p->file, line, column, "%.*s%.*s%s",
                    (int)(hole - message), message, (int)length, shown,
                    hole + 2);
}

static token_kind bad_token(parser *p, const char *at, const char *message) {
  wrong_at(p, at, message, at, 1);
  return TOKEN_WRONG;
}

static token_kind operator_token(parser *p, ltl_op op, size_t length) {
  p->op = op;
  p->at += length;
  return op == LTL_NOT || op == LTL_NEXT || op == LTL_FINALLY ||
                 op == LTL_GLOBALLY
             ? TOKEN_PREFIX
             : TOKEN_BINARY;
}

static token_kind parse_constant(parser *p, bool value, size_t length) {
  p->at += length;
  p->operand =
      ltl_make(p->m, p->t, value ? LTL_TRUE : LTL_FALSE, LTL_NONE, LTL_NONE);
  return TOKEN_OPERAND;
}

static void add_text(parser *p, const char *s, size_t length) {
  vec_reserve(p->m, &p->name, length + 1);
  memcpy(p->name.at + p->name.count, s, length);
  p->name.count += length;
}

static token_kind finish_atom(parser *p) {
  vec_reserve(p->m, &p->name, 1); /* never NULL */
  p->operand = ltl_atom(p->m, p->t, p->name.at, p->name.count);
  if (p->t->places.count < names_count(&p->t->atoms))
    vec_push(p->m, &p->t->places, (size_t)(p->start - p->text));
  return TOKEN_OPERAND;
}

/* A string whose opening quote is at 'at'. */
static bool add_string(parser *p) {
  json_string string;
  const char *behind =
      json_scan_string(p->m, &p->scratch, p->at + 1, p->end, &string);
  if (!behind)
    return wrong_at(p, string.text, string.wrong, NULL, 0);
  if (string.length == 0)
    return wrong_at(p, p->at, "an atom cannot be empty", NULL, 0);
  add_text(p, string.text, string.length);
  p->at = behind;
  return true;
}

static size_t name_length(const parser *p, const char *at) {
  const char *c = at;
  if (c < p->end && words_begins_name(*c))
    while (c < p->end && words_continues_name(*c))
      c++;
  return (size_t)(c - at);
}

static bool next_is(const parser *p, const char *s) {
  size_t n = strlen(s);
  return (size_t)(p->end - p->at) >= n && memcmp(p->at, s, n) == 0;
}

/* `[...]`, taken as it is; `[]` is no index, but an operator. */
static bool add_index(parser *p) {
  if (p->at == p->end || *p->at != '[' || next_is(p, "[]"))
    return true;
  size_t depth = 0;
  const char *c = p->at;
  while (c < p->end) {
    size_t n = json_utf8(c, p->end);
    if (n == 0)
      return wrong_at(p, c, "a byte that is not valid UTF-8", NULL, 0);
    if ((unsigned char)*c < ' ' && *c != '\t')
      break;
    if (*c == '[')
      depth++;
    else if (*c == ']' && --depth == 0) {
      add_text(p, p->at, (size_t)(c + 1 - p->at));
      p->at = c + 1;
      return true;
    }
    c += n;
  }
  return wrong_at(p, p->at, "the index that begins here has no ']'", NULL, 0);
}

/* What a name may go on with: indices and parts behind dots. */
static token_kind name_token(parser *p, size_t length) {
  p->name.count = 0;
  add_text(p, p->at, length);
  p->at += length;
  if (!add_index(p))
    return TOKEN_WRONG;
  while (p->at < p->end && *p->at == '.') {
    const char *dot = p->at++;
    add_text(p, ".", 1);
    size_t n = name_length(p, p->at);
    if (p->at < p->end && *p->at == '"') {
      if (!add_string(p))
        return TOKEN_WRONG;
    } else if (n > 0) {
      add_text(p, p->at, n);
      p->at += n;
    } else {
      return bad_token(p, dot,
                       "'.' must be followed by a name or a string in double "
                       "quotes, without blanks");
    }
    if (!add_index(p))
      return TOKEN_WRONG;
  }
  return finish_atom(p);
}

static token_kind word_token(parser *p) {
  /* Two letters decide; to measure the word again at each letter of a split
   * one would be quadratic. */
  size_t left = (size_t)(p->end - p->at);
  bool split = p->style == LTL_SPOT && left > 1 &&
               words_continues_name(p->at[1]) && words_is_split(p->at, left);
  size_t length = split ? 1 : name_length(p, p->at);
  ltl_op op = words_meaning(p->at, length);
  if (op == LTL_ATOM)
    return name_token(p, length);
  return op <= LTL_FALSE ? parse_constant(p, op == LTL_TRUE, length)
                         : operator_token(p, op, length);
}

static token_kind action_token(parser *p) {
  p->name.count = 0;
  add_text(p, p->at++, 1);
  size_t n = name_length(p, p->at);
  add_text(p, p->at, n);
  p->at += n;
  if (n == 0 && (p->at == p->end || *p->at != '"'))
    return bad_token(p, p->at - 1,
                     "'@' must be followed by the name of an action, or by a "
                     "string in double quotes");
  if (n == 0 && !add_string(p))
    return TOKEN_WRONG;
  return finish_atom(p);
}

static token_kind number_token(parser *p) {
  const char *c = p->at;
  while (c < p->end && words_continues_name(*c))
    c++;
  if (c - p->at == 1 && *p->at <= '1')
    return parse_constant(p, *p->at == '1', 1);
  wrong_at(p, p->at,
           "'%s' is no formula: of the numbers only 0 and 1 are, and a name "
           "cannot begin with a digit unless it is quoted",
           p->at, (size_t)(c - p->at));
  return TOKEN_WRONG;
}

/* A character that begins nothing; the usual mistakes are named. */
static token_kind strange(parser *p) {
  unsigned char c = (unsigned char)*p->at;
  switch (c) {
  case '=':
    return bad_token(p, p->at,
                     "'=' is no operator of LTL: write '<->' for equivalence, "
                     "or quote a comparison: \"x = 1\"");
  case '<':
  case '>':
  case '+':
  case '*':
  case '%':
  case '?':
    return bad_token(p, p->at,
                     "'%s' is no operator of LTL: an expression of the model "
                     "must be quoted, as in \"x < 1\"");
  case '-':
    return bad_token(p, p->at, "'-' alone is no operator: write '->'");
  case '/':
    return bad_token(p, p->at, "'/' alone is no operator: write '/\\' or '&'");
  case '\\':
    return bad_token(p, p->at, "'\\' alone is no operator: write '\\/' or '|'");
  case '[':
  case ']':
    return bad_token(p, p->at,
                     "'%s' belongs behind a name, as in eat[0], or in '[]'");
  default:
    break;
  }
  if (c >= 0x80)
    return bad_token(p, p->at,
                     json_utf8(p->at, p->end)
                         ? "only ASCII may stand outside double quotes"
                         : "a byte that is not valid UTF-8");
  return bad_token(p, p->at,
                   c > ' ' && c < 0x7F
                       ? "'%s' cannot be part of a formula outside quotes"
                       : "a control character in a formula");
}

static token_kind symbol_token(parser *p) {
  static const struct {
    char symbol[4];
    ltl_op op;
  } table[] = {{"<->", LTL_EQUIV},   {"<=>", LTL_EQUIV},  {"-->", LTL_IMPLIES},
               {"->", LTL_IMPLIES},  {"=>", LTL_IMPLIES}, {"<>", LTL_FINALLY},
               {"[]", LTL_GLOBALLY}, {"()", LTL_NEXT},    {"||", LTL_OR},
               {"|", LTL_OR},        {"\\/", LTL_OR},     {"&&", LTL_AND},
               {"&", LTL_AND},       {"/\\", LTL_AND},    {"^", LTL_XOR},
               {"!", LTL_NOT},       {"~", LTL_NOT}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (next_is(p, table[i].symbol))
      return operator_token(p, table[i].op, strlen(table[i].symbol));
  if (*p->at == '(' || *p->at == ')')
    return *p->at++ == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
  return strange(p);
}

static token_kind scan_any(parser *p) {
  while (p->at < p->end &&
         (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r'))
    p->at++;
  p->start = p->at;
  if (p->at == p->end)
    return TOKEN_END;
  if (words_begins_name(*p->at))
    return word_token(p);
  if (words_is_digit(*p->at))
    return number_token(p);
  if (*p->at == '@')
    return action_token(p);
  if (*p->at != '"')
    return symbol_token(p);
  p->name.count = 0;
  return add_string(p) ? finish_atom(p) : TOKEN_WRONG;
}

static void advance(parser *p) {
  if (p->start != p->at) {
    p->last = p->start;
    p->last_length = (size_t)(p->at - p->start);
  }
  /* Each byte of the text makes one node at most. */
  if (p->t->nodes.count >= UINT32_C(1) << 31) {
    p->kind = bad_token(p, p->at, "the formula is too large: 2^31 parts");
    return;
  }
  p->kind = scan_any(p);
}

/* What an open parenthesis holds together, nothing outside tears apart. */
static int level(const pending *x) {
  return x->kind == TOKEN_OPEN ? 0 : words_level(x->op);
}

/* Completes the operators that bind at least as strongly as 'least'. */
static void complete(parser *p, int least) {
  while (p->stack.count && level(&vec_last(&p->stack)) >= least) {
    pending x = vec_pop(&p->stack);
    uint32_t right = vec_pop(&p->operands), left = right;
    if (x.kind == TOKEN_BINARY)
      left = vec_pop(&p->operands);
    else
      right = LTL_NONE;
    vec_push(p->m, &p->operands, ltl_make(p->m, p->t, x.op, left, right));
  }
}

/* Something that begins a formula is wanted. False: reported. */
static bool read_operand(parser *p) {
  size_t length = (size_t)(p->at - p->start);
  switch (p->kind) {
  case TOKEN_PREFIX:
  case TOKEN_OPEN:
    vec_push(p->m, &p->stack, ((pending){p->kind, p->op, p->start}));
    return true;
  case TOKEN_OPERAND:
    vec_push(p->m, &p->operands, p->operand);
    return true;
  case TOKEN_WRONG:
    return false;
  case TOKEN_END:
    if (!p->last)
      return wrong_at(p, p->start,
                      "the formula is empty: write 'true' for one that always "
                      "holds",
                      NULL, 0);
    return wrong_at(p, p->start,
                    "the formula ends behind '%s', where an "
                    "operand should follow",
                    p->last, p->last_length);
  case TOKEN_CLOSE:
    if (p->last && *p->last == '(')
      return wrong_at(p, p->start, "there is no formula between '(' and ')'",
                      NULL, 0);
    if (p->last)
      return wrong_at(p, p->start, "')' where an operand of '%s' should be",
                      p->last, p->last_length);
    break;
  default:
    return wrong_at(p, p->start,
                    "'%s' has nothing on its left, where an operand should be",
                    p->start, length);
  }
  return wrong_at(p, p->start, "this ')' has no '('", NULL, 0);
}

static bool close_parenthesis(parser *p) {
  complete(p, 1);
  if (!p->stack.count)
    return wrong_at(p, p->start, "this ')' has no '('", NULL, 0);
  p->stack.count--;
  return true;
}

/* Behind a complete formula. */
/* The operator of CTL in front of 'at', which was read as an atom; NULL if
 * there is none. */
static const char *find_ctl(const parser *p, const char *at) {
  while (at > p->text && at[-1] == ' ')
    at--;
  if (at - p->text < 2 || !strchr("AE", at[-2]) || !strchr("GFX", at[-1]))
    return NULL;
  bool is_longer =
      at - p->text > 2 && (isalnum((unsigned char)at[-3]) || at[-3] == '_');
  return is_longer ? NULL : at - 2;
}

static bool read_operator(parser *p, bool *operand_next) {
  pending x = {p->kind, p->op, p->start};
  *operand_next = false;
  switch (p->kind) {
  case TOKEN_BINARY: {
    int own = level(&x);
    bool rightwards = own == 1 || (own == 5 && !MUTANT("ltl-until-left"));
    complete(p, rightwards ? own + 1 : own);
    vec_push(p->m, &p->stack, x);
    *operand_next = true;
    return true;
  }
  case TOKEN_CLOSE:
    return close_parenthesis(p);
  case TOKEN_WRONG:
    return false;
  default:
    if (find_ctl(p, p->start))
      return wrong_at(
          p, find_ctl(p, p->start),
          "'%s' is an operator of CTL: linear time has 'G', 'F' and "
          "'X'; a session (.ectl) has CTL",
          find_ctl(p, p->start), 2);
    return wrong_at(p, p->start,
                    "an operator such as '&' or 'U' is missing before '%s'",
                    p->start, (size_t)(p->at - p->start));
  }
}

static bool read_formula(parser *p) {
  bool operand_next = true;
  for (;;) {
    advance(p);
    if (operand_next) {
      if (!read_operand(p))
        return false;
      operand_next = p->kind != TOKEN_OPERAND;
    } else if (p->kind == TOKEN_END) {
      break;
    } else if (!read_operator(p, &operand_next)) {
      return false;
    }
  }
  complete(p, 1);
  return !p->stack.count ||
         wrong_at(p, vec_last(&p->stack).at,
                  "this '(' is never closed: ')' is missing", NULL, 0);
}

bool ltl_parse(mem *m, ltl *t, ltl_style style, const char *file, uint32_t line,
               uint32_t column, const char *bytes, size_t length, report *r,
               uint32_t *out) {
  parser p = {.m = m, .t = t, .style = style, .file = file, .r = r};
  p.text = p.at = p.start = bytes;
  p.end = bytes + length;
  p.line = line;
  p.column = column;
  bool good = read_formula(&p);
  if (good)
    *out = p.operands.at[0];
  vec_free(m, &p.scratch);
  vec_free(m, &p.name);
  vec_free(m, &p.stack);
  vec_free(m, &p.operands);
  return good;
}
