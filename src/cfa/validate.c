#include "cfa/validate.h"

#include <assert.h>
#include <stdio.h>

static bool is_name(const cfa *automaton, uint32_t n) {
  return n == CFA_NONE || n < names_count(&automaton->names);
}

static bool is_type(const cfa *automaton, uint32_t n) {
  return n == CFA_NONE || n < automaton->types.count;
}

static bool is_place(const cfa *automaton, const cfa_place *at) {
  return at->file == CFA_NONE || at->file < automaton->files.count;
}

static const char *field_wrong(const cfa *automaton, const cfa_type *type,
                               const cfa_field *field) {
  uint64_t end;
  if (!is_name(automaton, field->name) || !is_type(automaton, field->type))
    return "a field has no such name or type";
  if (base_add_overflows(field->bit_offset, field->bit_width, &end) ||
      end / 8 + (end % 8 != 0) > type->size)
    return "a field is not within it";
  return NULL;
}

static const char *type_wrong(const cfa *automaton, const cfa_type *type) {
  if (type->kind > CFA_TYPE_OTHER)
    return "no such kind";
  if (!is_name(automaton, type->name) || !is_type(automaton, type->of))
    return "no such name, or no such type to be made of";
  if (type->kind == CFA_TYPE_INTEGER && (type->size == 0 || type->size > 16))
    return "an integer has 1 to 16 bytes";
  if (type->kind == CFA_TYPE_POINTER &&
      type->size != automaton->pointer_bits / 8)
    return "its size is not that of a pointer";
  if (type->kind != CFA_TYPE_RECORD)
    return NULL;
  if (type->first_field > automaton->fields.count ||
      type->fields > automaton->fields.count - type->first_field)
    return "no such fields";
  const char *wrong = NULL;
  for (uint32_t i = 0; i < type->fields && !wrong; i++)
    wrong = field_wrong(automaton, type,
                        &automaton->fields.at[type->first_field + i]);
  return wrong;
}

static bool check_types(cfa_checker *checker) {
  for (size_t i = 0; i < checker->p->files.count; i++)
    if (checker->p->files.at[i] >= names_count(&checker->p->names))
      return cfa_wrong(checker, CFA_PART_FILES, i, "no such name");
  for (size_t i = 0; i < checker->p->types.count; i++) {
    const char *wrong = type_wrong(checker->p, &checker->p->types.at[i]);
    if (wrong)
      return cfa_wrong(checker, CFA_PART_TYPES, i, wrong);
  }
  return true;
}

static const char *storage_wrong(const cfa *automaton,
                                 const cfa_variable *variable) {
  if (!variable->is_scalar)
    return variable->size > bits_mask(automaton->pointer_bits) / 2
               ? "it is larger than half of the memory"
               : NULL;
  if (variable->width == 0 || variable->width > BITS_MOST)
    return "its width is not from 1 to 64";
  if (variable->is_pointer && variable->width != automaton->pointer_bits)
    return "its width is not that of a pointer";
  return NULL;
}

static const char *owner_wrong(const cfa *automaton,
                               const cfa_variable *variable, size_t i) {
  bool is_global = variable->kind == CFA_GLOBAL;
  if (is_global != (i < automaton->globals) ||
      is_global != (variable->function == CFA_NONE))
    return "globals, which have no function, stand first, and only they";
  if (is_global)
    return NULL;
  if (variable->function >= automaton->functions.count)
    return "of no function";
  const cfa_function *function = &automaton->functions.at[variable->function];
  if (i < function->first_variable ||
      i - function->first_variable >= function->variables)
    return "not among the variables of its function";
  if ((variable->kind == CFA_PARAMETER) !=
      (i - function->first_variable < function->parameters))
    return "a function's parameters stand first, and only they";
  return NULL;
}

static const char *variable_wrong(const cfa *automaton, size_t i) {
  assert(i < automaton->variables.count);
  const cfa_variable *variable = &automaton->variables.at[i];
  if (variable->kind > CFA_GLOBAL)
    return "no such kind";
  if (!is_name(automaton, variable->name) ||
      !is_type(automaton, variable->type) ||
      !is_place(automaton, &variable->place))
    return "no such name, type or place";
  if (variable->alignment & (variable->alignment - 1))
    return "its alignment is no power of two";
  const char *wrong = storage_wrong(automaton, variable);
  return wrong ? wrong : owner_wrong(automaton, variable, i);
}

/* Dense, in the order of the variables. */
static bool check_slots(cfa_checker *checker, size_t first, size_t count,
                        uint32_t scalars, uint32_t objects) {
  uint32_t next[2] = {0, 0};
  for (size_t i = first; i < first + count; i++) {
    const cfa_variable *variable = &checker->p->variables.at[i];
    if (variable->slot != next[variable->is_scalar]++)
      return cfa_wrong(checker, CFA_PART_VARIABLES, i,
                       "its slot is not the next");
  }
  return (next[1] == scalars && next[0] == objects) ||
         cfa_wrong(checker, CFA_PART_VARIABLES, first,
                   "slots are not counted right");
}

static bool check_variables(cfa_checker *checker) {
  const cfa *automaton = checker->p;
  if (automaton->globals > automaton->variables.count)
    return cfa_wrong(checker, CFA_PART_VARIABLES, 0, "globals are missing");
  for (size_t i = 0; i < automaton->variables.count; i++) {
    const char *wrong = variable_wrong(automaton, i);
    if (wrong)
      return cfa_wrong(checker, CFA_PART_VARIABLES, i, wrong);
  }
  return check_slots(checker, 0, automaton->globals, automaton->global_scalars,
                     automaton->global_objects);
}

static const char *function_wrong(const cfa *automaton, size_t i) {
  assert(i < automaton->functions.count);
  const cfa_function *function = &automaton->functions.at[i];
  if (function->name >= names_count(&automaton->names) ||
      !is_place(automaton, &function->place))
    return "no such name or place";
  if (function->entry >= automaton->locations.count ||
      automaton->locations.at[function->entry].function != i)
    return "its entry is none of its locations";
  if (function->first_variable > automaton->variables.count ||
      function->variables >
          automaton->variables.count - function->first_variable ||
      function->parameters > function->variables)
    return "no such variables or parameters";
  for (uint32_t k = 0; k < function->variables; k++)
    if (automaton->variables.at[function->first_variable + k].function != i)
      return "a variable of another function is among its own";
  if (function->result_width > BITS_MOST ||
      (function->result_is_pointer &&
       function->result_width != automaton->pointer_bits))
    return "its result has no such width";
  return NULL;
}

static bool check_functions(cfa_checker *checker) {
  const cfa *automaton = checker->p;
  for (size_t i = 0; i < automaton->functions.count; i++) {
    const cfa_function *function = &automaton->functions.at[i];
    const char *wrong = function_wrong(automaton, i);
    if (wrong)
      return cfa_wrong(checker, CFA_PART_FUNCTIONS, i, wrong);
    if (!check_slots(checker, function->first_variable, function->variables,
                     function->scalars, function->objects))
      return false;
  }
  if (automaton->main >= automaton->functions.count)
    return cfa_wrong(checker, CFA_PART_FUNCTIONS, 0,
                     "there is no main function");
  const cfa_function *function = &automaton->functions.at[automaton->main];
  for (uint32_t k = 0; k < function->parameters; k++)
    if (!automaton->variables.at[function->first_variable + k].is_scalar)
      return cfa_wrong(checker, CFA_PART_FUNCTIONS, automaton->main,
                       "a parameter of main is no scalar");
  return true;
}

static bool check_locations(cfa_checker *checker) {
  const cfa *automaton = checker->p;
  uint32_t next = 0;
  for (size_t i = 0; i < automaton->locations.count; i++) {
    const cfa_location *location = &automaton->locations.at[i];
    if (location->function >= automaton->functions.count ||
        !is_place(automaton, &location->place))
      return cfa_wrong(checker, CFA_PART_LOCATIONS, i,
                       "no such function or place");
    if (location->first_edge != next ||
        location->edges > automaton->edges.count - next)
      return cfa_wrong(checker, CFA_PART_LOCATIONS, i,
                       "its edges do not follow those of the one before it");
    next += location->edges;
  }
  return next == automaton->edges.count ||
         cfa_wrong(checker, CFA_PART_EDGES, next, "of no location");
}

static const char *pointers_wrong(const cfa_checker *checker,
                                  const cfa_variable *variable) {
  const cfa *automaton = checker->p;
  uint64_t bytes = automaton->pointer_bits / 8, from = 0;
  if (variable->first_pointer > automaton->pointers.count ||
      variable->pointers > automaton->pointers.count - variable->first_pointer)
    return "no such initial pointers";
  for (uint32_t i = 0; i < variable->pointers; i++) {
    const cfa_pointer *pointer =
        &automaton->pointers.at[variable->first_pointer + i];
    if (pointer->offset < from || pointer->offset > variable->size ||
        bytes > variable->size - pointer->offset)
      return "initial pointers overlap, are not in order or stand outside";
    if (pointer->value >= automaton->expressions.count ||
        !(checker->closed[pointer->value] & CFA_IS_STATIC_POINTER))
      return "an initial pointer is not the address of a global or of a "
             "function, or a constant offset from one";
    from = pointer->offset + bytes;
  }
  return NULL;
}

static const char *initial_wrong(const cfa_checker *checker,
                                 const cfa_variable *variable) {
  const cfa *automaton = checker->p;
  if (variable->is_scalar) {
    if (variable->initial == CFA_NONE)
      return NULL;
    if (variable->initial >= automaton->expressions.count ||
        !(checker->closed[variable->initial] & CFA_IS_CLOSED))
      return "its initial value depends on variables or memory";
    const cfa_expression *expression =
        &automaton->expressions.at[variable->initial];
    return expression->width == variable->width &&
                   expression->is_pointer == variable->is_pointer
               ? NULL
               : "its initial value has another width or kind";
  }
  if (variable->bytes > variable->size ||
      variable->data > automaton->data.count ||
      variable->bytes > automaton->data.count - variable->data)
    return "no such initial bytes";
  return pointers_wrong(checker, variable);
}

static bool check_initial(cfa_checker *checker) {
  for (size_t i = 0; i < checker->p->globals; i++) {
    const char *wrong = initial_wrong(checker, &checker->p->variables.at[i]);
    if (wrong)
      return cfa_wrong(checker, CFA_PART_VARIABLES, i, wrong);
  }
  return true;
}

bool cfa_check_all(mem *m, cfa_checker *checker) {
  const cfa *automaton = checker->p;
  if (automaton->pointer_bits != 32 && automaton->pointer_bits != 64)
    return cfa_wrong(checker, CFA_PART_FILES, 0,
                     "pointers have neither 32 nor 64 "
                     "bits");
  checker->owner =
      mem_array(m, automaton->expressions.count + 1, sizeof *checker->owner);
  checker->closed = mem_alloc(m, automaton->expressions.count + 1);
  bool right = check_types(checker) && check_variables(checker) &&
               check_functions(checker) && check_locations(checker) &&
               cfa_check_expressions(checker) && check_initial(checker) &&
               cfa_check_edges(checker);
  mem_free(m, checker->owner);
  mem_free(m, checker->closed);
  return right;
}

const char *cfa_validate(mem *m, const cfa *automaton) {
  enum { MOST_TEXT = 200 };
  cfa_checker checker = {.p = automaton};
  if (cfa_check_all(m, &checker))
    return NULL;
  char *result = mem_alloc(m, MOST_TEXT);
  (void)snprintf(result, MOST_TEXT, "%s %zu: %s", cfa_parts[checker.part].one,
                 checker.number, checker.wrong);
  return result;
}
