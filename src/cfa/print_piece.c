#include "cfa/print_piece.h"
#include "cfa/condition.h"

#include <assert.h>
#include <stdio.h>

static_assert(CONDITION_DEPTH >= 25 * CFA_PIECE_DEPTH,
              "what is printed can be read");

void cfa_put(cfa_writer *w, const char *s) {
  size_t n = strlen(s);
  if (w->is_full || n >= CFA_PIECE_BYTES - w->count) {
    w->is_full = true;
    return;
  }
  memcpy(w->bytes + w->count, s, n);
  w->count += n;
}

void cfa_put_format(cfa_writer *w, const char *format, ...) {
  char line[400];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  cfa_put(w, line);
}

void cfa_put_before(cfa_writer *w, size_t at, const char *s) {
  size_t n = strlen(s);
  if (w->is_full || n >= CFA_PIECE_BYTES - w->count) {
    w->is_full = true;
    return;
  }
  memmove(w->bytes + at + n, w->bytes + at, w->count - at);
  memcpy(w->bytes + at, s, n);
  w->count += n;
}

void cfa_bind(cfa_writer *w, cfa_piece *a, int least) {
  if (a->binds >= least)
    return;
  cfa_put_before(w, a->start, "(");
  cfa_put(w, ")");
  a->binds = CFA_BINDS_POSTFIX;
}

const char *cfa_type_word(unsigned width, bool is_unsigned) {
  switch (width) {
  case 8:
    return is_unsigned ? "unsigned char" : "signed char";
  case 16:
    return is_unsigned ? "unsigned short" : "short";
  case 32:
    return is_unsigned ? "unsigned int" : "int";
  default:
    return is_unsigned ? "unsigned long long" : "long long";
  }
}

void cfa_cast(cfa_writer *w, cfa_piece *a, unsigned width, bool is_unsigned) {
  char cast[40];
  cfa_bind(w, a, CFA_BINDS_UNARY);
  (void)snprintf(cast, sizeof cast, "(%s)", cfa_type_word(width, is_unsigned));
  cfa_put_before(w, a->start, cast);
  a->binds = CFA_BINDS_UNARY;
  a->reading = is_unsigned ? CFA_UNSIGNED : CFA_SIGNED;
  a->bits = width > 32 ? 64 : 32;
  a->is_unsigned = is_unsigned && width >= 32;
}

static void piece_mask(cfa_writer *w, cfa_piece *a, unsigned width) {
  cfa_bind(w, a, CFA_BINDS_AND);
  if (width == 1)
    cfa_put(w, " & 1");
  else
    cfa_put_format(w, " & 0x%llx%s", (unsigned long long)bits_mask(width),
                   width > 32 ? "LL" : "");
  a->binds = CFA_BINDS_AND;
  if (width > 32) {
    a->is_unsigned = a->is_unsigned && a->bits == 64;
    a->bits = 64;
  }
  a->reading = CFA_UNSIGNED;
}

/* Of widths that no C type has. */
static void reread_odd(cfa_writer *w, cfa_piece *a, unsigned width,
                       cfa_reading reading) {
  unsigned long long half = 1ULL << (width - 1);
  const char *suffix = width > 32 ? "LL" : "";
  piece_mask(w, a, width);
  if (reading == CFA_UNSIGNED)
    return;
  cfa_cast(w, a, width > 32 ? 64 : 32, false);
  cfa_put_format(w, " ^ 0x%llx%s", half, suffix);
  a->binds = CFA_BINDS_XOR;
  cfa_bind(w, a, CFA_BINDS_SUM);
  cfa_put_format(w, " - 0x%llx%s", half, suffix);
  a->binds = CFA_BINDS_SUM;
  a->reading = CFA_SIGNED;
}

void cfa_reread(cfa_writer *w, cfa_piece *a, unsigned width,
                cfa_reading reading) {
  if (width == 8 || width == 16 || width == 32 || width == 64)
    cfa_cast(w, a, width, reading == CFA_UNSIGNED);
  else
    reread_odd(w, a, width, reading);
}
