/* Loops and functions with invariants: what belongs to them, what they change,
 * and what happens when a path comes there. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

typedef vec(uint32_t) locations;

/* What can be reached from 'from', not through 'without'. */
static void heads_reach(const proof_run *r, uint32_t from, uint32_t without,
                        bool *reached) {
  const cfa *p = r->p;
  locations work = {0};
  if (from == without)
    return;
  reached[from] = true;
  vec_push(r->m, &work, from);
  while (work.count) {
    const cfa_location *l = &p->locations.at[vec_pop(&work)];
    for (uint32_t i = 0; i < l->edges; i++) {
      uint32_t to = p->edges.at[l->first_edge + i].to;
      if (to == CFA_NONE || to == without || reached[to])
        continue;
      reached[to] = true;
      vec_push(r->m, &work, to);
    }
  }
  vec_free(r->m, &work);
}

/* Backwards: whatever leads to a member without passing the head is one. */
static void close_body(const proof_run *r, uint32_t head, bool *body) {
  const cfa *p = r->p;
  uint32_t function = p->locations.at[head].function;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = p->edges.count; i-- > 0;) {
      const cfa_edge *e = &p->edges.at[i];
      if (e->to == CFA_NONE || e->to == head || body[e->from] || !body[e->to] ||
          p->locations.at[e->from].function != function)
        continue;
      body[e->from] = more = true;
    }
  }
}

/* The natural loop. Any set of locations would do: a path that leaves it
 * enters the loop anew. */
static bool *body_of(const proof_run *r, uint32_t head) {
  const cfa *p = r->p;
  size_t count = p->locations.count;
  uint32_t function = p->locations.at[head].function;
  bool *before = mem_array(r->m, count, sizeof *before);
  bool *behind = mem_array(r->m, count, sizeof *behind);
  bool *body = mem_array(r->m, count, sizeof *body);
  assert(function < p->functions.count);
  heads_reach(r, p->functions.at[function].entry, head, before);
  heads_reach(r, head, CFA_NONE, behind);
  vec_each (const cfa_edge, e, &p->edges)
    if (e->to == head && !before[e->from] && behind[e->from])
      body[e->from] = true;
  close_body(r, head, body);
  for (size_t i = 0; i < count; i++)
    body[i] = body[i] && !before[i] && behind[i];
  body[head] = true;
  mem_free(r->m, before);
  mem_free(r->m, behind);
  return body;
}

/* What is known at first. */

static void begin_changed(const proof_run *r, proof_changed *c) {
  size_t variables = r->p->variables.count + 1;
  c->scalars = mem_array(r->m, variables, sizeof *c->scalars);
  c->unpinned = mem_array(r->m, variables, sizeof *c->unpinned);
  c->origins =
      mem_array(r->m, variables + r->p->edges.count, sizeof *c->origins);
}

/* Only to begin again less often: what is missing is found on the way. */
static void guess_changed(const proof_run *r, proof_head *h) {
  vec_each (const cfa_edge, e, &r->p->edges)
    if (e->variable != CFA_NONE && e->to != CFA_NONE && h->body[e->from] &&
        h->body[e->to] && r->p->variables.at[e->variable].is_scalar)
      h->changed.scalars[e->variable] = true;
}

static void add_head(proof_run *r, uint32_t location) {
  if (r->head_of[location] != CFA_NONE)
    return;
  proof_head h = {.location = location, .body = body_of(r, location)};
  begin_changed(r, &h.changed);
  guess_changed(r, &h);
  r->head_of[location] = (uint32_t)r->heads.count;
  vec_push(r->m, &r->heads, h);
}

static void add_contract(proof_run *r, uint32_t function) {
  if (r->contract_of[function] != CFA_NONE)
    return;
  proof_head h = {.location = function};
  begin_changed(r, &h.changed);
  r->contract_of[function] = (uint32_t)r->contracts.count;
  vec_push(r->m, &r->contracts, h);
}

void proof_find_heads(proof_run *r) {
  const cfa *p = r->p;
  size_t locations_count = p->locations.count;
  r->head_of = mem_array(r->m, locations_count + 1, sizeof *r->head_of);
  r->has_claim = mem_array(r->m, locations_count + 1, sizeof *r->has_claim);
  r->contract_of =
      mem_array(r->m, p->functions.count + 1, sizeof *r->contract_of);
  r->has_contract_claim =
      mem_array(r->m, p->functions.count + 1, sizeof *r->has_contract_claim);
  memset(r->head_of, 0xff, locations_count * sizeof *r->head_of);
  memset(r->contract_of, 0xff, p->functions.count * sizeof *r->contract_of);
  vec_each (const cfa_invariant, i, r->given) {
    if (i->kind != CFA_AT_LOCATION)
      add_contract(r, i->at);
    else if (p->locations.at[i->at].is_loop_head)
      add_head(r, i->at);
    else
      r->has_claim[i->at] = true;
  }
}

static void forget_scalar(proof_run *r, uint32_t number, uint32_t variable,
                          bool may_pin) {
  assert(variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[variable];
  size_t slot = proof_slot(r, variable);
  assert(slot < r->now.scalars.count);
  proof_value *s = &r->now.scalars.at[slot];
  proof_value had = *s;
  bool is_null = !had.object && !had.term && !had.bits;
  bool is_pinned = may_pin && had.object != PROOF_UNSET &&
                   (had.object || (v->is_pointer && is_null));
  if (!is_pinned) {
    *s = proof_fresh(r, v->width);
    return;
  }
  proof_pin pin = {.number = number,
                   .depth = r->now.frames.count,
                   .variable = variable,
                   .scalar = slot,
                   .object = had.object};
  vec_push(r->m, &r->now.pins, pin);
  if (had.object) {
    *s = proof_fresh(r, v->width);
    s->object = had.object;
  }
}

bool proof_forget(proof_run *r, const proof_head *h, bool is_function) {
  const proof_changed *c = &h->changed;
  /* Nodes of a chain would have to be forgotten, too. */
  if (r->now.is_folded)
    return proof_give_up(r, "an invariant behind lists that were folded");
  uint32_t number = is_function ? 0 : r->head_of[h->location];
  for (uint32_t v = 0; v < r->p->variables.count; v++) {
    if (!c->scalars[v] ||
        (is_function && r->p->variables.at[v].function != CFA_NONE))
      continue;
    if (!proof_may_set(r, v, proof_slot(r, v)))
      return false;
    forget_scalar(r, number, v, !is_function && !c->unpinned[v]);
  }
  for (uint32_t i = 1; i < r->now.objects.count; i++) {
    const proof_object *o = &r->now.objects.at[i];
    if (o->kind == PROOF_FUNCTION || o->kind == PROOF_OPAQUE || !o->is_alive ||
        o->is_constant || !c->origins[o->origin])
      continue;
    if (!proof_may_write(r, i))
      return false;
    proof_object_forget(r, i);
  }
  return true;
}

static void leave_scope(proof_run *r, size_t i) {
  assert(i < r->now.scopes.count);
  proof_scope gone = r->now.scopes.at[i];
  size_t kept = 0;
  vec_each (const proof_pin, p, &r->now.pins)
    if (p->number != gone.number || p->depth != gone.depth)
      r->now.pins.at[kept++] = *p;
  r->now.pins.count = kept;
  for (; i + 1 < r->now.scopes.count; i++)
    r->now.scopes.at[i] = r->now.scopes.at[i + 1];
  r->now.scopes.count--;
}

void proof_leave_scopes(proof_run *r, uint32_t location) {
  size_t depth = r->now.frames.count;
  for (size_t i = r->now.scopes.count; i-- > 0;) {
    const proof_scope *s = &r->now.scopes.at[i];
    if (s->is_function || s->depth < depth)
      break;
    if (s->depth > depth ||
        (location != CFA_NONE && !r->heads.at[s->number].body[location]))
      leave_scope(r, i);
  }
}

static bool is_inside(const proof_run *r, uint32_t head) {
  vec_each (const proof_scope, s, &r->now.scopes)
    if (!s->is_function && s->number == head && s->depth == r->now.frames.count)
      return true;
  return false;
}

/* A pointer that points elsewhere now is not what it was taken for. */
static bool check_pins(proof_run *r, uint32_t head) {
  vec_each (const proof_pin, p, &r->now.pins) {
    if (p->number != head || p->depth != r->now.frames.count)
      continue;
    const proof_value *s = &r->now.scalars.at[p->scalar];
    bool is_null = !s->object && !s->term && !s->bits;
    if (s->object != p->object || (!p->object && !is_null)) {
      r->heads.at[head].changed.unpinned[p->variable] = true;
      return proof_restart(r);
    }
  }
  return true;
}

static bool enter(proof_run *r, uint32_t head) {
  assert(head < r->heads.count);
  proof_head *h = &r->heads.at[head];
  if (!proof_claim(r, CFA_AT_LOCATION, h->location,
                   "an invariant need not hold when its loop is entered") ||
      !proof_forget(r, h, false))
    return false;
  proof_scope s = {.number = head,
                   .depth = r->now.frames.count,
                   .scalars = r->now.scalars.count,
                   .objects = r->now.objects.count};
  vec_push(r->m, &r->now.scopes, s);
  return proof_suppose(r, CFA_AT_LOCATION, h->location);
}

/* Nothing has changed since it was passed: the path goes around for ever. */
static bool is_endless(proof_run *r, uint32_t location) {
  assert(location < r->p->locations.count);
  if (!r->p->locations.at[location].is_loop_head)
    return false;
  bool is_same = r->now.passed == location &&
                 r->now.passed_changes == r->now.changes && r->now.changes;
  r->now.passed = location;
  r->now.passed_changes = r->now.changes;
  return is_same;
}

static bool arrive(proof_run *r) {
  uint32_t location = vec_last(&r->now.frames).location;
  if (r->now.scopes.count)
    proof_leave_scopes(r, location);
  uint32_t head = r->head_of[location];
  if (head == CFA_NONE && is_endless(r, location))
    return proof_end_path(r);
  if (head == CFA_NONE)
    return !r->has_claim[location] || proof_claim(r, CFA_AT_LOCATION, location,
                                                  "an invariant need not hold");
  if (!is_inside(r, head))
    return enter(r, head);
  if (proof_claim(r, CFA_AT_LOCATION, location,
                  "an invariant need not hold when its loop comes around"))
    check_pins(r, head);
  return proof_end_path(r);
}

bool proof_arrive(proof_run *r) {
  if (!arrive(r))
    return false;
  return !proof_was_met(r) || proof_end_path(r);
}
