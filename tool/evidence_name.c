#include "evidence_name.h"

#include "output.h"
#include "watch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this a name is cut, and the number tells it apart. */
enum { MOST_BYTES = 80 };

static bool is_letter_or_digit(unsigned char x) {
  return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') ||
         (x >= '0' && x <= '9');
}

/* Of "f @ m" little stays, and where something is lost the number tells it
 * apart: percent signs in a formula would be hard to read. */
static bool put_formula(char *out, const char *name) {
  bool lost = false;
  for (; *name; name++) {
    if (strncmp(name, " @ ", 3) == 0) {
      *out++ = '@';
      name += 2;
      continue;
    }
    bool good = is_letter_or_digit((unsigned char)*name) || *name == '_' ||
                *name == '-' || *name == '.';
    lost = lost || !good;
    *out++ = good ? *name : '_';
  }
  *out = 0;
  return lost;
}

/* What a file's name cannot have, and what has a meaning in ours, is written
 * with a percent sign: nothing is lost. */
static void put_name(char *out, const char *name) {
  for (; *name; name++) {
    unsigned char x = (unsigned char)*name;
    if (x < ' ' || x == 0x7f || strchr("/.%+", x))
      out += snprintf(out, 4, "%%%02x", x);
    else
      *out++ = *name;
  }
  *out = 0;
}

/* The property's part. '+' is in no other than those that end with their
 * number, which no two properties share. */
static char *property_part(const evidence_name *name) {
  size_t room = 3 * strlen(name->property) + 32;
  char *out = malloc(room);
  bool lost = name->is_shared;
  if (!out)
    watch_no_memory();
  if (name->is_formula)
    lost = put_formula(out, name->property) || lost;
  else
    put_name(out, name->property);
  size_t length = strlen(out);
  if (length > MOST_BYTES) {
    length = MOST_BYTES;
    lost = true;
  }
  assert(room - length > 24);
  if (lost)
    snprintf(out + length, room - length, "+%zu", name->number);
  return out;
}

char *evidence_name_path(const options *o, const evidence_name *name,
                         custos_verdict v) {
  const char *first = options_main_file(o);
  const char *file = strcmp(first, "-") == 0 ? "stdin" : first;
  const char *slash = strrchr(file, '/');
  char *stem = output_join(slash ? slash + 1 : file, "", "", "");
  char *dot = strrchr(stem, '.');
  char run[24] = "";
  if (dot && dot != stem)
    *dot = 0;
  if (name->run)
    snprintf(run, sizeof run, ".%zu", name->run);
  char *property = property_part(name);
  char *base =
      output_join(o->output ? o->output : "", o->output ? "/" : "", stem, ".");
  char *path =
      output_join(base, property, run, v == CUSTOS_HOLDS ? ".cert" : ".trace");
  free(base);
  free(property);
  free(stem);
  return path;
}
