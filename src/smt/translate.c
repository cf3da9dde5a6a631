#include "smt/translate.h"

#include <assert.h>

bool translation_init(translation *x, mem *m, terms *t, Z3_context z) {
  *x = (translation){.m = m, .t = t, .z = z};
  x->bit = Z3_mk_bv_sort(z, 1);
  if (!x->bit)
    return false;
  Z3_inc_ref(z, Z3_sort_to_ast(z, x->bit));
  x->zero = Z3_mk_unsigned_int64(z, 0, x->bit);
  if (!x->zero)
    return false;
  Z3_inc_ref(z, x->zero);
  x->one = Z3_mk_unsigned_int64(z, 1, x->bit);
  if (!x->one)
    return false;
  Z3_inc_ref(z, x->one);
  return true;
}

void translation_clear(translation *x) {
  vec_each (const translated, a, &x->asts) {
    if (a->ast)
      Z3_dec_ref(x->z, a->ast);
    if (a->number)
      Z3_dec_ref(x->z, a->number);
  }
  if (x->one)
    Z3_dec_ref(x->z, x->one);
  if (x->zero)
    Z3_dec_ref(x->z, x->zero);
  if (x->bit)
    Z3_dec_ref(x->z, Z3_sort_to_ast(x->z, x->bit));
  vec_free(x->m, &x->asts);
  vec_free(x->m, &x->work);
  map_free(x->m, &x->known);
}

size_t translation_alive(const translation *x) {
  size_t alive = 0;
  vec_each (const uint64_t, key, &x->known.keys) {
    term y = (term)*key;
    alive += y < x->t->slots.count && x->t->slots.at[y].node.width &&
             x->t->slots.at[y].birth == *key >> 32;
  }
  return alive;
}

static Z3_ast translate_number(Z3_context z, unsigned width, uint64_t value) {
  if (width == 1)
    return value ? Z3_mk_true(z) : Z3_mk_false(z);
  Z3_sort sort = Z3_mk_bv_sort(z, width);
  return sort ? Z3_mk_unsigned_int64(z, value, sort) : NULL;
}

/* Inputs with one number and width are one variable, even if one was cut and
 * the other came later: what was learned about it stays true. The name says
 * both: symbols are compared, not sorts. */
static Z3_ast variable(Z3_context z, unsigned width, uint64_t value) {
  Z3_sort sort = width == 1 ? Z3_mk_bool_sort(z) : Z3_mk_bv_sort(z, width);
  if (!sort || value * 64 + width - 1 > INT32_MAX)
    return NULL;
  return Z3_mk_const(z, Z3_mk_int_symbol(z, (int)(value * 64 + width - 1)),
                     sort);
}

typedef Z3_ast binary(Z3_context, Z3_ast, Z3_ast);

static binary *const binaries[BITS_OP_COUNT] = {
    [BITS_ADD] = Z3_mk_bvadd,     [BITS_SUB] = Z3_mk_bvsub,
    [BITS_MUL] = Z3_mk_bvmul,     [BITS_UDIV] = Z3_mk_bvudiv,
    [BITS_SDIV] = Z3_mk_bvsdiv,   [BITS_UREM] = Z3_mk_bvurem,
    [BITS_SREM] = Z3_mk_bvsrem,   [BITS_AND] = Z3_mk_bvand,
    [BITS_OR] = Z3_mk_bvor,       [BITS_XOR] = Z3_mk_bvxor,
    [BITS_SHL] = Z3_mk_bvshl,     [BITS_LSHR] = Z3_mk_bvlshr,
    [BITS_ASHR] = Z3_mk_bvashr,   [BITS_EQ] = Z3_mk_eq,
    [BITS_ULT] = Z3_mk_bvult,     [BITS_ULE] = Z3_mk_bvule,
    [BITS_SLT] = Z3_mk_bvslt,     [BITS_SLE] = Z3_mk_bvsle,
    [BITS_CONCAT] = Z3_mk_concat,
};

/* A truth value as a word of one bit; words stay. The caller owns a
 * reference. */
static Z3_ast as_word(const translation *x, Z3_ast a, unsigned width) {
  if (a && width == 1)
    a = Z3_mk_ite(x->z, a, x->one, x->zero);
  if (a)
    Z3_inc_ref(x->z, a);
  return a;
}

/* On truth values; NULL: go by words of one bit. */
static Z3_ast translate_logic(Z3_context z, const term_node *node, Z3_ast a,
                              Z3_ast b, Z3_ast c) {
  Z3_ast both[2] = {a, b};
  switch ((bits_op)node->op) {
  case BITS_AND:
    return Z3_mk_and(z, 2, both);
  case BITS_OR:
    return Z3_mk_or(z, 2, both);
  case BITS_NOT:
    return Z3_mk_not(z, a);
  case BITS_EQ:
    return Z3_mk_iff(z, a, b);
  case BITS_ITE:
    return Z3_mk_ite(z, a, b, c);
  default:
    return NULL;
  }
}

static bool is_logic(const term_node *node, unsigned from) {
  switch ((bits_op)node->op) {
  case BITS_AND:
  case BITS_OR:
  case BITS_NOT:
  case BITS_ITE:
    return node->width == 1;
  case BITS_EQ:
    return from == 1;
  default:
    return false;
  }
}

/* Operands and result are words. */
static Z3_ast words(Z3_context z, const term_node *node, unsigned from,
                    Z3_ast a, Z3_ast b) {
  switch ((bits_op)node->op) {
  case BITS_NOT:
    return Z3_mk_bvnot(z, a);
  case BITS_ZEXT:
    return Z3_mk_zero_ext(z, node->width - from, a);
  case BITS_SEXT:
    return Z3_mk_sign_ext(z, node->width - from, a);
  case BITS_TRUNC:
    return Z3_mk_extract(z, node->width - 1u, 0, a);
  default:
    return binaries[node->op](z, a, b);
  }
}

static Z3_ast by_words(const translation *x, const term_node *node, Z3_ast a,
                       Z3_ast b) {
  unsigned from = term_width_of(x->t, node->a);
  Z3_ast made = words(x->z, node, from, a, b);
  bool is_truth = node->op >= BITS_EQ && node->op <= BITS_SLE;
  return node->width == 1 && !is_truth && made ? Z3_mk_eq(x->z, made, x->one)
                                               : made;
}

static Z3_ast apply(const translation *x, const term_node *node, Z3_ast a,
                    Z3_ast b, Z3_ast c) {
  unsigned from = term_width_of(x->t, node->a);
  if (is_logic(node, from))
    return translate_logic(x->z, node, a, b, c);
  if (node->op == BITS_ITE)
    return Z3_mk_ite(x->z, a, b, c);
  a = as_word(x, a, from);
  b = node->b ? as_word(x, b, term_width_of(x->t, node->b)) : NULL;
  Z3_ast made = a && (b || !node->b) ? by_words(x, node, a, b) : NULL;
  if (a)
    Z3_dec_ref(x->z, a);
  if (b)
    Z3_dec_ref(x->z, b);
  return made;
}

const translated *translation_known(const translation *x, term y) {
  uint32_t at = map_find(&x->known, translation_key(x->t, y));
  return at == MAP_NONE || !x->asts.at[at].ast ? NULL : &x->asts.at[at];
}

static Z3_ast translate_known(const translation *x, term y) {
  const translated *known = translation_known(x, y);
  return known ? known->ast : NULL;
}

bool translation_has_floats(const translation *x, term y) {
  const translated *known = translation_known(x, y);
  return known && known->has_floats;
}

static bool takes_floats(const translation *x, const term_node *node) {
  if (node->kind != TERM_APPLY)
    return false;
  return bits_is_float(node->op) || translation_has_floats(x, node->a) ||
         (node->b && translation_has_floats(x, node->b)) ||
         (node->c && translation_has_floats(x, node->c));
}

static bool translate_push_unknown(translation *x, const term_node *node) {
  term operands[3] = {node->a, node->b, node->c};
  size_t before = x->work.count;
  for (int i = 0; i < 3; i++)
    if (operands[i] != TERM_NONE && !translate_known(x, operands[i]))
      vec_push(x->m, &x->work, operands[i]);
  return x->work.count > before;
}

static Z3_ast translate_word(const translation *x, const term_node *node) {
  Z3_ast made = node->kind == TERM_CONSTANT
                    ? translate_number(x->z, node->width, node->value)
                : node->kind == TERM_INPUT
                    ? variable(x->z, node->width, node->value)
                    : apply(x, node, translate_known(x, node->a),
                            node->b ? translate_known(x, node->b) : NULL,
                            node->c ? translate_known(x, node->c) : NULL);
  if (made)
    Z3_inc_ref(x->z, made);
  return made;
}

/* The caller owns references. */
static translated translate_made_of(const translation *x,
                                    const term_node *node) {
  translated made = {.has_floats = takes_floats(x, node)};
  made.ast = node->kind == TERM_APPLY && bits_is_float(node->op)
                 ? translate_float(x, node, &made.number)
                 : translate_word(x, node);
  return made;
}

Z3_ast translation_of(translation *x, term y) {
  x->work.count = 0;
  vec_push(x->m, &x->work, y);
  while (x->work.count) {
    term top = vec_last(&x->work);
    const term_node *node = term_node_of(x->t, top);
    if (translate_known(x, top)) {
      x->work.count--;
      continue;
    }
    if (node->kind == TERM_APPLY && translate_push_unknown(x, node))
      continue;
    uint32_t at = map_insert(x->m, &x->known, translation_key(x->t, top));
    if (at >= x->asts.count)
      vec_resize(x->m, &x->asts, at + 1u);
    translated made = translate_made_of(x, node);
    if (!made.ast)
      return NULL;
    x->asts.at[at] = made;
    x->work.count--;
  }
  return translate_known(x, y);
}
