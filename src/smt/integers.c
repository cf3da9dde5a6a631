#include "smt/integers.h"

#include "base/map.h"

#include <assert.h>

enum { MOST_TERMS = 4000 };

typedef struct numbers {
  mem *m;
  terms *t;
  Z3_context z;
  Z3_sort sort;
  vec(term) order;  /* operands before what they are operands of */
  Z3_ast *words;    /* in that order: truth values of one bit, numbers */
  uint64_t *most;   /* in that order: it is at most so large */
  uint64_t *limits; /* in that order: or a constraint does not hold */
  map places;
} numbers;

static bool is_word_constant(const terms *t, term x) {
  return x != TERM_NONE && term_is_constant(t, x);
}

static uint64_t all_ones(unsigned width) { return bits_cut(UINT64_MAX, width); }

/* 2^k - 1 */
static bool is_mask(uint64_t x) { return x && !(x & (x + 1)); }

/* What is more than a sum or a comparison. */
static bool is_hard_in_bits(const terms *t, const term_node *node) {
  switch ((bits_op)node->op) {
  case BITS_UDIV:
  case BITS_UREM:
  case BITS_SDIV:
  case BITS_SREM:
    return true;
  case BITS_MUL:
    return is_word_constant(t, node->a) || is_word_constant(t, node->b);
  default:
    return false;
  }
}

static bool has_form(const terms *t, const term_node *node) {
  bool is_bit = node->width == 1;
  uint64_t b =
      is_word_constant(t, node->b) ? term_constant_value(t, node->b) : 0;
  switch ((bits_op)node->op) {
  case BITS_ADD:
  case BITS_SUB:
    return !is_bit;
  case BITS_MUL:
    return !is_bit &&
           (is_word_constant(t, node->a) || is_word_constant(t, node->b));
  case BITS_UDIV:
  case BITS_UREM:
    return !is_bit && b;
  case BITS_SDIV:
  case BITS_SREM:
    return !is_bit && b && b <= all_ones(node->width - 1u);
  case BITS_AND:
    return is_bit || is_mask(b);
  case BITS_SHL:
  case BITS_LSHR:
    return !is_bit && is_word_constant(t, node->b) && b < node->width;
  case BITS_OR:
  case BITS_XOR:
    return is_bit;
  case BITS_ASHR:
    return false;
  default:
    return !bits_is_float(node->op);
  }
}

/* Operands first. False: one has no form, or there are too many. */
static bool integers_put_in_order(numbers *x, const term *constraints,
                                  size_t count, bool *is_worth_it) {
  vec(term) work = {0};
  bool has_all = true;
  for (size_t i = 0; i < count; i++)
    vec_push(x->m, &work, constraints[i]);
  while (work.count && has_all) {
    term top = vec_last(&work);
    const term_node *node = term_node_of(x->t, top);
    size_t before = work.count;
    term operands[3] = {node->a, node->b, node->c};
    bool is_known = map_find(&x->places, top) != MAP_NONE;
    for (int i = 0; i < 3 && node->kind == TERM_APPLY && !is_known; i++)
      if (operands[i] != TERM_NONE &&
          map_find(&x->places, operands[i]) == MAP_NONE)
        vec_push(x->m, &work, operands[i]);
    if (work.count > before)
      continue;
    work.count--;
    if (is_known)
      continue;
    map_insert(x->m, &x->places, top);
    vec_push(x->m, &x->order, top);
    if (node->kind == TERM_APPLY) {
      has_all = has_form(x->t, node) && x->order.count < MOST_TERMS;
      *is_worth_it = *is_worth_it || is_hard_in_bits(x->t, node);
    }
  }
  vec_free(x->m, &work);
  return has_all;
}

/* What is at most how large. */

/* x <= most, as far as that follows from a fact of this form. */
typedef struct limit {
  term x;
  uint64_t most;
} limit;

static limit limit_of(const terms *t, const term_node *node) {
  limit none = {TERM_NONE, 0};
  if (node->kind != TERM_APPLY || !is_word_constant(t, node->b))
    return none;
  uint64_t b = term_constant_value(t, node->b);
  if (node->op == BITS_EQ || node->op == BITS_ULE)
    return (limit){node->a, b};
  return node->op == BITS_ULT && b ? (limit){node->a, b - 1} : none;
}

/* c < x does not hold, or c <= x does not. */
static limit limit_of_not(const terms *t, const term_node *node) {
  limit none = {TERM_NONE, 0};
  if (node->kind != TERM_APPLY || !is_word_constant(t, node->a))
    return none;
  uint64_t a = term_constant_value(t, node->a);
  if (node->op == BITS_ULT)
    return (limit){node->b, a};
  return node->op == BITS_ULE && a ? (limit){node->b, a - 1} : none;
}

static void take_limit(numbers *x, limit l) {
  if (l.x == TERM_NONE)
    return;
  uint64_t *most = &x->limits[map_find(&x->places, l.x)];
  *most = l.most < *most ? l.most : *most;
}

/* Whatever is above its limit does not satisfy the constraints: so it does not
 * matter what becomes of it in others. */
static void find_limits(numbers *x, const term *constraints, size_t count) {
  vec(term) work = {0};
  for (size_t i = 0; i < count; i++)
    vec_push(x->m, &work, constraints[i]);
  while (work.count) {
    const term_node *node = term_node_of(x->t, vec_pop(&work));
    if (node->kind != TERM_APPLY)
      continue;
    if (node->op == BITS_AND) {
      vec_push(x->m, &work, node->a);
      vec_push(x->m, &work, node->b);
    } else if (node->op == BITS_NOT) {
      take_limit(x, limit_of_not(x->t, term_node_of(x->t, node->a)));
    } else {
      take_limit(x, limit_of(x->t, node));
    }
  }
  vec_free(x->m, &work);
}

static Z3_ast integers_number(const numbers *x, uint64_t value) {
  return Z3_mk_unsigned_int64(x->z, value, x->sort);
}

/* 2^width; of 64 bits it is no number of C's. */
static Z3_ast power(const numbers *x, unsigned width) {
  return width < 64 ? integers_number(x, UINT64_C(1) << width)
                    : Z3_mk_numeral(x->z, "18446744073709551616", x->sort);
}

static Z3_ast integers_sum(const numbers *x, Z3_ast a, Z3_ast b) {
  Z3_ast both[2] = {a, b};
  return Z3_mk_add(x->z, 2, both);
}

static Z3_ast integers_difference(const numbers *x, Z3_ast a, Z3_ast b) {
  Z3_ast both[2] = {a, b};
  return Z3_mk_sub(x->z, 2, both);
}

static Z3_ast integers_product(const numbers *x, Z3_ast a, Z3_ast b) {
  Z3_ast both[2] = {a, b};
  return Z3_mk_mul(x->z, 2, both);
}

/* A number from -2^width to 2^(width + 1): around once, if need be. */
static Z3_ast wrapped(const numbers *x, Z3_ast a, unsigned width) {
  Z3_ast around = power(x, width);
  Z3_ast less = Z3_mk_ite(x->z, Z3_mk_ge(x->z, a, around),
                          integers_difference(x, a, around), a);
  return Z3_mk_ite(x->z, Z3_mk_lt(x->z, a, integers_number(x, 0)),
                   integers_sum(x, a, around), less);
}

/* As a number that may be negative. */
static Z3_ast signed_of(const numbers *x, Z3_ast a, unsigned width) {
  return Z3_mk_ite(x->z, Z3_mk_ge(x->z, a, power(x, width - 1)),
                   integers_difference(x, a, power(x, width)), a);
}

static Z3_ast integers_input(Z3_context z, const term_node *node) {
  if (node->value > INT32_MAX)
    return NULL;
  return Z3_mk_const(z, Z3_mk_int_symbol(z, (int)node->value),
                     node->width == 1 ? Z3_mk_bool_sort(z) : Z3_mk_int_sort(z));
}

typedef struct operand {
  Z3_ast ast; /* a number, or a truth value */
  uint64_t most;
  unsigned width;
} operand;

static operand operand_of(const numbers *x, term y) {
  if (y == TERM_NONE)
    return (operand){NULL, 0, 0};
  uint32_t at = map_find(&x->places, y);
  return (operand){x->words[at], x->most[at], term_width_of(x->t, y)};
}

static Z3_ast as_number(const numbers *x, operand a) {
  return a.width > 1 ? a.ast
                     : Z3_mk_ite(x->z, a.ast, integers_number(x, 1),
                                 integers_number(x, 0));
}

static Z3_ast integers_logic(const numbers *x, const term_node *node, Z3_ast a,
                             Z3_ast b) {
  Z3_ast both[2] = {a, b};
  switch ((bits_op)node->op) {
  case BITS_AND:
    return Z3_mk_and(x->z, 2, both);
  case BITS_OR:
    return Z3_mk_or(x->z, 2, both);
  case BITS_XOR:
    return Z3_mk_xor(x->z, a, b);
  default:
    return Z3_mk_not(x->z, a);
  }
}

static Z3_ast compare(const numbers *x, bits_op op, operand a, operand b) {
  if (op == BITS_EQ)
    return Z3_mk_eq(x->z, a.ast, b.ast);
  Z3_ast l = as_number(x, a), r = as_number(x, b);
  if (op == BITS_SLT || op == BITS_SLE) {
    l = signed_of(x, l, a.width);
    r = signed_of(x, r, b.width);
  }
  return op == BITS_ULT || op == BITS_SLT ? Z3_mk_lt(x->z, l, r)
                                          : Z3_mk_le(x->z, l, r);
}

/* Towards zero, by a positive constant; what is left has the sign of a. */
static Z3_ast divided(const numbers *x, bool is_rest, operand a, operand b) {
  Z3_ast s = signed_of(x, a.ast, a.width), zero = integers_number(x, 0);
  Z3_ast down = integers_difference(x, zero, s);
  Z3_ast up_part =
      is_rest ? Z3_mk_mod(x->z, s, b.ast) : Z3_mk_div(x->z, s, b.ast);
  Z3_ast down_part =
      is_rest ? Z3_mk_mod(x->z, down, b.ast) : Z3_mk_div(x->z, down, b.ast);
  Z3_ast made = Z3_mk_ite(x->z, Z3_mk_ge(x->z, s, zero), up_part,
                          integers_difference(x, zero, down_part));
  return wrapped(x, made, a.width);
}

static Z3_ast multiplied(const numbers *x, const term_node *node, Z3_ast a,
                         Z3_ast b, bool fits) {
  Z3_ast made = integers_product(x, a, b);
  return fits ? made : Z3_mk_mod(x->z, made, power(x, node->width));
}

static bool product_fits(uint64_t a, uint64_t b, uint64_t all) {
  return !b || a <= all / b;
}

static Z3_ast integers_resized(const numbers *x, const term_node *node,
                               operand a) {
  Z3_ast word = as_number(x, a);
  if (node->op == BITS_ZEXT)
    return word;
  if (node->op == BITS_SEXT)
    return Z3_mk_ite(x->z, Z3_mk_ge(x->z, word, power(x, a.width - 1)),
                     integers_sum(x, word,
                                  integers_difference(x, power(x, node->width),
                                                      power(x, a.width))),
                     word);
  if (node->width == 1)
    return Z3_mk_eq(x->z, Z3_mk_mod(x->z, word, integers_number(x, 2)),
                    integers_number(x, 1));
  return a.most <= all_ones(node->width)
             ? word
             : Z3_mk_mod(x->z, word, power(x, node->width));
}

/* The number that a word of the operator's is, and how large it may be. */
static Z3_ast integers_word(const numbers *x, const term_node *node, operand a,
                            operand b, uint64_t *most) {
  uint64_t all = *most, constant = 0;
  if (is_word_constant(x->t, node->b))
    constant = term_constant_value(x->t, node->b);
  switch ((bits_op)node->op) {
  case BITS_ADD:
    if (a.most > all - b.most)
      return wrapped(x, integers_sum(x, a.ast, b.ast), node->width);
    *most = a.most + b.most;
    return integers_sum(x, a.ast, b.ast);
  case BITS_SUB:
    return wrapped(x, integers_difference(x, a.ast, b.ast), node->width);
  case BITS_NOT:
    return integers_difference(x, integers_number(x, all), a.ast);
  case BITS_MUL: {
    bool fits = product_fits(a.most, b.most, all);
    *most = fits ? a.most * b.most : all;
    return multiplied(x, node, a.ast, b.ast, fits);
  }
  case BITS_SHL:
    return multiplied(x, node, a.ast, power(x, (unsigned)constant),
                      product_fits(a.most, UINT64_C(1) << constant, all));
  case BITS_LSHR:
    *most = a.most >> constant;
    return Z3_mk_div(x->z, a.ast, power(x, (unsigned)constant));
  case BITS_UDIV:
    assert(constant); /* see has_form */
    *most = a.most / constant;
    return Z3_mk_div(x->z, a.ast, b.ast);
  case BITS_UREM:
    *most = constant - 1;
    return Z3_mk_mod(x->z, a.ast, b.ast);
  case BITS_AND:
    *most = constant;
    return Z3_mk_mod(x->z, a.ast,
                     integers_sum(x, b.ast, integers_number(x, 1)));
  case BITS_SDIV:
    return divided(x, false, a, b);
  case BITS_SREM:
    return divided(x, true, a, b);
  case BITS_CONCAT:
    return integers_sum(x,
                        integers_product(x, as_number(x, a), power(x, b.width)),
                        as_number(x, b));
  default: /* ZEXT, SEXT, TRUNC */
    if (node->op == BITS_ZEXT || (node->op == BITS_TRUNC && a.most < all))
      *most = a.most;
    return integers_resized(x, node, a);
  }
}

static Z3_ast integers_made_of(const numbers *x, const term_node *node,
                               uint64_t *most) {
  if (node->kind == TERM_INPUT)
    return integers_input(x->z, node);
  if (node->kind == TERM_CONSTANT && node->width == 1)
    return node->value ? Z3_mk_true(x->z) : Z3_mk_false(x->z);
  if (node->kind == TERM_CONSTANT) {
    *most = node->value;
    return integers_number(x, node->value);
  }
  operand a = operand_of(x, node->a), b = operand_of(x, node->b),
          c = operand_of(x, node->c);
  if (node->op == BITS_ITE) {
    *most = b.most > c.most ? b.most : c.most;
    return Z3_mk_ite(x->z, a.ast, b.ast, c.ast);
  }
  if (node->op >= BITS_EQ && node->op <= BITS_SLE)
    return compare(x, node->op, a, b);
  if (node->width == 1 && node->op != BITS_TRUNC)
    return integers_logic(x, node, a.ast, b.ast);
  return integers_word(x, node, a, b, most);
}

static void require(const numbers *x, Z3_solver s, Z3_ast formula) {
  if (formula)
    Z3_solver_assert(x->z, s, formula);
}

/* False: Z3 has no memory left. */
static bool translate(numbers *x, Z3_solver s) {
  for (size_t i = 0; i < x->order.count; i++) {
    const term_node *node = term_node_of(x->t, x->order.at[i]);
    x->most[i] = all_ones(node->width);
    Z3_ast made = x->words[i] = integers_made_of(x, node, &x->most[i]);
    if (x->limits[i] < x->most[i])
      x->most[i] = x->limits[i];
    if (made && node->kind == TERM_INPUT && node->width > 1) {
      require(x, s, Z3_mk_ge(x->z, made, integers_number(x, 0)));
      require(x, s, Z3_mk_lt(x->z, made, power(x, node->width)));
    }
    if (!made || Z3_get_error_code(x->z) != Z3_OK)
      return false;
  }
  return true;
}

static bool open_context(integers *x) {
  Z3_config config = Z3_mk_config();
  if (!config)
    return false;
  x->z = Z3_mk_context(config);
  Z3_del_config(config);
  if (!x->z)
    return false;
  Z3_set_error_handler(x->z, NULL);
  Z3_toggle_warning_messages(false);
  x->solver = Z3_mk_simple_solver(x->z);
  if (x->solver)
    Z3_solver_inc_ref(x->z, x->solver);
  return x->solver;
}

void integers_end(integers *x) {
  if (x->model)
    Z3_model_dec_ref(x->z, x->model);
  if (x->solver)
    Z3_solver_dec_ref(x->z, x->solver);
  if (x->z)
    Z3_del_context(x->z);
  *x = (integers){NULL, NULL, NULL};
}

static bool integers_ask(integers *x, numbers *n, const term *constraints,
                         size_t count) {
  if (!open_context(x))
    return false;
  n->z = x->z;
  n->sort = Z3_mk_int_sort(x->z);
  if (!n->sort || !translate(n, x->solver))
    return false;
  for (size_t i = 0; i < count; i++)
    require(n, x->solver, n->words[map_find(&n->places, constraints[i])]);
  return Z3_get_error_code(x->z) == Z3_OK;
}

/* What we allocate comes first: a raise must not leave a context behind. */
bool integers_begin(integers *x, mem *m, terms *t, const term *constraints,
                    size_t count) {
  numbers n = {.m = m, .t = t};
  bool is_worth_it = false;
  bool can = integers_put_in_order(&n, constraints, count, &is_worth_it) &&
             is_worth_it;
  if (can) {
    n.words = mem_array(m, n.order.count, sizeof(Z3_ast));
    n.most = mem_array(m, n.order.count, sizeof *n.most);
    n.limits = mem_array(m, n.order.count, sizeof *n.limits);
    memset(n.limits, 0xff, n.order.count * sizeof *n.limits);
    find_limits(&n, constraints, count);
    can = integers_ask(x, &n, constraints, count);
    if (!can)
      integers_end(x);
  }
  vec_free(m, &n.order);
  mem_free(m, n.words);
  mem_free(m, n.most);
  mem_free(m, n.limits);
  map_free(m, &n.places);
  return can;
}

Z3_lbool integers_decide(integers *x, unsigned milliseconds) {
  Z3_params p = Z3_mk_params(x->z);
  if (!p)
    return Z3_L_UNDEF;
  Z3_params_inc_ref(x->z, p);
  Z3_params_set_bool(x->z, p, Z3_mk_string_symbol(x->z, "ctrl_c"), false);
  if (milliseconds)
    Z3_params_set_uint(x->z, p, Z3_mk_string_symbol(x->z, "timeout"),
                       milliseconds);
  Z3_solver_set_params(x->z, x->solver, p);
  Z3_params_dec_ref(x->z, p);
  Z3_lbool answer = Z3_solver_check(x->z, x->solver);
  return Z3_get_error_code(x->z) == Z3_OK ? answer : Z3_L_UNDEF;
}

bool integers_value(integers *x, const term_node *node, uint64_t *value) {
  if (!x->model && (x->model = Z3_solver_get_model(x->z, x->solver)))
    Z3_model_inc_ref(x->z, x->model);
  Z3_ast variable = x->model ? integers_input(x->z, node) : NULL, found = NULL;
  if (variable)
    found = Z3_model_get_const_interp(
        x->z, x->model, Z3_get_app_decl(x->z, Z3_to_app(x->z, variable)));
  if (!found)
    return false;
  *value = Z3_get_bool_value(x->z, found) == Z3_L_TRUE;
  return node->width == 1 || Z3_get_numeral_uint64(x->z, found, value);
}
