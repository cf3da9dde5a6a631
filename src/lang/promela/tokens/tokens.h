/* From text to tokens: the preprocessor and the scanner.
 *
 * Tokens come out of the preprocessor with their place in the text that the
 * user wrote: for what a macro produced, that is the place of its use. */
#ifndef LANG_PROMELA_TOKENS_H
#define LANG_PROMELA_TOKENS_H

#include "base/names.h"
#include "base/progress.h"
#include "base/report.h"

#include <stdbool.h>

#define PML_NONE UINT32_MAX

/* A place in the text; 'file' is a number in pml_tokens.files. */
typedef struct pml_place {
  uint32_t file, line, column;
} pml_place;

/* Kinds of tokens; others are single characters and their own kind. */
enum {
  PML_T_END = 256,
  PML_T_BAD,     /* reported */
  PML_T_NAME,    /* name: number in pml_tokens.names */
  PML_T_NUMBER,  /* value; also character constants */
  PML_T_STRING,  /* name: with its quotes */
  PML_T_INCR,    /* ++ */
  PML_T_DECR,    /* -- */
  PML_T_SHIFT_L, /* << */
  PML_T_SHIFT_R, /* >> */
  PML_T_LE,
  PML_T_GE,
  PML_T_EQ,
  PML_T_NE,
  PML_T_AND,     /* &&, also /\ */
  PML_T_OR,      /* ||, also \/ */
  PML_T_ARROW,   /* -> */
  PML_T_EQUIV,   /* <-> */
  PML_T_BOX,     /* [] with nothing between */
  PML_T_DIAMOND, /* <> */
  PML_T_OPTION,  /* :: */
  PML_T_DOTS,    /* .. */
  PML_T_SORTED,  /* !! */
  PML_T_RANDOM,  /* ?? */
  PML_T_C_TEXT /* name: what follows c_code, c_expr or c_decl, with its braces;
                  before it, c_code[ ] may have another with brackets */
  /* Keywords are names: the parser compares their numbers. */
};

typedef struct pml_token {
  int kind;
  uint32_t name;
  int64_t value;
  pml_place at;
  bool spaced;   /* blanks before it */
  bool new_line; /* the first of its line (after preprocessing) */
  bool expanded; /* out of a macro */
} pml_token;

typedef struct pml_macros pml_macros; /* preprocess.c */

typedef struct pml_tokens {
  names names;
  names files;         /* files.at 0: the one that was given */
  vec(pml_token) list; /* the last is PML_T_END */
  pml_macros *macros;  /* as they are at the end of the text */
} pml_tokens;

/* How a file that is included is read; false: there is none. 'path' is as it
 * stands in the text, 'from' the file it stands in. The text is kept in 'm'. */
typedef struct pml_includes {
  void *self;
  bool (*read)(void *self, mem *m, const char *from, const char *path,
               bool is_system, const char **name, const char **text,
               size_t *length);
  const char *const *why; /* what 'read' says when it fails; NULL: nothing */
} pml_includes;

/* False: something was reported (all that can be found in one go). */
bool pml_tokenise(mem *m, pml_tokens *out, const char *file, const char *text,
                  size_t length, const pml_includes *includes, report *r,
                  progress *clock);

/* A text from outside the model (a formula, an atom): its tokens go to 'out',
 * which is emptied first; names are added to t->names, macros are those of the
 * model. Places are in 'file', the first byte at line, column. */
typedef vec(pml_token) pml_token_list;
bool pml_tokenise_more(mem *m, pml_tokens *tokens, const char *file,
                       uint32_t line, uint32_t column, const char *text,
                       size_t length, report *r, pml_token_list *out);

#endif
