/* The concrete interpreter: runs a control-flow automaton as cfa.h says, with
 * inputs that a caller gives. It replays what engines find and shares nothing
 * with them; 'custos simulate' is little more. Written to be right, not fast,
 * though a few million steps a second are expected. */
#ifndef CFA_RUN_H
#define CFA_RUN_H

#include "base/progress.h"
#include "base/text.h"
#include "cfa/cfa.h"

/* An input that a run met. */
typedef struct cfa_input {
  cfa_input_kind kind;
  uint32_t edge;   /* that met it */
  uint32_t name;   /* INPUT: the edge's name; uninitialised: the variable's
                      name (of an object: that of the variable, or CFA_NONE on
                      the heap) */
  uint64_t offset; /* of bytes in their object */
  uint8_t width;   /* bits */
  bool is_pointer; /* only null (0) can be given, see CFA_END_UNSUPPORTED */
  uint64_t value;
} cfa_input;
typedef vec(cfa_input) cfa_inputs;

typedef enum cfa_end {
  CFA_END_RETURN,      /* main returned */
  CFA_END_HALT,        /* exit, abort */
  CFA_END_BLOCKED,     /* an assumption failed, or a division trapped */
  CFA_END_ERROR,       /* CFA_FAIL, or a fault that is checked */
  CFA_END_FAULT,       /* a fault that is not: the rest is undefined */
  CFA_END_UNDEFINED,   /* CFA_UNDEFINED; 'why' says what */
  CFA_END_UNSUPPORTED, /* 'why' says what */
  CFA_END_STEPS        /* the limit that was given */
} cfa_end;

typedef struct cfa_run cfa_run;

/* Gives the value of the next input, whose other fields are filled in. */
typedef uint64_t cfa_choose(void *self, const cfa_input *input);

typedef struct cfa_run_options {
  unsigned checks; /* CFA_CHECK_... */
  cfa_choose *choose;
  void *self;
} cfa_run_options;

/* At the beginning of main; its globals are there. */
cfa_run *cfa_run_begin(mem *m, progress *clock, const cfa *automaton,
                       const cfa_run_options *run_options);
void cfa_run_delete(cfa_run *run);
/* One edge, not through calls. False: the run has ended. */
bool cfa_run_step(cfa_run *run);
/* At most so many; 0: without limit (the clock still raises). */
cfa_end cfa_run_finish(cfa_run *run, uint64_t most_steps);

/* Looking */

uint32_t cfa_run_location(const cfa_run *run); /* where it is */
uint32_t cfa_run_edge(const cfa_run *run); /* taken last; CFA_NONE: none yet */
size_t cfa_run_depth(const cfa_run *run);  /* calls; main is 1 */
uint64_t cfa_run_steps(const cfa_run *run);
cfa_end cfa_run_end(const cfa_run *run, cfa_fault *fault, const char **why);
/* Of a run that has ended by a fault: "writes 4 bytes at offset 12 of the 12
 * bytes allocated at prog.c:7"; nothing if no memory was wrong. */
void cfa_run_describe_access(const cfa_run *run, char *out, size_t size);
/* The edge taken last; where that is in a model of the library, the program's
 * call, and 'model' is the function that is called. */
uint32_t cfa_run_known_edge(const cfa_run *run, uint32_t *model);
const cfa_inputs *cfa_run_inputs(const cfa_run *run); /* met so far */
/* What main returned; false: it did not, or no word. */
bool cfa_run_result(const cfa_run *run, uint64_t *value);

/* What the last step changed: a part of a variable that people know, or of
 * what a pointer leads to. */
typedef struct cfa_change {
  uint32_t variable; /* CFA_NONE: on the heap */
  uint64_t offset;
  unsigned width;
  bool is_pointer, is_initialised;
  uint64_t value;  /* of pointers: the offset */
  uint64_t object; /* pointers: to what, as this run numbers it; 0: to none */
} cfa_change;
size_t cfa_run_changes(const cfa_run *run, cfa_change *out, size_t most);
/* The value of an expression at this point, in the frame on top, without
 * making inputs; false: it is undefined or uninitialised. */
bool cfa_run_value(cfa_run *run, uint32_t expression, uint64_t *value);
/* The value of the pointer or word as people read it: "&a[2]", "NULL", "-3". */
void cfa_run_show(cfa_run *run, const cfa_change *change, char *out,
                  size_t size);

#endif
