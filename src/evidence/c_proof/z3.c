#include "evidence/c_proof/z3_maker.h"

#include <assert.h>
#include <stdio.h>

Z3_ast z3_keep(maker *k, Z3_ast x) {
  if (!x)
    return NULL;
  Z3_inc_ref(k->z, x);
  assert(k->count < MOST_KEPT);
  return k->kept[k->count++] = x;
}

static void let_go(maker *k) {
  while (k->count)
    Z3_dec_ref(k->z, k->kept[--k->count]);
}

Z3_ast z3_word(maker *k, unsigned width, uint64_t value) {
  Z3_sort sort = Z3_mk_bv_sort(k->z, width);
  return sort ? z3_keep(k, Z3_mk_unsigned_int64(k->z, value, sort)) : NULL;
}

/* A truth value as a word of 'width' bits, 'yes' if it holds. */
static Z3_ast bit_as(maker *k, Z3_ast a, unsigned width, uint64_t yes) {
  Z3_ast one = z3_word(k, width, yes), zero = z3_word(k, width, 0);
  return a && one && zero ? z3_keep(k, Z3_mk_ite(k->z, a, one, zero)) : NULL;
}

static Z3_ast as_bit(maker *k, Z3_ast a) {
  Z3_ast one = z3_word(k, 1, 1);
  return a && one ? z3_keep(k, Z3_mk_eq(k->z, a, one)) : NULL;
}

/* Of two words of one width, not truth values. */
static Z3_ast of_words(maker *k, bits_op op, Z3_ast a, Z3_ast b) {
  Z3_context z = k->z;
  switch (op) {
  case BITS_ADD:
    return Z3_mk_bvadd(z, a, b);
  case BITS_SUB:
    return Z3_mk_bvsub(z, a, b);
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
  case BITS_EQ:
    return Z3_mk_eq(z, a, b);
  case BITS_ULT:
    return Z3_mk_bvult(z, a, b);
  case BITS_ULE:
    return Z3_mk_bvule(z, a, b);
  case BITS_SLT:
    return Z3_mk_bvslt(z, a, b);
  case BITS_SLE:
    return Z3_mk_bvsle(z, a, b);
  default:
    return NULL;
  }
}

static bool compares(bits_op op) { return op >= BITS_EQ && op <= BITS_SLE; }

/* Truth values, where logic says it better than words do. NULL: it does not. */
static Z3_ast of_bits(maker *k, bits_op op, Z3_ast a, Z3_ast b) {
  Z3_ast both[2] = {a, b};
  switch (op) {
  case BITS_AND:
    return Z3_mk_and(k->z, 2, both);
  case BITS_OR:
    return Z3_mk_or(k->z, 2, both);
  case BITS_XOR:
    return Z3_mk_xor(k->z, a, b);
  case BITS_EQ:
    return Z3_mk_eq(k->z, a, b);
  default:
    return NULL;
  }
}

static Z3_ast of_two(maker *k, const proof_terms *terms, const proof_node *node,
                     Z3_ast a, Z3_ast b) {
  unsigned wa = proof_width(terms, node->a), wb = proof_width(terms, node->b);
  bits_op op = (bits_op)node->op;
  if (bits_is_float(op))
    return z3_float_of_two(k, op, wa, a, b);
  if (wa == 1 && wb == 1 && op != BITS_CONCAT) {
    Z3_ast x = of_bits(k, op, a, b);
    if (x)
      return z3_keep(k, x);
  }
  a = wa == 1 ? bit_as(k, a, 1, 1) : a;
  b = wb == 1 ? bit_as(k, b, 1, 1) : b;
  if (!a || !b)
    return NULL;
  Z3_ast x = z3_keep(k, of_words(k, op, a, b));
  return node->width == 1 && !compares(op) ? as_bit(k, x) : x;
}

static Z3_ast z3_of_one(maker *k, const proof_terms *terms,
                        const proof_node *node, Z3_ast a) {
  unsigned had = proof_width(terms, node->a);
  if (bits_is_float((bits_op)node->op)) {
    a = had == 1 ? bit_as(k, a, 2, 3) : a;
    Z3_ast x =
        z3_float_of_one(k, (bits_op)node->op, node->width, had + (had == 1), a);
    return node->width == 1 ? as_bit(k, x) : x;
  }
  switch ((bits_op)node->op) {
  case BITS_NOT:
    return z3_keep(k, node->width == 1 ? Z3_mk_not(k->z, a)
                                       : Z3_mk_bvnot(k->z, a));
  case BITS_ZEXT:
    return had == 1 ? bit_as(k, a, node->width, 1)
                    : z3_keep(k, Z3_mk_zero_ext(k->z, node->width - had, a));
  case BITS_SEXT:
    return had == 1 ? bit_as(k, a, node->width, bits_mask(node->width))
                    : z3_keep(k, Z3_mk_sign_ext(k->z, node->width - had, a));
  case BITS_TRUNC: {
    Z3_ast x = z3_keep(k, Z3_mk_extract(k->z, node->width - 1u, 0, a));
    return node->width == 1 ? as_bit(k, x) : x;
  }
  default:
    return NULL;
  }
}

static Z3_ast input(maker *k, const proof_node *node) {
  char name[32];
  snprintf(name, sizeof name, "i%u_%llu", (unsigned)node->width,
           (unsigned long long)node->value);
  Z3_sort sort = node->width == 1 ? Z3_mk_bool_sort(k->z)
                                  : Z3_mk_bv_sort(k->z, node->width);
  Z3_symbol symbol = Z3_mk_string_symbol(k->z, name);
  return sort ? z3_keep(k, Z3_mk_const(k->z, symbol, sort)) : NULL;
}

static Z3_ast make(maker *k, proof_terms *terms, const proof_node *node) {
  if (node->kind == PROOF_INPUT)
    return input(k, node);
  if (node->kind == PROOF_CONSTANT)
    return node->width > 1 ? z3_word(k, node->width, node->value)
           : node->value   ? z3_keep(k, Z3_mk_true(k->z))
                           : z3_keep(k, Z3_mk_false(k->z));
  Z3_ast a = proof_at(terms, node->a)->ast;
  if (!node->b)
    return z3_of_one(k, terms, node, a);
  Z3_ast b = proof_at(terms, node->b)->ast;
  if (node->op == BITS_ITE)
    return z3_keep(k, Z3_mk_ite(k->z, a, b, proof_at(terms, node->c)->ast));
  return of_two(k, terms, node, a, b);
}

/* An operand that is not made yet; 0: all are. */
static proof_term missing(const proof_terms *terms, const proof_node *node) {
  const proof_term of[3] = {node->a, node->b, node->c};
  for (int i = 0; node->kind == PROOF_APPLY && i < 3; i++)
    if (of[i] && !proof_at(terms, of[i])->ast)
      return of[i];
  return 0;
}

Z3_ast proof_z3(Z3_context z, mem *m, proof_terms *terms, proof_term x) {
  terms->work.count = 0;
  vec_push(m, &terms->work, x);
  while (terms->work.count) {
    proof_node *node = &terms->nodes.at[vec_last(&terms->work)];
    proof_term before = node->ast ? 0 : missing(terms, node);
    if (before) {
      vec_push(m, &terms->work, before);
      continue;
    }
    terms->work.count--;
    if (node->ast)
      continue;
    maker k = {.z = z};
    Z3_ast made = make(&k, terms, node);
    if (made) {
      Z3_inc_ref(z, made);
      node->ast = made;
    }
    let_go(&k);
    if (!made || Z3_get_error_code(z) != Z3_OK)
      return NULL;
  }
  return terms->nodes.at[x].ast;
}

bool proof_z3_value(Z3_context z, Z3_model model, proof_terms *terms,
                    proof_term x, uint64_t *value) {
  const proof_node *node = proof_at(terms, x);
  Z3_ast out = NULL;
  if (!node->ast) /* it went when the query was simplified: any value will do */
    return true;
  if (!Z3_model_eval(z, model, node->ast, true, &out) || !out)
    return false;
  Z3_inc_ref(z, out);
  bool is_read = true;
  if (node->width == 1)
    *value = Z3_get_bool_value(z, out) == Z3_L_TRUE;
  else
    is_read = Z3_get_numeral_uint64(z, out, value);
  Z3_dec_ref(z, out);
  return is_read;
}
