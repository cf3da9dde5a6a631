#include "engine/panda/lists/lists.h"

static bool has(const list_inputs *x, uint32_t input) {
  vec_each (const uint32_t, i, &x->all)
    if (*i == input)
      return true;
  return false;
}

void lists_add_inputs(concolic *k, list_inputs *x, term t) {
  cover_inputs set = cover_inputs_of(&k->cover->writer, t);
  for (size_t i = 0; i < set.count; i++)
    if (!has(x, set.at[i]))
      vec_push(k->m, &x->all, set.at[i]);
}

static bool is_connected(concolic *k, const list_inputs *x, term t) {
  cover_inputs set = cover_inputs_of(&k->cover->writer, t);
  for (size_t i = 0; i < set.count; i++)
    if (has(x, set.at[i]))
      return true;
  return false;
}

static bool is_known(const list_inputs *x, term t) {
  vec_each (const term, c, &x->constraints)
    if (*c == t)
      return true;
  return false;
}

void lists_connect(concolic *k, list_inputs *x) {
  for (size_t before = SIZE_MAX; before != x->constraints.count;) {
    before = x->constraints.count;
    for (size_t i = 0; i < smt_depth(k->solver); i++) {
      term c = smt_at(k->solver, i);
      if (is_known(x, c) || !is_connected(k, x, c))
        continue;
      vec_push(k->m, &x->constraints, c);
      lists_add_inputs(k, x, c);
    }
  }
}

void lists_clear_inputs(concolic *k, list_inputs *x) {
  vec_free(k->m, &x->all);
  vec_free(k->m, &x->constraints);
}

term lists_new_input(concolic *k, unsigned width, uint64_t bits) {
  cfa_input what = {.kind = CFA_INPUT_UNINITIALISED,
                    .name = CFA_NONE,
                    .width = (uint8_t)width};
  term t = concolic_input(k, &what).term;
  terms_assign(k->terms, (uint32_t)terms_at(k->terms, t)->value, bits);
  return t;
}
