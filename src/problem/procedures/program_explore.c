/* Which locations of a program can be reached: one saturation forward for all
 * properties, or one backward for each. */
#include "problem/procedures/procedures_parts.h"

#include "engine/symbolic/symbolic.h"
#include "evidence/symbolic/symbolic.h"

#include <string.h>

/* The system while its diagrams are open; in 'job'. Engines work in the memory
 * of what is found, since their proofs stay there. */
typedef struct opened {
  prog_bits bits;
  sympds system;
} opened;

static program_answer *answer_of(custos *c, const property *p) {
  size_t i = p ? (size_t)(p - c->properties.at) + 1 : 0;
  vec_resize(&c->found.mem, &c->found.answers, c->properties.count + 1);
  return &c->found.answers.at[i];
}

static bool open_system(custos *c, opened *x) {
  memset(x, 0, sizeof *x);
  prog_bits_init(&c->job, &c->program, 0, &x->bits);
  if (!context_open_program(c, &c->job, &x->bits))
    return false;
  prog_sympds(&c->job, &c->clock, &c->program, &x->bits, &c->diagrams,
              &x->system);
  return true;
}

static void close_system(custos *c, const opened *x, const statistics *s) {
  dd_statistics of_diagrams;
  dds_statistics(&c->diagrams, &of_diagrams);
  c->found.statistics = *s;
  c->found.statistics.rules = x->system.rules.count;
  c->found.statistics.states = c->program.locations.count;
  if (of_diagrams.most_nodes > s->nodes)
    c->found.statistics.nodes = of_diagrams.most_nodes;
  dds_close(&c->diagrams);
}

static void keep_run(custos *c, const opened *x, const sym_run *run,
                     program_answer *answer) {
  answer->has_run = true;
  memset(&answer->run, 0, sizeof answer->run);
  program_decode(&c->found.mem, &c->program, &x->bits, &x->system, run,
                 &answer->run);
}

static program_proof *new_proof(custos *c, const prog_locations *targets) {
  program_proof *proof = mem_alloc(&c->found.mem, sizeof *proof);
  vec_each (const uint32_t, t, targets)
    vec_push(&c->found.mem, &proof->targets, *t);
  return proof;
}

/* A run to one of the locations, the shortest of those to each. */
static void answer_forward(custos *c, const opened *x, sym_post *post,
                           const property *p, prog_locations *unreached) {
  prog_locations at = context_targets(p);
  program_answer *answer = answer_of(c, p);
  sym_run best = {0};
  *answer = (program_answer){.is_known = true};
  vec_each (const uint32_t, t, &at) {
    size_t mark = dd_mark(&c->diagrams);
    dd heads = sym_post_heads(post, *t);
    sym_run run = {0};
    progress_tick(&c->clock);
    if (heads == DD_FALSE) {
      vec_push(&c->job, unreached, *t);
    } else {
      answer->is_reached = true;
      if (sym_post_run(post, *t, heads, PROGRAM_MOST_STEPS, &run) &&
          (!answer->has_run || run.steps.count < best.steps.count)) {
        best = run;
        answer->has_run = true;
      }
    }
    dd_release(&c->diagrams, mark);
  }
  if (answer->has_run)
    keep_run(c, x, &best, answer);
}

static const property *only_target(const custos *c) {
  const property *only = NULL;
  vec_each (const property, p, &c->properties)
    if (p->kind == PROPERTY_TARGET) {
      if (only)
        return NULL;
      only = p;
    }
  return only;
}

static bool explore_forward(custos *c) {
  opened x;
  prog_locations unreached = {0};
  statistics s;
  size_t reached = SIZE_MAX;
  const property *only = only_target(c);
  if (!open_system(c, &x))
    return false;
  c->clock.phase = "saturating";
  sym_target stop = {0};
  if (only)
    stop = (sym_target){only->locations.at, only->locations.count};
  sym_post *post = sym_post_star(&c->found.mem, &c->clock, &x.system,
                                 only ? &stop : NULL, &reached);
  sym_post_statistics(post, &s);
  c->clock.phase = "looking for runs";
  vec_each (const property, p, &c->properties)
    if (p->kind == PROPERTY_TARGET)
      answer_forward(c, &x, post, p, &unreached);
  if (!only)
    answer_forward(c, &x, post, NULL, &unreached);
  /* An early end proves nothing; nor is there anything to prove then. */
  if (c->options.certify && reached == SIZE_MAX) {
    program_proof *proof = new_proof(c, &unreached);
    sym_post_proof(post, &proof->table);
    vec_each (program_answer, answer, &c->found.answers)
      if (answer->is_known && !answer->is_reached)
        answer->proof = proof;
  }
  sym_post_free(post);
  close_system(c, &x, &s);
  return true;
}

static bool explore_backward(custos *c, const property *p) {
  opened x;
  prog_locations at = context_targets(p);
  program_answer *answer = answer_of(c, p);
  statistics s;
  sym_run run = {0};
  bool reached = false;
  if (!open_system(c, &x))
    return false;
  c->clock.phase = "saturating";
  sym_target target = {at.at, at.count};
  sym_pre *pre = sym_pre_star(&c->found.mem, &c->clock, &x.system, &target,
                              NULL, true, &reached);
  sym_pre_statistics(pre, &s);
  *answer = (program_answer){.is_known = true, .is_reached = reached};
  if (reached) {
    if (sym_pre_run(pre, PROGRAM_MOST_STEPS, &run))
      keep_run(c, &x, &run, answer);
  } else if (c->options.certify) {
    answer->proof = new_proof(c, &at);
    sym_pre_proof(pre, &answer->proof->table);
  }
  sym_pre_free(pre);
  close_system(c, &x, &s);
  return true;
}

const program_answer *context_explore(custos *c, const property *p) {
  program_found *found = &c->found;
  const options *o = &c->options;
  if (found->is_made &&
      (found->engine != o->engine || found->certify != o->certify))
    context_drop_found(c);
  found->is_made = true;
  found->engine = o->engine;
  found->certify = o->certify;
  program_answer *answer = answer_of(c, p);
  if (answer->is_known)
    return answer;
  if (found->fault == MEM_LIMIT && found->limit == c->budget.limit)
    mem_raise(&c->budget, MEM_LIMIT);
  /* One search answers all forward questions: with less time than it has had,
   * it would not get as far. */
  if (found->fault == MEM_TIME && o->engine != SOLVE_PRE &&
      c->clock.limit > 0 && c->clock.limit <= found->seconds) {
    c->clock.phase = "saturating";
    mem_raise(&c->budget, MEM_TIME);
  }
  found->is_working = true;
  bool good =
      o->engine == SOLVE_PRE ? explore_backward(c, p) : explore_forward(c);
  found->is_working = false;
  return good ? answer_of(c, p) : NULL;
}

bool context_check_proof(custos *c, program_proof *proof, const char **why) {
  if (!proof->is_checked)
    proof->is_checked =
        symbolic_check(&c->job, &c->clock, &c->program, &proof->targets, NULL,
                       NULL, &proof->table, why);
  return proof->is_checked;
}
