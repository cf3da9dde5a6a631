/* ':trace': why a formula holds at a state, or does not. */
#include "ectl_results.h"
#include "output.h"
#include "repl_show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of ':check(formula, system[, state])', which is made for this. */
static bool ask(repl *prompt, const char *formula, const char *system,
                const char *state, size_t *property) {
  char *head = output_join(":check(", formula, ", ", system);
  char *text = output_join(head, state ? ", " : "", state ? state : "", ")\n");
  repl_source outer = prompt->source;
  prompt->source = (repl_source){"trace", text, strlen(text)};
  custos_status status =
      custos_load_text(prompt->s.c, "trace", text, strlen(text), "ectl");
  custos_command x = {.property = SIZE_MAX};
  if (status != CUSTOS_OK)
    repl_fail(prompt, &prompt->s, status);
  else if (custos_command_count(prompt->s.c) > 0)
    custos_command_at(prompt->s.c, 0, &x);
  if (status == CUSTOS_OK && x.property == SIZE_MAX)
    repl_complain(prompt, "'%s' is no system of the session", system);
  *property = x.property;
  prompt->source = outer;
  free(text);
  free(head);
  return status == CUSTOS_OK && x.property != SIZE_MAX;
}

/* The truth of this name; without one the first, unless only a later one has
 * something to tell. SIZE_MAX: there is none. */
static size_t find_truth(repl *prompt, const char *name) {
  size_t count = custos_truth_count(prompt->s.c);
  custos_truth truth;
  for (size_t i = 0; i < count; i++)
    if (custos_truth_at(prompt->s.c, i, &truth) == CUSTOS_OK &&
        (name ? strcmp(truth.name, name) == 0 : truth.explained != 0))
      return i;
  return name || count == 0 ? SIZE_MAX : 0;
}

static custos_status explain(repl *prompt, size_t i) {
  custos_truth truth;
  custos_status status = custos_truth_at(prompt->s.c, i, &truth);
  if (status != CUSTOS_OK || truth.explained)
    return status == CUSTOS_OK ? ectl_results_explain(&prompt->s, i) : status;
  printf("it %s at ", truth.holds ? "holds" : "does not hold");
  output_visible(stdout, truth.name);
  puts("; no path shows that");
  return CUSTOS_OK;
}

/* Configurations are asked for as such; all else is the name of a state. */
static bool is_configuration(const char *state) {
  return strchr(state, '[') != NULL;
}

void repl_trace(repl *prompt, const char *formula, const char *system,
                const char *state) {
  size_t property, i = SIZE_MAX;
  custos_result result = {.verdict = CUSTOS_UNKNOWN};
  bool whole = !state || !is_configuration(state);
  session_attend(&prompt->s);
  if (ask(prompt, formula, system, whole ? NULL : state, &property)) {
    custos_status status = custos_check(prompt->s.c, property, &result);
    session_quiet_line(&prompt->s);
    if (status == CUSTOS_OK && result.verdict == CUSTOS_UNKNOWN)
      repl_complain(prompt, "UNKNOWN: %s", result.reason);
    else if (status == CUSTOS_OK)
      i = find_truth(prompt, whole ? state : NULL);
    if (i != SIZE_MAX)
      status = explain(prompt, i);
    else if (status == CUSTOS_OK && result.verdict != CUSTOS_UNKNOWN)
      repl_complain(prompt, "%s has no state '%s'", system, state ? state : "");
    if (status != CUSTOS_OK)
      repl_fail(prompt, &prompt->s, status);
  }
  session_attend(NULL);
}
