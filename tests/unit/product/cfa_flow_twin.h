/* Does some run of a control-flow automaton, whatever the data, be accepted by
 * an automaton? By summaries of functions on the locations themselves, as
 * tables that are filled until nothing changes: no pushdown system, no heads,
 * no sets. */
#ifndef UNIT_CFA_FLOW_TWIN_H
#define UNIT_CFA_FLOW_TWIN_H

#include "automata/omega.h"
#include "cfa/cfa.h"

#include <string.h>

enum {
  TWIN_NODES = 24,  /* locations, then "a", "b", and the end */
  TWIN_STATES = 24, /* of the automaton */
  TWIN_STEPS = 80
};

typedef enum twin_kind { TWIN_GO, TWIN_CALL, TWIN_RETURN, TWIN_STAY } twin_kind;

typedef struct twin_step {
  twin_kind kind;
  uint32_t from, to, callee; /* nodes */
  uint64_t letter;
} twin_step;

typedef struct twin {
  const cfa *p;
  const names *atoms;
  const omega *a;
  uint32_t nodes;
  twin_step steps[TWIN_STEPS];
  size_t count;
  /* From a node and a state, the function can return with another state,
   * without or with an accepting state on the way. */
  bool returns[TWIN_NODES][TWIN_STATES][TWIN_STATES][2];
  bool edge[TWIN_NODES * TWIN_STATES][TWIN_NODES * TWIN_STATES];
  bool accepting_edge[TWIN_NODES * TWIN_STATES][TWIN_NODES * TWIN_STATES];
} twin;

/* Letters. */

static uint32_t twin_outside(const twin *t, const char *name) {
  return (uint32_t)t->p->locations.count + (strcmp(name, "b") == 0);
}
static uint32_t twin_end(const twin *t) {
  return (uint32_t)t->p->locations.count + 2;
}

static const char *twin_function(const twin *t, uint32_t node) {
  size_t locations = t->p->locations.count;
  if (node >= locations)
    return node == locations ? "a" : node == locations + 1 ? "b" : "";
  uint32_t f = t->p->locations.at[node].function;
  return cfa_text(t->p, t->p->functions.at[f].name);
}

static bool twin_has_edge(const twin *t, uint32_t node, cfa_edge_kind kind) {
  if (node >= t->p->locations.count)
    return false;
  const cfa_location *l = &t->p->locations.at[node];
  return l->edges && t->p->edges.at[l->first_edge].kind == kind;
}

/* 'action' is "call.f", "return.f" or "". */
static uint64_t twin_letter(const twin *t, uint32_t node, const char *action) {
  uint64_t letter = 0;
  for (uint32_t i = 0; i < names_count(t->atoms); i++) {
    const char *atom = names_text(t->atoms, i);
    bool holds = strcmp(atom, action) == 0;
    if (strncmp(atom, "in.", 3) == 0)
      holds = strcmp(atom + 3, twin_function(t, node)) == 0;
    if (strcmp(atom, "error") == 0)
      holds = twin_has_edge(t, node, CFA_FAIL);
    if (strcmp(atom, "end") == 0)
      holds = node == twin_end(t) || twin_has_edge(t, node, CFA_HALT);
    letter |= (uint64_t)holds << i;
  }
  return letter;
}

/* Steps. */

static void twin_add(twin *t, twin_kind kind, uint32_t from, uint32_t to,
                     uint32_t callee) {
  char action[40] = "";
  if (kind == TWIN_CALL)
    snprintf(action, sizeof action, "call.%s", twin_function(t, callee));
  if (kind == TWIN_RETURN)
    snprintf(action, sizeof action, "return.%s", twin_function(t, from));
  t->steps[t->count++] =
      (twin_step){kind, from, to, callee, twin_letter(t, from, action)};
}

static bool twin_ends(const twin *t, uint32_t node) {
  return twin_has_edge(t, node, CFA_HALT) || twin_has_edge(t, node, CFA_FAIL);
}

static void twin_add_edge(twin *t, const cfa_edge *e) {
  if (e->kind == CFA_RETURN) {
    twin_add(t, TWIN_RETURN, e->from, 0, 0);
  } else if (e->kind == CFA_CALL) {
    for (uint32_t f = 0; f < t->p->functions.count; f++)
      if (e->function == f ||
          (e->function == CFA_NONE && t->p->functions.at[f].is_address_taken))
        twin_add(t, TWIN_CALL, e->from, e->to, t->p->functions.at[f].entry);
  } else if (e->kind == CFA_SKIP && e->name != CFA_NONE) {
    uint32_t outside = twin_outside(t, cfa_text(t->p, e->name));
    twin_add(t, TWIN_CALL, e->from, e->to, outside);
    if (twin_ends(t, e->to)) /* it does not return, and is not entered */
      t->steps[t->count - 1].kind = TWIN_GO;
  } else if (e->to != CFA_NONE) {
    twin_add(t, TWIN_GO, e->from, e->to, 0);
  }
}

static void twin_add_steps(twin *t) {
  vec_each (const cfa_edge, e, &t->p->edges)
    twin_add_edge(t, e);
  for (uint32_t i = 0; i < 2; i++)
    twin_add(t, TWIN_RETURN, (uint32_t)t->p->locations.count + i, 0, 0);
  for (uint32_t n = 0; n < t->nodes; n++) {
    bool goes_on = false;
    for (size_t i = 0; i < t->count; i++)
      goes_on = goes_on || t->steps[i].from == n;
    if (!goes_on)
      twin_add(t, TWIN_STAY, n, n, 0);
  }
}

/* Summaries. */

static bool twin_set(bool *what) {
  bool is_new = !*what;
  *what = true;
  return is_new;
}

/* Behind 'to' with state r, having read one letter with or without an accepting
 * state before. */
static bool twin_go_on(twin *t, const twin_step *s, uint32_t q, uint32_t r,
                       bool seen) {
  bool changed = false;
  for (uint32_t z = 0; z < t->a->states; z++)
    for (int k = 0; k < 2; k++)
      if (t->returns[s->to][r][z][k])
        changed |= twin_set(&t->returns[s->from][q][z][k || seen]);
  return changed;
}

static bool twin_take(twin *t, const twin_step *s, uint32_t q, uint32_t r) {
  bool seen = omega_is_accepting(t->a, q), changed = false;
  if (s->kind == TWIN_RETURN)
    return twin_set(&t->returns[s->from][q][r][seen]);
  if (s->kind == TWIN_GO)
    return twin_go_on(t, s, q, r, seen);
  for (uint32_t z = 0; z < t->a->states && s->kind == TWIN_CALL; z++)
    for (int k = 0; k < 2; k++)
      if (t->returns[s->callee][r][z][k])
        changed |= twin_go_on(t, s, q, z, k || seen);
  return changed;
}

static void
twin_each(twin *t, bool (*take)(twin *, const twin_step *, uint32_t, uint32_t),
          bool *changed) {
  for (size_t i = 0; i < t->count; i++)
    vec_each (const omega_edge, e, &t->a->edges)
      if (omega_allows(t->a, e, t->steps[i].letter))
        *changed |= take(t, &t->steps[i], e->from, e->to);
}

/* Runs. */

static void twin_join(twin *t, uint32_t n, uint32_t q, uint32_t m, uint32_t r,
                      bool seen) {
  t->edge[n * TWIN_STATES + q][m * TWIN_STATES + r] = true;
  if (seen)
    t->accepting_edge[n * TWIN_STATES + q][m * TWIN_STATES + r] = true;
}

/* A call that never returns, and one that does. */
static bool twin_connect(twin *t, const twin_step *s, uint32_t q, uint32_t r) {
  bool seen = omega_is_accepting(t->a, q);
  if (s->kind == TWIN_GO || s->kind == TWIN_STAY)
    twin_join(t, s->from, q, s->to, r, seen);
  if (s->kind != TWIN_CALL)
    return false;
  twin_join(t, s->from, q, s->callee, r, seen);
  for (uint32_t z = 0; z < t->a->states; z++)
    for (int k = 0; k < 2; k++)
      if (t->returns[s->callee][r][z][k])
        twin_join(t, s->from, q, s->to, z, k || seen);
  return false;
}

static void twin_spread(const twin *t, bool *reached) {
  uint32_t all = TWIN_NODES * TWIN_STATES;
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t x = 0; x < all; x++)
      for (uint32_t y = 0; reached[x] && y < all; y++)
        if (t->edge[x][y])
          changed |= twin_set(&reached[y]);
  }
}

static bool twin_loops(const twin *t, const bool *reached) {
  uint32_t all = TWIN_NODES * TWIN_STATES;
  for (uint32_t x = 0; x < all; x++)
    for (uint32_t y = 0; reached[x] && y < all; y++) {
      if (!t->accepting_edge[x][y])
        continue;
      bool from_there[TWIN_NODES * TWIN_STATES] = {false};
      from_there[y] = true;
      twin_spread(t, from_there);
      if (from_there[x])
        return true;
    }
  return false;
}

/* 't' is large: the caller has a place for it. */
static bool twin_accepts(twin *t, const cfa *p, const names *atoms,
                         const omega *a) {
  bool changed = true, reached[TWIN_NODES * TWIN_STATES] = {false};
  memset(t, 0, sizeof *t);
  t->p = p;
  t->atoms = atoms;
  t->a = a;
  t->nodes = (uint32_t)p->locations.count + 3;
  twin_add_steps(t);
  while (changed) {
    changed = false;
    twin_each(t, twin_take, &changed);
  }
  twin_each(t, twin_connect, &changed);
  uint32_t entry = p->functions.at[p->main].entry;
  reached[entry * TWIN_STATES + a->initial] = true;
  for (uint32_t z = 0; z < a->states; z++)
    if (t->returns[entry][a->initial][z][0] ||
        t->returns[entry][a->initial][z][1])
      reached[twin_end(t) * TWIN_STATES + z] = true;
  twin_spread(t, reached);
  return twin_loops(t, reached);
}

#endif
