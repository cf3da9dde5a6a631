/* The words of the text form, by what they stand for. Each list ends with
 * NULL. */
#ifndef CFA_TEXT_WORDS_H
#define CFA_TEXT_WORDS_H

#include "cfa/cfa.h"

enum { CFA_TEXT_VERSION = 1, CFA_DATA_BYTES = 32 /* a line */ };

/* The parts of a text, in their order: each is one line an item. */
typedef enum cfa_part {
  CFA_PART_FILES,
  CFA_PART_TYPES,
  CFA_PART_FIELDS,
  CFA_PART_VARIABLES,
  CFA_PART_FUNCTIONS,
  CFA_PART_LOCATIONS,
  CFA_PART_EXPRESSIONS,
  CFA_PART_EDGES,
  CFA_PART_POINTERS,
  CFA_PART_DATA, /* counted in bytes */
  CFA_PART_COUNT
} cfa_part;

typedef struct cfa_part_words {
  char letter;
  const char *one, *many;
} cfa_part_words;

extern const cfa_part_words cfa_parts[CFA_PART_COUNT];
extern const char *const cfa_type_words[];
extern const char *const cfa_variable_words[];
extern const char *const cfa_expression_words[];
extern const char *const cfa_edge_words[];
extern const char *const cfa_input_words[];
extern const char *const cfa_allocation_words[];
extern const char *const cfa_error_words[];

/* Integers and records have several words. */
enum {
  CFA_WORD_VOID,
  CFA_WORD_SIGNED,
  CFA_WORD_UNSIGNED,
  CFA_WORD_BOOL,
  CFA_WORD_POINTER,
  CFA_WORD_ARRAY,
  CFA_WORD_STRUCT,
  CFA_WORD_UNION,
  CFA_WORD_FUNCTION,
  CFA_WORD_OTHER
};

#endif
