/* custos-kernel, the checker that is proved correct, is a program of its own:
 * it shares no code with this one. Here it is found and run. */
#ifndef TOOL_KERNEL_H
#define TOOL_KERNEL_H

#include "question.h"
#include "session.h"

typedef enum kernel_answer {
  KERNEL_ACCEPTED,
  KERNEL_REJECTED,
  KERNEL_MALFORMED, /* it cannot read the evidence: 'message' tells where */
  KERNEL_NO_ANSWER  /* not found, stopped, out of memory: 'message' tells */
} kernel_answer;

typedef struct kernel_told {
  kernel_answer answer;
  int status;        /* its exit status, -1 if it did not end by itself */
  char *message;     /* the whole line it printed, or why there is none */
  bool is_stopped;   /* by a limit, or by a signal */
  bool is_too_large; /* there is no graph, since it would have no end */
  bool is_refuted;   /* the graph itself says otherwise: a bug */
  /* Does it accept, about what it was asked, that it holds, that it is
   * violated; that the automaton is one of the formula? */
  bool is_answered[2], is_translated;
} kernel_told;

/* The program that '--kernel' names, or the one beside this program, or the
 * one in the path; NULL if there is none. The caller frees it. */
char *kernel_find(const options *o);

/* All of these set 'told', which is empty or was told before; kernel_forget
 * ends it. */

/* Asks it about a property, with the session's problem and the evidence of its
 * answer. 'seconds' is what the time limit has left; 0: no limit. */
void kernel_check(session *s, const custos_property *property, double seconds,
                  kernel_told *told);

/* The same for a model that it cannot read: gives it the graph of its states,
 * and asks what the property has become there. */
void kernel_check_graph(session *s, const custos_property *property,
                        double seconds, kernel_told *told);

/* Gives it the certificate of the automaton that was made of the formula. */
void kernel_check_translation(session *s, const char *formula,
                              kernel_told *told);

/* Gives it files: the problem's, and last the evidence. */
void kernel_check_files(const options *o, const question *q, kernel_told *told);

/* Another message instead of the one that is there. */
void kernel_say(kernel_told *told, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void kernel_forget(kernel_told *told);

/* Does it accept the verdict about the question that it was asked? */
bool kernel_agrees(const kernel_told *told, custos_verdict v);

#endif
