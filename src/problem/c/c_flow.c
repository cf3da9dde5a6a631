/* The control flow of a C program: runs shown, written for others, and what it
 * does not tell. */
#include "problem/c/c_parts.h"
#include "problem/procedures/procedures_parts.h"
#include "problem/pushdown/pushdown_problem.h"

#include "base/kept.h"
#include "cfa/print.h"
#include "lang/ectl/ectl_text.h"
#include "lang/pds/pds_text.h"
#include "product/cfa_machine.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool context_is_flow(const custos *c) {
  return c->c_problem.is_flow && c->checked.property;
}

/* What is not known. */

/* The symbol on top where the run has ended; PDS_NONE: it goes on. */
static uint32_t last_top(custos *c, const pds_lasso *lasso) {
  vec(uint32_t) stack = {0};
  if (lasso->loop.at[0] != PDS_STUTTER)
    return PDS_NONE;
  for (size_t i = lasso->stack.count; i-- > 0;)
    vec_push(&c->job, &stack, lasso->stack.at[i]);
  vec_each (const uint32_t, rule, &lasso->stem) {
    if (*rule == PDS_STUTTER || !stack.count)
      continue;
    const pds_rule *r = &c->pds.rules.at[*rule];
    uint32_t top = vec_pop(&stack);
    for (uint32_t i = r->length; i-- > 0;)
      vec_push(&c->job, &stack, pds_pushed(r, i, top));
  }
  uint32_t top = stack.count ? vec_last(&stack) : PDS_NONE;
  vec_free(&c->job, &stack);
  return top;
}

/* An edge behind which anything may happen, at the end of the run. */
static uint32_t unsupported_end(custos *c, const pds_lasso *lasso) {
  const c_problem *problem = &c->c_problem;
  uint32_t top = last_top(c, lasso);
  uint32_t location =
      top == PDS_NONE ? CFA_NONE : problem->flow.symbol_location.at[top];
  if (location == CFA_NONE)
    return CFA_NONE;
  const cfa_location *at = &problem->cfa.locations.at[location];
  for (uint32_t i = 0; i < at->edges; i++)
    if (problem->cfa.edges.at[at->first_edge + i].kind == CFA_UNSUPPORTED)
      return at->first_edge + i;
  return CFA_NONE;
}

static const char *flow_doubt(custos *c, const pds_lasso *lasso) {
  const c_problem *problem = &c->c_problem;
  if (problem->flow.unsupported == CFA_NONE)
    return NULL;
  uint32_t edge = lasso ? unsupported_end(c, lasso) : problem->flow.unsupported;
  if (edge == CFA_NONE)
    return NULL;
  const cfa_edge *e = &problem->cfa.edges.at[edge];
  char place[200];
  char *words = mem_alloc(&c->job, 256);
  context_c_place(c, e->place, place, sizeof place);
  snprintf(words, 256, "what follows is not known: %.120s%s%.100s",
           cfa_text(&problem->cfa, e->name), place[0] ? " at " : "", place);
  return words;
}

static void show_edge(custos *c, uint32_t edge, custos_step *out) {
  const cfa *automaton = &c->c_problem.cfa;
  const cfa_edge *e = &automaton->edges.at[edge];
  uint32_t words = cfa_control_of(automaton, e).words;
  if (words != CFA_NONE) {
    out->statement = cfa_text(automaton, words);
  } else {
    keeper k;
    cfa_print_edge(automaton, edge, keeper_begin(&k, c, &c->checked.statement));
    out->statement = keeper_end(&k);
  }
  assert(e->from < automaton->locations.count);
  uint32_t f = automaton->locations.at[e->from].function;
  assert(f < automaton->functions.count);
  out->procedure = cfa_text(automaton, automaton->functions.at[f].name);
  out->is_call = e->kind == CFA_CALL;
  out->is_return = e->kind == CFA_RETURN;
  if (e->place.file == CFA_NONE)
    return;
  out->file = cfa_text(automaton, automaton->files.at[e->place.file]);
  out->line = e->place.line;
  out->column = e->place.column;
}

/* "lock" of "lock()". */
static const char *outside_name(custos *c, uint32_t symbol) {
  const names *t = &c->pds.symbols;
  keeper k;
  text_add(keeper_begin(&k, c, &c->state_text), names_text(t, symbol),
           names_length(t, symbol) - 2);
  return keeper_end(&k);
}

static void show_flow(custos *c, uint32_t rule, size_t depth,
                      custos_step *out) {
  out->file = out->text = out->changes = out->procedure = out->statement =
      out->fault = "";
  out->calls = depth > 2 ? (uint32_t)depth - 2 : 0;
  if (rule == PDS_NONE || rule == PDS_STUTTER)
    return;
  const pds_rule *r = &c->pds.rules.at[rule];
  uint32_t edge = c->c_problem.flow.rule_edge.at[rule];
  if (r->action != PDS_NONE)
    out->text = names_text(&c->pds.actions, r->action);
  if (edge != CFA_NONE) {
    show_edge(c, edge, out);
    return;
  }
  out->procedure = outside_name(c, r->top);
  out->statement = "return";
  out->is_return = 1;
}

static bool bind(custos *c, const names *atoms, const char *file, uint32_t line,
                 uint32_t column, pds_binding *out) {
  const c_problem *problem = &c->c_problem;
  return cfa_flow_bind(&c->job, &problem->cfa, &problem->flow, atoms, file,
                       line, column, &c->report, out);
}

static void qualify(custos *c) {
  char words[sizeof c->reason];
  snprintf(words, sizeof words, "%s", c->reason);
  context_say(c, "on the control flow, where data may forbid it: %.180s",
              words);
}

const pushdown_ops c_flow = {.bind = bind,
                             .none = "no run of the control flow",
                             .doubt = flow_doubt,
                             .qualify = qualify,
                             .show = show_flow,
                             .shows_violations = true};

/* "locks" of "examples/c/locks.c", as a session can write it. */
static const char *system_name(custos *c) {
  const char *file = c->source.files.count ? c->source.files.at[0] : "program";
  const char *slash = strrchr(file, '/');
  const char *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
  size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);
  bool digit = base[0] >= '0' && base[0] <= '9';
  char *name = mem_alloc(&c->job, length + 2);
  name[0] = '_';
  memcpy(name + digit, base, length);
  for (char *at = name; *at; at++)
    if (!((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
          (*at >= '0' && *at <= '9')))
      *at = '_';
  return name;
}

static void note_doubt(custos *c) {
  const char *doubt = flow_doubt(c, NULL);
  if (!doubt)
    return;
  char *note = mem_text(&c->job, doubt, strlen(doubt));
  vec_push(&c->job, &c->notes, note);
}

void context_write_flow_session(custos *c, text *out) {
  const c_problem *problem = &c->c_problem;
  machine made = {0};
  note_doubt(c);
  cfa_flow_machine(&c->job, &c->clock, &problem->cfa, &problem->flow, &made);
  ectl_write_machine(&c->job, system_name(c), &made, out);
}

enum { MOST_STACKS = 200000 };

const char *context_write_flow_lts(custos *c, text *out) {
  const c_problem *problem = &c->c_problem;
  machine made = {0};
  note_doubt(c);
  if (!cfa_flow_lts(&c->job, &c->clock, &problem->cfa, &problem->flow,
                    MOST_STACKS, &made))
    return "a function may call itself, or there are too many stacks: the "
           "control flow is no transition system of reasonable size; write it "
           "without --explicit";
  ectl_write_machine(&c->job, system_name(c), &made, out);
  return NULL;
}

static uint32_t rename_atom(custos *c, const pds_atom *atom, names *to) {
  bool is_action = atom->kind == PDS_ATOM_ACTION;
  const names *t = is_action ? &c->pds.actions : &c->pds.set_names;
  kept name = {.m = &c->job};
  const char *before = is_action ? "@" : "set.";
  kept_add(&name, before, strlen(before));
  kept_add(&name, names_text(t, atom->number), names_length(t, atom->number));
  return names_insert(&c->job, to, name.bytes.at, name.bytes.count);
}

/* The formula as the pushdown system knows it. Two atoms may mean the same
 * there: then they become one. */
static const char *rename_atoms(custos *c, const property *p,
                                const pds_binding *binding) {
  ltl renamed = p->table;
  keeper k;
  kept_text *words = mem_alloc(&c->job, sizeof *words);
  vec(uint32_t) number = {0};
  memset(&renamed.atoms, 0, sizeof renamed.atoms);
  memset(&renamed.nodes, 0, sizeof renamed.nodes);
  vec_each (const pds_atom, atom, &binding->atoms)
    vec_push(&c->job, &number, rename_atom(c, atom, &renamed.atoms));
  vec_each (const ltl_node, node, &p->table.nodes) {
    ltl_node copy = *node;
    if (copy.op == LTL_ATOM)
      copy.left = number.at[copy.left];
    vec_push(&c->job, &renamed.nodes, copy);
  }
  ltl_print(&c->job, &renamed, p->root, false, keeper_begin(&k, c, words));
  return keeper_end(&k);
}

static custos_status flow_write_graph(custos *c, custos_write_fn *graph,
                                      void *graph_self, custos_write_fn *proof,
                                      void *proof_self) {
  const property *p = c->checked.property;
  pds_binding binding = {0};
  kept system = {.m = &c->aside};
  text *to = mem_alloc(&c->aside, sizeof *to);
  if (!context_bind_pushdown(c, &p->table.atoms, p->file, p->line, p->column,
                             &binding))
    return context_reject_keeping(c);
  text_init(to, kept_add, &system);
  pds_text_write(&c->aside, &c->pds, to);
  text_end(to);
  return context_solve_graph(c, &system, rename_atoms(c, p, &binding), graph,
                             graph_self, proof, proof_self);
}

custos_status context_write_flow_graph(custos *c, custos_write_fn *graph,
                                       void *graph_self, custos_write_fn *proof,
                                       void *proof_self) {
  ENTER_WRITING(c, "writing");
  return flow_write_graph(c, graph, graph_self, proof, proof_self);
}
