/* Sessions of extended CTL: definitions and commands, as text. The language is
 * in docs/formats/ectl.md. */
#ifndef LANG_ECTL_ECTL_TEXT_H
#define LANG_ECTL_ECTL_TEXT_H

#include "automata/grammar.h"
#include "automata/regex.h"
#include "base/report.h"
#include "logic/ectl.h"

typedef enum ectl_item_kind {
  ECTL_MACHINE, /* DFA, PDA, LTS, PDS */
  ECTL_REGULAR,
  ECTL_GRAMMAR,
  ECTL_FORMULA,
  ECTL_COMMAND
} ectl_item_kind;

/* REGULAR: labels of 'nodes' are actions, or FA_SET + 0: any action ('.'),
 * whatever actions there will be. */
typedef struct ectl_regular {
  names actions;
  regex tree;
  uint32_t root;
} ectl_regular;

typedef enum ectl_argument_kind {
  ECTL_NAME,    /* f */
  ECTL_STRING,  /* "file" */
  ECTL_INLINE,  /* a formula in place of a name: ':check(EF p, m)' */
  ECTL_STACKED, /* p[a b _]: a state and a stack, the top first */
  ECTL_OPTION   /* --html */
} ectl_argument_kind;

typedef struct ectl_argument {
  ectl_argument_kind kind;
  char *text; /* as written, without quotes; of a STACKED: the state */
  vec(char *) stack;
  uint32_t node; /* INLINE: of the session's formulas */
  uint32_t line, column;
} ectl_argument;

typedef struct ectl_item {
  ectl_item_kind kind;
  char *name; /* of the definition; of a command: "check", "show", ... */
  uint32_t line, column;
  size_t from, to; /* its text, in the input */
  machine machine;
  ectl_regular regular;
  grammar grammar;
  uint32_t node; /* FORMULA */
  vec(ectl_argument) arguments;
} ectl_item;

typedef vec(ectl_item) ectl_items;

/* Reads a whole text: formulas go into 'formulas', all else into 'out'; all of
 * it lives in 'm'. False: something was reported, and what was added must not
 * be used. Checked here: syntax, commands and the number and kind of their
 * arguments; names within a machine (states used but not declared, heads
 * declared twice); a name defined twice in this text. Not checked: names of
 * other definitions. */
bool ectl_read(mem *m, const char *file, const char *input, size_t length,
               report *r, progress *clock, ectl *formulas, ectl_items *out);

/* One formula alone, from the first byte to the last; ECTL_NONE: reported. */
uint32_t ectl_read_formula(mem *m, const char *file, const char *input,
                           size_t length, report *r, ectl *formulas);

/* Does the text end within a definition or a command, so that a prompt should
 * ask for another line? */
bool ectl_is_open(const char *input, size_t length);

/* A definition as text that ectl_read reads as the same. */
void ectl_write_machine(mem *m, const char *name, const machine *x, text *out);
void ectl_write_regular(mem *m, const char *name, const ectl_regular *regular,
                        text *out);
void ectl_write_grammar(mem *m, const char *name, const grammar *x, text *out);
void ectl_write_formula(mem *m, const char *name, const ectl *t, uint32_t node,
                        text *out);

#endif
