/* The options: one line each serves parsing, help, man pages, completion. */
#include "problem/context.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How a value becomes a field of the options. */
typedef enum kind { A_CHOICE, A_FLAG, A_COUNT, SOME_SECONDS } kind;

typedef struct setting {
  custos_option option;
  kind kind;
  size_t at;     /* of the field */
  uint64_t most; /* FLAG: which of the values makes it true */
} setting;

#define CHOICE(field) A_CHOICE, offsetof(options, field), 0
#define FLAG(field, n) A_FLAG, offsetof(options, field), n
#define COUNT(field, most) A_COUNT, offsetof(options, field), most
#define SECONDS(field) SOME_SECONDS, offsetof(options, field), 0
#define MOST_MEGABYTES (UINT64_C(1) << 40)

static const setting table[] = {
    {{"engine", "auto|pre|post|dual", "auto",
      "search backward, forward, or from both ends"},
     CHOICE(engine)},
    {{"trace", "auto|none|any|shortest|longest", "auto",
      "which run to look for and show; auto: shortest if there are weights, "
      "else any"},
     CHOICE(trace)},
    {{"reduction", "yes|no", "yes",
      "leave out rules that can never apply before solving; of Promela models, "
      "states that differ only in the order of steps that nobody can notice"},
     FLAG(reduction, 0)},
    {{"dense-from", "transitions", "1000000",
      "beyond this, keep large rows of the automaton as sets of bits"},
     COUNT(dense_from, UINT64_MAX)},
    {{"certify", "yes|no", "yes",
      "check the evidence of a no as well; that of a yes always is"},
     FLAG(certify, 0)},
    {{"least", "yes|no", "no",
      "with weights: also prove that no run is cheaper"},
     FLAG(least, 0)},
    {{"emptiness", "auto|ndfs|scc", "auto",
      "how accepting cycles of finite models are searched for: nested depth-"
      "first search, or strongly connected components"},
     CHOICE(emptiness)},
    {{"native", "auto|always|never", "auto",
      "Promela, C: let the C compiler make code for the search; auto: when it "
      "takes long"},
     CHOICE(native)},
    {{"keep-going", "yes|no", "no",
      "safety: search past violations until every state has been seen"},
     FLAG(keep_going, 0)},
    {{"all-traces", "yes|no", "no",
      "safety of a Promela model: the run of every error that the search of "
      "all "
      "states meets, and evidence for each, in numbered files"},
     FLAG(all_traces, 0)},
    {{"max-traces", "count", "1000",
      "of these, at most so many; more errors are counted"},
     COUNT(max_traces, UINT32_MAX)},
    {{"strict", "yes|no", "no",
      "safety: a value that is cut to fit its variable is a violation, too"},
     FLAG(strict, 0)},
    {{"fair", "yes|no", "no",
      "formulas: only runs in which no process can move for ever and never "
      "does (weak fairness)"},
     FLAG(fair, 0)},
    {{"jobs", "threads", "1",
      "search finite models on so many threads, at most 256 (0: one for each "
      "processor); C programs: with two, hard questions are asked in two ways "
      "at a time"},
     COUNT(jobs, TEAM_MOST)},
    {{"store", "auto|plain|tree", "auto",
      "how the states of a finite model are kept: as they are, or as trees "
      "that share their parts, in less memory but slower; auto: plain"},
     FLAG(tree_store, 2)},
    {{"search", "exhaustive|compact|bitstate|swarm", "exhaustive",
      "safety: keep all states, or, where memory is short, only a hash of "
      "each, a few bits of each, or a few bits in many different searches; "
      "these can "
      "miss violations, and tell the odds"},
     CHOICE(search)},
    {{"hash-memory", "MiB", "0",
      "for the tables of such searches (0: half of --memory, or else 512)"},
     COUNT(hash_megabytes, MOST_MEGABYTES)},
    {{"searches", "count", "0", "of a swarm (0: eight for each thread)"},
     COUNT(searches, 1000000)},
    {{"seed", "number", "0", "of the hashes and the order of such searches"},
     COUNT(seed, UINT64_MAX)},
    {{"data-model", "lp64|ilp32", "lp64",
      "C: sizes of long and of pointers, 64 or 32 bits"},
     CHOICE(data_model)},
    {{"strategy", "panda|formula|summaries|auto|portfolio", "panda",
      "C: run it with concrete inputs beside predicates (panda), make all its "
      "paths one formula, with loops unrolled (formula), or make it a "
      "program over predicates, whose summaries decide recursion (summaries); "
      "auto: panda, then summaries; portfolio: a little of panda, then the "
      "formula, then all of panda"},
     CHOICE(strategy)},
    {{"refine", "yes|no", "yes",
      "C: look for predicates that show why a branch cannot be taken"},
     FLAG(refine, 0)},
    {{"query-time", "milliseconds", "10000",
      "C: the solver may think so long about one question (0: as long as it "
      "likes)"},
     COUNT(query_milliseconds, 1000000000)},
    {{"run", "yes|no|unconfined", "yes",
      "C: compile the program and run it in a sandbox before it is called "
      "VIOLATED; no: believe the interpreter alone; unconfined: run it even "
      "if the kernel has no sandbox, with your rights"},
     CHOICE(run)},
    {{"allow-c-code", "yes|no", "no",
      "Promela: compile and run the C code that a model contains; it can do "
      "whatever you can"},
     FLAG(allow_c_code, 0)},
    {{"certify-states", "states", "1000000",
      "prove properties of finite models to the kernel up to this many states "
      "of the product"},
     COUNT(certify_states, UINT32_MAX)},
    {{"replay", "yes|no", "yes",
      "finite models in languages that the kernel reads: check what holds "
      "without it, too; 'custos check' does so only if the kernel does not "
      "answer"},
     FLAG(replay, 0)},
    {{"walker-states", "states", "50000",
      "Promela: compare so many states of a model that holds, and all steps "
      "from them, with an interpreter that shares nothing with the search but "
      "the parser; beyond, random walks compare half as many again (0: none)"},
     COUNT(walker_states, UINT32_MAX)},
    {{"acceptance", "buchi|generalised", "buchi",
      "of the automaton that is written: one set of states, or sets of edges"},
     FLAG(generalised, 1)},
    {{"rewriting", "yes|no", "yes",
      "simplify formulas before they are translated"},
     FLAG(rewriting, 0)},
    {{"time", "seconds", "0",
      "stop with UNKNOWN after this long, as 90, 1.5m or 2h (0: never)"},
     SECONDS(seconds)},
    {{"memory", "MiB", "0",
      "stop with UNKNOWN beyond this, as 512 or 3G (0: no limit)"},
     COUNT(megabytes, MOST_MEGABYTES)},
    {{"max-steps", "steps", "1000",
      "show at most this many steps of a run (0: all)"},
     COUNT(max_steps, UINT64_MAX)},
};

size_t custos_option_count(void) { return sizeof table / sizeof *table; }

const custos_option *custos_option_at(size_t i) {
  return i < custos_option_count() ? &table[i].option : NULL;
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

/* "90", "90s", "1.5m" or "2h". */
static bool parse_seconds(const char *value, double *out) {
  char *end;
  errno = 0;
  *out = strtod(value, &end);
  if (errno != 0 || end == value)
    return false;
  *out *= *end == 'm' ? 60 : *end == 'h' ? 3600 : 1;
  end += *end == 's' || *end == 'm' || *end == 'h';
  return *end == '\0' && *out >= 0 && *out <= 1e9;
}

/* A number; of mebibytes also "512M", "3G" or "1T". */
static bool parse_count(const char *value, bool is_mebibytes, uint64_t most,
                        uint64_t *out) {
  char *end;
  uint64_t times = 1;
  errno = 0;
  *out = strtoull(value, &end, 10);
  if (errno != 0 || *value < '0' || *value > '9')
    return false;
  if (is_mebibytes && *end && strchr("MGT", *end))
    times = *end == 'M' ? 1 : *end == 'G' ? 1 << 10 : 1 << 20;
  end += is_mebibytes && *end && strchr("MGT", *end) != NULL;
  if (*end != '\0' || *out > most / times)
    return false;
  *out *= times;
  return true;
}

static bool assign(options *o, const setting *s, const char *value) {
  void *field = (char *)o + s->at;
  int n = choice(s->option.values, value);
  switch (s->kind) {
  case A_COUNT:
    return parse_count(value, strcmp(s->option.values, "MiB") == 0, s->most,
                       field);
  case SOME_SECONDS:
    return parse_seconds(value, field);
  case A_CHOICE:
    if (n >= 0)
      *(int *)field = n;
    break;
  case A_FLAG:
    if (n >= 0)
      *(bool *)field = n == (int)s->most;
    break;
  }
  return n >= 0;
}

int custos_option_number(const char *name, const char *value, double *out) {
  uint64_t count;
  for (size_t i = 0; i < custos_option_count(); i++)
    if (strcmp(table[i].option.name, name) == 0) {
      bool is_mebibytes = strcmp(table[i].option.values, "MiB") == 0;
      if (table[i].kind == SOME_SECONDS)
        return parse_seconds(value, out);
      if (table[i].kind != A_COUNT ||
          !parse_count(value, is_mebibytes, table[i].most, &count))
        return 0;
      *out = (double)count;
      return 1;
    }
  return 0;
}

/* What a number of this unit looks like. */
static const char *example_of(const char *values) {
  return strcmp(values, "MiB") == 0       ? ", as in 512 or 3G"
         : strcmp(values, "seconds") == 0 ? ", as in 90, 1.5m or 2h"
                                          : "";
}

custos_status custos_set(custos *c, const char *name, const char *value) {
  for (size_t i = 0; i < custos_option_count(); i++)
    if (strcmp(table[i].option.name, name) == 0) {
      options changed = c->options;
      if (!assign(&changed, &table[i], value))
        return context_fail(c, CUSTOS_ERR_USAGE,
                            "'%s' is no value for %s: expected %s%s", value,
                            name, table[i].option.values,
                            example_of(table[i].option.values));
      if (strcmp(name, "time") == 0)
        changed.whole_seconds = 0;
      if (strcmp(name, "data-model") == 0)
        changed.is_model_set = true;
      c->options = changed;
      return CUSTOS_OK;
    }
  return context_fail(c, CUSTOS_ERR_USAGE, "there is no option '%s'", name);
}

custos_status custos_set_time_part(custos *c, double seconds,
                                   double of_seconds) {
  if (!(seconds > 0 && seconds <= of_seconds))
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "a part of the time is more than nothing and not more "
                        "than the whole");
  c->options.seconds = seconds;
  c->options.whole_seconds = of_seconds;
  return CUSTOS_OK;
}
