/* Sessions of extended CTL: what the files of src/api/ectl_*.c share. */
#ifndef PROBLEM_SESSION_ECTL_H
#define PROBLEM_SESSION_ECTL_H

#include "problem/temporal.h"

/* Makes a machine of the text of a system. False: reported. */
typedef struct session_maker session_maker;
typedef bool session_system_reader(session_maker *k, const char *bytes,
                                   size_t length);
bool session_make_lts(session_maker *maker, const char *bytes, size_t length);
bool session_make_aut(session_maker *maker, const char *bytes, size_t length);
bool session_make_pds(session_maker *maker, const char *bytes, size_t length);

/* The session. */

/* All of it goes. */
void context_drop_session(custos *c);
/* What was half done goes, the rest stays. */
void context_session_fault(custos *c);
/* In a call that writes or explains: the answers stay, but for those that need
 * what is half made. */
void context_session_fault_writing(custos *c);
/* No answer is the current one any more; it stays remembered. */
void context_end_answer(custos *c);
/* Forgets the answers that depend on the object. */
void session_forget(custos *c, const session_object *object);

/* A text of the language "ectl", or one that defines a system of the file's
 * name. False: reported, and nothing has changed. */
bool context_read_session(custos *c, const char *name, const char *bytes,
                          size_t length, const language *x);
/* language.define of those that a session reads: definitions and commands, or
 * one system. */
bool session_define_text(custos *c, session_text *t, const char *bytes,
                         size_t length);
bool session_define_lts(custos *c, session_text *t, const char *bytes,
                        size_t length);
bool session_define_aut(custos *c, session_text *t, const char *bytes,
                        size_t length);
bool session_define_pds(custos *c, session_text *t, const char *bytes,
                        size_t length);
/* Into a text that is being made, in 'm': one system. False: reported. */
bool session_read_system(custos *c, mem *m, const char *name, const char *bytes,
                         size_t length, session_system_reader *read,
                         ectl_item *out);
/* Adds definitions and commands; the text is in 'scratch', and moves. */
void session_commit(custos *c, session_text *t);

session_object *session_find(const custos *c, const char *name);
const char *session_kind(const session_object *object);
/* The query of a property of that name; SESSION_NONE: there is none. */
size_t session_find_query(const custos *c, const char *name);

/* What objects become. */

/* Definitions that are automata once they are needed. */
bool session_is_automaton(const session_object *object);
/* The machine that an object is or becomes; NULL: a formula. */
const machine *session_machine(custos *c, session_object *object);
/* The same, deterministic. NULL: there is none, and it was reported (unless
 * 'quietly'). */
const machine *session_deterministic(custos *c, session_object *object,
                                     bool quietly);

/* Questions */

/* Copies a formula into another table, in 'm'. */
uint32_t session_import(mem *m, const ectl *from, uint32_t root, ectl *to);
/* Which automata Until and Release need, of the formula's core. */
void session_find_uses(mem *m, session_asked *asked);
/* Looks the names up. False: reported. 'asked' lives in 'm'. */
bool session_ask(custos *c, mem *m, size_t query, session_asked *asked);
/* The question for the engine, in 'm': 'x->asked' is known. False: reported. */
bool session_make_question(custos *c, mem *m, session_result *result);

custos_status context_check_session(custos *c, size_t i, custos_result *out);
/* There is no such row, or nothing was checked. */
custos_status session_no_row(custos *c);
/* At a row of the result. */
bool session_truth(const session_result *result, size_t row);
custos_status context_replay_session(custos *c, const evidence_top *top,
                                     lines *in, custos_replayed *out);
void context_write_session_evidence(custos *c, text *out);
custos_status context_write_session_graph(custos *c, custos_write_fn *graph,
                                          void *graph_self,
                                          custos_write_fn *proof,
                                          void *proof_self);

/* Places and explanations. */

/* A configuration on the way; the top last. */
typedef struct session_place {
  uint32_t state;
  vec(uint32_t) stack;
} session_place;

void session_place_copy(mem *m, const session_place *from, session_place *to);
void session_row_place(mem *m, const session_result *result, size_t row,
                       session_place *out);
/* The symbols with the top first, which is last in 'stack'. Of a deep one, its
 * ends and how many are between: the text of a path of n steps would else have
 * n * n symbols. */
void session_write_stack(const names *symbols, const uint32_t *stack,
                         size_t depth, text *out);
/* "s0", "<p,a>", "p[a b _]". */
void session_write_place(const session_result *result,
                         const session_place *place, text *out);
void session_write_row(const session_result *result, size_t row, text *out);
/* Does a node of the formulas (not of its core) hold there? */
bool session_holds(mem *m, const session_result *result, uint32_t node,
                   const session_place *place);
/* The operands that decide why a Boolean operator holds or not at 'place': as
 * many as are returned; 0 for all other operators. */
size_t session_deciding(mem *m, const session_result *result, uint32_t node,
                        const session_place *place, uint32_t operands[2]);
/* Is there a path that shows why the node itself holds or not? */
bool session_has_path(mem *m, const session_result *result, uint32_t node,
                      const session_place *place);
/* Of those operands that decide why 'node' holds or not at 'place', the first
 * with a path to show, itself included; ECTL_NONE: none has. */
uint32_t session_first_path(mem *m, const session_result *result, uint32_t node,
                            const session_place *place);

/* A path that is told step by step. */
typedef struct session_path {
  uint32_t node;  /* of the formulas */
  bool is_until;  /* else Release; of a false A-formula, that of its dual */
  ectl_path path; /* EX, AX: of one step, without an automaton */
  const machine *automaton; /* NULL: none */
  const map *locations;
  size_t at;           /* the step where it stands */
  session_place place; /* there */
  vec(uint32_t) stack; /* of the automaton, the top last */
} session_path;

/* The path of a node that has one at 'place'; it stands before its first step.
 * False: it does not survive its replay, 'why' tells. */
bool session_find_path(custos *c, mem *m, const session_result *result,
                       uint32_t node, const session_place *place,
                       session_path *out, const char **why);
void session_path_next(mem *m, const session_result *result,
                       session_path *path);
/* Of the step where it stands. */
const char *session_path_action(const session_result *result,
                                const session_path *path);
uint32_t session_path_state(const session_path *path); /* of the automaton, or
                                                       MACHINE_NONE */
void session_path_free(mem *m, session_path *path);

/* Text */

/* One definition; 'explicitly': what it became. */
void session_write_definition(custos *c, session_object *object,
                              bool explicitly, bool deterministic, text *out);
void context_write_session(custos *c, bool explicitly, text *out);

#endif
