/* The whole program: globals, a function for each method that is called, one
 * for each class that is initialised, and one that starts it all. It is done
 * twice: which methods throw nothing is known after the first time. */
#include "lang/java/lower.h"

#include "lang/java/lowering.h"

#include <stdio.h>

/* Globals */

static uint32_t add_object(java_lowering *lowering, const char *name,
                           uint64_t size) {
  cfa_variable variable = {.name = cfa_name(lowering->m, lowering->out, name),
                           .function = CFA_NONE,
                           .kind = CFA_GLOBAL,
                           .is_constant = true,
                           .size = size,
                           .alignment = 8,
                           .type = CFA_NONE,
                           .initial = CFA_NONE,
                           .place = {CFA_NONE, 0, 0}};
  variable.data = lowering->out->data.count;
  variable.bytes = size;
  variable.first_pointer = (uint32_t)lowering->out->pointers.count;
  for (uint64_t i = 0; i < size; i++)
    vec_push(lowering->m, &lowering->out->data, 0);
  vec_push(lowering->m, &lowering->out->variables, variable);
  return (uint32_t)lowering->out->variables.count - 1;
}

/* Modified UTF-8 to words of 16 bits; how many. 'to' may be NULL. */
static size_t decode_text(const char *text, unsigned char *to) {
  size_t n = 0;
  for (const unsigned char *c = (const unsigned char *)text; *c; n++) {
    unsigned word = *c++;
    if ((word & 0xE0) == 0xC0)
      word = (word & 31) << 6 | (*c++ & 63u);
    else if ((word & 0xF0) == 0xE0) {
      word = (word & 15) << 12 | (c[0] & 63u) << 6 | (c[1] & 63u);
      c += 2;
    }
    if (to) {
      to[2 * n] = (unsigned char)word;
      to[2 * n + 1] = (unsigned char)(word >> 8);
    }
  }
  return n;
}

static uint32_t address(java_lowering *lowering, uint32_t variable) {
  return cfa_express(lowering->m, lowering->out,
                     &(cfa_expression){.kind = CFA_ADDRESS,
                                       .width = JAVA_POINTER_BITS,
                                       .is_pointer = true,
                                       .a = variable,
                                       .b = CFA_NONE,
                                       .c = CFA_NONE});
}

/* A String and the array of its letters. */
static void add_literal(java_lowering *lowering, uint32_t name) {
  vec_each (const uint32_t, x, &lowering->literal_names)
    if (*x == name)
      return;
  uint32_t type = java_type_called(lowering->p, "java/lang/String");
  uint32_t field = type == JAVA_NONE
                       ? JAVA_NONE
                       : java_find_field(lowering->p, type,
                                         java_find_name(lowering->p, "value"),
                                         java_find_name(lowering->p, "[C"));
  if (field == JAVA_NONE)
    return;
  const java_type *t = java_type_at(lowering->p, type);
  const char *text = java_name_text(lowering->p, name);
  uint32_t letters =
      add_object(lowering, "%letters", 2 * decode_text(text, NULL));
  (void)decode_text(text, lowering->out->data.at +
                              lowering->out->variables.at[letters].data);
  uint32_t string = add_object(lowering, "%string", t->size);
  uint64_t at = lowering->out->variables.at[string].data;
  for (unsigned i = 0; i < 4; i++)
    lowering->out->data.at[at + i] = (unsigned char)(t->number >> (8 * i));
  cfa_pointer pointer = {lowering->p->fields.at[field].offset,
                         address(lowering, letters)};
  lowering->out->variables.at[string].first_pointer =
      (uint32_t)lowering->out->pointers.count;
  lowering->out->variables.at[string].pointers = 1;
  vec_push(lowering->m, &lowering->out->pointers, pointer);
  vec_push(lowering->m, &lowering->literal_names, name);
  vec_push(lowering->m, &lowering->literal_variables, string);
}

static void add_recipe(java_lowering *lowering, const char *recipe) {
  size_t length;
  char *copy = mem_text(lowering->m, recipe, strlen(recipe));
  const char *text, *at = copy;
  while (java_recipe_next(&at, &text, &length))
    if (text)
      add_literal(lowering,
                  names_insert(lowering->m, &lowering->p->texts, text, length));
  mem_free(lowering->m, copy);
}

static bool asks_for_name(const java_lowering *lowering,
                          const java_class *class,
                          const java_instruction *instruction) {
  return instruction->opcode == JAVA_INVOKESTATIC &&
         java_find_intrinsic(
             lowering->p, java_ref_class(class, instruction->index),
             java_ref_name(class, instruction->index),
             java_ref_descriptor(class, instruction->index)) == JAVA_CLASS_NAME;
}

static void add_names_of_classes(java_lowering *lowering) {
  for (uint32_t i = 0; i < lowering->p->types.count; i++)
    if (java_name_is_asked(lowering->p, i))
      add_literal(lowering, java_asked_name(lowering->p, i));
}

static void add_literals(java_lowering *lowering) {
  lowering->literal_names.count = lowering->literal_variables.count = 0;
  vec_each (const uint32_t, n, &lowering->p->reached) {
    const java_method *f = java_method_at(lowering->p, *n);
    const java_class *class = java_type_at(lowering->p, f->type)->file;
    vec_each (const java_instruction, instruction, &f->code.at) {
      bool is_constant =
          instruction->opcode == JAVA_LDC || instruction->opcode == JAVA_LDC_W;
      const char *recipe = instruction->opcode == JAVA_INVOKEDYNAMIC
                               ? java_concat_recipe(class, instruction->index)
                               : NULL;
      if (is_constant &&
          java_constant_at(class, instruction->index)->tag == JAVA_STRING)
        add_literal(lowering,
                    java_constant_at(class, instruction->index)->name);
      if (recipe)
        add_recipe(lowering, recipe);
      if (asks_for_name(lowering, class, instruction))
        add_names_of_classes(lowering);
    }
  }
  vec_each (const java_field, f, &lowering->p->fields)
    if (f->is_used && f->member->constant) {
      const java_constant *constant = java_constant_at(
          java_type_at(lowering->p, f->type)->file, f->member->constant);
      if (constant->tag == JAVA_STRING)
        add_literal(lowering, constant->name);
    }
}

/* The value that a static field has before anything runs. */
static uint32_t initial_value(java_lowering *lowering, const java_field *field,
                              char kind) {
  if (!field->member->constant)
    return CFA_NONE;
  const java_constant *constant = java_constant_at(
      java_type_at(lowering->p, field->type)->file, field->member->constant);
  if (constant->tag != JAVA_STRING)
    return java_word(lowering, java_kind_width(kind), constant->bits);
  for (size_t i = 0; i < lowering->literal_names.count; i++)
    if (lowering->literal_names.at[i] == constant->name)
      return address(lowering, lowering->literal_variables.at[i]);
  return CFA_NONE;
}

static void add_statics(java_lowering *lowering) {
  vec_each (java_field, field, &lowering->p->fields) {
    char name[300];
    if (!(field->member->flags & JAVA_IS_STATIC) || !field->is_used)
      continue;
    const char *owner = java_name_text(
        lowering->p, java_type_at(lowering->p, field->type)->name);
    (void)snprintf(name, sizeof name, "%.140s.%.140s", owner,
                   java_name_text(lowering->p, field->member->name));
    char kind =
        java_kind_of(java_name_text(lowering->p, field->member->descriptor));
    field->variable = java_new_variable(lowering, kind, name, CFA_GLOBAL);
    uint32_t initial = initial_value(lowering, field, kind);
    uint32_t type =
        kind == 'A' ? java_people_type(
                          lowering, java_name_text(lowering->p,
                                                   field->member->descriptor))
                    : CFA_NONE;
    lowering->out->variables.at[field->variable].initial = initial;
    lowering->out->variables.at[field->variable].type = type;
  }
}

static bool runs_initialiser(const java_classes *classes, uint32_t type) {
  const java_type *t = java_type_at(classes, type);
  return t->initialiser != JAVA_NONE &&
         java_method_at(classes, t->initialiser)->is_reached &&
         !java_initialiser_is_trivial(classes, type);
}

/* Does something happen when the class is first used? Interfaces are not
 * initialised with it, but for those that have code. */
static bool has_initialiser(const java_classes *classes, uint32_t type) {
  for (uint32_t t = 0; t < classes->types.count; t++)
    if (java_is_subtype(classes, type, t) && runs_initialiser(classes, t) &&
        (t == type || java_is_used_along(classes, t)))
      return true;
  return false;
}

static void add_states(java_lowering *lowering) {
  for (uint32_t i = 0; i < lowering->p->types.count; i++) {
    java_type *type = java_type_at(lowering->p, i);
    if (!has_initialiser(lowering->p, i))
      continue;
    char name[200];
    (void)snprintf(name, sizeof name, "%.180s.<state>",
                   java_name_text(lowering->p, type->name));
    type->state = java_new_word(lowering, 8, name);
    lowering->out->variables.at[type->state].kind = CFA_GLOBAL;
    lowering->out->variables.at[type->state].function = CFA_NONE;
  }
}

static void add_globals(java_lowering *lowering) {
  add_literals(lowering);
  lowering->exception =
      java_new_variable(lowering, 'A', "exception", CFA_GLOBAL);
  add_statics(lowering);
  add_states(lowering);
  lowering->out->globals = (uint32_t)lowering->out->variables.count;
}

/* Functions */

static uint32_t add_function(java_lowering *lowering, const char *name,
                             char result) {
  cfa_function function = {
      .name = cfa_name(lowering->m, lowering->out, name),
      .result_width = (uint8_t)(result == 'V' ? 0 : java_kind_width(result)),
      .result_is_pointer = result == 'A',
      .place = {CFA_NONE, 0, 0}};
  vec_push(lowering->m, &lowering->out->functions, function);
  return (uint32_t)lowering->out->functions.count - 1;
}

static void add_functions(java_lowering *lowering) {
  vec_each (const uint32_t, n, &lowering->p->reached) {
    char name[300];
    java_method *method = java_method_at(lowering->p, *n);
    java_method_words(lowering->p, *n, name, sizeof name);
    method->function =
        add_function(lowering, name,
                     java_kind_of(java_result_type(java_name_text(
                         lowering->p, method->member->descriptor))));
  }
  vec_each (java_type, type, &lowering->p->types)
    if (type->state != JAVA_NONE) {
      char name[300];
      (void)snprintf(name, sizeof name, "%.250s.<initialise>",
                     java_name_text(lowering->p, type->name));
      type->function = add_function(lowering, name, 'V');
    }
}

/* A function of our own, of no method. */
void java_begin_function(java_lowering *lowering, uint32_t function) {
  lowering->f = NULL;
  lowering->x = NULL;
  lowering->stack.count = 0;
  lowering->emits = true;
  lowering->function = function;
  cfa_function *f = &lowering->out->functions.at[function];
  f->first_variable = (uint32_t)lowering->out->variables.count;
  f->entry = java_new_location(lowering);
  lowering->at = (java_position){f->entry, CFA_NONE};
}

void java_end_function(java_lowering *lowering) {
  cfa_function *function = &lowering->out->functions.at[lowering->function];
  function->variables =
      (uint32_t)lowering->out->variables.count - function->first_variable;
}

/* What the method is given: inputs, or an array without Strings. */
static size_t make_arguments(java_lowering *lowering, const char *descriptor,
                             uint32_t *out) {
  size_t count = 0;
  for (const char *at = descriptor + 1; *at != ')'; at = java_skip_type(at)) {
    assert(count < JAVA_MOST_ARGUMENTS);
    out[count++] = *at == '['
                       ? java_allocate(lowering, java_word(lowering, 64, 0))
                       : java_input(lowering, *at, "argument");
  }
  return count;
}

static bool is_in_list(const char *list, const char *name) {
  size_t n = strlen(name);
  for (const char *at = list; *at;) {
    size_t k = strcspn(at, ",");
    bool is_same = k == n;
    for (size_t i = 0; i < n && is_same; i++)
      is_same = at[i] == (name[i] == '/' ? '.' : name[i]);
    if (is_same)
      return true;
    at += k + (at[k] == ',');
  }
  return false;
}

/* Must instances of this class be caught? */
static bool must_be_caught(const java_classes *classes, uint32_t type) {
  if (!classes->exceptions || !classes->exceptions[0])
    return classes->exceptions != NULL;
  for (uint32_t t = type; t != JAVA_NONE; t = java_type_at(classes, t)->super)
    if (is_in_list(classes->exceptions,
                   java_name_text(classes, java_type_at(classes, t)->name)))
      return true;
  return false;
}

static void emit_failure(java_lowering *lowering, cfa_error_kind error,
                         const char *name) {
  cfa_edge edge = java_edge(CFA_FAIL);
  char *words = mem_text(lowering->m, name, strlen(name));
  for (char *c = words; *c; c++)
    *c = *c == '/' ? '.' : *c;
  edge.error = error;
  edge.name = cfa_name(lowering->m, lowering->out, words);
  java_emit(lowering, edge);
}

/* Something has left the method that the program begins with. */
static void lower_uncaught(java_lowering *lowering) {
  uint32_t error = java_type_called(lowering->p, "java/lang/AssertionError");
  uint32_t top = java_type_called(lowering->p, "java/lang/Throwable");
  uint32_t thrown = java_read(lowering, lowering->exception);
  if (error != JAVA_NONE) {
    java_position other =
        java_branch(lowering, java_class_test(lowering, thrown, error));
    emit_failure(lowering, CFA_ERROR_ASSERTION,
                 "an AssertionError leaves main");
    lowering->at = other;
  }
  for (size_t i = 0; i < lowering->p->made.count; i++) {
    uint32_t type = lowering->p->made.at[i];
    if (top == JAVA_NONE || !java_is_subtype(lowering->p, type, top) ||
        !must_be_caught(lowering->p, type))
      continue;
    uint32_t word = java_load_word(lowering, 32, false, thrown);
    java_position other =
        java_branch(lowering, java_is_between(lowering, word, i + 1, i + 1));
    emit_failure(
        lowering, CFA_ERROR_EXCEPTION,
        java_name_text(lowering->p, java_type_at(lowering->p, type)->name));
    lowering->at = other;
  }
  java_emit_simple(lowering, CFA_HALT);
}

static void lower_start(java_lowering *lowering, uint32_t function) {
  const java_method *method = java_method_at(lowering->p, lowering->p->start);
  const char *descriptor =
      java_name_text(lowering->p, method->member->descriptor);
  uint32_t *arguments =
      mem_array(lowering->m, JAVA_MOST_ARGUMENTS, sizeof *arguments);
  java_begin_function(lowering, function);
  java_begin_use(lowering, method->type);
  java_position failed = java_branch_on_exception(lowering);
  size_t count = make_arguments(lowering, descriptor, arguments);
  char result = java_kind_of(java_result_type(descriptor));
  (void)java_emit_call(lowering, method->function, arguments, count, result);
  mem_free(lowering->m, arguments);
  java_position other = java_branch_on_exception(lowering);
  java_emit_simple(lowering, CFA_RETURN);
  uint32_t uncaught = java_new_location(lowering);
  lowering->at = other;
  java_go(lowering, uncaught);
  lowering->at = failed;
  java_go(lowering, uncaught);
  lowering->at = (java_position){uncaught, CFA_NONE};
  lower_uncaught(lowering);
  java_end_function(lowering);
}

static void lower_all(java_lowering *lowering) {
  *lowering->out = (cfa){.pointer_bits = JAVA_POINTER_BITS};
  lowering->emits = true;
  lowering->call_pairs.count = 0;
  lowering->f = NULL;
  lowering->x = NULL;
  vec_each (java_type, type, &lowering->p->types)
    type->record = CFA_NONE;
  add_globals(lowering);
  add_functions(lowering);
  uint32_t start = add_function(lowering, "<start>", 'V');
  for (size_t i = 0; i < lowering->p->reached.count && !lowering->is_wrong;
       i++) {
    lowering->method = lowering->p->reached.at[i];
    java_lower_method(lowering);
    java_method_at(lowering->p, lowering->method)->throws_itself =
        lowering->may_throw;
  }
  vec_each (const java_type, type, &lowering->p->types)
    if (type->function != JAVA_NONE)
      java_lower_initialiser(lowering, type);
  lower_start(lowering, start);
  java_finish_types(lowering);
  lowering->out->main = start;
}

/* A method throws what it throws itself, and what those throw that it calls. */
static void spread_throws(java_lowering *lowering) {
  vec_each (java_method, method, &lowering->p->methods)
    method->may_throw = method->throws_itself;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < lowering->call_pairs.count; i += 2) {
      java_method *from =
          java_method_at(lowering->p, lowering->call_pairs.at[i]);
      if (!from->may_throw &&
          java_method_at(lowering->p, lowering->call_pairs.at[i + 1])
              ->may_throw)
        from->may_throw = changed = true;
    }
  }
}

static bool lower_twice(java_lowering *lowering) {
  java_classes *classes = lowering->p;
  vec_each (const uint32_t, n, &classes->reached)
    java_method_at(classes, *n)->may_throw = true;
  vec_each (java_type, type, &classes->types)
    type->state = type->function = JAVA_NONE;
  lower_all(lowering);
  if (lowering->is_wrong)
    return false;
  spread_throws(lowering);
  lower_all(lowering);
  return !lowering->is_wrong;
}

bool java_lower(java_classes *classes, cfa *out) {
  java_lowering lowering = {.m = classes->m, .p = classes, .out = out};
  bool is_new;
  if (!lower_twice(&lowering) || !java_reach_array_objects(classes, &is_new) ||
      (is_new && !lower_twice(&lowering)))
    return false;
  vec_each (const java_method, method, &classes->methods)
    assert(method->may_throw || !method->throws_itself);
  cfa_finish(classes->m, out);
  return true;
}
