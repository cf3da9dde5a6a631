#include "evidence/c_proof/names.h"

#include "base/sha256.h"

static uint64_t stamped(const proof_list *k, uint32_t name) {
  return (uint64_t)k->stamp << 32 | name;
}

/* 0: none yet. */
static uint32_t name_of(const proof_list *k, uint64_t entry) {
  return entry >> 32 == k->stamp ? (uint32_t)entry : 0;
}

void proof_list_begin(proof_list *k) {
  k->words.count = k->input_order.count = 0;
  k->named = 0;
  if (k->terms.count < k->t->nodes.count)
    vec_resize(k->m, &k->terms, k->t->nodes.count);
  if (k->inputs.count < k->t->inputs.count)
    vec_resize(k->m, &k->inputs, k->t->inputs.count);
  if (++k->stamp)
    return;
  k->stamp = 1;
  memset(k->terms.at, 0, k->terms.count * sizeof *k->terms.at);
  if (k->inputs.count)
    memset(k->inputs.at, 0, k->inputs.count * sizeof *k->inputs.at);
}

bool proof_list_has_input(const proof_list *k, uint32_t input) {
  return name_of(k, k->inputs.at[input]) != 0;
}

static void put_node(proof_list *k, proof_term x) {
  const proof_node *n = proof_at(k->t, x);
  const proof_term of[3] = {n->a, n->b, n->c};
  proof_list_put(k, n->kind == PROOF_CONSTANT ? NAMES_CONSTANT
                    : n->kind == PROOF_INPUT  ? NAMES_INPUT
                                              : NAMES_APPLY);
  proof_list_put(k, (uint64_t)n->op << 8 | n->width);
  if (n->kind == PROOF_CONSTANT)
    proof_list_put(k, n->value);
  if (n->kind == PROOF_INPUT) { /* its name is the next one */
    vec_push(k->m, &k->input_order, (uint32_t)n->value);
    k->inputs.at[n->value] = stamped(k, (uint32_t)k->input_order.count);
  }
  for (int i = 0; n->kind == PROOF_APPLY && i < 3; i++)
    proof_list_put(k, of[i] ? name_of(k, k->terms.at[of[i]]) : 0);
  k->terms.at[x] = stamped(k, ++k->named);
}

/* An operand without a name; 0: all have theirs. */
static proof_term nameless(const proof_list *k, const proof_node *n) {
  const proof_term of[3] = {n->a, n->b, n->c};
  for (int i = 0; n->kind == PROOF_APPLY && i < 3; i++)
    if (of[i] && !name_of(k, k->terms.at[of[i]]))
      return of[i];
  return 0;
}

void proof_list_term(proof_list *k, proof_term x) {
  k->work.count = 0;
  vec_push(k->m, &k->work, x);
  while (k->work.count && k->words.count <= k->most) {
    proof_term y = vec_last(&k->work);
    bool is_named = name_of(k, k->terms.at[y]) != 0;
    proof_term before = is_named ? 0 : nameless(k, proof_at(k->t, y));
    if (before) {
      vec_push(k->m, &k->work, before);
      continue;
    }
    k->work.count--;
    if (!is_named)
      put_node(k, y);
  }
  proof_list_put(k, NAMES_TERM);
  proof_list_put(k, name_of(k, k->terms.at[x]));
}

bool proof_list_find(const proof_list *k, proof_met *met, bool *is_new,
                     uint32_t *number) {
  unsigned char digest[SHA256_BYTES];
  uint64_t first;
  proof_rest rest;
  sha256 s;
  sha256_init(&s);
  sha256_add(&s, k->words.at, k->words.count * sizeof *k->words.at);
  sha256_end(&s, digest);
  memcpy(&first, digest, sizeof first);
  memcpy(rest.bytes, digest + sizeof first, sizeof rest.bytes);
  size_t had = met->keys.keys.count;
  *number = map_insert(k->m, &met->keys, first);
  *is_new = *number == had;
  if (*is_new)
    vec_push(k->m, &met->rests, rest);
  return memcmp(met->rests.at[*number].bytes, rest.bytes, sizeof rest.bytes) ==
         0;
}

void proof_met_clear(mem *m, proof_met *met) {
  map_free(m, &met->keys);
  met->rests.count = 0;
}
