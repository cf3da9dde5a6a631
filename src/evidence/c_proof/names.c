#include "evidence/c_proof/names.h"

#include "base/sha256.h"

static uint64_t stamped(const proof_list *list, uint32_t name) {
  return (uint64_t)list->stamp << 32 | name;
}

/* 0: none yet. */
static uint32_t name_of(const proof_list *list, uint64_t entry) {
  return entry >> 32 == list->stamp ? (uint32_t)entry : 0;
}

void proof_list_begin(proof_list *list) {
  list->words.count = list->input_order.count = 0;
  list->named = 0;
  if (list->terms.count < list->t->nodes.count)
    vec_resize(list->m, &list->terms, list->t->nodes.count);
  if (list->inputs.count < list->t->inputs.count)
    vec_resize(list->m, &list->inputs, list->t->inputs.count);
  if (++list->stamp)
    return;
  list->stamp = 1;
  memset(list->terms.at, 0, list->terms.count * sizeof *list->terms.at);
  if (list->inputs.count)
    memset(list->inputs.at, 0, list->inputs.count * sizeof *list->inputs.at);
}

bool proof_list_has_input(const proof_list *list, uint32_t input) {
  return name_of(list, list->inputs.at[input]) != 0;
}

static void put_node(proof_list *list, proof_term x) {
  const proof_node *node = proof_at(list->t, x);
  const proof_term of[3] = {node->a, node->b, node->c};
  proof_list_put(list, node->kind == PROOF_CONSTANT ? NAMES_CONSTANT
                       : node->kind == PROOF_INPUT  ? NAMES_INPUT
                                                    : NAMES_APPLY);
  proof_list_put(list, (uint64_t)node->op << 8 | node->width);
  if (node->kind == PROOF_CONSTANT)
    proof_list_put(list, node->value);
  if (node->kind == PROOF_INPUT) { /* its name is the next one */
    vec_push(list->m, &list->input_order, (uint32_t)node->value);
    list->inputs.at[node->value] =
        stamped(list, (uint32_t)list->input_order.count);
  }
  for (int i = 0; node->kind == PROOF_APPLY && i < 3; i++)
    proof_list_put(list, of[i] ? name_of(list, list->terms.at[of[i]]) : 0);
  list->terms.at[x] = stamped(list, ++list->named);
}

/* An operand without a name; 0: all have theirs. */
static proof_term nameless(const proof_list *list, const proof_node *node) {
  const proof_term of[3] = {node->a, node->b, node->c};
  for (int i = 0; node->kind == PROOF_APPLY && i < 3; i++)
    if (of[i] && !name_of(list, list->terms.at[of[i]]))
      return of[i];
  return 0;
}

void proof_list_term(proof_list *list, proof_term x) {
  list->work.count = 0;
  vec_push(list->m, &list->work, x);
  while (list->work.count && list->words.count <= list->most) {
    proof_term y = vec_last(&list->work);
    bool is_named = name_of(list, list->terms.at[y]) != 0;
    proof_term before = is_named ? 0 : nameless(list, proof_at(list->t, y));
    if (before) {
      vec_push(list->m, &list->work, before);
      continue;
    }
    list->work.count--;
    if (!is_named)
      put_node(list, y);
  }
  proof_list_put(list, NAMES_TERM);
  proof_list_put(list, name_of(list, list->terms.at[x]));
}

bool proof_list_find(const proof_list *list, proof_met *met, bool *is_new,
                     uint32_t *number) {
  unsigned char digest[SHA256_BYTES];
  uint64_t first;
  proof_rest rest;
  sha256 s;
  sha256_init(&s);
  sha256_add(&s, list->words.at, list->words.count * sizeof *list->words.at);
  sha256_end(&s, digest);
  memcpy(&first, digest, sizeof first);
  memcpy(rest.bytes, digest + sizeof first, sizeof rest.bytes);
  size_t had = met->keys.keys.count;
  *number = map_insert(list->m, &met->keys, first);
  *is_new = *number == had;
  if (*is_new)
    vec_push(list->m, &met->rests, rest);
  return memcmp(met->rests.at[*number].bytes, rest.bytes, sizeof rest.bytes) ==
         0;
}

void proof_met_clear(mem *m, proof_met *met) {
  map_free(m, &met->keys);
  met->rests.count = 0;
}
