/* The parts of the parser, and what they do for each other. */
#ifndef LANG_PROMELA_PARSE_PARTS_H
#define LANG_PROMELA_PARSE_PARTS_H

#include "base/compiler.h"
#include "lang/promela/parse/parse.h"
#include "lang/promela/parse/parser.h"
#include "lang/promela/syntax/levels.h"

/* tokens.c: tokens and messages. */

void pml_advance(pml_parser *parser);
/* The kind of the token behind the one to be looked at. */
int pml_peek(const pml_parser *parser);
pml_word pml_word_of(const pml_parser *parser, const pml_token *token);
static inline bool pml_at_word(const pml_parser *p, pml_word w) {
  return pml_word_of(p, &p->token) == w;
}
bool pml_at(const pml_parser *parser, int kind);
/* Takes it, or reports that 'what' should be here. */
bool pml_take(pml_parser *parser, int kind, const char *what);
bool pml_take_word(pml_parser *parser, pml_word w, const char *what);
/* A name that is no keyword. */
bool pml_take_name(pml_parser *parser, uint32_t *name, const char *what);
void pml_skip_separators(pml_parser *parser);
pml_place pml_end_of(const pml_parser *parser, const pml_token *token);
const char *pml_name(const pml_parser *parser, uint32_t name);
uint32_t pml_insert(pml_parser *parser, const char *name);
void pml_open_words(pml_parser *parser);

base_printf(3, 4) bool pml_wrong(pml_parser *parser, pml_place at,
                                 const char *format, ...);
/* The token cannot stand here; 'what' could. */
bool pml_misfit(pml_parser *parser, const char *what);

/* scope.c */

pml_symbol pml_find(const pml_parser *parser, uint32_t name);
/* False: reported, it is there already. */
bool pml_declare(pml_parser *parser, uint32_t name, pml_symbol_kind kind,
                 uint32_t number, pml_place at);
size_t pml_scope_begin(const pml_parser *parser);
void pml_scope_end(pml_parser *parser, size_t mark);
/* The field of a record, or the local of a process; PML_NONE. */
uint32_t pml_find_field(const pml_parser *parser, uint32_t record,
                        uint32_t name);
uint32_t pml_find_local(const pml_parser *parser, uint32_t process,
                        uint32_t name);
/* What Promela has for a word of other languages; NULL if it is none. */
const char *pml_instead_of(const char *name);
bool pml_undeclared(pml_parser *parser, uint32_t name, pml_place at,
                    const char *what);
bool pml_no_field(pml_parser *parser, uint32_t record, uint32_t name,
                  pml_place at);

/* declarations.c */

/* Does a declaration begin here? */
bool pml_at_declaration(const pml_parser *parser);
/* byte a, b = 3 ; one or several names of one type. Vars from *first on. */
bool pml_parse_declaration(pml_parser *parser, uint32_t record,
                           uint32_t *first);
bool pml_parse_parameters(pml_parser *parser, uint32_t process);
bool pml_parse_typedef(pml_parser *parser);
/* Behind 'mtype' or 'mtype:name'. */
bool pml_parse_mtypes(pml_parser *parser, uint32_t set);
bool pml_parse_constant(pml_parser *parser, int64_t *out);
uint32_t pml_add_var(pml_parser *parser, pml_var var);
/* How many scalars a message has that is a value of this type. */
uint32_t pml_flat_size(const pml_parser *parser, pml_type type, uint32_t sub);
/* Can it be a value: sent, received, given to a process? False: reported. */
bool pml_check_whole_record(pml_parser *parser, pml_type type, uint32_t sub,
                            pml_place at);

/* expression.c, operand.c */

/* *out: an expression; of arguments: the number of the first in 'lists'. */
bool pml_parse_expression(pml_parser *parser, pml_expect expect, uint32_t *out,
                          uint32_t *count);
/* One that is no probe, no run, no record: for indices and the like. */
bool pml_parse_value(pml_parser *parser, uint32_t *out, const char *what);
/* Goes on behind a first operand, a reference. */
bool pml_continue_expression(pml_parser *parser, uint32_t first, uint32_t *out);
/* *is_open: another operand must follow. */
bool pml_read_operand(pml_parser *parser, bool *is_open);
/* Behind the ']' or the name of a reference. */
bool pml_continue_reference(pml_parser *parser, pml_pending pending,
                            bool *is_open);
/* Behind P or P[pid] : @L or :x */
bool pml_finish_remote(pml_parser *parser, uint32_t process, uint32_t pid,
                       pml_place at, bool *is_open);
/* The operand on top becomes an argument; records become their scalars. */
bool pml_take_argument(pml_parser *parser, bool is_received, bool is_run);
/* Reports what cannot be an operand of + : probes, records, '_'. */
void pml_check_value(pml_parser *parser, uint32_t e);
/* A reference to a record becomes references to its scalars, in 'arguments'. */
bool pml_flatten(pml_parser *parser, uint32_t e);
pml_pending *pml_push_pending(pml_parser *parser, int kind, int level,
                              pml_op op);
uint32_t pml_add_expr(pml_parser *parser, pml_expr expr);
uint32_t pml_new_expr(pml_parser *parser, pml_op op, uint32_t a, uint32_t b,
                      pml_place at);
/* 'e' has a part. */
void pml_deepen(pml_parser *parser, uint32_t e, uint32_t part);
uint32_t pml_number_expr(pml_parser *parser, int32_t value, pml_place at);
void pml_push_operand(pml_parser *parser, uint32_t e);
uint32_t pml_push_list(pml_parser *parser, size_t arguments);
/* The variable at the end of a reference. */
uint32_t pml_referred(const pml_parser *parser, uint32_t e);

enum { /* kinds of pml_pending that are open */
       PML_P_PAREN = 1,
       PML_P_THEN,  /* (c -> : what comes is the value */
       PML_P_OTHER, /* : the other */
       PML_P_INDEX,
       PML_P_PID,  /* P[ */
       PML_P_CALL, /* len( and the like, with one argument */
       PML_P_RUN,
       PML_P_POLL, /* c?[ */
       PML_P_EVAL,
       PML_P_SENT,     /* the arguments of a send statement */
       PML_P_RECEIVED, /* of a receive */
       PML_P_NESTED    /* ( in arguments */
};

/* statement.c, control.c */

/* From '{' to '}'. */
bool pml_parse_body(pml_parser *parser, uint32_t process);
uint32_t pml_add_statement(pml_parser *parser, pml_kind kind, pml_place at);
/* The labels that wait get their statement. */
void pml_attach_labels(pml_parser *parser, uint32_t statement);
/* A statement is complete: it gets its labels and its place in the sequence. */
bool pml_finish_statement(pml_parser *parser, uint32_t statement);
/* The same for one that the parser makes: no labels, no unless. */
void pml_append(pml_parser *parser, uint32_t statement);
pml_open *pml_push_open(pml_parser *parser, pml_open_kind kind,
                        uint32_t statement, pml_place at);
/* All but those that contain others. */
bool pml_parse_basic(pml_parser *parser);
uint32_t pml_make_assign(pml_parser *parser, uint32_t target, uint32_t value,
                         pml_place at);
bool pml_parse_for(pml_parser *parser);
bool pml_close_for(pml_parser *parser);
bool pml_parse_select(pml_parser *parser);
bool pml_parse_inline(pml_parser *parser);
bool pml_call_inline(pml_parser *parser, uint32_t number, uint32_t result);
bool pml_begin_options(pml_parser *parser, pml_kind kind);
bool pml_begin_option(pml_parser *parser);
bool pml_end_options(pml_parser *parser);
bool pml_begin_block(pml_parser *parser, pml_kind kind);
/* Removes what SPIN removes from an option (notes, 4). */
void pml_tidy_option(pml_parser *parser, uint32_t first);

/* c_code.c */

/* c_decl, c_code, c_state, c_track outside of processes. */
bool pml_parse_c_unit(pml_parser *parser);
bool pml_parse_c_code(pml_parser *parser);
/* c_expr becomes an operand. */
bool pml_read_c_expr(pml_parser *parser);
/* When all is read: whose c_state is it? */
void pml_resolve_c(pml_parser *parser);

/* labels.c, check.c */

void pml_add_label(pml_parser *parser, uint32_t name, pml_place at);
void pml_resolve_jumps(pml_parser *parser, size_t first_jump);
/* When all is read. */
void pml_resolve_remotes(pml_parser *parser);
void pml_resolve_runs(pml_parser *parser);
void pml_add_skips(pml_parser *parser);
/* Gotos that lead to each other and nowhere else. */
void pml_check_cycles(pml_parser *parser);
void pml_check_statement(pml_parser *parser, uint32_t statement);
void pml_check_assigned(pml_parser *parser, uint32_t value);
void pml_check_model(pml_parser *parser);

#endif
