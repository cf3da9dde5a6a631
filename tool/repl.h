/* The prompt: definitions and commands of extended CTL, and models in the other
 * languages beside them. Its parts share this. */
#ifndef TOOL_REPL_H
#define TOOL_REPL_H

#include "session.h"

/* A file in a language other than extended CTL: a problem of its own, with its
 * own properties. */
typedef struct repl_model {
  char *name; /* what commands call it */
  char *path;
  const char *file; /* == path, as options want it */
  options o;
  session s;
  struct repl_model *next;
} repl_model;

/* What is being read, for messages. */
typedef struct repl_source {
  const char *name, *text;
  size_t length;
} repl_source;

typedef struct repl {
  options o;          /* of the command line; ':set' adds to its settings */
  session s;          /* what was defined, in extended CTL */
  bool owns_settings; /* once ':set' was said */
  char **values;      /* that ':set' gave */
  size_t value_count;
  repl_model *models; /* the newest first */
  bool is_terminal;   /* someone sits there */
  bool is_done;       /* ':quit' */
  int status;         /* the exit status so far */
  unsigned depth;     /* of files that load files */
  repl_source source;
  uint32_t line, column; /* of the command that is carried out; 0: none is */
} repl;

/* A command, kept while others change the session. */
typedef struct repl_command {
  char *name;
  char **arguments;
  size_t count;
  size_t property; /* as in custos_command */
  uint32_t line, column;
} repl_command;

/* Reads definitions and carries out commands; the first line has the number
 * 'line'. What is wrong was said, and is in the status. */
void repl_run_text(repl *prompt, const char *name, const char *text,
                   size_t length, size_t line);
/* A file of any language. */
void repl_load(repl *prompt, const char *path);

void repl_obey(repl *prompt, const repl_command *x);

/* Is it a definition of the session? */
bool repl_is_defined(repl *prompt, const char *name);

/* The worst exit status is the one of the session. */
void repl_note(repl *prompt, int status);
/* session_fail, noted. */
void repl_fail(repl *prompt, session *s, custos_status status);
/* What is wrong with a command: a line on stderr; the status becomes that of
 * bad input. */
#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void repl_complain(repl *prompt, const char *format, ...);

/* A session_error_fn: the line of the text, and a caret under the column. */
void repl_point(void *self, const custos_error *error);

/* Memory of the prompt itself; there is no way on without it. */
void *repl_allocate(size_t size);
char *repl_copy(const char *text, size_t length);
/* A whole file; NULL with errno set. */
char *repl_read_file(const char *path, size_t *length);

#endif
