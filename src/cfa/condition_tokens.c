#include "cfa/condition.h"

void condition_fail(condition_parser *parser, const char *at,
                    const char *format, ...) {
  va_list arguments;
  if (parser->failed)
    return;
  parser->failed = true;
  va_start(arguments, format);
  report_add_list(parser->r, parser->file, parser->line,
                  parser->column + (uint32_t)(at - parser->text), format,
                  arguments);
  va_end(arguments);
}

static bool is_letter(char x) {
  return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || x == '_';
}

static bool is_digit(char x) { return x >= '0' && x <= '9'; }

static int digit_of(char x) {
  return is_digit(x)              ? x - '0'
         : (x >= 'a' && x <= 'f') ? x - 'a' + 10
         : (x >= 'A' && x <= 'F') ? x - 'A' + 10
                                  : 99;
}

/* All of them, also if the number is too large. */
static bool take_digits(condition_parser *parser, unsigned base) {
  const char *from = parser->next;
  bool fits = true;
  parser->value = 0;
  for (; parser->next < parser->end && digit_of(*parser->next) < (int)base;
       parser->next++)
    fits = fits && !base_mul_overflows(parser->value, base, &parser->value) &&
           !base_add_overflows(parser->value, (uint64_t)digit_of(*parser->next),
                               &parser->value);
  return fits && parser->next > from;
}

typedef struct suffix {
  unsigned longs;
  bool is_unsigned, is_wrong;
} suffix;

static suffix take_suffix(condition_parser *parser) {
  suffix s = {0};
  for (; parser->next < parser->end &&
         (is_letter(*parser->next) || is_digit(*parser->next));
       parser->next++) {
    char x = *parser->next;
    if (x == 'u' || x == 'U')
      s.is_unsigned = true;
    else if ((x == 'l' || x == 'L') && s.longs < 2)
      s.longs++;
    else
      s.is_wrong = true;
  }
  return s;
}

/* The first type of C's list that holds the value. */
static bool find_width(condition_parser *parser, const suffix *s,
                       bool is_decimal) {
  bool is_wide =
      s->longs == 2 || (s->longs == 1 && parser->p->pointer_bits == 64);
  for (parser->width = is_wide ? 64 : 32; parser->width <= 64;
       parser->width = (uint8_t)(parser->width + 32)) {
    parser->is_signed = true;
    if (!s->is_unsigned && parser->value <= bits_mask(parser->width) / 2)
      return true;
    parser->is_signed = false;
    if ((s->is_unsigned || !is_decimal) &&
        parser->value <= bits_mask(parser->width))
      return true;
  }
  return false;
}

static void take_number(condition_parser *parser) {
  bool is_zero = *parser->next == '0', is_hex = false;
  if (is_zero && parser->end - parser->next > 2 &&
      (parser->next[1] == 'x' || parser->next[1] == 'X')) {
    is_hex = true;
    parser->next += 2;
  }
  unsigned base = is_hex ? 16 : is_zero ? 8 : 10;
  bool fits = take_digits(parser, base);
  suffix s = take_suffix(parser);
  parser->token = TOKEN_NUMBER;
  parser->length = (size_t)(parser->next - parser->at);
  if (parser->next < parser->end && *parser->next == '.')
    condition_fail(parser, parser->at, "only integers are numbers here");
  else if (s.is_wrong)
    condition_fail(parser, parser->at, "'%.*s' is no number",
                   report_clip(parser->length), parser->at);
  else if (!fits || !find_width(parser, &s, !is_zero))
    condition_fail(parser, parser->at, "'%.*s' does not fit into 64 bits",
                   report_clip(parser->length), parser->at);
}

static bool take_octal(condition_parser *parser) {
  parser->value = 0;
  for (int i = 0;
       i < 3 && parser->next < parser->end && digit_of(*parser->next) < 8; i++)
    parser->value = 8 * parser->value + (uint64_t)digit_of(*parser->next++);
  return parser->value < 256;
}

static bool tokens_take_escape(condition_parser *parser) {
  static const char letters[] = "ntrabfv\\'\"?";
  static const char meant[] = "\n\t\r\a\b\f\v\\'\"?";
  if (parser->next == parser->end)
    return false;
  if (digit_of(*parser->next) < 8)
    return take_octal(parser);
  char x = *parser->next++;
  if (x == 'x')
    return take_digits(parser, 16) && parser->value < 256;
  const char *found = x ? strchr(letters, x) : NULL;
  if (found)
    parser->value = (uint64_t)meant[found - letters];
  return found != NULL;
}

static void take_character(condition_parser *parser) {
  bool right = parser->end - parser->next > 2;
  parser->next++;
  if (right && *parser->next == '\\') {
    parser->next++;
    right = tokens_take_escape(parser);
  } else if (right) {
    right = *parser->next != '\'';
    parser->value = (unsigned char)*parser->next++;
  }
  if (!right || parser->next == parser->end || *parser->next != '\'') {
    condition_fail(parser, parser->at,
                   "a character should stand here, like 'a' or "
                   "'\\n'");
    return;
  }
  parser->next++;
  parser->token = TOKEN_NUMBER;
  parser->width = 32;
  parser->is_signed = true;
  parser->value =
      bits_cut((uint64_t)bits_signed(parser->value, 8), 32); /* a char's */
}

static void take_operator(condition_parser *parser) {
  static const char *const doubles[] = {"<=", ">=", "==", "!=", "&&",
                                        "||", "<<", ">>", "->"};
  char x = *parser->next;
  parser->token = TOKEN_OPERATOR;
  if (parser->claim && parser->end - parser->next > 2 &&
      memcmp(parser->next, "==>", 3) == 0) {
    parser->sign = CONDITION_IMPLIES;
    parser->next += 3;
    return;
  }
  if (parser->end - parser->next > 1)
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++)
      if (memcmp(parser->next, doubles[i], 2) == 0) {
        parser->sign = CONDITION_TWO(doubles[i][0], doubles[i][1]);
        parser->next += 2;
        return;
      }
  parser->sign = (unsigned char)x;
  parser->next++;
  if (parser->claim && (x == '\\' || x == ';' || x == ','))
    return;
  if (x == '=')
    condition_fail(parser, parser->at, "'=' changes a variable; '==' compares");
  else if (!x || !strchr("+-*/%&|^~!<>?:()[].", x))
    condition_fail(parser, parser->at, "no expression of C has this here");
}

void condition_advance(condition_parser *parser) {
  while (parser->next < parser->end && *parser->next &&
         strchr(" \t\r\n", *parser->next))
    parser->next++;
  parser->at = parser->next;
  parser->sign = 0;
  parser->length = 0;
  parser->token = TOKEN_END;
  if (parser->failed || parser->next == parser->end)
    return;
  if (is_letter(*parser->next)) {
    while (parser->next < parser->end &&
           (is_letter(*parser->next) || is_digit(*parser->next)))
      parser->next++;
    parser->token = TOKEN_NAME;
    parser->length = (size_t)(parser->next - parser->at);
  } else if (is_digit(*parser->next)) {
    take_number(parser);
  } else if (*parser->next == '\'') {
    take_character(parser);
  } else {
    take_operator(parser);
  }
  if (parser->failed)
    parser->token = TOKEN_WRONG;
}

bool condition_is(const condition_parser *parser, uint32_t sign) {
  return parser->token == TOKEN_OPERATOR && parser->sign == sign;
}

bool condition_accept(condition_parser *parser, uint32_t sign) {
  if (!condition_is(parser, sign))
    return false;
  condition_advance(parser);
  return true;
}

void condition_expect(condition_parser *parser, char sign) {
  if (!condition_accept(parser, (unsigned char)sign))
    condition_fail(parser, parser->at, "'%c' should stand here", sign);
}

bool condition_is_word(const condition_parser *parser, const char *word) {
  return parser->token == TOKEN_NAME && strlen(word) == parser->length &&
         memcmp(parser->at, word, parser->length) == 0;
}
