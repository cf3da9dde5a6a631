#include "lang/java/class_file.h"

#include "lang/java/class_reader.h"

#include <stdio.h>

bool java_wrong(java_reader *x, size_t offset, const char *format, ...) {
  char words[REPORT_MESSAGE];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  return report_add(x->r, x->c->file, 0, 0, "byte %zu: %s", offset, words);
}

bool java_take(java_reader *x, unsigned bytes, const char *what,
               uint32_t *out) {
  assert(bytes == 1 || bytes == 2 || bytes == 4);
  *out = 0;
  if (x->end - x->at < bytes)
    return java_wrong(x, x->at, "%s ends within %s",
                      x->end == x->c->length ? "the file" : "the attribute",
                      what);
  for (unsigned i = 0; i < bytes; i++)
    *out = *out << 8 | x->c->bytes[x->at++];
  return true;
}

bool java_take_u2(java_reader *x, const char *what, uint16_t *out) {
  uint32_t n;
  bool is_there = java_take(x, 2, what, &n);
  *out = (uint16_t)n;
  return is_there;
}

bool java_take_constant(java_reader *x, java_tag tag, bool may_be_none,
                        const char *what, uint16_t *out) {
  if (!java_take_u2(x, what, out))
    return false;
  if ((*out == 0 && may_be_none) ||
      (*out < x->c->constants.count && x->c->constants.at[*out].tag == tag))
    return true;
  return java_wrong(x, x->at - 2, "%s is constant %u, which is %s, not %s",
                    what, *out,
                    *out < x->c->constants.count
                        ? java_tag_words(x->c->constants.at[*out].tag)
                        : "not there",
                    java_tag_words(tag));
}

/* Attributes */

bool java_skip_attribute(java_reader *x) {
  x->at = x->end;
  return true;
}

static bool take_attribute(java_reader *x, java_attribute_fn *read,
                           void *self) {
  uint16_t name;
  uint32_t length;
  size_t start = x->at, outer = x->end;
  if (!java_take_constant(x, JAVA_UTF8, false, "the name of an attribute",
                          &name) ||
      !java_take(x, 4, "the length of an attribute", &length))
    return false;
  const char *text = names_text(x->names, x->c->constants.at[name].name);
  if (length > x->end - x->at)
    return java_wrong(x, start,
                      "attribute %.40s of %u bytes does not fit into the %zu "
                      "that are left",
                      text, length, x->end - x->at);
  x->end = x->at + length;
  if (!read(x, text, self))
    return false;
  if (x->at != x->end) {
    text = names_text(x->names, x->c->constants.at[name].name);
    return java_wrong(x, start,
                      "attribute %.40s is %zu bytes longer than what "
                      "it holds",
                      text, x->end - x->at);
  }
  x->end = outer;
  return true;
}

bool java_take_attributes(java_reader *x, java_attribute_fn *read, void *self) {
  uint16_t count;
  if (!java_take_u2(x, "the number of attributes", &count))
    return false;
  for (unsigned i = 0; i < count; i++)
    if (!take_attribute(x, read, self))
      return false;
  return true;
}

/* Fields and methods */

/* Of a static field; of others it is ignored, as the JVM does. */
static bool take_value(java_reader *x, java_member *f) {
  uint16_t n;
  if (!java_take_u2(x, "the value of a field", &n))
    return false;
  static const char types[] = "ZBSCIFJDL";
  static const java_tag tags[] = {JAVA_INTEGER, JAVA_INTEGER, JAVA_INTEGER,
                                  JAVA_INTEGER, JAVA_INTEGER, JAVA_FLOAT,
                                  JAVA_LONG,    JAVA_DOUBLE,  JAVA_STRING};
  const char *type = names_text(x->names, f->descriptor);
  const char *found = strchr(types, *type);
  java_tag tag =
      n < x->c->constants.count ? x->c->constants.at[n].tag : JAVA_UNUSABLE;
  if (!found || tags[found - types] != tag)
    return java_wrong(x, x->at - 2,
                      "the value of a field of type '%.40s' is constant %u, "
                      "which is %s",
                      type, n,
                      tag == JAVA_UNUSABLE ? "not there" : java_tag_words(tag));
  f->constant = f->flags & JAVA_IS_STATIC ? n : 0;
  return true;
}

static bool take_attribute_of_field(java_reader *x, const char *name,
                                    void *self) {
  return strcmp(name, "ConstantValue") == 0 ? take_value(x, self)
                                            : java_skip_attribute(x);
}

static bool take_attribute_of_method(java_reader *x, const char *name,
                                     void *self) {
  java_member *f = self;
  if (strcmp(name, "Code") != 0)
    return java_skip_attribute(x);
  if (f->has_code || (f->flags & (JAVA_IS_NATIVE | JAVA_IS_ABSTRACT)))
    return java_wrong(
        x, x->at, "method %.80s has %s", names_text(x->names, f->name),
        f->has_code ? "two codes" : "code, though it is native or abstract");
  f->has_code = true;
  return java_take_code(x, &f->code);
}

static uint32_t locals_of_arguments(const java_reader *x,
                                    const java_member *f) {
  return java_argument_words(names_text(x->names, f->descriptor)) +
         !(f->flags & JAVA_IS_STATIC);
}

/* <clinit> of files before version 51 need not say that it is static. */
static bool check_method(java_reader *x, java_member *f) {
  const char *name = names_text(x->names, f->name);
  if (strcmp(name, "<clinit>") == 0)
    f->flags = (f->flags | JAVA_IS_STATIC) & (uint16_t)~JAVA_IS_ABSTRACT;
  if (!f->has_code && !(f->flags & (JAVA_IS_NATIVE | JAVA_IS_ABSTRACT)))
    return java_wrong(x, f->offset,
                      "method %.80s has no code and is neither native nor "
                      "abstract",
                      name);
  if (*name == '<' &&
      *java_result_type(names_text(x->names, f->descriptor)) != 'V')
    return java_wrong(x, f->offset, "%s returns something", name);
  if (strcmp(name, "<init>") == 0 && (f->flags & JAVA_IS_STATIC))
    return java_wrong(x, f->offset, "<init> is static");
  if (f->has_code && f->code.most_locals < locals_of_arguments(x, f))
    return java_wrong(x, f->offset,
                      "method %.80s has %u locals, fewer than its arguments "
                      "take",
                      name, f->code.most_locals);
  return true;
}

static bool take_member(java_reader *x, bool is_method, java_member *f) {
  uint16_t name, type;
  f->offset = (uint32_t)x->at;
  const char *what = is_method ? "a method" : "a field";
  if (!java_take_u2(x, what, &f->flags) ||
      !java_take_constant(x, JAVA_UTF8, false, "the name of a member", &name) ||
      !java_take_constant(x, JAVA_UTF8, false, "the type of a member", &type))
    return false;
  f->name = x->c->constants.at[name].name;
  f->descriptor = x->c->constants.at[type].name;
  const char *words = names_text(x->names, f->descriptor);
  if (!java_is_member_name(names_text(x->names, f->name), is_method))
    return java_wrong(x, f->offset, "'%.80s' is no name of %s",
                      names_text(x->names, f->name), what);
  if (is_method ? !java_is_method_type(words) : !java_is_field_type(words))
    return java_wrong(x, f->offset, "'%.80s' is no type of %s", words, what);
  if (!is_method)
    return java_take_attributes(x, take_attribute_of_field, f);
  return java_take_attributes(x, take_attribute_of_method, f) &&
         check_method(x, f);
}

static bool take_members(java_reader *x, bool is_method) {
  uint16_t count;
  if (!java_take_u2(
          x, is_method ? "the number of methods" : "the number of fields",
          &count))
    return false;
  for (unsigned i = 0; i < count; i++) {
    java_member f = {0};
    bool is_right = take_member(x, is_method, &f);
    if (is_method)
      vec_push(x->m, &x->c->methods, f);
    else
      vec_push(x->m, &x->c->fields, f);
    if (!is_right)
      return false;
  }
  return true;
}

/* The class */

static bool take_attribute_of_class(java_reader *x, const char *name,
                                    void *self) {
  uint16_t source;
  (void)self;
  if (strcmp(name, "BootstrapMethods") == 0)
    return x->c->bootstraps.count
               ? java_wrong(x, x->at, "bootstrap methods stand here again")
               : java_take_bootstraps(x);
  if (strcmp(name, "SourceFile") != 0)
    return java_skip_attribute(x);
  if (!java_take_constant(x, JAVA_UTF8, false, "the name of the source",
                          &source))
    return false;
  x->c->source = x->c->constants.at[source].name;
  return true;
}

static bool take_head(java_reader *x) {
  uint32_t magic;
  java_class *c = x->c;
  if (!java_take(x, 4, "its head", &magic))
    return false;
  if (magic != 0xCAFEBABE)
    return java_wrong(x, 0,
                      "a class file begins with the bytes CA FE BA BE, "
                      "not with %08X",
                      magic);
  if (!java_take_u2(x, "its version", &c->minor) ||
      !java_take_u2(x, "its version", &c->major))
    return false;
  if (c->major < JAVA_FIRST_VERSION || c->major > JAVA_LAST_VERSION)
    return java_wrong(x, 6,
                      "version %u of class files is not read: %d to %d are "
                      "(up to Java 21)",
                      c->major, JAVA_FIRST_VERSION, JAVA_LAST_VERSION);
  if (c->major >= 56 && c->minor != 0)
    return java_wrong(x, 4,
                      "it uses preview features (minor version %u), "
                      "which are not supported",
                      c->minor);
  return true;
}

/* Arrays have names of classes, too, but no files. */
static bool is_plain_class(java_reader *x, uint16_t n, size_t at) {
  const char *name = names_text(x->names, x->c->constants.at[n].name);
  return *name != '[' ||
         java_wrong(x, at, "'%.80s' is an array, not a class", name);
}

static bool take_family(java_reader *x) {
  java_class *c = x->c;
  uint16_t count;
  if (!java_take_u2(x, "its flags", &c->flags) ||
      !java_take_constant(x, JAVA_CLASS, false, "the class itself",
                          &c->this_class) ||
      !is_plain_class(x, c->this_class, x->at - 2) ||
      !java_take_constant(x, JAVA_CLASS, true, "its superclass",
                          &c->super_class) ||
      (c->super_class && !is_plain_class(x, c->super_class, x->at - 2)))
    return false;
  const char *name = names_text(x->names, c->constants.at[c->this_class].name);
  if (!c->super_class && strcmp(name, "java/lang/Object") != 0 &&
      strcmp(name, "module-info") != 0)
    return java_wrong(x, x->at - 2, "class %.80s has no superclass", name);
  if (!java_take_u2(x, "the number of interfaces", &count))
    return false;
  for (unsigned i = 0; i < count; i++) {
    uint16_t n;
    if (!java_take_constant(x, JAVA_CLASS, false, "an interface", &n) ||
        !is_plain_class(x, n, x->at - 2))
      return false;
    vec_push(x->m, &c->interfaces, n);
  }
  return true;
}

static bool is_at_end(java_reader *x) {
  return x->at == x->end ||
         java_wrong(x, x->at, "%zu bytes follow the end of the class",
                    x->end - x->at);
}

bool java_class_read(mem *m, names *texts, const char *file,
                     const unsigned char *bytes, size_t length, report *r,
                     java_class *out) {
  java_reader x = {.m = m, .names = texts, .r = r, .c = out, .end = length};
  *out = (java_class){.file = file,
                      .bytes = bytes,
                      .length = length,
                      .names = texts,
                      .source = NAMES_NONE};
  if (length > UINT32_MAX / 2)
    return java_wrong(&x, 0, "it is larger than 2 GiB");
  return take_head(&x) && java_take_constants(&x) && take_family(&x) &&
         take_members(&x, false) && take_members(&x, true) &&
         java_take_attributes(&x, take_attribute_of_class, NULL) &&
         java_check_bootstraps(&x) && is_at_end(&x);
}

void java_class_free(mem *m, java_class *c) {
  vec_each (java_member, f, &c->methods) {
    vec_free(m, &f->code.handlers);
    vec_free(m, &f->code.lines);
    vec_free(m, &f->code.locals);
  }
  vec_free(m, &c->fields);
  vec_free(m, &c->methods);
  vec_free(m, &c->constants);
  vec_free(m, &c->interfaces);
  vec_free(m, &c->bootstraps);
  vec_free(m, &c->bootstrap_arguments);
}
