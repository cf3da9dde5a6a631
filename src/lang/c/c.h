/* C programs: compiled by clang to bitcode, which the program custos-cfront
 * (folder cfront/, the only one that knows LLVM) turns into a control-flow
 * automaton. Both are programs of their own, run in a folder that is removed;
 * neither's crash is ours. Models of libc's functions, written in C
 * (library.c), are compiled along and used where a program has no body. */
#ifndef LANG_C_C_H
#define LANG_C_C_H

#include "base/progress.h"
#include "cfa/cfa.h"

typedef struct c_options {
  unsigned pointer_bits; /* 32 (-m32) or 64 */
  unsigned checks;       /* CFA_CHECK_...: DIVISION, OVERFLOW matter here */
  bool failing;          /* malloc and the like may return NULL */
  bool undefined;        /* runs that are undefined are to be told */
  bool control;          /* its control flow is all that matters: see
                            cfront/front.h */
  const char *const *arguments; /* of clang: "-I...", "-D..."; NULL at the end;
                                   NULL: none */
  const char *const *inputs;    /* further functions that give inputs, NULL at
                                   the end; NULL: none */
} c_options;

/* One program from several files. False: reported, with clang's own positions
 * and words, or, without a position, what is missing on this machine.
 * __VERIFIER_nondet_*, __VERIFIER_assume, __VERIFIER_error, reach_error,
 * __VERIFIER_assert, __assert_fail need no declaration. */
bool c_load(mem *m, progress *clock, const c_options *options,
            const char *const *files, size_t count, report *r, cfa *out);

/* The words of a property file of SV-COMP, "CHECK( init(main()), LTL(G !
 * call(reach_error())) )": which checks it asks for. */
typedef struct c_property {
  bool error_calls; /* unreach-call: presupposes that memory is used rightly */
  unsigned checks;  /* CFA_CHECK_... */
  bool assertions;  /* of a Java program: "G assert" */
} c_property;
bool c_read_property(const char *file, const char *bytes, size_t length,
                     report *r, c_property *out);

#endif
