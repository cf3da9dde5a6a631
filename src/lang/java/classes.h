/* The classes of a Java program, linked: who extends whom, where fields lie,
 * which methods can be called, and which classes have instances.
 *
 * Types, fields and methods are numbered through the whole program. All that a
 * program may use is loaded before anything is looked up; what is missing then
 * is missing for good, and whoever meets it says so by name. */
#ifndef LANG_JAVA_CLASSES_H
#define LANG_JAVA_CLASSES_H

#include "lang/java/instructions.h"

#define JAVA_NONE UINT32_MAX

typedef struct java_field {
  uint32_t type; /* that declares it */
  const java_member *member;
  uint32_t offset;   /* in objects, in bytes */
  uint32_t variable; /* of a static one: of the automaton */
  bool is_used;      /* of a static one: code that is reached names it */
} java_field;

typedef struct java_method {
  uint32_t type;
  const java_member *member;
  bool is_decoded, is_reached;
  bool may_throw, throws_itself;
  java_instructions code;
  uint32_t function; /* of the automaton; JAVA_NONE: not reached */
} java_method;

typedef struct java_type {
  uint32_t name;
  const java_class *file;
  uint32_t super;                       /* JAVA_NONE: Object's, or missing */
  uint32_t first_interface, interfaces; /* of 'interfaces'; those that are
                                           missing are left out */
  uint32_t first_field, fields, first_method, methods;
  uint32_t size;        /* of an instance, in bytes */
  uint32_t missing;     /* name of a superclass or an interface that is not
                           there, of its own or above it; NAMES_NONE: none */
  uint32_t initialiser; /* method <clinit>; JAVA_NONE: none */
  bool is_laid_out;
  bool is_made;                 /* it has instances */
  bool is_initialised_at_start; /* nothing happens at its first use */
  uint32_t number;   /* of a made type: its instances begin with it; those of
                        its subclasses follow */
  uint32_t state;    /* variable: has its initialisation begun? */
  uint32_t function; /* that initialises it */
  uint32_t record;   /* cfa_type, for people; CFA_NONE: none yet */
} java_type;

/* A class of our own for a dynamic call of a class (dynamic.h). */
typedef struct java_dynamic {
  const java_class *class;
  uint32_t call, type;
} java_dynamic;

typedef struct java_classes {
  mem *m;
  names texts;
  report *r;
  vec(java_type) types;
  vec(java_field) fields;
  vec(java_method) methods;
  vec(uint32_t) interfaces;
  vec(uint32_t) type_of_name; /* by name; JAVA_NONE: no class */
  vec(uint32_t) made;         /* types by 'number' - 1 */
  vec(uint32_t) reached;      /* methods, in the order in which they were met */
  vec(java_dynamic) dynamic;
  uint32_t start;           /* method main */
  const char *exceptions;   /* as java_options says */
  bool wants_array_objects; /* an array is used as an Object */
  bool catches_assertions;  /* a handler may catch an AssertionError */
  vec(uint32_t) covariant;  /* names of types of arrays, as which arrays of
                               other types are used somewhere */
  /* Names that are asked for often. */
  uint32_t object_name, init_name, clinit_name;
} java_classes;

/* 'classes' is zeroed by the caller. */
void java_classes_begin(java_classes *classes, mem *m, report *r);
/* One more class; a class of that name that came before stays. 'file' and
 * 'bytes' are kept. False: reported. */
bool java_classes_add(java_classes *classes, const char *file,
                      const unsigned char *bytes, size_t length);
/* When all are there: supertypes, layout. False: reported. */
bool java_classes_link(java_classes *classes);

/* Looking */

static inline java_type *java_type_at(const java_classes *classes, uint32_t n) {
  return &vec_at(&classes->types, n);
}
static inline java_method *java_method_at(const java_classes *classes,
                                          uint32_t n) {
  return &vec_at(&classes->methods, n);
}
uint32_t java_find_name(const java_classes *classes, const char *name);
uint32_t java_name(java_classes *classes, const char *name);
/* JAVA_NONE: there is no such class. */
uint32_t java_type_named(const java_classes *classes, uint32_t name);
static inline uint32_t java_type_called(const java_classes *classes,
                                        const char *name) {
  return java_type_named(classes, java_find_name(classes, name));
}
bool java_is_subtype(const java_classes *classes, uint32_t type, uint32_t of);
bool java_is_interface(const java_classes *classes, uint32_t type);
/* Is it one of java/models? A program has no classes of these packages. */
bool java_is_model(const java_classes *classes, uint32_t type);
/* Arrays of other types are used as ones of this type, and so are their
 * elements; has that been said? */
void java_note_covariance(java_classes *classes, const char *array);
bool java_is_covariant(const java_classes *classes, uint32_t array);
/* Of a type, its superclasses and interfaces. JAVA_NONE: none. */
uint32_t java_find_field(const java_classes *classes, uint32_t type,
                         uint32_t name, uint32_t descriptor);
/* The same, as an instruction names it. */
uint32_t java_find_method(const java_classes *classes, uint32_t type,
                          uint32_t name, uint32_t descriptor);
/* What a call on an instance of 'type' runs; JAVA_NONE: nothing, or it cannot
 * be told. */
uint32_t java_select_method(const java_classes *classes, uint32_t type,
                            uint32_t name, uint32_t descriptor);
static inline const char *java_name_text(const java_classes *classes,
                                         uint32_t name) {
  return names_text(&classes->texts, name);
}
/* "Main.f", for people. */
void java_method_words(const java_classes *classes, uint32_t method, char *out,
                       size_t size);

/* What can happen (reach.c): which methods are called, which classes have
 * instances. False: reported, code is wrong. */
bool java_reach(java_classes *classes, uint32_t start);
/* The same after a lowering has found that arrays are Objects; 'is_new' tells
 * whether that was not known, and it must be done again. */
bool java_reach_array_objects(java_classes *classes, bool *is_new);
/* Is the type initialised along with what extends it? Classes are, and
 * interfaces that have methods with code, or extend one that has. */
bool java_is_used_along(const java_classes *classes, uint32_t type);
/* Does <clinit> of the type only set what is the same before anything runs:
 * that assertions are not disabled? */
bool java_initialiser_is_trivial(const java_classes *classes, uint32_t type);
/* The methods that the call may run, for instances of the class that each
 * belongs to; 'out' is emptied first. */
typedef struct java_target {
  uint32_t type, method; /* method JAVA_NONE: it has none that can be run */
} java_target;
typedef vec(java_target) java_targets;
void java_find_targets(java_classes *classes, uint32_t type, uint32_t name,
                       uint32_t descriptor, java_targets *out);
/* Inputs of a program are results of methods whose classes need no code; see
 * inputs.c. */
typedef enum java_intrinsic {
  JAVA_NO_INTRINSIC,
  JAVA_INPUT,         /* a fresh value of the result's type */
  JAVA_INPUT_BETWEEN, /* of an int from the first argument to the second */
  JAVA_INPUT_NOT_NEGATIVE,
  JAVA_ASSUME,     /* the run ends if the argument is false */
  JAVA_ASSERTIONS, /* Class.desiredAssertionStatus: true */
  JAVA_EXIT,       /* System.exit */
  JAVA_ARRAY_COPY, /* System.arraycopy */
  JAVA_RAW_BITS,   /* a float or double is its bits, and the other way round */
  JAVA_BITS,       /* the same, what is no number in one form */
  JAVA_CLASS_NAME, /* custos.Machine.className */
  JAVA_HAS_TEXT    /* custos.Machine.hasText */
} java_intrinsic;
java_intrinsic java_find_intrinsic(const java_classes *classes,
                                   uint32_t class_name, uint32_t name,
                                   uint32_t descriptor);
/* The class that has the method's model, where that is another one. */
uint32_t java_class_of_model(java_classes *classes, uint32_t class_name,
                             uint32_t name);
/* Boxes: small numbers have one each, which custos.Boxes tells. */
bool java_is_box(const java_classes *classes, uint32_t type);
uint32_t java_boxes_method(const java_classes *classes);

#endif
