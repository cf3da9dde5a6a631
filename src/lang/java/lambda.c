/* The class of a lambda or a method reference: what it has captured is in its
 * fields; the interface's method calls the method that is meant, and turns
 * arguments and result into what each side wants, as LambdaMetafactory says. */
#include "lang/java/dynamic.h"

#include <stdio.h>

enum { MOST_TEXT = 300 };

static const struct {
  char type;
  const char *box, *unboxing;
} boxes[] = {{'Z', "java/lang/Boolean", "booleanValue"},
             {'B', "java/lang/Byte", "byteValue"},
             {'C', "java/lang/Character", "charValue"},
             {'S', "java/lang/Short", "shortValue"},
             {'I', "java/lang/Integer", "intValue"},
             {'J', "java/lang/Long", "longValue"},
             {'F', "java/lang/Float", "floatValue"},
             {'D', "java/lang/Double", "doubleValue"}};

static bool is_reference(const char *type) {
  return *type == 'L' || *type == '[';
}

static size_t type_length(const char *type) {
  return *type == 'V' ? 1 : (size_t)(java_skip_type(type) - type);
}

static bool is_same(const char *a, const char *b) {
  size_t n = type_length(a);
  return n == type_length(b) && strncmp(a, b, n) == 0;
}

static bool is_class(const char *type, const char *name) {
  size_t n = strlen(name);
  return *type == 'L' && strncmp(type + 1, name, n) == 0 && type[n + 1] == ';';
}

/* Of 'boxes'; -1: the type is none. */
static int box_of(const char *type) {
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
    if (is_class(type, boxes[i].box))
      return (int)i;
  return -1;
}

static size_t number_of(char type) {
  size_t i = 0;
  while (boxes[i].type != type)
    i++;
  return i;
}

/* Numbers that a wider type takes. */
static void widen(java_assembler *out, char from, char to) {
  if (to == 'J' && strchr("BCSI", from))
    java_put(out, JAVA_I2L);
  else if (to == 'F' && strchr("BCSI", from))
    java_put(out, JAVA_I2F);
  else if (to == 'D' && strchr("BCSI", from))
    java_put(out, JAVA_I2D);
  else if (to == 'F' && from == 'J')
    java_put(out, JAVA_L2F);
  else if (to == 'D' && from == 'J')
    java_put(out, JAVA_L2D);
  else if (to == 'D' && from == 'F')
    java_put(out, JAVA_F2D);
}

static void put_box(java_assembler *out, size_t n) {
  char descriptor[MOST_TEXT];
  (void)snprintf(descriptor, sizeof descriptor, "(%c)L%s;", boxes[n].type,
                 boxes[n].box);
  java_put_call(out, JAVA_INVOKESTATIC, JAVA_METHOD_REF, boxes[n].box,
                "valueOf", descriptor);
}

/* As the type of an object tells it: that of a class without 'L' and ';'. */
static void put_cast(java_assembler *out, const char *type) {
  char name[MOST_TEXT];
  size_t skipped = *type == 'L';
  size_t n = type_length(type) - 2 * skipped;
  assert(n < sizeof name);
  memcpy(name, type + skipped, n);
  name[n] = '\0';
  if (strcmp(name, "java/lang/Object") != 0)
    java_put_index(out, JAVA_CHECKCAST, java_assemble_class(out, name));
}

/* A reference of type 'from' to a word of type 'to'. */
static void unbox(java_assembler *out, const char *from, char to) {
  char descriptor[4] = {'(', ')', to, '\0'};
  int n = box_of(from);
  size_t wanted = number_of(to);
  if (n >= 0) {
    descriptor[2] = boxes[n].type;
    java_put_call(out, JAVA_INVOKEVIRTUAL, JAVA_METHOD_REF, boxes[n].box,
                  boxes[n].unboxing, descriptor);
    widen(out, boxes[n].type, to);
    return;
  }
  const char *owner =
      to == 'Z' || to == 'C' ? boxes[wanted].box : "java/lang/Number";
  java_put_index(out, JAVA_CHECKCAST, java_assemble_class(out, owner));
  java_put_call(out, JAVA_INVOKEVIRTUAL, JAVA_METHOD_REF, owner,
                boxes[wanted].unboxing, descriptor);
}

/* What is on the stack is of type 'from', in truth of type 'meant', and is
 * wanted as 'to'. */
static void adapt(java_assembler *out, const char *from, const char *meant,
                  const char *to) {
  if (is_same(from, to) && is_same(from, meant))
    return;
  if (!is_reference(from)) {
    int box = box_of(to);
    if (!is_reference(to))
      widen(out, *from, *to);
    else {
      if (box >= 0)
        widen(out, *from, boxes[box].type);
      put_box(out, box >= 0 ? (size_t)box : number_of(*from));
    }
    return;
  }
  if (is_reference(meant) && !is_same(from, meant)) {
    put_cast(out, meant);
    from = meant;
  }
  if (!is_reference(to))
    unbox(out, from, *to);
  else if (!is_same(from, to))
    put_cast(out, to);
}

/* The method that is meant */

typedef struct lambda_target {
  unsigned kind; /* of the method handle */
  java_tag tag;
  const char *owner, *name, *descriptor;
  char receiver[MOST_TEXT + 3]; /* the owner as a type; "": it has none */
} lambda_target;

static bool find_target(const java_dynamic_call *call, lambda_target *out) {
  const java_constant *handle =
      java_dynamic_argument(call, 1, JAVA_METHOD_HANDLE);
  if (!handle || handle->a < 5)
    return false;
  out->kind = handle->a;
  out->tag = java_constant_at(call->class, handle->b)->tag;
  out->owner = java_text(call->class, java_ref_class(call->class, handle->b));
  out->name = java_text(call->class, java_ref_name(call->class, handle->b));
  out->descriptor =
      java_text(call->class, java_ref_descriptor(call->class, handle->b));
  bool has_receiver = out->kind != 6 && out->kind != 8;
  if (strlen(out->owner) >= MOST_TEXT ||
      (strcmp(out->name, "<init>") == 0) != (out->kind == 8))
    return false;
  out->receiver[0] = '\0';
  bool is_array = *out->owner == '[';
  if (has_receiver)
    (void)snprintf(out->receiver, sizeof out->receiver, "%s%s%s",
                   is_array ? "" : "L", out->owner, is_array ? "" : ";");
  return true;
}

static bool fits_in_text(const char *descriptor) {
  for (const char *at = descriptor + 1; *at != ')'; at = java_skip_type(at))
    if (type_length(at) >= MOST_TEXT)
      return false;
  return type_length(java_result_type(descriptor)) < MOST_TEXT;
}

static size_t count_of(const char *descriptor) {
  size_t n = 0;
  for (const char *at = descriptor + 1; *at != ')'; at = java_skip_type(at))
    n++;
  return n;
}

/* Is it the type, or does a wider one take it? */
static bool can_widen(char from, char to) {
  static const char order[] = "BSIJFD";
  if (from == to)
    return true;
  const char *a = strchr(order, from == 'C' ? 'S' : from);
  const char *b = strchr(order, to);
  return a && b && a < b;
}

/* Can a value of one type be turned into one of the other? */
static bool can_adapt(const char *from, const char *meant, const char *to) {
  if (*from == 'V' || *to == 'V')
    return *to == 'V';
  if (!is_reference(from) && !is_reference(to))
    return can_widen(*from, *to);
  if (!is_reference(from))
    return box_of(to) < 0 || can_widen(*from, boxes[box_of(to)].type);
  const char *real = is_reference(meant) ? meant : from;
  return is_reference(to) || box_of(real) < 0 ||
         can_widen(boxes[box_of(real)].type, *to);
}

/* The types that its arguments must have: the receiver, then the others. */
static const char *next_type(const lambda_target *target, const char *at) {
  return at                    ? java_skip_type(at)
         : target->receiver[0] ? target->receiver
                               : target->descriptor + 1;
}

static const char *first_behind(const lambda_target *target, const char *at) {
  return at == target->receiver ? target->descriptor + 1 : java_skip_type(at);
}

static void put_target(java_assembler *out, const lambda_target *target) {
  static const java_opcode opcodes[] = {JAVA_INVOKEVIRTUAL, JAVA_INVOKESTATIC,
                                        JAVA_INVOKESPECIAL, JAVA_INVOKESPECIAL,
                                        JAVA_INVOKEINTERFACE};
  java_put_call(out, opcodes[target->kind - 5], target->tag, target->owner,
                target->name, target->descriptor);
}

/* Arguments: first what was captured, then those of the interface's method. */
static void put_arguments(java_assembler *out, const java_dynamic_call *call,
                          const char *name, const lambda_target *target,
                          const char *method, const char *meant) {
  const char *to = next_type(target, NULL);
  unsigned n = 0;
  uint32_t slot = 1;
  for (const char *at = call->descriptor + 1; *at != ')';
       at = java_skip_type(at)) {
    char field[20], type[MOST_TEXT];
    (void)snprintf(field, sizeof field, "f%u", n++);
    (void)snprintf(type, sizeof type, "%.*s", (int)type_length(at), at);
    java_put_load(out, 'L', 0);
    java_put_field(out, JAVA_GETFIELD, name, field, type);
    to = first_behind(target, to);
  }
  const char *real = meant + 1;
  for (const char *at = method + 1; *at != ')'; at = java_skip_type(at)) {
    java_put_load(out, *at, slot);
    adapt(out, at, real, to);
    slot += java_type_words(at);
    real = java_skip_type(real);
    to = first_behind(target, to);
  }
}

static void put_result(java_assembler *out, const lambda_target *target,
                       const char *method) {
  char made[MOST_TEXT + 3];
  (void)snprintf(made, sizeof made, "L%s;", target->owner);
  const char *from =
      target->kind == 8 ? made : java_result_type(target->descriptor);
  const char *to = java_result_type(method);
  if (*to != 'V')
    adapt(out, from, to, to);
  java_put_return(out, *to);
}

/* One method of the interface, of this type. */
static void assemble_method(java_assembler *out, const java_dynamic_call *call,
                            const char *name, const lambda_target *target,
                            const char *method, const char *meant) {
  if (target->kind == 8) {
    java_put_index(out, JAVA_NEW, java_assemble_class(out, target->owner));
    java_put(out, JAVA_DUP);
  }
  put_arguments(out, call, name, target, method, meant);
  put_target(out, target);
  put_result(out, target, method);
  uint32_t words = java_argument_words(method);
  java_assemble_method(out, JAVA_IS_PUBLIC, call->name, method,
                       4 + 2 * words + java_argument_words(call->descriptor),
                       1 + words);
}

static void assemble_make(java_assembler *out, const java_dynamic_call *call,
                          const char *name) {
  uint32_t slot = 0;
  unsigned n = 0;
  java_put_index(out, JAVA_NEW, java_assemble_class(out, name));
  for (const char *at = call->descriptor + 1; *at != ')';
       at = java_skip_type(at)) {
    char field[20], type[MOST_TEXT];
    (void)snprintf(field, sizeof field, "f%u", n++);
    (void)snprintf(type, sizeof type, "%.*s", (int)type_length(at), at);
    java_assemble_field(out, field, type);
    java_put(out, JAVA_DUP);
    java_put_load(out, *at, slot);
    java_put_field(out, JAVA_PUTFIELD, name, field, type);
    slot += java_type_words(at);
  }
  java_put_return(out, 'L');
  java_assemble_method(out, JAVA_IS_PUBLIC | JAVA_IS_STATIC, "make",
                       call->descriptor, 4, slot);
}

/* Do the types have as many arguments as they must, that can be turned into
 * what is wanted? */
static bool can_call(const java_dynamic_call *call, const lambda_target *target,
                     const char *method, const char *meant) {
  size_t captured = count_of(call->descriptor), own = count_of(method);
  size_t wanted = count_of(target->descriptor) + (target->receiver[0] != 0);
  if (captured + own != wanted || own != count_of(meant) ||
      java_argument_words(method) > 200 ||
      java_argument_words(call->descriptor) > 200)
    return false;
  const char *to = next_type(target, NULL), *real = meant + 1;
  for (const char *at = call->descriptor + 1; *at != ')';
       at = java_skip_type(at))
    to = first_behind(target, to);
  for (const char *at = method + 1; *at != ')'; at = java_skip_type(at)) {
    if (!can_adapt(at, real, to) || is_reference(at) != is_reference(real))
      return false;
    real = java_skip_type(real);
    to = first_behind(target, to);
  }
  const char *result = java_result_type(method);
  const char *from = java_result_type(target->descriptor);
  return target->kind == 8 ? *result == 'V' || is_reference(result)
                           : can_adapt(from, result, result);
}

/* altMetafactory: flags, and then the types of further methods that mean the
 * same. Further interfaces are not supported. */
static bool assemble_bridges(java_assembler *out, const java_dynamic_call *call,
                             const char *name, const lambda_target *target,
                             const char *meant) {
  enum { IS_SERIALIZABLE = 1, HAS_MARKERS = 2, HAS_BRIDGES = 4 };
  uint32_t at = 3;
  const java_constant *flags = java_dynamic_argument(call, at++, JAVA_INTEGER);
  if (!flags || (flags->bits & (IS_SERIALIZABLE | HAS_MARKERS)))
    return false;
  if (!(flags->bits & HAS_BRIDGES))
    return true;
  const java_constant *count = java_dynamic_argument(call, at++, JAVA_INTEGER);
  for (uint64_t i = 0; count && i < count->bits; i++) {
    const java_constant *type =
        java_dynamic_argument(call, at++, JAVA_METHOD_TYPE);
    if (!type || !fits_in_text(java_text(call->class, type->name)) ||
        !can_call(call, target, java_text(call->class, type->name), meant))
      return false;
    assemble_method(out, call, name, target, java_text(call->class, type->name),
                    meant);
  }
  return count != NULL;
}

bool java_assemble_lambda(const java_dynamic_call *call, const char *name,
                          bool is_alternative, java_assembler *out) {
  const java_constant *method =
      java_dynamic_argument(call, 0, JAVA_METHOD_TYPE);
  const java_constant *meant = java_dynamic_argument(call, 2, JAVA_METHOD_TYPE);
  const char *result = java_result_type(call->descriptor);
  lambda_target target;
  char interface[MOST_TEXT];
  if (!method || !meant || *result != 'L' || !find_target(call, &target))
    return false;
  const char *type = java_text(call->class, method->name);
  const char *real = java_text(call->class, meant->name);
  if (!fits_in_text(call->descriptor) || !fits_in_text(type) ||
      !fits_in_text(real) || !fits_in_text(target.descriptor) ||
      !can_call(call, &target, type, real))
    return false;
  (void)snprintf(interface, sizeof interface, "%.*s", (int)(strlen(result) - 2),
                 result + 1);
  out->interface = java_assemble_class(out, interface);
  assemble_make(out, call, name);
  assemble_method(out, call, name, &target, type, real);
  return !is_alternative || assemble_bridges(out, call, name, &target, real);
}
