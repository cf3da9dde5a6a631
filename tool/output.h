/* Where text goes: standard output, or a file that appears only when it is
 * complete. */
#ifndef TOOL_OUTPUT_H
#define TOOL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct output {
  FILE *file;
  char *path;      /* NULL: standard output */
  char *temporary; /* NULL: written in place (a device, a pipe) */
} output;

/* All of these say on stderr what went wrong. 'path' NULL or "-" is standard
 * output. */
bool output_open(output *o, const char *path);
/* A custos_write_fn; 'self' is the output. */
int output_write(void *self, const char *text, size_t length);
/* 'keep' false: the file is dropped. True only if all is on its way to disk. */
bool output_close(output *o, bool keep);

/* Removes a file that is being written; async-signal-safe. */
void output_abandon(void);

/* Ends a program that wrote to stdout: 'status', or EXIT_SYSTEM if something
 * could not be written. */
int output_finish(int status);

/* A new string, or none: then the program has ended with EXIT_SYSTEM. */
char *output_join(const char *a, const char *b, const char *c, const char *d);

/* The length of the character at 'text', 0 if it is no UTF-8 or a terminal
 * might obey it instead of showing it. */
size_t output_harmless(const char *text);
/* Text for the eyes: what is not harmless becomes \xNN. */
void output_visible(FILE *f, const char *text);
/* A JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void output_json(FILE *f, const char *text);
/* A word for the shell, quoted if it needs to be. */
void output_shell(FILE *f, const char *word);

/* Columns of the terminal that stdout is, at least 40 and at most 200; 80 if it
 * is none. */
size_t output_width(void);

/* Does 'f' show colours? */
bool output_has_colour(FILE *f);

#endif
