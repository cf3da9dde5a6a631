/* The evidence that a C program fails: its files and how they were compiled,
 * the inputs in the order in which a run meets them, and the error. It names
 * everything by texts and places, so that it can be read before the program is
 * loaded; docs/formats/c-evidence.md describes the file. */
#ifndef EVIDENCE_C_TRACE_H
#define EVIDENCE_C_TRACE_H

#include "base/sha256.h"
#include "base/text.h"
#include "cfa/run.h"
#include "evidence/file/source.h"

typedef struct c_place {
  const char *file;      /* "": no position */
  uint32_t line, column; /* 0: unknown */
} c_place;

typedef struct c_trace_input {
  cfa_input_kind kind;
  const char *name; /* of the function or the variable; "": none */
  uint64_t offset;  /* in the variable, or in the heap object */
  uint8_t width;    /* bits */
  bool is_pointer;
  bool is_signed;   /* how people write it; not compared */
  bool is_variable; /* all of a variable, "name == value" in C; not written */
  uint64_t value;
  c_place place; /* where the run met it */
} c_trace_input;

/* An error edge was passed, or memory was used wrongly. */
typedef struct c_failure {
  bool is_fault;
  cfa_error_kind error; /* if not 'is_fault' */
  cfa_fault fault;      /* if 'is_fault' */
  const char *name;     /* of the error edge: a condition, or a function */
  c_place place;
} c_failure;

typedef struct c_trace_hash {
  char hex[SHA256_HEX];
} c_trace_hash;

typedef struct c_trace {
  vec(c_trace_hash) hashes; /* of the files, in their order */
  /* How the program was read; the texts that a user gave for it are options
   * of the source. */
  unsigned pointer_bits; /* 32 or 64 */
  unsigned checks;       /* CFA_CHECK_... */
  vec(c_trace_input) inputs;
  c_failure failure;
} c_trace;

/* The file that comes next in the order of the source. */
void c_trace_add_file(mem *m, c_trace *trace, const char *bytes, size_t length);
/* Is this file number 'i', to the byte? */
bool c_trace_is_of(const c_trace *trace, size_t i, const char *bytes,
                   size_t length);

/* The whole file. 'source' has as many files as 'trace' has hashes. */
void c_trace_write(const evidence_source *source, const char *property,
                   const c_trace *trace, text *out);
/* What follows the claim, which is EVIDENCE_VIOLATED. False: reported. */
bool c_trace_read(lines *v, const evidence_top *top, c_trace *out);

/* "reach_error is called", "out of bounds", ...: one line for people. */
void c_failure_print(const c_failure *failure, text *out);
/* "__VERIFIER_nondet_int() = -3" */
void c_trace_input_print(const c_trace_input *trace_input, text *out);
/* As it is written in the file, and as people read it: -3, 4294967295. */
void c_trace_value_print(const c_trace_input *trace_input, text *out);

#endif
