/* What others can read about an answer on a C program: witnesses for the
 * validators of SV-COMP, and a C file that fails by itself. */
#include "api/c_programs.h"

#include "base/kept.h"
#include "cfa/print.h"
#include "evidence/c_witness.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

typedef vec(c_source) sources;
typedef vec(c_invariant) invariants;

/* The files as they are now. False: the error is set. */
static bool read_sources(custos *c, sources *out) {
  for (size_t i = 0; i < c->source.files.count; i++) {
    c_source s = {.name = c->source.files.at[i]};
    char *bytes;
    if (!context_read_file(c, s.name, &bytes, &s.length))
      return false;
    s.bytes = bytes;
    vec_push(&c->job, out, s);
  }
  return true;
}

custos_status context_reproduce_c(custos *c) {
  c_problem *x = &c->c_problem;
  sources files = {0};
  if (!read_sources(c, &files))
    return CUSTOS_ERR_SYSTEM;
  c_reproduce_task task = {.sources = {files.at, files.count},
                           .program = &x->program,
                           .trace = &x->trace,
                           .arguments = context_c_arguments(c)};
  c->clock.phase = "running the compiled program";
  c_reproduce(&c->job, &c->clock, &task, &x->reproduction);
  return CUSTOS_OK;
}

static c_place place_of(const cfa *p, cfa_place at) {
  if (at.file == CFA_NONE)
    return (c_place){.file = ""};
  return (c_place){cfa_text(p, p->files.at[at.file]), at.line, at.column};
}

/* Adds one that has a form in C, at a place that people know. False: it has
 * none. */
static bool add_invariant(custos *c, uint32_t location, uint32_t condition,
                          invariants *out) {
  const cfa *p = &c->c_problem.program;
  const cfa_location *at = &p->locations.at[location];
  kept k = {.m = &c->job};
  text to;
  if (at->place.file == CFA_NONE)
    return false;
  text_init(&to, kept_add, &k);
  bool is_c = cfa_print_expression(p, condition, &to);
  text_end(&to);
  vec_push(&c->job, &k.bytes, '\0');
  c_invariant i = {.is_loop = at->is_loop_head,
                   .place = place_of(p, at->place),
                   .function = cfa_text(p, p->functions.at[at->function].name),
                   .condition = k.bytes.at};
  if (is_c)
    vec_push(&c->job, out, i);
  return is_c;
}

static bool is_among(const panda_result *r, const panda_predicate *x) {
  vec_each (const cfa_invariant, i, &r->invariants)
    if (i->kind == CFA_AT_LOCATION && i->at == x->location &&
        i->condition == x->condition)
      return true;
  return false;
}

/* Those that the proof rests on, then others that hold. How many of the first
 * have no form there. */
static size_t collect_invariants(custos *c, invariants *out) {
  const panda_result *r = &c->c_problem.result;
  size_t lost = 0;
  vec_each (const cfa_invariant, i, &r->invariants)
    lost += i->kind != CFA_AT_LOCATION || i->index ||
            !add_invariant(c, i->at, i->condition, out);
  vec_each (const panda_predicate, x, &r->predicates)
    if (x->is_invariant && !is_among(r, x))
      add_invariant(c, x->location, x->condition, out);
  return lost;
}

custos_status context_write_c_witness(custos *c, text *out) {
  c_problem *x = &c->c_problem;
  sources files = {0};
  invariants all = {0};
  char now[40] = "";
  struct tm parts;
  time_t seconds = time(NULL);
  if (!read_sources(c, &files))
    return CUSTOS_ERR_SYSTEM;
  if (gmtime_r(&seconds, &parts))
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", &parts);
  c_witness_task task = {.sources = {files.at, files.count},
                         .specification = x->specification,
                         .checks = x->checks,
                         .pointer_bits = x->program.pointer_bits,
                         .created = now[0] ? now : NULL};
  if (c->has_run) {
    c_witness_violation(&c->job, &task, &x->trace, out);
  } else {
    size_t lost = collect_invariants(c, &all);
    /* A comment of YAML's: nobody should take it for the whole proof. */
    if (lost)
      text_format(out, "# incomplete: %zu invariants have no form in C\n",
                  lost);
    c_witness_correctness(&c->job, &task, all.at, all.count, out);
  }
  return CUSTOS_OK;
}

/* ---- Witnesses that are checked -------------------------------------- */

/* How well does the head of a loop fit a claim? 0: it does not. */
static unsigned fit(const c_sources *files, const cfa *p, uint32_t location,
                    const c_witness_claim *claim) {
  const cfa_location *l = &p->locations.at[location];
  c_place place = place_of(p, l->place);
  c_point at, loop;
  if (!l->is_loop_head || !c_source_find(files, &place, &at))
    return 0;
  const char *function = cfa_text(p, p->functions.at[l->function].name);
  if (claim->function[0] && strcmp(claim->function, function) != 0)
    return 0;
  bool has_loop = c_source_loop(&at, &loop);
  if (has_loop && loop.line == claim->line)
    return !claim->column || loop.column == claim->column ? 3 : 2;
  return at.line == claim->line;
}

/* CFA_NONE: there is no such loop. */
static uint32_t find_loop(const c_sources *files, const cfa *p,
                          const c_witness_claim *claim) {
  uint32_t best = CFA_NONE;
  unsigned how = 0;
  for (uint32_t l = 0; l < p->locations.count; l++) {
    unsigned here = fit(files, p, l, claim);
    if (here > how) {
      how = here;
      best = l;
    }
  }
  return best;
}

/* Claims that have no place here are left out: what is proved without them, is
 * proved. False: reported. */
static bool take_claims(custos *c, const char *path, const c_witness_proof *w,
                        cfa_invariants *out, size_t *left_out) {
  cfa *p = &c->c_problem.program;
  sources files = {0};
  if (!read_sources(c, &files))
    return false;
  c_sources all = {files.at, files.count};
  *left_out = w->skipped;
  for (size_t i = 0; i < w->count; i++) {
    const c_witness_claim *claim = &w->claims[i];
    cfa_invariant known = {.kind = CFA_AT_LOCATION};
    known.at =
        claim->is_loop && claim->is_c ? find_loop(&all, p, claim) : CFA_NONE;
    if (known.at == CFA_NONE) {
      ++*left_out;
      continue;
    }
    const cfa_location *l = &p->locations.at[known.at];
    if (!cfa_read_condition(&c->c_problem.mem, p, claim->value,
                            strlen(claim->value), l->function, l->place.line,
                            path, claim->at_line, claim->at_column, &c->report,
                            &known.condition))
      return false;
    vec_push(&c->job, out, known);
  }
  return true;
}

custos_status context_replay_c_witness(custos *c, const char *path,
                                       const c_witness_proof *w,
                                       custos_replayed *out) {
  cfa_invariants given = {0};
  size_t left_out = 0;
  char why[400], rest[80] = "";
  custos_status status = context_make_c(c);
  if (status != CUSTOS_OK)
    return status;
  c->c_problem.is_used = true; /* conditions are added to the automaton */
  if (!take_claims(c, path, w, &given, &left_out))
    return c->report.count ? context_reject(c) : CUSTOS_ERR_SYSTEM;
  context_check_c_proof(c, &given, true, 0);
  out->facts = given.count;
  out->property = "safety";
  out->loop = UINT64_MAX;
  if (left_out)
    snprintf(rest, sizeof rest, "; %zu other%s not looked at", left_out,
             left_out == 1 ? " was" : "s were");
  context_describe_c_proof(c, why, sizeof why);
  switch (c->c_problem.proof.verdict) {
  case C_PROOF_ACCEPTED:
    context_say(c, "holds, with %zu invariant%s of loops%s", given.count,
                given.count == 1 ? "" : "s", rest);
    return context_accept_evidence(c, out);
  case C_PROOF_UNDECIDED:
    context_say(c, "the checker cannot tell: %.200s%s", why, rest);
    break;
  case C_PROOF_REJECTED:
    context_say(c, "%.200s%s", why, rest);
    break;
  }
  out->reason = c->reason;
  return context_leave(c, CUSTOS_OK);
}
