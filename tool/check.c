/* custos check: decide each property, write its evidence, tell. */
#include "check_models.h"
#include "commands.h"

#include "ectl_results.h"
#include "ectl_run.h"
#include "evidence_name.h"
#include "findings.h"
#include "kernel.h"
#include "output.h"
#include "report.h"
#include "session.h"
#include "steps.h"
#include "traces.h"
#include "watch.h"
#include "writing.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* What has been told so far. */
typedef struct progress_of_check {
  report *told;           /* JSON is printed in one piece at the end */
  check_fn *check;        /* who decides */
  double deadline;        /* of all; 0: none */
  double whole;           /* seconds for all of them */
  double turn_end;        /* of the property that is being checked; 0: none */
  bool is_divided;        /* among several */
  bool is_left_to_kernel; /* the check of finite models that hold */
  bool is_stopped;        /* the kernel was, by a limit */
  int status;             /* the exit status so far */
  /* Of the first 'counted' properties, from number 'from' on: how many are
   * wanted, and how many of these one search answers. */
  size_t counted, from, waiting, sharing;
} progress_of_check;

static evidence_name name_evidence(session *s, size_t i,
                                   const custos_property *property) {
  size_t count = custos_property_count(s->c);
  evidence_name name = {.property = property->name,
                        .number = i + 1,
                        .is_formula = session_has_definitions(s)};
  for (size_t k = 0; k < count && !name.is_shared; k++) {
    custos_property other;
    custos_property_at(s->c, k, &other);
    name.is_shared = k != i && strcmp(other.name, property->name) == 0;
  }
  return name;
}

static int make_folder(const options *o);
static int write_evidence(session *s, const char *path);

/* "lock.safety.1.trace" and so on, for the runs of all errors. */
static int write_traces(session *s, const evidence_name *name, size_t count) {
  int wrong = make_folder(s->o);
  session_drop_traces(s);
  s->traces = calloc(count, sizeof *s->traces);
  if (!s->traces)
    watch_no_memory();
  for (size_t i = 0; i < count && !wrong; i++) {
    const char *reason;
    uint64_t steps;
    evidence_name of_run = *name;
    of_run.run = i + 1;
    s->traces[s->trace_count++] =
        evidence_name_path(s->o, &of_run, CUSTOS_VIOLATED);
    custos_status status = custos_run_choose(s->c, i, &reason, &steps);
    wrong = status == CUSTOS_OK ? write_evidence(s, s->traces[i])
                                : session_fail(s, status);
    if (!wrong && s->o->trail)
      wrong = writing_write_trail(s, s->traces[i]);
  }
  return wrong;
}

static int make_folder(const options *o) {
  if (!o->output || mkdir(o->output, 0777) == 0 || errno == EEXIST)
    return 0;
  fprintf(stderr, "custos: cannot make %s: %s\n", o->output, strerror(errno));
  return EXIT_SYSTEM;
}

static int write_evidence(session *s, const char *path) {
  output out;
  if (!output_open(&out, path))
    return EXIT_SYSTEM;
  custos_status status = custos_write_evidence(s->c, output_write, &out);
  /* A refused write shows as such when the file is closed. */
  bool refused = ferror(out.file);
  if (!output_close(&out, status == CUSTOS_OK || refused))
    return EXIT_SYSTEM;
  return status == CUSTOS_OK ? 0 : session_fail(s, status);
}

/* Beside "lock.assert:3.cert": "lock.assert:3.pds", the system that the kernel
 * has seen, and "lock.assert:3.pds.cert", the evidence about it. */
static int write_expansion(session *s, const char *path) {
  output graph, proof;
  char *stem = output_join(path, "", "", "");
  stem[strlen(stem) - strlen(".cert")] = 0;
  char *system = output_join(stem, ".pds", "", "");
  char *evidence = output_join(stem, ".pds.cert", "", "");
  int exit_status = EXIT_SYSTEM;
  if (output_open(&graph, system)) {
    if (output_open(&proof, evidence)) {
      custos_status status =
          custos_write_graph(s->c, output_write, &graph, output_write, &proof);
      bool good = output_close(&graph, status == CUSTOS_OK);
      good = output_close(&proof, status == CUSTOS_OK) && good;
      exit_status = status != CUSTOS_OK ? session_fail(s, status)
                    : good              ? 0
                                        : EXIT_SYSTEM;
    } else {
      output_close(&graph, false);
    }
  }
  free(evidence);
  free(system);
  free(stem);
  return exit_status;
}

/* Beside "prog.safety.trace": a witness for SV-COMP's validators,
 * "prog.safety.yml", and a program that fails, "prog.safety.c", if it was
 * run. */
static int write_c_files(session *s, const custos_result *result,
                         const char *path) {
  char *stem = output_join(path, "", "", "");
  char *dot = strrchr(stem, '.');
  *dot = 0;
  char *witness = output_join(stem, ".yml", "", "");
  char *program = output_join(stem, ".c", "", "");
  int wrong = writing_write_if_any(s, CUSTOS_AS_WITNESS, witness);
  if (!wrong && result->verdict == CUSTOS_VIOLATED)
    wrong = writing_write_if_any(s, CUSTOS_AS_REPRODUCER, program);
  free(program);
  free(witness);
  free(stem);
  return wrong;
}

static const char *last_setting(const options *o, const char *name,
                                const char *otherwise) {
  for (size_t i = 0; i < o->setting_count; i++)
    if (strcmp(o->settings[i].name, name) == 0)
      otherwise = o->settings[i].value;
  return otherwise;
}

static bool wants_kernel(const options *o) {
  return strcmp(last_setting(o, "certify", "yes"), "yes") == 0;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The seconds that are left of this property's time; 0: no limit. */
static double time_left(const progress_of_check *p) {
  double left = p->turn_end - now();
  return p->turn_end > 0 ? (left > 0.01 ? left : 0.01) : 0;
}

/* Of those it reads, the kernel may refuse a text for what is in it; then, too,
 * it can be given the graph. */
static bool may_refuse(const session *s) {
  const custos_language_info *x = session_language(s);
  return x && x->is_finite && x->kernel_graph;
}

/* Told once, if the reason stays the same. */
static void tell_unchecked(const session *s, const char *name, bool is_text,
                           const char *why) {
  static char last[256];
  if (s->o->quiet || strncmp(last, why, sizeof last - 1) == 0)
    return;
  snprintf(last, sizeof last, "%.255s", why);
  fputs("custos: the kernel did not check ", stderr);
  output_visible(stderr, name);
  fputs(is_text && may_refuse(s) ? " from the text: " : ": ", stderr);
  output_visible(stderr, why);
  putc('\n', stderr);
}

/* The kernel knows them only as what they expand to. */
static bool has_procedures(const session *s) {
  const custos_language_info *x = session_language(s);
  return x && x->has_procedures;
}

/* What has been compiled has a control flow that the kernel knows, and files of
 * its own beside the evidence. */
static bool is_compiled(const session *s) {
  const custos_language_info *x = session_language(s);
  return x && x->is_compiled;
}

/* Models in other languages it knows only as graphs, of formulas that hold. A
 * problem without files is a pushdown system. */
static bool kernel_reads(const session *s) {
  const custos_language_info *x = session_language(s);
  return !x || x->kernel_reads;
}

/* Is the question one that it answers from the text? */
static bool is_of_text(const session *s, const custos_property *property,
                       custos_verdict verdict) {
  if (!may_refuse(s))
    return kernel_reads(s);
  /* Runs that violate a claim it does not follow. */
  if (strcmp(property->kind, "never") == 0 && verdict != CUSTOS_HOLDS)
    return false;
  /* Of notes that are errors it knows nothing, nor of fair runs. */
  bool is_safety = strcmp(property->kind, "safety") == 0;
  const char *beyond = is_safety ? "strict" : "fair";
  return strcmp(last_setting(s->o, beyond, "no"), "no") == 0 &&
         (is_safety || strcmp(property->kind, "never") == 0 ||
          (strcmp(property->kind, "ltl") == 0 && !property->on_request));
}

/* The graph of a Promela model is only as good as its states and steps: where
 * they were not all compared, what was done about that stays the answer. */
static void note_accepted(custos_result *result, bool is_text) {
  result->graph_certified = !is_text;
  if (is_text)
    result->checked = "kernel";
  else if (!result->graph_checked ||
           strcmp(result->graph_checked, "walker") == 0)
    result->checked = "kernel-graph";
}

/* Evidence that is rejected, that the kernel cannot read, or that it accepts as
 * something else than was asked. */
static void tell_disagreement(const kernel_told *told) {
  fputs(told->is_refuted                   ? "custos: "
        : told->answer == KERNEL_MALFORMED ? "custos: the kernel cannot read "
                                             "the evidence: "
                                           : "custos: the kernel ",
        stderr);
  output_visible(stderr, told->message);
  fprintf(stderr,
          "\nThis is a bug of Custos %s, and no answer was given. Please "
          "report it with the input\nfiles and the command line.\n",
          custos_version());
}

/* Asks about the text, or about the graph; of a formula that holds about the
 * graph, too, if the text is refused. Was it the text? */
static bool ask_kernel(session *s, const progress_of_check *p,
                       const custos_property *property,
                       const custos_result *result, bool is_text,
                       kernel_told *told) {
  bool has_graph = may_refuse(s) && result->verdict == CUSTOS_HOLDS &&
                   strcmp(property->kind, "ltl") == 0;
  if (is_text) {
    kernel_check(s, property, time_left(p), told);
    if (told->answer != KERNEL_NO_ANSWER || told->is_stopped || !has_graph)
      return true;
    session_quiet_line(s);
    tell_unchecked(s, property->name, true, told->message);
  }
  kernel_check_graph(s, property, time_left(p), told);
  return false;
}

/* The kernel has the last word: false if it says no. If it says nothing, the
 * replay inside the library stands alone, and the user is told. */
static bool certify(session *s, progress_of_check *p,
                    const custos_property *property, custos_result *result) {
  kernel_told told = {.answer = KERNEL_NO_ANSWER};
  bool reads_it = is_of_text(s, property, result->verdict);
  bool has_graph = result->verdict == CUSTOS_HOLDS &&
                   (!may_refuse(s) || strcmp(property->kind, "ltl") == 0);
  if (!reads_it && !has_graph && !is_compiled(s))
    return true;
  /* Of sessions it knows machines alone, and may be given what the others
   * became. */
  if (session_has_definitions(s) && strcmp(result->translation, "none") != 0)
    reads_it = false;
  double start = now();
  reads_it = ask_kernel(s, p, property, result, reads_it, &told);
  if (result->depth) /* a finite model was searched */
    result->kernel_seconds = now() - start;
  session_quiet_line(s);
  bool is_wrong = told.is_refuted || (told.answer != KERNEL_NO_ANSWER &&
                                      !kernel_agrees(&told, result->verdict));
  if (kernel_agrees(&told, result->verdict))
    note_accepted(result, reads_it);
  else if (is_wrong)
    tell_disagreement(&told);
  else if (!told.is_too_large || !has_procedures(s))
    tell_unchecked(s, property->name, reads_it, told.message);
  p->is_stopped = told.is_stopped;
  kernel_forget(&told);
  return !is_wrong;
}

static const char memory_spent[] =
    "the memory limit is spent, programs that were started included";

static void note_status(progress_of_check *p, custos_verdict v) {
  if (v == CUSTOS_VIOLATED)
    p->status = EXIT_VIOLATED;
  else if (v == CUSTOS_UNKNOWN && p->status == EXIT_HOLDS)
    p->status = EXIT_UNKNOWN;
}

/* A run that cannot be shown to its end takes nothing from the verdict. */
static int tell_rest_is_lost(session *s, custos_status status) {
  if (status != CUSTOS_ERR_LIMIT && status != CUSTOS_ERR_SYSTEM)
    return session_fail(s, status);
  fflush(stdout);
  fprintf(stderr, "custos: what follows is not shown: %s\n",
          custos_last_error(s->c)->message);
  return 0;
}

static int tell(session *s, progress_of_check *p, const char *name,
                const custos_result *result, const char *evidence) {
  const options *o = s->o;
  custos_status status = CUSTOS_OK;
  session_quiet_line(s);
  note_status(p, result->verdict);
  report_know(p->told, result->verdict, result->reason);
  if (o->json || o->quiet) {
    report_add_json(p->told, s, name, result, evidence);
    return 0;
  }
  p->told->presumes_below = is_compiled(s);
  if (session_has_definitions(s))
    status = ectl_results_print(s, p->told, name, result, evidence);
  else
    report_print_verdict(p->told, name, result, evidence);
  if (p->told->presumes_below)
    report_print_presumed(result, o->verbose);
  fflush(stdout);
  report_done(p->told, result->verdict);
  if (s->trace_count)
    status = traces_print(s);
  else if (result->verdict == CUSTOS_VIOLATED && !session_has_definitions(s) &&
           !o->hide_steps && strcmp(result->checked, "none") != 0)
    status = steps_print_essence(s, result);
  findings_print(s);
  if (o->verbose)
    report_print_statistics(result);
  fflush(stdout);
  return status == CUSTOS_OK ? 0 : tell_rest_is_lost(s, status);
}

/* A limit that was spent before solving began is an answer, too. */
static int tell_unknown(session *s, progress_of_check *p, const char *name,
                        const char *message) {
  custos_result result = {.verdict = CUSTOS_UNKNOWN,
                          .reachable = -1,
                          .reason = session_interrupted()  ? "interrupted"
                                    : watch_memory_spent() ? memory_spent
                                                           : message,
                          .engine = "",
                          .loop = UINT64_MAX,
                          .checked = "none",
                          .translation = "none"};
  return tell(s, p, name, &result, NULL);
}

static bool must_stop(void) {
  return session_interrupted() || watch_memory_spent();
}

/* What a signal or spent memory leaves out is not decided, and told: the whole
 * would seem to hold otherwise. */
static int tell_left_out(session *s, progress_of_check *p) {
  const report *r = p->told;
  int status = 0;
  while (must_stop() && !status && r->expected_from < r->expected_count) {
    size_t before = r->expected_from;
    const char *name = r->expected[before];
    report_begin(p->told, name);
    assert(r->expected_from > before);
    status = tell_unknown(s, p, name, "interrupted");
  }
  return status;
}

/* A full disk or a spent limit takes the file and not the answer. */
static bool is_only_unwritten(int wrong) {
  return wrong == EXIT_SYSTEM || wrong == EXIT_UNKNOWN;
}

static void tell_unwritten(const session *s, const char *name) {
  if (s->o->quiet)
    return;
  fputs("custos: the evidence of ", stderr);
  output_visible(stderr, name);
  fputs(" is not written; its verdict stands\n", stderr);
}

/* A C program that holds has a witness, even if nothing else. */
static int tell_with_witness(session *s, progress_of_check *p, size_t i,
                             const custos_result *result) {
  custos_property property;
  custos_property_at(s->c, i, &property);
  const evidence_name named = name_evidence(s, i, &property);
  char *path = evidence_name_path(s->o, &named, result->verdict);
  int wrong = make_folder(s->o);
  if (!wrong)
    wrong = write_c_files(s, result, path);
  free(path);
  if (is_only_unwritten(wrong))
    tell_unwritten(s, property.name);
  else if (wrong)
    return wrong;
  return tell(s, p, property.name, result, NULL);
}

/* All files that belong to an answer. 0, or the exit status. */
static int write_files(session *s, const custos_result *result,
                       const char *path, bool is_safety) {
  int wrong = make_folder(s->o);
  if (!wrong)
    wrong = write_evidence(s, path);
  if (!wrong && result->verdict == CUSTOS_HOLDS &&
      strcmp(result->checked, "kernel-graph") == 0 &&
      (has_procedures(s) || is_compiled(s)))
    wrong = write_expansion(s, path);
  if (!wrong && s->o->output && is_compiled(s) && is_safety)
    wrong = write_c_files(s, result, path);
  if (!wrong && s->o->trail && result->verdict == CUSTOS_VIOLATED)
    wrong = writing_write_trail(s, path);
  return wrong;
}

static bool is_wanted(const options *o, const custos_property *property) {
  for (size_t i = 0; i < o->property_count; i++)
    if (strcmp(o->properties[i], property->name) == 0)
      return true;
  return o->property_count == 0 && !property->on_request;
}

/* Does the same search answer this one as others of its kind? */
static bool is_of_one_search(session *s, const custos_property *property) {
  return has_procedures(s) &&
         strcmp(last_setting(s->o, "engine", "auto"), "pre") != 0 &&
         strcmp(property->kind, "ltl") != 0 &&
         strcmp(property->kind, "automaton") != 0;
}

static void count_one(session *s, progress_of_check *p, size_t i, int by) {
  custos_property property;
  if (custos_property_at(s->c, i, &property) != CUSTOS_OK ||
      !is_wanted(s->o, &property))
    return;
  p->waiting += (size_t)by;
  p->sharing += is_of_one_search(s, &property) ? (size_t)by : 0;
}

/* Each is counted once and taken off once, unless properties have come. */
static void count_waiting(session *s, progress_of_check *p, size_t i) {
  size_t count = custos_property_count(s->c);
  bool is_anew = count != p->counted || i < p->from;
  if (is_anew)
    p->waiting = p->sharing = 0;
  for (size_t k = is_anew ? i : p->from; k < (is_anew ? count : i); k++)
    count_one(s, p, k, is_anew ? 1 : -1);
  p->counted = count;
  p->from = i;
}

/* Each property has an equal part of the time that is left; those that one
 * search answers have theirs together. What is not spent is the next one's. */
static void begin_turn(session *s, progress_of_check *p, size_t i) {
  custos_property mine;
  if (p->deadline <= 0 || custos_property_at(s->c, i, &mine) != CUSTOS_OK)
    return;
  count_waiting(s, p, i);
  /* At a prompt, also one that is checked on request alone. */
  size_t waiting = p->waiting ? p->waiting : 1;
  size_t together = is_of_one_search(s, &mine) && p->sharing ? p->sharing : 1;
  double start = now(), left = p->deadline - start;
  double part = left * (double)together / (double)waiting;
  if (part < 0.01)
    part = p->whole < 0.01 ? p->whole : 0.01;
  p->turn_end = start + part;
  p->is_divided = p->is_divided || waiting > 1;
  custos_set_time_part(s->c, part,
                       p->is_divided && p->whole > part ? p->whole : part);
}

/* Is there something that can be written, and checked? */
static bool has_evidence_of(const progress_of_check *p,
                            const custos_property *property,
                            const custos_result *result) {
  bool is_left =
      p->is_left_to_kernel && strcmp(property->kind, "unreachable") != 0;
  if (result->verdict == CUSTOS_HOLDS && (result->graph_checked || is_left))
    return result->has_evidence;
  return result->verdict != CUSTOS_UNKNOWN &&
         strcmp(result->checked, "none") != 0 &&
         strcmp(result->checked, "solver") != 0;
}

/* Finite models in languages that the kernel reads are left to it, if it is
 * there. */
static void leave_to_kernel(session *s, progress_of_check *p) {
  char *path =
      wants_kernel(s->o) && p->check == custos_check ? kernel_find(s->o) : NULL;
  p->is_left_to_kernel = path && kernel_reads(s) && !may_refuse(s) &&
                         !session_has_definitions(s) &&
                         strcmp(last_setting(s->o, "replay", ""), "") == 0 &&
                         custos_set(s->c, "replay", "no") == CUSTOS_OK;
  free(path);
}

static bool is_unanswered(const progress_of_check *p,
                          const custos_result *result) {
  return p->is_left_to_kernel && !p->is_stopped &&
         strcmp(result->checked, "none") == 0;
}

static bool check_without_kernel(session *s, progress_of_check *p, size_t i,
                                 custos_result *result) {
  custos_set(s->c, "replay", "yes");
  custos_status status = p->check(s->c, i, result);
  custos_set(s->c, "replay", "no");
  return status == CUSTOS_OK;
}

static int check_property(session *s, progress_of_check *p, size_t i) {
  custos_result result;
  custos_property property;
  begin_turn(s, p, i);
  if (custos_property_at(s->c, i, &property) == CUSTOS_OK)
    report_begin(p->told, property.name);
  custos_status status = p->check(s->c, i, &result);
  if (status == CUSTOS_OK)
    status = custos_property_at(s->c, i, &property);
  /* What the machine refuses takes nothing from what was told before. For the
   * first property a C program is read by others, who may not be there, and a
   * search on many machines finds those that do not fit. */
  bool has_begun =
      p->told->told > 0 || (!is_compiled(s) && p->check == custos_check);
  bool is_refused = status == CUSTOS_ERR_SYSTEM && has_begun;
  if ((status == CUSTOS_ERR_LIMIT || is_refused) &&
      custos_property_count(s->c) > i) {
    custos_error limit = *custos_last_error(s->c);
    custos_property_at(s->c, i, &property);
    return tell_unknown(s, p, property.name, limit.message);
  }
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  if (result.verdict == CUSTOS_UNKNOWN && watch_memory_spent())
    result.reason = memory_spent;
  bool has_proof = has_evidence_of(p, &property, &result) &&
                   strcmp(property.kind, "automaton") != 0;
  bool is_for_kernel =
      kernel_reads(s) || has_procedures(s) || strcmp(property.kind, "ltl") == 0;
  if (has_proof && is_for_kernel && wants_kernel(s->o) &&
      !certify(s, p, &property, &result))
    return EXIT_BUG;
  if (has_proof && is_unanswered(p, &result) &&
      !check_without_kernel(s, p, i, &result))
    return session_fail(s, custos_last_error(s->c)->status);
  bool is_safety = strcmp(property.kind, "safety") == 0;
  if (is_compiled(s) && is_safety && !has_proof &&
      result.verdict == CUSTOS_HOLDS && s->o->output)
    return tell_with_witness(s, p, i, &result);
  /* Of reachability, evidence is there whether it was checked or not. */
  bool has_evidence = has_proof || strcmp(property.kind, "unreachable") == 0;
  if (result.verdict == CUSTOS_UNKNOWN || !has_evidence ||
      (result.verdict == CUSTOS_HOLDS && !s->o->output))
    return tell(s, p, property.name, &result, NULL);
  const evidence_name named = name_evidence(s, i, &property);
  size_t runs = custos_run_count(s->c);
  if (runs) {
    report_know(p->told, result.verdict, result.reason);
    int wrong = write_traces(s, &named, runs);
    if (is_only_unwritten(wrong)) {
      tell_unwritten(s, property.name);
      session_drop_traces(s);
      wrong = tell(s, p, property.name, &result, NULL);
    } else if (!wrong) {
      wrong = tell(s, p, property.name, &result, s->traces[0]);
    }
    session_drop_traces(s);
    return wrong;
  }
  char *path = evidence_name_path(s->o, &named, result.verdict);
  report_know(p->told, result.verdict, result.reason);
  int wrong = write_files(s, &result, path, is_safety);
  if (is_only_unwritten(wrong)) {
    tell_unwritten(s, property.name);
    wrong = tell(s, p, property.name, &result, NULL);
  } else if (!wrong) {
    wrong = tell(s, p, property.name, &result, path);
  }
  free(path);
  return wrong;
}

static int complain_of_property(const char *name, const char *const *words) {
  char all[400] = "";
  for (size_t k = 0, n = 0; words[k] && n + strlen(words[k]) < 380; k++)
    n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", k ? ", " : "",
                          words[k]);
  return options_complain("check", "there is no property '%s'; there are: %s",
                          name, all);
}

/* Every name that was asked for is there. */
static int find_properties(session *s, progress_of_check *p) {
  const options *o = s->o;
  size_t count = custos_property_count(s->c);
  custos_property property;
  for (size_t i = 0; i < o->property_count; i++) {
    const char *words[65] = {0};
    bool found = false;
    for (size_t k = 0; k < count && !found; k++) {
      custos_property_at(s->c, k, &property);
      found = strcmp(property.name, o->properties[i]) == 0;
      if (k < 64)
        words[k] = property.name;
    }
    if (found)
      continue;
    return complain_of_property(o->properties[i], words);
  }
  for (size_t k = 0; k < count; k++) {
    custos_property_at(s->c, k, &property);
    if (is_wanted(o, &property)) {
      report_widen(p->told, property.name);
      report_expect(p->told, property.name);
    }
  }
  return 0;
}

typedef struct session_check {
  session *s;
  progress_of_check *p;
  size_t done;
} session_check;

static int check_wanted(void *self, size_t i) {
  session_check *check = self;
  custos_property property;
  custos_property_at(check->s->c, i, &property);
  if (!is_wanted(check->s->o, &property))
    return 0;
  check->done++;
  return check_property(check->s, check->p, i);
}

/* Properties may come and definitions change while its commands are carried
 * out, so that a name that was asked for is missed only at the end. */
static int check_session(session *s, progress_of_check *p) {
  session_check check = {s, p, 0};
  size_t count = custos_property_count(s->c);
  bool is_silent = s->commands->count == 0;
  custos_property property;
  for (size_t i = 0; i < count; i++) {
    custos_property_at(s->c, i, &property);
    if (is_wanted(s->o, &property)) {
      report_widen(p->told, property.name);
      report_expect(p->told, property.name);
    }
  }
  int status = ectl_run(s->commands, s, check_wanted, &check);
  if (!status && must_stop())
    return tell_left_out(s, p);
  if (!status && is_silent)
    return options_complain("check", "the session asks nothing: add "
                                     "':check(FORMULA, SYSTEM)'");
  if (!status && s->o->property_count && !check.done)
    return find_properties(s, p);
  return status;
}

static int tell_load_unknown(session *s, progress_of_check *p) {
  custos_error limit = *custos_last_error(s->c);
  return tell_unknown(s, p, "load", limit.message);
}

static int check_all(session *s, progress_of_check *p) {
  custos_status loaded = session_load(s);
  if (loaded == CUSTOS_ERR_LIMIT || (!loaded && session_interrupted()))
    return tell_load_unknown(s, p);
  if (loaded != CUSTOS_OK)
    return session_fail(s, loaded);
  size_t count = custos_property_count(s->c);
  leave_to_kernel(s, p);
  if (session_has_definitions(s))
    return check_session(s, p);
  int status = count ? find_properties(s, p)
                     : options_complain("check", "there is no property to "
                                                 "check; give one with --ltl");
  for (size_t i = 0; i < count && !status; i++) {
    custos_property property;
    custos_property_at(s->c, i, &property);
    if (is_wanted(s->o, &property) && !must_stop())
      status = check_property(s, p, i);
  }
  return status ? status : tell_left_out(s, p);
}

/* One of several models has an equal part of the seconds that are left. */
static void begin_time(progress_of_check *p, const options *o,
                       const check_place *place) {
  double limit = options_number(o, "time");
  bool is_one_of_several = place->after[0] != '\0';
  if (limit <= 0)
    return;
  p->whole = limit;
  p->is_divided = is_one_of_several;
  p->deadline =
      now() + (is_one_of_several ? watch_left() / (double)place->left : limit);
}

static int check_files(const options *o, check_fn *check,
                       const check_place *place) {
  session s;
  ectl_commands commands = {0};
  report told = {.o = o,
                 .before = place->before,
                 .after = place->after,
                 .status_before = place->status};
  progress_of_check p = {.told = &told, .check = check};
  begin_time(&p, o, place);
  int status = session_begin(&s, o);
  s.commands = &commands;
  watch_report(&told);
  if (!status)
    status = check_all(&s, &p);
  if (place->left > 1)
    watch_pause();
  else
    watch_end();
  watch_report(NULL);
  if (!status && o->json) {
    fputs(place->before, stdout);
    report_print_json(&told);
    fflush(stdout);
  }
  session_end(&s);
  report_clear(&told);
  ectl_commands_clear(&commands);
  return status ? status : p.status;
}

static int check_model(const options *o, const check_place *place) {
  return check_files(o, custos_check, place);
}

int run_check(const options *o) {
  return check_are_models(o) ? check_models(o, check_model)
                             : run_check_with(o, custos_check);
}

int run_check_with(const options *o, check_fn *check) {
  int status = check_files(o, check, &(check_place){"", "", 1, EXIT_HOLDS});
  bool is_answer =
      status == EXIT_HOLDS || status == EXIT_VIOLATED || status == EXIT_UNKNOWN;
  return is_answer ? output_finish(status) : status;
}

bool check_certify(session *s, const custos_property *property,
                   custos_result *result) {
  progress_of_check p = {0};
  return result->verdict == CUSTOS_UNKNOWN ||
         strcmp(result->checked, "none") == 0 ||
         (result->graph_checked && !result->has_evidence) ||
         !wants_kernel(s->o) || certify(s, &p, property, result);
}

int check_one(session *s, report *told, size_t property, int *status) {
  progress_of_check p = {.told = told, .check = custos_check};
  int wrong = check_property(s, &p, property);
  *status = p.status;
  return wrong;
}
