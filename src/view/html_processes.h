/* The run of processes as a page, with a table of variables and a chart of
 * messages. Every step says which values are new; the page adds them up. */
#ifndef VIEW_HTML_PROCESSES_H
#define VIEW_HTML_PROCESSES_H

#include "base/mem.h"
#include "view/html.h"

/* A run that one can go to any position of. */
typedef struct html_history html_history;
struct html_history {
  void *self;
  size_t steps;
  size_t loop; /* the step that follows the last one; SIZE_MAX: none does */
  /* Behind step 'i', or before all steps if that is 0: the step that leads
   * there. False: the run does not follow the program. */
  bool (*go)(const html_history *h, size_t i, custos_step *out);
  /* Tells all that can be seen there. */
  void (*look)(const html_history *h, custos_see_fn *see, void *self);
};

/* False: the run does not follow the program. */
bool html_processes(mem *m, const html_history *history, text *out);

#endif
