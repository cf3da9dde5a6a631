/* The beginning of a run: globals, and main with its arguments. */
#include "engine/formula/inside.h"

static void begin_functions(formula *f, formula_state *s) {
  formula_object none = {.kind = FORMULA_ARGUMENT, .variable = CFA_NONE};
  formula_new_object(f, s, &none, false); /* number 0 is no object */
  f->functions =
      mem_array(f->m, f->p->functions.count + 1, sizeof *f->functions);
  for (uint32_t i = 0; i < f->p->functions.count; i++) {
    formula_object o = {.kind = FORMULA_FUNCTION, .variable = i, .size = 1};
    f->functions[i] = formula_new_object(f, s, &o, false);
  }
}

static void begin_objects(formula *f, formula_state *s) {
  f->global_objects = mem_array(f->m, (size_t)f->p->global_objects + 1,
                                sizeof *f->global_objects);
  for (uint32_t i = 0; i < f->p->globals; i++) {
    const cfa_variable *v = &f->p->variables.at[i];
    if (v->is_scalar)
      continue;
    formula_object o = {.kind = FORMULA_GLOBAL,
                        .is_constant = v->is_constant,
                        .is_extern = v->is_extern,
                        .variable = i,
                        .size = v->size};
    uint32_t id = formula_new_object(f, s, &o, !v->is_extern);
    f->global_objects[v->slot] = id;
    formula_cell *cells = s->blocks.at[id].content->cells;
    for (uint64_t n = 0; n < v->bytes; n++)
      formula_put_cells(formula_word(f, 8, f->p->data.at[v->data + n]), 1,
                        &cells[n]);
  }
}

static void begin_values(formula *f, formula_state *s) {
  unsigned w = f->p->pointer_bits;
  for (uint32_t i = 0; i < f->p->globals; i++) {
    const cfa_variable *v = &f->p->variables.at[i];
    if (v->is_scalar) {
      s->scalars[v->slot] = v->is_extern ? (formula_value){0, FORMULA_UNSET}
                            : v->initial == CFA_NONE
                                ? formula_word(f, v->width, 0)
                                : formula_constant(f, v->initial);
      continue;
    }
    for (uint32_t n = 0; n < v->pointers; n++) {
      const cfa_pointer *x = &f->p->pointers.at[v->first_pointer + n];
      formula_value to = formula_constant(f, x->value);
      formula_write(f, f->global_objects[v->slot], x->offset, w, to, f->yes);
    }
  }
}

static void begin_main(formula *f, formula_state *s) {
  const cfa_function *main_function = &f->p->functions.at[f->p->main];
  for (uint32_t i = 0; i < main_function->parameters; i++) {
    const cfa_variable *v =
        &f->p->variables.at[main_function->first_variable + i];
    if (!v->is_scalar)
      continue;
    formula_value *to = &s->scalars[f->p->global_scalars + v->slot];
    if (v->is_pointer) {
      formula_object o = {
          .kind = FORMULA_ARGUMENT, .variable = CFA_NONE, .size = 1};
      uint32_t id = formula_new_object(f, s, &o, false);
      *to =
          (formula_value){terms_constant(f->terms, f->p->pointer_bits, 0), id};
      continue;
    }
    cfa_input like = {
        .kind = CFA_INPUT_ARGUMENT, .name = v->name, .width = v->width};
    *to = formula_plain(formula_take_input(f, &like, f->yes));
  }
}

formula_state *formula_begin(formula *f) {
  formula_state *s = mem_alloc(f->m, sizeof *s);
  const cfa_function *main_function = &f->p->functions.at[f->p->main];
  formula_guard root = {.all = f->yes, .condition = f->yes};
  vec_push(f->m, &f->guards, root);
  s->id = ++f->states;
  s->paths = 1;
  s->result = (formula_value){TERM_NONE, FORMULA_UNSET};
  s->scalar_count = f->p->global_scalars + main_function->scalars;
  s->scalars = mem_array(f->m, (size_t)s->scalar_count + 1, sizeof *s->scalars);
  for (uint32_t i = 0; i < s->scalar_count; i++)
    s->scalars[i] = (formula_value){TERM_NONE, FORMULA_UNSET};
  f->state = s;
  f->edge = CFA_NONE;
  begin_functions(f, s);
  begin_objects(f, s);
  begin_values(f, s);
  begin_main(f, s);
  return s;
}
