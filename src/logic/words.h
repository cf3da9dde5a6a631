/* The words of LTL's text, which reading and printing share. */
#ifndef LOGIC_WORDS_H
#define LOGIC_WORDS_H

#include "logic/ltl.h"

static inline bool words_begins_name(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}
static inline bool words_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool words_continues_name(char c) {
  return words_begins_name(c) || words_is_digit(c);
}

/* The operator or constant that the word stands for; LTL_ATOM: none. */
ltl_op words_meaning(const char *word, size_t length);

/* The levels of docs/formats/ltl.md, weakest first, from 1; constants and atoms
 * are never put in parentheses. */
int words_level(ltl_op op);

/* An identifier that is an atom in both styles, without quotes. */
bool words_is_plain_name(const char *word, size_t length);

/* Style LTL_SPOT: is the first letter an operator and the rest something
 * else? */
bool words_is_split(const char *word, size_t length);

#endif
