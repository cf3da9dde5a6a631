/* What the files of the interpreter share. */
#ifndef CFA_RUN_INSIDE_H
#define CFA_RUN_INSIDE_H

#include "cfa/run.h"
#include "cfa/run_memory.h"

typedef struct run_scalar {
  run_value value;
  bool is_set;
} run_scalar;

typedef struct run_frame {
  uint32_t function, location;
  uint32_t edge;           /* that called it; main: CFA_NONE */
  size_t scalars, objects; /* where its own begin on the stacks */
} run_frame;

/* An expression whose operands were evaluated before it: their positions in
 * the same list are a, b, c. */
typedef struct run_instruction {
  uint8_t kind, op, width, from;
  bool is_pointer, is_global;
  uint32_t a, b, c;
  uint32_t variable;
  uint64_t value;
} run_instruction;

/* Expressions that are evaluated together, those of an edge say: each of their
 * parts once, where it is first met. */
typedef struct run_code {
  run_instruction *at;
  uint32_t *roots; /* positions of the expressions */
  uint32_t count, root_count;
} run_code;

/* What the last step wrote: a scalar of the frame on top, or bits in memory. */
typedef struct run_mark {
  uint32_t variable; /* CFA_NONE: in memory */
  run_value at;
  uint64_t bits;
} run_mark;

/* The access or free that was wrong. */
typedef struct run_wrong {
  run_value at;
  uint64_t count; /* bytes */
  bool is_there, is_write, is_free;
} run_wrong;

struct cfa_run {
  mem *m;
  progress *clock;
  const cfa *p;
  cfa_run_options options;
  run_memory memory;
  run_scalar *globals;
  uint64_t *global_objects, *functions; /* names; 0: not made yet */
  vec(run_scalar) scalars;
  vec(uint64_t) objects; /* of the frames; what alloca makes lies on top */
  vec(run_frame) frames;
  run_code *edges;              /* .at NULL: not made yet */
  uint32_t *positions, *stamps; /* by expression, while a list is made */
  size_t room;                  /* of these two */
  uint32_t stamp;
  vec(uint32_t) work;
  vec(run_value) registers;
  cfa_inputs inputs;
  vec(run_mark) marks;
  uint64_t steps;
  uint32_t edge; /* being taken, or taken last */
  bool is_quiet; /* makes no inputs: what needs one fails */
  bool has_ended, has_result;
  cfa_end end;
  cfa_fault fault;
  run_wrong wrong;
  const char *why;
  uint64_t result;
};

/* Why a run ends, where several files say so. */
extern const char run_arithmetic[], run_too_large[];

/* run_show.c */

/* A text of which only as much is kept as fits; text_end ends it. */
typedef struct run_window {
  char *out;
  size_t size, count;
  text text;
} run_window;
void run_window_begin(run_window *w, char *out, size_t size);

/* run_code.c */

void run_code_make(cfa_run *run, const uint32_t *expressions, size_t count,
                   run_code *out);
void run_code_free(cfa_run *run, run_code *code);

/* run_value.c */

/* The values of the roots are then those of run_root. False: the run has
 * ended. */
bool run_evaluate(cfa_run *run, const run_code *code);
static inline run_value run_root(const cfa_run *run, const run_code *c,
                                 size_t i) {
  return run->registers.at[c->roots[i]];
}
/* A new input, whose value is put into 'out'. */
bool run_input(cfa_run *run, const cfa_input *like, uint64_t *out);
run_scalar *run_scalar_of(cfa_run *run, const cfa_variable *variable);

/* run_access.c */

bool run_load(cfa_run *run, run_value at, const run_instruction *instruction,
              run_value *out);
bool run_store(cfa_run *run, run_value at, unsigned width, run_value value);
/* Is it no fault? Else the run ends with it. */
bool run_may(cfa_run *run, run_value at, uint64_t count, bool is_write);
/* The statements whose values these are. */
bool run_copy_bytes(cfa_run *run, run_value to, run_value from,
                    run_value count);
bool run_fill_bytes(cfa_run *run, run_value at, run_value byte,
                    run_value count);
bool run_allocate(cfa_run *run, const cfa_edge *edge, run_value size);
bool run_release(cfa_run *run, run_value what);

/* run.c */

/* These give false, so that a caller can say 'return run_stop(...)'. */
bool run_stop(cfa_run *run, cfa_end end, const char *why);
bool run_fault(cfa_run *run, cfa_fault fault);
bool run_push_frame(cfa_run *run, uint32_t function, uint32_t edge);
void run_assign(cfa_run *run, uint32_t variable, run_value value);

/* run_show.c */

/* The last step changed so many bits there. */
void run_changed(cfa_run *run, run_value at, uint64_t bits);
void run_changed_scalar(cfa_run *run, uint32_t variable);

#endif
