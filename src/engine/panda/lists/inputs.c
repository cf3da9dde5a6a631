#include "engine/panda/lists/lists.h"

static bool has(const list_inputs *inputs, uint32_t input) {
  vec_each (const uint32_t, i, &inputs->all)
    if (*i == input)
      return true;
  return false;
}

void lists_add_inputs(concolic *engine, list_inputs *inputs, term t) {
  cover_inputs set = cover_inputs_of(&engine->cover->writer, t);
  for (size_t i = 0; i < set.count; i++)
    if (!has(inputs, set.at[i]))
      vec_push(engine->m, &inputs->all, set.at[i]);
}

static bool is_connected(concolic *engine, const list_inputs *inputs, term t) {
  cover_inputs set = cover_inputs_of(&engine->cover->writer, t);
  for (size_t i = 0; i < set.count; i++)
    if (has(inputs, set.at[i]))
      return true;
  return false;
}

static bool is_known(const list_inputs *inputs, term t) {
  vec_each (const term, c, &inputs->constraints)
    if (*c == t)
      return true;
  return false;
}

void lists_connect(concolic *engine, list_inputs *inputs) {
  for (size_t before = SIZE_MAX; before != inputs->constraints.count;) {
    before = inputs->constraints.count;
    for (size_t i = 0; i < smt_depth(engine->solver); i++) {
      term c = smt_at(engine->solver, i);
      if (is_known(inputs, c) || !is_connected(engine, inputs, c))
        continue;
      vec_push(engine->m, &inputs->constraints, c);
      lists_add_inputs(engine, inputs, c);
    }
  }
}

void lists_clear_inputs(concolic *engine, list_inputs *inputs) {
  vec_free(engine->m, &inputs->all);
  vec_free(engine->m, &inputs->constraints);
}

term lists_new_input(concolic *engine, unsigned width, uint64_t bits) {
  cfa_input what = {.kind = CFA_INPUT_UNINITIALISED,
                    .name = CFA_NONE,
                    .width = (uint8_t)width};
  term t = concolic_input(engine, &what).term;
  terms_assign(engine->terms, (uint32_t)terms_at(engine->terms, t)->value,
               bits);
  return t;
}
