#include "logic/nnf.h"

#include <assert.h>

enum { EVERY_CLASS = 31, LARGEST = 1 << 30 };

void nnf_init(nnf *t, letters *alphabet) {
  *t = (nnf){.m = alphabet->m, .clock = alphabet->clock, .alphabet = alphabet};
  nnf_letters(t, LETTERS_NONE); /* NNF_FALSE */
  nnf_letters(t, LETTERS_ALL);  /* NNF_TRUE */
}

void nnf_free(nnf *t) {
  vec_free(t->m, &t->nodes);
  sequences_free(t->m, &t->keys);
  sequences_free(t->m, &t->members);
}

uint32_t nnf_part(const nnf *t, uint32_t f, uint32_t i) {
  assert(f < t->nodes.count);
  if (nnf_op_of(t, f) == NNF_LETTERS)
    return NNF_NONE;
  if (nnf_is_list(t, f))
    return i < nnf_count(t, f) ? nnf_member(t, f, i) : NNF_NONE;
  if (i == 0)
    return nnf_left(t, f);
  return i == 1 && nnf_is_binary(t, f) ? nnf_right(t, f) : NNF_NONE;
}

nnf_op nnf_dual(nnf_op op) {
  static const uint8_t dual[] = {
      [NNF_LETTERS] = NNF_LETTERS,  [NNF_AND] = NNF_OR,
      [NNF_OR] = NNF_AND,           [NNF_NEXT] = NNF_NEXT,
      [NNF_FINALLY] = NNF_GLOBALLY, [NNF_GLOBALLY] = NNF_FINALLY,
      [NNF_UNTIL] = NNF_RELEASE,    [NNF_RELEASE] = NNF_UNTIL,
      [NNF_WEAK] = NNF_STRONG,      [NNF_STRONG] = NNF_WEAK};
  return (nnf_op)dual[op];
}

/* 'to' if all of 'from' are among the classes, else nothing. */
static uint8_t if_all(unsigned classes, unsigned from, unsigned to) {
  return (uint8_t)((classes & from) == from ? to : 0);
}

/* For binary operators: 'to' if a has class 'left' and b has class 'right'. */
static uint8_t if_both(unsigned a, unsigned left, unsigned b, unsigned right,
                       unsigned to) {
  return (uint8_t)((a & left) && (b & right) ? to : 0);
}

static uint8_t binary_classes(nnf_op op, unsigned a, unsigned b) {
  const unsigned G = NNF_GUARANTEE, S = NNF_SAFETY, O = NNF_OBLIGATION,
                 P = NNF_PERSISTENCE, R = NNF_RECURRENCE;
  switch (op) {
  case NNF_UNTIL:
    return if_both(a, G, b, G, G) | if_both(a, O, b, G, O) |
           if_both(a, P, b, P, P) | if_both(a, R, b, G, R);
  case NNF_WEAK:
    return if_both(a, S, b, S, S) | if_both(a, S, b, O, O) |
           if_both(a, S, b, P, P) | if_both(a, R, b, R, R);
  case NNF_RELEASE:
    return if_both(a, S, b, S, S) | if_both(a, O, b, S, O) |
           if_both(a, P, b, S, P) | if_both(a, R, b, R, R);
  default: /* NNF_STRONG */
    return if_both(a, G, b, G, G) | if_both(a, G, b, O, O) |
           if_both(a, P, b, P, P) | if_both(a, G, b, R, R);
  }
}

static uint8_t classes_of(nnf_op op, unsigned a, unsigned b) {
  switch (op) {
  case NNF_FINALLY:
    return if_all(a, NNF_GUARANTEE,
                  NNF_GUARANTEE | NNF_OBLIGATION | NNF_RECURRENCE) |
           if_all(a, NNF_PERSISTENCE, NNF_PERSISTENCE);
  case NNF_GLOBALLY:
    return if_all(a, NNF_SAFETY,
                  NNF_SAFETY | NNF_OBLIGATION | NNF_PERSISTENCE) |
           if_all(a, NNF_RECURRENCE, NNF_RECURRENCE);
  case NNF_UNTIL:
  case NNF_RELEASE:
  case NNF_WEAK:
  case NNF_STRONG:
    return binary_classes(op, a, b);
  default:
    return (uint8_t)(a & b);
  }
}

/* What is known of the node from its parts. */
static void describe(const nnf *t, uint32_t f, nnf_node *n) {
  nnf_op op = (nnf_op)n->op;
  bool eventual = true, universal = true, last_eventual = true,
       last_universal = true;
  unsigned first = EVERY_CLASS, last = EVERY_CLASS;
  n->size = 1;
  if (op == NNF_LETTERS) {
    n->eventual = n->universal =
        n->left == LETTERS_NONE || n->left == LETTERS_ALL;
    n->classes = EVERY_CLASS;
    return;
  }
  uint32_t part;
  for (uint32_t i = 0; (part = nnf_part(t, f, i)) != NNF_NONE; i++) {
    const nnf_node *p = &t->nodes.at[part];
    eventual &= last_eventual = p->eventual;
    universal &= last_universal = p->universal;
    last = p->classes;
    first = i == 0 || nnf_is_list(t, f) ? first & last : first;
    n->size += p->size;
    n->size = n->size > LARGEST ? LARGEST : n->size;
  }
  n->eventual =
      op == NNF_FINALLY || (op == NNF_UNTIL && last_eventual) || eventual;
  n->universal =
      op == NNF_GLOBALLY || (op == NNF_RELEASE && last_universal) || universal;
  n->classes = classes_of(op, first, nnf_is_binary(t, f) ? last : first);
}

uint32_t nnf_make(nnf *t, nnf_op op, uint32_t left, uint32_t right) {
  const uint32_t key[3] = {(uint32_t)op, left, right};
  assert(op == NNF_LETTERS ? left < sequences_count(&t->alphabet->sets)
         : op == NNF_AND || op == NNF_OR ? left < sequences_count(&t->members)
                                         : left < t->nodes.count);
  assert(op < NNF_UNTIL || right < t->nodes.count);
  uint32_t f = sequences_insert(t->m, &t->keys, key, 3);
  if (f == t->nodes.count) {
    progress_tick(t->clock);
    nnf_node node = {.op = (uint8_t)op, .left = left, .right = right};
    vec_push(t->m, &t->nodes, node);
    describe(t, f, &node);
    t->nodes.at[f] = node;
  }
  return f;
}

uint32_t nnf_letters(nnf *t, uint32_t set) {
  assert(set < sequences_count(&t->alphabet->sets));
  return nnf_make(t, NNF_LETTERS, set, 0);
}

uint32_t nnf_list(nnf *t, nnf_op op, const uint32_t *members, size_t count) {
  assert(count >= 2 && (op == NNF_AND || op == NNF_OR));
  for (size_t i = 1; i < count; i++)
    assert(members[i - 1] < members[i]);
  uint32_t set = sequences_insert(t->m, &t->members, members, count);
  return nnf_make(t, op, set, 0);
}
