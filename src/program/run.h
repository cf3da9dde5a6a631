/* Programs interpreted as they stand: which steps are possible, and is a run
 * one of the program's? Shares nothing with the engines, nor with what turns a
 * program into relations: this is what runs are replayed with. */
#ifndef PROGRAM_RUN_H
#define PROGRAM_RUN_H

#include "base/progress.h"
#include "base/text.h"
#include "program/program.h"

/* The run has ended (nothing is possible at 'end', at a failed claim, or where
 * no guard can be passed) and repeats its last configuration. */
#define PROG_STUTTER UINT32_MAX

/* A step, and the values behind it: 'globals' cells of the globals, then those
 * of the frame on top then (none behind the return of procedure 0, which
 * does not happen), then, behind a call, those of the frame below it. */
typedef struct prog_step {
  uint32_t edge; /* or PROG_STUTTER: no values, they stay */
  size_t values; /* in 'values' of the run */
} prog_step;

typedef struct prog_run {
  vec(prog_step) steps;
  vec(uint32_t) values;
  size_t loop; /* the run goes on for ever: behind the last step comes this one
                  again, with the same edges; SIZE_MAX: it does not. The head
                  (location, globals, locals on top) before the first step of
                  the loop and behind its last are the same, and the loop never
                  pops what lies below that head. */
} prog_run;

void prog_run_free(mem *m, prog_run *run);

/* A configuration on the way along a run. Frames are bottom first. */
typedef struct prog_frame_values {
  uint32_t location;
  size_t cells; /* in 'cells' of the configuration */
} prog_frame_values;

typedef struct prog_configuration {
  const prog *p;
  mem *m;
  uint32_t *globals;
  vec(prog_frame_values) frames;
  vec(uint32_t) cells;
} prog_configuration;

/* At 'start', all cells 0. */
void prog_configuration_start(prog_configuration *c, mem *m,
                              const prog *program);
void prog_configuration_copy(prog_configuration *to,
                             const prog_configuration *from);
void prog_configuration_free(prog_configuration *c);
static inline uint32_t prog_here(const prog_configuration *c) {
  return vec_last(&c->frames).location;
}
static inline const uint32_t *prog_locals(const prog_configuration *c) {
  return c->cells.at + vec_last(&c->frames).cells;
}

/* Is this a step of the program from 'c'? Then takes it. A PROG_STUTTER is one
 * if nothing else is possible. 'why': what is wrong. */
bool prog_take(prog_configuration *c, const prog_run *run, size_t step,
               const char **why);

/* Is the run one of the program's, from its start, with its loop? */
bool prog_replay(mem *m, progress *clock, const prog *program,
                 const prog_run *run, const char **why);

/* All steps from a head; where an index has several values, the same may come
 * more than once. 'globals' are behind the step, 'top' are the cells of
 * the frame on top (NULL behind a return), 'below' of that below it (NULL but
 * behind a call). False from 'each': enough, and the result is false. */
typedef bool prog_each_step(void *self, uint32_t edge, const uint32_t *globals,
                            const uint32_t *top, const uint32_t *below);
bool prog_steps_from(mem *m, progress *clock, const prog *program,
                     uint32_t location, const uint32_t *globals,
                     const uint32_t *locals, prog_each_step *each, void *self);

/* Can a condition (without PROG_NEXT, PROG_BELOW) be true? */
bool prog_can_hold(mem *m, const prog *program, uint32_t condition,
                   const uint32_t *globals, const uint32_t *locals);

/* For people: "x=1 g=0 a=[1,0,2]", globals (unless NULL) then the frame's; ""
 * if none. An enumeration's value by its name. */
void prog_show_values(const prog *program, uint32_t procedure,
                      const uint32_t *globals, const uint32_t *locals,
                      text *out);

#endif
