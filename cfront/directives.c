/* The parts of a format of printf or scanf, one after the other. */
#include "front.h"

#include <assert.h>
#include <string.h>

enum { MOST = 1000000 };

/* FRONT_NO_NUMBER: there is none. */
static int read_number(const char **format) {
  int n = 0;
  if (**format < '0' || **format > '9')
    return FRONT_NO_NUMBER;
  for (; **format >= '0' && **format <= '9'; ++*format)
    n = n < MOST ? 10 * n + (**format - '0') : n;
  return n;
}

static int read_width(const char **format) {
  if (**format != '*')
    return read_number(format);
  ++*format;
  return FRONT_STAR;
}

static unsigned read_flags(const char **format) {
  static const char known[] = "-0+ #?'I"; /* the sixth is no flag */
  unsigned flags = 0;
  const char *at;
  while (**format && **format != '?' && (at = strchr(known, **format))) {
    flags |= 1U << (at - known);
    ++*format;
  }
  return flags;
}

/* Of an integer: "hh", "h", "l", "ll", "j", "z", "t". */
static unsigned read_bytes(const char **format, unsigned pointer_bits) {
  static const char two[] = "hl", others[] = "jqzt";
  char c = **format;
  if (c && strchr(two, c)) {
    bool is_twice = (*format)[1] == c;
    *format += is_twice ? 2 : 1;
    return c == 'h' ? (is_twice ? 1 : 2) : is_twice ? 8 : pointer_bits / 8;
  }
  if (!c || !strchr(others, c))
    return 4;
  ++*format;
  return c == 'j' || c == 'q' ? 8 : pointer_bits / 8;
}

bool front_directive_read(const char **format, bool scans,
                          unsigned pointer_bits, front_directive *out) {
  assert(pointer_bits == 32 || pointer_bits == 64);
  *out = (front_directive){.text = *format,
                           .length = strcspn(*format, "%"),
                           .width = FRONT_NO_NUMBER,
                           .precision = FRONT_NO_NUMBER};
  *format += out->length;
  if (!**format)
    return true;
  ++*format;
  if (scans && **format == '*') {
    out->is_left_out = true;
    ++*format;
  }
  if (!scans)
    out->flags = read_flags(format);
  out->width = scans ? read_number(format) : read_width(format);
  if (!scans && **format == '.') {
    ++*format;
    out->precision = read_width(format);
    if (out->precision == FRONT_NO_NUMBER)
      out->precision = 0;
  }
  const char *length = *format;
  out->bytes = read_bytes(format, pointer_bits);
  out->has_length = *format > length;
  out->conversion = **format;
  if (!out->conversion || out->conversion == '$')
    return false;
  ++*format;
  return true;
}
