#include "smt/one_shot.h"

#include <assert.h>
#include <pthread.h>
#include <z3.h>

/* All terms that the question consists of, operands before what they are
 * operands of, and Z3's for them, by place. Numbers of terms ascend from
 * operands upwards, so the order is that of numbers. */
struct one_shot {
  mem *m;
  terms *t;
  vec(term) order;
  uint32_t *place; /* by term */
  Z3_ast *words;
  const term *constraints;
  size_t count;
  unsigned milliseconds;
  Z3_lbool answer;
  pthread_mutex_t lock; /* of these: */
  Z3_context z;         /* NULL: not now */
  bool is_stopped;
};

static term highest(const term *constraints, size_t count) {
  term most = 0;
  for (size_t i = 0; i < count; i++)
    most = constraints[i] > most ? constraints[i] : most;
  return most;
}

/* From the highest number down: a term is needed if a needed one has it. */
static void one_shot_put_in_order(one_shot *q, mem *m) {
  term most = highest(q->constraints, q->count);
  q->place = mem_array(m, (size_t)most + 1, sizeof *q->place);
  for (size_t i = 0; i < q->count; i++)
    q->place[q->constraints[i]] = 1;
  size_t needed = 0;
  for (term x = most; x > 0; x--) {
    if (!q->place[x])
      continue;
    const term_node *node = terms_at(q->t, x);
    needed++;
    if (node->kind == TERM_APPLY)
      q->place[node->a] = q->place[node->b] = q->place[node->c] = 1;
  }
  vec_reserve(m, &q->order, needed);
  for (term x = 1; x <= most; x++)
    if (q->place[x]) {
      q->place[x] = (uint32_t)q->order.count;
      vec_push(m, &q->order, x);
    }
  q->words = mem_array(m, needed + 1, sizeof(Z3_ast));
}

static Z3_ast constant(Z3_context z, unsigned width, uint64_t value) {
  return Z3_mk_unsigned_int64(z, value, Z3_mk_bv_sort(z, width));
}

static Z3_ast bit(Z3_context z, Z3_ast truth) {
  return Z3_mk_ite(z, truth, constant(z, 1, 1), constant(z, 1, 0));
}

static Z3_ast one_shot_input(Z3_context z, const term_node *node) {
  return Z3_mk_const(z, Z3_mk_int_symbol(z, (int)node->value),
                     Z3_mk_bv_sort(z, node->width));
}

static Z3_ast comparison(Z3_context z, bits_op op, Z3_ast a, Z3_ast b) {
  switch (op) {
  case BITS_EQ:
    return bit(z, Z3_mk_eq(z, a, b));
  case BITS_ULT: /* b > a */
    return bit(z, Z3_mk_bvugt(z, b, a));
  case BITS_ULE:
    return bit(z, Z3_mk_bvuge(z, b, a));
  case BITS_SLT:
    return bit(z, Z3_mk_bvsgt(z, b, a));
  default:
    return bit(z, Z3_mk_bvsge(z, b, a));
  }
}

static Z3_ast one_shot_resized(Z3_context z, const term_node *node,
                               unsigned from, Z3_ast a) {
  if (node->op == BITS_TRUNC)
    return Z3_mk_extract(z, node->width - 1u, 0, a);
  if (node->op == BITS_SEXT)
    return Z3_mk_sign_ext(z, node->width - from, a);
  return node->width == from
             ? a
             : Z3_mk_concat(z, constant(z, node->width - from, 0), a);
}

static Z3_ast one_shot_word(Z3_context z, const term_node *node, Z3_ast a,
                            Z3_ast b) {
  switch ((bits_op)node->op) {
  case BITS_ADD:
    return Z3_mk_bvadd(z, a, b);
  case BITS_SUB: /* a + -b */
    return Z3_mk_bvadd(z, a, Z3_mk_bvneg(z, b));
  case BITS_MUL:
    return Z3_mk_bvmul(z, a, b);
  case BITS_UDIV:
    return Z3_mk_bvudiv(z, a, b);
  case BITS_SDIV:
    return Z3_mk_bvsdiv(z, a, b);
  case BITS_UREM:
    return Z3_mk_bvurem(z, a, b);
  case BITS_SREM:
    return Z3_mk_bvsrem(z, a, b);
  case BITS_AND:
    return Z3_mk_bvand(z, a, b);
  case BITS_OR:
    return Z3_mk_bvor(z, a, b);
  case BITS_XOR:
    return Z3_mk_bvxor(z, a, b);
  case BITS_SHL:
    return Z3_mk_bvshl(z, a, b);
  case BITS_LSHR:
    return Z3_mk_bvlshr(z, a, b);
  case BITS_ASHR:
    return Z3_mk_bvashr(z, a, b);
  case BITS_CONCAT:
    return Z3_mk_concat(z, a, b);
  default:
    assert(node->op == BITS_NOT);
    return Z3_mk_bvnot(z, a);
  }
}

static Z3_ast translated(const one_shot *q, term x) {
  const term_node *node = terms_at(q->t, x);
  if (node->kind == TERM_CONSTANT)
    return constant(q->z, node->width, node->value);
  if (node->kind == TERM_INPUT)
    return one_shot_input(q->z, node);
  Z3_ast a = q->words[q->place[node->a]], b = q->words[q->place[node->b]],
         c = q->words[q->place[node->c]];
  if (node->op == BITS_ITE)
    return Z3_mk_ite(q->z, Z3_mk_eq(q->z, a, constant(q->z, 1, 1)), b, c);
  if (bits_is_float(node->op)) /* left to the others */
    return NULL;
  if (node->op >= BITS_EQ && node->op <= BITS_SLE)
    return comparison(q->z, node->op, a, b);
  if (node->op == BITS_ZEXT || node->op == BITS_SEXT || node->op == BITS_TRUNC)
    return one_shot_resized(q->z, node, terms_width(q->t, node->a), a);
  return one_shot_word(q->z, node, a, b);
}

static Z3_params limited(const one_shot *q) {
  Z3_params p = Z3_mk_params(q->z);
  Z3_params_inc_ref(q->z, p);
  Z3_params_set_bool(q->z, p, Z3_mk_string_symbol(q->z, "ctrl_c"), false);
  if (q->milliseconds)
    Z3_params_set_uint(q->z, p, Z3_mk_string_symbol(q->z, "timeout"),
                       q->milliseconds);
  return p;
}

/* Every step is looked at: after an error nothing is believed. */
static bool one_shot_ask(one_shot *q) {
  for (size_t i = 0; i < q->order.count; i++) {
    q->words[i] = translated(q, q->order.at[i]);
    if (!q->words[i] || Z3_get_error_code(q->z) != Z3_OK)
      return false;
  }
  Z3_tactic tactic = Z3_mk_tactic(q->z, "qfbv");
  if (!tactic)
    return false;
  Z3_tactic_inc_ref(q->z, tactic);
  Z3_solver solver = Z3_mk_solver_from_tactic(q->z, tactic);
  if (!solver)
    return false;
  Z3_solver_inc_ref(q->z, solver);
  Z3_solver_set_params(q->z, solver, limited(q));
  for (size_t i = 0; i < q->count; i++) {
    Z3_ast holds = Z3_mk_eq(q->z, q->words[q->place[q->constraints[i]]],
                            constant(q->z, 1, 1));
    Z3_solver_assert(q->z, solver, holds);
    if (Z3_get_error_code(q->z) != Z3_OK)
      return false;
  }
  q->answer = Z3_solver_check(q->z, solver);
  return Z3_get_error_code(q->z) == Z3_OK;
}

static void show_context(one_shot *q, Z3_context z) {
  pthread_mutex_lock(&q->lock);
  q->z = z;
  pthread_mutex_unlock(&q->lock);
}

static bool is_stopped(one_shot *q) {
  pthread_mutex_lock(&q->lock);
  bool is = q->is_stopped;
  pthread_mutex_unlock(&q->lock);
  return is;
}

/* This kind of context keeps all its terms until it goes. */
void one_shot_work(one_shot *q) {
  Z3_config config = Z3_mk_config();
  if (!config)
    return;
  Z3_context z = Z3_mk_context(config);
  Z3_del_config(config);
  if (!z)
    return;
  Z3_set_error_handler(z, NULL);
  Z3_toggle_warning_messages(false);
  show_context(q, z);
  if (is_stopped(q) || !one_shot_ask(q))
    q->answer = Z3_L_UNDEF;
  show_context(q, NULL);
  Z3_del_context(z);
}

void one_shot_stop(one_shot *q) {
  pthread_mutex_lock(&q->lock);
  q->is_stopped = true;
  if (q->z)
    Z3_interrupt(q->z);
  pthread_mutex_unlock(&q->lock);
}

one_shot *one_shot_begin(mem *m, terms *t, const term *constraints,
                         size_t count, unsigned milliseconds) {
  one_shot *q = mem_alloc(m, sizeof *q);
  *q = (one_shot){.m = m,
                  .t = t,
                  .constraints = constraints,
                  .count = count,
                  .milliseconds = milliseconds,
                  .answer = Z3_L_UNDEF};
  one_shot_put_in_order(q, m);
  pthread_mutex_init(&q->lock, NULL);
  return q;
}

smt_answer one_shot_answer(const one_shot *q) {
  if (q->answer == Z3_L_UNDEF)
    return SMT_UNKNOWN;
  return q->answer == Z3_L_TRUE ? SMT_SAT : SMT_UNSAT;
}

void one_shot_end(one_shot *q) {
  mem *m = q->m;
  pthread_mutex_destroy(&q->lock);
  vec_free(m, &q->order);
  mem_free(m, q->place);
  mem_free(m, q->words);
  mem_free(m, q);
}
