#include "evidence/c_proof/solver.h"

#include "evidence/c_proof/z3.h"

#include <assert.h>

enum {
  QUICK_WORK = 400000, /* as Z3 counts, for the solver that is kept */
  SPARE_GUARDS = 16, /* beyond twice those of the query: then it is forgotten */
  MOST_WORDS = 4000, /* of a query that is kept */
  MOST_KEPT = 1 << 20
};

void proof_solver_init(proof_solver *solver, mem *m, progress *clock,
                       proof_terms *terms, Z3_context z,
                       unsigned milliseconds) {
  *solver = (proof_solver){
      .m = m, .clock = clock, .t = terms, .z = z, .milliseconds = milliseconds};
  solver->list = (proof_list){.m = m, .t = terms, .most = MOST_WORDS};
}

static void begin_marks(proof_solver *solver) {
  if (solver->marks.count < solver->t->nodes.count)
    vec_resize(solver->m, &solver->marks, solver->t->nodes.count);
  if (solver->input_marks.count < solver->t->inputs.count)
    vec_resize(solver->m, &solver->input_marks, solver->t->inputs.count);
  if (++solver->stamp)
    return;
  solver->stamp = 1;
  memset(solver->marks.at, 0, solver->marks.count * sizeof *solver->marks.at);
  memset(solver->input_marks.at, 0,
         solver->input_marks.count * sizeof *solver->input_marks.at);
}

/* Appends the inputs of x to 'found'. */
static void find_inputs(proof_solver *solver, proof_term x) {
  solver->work.count = 0;
  vec_push(solver->m, &solver->work, x);
  while (solver->work.count) {
    proof_term y = vec_pop(&solver->work);
    const proof_node *node = proof_at(solver->t, y);
    if (solver->marks.at[y] == solver->stamp)
      continue;
    solver->marks.at[y] = solver->stamp;
    if (node->kind == PROOF_INPUT)
      vec_push(solver->m, &solver->found, (uint32_t)node->value);
    if (node->kind != PROOF_APPLY)
      continue;
    vec_push(solver->m, &solver->work, node->a);
    if (node->b)
      vec_push(solver->m, &solver->work, node->b);
    if (node->c)
      vec_push(solver->m, &solver->work, node->c);
  }
}

void proof_push(proof_solver *solver, proof_term constraint) {
  assert(constraint < solver->t->nodes.count);
  proof_constraint c = {constraint, (uint32_t)solver->path_inputs.count};
  begin_marks(solver);
  solver->found.count = 0;
  find_inputs(solver, constraint);
  vec_each (const uint32_t, i, &solver->found)
    vec_push(solver->m, &solver->path_inputs, *i);
  vec_push(solver->m, &solver->path, c);
  solver->t->nodes.at[constraint].on_path++;
}

void proof_pop_to(proof_solver *solver, size_t count) {
  if (count >= solver->path.count)
    return;
  solver->path_inputs.count = solver->path.at[count].first;
  for (size_t i = count; i < solver->path.count; i++)
    solver->t->nodes.at[solver->path.at[i].term].on_path--;
  solver->path.count = count;
}

static size_t end_of(const proof_solver *solver, size_t i) {
  return i + 1 < solver->path.count ? solver->path.at[i + 1].first
                                    : solver->path_inputs.count;
}

static bool touches(const proof_solver *solver, size_t i) {
  assert(i < solver->path.count);
  for (size_t k = solver->path.at[i].first; k < end_of(solver, i); k++)
    if (solver->input_marks.at[solver->path_inputs.at[k]] == solver->stamp)
      return true;
  return false;
}

static void mark_input(proof_solver *solver, uint32_t input) {
  assert(input < solver->input_marks.count);
  if (solver->input_marks.at[input] == solver->stamp)
    return;
  solver->input_marks.at[input] = solver->stamp;
  vec_push(solver->m, &solver->asked, input);
}

/* Constraints that share no input with the question, directly or through
 * others, hold by the model that there is. */
static void slice(proof_solver *solver, proof_term extra) {
  begin_marks(solver);
  solver->found.count = solver->asked.count = solver->query.count = 0;
  find_inputs(solver, extra);
  vec_each (const uint32_t, i, &solver->found)
    mark_input(solver, *i);
  vec_push(solver->m, &solver->query, extra);
  bool *taken = mem_array(solver->m, solver->path.count + 1, sizeof *taken);
  for (bool more = true; more;) {
    more = false;
    for (size_t i = solver->path.count; i-- > 0;) {
      if (taken[i] || !touches(solver, i))
        continue;
      taken[i] = more = true;
      for (size_t k = solver->path.at[i].first; k < end_of(solver, i); k++)
        mark_input(solver, solver->path_inputs.at[k]);
      vec_push(solver->m, &solver->query, solver->path.at[i].term);
    }
  }
  mem_free(solver->m, taken);
}

static void forget_learner(proof_solver *solver) {
  if (!solver->learner)
    return;
  Z3_solver_dec_ref(solver->z, solver->learner);
  solver->learner = NULL;
  solver->guards = 0;
  vec_each (proof_node, node, &solver->t->nodes)
    if (node->guard) {
      Z3_dec_ref(solver->z, node->guard);
      node->guard = NULL;
    }
}

bool proof_is_late(const proof_solver *solver) {
  return progress_is_over(solver->clock) ||
         (solver->deadline > 0 && progress_clock() > solver->deadline);
}

/* What is left of the time, at most 'most'; 0: nothing. */
static unsigned time_left(const proof_solver *solver, unsigned most) {
  double now = progress_clock(), left = most / 1000.0;
  if (solver->clock->limit > 0 &&
      solver->clock->limit - (now - solver->clock->started) < left)
    left = solver->clock->limit - (now - solver->clock->started);
  if (solver->deadline > 0 && solver->deadline - now < left)
    left = solver->deadline - now;
  return left <= 0.002 ? 0 : (unsigned)(left * 1000);
}

/* Without a clock, which would cost more than most answers do: so much work. */
static void set_work(proof_solver *solver, Z3_solver to, unsigned work) {
  Z3_params p = Z3_mk_params(solver->z);
  Z3_params_inc_ref(solver->z, p);
  Z3_params_set_uint(solver->z, p, Z3_mk_string_symbol(solver->z, "rlimit"),
                     work);
  Z3_params_set_bool(solver->z, p, Z3_mk_string_symbol(solver->z, "ctrl_c"),
                     false);
  Z3_solver_set_params(solver->z, to, p);
  Z3_params_dec_ref(solver->z, p);
}

static void set_timeout(proof_solver *solver, Z3_solver to,
                        unsigned milliseconds) {
  Z3_params p = Z3_mk_params(solver->z);
  Z3_params_inc_ref(solver->z, p);
  Z3_params_set_uint(solver->z, p, Z3_mk_string_symbol(solver->z, "timeout"),
                     milliseconds);
  Z3_params_set_bool(solver->z, p, Z3_mk_string_symbol(solver->z, "ctrl_c"),
                     false);
  Z3_solver_set_params(solver->z, to, p);
  Z3_params_dec_ref(solver->z, p);
}

/* Z3's word, and its model. */
static proof_answer take_answer(proof_solver *solver, Z3_solver by,
                                Z3_lbool said) {
  if (Z3_get_error_code(solver->z) != Z3_OK) {
    solver->is_starved = Z3_get_error_code(solver->z) == Z3_MEMOUT_FAIL;
    return PROOF_UNKNOWN;
  }
  if (said != Z3_L_TRUE)
    return said == Z3_L_FALSE ? PROOF_UNSAT : PROOF_UNKNOWN;
  Z3_model model = Z3_solver_get_model(solver->z, by);
  if (!model)
    return PROOF_UNKNOWN;
  Z3_model_inc_ref(solver->z, model);
  vec_resize(solver->m, &solver->model, solver->t->inputs.count);
  memcpy(solver->model.at, solver->t->model.at,
         solver->model.count * sizeof *solver->model.at);
  bool is_read = true;
  vec_each (const uint32_t, i, &solver->asked)
    is_read = is_read &&
              proof_z3_value(solver->z, model, solver->t,
                             solver->t->inputs.at[*i], &solver->model.at[*i]);
  Z3_model_dec_ref(solver->z, model);
  return is_read ? PROOF_SAT : PROOF_UNKNOWN;
}

/* A literal for each constraint, so that those that are not asked about stay
 * in the solver without harm. */
static Z3_ast guard_of(proof_solver *solver, proof_term x) {
  assert(x < solver->t->nodes.count);
  proof_node *node = &solver->t->nodes.at[x];
  if (node->guard)
    return node->guard;
  Z3_ast ast = proof_z3(solver->z, solver->m, solver->t, x);
  if (!ast)
    return NULL;
  Z3_ast guard = Z3_mk_fresh_const(solver->z, "g", Z3_mk_bool_sort(solver->z));
  if (!guard)
    return NULL;
  Z3_inc_ref(solver->z, guard);
  Z3_solver_assert(solver->z, solver->learner,
                   Z3_mk_implies(solver->z, guard, ast));
  solver->guards++;
  solver->t->nodes.at[x].guard = guard;
  return guard;
}

static proof_answer ask_learner(proof_solver *solver) {
  if (solver->guards > SPARE_GUARDS + 2 * solver->query.count)
    forget_learner(solver);
  if (!solver->learner) {
    solver->learner = Z3_mk_simple_solver(solver->z);
    if (!solver->learner)
      return PROOF_UNKNOWN;
    Z3_solver_inc_ref(solver->z, solver->learner);
    set_work(solver, solver->learner, QUICK_WORK);
  }
  size_t count = 0;
  Z3_ast *assumed =
      mem_array(solver->m, solver->query.count + 1, sizeof(Z3_ast));
  bool is_made = true;
  vec_each (const proof_term, x, &solver->query) {
    assumed[count] = guard_of(solver, *x);
    is_made = is_made && assumed[count++];
  }
  proof_answer answer = PROOF_UNKNOWN;
  if (is_made)
    answer = take_answer(solver, solver->learner,
                         Z3_solver_check_assumptions(solver->z, solver->learner,
                                                     (unsigned)count, assumed));
  mem_free(solver->m, assumed);
  return answer;
}

/* The solver that learns has answered questions about numbers of IEEE 754 with
 * models that are none: they are asked afresh. */
static bool solver_has_floats(const proof_solver *solver) {
  bool any = false;
  vec_each (const proof_term, x, &solver->query)
    any |= proof_at(solver->t, *x)->has_floats;
  return any;
}

static proof_answer ask_one_shot(proof_solver *solver, unsigned milliseconds) {
  Z3_symbol logic = Z3_mk_string_symbol(
      solver->z, solver_has_floats(solver) ? "QF_FPBV" : "QF_BV");
  Z3_solver fresh = Z3_mk_solver_for_logic(solver->z, logic);
  if (!fresh)
    return PROOF_UNKNOWN;
  Z3_solver_inc_ref(solver->z, fresh);
  set_timeout(solver, fresh, milliseconds);
  bool is_made = true;
  vec_each (const proof_term, x, &solver->query) {
    Z3_ast ast = proof_z3(solver->z, solver->m, solver->t, *x);
    is_made = is_made && ast;
    if (ast)
      Z3_solver_assert(solver->z, fresh, ast);
  }
  proof_answer answer = PROOF_UNKNOWN;
  if (is_made)
    answer = take_answer(solver, fresh, Z3_solver_check(solver->z, fresh));
  Z3_solver_dec_ref(solver->z, fresh);
  return answer;
}

/* Is it what it says? Our own arithmetic looks at Z3's model again. */
static bool is_model(proof_solver *solver) {
  vec(uint64_t) had = {0};
  bool all = true;
  vec_resize(solver->m, &had, solver->t->model.count);
  if (had.count)
    memcpy(had.at, solver->t->model.at, had.count * sizeof *had.at);
  proof_take_model(solver);
  vec_each (const proof_term, x, &solver->query)
    all = all && proof_now(solver->t, *x);
  if (had.count)
    memcpy(solver->t->model.at, had.at, had.count * sizeof *had.at);
  proof_new_model(solver->t);
  vec_free(solver->m, &had);
  return all;
}

/* What was asked before. */

/* Is the query one that can be kept? Then its number. */
static bool find_query(proof_solver *solver, bool *is_new, uint32_t *number) {
  if (solver->said.count >= MOST_KEPT)
    return false;
  proof_list_begin(&solver->list);
  vec_each (const proof_term, x, &solver->query)
    proof_list_term(&solver->list, *x);
  return solver->list.words.count <= MOST_WORDS &&
         proof_list_find(&solver->list, &solver->met, is_new, number);
}

/* A solution is looked at again, as those of Z3 are. */
static proof_answer recall(proof_solver *solver, uint32_t number) {
  assert(number < solver->said.count);
  const proof_said *said = &solver->said.at[number];
  if (!said->is_sat)
    return PROOF_UNSAT;
  vec_resize(solver->m, &solver->model, solver->t->inputs.count);
  memcpy(solver->model.at, solver->t->model.at,
         solver->model.count * sizeof *solver->model.at);
  for (uint32_t i = 0; i < said->count; i++)
    solver->model.at[solver->list.input_order.at[i]] =
        solver->values.at[said->first + i];
  return is_model(solver) ? PROOF_SAT : PROOF_UNKNOWN;
}

static void solver_keep(proof_solver *solver, proof_answer answer) {
  proof_said said = {.is_sat = answer == PROOF_SAT,
                     .first = (uint32_t)solver->values.count};
  if (said.is_sat) {
    vec_each (const uint32_t, i, &solver->list.input_order)
      vec_push(solver->m, &solver->values, solver->model.at[*i]);
    said.count = (uint32_t)solver->list.input_order.count;
  }
  vec_push(solver->m, &solver->said, said);
}

static proof_answer ask_solver(proof_solver *solver) {
  proof_answer answer =
      solver_has_floats(solver) ? PROOF_UNKNOWN : ask_learner(solver);
  solver->queries++;
  if (answer == PROOF_UNKNOWN) {
    unsigned all = time_left(solver, solver->milliseconds);
    answer = all ? ask_one_shot(solver, all) : PROOF_UNKNOWN;
  }
  return answer == PROOF_SAT && !is_model(solver) ? PROOF_UNKNOWN : answer;
}

proof_answer proof_ask(proof_solver *solver, proof_term extra) {
  bool is_new = true;
  uint32_t number;
  if (proof_is_constant(solver->t, extra) && !proof_at(solver->t, extra)->value)
    return PROOF_UNSAT;
  if (proof_at(solver->t, proof_not(solver->t, extra))->on_path)
    return PROOF_UNSAT;
  slice(solver, extra);
  bool is_kept = find_query(solver, &is_new, &number);
  if (is_kept && !is_new) {
    proof_answer answer = recall(solver, number);
    return answer == PROOF_UNKNOWN ? ask_solver(solver) : answer;
  }
  proof_answer answer = ask_solver(solver);
  if (is_kept && answer != PROOF_UNKNOWN)
    solver_keep(solver, answer);
  else if (is_kept) /* nothing: it will be asked again */
    vec_push(solver->m, &solver->said, ((proof_said){.is_sat = true}));
  return answer;
}

void proof_take_model(proof_solver *solver) {
  memcpy(solver->t->model.at, solver->model.at,
         solver->model.count * sizeof *solver->model.at);
  proof_new_model(solver->t);
}
