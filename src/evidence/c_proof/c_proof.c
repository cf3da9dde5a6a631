/* The check as a whole: every path of main, and of every function that has a
 * contract. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

enum {
  DEFAULT_MILLISECONDS = 10000,
  LOOK_EVERY = 64 /* steps, at the clock */
};

static void begin_object(proof_run *run, uint32_t variable) {
  assert(variable < run->p->variables.count);
  const cfa_variable *v = &run->p->variables.at[variable];
  uint32_t object = proof_object_new(run, PROOF_GLOBAL, proof_word(v->size),
                                     variable, !v->is_extern);
  run->now.objects.at[object].is_constant = v->is_constant;
  run->now.objects.at[object].is_extern = v->is_extern;
  for (uint64_t i = 0; i < v->bytes; i++) {
    unsigned char byte = run->p->data.at[v->data + i];
    if (byte)
      proof_write_bytes(run, object, proof_word(i), 1, proof_word(byte));
  }
}

static bool begin_pointers(proof_run *run, const cfa_variable *variable) {
  uint32_t object = (uint32_t)run->p->functions.count + 1 + variable->slot;
  for (uint32_t i = 0; i < variable->pointers; i++) {
    const cfa_pointer *pointer =
        &run->p->pointers.at[variable->first_pointer + i];
    proof_value value;
    proof_begin_values(run);
    if (!proof_evaluate(run, pointer->value, &value))
      return false;
    proof_write_bytes(run, object, proof_word(pointer->offset),
                      run->p->pointer_bits / 8u, value);
  }
  return true;
}

static bool begin_scalar(proof_run *run, const cfa_variable *variable) {
  assert(variable->slot < run->now.scalars.count);
  proof_value *value = &run->now.scalars.at[variable->slot];
  if (variable->is_extern) {
    *value = (proof_value){.object = PROOF_UNSET};
    return true;
  }
  proof_begin_values(run);
  return variable->initial == CFA_NONE ||
         proof_evaluate(run, variable->initial, value);
}

static bool begin_globals(proof_run *run) {
  const cfa *automaton = run->p;
  vec_resize(run->m, &run->now.objects, 1);
  for (uint32_t i = 0; i < automaton->functions.count; i++)
    proof_object_new(run, PROOF_FUNCTION, proof_word(1), 0, true);
  vec_resize(run->m, &run->now.scalars, automaton->global_scalars);
  for (uint32_t i = 0; i < automaton->globals; i++) {
    if (automaton->variables.at[i].is_scalar)
      continue;
    if (automaton->variables.at[i].size > INT32_MAX)
      return proof_give_up(run, "an object of 2 GiB or more");
    begin_object(run, i);
  }
  for (uint32_t i = 0; i < automaton->globals; i++) {
    const cfa_variable *variable = &automaton->variables.at[i];
    if (!(variable->is_scalar ? begin_scalar(run, variable)
                              : begin_pointers(run, variable)))
      return false;
  }
  return true;
}

bool proof_begin_main(proof_run *run) {
  const cfa_function *function = &run->p->functions.at[run->p->main];
  if (!begin_globals(run) || !proof_push_frame(run, run->p->main, CFA_NONE))
    return false;
  for (uint32_t i = 0; i < function->parameters; i++) {
    uint32_t variable = function->first_variable + i;
    const cfa_variable *v = &run->p->variables.at[variable];
    proof_value value;
    if (!v->is_scalar)
      continue;
    if (v->is_pointer)
      value =
          (proof_value){.object = proof_object_new(
                            run, PROOF_OPAQUE, proof_word(1), variable, false)};
    else
      value = proof_fresh(run, v->width);
    run->now.scalars.at[proof_slot(run, variable)] = value;
  }
  return true;
}

static void find_set(proof_run *run) {
  run->is_set =
      mem_array(run->m, run->p->variables.count + 1, sizeof *run->is_set);
  vec_each (const cfa_edge, edge, &run->p->edges)
    if (edge->variable != CFA_NONE)
      run->is_set[edge->variable] = true;
}

/* Globals, what they point to, and parameters: all may be anything, but for
 * scalars that have the value of the beginning for ever. */
bool proof_begin_contract(proof_run *run, uint32_t number) {
  assert(number < run->contracts.count);
  uint32_t function = run->contracts.at[number].location;
  assert(function < run->p->functions.count);
  const cfa_function *f = &run->p->functions.at[function];
  if (!begin_globals(run))
    return false;
  for (uint32_t i = 0; i < run->p->globals; i++) {
    const cfa_variable *variable = &run->p->variables.at[i];
    if (variable->is_scalar && run->is_set[i])
      run->now.scalars.at[variable->slot] = proof_fresh(run, variable->width);
    else if (!variable->is_scalar && !variable->is_constant)
      proof_object_forget(run, (uint32_t)run->p->functions.count + 1 +
                                   variable->slot);
  }
  proof_scope scope = {.is_function = true,
                       .number = number,
                       .scalars = run->now.scalars.count,
                       .objects = run->now.objects.count};
  vec_push(run->m, &run->now.scopes, scope);
  if (!proof_push_frame(run, function, CFA_NONE))
    return false;
  for (uint32_t i = 0; i < f->parameters; i++) {
    const cfa_variable *variable = &run->p->variables.at[f->first_variable + i];
    if (variable->is_scalar)
      run->now.scalars.at[proof_slot(run, f->first_variable + i)] =
          proof_fresh(run, variable->width);
  }
  vec_each (const proof_value, value, &run->now.scalars)
    vec_push(run->m, &run->now.old, *value);
  return proof_suppose(run, CFA_REQUIRES, function);
}

/* If nobody says how much there is, more than this helps no proof. */
static const size_t MOST_BYTES = (size_t)4 << 30;

static bool has_room(const proof_run *run) {
  const mem_budget *budget =
      run->m->budget->of ? run->m->budget->of : run->m->budget;
  return budget->used < (budget->limit ? budget->limit / 10 * 9 : MOST_BYTES);
}

/* What folded lists do not show, may be tried without. */
static bool is_late(const proof_run *run) {
  return proof_is_late(&run->solver) ||
         (run->out->is_folded && run->folding_deadline > 0 &&
          progress_clock() > run->folding_deadline);
}

static void follow(proof_run *run) {
  run->out->paths++;
  do {
    if (++run->steps % LOOK_EVERY == 0) {
      if (is_late(run))
        proof_give_up(run, "the time is spent");
      else if (!has_room(run))
        proof_give_up(run, "the memory is spent");
    }
  } while (!run->is_over && proof_step(run) && proof_arrive(run));
}

/* The state that waits last goes on. */
static void resume(proof_run *run) {
  proof_state_clear(run, &run->now);
  run->asked.count = 0;
  run->forks++;
  run->now = vec_pop(&run->pending);
  proof_pop_to(&run->solver, run->now.path);
  proof_cut(&run->terms, run->now.nodes, run->now.inputs);
  memcpy(run->terms.model.at, run->now.model.at,
         run->now.model.count * sizeof *run->now.model.at);
  vec_free(run->m, &run->now.model);
  proof_new_model(&run->terms);
  proof_push(&run->solver, run->now.extra);
}

static void forget_all(proof_run *run) {
  proof_state_clear(run, &run->now);
  vec_each (proof_state, state, &run->pending)
    proof_state_clear(run, state);
  for (size_t i = 0; i < run->kept.count; i++) {
    if (run->kept.at[i].state)
      proof_state_clear(run, run->kept.at[i].state);
    mem_free(run->m, run->kept.at[i].state);
    mem_free(run->m, run->kept.at[i].old);
  }
  run->pending.count = run->kept.count = run->asked.count = 0;
  proof_pop_to(&run->solver, 0);
  proof_cut(&run->terms, 1, 0);
  run->ghosts = (proof_ghosts){0};
  run->mode = PROOF_RUNNING;
}

/* All paths from one beginning; the number of contracts stands for main. */
static void check_from(proof_run *run, uint32_t number) {
  forget_all(run);
  proof_forget_states(run);
  run->edge = CFA_NONE;
  bool begins = number < run->contracts.count
                    ? proof_begin_contract(run, number)
                    : proof_begin_main(run);
  if (begins && proof_arrive(run))
    follow(run);
  while (!run->is_over && run->pending.count) {
    resume(run);
    follow(run);
  }
}

static void check_all(proof_run *run) {
  do {
    run->is_over = run->must_restart = false;
    for (uint32_t i = 0; i <= run->contracts.count && !run->is_over; i++)
      if (i == run->contracts.count ||
          run->contract_of[run->contracts.at[i].location] != CFA_NONE)
        check_from(run, i);
    if (proof_is_late(&run->solver) && run->must_restart) {
      run->is_over = run->must_restart = false;
      proof_give_up(run, "the time is spent");
    }
  } while (run->must_restart);
  forget_all(run);
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

void c_proof_check(mem *m, progress *clock, const cfa *automaton,
                   const c_proof_options *o, const cfa_invariants *given,
                   c_proof_open *open, c_proof_result *out) {
  proof_run *run = mem_alloc(m, sizeof *run);
  *out = (c_proof_result){.verdict = C_PROOF_ACCEPTED, .invariant = CFA_NONE};
  out->place.file = CFA_NONE;
  run->m = m;
  run->clock = clock;
  run->p = automaton;
  run->options = o;
  run->given = given;
  run->out = out;
  run->edge = CFA_NONE;
  Z3_context z = begin_context(open);
  if (!z) {
    proof_give_up(run, "the solver does not start");
    return;
  }
  proof_terms_init(&run->terms, m, z);
  proof_solver_init(&run->solver, m, clock, &run->terms, z,
                    o->query_milliseconds ? o->query_milliseconds
                                          : DEFAULT_MILLISECONDS);
  if (o->seconds > 0)
    run->solver.deadline = progress_clock() + o->seconds;
  if (o->folding_seconds > 0)
    run->folding_deadline = progress_clock() + o->folding_seconds;
  run->key.list =
      (proof_list){.m = m, .t = &run->terms, .most = PROOF_MOST_WORDS};
  find_set(run);
  proof_find_heads(run);
  proof_find_indices(run);
  proof_find_live(run);
  proof_find_meetings(run);
  check_all(run);
  out->queries = run->solver.queries;
  c_proof_close(open);
}
