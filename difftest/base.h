/* What every file here needs: growing text, memory that is there or ends the
 * program, time. */
#ifndef DIFFTEST_BASE_H
#define DIFFTEST_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised is empty; 'text' always ends with a 0 once it is there. */
typedef struct buffer {
  char *text;
  size_t count, capacity;
} buffer;

void buffer_add(buffer *b, const char *text, size_t length);
void buffer_puts(buffer *b, const char *text);
void buffer_putc(buffer *b, char c);
void buffer_number(buffer *b, int64_t n);
#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void buffer_printf(buffer *b, const char *format, ...);
/* A JSON string with its quotes. */
void buffer_quote(buffer *b, const char *text);
/* Keeps the memory. */
void buffer_reset(buffer *b);
void buffer_clear(buffer *b);
/* The whole file behind what is there; false with errno set. */
bool buffer_read_file(buffer *b, const char *path);
/* Whether it is a text: without a byte 0. A mark of the order of bytes at its
 * start is taken off. False: 'why', of this size, names the place. */
bool buffer_is_text(buffer *b, const char *path, char *why, size_t size);
/* Replaces the file at once, so that a kill leaves the old or the new one. */
bool buffer_write_file(const buffer *b, const char *path);
/* A custos_write_fn; 'self' is the buffer. */
int buffer_collect(void *self, const char *text, size_t length);

/* What ends this process when there is no memory; not its children, which end
 * with status 3. It does not return. */
void memory_when_refused(void (*end)(void));
_Noreturn void memory_refuse(void);
/* Without memory these do that. */
void *memory_new(size_t count, size_t size);
void *memory_resize(void *old, size_t count, size_t size);
char *memory_copy(const char *text);

/* Room for one more behind 'count' things of an array that doubles. */
#define memory_room(array, count, capacity)                                    \
  do {                                                                         \
    if ((count) == (capacity)) {                                               \
      (capacity) = (capacity) ? 2 * (capacity) : 8;                            \
      (array) = memory_resize((array), (capacity), sizeof *(array));           \
    }                                                                          \
  } while (0)

/* Seconds of a clock that never jumps. */
double clock_now(void);

#endif
