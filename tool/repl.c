/* custos repl: definitions and commands, line by line, from a terminal or a
 * pipe. */
#include "repl.h"

#include "commands.h"
#include "output.h"
#include "repl_lines.h"
#include "repl_models.h"
#include "repl_prompt.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void *repl_allocate(size_t size) {
  void *p = calloc(1, size ? size : 1);
  if (!p) {
    fputs("custos: no memory\n", stderr);
    exit(EXIT_SYSTEM);
  }
  return p;
}

char *repl_copy(const char *text, size_t length) {
  char *copy = repl_allocate(length + 1);
  memcpy(copy, text, length);
  return copy;
}

char *repl_read_file(const char *path, size_t *length) {
  struct stat info;
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  bool is_plain = file >= 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode);
  if (file >= 0 && !is_plain) { /* a pipe without a writer would hang */
    close(file);
    errno = EINVAL;
  }
  FILE *f = is_plain ? fdopen(file, "r") : NULL;
  char *text = NULL;
  size_t capacity = 0;
  *length = 0;
  while (f && !feof(f) && !ferror(f)) {
    if (capacity - *length < 2) {
      char *larger = realloc(text, capacity = capacity ? capacity * 2 : 4096);
      if (!larger)
        break;
      text = larger;
    }
    *length += fread(text + *length, 1, capacity - *length - 1, f);
  }
  bool good = f && feof(f) && !ferror(f) && text;
  if (f)
    fclose(f);
  if (!good) {
    free(text);
    return NULL;
  }
  text[*length] = '\0';
  return text;
}

void repl_note(repl *prompt, int status) {
  static const int worst_first[] = {EXIT_BUG,   EXIT_SYSTEM,   EXIT_INPUT,
                                    EXIT_USAGE, EXIT_VIOLATED, EXIT_UNKNOWN};
  for (size_t i = 0; i < sizeof worst_first / sizeof *worst_first; i++)
    if (status == worst_first[i] || prompt->status == worst_first[i]) {
      prompt->status = worst_first[i];
      return;
    }
}

void repl_fail(repl *prompt, session *s, custos_status status) {
  fflush(stdout);
  repl_note(prompt, session_fail(s, status));
}

void repl_complain(repl *prompt, const char *format, ...) {
  va_list arguments;
  char message[600];
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  fflush(stdout);
  /* Whoever has just typed it knows where it is. */
  bool typed = prompt->is_terminal && prompt->depth == 0;
  if (prompt->line && prompt->source.name && !typed) {
    output_visible(stderr, prompt->source.name);
    fprintf(stderr, ":%u:%u: ", prompt->line, prompt->column);
  } else {
    fputs("custos: ", stderr);
  }
  output_visible(stderr, message);
  putc('\n', stderr);
  repl_note(prompt, EXIT_INPUT);
}

bool repl_is_defined(repl *prompt, const char *name) {
  custos_object object;
  for (size_t i = 0; i < custos_object_count(prompt->s.c); i++)
    if (custos_object_at(prompt->s.c, i, &object) == CUSTOS_OK &&
        strcmp(object.name, name) == 0)
      return true;
  return false;
}

static bool is_blank(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!isspace((unsigned char)text[i]))
      return false;
  return true;
}

/* Behind the first ':load(...)' between definitions, or the length: what stands
 * behind may use what the file defines, so it has to wait. */
static size_t end_of_load(const char *text, size_t length) {
  bool in_string = false, in_load = false;
  size_t braces = 0;
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (c == '"')
      in_string = !in_string;
    else if (in_string)
      in_string = c != '\n';
    else if (c == '#')
      while (i + 1 < length && text[i + 1] != '\n')
        i++;
    else if (c == '{')
      braces++;
    else if (c == '}')
      braces -= braces > 0;
    else if (c == ')' && in_load)
      return i + 1;
    else if (c == ':' && !braces)
      in_load = length - i > 5 && strncmp(text + i, ":load", 5) == 0;
  }
  return length;
}

static repl_command keep(const custos_command *x) {
  repl_command k = {.name = repl_copy(x->name, strlen(x->name)),
                    .count = x->count,
                    .property = x->property,
                    .line = x->line,
                    .column = x->column};
  k.arguments = repl_allocate(x->count * sizeof *k.arguments);
  for (size_t i = 0; i < x->count; i++)
    k.arguments[i] = repl_copy(x->arguments[i], strlen(x->arguments[i]));
  return k;
}

static void drop(repl_command *k) {
  for (size_t i = 0; i < k->count; i++)
    free(k->arguments[i]);
  free(k->arguments);
  free(k->name);
}

/* The commands of what was just read. Each may read more, so all are kept
 * before the first is carried out. */
static void obey_all(repl *prompt) {
  size_t count = custos_command_count(prompt->s.c);
  repl_command *kept = repl_allocate(count * sizeof *kept);
  for (size_t i = 0; i < count; i++) {
    custos_command x;
    if (custos_command_at(prompt->s.c, i, &x) != CUSTOS_OK)
      count = i;
    else
      kept[i] = keep(&x);
  }
  for (size_t i = 0; i < count; i++) {
    if (!prompt->is_done && !session_interrupted())
      repl_obey(prompt, &kept[i]);
    fflush(stdout);
    drop(&kept[i]);
  }
  free(kept);
}

/* Messages must name lines of the whole input: empty ones stand for what came
 * before, as far as that is no burden. */
enum { MOST_EMPTY = 10000 };

static void run_part(repl *prompt, const char *text, size_t length,
                     size_t line) {
  if (is_blank(text, length))
    return;
  size_t empty = line - 1 < MOST_EMPTY ? line - 1 : MOST_EMPTY;
  char *padded = repl_allocate(empty + length + 1);
  memset(padded, '\n', empty);
  memcpy(padded + empty, text, length);
  repl_source outer = prompt->source;
  prompt->source.text = padded;
  prompt->source.length = empty + length;
  session_attend(&prompt->s);
  custos_status status = custos_load_text(prompt->s.c, outer.name, padded,
                                          prompt->source.length, "ectl");
  session_quiet_line(&prompt->s);
  if (status == CUSTOS_OK)
    obey_all(prompt);
  else
    repl_fail(prompt, &prompt->s, status);
  session_attend(NULL);
  prompt->source = outer;
  free(padded);
}

void repl_run_text(repl *prompt, const char *name, const char *text,
                   size_t length, size_t line) {
  repl_source outer = prompt->source;
  prompt->source.name = name;
  while (length > 0 && !prompt->is_done && !session_interrupted()) {
    size_t n = end_of_load(text, length);
    run_part(prompt, text, n, line);
    for (size_t i = 0; i < n; i++)
      line += text[i] == '\n';
    text += n;
    length -= n;
  }
  prompt->source = outer;
}

static void run_loop(repl *r, repl_prompt *prompt) {
  repl_lines p = {0};
  size_t line = 1, lines = 0;
  repl_line got = LINE_READ;
  while (got != LINE_END && !r->is_done) {
    char *text = NULL;
    size_t length = 0;
    session_wait(!r->is_terminal);
    got = repl_prompt_read(prompt, p.text, p.length, &text, &length);
    session_wait(false);
    /* What came before this line was not meant for it. */
    if (r->is_terminal)
      session_forgive();
    else if (session_interrupted())
      break;
    if (got == LINE_CANCELLED) {
      repl_lines_empty(&p);
      continue;
    }
    if (got == LINE_READ) {
      lines++;
      repl_lines_add(&p, text, length);
    }
    if (p.length == 0 || (got == LINE_READ && repl_lines_are_open(&p)))
      continue;
    repl_prompt_remember(prompt, p.text, p.length);
    repl_run_text(r, r->is_terminal ? "prompt" : "stdin", p.text, p.length,
                  r->is_terminal ? 1 : line);
    fflush(stdout);
    line = lines + 1;
    /* Ctrl-D within a definition gives it up; the next one ends the session. */
    if (got == LINE_END && r->is_terminal)
      got = LINE_READ;
    repl_lines_empty(&p);
  }
  repl_lines_clear(&p);
}

static void greet(const repl *prompt) {
  if (prompt->is_terminal && !prompt->o.quiet)
    printf("Custos %s. ':help' lists the commands, Ctrl-D ends.\n",
           custos_version());
}

static int run_session(repl *r) {
  for (size_t i = 0; i < r->o.file_count && !r->is_done; i++)
    if (strcmp(r->o.files[i], "-") != 0)
      repl_load(r, r->o.files[i]);
  repl_prompt *prompt = repl_prompt_new(r);
  greet(r);
  run_loop(r, prompt);
  repl_prompt_delete(prompt);
  if (!r->is_terminal && session_interrupted())
    repl_note(r, EXIT_UNKNOWN);
  return output_finish(r->is_terminal ? EXIT_HOLDS : r->status);
}

int run_repl(const options *o) {
  repl prompt = {.o = *o};
  setlocale(LC_CTYPE, "");
  prompt.is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  int status = session_begin(&prompt.s, &prompt.o);
  prompt.s.on_error = repl_point;
  prompt.s.on_error_self = &prompt;
  if (!status)
    status = run_session(&prompt);
  repl_models_clear(&prompt);
  session_end(&prompt.s);
  for (size_t i = 0; i < prompt.value_count; i++)
    free(prompt.values[i]);
  free(prompt.values);
  if (prompt.owns_settings)
    free(prompt.o.settings);
  return status;
}
