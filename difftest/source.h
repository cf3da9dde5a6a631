/* Where cases come from. A case has a number, and its text follows from it. */
#ifndef DIFFTEST_SOURCE_H
#define DIFFTEST_SOURCE_H

#include "enumerate.h"
#include "random.h"

typedef enum source_kind {
  SOURCE_RANDOM,
  SOURCE_EXHAUSTIVE,
  SOURCE_FILES
} source_kind;

typedef struct source {
  source_kind kind;
  random_shape shape;
  uint64_t seed;
  enumerate_size size;
  const char *const *files;
  size_t file_count;
  uint64_t count; /* cases; 0: all there are */
} source;

/* One pass over the cases, upwards. */
typedef struct stream stream;

/* NULL: '*why' tells. The source is borrowed. */
stream *stream_new(const source *s, const char **why);
void stream_delete(stream *s);

/* How many cases there are. */
uint64_t stream_count(const stream *s);
/* The text of a case, behind what 'out' has; 'number' must grow from call to
 * call. False: a file cannot be read; '*why' tells. */
bool stream_get(stream *s, uint64_t number, buffer *out, const char **why);

#endif
