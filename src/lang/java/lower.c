/* The whole program: globals, a function for each method that is called, one
 * for each class that is initialised, and one that starts it all. It is done
 * twice: which methods throw nothing is known after the first time. */
#include "lang/java/lower.h"

#include "lang/java/lowering.h"

#include <stdio.h>

/* Globals */

static uint32_t add_object(java_lowering *l, const char *name, uint64_t size) {
  cfa_variable v = {.name = cfa_name(l->m, l->out, name),
                    .function = CFA_NONE,
                    .kind = CFA_GLOBAL,
                    .is_constant = true,
                    .size = size,
                    .alignment = 8,
                    .type = CFA_NONE,
                    .initial = CFA_NONE,
                    .place = {CFA_NONE, 0, 0}};
  v.data = l->out->data.count;
  v.bytes = size;
  v.first_pointer = (uint32_t)l->out->pointers.count;
  for (uint64_t i = 0; i < size; i++)
    vec_push(l->m, &l->out->data, 0);
  vec_push(l->m, &l->out->variables, v);
  return (uint32_t)l->out->variables.count - 1;
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

static uint32_t address(java_lowering *l, uint32_t variable) {
  return cfa_express(l->m, l->out,
                     &(cfa_expression){.kind = CFA_ADDRESS,
                                       .width = JAVA_POINTER_BITS,
                                       .is_pointer = true,
                                       .a = variable,
                                       .b = CFA_NONE,
                                       .c = CFA_NONE});
}

/* A String and the array of its letters. */
static void add_literal(java_lowering *l, uint32_t name) {
  vec_each (const uint32_t, x, &l->literal_names)
    if (*x == name)
      return;
  uint32_t type = java_type_called(l->p, "java/lang/String");
  uint32_t field =
      type == JAVA_NONE
          ? JAVA_NONE
          : java_find_field(l->p, type, java_find_name(l->p, "value"),
                            java_find_name(l->p, "[C"));
  if (field == JAVA_NONE)
    return;
  const java_type *t = java_type_at(l->p, type);
  const char *text = java_name_text(l->p, name);
  uint32_t letters = add_object(l, "%letters", 2 * decode_text(text, NULL));
  (void)decode_text(text, l->out->data.at + l->out->variables.at[letters].data);
  uint32_t string = add_object(l, "%string", t->size);
  uint64_t at = l->out->variables.at[string].data;
  for (unsigned i = 0; i < 4; i++)
    l->out->data.at[at + i] = (unsigned char)(t->number >> (8 * i));
  cfa_pointer p = {l->p->fields.at[field].offset, address(l, letters)};
  l->out->variables.at[string].first_pointer = (uint32_t)l->out->pointers.count;
  l->out->variables.at[string].pointers = 1;
  vec_push(l->m, &l->out->pointers, p);
  vec_push(l->m, &l->literal_names, name);
  vec_push(l->m, &l->literal_variables, string);
}

static void add_recipe(java_lowering *l, const char *recipe) {
  size_t length;
  char *copy = mem_text(l->m, recipe, strlen(recipe));
  const char *text, *at = copy;
  while (java_recipe_next(&at, &text, &length))
    if (text)
      add_literal(l, names_insert(l->m, &l->p->texts, text, length));
  mem_free(l->m, copy);
}

static bool asks_for_name(const java_lowering *l, const java_class *c,
                          const java_instruction *x) {
  return x->opcode == JAVA_INVOKESTATIC &&
         java_find_intrinsic(
             l->p, java_ref_class(c, x->index), java_ref_name(c, x->index),
             java_ref_descriptor(c, x->index)) == JAVA_CLASS_NAME;
}

static void add_names_of_classes(java_lowering *l) {
  for (uint32_t i = 0; i < l->p->types.count; i++)
    if (java_name_is_asked(l->p, i))
      add_literal(l, java_asked_name(l->p, i));
}

static void add_literals(java_lowering *l) {
  l->literal_names.count = l->literal_variables.count = 0;
  vec_each (const uint32_t, n, &l->p->reached) {
    const java_method *f = java_method_at(l->p, *n);
    const java_class *c = java_type_at(l->p, f->type)->file;
    vec_each (const java_instruction, x, &f->code.at) {
      bool is_constant = x->opcode == JAVA_LDC || x->opcode == JAVA_LDC_W;
      const char *recipe = x->opcode == JAVA_INVOKEDYNAMIC
                               ? java_concat_recipe(c, x->index)
                               : NULL;
      if (is_constant && java_constant_at(c, x->index)->tag == JAVA_STRING)
        add_literal(l, java_constant_at(c, x->index)->name);
      if (recipe)
        add_recipe(l, recipe);
      if (asks_for_name(l, c, x))
        add_names_of_classes(l);
    }
  }
  vec_each (const java_field, f, &l->p->fields)
    if (f->is_used && f->member->constant) {
      const java_constant *k = java_constant_at(
          java_type_at(l->p, f->type)->file, f->member->constant);
      if (k->tag == JAVA_STRING)
        add_literal(l, k->name);
    }
}

/* The value that a static field has before anything runs. */
static uint32_t initial_value(java_lowering *l, const java_field *f,
                              char kind) {
  if (!f->member->constant)
    return CFA_NONE;
  const java_constant *k =
      java_constant_at(java_type_at(l->p, f->type)->file, f->member->constant);
  if (k->tag != JAVA_STRING)
    return java_word(l, java_kind_width(kind), k->bits);
  for (size_t i = 0; i < l->literal_names.count; i++)
    if (l->literal_names.at[i] == k->name)
      return address(l, l->literal_variables.at[i]);
  return CFA_NONE;
}

static void add_statics(java_lowering *l) {
  vec_each (java_field, f, &l->p->fields) {
    char name[300];
    if (!(f->member->flags & JAVA_IS_STATIC) || !f->is_used)
      continue;
    const char *owner = java_name_text(l->p, java_type_at(l->p, f->type)->name);
    (void)snprintf(name, sizeof name, "%.140s.%.140s", owner,
                   java_name_text(l->p, f->member->name));
    char kind = java_kind_of(java_name_text(l->p, f->member->descriptor));
    f->variable = java_new_variable(l, kind, name, CFA_GLOBAL);
    uint32_t initial = initial_value(l, f, kind);
    l->out->variables.at[f->variable].initial = initial;
  }
}

static bool runs_initialiser(const java_classes *p, uint32_t type) {
  const java_type *t = java_type_at(p, type);
  return t->initialiser != JAVA_NONE &&
         java_method_at(p, t->initialiser)->is_reached &&
         !java_initialiser_is_trivial(p, type);
}

/* Does something happen when the class is first used? Interfaces are not
 * initialised with it, but for those that have code. */
static bool has_initialiser(const java_classes *p, uint32_t type) {
  for (uint32_t t = 0; t < p->types.count; t++)
    if (java_is_subtype(p, type, t) && runs_initialiser(p, t) &&
        (t == type || java_is_used_along(p, t)))
      return true;
  return false;
}

static void add_states(java_lowering *l) {
  for (uint32_t i = 0; i < l->p->types.count; i++) {
    java_type *t = java_type_at(l->p, i);
    if (!has_initialiser(l->p, i))
      continue;
    char name[200];
    (void)snprintf(name, sizeof name, "%.180s.<state>",
                   java_name_text(l->p, t->name));
    t->state = java_new_word(l, 8, name);
    l->out->variables.at[t->state].kind = CFA_GLOBAL;
    l->out->variables.at[t->state].function = CFA_NONE;
  }
}

static void add_globals(java_lowering *l) {
  add_literals(l);
  l->exception = java_new_variable(l, 'A', "exception", CFA_GLOBAL);
  add_statics(l);
  add_states(l);
  l->out->globals = (uint32_t)l->out->variables.count;
}

/* Functions */

static uint32_t add_function(java_lowering *l, const char *name, char result) {
  cfa_function f = {.name = cfa_name(l->m, l->out, name),
                    .result_width =
                        (uint8_t)(result == 'V' ? 0 : java_kind_width(result)),
                    .result_is_pointer = result == 'A',
                    .place = {CFA_NONE, 0, 0}};
  vec_push(l->m, &l->out->functions, f);
  return (uint32_t)l->out->functions.count - 1;
}

static void add_functions(java_lowering *l) {
  vec_each (const uint32_t, n, &l->p->reached) {
    char name[300];
    java_method *f = java_method_at(l->p, *n);
    java_method_words(l->p, *n, name, sizeof name);
    f->function = add_function(l, name,
                               java_kind_of(java_result_type(java_name_text(
                                   l->p, f->member->descriptor))));
  }
  vec_each (java_type, t, &l->p->types)
    if (t->state != JAVA_NONE) {
      char name[300];
      (void)snprintf(name, sizeof name, "%.250s.<initialise>",
                     java_name_text(l->p, t->name));
      t->function = add_function(l, name, 'V');
    }
}

/* A function of our own, of no method. */
static void begin_function(java_lowering *l, uint32_t function) {
  l->f = NULL;
  l->x = NULL;
  l->stack.count = 0;
  l->emits = true;
  l->function = function;
  cfa_function *f = &l->out->functions.at[function];
  f->first_variable = (uint32_t)l->out->variables.count;
  f->entry = java_new_location(l);
  l->at = (java_position){f->entry, CFA_NONE};
}

static void end_function(java_lowering *l) {
  cfa_function *f = &l->out->functions.at[l->function];
  f->variables = (uint32_t)l->out->variables.count - f->first_variable;
}

/* What is pending ends the program, or not: what 'leave' says. */
static java_position branch_on_exception(java_lowering *l) {
  return java_branch(
      l, java_apply(l, BITS_EQ, 1, java_read(l, l->exception), java_null(l)));
}

static void lower_initialiser(java_lowering *l, const java_type *t) {
  begin_function(l, t->function);
  java_assign(l, t->state, java_word(l, 8, 1));
  if (t->super != JAVA_NONE)
    java_use_type(l, t->super);
  for (uint32_t i = 0; i < t->interfaces; i++) {
    uint32_t type = l->p->interfaces.at[t->first_interface + i];
    if (java_is_used_along(l->p, type))
      java_use_type(l, type);
  }
  uint32_t own = t->initialiser;
  if (own != JAVA_NONE && java_method_at(l->p, own)->is_reached) {
    (void)java_emit_call(l, java_method_at(l->p, own)->function, NULL, 0, 'V');
    java_position other = branch_on_exception(l), next = l->at;
    l->at = other;
    java_unsupported(l, "an exception that leaves the initialiser of %s",
                     java_name_text(l->p, t->name));
    l->at = next;
  }
  java_emit_simple(l, CFA_RETURN);
  end_function(l);
}

/* What the method is given: inputs, or an array without Strings. */
static size_t make_arguments(java_lowering *l, const char *descriptor,
                             uint32_t *out) {
  size_t count = 0;
  for (const char *at = descriptor + 1; *at != ')'; at = java_skip_type(at)) {
    assert(count < JAVA_MOST_ARGUMENTS);
    out[count++] = *at == '[' ? java_allocate(l, java_word(l, 64, 0))
                              : java_input(l, *at, "argument");
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
static bool must_be_caught(const java_classes *p, uint32_t type) {
  if (!p->exceptions || !p->exceptions[0])
    return p->exceptions != NULL;
  for (uint32_t t = type; t != JAVA_NONE; t = java_type_at(p, t)->super)
    if (is_in_list(p->exceptions, java_name_text(p, java_type_at(p, t)->name)))
      return true;
  return false;
}

static void emit_failure(java_lowering *l, cfa_error_kind error,
                         const char *name) {
  cfa_edge e = java_edge(CFA_FAIL);
  char *words = mem_text(l->m, name, strlen(name));
  for (char *c = words; *c; c++)
    *c = *c == '/' ? '.' : *c;
  e.error = error;
  e.name = cfa_name(l->m, l->out, words);
  java_emit(l, e);
}

/* Something has left the method that the program begins with. */
static void lower_uncaught(java_lowering *l) {
  uint32_t error = java_type_called(l->p, "java/lang/AssertionError");
  uint32_t top = java_type_called(l->p, "java/lang/Throwable");
  uint32_t thrown = java_read(l, l->exception);
  if (error != JAVA_NONE) {
    java_position other = java_branch(l, java_class_test(l, thrown, error));
    emit_failure(l, CFA_ERROR_ASSERTION, "an AssertionError leaves main");
    l->at = other;
  }
  for (size_t i = 0; i < l->p->made.count; i++) {
    uint32_t type = l->p->made.at[i];
    if (top == JAVA_NONE || !java_is_subtype(l->p, type, top) ||
        !must_be_caught(l->p, type))
      continue;
    uint32_t word = java_load_word(l, 32, false, thrown);
    java_position other =
        java_branch(l, java_is_between(l, word, i + 1, i + 1));
    emit_failure(l, CFA_ERROR_EXCEPTION,
                 java_name_text(l->p, java_type_at(l->p, type)->name));
    l->at = other;
  }
  java_emit_simple(l, CFA_HALT);
}

static void lower_start(java_lowering *l, uint32_t function) {
  const java_method *f = java_method_at(l->p, l->p->start);
  const char *descriptor = java_name_text(l->p, f->member->descriptor);
  uint32_t *arguments = mem_array(l->m, JAVA_MOST_ARGUMENTS, sizeof *arguments);
  begin_function(l, function);
  java_use_type(l, f->type);
  size_t count = make_arguments(l, descriptor, arguments);
  char result = java_kind_of(java_result_type(descriptor));
  (void)java_emit_call(l, f->function, arguments, count, result);
  mem_free(l->m, arguments);
  java_position other = branch_on_exception(l);
  java_emit_simple(l, CFA_RETURN);
  l->at = other;
  lower_uncaught(l);
  end_function(l);
}

static void lower_all(java_lowering *l) {
  *l->out = (cfa){.pointer_bits = JAVA_POINTER_BITS};
  l->emits = true;
  l->call_pairs.count = 0;
  l->f = NULL;
  l->x = NULL;
  add_globals(l);
  add_functions(l);
  uint32_t start = add_function(l, "<start>", 'V');
  for (size_t i = 0; i < l->p->reached.count && !l->is_wrong; i++) {
    l->method = l->p->reached.at[i];
    java_lower_method(l);
    java_method_at(l->p, l->method)->throws_itself = l->may_throw;
  }
  vec_each (const java_type, t, &l->p->types)
    if (t->function != JAVA_NONE)
      lower_initialiser(l, t);
  lower_start(l, start);
  l->out->main = start;
}

/* A method throws what it throws itself, and what those throw that it calls. */
static void spread_throws(java_lowering *l) {
  vec_each (java_method, f, &l->p->methods)
    f->may_throw = f->throws_itself;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < l->call_pairs.count; i += 2) {
      java_method *from = java_method_at(l->p, l->call_pairs.at[i]);
      if (!from->may_throw &&
          java_method_at(l->p, l->call_pairs.at[i + 1])->may_throw)
        from->may_throw = changed = true;
    }
  }
}

bool java_lower(java_classes *p, cfa *out) {
  java_lowering l = {.m = p->m, .p = p, .out = out};
  vec_each (const uint32_t, n, &p->reached)
    java_method_at(p, *n)->may_throw = true;
  vec_each (java_type, t, &p->types)
    t->state = t->function = JAVA_NONE;
  lower_all(&l);
  if (l.is_wrong)
    return false;
  spread_throws(&l);
  lower_all(&l);
  vec_each (const java_method, f, &p->methods)
    assert(f->may_throw || !f->throws_itself);
  cfa_finish(p->m, out);
  return !l.is_wrong;
}
