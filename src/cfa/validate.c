#include "cfa/validate.h"

#include <assert.h>
#include <stdio.h>

static bool is_name(const cfa *p, uint32_t n) {
  return n == CFA_NONE || n < names_count(&p->names);
}

static bool is_type(const cfa *p, uint32_t n) {
  return n == CFA_NONE || n < p->types.count;
}

static bool is_place(const cfa *p, const cfa_place *at) {
  return at->file == CFA_NONE || at->file < p->files.count;
}

static const char *field_wrong(const cfa *p, const cfa_type *t,
                               const cfa_field *f) {
  uint64_t end;
  if (!is_name(p, f->name) || !is_type(p, f->type))
    return "a field has no such name or type";
  if (base_add_overflows(f->bit_offset, f->bit_width, &end) ||
      end / 8 + (end % 8 != 0) > t->size)
    return "a field is not within it";
  return NULL;
}

static const char *type_wrong(const cfa *p, const cfa_type *t) {
  if (t->kind > CFA_TYPE_OTHER)
    return "no such kind";
  if (!is_name(p, t->name) || !is_type(p, t->of))
    return "no such name, or no such type to be made of";
  if (t->kind == CFA_TYPE_INTEGER && (t->size == 0 || t->size > 16))
    return "an integer has 1 to 16 bytes";
  if (t->kind == CFA_TYPE_POINTER && t->size != p->pointer_bits / 8)
    return "its size is not that of a pointer";
  if (t->kind != CFA_TYPE_RECORD)
    return NULL;
  if (t->first_field > p->fields.count ||
      t->fields > p->fields.count - t->first_field)
    return "no such fields";
  const char *wrong = NULL;
  for (uint32_t i = 0; i < t->fields && !wrong; i++)
    wrong = field_wrong(p, t, &p->fields.at[t->first_field + i]);
  return wrong;
}

static bool check_types(cfa_checker *c) {
  for (size_t i = 0; i < c->p->files.count; i++)
    if (c->p->files.at[i] >= names_count(&c->p->names))
      return cfa_wrong(c, CFA_PART_FILES, i, "no such name");
  for (size_t i = 0; i < c->p->types.count; i++) {
    const char *wrong = type_wrong(c->p, &c->p->types.at[i]);
    if (wrong)
      return cfa_wrong(c, CFA_PART_TYPES, i, wrong);
  }
  return true;
}

static const char *storage_wrong(const cfa *p, const cfa_variable *v) {
  if (!v->is_scalar)
    return v->size > bits_mask(p->pointer_bits) / 2
               ? "it is larger than half of the memory"
               : NULL;
  if (v->width == 0 || v->width > BITS_MOST)
    return "its width is not from 1 to 64";
  if (v->is_pointer && v->width != p->pointer_bits)
    return "its width is not that of a pointer";
  return NULL;
}

static const char *owner_wrong(const cfa *p, const cfa_variable *v, size_t i) {
  bool is_global = v->kind == CFA_GLOBAL;
  if (is_global != (i < p->globals) || is_global != (v->function == CFA_NONE))
    return "globals, which have no function, stand first, and only they";
  if (is_global)
    return NULL;
  if (v->function >= p->functions.count)
    return "of no function";
  const cfa_function *f = &p->functions.at[v->function];
  if (i < f->first_variable || i - f->first_variable >= f->variables)
    return "not among the variables of its function";
  if ((v->kind == CFA_PARAMETER) != (i - f->first_variable < f->parameters))
    return "a function's parameters stand first, and only they";
  return NULL;
}

static const char *variable_wrong(const cfa *p, size_t i) {
  assert(i < p->variables.count);
  const cfa_variable *v = &p->variables.at[i];
  if (v->kind > CFA_GLOBAL)
    return "no such kind";
  if (!is_name(p, v->name) || !is_type(p, v->type) || !is_place(p, &v->place))
    return "no such name, type or place";
  if (v->alignment & (v->alignment - 1))
    return "its alignment is no power of two";
  const char *wrong = storage_wrong(p, v);
  return wrong ? wrong : owner_wrong(p, v, i);
}

/* Dense, in the order of the variables. */
static bool check_slots(cfa_checker *c, size_t first, size_t count,
                        uint32_t scalars, uint32_t objects) {
  uint32_t next[2] = {0, 0};
  for (size_t i = first; i < first + count; i++) {
    const cfa_variable *v = &c->p->variables.at[i];
    if (v->slot != next[v->is_scalar]++)
      return cfa_wrong(c, CFA_PART_VARIABLES, i, "its slot is not the next");
  }
  return (next[1] == scalars && next[0] == objects) ||
         cfa_wrong(c, CFA_PART_VARIABLES, first, "slots are not counted right");
}

static bool check_variables(cfa_checker *c) {
  const cfa *p = c->p;
  if (p->globals > p->variables.count)
    return cfa_wrong(c, CFA_PART_VARIABLES, 0, "globals are missing");
  for (size_t i = 0; i < p->variables.count; i++) {
    const char *wrong = variable_wrong(p, i);
    if (wrong)
      return cfa_wrong(c, CFA_PART_VARIABLES, i, wrong);
  }
  return check_slots(c, 0, p->globals, p->global_scalars, p->global_objects);
}

static const char *function_wrong(const cfa *p, size_t i) {
  assert(i < p->functions.count);
  const cfa_function *f = &p->functions.at[i];
  if (f->name >= names_count(&p->names) || !is_place(p, &f->place))
    return "no such name or place";
  if (f->entry >= p->locations.count || p->locations.at[f->entry].function != i)
    return "its entry is none of its locations";
  if (f->first_variable > p->variables.count ||
      f->variables > p->variables.count - f->first_variable ||
      f->parameters > f->variables)
    return "no such variables or parameters";
  for (uint32_t k = 0; k < f->variables; k++)
    if (p->variables.at[f->first_variable + k].function != i)
      return "a variable of another function is among its own";
  if (f->result_width > BITS_MOST ||
      (f->result_is_pointer && f->result_width != p->pointer_bits))
    return "its result has no such width";
  return NULL;
}

static bool check_functions(cfa_checker *c) {
  const cfa *p = c->p;
  for (size_t i = 0; i < p->functions.count; i++) {
    const cfa_function *f = &p->functions.at[i];
    const char *wrong = function_wrong(p, i);
    if (wrong)
      return cfa_wrong(c, CFA_PART_FUNCTIONS, i, wrong);
    if (!check_slots(c, f->first_variable, f->variables, f->scalars,
                     f->objects))
      return false;
  }
  if (p->main >= p->functions.count)
    return cfa_wrong(c, CFA_PART_FUNCTIONS, 0, "there is no main function");
  const cfa_function *f = &p->functions.at[p->main];
  for (uint32_t k = 0; k < f->parameters; k++)
    if (!p->variables.at[f->first_variable + k].is_scalar)
      return cfa_wrong(c, CFA_PART_FUNCTIONS, p->main,
                       "a parameter of main is no scalar");
  return true;
}

static bool check_locations(cfa_checker *c) {
  const cfa *p = c->p;
  uint32_t next = 0;
  for (size_t i = 0; i < p->locations.count; i++) {
    const cfa_location *l = &p->locations.at[i];
    if (l->function >= p->functions.count || !is_place(p, &l->place))
      return cfa_wrong(c, CFA_PART_LOCATIONS, i, "no such function or place");
    if (l->first_edge != next || l->edges > p->edges.count - next)
      return cfa_wrong(c, CFA_PART_LOCATIONS, i,
                       "its edges do not follow those of the one before it");
    next += l->edges;
  }
  return next == p->edges.count ||
         cfa_wrong(c, CFA_PART_EDGES, next, "of no location");
}

static const char *pointers_wrong(const cfa_checker *c, const cfa_variable *v) {
  const cfa *p = c->p;
  uint64_t bytes = p->pointer_bits / 8, from = 0;
  if (v->first_pointer > p->pointers.count ||
      v->pointers > p->pointers.count - v->first_pointer)
    return "no such initial pointers";
  for (uint32_t i = 0; i < v->pointers; i++) {
    const cfa_pointer *q = &p->pointers.at[v->first_pointer + i];
    if (q->offset < from || q->offset > v->size || bytes > v->size - q->offset)
      return "initial pointers overlap, are not in order or stand outside";
    if (q->value >= p->expressions.count ||
        !(c->closed[q->value] & CFA_IS_STATIC_POINTER))
      return "an initial pointer is not the address of a global or of a "
             "function, or a constant offset from one";
    from = q->offset + bytes;
  }
  return NULL;
}

static const char *initial_wrong(const cfa_checker *c, const cfa_variable *v) {
  const cfa *p = c->p;
  if (v->is_scalar) {
    if (v->initial == CFA_NONE)
      return NULL;
    if (v->initial >= p->expressions.count ||
        !(c->closed[v->initial] & CFA_IS_CLOSED))
      return "its initial value depends on variables or memory";
    const cfa_expression *x = &p->expressions.at[v->initial];
    return x->width == v->width && x->is_pointer == v->is_pointer
               ? NULL
               : "its initial value has another width or kind";
  }
  if (v->bytes > v->size || v->data > p->data.count ||
      v->bytes > p->data.count - v->data)
    return "no such initial bytes";
  return pointers_wrong(c, v);
}

static bool check_initial(cfa_checker *c) {
  for (size_t i = 0; i < c->p->globals; i++) {
    const char *wrong = initial_wrong(c, &c->p->variables.at[i]);
    if (wrong)
      return cfa_wrong(c, CFA_PART_VARIABLES, i, wrong);
  }
  return true;
}

bool cfa_check_all(mem *m, cfa_checker *c) {
  const cfa *p = c->p;
  if (p->pointer_bits != 32 && p->pointer_bits != 64)
    return cfa_wrong(c, CFA_PART_FILES, 0,
                     "pointers have neither 32 nor 64 "
                     "bits");
  c->owner = mem_array(m, p->expressions.count + 1, sizeof *c->owner);
  c->closed = mem_alloc(m, p->expressions.count + 1);
  bool right = check_types(c) && check_variables(c) && check_functions(c) &&
               check_locations(c) && cfa_check_expressions(c) &&
               check_initial(c) && cfa_check_edges(c);
  mem_free(m, c->owner);
  mem_free(m, c->closed);
  return right;
}

const char *cfa_validate(mem *m, const cfa *p) {
  enum { MOST_TEXT = 200 };
  cfa_checker c = {.p = p};
  if (cfa_check_all(m, &c))
    return NULL;
  char *result = mem_alloc(m, MOST_TEXT);
  (void)snprintf(result, MOST_TEXT, "%s %zu: %s", cfa_parts[c.part].one,
                 c.number, c.wrong);
  return result;
}
