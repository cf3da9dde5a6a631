/* What the parts of the walker ask of each other, file by file. */
#ifndef LANG_PROMELA_WALKER_PARTS_H
#define LANG_PROMELA_WALKER_PARTS_H

#include "lang/promela/walker/state.h"

/* layout.c */
void walker_lay_out(pml_walker *walker);

/* node.c: notes, 4, 6 and 8. */
walker_node walker_resolve(const pml_walker *walker, walker_node n,
                           bool exclusive);
/* Where a process begins. */
walker_node walker_entry(const pml_walker *walker, uint32_t process);
bool walker_is_atomic(const pml_walker *walker, walker_node n);
walker_node walker_after(const pml_walker *walker, uint32_t statement);
/* Where a move leads; 'goes_on' is whether its process goes on alone. */
walker_node walker_target(const pml_walker *walker, const walker_move *move,
                          bool *goes_on);
/* The moves at a node, appended in the order of SPIN's search. */
void walker_list(pml_walker *walker, walker_node n, walker_moves *out);
/* The choices that a statement begins with, inside a d_step. */
void walker_list_inside(pml_walker *walker, uint32_t statement,
                        walker_moves *out);

/* value.c */
int32_t walker_eval(pml_walker *walker, uint32_t e);
/* A value stored for a variable of this type. */
int32_t walker_cut(const pml_var *var, int32_t value);
/* Assigns to a PML_NAME, cut to fit. */
void walker_assign(pml_walker *walker, uint32_t e, int32_t value);
void walker_store(pml_walker *walker, size_t slot, const pml_var *var,
                  int32_t value);
/* The process of a remote reference, or PML_NONE. */
uint32_t walker_remote(const pml_walker *walker, uint32_t type, bool has_pid,
                       int32_t pid);
/* Is it the place of the label? */
bool walker_is_at(const pml_walker *walker, walker_node at, uint32_t process,
                  uint32_t label);
bool walker_stands(const walker_nodes *nodes, walker_node at);

/* process.c */
void walker_begin(pml_walker *walker);
/* Its pid. The 'count' arguments, all scalars, begin at 'first' in 'stack'. The
 * priority that a proctype declares is that of its active instances only; 'run'
 * says its own, or means 1 (measured). */
int32_t walker_create(pml_walker *walker, uint32_t type, size_t first,
                      uint32_t count, int32_t priority);
void walker_die(pml_walker *walker);
bool walker_is_provided(pml_walker *walker, uint32_t pid);
bool walker_is_outranked(pml_walker *walker, uint32_t pid);

/* talk.c */
walker_queue *walker_channel(pml_walker *walker, int32_t number);
bool walker_can_send(pml_walker *walker, const pml_statement *statement);
bool walker_can_receive(pml_walker *walker, const pml_statement *statement);
/* 'first': of the arguments' values in 'stack'. */
bool walker_poll(pml_walker *walker, const pml_expr *expr, int32_t number,
                 size_t first);
/* Is the statement a rendezvous send? */
bool walker_offers(pml_walker *walker, const pml_statement *statement);
void walker_open_offer(pml_walker *walker, uint32_t statement);
bool walker_can_accept(pml_walker *walker, const pml_statement *statement);
void walker_send(pml_walker *walker, uint32_t statement);
void walker_receive(pml_walker *walker, uint32_t statement);

/* trace.c */
/* The message begins at 'message' in 'stack'. */
void walker_watch(pml_walker *walker, bool is_send, uint32_t channel,
                  size_t message, uint32_t count);
bool walker_trace_completed(const pml_walker *walker);

/* run.c */
/* May the statement be executed now by w->pid? 'some': an earlier one in the
 * list could be. A statement that stops everything can be; w->fatal tells. */
bool walker_can(pml_walker *walker, uint32_t statement, bool some);
void walker_execute(pml_walker *walker, uint32_t statement);
/* A d_step that does not look whether a handshake is going on (notes, 7). */
bool walker_ignores_offers(const pml_walker *walker, uint32_t statement);

/* c_code.c */
/* Room behind the variables for what C adds to globals and frames. */
void walker_lay_out_c(pml_walker *walker);
/* Runs C as w->pid on a copy of the state; what it gives. 'does': the copy
 * becomes the state. */
int32_t walker_c(pml_walker *walker, uint32_t entry, bool does);
void walker_c_first_values(pml_walker *walker, uint32_t process);

/* choice.c */
/* Fills 'choices', unless they are known. */
void walker_find_choices(pml_walker *walker);
bool walker_can_move(pml_walker *walker, uint32_t pid);
/* Looks at everything once more and keeps the faults of what is not possible.
 */
void walker_check_state(pml_walker *walker);
/* Some move of the process is possible, whatever 'provided' and priorities
 * say. */
bool walker_is_enabled(pml_walker *walker, uint32_t pid);
/* go.c */
void walker_go(pml_walker *walker, const walker_choice *choice);
/* The same for one of the choices of the present state, whose faults are kept;
 * 'timeout': they are there because nothing else is. */
/* A fault if this is a D_proctype's statement and not the first that is
 * possible. */
void walker_check_determinism(pml_walker *walker, uint32_t pid,
                              uint32_t statement, uint32_t ordinal);
void walker_take_choice(pml_walker *walker, const walker_choice *choice,
                        bool timeout);

/* mark.c */
/* Appends the state; the first 'key' words say whether two are equal. */
void walker_save(pml_walker *walker, walker_words *out, size_t *key);
/* The number of the present state in 'store'; and back to a state of it. */
uint32_t walker_states_mark(pml_walker *walker, walker_states *store);
void walker_states_return(pml_walker *walker, const walker_states *store,
                          uint32_t mark);
/* Forgets the states; keeps the memory. */
void walker_states_empty(walker_states *store);
void walker_load(pml_walker *walker, const int32_t *from);

/* show.c */
/* "a[3].f", appended; the variable that the slot is of. */
const pml_var *walker_name_slot(pml_walker *walker, uint32_t var, uint32_t slot,
                                walker_text *out);
void walker_show_value(pml_walker *walker, pml_type type, uint32_t sub,
                       int32_t value, walker_text *out);
void walker_show_message(pml_walker *walker, uint32_t shape,
                         const int32_t *message, walker_text *out);
void walker_show_expression(pml_walker *walker, uint32_t e, walker_text *out);
void walker_print(pml_walker *walker, const pml_statement *statement);
void walker_remember(pml_walker *walker); /* the values before a step */
void walker_show_changes(pml_walker *walker);
/* Makes it a string and gives it. */
const char *walker_finish(pml_walker *walker, walker_text *t);

/* look.c */
/* Where a process stands in the text. */
pml_place walker_place(const pml_walker *walker, const walker_process *process);

/* text.c */
base_printf(3, 4) void walker_say(pml_walker *walker, walker_text *out,
                                  const char *format, ...);
/* A fault at w->place. After one that stops there is nothing. */
base_printf(4, 5) void walker_fault(pml_walker *walker, model_severity severity,
                                    bool stops, const char *format, ...);

#endif
