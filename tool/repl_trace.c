/* ':trace': why a formula holds at a state, or does not. */
#include "ectl_results.h"
#include "output.h"
#include "repl_show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of ':check(formula, system[, state])', which is made for this. */
static bool ask(repl *r, const char *formula, const char *system,
                const char *state, size_t *property) {
  char *head = output_join(":check(", formula, ", ", system);
  char *text = output_join(head, state ? ", " : "", state ? state : "", ")\n");
  repl_source outer = r->source;
  r->source = (repl_source){"trace", text, strlen(text)};
  custos_status status =
      custos_load_text(r->s.c, "trace", text, strlen(text), "ectl");
  custos_command x = {.property = SIZE_MAX};
  if (status != CUSTOS_OK)
    repl_fail(r, &r->s, status);
  else if (custos_command_count(r->s.c) > 0)
    custos_command_at(r->s.c, 0, &x);
  if (status == CUSTOS_OK && x.property == SIZE_MAX)
    repl_complain(r, "'%s' is no system of the session", system);
  *property = x.property;
  r->source = outer;
  free(text);
  free(head);
  return status == CUSTOS_OK && x.property != SIZE_MAX;
}

/* The truth of this name; without one the first, unless only a later one has
 * something to tell. SIZE_MAX: there is none. */
static size_t find_truth(repl *r, const char *name) {
  size_t count = custos_truth_count(r->s.c);
  custos_truth t;
  for (size_t i = 0; i < count; i++)
    if (custos_truth_at(r->s.c, i, &t) == CUSTOS_OK &&
        (name ? strcmp(t.name, name) == 0 : t.explained != 0))
      return i;
  return name || count == 0 ? SIZE_MAX : 0;
}

static custos_status explain(repl *r, size_t i) {
  custos_truth t;
  custos_status status = custos_truth_at(r->s.c, i, &t);
  if (status != CUSTOS_OK || t.explained)
    return status == CUSTOS_OK ? ectl_results_explain(&r->s, i) : status;
  printf("it %s at ", t.holds ? "holds" : "does not hold");
  output_visible(stdout, t.name);
  puts("; no path shows that");
  return CUSTOS_OK;
}

/* Configurations are asked for as such; all else is the name of a state. */
static bool is_configuration(const char *state) {
  return strchr(state, '[') != NULL;
}

void repl_trace(repl *r, const char *formula, const char *system,
                const char *state) {
  size_t property, i = SIZE_MAX;
  custos_result x = {.verdict = CUSTOS_UNKNOWN};
  bool whole = !state || !is_configuration(state);
  session_attend(&r->s);
  if (ask(r, formula, system, whole ? NULL : state, &property)) {
    custos_status status = custos_check(r->s.c, property, &x);
    session_quiet_line(&r->s);
    if (status == CUSTOS_OK && x.verdict == CUSTOS_UNKNOWN)
      repl_complain(r, "UNKNOWN: %s", x.reason);
    else if (status == CUSTOS_OK)
      i = find_truth(r, whole ? state : NULL);
    if (i != SIZE_MAX)
      status = explain(r, i);
    else if (status == CUSTOS_OK && x.verdict != CUSTOS_UNKNOWN)
      repl_complain(r, "%s has no state '%s'", system, state ? state : "");
    if (status != CUSTOS_OK)
      repl_fail(r, &r->s, status);
  }
  session_attend(NULL);
}
