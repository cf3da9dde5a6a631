/* custos show: the system, its automata (DOT) or the run (HTML). */
#include "commands.h"

#include "output.h"
#include "session.h"
#include "writing.h"

#include <string.h>

static custos_format format_of(const options *o) {
  const char *what = o->what ? o->what : "system";
  if (o->html)
    return CUSTOS_AS_HTML;
  if (strcmp(what, "initial") == 0)
    return CUSTOS_AS_DOT_INITIAL;
  if (strcmp(what, "final") == 0)
    return CUSTOS_AS_DOT_FINAL;
  if (strcmp(what, "saturated") == 0)
    return CUSTOS_AS_DOT_SATURATED;
  return CUSTOS_AS_DOT;
}

/* A run exists only after a yes, the separating automaton after a no. */
static int refuse(const session *s, const custos_result *r) {
  fprintf(stderr, "custos: %s: ",
          s->o->html ? "there is no run to show"
                     : "there is no separating automaton to show");
  fputs(r->verdict == CUSTOS_HOLDS      ? "HOLDS: "
        : r->verdict == CUSTOS_VIOLATED ? "VIOLATED: "
                                        : "UNKNOWN: ",
        stderr);
  output_visible(stderr, r->reason);
  putc('\n', stderr);
  return r->verdict == CUSTOS_UNKNOWN ? EXIT_UNKNOWN : EXIT_USAGE;
}

static int show(session *s) {
  custos_format format = format_of(s->o);
  custos_result r = {.verdict = CUSTOS_UNKNOWN};
  custos_status status = session_load(s);
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  if (format == CUSTOS_AS_HTML || format == CUSTOS_AS_DOT_SATURATED) {
    status = custos_solve(s->c, &r);
    if (status != CUSTOS_OK)
      return session_fail(s, status);
    if (r.verdict !=
        (format == CUSTOS_AS_HTML ? CUSTOS_VIOLATED : CUSTOS_HOLDS))
      return refuse(s, &r);
  }
  return writing_write(s, format);
}

int run_show(const options *o) {
  session s;
  int status;
  if (o->html && o->what)
    return options_complain("show", "--html shows the run; leave --what out");
  status = session_begin(&s, o);
  if (!status)
    status = show(&s);
  session_end(&s);
  return status;
}
