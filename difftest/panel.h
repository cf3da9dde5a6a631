/* All tools on the same text, and what to make of their answers. */
#ifndef DIFFTEST_PANEL_H
#define DIFFTEST_PANEL_H

#include "tools.h"

enum { PANEL_BATCH = 64 };

/* How a tool stands to the others. */
typedef enum deviation {
  AGREES,
  DIFFERS,     /* from the oracle, or from the first tool that answered */
  NO_ANSWER,   /* crashed, ran out of time, said nothing that makes sense */
  UNCERTIFIED, /* its evidence was rejected by the kernel */
  OTHER_WEIGHT
} deviation;

typedef struct outcome {
  answer answers[MOST_TOOLS];
  deviation deviations[MOST_TOOLS];
  int reference; /* the tool whose answer is taken as right, or -1 */
} outcome;

typedef struct panel_options {
  const tools *tools;
  const char *kernel; /* the program; NULL if nobody needs it */
  const char *folder; /* for the files of commands */
  double tool_seconds;
  bool certify; /* evidence goes to the kernel */
} panel_options;

typedef struct panel panel;

/* NULL: 'why' tells. The options are borrowed. */
panel *panel_new(const panel_options *options, char why[ANSWER_WHY]);
void panel_delete(panel *p);

/* Asks all tools about up to PANEL_BATCH texts, engines in this process. */
void panel_ask(panel *p, const buffer *texts, size_t count, outcome *out);
/* Engines in processes of their own: slow, but nothing can happen to us.
 * Tools with a false in 'which' are left out (NULL: none); they agree. */
void panel_ask_isolated(panel *p, const buffer *text, const bool *which,
                        outcome *out);

/* CPU seconds of a tool since the panel was made; of commands, wall-clock. */
double panel_seconds(const panel *p, size_t k);

/* Fills 'deviations' and 'reference'; false: there is a deviation. */
bool outcome_judge(const tools *t, const bool *which, outcome *o);
const char *deviation_name(deviation d);

#endif
