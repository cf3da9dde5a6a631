/* Functions of the C library without a model whose results are inputs: what the
 * C standard and POSIX say that they return. The front end keeps results within
 * that; whoever runs a compiled program knows which of them nobody can ask for
 * a certain result. */
#ifndef CFA_EXTERNALS_H
#define CFA_EXTERNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cfa_external_kind {
  CFA_EXTERNAL_PLAIN,
  CFA_EXTERNAL_READ,  /* the next byte of the standard input, or -1 */
  CFA_EXTERNAL_ECHO,  /* its first argument as an unsigned char, or -1 */
  CFA_EXTERNAL_CHANCE /* any result is right, and none can be asked for */
} cfa_external_kind;

typedef struct cfa_external {
  const char *name;
  int64_t least, most; /* both INT64_MIN: any value */
  cfa_external_kind kind;
} cfa_external;

/* NULL: nothing is known of it. */
const cfa_external *cfa_external_find(const char *name, size_t length);
/* In the order of the table; NULL: there are no more. */
const cfa_external *cfa_external_at(size_t i);

#endif
