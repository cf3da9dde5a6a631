/* What the kernel is asked, and whether an answer of its is about that: it is
 * told the question by options, refuses evidence about another one, and repeats
 * it in its answer; see custos-kernel(1). */
#ifndef TOOL_QUESTION_H
#define TOOL_QUESTION_H

#include <custos/custos.h>

#include <stdbool.h>

/* One of the two, borrowed; neither: it is not said. */
typedef struct question {
  const char *property;
  const char *formula;
  bool is_reachability; /* of the final set: "unreachable" */
} question;

/* About a property, in a language that the kernel reads. */
question question_of(const custos_property *property);
question question_reachability(void);
/* Options of 'certify': the last one counts. */
struct options;
question question_given(const struct options *o);
bool question_is_given(const question *q);

/* Its option for the kernel, or NULL if there is none. The caller frees it. */
char *question_argument(const question *q);

/* Does this line accept the verdict, about this question? Without one, about
 * any. */
bool question_is_answered(const question *q, custos_verdict v,
                          const char *line);
/* Or that an automaton is one of the formula? */
bool question_is_translated(const question *q, const char *line);

#endif
