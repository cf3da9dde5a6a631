/* Runs step by step, and evidence as files. */
#include "api/context.h"

#include "lang/pds/pds_text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void add_text(custos *c, const char *s) {
  size_t n = strlen(s);
  vec_reserve(&c->job, &c->rule_text, n + 1);
  memcpy(c->rule_text.at + c->rule_text.count, s, n + 1);
  c->rule_text.count += n;
}

static void add_symbol(custos *c, uint32_t symbol) {
  add_text(c, symbol == PDS_ANY ? "*" : names_text(&c->pds.symbols, symbol));
}

void context_write_rule(custos *c, const pds_rule *r) {
  c->rule_text.count = 0;
  add_text(c, names_text(&c->pds.states, r->from));
  add_text(c, " ");
  add_symbol(c, r->top);
  add_text(c, " -> ");
  add_text(c, names_text(&c->pds.states, r->to));
  for (uint32_t i = 0; i < r->length; i++) {
    add_text(c, " ");
    add_symbol(c, r->push[i]);
  }
}

custos_status custos_trace_rewind(custos *c) {
  if (!c->has_run)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no run to show");
  ENTER(c, "replaying");
  if (c->trace_began)
    trace_free(&c->trace);
  c->trace_began = false;
  trace_begin(&c->trace, &c->job, &c->pds, &c->evidence.derivation);
  c->trace_began = true;
  c->trace.number = UINT64_MAX; /* before the initial configuration */
  return context_leave(c, CUSTOS_OK);
}

static void fill_step(custos *c, custos_step *s) {
  const trace *t = &c->trace;
  const char *file = c->source.files.count ? c->source.files.at[0] : "";
  *s = (custos_step){.number = t->number,
                     .last = trace_is_over(t),
                     .rule = -1,
                     .rule_text = "",
                     .file = file,
                     .state = t->state,
                     .stack = t->stack.at,
                     .depth = t->stack.count};
  if (c->pds.dimension && !t->weight_overflow) {
    s->weight = t->weight;
    s->weight_count = c->pds.dimension;
  }
  if (t->rule == PDS_NONE)
    return;
  const pds_rule *r = &c->pds.rules.at[t->rule];
  context_write_rule(c, r);
  s->rule = t->rule;
  s->rule_text = c->rule_text.at;
  s->line = r->line;
  s->column = r->column;
  s->loop = t->in_loop;
  if (r->action != PDS_NONE)
    s->action = names_text(&c->pds.actions, r->action);
}

custos_status custos_trace_next(custos *c, custos_step *out, int *found) {
  if (!c->trace_began)
    return context_fail(c, CUSTOS_ERR_USAGE, "call custos_trace_rewind first");
  ENTER(c, "replaying");
  trace *t = &c->trace;
  if (t->number == UINT64_MAX) {
    t->number = 0;
  } else if (trace_is_over(t)) {
    *found = 0;
    return context_leave(c, CUSTOS_OK);
  } else if (!trace_step(t)) {
    return context_fail(c, CUSTOS_ERR_BUG, "the run does not follow the rules");
  }
  fill_step(c, out);
  *found = 1;
  return context_leave(c, CUSTOS_OK);
}

/* ---- Files
 * -------------------------------------------------------------------- */

custos_status custos_write_evidence(custos *c, custos_write_fn *write,
                                    void *self) {
  if (!c->solved || c->ring.size)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "there is no answer to give evidence for");
  ENTER(c, "writing");
  context_make_evidence(c);
  text out;
  text_init(&out, write, self);
  evidence_write(&c->pds, &c->source, &c->evidence, &out);
  if (!text_end(&out))
    return context_fail(c, CUSTOS_ERR_SYSTEM, "the evidence was not written");
  return context_leave(c, CUSTOS_OK);
}

/* Beside the evidence if it is not where it was: NULL, or the path. */
static char *beside(custos *c, const char *evidence_path, const char *file) {
  const char *slash = strrchr(evidence_path, '/'), *name = strrchr(file, '/');
  size_t folder = slash ? (size_t)(slash - evidence_path) + 1 : 0;
  name = name ? name + 1 : file;
  char *path = mem_alloc(&c->job, folder + strlen(name) + 1);
  memcpy(path, evidence_path, folder);
  memcpy(path + folder, name, strlen(name));
  return path;
}

static custos_status load_file(custos *c, const char *path) {
  char *bytes;
  size_t length;
  const char *lang = context_language(path);
  if (!context_read_file(c, path, &bytes, &length))
    return CUSTOS_ERR_SYSTEM;
  if (!context_read_problem(c, path, bytes, length, lang ? lang : "json"))
    return context_reject(c);
  char *copy = mem_alloc(&c->problem, strlen(path) + 1);
  memcpy(copy, path, strlen(path));
  vec_push(&c->problem, &c->source.files, copy);
  mem_free(&c->job, bytes);
  return CUSTOS_OK;
}

static custos_status load_sets(custos *c, const evidence_source *s) {
  for (int side = 0; side < 2; side++)
    for (size_t i = 0; i < s->sets[side].count; i++) {
      const char *set = s->sets[side].at[i];
      if (!pds_text_read_configurations(&c->problem, &c->pds, (pds_side)side,
                                        side == PDS_INITIAL ? "initial"
                                                            : "final",
                                        set, strlen(set), 1, 1, &c->report))
        return context_reject(c);
      c->pds.has_set[side] = true;
    }
  return CUSTOS_OK;
}

/* The files that the evidence names, or the given ones instead. */
static custos_status load_problem(custos *c, const char *path,
                                  const evidence_source *s,
                                  const char *const *problem, size_t count) {
  custos_status status = CUSTOS_OK;
  for (size_t i = 0; i < count && status == CUSTOS_OK; i++)
    status = load_file(c, problem[i]);
  for (size_t i = 0; i < s->files.count && !count && status == CUSTOS_OK; i++) {
    const char *file = s->files.at[i];
    bool there = access(file, R_OK) == 0;
    status = load_file(c, there ? file : beside(c, path, file));
  }
  return status == CUSTOS_OK ? load_sets(c, s) : status;
}

custos_status custos_replay(custos *c, const char *path,
                            const char *const *problem, size_t count,
                            custos_replayed *out) {
  ENTER(c, "replaying");
  char *bytes;
  size_t length;
  evidence_source source;
  evidence_verdict v;
  memset(out, 0, sizeof *out);
  if (c->pds.has_system || c->pds.has_set[0] || c->pds.has_set[1])
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "the context has a problem already: clear it first");
  context_drop_job(c);
  if (!context_read_file(c, path, &bytes, &length))
    return CUSTOS_ERR_SYSTEM;
  if (!evidence_read_source(&c->job, path, bytes, length, &c->report, &source))
    return context_reject(c);
  custos_status status = load_problem(c, path, &source, problem, count);
  if (status != CUSTOS_OK)
    return status;
  if (!evidence_read(&c->job, &c->pds, path, bytes, length, &c->report,
                     &c->evidence))
    return context_reject(c);
  evidence_check(&c->job, &c->clock, &c->pds, &c->evidence, &v);
  c->has_evidence = true;
  c->has_run = v.accepted && c->evidence.reachable;
  snprintf(c->reason, sizeof c->reason, "%s", v.why);
  *out = (custos_replayed){.accepted = v.accepted,
                           .reachable = c->evidence.reachable,
                           .reason = c->reason,
                           .facts = v.facts};
  if (c->has_run)
    out->steps = derivation_steps(&c->job, &c->evidence.derivation);
  return context_leave(c, CUSTOS_OK);
}
