/* The walker: the meaning of a syntax tree, step by step and slowly. It shares
 * nothing with the machine. It replays what a search has found, simulates, and
 * knows all that people want to see of a step. */
#ifndef LANG_PROMELA_WALKER_WALKER_H
#define LANG_PROMELA_WALKER_WALKER_H

#include "lang/promela/syntax/step.h"
#include "lang/promela/syntax/view.h"
#include "model/model.h"

typedef struct pml_walker pml_walker;

/* What a step did, for people. */
typedef enum pml_talk_kind {
  PML_NO_TALK,
  PML_SENT,
  PML_RECEIVED,
  PML_BOTH
} pml_talk_kind;

typedef struct pml_event {
  pml_step step;
  pml_talk_kind talk;
  uint32_t channel;         /* its number */
  const char *channel_name; /* as the statement writes it, "c", "c[2]" */
  const char *message;      /* "MSG,3" */
  const char *output;       /* of printf and printm; "" if none */
  const char *changes;      /* "x = 3, A(0):i = 2"; "" if none */
  /* What went wrong in it; several are possible. */
  size_t first_fault, faults; /* in pml_walker_fault */
  bool stopped; /* by a fault that has no 'afterwards': no step follows, the
                   state means nothing */
} pml_event;

/* Lives in 'm', which the walker fills as it goes on. */
pml_walker *pml_walker_new(mem *m, const pml_syntax *syntax);
/* To the initial state. */
void pml_walker_start(pml_walker *walker);

/* All steps that are possible here, in the order of SPIN's search, with what is
 * exclusive (atomic), priorities, provided, unless and timeout observed. */
void pml_walker_steps(pml_walker *walker, pml_steps *out);
/* Takes one. False, and nothing has happened: it is not possible. Texts of
 * 'out', which may be NULL, live until the next call. */
bool pml_walker_take(pml_walker *walker, const pml_step *step, pml_event *out);

/* Nobody has the right to go on alone: SPIN would store this state. */
bool pml_walker_rests(pml_walker *walker);
/* Nobody can move, and some process is not at its end or an end label, or the
 * trace is not completed. */
bool pml_walker_is_bad_end(pml_walker *walker);
/* The faults of the present state itself: a bad end, or something wrong in a
 * test that is therefore false. They are added to those of pml_walker_fault,
 * from number 'first' on; how many. */
size_t pml_walker_check(pml_walker *walker, size_t *first);
/* Some process stands at an accept label. */
bool pml_walker_at_accept(pml_walker *walker);

/* Faults of all steps since the start (model_fault of model/model.h; 'step'
 * and 'at' mean nothing here), with their texts. */
const model_fault *pml_walker_fault(const pml_walker *walker, size_t i,
                                    const char **text);

/* Positions that can be returned to: a number for the present state; states
 * that are equal have equal numbers. */
uint32_t pml_walker_mark(pml_walker *walker);
void pml_walker_return(pml_walker *walker, uint32_t mark);
/* What all marks take together. */
size_t pml_walker_bytes(const pml_walker *walker);

/* A never claim, which is no process: places are as in pml_view_position.
 * Where one that stands at 'from' is after a step that looks at the present
 * state, each place once; 'is_error': it also comes to its end, an end label or
 * an assertion that fails. False: a test has no value. */
typedef vec(uint32_t) pml_walker_places;
bool pml_walker_claim(pml_walker *walker, uint32_t from, pml_walker_places *out,
                      bool *is_error);
uint32_t pml_walker_claim_start(const pml_walker *walker, uint32_t claim);
bool pml_walker_claim_accepts(const pml_walker *walker, uint32_t place);

/* The value of an expression of a formula's scope. False: it has none. */
bool pml_walker_value(pml_walker *walker, uint32_t e, int32_t *out);

/* Everything that can be seen: processes with type, pid, and the statement they
 * are at; variables. Called in order; texts are valid during the call. */
typedef struct pml_seen {
  const char *process; /* "A(0)" or "": global */
  uint32_t pid;        /* PML_NONE: global */
  const char *name;    /* "x", "a[3].f", "c" ; "" : the process itself */
  const char *value;   /* "3", "MSG", "[MSG,3] [MSG,4]"; of a process: where it
                          is, "lock.pml:12" */
} pml_seen;
void pml_walker_look(pml_walker *walker, void *self,
                     void (*see)(void *self, const pml_seen *x));

/* The name of a process's type. */
const char *pml_walker_process(pml_walker *walker, uint32_t pid);

/* A step between two states that SPIN would store: an atomic sequence or a
 * handshake is one. */
typedef struct pml_walker_whole {
  uint32_t mark;         /* of the state that it leads to */
  uint64_t movers;       /* as in model/model.h */
  uint32_t line, column; /* of its first statement */
} pml_walker_whole;
typedef vec(pml_walker_whole) pml_walker_wholes;

/* All of them from the present state, which rests and whose mark is 'mark';
 * each once. Faults on the way are added to those of pml_walker_fault. How many
 * single steps were taken. 'movers': who has a step here. The present state is
 * then another one. */
size_t pml_walker_next(pml_walker *walker, uint32_t mark,
                       pml_walker_wholes *out, uint64_t *movers);
/* How many faults there are, and none any more. */
size_t pml_walker_fault_count(const pml_walker *walker);
void pml_walker_forget_faults(pml_walker *walker);
/* 'out', which is emptied, becomes the view of the present state. */
void pml_walker_view(pml_walker *walker, pml_view *out);
/* "a[3].f": the name of a scalar of a view; valid until the next call. */
const char *pml_walker_name(pml_walker *walker, uint32_t variable,
                            uint32_t element);

#endif
