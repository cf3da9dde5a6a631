/* Growing arrays of any type: vec(T) is a struct {at, count, capacity}, empty
 * when zeroed. Elements move when it grows: keep indices, not pointers. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/mem.h"

#include <assert.h>
#include <string.h>

#define vec(T)                                                                 \
  struct {                                                                     \
    T *at;                                                                     \
    size_t count, capacity;                                                    \
  }

/* Makes room for 'more' elements behind the last. */
#define vec_reserve(m, v, more)                                                \
  ((v)->capacity - (v)->count >= (size_t)(more)                                \
       ? (void)0                                                               \
       : (void)((v)->at = vec_grow((m), (v)->at, &(v)->capacity, (v)->count,   \
                                   (more), sizeof *(v)->at)))

#define vec_push(m, v, x)                                                      \
  (vec_reserve(m, v, 1), (void)((v)->at[(v)->count++] = (x)))

/* Element 'i', which is there. The asserts stand where the macros are used. */
#define vec_at(v, i) ((v)->at[(assert((i) < (v)->count), (i))])
/* The last element, of a vector that is not empty; vec_pop takes it away. */
#define vec_pop(v) ((v)->at[(assert((v)->count > 0), --(v)->count)])
#define vec_last(v) ((v)->at[(assert((v)->count > 0), (v)->count - 1)])

/* Sets the number of elements; new ones are zero. */
#define vec_resize(m, v, n)                                                    \
  do {                                                                         \
    size_t vec_n = (n);                                                        \
    if (vec_n > (v)->count) {                                                  \
      vec_reserve(m, v, vec_n - (v)->count);                                   \
      memset((v)->at + (v)->count, 0, (vec_n - (v)->count) * sizeof *(v)->at); \
    }                                                                          \
    (v)->count = vec_n;                                                        \
  } while (0)

#define vec_free(m, v)                                                         \
  (mem_free((m), (v)->at), (void)((v)->at = NULL),                             \
   (void)((v)->count = (v)->capacity = 0))

#define vec_each(T, x, v)                                                      \
  for (T *x = (v)->at, *x##_end = x ? x + (v)->count : x; x != x##_end; x++)

void *vec_grow(mem *m, void *at, size_t *capacity, size_t count, size_t more,
               size_t size);

#endif
