/* Loops and functions with invariants: what belongs to them, what they change,
 * and what happens when a path comes there. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

typedef vec(uint32_t) locations;

/* What can be reached from 'from', not through 'without'. */
static void heads_reach(const proof_run *run, uint32_t from, uint32_t without,
                        bool *reached) {
  const cfa *automaton = run->p;
  locations work = {0};
  if (from == without)
    return;
  reached[from] = true;
  vec_push(run->m, &work, from);
  while (work.count) {
    const cfa_location *location = &automaton->locations.at[vec_pop(&work)];
    for (uint32_t i = 0; i < location->edges; i++) {
      uint32_t to = automaton->edges.at[location->first_edge + i].to;
      if (to == CFA_NONE || to == without || reached[to])
        continue;
      reached[to] = true;
      vec_push(run->m, &work, to);
    }
  }
  vec_free(run->m, &work);
}

/* Backwards: whatever leads to a member without passing the head is one. */
static void close_body(const proof_run *run, uint32_t head, bool *body) {
  const cfa *automaton = run->p;
  uint32_t function = automaton->locations.at[head].function;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = automaton->edges.count; i-- > 0;) {
      const cfa_edge *edge = &automaton->edges.at[i];
      if (edge->to == CFA_NONE || edge->to == head || body[edge->from] ||
          !body[edge->to] ||
          automaton->locations.at[edge->from].function != function)
        continue;
      body[edge->from] = more = true;
    }
  }
}

/* The natural loop. Any set of locations would do: a path that leaves it
 * enters the loop anew. */
static bool *body_of(const proof_run *run, uint32_t head) {
  const cfa *automaton = run->p;
  size_t count = automaton->locations.count;
  uint32_t function = automaton->locations.at[head].function;
  bool *before = mem_array(run->m, count, sizeof *before);
  bool *behind = mem_array(run->m, count, sizeof *behind);
  bool *body = mem_array(run->m, count, sizeof *body);
  assert(function < automaton->functions.count);
  heads_reach(run, automaton->functions.at[function].entry, head, before);
  heads_reach(run, head, CFA_NONE, behind);
  vec_each (const cfa_edge, edge, &automaton->edges)
    if (edge->to == head && !before[edge->from] && behind[edge->from])
      body[edge->from] = true;
  close_body(run, head, body);
  for (size_t i = 0; i < count; i++)
    body[i] = body[i] && !before[i] && behind[i];
  body[head] = true;
  mem_free(run->m, before);
  mem_free(run->m, behind);
  return body;
}

/* What is known at first. */

static void begin_changed(const proof_run *run, proof_changed *changed) {
  size_t variables = run->p->variables.count + 1;
  changed->scalars = mem_array(run->m, variables, sizeof *changed->scalars);
  changed->unpinned = mem_array(run->m, variables, sizeof *changed->unpinned);
  changed->origins = mem_array(run->m, variables + run->p->edges.count,
                               sizeof *changed->origins);
}

/* Only to begin again less often: what is missing is found on the way. */
static void guess_changed(const proof_run *run, proof_head *head) {
  vec_each (const cfa_edge, edge, &run->p->edges)
    if (edge->variable != CFA_NONE && edge->to != CFA_NONE &&
        head->body[edge->from] && head->body[edge->to] &&
        run->p->variables.at[edge->variable].is_scalar)
      head->changed.scalars[edge->variable] = true;
}

static void add_head(proof_run *run, uint32_t location) {
  if (run->head_of[location] != CFA_NONE)
    return;
  proof_head head = {.location = location, .body = body_of(run, location)};
  begin_changed(run, &head.changed);
  guess_changed(run, &head);
  run->head_of[location] = (uint32_t)run->heads.count;
  vec_push(run->m, &run->heads, head);
}

static void add_contract(proof_run *run, uint32_t function) {
  if (run->contract_of[function] != CFA_NONE)
    return;
  proof_head head = {.location = function};
  begin_changed(run, &head.changed);
  run->contract_of[function] = (uint32_t)run->contracts.count;
  vec_push(run->m, &run->contracts, head);
}

void proof_find_heads(proof_run *run) {
  const cfa *automaton = run->p;
  size_t locations_count = automaton->locations.count;
  run->head_of = mem_array(run->m, locations_count + 1, sizeof *run->head_of);
  run->has_claim =
      mem_array(run->m, locations_count + 1, sizeof *run->has_claim);
  run->contract_of = mem_array(run->m, automaton->functions.count + 1,
                               sizeof *run->contract_of);
  run->has_contract_claim = mem_array(run->m, automaton->functions.count + 1,
                                      sizeof *run->has_contract_claim);
  memset(run->head_of, 0xff, locations_count * sizeof *run->head_of);
  memset(run->contract_of, 0xff,
         automaton->functions.count * sizeof *run->contract_of);
  vec_each (const cfa_invariant, invariant, run->given) {
    if (invariant->kind != CFA_AT_LOCATION)
      add_contract(run, invariant->at);
    else if (automaton->locations.at[invariant->at].is_loop_head)
      add_head(run, invariant->at);
    else
      run->has_claim[invariant->at] = true;
  }
}

static void forget_scalar(proof_run *run, uint32_t number, uint32_t variable,
                          bool may_pin) {
  assert(variable < run->p->variables.count);
  const cfa_variable *v = &run->p->variables.at[variable];
  size_t slot = proof_slot(run, variable);
  assert(slot < run->now.scalars.count);
  proof_value *value = &run->now.scalars.at[slot];
  proof_value had = *value;
  bool is_null = !had.object && !had.term && !had.bits;
  bool is_pinned = may_pin && had.object != PROOF_UNSET &&
                   (had.object || (v->is_pointer && is_null));
  if (!is_pinned) {
    *value = proof_fresh(run, v->width);
    return;
  }
  proof_pin pin = {.number = number,
                   .depth = run->now.frames.count,
                   .variable = variable,
                   .scalar = slot,
                   .object = had.object};
  vec_push(run->m, &run->now.pins, pin);
  if (had.object) {
    *value = proof_fresh(run, v->width);
    value->object = had.object;
  }
}

bool proof_forget(proof_run *run, const proof_head *head, bool is_function) {
  const proof_changed *changed = &head->changed;
  /* Nodes of a chain would have to be forgotten, too. */
  if (run->now.is_folded)
    return proof_give_up(run, "an invariant behind lists that were folded");
  uint32_t number = is_function ? 0 : run->head_of[head->location];
  for (uint32_t v = 0; v < run->p->variables.count; v++) {
    if (!changed->scalars[v] ||
        (is_function && run->p->variables.at[v].function != CFA_NONE))
      continue;
    if (!proof_may_set(run, v, proof_slot(run, v)))
      return false;
    forget_scalar(run, number, v, !is_function && !changed->unpinned[v]);
  }
  for (uint32_t i = 1; i < run->now.objects.count; i++) {
    const proof_object *object = &run->now.objects.at[i];
    if (object->kind == PROOF_FUNCTION || object->kind == PROOF_OPAQUE ||
        !object->is_alive || object->is_constant ||
        !changed->origins[object->origin])
      continue;
    if (!proof_may_write(run, i))
      return false;
    proof_object_forget(run, i);
  }
  return true;
}

static void leave_scope(proof_run *run, size_t i) {
  assert(i < run->now.scopes.count);
  proof_scope gone = run->now.scopes.at[i];
  size_t kept = 0;
  vec_each (const proof_pin, pin, &run->now.pins)
    if (pin->number != gone.number || pin->depth != gone.depth)
      run->now.pins.at[kept++] = *pin;
  run->now.pins.count = kept;
  for (; i + 1 < run->now.scopes.count; i++)
    run->now.scopes.at[i] = run->now.scopes.at[i + 1];
  run->now.scopes.count--;
}

void proof_leave_scopes(proof_run *run, uint32_t location) {
  size_t depth = run->now.frames.count;
  for (size_t i = run->now.scopes.count; i-- > 0;) {
    const proof_scope *scope = &run->now.scopes.at[i];
    if (scope->is_function || scope->depth < depth)
      break;
    if (scope->depth > depth ||
        (location != CFA_NONE && !run->heads.at[scope->number].body[location]))
      leave_scope(run, i);
  }
}

static bool is_inside(const proof_run *run, uint32_t head) {
  vec_each (const proof_scope, scope, &run->now.scopes)
    if (!scope->is_function && scope->number == head &&
        scope->depth == run->now.frames.count)
      return true;
  return false;
}

/* A pointer that points elsewhere now is not what it was taken for. */
static bool check_pins(proof_run *run, uint32_t head) {
  vec_each (const proof_pin, pin, &run->now.pins) {
    if (pin->number != head || pin->depth != run->now.frames.count)
      continue;
    const proof_value *value = &run->now.scalars.at[pin->scalar];
    bool is_null = !value->object && !value->term && !value->bits;
    if (value->object != pin->object || (!pin->object && !is_null)) {
      run->heads.at[head].changed.unpinned[pin->variable] = true;
      return proof_restart(run);
    }
  }
  return true;
}

static bool enter(proof_run *run, uint32_t head) {
  assert(head < run->heads.count);
  proof_head *h = &run->heads.at[head];
  if (!proof_claim(run, CFA_AT_LOCATION, h->location,
                   "an invariant need not hold when its loop is entered") ||
      !proof_forget(run, h, false))
    return false;
  proof_scope scope = {.number = head,
                       .depth = run->now.frames.count,
                       .scalars = run->now.scalars.count,
                       .objects = run->now.objects.count};
  vec_push(run->m, &run->now.scopes, scope);
  return proof_suppose(run, CFA_AT_LOCATION, h->location);
}

/* Nothing has changed since it was passed: the path goes around for ever. */
static bool is_endless(proof_run *run, uint32_t location) {
  assert(location < run->p->locations.count);
  if (!run->p->locations.at[location].is_loop_head)
    return false;
  bool is_same = run->now.passed == location &&
                 run->now.passed_changes == run->now.changes &&
                 run->now.changes;
  run->now.passed = location;
  run->now.passed_changes = run->now.changes;
  return is_same;
}

static bool arrive(proof_run *run) {
  uint32_t location = vec_last(&run->now.frames).location;
  if (run->now.scopes.count)
    proof_leave_scopes(run, location);
  uint32_t head = run->head_of[location];
  if (head == CFA_NONE && is_endless(run, location))
    return proof_end_path(run);
  if (head == CFA_NONE)
    return !run->has_claim[location] ||
           proof_claim(run, CFA_AT_LOCATION, location,
                       "an invariant need not hold");
  if (!is_inside(run, head))
    return enter(run, head);
  if (proof_claim(run, CFA_AT_LOCATION, location,
                  "an invariant need not hold when its loop comes around"))
    check_pins(run, head);
  return proof_end_path(run);
}

bool proof_arrive(proof_run *run) {
  if (!arrive(run))
    return false;
  return !proof_was_met(run) || proof_end_path(run);
}
