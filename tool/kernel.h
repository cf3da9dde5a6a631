/* custos-kernel, the checker that is proved correct, is a program of its own:
 * it shares no code with this one. Here it is found and run. */
#ifndef TOOL_KERNEL_H
#define TOOL_KERNEL_H

#include "session.h"

typedef enum kernel_answer {
  KERNEL_ACCEPTED,
  KERNEL_REJECTED,
  KERNEL_NO_ANSWER /* not found, stopped, out of memory: 'message' tells */
} kernel_answer;

typedef struct kernel_told {
  kernel_answer answer;
  int status;         /* its exit status, -1 if it did not end by itself */
  char message[1200]; /* the line it printed, or why there is none */
  bool is_stopped;    /* by a limit, or by a signal */
  bool is_too_large;  /* there is no graph, since it would have no end */
  bool is_refuted;    /* the graph itself says otherwise: a bug */
} kernel_told;

/* The program that '--kernel' names, or the one beside this program, or the
 * one in the path; NULL if there is none. The caller frees it. */
char *kernel_find(const options *o);

/* Gives it the session's problem and the evidence of its answer. 'seconds' is
 * what the time limit has left; 0: no limit. */
void kernel_check(session *s, double seconds, kernel_told *told);

/* The same for a model that it cannot read: gives it the graph of its states.
 */
void kernel_check_graph(session *s, double seconds, kernel_told *told);

/* Gives it the certificate of the automaton that was translated last. */
void kernel_check_translation(session *s, kernel_told *told);

/* Gives it files: the problem's, and last the evidence. */
void kernel_check_files(const options *o, kernel_told *told);

#endif
