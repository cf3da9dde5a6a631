#include "evidence/c_proof/terms.h"

#include <assert.h>

enum { MOST_DEPTH = 12 };

void proof_terms_init(proof_terms *terms, mem *m, Z3_context z) {
  *terms = (proof_terms){.m = m, .epoch = 1, .z = z, .mask = 1023};
  terms->table = mem_array(m, terms->mask + 1, sizeof *terms->table);
  vec_resize(m, &terms->nodes, 1);
}

static uint32_t hash_of(const proof_node *node) {
  uint64_t h = node->kind * 31u + node->op;
  h = (h * 67 + node->width) * 0x9e3779b97f4a7c15u + node->value;
  h = (h ^ node->a) * 0xff51afd7ed558ccdu + node->b;
  h = (h ^ h >> 29) * 0xc4ceb9fe1a85ec53u + node->c;
  h = (h ^ h >> 32) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(h >> 32);
}

static bool is_same(const proof_node *x, const proof_node *y) {
  return x->kind == y->kind && x->op == y->op && x->width == y->width &&
         x->a == y->a && x->b == y->b && x->c == y->c && x->value == y->value;
}

/* In the order of their numbers, so that the newest is first in its chain. */
static void grow(proof_terms *terms) {
  uint32_t size = 4 * (terms->mask + 1);
  mem_free(terms->m, terms->table);
  terms->table = mem_array(terms->m, size, sizeof *terms->table);
  terms->mask = size - 1;
  for (uint32_t i = 1; i < terms->nodes.count; i++) {
    uint32_t *slot = &terms->table[hash_of(&terms->nodes.at[i]) & terms->mask];
    terms->nodes.at[i].next = *slot;
    *slot = i;
  }
}

static proof_term intern(proof_terms *terms, const proof_node *node) {
  uint32_t hash = hash_of(node);
  for (uint32_t i = terms->table[hash & terms->mask]; i;
       i = terms->nodes.at[i].next)
    if (is_same(&terms->nodes.at[i], node))
      return i;
  if (terms->nodes.count >= UINT32_MAX / 2)
    mem_raise(terms->m->budget, MEM_LIMIT);
  if (terms->nodes.count > terms->mask)
    grow(terms);
  uint32_t *slot = &terms->table[hash & terms->mask],
           at = (uint32_t)terms->nodes.count;
  vec_push(terms->m, &terms->nodes, *node);
  terms->nodes.at[at].next = *slot;
  *slot = at;
  return at;
}

void proof_cut(proof_terms *terms, size_t nodes, size_t inputs) {
  while (terms->nodes.count > nodes) {
    proof_node *node = &terms->nodes.at[terms->nodes.count - 1];
    uint32_t *slot = &terms->table[hash_of(node) & terms->mask];
    assert(*slot == terms->nodes.count - 1);
    *slot = node->next;
    if (node->ast)
      Z3_dec_ref(terms->z, node->ast);
    if (node->guard)
      Z3_dec_ref(terms->z, node->guard);
    terms->nodes.count--;
  }
  terms->inputs.count = inputs;
  terms->model.count = inputs;
}

proof_term proof_constant(proof_terms *terms, unsigned width, uint64_t value) {
  proof_node node = {.kind = PROOF_CONSTANT,
                     .width = (uint8_t)width,
                     .value = bits_cut(value, width)};
  return intern(terms, &node);
}

proof_term proof_input(proof_terms *terms, unsigned width, uint64_t value) {
  proof_node node = {.kind = PROOF_INPUT,
                     .width = (uint8_t)width,
                     .value = terms->inputs.count};
  proof_term x = intern(terms, &node);
  vec_push(terms->m, &terms->inputs, x);
  vec_push(terms->m, &terms->model, bits_cut(value, width));
  return x;
}

void proof_new_model(proof_terms *terms) {
  if (++terms->epoch)
    return;
  terms->epoch = 1;
  vec_each (proof_node, node, &terms->nodes)
    node->stamp = 0;
}

/* False: an operand has no value yet; it is on top of 'work' now. */
static bool value_of_node(proof_terms *terms, proof_node *n) {
  uint64_t v[3] = {0};
  const proof_term of[3] = {n->a, n->b, n->c};
  if (n->kind == PROOF_APPLY)
    for (int i = 0; i < 3; i++) {
      if (!of[i])
        continue;
      const proof_node *x = &terms->nodes.at[of[i]];
      if (x->stamp != terms->epoch) {
        vec_push(terms->m, &terms->work, of[i]);
        return false;
      }
      v[i] = x->now;
    }
  bits_op op = (bits_op)n->op;
  n->now = n->kind == PROOF_CONSTANT ? n->value
           : n->kind == PROOF_INPUT
               ? terms->model.at[n->value]
               : bits_apply(op, n->width,
                            proof_width(terms, op == BITS_CONCAT ? n->b : n->a),
                            v[0], v[1], v[2]);
  n->stamp = terms->epoch;
  return true;
}

uint64_t proof_now(proof_terms *terms, proof_term x) {
  assert(x < terms->nodes.count);
  if (terms->nodes.at[x].stamp == terms->epoch)
    return terms->nodes.at[x].now;
  terms->work.count = 0;
  vec_push(terms->m, &terms->work, x);
  while (terms->work.count)
    if (value_of_node(terms, &terms->nodes.at[vec_last(&terms->work)]))
      terms->work.count--;
  return terms->nodes.at[x].now;
}

static bool is(const proof_terms *terms, proof_term x, uint64_t value) {
  assert(x < terms->nodes.count);
  const proof_node *node = &terms->nodes.at[x];
  return x && node->kind == PROOF_CONSTANT && node->value == value;
}

static bool is_op(const proof_terms *terms, proof_term x, bits_op op) {
  return terms->nodes.at[x].kind == PROOF_APPLY && terms->nodes.at[x].op == op;
}

static proof_term fold(proof_terms *terms, bits_op op, unsigned width,
                       proof_term a, proof_term b, proof_term c) {
  if (!proof_is_constant(terms, a) || (b && !proof_is_constant(terms, b)) ||
      (c && !proof_is_constant(terms, c)))
    return 0;
  unsigned from = proof_width(terms, op == BITS_CONCAT ? b : a);
  return proof_constant(terms, width,
                        bits_apply(op, width, from, terms->nodes.at[a].value,
                                   b ? terms->nodes.at[b].value : 0,
                                   c ? terms->nodes.at[c].value : 0));
}

/* a with a constant b, or two that are equal. 0: nothing simpler. */
static proof_term by_operand(proof_terms *terms, bits_op op, unsigned width,
                             proof_term a, proof_term b) {
  uint64_t ones = bits_mask(width);
  switch (op) {
  case BITS_ADD:
  case BITS_SUB:
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    return is(terms, b, 0)            ? a
           : op == BITS_SUB && a == b ? proof_constant(terms, width, 0)
                                      : 0;
  case BITS_MUL:
    return is(terms, b, 1) ? a : is(terms, b, 0) ? b : 0;
  case BITS_AND:
    return is(terms, b, ones) || a == b ? a : is(terms, b, 0) ? b : 0;
  case BITS_OR:
    return is(terms, b, 0) || a == b ? a : is(terms, b, ones) ? b : 0;
  case BITS_XOR:
    return is(terms, b, 0) ? a : a == b ? proof_constant(terms, width, 0) : 0;
  case BITS_EQ:
  case BITS_ULE:
  case BITS_SLE:
    if (a == b)
      return proof_constant(terms, 1, 1);
    return op == BITS_EQ && proof_width(terms, a) == 1 && is(terms, b, 1) ? a
                                                                          : 0;
  case BITS_ULT:
  case BITS_SLT:
    return a == b ? proof_constant(terms, 1, 0) : 0;
  default:
    return 0;
  }
}

static bool commutes(bits_op op) {
  return op == BITS_ADD || op == BITS_MUL || op == BITS_AND || op == BITS_OR ||
         op == BITS_XOR || op == BITS_EQ;
}

static proof_term terms_of_one(proof_terms *terms, bits_op op, unsigned width,
                               proof_term a) {
  assert(a < terms->nodes.count);
  const proof_node *node = &terms->nodes.at[a];
  if (bits_is_float(op))
    return 0;
  if (op != BITS_NOT && node->width == width)
    return a;
  if (op == BITS_NOT && is_op(terms, a, BITS_NOT))
    return node->a;
  bool extends = is_op(terms, a, BITS_ZEXT) || is_op(terms, a, BITS_SEXT);
  if (op == BITS_TRUNC && (extends || is_op(terms, a, BITS_TRUNC))) {
    unsigned had = proof_width(terms, node->a);
    return proof_apply(terms, had >= width ? BITS_TRUNC : (bits_op)node->op,
                       width, node->a, 0, 0);
  }
  if (op == BITS_ZEXT && is_op(terms, a, BITS_ZEXT))
    return proof_apply(terms, BITS_ZEXT, width, node->a, 0, 0);
  return 0;
}

static proof_term simpler(proof_terms *terms, bits_op op, unsigned width,
                          proof_term a, proof_term b, proof_term c) {
  proof_term x = fold(terms, op, width, a, b, c);
  if (x || !b)
    return x ? x : terms_of_one(terms, op, width, a);
  if (op == BITS_ITE) {
    if (proof_is_constant(terms, a))
      return terms->nodes.at[a].value ? b : c;
    return b == c                                             ? b
           : width == 1 && is(terms, b, 1) && is(terms, c, 0) ? a
                                                              : 0;
  }
  return by_operand(terms, op, width, a, b);
}

static bool has_floats(const proof_terms *terms, proof_term x) {
  assert(x < terms->nodes.count);
  return terms->nodes.at[x].has_floats;
}

proof_term proof_apply(proof_terms *terms, bits_op op, unsigned width,
                       proof_term a, proof_term b, proof_term c) {
  if (commutes(op) && (proof_is_constant(terms, a) ||
                       (a > b && !proof_is_constant(terms, b)))) {
    proof_term d = a;
    a = b;
    b = d;
  }
  /* A constant is taken away by adding another one. */
  if (op == BITS_SUB && proof_is_constant(terms, b))
    return proof_apply(
        terms, BITS_ADD, width, a,
        proof_constant(terms, width, 0 - terms->nodes.at[b].value), 0);
  proof_term x = simpler(terms, op, width, a, b, c);
  if (x)
    return x;
  if (op == BITS_ADD && proof_is_constant(terms, b) &&
      is_op(terms, a, BITS_ADD) &&
      proof_is_constant(terms, terms->nodes.at[a].b)) {
    uint64_t sum =
        terms->nodes.at[b].value + terms->nodes.at[terms->nodes.at[a].b].value;
    return proof_apply(terms, BITS_ADD, width, terms->nodes.at[a].a,
                       proof_constant(terms, width, sum), 0);
  }
  proof_node node = {.kind = PROOF_APPLY,
                     .op = (uint8_t)op,
                     .width = (uint8_t)width,
                     .has_floats = bits_is_float(op) || has_floats(terms, a) ||
                                   has_floats(terms, b) || has_floats(terms, c),
                     .a = a,
                     .b = b,
                     .c = c};
  return intern(terms, &node);
}

proof_term proof_not(proof_terms *terms, proof_term a) {
  return proof_apply(terms, BITS_NOT, 1, a, 0, 0);
}
proof_term proof_and(proof_terms *terms, proof_term a, proof_term b) {
  return proof_apply(terms, BITS_AND, 1, a, b, 0);
}
proof_term proof_or(proof_terms *terms, proof_term a, proof_term b) {
  return proof_apply(terms, BITS_OR, 1, a, b, 0);
}
proof_term proof_equal(proof_terms *terms, proof_term a, proof_term b) {
  return proof_apply(terms, BITS_EQ, 1, a, b, 0);
}

proof_term proof_resize(proof_terms *terms, unsigned width, proof_term a) {
  unsigned had = proof_width(terms, a);
  return had == width ? a
                      : proof_apply(terms, had > width ? BITS_TRUNC : BITS_ZEXT,
                                    width, a, 0, 0);
}

proof_term proof_extract(proof_terms *terms, unsigned low, unsigned width,
                         proof_term a) {
  unsigned had = proof_width(terms, a);
  if (low)
    a = proof_apply(terms, BITS_LSHR, had, a, proof_constant(terms, had, low),
                    0);
  return proof_resize(terms, width, a);
}

proof_term proof_split(const proof_terms *terms, proof_term x, uint64_t *more) {
  assert(x < terms->nodes.count);
  const proof_node *node = &terms->nodes.at[x];
  *more = 0;
  if (!is_op(terms, x, BITS_ADD) || !proof_is_constant(terms, node->b))
    return x;
  *more = terms->nodes.at[node->b].value;
  return node->a;
}

static unsigned low_bits(const proof_terms *terms, proof_term x, uint64_t *rest,
                         int depth) {
  assert(x < terms->nodes.count);
  const proof_node *n = &terms->nodes.at[x];
  uint64_t other;
  unsigned low, more;
  *rest = 0;
  if (n->kind == PROOF_CONSTANT) {
    *rest = n->value;
    return n->width;
  }
  if (n->kind == PROOF_INPUT || depth > MOST_DEPTH)
    return 0;
  const proof_node *b = n->b ? &terms->nodes.at[n->b] : NULL;
  bool by_constant = b && b->kind == PROOF_CONSTANT;
  switch ((bits_op)n->op) {
  case BITS_SHL:
    return !by_constant ? 0 : b->value < n->width ? (unsigned)b->value : 0;
  case BITS_MUL:
    for (low = 0; by_constant && low < n->width && !(b->value >> low & 1);)
      low++;
    return low;
  case BITS_ZEXT:
  case BITS_SEXT:
    return low_bits(terms, n->a, rest, depth + 1);
  case BITS_ADD:
    low = low_bits(terms, n->a, rest, depth + 1);
    more = low_bits(terms, n->b, &other, depth + 1);
    *rest += other;
    return low < more ? low : more;
  default:
    return 0;
  }
}

unsigned proof_low_bits(const proof_terms *terms, proof_term x,
                        uint64_t *rest) {
  return low_bits(terms, x, rest, 0);
}
