/* CHECK(condition): the whole test framework. One file is one process; its
 * main ends with 'return check_end();'. */
#ifndef UNIT_CHECK_H
#define UNIT_CHECK_H

#include <stdio.h>

static unsigned long check_passed, check_failed;

#define CHECK(condition)                                                       \
  ((condition)                                                                 \
       ? (void)check_passed++                                                  \
       : (void)(check_failed++, printf("%s:%d: failed: %s\n", __FILE__,        \
                                       __LINE__, #condition)))

static inline int check_end(void) {
  printf("%lu passed, %lu failed\n", check_passed, check_failed);
  return check_failed != 0;
}

#endif
