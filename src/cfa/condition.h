/* C expressions over a program's variables: what the files of their parser
 * share. */
#ifndef CFA_CONDITION_H
#define CFA_CONDITION_H

#include "cfa/invariants.h"

/* What is printed can be read: of CFA_PIECE_DEPTH levels each has some casts,
 * parentheses and operands behind an operator, and each of these is a level
 * here or two. */
enum { CONDITION_DEPTH = 4000 };

typedef enum condition_token {
  TOKEN_END,
  TOKEN_NAME,
  TOKEN_NUMBER,   /* value, width, is_signed */
  TOKEN_OPERATOR, /* sign */
  TOKEN_WRONG     /* was reported */
} condition_token;

/* Operators as numbers: "<=" is '<' and '=' in one. */
#define CONDITION_TWO(a, b) ((uint32_t)(a) | (uint32_t)(b) << 8)
#define CONDITION_IMPLIES CONDITION_TWO('=', '>') /* "==>", in invariants */

/* A type: an integer, void, or one of the table, with so many '*' behind it. */
typedef enum condition_base {
  BASE_VOID, /* and what is not known */
  BASE_INTEGER,
  BASE_TABLE /* an array, a record, ...; never a pointer or an integer */
} condition_base;

typedef struct condition_type {
  condition_base base;
  unsigned stars;
  uint8_t width;
  bool is_signed, is_bool;
  uint32_t table; /* BASE_TABLE */
} condition_type;

/* What a part of the text means. */
typedef enum condition_kind {
  IS_TRUTH, /* one bit, the int 0 or 1 */
  IS_VALUE, /* a word or a pointer */
  IS_PLACE  /* what stands at a pointer */
} condition_kind;

typedef struct condition_term {
  condition_kind kind;
  uint32_t expression; /* IS_PLACE: the pointer */
  condition_type type;
  const char *at; /* where it starts, for messages */
} condition_term;

/* Of an invariant, beside C. */
typedef struct condition_claim {
  cfa_invariant *of;
  const char *index; /* its name; NULL: there is none */
  size_t index_length;
  condition_type index_type;
} condition_claim;

typedef struct condition_parser {
  mem *m;
  cfa *p;
  const char *text, *end, *next; /* 'next' is behind the token */
  uint32_t function, scope_line;
  const char *file;
  uint32_t line, column; /* where the text starts */
  report *r;
  bool failed;
  unsigned depth;
  condition_token token;
  const char *at; /* the token */
  size_t length;
  uint32_t sign;
  uint64_t value;
  uint8_t width;
  bool is_signed;
  condition_claim *claim; /* NULL: plain C */
} condition_parser;

/* condition_tokens.c */

void condition_advance(condition_parser *parser);
/* Reported once: what follows the first mistake is not looked at. */
base_printf(3, 4) void condition_fail(condition_parser *parser, const char *at,
                                      const char *format, ...);
bool condition_is(const condition_parser *parser, uint32_t sign);
bool condition_accept(condition_parser *parser, uint32_t sign);
void condition_expect(condition_parser *parser, char sign);
bool condition_is_word(const condition_parser *parser, const char *word);

/* condition_types.c */

condition_type condition_integer(unsigned width, bool is_signed);
condition_type condition_of_table(const cfa *automaton, uint32_t type);
bool condition_is_pointer(const condition_type *type);
bool condition_is_integer(const condition_type *type);
const cfa_type *condition_table(const cfa *automaton,
                                const condition_type *type);
condition_type condition_pointer_to(condition_type type);
condition_type condition_pointee(condition_type type);
/* In bytes; 0: unknown. */
uint64_t condition_size(const cfa *automaton, const condition_type *type);
/* Whether a type's name stands here. */
bool condition_starts_type(const condition_parser *parser);
condition_type condition_read_type(condition_parser *parser);

/* condition_scope.c */

condition_term condition_find_name(condition_parser *parser);
/* CFA_NONE: there is none of that name in scope. */
uint32_t condition_find_variable(const condition_parser *parser,
                                 const char *name, size_t length);

condition_term condition_variable(condition_parser *parser, uint32_t variable);

/* condition_claims.c: invariants. */

/* Does the name mean the index, or a parameter as it was? */
bool condition_find_bound(condition_parser *parser, condition_term *out);
/* Behind '\': result, at, old. */
condition_term condition_read_ghost(condition_parser *parser);

/* condition.c */

condition_term condition_read(condition_parser *parser);

/* condition_words.c: what operators mean. */

condition_term condition_value(uint32_t expression, condition_type type,
                               const char *at);
condition_term condition_zero(condition_parser *parser, const char *at);
/* A word or a pointer, no place; fails for what is neither. */
condition_term condition_load(condition_parser *parser, condition_term term);
uint32_t condition_truth(condition_parser *parser, condition_term term);
condition_term condition_from_truth(uint32_t expression, const char *at);
condition_term condition_cast(condition_parser *parser, condition_term term,
                              condition_type to);
condition_term condition_unary(condition_parser *parser, uint32_t sign,
                               condition_term term);
condition_term condition_binary(condition_parser *parser, uint32_t sign,
                                condition_term a, condition_term b,
                                const char *at);
condition_term condition_choice(condition_parser *parser, condition_term a,
                                condition_term b, condition_term d);
uint32_t condition_offset(condition_parser *parser, uint32_t pointer,
                          uint32_t bytes);
uint32_t condition_apply(condition_parser *parser, bits_op op, unsigned width,
                         uint32_t a, uint32_t b, uint32_t d);

/* condition_places.c */

condition_term condition_index(condition_parser *parser, condition_term a,
                               condition_term b);
condition_term condition_member(condition_parser *parser, condition_term term,
                                bool through_pointer);
condition_term condition_address(condition_parser *parser, condition_term term);
condition_term condition_pointed(condition_parser *parser, condition_term term);

#endif
