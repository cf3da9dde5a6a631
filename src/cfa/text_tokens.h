/* The words of a line of the text form, one after another. Each function takes
 * the next word; false: reported, and nothing more should be read. */
#ifndef CFA_TEXT_TOKENS_H
#define CFA_TEXT_TOKENS_H

#include "cfa/text_words.h"

typedef struct cfa_reader {
  mem *m;
  const char *file;
  const char *at, *end, *line_start; /* 'at' stands before a space, or at the
                                        beginning or the end of a line */
  uint32_t line;
  report *r;
  cfa *p;
  uint64_t counts[CFA_PART_COUNT];     /* that the text announces */
  uint32_t first_line[CFA_PART_COUNT]; /* where the part begins */
  vec(char) scratch;
} cfa_reader;

/* Reported at the word that starts at 'where'. */
base_printf(3, 4) bool cfa_expected(cfa_reader *reader, const char *where,
                                    const char *format, ...);

bool cfa_take_word(cfa_reader *reader, const char **word, size_t *length);
bool cfa_take_literal(cfa_reader *reader, const char *literal);
/* The number of the word in a list that ends with NULL. */
bool cfa_take_choice(cfa_reader *reader, const char *const *words,
                     unsigned *which);
bool cfa_take_number(cfa_reader *reader, uint64_t most, uint64_t *n);
/* "o40". */
bool cfa_take_size(cfa_reader *reader, uint64_t *n);
bool cfa_take_u32(cfa_reader *reader, uint32_t *n);
/* A number with a sign that fits into 'width' bits; the word. */
bool cfa_take_signed(cfa_reader *reader, unsigned width, uint64_t *n);
/* "t12"; if 'may_be_none', also "-". */
bool cfa_take_reference(cfa_reader *reader, cfa_part part, bool may_be_none,
                        uint32_t *n);
/* Between quotes, or "-". */
bool cfa_take_name(cfa_reader *reader, bool may_be_none, uint32_t *name);
bool cfa_take_place(cfa_reader *reader, cfa_place *place);
/* "s32", "u8", "p64". */
typedef struct cfa_shape {
  bool is_pointer, is_signed;
  uint8_t width;
} cfa_shape;
bool cfa_take_shape(cfa_reader *reader, cfa_shape *shape);
bool cfa_at_line_end(const cfa_reader *reader);
bool cfa_take_line_end(cfa_reader *reader);
/* What comes next, without taking it; 0 at the end of a line. */
char cfa_next_char(const cfa_reader *reader);

#endif
