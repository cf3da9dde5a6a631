/* What the parts of the walker ask of each other, file by file. */
#ifndef LANG_PROMELA_WALK_PARTS_H
#define LANG_PROMELA_WALK_PARTS_H

#include "lang/promela/walk/state.h"

/* layout.c */
void walk_lay_out(pml_walk *w);

/* node.c: notes, 4, 6 and 8. */
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

/* value.c */
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

/* process.c */
void walk_begin(pml_walk *w);
/* Its pid. The 'count' arguments, all scalars, begin at 'first' in 'stack'. The
 * priority that a proctype declares is that of its active instances only; 'run'
 * says its own, or means 1 (measured). */
int32_t walk_create(pml_walk *w, uint32_t type, size_t first, uint32_t count,
                    int32_t priority);
void walk_die(pml_walk *w);
bool walk_is_provided(pml_walk *w, uint32_t pid);
bool walk_is_outranked(pml_walk *w, uint32_t pid);

/* talk.c */
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

/* trace.c */
/* The message begins at 'message' in 'stack'. */
void walk_watch(pml_walk *w, bool is_send, uint32_t channel, size_t message,
                uint32_t count);
bool walk_trace_completed(const pml_walk *w);

/* run.c */
/* May the statement be executed now by w->pid? 'some': an earlier one in the
 * list could be. A statement that stops everything can be; w->fatal tells. */
bool walk_can(pml_walk *w, uint32_t statement, bool some);
void walk_execute(pml_walk *w, uint32_t statement);
/* A d_step that does not look whether a handshake is going on (notes, 7). */
bool walk_ignores_offers(const pml_walk *w, uint32_t statement);

/* c_code.c */
/* Room behind the variables for what C adds to globals and frames. */
void walk_lay_out_c(pml_walk *w);
/* Runs C as w->pid on a copy of the state; what it gives. 'does': the copy
 * becomes the state. */
int32_t walk_c(pml_walk *w, uint32_t entry, bool does);
void walk_c_first_values(pml_walk *w, uint32_t process);

/* choice.c */
/* Fills 'choices', unless they are known. */
void walk_find_choices(pml_walk *w);
bool walk_can_move(pml_walk *w, uint32_t pid);
/* Looks at everything once more and keeps the faults of what is not possible.
 */
void walk_check_state(pml_walk *w);
/* Some move of the process is possible, whatever 'provided' and priorities
 * say. */
bool walk_is_enabled(pml_walk *w, uint32_t pid);
/* go.c */
void walk_go(pml_walk *w, const walk_choice *c);
/* The same for one of the choices of the present state, whose faults are kept;
 * 'timeout': they are there because nothing else is. */
/* A fault if this is a D_proctype's statement and not the first that is
 * possible. */
void walk_check_determinism(pml_walk *w, uint32_t pid, uint32_t statement,
                            uint32_t ordinal);
void walk_take_choice(pml_walk *w, const walk_choice *c, bool timeout);

/* mark.c */
/* Appends the state; the first 'key' words say whether two are equal. */
void walk_save(pml_walk *w, walk_words *out, size_t *key);
/* The number of the present state in 'store'; and back to a state of it. */
uint32_t walk_states_mark(pml_walk *w, walk_states *store);
void walk_states_return(pml_walk *w, const walk_states *store, uint32_t mark);
/* Forgets the states; keeps the memory. */
void walk_states_empty(walk_states *store);
void walk_load(pml_walk *w, const int32_t *from);

/* show.c */
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

/* look.c */
/* Where a process stands in the text. */
pml_place walk_place(const pml_walk *w, const walk_process *p);

/* text.c */
base_printf(3, 4) void walk_say(pml_walk *w, walk_text *out, const char *format,
                                ...);
/* A fault at w->place. After one that stops there is nothing. */
base_printf(4, 5) void walk_fault(pml_walk *w, model_severity severity,
                                  bool stops, const char *format, ...);

#endif
