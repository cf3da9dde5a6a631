/* What invokedynamic calls, as classes of our own, put together before the
 * classes are linked: for each use of LambdaMetafactory a class with the
 * interface's method, for each of a record's ObjectMethods one with the
 * method's code. Either has a static method 'make', of the type that the
 * instruction tells, which stands for it. */
#ifndef LANG_JAVA_DYNAMIC_H
#define LANG_JAVA_DYNAMIC_H

#include "lang/java/assemble.h"
#include "lang/java/classes.h"

/* For all classes that are there. False: reported. */
bool java_add_dynamic_classes(java_classes *classes);
/* What the dynamic call of this number runs, when all is linked; JAVA_NONE: it
 * is none of these. */
uint32_t java_dynamic_method(const java_classes *classes,
                             const java_class *class, uint32_t call);

/* The parts of a class file that tell what a dynamic call means. */
typedef struct java_dynamic_call {
  const java_class *class;
  uint32_t call; /* INVOKE_DYNAMIC */
  const java_bootstrap *bootstrap;
  const char *name, *descriptor;
} java_dynamic_call;

/* Of the bootstrap method; NULL: it has none of that kind there. */
static inline const java_constant *
java_dynamic_argument(const java_dynamic_call *call, uint32_t n, java_tag tag) {
  if (n >= call->bootstrap->arguments)
    return NULL;
  const java_constant *constant = java_constant_at(
      call->class,
      call->class->bootstrap_arguments.at[call->bootstrap->first + n]);
  return constant->tag == tag ? constant : NULL;
}

/* lambda.c and record.c: the class's fields and methods. False: it is not as
 * javac makes it, so that whoever meets the call says that it is not
 * supported. */
bool java_assemble_lambda(const java_dynamic_call *call, const char *name,
                          bool is_alternative, java_assembler *out);
bool java_assemble_record_method(const java_classes *classes,
                                 const java_dynamic_call *call,
                                 java_assembler *out);

#endif
