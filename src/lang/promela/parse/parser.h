/* The parser, inside. Tokens come from the text, or from the body of an inline
 * that is being expanded; names are resolved while they are read, except labels
 * and proctypes, which may be mentioned before they are there.
 *
 * Nothing calls itself: what is open waits on a stack, 'opens' for statements,
 * 'pending' for expressions. */
#ifndef LANG_PROMELA_PARSER_H
#define LANG_PROMELA_PARSER_H

#include "base/map.h"
#include "lang/promela/parse/words.h"
#include "lang/promela/syntax/syntax.h"

enum {
  PML_MOST_OPEN = 10000,        /* statements in statements */
  PML_MOST_CALLS = 1000,        /* inlines in inlines */
  PML_MOST_EXPANDED = 20000000, /* tokens that inlines make */
  PML_MOST_ELEMENTS = 1 << 24,  /* of an array */
  PML_MOST_BITS = 31,           /* of an unsigned */
  PML_MOST_FIELDS = 10000       /* of a message */
};

/* Names */

typedef enum pml_symbol_kind {
  PML_IS_NOTHING,
  PML_IS_VAR,
  PML_IS_CONSTANT, /* of an mtype; 'number': in pml_syntax.mtypes */
  PML_IS_RECORD,
  PML_IS_PROCESS,
  PML_IS_INLINE,
  PML_IS_UNKNOWN /* was reported, and nothing more is said about it */
} pml_symbol_kind;

typedef struct pml_symbol {
  pml_symbol_kind kind;
  uint32_t number;
} pml_symbol;

typedef struct pml_inline {
  uint32_t name;
  uint32_t first_formal, formals; /* names, in 'formals' */
  size_t body, body_count;        /* tokens between the braces */
  pml_place at;
  bool is_open; /* being expanded: it must not call itself */
} pml_inline;

typedef vec(size_t) pml_token_ends;

/* Where tokens come from. */
typedef struct pml_source {
  const pml_token *tokens;
  size_t next, count;
  pml_token *own;         /* to be released */
  uint32_t inline_number; /* that is expanded, or PML_NONE */
} pml_source;

/* Expressions */

/* What is known of an expression besides its node; one byte each. */
enum {
  PML_FACT_PROBE = 1,    /* full, empty, nfull, nempty inside: only && and || */
  PML_FACT_RUN = 2,      /* a run inside */
  PML_FACT_RUNS = 4,     /* several */
  PML_FACT_TEMPORAL = 8, /* a temporal operator inside */
  PML_FACT_RECORD = 16,  /* a whole record: good for messages only */
  PML_FACT_GROUPED = 32, /* in parentheses */
  PML_FACT_BAD = 64,     /* was reported */
  PML_FACT_REMOTE = 128  /* P@L or P:x inside */
};

/* An operator that waits for its right side, or something that is open. */
typedef struct pml_pending {
  int kind; /* 0: an operator */
  int level;
  pml_op op;
  bool random;
  uint32_t root, tail;   /* a reference that is being read, and its last part */
  uint32_t var;          /* whose index is read */
  size_t arguments;      /* where its arguments begin in 'arguments' */
  uint32_t process, pid; /* whose variable it is: P[pid]:x; or PML_NONE */
  bool is_complete;      /* of arguments: no more can follow */
  pml_place at;
} pml_pending;

typedef enum pml_expect {
  PML_PLAIN,   /* a value */
  PML_TARGET,  /* a variable, to be assigned to */
  PML_SENT,    /* arguments of a send, up to what cannot belong to them */
  PML_RECEIVED /* arguments of a receive */
} pml_expect;

/* Statements */

typedef enum pml_open_kind {
  PML_OPEN_BODY,
  PML_OPEN_BLOCK, /* also atomic and d_step */
  PML_OPEN_INLINE,
  PML_OPEN_OPTIONS, /* if, do */
  PML_OPEN_FOR      /* the body of a for: a block in an option of a do */
} pml_open_kind;

typedef struct pml_open {
  pml_open_kind kind;
  uint32_t statement;   /* PML_NONE: a body */
  uint32_t first, last; /* of the sequence that is being read */
  uint32_t main;     /* of an unless whose escape is to be read, or PML_NONE */
  uint32_t loop;     /* where 'break' leads, or PML_NONE */
  uint32_t inside;   /* d_step around its statements, or PML_NONE */
  size_t scope;      /* how many names were declared before */
  size_t labels;     /* those from here on wait for their statement */
  size_t options;    /* its options begin there in 'options' */
  uint32_t call;     /* which call of an inline; 0: none */
  uint32_t result;   /* variable that 'return' assigns to, or PML_NONE */
  uint32_t counter;  /* of a for: what is incremented */
  uint32_t helper;   /* the variable that counts in loops over channels */
  uint32_t head;     /* of a for: the last statement that was made */
  bool is_separated; /* another statement may follow here */
  bool has_declaration; /* so that it is not empty */
  bool has_option;
  pml_place until; /* of an inline: where the call ends */
  pml_place at;
} pml_open;

typedef struct pml_jump {
  uint32_t statement, call;
} pml_jump;

typedef struct pml_remote { /* P@L : its label is looked for at the end */
  uint32_t expr;
  pml_place at;
} pml_remote;

typedef struct pml_parser {
  mem *m;
  pml_syntax *s;
  const char *file;
  report *r;
  progress *clock; /* or NULL */
  bool failed;     /* something was reported */

  vec(uint8_t) words; /* pml_word of a name's number */
  vec(pml_source) sources;
  pml_token token;      /* the one to be looked at */
  pml_token taken;      /* the one before it */
  bool in_formula;      /* 'always', 'U' and the like are words */
  bool is_outside;      /* the text is not the model's */
  bool in_for;          /* and so is 'in' */
  uint32_t in_sequence; /* newlines separate statements */
  uint32_t parentheses;
  size_t expanded;

  vec(pml_symbol) symbols; /* of a name's number */
  vec(uint32_t) scope;     /* names that are declared inside a process */
  map fields;              /* (record, name), and (process, name) in 'locals' */
  vec(uint32_t) field_vars;
  map locals;
  vec(uint32_t) local_vars;
  vec(pml_inline) inlines;
  vec(uint32_t) formals;
  uint32_t calls; /* of inlines, so far */
  map mtype_sets; /* mtype:name */
  vec(int32_t) mtype_counts;

  vec(pml_pending) pending;
  vec(uint32_t) operands;
  vec(uint32_t) arguments;
  bool takes_array;     /* the name of an array may stand alone */
  vec(uint8_t) facts;   /* of every expression */
  vec(uint16_t) depths; /* of every expression: how deep it is nested */

  vec(pml_open) opens;
  vec(pml_option) options;
  vec(uint32_t) inside;   /* of every statement: its d_step or PML_NONE */
  vec(uint32_t) label_of; /* of every statement: a label on it or PML_NONE */
  map labels;             /* (process or call, name), see labels.c */
  vec(uint32_t) label_numbers;
  vec(pml_jump) jumps;
  vec(pml_remote) remotes;
  vec(uint32_t) runs; /* expressions: their process is looked for at the end */
  vec(size_t) formula_tokens; /* of every formula */
  map formula_names;
  uint32_t claims[3]; /* never, trace, notrace: how many */
  uint32_t unnamed;   /* formulas without a name */
  uint32_t process;   /* that is being read, or PML_NONE */
  uint32_t helpers;   /* how many were made */
} pml_parser;

#endif
