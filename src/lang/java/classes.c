#include "lang/java/classes.h"

#include <stdio.h>

void java_classes_begin(java_classes *classes, mem *m, report *r) {
  classes->m = m;
  classes->r = r;
  classes->object_name = java_name(classes, "java/lang/Object");
  classes->init_name = java_name(classes, "<init>");
  classes->clinit_name = java_name(classes, "<clinit>");
}

uint32_t java_name(java_classes *classes, const char *text) {
  return names_insert(classes->m, &classes->texts, text, strlen(text));
}

uint32_t java_find_name(const java_classes *classes, const char *text) {
  return names_find(&classes->texts, text, strlen(text));
}

uint32_t java_type_named(const java_classes *classes, uint32_t name) {
  return name < classes->type_of_name.count ? classes->type_of_name.at[name]
                                            : JAVA_NONE;
}

static void add_members(java_classes *classes, uint32_t number) {
  java_type *type = java_type_at(classes, number);
  const java_class *class = type->file;
  type->first_field = (uint32_t)classes->fields.count;
  type->fields = (uint32_t) class->fields.count;
  vec_each (const java_member, member, &class->fields)
    vec_push(classes->m, &classes->fields,
             ((java_field){
                 .type = number, .member = member, .variable = JAVA_NONE}));
  type->first_method = (uint32_t)classes->methods.count;
  type->methods = (uint32_t) class->methods.count;
  vec_each (const java_member, member, &class->methods) {
    if (member->name == classes->clinit_name && member->has_code)
      type->initialiser = (uint32_t)classes->methods.count;
    vec_push(classes->m, &classes->methods,
             ((java_method){
                 .type = number, .member = member, .function = JAVA_NONE}));
  }
}

bool java_classes_add(java_classes *classes, const char *file,
                      const unsigned char *bytes, size_t length) {
  java_class *class = mem_alloc(classes->m, sizeof *class);
  if (!java_class_read(classes->m, &classes->texts, file, bytes, length,
                       classes->r, class))
    return false;
  uint32_t name = java_constant_at(class, class->this_class)->name;
  while (classes->type_of_name.count <= name)
    vec_push(classes->m, &classes->type_of_name, JAVA_NONE);
  if (classes->type_of_name.at[name] != JAVA_NONE)
    return true;
  uint32_t number = (uint32_t)classes->types.count;
  classes->type_of_name.at[name] = number;
  vec_push(classes->m, &classes->types,
           ((java_type){.name = name,
                        .file = class,
                        .super = JAVA_NONE,
                        .missing = NAMES_NONE,
                        .initialiser = JAVA_NONE,
                        .state = JAVA_NONE,
                        .function = JAVA_NONE}));
  add_members(classes, number);
  return true;
}

/* Supertypes */

static void link_type(java_classes *classes, java_type *t) {
  const java_class *class = t->file;
  if (class->super_class) {
    uint32_t name = java_constant_at(class, class->super_class)->name;
    t->super = java_type_named(classes, name);
    if (t->super == JAVA_NONE)
      t->missing = name;
  }
  t->first_interface = (uint32_t)classes->interfaces.count;
  vec_each (const uint16_t, n, &class->interfaces) {
    uint32_t name = java_constant_at(class, *n)->name;
    uint32_t type = java_type_named(classes, name);
    if (type == JAVA_NONE)
      t->missing = name;
    else
      vec_push(classes->m, &classes->interfaces, type);
  }
  t->interfaces = (uint32_t)classes->interfaces.count - t->first_interface;
}

static uint32_t field_bytes(const char *descriptor) {
  switch (*descriptor) {
  case 'Z':
  case 'B':
    return 1;
  case 'C':
  case 'S':
    return 2;
  case 'I':
  case 'F':
    return 4;
  default:
    return 8;
  }
}

enum { CLASS_BYTES = 4 };

/* Behind the fields of the superclass, whose are known. */
static void lay_out(java_classes *classes, java_type *type) {
  uint32_t at = type->super == JAVA_NONE
                    ? CLASS_BYTES
                    : java_type_at(classes, type->super)->size;
  for (uint32_t i = 0; i < type->fields; i++) {
    java_field *field = &classes->fields.at[type->first_field + i];
    if (field->member->flags & JAVA_IS_STATIC)
      continue;
    uint32_t bytes =
        field_bytes(java_text(type->file, field->member->descriptor));
    at = (at + bytes - 1) / bytes * bytes;
    field->offset = at;
    at += bytes;
  }
  type->size = at;
  type->is_laid_out = true;
}

/* All supertypes of a type are ready before it is. */
static bool is_ready(const java_classes *classes, const java_type *type) {
  if (type->super != JAVA_NONE &&
      !java_type_at(classes, type->super)->is_laid_out)
    return false;
  for (uint32_t i = 0; i < type->interfaces; i++)
    if (!java_type_at(classes,
                      classes->interfaces.at[type->first_interface + i])
             ->is_laid_out)
      return false;
  return true;
}

static void take_missing(const java_classes *classes, java_type *type) {
  if (type->super != JAVA_NONE && type->missing == NAMES_NONE)
    type->missing = java_type_at(classes, type->super)->missing;
  for (uint32_t i = 0; i < type->interfaces && type->missing == NAMES_NONE; i++)
    type->missing =
        java_type_at(classes, classes->interfaces.at[type->first_interface + i])
            ->missing;
}

/* One round lays out what is ready; what never is extends itself. */
static uint32_t lay_out_round(java_classes *classes) {
  uint32_t done = 0;
  vec_each (java_type, type, &classes->types) {
    if (type->is_laid_out || !is_ready(classes, type))
      continue;
    take_missing(classes, type);
    lay_out(classes, type);
    done++;
  }
  return done;
}

/* A class extends a class, and implements interfaces. */
static bool is_family_right(const java_classes *classes,
                            const java_type *type) {
  bool is_right =
      type->super == JAVA_NONE || !java_is_interface(classes, type->super);
  for (uint32_t i = 0; i < type->interfaces; i++)
    is_right &= java_is_interface(
        classes, classes->interfaces.at[type->first_interface + i]);
  return is_right || report_add(classes->r, type->file->file, 0, 0,
                                "class %.100s extends an interface or "
                                "implements a class",
                                java_name_text(classes, type->name));
}

bool java_classes_link(java_classes *classes) {
  vec_each (java_type, type, &classes->types)
    link_type(classes, type);
  while (lay_out_round(classes) > 0) {
  }
  vec_each (const java_type, type, &classes->types) {
    if (!type->is_laid_out)
      return report_add(classes->r, type->file->file, 0, 0,
                        "class %.100s extends or implements itself",
                        java_name_text(classes, type->name));
    if (!is_family_right(classes, type))
      return false;
  }
  return true;
}

/* Looking */

bool java_is_model(const java_classes *classes, uint32_t type) {
  const char *name = java_name_text(classes, java_type_at(classes, type)->name);
  return strncmp(name, "java/", 5) == 0 || strncmp(name, "custos/", 7) == 0;
}

bool java_is_covariant(const java_classes *classes, uint32_t array) {
  vec_each (const uint32_t, x, &classes->covariant)
    if (*x == array)
      return true;
  return false;
}

void java_note_covariance(java_classes *classes, const char *array) {
  for (const char *c = array; *c == '['; c++) {
    uint32_t name = java_name(classes, c);
    if (!java_is_covariant(classes, name))
      vec_push(classes->m, &classes->covariant, name);
  }
}

bool java_is_interface(const java_classes *classes, uint32_t type) {
  return java_type_at(classes, type)->file->flags & JAVA_IS_INTERFACE;
}

/* Supertypes of a type, each once: a list that grows while it is looked at. */
typedef vec(uint32_t) type_list;

static void add_once(const java_classes *classes, type_list *list,
                     uint32_t type) {
  vec_each (const uint32_t, x, list)
    if (*x == type)
      return;
  vec_push(classes->m, list, type);
}

static void add_supertypes(const java_classes *classes, uint32_t type,
                           type_list *out) {
  vec_push(classes->m, out, type);
  for (size_t i = 0; i < out->count; i++) {
    const java_type *t = java_type_at(classes, out->at[i]);
    if (t->super != JAVA_NONE)
      add_once(classes, out, t->super);
    for (uint32_t k = 0; k < t->interfaces; k++)
      add_once(classes, out, classes->interfaces.at[t->first_interface + k]);
  }
}

bool java_is_subtype(const java_classes *classes, uint32_t type, uint32_t of) {
  for (uint32_t t = type; t != JAVA_NONE; t = java_type_at(classes, t)->super)
    if (t == of)
      return true;
  if (!java_is_interface(classes, of))
    return false;
  type_list all = {0};
  add_supertypes(classes, type, &all);
  bool found = false;
  vec_each (const uint32_t, x, &all)
    found |= *x == of;
  vec_free(classes->m, &all);
  return found;
}

uint32_t java_find_field(const java_classes *classes, uint32_t type,
                         uint32_t name, uint32_t descriptor) {
  type_list all = {0};
  uint32_t found = JAVA_NONE;
  add_supertypes(classes, type, &all);
  for (size_t i = 0; i < all.count && found == JAVA_NONE; i++) {
    const java_type *t = java_type_at(classes, all.at[i]);
    for (uint32_t k = 0; k < t->fields && found == JAVA_NONE; k++) {
      const java_member *member = classes->fields.at[t->first_field + k].member;
      if (member->name == name && member->descriptor == descriptor)
        found = t->first_field + k;
    }
  }
  vec_free(classes->m, &all);
  return found;
}

static uint32_t own_method(const java_classes *classes, uint32_t type,
                           uint32_t name, uint32_t descriptor) {
  const java_type *t = java_type_at(classes, type);
  for (uint32_t k = 0; k < t->methods; k++) {
    const java_member *member = classes->methods.at[t->first_method + k].member;
    if (member->name == name && member->descriptor == descriptor)
      return t->first_method + k;
  }
  return JAVA_NONE;
}

/* Classes before interfaces. */
uint32_t java_find_method(const java_classes *classes, uint32_t type,
                          uint32_t name, uint32_t descriptor) {
  uint32_t found = JAVA_NONE;
  for (uint32_t t = type; t != JAVA_NONE && found == JAVA_NONE;
       t = java_type_at(classes, t)->super)
    found = own_method(classes, t, name, descriptor);
  if (found != JAVA_NONE)
    return found;
  type_list all = {0};
  add_supertypes(classes, type, &all);
  for (size_t i = 0; i < all.count && found == JAVA_NONE; i++)
    found = own_method(classes, all.at[i], name, descriptor);
  vec_free(classes->m, &all);
  return found;
}

static bool is_instance_method(const java_classes *classes, uint32_t method) {
  return method != JAVA_NONE && !(classes->methods.at[method].member->flags &
                                  (JAVA_IS_STATIC | JAVA_IS_PRIVATE));
}

/* Of the interfaces: the one method with code that no other one's interface
 * extends; JAVA_NONE: none, or several. */
static uint32_t select_default(const java_classes *classes, uint32_t type,
                               uint32_t name, uint32_t descriptor) {
  type_list all = {0};
  uint32_t found = JAVA_NONE;
  bool is_unclear = false;
  add_supertypes(classes, type, &all);
  vec_each (const uint32_t, x, &all) {
    uint32_t method = java_is_interface(classes, *x)
                          ? own_method(classes, *x, name, descriptor)
                          : JAVA_NONE;
    if (!is_instance_method(classes, method))
      continue;
    bool is_extended = false;
    vec_each (const uint32_t, y, &all)
      is_extended |= *y != *x && java_is_interface(classes, *y) &&
                     java_is_subtype(classes, *y, *x) &&
                     own_method(classes, *y, name, descriptor) != JAVA_NONE;
    if (is_extended || !classes->methods.at[method].member->has_code)
      continue;
    is_unclear |= found != JAVA_NONE;
    found = method;
  }
  vec_free(classes->m, &all);
  return is_unclear ? JAVA_NONE : found;
}

uint32_t java_select_method(const java_classes *classes, uint32_t type,
                            uint32_t name, uint32_t descriptor) {
  for (uint32_t t = type; t != JAVA_NONE; t = java_type_at(classes, t)->super) {
    uint32_t found = own_method(classes, t, name, descriptor);
    if (is_instance_method(classes, found))
      return found;
  }
  return select_default(classes, type, name, descriptor);
}

/* Classes are told as people write them: with points. */
void java_method_words(const java_classes *classes, uint32_t method, char *out,
                       size_t size) {
  const java_method *f = java_method_at(classes, method);
  (void)snprintf(out, size, "%s.%s",
                 java_name_text(classes, java_type_at(classes, f->type)->name),
                 java_name_text(classes, f->member->name));
  for (char *c = out; *c; c++)
    *c = *c == '/' ? '.' : *c;
}
