#include "source.h"

#include "custos/custos.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct stream {
  const source *s;
  uint64_t count;
  instance in;
  enumeration *all;
  uint64_t next; /* the number that enumeration_next gives next */
  custos *converter;
  char why[600];
};

stream *stream_new(const source *s, const char **why) {
  stream *x = memory_new(1, sizeof *x);
  x->s = s;
  x->count = s->kind == SOURCE_FILES ? s->file_count : s->count;
  if (s->kind == SOURCE_EXHAUSTIVE) {
    x->all = enumeration_new(&s->size, why);
    if (!x->all) {
      stream_delete(x);
      return NULL;
    }
    double count = enumeration_count(x->all);
    if (count > 1e18) {
      *why = "that is more than 10^18 cases";
      stream_delete(x);
      return NULL;
    }
    x->count = (uint64_t)(count + 0.5);
    if (s->count && s->count < x->count)
      x->count = s->count;
  }
  return x;
}

void stream_delete(stream *s) {
  if (!s)
    return;
  enumeration_delete(s->all);
  instance_clear(&s->in);
  custos_delete(s->converter);
  free(s);
}

uint64_t stream_count(const stream *s) { return s->count; }

/* A file as it is if it is JSON; else what Custos makes of it. */
static bool read_file(stream *s, const char *path, buffer *out,
                      const char **why) {
  const char *dot = strrchr(path, '.');
  *why = s->why;
  if (!dot || strcmp(dot, ".pds") != 0) {
    if (buffer_read_file(out, path))
      return buffer_is_text(out, path, s->why, sizeof s->why);
    snprintf(s->why, sizeof s->why, "cannot read %s: %s", path,
             strerror(errno));
    return false;
  }
  if (!s->converter)
    s->converter = custos_new();
  if (!s->converter)
    memory_refuse();
  custos_clear(s->converter);
  if (custos_load(s->converter, path, NULL) == CUSTOS_OK &&
      custos_write(s->converter, CUSTOS_AS_JSON, buffer_collect, out) ==
          CUSTOS_OK)
    return true;
  const custos_error *error = custos_last_error(s->converter);
  snprintf(s->why, sizeof s->why, "%s:%u:%u: %s", path, error->line,
           error->column, error->message);
  return false;
}

bool stream_get(stream *s, uint64_t number, buffer *out, const char **why) {
  switch (s->s->kind) {
  case SOURCE_FILES:
    return read_file(s, s->s->files[number], out, why);
  case SOURCE_RANDOM:
    random_instance(&s->s->shape, s->s->seed, number, &s->in);
    break;
  case SOURCE_EXHAUSTIVE:
    for (; s->next <= number; s->next++)
      if (!enumeration_next(s->all)) {
        *why = "the enumeration ended early";
        return false;
      }
    enumeration_get(s->all, &s->in);
    break;
  }
  instance_write(&s->in, out);
  return true;
}
