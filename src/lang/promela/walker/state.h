/* Inside the walker: where a process stands, and what a state is. */
#ifndef LANG_PROMELA_WALKER_STATE_H
#define LANG_PROMELA_WALKER_STATE_H

#include "base/map.h"
#include "lang/promela/walker/walker.h"

#include <assert.h>

/* Where a process stands: at a statement, behind a compound one (the join
 * after fi, od, or an unless), or at its closing brace. */
typedef uint32_t walker_node;
#define WALKER_END UINT32_MAX

static inline walker_node walker_at(uint32_t statement) {
  assert(statement < WALKER_END / 2);
  return 2 * statement;
}
static inline walker_node walker_behind(uint32_t statement) {
  assert(statement < WALKER_END / 2);
  return 2 * statement + 1;
}
static inline bool walker_is_join(walker_node n) { return n % 2 == 1; }
static inline uint32_t walker_statement(walker_node n) {
  assert(n != WALKER_END);
  return n / 2;
}

enum { WALKER_MOST = 255 }; /* processes, channels; also the highest priority */

typedef struct walker_process {
  uint32_t type; /* of the syntax's processes */
  walker_node at;
  int32_t priority;
  uint32_t base;   /* of its variables in 'values' */
  uint32_t queues; /* that existed when it was made */
} walker_process;

typedef struct walker_queue {
  uint32_t shape;       /* of the syntax's channels */
  vec(int32_t) content; /* message behind message */
} walker_queue;

/* One thing that a process might do where it stands. */
typedef struct walker_move {
  uint32_t statement; /* PML_NONE: it ends */
  bool is_join;
  uint32_t escape; /* 0, or the unless, plus one, whose escape it is in */
} walker_move;
typedef vec(walker_move) walker_moves;

/* A step that is possible in the present state. */
typedef struct walker_choice {
  pml_step step;
  uint32_t ordinal; /* of its move among the possible ones of the process */
  uint32_t partner_ordinal; /* of the receive, likewise */
} walker_choice;

/* What a rendezvous send offers to the other processes. */
typedef struct walker_offer {
  bool is_open;
  uint32_t channel;
  uint32_t last_mover; /* who moved last may not take it */
  vec(int32_t) message;
} walker_offer;

typedef struct walker_mark {
  size_t start, length; /* of the state in 'kept' */
  size_t key;           /* of these are compared */
  uint32_t next;        /* with the same hash, or PML_NONE */
} walker_mark;

typedef vec(int32_t) walker_words;

/* States that can be returned to. */
typedef struct walker_states {
  map hashes;
  walker_words kept;
  vec(walker_mark) marks;
  vec(uint32_t) mark_of_hash;
} walker_states;

/* A state on the way of one step of the model. Those that do not rest are kept
 * in a store of their own, which is emptied for the next step: of a long atomic
 * sequence nothing but its end is worth remembering. */
typedef struct walker_between {
  pml_walker_whole way; /* so far */
  uint32_t same;        /* another with the same mark, plus one; 0: none */
  bool rests;
} walker_between;

/* A piece of text of an event; it is a string once it is finished. */
typedef vec(char) walker_text;

/* An expression that waits for the value of one of its parts. */
typedef struct walker_frame {
  uint32_t e;
  uint32_t stage;
  int32_t value;
  uint32_t link, slot; /* of a name: how far it was followed */
  uint32_t owner;      /* whose locals it means */
  bool outside;
} walker_frame;

/* Where the name that was evaluated last leads. */
typedef struct walker_found {
  size_t slot;
  const pml_var *leaf;
  bool outside; /* nowhere */
} walker_found;

typedef vec(walker_node) walker_nodes;

/* A scalar, and where C sees it. */
typedef struct walker_c_scalar {
  uint32_t slot;  /* from the first of the globals or of the frame */
  uint32_t at;    /* bytes behind the first variable */
  uint32_t bytes; /* 1, 2 or 4 */
  bool is_signed;
} walker_c_scalar;

struct pml_walker {
  mem *m;
  const pml_syntax *s;

  /* Found once (layout.c). */
  uint32_t *offset; /* of a variable: in the globals, its frame or record */
  uint32_t *span;   /* of a variable, all elements together */
  uint32_t *record_span;
  uint32_t *frame_span; /* of a process */
  uint32_t globals;
  bool *in_main;     /* of a statement directly in an unless: main part? */
  bool *atom_at;     /* not the last of an atomic it is in */
  bool *atom_behind; /* the join behind it: the same */
  vec(uint32_t) trace_talks; /* the sends and receives in it */
  uint32_t
      *first_local; /* of a process, in 'locals'; one more than there are */
  uint32_t *locals; /* variables by process */
  uint32_t trace;   /* process that is a trace or notrace, or PML_NONE */
  walker_nodes end_nodes, progress_nodes, accept_nodes;
  vec(walker_c_scalar) c_scalars; /* of processes, then of the globals */
  vec(uint32_t) first_c_scalar;   /* by process, and two more */
  vec(uint8_t) c_globals, c_frame;

  /* The state. */
  walker_words values;
  vec(walker_process) processes;
  vec(walker_queue) queues; /* the first 'queue_count' exist */
  uint32_t queue_count;
  uint32_t exclusive; /* who goes on alone, or PML_NONE */
  uint32_t last;
  walker_node trace_at;
  bool trace_over; /* a notrace that can no longer be completed */
  walker_offer offer;
  bool stopped; /* by a fault that has no 'afterwards' */

  /* What is true during a single step. */
  uint32_t pid; /* who evaluates; PML_NONE: nobody */
  pml_place place;
  bool timeout;
  bool going;      /* a step is taken, not only looked for */
  bool listening;  /* faults are kept */
  bool fatal;      /* the evaluation came to a fault that stops */
  bool undefined;  /* or to one of that severity */
  uint32_t asking; /* depth of enabled() */
  bool some;       /* an earlier move of the process that looks was possible */

  bool choices_known;
  bool choices_timeout; /* they are there because nothing else is */
  vec(walker_choice) choices;

  int32_t result;
  walker_found found;

  /* Scratch space; users remember where their part begins. */
  vec(walker_frame) frames;
  walker_words stack;
  walker_moves moves, main_moves;
  vec(uint32_t) pending, groups;
  walker_words before;
  uint32_t processes_before;

  vec(model_fault) faults;
  walker_text fault_text;
  uint32_t occasion; /* counts takes and checks, to tell their faults apart */

  walker_states store;

  /* Of pml_walker_next: what is still to be gone on from, what was seen. */
  vec(walker_between) between;
  vec(walker_choice) taken;
  walker_states between_store;
  vec(uint32_t) between_of_mark[2]; /* by whether it rests, and its mark: the
                                       last one of it, plus one; it is of this
                                       call if it says so itself */

  /* Of the step that was taken last. */
  bool showing; /* somebody wants to see it */
  pml_talk_kind talk;
  uint32_t talk_channel;
  walker_text name, message, output, changes, scratch;
};

#endif
