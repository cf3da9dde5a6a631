/* The machine while it runs: where the frames and the channels of a state lie,
 * and the buffers that it works in. Everything is in the caller's scratch. */
#ifndef LANG_PROMELA_MACHINE_STATE_H
#define LANG_PROMELA_MACHINE_STATE_H

#include "lang/promela/machine/machine.h"

#include <assert.h>

/* Where everything lies in a state. Processes and channels come and go as on a
 * stack, so a 'run' only adds to it and can be taken back by two counts. */
typedef struct pml_layout {
  uint32_t processes, channels;
  uint32_t frame[PML_MOST_PROCESSES + 1]; /* of each pid */
  uint8_t type[PML_MOST_PROCESSES + 1];
  uint32_t first_channel[PML_MOST_PROCESSES + 1]; /* number of its first own */
  uint32_t contents[PML_MOST_CHANNELS + 2];       /* by number, from 1 */
  uint32_t queue[PML_MOST_CHANNELS + 2];
} pml_layout;

/* Instructions that stand for a row of those of the model; see
 * code.c. Comparisons come in twelve: by kind, global or local. */
enum {
  PML_QUICK_GLOBAL8 = 128,
  PML_QUICK_LOCAL8,
  PML_QUICK_GLOBAL32,
  PML_QUICK_LOCAL32,
  PML_QUICK_CONSTANT,   /* push, done */
  PML_QUICK_SET_GLOBAL, /* push, store */
  PML_QUICK_SET_LOCAL,
  PML_QUICK_COMPARE = 140, /* byte, push, compare */
  PML_QUICK_TEST = 152,    /* the same, done */
  PML_QUICK_BRANCH = 164   /* the same, jump if zero */
};

/* A state that waits to be gone on from inside one step of the model. */
typedef struct pml_pending {
  size_t at;   /* of its bytes in the arena */
  size_t base; /* the arena's count before it and its siblings were added */
  uint32_t size;
  uint32_t owner; /* the process that may go on alone; PML_NONE: it is stored */
  uint64_t movers;
  size_t first_fault, faults; /* that happened on the way to it */
  uint32_t line, column;      /* of the model's step */
  bool is_last;               /* of its siblings */
} pml_pending;

/* A scalar of a parameter; a record has several. */
typedef struct pml_parameter {
  uint32_t offset, scalar; /* in the frame */
  uint32_t variable;
} pml_parameter;

struct pml_machine;
/* All moves of a process at one point: see pml_expand. */
typedef uint32_t pml_expand_fn(struct pml_machine *x, uint8_t *bytes,
                               uint32_t size, uint32_t pid, uint64_t movers);

/* What the machine adds to a lowered model, once for a model. */
typedef struct pml_machine_model {
  /* By number in 'points': compiled; NULL while there is none. Set once, while
   * searches run. */
  pml_expand_fn *const *_Atomic compiled;
  pml_lowered *p;
  mem *m;
  mem *tree; /* that the model's syntax is kept in */
  /* Who may move alone; NULL: all steps are looked for. */
  const struct pml_ample *ample;
  uint32_t most_bytes;
  vec(uint32_t) quick; /* code, with rows of instructions made one */
  vec(uint32_t) place_of_statement; /* PML_NONE: none */
  vec(uint32_t) place_of_end;       /* by process */
  vec(pml_parameter) parameters;
  vec(uint32_t) first_parameter; /* by process, and one more */
  vec(uint8_t)
      receives; /* by point: some move is a receive or ignores offers */
  vec(uint32_t) text_of_expr; /* of asserts: where it begins in 'texts' */
  vec(char) texts;
  bool has_quirk;       /* some move ignores offers */
  uint32_t widest;      /* words of a talk, or fields of a channel */
  uint32_t most_values; /* that one piece of code may have on the stack */
  uint32_t depth;       /* pieces of code that may run inside each other */
  uint32_t code_words;  /* of the model itself, without those of atoms */
  uint32_t words;       /* of talks: the same */
  uint32_t places;
  uint32_t watch_end; /* the trace's last point */
} pml_machine_model;

enum {
  PML_NESTED = 4,             /* enabled() inside enabled() ... */
  PML_QUIRKS = 8,             /* d_steps inside one handshake */
  PML_MOST_BYTES = 1 << 25,   /* of a state */
  PML_MOST_SINGLE = 10000000, /* single steps in one of the model */
  PML_MOST_SEEN = 2000000,    /* different states in it: they take memory */
  PML_UNREMEMBERED = 1000     /* single steps until visited states are kept */
};

/* An offer that waits for its partner. */
typedef struct pml_offer {
  uint32_t channel; /* 0: there is none */
  uint32_t count;   /* of fields */
  const int32_t *fields;
} pml_offer;

typedef struct pml_seen_set {
  vec(uint8_t) bytes;
  vec(size_t) starts; /* of entries: owner, size, bytes */
  uint32_t *slots;
  uint32_t mask;
} pml_seen_set;

struct pml_single;

typedef struct pml_machine {
  const pml_machine_model *x;
  const pml_lowered *p;
  const uint32_t *code;
  const pml_move *moves;
  const pml_point *points;
  const pml_behaviour *behaviours;
  pml_expand_fn *const *compiled; /* of x; NULL: none, or somebody follows */
  /* What code runs on: */
  uint8_t *state;
  uint32_t size;
  uint32_t pid, frame; /* whose code it is; pid PML_NONE: nobody's */
  uint32_t statement;  /* where faults happen */
  bool timeout;
  bool some;       /* a move of this process was possible in this state */
  bool halted;     /* a fault that leaves no step */
  bool quiet;      /* faults do not count */
  uint32_t nested; /* looks at other processes */
  uint32_t level;  /* pieces of code that wait for another */
  pml_offer offer;
  bool is_offer_told; /* its faults have become those of a step */
  /* Who is where a receive may be possible, from the highest pid down; looked
   * up when the first offer is made in a state. PML_NONE: not yet. */
  uint32_t receivers;
  uint8_t receiver[PML_MOST_PROCESSES];
  pml_layout layout;
  uint32_t decoded; /* bytes of the state that the layout is of; 0: none */
  uint32_t decoded_processes, decoded_channels;
  /* The steps that are being made: */
  model_steps *out;
  uint32_t line, column; /* of the model's step */
  bool has_place;
  uint32_t single; /* moves so far in this call */
  uint32_t jumps;  /* back, inside code */
  uint32_t group;  /* 'pending.count' when this expansion began */
  size_t group_base;
  /* Buffers, each of a whole state unless told: */
  uint8_t *base, *current, *work, *half;
  int32_t *values; /* a stack; its free part: */
  int32_t *stack;
  int32_t *message, *sent, *offered; /* fields of a message */
  uint8_t *covered, *noted;
  pml_pending *few_pending;
  uint8_t *small_arena;
  pml_pending *pending;
  size_t pending_count, pending_capacity;
  uint8_t *arena;
  size_t arena_count, arena_capacity;
  bool own_pending, own_arena; /* grown beyond the scratch */
  pml_seen_set seen;
  /* Who wants to know single steps instead of those of the model. */
  void (*follow)(struct pml_machine *x, const struct pml_single *s);
  void *follower;
} pml_machine;

/* state.c */

/* The machine in a scratch, ready for a call. */
pml_machine *pml_machine_in(const model *x, void *scratch, model_steps *out);
uint32_t pml_scratch_bytes(const pml_machine_model *x);
const uint8_t *pml_covered(const model *x, const void *scratch);
/* Gives back what it took from 'out->m'. */
void pml_machine_end(pml_machine *machine);

/* Finds frames and channels of a state that is known to be one. */
void pml_decode(pml_machine *machine, const uint8_t *bytes, uint32_t size);
/* Forgets processes from number 'processes' on, then finds those up to 'size'.
 * The frames below have not moved. */
void pml_decode_rest(pml_machine *machine, uint32_t processes,
                     uint32_t channels, const uint8_t *bytes, uint32_t size);
/* Any bytes: are they a state? */
bool pml_is_state(pml_machine *machine, const uint8_t *bytes, uint32_t size);
/* Adds a process to x->state; its parameters are at 'arguments', none if NULL.
 * False: a fault. */
bool pml_create(pml_machine *machine, uint32_t type, uint32_t priority,
                const int32_t *arguments, uint32_t count);
/* x->state becomes the initial one. */
bool pml_make_initial(pml_machine *machine);

static inline uint32_t pml_point_at(const pml_machine *x, const uint8_t *bytes,
                                    uint32_t pid) {
  assert(pid < x->layout.processes);
  const uint8_t *at = bytes + x->layout.frame[pid] +
                      x->behaviours[x->layout.type[pid]].point_offset;
  return x->p->wide_points ? (uint32_t)(at[0] | at[1] << 8) : at[0];
}

static inline void pml_set_point(const pml_machine *x, uint8_t *bytes,
                                 uint32_t pid, uint32_t point) {
  assert(pid < x->layout.processes);
  assert(point < x->behaviours[x->layout.type[pid]].points);
  uint8_t *at = bytes + x->layout.frame[pid] +
                x->behaviours[x->layout.type[pid]].point_offset;
  at[0] = (uint8_t)point;
  if (x->p->wide_points)
    at[1] = (uint8_t)(point >> 8);
}

static inline const pml_point *
pml_point_of(const pml_machine *x, const uint8_t *bytes, uint32_t pid) {
  assert(pml_point_at(x, bytes, pid) <
         x->behaviours[x->layout.type[pid]].points);
  return &x->points[x->behaviours[x->layout.type[pid]].first_point +
                    pml_point_at(x, bytes, pid)];
}

/* A process that runs: no claim, no trace. */
static inline bool pml_is_real(const pml_lowered *lowered, uint32_t process) {
  assert(process < lowered->syntax->processes.count);
  pml_process_kind kind = lowered->syntax->processes.at[process].kind;
  return kind == PML_PROCTYPE || kind == PML_INIT;
}

static inline uint64_t pml_mover(uint32_t pid) {
  return UINT64_C(1) << (pid < 63 ? pid : 63);
}

/* Cells */

static inline uint32_t pml_scalar_word(const pml_scalar *scalar) {
  return (uint32_t)scalar->cell | (uint32_t)scalar->bits << 8;
}

static inline uint32_t pml_unsigned_bytes(uint32_t bits) {
  return bits < 8 ? 1 : bits < 16 ? 2 : 4;
}

/* How many bytes a load or store touches. */
static inline uint32_t pml_bytes_of(uint32_t scalar) {
  switch (scalar & 255) {
  case PML_CELL_U1:
  case PML_CELL_U8:
    return 1;
  case PML_CELL_I16:
    return 2;
  case PML_CELL_I32:
    return 4;
  default:
    return pml_unsigned_bytes(scalar >> 8);
  }
}

static inline int32_t pml_load(const uint8_t *at, uint32_t scalar) {
  uint16_t half;
  int32_t whole;
  switch (scalar & 255) {
  case PML_CELL_U1:
  case PML_CELL_U8:
    return *at;
  case PML_CELL_I16:
    memcpy(&half, at, sizeof half);
    return (int16_t)half;
  case PML_CELL_I32:
    memcpy(&whole, at, sizeof whole);
    return whole;
  default:
    break;
  }
  switch (pml_unsigned_bytes(scalar >> 8)) {
  case 1:
    return *at;
  case 2:
    memcpy(&half, at, sizeof half);
    return half;
  default:
    memcpy(&whole, at, sizeof whole);
    return whole;
  }
}

/* What is left of a value when it is stored. */
static inline int32_t pml_cut(int32_t value, uint32_t scalar) {
  uint32_t bits;
  switch (scalar & 255) {
  case PML_CELL_U1:
    return value & 1;
  case PML_CELL_U8:
    return value & 255;
  case PML_CELL_I16:
    return (int16_t)(uint16_t)value;
  case PML_CELL_I32:
    return value;
  default:
    bits = scalar >> 8;
    return bits >= 32 ? value : value & (int32_t)((UINT32_C(1) << bits) - 1);
  }
}

/* 'value' has been cut. */
static inline void pml_put(uint8_t *at, uint32_t scalar, int32_t value) {
  uint16_t half = (uint16_t)value;
  switch (scalar & 255) {
  case PML_CELL_U1:
  case PML_CELL_U8:
    *at = (uint8_t)value;
    return;
  case PML_CELL_I16:
    memcpy(at, &half, sizeof half);
    return;
  case PML_CELL_I32:
    memcpy(at, &value, sizeof value);
    return;
  default:
    break;
  }
  switch (pml_unsigned_bytes(scalar >> 8)) {
  case 1:
    *at = (uint8_t)value;
    return;
  case 2:
    memcpy(at, &half, sizeof half);
    return;
  default:
    memcpy(at, &value, sizeof value);
  }
}

/* faults.c */

/* At the present statement. */
base_printf(3, 4) void pml_fault(pml_machine *machine, model_severity severity,
                                 const char *format, ...);
/* The same, and there is no step. */
base_printf(2, 3) void pml_halt(pml_machine *machine, const char *format, ...);
void pml_fault_index(pml_machine *machine, int32_t index, uint32_t variable);
/* Once for each place 'key' (below the number of words of code). */
void pml_note_cut(pml_machine *machine, uint32_t key, int32_t value,
                  uint32_t variable);
void pml_fault_assert(pml_machine *machine, uint32_t expr);
/* What was tried did not happen. */
void pml_forget_faults(pml_machine *machine, size_t first);
/* Nobody can move, and that is wrong. */
void pml_fault_end(pml_machine *machine, const uint8_t *bytes);

/* run.c */

/* Runs code on x->state as process x->pid; what it leaves, or 0. */
int32_t pml_run(pml_machine *machine, uint32_t pc);
/* c_code.c */

/* Runs C on x->state; what it gives. 'does': it may change what is tracked. */
int32_t pml_c_on_machine(pml_machine *machine, uint32_t entry, bool does);

/* code.c */

/* Number of words of an instruction. */
static inline uint32_t pml_length_of(uint32_t op) {
  return 1 + pml_operands((pml_opcode)op);
}
/* Brings x->quick up to the model's code. */
void pml_copy_code(mem *m, pml_machine_model *x);

/* talk.c */

/* The contents of a channel's number, or PML_NONE: there is no such channel
 * (also for the number 0). */
static inline uint32_t pml_channel_queue(const pml_machine *x,
                                         int32_t channel) {
  return channel > 0 && (uint32_t)channel <= x->layout.channels
             ? x->layout.queue[channel]
             : PML_NONE;
}

int32_t pml_length(pml_machine *machine, int32_t channel, bool want_full);
/* Which channel the talk speaks of. */
int32_t pml_talk_channel(pml_machine *machine, const pml_talk *talk);
/* Evaluates what is sent, into x->sent. */
void pml_evaluate_words(pml_machine *machine, const pml_talk *talk);
/* Can a buffered channel take a message? Faults are told. */
bool pml_can_send(pml_machine *machine, int32_t channel);
/* Will what is sent there be forgotten? The channel has a buffer. Then neither
 * are the words evaluated, nor does a trace hear of it. */
bool pml_is_lost(const pml_machine *machine, int32_t channel);
/* Puts x->sent into a buffered channel of x->state. */
void pml_send(pml_machine *machine, const pml_talk *talk, int32_t channel);
/* x->offered becomes what a rendezvous channel makes of x->sent. */
void pml_make_offer(pml_machine *machine, const pml_talk *talk,
                    int32_t channel);
/* Which message of a buffered channel a receive would take; PML_NONE: none. */
uint32_t pml_find_message(pml_machine *machine, const pml_talk *talk,
                          int32_t channel);
/* Would a receive take what is offered? */
bool pml_takes_offer(pml_machine *machine, const pml_talk *talk);
/* Takes message 'slot' of a buffered channel out of x->state. */
void pml_take_message(pml_machine *machine, const pml_talk *talk,
                      int32_t channel, uint32_t slot);
/* Assigns x->message to the variables of a receive. */
void pml_assign_message(pml_machine *machine, const pml_talk *talk,
                        uint32_t fields);
bool pml_poll(pml_machine *machine, const pml_talk *talk);
/* Tells the trace of a send or receive on a channel. */
void pml_watch_event(pml_machine *machine, bool is_send, int32_t channel,
                     const int32_t *fields, uint32_t count);

/* steps.c */

/* May the process move at all: provided, priorities. */
bool pml_may_move(pml_machine *machine, uint8_t *bytes, uint32_t size,
                  uint32_t pid);
/* Is some move of it possible, as enabled() sees it: without partners. */
bool pml_is_enabled(pml_machine *machine, uint8_t *bytes, uint32_t size,
                    uint32_t pid);
/* Which processes have a move. */
uint64_t pml_movers(pml_machine *machine, uint8_t *bytes, uint32_t size);
/* Nobody has one, unless 'timeout' is true. */
bool pml_is_stuck(pml_machine *machine, uint8_t *bytes, uint32_t size);

/* A single step, or several statements that were merged into one, told to
 * whoever follows the search. */
/* A d_step that ran between the halves of a handshake, and the one before it;
 * they live as long as whoever looks for partners. */
typedef struct pml_between {
  uint32_t pid;
  const pml_move *move;
  const struct pml_between *before; /* or NULL */
} pml_between;

typedef struct pml_single {
  uint32_t pid, partner; /* who moves; who receives, or PML_NONE */
  const pml_move *move, *received;
  const pml_between *between; /* of a handshake; NULL: nothing */
  const uint8_t *bytes;       /* NULL: it leads nowhere */
  uint32_t size, owner;
  size_t first_fault; /* those of the step are behind it */
} pml_single;

/* What is known of a single step when it is taken. */
typedef struct pml_taking {
  uint32_t pid;         /* who began it */
  const pml_move *move; /* his */
  uint32_t partner;     /* who received, or PML_NONE */
  const pml_move *received;
  const pml_between *between;
  uint64_t movers; /* of this step of the model, before it */
  size_t first_fault;
  size_t offer_faults; /* of a handshake: how many of them the offer has */
} pml_taking;

/* search.c: x->state, of x->size bytes, is what it leads to. 'owner'
 * may go on alone. */
void pml_arrive(pml_machine *machine, const pml_taking *taking, uint32_t owner);
/* A state that is not stored now: it is put behind its siblings. */
void pml_wait(pml_machine *machine, pml_pending *pending, const uint8_t *bytes);
/* Was this state, with this number, not yet kept in x->seen? Now it is. */
bool pml_is_new(pml_machine *machine, const uint8_t *bytes, uint32_t size,
                uint32_t number);
/* A step with a fault that leaves none. */
void pml_arrive_nowhere(pml_machine *machine, const pml_taking *taking);

/* Who is where a receive may be possible: x->receivers. */
void pml_find_receivers(pml_machine *machine, const uint8_t *bytes);
/* One move of a process that may move; x->some tells whether one before it was
 * possible. False: it is not. */
bool pml_try_move(pml_machine *machine, uint8_t *bytes, uint32_t size,
                  uint32_t pid, uint64_t movers, const pml_move *move);
/* Takes all moves of a process; how many there were. */
uint32_t pml_expand(pml_machine *machine, uint8_t *bytes, uint32_t size,
                    uint32_t pid, uint64_t movers);

/* model.c, search.c, atoms.c */

void pml_first(const model *x, void *scratch, model_steps *out);
void pml_next(const model *x, void *scratch, const uint8_t *state,
              uint32_t size, model_steps *out);
/* Nobody moves: is that as it should be? */
bool pml_is_good_end(pml_machine *machine, const uint8_t *bytes);
bool pml_letter(const model *x, const model_binding *b, void *scratch,
                const uint8_t *state, uint32_t size, uint64_t *letter,
                model_steps *out);
bool pml_formula_text(const model *x, mem *m, const char *file, uint32_t line,
                      uint32_t column, const char *input, size_t length,
                      report *r, text *out);
bool pml_bind_atoms(const model *x, mem *m, const names *atoms,
                    const char *file, uint32_t line, uint32_t column, report *r,
                    model_binding *out);
/* The code of an atom, or PML_NONE: it asks for an accept label. */
uint32_t pml_atom_code(const model_binding *b, uint32_t atom);
void pml_show(const model *x, const uint8_t *state, uint32_t size, text *out);

#endif
