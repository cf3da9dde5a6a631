#include "evidence/c_proof/terms.h"

#include <assert.h>

enum { MOST_DEPTH = 12 };

void proof_terms_init(proof_terms *t, mem *m, Z3_context z) {
  *t = (proof_terms){.m = m, .epoch = 1, .z = z, .mask = 1023};
  t->table = mem_array(m, t->mask + 1, sizeof *t->table);
  vec_resize(m, &t->nodes, 1);
}

static uint32_t hash_of(const proof_node *n) {
  uint64_t h = n->kind * 31u + n->op;
  h = (h * 67 + n->width) * 0x9e3779b97f4a7c15u + n->value;
  h = (h ^ n->a) * 0xff51afd7ed558ccdu + n->b;
  h = (h ^ h >> 29) * 0xc4ceb9fe1a85ec53u + n->c;
  h = (h ^ h >> 32) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(h >> 32);
}

static bool is_same(const proof_node *x, const proof_node *y) {
  return x->kind == y->kind && x->op == y->op && x->width == y->width &&
         x->a == y->a && x->b == y->b && x->c == y->c && x->value == y->value;
}

/* In the order of their numbers, so that the newest is first in its chain. */
static void grow(proof_terms *t) {
  uint32_t size = 4 * (t->mask + 1);
  mem_free(t->m, t->table);
  t->table = mem_array(t->m, size, sizeof *t->table);
  t->mask = size - 1;
  for (uint32_t i = 1; i < t->nodes.count; i++) {
    uint32_t *slot = &t->table[hash_of(&t->nodes.at[i]) & t->mask];
    t->nodes.at[i].next = *slot;
    *slot = i;
  }
}

static proof_term intern(proof_terms *t, const proof_node *n) {
  uint32_t hash = hash_of(n);
  for (uint32_t i = t->table[hash & t->mask]; i; i = t->nodes.at[i].next)
    if (is_same(&t->nodes.at[i], n))
      return i;
  if (t->nodes.count >= UINT32_MAX / 2)
    mem_raise(t->m->budget, MEM_LIMIT);
  if (t->nodes.count > t->mask)
    grow(t);
  uint32_t *slot = &t->table[hash & t->mask], at = (uint32_t)t->nodes.count;
  vec_push(t->m, &t->nodes, *n);
  t->nodes.at[at].next = *slot;
  *slot = at;
  return at;
}

void proof_cut(proof_terms *t, size_t nodes, size_t inputs) {
  while (t->nodes.count > nodes) {
    proof_node *n = &t->nodes.at[t->nodes.count - 1];
    uint32_t *slot = &t->table[hash_of(n) & t->mask];
    assert(*slot == t->nodes.count - 1);
    *slot = n->next;
    if (n->ast)
      Z3_dec_ref(t->z, n->ast);
    if (n->guard)
      Z3_dec_ref(t->z, n->guard);
    t->nodes.count--;
  }
  t->inputs.count = inputs;
  t->model.count = inputs;
}

proof_term proof_constant(proof_terms *t, unsigned width, uint64_t value) {
  proof_node n = {.kind = PROOF_CONSTANT,
                  .width = (uint8_t)width,
                  .value = bits_cut(value, width)};
  return intern(t, &n);
}

proof_term proof_input(proof_terms *t, unsigned width, uint64_t value) {
  proof_node n = {
      .kind = PROOF_INPUT, .width = (uint8_t)width, .value = t->inputs.count};
  proof_term x = intern(t, &n);
  vec_push(t->m, &t->inputs, x);
  vec_push(t->m, &t->model, bits_cut(value, width));
  return x;
}

void proof_new_model(proof_terms *t) {
  if (++t->epoch)
    return;
  t->epoch = 1;
  vec_each (proof_node, n, &t->nodes)
    n->stamp = 0;
}

/* False: an operand has no value yet; it is on top of 'work' now. */
static bool value_of_node(proof_terms *t, proof_node *n) {
  uint64_t v[3] = {0};
  const proof_term of[3] = {n->a, n->b, n->c};
  if (n->kind == PROOF_APPLY)
    for (int i = 0; i < 3; i++) {
      if (!of[i])
        continue;
      const proof_node *x = &t->nodes.at[of[i]];
      if (x->stamp != t->epoch) {
        vec_push(t->m, &t->work, of[i]);
        return false;
      }
      v[i] = x->now;
    }
  bits_op op = (bits_op)n->op;
  n->now = n->kind == PROOF_CONSTANT ? n->value
           : n->kind == PROOF_INPUT
               ? t->model.at[n->value]
               : bits_apply(op, n->width,
                            proof_width(t, op == BITS_CONCAT ? n->b : n->a),
                            v[0], v[1], v[2]);
  n->stamp = t->epoch;
  return true;
}

uint64_t proof_now(proof_terms *t, proof_term x) {
  assert(x < t->nodes.count);
  if (t->nodes.at[x].stamp == t->epoch)
    return t->nodes.at[x].now;
  t->work.count = 0;
  vec_push(t->m, &t->work, x);
  while (t->work.count)
    if (value_of_node(t, &t->nodes.at[vec_last(&t->work)]))
      t->work.count--;
  return t->nodes.at[x].now;
}

static bool is(const proof_terms *t, proof_term x, uint64_t value) {
  assert(x < t->nodes.count);
  const proof_node *n = &t->nodes.at[x];
  return x && n->kind == PROOF_CONSTANT && n->value == value;
}

static bool is_op(const proof_terms *t, proof_term x, bits_op op) {
  return t->nodes.at[x].kind == PROOF_APPLY && t->nodes.at[x].op == op;
}

static proof_term fold(proof_terms *t, bits_op op, unsigned width, proof_term a,
                       proof_term b, proof_term c) {
  if (!proof_is_constant(t, a) || (b && !proof_is_constant(t, b)) ||
      (c && !proof_is_constant(t, c)))
    return 0;
  unsigned from = proof_width(t, op == BITS_CONCAT ? b : a);
  return proof_constant(t, width,
                        bits_apply(op, width, from, t->nodes.at[a].value,
                                   b ? t->nodes.at[b].value : 0,
                                   c ? t->nodes.at[c].value : 0));
}

/* a with a constant b, or two that are equal. 0: nothing simpler. */
static proof_term by_operand(proof_terms *t, bits_op op, unsigned width,
                             proof_term a, proof_term b) {
  uint64_t ones = bits_mask(width);
  switch (op) {
  case BITS_ADD:
  case BITS_SUB:
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    return is(t, b, 0)                ? a
           : op == BITS_SUB && a == b ? proof_constant(t, width, 0)
                                      : 0;
  case BITS_MUL:
    return is(t, b, 1) ? a : is(t, b, 0) ? b : 0;
  case BITS_AND:
    return is(t, b, ones) || a == b ? a : is(t, b, 0) ? b : 0;
  case BITS_OR:
    return is(t, b, 0) || a == b ? a : is(t, b, ones) ? b : 0;
  case BITS_XOR:
    return is(t, b, 0) ? a : a == b ? proof_constant(t, width, 0) : 0;
  case BITS_EQ:
  case BITS_ULE:
  case BITS_SLE:
    if (a == b)
      return proof_constant(t, 1, 1);
    return op == BITS_EQ && proof_width(t, a) == 1 && is(t, b, 1) ? a : 0;
  case BITS_ULT:
  case BITS_SLT:
    return a == b ? proof_constant(t, 1, 0) : 0;
  default:
    return 0;
  }
}

static bool commutes(bits_op op) {
  return op == BITS_ADD || op == BITS_MUL || op == BITS_AND || op == BITS_OR ||
         op == BITS_XOR || op == BITS_EQ;
}

static proof_term terms_of_one(proof_terms *t, bits_op op, unsigned width,
                               proof_term a) {
  assert(a < t->nodes.count);
  const proof_node *n = &t->nodes.at[a];
  if (bits_is_float(op))
    return 0;
  if (op != BITS_NOT && n->width == width)
    return a;
  if (op == BITS_NOT && is_op(t, a, BITS_NOT))
    return n->a;
  bool extends = is_op(t, a, BITS_ZEXT) || is_op(t, a, BITS_SEXT);
  if (op == BITS_TRUNC && (extends || is_op(t, a, BITS_TRUNC))) {
    unsigned had = proof_width(t, n->a);
    return proof_apply(t, had >= width ? BITS_TRUNC : (bits_op)n->op, width,
                       n->a, 0, 0);
  }
  if (op == BITS_ZEXT && is_op(t, a, BITS_ZEXT))
    return proof_apply(t, BITS_ZEXT, width, n->a, 0, 0);
  return 0;
}

static proof_term simpler(proof_terms *t, bits_op op, unsigned width,
                          proof_term a, proof_term b, proof_term c) {
  proof_term x = fold(t, op, width, a, b, c);
  if (x || !b)
    return x ? x : terms_of_one(t, op, width, a);
  if (op == BITS_ITE) {
    if (proof_is_constant(t, a))
      return t->nodes.at[a].value ? b : c;
    return b == c ? b : width == 1 && is(t, b, 1) && is(t, c, 0) ? a : 0;
  }
  return by_operand(t, op, width, a, b);
}

static bool has_floats(const proof_terms *t, proof_term x) {
  assert(x < t->nodes.count);
  return t->nodes.at[x].has_floats;
}

proof_term proof_apply(proof_terms *t, bits_op op, unsigned width, proof_term a,
                       proof_term b, proof_term c) {
  if (commutes(op) &&
      (proof_is_constant(t, a) || (a > b && !proof_is_constant(t, b)))) {
    proof_term d = a;
    a = b;
    b = d;
  }
  /* A constant is taken away by adding another one. */
  if (op == BITS_SUB && proof_is_constant(t, b))
    return proof_apply(t, BITS_ADD, width, a,
                       proof_constant(t, width, 0 - t->nodes.at[b].value), 0);
  proof_term x = simpler(t, op, width, a, b, c);
  if (x)
    return x;
  if (op == BITS_ADD && proof_is_constant(t, b) && is_op(t, a, BITS_ADD) &&
      proof_is_constant(t, t->nodes.at[a].b)) {
    uint64_t sum = t->nodes.at[b].value + t->nodes.at[t->nodes.at[a].b].value;
    return proof_apply(t, BITS_ADD, width, t->nodes.at[a].a,
                       proof_constant(t, width, sum), 0);
  }
  proof_node n = {.kind = PROOF_APPLY,
                  .op = (uint8_t)op,
                  .width = (uint8_t)width,
                  .has_floats = bits_is_float(op) || has_floats(t, a) ||
                                has_floats(t, b) || has_floats(t, c),
                  .a = a,
                  .b = b,
                  .c = c};
  return intern(t, &n);
}

proof_term proof_not(proof_terms *t, proof_term a) {
  return proof_apply(t, BITS_NOT, 1, a, 0, 0);
}
proof_term proof_and(proof_terms *t, proof_term a, proof_term b) {
  return proof_apply(t, BITS_AND, 1, a, b, 0);
}
proof_term proof_or(proof_terms *t, proof_term a, proof_term b) {
  return proof_apply(t, BITS_OR, 1, a, b, 0);
}
proof_term proof_equal(proof_terms *t, proof_term a, proof_term b) {
  return proof_apply(t, BITS_EQ, 1, a, b, 0);
}

proof_term proof_resize(proof_terms *t, unsigned width, proof_term a) {
  unsigned had = proof_width(t, a);
  return had == width ? a
                      : proof_apply(t, had > width ? BITS_TRUNC : BITS_ZEXT,
                                    width, a, 0, 0);
}

proof_term proof_extract(proof_terms *t, unsigned low, unsigned width,
                         proof_term a) {
  unsigned had = proof_width(t, a);
  if (low)
    a = proof_apply(t, BITS_LSHR, had, a, proof_constant(t, had, low), 0);
  return proof_resize(t, width, a);
}

proof_term proof_split(const proof_terms *t, proof_term x, uint64_t *more) {
  assert(x < t->nodes.count);
  const proof_node *n = &t->nodes.at[x];
  *more = 0;
  if (!is_op(t, x, BITS_ADD) || !proof_is_constant(t, n->b))
    return x;
  *more = t->nodes.at[n->b].value;
  return n->a;
}

static unsigned low_bits(const proof_terms *t, proof_term x, uint64_t *rest,
                         int depth) {
  assert(x < t->nodes.count);
  const proof_node *n = &t->nodes.at[x];
  uint64_t other;
  unsigned low, more;
  *rest = 0;
  if (n->kind == PROOF_CONSTANT) {
    *rest = n->value;
    return n->width;
  }
  if (n->kind == PROOF_INPUT || depth > MOST_DEPTH)
    return 0;
  const proof_node *b = n->b ? &t->nodes.at[n->b] : NULL;
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
    return low_bits(t, n->a, rest, depth + 1);
  case BITS_ADD:
    low = low_bits(t, n->a, rest, depth + 1);
    more = low_bits(t, n->b, &other, depth + 1);
    *rest += other;
    return low < more ? low : more;
  default:
    return 0;
  }
}

unsigned proof_low_bits(const proof_terms *t, proof_term x, uint64_t *rest) {
  return low_bits(t, x, rest, 0);
}
