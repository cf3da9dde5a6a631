/* The syntax tree, in flat arrays; everything is known by its number. Names
 * have been resolved, types checked, inlines, 'for' and 'select' expanded.
 *
 * Both semantics are made from it, and share nothing else: the machine
 * (lower/lowered.h, machine/machine.h), which is fast and searches, and the
 * walker (walker/walker.h), which is slow, replays what the machine found,
 * simulates and explains. */
#ifndef LANG_PROMELA_SYNTAX_H
#define LANG_PROMELA_SYNTAX_H

#include "base/text.h"
#include "lang/promela/tokens/tokens.h"

enum {
  PML_MOST_PROCESSES = 255,
  PML_MOST_DEEP = 10000 /* operators in operators */
};

/* Declarations */

typedef enum pml_type {
  PML_BIT,  /* bit, bool */
  PML_BYTE, /* byte, pid */
  PML_SHORT,
  PML_INT,
  PML_UNSIGNED, /* 'width' bits */
  PML_MTYPE,    /* 'sub': its name, or PML_NONE */
  PML_CHAN,
  PML_RECORD /* 'sub': number of the record */
} pml_type;

typedef enum pml_initial {
  PML_INITIAL_NONE,
  PML_INITIAL_VALUE,  /* 'init': expression; of an array: for all elements */
  PML_INITIAL_LIST,   /* 'init': first of 'init_count' in 'lists' */
  PML_INITIAL_CHANNEL /* 'channel' */
} pml_initial;

/* A variable, a parameter, or a field of a record. */
typedef struct pml_var {
  uint32_t name;
  pml_type type;
  uint32_t width; /* PML_UNSIGNED */
  uint32_t sub;
  bool is_array;
  uint32_t count;   /* of elements; 1 if it is no array */
  uint32_t process; /* whose local it is; PML_NONE: global, or a field */
  uint32_t record;  /* whose field it is, or PML_NONE */
  bool is_parameter, is_hidden, is_show, is_local;
  bool is_helper; /* made by the parser: the counter of for (m in c) */
  pml_initial initial;
  uint32_t init, init_count;
  uint32_t channel; /* of 'channels'; for an array of channels: that of each */
  uint32_t declared_by; /* the PML_DECLARE that is its step, or PML_NONE */
  pml_place at;
} pml_var;

/* What  [n] of { byte, T }  says. */
typedef struct pml_channel {
  uint32_t capacity;     /* 0: rendezvous */
  uint32_t first, count; /* in 'fields' : records are flattened to scalars */
} pml_channel;

typedef struct pml_field { /* of a message: a scalar */
  pml_type type;
  uint32_t sub; /* as in pml_var */
} pml_field;

typedef struct pml_record {
  uint32_t name;
  uint32_t first, count; /* in 'vars' : its fields, contiguous */
  uint32_t scalars;      /* in it, and in the records in it */
  /* Somewhere in it, the records in it included. */
  bool has_array, has_record_array, has_unsigned;
  pml_place at;
} pml_record;

/* Expressions */

typedef enum pml_op {
  PML_CONST,  /* value; 'a': name of an mtype constant, or PML_NONE; 'd': true,
                 false, skip as it was written, or PML_NONE */
  PML_NAME,   /* a: variable, b: index or PML_NONE, c: PML_MEMBER or PML_NONE */
  PML_MEMBER, /* a: variable (a field), b, c: the same */
  PML_NOT,    /* a; so are the next two */
  PML_NEGATE,
  PML_COMPLEMENT,
  PML_ADD, /* a, b; so are the following */
  PML_SUBTRACT,
  PML_MULTIPLY,
  PML_DIVIDE,
  PML_MODULO,
  PML_AND_BITS,
  PML_XOR_BITS,
  PML_OR_BITS,
  PML_SHIFT_LEFT,
  PML_SHIFT_RIGHT,
  PML_EQUAL,
  PML_UNEQUAL,
  PML_LESS,
  PML_AT_MOST,
  PML_GREATER,
  PML_AT_LEAST,
  PML_AND,
  PML_OR,
  PML_CONDITIONAL, /* (a -> b : c) */
  PML_LEN,         /* a: the channel, a PML_NAME; so are the next four */
  PML_EMPTY,
  PML_NEMPTY,
  PML_FULL,
  PML_NFULL,
  PML_POLL, /* a: the channel, b: first of c arguments in 'lists'; 'random' */
  PML_RUN,  /* a: process, b: first of c arguments in 'lists', d: priority, an
               expression, or PML_NONE */
  PML_REMOTE_LABEL, /* a: process type, b: pid or PML_NONE, c: label's name */
  PML_REMOTE_VAR,   /* a: process type, b: pid or PML_NONE, c: PML_NAME of one
                       of its locals */
  PML_SELF,         /* _pid */
  PML_COUNT,        /* _nr_pr */
  PML_LAST,         /* _last */
  PML_PRIORITY,     /* _priority : of the process itself */
  PML_NP,           /* np_ */
  PML_TIMEOUT,
  PML_ENABLED,      /* a: pid */
  PML_PC_VALUE,     /* a: pid */
  PML_GET_PRIORITY, /* a: pid */
  PML_EVAL,         /* a: in the arguments of a receive: compare with it */
  PML_ANY,          /* _ : in the arguments of a receive */
  PML_C_EXPR,       /* c_expr { ... }; value: the number in 'c_parts' */
  /* In formulas only: */
  PML_ALWAYS, /* a; so are the next two */
  PML_EVENTUALLY,
  PML_NEXT,
  PML_UNTIL, /* a, b; so are the following */
  PML_RELEASE,
  PML_WEAK_UNTIL,
  PML_IMPLIES,
  PML_EQUIVALENT
} pml_op;

typedef struct pml_expr {
  pml_op op;
  uint32_t a, b, c, d;
  bool random; /* ??[ ] */
  int32_t value;
  pml_place at;
} pml_expr;

/* Statements */

typedef enum pml_kind {
  PML_SKIP, /* skip, true, a positive constant: a step that does nothing */
  PML_TEST, /* a: expression; also a 'run' that stands alone */
  PML_ELSE,
  PML_ASSIGN,    /* a: PML_NAME, b: value */
  PML_INCREMENT, /* a: PML_NAME */
  PML_DECREMENT,
  PML_SEND, /* a: channel; b: first of c arguments in 'lists'; 'random': !! */
  PML_RECEIVE, /* the same; 'random': ??; 'keeps': ?< >. Arguments: PML_CONST
                  (also negative), PML_EVAL: compared; PML_ANY; PML_NAME:
                  assigned. Records are flattened to their scalars. */
  PML_ASSERT,  /* a */
  PML_PRINT,   /* name: the format, with quotes; b: first of c arguments */
  PML_PRINTM,  /* a */
  PML_SET_PRIORITY, /* a: pid, b: value */
  PML_DECLARE,      /* a: variable: its declaration where it is a step */
  PML_C_CODE,       /* c_code { ... }; c: number in 'c_parts' */
  PML_GOTO,         /* name: label; 'target' */
  PML_BREAK,        /* 'target': the PML_DO */
  PML_IF,           /* a: first of c options in 'options' */
  PML_DO,
  PML_BLOCK,  /* a: first statement; also an inline's body, 'name' its name */
  PML_ATOMIC, /* a */
  PML_DSTEP,  /* a */
  PML_UNLESS  /* a: first of the main part, b: first of the escape */
} pml_kind;

/* A statement with nothing but a label behind it, or none, is a PML_SKIP. The
 * skips that SPIN adds before labelled gotos, and those it removes from
 * options (notes, 4), have been added and removed. Sequences are linked by
 * 'next'; they are never empty. */
typedef struct pml_statement {
  pml_kind kind;
  uint32_t a, b, c;
  uint32_t name;
  uint32_t target; /* the statement to go to; it has the label, or is what the
                      label's place stands for */
  uint32_t next;   /* in its sequence, or PML_NONE */
  uint32_t parent; /* the compound statement around it, or PML_NONE */
  uint32_t process;
  bool random, keeps;
  bool is_inline;      /* PML_BLOCK: an inline's body */
  bool is_made;        /* by the parser: part of for, select */
  bool is_braced;      /* PML_UNLESS: its main part stands in braces */
  uint32_t removed;    /* skips behind it in its sequence that were removed */
  pml_place at, until; /* first byte, and the byte behind the last token */
} pml_statement;

typedef struct pml_option {
  uint32_t first; /* statement */
  pml_place at;
} pml_option;

typedef struct pml_label {
  uint32_t name, process, statement;
  /* On the first statement of an option SPIN counts an end, progress or accept
   * label for the place behind that statement, and P@L is never true. */
  bool is_misplaced;
  bool is_used_from_outside; /* P@L occurs */
  pml_place at;
} pml_label;

typedef enum pml_process_kind {
  PML_PROCTYPE,
  PML_INIT,
  PML_NEVER,
  PML_TRACE,
  PML_NOTRACE
} pml_process_kind;

typedef struct pml_process {
  uint32_t name;
  pml_process_kind kind;
  uint32_t active;       /* how many run from the start; init: 1 */
  bool is_deterministic; /* D_proctype */
  uint32_t first_parameter, parameters; /* in 'vars', contiguous */
  uint32_t body;     /* first statement; PML_NONE: only declarations, it ends
                        at once */
  uint32_t provided; /* expression or PML_NONE */
  uint32_t priority; /* number; 0: not given */
  pml_place at, until;
} pml_process;

typedef struct pml_formula { /* ltl NAME { ... } */
  uint32_t name;
  uint32_t root; /* expression */
  pml_place at;
} pml_formula;

/* C inside. */

typedef enum pml_c_kind {
  PML_C_DECL,      /* types and the like: before everything else */
  PML_C_FUNCTIONS, /* c_code outside of processes */
  PML_C_STATEMENT,
  PML_C_VALUE,  /* c_expr */
  PML_C_GLOBAL, /* c_state: 'text' declares it; so do the next two */
  PML_C_LOCAL,
  PML_C_HIDDEN,
  PML_C_TRACK /* 'text': its address, 'second': its size */
} pml_c_kind;

typedef struct pml_c_part {
  pml_c_kind kind;
  uint32_t text;    /* name: as it stands there, with its braces or quotes */
  uint32_t shown;   /* the same with single blanks */
  uint32_t second;  /* name, or PML_NONE: what must hold before, with its
                       brackets; the first value, with its quotes */
  uint32_t process; /* whose; PML_NONE: nobody's, as in a formula */
  pml_place word, at, second_at; /* of c_code or the like, of the texts */
} pml_c_part;

struct pml_c; /* compiled and loaded: c/c_code.h */

/* What is said of a model from outside its text. Both interpreters follow it,
 * each in its own way. */
typedef struct pml_reading {
  bool runs_c;             /* its C may be compiled, loaded and run */
  bool loses_messages;     /* a send to a full channel is possible, and is
                              forgotten; handshakes are as ever */
  bool ignores_assertions; /* one that fails is no fault */
  bool ignores_end_states; /* a run may stop anywhere */
} pml_reading;

typedef struct pml_syntax {
  pml_reading reading;
  pml_tokens tokens; /* names, files */
  vec(pml_var) vars; /* in the order of declaration */
  vec(pml_channel) channels;
  vec(pml_field) fields;
  vec(pml_record) records;
  vec(pml_expr) exprs;
  vec(uint32_t) lists; /* of expressions */
  vec(pml_statement) statements;
  vec(pml_option) options;
  vec(pml_label) labels;
  vec(pml_process) processes; /* textual order */
  vec(pml_formula) formulas;
  vec(uint32_t) mtypes;      /* names of constants, in the order of the text */
  vec(int32_t) mtype_values; /* of each */
  vec(uint32_t) mtype_sets; /* of each: the name behind 'mtype:', or PML_NONE */
  bool uses_last, uses_priority, uses_timeout, uses_enabled, uses_np;
  uint32_t most_fields;    /* of a channel of the model */
  vec(pml_c_part) c_parts; /* in the order of the text */
  struct pml_c *c;         /* NULL: not loaded, or there is none */
} pml_syntax;

/* A formula with its atoms quoted, as logic/ltl.h reads it: [] "x == 1". A
 * conjunction of two tests becomes two atoms where neither can fault. */
void pml_print_formula(const pml_syntax *syntax, uint32_t root, text *out);

/* As source text, normalised: "x = (y+1)", "c!m,3". No positions, no comments,
 * names as declared. */
void pml_print_expression(const pml_syntax *syntax, uint32_t e, text *out);
void pml_print_statement(const pml_syntax *syntax, uint32_t statement,
                         text *out);

#endif
