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

static bool take_text(java_reader *x, java_constant *k) {
  uint32_t length;
  if (!java_take(x, 2, "the length of a text", &length))
    return false;
  if (length > x->end - x->at)
    return java_wrong(x, x->at - 2,
                      "a text of %u bytes does not fit into the %zu that are "
                      "left",
                      length, x->end - x->at);
  const unsigned char *at = x->c->bytes + x->at, *end = at + length;
  k->name = names_insert(x->m, x->names, (const char *)at, length);
  for (size_t n; at < end; at += n) {
    n = letter_bytes(at, end);
    if (n == 0)
      return java_wrong(x, (size_t)(at - x->c->bytes),
                        "byte 0x%02x is no text in the encoding of class files "
                        "(modified UTF-8)",
                        *at);
  }
  x->at += length;
  return true;
}

static bool take_number(java_reader *x, java_constant *k) {
  uint32_t high = 0, low;
  bool is_long = k->tag == JAVA_LONG || k->tag == JAVA_DOUBLE;
  if ((is_long && !java_take(x, 4, "a constant", &high)) ||
      !java_take(x, 4, "a constant", &low))
    return false;
  k->bits = (uint64_t)high << 32 | low;
  return true;
}

static bool take_parts(java_reader *x, java_constant *k) {
  uint32_t a, b = 0;
  unsigned bytes = shapes[k->tag].bytes;
  if (!java_take(x, bytes == 3 ? 1 : 2, "a constant", &a) ||
      (bytes > 2 && !java_take(x, 2, "a constant", &b)))
    return false;
  k->a = (uint16_t)a;
  k->b = (uint16_t)b;
  return true;
}

static bool take_one(java_reader *x, java_constant *k) {
  uint32_t tag;
  k->offset = (uint32_t)x->at;
  k->name = NAMES_NONE;
  if (!java_take(x, 1, "the constants", &tag))
    return false;
  k->tag = (java_tag)tag;
  if (tag == JAVA_UTF8)
    return take_text(x, k);
  if (tag >= JAVA_INTEGER && tag <= JAVA_DOUBLE)
    return take_number(x, k);
  if (tag < JAVA_TAGS && shapes[tag].bytes)
    return take_parts(x, k);
  return java_wrong(x, k->offset,
                    "%u is no kind of constant: 1, 3 to 12 and 15 to 20 are",
                    tag);
}

/* Looking at what they are made of. */

static bool is_of(const java_class *c, uint32_t n, java_tag tag) {
  return n < c->constants.count && c->constants.at[n].tag == tag;
}

static bool part_is(java_reader *x, const java_constant *k, uint16_t part,
                    java_tag wanted) {
  return wanted == JAVA_UNUSABLE || is_of(x->c, part, wanted) ||
         java_wrong(x, k->offset, "%s refers to constant %u, which is no %s",
                    java_tag_words(k->tag), part,
                    strchr(java_tag_words(wanted), ' ') + 1);
}

static bool text_is(java_reader *x, const java_constant *k, bool is_right,
                    const char *wanted) {
  return is_right || java_wrong(x, k->offset, "'%.80s' is no %s",
                                names_text(x->names, k->name), wanted);
}

/* Kinds 1 to 4 lead to fields, 5 and 8 to methods of classes, 6 and 7 to those
 * of classes or interfaces, 9 to those of interfaces. */
static bool handle_is_right(java_reader *x, const java_constant *k) {
  bool is_field = is_of(x->c, k->b, JAVA_FIELD_REF);
  bool is_method = is_of(x->c, k->b, JAVA_METHOD_REF);
  bool is_interface = is_of(x->c, k->b, JAVA_INTERFACE_METHOD_REF);
  bool is_right = k->a >= 1 && k->a <= 4   ? is_field
                  : k->a == 5 || k->a == 8 ? is_method
                  : k->a == 6 || k->a == 7 ? is_method || is_interface
                  : k->a == 9              ? is_interface
                                           : false;
  return is_right || java_wrong(x, k->offset,
                                "a method handle of kind %u cannot refer to "
                                "constant %u",
                                k->a, k->b);
}

static bool check_parts(java_reader *x, java_constant *k) {
  if (k->tag == JAVA_METHOD_HANDLE)
    return handle_is_right(x, k);
  if (!part_is(x, k, k->a, shapes[k->tag].a) ||
      !part_is(x, k, k->b, shapes[k->tag].b))
    return false;
  if (shapes[k->tag].a == JAVA_UTF8)
    k->name = x->c->constants.at[k->a].name;
  if (k->tag == JAVA_CLASS)
    return text_is(x, k, java_is_class_name(names_text(x->names, k->name)),
                   "name of a class");
  if (k->tag == JAVA_METHOD_TYPE)
    return text_is(x, k, java_is_method_type(names_text(x->names, k->name)),
                   "type of a method");
  return true;
}

/* Names with types are looked at for those who use them: a field or a method.
 */
static bool check_reference(java_reader *x, const java_constant *k) {
  if (!shapes[k->tag].bytes || shapes[k->tag].b != JAVA_NAME_AND_TYPE)
    return true;
  bool is_field = k->tag == JAVA_FIELD_REF || k->tag == JAVA_DYNAMIC;
  const java_constant *pair = &x->c->constants.at[k->b];
  const char *name = names_text(x->names, pair->name);
  const char *type = names_text(x->names, x->c->constants.at[pair->b].name);
  if (!java_is_member_name(name, !is_field) || strcmp(name, "<clinit>") == 0)
    return java_wrong(x, pair->offset,
                      "'%.80s' is no name of a %s that can be "
                      "referred to",
                      name, is_field ? "field" : "method");
  if (is_field ? !java_is_field_type(type) : !java_is_method_type(type))
    return java_wrong(x, pair->offset, "'%.80s' is no type of a %s", type,
                      is_field ? "field" : "method");
  bool makes = strcmp(name, "<init>") == 0;
  if (makes && (k->tag != JAVA_METHOD_REF || *java_result_type(type) != 'V'))
    return java_wrong(x, pair->offset,
                      "<init> is a method of a class and returns nothing");
  return true;
}

bool java_take_constants(java_reader *x) {
  uint32_t count;
  java_class *c = x->c;
  if (!java_take(x, 2, "the number of constants", &count))
    return false;
  if (count == 0)
    return java_wrong(x, x->at - 2,
                      "the number of constants is 0, and is one "
                      "more than there are");
  vec_resize(x->m, &c->constants, count);
  for (uint32_t i = 1; i < count; i++) {
    java_constant *k = &c->constants.at[i];
    if (!take_one(x, k))
      return false;
    i += k->tag == JAVA_LONG || k->tag == JAVA_DOUBLE;
    if (i == count)
      return java_wrong(x, k->offset,
                        "%s takes two numbers, and this is the "
                        "last",
                        java_tag_words(k->tag));
  }
  for (uint32_t i = 1; i < count; i++)
    if (shapes[c->constants.at[i].tag].bytes &&
        !check_parts(x, &c->constants.at[i]))
      return false;
  for (uint32_t i = 1; i < count; i++)
    if (!check_reference(x, &c->constants.at[i]))
      return false;
  return true;
}

static const java_constant *pair_of(const java_class *c, uint32_t n) {
  const java_constant *k = java_constant_at(c, n);
  assert(shapes[k->tag].b == JAVA_NAME_AND_TYPE);
  return java_constant_at(c, k->b);
}

uint32_t java_ref_class(const java_class *c, uint32_t n) {
  const java_constant *k = java_constant_at(c, n);
  assert(shapes[k->tag].a == JAVA_CLASS);
  return java_constant_at(c, k->a)->name;
}

uint32_t java_ref_name(const java_class *c, uint32_t n) {
  return pair_of(c, n)->name;
}

uint32_t java_ref_descriptor(const java_class *c, uint32_t n) {
  return java_constant_at(c, pair_of(c, n)->b)->name;
}
