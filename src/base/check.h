/* Checks of whole structures: functions named check_..., made of asserts, that
 * builds with asserts have and call (debug, asan, tsan, fuzz); in a release
 * they are not there. A check costs as much as its structure is large; so it is
 * called at the end of a phase, or each time that a growing structure has
 * doubled, which costs a constant per element. */
#ifndef BASE_CHECK_H
#define BASE_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#ifndef NDEBUG
#define debug_check(call) ((void)(call))
/* When 'size' is 0 or a power of two. */
#define debug_check_grown(size, call)                                          \
  (debug_has_doubled(size) ? (void)(call) : (void)0)
#else
#define debug_check(call) ((void)0)
#define debug_check_grown(size, call) ((void)0)
#endif

static inline bool debug_has_doubled(uint64_t size) {
  return (size & (size - 1)) == 0;
}

#endif
