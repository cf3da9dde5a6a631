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
  path_frame f = {.number = x->numbers++, .edge = edge};
  vec_push(a->m, &x->frames, f);
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
  abs_reading r = {.is_run = true, .is_initial = x->is_whole, .path = x};
  r.locals = PATH_OWNER + vec_last(&x->frames).number;
  abs_reading_begin(a, &r);
  return abs_read(a, &r, expression);
}

typedef enum meeting { SAME, APART, DOUBT } meeting;

static meeting path_meet(const abstraction *a, const path_store *s,
                         abs_value at, uint64_t bytes) {
  bool are_named =
      terms_is_constant(a->t, s->at.base) && terms_is_constant(a->t, at.base);
  if (s->at.base != at.base)
    return are_named ? APART : DOUBT;
  if (s->bytes == 0)
    return DOUBT;
  if (s->at.word == at.word)
    return SAME;
  if (!terms_is_constant(a->t, s->at.word) || !terms_is_constant(a->t, at.word))
    return DOUBT;
  unsigned bits = a->p->pointer_bits;
  uint64_t to = terms_at(a->t, s->at.word)->value;
  uint64_t from = terms_at(a->t, at.word)->value;
  bool are_apart = bits_cut(from - to, bits) >= s->bytes &&
                   bits_cut(to - from, bits) >= bytes;
  return are_apart ? APART : DOUBT;
}

/* Something that depends on the address and on how much has been written. */
static abs_value anything(abstraction *a, const path *x,
                          const cfa_expression *e, abs_value at) {
  abs_key key = {{KEY_OF_STORE, (uint32_t)x->stores.count, at.base, at.word,
                  e->width, e->is_pointer ? 2 : 0}};
  abs_value out = {.word = abs_input(a, e->width, &key)};
  if (e->is_pointer) {
    key.of[5] = 3;
    out.base = abs_input(a, 32, &key);
  }
  return out;
}

bool path_load(abstraction *a, const path *x, const cfa_expression *e,
               abs_value at, abs_value *out) {
  uint64_t bytes = (e->width + 7u) / 8;
  for (size_t i = x->stores.count; i-- > 0;) {
    const path_store *s = &x->stores.at[i];
    meeting m = path_meet(a, s, at, bytes);
    if (m == APART)
      continue;
    bool fits = m == SAME && s->width == e->width &&
                (s->what.base != TERM_NONE) == e->is_pointer;
    if (!fits || x->stores.count - i > PATH_LOOKS_BACK)
      *out = anything(a, x, e, at);
    else
      *out = s->what;
    return true;
  }
  return false;
}

void path_forget(abstraction *a, path *x, const cfa_edge *e) {
  assert(e->variable < a->p->variables.count);
  const cfa_variable *v = &a->p->variables.at[e->variable];
  if (v->is_scalar) {
    abs_value value = abs_fresh_value(a, v->width, v->is_pointer);
    if (e->kind == CFA_ALLOCATE) /* an object of its own */
      value = (abs_value){
          .word = terms_constant(a->t, a->p->pointer_bits, 0),
          .base = terms_constant(a->t, 32, UINT32_C(1) << 31 | x->numbers++)};
    path_assign(a, x, e->variable, value);
    return;
  }
  path_store s = {
      .at = {.word = terms_constant(a->t, a->p->pointer_bits, 0),
             .base = abs_object(a, PATH_OWNER + vec_last(&x->frames).number,
                                e->variable)}};
  vec_push(a->m, &x->stores, s);
}

void path_write(abstraction *a, path *x, const cfa_edge *e, uint32_t position) {
  path_store s = {.at = path_read(a, x, e->a)};
  (void)position;
  if (e->kind == CFA_STORE) {
    s.width = a->p->expressions.at[e->b].width;
    s.bytes = (s.width + 7u) / 8;
    s.what = path_read(a, x, e->b);
  }
  vec_push(a->m, &x->stores, s);
}

void path_call(abstraction *a, path *x, const cfa_edge *e, uint32_t callee) {
  assert(callee < a->p->functions.count);
  const cfa_function *f = &a->p->functions.at[callee];
  vec(abs_value) arguments = {0};
  for (uint32_t i = 0; i < e->arguments && i < f->parameters; i++) {
    uint32_t argument = a->p->arguments.at[e->first_argument + i];
    vec_push(a->m, &arguments, path_read(a, x, argument));
  }
  path_push(a, x, (uint32_t)(e - a->p->edges.at));
  for (uint32_t i = 0; i < arguments.count; i++)
    if (a->p->variables.at[f->first_variable + i].is_scalar)
      path_assign(a, x, f->first_variable + i, arguments.at[i]);
  vec_free(a->m, &arguments);
}

void path_return(abstraction *a, path *x, const cfa_edge *e) {
  uint32_t call = vec_last(&x->frames).edge;
  if (call == CFA_NONE)
    return;
  uint32_t v = a->p->edges.at[call].variable;
  abs_value value = {0};
  if (v != CFA_NONE && e->a != CFA_NONE)
    value = path_read(a, x, e->a);
  x->frames.count--;
  if (v == CFA_NONE)
    return;
  if (e->a == CFA_NONE)
    value = abs_fresh_value(a, a->p->variables.at[v].width,
                            a->p->variables.at[v].is_pointer);
  path_assign(a, x, v, value);
}
