#include "logic/words.h"

#include <string.h>

ltl_op words_meaning(const char *word, size_t length) {
  static const struct {
    const char *word;
    ltl_op op;
  } table[] = {{"true", LTL_TRUE},
               {"false", LTL_FALSE},
               {"not", LTL_NOT},
               {"X", LTL_NEXT},
               {"next", LTL_NEXT},
               {"F", LTL_FINALLY},
               {"eventually", LTL_FINALLY},
               {"G", LTL_GLOBALLY},
               {"always", LTL_GLOBALLY},
               {"and", LTL_AND},
               {"or", LTL_OR},
               {"xor", LTL_XOR},
               {"implies", LTL_IMPLIES},
               {"equivalent", LTL_EQUIV},
               {"U", LTL_UNTIL},
               {"until", LTL_UNTIL},
               {"stronguntil", LTL_UNTIL},
               {"R", LTL_RELEASE},
               {"V", LTL_RELEASE},
               {"release", LTL_RELEASE},
               {"W", LTL_WEAK},
               {"weakuntil", LTL_WEAK},
               {"M", LTL_STRONG}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strlen(table[i].word) == length &&
        memcmp(table[i].word, word, length) == 0)
      return table[i].op;
  return LTL_ATOM;
}

bool words_is_split(const char *word, size_t length) {
  return length > 1 && (word[0] == 'F' || word[0] == 'G' || word[0] == 'X') &&
         !words_is_digit(word[1]);
}

bool words_is_plain_name(const char *word, size_t length) {
  if (length == 0 || !words_begins_name(word[0]) ||
      words_is_split(word, length) || words_meaning(word, length) != LTL_ATOM)
    return false;
  for (size_t i = 1; i < length; i++)
    if (!words_continues_name(word[i]))
      return false;
  return true;
}

int words_level(ltl_op op) {
  switch (op) {
  case LTL_IMPLIES:
  case LTL_EQUIV:
    return 1;
  case LTL_XOR:
    return 2;
  case LTL_OR:
    return 3;
  case LTL_AND:
    return 4;
  case LTL_UNTIL:
  case LTL_RELEASE:
  case LTL_WEAK:
  case LTL_STRONG:
    return 5;
  case LTL_NOT:
  case LTL_NEXT:
  case LTL_FINALLY:
  case LTL_GLOBALLY:
    return 6;
  default:
    return 7;
  }
}
