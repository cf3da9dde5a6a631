#include "lang/java/classes.h"

#include <stdio.h>

void java_classes_begin(java_classes *p, mem *m, report *r) {
  p->m = m;
  p->r = r;
  p->object_name = java_name(p, "java/lang/Object");
  p->init_name = java_name(p, "<init>");
  p->clinit_name = java_name(p, "<clinit>");
}

uint32_t java_name(java_classes *p, const char *text) {
  return names_insert(p->m, &p->texts, text, strlen(text));
}

uint32_t java_find_name(const java_classes *p, const char *text) {
  return names_find(&p->texts, text, strlen(text));
}

uint32_t java_type_named(const java_classes *p, uint32_t name) {
  return name < p->type_of_name.count ? p->type_of_name.at[name] : JAVA_NONE;
}

static void add_members(java_classes *p, uint32_t number) {
  java_type *t = java_type_at(p, number);
  const java_class *c = t->file;
  t->first_field = (uint32_t)p->fields.count;
  t->fields = (uint32_t)c->fields.count;
  vec_each (const java_member, f, &c->fields)
    vec_push(
        p->m, &p->fields,
        ((java_field){.type = number, .member = f, .variable = JAVA_NONE}));
  t->first_method = (uint32_t)p->methods.count;
  t->methods = (uint32_t)c->methods.count;
  vec_each (const java_member, f, &c->methods) {
    if (f->name == p->clinit_name && f->has_code)
      t->initialiser = (uint32_t)p->methods.count;
    vec_push(
        p->m, &p->methods,
        ((java_method){.type = number, .member = f, .function = JAVA_NONE}));
  }
}

bool java_classes_add(java_classes *p, const char *file,
                      const unsigned char *bytes, size_t length) {
  java_class *c = mem_alloc(p->m, sizeof *c);
  if (!java_class_read(p->m, &p->texts, file, bytes, length, p->r, c))
    return false;
  uint32_t name = java_constant_at(c, c->this_class)->name;
  while (p->type_of_name.count <= name)
    vec_push(p->m, &p->type_of_name, JAVA_NONE);
  if (p->type_of_name.at[name] != JAVA_NONE)
    return true;
  uint32_t number = (uint32_t)p->types.count;
  p->type_of_name.at[name] = number;
  vec_push(p->m, &p->types,
           ((java_type){.name = name,
                        .file = c,
                        .super = JAVA_NONE,
                        .missing = NAMES_NONE,
                        .initialiser = JAVA_NONE,
                        .state = JAVA_NONE,
                        .function = JAVA_NONE}));
  add_members(p, number);
  return true;
}

/* Supertypes */

static void link_type(java_classes *p, java_type *t) {
  const java_class *c = t->file;
  if (c->super_class) {
    uint32_t name = java_constant_at(c, c->super_class)->name;
    t->super = java_type_named(p, name);
    if (t->super == JAVA_NONE)
      t->missing = name;
  }
  t->first_interface = (uint32_t)p->interfaces.count;
  vec_each (const uint16_t, n, &c->interfaces) {
    uint32_t name = java_constant_at(c, *n)->name;
    uint32_t type = java_type_named(p, name);
    if (type == JAVA_NONE)
      t->missing = name;
    else
      vec_push(p->m, &p->interfaces, type);
  }
  t->interfaces = (uint32_t)p->interfaces.count - t->first_interface;
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
static void lay_out(java_classes *p, java_type *t) {
  uint32_t at =
      t->super == JAVA_NONE ? CLASS_BYTES : java_type_at(p, t->super)->size;
  for (uint32_t i = 0; i < t->fields; i++) {
    java_field *f = &p->fields.at[t->first_field + i];
    if (f->member->flags & JAVA_IS_STATIC)
      continue;
    uint32_t bytes = field_bytes(java_text(t->file, f->member->descriptor));
    at = (at + bytes - 1) / bytes * bytes;
    f->offset = at;
    at += bytes;
  }
  t->size = at;
  t->is_laid_out = true;
}

/* All supertypes of a type are ready before it is. */
static bool is_ready(const java_classes *p, const java_type *t) {
  if (t->super != JAVA_NONE && !java_type_at(p, t->super)->is_laid_out)
    return false;
  for (uint32_t i = 0; i < t->interfaces; i++)
    if (!java_type_at(p, p->interfaces.at[t->first_interface + i])->is_laid_out)
      return false;
  return true;
}

static void take_missing(const java_classes *p, java_type *t) {
  if (t->super != JAVA_NONE && t->missing == NAMES_NONE)
    t->missing = java_type_at(p, t->super)->missing;
  for (uint32_t i = 0; i < t->interfaces && t->missing == NAMES_NONE; i++)
    t->missing =
        java_type_at(p, p->interfaces.at[t->first_interface + i])->missing;
}

/* One round lays out what is ready; what never is extends itself. */
static uint32_t lay_out_round(java_classes *p) {
  uint32_t done = 0;
  vec_each (java_type, t, &p->types) {
    if (t->is_laid_out || !is_ready(p, t))
      continue;
    take_missing(p, t);
    lay_out(p, t);
    done++;
  }
  return done;
}

/* A class extends a class, and implements interfaces. */
static bool is_family_right(const java_classes *p, const java_type *t) {
  bool is_right = t->super == JAVA_NONE || !java_is_interface(p, t->super);
  for (uint32_t i = 0; i < t->interfaces; i++)
    is_right &= java_is_interface(p, p->interfaces.at[t->first_interface + i]);
  return is_right || report_add(p->r, t->file->file, 0, 0,
                                "class %.100s extends an interface or "
                                "implements a class",
                                java_name_text(p, t->name));
}

bool java_classes_link(java_classes *p) {
  vec_each (java_type, t, &p->types)
    link_type(p, t);
  while (lay_out_round(p) > 0) {
  }
  vec_each (const java_type, t, &p->types) {
    if (!t->is_laid_out)
      return report_add(p->r, t->file->file, 0, 0,
                        "class %.100s extends or implements itself",
                        java_name_text(p, t->name));
    if (!is_family_right(p, t))
      return false;
  }
  return true;
}

/* Looking */

bool java_is_model(const java_classes *p, uint32_t type) {
  const char *name = java_name_text(p, java_type_at(p, type)->name);
  return strncmp(name, "java/", 5) == 0 || strncmp(name, "custos/", 7) == 0;
}

bool java_is_covariant(const java_classes *p, uint32_t array) {
  vec_each (const uint32_t, x, &p->covariant)
    if (*x == array)
      return true;
  return false;
}

void java_note_covariance(java_classes *p, const char *array) {
  for (const char *c = array; *c == '['; c++) {
    uint32_t name = java_name(p, c);
    if (!java_is_covariant(p, name))
      vec_push(p->m, &p->covariant, name);
  }
}

bool java_is_interface(const java_classes *p, uint32_t type) {
  return java_type_at(p, type)->file->flags & JAVA_IS_INTERFACE;
}

/* Supertypes of a type, each once: a list that grows while it is looked at. */
typedef vec(uint32_t) type_list;

static void add_once(const java_classes *p, type_list *list, uint32_t type) {
  vec_each (const uint32_t, x, list)
    if (*x == type)
      return;
  vec_push(p->m, list, type);
}

static void add_supertypes(const java_classes *p, uint32_t type,
                           type_list *out) {
  vec_push(p->m, out, type);
  for (size_t i = 0; i < out->count; i++) {
    const java_type *t = java_type_at(p, out->at[i]);
    if (t->super != JAVA_NONE)
      add_once(p, out, t->super);
    for (uint32_t k = 0; k < t->interfaces; k++)
      add_once(p, out, p->interfaces.at[t->first_interface + k]);
  }
}

bool java_is_subtype(const java_classes *p, uint32_t type, uint32_t of) {
  for (uint32_t t = type; t != JAVA_NONE; t = java_type_at(p, t)->super)
    if (t == of)
      return true;
  if (!java_is_interface(p, of))
    return false;
  type_list all = {0};
  add_supertypes(p, type, &all);
  bool found = false;
  vec_each (const uint32_t, x, &all)
    found |= *x == of;
  vec_free(p->m, &all);
  return found;
}

uint32_t java_find_field(const java_classes *p, uint32_t type, uint32_t name,
                         uint32_t descriptor) {
  type_list all = {0};
  uint32_t found = JAVA_NONE;
  add_supertypes(p, type, &all);
  for (size_t i = 0; i < all.count && found == JAVA_NONE; i++) {
    const java_type *t = java_type_at(p, all.at[i]);
    for (uint32_t k = 0; k < t->fields && found == JAVA_NONE; k++) {
      const java_member *f = p->fields.at[t->first_field + k].member;
      if (f->name == name && f->descriptor == descriptor)
        found = t->first_field + k;
    }
  }
  vec_free(p->m, &all);
  return found;
}

static uint32_t own_method(const java_classes *p, uint32_t type, uint32_t name,
                           uint32_t descriptor) {
  const java_type *t = java_type_at(p, type);
  for (uint32_t k = 0; k < t->methods; k++) {
    const java_member *f = p->methods.at[t->first_method + k].member;
    if (f->name == name && f->descriptor == descriptor)
      return t->first_method + k;
  }
  return JAVA_NONE;
}

/* Classes before interfaces. */
uint32_t java_find_method(const java_classes *p, uint32_t type, uint32_t name,
                          uint32_t descriptor) {
  uint32_t found = JAVA_NONE;
  for (uint32_t t = type; t != JAVA_NONE && found == JAVA_NONE;
       t = java_type_at(p, t)->super)
    found = own_method(p, t, name, descriptor);
  if (found != JAVA_NONE)
    return found;
  type_list all = {0};
  add_supertypes(p, type, &all);
  for (size_t i = 0; i < all.count && found == JAVA_NONE; i++)
    found = own_method(p, all.at[i], name, descriptor);
  vec_free(p->m, &all);
  return found;
}

static bool is_instance_method(const java_classes *p, uint32_t method) {
  return method != JAVA_NONE && !(p->methods.at[method].member->flags &
                                  (JAVA_IS_STATIC | JAVA_IS_PRIVATE));
}

/* Of the interfaces: the one method with code that no other one's interface
 * extends; JAVA_NONE: none, or several. */
static uint32_t select_default(const java_classes *p, uint32_t type,
                               uint32_t name, uint32_t descriptor) {
  type_list all = {0};
  uint32_t found = JAVA_NONE;
  bool is_unclear = false;
  add_supertypes(p, type, &all);
  vec_each (const uint32_t, x, &all) {
    uint32_t method = java_is_interface(p, *x)
                          ? own_method(p, *x, name, descriptor)
                          : JAVA_NONE;
    if (!is_instance_method(p, method))
      continue;
    bool is_extended = false;
    vec_each (const uint32_t, y, &all)
      is_extended |= *y != *x && java_is_interface(p, *y) &&
                     java_is_subtype(p, *y, *x) &&
                     own_method(p, *y, name, descriptor) != JAVA_NONE;
    if (is_extended || !p->methods.at[method].member->has_code)
      continue;
    is_unclear |= found != JAVA_NONE;
    found = method;
  }
  vec_free(p->m, &all);
  return is_unclear ? JAVA_NONE : found;
}

uint32_t java_select_method(const java_classes *p, uint32_t type, uint32_t name,
                            uint32_t descriptor) {
  for (uint32_t t = type; t != JAVA_NONE; t = java_type_at(p, t)->super) {
    uint32_t found = own_method(p, t, name, descriptor);
    if (is_instance_method(p, found))
      return found;
  }
  return select_default(p, type, name, descriptor);
}

/* Classes are told as people write them: with points. */
void java_method_words(const java_classes *p, uint32_t method, char *out,
                       size_t size) {
  const java_method *f = java_method_at(p, method);
  (void)snprintf(out, size, "%s.%s",
                 java_name_text(p, java_type_at(p, f->type)->name),
                 java_name_text(p, f->member->name));
  for (char *c = out; *c; c++)
    *c = *c == '/' ? '.' : *c;
}
