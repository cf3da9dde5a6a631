#include "errors.h"

#include "output.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ERRORS = 20, LONGEST_FILE = 256, LONGEST_MESSAGE = 600 };

typedef struct one_error {
  char file[LONGEST_FILE], message[LONGEST_MESSAGE];
  uint32_t line, column;
} one_error;

static struct {
  one_error at[MOST_ERRORS];
  size_t count;
  bool answer_began;
} errors;

void errors_add(const char *file, uint32_t line, uint32_t column,
                const char *message) {
  assert(file && message);
  if (errors.count == MOST_ERRORS)
    return;
  one_error *error = &errors.at[errors.count++];
  snprintf(error->file, sizeof error->file, "%s", file);
  snprintf(error->message, sizeof error->message, "%s", message);
  error->line = line;
  error->column = column;
}

void errors_note_answer(void) { errors.answer_began = true; }

void errors_begin_answer(const char *schema) {
  errors_note_answer();
  printf("{\"schema\":\"%s\"", schema);
}

bool errors_has_answer(void) { return errors.answer_began; }

static void print_error(const one_error *error) {
  putchar('{');
  if (error->file[0]) {
    fputs("\"file\":", stdout);
    output_json(stdout, error->file);
    putchar(',');
  }
  if (error->line)
    printf("\"line\":%u,", (unsigned)error->line);
  if (error->line && error->column)
    printf("\"column\":%u,", (unsigned)error->column);
  fputs("\"message\":", stdout);
  output_json(stdout, error->message);
  putchar('}');
}

void errors_print_json(const char *name, int status) {
  if (errors.answer_began)
    return;
  if (!errors.count)
    errors_add("", 0, 0, "the messages are on standard error");
  errors_begin_answer("custos.error/1");
  printf(",\"command\":\"%s\",\"exit\":%d,\n \"errors\":[", name, status);
  for (size_t i = 0; i < errors.count; i++) {
    fputs(i ? ",\n  " : "", stdout);
    print_error(&errors.at[i]);
  }
  puts("]}");
}
