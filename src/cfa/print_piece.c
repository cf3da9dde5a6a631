#include "cfa/print_piece.h"
#include "cfa/condition.h"

#include <assert.h>
#include <stdio.h>

static_assert(CONDITION_DEPTH >= 25 * CFA_PIECE_DEPTH,
              "what is printed can be read");

void cfa_put(cfa_writer *writer, const char *s) {
  size_t n = strlen(s);
  if (writer->is_full || n >= CFA_PIECE_BYTES - writer->count) {
    writer->is_full = true;
    return;
  }
  memcpy(writer->bytes + writer->count, s, n);
  writer->count += n;
}

void cfa_put_format(cfa_writer *writer, const char *format, ...) {
  char line[400];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  cfa_put(writer, line);
}

void cfa_put_before(cfa_writer *writer, size_t at, const char *s) {
  size_t n = strlen(s);
  if (writer->is_full || n >= CFA_PIECE_BYTES - writer->count) {
    writer->is_full = true;
    return;
  }
  memmove(writer->bytes + at + n, writer->bytes + at, writer->count - at);
  memcpy(writer->bytes + at, s, n);
  writer->count += n;
}

void cfa_bind(cfa_writer *writer, cfa_piece *piece, int least) {
  if (piece->binds >= least)
    return;
  cfa_put_before(writer, piece->start, "(");
  cfa_put(writer, ")");
  piece->binds = CFA_BINDS_POSTFIX;
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

void cfa_cast(cfa_writer *writer, cfa_piece *piece, unsigned width,
              bool is_unsigned) {
  char cast[40];
  cfa_bind(writer, piece, CFA_BINDS_UNARY);
  (void)snprintf(cast, sizeof cast, "(%s)", cfa_type_word(width, is_unsigned));
  cfa_put_before(writer, piece->start, cast);
  piece->binds = CFA_BINDS_UNARY;
  piece->reading = is_unsigned ? CFA_UNSIGNED : CFA_SIGNED;
  piece->bits = width > 32 ? 64 : 32;
  piece->is_unsigned = is_unsigned && width >= 32;
}

static void piece_mask(cfa_writer *writer, cfa_piece *piece, unsigned width) {
  cfa_bind(writer, piece, CFA_BINDS_AND);
  if (width == 1)
    cfa_put(writer, " & 1");
  else
    cfa_put_format(writer, " & 0x%llx%s", (unsigned long long)bits_mask(width),
                   width > 32 ? "LL" : "");
  piece->binds = CFA_BINDS_AND;
  if (width > 32) {
    piece->is_unsigned = piece->is_unsigned && piece->bits == 64;
    piece->bits = 64;
  }
  piece->reading = CFA_UNSIGNED;
}

/* Of widths that no C type has. */
static void reread_odd(cfa_writer *writer, cfa_piece *piece, unsigned width,
                       cfa_reading reading) {
  unsigned long long half = 1ULL << (width - 1);
  const char *suffix = width > 32 ? "LL" : "";
  piece_mask(writer, piece, width);
  if (reading == CFA_UNSIGNED)
    return;
  cfa_cast(writer, piece, width > 32 ? 64 : 32, false);
  cfa_put_format(writer, " ^ 0x%llx%s", half, suffix);
  piece->binds = CFA_BINDS_XOR;
  cfa_bind(writer, piece, CFA_BINDS_SUM);
  cfa_put_format(writer, " - 0x%llx%s", half, suffix);
  piece->binds = CFA_BINDS_SUM;
  piece->reading = CFA_SIGNED;
}

void cfa_reread(cfa_writer *writer, cfa_piece *piece, unsigned width,
                cfa_reading reading) {
  if (width == 8 || width == 16 || width == 32 || width == 64)
    cfa_cast(writer, piece, width, reading == CFA_UNSIGNED);
  else
    reread_odd(writer, piece, width, reading);
}
