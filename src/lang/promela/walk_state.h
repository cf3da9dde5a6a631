/* Inside the walker: where a process stands, what a state is, and what the
 * parts of the walker ask of each other. */
#ifndef LANG_PROMELA_WALK_STATE_H
#define LANG_PROMELA_WALK_STATE_H

#include "base/map.h"
#include "lang/promela/walk.h"

/* Where a process stands: at a statement, behind a compound one (the join
 * after fi, od, or an unless), or at its closing brace. */
typedef uint32_t walk_node;
#define WALK_END UINT32_MAX

static inline walk_node walk_at(uint32_t statement) { return 2 * statement; }
static inline walk_node walk_behind(uint32_t statement) {
  return 2 * statement + 1;
}
static inline bool walk_is_join(walk_node n) { return n % 2 == 1; }
static inline uint32_t walk_statement(walk_node n) { return n / 2; }

enum { WALK_MOST = 255 }; /* processes, channels; also the highest priority */

typedef struct walk_process {
  uint32_t type; /* of the syntax's processes */
  walk_node at;
  int32_t priority;
  uint32_t base;   /* of its variables in 'values' */
  uint32_t queues; /* that existed when it was made */
} walk_process;

typedef struct walk_queue {
  uint32_t shape;       /* of the syntax's channels */
  vec(int32_t) content; /* message behind message */
} walk_queue;

/* One thing that a process might do where it stands. */
typedef struct walk_move {
  uint32_t statement; /* PML_NONE: it ends */
  bool is_join;
  uint32_t escape; /* 0, or the unless, plus one, whose escape it is in */
} walk_move;
typedef vec(walk_move) walk_moves;

/* A step that is possible in the present state. */
typedef struct walk_choice {
  pml_step step;
  uint32_t ordinal; /* of its move among the possible ones of the process */
} walk_choice;

/* What a rendezvous send offers to the other processes. */
typedef struct walk_offer {
  bool is_open;
  uint32_t channel;
  uint32_t last_mover; /* who moved last may not take it */
  vec(int32_t) message;
} walk_offer;

typedef struct walk_mark {
  size_t start, length; /* of the state in 'kept' */
  size_t key;           /* of these are compared */
  uint32_t next;        /* with the same hash, or PML_NONE */
} walk_mark;

/* A piece of text of an event; it is a string once it is finished. */
typedef vec(char) walk_text;

typedef vec(int32_t) walk_words;

/* An expression that waits for the value of one of its parts. */
typedef struct walk_frame {
  uint32_t e;
  uint32_t stage;
  int32_t value;
  uint32_t link, slot; /* of a name: how far it was followed */
  uint32_t owner;      /* whose locals it means */
  bool outside;
} walk_frame;

/* Where the name that was evaluated last leads. */
typedef struct walk_found {
  size_t slot;
  const pml_var *leaf;
  bool outside; /* nowhere */
} walk_found;

typedef vec(walk_node) walk_nodes;

struct pml_walk {
  mem *m;
  const pml_syntax *s;

  /* Found once (walk_layout.c). */
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
  walk_nodes end_nodes, progress_nodes, accept_nodes;

  /* The state. */
  walk_words values;
  vec(walk_process) processes;
  vec(walk_queue) queues; /* the first 'queue_count' exist */
  uint32_t queue_count;
  uint32_t exclusive; /* who goes on alone, or PML_NONE */
  uint32_t last;
  walk_node trace_at;
  bool trace_over; /* a notrace that can no longer be completed */
  walk_offer offer;
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

  bool choices_known;
  bool choices_timeout; /* they are there because nothing else is */
  vec(walk_choice) choices;

  int32_t result;
  walk_found found;

  /* Scratch space; users remember where their part begins. */
  vec(walk_frame) frames;
  walk_words stack;
  walk_moves moves, main_moves;
  vec(uint32_t) pending, groups;
  walk_words before;
  uint32_t processes_before;

  vec(model_fault) faults;
  walk_text fault_text;
  uint32_t occasion; /* counts takes and checks, to tell their faults apart */

  map hashes;
  walk_words kept;
  vec(walk_mark) marks;
  vec(uint32_t) mark_of_hash;

  /* Of the step that was taken last. */
  bool showing; /* somebody wants to see it */
  pml_talk_kind talk;
  uint32_t talk_channel;
  walk_text name, message, output, changes, scratch;
};

/* walk_layout.c */
void walk_lay_out(pml_walk *w);

/* walk_node.c: notes, 4, 6 and 8. */
walk_node walk_resolve(const pml_walk *w, walk_node n, bool exclusive);
/* Where a process begins. */
walk_node walk_entry(const pml_walk *w, uint32_t process);
bool walk_is_atomic(const pml_walk *w, walk_node n);
walk_node walk_after(const pml_walk *w, uint32_t statement);
/* Where a move leads; 'goes_on' is whether its process goes on alone. */
walk_node walk_target(const pml_walk *w, const walk_move *x, bool *goes_on);
/* The moves at a node, appended in the order of SPIN's search. */
void walk_list(pml_walk *w, walk_node n, walk_moves *out);
/* The choices that a statement begins with, inside a d_step. */
void walk_list_inside(pml_walk *w, uint32_t statement, walk_moves *out);

/* walk_value.c */
int32_t walk_eval(pml_walk *w, uint32_t e);
/* A value stored for a variable of this type. */
int32_t walk_cut(const pml_var *v, int32_t value);
/* Assigns to a PML_NAME, cut to fit. */
void walk_assign(pml_walk *w, uint32_t e, int32_t value);
void walk_store(pml_walk *w, size_t slot, const pml_var *v, int32_t value);
/* The process of a remote reference, or PML_NONE. */
uint32_t walk_remote(const pml_walk *w, uint32_t type, bool has_pid,
                     int32_t pid);
/* Is it the place of the label? */
bool walk_is_at(const pml_walk *w, walk_node at, uint32_t process,
                uint32_t label);
bool walk_stands(const walk_nodes *nodes, walk_node at);

/* walk_process.c */
void walk_begin(pml_walk *w);
/* Its pid. The arguments begin at 'first' in 'stack'. */
int32_t walk_create(pml_walk *w, uint32_t type, size_t first, uint32_t count,
                    int32_t priority, bool has_priority);
void walk_die(pml_walk *w);
bool walk_is_provided(pml_walk *w, uint32_t pid);
bool walk_is_outranked(pml_walk *w, uint32_t pid);

/* walk_talk.c */
walk_queue *walk_channel(pml_walk *w, int32_t number);
bool walk_can_send(pml_walk *w, const pml_statement *x);
bool walk_can_receive(pml_walk *w, const pml_statement *x);
/* 'first': of the arguments' values in 'stack'. */
bool walk_poll(pml_walk *w, const pml_expr *e, int32_t number, size_t first);
/* Is the statement a rendezvous send? */
bool walk_offers(pml_walk *w, const pml_statement *x);
void walk_open_offer(pml_walk *w, uint32_t statement);
bool walk_can_accept(pml_walk *w, const pml_statement *x);
void walk_send(pml_walk *w, uint32_t statement);
void walk_receive(pml_walk *w, uint32_t statement);

/* walk_trace.c */
/* The message begins at 'message' in 'stack'. */
void walk_watch(pml_walk *w, bool is_send, uint32_t channel, size_t message,
                uint32_t count);
bool walk_trace_completed(const pml_walk *w);

/* walk_run.c */
/* May the statement be executed now by w->pid? 'some': an earlier one in the
 * list could be. A statement that stops everything can be; w->fatal tells. */
bool walk_can(pml_walk *w, uint32_t statement, bool some);
void walk_execute(pml_walk *w, uint32_t statement);
/* A d_step that does not look whether a handshake is going on (notes, 7). */
bool walk_ignores_offers(const pml_walk *w, uint32_t statement);

/* walk_choice.c */
/* Fills 'choices', unless they are known. */
void walk_find_choices(pml_walk *w);
bool walk_can_move(pml_walk *w, uint32_t pid);
/* Looks at everything once more and keeps the faults of what is not possible.
 */
void walk_check_state(pml_walk *w);
/* Some move of the process is possible, whatever 'provided' and priorities
 * say. */
bool walk_is_enabled(pml_walk *w, uint32_t pid);
/* walk_go.c */
void walk_go(pml_walk *w, const walk_choice *c);

/* walk_mark.c */
/* Appends the state; the first 'key' words say whether two are equal. */
void walk_save(pml_walk *w, walk_words *out, size_t *key);
void walk_load(pml_walk *w, const int32_t *from);

/* walk_show.c */
/* "a[3].f", appended; the variable that the slot is of. */
const pml_var *walk_name_slot(pml_walk *w, uint32_t var, uint32_t slot,
                              walk_text *out);
void walk_show_value(pml_walk *w, pml_type type, uint32_t sub, int32_t value,
                     walk_text *out);
void walk_show_message(pml_walk *w, uint32_t shape, const int32_t *message,
                       walk_text *out);
void walk_show_expression(pml_walk *w, uint32_t e, walk_text *out);
void walk_print(pml_walk *w, const pml_statement *x);
void walk_remember(pml_walk *w); /* the values before a step */
void walk_show_changes(pml_walk *w);
/* Makes it a string and gives it. */
const char *walk_finish(pml_walk *w, walk_text *t);

/* walk_look.c */
/* Where a process stands in the text. */
pml_place walk_place(const pml_walk *w, const walk_process *p);

/* walk_text.c */
base_printf(3, 4) void walk_say(pml_walk *w, walk_text *out, const char *format,
                                ...);
/* A fault at w->place. After one that stops there is nothing. */
base_printf(4, 5) void walk_fault(pml_walk *w, model_severity severity,
                                  bool stops, const char *format, ...);

#endif
