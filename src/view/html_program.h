/* The run of a program with procedures as a page: the call stack is drawn, each
 * frame with its values. A step tells how many frames go, and which come. */
#ifndef VIEW_HTML_PROGRAM_H
#define VIEW_HTML_PROGRAM_H

#include "program/run.h"
#include "view/html.h"

/* A run before its first step. */
typedef struct html_run {
  custos *c;
  html_next_fn *next;
  const prog *program;
  const prog_configuration *here; /* behind the step that 'next' gave last */
  const size_t *frames_kept;      /* at the bottom: that step left them alone */
  bool goes_on;                   /* for ever */
} html_run;

void html_program_page(mem *m, const html_run *run, text *out);

#endif
