/* snprintf, scanf and their like with formats that are literals: a call of a
 * model for each part. */
#include "front.h"

#include <string.h>

enum { UPPER = 32, OTHER_FLAGS = 0xe0 };

typedef struct formatted {
  front *f;
  front_call *c;
  size_t next;           /* argument */
  uint32_t format;       /* the format as a pointer */
  uint32_t to, room, at; /* of a text that is made */
  uint32_t state;        /* of one that is read */
} formatted;

static bool refuse(formatted *x, const char *why) {
  shim_text name = front_name_of(x->c->callee);
  front_unsupported(x->f, "%.*s with %s", report_clip(name.length), name.at,
                    why);
  return false;
}

/* The next argument; CFA_NONE: it is missing, or of the other kind. */
static uint32_t take(formatted *x, bool is_pointer) {
  if (x->next >= x->c->arguments.count)
    return CFA_NONE;
  uint32_t given = x->c->arguments.at[x->next++];
  return given != CFA_NONE && front_at(x->f, given)->is_pointer == is_pointer
             ? given
             : CFA_NONE;
}

static uint32_t int_constant(front *f, int value) {
  return front_constant(f, 32, (uint64_t)(int64_t)value & UINT32_MAX, true);
}

static uint32_t take_int(formatted *x) {
  uint32_t given = take(x, false);
  return given != CFA_NONE && front_at(x->f, given)->width == 32 ? given
                                                                 : CFA_NONE;
}

/* A width or a precision. */
static uint32_t number(formatted *x, int known, int otherwise) {
  if (known == FRONT_STAR)
    return take_int(x);
  return int_constant(x->f, known == FRONT_NO_NUMBER ? otherwise : known);
}

/* An integer of so many bytes, as the function sees it: with 64 bits. */
static uint32_t take_integer(formatted *x, const front_directive *d,
                             bool is_signed) {
  unsigned width = d->bytes <= 4 ? 32 : 64;
  uint32_t given = take(x, false);
  if (given == CFA_NONE || front_at(x->f, given)->width != width)
    return CFA_NONE;
  given = front_resize(x->f, given, 8 * d->bytes, is_signed);
  return front_resize(x->f, given, 64, is_signed);
}

/* Texts that are made. */

static void put(formatted *x, front_model model, const uint32_t *more,
                unsigned count) {
  uint32_t arguments[8] = {x->to, x->room, x->at};
  for (unsigned i = 0; i < count; i++)
    arguments[3 + i] = more[i];
  x->at = front_call_model(x->f, model, arguments, 3 + count);
}

static bool put_text(formatted *x, const front_directive *d, uint32_t width,
                     uint32_t precision) {
  uint32_t s = take(x, true);
  if (s == CFA_NONE || d->has_length)
    return false;
  put(x, FRONT_MODEL_PUT_TEXT,
      (uint32_t[]){s, int_constant(x->f, (int)d->flags), width, precision}, 4);
  return true;
}

static bool put_character(formatted *x, const front_directive *d,
                          uint32_t width) {
  uint32_t c = take_int(x);
  if (c == CFA_NONE || d->has_length)
    return false;
  put(x, FRONT_MODEL_PUT_CHARACTER,
      (uint32_t[]){c, int_constant(x->f, (int)d->flags), width}, 3);
  return true;
}

static bool put_integer(formatted *x, const front_directive *d, unsigned base,
                        uint32_t width, uint32_t precision) {
  uint32_t value = take_integer(x, d, base == 0);
  uint32_t flags =
      int_constant(x->f, (int)(d->flags | (d->conversion == 'X' ? UPPER : 0)));
  if (value == CFA_NONE)
    return false;
  if (base == 0)
    put(x, FRONT_MODEL_PUT_SIGNED, (uint32_t[]){value, flags, width, precision},
        4);
  else
    put(x, FRONT_MODEL_PUT_UNSIGNED,
        (uint32_t[]){value, int_constant(x->f, (int)base), flags, width,
                     precision},
        5);
  return true;
}

/* False: it is not understood, or the argument does not match. */
static bool put_directive(formatted *x, const front_directive *d) {
  uint32_t width = number(x, d->width, 0);
  uint32_t precision = number(x, d->precision, -1);
  if (width == CFA_NONE || precision == CFA_NONE || d->flags & OTHER_FLAGS)
    return false;
  switch (d->conversion) {
  case 's':
    return put_text(x, d, width, precision);
  case 'c':
    return put_character(x, d, width);
  case 'd':
  case 'i':
    return put_integer(x, d, 0, width, precision);
  case 'u':
    return put_integer(x, d, 10, width, precision);
  case 'o':
    return put_integer(x, d, 8, width, precision);
  case 'x':
  case 'X':
    return put_integer(x, d, 16, width, precision);
  default:
    return false;
  }
}

/* Bytes of the format itself. */
static void put_literally(formatted *x, uint64_t offset, size_t length) {
  if (!length)
    return;
  uint32_t from = front_shift_pointer(x->f, x->format, offset);
  put(x, FRONT_MODEL_PUT_BYTES, (uint32_t[]){from, front_word(x->f, length)},
      2);
}

static bool put_all(formatted *x, const char *format) {
  const char *at = format;
  front_directive d;
  while (*at && !front_is_dead(x->f)) {
    if (!front_directive_read(&at, false, x->f->p->pointer_bits, &d))
      return refuse(x, "a format that ends too early, or has '$'");
    put_literally(x, (uint64_t)(d.text - format), d.length);
    if (d.conversion == '%')
      put_literally(x, (uint64_t)(at - 1 - format), 1);
    else if (d.conversion && !put_directive(x, &d)) {
      char why[] = "'%?', or what does not match it";
      why[2] = d.conversion;
      return refuse(x, why);
    }
  }
  return !front_is_dead(x->f);
}

static void hold_all(front *f, front_call *c) {
  vec_each (uint32_t, x, &c->arguments)
    if (*x != CFA_NONE)
      *x = front_hold(f, *x);
}

void front_make_text(front *f, front_call *c, const char *format,
                     size_t argument) {
  bool is_bounded = argument == 2 || argument == 4; /* snprintf, its _chk */
  formatted x = {.f = f, .c = c, .next = argument + 1};
  hold_all(f, c);
  x.format = c->arguments.at[argument];
  x.to = c->arguments.at[0];
  x.room = is_bounded ? c->arguments.at[1] : front_word(f, UINT64_MAX);
  x.at = front_word(f, 0);
  if (x.to == CFA_NONE || x.room == CFA_NONE ||
      !front_at(f, x.to)->is_pointer ||
      front_at(f, x.room)->width != f->p->pointer_bits ||
      front_at(f, x.room)->is_pointer) {
    refuse(&x, "other arguments than it takes");
    return;
  }
  if (!put_all(&x, format))
    return;
  uint32_t length = front_call_model(f, FRONT_MODEL_PUT_END,
                                     (uint32_t[]){x.to, x.room, x.at}, 3);
  front_give(f, c, length);
}

/* Texts that are read. */

static void scan(formatted *x, front_model model, const uint32_t *more,
                 unsigned count) {
  uint32_t arguments[8] = {x->state};
  for (unsigned i = 0; i < count; i++)
    arguments[1 + i] = more[i];
  x->state = front_call_model(x->f, model, arguments, 1 + count);
}

static bool scan_number(formatted *x, const front_directive *d, uint32_t to,
                        uint32_t stores, int base) {
  if (d->width != FRONT_NO_NUMBER)
    return false;
  bool is_signed = d->conversion == 'd' || d->conversion == 'i';
  scan(x, FRONT_MODEL_SCAN_NUMBER,
       (uint32_t[]){to, int_constant(x->f, (int)d->bytes),
                    int_constant(x->f, is_signed), int_constant(x->f, base),
                    stores},
       5);
  return true;
}

static bool scan_directive(formatted *x, const front_directive *d) {
  uint32_t to = d->is_left_out ? front_pointer(x->f, 0) : take(x, true);
  uint32_t stores = int_constant(x->f, !d->is_left_out);
  bool is_one = d->width == FRONT_NO_NUMBER;
  if (to == CFA_NONE)
    return false;
  switch (d->conversion) {
  case 'c':
  case 's':
    if (d->has_length || d->width == 0)
      return false;
    scan(x,
         d->conversion == 'c' ? FRONT_MODEL_SCAN_CHARACTERS
                              : FRONT_MODEL_SCAN_WORD,
         (uint32_t[]){to,
                      int_constant(x->f, !is_one                ? d->width
                                         : d->conversion == 'c' ? 1
                                                                : 0),
                      stores},
         3);
    return true;
  case 'd':
  case 'u':
    return scan_number(x, d, to, stores, 10);
  case 'i':
    return scan_number(x, d, to, stores, 0);
  case 'x':
  case 'X':
    return scan_number(x, d, to, stores, 16);
  default:
    return false;
  }
}

static const char white[] = " \t\n\v\f\r";

/* White space stands for any; other bytes for themselves. */
static void scan_literally(formatted *x, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (strchr(white, text[i]))
      scan(x, FRONT_MODEL_SCAN_SPACE, NULL, 0);
    else
      scan(x, FRONT_MODEL_SCAN_BYTE,
           (uint32_t[]){int_constant(x->f, (unsigned char)text[i])}, 1);
}

static bool scan_all(formatted *x, const char *format) {
  const char *at = format;
  front_directive d;
  while (*at && !front_is_dead(x->f)) {
    if (!front_directive_read(&at, true, x->f->p->pointer_bits, &d))
      return refuse(x, "a format that ends too early, or has '$'");
    if (d.conversion && d.conversion != 'c') /* they skip it themselves */
      while (d.length && strchr(white, d.text[d.length - 1]))
        d.length--;
    scan_literally(x, d.text, d.length);
    if (d.conversion == '%') {
      scan(x, FRONT_MODEL_SCAN_SPACE, NULL, 0);
      scan_literally(x, "%", 1);
    } else if (d.conversion && !scan_directive(x, &d)) {
      char why[] = "'%?', or what does not match it";
      why[2] = d.conversion;
      return refuse(x, why);
    }
  }
  return !front_is_dead(x->f);
}

void front_scan_text(front *f, front_call *c, const char *format,
                     size_t argument) {
  shim_text name = front_name_of(c->callee);
  bool is_text =
      name.length >= 6 && memcmp(name.at + name.length - 6, "sscanf", 6) == 0;
  formatted x = {.f = f, .c = c, .next = argument + 1};
  uint32_t from = front_pointer(f, 0);
  hold_all(f, c);
  if (is_text) {
    from = c->arguments.at[0];
    if (from == CFA_NONE || !front_at(f, from)->is_pointer) {
      refuse(&x, "other arguments than it takes");
      return;
    }
    front_call_model(f, FRONT_MODEL_TEXT, &from, 1);
  } else if (argument == 1) {
    front_check_stream(f, c, 0);
  }
  x.state = front_call_model(f, FRONT_MODEL_SCAN_BEGIN, &from, 1);
  if (x.state == CFA_NONE || !scan_all(&x, format))
    return;
  front_give(f, c, front_call_model(f, FRONT_MODEL_SCAN_END, &x.state, 1));
}
