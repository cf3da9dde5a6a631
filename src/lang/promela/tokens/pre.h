/* The preprocessor, in private. It works as C's does, on C's tokens, since that
 * is what SPIN hands its models to: a model's text is first a C text.
 *
 * Tokens come from sources (texts) and, once a macro has been entered, from a
 * stack of contexts (what macros stand for). Padding is no token: it marks
 * where tokens that did not stand side by side in a text have come together,
 * which decides about the blanks, and so about '::' or ': :'.
 * Invariant: a source is read only while there is no context. */
#ifndef LANG_PROMELA_PRE_H
#define LANG_PROMELA_PRE_H

#include "lang/promela/tokens/tokens.h"

enum {
  PRE_MOST_DEPTH = 200,         /* of files, and of calls inside arguments */
  PRE_MOST_EXPANDED = 20000000, /* tokens out of macros */
  PRE_MOST_FILES = 10000,       /* opened in all */
  PRE_MOST_PARAMETERS = 65535
};

typedef enum pre_kind {
  PRE_END, /* of the text, a directive, or an argument */
  PRE_PADDING,
  PRE_NAME,   /* text: number in pml_tokens.names */
  PRE_NUMBER, /* text: number in pml_macros.spellings; so are the next */
  PRE_CHAR,
  PRE_STRING,
  PRE_OTHER,    /* a quote without its partner, up to the end of the line */
  PRE_MARK,     /* text: up to four characters, the first in the lowest byte */
  PRE_PARAMETER /* text: which; only in a macro's body */
} pre_kind;

enum {
  PRE_WHITE = 1,      /* blanks before it */
  PRE_FIRST = 2,      /* of its line */
  PRE_PAINTED = 4,    /* a name that is never to be expanded */
  PRE_PASTES = 8,     /* '##' follows */
  PRE_IN_QUOTES = 16, /* a parameter with '#' */
  PRE_EXPANDED = 32,  /* came from a macro */
  PRE_NEW_LINE = 64   /* in the result: begins a line */
};

/* What a padding knows of the token it stands for. */
enum { PRE_NOTHING, PRE_CLOSE, PRE_APART };

typedef struct pre_token {
  uint8_t kind, flags;
  uint8_t source; /* PRE_PADDING */
  uint32_t text;
  pml_place at;
} pre_token;

typedef vec(pre_token) pre_list;

enum {
  PRE_NO_BUILTIN,
  PRE_LINE,
  PRE_FILE,
  PRE_BASE_FILE,
  PRE_LEVEL,
  PRE_COUNTER
};

typedef struct pre_macro {
  pre_token *body;
  uint32_t count;
  uint32_t parameters;
  bool has_parameters, is_variadic;
  bool is_busy; /* it is being expanded, so its name means nothing */
  uint8_t builtin;
} pre_macro;

struct pml_macros {
  vec(pre_macro) list;
  vec(uint32_t) of_name; /* plus one; 0: none */
  names spellings;
  uint32_t counter;
};

/* A text with its spliced lines joined; it ends with a newline. */
typedef struct pre_source {
  const char *at, *end, *line_start;
  const char **splices; /* where lines were joined */
  size_t splice_count, splice;
  char *text;
  uint32_t file, line;
  size_t conditions; /* how many were open when it began */
  bool is_fresh;     /* at the start of a line */
} pre_source;

typedef struct pre_context {
  const pre_token *at, *end;
  pre_token *owned; /* to be freed, or NULL */
  uint32_t macro;   /* or PML_NONE */
  bool is_argument; /* its end is PRE_END */
  bool is_body;     /* 'place' is that of all its tokens */
  pml_place place;
} pre_context;

typedef struct pre_condition {
  pml_place at;
  bool was_skipping, is_taken, has_else;
} pre_condition;

typedef enum pre_parsing { PRE_TEXT, PRE_PEEKS, PRE_ARGUMENTS } pre_parsing;

typedef struct pre {
  mem *m;
  pml_tokens *out;
  pml_macros *macros;
  const pml_includes *includes;
  report *report;
  progress *clock; /* or NULL */
  bool is_bad;     /* something was reported */
  bool gave_up;    /* nothing but PRE_END from now on */
  bool is_plain;   /* no directives: a text from outside */
  vec(pre_source) sources;
  vec(pre_context) contexts;
  vec(pre_condition) conditions;
  bool skipping, in_directive;
  pre_parsing parsing;
  uint32_t prevent; /* > 0: macros are not entered */
  bool has_back;    /* 'back' was read and put back */
  pre_token back;
  const char *text; /* of the last token of a source */
  size_t length;
  pml_place use;  /* of the outermost macro */
  uint32_t depth; /* of arguments being expanded */
  uint32_t expanded;
  uint32_t included;
  vec(char) scratch;
  /* As C's preprocessor lays out its result: */
  uint32_t printed_line;
  bool begins_line;
  uint8_t padding; /* PRE_NOTHING ... */
  bool was_padded;
  pre_token previous; /* PRE_PADDING: none on this line */
  pre_list result;
} pre;

base_printf(3, 4) void pml_pre_wrong(pre *p, const pml_place *at,
                                     const char *format, ...);

/* pre_read.c: texts */
void pml_pre_open(pre *p, uint32_t file, const char *text, size_t length);
void pml_pre_close(pre *p);
pml_place pml_pre_here(pre *p);
/* The next token of the source. */
void pml_pre_lex(pre *p, pre_token *token);
/* Behind the rest of a directive's line. */
void pml_pre_end_line(pre *p);
/* How a token is written; valid until a name is added. */
const char *pml_pre_spell(const pre *p, const pre_token *token, size_t *length,
                          char mark[4]);
/* The token that this text is, or false: it is none, or several. */
bool pml_pre_lex_whole(pre *p, const char *text, size_t length,
                       pre_token *token);

static inline bool pre_is(const pre_token *token, char c) {
  return token->kind == PRE_MARK && token->text == (uint32_t)(unsigned char)c;
}
static inline uint32_t pre_pair(char a, char b) {
  return (uint32_t)(unsigned char)a | (uint32_t)(unsigned char)b << 8;
}
static inline bool pre_is_hash(const pre_token *token) {
  return token->kind == PRE_MARK &&
         (token->text == '#' || token->text == pre_pair('%', ':'));
}
static inline bool pre_is_paste(const pre_token *token) {
  return token->kind == PRE_MARK &&
         (token->text == pre_pair('#', '#') ||
          token->text == (pre_pair('%', ':') | pre_pair('%', ':') << 16));
}

/* pre_define.c: macros */
void pml_pre_define(pre *p, const pml_place *at);
void pml_pre_set(pre *p, uint32_t name, const pre_macro *macro);
void pml_pre_undefine(pre *p, uint32_t name);
void pml_pre_predefine(pre *p);
/* The number of the macro, or PML_NONE. */
uint32_t pml_pre_macro(const pre *p, uint32_t name);

/* pre_expand.c: what comes out */
void pml_pre_next(pre *p, pre_token *token);
void pml_pre_push(pre *p, const pre_context *context);
void pml_pre_pop(pre *p);
void pml_pre_put_back(pre *p, const pre_token *token);
bool pml_pre_spend(pre *p, size_t tokens);

/* pre_call.c: macros with arguments, '#' and '##' */
bool pml_pre_call(pre *p, uint32_t macro, const pre_token *name);
void pml_pre_paste(pre *p, pre_token *left);

/* pre_directive.c, pre_condition.c */
void pml_pre_directive(pre *p, const pre_token *hash);
bool pml_pre_holds(pre *p, const pml_place *at);
/* preprocess.c */
void pml_pre_change_line(pre *p, const pre_token *token);
void pml_pre_run(pre *p);

#endif
