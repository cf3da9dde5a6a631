/* A row of the table of languages (api/languages.c), and how a text of one
 * becomes part of the problem. */
#ifndef PROBLEM_LANGUAGE_H
#define PROBLEM_LANGUAGE_H

#include "problem/context.h"

struct session_text;

struct language {
  custos_language_info info;
  const problem_ops *ops; /* of problems in this language */
  /* Adds what the text says to the problem; mistakes go to the report. NULL:
   * the kind reads its files itself. */
  bool (*read)(custos *c, const char *name, const char *bytes, size_t length);
  /* The same to a text of a session. NULL: sessions do not read it. */
  bool (*define)(custos *c, struct session_text *t, const char *bytes,
                 size_t length);
  /* Makes the automaton of all files of the problem, or one of their control
   * flow alone. False: reported. NULL: programs of this language have none. */
  bool (*compile)(custos *c, bool control, cfa *out);
  bool may_be_binary; /* its files need not be texts */
  unsigned checks;    /* CFA_CHECK_...: of programs that are compiled, unless
                         others are asked for */
  /* Runs the program itself, which shows what an engine finds:
   * c_problem.reproduction. NULL: not for this language. */
  custos_status (*reproduce)(custos *c);
  const char *runner; /* what runs then: "the compiled program" */
  /* What every answer about the automaton presumes, instead of the rows of
   * c_presumes.c; sentences, commas between them. NULL: those rows. */
  const char *presumes;
  /* The same of what holds on the control flow alone. NULL: nothing. */
  const char *flow_presumes;
  /* Suffixes of evidence in a format that others have for it, or NULL. */
  const char *witnesses;
  unsigned takes; /* GIVEN_...: options that mean something to it */
};

/* Can a text of the language be read into the problem as it is now? */
bool context_is_open_to(const custos *c, const language *x);
/* The same, and no option was given for others. False: reported. */
bool context_may_read(custos *c, const char *name, const language *x);
/* The problem is of this kind from now on. */
void context_become(custos *c, const problem_ops *ops);
/* problem_ops.read of most kinds: by the language's own reader. */
bool context_read_plain(custos *c, const char *name, const char *bytes,
                        size_t length, const language *x);

#endif
