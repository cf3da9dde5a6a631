/* Names as dense numbers 0, 1, 2, ... in the order of first mention.
 * Invariant: the text of number n starts at text.at[start.at[n]], ends before
 * start.at[n + 1], and is followed there by a NUL that belongs to it. */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include "base/check.h"
#include "base/vec.h"

#define NAMES_NONE UINT32_MAX

typedef struct names_slot {
  uint32_t number; /* plus one; 0: free */
  uint32_t hash;
} names_slot;

typedef struct names {
  vec(char) text;
  vec(uint32_t) start; /* one more than there are names, once there is one */
  names_slot *slots;
  uint32_t mask;   /* number of slots - 1 */
  uint32_t last;   /* number that was asked for last */
  uint32_t before; /* and last before it left the order */
} names;

void names_free(mem *m, names *t);

uint32_t names_count(const names *t);
/* NUL-terminated; moves when a name is added. */
const char *names_text(const names *t, uint32_t n);
size_t names_length(const names *t, uint32_t n);

/* A name may be empty: then 'text' may be NULL. */
uint32_t names_find(const names *t, const char *text, size_t length);
/* Finds or adds. More than 4 GiB of text raises MEM_LIMIT. */
uint32_t names_insert(mem *m, names *t, const char *text, size_t length);

/* The name most like 'text', for a message; NAMES_NONE if none is close. */
uint32_t names_nearest(const names *t, const char *text, size_t length);

/* Asserts the invariant, and that each name is found where it is. */
void check_names(const names *t);

#endif
