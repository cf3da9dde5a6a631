/* The C file that makes a program fail: the program itself, and functions that
 * give it the inputs of a trace. */
#ifndef EVIDENCE_C_STUBS_H
#define EVIDENCE_C_STUBS_H

#include "base/names.h"
#include "evidence/c/source.h"

/* How the functions end the program. */
enum {
  C_STUBS_FAILED = 90, /* the error was called, or an assertion failed */
  C_STUBS_INPUTS = 91, /* it asked for more inputs than there are */
  C_STUBS_ASSUME = 92  /* an assumption does not hold */
};
/* What they say before; behind it comes a name, or nothing. */
#define C_STUBS_SAYS_ERROR "custos: the error is called: "
#define C_STUBS_SAYS_ASSERTION "custos: the assertion fails"
#define C_STUBS_SAYS_INPUTS "custos: more inputs than recorded: "
#define C_STUBS_SAYS_ASSUME "custos: the assumption does not hold"

typedef struct c_stubs {
  c_sources sources;
  const cfa *cfa;
  const c_trace *trace;
  const names *undefined; /* what the program uses and does not define */
  const names *missing;   /* of these, what no library defines */
  const names *implicit;  /* functions that it calls without a declaration */
  /* The error function if the program defines it: its calls are noticed where
   * it is entered, see c_stubs_hooks. NULL: not needed. */
  const char *hooked;
  /* What libraries define is theirs; the standard input is given. Else what
   * gives inputs is ours. */
  bool is_real;
  bool fills_heap;     /* malloc gives memory filled with 'fill' */
  unsigned arguments;  /* words that it is to be run with */
  unsigned char fill;  /* what uninitialised memory holds */
  const char *command; /* that builds it, for people */
} c_stubs;

/* Functions that fail in the run, as often as 'tell' is called: the linker is
 * to lead their calls to "__wrap_" and their name. */
typedef void c_stubs_tell(void *self, const char *name);
void c_stubs_failing(const c_trace *trace, c_stubs_tell *tell, void *self);

/* Does a function that the program defines have to be hooked? */
const char *c_stubs_hooks(const c_trace *trace, const names *undefined);

/* What of libraries the file stands for. */
typedef enum c_stubs_replaced {
  C_STUBS_REPLACE_NOTHING,
  C_STUBS_REPLACE_CHANCE, /* functions that may return anything (rand) */
  C_STUBS_REPLACE_OTHERS
} c_stubs_replaced;
/* The names, ", " between, of functions and variables in the file that the run
 * depends on, but for those that are inputs by their name (__VERIFIER_...) or
 * the user's word. What does not fit is left out ("..."). */
c_stubs_replaced c_stubs_tell_own(mem *m, const c_stubs *stubs, char *out,
                                  size_t size);

/* One source: the whole program. Several: only the functions, to be compiled
 * with them. */
void c_stubs_write(mem *m, const c_stubs *stubs, text *out);
/* The program's own text, whose messages name its own file. */
void c_stubs_write_source(const c_source *source, text *out);

#endif
