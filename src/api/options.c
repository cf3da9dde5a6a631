/* The options: one line each serves parsing, help, man pages, completion. */
#include "api/context.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const custos_option table[] = {
    {"engine", "auto|pre|post|dual", "auto",
     "search backward, forward, or from both ends"},
    {"trace", "auto|none|any|shortest|longest", "auto",
     "which run to look for and show; auto: shortest if there are weights, "
     "else any"},
    {"reduction", "yes|no", "yes",
     "leave out rules that can never apply before solving"},
    {"dense-from", "transitions", "1000000",
     "beyond this, keep large rows of the automaton as sets of bits"},
    {"certify", "yes|no", "yes",
     "check the evidence of a no as well; that of a yes always is"},
    {"least", "yes|no", "no",
     "with weights: also prove that no run is cheaper"},
    {"emptiness", "auto|ndfs|scc", "auto",
     "how accepting cycles of finite models are searched for: nested depth-"
     "first search, or strongly connected components"},
    {"native", "auto|always|never", "auto",
     "Promela: let the C compiler make code for the search; auto: when it "
     "takes long"},
    {"keep-going", "yes|no", "no",
     "safety: search past violations until every state has been seen"},
    {"strict", "yes|no", "no",
     "safety: a value that is cut to fit its variable is a violation, too"},
    {"fair", "yes|no", "no",
     "formulas: only runs in which no process can move for ever and never "
     "does (weak fairness)"},
    {"certify-states", "states", "250000",
     "prove LTL properties of finite models to the kernel up to this many "
     "states of the product"},
    {"acceptance", "buchi|generalised", "buchi",
     "of the automaton that is written: one set of states, or sets of edges"},
    {"rewriting", "yes|no", "yes",
     "simplify formulas before they are translated"},
    {"time", "seconds", "0", "stop with UNKNOWN after this long (0: never)"},
    {"memory", "MiB", "0", "stop with UNKNOWN beyond this (0: no limit)"},
    {"max-steps", "steps", "1000",
     "show at most this many steps of a run (0: all)"},
};

size_t custos_option_count(void) { return sizeof table / sizeof *table; }

const custos_option *custos_option_at(size_t i) {
  return i < custos_option_count() ? &table[i] : NULL;
}

/* The place of 'value' in "a|b|c", or -1. */
static int choice(const char *values, const char *value) {
  size_t n = strlen(value);
  for (int i = 0;; i++) {
    size_t k = strcspn(values, "|");
    if (k == n && memcmp(values, value, n) == 0)
      return i;
    if (values[k] == '\0')
      return -1;
    values += k + 1;
  }
}

static bool parse_seconds(const char *value, double *out) {
  char *end;
  errno = 0;
  *out = strtod(value, &end);
  return errno == 0 && end != value && *end == '\0' && *out >= 0 && *out <= 1e9;
}

static bool parse_count(const char *value, uint64_t most, uint64_t *out) {
  char *end;
  errno = 0;
  *out = strtoull(value, &end, 10);
  return errno == 0 && *value >= '0' && *value <= '9' && *end == '\0' &&
         *out <= most;
}

static bool assign(options *o, const custos_option *option, const char *value) {
  const char *name = option->name;
  int n = choice(option->values, value);
  if (strcmp(name, "time") == 0)
    return parse_seconds(value, &o->seconds);
  if (strcmp(name, "memory") == 0)
    return parse_count(value, UINT64_C(1) << 40, &o->megabytes);
  if (strcmp(name, "dense-from") == 0)
    return parse_count(value, UINT64_MAX, &o->dense_from);
  if (strcmp(name, "max-steps") == 0)
    return parse_count(value, UINT64_MAX, &o->max_steps);
  if (strcmp(name, "certify-states") == 0)
    return parse_count(value, UINT32_MAX, &o->certify_states);
  if (n < 0)
    return false;
  if (strcmp(name, "engine") == 0)
    o->engine = (solve_engine)n;
  else if (strcmp(name, "trace") == 0)
    o->trace = n;
  else if (strcmp(name, "reduction") == 0)
    o->reduction = n == 0;
  else if (strcmp(name, "least") == 0)
    o->least = n == 0;
  else if (strcmp(name, "keep-going") == 0)
    o->keep_going = n == 0;
  else if (strcmp(name, "strict") == 0)
    o->strict = n == 0;
  else if (strcmp(name, "fair") == 0)
    o->fair = n == 0;
  else if (strcmp(name, "native") == 0)
    o->native = n;
  else if (strcmp(name, "emptiness") == 0)
    o->emptiness = (explicit_emptiness)n;
  else if (strcmp(name, "acceptance") == 0)
    o->generalised = n == 1;
  else if (strcmp(name, "rewriting") == 0)
    o->rewriting = n == 0;
  else
    o->certify = n == 0;
  return true;
}

custos_status custos_set(custos *c, const char *name, const char *value) {
  for (size_t i = 0; i < custos_option_count(); i++)
    if (strcmp(table[i].name, name) == 0) {
      options changed = c->options;
      if (!assign(&changed, &table[i], value))
        return context_fail(c, CUSTOS_ERR_USAGE,
                            "'%s' is no value for %s: expected %s", value, name,
                            table[i].values);
      c->options = changed;
      return CUSTOS_OK;
    }
  return context_fail(c, CUSTOS_ERR_USAGE, "there is no option '%s'", name);
}
