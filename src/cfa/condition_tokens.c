#include "cfa/condition.h"

void condition_fail(condition_parser *c, const char *at, const char *format,
                    ...) {
  va_list arguments;
  if (c->failed)
    return;
  c->failed = true;
  va_start(arguments, format);
  report_add_list(c->r, c->file, c->line, c->column + (uint32_t)(at - c->text),
                  format, arguments);
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
static bool take_digits(condition_parser *c, unsigned base) {
  const char *from = c->next;
  bool fits = true;
  c->value = 0;
  for (; c->next < c->end && digit_of(*c->next) < (int)base; c->next++)
    fits =
        fits && !base_mul_overflows(c->value, base, &c->value) &&
        !base_add_overflows(c->value, (uint64_t)digit_of(*c->next), &c->value);
  return fits && c->next > from;
}

typedef struct suffix {
  unsigned longs;
  bool is_unsigned, is_wrong;
} suffix;

static suffix take_suffix(condition_parser *c) {
  suffix s = {0};
  for (; c->next < c->end && (is_letter(*c->next) || is_digit(*c->next));
       c->next++) {
    char x = *c->next;
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
static bool find_width(condition_parser *c, const suffix *s, bool is_decimal) {
  bool is_wide = s->longs == 2 || (s->longs == 1 && c->p->pointer_bits == 64);
  for (c->width = is_wide ? 64 : 32; c->width <= 64;
       c->width = (uint8_t)(c->width + 32)) {
    c->is_signed = true;
    if (!s->is_unsigned && c->value <= bits_mask(c->width) / 2)
      return true;
    c->is_signed = false;
    if ((s->is_unsigned || !is_decimal) && c->value <= bits_mask(c->width))
      return true;
  }
  return false;
}

static void take_number(condition_parser *c) {
  bool is_zero = *c->next == '0', is_hex = false;
  if (is_zero && c->end - c->next > 2 &&
      (c->next[1] == 'x' || c->next[1] == 'X')) {
    is_hex = true;
    c->next += 2;
  }
  unsigned base = is_hex ? 16 : is_zero ? 8 : 10;
  bool fits = take_digits(c, base);
  suffix s = take_suffix(c);
  c->token = TOKEN_NUMBER;
  c->length = (size_t)(c->next - c->at);
  if (c->next < c->end && *c->next == '.')
    condition_fail(c, c->at, "only integers are numbers here");
  else if (s.is_wrong)
    condition_fail(c, c->at, "'%.*s' is no number", report_clip(c->length),
                   c->at);
  else if (!fits || !find_width(c, &s, !is_zero))
    condition_fail(c, c->at, "'%.*s' does not fit into 64 bits",
                   report_clip(c->length), c->at);
}

static bool take_octal(condition_parser *c) {
  c->value = 0;
  for (int i = 0; i < 3 && c->next < c->end && digit_of(*c->next) < 8; i++)
    c->value = 8 * c->value + (uint64_t)digit_of(*c->next++);
  return c->value < 256;
}

static bool tokens_take_escape(condition_parser *c) {
  static const char letters[] = "ntrabfv\\'\"?";
  static const char meant[] = "\n\t\r\a\b\f\v\\'\"?";
  if (c->next == c->end)
    return false;
  if (digit_of(*c->next) < 8)
    return take_octal(c);
  char x = *c->next++;
  if (x == 'x')
    return take_digits(c, 16) && c->value < 256;
  const char *found = x ? strchr(letters, x) : NULL;
  if (found)
    c->value = (uint64_t)meant[found - letters];
  return found != NULL;
}

static void take_character(condition_parser *c) {
  bool right = c->end - c->next > 2;
  c->next++;
  if (right && *c->next == '\\') {
    c->next++;
    right = tokens_take_escape(c);
  } else if (right) {
    right = *c->next != '\'';
    c->value = (unsigned char)*c->next++;
  }
  if (!right || c->next == c->end || *c->next != '\'') {
    condition_fail(c, c->at,
                   "a character should stand here, like 'a' or "
                   "'\\n'");
    return;
  }
  c->next++;
  c->token = TOKEN_NUMBER;
  c->width = 32;
  c->is_signed = true;
  c->value = bits_cut((uint64_t)bits_signed(c->value, 8), 32); /* a char's */
}

static void take_operator(condition_parser *c) {
  static const char *const doubles[] = {"<=", ">=", "==", "!=", "&&",
                                        "||", "<<", ">>", "->"};
  char x = *c->next;
  c->token = TOKEN_OPERATOR;
  if (c->claim && c->end - c->next > 2 && memcmp(c->next, "==>", 3) == 0) {
    c->sign = CONDITION_IMPLIES;
    c->next += 3;
    return;
  }
  if (c->end - c->next > 1)
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++)
      if (memcmp(c->next, doubles[i], 2) == 0) {
        c->sign = CONDITION_TWO(doubles[i][0], doubles[i][1]);
        c->next += 2;
        return;
      }
  c->sign = (unsigned char)x;
  c->next++;
  if (c->claim && (x == '\\' || x == ';' || x == ','))
    return;
  if (x == '=')
    condition_fail(c, c->at, "'=' changes a variable; '==' compares");
  else if (!x || !strchr("+-*/%&|^~!<>?:()[].", x))
    condition_fail(c, c->at, "no expression of C has this here");
}

void condition_advance(condition_parser *c) {
  while (c->next < c->end && *c->next && strchr(" \t\r\n", *c->next))
    c->next++;
  c->at = c->next;
  c->sign = 0;
  c->length = 0;
  c->token = TOKEN_END;
  if (c->failed || c->next == c->end)
    return;
  if (is_letter(*c->next)) {
    while (c->next < c->end && (is_letter(*c->next) || is_digit(*c->next)))
      c->next++;
    c->token = TOKEN_NAME;
    c->length = (size_t)(c->next - c->at);
  } else if (is_digit(*c->next)) {
    take_number(c);
  } else if (*c->next == '\'') {
    take_character(c);
  } else {
    take_operator(c);
  }
  if (c->failed)
    c->token = TOKEN_WRONG;
}

bool condition_is(const condition_parser *c, uint32_t sign) {
  return c->token == TOKEN_OPERATOR && c->sign == sign;
}

bool condition_accept(condition_parser *c, uint32_t sign) {
  if (!condition_is(c, sign))
    return false;
  condition_advance(c);
  return true;
}

void condition_expect(condition_parser *c, char sign) {
  if (!condition_accept(c, (unsigned char)sign))
    condition_fail(c, c->at, "'%c' should stand here", sign);
}

bool condition_is_word(const condition_parser *c, const char *word) {
  return c->token == TOKEN_NAME && strlen(word) == c->length &&
         memcmp(c->at, word, c->length) == 0;
}
