/* What each kind of problem can do: one table a kind, which the rows of the
 * languages name (language.h). A context points to the table of its problem;
 * nobody else asks what kind that is. */
#ifndef PROBLEM_PROBLEM_H
#define PROBLEM_PROBLEM_H

#include "custos/custos.h"

#include "base/text.h"
#include "evidence/file/source.h"
#include "logic/ltl.h"

typedef struct language language;
typedef struct property property;
typedef struct finite_ops finite_ops;     /* model/model_problem.h */
typedef struct pushdown_ops pushdown_ops; /* pushdown/pushdown_problem.h */

/* Walks that the caller leads: custos_walk_start, custos_walk_along ('along'
 * the run of the last answer, which there is), and the others of that name. */
typedef struct walk_ops {
  custos_status (*start)(custos *c, bool along);
  custos_status (*position)(custos *c, custos_position *out);
  custos_status (*move)(custos *c, size_t i, custos_move *out);
  custos_status (*take)(custos *c, size_t i, custos_step *out);
  custos_status (*go)(custos *c, uint64_t number, custos_step *out);
  custos_status (*look)(custos *c, custos_see_fn *see, void *self);
} walk_ops;

/* How far a search came that a limit has ended. */
typedef struct search_effort {
  const char *what; /* "states" */
  uint64_t done;    /* so many of them */
  uint64_t nodes;   /* of decision diagrams; 0: there are none */
  bool was_working; /* on what several properties share */
} search_effort;

#define FORMAT_BIT(format) (1U << (format))

/* Functions that may be NULL say so: nothing is to be done then, or the
 * operation is refused with a sentence, each in one place. */
typedef struct problem_ops {
  const char *title; /* "a finite model": has no final set, ... */

  /* Reading. */

  /* Adds a text to the problem. False: reported. */
  bool (*read)(custos *c, const char *name, const char *bytes, size_t length,
               const language *x);
  const char *already;  /* why no text of another kind can follow */
  bool may_grow;        /* but those of this kind can */
  bool reads_all;       /* and those of all others, too */
  bool lists_own_files; /* 'read' itself notes which files evidence names */
  /* One that custos_add_option names; of evidence, if it is not the user's.
   * CUSTOS_ERR_USAGE: it is none of this kind; else the call is over unless
   * that is CUSTOS_OK. NULL: none is. */
  custos_status (*add_option)(custos *c, const char *option, const char *value,
                              bool is_users);
  /* "wrap, shift": what the values of an option are, for people; NULL: it is
   * none of this kind, or has no list of them. */
  const char *(*option_values)(const char *option);
  /* Options change what was made of the files. NULL: they must come first. */
  void (*change)(custos *c);

  /* Properties. */

  /* Those that came with the text that was read last. False: reported. NULL:
   * there are none. */
  bool (*take_properties)(custos *c, const char *file);
  /* The one that is asked even if nobody asks; false: there is none. */
  bool (*own_property)(const custos *c, property *out);
  const char *refuses_formulas; /* why it has no others; NULL: it has */
  ltl_style style;              /* of formulas */
  bool binds_late; /* what atoms mean is known when a check has begun */
  /* What atoms mean; reports what they cannot. */
  void (*give_meaning)(custos *c, const names *atoms, const char *file,
                       uint32_t line, uint32_t column);
  /* As custos_add_target; NULL: there are no labels. */
  custos_status (*add_target)(custos *c, const char *label);
  /* One that evidence names; NULL: there is none. */
  const property *(*find_property)(custos *c, const char *name);

  /* Answers. */

  custos_status (*check)(custos *c, size_t i, custos_result *out);
  /* Is the final set reachable? NULL: it has none. */
  custos_status (*solve)(custos *c, custos_result *out);
  /* What is wrong with the problem for a check, or NULL. */
  const char *(*obstacle)(const custos *c);
  /* Decides one property, inside of a call (context_check). */
  custos_status (*decide)(custos *c, const property *p, custos_result *out);
  /* Does a verdict that holds have evidence? NULL: if it was checked. */
  bool (*has_proof)(const custos *c);
  /* "assertions ignored": what a verdict presumes. NULL: nothing. */
  const char *(*presumes)(custos *c, const property *p);
  void (*show_progress)(const custos *c, custos_progress *out); /* or NULL */
  /* NULL: transitions of an automaton. */
  void (*effort)(custos *c, search_effort *out);
  void (*take_effort)(custos *c, const search_effort *x, custos_result *r);

  /* Runs. */

  bool (*goes_on)(const custos *c); /* for ever */
  void (*rewind)(custos *c);
  /* CUSTOS_OK, or the call is over. */
  custos_status (*next)(custos *c, custos_step *out, int *found);
  const walk_ops *walk;     /* NULL: nobody can walk through it */
  const finite_ops *finite; /* of models with a second reading, or NULL */
  const pushdown_ops
      *pushdown; /* where a pushdown system is checked, or NULL */

  /* Texts. */

  unsigned formats;          /* FORMAT_BIT of each that it can be written as */
  const char *other_formats; /* what is said of all others, or NULL */
  /* Why it cannot be written so now, or NULL; the function may be NULL. */
  const char *(*wrong_format)(const custos *c, custos_format format);
  /* CUSTOS_OK, or the call is over. */
  custos_status (*write)(custos *c, custos_format format, text *out);
  /* Has the run a page of the kind's own? NULL: one as all others have. */
  bool (*has_own_page)(const custos *c);
  void (*write_evidence)(custos *c, text *out);
  custos_status (*replay)(custos *c, const evidence_top *top, lines *in,
                          custos_replayed *out);
  /* The property 'p', found and read; NULL: safety. */
  custos_status (*replay_property)(custos *c, const evidence_top *top,
                                   const property *p, lines *in,
                                   custos_replayed *out);
  /* As custos_predicate_count and custos_predicate_at; NULL: there are none. */
  size_t (*predicate_count)(const custos *c);
  custos_status (*predicate_at)(custos *c, size_t i, custos_predicate *out);
  /* Evidence in a format of others: what it is and says of the task (NULL:
   * reported), and its replay when the files are loaded. NULL: none. */
  void *(*read_witness)(custos *c, const char *path, const char *bytes,
                        size_t length);
  custos_status (*replay_witness)(custos *c, const char *path, void *witness,
                                  custos_replayed *out);
  bool has_safety; /* a property of that name, in evidence */
  /* As custos_write_graph. */
  custos_status (*write_graph)(custos *c, custos_write_fn *graph,
                               void *graph_self, custos_write_fn *proof,
                               void *proof_self);

  /* The end of things. */

  void (*drop_job)(custos *c);        /* answers, and what shows them */
  void (*drop)(custos *c);            /* all of it */
  void (*drop_unfinished)(custos *c); /* of a check that a raise has left */
  void (*drop_unwritten)(custos *c);  /* the same of a call that writes */
  /* What a raise or a mistake leaves; NULL: nothing. */
  void (*keep_rest)(custos *c);
} problem_ops;

#endif
