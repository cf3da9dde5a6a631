/* The parser, inside. Tokens come from the text, or from the body of an inline
 * that is being expanded; names are resolved while they are read, except labels
 * and proctypes, which may be mentioned before they are there.
 *
 * Nothing calls itself: what is open waits on a stack, 'opens' for statements,
 * 'pending' for expressions. */
#ifndef LANG_PROMELA_PARSER_H
#define LANG_PROMELA_PARSER_H

#include "base/compiler.h"
#include "base/map.h"
#include "lang/promela/syntax.h"

enum {
  PML_MOST_OPEN = 10000,        /* statements in statements */
  PML_MOST_DEEP = 10000,        /* operators in operators */
  PML_MOST_CALLS = 1000,        /* inlines in inlines */
  PML_MOST_EXPANDED = 20000000, /* tokens that inlines make */
  PML_MOST_ELEMENTS = 1 << 24,  /* of an array */
  PML_MOST_FIELDS = 10000       /* of a message */
};

typedef enum pml_word {
  PML_W_NONE,
  PML_W_ACTIVE,
  PML_W_ALWAYS,
  PML_W_ASSERT,
  PML_W_ATOMIC,
  PML_W_BIT,
  PML_W_BOOL,
  PML_W_BREAK,
  PML_W_BYTE,
  PML_W_C_CODE,
  PML_W_C_DECL,
  PML_W_C_EXPR,
  PML_W_C_STATE,
  PML_W_C_TRACK,
  PML_W_CHAN,
  PML_W_D_PROCTYPE,
  PML_W_D_STEP,
  PML_W_DO,
  PML_W_ELSE,
  PML_W_EMPTY,
  PML_W_ENABLED,
  PML_W_EQUIVALENT,
  PML_W_EVAL,
  PML_W_EVENTUALLY,
  PML_W_FALSE,
  PML_W_FI,
  PML_W_FOR,
  PML_W_FULL,
  PML_W_GET_PRIORITY,
  PML_W_GOTO,
  PML_W_HIDDEN,
  PML_W_IF,
  PML_W_IMPLIES,
  PML_W_IN,
  PML_W_INIT,
  PML_W_INLINE,
  PML_W_INT,
  PML_W_LEN,
  PML_W_LOCAL,
  PML_W_LTL,
  PML_W_MTYPE,
  PML_W_NEMPTY,
  PML_W_NEVER,
  PML_W_NEXT,
  PML_W_NFULL,
  PML_W_NOTRACE,
  PML_W_NP,
  PML_W_OD,
  PML_W_OF,
  PML_W_PC_VALUE,
  PML_W_PID,
  PML_W_PRINTF,
  PML_W_PRINTM,
  PML_W_PRIORITY,
  PML_W_PROCTYPE,
  PML_W_PROVIDED,
  PML_W_RELEASE,
  PML_W_RETURN,
  PML_W_RUN,
  PML_W_SELECT,
  PML_W_SET_PRIORITY,
  PML_W_SHORT,
  PML_W_SHOW,
  PML_W_SKIP,
  PML_W_STRONGUNTIL,
  PML_W_TIMEOUT,
  PML_W_TRACE,
  PML_W_TRUE,
  PML_W_TYPEDEF,
  PML_W_U,
  PML_W_UNLESS,
  PML_W_UNSIGNED,
  PML_W_UNTIL,
  PML_W_V,
  PML_W_W,
  PML_W_WEAKUNTIL,
  PML_W_X,
  PML_W_XR,
  PML_W_XS,
  PML_W_ANY,         /* _ */
  PML_W_MY_PID,      /* _pid */
  PML_W_NR_PR,       /* _nr_pr */
  PML_W_MY_LAST,     /* _last */
  PML_W_MY_PRIORITY, /* _priority */
  PML_WORDS
} pml_word;

/* ---- Names ------------------------------------------------------------- */

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

/* ---- Expressions ------------------------------------------------------- */

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

/* ---- Statements -------------------------------------------------------- */

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
  uint32_t calls;             /* of inlines, so far */
  vec(uint32_t) record_sizes; /* scalars in them */
  map mtype_sets;             /* mtype:name */
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
  vec(uint32_t) label_calls; /* of every label: its call, or 0 */
  vec(pml_jump) jumps;
  vec(pml_remote) remotes;
  vec(uint32_t) runs; /* expressions: their process is looked for at the end */
  vec(size_t) formula_tokens; /* of every formula */
  uint32_t unnamed;           /* formulas without a name */
  uint32_t process;           /* that is being read, or PML_NONE */
  uint32_t helpers;           /* how many were made */
} pml_parser;

/* ---- parse.c : tokens and messages ------------------------------------- */

void pml_advance(pml_parser *p);
/* The kind of the token behind the one to be looked at. */
int pml_peek(const pml_parser *p);
pml_word pml_word_of(const pml_parser *p, const pml_token *t);
static inline bool pml_at_word(const pml_parser *p, pml_word w) {
  return pml_word_of(p, &p->token) == w;
}
bool pml_at(const pml_parser *p, int kind);
/* Takes it, or reports that 'what' should be here. */
bool pml_take(pml_parser *p, int kind, const char *what);
bool pml_take_word(pml_parser *p, pml_word w, const char *what);
/* A name that is no keyword. */
bool pml_take_name(pml_parser *p, uint32_t *name, const char *what);
void pml_skip_separators(pml_parser *p);
pml_place pml_end_of(const pml_parser *p, const pml_token *t);
const char *pml_name(const pml_parser *p, uint32_t name);
uint32_t pml_insert(pml_parser *p, const char *name);
void pml_open_words(pml_parser *p);

base_printf(3, 4) bool pml_wrong(pml_parser *p, pml_place at,
                                 const char *format, ...);
/* The token cannot stand here; 'what' could. */
bool pml_misfit(pml_parser *p, const char *what);

/* ---- scope.c ----------------------------------------------------------- */

pml_symbol pml_find(const pml_parser *p, uint32_t name);
/* False: reported, it is there already. */
bool pml_declare(pml_parser *p, uint32_t name, pml_symbol_kind kind,
                 uint32_t number, pml_place at);
size_t pml_scope_begin(const pml_parser *p);
void pml_scope_end(pml_parser *p, size_t mark);
/* The field of a record, or the local of a process; PML_NONE. */
uint32_t pml_find_field(const pml_parser *p, uint32_t record, uint32_t name);
uint32_t pml_find_local(const pml_parser *p, uint32_t process, uint32_t name);
bool pml_undeclared(pml_parser *p, uint32_t name, pml_place at,
                    const char *what);
bool pml_no_field(pml_parser *p, uint32_t record, uint32_t name, pml_place at);

/* ---- parse_declarations.c ---------------------------------------------- */

/* Does a declaration begin here? */
bool pml_at_declaration(const pml_parser *p);
/* byte a, b = 3 ; one or several names of one type. Vars from *first on. */
bool pml_parse_declaration(pml_parser *p, uint32_t record, uint32_t *first);
bool pml_parse_parameters(pml_parser *p, uint32_t process);
bool pml_parse_typedef(pml_parser *p);
/* Behind 'mtype' or 'mtype:name'. */
bool pml_parse_mtypes(pml_parser *p, uint32_t set);
bool pml_parse_constant(pml_parser *p, int64_t *out);
uint32_t pml_add_var(pml_parser *p, pml_var v);
/* How many scalars a message has that is a value of this type. */
uint32_t pml_flat_size(const pml_parser *p, pml_type type, uint32_t sub);

/* ---- parse_expression.c, parse_operand.c ------------------------------- */

/* *out: an expression; of arguments: the number of the first in 'lists'. */
bool pml_parse_expression(pml_parser *p, pml_expect expect, uint32_t *out,
                          uint32_t *count);
/* One that is no probe, no run, no record: for indices and the like. */
bool pml_parse_value(pml_parser *p, uint32_t *out, const char *what);
/* Goes on behind a first operand, a reference. */
bool pml_continue_expression(pml_parser *p, uint32_t first, uint32_t *out);
/* *is_open: another operand must follow. */
bool pml_read_operand(pml_parser *p, bool *is_open);
/* Behind the ']' or the name of a reference. */
bool pml_continue_reference(pml_parser *p, pml_pending o, bool *is_open);
/* Behind P or P[pid] : @L or :x */
bool pml_finish_remote(pml_parser *p, uint32_t process, uint32_t pid,
                       pml_place at, bool *is_open);
/* The operand on top becomes an argument; records become their scalars. */
bool pml_take_argument(pml_parser *p, bool is_received, bool is_run);
/* Reports what cannot be an operand of + : probes, records, '_'. */
void pml_check_value(pml_parser *p, uint32_t e);
/* A reference to a record becomes references to its scalars, in 'arguments'. */
bool pml_flatten(pml_parser *p, uint32_t e);
pml_pending *pml_push_pending(pml_parser *p, int kind, int level, pml_op op);
uint32_t pml_add_expr(pml_parser *p, pml_expr e);
uint32_t pml_new_expr(pml_parser *p, pml_op op, uint32_t a, uint32_t b,
                      pml_place at);
/* 'e' has a part. */
void pml_deepen(pml_parser *p, uint32_t e, uint32_t part);
uint32_t pml_number_expr(pml_parser *p, int32_t value, pml_place at);
void pml_push_operand(pml_parser *p, uint32_t e);
uint32_t pml_push_list(pml_parser *p, size_t arguments);
/* The variable at the end of a reference. */
uint32_t pml_referred(const pml_parser *p, uint32_t e);

enum { /* how tightly operators bind; unary ones most */
       PML_LEVEL_IMPLIES = 1,
       PML_LEVEL_OR,
       PML_LEVEL_AND,
       PML_LEVEL_UNTIL,
       PML_LEVEL_OR_BITS,
       PML_LEVEL_XOR_BITS,
       PML_LEVEL_AND_BITS,
       PML_LEVEL_EQUAL,
       PML_LEVEL_COMPARE,
       PML_LEVEL_SHIFT,
       PML_LEVEL_ADD,
       PML_LEVEL_MULTIPLY,
       PML_LEVEL_UNARY
};

enum { /* kinds of pml_pending that are open */
       PML_P_PAREN = 1,
       PML_P_THEN,  /* (c -> : what comes is the value */
       PML_P_OTHER, /* : the other */
       PML_P_INDEX,
       PML_P_PID,  /* P[ */
       PML_P_CALL, /* len( and the like, with one argument */
       PML_P_RUN,
       PML_P_POLL, /* c?[ */
       PML_P_EVAL,
       PML_P_SENT,     /* the arguments of a send statement */
       PML_P_RECEIVED, /* of a receive */
       PML_P_NESTED    /* ( in arguments */
};

/* ---- parse_statement.c, parse_control.c -------------------------------- */

/* From '{' to '}'. */
bool pml_parse_body(pml_parser *p, uint32_t process);
uint32_t pml_add_statement(pml_parser *p, pml_kind kind, pml_place at);
/* The labels that wait get their statement. */
void pml_attach_labels(pml_parser *p, uint32_t statement);
/* A statement is complete: it gets its labels and its place in the sequence. */
bool pml_finish_statement(pml_parser *p, uint32_t statement);
/* The same for one that the parser makes: no labels, no unless. */
void pml_append(pml_parser *p, uint32_t statement);
pml_open *pml_push_open(pml_parser *p, pml_open_kind kind, uint32_t statement,
                        pml_place at);
/* Where 'break' leads, or PML_NONE. */
uint32_t pml_innermost_loop(const pml_parser *p);
/* All but those that contain others. */
bool pml_parse_basic(pml_parser *p);
uint32_t pml_make_assign(pml_parser *p, uint32_t target, uint32_t value,
                         pml_place at);
bool pml_parse_for(pml_parser *p);
bool pml_close_for(pml_parser *p);
bool pml_parse_select(pml_parser *p);
bool pml_parse_inline(pml_parser *p);
bool pml_call_inline(pml_parser *p, uint32_t number, uint32_t result);
bool pml_begin_options(pml_parser *p, pml_kind kind);
bool pml_begin_option(pml_parser *p);
bool pml_end_options(pml_parser *p);
bool pml_begin_block(pml_parser *p, pml_kind kind);
/* Removes what SPIN removes from an option (notes, 4). */
void pml_tidy_option(pml_parser *p, uint32_t first);

/* ---- labels.c, check.c ------------------------------------------------- */

void pml_add_label(pml_parser *p, uint32_t name, pml_place at);
void pml_resolve_jumps(pml_parser *p, size_t first_jump);
/* When all is read. */
void pml_resolve_remotes(pml_parser *p);
void pml_resolve_runs(pml_parser *p);
void pml_add_skips(pml_parser *p);
/* Gotos that lead to each other and nowhere else. */
void pml_check_cycles(pml_parser *p);
void pml_check_statement(pml_parser *p, uint32_t statement);
void pml_check_model(pml_parser *p);

#endif
