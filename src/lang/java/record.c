/* The methods of a record that ObjectMethods gives: equals, hashCode and
 * toString of all its components, in their order. */
#include "lang/java/dynamic.h"

#include <stdio.h>

enum { MOST_TEXT = 300, MOST_COMPONENTS = 200 };

typedef struct record_call {
  const java_dynamic_call *call;
  const char *class_name;
  java_assembler *out;
} record_call;

static const char *component_box(char type) {
  switch (type) {
  case 'Z':
    return "java/lang/Boolean";
  case 'B':
    return "java/lang/Byte";
  case 'C':
    return "java/lang/Character";
  case 'S':
    return "java/lang/Short";
  case 'I':
    return "java/lang/Integer";
  case 'J':
    return "java/lang/Long";
  case 'F':
    return "java/lang/Float";
  case 'D':
    return "java/lang/Double";
  default:
    return NULL;
  }
}

static size_t components_of(const record_call *record) {
  return record->call->bootstrap->arguments - 2;
}

/* The component of this number of the record in a local; its type. */
static const char *put_component(const record_call *record, size_t n,
                                 uint32_t slot) {
  const java_class *class = record->call->class;
  const java_constant *handle =
      java_dynamic_argument(record->call, (uint32_t)n + 2, JAVA_METHOD_HANDLE);
  const char *type = java_text(class, java_ref_descriptor(class, handle->b));
  java_put_load(record->out, 'L', slot);
  java_put_field(record->out, JAVA_GETFIELD, record->class_name,
                 java_text(class, java_ref_name(class, handle->b)), type);
  return type;
}

/* Compared by compare of their box, or by equals. */
static void put_equals(const record_call *record) {
  java_assembler *out = record->out;
  size_t exits[MOST_COMPONENTS + 1], count = 0;
  java_put_load(out, 'L', 1);
  java_put_index(out, JAVA_INSTANCEOF,
                 java_assemble_class(out, record->class_name));
  exits[count++] = java_put_jump(out, JAVA_IFEQ);
  java_put_load(out, 'L', 1);
  java_put_index(out, JAVA_CHECKCAST,
                 java_assemble_class(out, record->class_name));
  java_put(out, JAVA_ASTORE_2);
  for (size_t i = 0; i < components_of(record); i++) {
    char descriptor[8];
    (void)put_component(record, i, 0);
    const char *type = put_component(record, i, 2);
    if (component_box(*type)) {
      (void)snprintf(descriptor, sizeof descriptor, "(%c%c)I", *type, *type);
      java_put_call(out, JAVA_INVOKESTATIC, JAVA_METHOD_REF,
                    component_box(*type), "compare", descriptor);
      exits[count++] = java_put_jump(out, JAVA_IFNE);
    } else {
      java_put_call(out, JAVA_INVOKESTATIC, JAVA_METHOD_REF,
                    "java/util/Objects", "equals",
                    "(Ljava/lang/Object;Ljava/lang/Object;)Z");
      exits[count++] = java_put_jump(out, JAVA_IFEQ);
    }
  }
  java_put(out, JAVA_ICONST_1);
  java_put_return(out, 'I');
  for (size_t i = 0; i < count; i++)
    java_land(out, exits[i]);
  java_put(out, JAVA_ICONST_0);
  java_put_return(out, 'I');
}

static void put_hash_code(const record_call *record) {
  java_assembler *out = record->out;
  java_put(out, JAVA_ICONST_0);
  for (size_t i = 0; i < components_of(record); i++) {
    char descriptor[] = "(?)I";
    java_put_index(out, JAVA_SIPUSH, 31);
    java_put(out, JAVA_IMUL);
    const char *type = put_component(record, i, 0);
    descriptor[1] = *type;
    if (component_box(*type))
      java_put_call(out, JAVA_INVOKESTATIC, JAVA_METHOD_REF,
                    component_box(*type), "hashCode", descriptor);
    else
      java_put_call(out, JAVA_INVOKESTATIC, JAVA_METHOD_REF,
                    "java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
    java_put(out, JAVA_IADD);
  }
  java_put_return(out, 'I');
}

static void put_append(java_assembler *out, const char *type) {
  char descriptor[80];
  static const char builder[] = "java/lang/StringBuilder";
  (void)snprintf(descriptor, sizeof descriptor, "(%s)L%s;", type, builder);
  java_put_call(out, JAVA_INVOKEVIRTUAL, JAVA_METHOD_REF, builder, "append",
                descriptor);
}

static void put_text(java_assembler *out, const char *text) {
  java_put_index(out, JAVA_LDC_W, java_assemble_string(out, text));
  put_append(out, "Ljava/lang/String;");
}

/* "Point[x=1, y=2]"; 'list' has those of the components, with ';' between. */
static void put_to_string(const record_call *record, const char *simple,
                          const char *list) {
  java_assembler *out = record->out;
  static const char builder[] = "java/lang/StringBuilder";
  char text[2 * MOST_TEXT];
  java_put_index(out, JAVA_NEW, java_assemble_class(out, builder));
  java_put(out, JAVA_DUP);
  java_put_call(out, JAVA_INVOKESPECIAL, JAVA_METHOD_REF, builder, "<init>",
                "()V");
  (void)snprintf(text, sizeof text, "%s[", simple);
  put_text(out, text);
  for (size_t i = 0; i < components_of(record); i++) {
    size_t n = strcspn(list, ";");
    (void)snprintf(text, sizeof text, "%s%.*s=", i ? ", " : "", (int)n, list);
    put_text(out, text);
    list += n + (list[n] == ';');
    const char *type = put_component(record, i, 0);
    bool is_small = *type == 'B' || *type == 'S';
    char one[] = {is_small ? 'I' : *type, '\0'};
    put_append(out, component_box(*type) ? one : "Ljava/lang/Object;");
  }
  put_text(out, "]");
  java_put_call(out, JAVA_INVOKEVIRTUAL, JAVA_METHOD_REF, builder, "toString",
                "()Ljava/lang/String;");
  java_put_return(out, 'L');
}

/* As Class.getSimpleName has it: that of a nested class stands behind its
 * outer one's and '$', and digits if it is a local one. */
static const char *simple_name(const java_classes *classes, const char *name) {
  const char *slash = strrchr(name, '/');
  char outer[MOST_TEXT];
  for (const char *at = strrchr(name, '$'); at; at = NULL) {
    (void)snprintf(outer, sizeof outer, "%.*s", (int)(at - name), name);
    if (java_type_called(classes, outer) == JAVA_NONE)
      break;
    return at + 1 + strspn(at + 1, "0123456789");
  }
  return slash ? slash + 1 : name;
}

static bool is_as_expected(const record_call *record,
                           const java_constant *list) {
  const java_class *class = record->call->class;
  size_t count = 0;
  for (uint32_t i = 2; i < record->call->bootstrap->arguments; i++) {
    const java_constant *handle =
        java_dynamic_argument(record->call, i, JAVA_METHOD_HANDLE);
    if (!handle || handle->a != 1 ||
        strcmp(java_text(class, java_ref_class(class, handle->b)),
               record->class_name) != 0)
      return false;
  }
  for (const char *at = java_text(class, list->name); *at; count++) {
    size_t n = strcspn(at, ";");
    if (n >= MOST_TEXT)
      return false;
    at += n + (at[n] == ';');
  }
  return count == components_of(record) && count <= MOST_COMPONENTS &&
         strlen(record->class_name) < MOST_TEXT;
}

static bool is_of_type(const record_call *record, const char *name,
                       const char *rest) {
  char wanted[2 * MOST_TEXT];
  (void)snprintf(wanted, sizeof wanted, "(L%s;%s", record->class_name, rest);
  return strcmp(record->call->name, name) == 0 &&
         strcmp(record->call->descriptor, wanted) == 0;
}

bool java_assemble_record_method(const java_classes *classes,
                                 const java_dynamic_call *call,
                                 java_assembler *out) {
  const java_constant *class = java_dynamic_argument(call, 0, JAVA_CLASS);
  const java_constant *list = java_dynamic_argument(call, 1, JAVA_STRING);
  if (!class || !list)
    return false;
  record_call record = {call, java_text(call->class, class->name), out};
  if (!is_as_expected(&record, list))
    return false;
  if (is_of_type(&record, "equals", "Ljava/lang/Object;)Z"))
    put_equals(&record);
  else if (is_of_type(&record, "hashCode", ")I"))
    put_hash_code(&record);
  else if (is_of_type(&record, "toString", ")Ljava/lang/String;"))
    put_to_string(&record, simple_name(classes, record.class_name),
                  java_text(call->class, list->name));
  else
    return false;
  java_assemble_method(out, JAVA_IS_PUBLIC | JAVA_IS_STATIC, "make",
                       call->descriptor, 12, 4);
  return true;
}
