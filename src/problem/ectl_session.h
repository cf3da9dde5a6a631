/* Sessions of extended CTL: definitions that texts bring and replace, questions
 * about them, and the answers that are remembered.
 *
 * A text, its definitions and its commands live together in a 'mem' of the
 * text's own, and go when none of its definitions is in use. So does a result.
 * What is half done lives in 'scratch', which a fault clears: what was there
 * before stays as it was. */
#ifndef PROBLEM_ECTL_SESSION_H
#define PROBLEM_ECTL_SESSION_H

#include "lang/ectl/ectl_text.h"
#include "product/ectl_answer.h"

typedef struct custos custos;
typedef struct session_text session_text;

typedef struct session_object {
  session_text *text;
  const ectl_item *item;
  /* What a REGULAR or a GRAMMAR became, and the deterministic form of an
   * automaton; each in 'kept' once it was needed. */
  mem kept;
  bool is_made, is_deterministic, is_working;
  uint32_t made_with; /* so many actions of the session's alphabet */
  machine made, deterministic;
  uint32_t *source; /* GRAMMAR: of each rule of 'made', its production */
} session_object;

/* A command, as its caller sees it. */
typedef struct session_command {
  const char *name;
  const char **arguments;
  size_t count;
  char *property; /* of ':check': its name, else NULL */
  uint32_t line, column;
} session_command;

struct session_text {
  mem mem; /* where the text itself is, too */
  char *file;
  char *input;
  ectl formulas;
  ectl_items items;
  session_object *objects; /* as many as there are definitions */
  size_t object_count;
  size_t live; /* definitions that nothing has replaced */
  vec(session_command) commands;
};

/* What a ':check' asks; all of it in 'problem'. Names are looked up when the
 * question is, since definitions may come and go. */
typedef struct session_query {
  char *property;
  char *formula; /* a name, or the formula itself */
  bool is_inline;
  char *system;
  char *state; /* of a configuration; NULL: all states or heads */
  vec(char *) stack;
  const char *file;
  uint32_t line, column;               /* of the formula */
  uint32_t system_line, system_column; /* of the system */
  uint32_t place_line, place_column;   /* of the configuration */
} session_query;

/* For vec_each. */
typedef char *session_name;
typedef struct session_object_ref {
  session_object *is;
} session_object_ref;
typedef struct session_text_ref {
  session_text *is;
} session_text_ref;

typedef vec(session_object_ref) session_objects;

/* A query with its names looked up. The formula is imported: a table of its
 * own. */
typedef struct session_asked {
  size_t query;
  ectl formulas;
  uint32_t root;
  session_object *system;
  session_object *formula;     /* NULL: written in place, or a proposition */
  session_objects automata;    /* by automaton of the formulas */
  bool *in_until, *in_release; /* by automaton */
} session_asked;

/* An answer, kept as long as what it depends on. */
typedef struct session_result {
  mem mem; /* where the result itself is, too */
  session_asked asked;
  uint32_t *core_of; /* by node of the formulas: that of its core; ECTL_NONE */
  ectl_question question;
  ectl_answer answer;
  ectl_places rows; /* what is told: states, heads, or one configuration */
  ectl_places none; /* no other places are asked for */
  bool is_checked;  /* its evidence */
  bool is_original; /* the kernel can read the text itself */
  struct session_result *next; /* of the same query */
} session_result;

typedef struct session_result_ref {
  session_result *is;
} session_result_ref;

/* Where things of a name are in a list. A name that a fault left without its
 * thing stands for SESSION_NONE. */
typedef struct session_index {
  names names;
  vec(size_t) place; /* by name */
} session_index;

typedef struct ectl_session {
  vec(session_text_ref) texts;
  session_objects objects;    /* in the order of definition */
  vec(session_query) queries; /* as many as there are properties */
  session_index object_index, query_index;
  vec(session_result_ref) results;
  /* By query, as far as one was answered: its first result, NULL: none. */
  vec(session_result_ref) results_of;
  session_text *last;      /* whose commands are told */
  session_result *current; /* that was asked for last */
  names alphabet;          /* actions of all systems that there have been */
  mem scratch;
  mem aside;     /* of a call that explains; cleared at its end */
  custos *other; /* that checks an explicit session; NULL: none */
} ectl_session;

#define SESSION_NONE SIZE_MAX

#endif
