#include "external.h"

#include "child.h"
#include "tree.h"

#include <string.h>

/* Every {} becomes the path, quoted for the shell. */
static void make_command(const char *command, const char *path, buffer *out) {
  for (; *command; command++) {
    if (command[0] != '{' || command[1] != '}') {
      buffer_putc(out, *command);
      continue;
    }
    command++;
    buffer_putc(out, '\'');
    for (const char *p = path; *p; p++) {
      if (*p == '\'')
        buffer_puts(out, "'\\'");
      buffer_putc(out, *p);
    }
    buffer_putc(out, '\'');
  }
}

static void by_status(const reading *r, int status, answer *out) {
  if (status == r->status[1] && status != r->status[0])
    out->kind = ANSWER_YES;
  else if (status == r->status[0])
    out->kind = ANSWER_NO;
  else
    snprintf(out->why, sizeof out->why, "ended with status %d", status);
}

static void by_pattern(const reading *r, const buffer *told, answer *out) {
  const char *text = told->count ? told->text : "";
  bool yes = regexec(&r->pattern[1], text, 0, NULL, 0) == 0;
  bool no = regexec(&r->pattern[0], text, 0, NULL, 0) == 0;
  if (yes != no)
    out->kind = yes ? ANSWER_YES : ANSWER_NO;
  else
    answer_none(out, yes ? "printed both answers" : "printed no answer");
}

static void by_field(const reading *r, const buffer *told, answer *out) {
  tree j = {0};
  bool good = told->count && tree_parse(&j, told->text, told->count);
  uint32_t node = good ? tree_path(&j, r->field) : TREE_NONE;
  tree_kind kind = tree_kind_of(&j, node);
  const char *value = kind == TREE_TRUE    ? "true"
                      : kind == TREE_FALSE ? "false"
                                           : tree_text(&j, node);
  if (!good)
    answer_none(out, "printed no JSON");
  else if (node == TREE_NONE)
    snprintf(out->why, sizeof out->why, "printed no field '%.60s'", r->field);
  else if (strcmp(value, r->value[1]) == 0)
    out->kind = ANSWER_YES;
  else if (strcmp(value, r->value[0]) == 0)
    out->kind = ANSWER_NO;
  else
    snprintf(out->why, sizeof out->why, "said '%.60s'", value);
  tree_clear(&j);
}

void external_ask(const tool *t, double seconds, const char *path,
                  answer *out) {
  buffer command = {0}, told = {0};
  int status = 0;
  memset(out, 0, sizeof *out);
  make_command(t->command, path, &command);
  if (child_command(command.text, seconds, &told, &status, out->why)) {
    if (t->reading.kind == READ_STATUS)
      by_status(&t->reading, status, out);
    else if (t->reading.kind == READ_PATTERN)
      by_pattern(&t->reading, &told, out);
    else
      by_field(&t->reading, &told, out);
  }
  buffer_clear(&command);
  buffer_clear(&told);
}
