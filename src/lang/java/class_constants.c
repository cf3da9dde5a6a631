/* The constants of a class. Each is read first, and then those that are made of
 * others are looked at, since they may stand before these. */
#include "lang/java/class_reader.h"

#include <stdio.h>

static const char *const tag_words[JAVA_TAGS] = {
    [JAVA_UNUSABLE] = "nothing",
    [JAVA_UTF8] = "a text",
    [JAVA_INTEGER] = "an int",
    [JAVA_FLOAT] = "a float",
    [JAVA_LONG] = "a long",
    [JAVA_DOUBLE] = "a double",
    [JAVA_CLASS] = "a class",
    [JAVA_STRING] = "a string",
    [JAVA_FIELD_REF] = "a field",
    [JAVA_METHOD_REF] = "a method",
    [JAVA_INTERFACE_METHOD_REF] = "a method of an interface",
    [JAVA_NAME_AND_TYPE] = "a name with a type",
    [JAVA_METHOD_HANDLE] = "a method handle",
    [JAVA_METHOD_TYPE] = "a method type",
    [JAVA_DYNAMIC] = "a dynamic constant",
    [JAVA_INVOKE_DYNAMIC] = "a dynamic call",
    [JAVA_MODULE] = "a module",
    [JAVA_PACKAGE] = "a package"};

const char *java_tag_words(java_tag tag) {
  return tag < JAVA_TAGS && tag_words[tag] ? tag_words[tag] : "no constant";
}

/* What a constant of a kind is made of. */
typedef struct shape {
  java_tag a, b; /* JAVA_UNUSABLE: none, or not looked at here */
  unsigned bytes;
} shape;

static const shape shapes[JAVA_TAGS] = {
    [JAVA_CLASS] = {JAVA_UTF8, JAVA_UNUSABLE, 2},
    [JAVA_STRING] = {JAVA_UTF8, JAVA_UNUSABLE, 2},
    [JAVA_METHOD_TYPE] = {JAVA_UTF8, JAVA_UNUSABLE, 2},
    [JAVA_MODULE] = {JAVA_UTF8, JAVA_UNUSABLE, 2},
    [JAVA_PACKAGE] = {JAVA_UTF8, JAVA_UNUSABLE, 2},
    [JAVA_FIELD_REF] = {JAVA_CLASS, JAVA_NAME_AND_TYPE, 4},
    [JAVA_METHOD_REF] = {JAVA_CLASS, JAVA_NAME_AND_TYPE, 4},
    [JAVA_INTERFACE_METHOD_REF] = {JAVA_CLASS, JAVA_NAME_AND_TYPE, 4},
    [JAVA_NAME_AND_TYPE] = {JAVA_UTF8, JAVA_UTF8, 4},
    [JAVA_METHOD_HANDLE] = {JAVA_UNUSABLE, JAVA_UNUSABLE, 3},
    [JAVA_DYNAMIC] = {JAVA_UNUSABLE, JAVA_NAME_AND_TYPE, 4},
    [JAVA_INVOKE_DYNAMIC] = {JAVA_UNUSABLE, JAVA_NAME_AND_TYPE, 4}};

/* Modified UTF-8: bytes 0 and 0xF0 to 0xFF never occur, and a letter has one
 * to three bytes. How many of them 'at' begins with; 0: it is wrong. */
static size_t letter_bytes(const unsigned char *at, const unsigned char *end) {
  size_t n = at[0] < 0x80             ? at[0] != 0
             : (at[0] & 0xE0) == 0xC0 ? 2
             : (at[0] & 0xF0) == 0xE0 ? 3
                                      : 0;
  if (n > (size_t)(end - at))
    return 0;
  for (size_t i = 1; i < n; i++)
    if ((at[i] & 0xC0) != 0x80)
      return 0;
  return n;
}

static bool take_text(java_reader *reader, java_constant *constant) {
  uint32_t length;
  if (!java_take(reader, 2, "the length of a text", &length))
    return false;
  if (length > reader->end - reader->at)
    return java_wrong(reader, reader->at - 2,
                      "a text of %u bytes does not fit into the %zu that are "
                      "left",
                      length, reader->end - reader->at);
  const unsigned char *at = reader->c->bytes + reader->at, *end = at + length;
  constant->name =
      names_insert(reader->m, reader->names, (const char *)at, length);
  for (size_t n; at < end; at += n) {
    n = letter_bytes(at, end);
    if (n == 0)
      return java_wrong(reader, (size_t)(at - reader->c->bytes),
                        "byte 0x%02x is no text in the encoding of class files "
                        "(modified UTF-8)",
                        *at);
  }
  reader->at += length;
  return true;
}

static bool take_number(java_reader *reader, java_constant *constant) {
  uint32_t high = 0, low;
  bool is_long = constant->tag == JAVA_LONG || constant->tag == JAVA_DOUBLE;
  if ((is_long && !java_take(reader, 4, "a constant", &high)) ||
      !java_take(reader, 4, "a constant", &low))
    return false;
  constant->bits = (uint64_t)high << 32 | low;
  return true;
}

static bool take_parts(java_reader *reader, java_constant *constant) {
  uint32_t a, b = 0;
  unsigned bytes = shapes[constant->tag].bytes;
  if (!java_take(reader, bytes == 3 ? 1 : 2, "a constant", &a) ||
      (bytes > 2 && !java_take(reader, 2, "a constant", &b)))
    return false;
  constant->a = (uint16_t)a;
  constant->b = (uint16_t)b;
  return true;
}

static bool take_one(java_reader *reader, java_constant *constant) {
  uint32_t tag;
  constant->offset = (uint32_t)reader->at;
  constant->name = NAMES_NONE;
  if (!java_take(reader, 1, "the constants", &tag))
    return false;
  constant->tag = (java_tag)tag;
  if (tag == JAVA_UTF8)
    return take_text(reader, constant);
  if (tag >= JAVA_INTEGER && tag <= JAVA_DOUBLE)
    return take_number(reader, constant);
  if (tag < JAVA_TAGS && shapes[tag].bytes)
    return take_parts(reader, constant);
  return java_wrong(reader, constant->offset,
                    "%u is no kind of constant: 1, 3 to 12 and 15 to 20 are",
                    tag);
}

/* Looking at what they are made of. */

static bool is_of(const java_class *class, uint32_t n, java_tag tag) {
  return n < class->constants.count && class->constants.at[n].tag == tag;
}

static bool part_is(java_reader *reader, const java_constant *constant,
                    uint16_t part, java_tag wanted) {
  return wanted == JAVA_UNUSABLE || is_of(reader->c, part, wanted) ||
         java_wrong(reader, constant->offset,
                    "%s refers to constant %u, which is no %s",
                    java_tag_words(constant->tag), part,
                    strchr(java_tag_words(wanted), ' ') + 1);
}

static bool text_is(java_reader *reader, const java_constant *constant,
                    bool is_right, const char *wanted) {
  return is_right ||
         java_wrong(reader, constant->offset, "'%.80s' is no %s",
                    names_text(reader->names, constant->name), wanted);
}

/* Kinds 1 to 4 lead to fields, 5 and 8 to methods of classes, 6 and 7 to those
 * of classes or interfaces, 9 to those of interfaces. */
static bool handle_is_right(java_reader *reader,
                            const java_constant *constant) {
  bool is_field = is_of(reader->c, constant->b, JAVA_FIELD_REF);
  bool is_method = is_of(reader->c, constant->b, JAVA_METHOD_REF);
  bool is_interface = is_of(reader->c, constant->b, JAVA_INTERFACE_METHOD_REF);
  bool is_right = constant->a >= 1 && constant->a <= 4   ? is_field
                  : constant->a == 5 || constant->a == 8 ? is_method
                  : constant->a == 6 || constant->a == 7
                      ? is_method || is_interface
                  : constant->a == 9 ? is_interface
                                     : false;
  return is_right || java_wrong(reader, constant->offset,
                                "a method handle of kind %u cannot refer to "
                                "constant %u",
                                constant->a, constant->b);
}

static bool check_parts(java_reader *reader, java_constant *constant) {
  if (constant->tag == JAVA_METHOD_HANDLE)
    return handle_is_right(reader, constant);
  if (!part_is(reader, constant, constant->a, shapes[constant->tag].a) ||
      !part_is(reader, constant, constant->b, shapes[constant->tag].b))
    return false;
  if (shapes[constant->tag].a == JAVA_UTF8)
    constant->name = reader->c->constants.at[constant->a].name;
  if (constant->tag == JAVA_CLASS)
    return text_is(
        reader, constant,
        java_is_class_name(names_text(reader->names, constant->name)),
        "name of a class");
  if (constant->tag == JAVA_METHOD_TYPE)
    return text_is(
        reader, constant,
        java_is_method_type(names_text(reader->names, constant->name)),
        "type of a method");
  return true;
}

/* Names with types are looked at for those who use them: a field or a method.
 */
static bool check_reference(java_reader *reader,
                            const java_constant *constant) {
  if (!shapes[constant->tag].bytes ||
      shapes[constant->tag].b != JAVA_NAME_AND_TYPE)
    return true;
  bool is_field =
      constant->tag == JAVA_FIELD_REF || constant->tag == JAVA_DYNAMIC;
  const java_constant *pair = &reader->c->constants.at[constant->b];
  const char *name = names_text(reader->names, pair->name);
  const char *type =
      names_text(reader->names, reader->c->constants.at[pair->b].name);
  if (!java_is_member_name(name, !is_field) || strcmp(name, "<clinit>") == 0)
    return java_wrong(reader, pair->offset,
                      "'%.80s' is no name of a %s that can be "
                      "referred to",
                      name, is_field ? "field" : "method");
  if (is_field ? !java_is_field_type(type) : !java_is_method_type(type))
    return java_wrong(reader, pair->offset, "'%.80s' is no type of a %s", type,
                      is_field ? "field" : "method");
  bool makes = strcmp(name, "<init>") == 0;
  if (makes &&
      (constant->tag != JAVA_METHOD_REF || *java_result_type(type) != 'V'))
    return java_wrong(reader, pair->offset,
                      "<init> is a method of a class and returns nothing");
  return true;
}

bool java_take_constants(java_reader *reader) {
  uint32_t count;
  java_class *class = reader->c;
  if (!java_take(reader, 2, "the number of constants", &count))
    return false;
  if (count == 0)
    return java_wrong(reader, reader->at - 2,
                      "the number of constants is 0, and is one "
                      "more than there are");
  vec_resize(reader->m, &class->constants, count);
  for (uint32_t i = 1; i < count; i++) {
    java_constant *constant = &class->constants.at[i];
    if (!take_one(reader, constant))
      return false;
    i += constant->tag == JAVA_LONG || constant->tag == JAVA_DOUBLE;
    if (i == count)
      return java_wrong(reader, constant->offset,
                        "%s takes two numbers, and this is the "
                        "last",
                        java_tag_words(constant->tag));
  }
  for (uint32_t i = 1; i < count; i++)
    if (shapes[class->constants.at[i].tag].bytes &&
        !check_parts(reader, &class->constants.at[i]))
      return false;
  for (uint32_t i = 1; i < count; i++)
    if (!check_reference(reader, &class->constants.at[i]))
      return false;
  return true;
}

static const java_constant *pair_of(const java_class *class, uint32_t n) {
  const java_constant *constant = java_constant_at(class, n);
  assert(shapes[constant->tag].b == JAVA_NAME_AND_TYPE);
  return java_constant_at(class, constant->b);
}

uint32_t java_ref_class(const java_class *class, uint32_t n) {
  const java_constant *constant = java_constant_at(class, n);
  assert(shapes[constant->tag].a == JAVA_CLASS);
  return java_constant_at(class, constant->a)->name;
}

uint32_t java_ref_name(const java_class *class, uint32_t n) {
  return pair_of(class, n)->name;
}

uint32_t java_ref_descriptor(const java_class *class, uint32_t n) {
  return java_constant_at(class, pair_of(class, n)->b)->name;
}
