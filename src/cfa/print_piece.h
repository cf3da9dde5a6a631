/* C text that is made in pieces: a piece can still get a cast or parentheses
 * when what stands to its right is known.
 *
 * A piece's C value is exactly the number that its word stands for, read with
 * or without a sign ('reading'). Its C type is a signed or unsigned integer of
 * 32 or 64 bits, as after C's promotions; it may be narrower than the word (the
 * constant 5 of 64 bits is "5"), never too narrow for its value. */
#ifndef CFA_PRINT_PIECE_H
#define CFA_PRINT_PIECE_H

#include "base/text.h"
#include "cfa/cfa.h"

enum { CFA_PIECE_BYTES = 8192, CFA_PIECE_DEPTH = 150 };

typedef enum cfa_reading {
  CFA_EITHER, /* the sign bit is 0, or it is asked for: whichever is natural */
  CFA_SIGNED,
  CFA_UNSIGNED
} cfa_reading;

/* How tightly C binds what a piece is. */
enum {
  CFA_BINDS_CHOICE = 3,
  CFA_BINDS_OR_ELSE,
  CFA_BINDS_AND_THEN,
  CFA_BINDS_OR,
  CFA_BINDS_XOR,
  CFA_BINDS_AND,
  CFA_BINDS_EQUAL,
  CFA_BINDS_ORDER,
  CFA_BINDS_SHIFT,
  CFA_BINDS_SUM,
  CFA_BINDS_PRODUCT,
  CFA_BINDS_UNARY,
  CFA_BINDS_POSTFIX
};

typedef struct cfa_piece {
  size_t start;
  int binds;
  cfa_reading reading;
  unsigned bits; /* of its C type: 32 or 64; pointers: 0 */
  bool is_unsigned;
} cfa_piece;

/* Of invariants: where they stand, and how their ghosts are written. */
typedef struct cfa_wording {
  uint32_t function, line; /* names mean what they mean there */
  const char *index;
  bool is_ensured; /* parameters are those of the call */
  bool for_tools;  /* \at(x, Pre) in place of what people write */
} cfa_wording;

typedef struct cfa_writer {
  const cfa *p;
  bool is_c;                  /* everything has a C form over source names */
  bool is_full;               /* the text is too long */
  const cfa_wording *wording; /* NULL: no invariant */
  bool has_signed_index, has_unsigned_index; /* were written */
  unsigned depth;
  size_t count;
  char bytes[CFA_PIECE_BYTES];
} cfa_writer;

/* print_piece.c: text. */

void cfa_put(cfa_writer *writer, const char *s);
base_printf(2, 3) void cfa_put_format(cfa_writer *writer, const char *format,
                                      ...);
void cfa_put_before(cfa_writer *writer, size_t at, const char *s);
/* Parentheses, if it binds less than 'least'. */
void cfa_bind(cfa_writer *writer, cfa_piece *piece, int least);
/* "(T)" before it, T being the type of this width (8, 16, 32, 64) and sign. */
void cfa_cast(cfa_writer *writer, cfa_piece *piece, unsigned width,
              bool is_unsigned);
/* The word of this width that its value has as its low bits, read so. */
void cfa_reread(cfa_writer *writer, cfa_piece *piece, unsigned width,
                cfa_reading reading);
const char *cfa_type_word(unsigned width, bool is_unsigned);

/* print.c */

void cfa_hand_over(const cfa_writer *writer, text *out);

/* print_expression.c */

/* A word, read so (EITHER: as is natural); a pointer: reading is ignored. */
cfa_piece cfa_print_piece(cfa_writer *writer, uint32_t expression,
                          cfa_reading reading);
void cfa_put_variable(cfa_writer *writer, uint32_t variable);
/* A condition, or its opposite. */
cfa_piece cfa_print_condition(cfa_writer *writer, uint32_t expression,
                              bool holds);
cfa_reading cfa_natural(const cfa *automaton, uint32_t expression,
                        unsigned depth);

/* print_float.c: operators on numbers of IEEE 754. */

cfa_piece cfa_print_float(cfa_writer *writer, const cfa_expression *expression);
cfa_piece cfa_print_float_comparison(cfa_writer *writer,
                                     const cfa_expression *expression,
                                     bool holds);

/* print_path.c */

/* What stands at a pointer, as an lvalue of this width. */
cfa_piece cfa_print_place(cfa_writer *writer, uint32_t pointer, unsigned width,
                          bool is_pointer, bool is_signed);
/* A pointer that is no plain variable, load or constant. */
cfa_piece cfa_print_address(cfa_writer *writer, uint32_t pointer);
/* How people declare a variable, or what stands at a pointer: with a sign? */
bool cfa_variable_is_signed(const cfa *automaton, const cfa_variable *variable);
bool cfa_place_is_signed(const cfa *automaton, const cfa_expression *load);

/* print_value.c */

/* "struct node *": a type before a name; what stands behind it: "[10]". */
void cfa_put_type(cfa_writer *writer, uint32_t type, bool behind);
/* The field of a record where this byte is; its part of the offset is taken
 * off. CFA_NONE: padding. */
uint32_t cfa_field_at(const cfa *automaton, const cfa_type *record,
                      uint64_t *offset);

#endif
