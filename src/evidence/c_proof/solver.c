#include "evidence/c_proof/solver.h"

#include "evidence/c_proof/z3.h"

#include <assert.h>

enum {
  QUICK_WORK = 400000, /* as Z3 counts, for the solver that is kept */
  SPARE_GUARDS = 16, /* beyond twice those of the query: then it is forgotten */
  MOST_WORDS = 4000, /* of a query that is kept */
  MOST_KEPT = 1 << 20
};

void proof_solver_init(proof_solver *s, mem *m, progress *clock, proof_terms *t,
                       Z3_context z, unsigned milliseconds) {
  *s = (proof_solver){
      .m = m, .clock = clock, .t = t, .z = z, .milliseconds = milliseconds};
  s->list = (proof_list){.m = m, .t = t, .most = MOST_WORDS};
}

static void begin_marks(proof_solver *s) {
  if (s->marks.count < s->t->nodes.count)
    vec_resize(s->m, &s->marks, s->t->nodes.count);
  if (s->input_marks.count < s->t->inputs.count)
    vec_resize(s->m, &s->input_marks, s->t->inputs.count);
  if (++s->stamp)
    return;
  s->stamp = 1;
  memset(s->marks.at, 0, s->marks.count * sizeof *s->marks.at);
  memset(s->input_marks.at, 0,
         s->input_marks.count * sizeof *s->input_marks.at);
}

/* Appends the inputs of x to 'found'. */
static void find_inputs(proof_solver *s, proof_term x) {
  s->work.count = 0;
  vec_push(s->m, &s->work, x);
  while (s->work.count) {
    proof_term y = vec_pop(&s->work);
    const proof_node *n = proof_at(s->t, y);
    if (s->marks.at[y] == s->stamp)
      continue;
    s->marks.at[y] = s->stamp;
    if (n->kind == PROOF_INPUT)
      vec_push(s->m, &s->found, (uint32_t)n->value);
    if (n->kind != PROOF_APPLY)
      continue;
    vec_push(s->m, &s->work, n->a);
    if (n->b)
      vec_push(s->m, &s->work, n->b);
    if (n->c)
      vec_push(s->m, &s->work, n->c);
  }
}

void proof_push(proof_solver *s, proof_term constraint) {
  assert(constraint < s->t->nodes.count);
  proof_constraint c = {constraint, (uint32_t)s->path_inputs.count};
  begin_marks(s);
  s->found.count = 0;
  find_inputs(s, constraint);
  vec_each (const uint32_t, i, &s->found)
    vec_push(s->m, &s->path_inputs, *i);
  vec_push(s->m, &s->path, c);
  s->t->nodes.at[constraint].on_path++;
}

void proof_pop_to(proof_solver *s, size_t count) {
  if (count >= s->path.count)
    return;
  s->path_inputs.count = s->path.at[count].first;
  for (size_t i = count; i < s->path.count; i++)
    s->t->nodes.at[s->path.at[i].term].on_path--;
  s->path.count = count;
}

static size_t end_of(const proof_solver *s, size_t i) {
  return i + 1 < s->path.count ? s->path.at[i + 1].first : s->path_inputs.count;
}

static bool touches(const proof_solver *s, size_t i) {
  assert(i < s->path.count);
  for (size_t k = s->path.at[i].first; k < end_of(s, i); k++)
    if (s->input_marks.at[s->path_inputs.at[k]] == s->stamp)
      return true;
  return false;
}

static void mark_input(proof_solver *s, uint32_t input) {
  assert(input < s->input_marks.count);
  if (s->input_marks.at[input] == s->stamp)
    return;
  s->input_marks.at[input] = s->stamp;
  vec_push(s->m, &s->asked, input);
}

/* Constraints that share no input with the question, directly or through
 * others, hold by the model that there is. */
static void slice(proof_solver *s, proof_term extra) {
  begin_marks(s);
  s->found.count = s->asked.count = s->query.count = 0;
  find_inputs(s, extra);
  vec_each (const uint32_t, i, &s->found)
    mark_input(s, *i);
  vec_push(s->m, &s->query, extra);
  bool *taken = mem_array(s->m, s->path.count + 1, sizeof *taken);
  for (bool more = true; more;) {
    more = false;
    for (size_t i = s->path.count; i-- > 0;) {
      if (taken[i] || !touches(s, i))
        continue;
      taken[i] = more = true;
      for (size_t k = s->path.at[i].first; k < end_of(s, i); k++)
        mark_input(s, s->path_inputs.at[k]);
      vec_push(s->m, &s->query, s->path.at[i].term);
    }
  }
  mem_free(s->m, taken);
}

static void forget_learner(proof_solver *s) {
  if (!s->learner)
    return;
  Z3_solver_dec_ref(s->z, s->learner);
  s->learner = NULL;
  s->guards = 0;
  vec_each (proof_node, n, &s->t->nodes)
    if (n->guard) {
      Z3_dec_ref(s->z, n->guard);
      n->guard = NULL;
    }
}

bool proof_is_late(const proof_solver *s) {
  return progress_is_over(s->clock) ||
         (s->deadline > 0 && progress_clock() > s->deadline);
}

/* What is left of the time, at most 'most'; 0: nothing. */
static unsigned time_left(const proof_solver *s, unsigned most) {
  double now = progress_clock(), left = most / 1000.0;
  if (s->clock->limit > 0 && s->clock->limit - (now - s->clock->started) < left)
    left = s->clock->limit - (now - s->clock->started);
  if (s->deadline > 0 && s->deadline - now < left)
    left = s->deadline - now;
  return left <= 0.002 ? 0 : (unsigned)(left * 1000);
}

/* Without a clock, which would cost more than most answers do: so much work. */
static void set_work(proof_solver *s, Z3_solver to, unsigned work) {
  Z3_params p = Z3_mk_params(s->z);
  Z3_params_inc_ref(s->z, p);
  Z3_params_set_uint(s->z, p, Z3_mk_string_symbol(s->z, "rlimit"), work);
  Z3_params_set_bool(s->z, p, Z3_mk_string_symbol(s->z, "ctrl_c"), false);
  Z3_solver_set_params(s->z, to, p);
  Z3_params_dec_ref(s->z, p);
}

static void set_timeout(proof_solver *s, Z3_solver to, unsigned milliseconds) {
  Z3_params p = Z3_mk_params(s->z);
  Z3_params_inc_ref(s->z, p);
  Z3_params_set_uint(s->z, p, Z3_mk_string_symbol(s->z, "timeout"),
                     milliseconds);
  Z3_params_set_bool(s->z, p, Z3_mk_string_symbol(s->z, "ctrl_c"), false);
  Z3_solver_set_params(s->z, to, p);
  Z3_params_dec_ref(s->z, p);
}

/* Z3's word, and its model. */
static proof_answer take_answer(proof_solver *s, Z3_solver by, Z3_lbool said) {
  if (Z3_get_error_code(s->z) != Z3_OK) {
    s->is_starved = Z3_get_error_code(s->z) == Z3_MEMOUT_FAIL;
    return PROOF_UNKNOWN;
  }
  if (said != Z3_L_TRUE)
    return said == Z3_L_FALSE ? PROOF_UNSAT : PROOF_UNKNOWN;
  Z3_model model = Z3_solver_get_model(s->z, by);
  if (!model)
    return PROOF_UNKNOWN;
  Z3_model_inc_ref(s->z, model);
  vec_resize(s->m, &s->model, s->t->inputs.count);
  memcpy(s->model.at, s->t->model.at, s->model.count * sizeof *s->model.at);
  bool is_read = true;
  vec_each (const uint32_t, i, &s->asked)
    is_read = is_read && proof_z3_value(s->z, model, s->t, s->t->inputs.at[*i],
                                        &s->model.at[*i]);
  Z3_model_dec_ref(s->z, model);
  return is_read ? PROOF_SAT : PROOF_UNKNOWN;
}

/* A literal for each constraint, so that those that are not asked about stay
 * in the solver without harm. */
static Z3_ast guard_of(proof_solver *s, proof_term x) {
  assert(x < s->t->nodes.count);
  proof_node *n = &s->t->nodes.at[x];
  if (n->guard)
    return n->guard;
  Z3_ast ast = proof_z3(s->z, s->m, s->t, x);
  if (!ast)
    return NULL;
  Z3_ast guard = Z3_mk_fresh_const(s->z, "g", Z3_mk_bool_sort(s->z));
  if (!guard)
    return NULL;
  Z3_inc_ref(s->z, guard);
  Z3_solver_assert(s->z, s->learner, Z3_mk_implies(s->z, guard, ast));
  s->guards++;
  s->t->nodes.at[x].guard = guard;
  return guard;
}

static proof_answer ask_learner(proof_solver *s) {
  if (s->guards > SPARE_GUARDS + 2 * s->query.count)
    forget_learner(s);
  if (!s->learner) {
    s->learner = Z3_mk_simple_solver(s->z);
    if (!s->learner)
      return PROOF_UNKNOWN;
    Z3_solver_inc_ref(s->z, s->learner);
    set_work(s, s->learner, QUICK_WORK);
  }
  size_t count = 0;
  Z3_ast *assumed = mem_array(s->m, s->query.count + 1, sizeof(Z3_ast));
  bool is_made = true;
  vec_each (const proof_term, x, &s->query) {
    assumed[count] = guard_of(s, *x);
    is_made = is_made && assumed[count++];
  }
  proof_answer answer = PROOF_UNKNOWN;
  if (is_made)
    answer = take_answer(s, s->learner,
                         Z3_solver_check_assumptions(s->z, s->learner,
                                                     (unsigned)count, assumed));
  mem_free(s->m, assumed);
  return answer;
}

/* The solver that learns has answered questions about numbers of IEEE 754 with
 * models that are none: they are asked afresh. */
static bool solver_has_floats(const proof_solver *s) {
  bool any = false;
  vec_each (const proof_term, x, &s->query)
    any |= proof_at(s->t, *x)->has_floats;
  return any;
}

static proof_answer ask_one_shot(proof_solver *s, unsigned milliseconds) {
  Z3_symbol logic =
      Z3_mk_string_symbol(s->z, solver_has_floats(s) ? "QF_FPBV" : "QF_BV");
  Z3_solver fresh = Z3_mk_solver_for_logic(s->z, logic);
  if (!fresh)
    return PROOF_UNKNOWN;
  Z3_solver_inc_ref(s->z, fresh);
  set_timeout(s, fresh, milliseconds);
  bool is_made = true;
  vec_each (const proof_term, x, &s->query) {
    Z3_ast ast = proof_z3(s->z, s->m, s->t, *x);
    is_made = is_made && ast;
    if (ast)
      Z3_solver_assert(s->z, fresh, ast);
  }
  proof_answer answer = PROOF_UNKNOWN;
  if (is_made)
    answer = take_answer(s, fresh, Z3_solver_check(s->z, fresh));
  Z3_solver_dec_ref(s->z, fresh);
  return answer;
}

/* Is it what it says? Our own arithmetic looks at Z3's model again. */
static bool is_model(proof_solver *s) {
  vec(uint64_t) had = {0};
  bool all = true;
  vec_resize(s->m, &had, s->t->model.count);
  if (had.count)
    memcpy(had.at, s->t->model.at, had.count * sizeof *had.at);
  proof_take_model(s);
  vec_each (const proof_term, x, &s->query)
    all = all && proof_now(s->t, *x);
  if (had.count)
    memcpy(s->t->model.at, had.at, had.count * sizeof *had.at);
  proof_new_model(s->t);
  vec_free(s->m, &had);
  return all;
}

/* What was asked before. */

/* Is the query one that can be kept? Then its number. */
static bool find_query(proof_solver *s, bool *is_new, uint32_t *number) {
  if (s->said.count >= MOST_KEPT)
    return false;
  proof_list_begin(&s->list);
  vec_each (const proof_term, x, &s->query)
    proof_list_term(&s->list, *x);
  return s->list.words.count <= MOST_WORDS &&
         proof_list_find(&s->list, &s->met, is_new, number);
}

/* A solution is looked at again, as those of Z3 are. */
static proof_answer recall(proof_solver *s, uint32_t number) {
  assert(number < s->said.count);
  const proof_said *a = &s->said.at[number];
  if (!a->is_sat)
    return PROOF_UNSAT;
  vec_resize(s->m, &s->model, s->t->inputs.count);
  memcpy(s->model.at, s->t->model.at, s->model.count * sizeof *s->model.at);
  for (uint32_t i = 0; i < a->count; i++)
    s->model.at[s->list.input_order.at[i]] = s->values.at[a->first + i];
  return is_model(s) ? PROOF_SAT : PROOF_UNKNOWN;
}

static void solver_keep(proof_solver *s, proof_answer answer) {
  proof_said a = {.is_sat = answer == PROOF_SAT,
                  .first = (uint32_t)s->values.count};
  if (a.is_sat) {
    vec_each (const uint32_t, i, &s->list.input_order)
      vec_push(s->m, &s->values, s->model.at[*i]);
    a.count = (uint32_t)s->list.input_order.count;
  }
  vec_push(s->m, &s->said, a);
}

static proof_answer ask_solver(proof_solver *s) {
  proof_answer answer = solver_has_floats(s) ? PROOF_UNKNOWN : ask_learner(s);
  s->queries++;
  if (answer == PROOF_UNKNOWN) {
    unsigned all = time_left(s, s->milliseconds);
    answer = all ? ask_one_shot(s, all) : PROOF_UNKNOWN;
  }
  return answer == PROOF_SAT && !is_model(s) ? PROOF_UNKNOWN : answer;
}

proof_answer proof_ask(proof_solver *s, proof_term extra) {
  bool is_new = true;
  uint32_t number;
  if (proof_is_constant(s->t, extra) && !proof_at(s->t, extra)->value)
    return PROOF_UNSAT;
  if (proof_at(s->t, proof_not(s->t, extra))->on_path)
    return PROOF_UNSAT;
  slice(s, extra);
  bool is_kept = find_query(s, &is_new, &number);
  if (is_kept && !is_new) {
    proof_answer answer = recall(s, number);
    return answer == PROOF_UNKNOWN ? ask_solver(s) : answer;
  }
  proof_answer answer = ask_solver(s);
  if (is_kept && answer != PROOF_UNKNOWN)
    solver_keep(s, answer);
  else if (is_kept) /* nothing: it will be asked again */
    vec_push(s->m, &s->said, ((proof_said){.is_sat = true}));
  return answer;
}

void proof_take_model(proof_solver *s) {
  memcpy(s->t->model.at, s->model.at, s->model.count * sizeof *s->model.at);
  proof_new_model(s->t);
}
