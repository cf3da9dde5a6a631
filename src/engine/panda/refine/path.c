#include "engine/panda/refine/path.h"

#include <assert.h>

enum { KEY_OF_STORE = 50 };

void path_clear(abstraction *a, path *x) {
  vec_free(a->m, &x->frames);
  map_free(a->m, &x->index);
  vec_free(a->m, &x->values);
  vec_free(a->m, &x->stores);
  vec_free(a->m, &x->assumptions);
  vec_free(a->m, &x->positions);
}

void path_push(abstraction *a, path *x, uint32_t edge) {
  path_frame frame = {.number = x->numbers++, .edge = edge};
  vec_push(a->m, &x->frames, frame);
}

static uint64_t key_of(const abstraction *a, const path *x, uint32_t v) {
  assert(v < a->p->variables.count);
  bool is_global = a->p->variables.at[v].function == CFA_NONE;
  return map_pair(is_global ? 0 : vec_last(&x->frames).number + 1, v);
}

bool path_variable(const abstraction *a, const path *x, uint32_t v,
                   abs_value *out) {
  uint32_t n = map_find(&x->index, key_of(a, x, v));
  if (n == MAP_NONE)
    return false;
  *out = x->values.at[n];
  return true;
}

void path_assign(abstraction *a, path *x, uint32_t v, abs_value value) {
  uint32_t n = map_insert(a->m, &x->index, key_of(a, x, v));
  if (n == x->values.count)
    vec_push(a->m, &x->values, value);
  x->values.at[n] = value;
}

abs_value path_read(abstraction *a, path *x, uint32_t expression) {
  abs_reading reading = {.is_run = true, .is_initial = x->is_whole, .path = x};
  reading.locals = PATH_OWNER + vec_last(&x->frames).number;
  abs_reading_begin(a, &reading);
  return abs_read(a, &reading, expression);
}

typedef enum meeting { SAME, APART, DOUBT } meeting;

static meeting path_meet(const abstraction *a, const path_store *store,
                         abs_value at, uint64_t bytes) {
  bool are_named = terms_is_constant(a->t, store->at.base) &&
                   terms_is_constant(a->t, at.base);
  if (store->at.base != at.base)
    return are_named ? APART : DOUBT;
  if (store->bytes == 0)
    return DOUBT;
  if (store->at.word == at.word)
    return SAME;
  if (!terms_is_constant(a->t, store->at.word) ||
      !terms_is_constant(a->t, at.word))
    return DOUBT;
  unsigned bits = a->p->pointer_bits;
  uint64_t to = terms_at(a->t, store->at.word)->value;
  uint64_t from = terms_at(a->t, at.word)->value;
  bool are_apart = bits_cut(from - to, bits) >= store->bytes &&
                   bits_cut(to - from, bits) >= bytes;
  return are_apart ? APART : DOUBT;
}

/* Something that depends on the address and on how much has been written. */
static abs_value anything(abstraction *a, const path *x,
                          const cfa_expression *expression, abs_value at) {
  abs_key key = {{KEY_OF_STORE, (uint32_t)x->stores.count, at.base, at.word,
                  expression->width, expression->is_pointer ? 2 : 0}};
  abs_value out = {.word = abs_input(a, expression->width, &key)};
  if (expression->is_pointer) {
    key.of[5] = 3;
    out.base = abs_input(a, 32, &key);
  }
  return out;
}

bool path_load(abstraction *a, const path *x, const cfa_expression *expression,
               abs_value at, abs_value *out) {
  uint64_t bytes = (expression->width + 7u) / 8;
  for (size_t i = x->stores.count; i-- > 0;) {
    const path_store *store = &x->stores.at[i];
    meeting m = path_meet(a, store, at, bytes);
    if (m == APART)
      continue;
    bool fits = m == SAME && store->width == expression->width &&
                (store->what.base != TERM_NONE) == expression->is_pointer;
    if (!fits || x->stores.count - i > PATH_LOOKS_BACK)
      *out = anything(a, x, expression, at);
    else
      *out = store->what;
    return true;
  }
  return false;
}

void path_forget(abstraction *a, path *x, const cfa_edge *edge) {
  assert(edge->variable < a->p->variables.count);
  const cfa_variable *variable = &a->p->variables.at[edge->variable];
  if (variable->is_scalar) {
    abs_value value = abs_fresh_value(a, variable->width, variable->is_pointer);
    if (edge->kind == CFA_ALLOCATE) /* an object of its own */
      value = (abs_value){
          .word = terms_constant(a->t, a->p->pointer_bits, 0),
          .base = terms_constant(a->t, 32, UINT32_C(1) << 31 | x->numbers++)};
    path_assign(a, x, edge->variable, value);
    return;
  }
  path_store store = {
      .at = {.word = terms_constant(a->t, a->p->pointer_bits, 0),
             .base = abs_object(a, PATH_OWNER + vec_last(&x->frames).number,
                                edge->variable)}};
  vec_push(a->m, &x->stores, store);
}

void path_write(abstraction *a, path *x, const cfa_edge *edge,
                uint32_t position) {
  path_store store = {.at = path_read(a, x, edge->a)};
  (void)position;
  if (edge->kind == CFA_STORE) {
    store.width = a->p->expressions.at[edge->b].width;
    store.bytes = (store.width + 7u) / 8;
    store.what = path_read(a, x, edge->b);
  }
  vec_push(a->m, &x->stores, store);
}

void path_call(abstraction *a, path *x, const cfa_edge *edge, uint32_t callee) {
  assert(callee < a->p->functions.count);
  const cfa_function *function = &a->p->functions.at[callee];
  vec(abs_value) arguments = {0};
  for (uint32_t i = 0; i < edge->arguments && i < function->parameters; i++) {
    uint32_t argument = a->p->arguments.at[edge->first_argument + i];
    vec_push(a->m, &arguments, path_read(a, x, argument));
  }
  path_push(a, x, (uint32_t)(edge - a->p->edges.at));
  for (uint32_t i = 0; i < arguments.count; i++)
    if (a->p->variables.at[function->first_variable + i].is_scalar)
      path_assign(a, x, function->first_variable + i, arguments.at[i]);
  vec_free(a->m, &arguments);
}

void path_return(abstraction *a, path *x, const cfa_edge *edge) {
  uint32_t call = vec_last(&x->frames).edge;
  if (call == CFA_NONE)
    return;
  uint32_t v = a->p->edges.at[call].variable;
  abs_value value = {0};
  if (v != CFA_NONE && edge->a != CFA_NONE)
    value = path_read(a, x, edge->a);
  x->frames.count--;
  if (v == CFA_NONE)
    return;
  if (edge->a == CFA_NONE)
    value = abs_fresh_value(a, a->p->variables.at[v].width,
                            a->p->variables.at[v].is_pointer);
  path_assign(a, x, v, value);
}
