/* The check as a whole: every path of main, and of every function that has a
 * contract. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

enum {
  DEFAULT_MILLISECONDS = 10000,
  LOOK_EVERY = 64 /* steps, at the clock */
};

static void begin_object(proof_run *r, uint32_t variable) {
  assert(variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[variable];
  uint32_t object = proof_object_new(r, PROOF_GLOBAL, proof_word(v->size),
                                     variable, !v->is_extern);
  r->now.objects.at[object].is_constant = v->is_constant;
  r->now.objects.at[object].is_extern = v->is_extern;
  for (uint64_t i = 0; i < v->bytes; i++) {
    unsigned char byte = r->p->data.at[v->data + i];
    if (byte)
      proof_write_bytes(r, object, proof_word(i), 1, proof_word(byte));
  }
}

static bool begin_pointers(proof_run *r, const cfa_variable *v) {
  uint32_t object = (uint32_t)r->p->functions.count + 1 + v->slot;
  for (uint32_t i = 0; i < v->pointers; i++) {
    const cfa_pointer *q = &r->p->pointers.at[v->first_pointer + i];
    proof_value value;
    proof_begin_values(r);
    if (!proof_evaluate(r, q->value, &value))
      return false;
    proof_write_bytes(r, object, proof_word(q->offset), r->p->pointer_bits / 8u,
                      value);
  }
  return true;
}

static bool begin_scalar(proof_run *r, const cfa_variable *v) {
  assert(v->slot < r->now.scalars.count);
  proof_value *s = &r->now.scalars.at[v->slot];
  if (v->is_extern) {
    *s = (proof_value){.object = PROOF_UNSET};
    return true;
  }
  proof_begin_values(r);
  return v->initial == CFA_NONE || proof_evaluate(r, v->initial, s);
}

static bool begin_globals(proof_run *r) {
  const cfa *p = r->p;
  vec_resize(r->m, &r->now.objects, 1);
  for (uint32_t i = 0; i < p->functions.count; i++)
    proof_object_new(r, PROOF_FUNCTION, proof_word(1), 0, true);
  vec_resize(r->m, &r->now.scalars, p->global_scalars);
  for (uint32_t i = 0; i < p->globals; i++) {
    if (p->variables.at[i].is_scalar)
      continue;
    if (p->variables.at[i].size > INT32_MAX)
      return proof_give_up(r, "an object of 2 GiB or more");
    begin_object(r, i);
  }
  for (uint32_t i = 0; i < p->globals; i++) {
    const cfa_variable *v = &p->variables.at[i];
    if (!(v->is_scalar ? begin_scalar(r, v) : begin_pointers(r, v)))
      return false;
  }
  return true;
}

bool proof_begin_main(proof_run *r) {
  const cfa_function *f = &r->p->functions.at[r->p->main];
  if (!begin_globals(r) || !proof_push_frame(r, r->p->main, CFA_NONE))
    return false;
  for (uint32_t i = 0; i < f->parameters; i++) {
    uint32_t variable = f->first_variable + i;
    const cfa_variable *v = &r->p->variables.at[variable];
    proof_value value;
    if (!v->is_scalar)
      continue;
    if (v->is_pointer)
      value =
          (proof_value){.object = proof_object_new(
                            r, PROOF_OPAQUE, proof_word(1), variable, false)};
    else
      value = proof_fresh(r, v->width);
    r->now.scalars.at[proof_slot(r, variable)] = value;
  }
  return true;
}

static void find_set(proof_run *r) {
  r->is_set = mem_array(r->m, r->p->variables.count + 1, sizeof *r->is_set);
  vec_each (const cfa_edge, e, &r->p->edges)
    if (e->variable != CFA_NONE)
      r->is_set[e->variable] = true;
}

/* Globals, what they point to, and parameters: all may be anything, but for
 * scalars that have the value of the beginning for ever. */
bool proof_begin_contract(proof_run *r, uint32_t number) {
  assert(number < r->contracts.count);
  uint32_t function = r->contracts.at[number].location;
  assert(function < r->p->functions.count);
  const cfa_function *f = &r->p->functions.at[function];
  if (!begin_globals(r))
    return false;
  for (uint32_t i = 0; i < r->p->globals; i++) {
    const cfa_variable *v = &r->p->variables.at[i];
    if (v->is_scalar && r->is_set[i])
      r->now.scalars.at[v->slot] = proof_fresh(r, v->width);
    else if (!v->is_scalar && !v->is_constant)
      proof_object_forget(r, (uint32_t)r->p->functions.count + 1 + v->slot);
  }
  proof_scope scope = {.is_function = true,
                       .number = number,
                       .scalars = r->now.scalars.count,
                       .objects = r->now.objects.count};
  vec_push(r->m, &r->now.scopes, scope);
  if (!proof_push_frame(r, function, CFA_NONE))
    return false;
  for (uint32_t i = 0; i < f->parameters; i++) {
    const cfa_variable *v = &r->p->variables.at[f->first_variable + i];
    if (v->is_scalar)
      r->now.scalars.at[proof_slot(r, f->first_variable + i)] =
          proof_fresh(r, v->width);
  }
  vec_each (const proof_value, s, &r->now.scalars)
    vec_push(r->m, &r->now.old, *s);
  return proof_suppose(r, CFA_REQUIRES, function);
}

/* If nobody says how much there is, more than this helps no proof. */
static const size_t MOST_BYTES = (size_t)4 << 30;

static bool has_room(const proof_run *r) {
  const mem_budget *b = r->m->budget->of ? r->m->budget->of : r->m->budget;
  return b->used < (b->limit ? b->limit / 10 * 9 : MOST_BYTES);
}

/* What folded lists do not show, may be tried without. */
static bool is_late(const proof_run *r) {
  return proof_is_late(&r->solver) ||
         (r->out->is_folded && r->folding_deadline > 0 &&
          progress_clock() > r->folding_deadline);
}

static void follow(proof_run *r) {
  r->out->paths++;
  do {
    if (++r->steps % LOOK_EVERY == 0) {
      if (is_late(r))
        proof_give_up(r, "the time is spent");
      else if (!has_room(r))
        proof_give_up(r, "the memory is spent");
    }
  } while (!r->is_over && proof_step(r) && proof_arrive(r));
}

/* The state that waits last goes on. */
static void resume(proof_run *r) {
  proof_state_clear(r, &r->now);
  r->asked.count = 0;
  r->forks++;
  r->now = vec_pop(&r->pending);
  proof_pop_to(&r->solver, r->now.path);
  proof_cut(&r->terms, r->now.nodes, r->now.inputs);
  memcpy(r->terms.model.at, r->now.model.at,
         r->now.model.count * sizeof *r->now.model.at);
  vec_free(r->m, &r->now.model);
  proof_new_model(&r->terms);
  proof_push(&r->solver, r->now.extra);
}

static void forget_all(proof_run *r) {
  proof_state_clear(r, &r->now);
  vec_each (proof_state, s, &r->pending)
    proof_state_clear(r, s);
  for (size_t i = 0; i < r->kept.count; i++) {
    if (r->kept.at[i].state)
      proof_state_clear(r, r->kept.at[i].state);
    mem_free(r->m, r->kept.at[i].state);
    mem_free(r->m, r->kept.at[i].old);
  }
  r->pending.count = r->kept.count = r->asked.count = 0;
  proof_pop_to(&r->solver, 0);
  proof_cut(&r->terms, 1, 0);
  r->ghosts = (proof_ghosts){0};
  r->mode = PROOF_RUNNING;
}

/* All paths from one beginning; the number of contracts stands for main. */
static void check_from(proof_run *r, uint32_t number) {
  forget_all(r);
  proof_forget_states(r);
  r->edge = CFA_NONE;
  bool begins = number < r->contracts.count ? proof_begin_contract(r, number)
                                            : proof_begin_main(r);
  if (begins && proof_arrive(r))
    follow(r);
  while (!r->is_over && r->pending.count) {
    resume(r);
    follow(r);
  }
}

static void check_all(proof_run *r) {
  do {
    r->is_over = r->must_restart = false;
    for (uint32_t i = 0; i <= r->contracts.count && !r->is_over; i++)
      if (i == r->contracts.count ||
          r->contract_of[r->contracts.at[i].location] != CFA_NONE)
        check_from(r, i);
    if (proof_is_late(&r->solver) && r->must_restart) {
      r->is_over = r->must_restart = false;
      proof_give_up(r, "the time is spent");
    }
  } while (r->must_restart);
  forget_all(r);
}

void c_proof_close(c_proof_open *open) {
  if (open->context)
    Z3_del_context(open->context);
  open->context = NULL;
}

static Z3_context begin_context(c_proof_open *open) {
  Z3_config config = Z3_mk_config();
  if (!config)
    return NULL;
  Z3_context z = Z3_mk_context_rc(config);
  Z3_del_config(config);
  if (!z)
    return NULL;
  Z3_set_error_handler(z, NULL);
  open->context = z;
  return z;
}

void c_proof_check(mem *m, progress *clock, const cfa *p,
                   const c_proof_options *o, const cfa_invariants *given,
                   c_proof_open *open, c_proof_result *out) {
  proof_run *r = mem_alloc(m, sizeof *r);
  *out = (c_proof_result){.verdict = C_PROOF_ACCEPTED, .invariant = CFA_NONE};
  out->place.file = CFA_NONE;
  r->m = m;
  r->clock = clock;
  r->p = p;
  r->options = o;
  r->given = given;
  r->out = out;
  r->edge = CFA_NONE;
  Z3_context z = begin_context(open);
  if (!z) {
    proof_give_up(r, "the solver does not start");
    return;
  }
  proof_terms_init(&r->terms, m, z);
  proof_solver_init(&r->solver, m, clock, &r->terms, z,
                    o->query_milliseconds ? o->query_milliseconds
                                          : DEFAULT_MILLISECONDS);
  if (o->seconds > 0)
    r->solver.deadline = progress_clock() + o->seconds;
  if (o->folding_seconds > 0)
    r->folding_deadline = progress_clock() + o->folding_seconds;
  r->key.list = (proof_list){.m = m, .t = &r->terms, .most = PROOF_MOST_WORDS};
  find_set(r);
  proof_find_heads(r);
  proof_find_indices(r);
  proof_find_live(r);
  proof_find_meetings(r);
  check_all(r);
  out->queries = r->solver.queries;
  c_proof_close(open);
}
