/* Class files of the Java virtual machine, versions 45 to 65, as data.
 *
 * What java_class_read gives has been checked: each index leads to a constant
 * of the kind that its place asks for, each descriptor is one, each range of
 * code lies within its code. The instructions themselves are decoded, and
 * checked, by instructions.h; what they do to stack and locals is looked at by
 * whoever runs them. Stack maps, annotations and other attributes that say
 * nothing about what a program does are skipped, whatever they hold.
 *
 * Texts are names of a table that several classes share, in the encoding of
 * class files (modified UTF-8, in which no byte is 0). */
#ifndef LANG_JAVA_CLASS_FILE_H
#define LANG_JAVA_CLASS_FILE_H

#include "base/names.h"
#include "base/report.h"

#include <stdbool.h>

enum { JAVA_FIRST_VERSION = 45, JAVA_LAST_VERSION = 65 };

/* The numbers are those of the files. */
typedef enum java_tag {
  JAVA_UNUSABLE = 0, /* number 0, and what follows a long or a double */
  JAVA_UTF8 = 1,
  JAVA_INTEGER = 3,
  JAVA_FLOAT = 4,
  JAVA_LONG = 5,
  JAVA_DOUBLE = 6,
  JAVA_CLASS = 7,
  JAVA_STRING = 8,
  JAVA_FIELD_REF = 9,
  JAVA_METHOD_REF = 10,
  JAVA_INTERFACE_METHOD_REF = 11,
  JAVA_NAME_AND_TYPE = 12,
  JAVA_METHOD_HANDLE = 15,
  JAVA_METHOD_TYPE = 16,
  JAVA_DYNAMIC = 17,
  JAVA_INVOKE_DYNAMIC = 18,
  JAVA_MODULE = 19,
  JAVA_PACKAGE = 20,
  JAVA_TAGS
} java_tag;

enum {
  JAVA_IS_PUBLIC = 0x1,
  JAVA_IS_PRIVATE = 0x2,
  JAVA_IS_STATIC = 0x8,
  JAVA_IS_FINAL = 0x10,
  JAVA_IS_SYNCHRONIZED = 0x20, /* of methods */
  JAVA_IS_NATIVE = 0x100,
  JAVA_IS_INTERFACE = 0x200,
  JAVA_IS_ABSTRACT = 0x400
};

typedef struct java_constant {
  java_tag tag;
  uint32_t offset; /* in the file */
  uint16_t a, b;   /* constants that it is made of; METHOD_HANDLE: a is its
                      kind; DYNAMIC, INVOKE_DYNAMIC: a is a bootstrap method */
  uint32_t name;   /* UTF8, and of whatever has one text: CLASS, STRING, ... */
  uint64_t bits;   /* INTEGER, FLOAT, LONG, DOUBLE: the word */
} java_constant;

/* Instructions from 'start' to before 'end'. */
typedef struct java_handler {
  uint16_t start, end, handler; /* in bytes of the code */
  uint16_t type;                /* CLASS; 0: whatever is thrown */
} java_handler;

typedef struct java_line {
  uint16_t start, line;
} java_line;

typedef struct java_local {
  uint16_t start, length, slot;
  uint32_t name, descriptor;
} java_local;

typedef struct java_code {
  uint16_t most_stack, most_locals;
  uint32_t offset, length; /* in the file's bytes */
  vec(java_handler) handlers;
  vec(java_line) lines; /* as they come: several tables may follow each other */
  vec(java_local) locals;
} java_code;

typedef struct java_member {
  uint16_t flags;
  uint32_t name, descriptor;
  uint32_t offset;   /* in the file */
  uint16_t constant; /* of a static field: its value; 0: none */
  bool has_code;     /* of a method that is neither native nor abstract */
  java_code code;
  vec(uint16_t) throws; /* CLASS: what a method says that it throws */
} java_member;

typedef struct java_bootstrap {
  uint16_t method;           /* METHOD_HANDLE */
  uint32_t first, arguments; /* of 'bootstrap_arguments' */
} java_bootstrap;

typedef struct java_class {
  const char *file; /* for messages */
  const unsigned char *bytes;
  size_t length;
  const names *names;
  uint16_t minor, major, flags;
  vec(java_constant) constants;     /* number 0 is none */
  uint16_t this_class, super_class; /* CLASS; super of java/lang/Object: 0 */
  vec(uint16_t) interfaces;         /* CLASS */
  vec(java_member) fields, methods;
  vec(java_bootstrap) bootstraps;
  vec(uint16_t) bootstrap_arguments;
  uint32_t source; /* name of its source file; NAMES_NONE: it does not say */
} java_class;

/* 'file' and 'bytes' are kept, not copied: they live as long as 'out'. False:
 * reported, "byte 17: ...". Linear. */
bool java_class_read(mem *m, names *texts, const char *file,
                     const unsigned char *bytes, size_t length, report *r,
                     java_class *out);
void java_class_free(mem *m, java_class *class);

static inline const java_constant *java_constant_at(const java_class *class,
                                                    uint32_t n) {
  return &vec_at(&class->constants, n);
}
/* "a class", "a long", ... */
const char *java_tag_words(java_tag tag);

/* Of FIELD_REF, METHOD_REF, INTERFACE_METHOD_REF: the class, the name, the
 * descriptor. Of DYNAMIC and INVOKE_DYNAMIC only the latter two. */
uint32_t java_ref_class(const java_class *class, uint32_t n);
uint32_t java_ref_name(const java_class *class, uint32_t n);
uint32_t java_ref_descriptor(const java_class *class, uint32_t n);
static inline const char *java_text(const java_class *class, uint32_t name) {
  return names_text(class->names, name);
}
/* The line of the instruction at this byte of the code; 0: not known. */
uint32_t java_line_of(const java_code *code, uint32_t at);

/* Descriptors (descriptor.c). */

/* Where the type that begins at 'at' ends; NULL: none begins there. 'V' is no
 * type of a field. */
const char *java_skip_type(const char *at);
bool java_is_field_type(const char *text);
bool java_is_method_type(const char *text);
/* How many words of the stack the arguments take: 2 for long and double. */
uint32_t java_argument_words(const char *method_type);
/* The result's type: behind the ')'. */
const char *java_result_type(const char *method_type);
/* As many of the stack's words as a value of the type takes; of 'V' 0. */
static inline uint32_t java_type_words(const char *type) {
  return *type == 'V' ? 0 : *type == 'J' || *type == 'D' ? 2 : 1;
}
/* The name of a class, "java/lang/Object", or the type of an array. */
bool java_is_class_name(const char *text);
/* Of a method or a field; <init> and <clinit> are names of methods. */
bool java_is_member_name(const char *text, bool is_method);

#endif
