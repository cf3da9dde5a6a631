#include "writing.h"

#include "output.h"

#include <stdlib.h>
#include <string.h>

static int write_to(session *s, custos_format format, const char *path,
                    bool may_lack) {
  output out;
  if (!output_open(&out, path))
    return EXIT_SYSTEM;
  custos_status status = custos_write(s->c, format, output_write, &out);
  bool refused = ferror(out.file);
  if (!output_close(&out, status == CUSTOS_OK || refused))
    return EXIT_SYSTEM;
  if (status == CUSTOS_OK || (may_lack && status == CUSTOS_ERR_USAGE))
    return 0;
  return session_fail(s, status);
}

int writing_write_to(session *s, custos_format format, const char *path) {
  return write_to(s, format, path, false);
}

int writing_write_if_any(session *s, custos_format format, const char *path) {
  return write_to(s, format, path, true);
}

int writing_write_trail(session *s, const char *evidence) {
  char *stem = output_join(evidence, "", "", "");
  char *dot = strrchr(stem, '.');
  if (dot && !strchr(dot, '/'))
    *dot = '\0';
  char *path = output_join(stem, ".trail", "", "");
  free(stem);
  int wrong = writing_write_to(s, CUSTOS_AS_TRAIL, path);
  free(path);
  return wrong;
}

int writing_write(session *s, custos_format format) {
  output out;
  if (!output_open(&out, s->o->output))
    return EXIT_SYSTEM;
  custos_status status = custos_write(s->c, format, output_write, &out);
  session_quiet_line(s);
  bool refused = ferror(out.file);
  if (!output_close(&out, status == CUSTOS_OK || refused))
    return EXIT_SYSTEM;
  if (status != CUSTOS_OK && !refused)
    return session_fail(s, status);
  for (size_t i = 0; !s->o->quiet && i < custos_note_count(s->c); i++) {
    fputs("custos: note: ", stderr);
    output_visible(stderr, custos_note_at(s->c, i));
    putc('\n', stderr);
  }
  return output_finish(EXIT_HOLDS);
}
