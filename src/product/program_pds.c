/* Heads are explored with summaries. A path (e, h) says that the head h may be
 * on top, in the frame that was called with head e. Where e may return with
 * some globals, each of its callers goes on. Each head's rules are made when it
 * is first met. */
#include "product/program_pds.h"

#include "product/program_pds_names.h"

#include <assert.h>
#include <stdio.h>

enum { PATHS_A_RULE = 64 };

typedef struct head {
  uint32_t first_rule, rules;
  bool is_expanded;
  uint32_t callers, summaries; /* lists, if it is one of a call: plus one */
} head;

typedef struct listed {
  uint32_t what, next;
} listed;

typedef struct expander {
  mem *m;
  progress *clock;
  const prog *p;
  prog_expansion *out;
  size_t most;
  bool is_enough; /* too many rules */
  prog_naming naming;
  uint32_t *globals, *locals; /* of the head that is being expanded */
  uint32_t state, symbol;
  size_t first_rule;
  map heads; /* (state, symbol) */
  vec(head) head;
  map paths;     /* (head of the call, head) */
  map resumes;   /* (head of the caller's call, symbol below) */
  map callers;   /* (head of a call, one of 'resumes') */
  map summaries; /* (head of a call, state behind its return) */
  vec(listed) lists;
} expander;

static uint32_t head_number(expander *x, uint32_t state, uint32_t symbol) {
  uint32_t n = map_insert(x->m, &x->heads, map_pair(state, symbol));
  if (n == x->head.count)
    vec_push(x->m, &x->head, ((head){0}));
  return n;
}

static void path(expander *x, uint32_t call, uint32_t state, uint32_t symbol) {
  uint32_t h = head_number(x, state, symbol);
  map_insert(x->m, &x->paths, map_pair(call, h));
}

/* The rules of one head. */

static uint32_t program_pds_action_of(expander *x, const char *what,
                                      uint32_t procedure) {
  assert(procedure < x->p->procedures.count);
  char name[256];
  const char *of = prog_text(x->p, x->p->procedures.at[procedure].name);
  int length = snprintf(name, sizeof name, "%s.%s", what, of);
  if (length < 0 || (size_t)length >= sizeof name)
    length = (int)sizeof name - 1;
  return names_insert(x->m, &x->out->pds.actions, name, (size_t)length);
}

/* The same step again, by another choice of an index? */
static bool pds_is_repeated(const expander *x, uint32_t edge,
                            const pds_rule *r) {
  const pds *system = &x->out->pds;
  for (size_t i = x->first_rule; i < system->rules.count; i++) {
    const pds_rule *o = &system->rules.at[i];
    if (x->out->rule_edge.at[i] == edge && o->to == r->to &&
        (r->length < 1 || o->push[0] == r->push[0]) &&
        (r->length < 2 || o->push[1] == r->push[1]))
      return true;
  }
  return false;
}

static bool has_index(const prog *program, const prog_edge *edge) {
  for (uint32_t i = 0; i < edge->assignments; i++)
    if (program->assignments.at[edge->first_assignment + i].index != PROG_NONE)
      return true;
  return false;
}

static bool program_pds_add_rule(void *self, uint32_t edge,
                                 const uint32_t *globals, const uint32_t *top,
                                 const uint32_t *below) {
  expander *x = self;
  const prog_edge *e = &x->p->edges.at[edge];
  pds_rule rule = {.from = x->state,
                   .top = x->symbol,
                   .to = prog_state_number(&x->naming, globals),
                   .action = PDS_NONE,
                   .line = e->line,
                   .column = e->column};
  if (e->kind == PROG_RETURN) {
    uint32_t from = x->p->locations.at[e->from].procedure;
    rule.action = program_pds_action_of(x, "return", from);
  } else if (e->kind == PROG_CALL) {
    uint32_t callee = x->p->locations.at[e->entry].procedure;
    rule.length = 2;
    rule.push[0] = prog_symbol_number(&x->naming, e->entry, top);
    rule.push[1] = prog_symbol_number(&x->naming, e->to, below);
    rule.action = program_pds_action_of(x, "call", callee);
  } else {
    rule.length = 1;
    rule.push[0] = prog_symbol_number(&x->naming, e->to, top);
  }
  if (has_index(x->p, e) && pds_is_repeated(x, edge, &rule))
    return true;
  if (x->out->pds.rules.count >= x->most) {
    x->is_enough = true;
    return false;
  }
  pds_add_rule(x->m, &x->out->pds, &rule, NULL);
  vec_push(x->m, &x->out->rule_edge, edge);
  return true;
}

static void expand_head(expander *x, uint32_t h) {
  assert(h < x->heads.keys.count);
  x->state = (uint32_t)(x->heads.keys.at[h] >> 32);
  x->symbol = (uint32_t)x->heads.keys.at[h];
  x->first_rule = x->out->pds.rules.count;
  prog_state_cells(&x->naming, x->state, x->globals);
  prog_symbol_cells(&x->naming, x->symbol, x->locals);
  assert(x->symbol < x->out->symbol_location.count);
  prog_steps_from(x->m, x->clock, x->p, x->out->symbol_location.at[x->symbol],
                  x->globals, x->locals, program_pds_add_rule, x);
  head *at = &x->head.at[h];
  at->is_expanded = true;
  at->first_rule = (uint32_t)x->first_rule;
  at->rules = (uint32_t)(x->out->pds.rules.count - x->first_rule);
}

static uint32_t list_push(expander *x, uint32_t list, uint32_t what) {
  vec_push(x->m, &x->lists, ((listed){.what = what, .next = list}));
  return (uint32_t)x->lists.count;
}

/* The caller goes on where its call has returned. */
static void resume(expander *x, uint32_t number, uint32_t state) {
  assert(number < x->resumes.keys.count);
  uint64_t key = x->resumes.keys.at[number];
  path(x, (uint32_t)(key >> 32), state, (uint32_t)key);
}

static void enter(expander *x, uint32_t call, const pds_rule *rule) {
  uint32_t into = head_number(x, rule->to, rule->push[0]);
  uint32_t back = map_insert(x->m, &x->resumes, map_pair(call, rule->push[1]));
  size_t before = x->callers.keys.count;
  map_insert(x->m, &x->callers, map_pair(into, back));
  if (x->callers.keys.count == before)
    return;
  x->head.at[into].callers = list_push(x, x->head.at[into].callers, back);
  path(x, into, rule->to, rule->push[0]);
  for (uint32_t i = x->head.at[into].summaries; i; i = x->lists.at[i - 1].next)
    resume(x, back, x->lists.at[i - 1].what);
}

static void leave(expander *x, uint32_t call, uint32_t state) {
  size_t before = x->summaries.keys.count;
  map_insert(x->m, &x->summaries, map_pair(call, state));
  if (x->summaries.keys.count == before)
    return;
  x->head.at[call].summaries = list_push(x, x->head.at[call].summaries, state);
  for (uint32_t i = x->head.at[call].callers; i; i = x->lists.at[i - 1].next)
    resume(x, x->lists.at[i - 1].what, state);
}

static void follow(expander *x, uint32_t call, uint32_t h) {
  assert(h < x->head.count);
  if (!x->head.at[h].is_expanded)
    expand_head(x, h);
  head at = x->head.at[h];
  for (uint32_t i = 0; i < at.rules; i++) {
    pds_rule rule = x->out->pds.rules.at[at.first_rule + i];
    if (rule.length == 0)
      leave(x, call, rule.to);
    else if (rule.length == 1)
      path(x, call, rule.to, rule.push[0]);
    else
      enter(x, call, &rule);
  }
}

static bool explore(expander *x) {
  uint32_t start = prog_state_number(&x->naming, x->globals);
  uint32_t symbol = prog_symbol_number(&x->naming, x->p->start, x->locals);
  path(x, head_number(x, start, symbol), start, symbol);
  for (size_t i = 0; i < x->paths.keys.count; i++) {
    progress_tick(x->clock);
    if (x->is_enough || i / PATHS_A_RULE > x->most)
      return false;
    follow(x, (uint32_t)(x->paths.keys.at[i] >> 32),
           (uint32_t)x->paths.keys.at[i]);
  }
  return !x->is_enough;
}

static void free_all(expander *x) {
  prog_naming_free(&x->naming);
  mem_free(x->m, x->globals);
  mem_free(x->m, x->locals);
  vec_free(x->m, &x->head);
  vec_free(x->m, &x->lists);
  map_free(x->m, &x->heads);
  map_free(x->m, &x->paths);
  map_free(x->m, &x->resumes);
  map_free(x->m, &x->callers);
  map_free(x->m, &x->summaries);
}

bool prog_expand(mem *m, progress *clock, const prog *program,
                 const prog_locations *targets, const prog_binding *binding,
                 size_t most, prog_expansion *out) {
  *out = (prog_expansion){0};
  expander x = {.m = m,
                .clock = clock,
                .p = program,
                .out = out,
                .most = most,
                .naming = {.m = m, .p = program, .out = out}};
  x.globals =
      mem_array(m, (size_t)program->global_cells + 1, sizeof *x.globals);
  x.locals = mem_array(m, prog_largest_frame(program), sizeof *x.locals);
  for (uint32_t f = 1; f < program->procedures.count; f++) {
    program_pds_action_of(&x, "call",
                          f); /* known, even if it does not happen */
    program_pds_action_of(&x, "return", f);
  }
  bool fits = explore(&x);
  if (fits)
    prog_add_sets(&x.naming, &x.heads, targets, binding);
  free_all(&x);
  return fits;
}
