#include "lang/java/class_file.h"

#include "lang/java/class_reader.h"

#include <stdio.h>

bool java_wrong(java_reader *reader, size_t offset, const char *format, ...) {
  char words[REPORT_MESSAGE];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  return report_add(reader->r, reader->c->file, 0, 0, "byte %zu: %s", offset,
                    words);
}

bool java_take(java_reader *reader, unsigned bytes, const char *what,
               uint32_t *out) {
  assert(bytes == 1 || bytes == 2 || bytes == 4);
  *out = 0;
  if (reader->end - reader->at < bytes)
    return java_wrong(
        reader, reader->at, "%s ends within %s",
        reader->end == reader->c->length ? "the file" : "the attribute", what);
  for (unsigned i = 0; i < bytes; i++)
    *out = *out << 8 | reader->c->bytes[reader->at++];
  return true;
}

bool java_take_u2(java_reader *reader, const char *what, uint16_t *out) {
  uint32_t n;
  bool is_there = java_take(reader, 2, what, &n);
  *out = (uint16_t)n;
  return is_there;
}

bool java_take_constant(java_reader *reader, java_tag tag, bool may_be_none,
                        const char *what, uint16_t *out) {
  if (!java_take_u2(reader, what, out))
    return false;
  if ((*out == 0 && may_be_none) || (*out < reader->c->constants.count &&
                                     reader->c->constants.at[*out].tag == tag))
    return true;
  return java_wrong(reader, reader->at - 2,
                    "%s is constant %u, which is %s, not %s", what, *out,
                    *out < reader->c->constants.count
                        ? java_tag_words(reader->c->constants.at[*out].tag)
                        : "not there",
                    java_tag_words(tag));
}

/* Attributes */

bool java_skip_attribute(java_reader *reader) {
  reader->at = reader->end;
  return true;
}

static bool take_attribute(java_reader *reader, java_attribute_fn *read,
                           void *self) {
  uint16_t name;
  uint32_t length;
  size_t start = reader->at, outer = reader->end;
  if (!java_take_constant(reader, JAVA_UTF8, false, "the name of an attribute",
                          &name) ||
      !java_take(reader, 4, "the length of an attribute", &length))
    return false;
  const char *text =
      names_text(reader->names, reader->c->constants.at[name].name);
  if (length > reader->end - reader->at)
    return java_wrong(reader, start,
                      "attribute %.40s of %u bytes does not fit into the %zu "
                      "that are left",
                      text, length, reader->end - reader->at);
  reader->end = reader->at + length;
  if (!read(reader, text, self))
    return false;
  if (reader->at != reader->end) {
    text = names_text(reader->names, reader->c->constants.at[name].name);
    return java_wrong(reader, start,
                      "attribute %.40s is %zu bytes longer than what "
                      "it holds",
                      text, reader->end - reader->at);
  }
  reader->end = outer;
  return true;
}

bool java_take_attributes(java_reader *reader, java_attribute_fn *read,
                          void *self) {
  uint16_t count;
  if (!java_take_u2(reader, "the number of attributes", &count))
    return false;
  for (unsigned i = 0; i < count; i++)
    if (!take_attribute(reader, read, self))
      return false;
  return true;
}

/* Fields and methods */

/* Of a static field; of others it is ignored, as the JVM does. */
static bool take_value(java_reader *reader, java_member *member) {
  uint16_t n;
  if (!java_take_u2(reader, "the value of a field", &n))
    return false;
  static const char types[] = "ZBSCIFJDL";
  static const java_tag tags[] = {JAVA_INTEGER, JAVA_INTEGER, JAVA_INTEGER,
                                  JAVA_INTEGER, JAVA_INTEGER, JAVA_FLOAT,
                                  JAVA_LONG,    JAVA_DOUBLE,  JAVA_STRING};
  const char *type = names_text(reader->names, member->descriptor);
  const char *found = strchr(types, *type);
  java_tag tag = n < reader->c->constants.count ? reader->c->constants.at[n].tag
                                                : JAVA_UNUSABLE;
  if (!found || tags[found - types] != tag)
    return java_wrong(reader, reader->at - 2,
                      "the value of a field of type '%.40s' is constant %u, "
                      "which is %s",
                      type, n,
                      tag == JAVA_UNUSABLE ? "not there" : java_tag_words(tag));
  member->constant = member->flags & JAVA_IS_STATIC ? n : 0;
  return true;
}

static bool take_attribute_of_field(java_reader *reader, const char *name,
                                    void *self) {
  return strcmp(name, "ConstantValue") == 0 ? take_value(reader, self)
                                            : java_skip_attribute(reader);
}

static bool take_throws(java_reader *reader, java_member *member) {
  uint16_t count, n;
  if (!java_take_u2(reader, "the number of exceptions", &count))
    return false;
  for (unsigned i = 0; i < count; i++) {
    if (!java_take_constant(reader, JAVA_CLASS, false, "an exception", &n))
      return false;
    vec_push(reader->m, &member->throws, n);
  }
  return true;
}

static bool take_attribute_of_method(java_reader *reader, const char *name,
                                     void *self) {
  java_member *member = self;
  if (strcmp(name, "Exceptions") == 0)
    return take_throws(reader, member);
  if (strcmp(name, "Code") != 0)
    return java_skip_attribute(reader);
  if (member->has_code || (member->flags & (JAVA_IS_NATIVE | JAVA_IS_ABSTRACT)))
    return java_wrong(reader, reader->at, "method %.80s has %s",
                      names_text(reader->names, member->name),
                      member->has_code
                          ? "two codes"
                          : "code, though it is native or abstract");
  member->has_code = true;
  return java_take_code(reader, &member->code);
}

static uint32_t locals_of_arguments(const java_reader *reader,
                                    const java_member *member) {
  return java_argument_words(names_text(reader->names, member->descriptor)) +
         !(member->flags & JAVA_IS_STATIC);
}

/* <clinit> of files before version 51 need not say that it is static. */
static bool check_method(java_reader *reader, java_member *member) {
  const char *name = names_text(reader->names, member->name);
  if (strcmp(name, "<clinit>") == 0)
    member->flags =
        (member->flags | JAVA_IS_STATIC) & (uint16_t)~JAVA_IS_ABSTRACT;
  if (!member->has_code &&
      !(member->flags & (JAVA_IS_NATIVE | JAVA_IS_ABSTRACT)))
    return java_wrong(reader, member->offset,
                      "method %.80s has no code and is neither native nor "
                      "abstract",
                      name);
  if (*name == '<' &&
      *java_result_type(names_text(reader->names, member->descriptor)) != 'V')
    return java_wrong(reader, member->offset, "%s returns something", name);
  if (strcmp(name, "<init>") == 0 && (member->flags & JAVA_IS_STATIC))
    return java_wrong(reader, member->offset, "<init> is static");
  if (member->has_code &&
      member->code.most_locals < locals_of_arguments(reader, member))
    return java_wrong(reader, member->offset,
                      "method %.80s has %u locals, fewer than its arguments "
                      "take",
                      name, member->code.most_locals);
  return true;
}

static bool take_member(java_reader *reader, bool is_method,
                        java_member *member) {
  uint16_t name, type;
  member->offset = (uint32_t)reader->at;
  const char *what = is_method ? "a method" : "a field";
  if (!java_take_u2(reader, what, &member->flags) ||
      !java_take_constant(reader, JAVA_UTF8, false, "the name of a member",
                          &name) ||
      !java_take_constant(reader, JAVA_UTF8, false, "the type of a member",
                          &type))
    return false;
  member->name = reader->c->constants.at[name].name;
  member->descriptor = reader->c->constants.at[type].name;
  const char *words = names_text(reader->names, member->descriptor);
  if (!java_is_member_name(names_text(reader->names, member->name), is_method))
    return java_wrong(reader, member->offset, "'%.80s' is no name of %s",
                      names_text(reader->names, member->name), what);
  if (is_method ? !java_is_method_type(words) : !java_is_field_type(words))
    return java_wrong(reader, member->offset, "'%.80s' is no type of %s", words,
                      what);
  if (!is_method)
    return java_take_attributes(reader, take_attribute_of_field, member);
  return java_take_attributes(reader, take_attribute_of_method, member) &&
         check_method(reader, member);
}

static bool take_members(java_reader *reader, bool is_method) {
  uint16_t count;
  if (!java_take_u2(
          reader, is_method ? "the number of methods" : "the number of fields",
          &count))
    return false;
  for (unsigned i = 0; i < count; i++) {
    java_member member = {0};
    bool is_right = take_member(reader, is_method, &member);
    if (is_method)
      vec_push(reader->m, &reader->c->methods, member);
    else
      vec_push(reader->m, &reader->c->fields, member);
    if (!is_right)
      return false;
  }
  return true;
}

/* The class */

static bool take_attribute_of_class(java_reader *reader, const char *name,
                                    void *self) {
  uint16_t source;
  (void)self;
  if (strcmp(name, "BootstrapMethods") == 0)
    return reader->c->bootstraps.count
               ? java_wrong(reader, reader->at,
                            "bootstrap methods stand here again")
               : java_take_bootstraps(reader);
  if (strcmp(name, "SourceFile") != 0)
    return java_skip_attribute(reader);
  if (!java_take_constant(reader, JAVA_UTF8, false, "the name of the source",
                          &source))
    return false;
  reader->c->source = reader->c->constants.at[source].name;
  return true;
}

static bool take_head(java_reader *reader) {
  uint32_t magic;
  java_class *class = reader->c;
  if (!java_take(reader, 4, "its head", &magic))
    return false;
  if (magic != 0xCAFEBABE)
    return java_wrong(reader, 0,
                      "a class file begins with the bytes CA FE BA BE, "
                      "not with %08X",
                      magic);
  if (!java_take_u2(reader, "its version", &class->minor) ||
      !java_take_u2(reader, "its version", &class->major))
    return false;
  if (class->major < JAVA_FIRST_VERSION || class->major > JAVA_LAST_VERSION)
    return java_wrong(reader, 6,
                      "version %u of class files is not read: %d to %d are "
                      "(up to Java 21)",
                      class->major, JAVA_FIRST_VERSION, JAVA_LAST_VERSION);
  if (class->major >= 56 && class->minor != 0)
    return java_wrong(reader, 4,
                      "it uses preview features (minor version %u), "
                      "which are not supported",
                      class->minor);
  return true;
}

/* Arrays have names of classes, too, but no files. */
static bool is_plain_class(java_reader *reader, uint16_t n, size_t at) {
  const char *name = names_text(reader->names, reader->c->constants.at[n].name);
  return *name != '[' ||
         java_wrong(reader, at, "'%.80s' is an array, not a class", name);
}

static bool take_family(java_reader *reader) {
  java_class *class = reader->c;
  uint16_t count;
  if (!java_take_u2(reader, "its flags", &class->flags) ||
      !java_take_constant(reader, JAVA_CLASS, false, "the class itself",
                          &class->this_class) ||
      !is_plain_class(reader, class->this_class, reader->at - 2) ||
      !java_take_constant(reader, JAVA_CLASS, true, "its superclass",
                          &class->super_class) ||
      (class->super_class &&
       !is_plain_class(reader, class->super_class, reader->at - 2)))
    return false;
  const char *name =
      names_text(reader->names, class->constants.at[class->this_class].name);
  if (!class->super_class && strcmp(name, "java/lang/Object") != 0 &&
      strcmp(name, "module-info") != 0)
    return java_wrong(reader, reader->at - 2, "class %.80s has no superclass",
                      name);
  if (!java_take_u2(reader, "the number of interfaces", &count))
    return false;
  for (unsigned i = 0; i < count; i++) {
    uint16_t n;
    if (!java_take_constant(reader, JAVA_CLASS, false, "an interface", &n) ||
        !is_plain_class(reader, n, reader->at - 2))
      return false;
    vec_push(reader->m, &class->interfaces, n);
  }
  return true;
}

static bool is_at_end(java_reader *reader) {
  return reader->at == reader->end ||
         java_wrong(reader, reader->at, "%zu bytes follow the end of the class",
                    reader->end - reader->at);
}

bool java_class_read(mem *m, names *texts, const char *file,
                     const unsigned char *bytes, size_t length, report *r,
                     java_class *out) {
  java_reader reader = {
      .m = m, .names = texts, .r = r, .c = out, .end = length};
  *out = (java_class){.file = file,
                      .bytes = bytes,
                      .length = length,
                      .names = texts,
                      .source = NAMES_NONE};
  if (length > UINT32_MAX / 2)
    return java_wrong(&reader, 0, "it is larger than 2 GiB");
  return take_head(&reader) && java_take_constants(&reader) &&
         take_family(&reader) && take_members(&reader, false) &&
         take_members(&reader, true) &&
         java_take_attributes(&reader, take_attribute_of_class, NULL) &&
         java_check_bootstraps(&reader) && is_at_end(&reader);
}

void java_class_free(mem *m, java_class *class) {
  vec_each (java_member, member, &class->methods) {
    vec_free(m, &member->code.handlers);
    vec_free(m, &member->code.lines);
    vec_free(m, &member->code.locals);
    vec_free(m, &member->throws);
  }
  vec_free(m, &class->fields);
  vec_free(m, &class->methods);
  vec_free(m, &class->constants);
  vec_free(m, &class->interfaces);
  vec_free(m, &class->bootstraps);
  vec_free(m, &class->bootstrap_arguments);
}
