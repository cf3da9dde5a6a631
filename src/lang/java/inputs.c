/* Methods whose meaning is not their code: those that give inputs, and a few
 * of the library that only a machine can do. */
#include "lang/java/classes.h"

typedef struct known {
  const char *class_name, *name, *descriptor;
  java_intrinsic meaning;
} known;

#define SV "org/sosy_lab/sv_benchmarks/Verifier"
#define CPROVER "org/cprover/CProver"
#define JPF "gov/nasa/jpf/vm/Verify"
#define MODELS "custos/Inputs"
#define PANDA "gov/nasa/jpf/abstraction/Verifier"

static const known list[] = {
    {SV, "nondetBoolean", "()Z", JAVA_INPUT},
    {SV, "nondetByte", "()B", JAVA_INPUT},
    {SV, "nondetChar", "()C", JAVA_INPUT},
    {SV, "nondetShort", "()S", JAVA_INPUT},
    {SV, "nondetInt", "()I", JAVA_INPUT},
    {SV, "nondetLong", "()J", JAVA_INPUT},
    {SV, "nondetFloat", "()F", JAVA_INPUT},
    {SV, "nondetDouble", "()D", JAVA_INPUT},
    {SV, "assume", "(Z)V", JAVA_ASSUME},
    {CPROVER, "nondetBoolean", "()Z", JAVA_INPUT},
    {CPROVER, "nondetByte", "()B", JAVA_INPUT},
    {CPROVER, "nondetChar", "()C", JAVA_INPUT},
    {CPROVER, "nondetShort", "()S", JAVA_INPUT},
    {CPROVER, "nondetInt", "()I", JAVA_INPUT},
    {CPROVER, "nondetLong", "()J", JAVA_INPUT},
    {CPROVER, "nondetFloat", "()F", JAVA_INPUT},
    {CPROVER, "nondetDouble", "()D", JAVA_INPUT},
    {CPROVER, "assume", "(Z)V", JAVA_ASSUME},
    {JPF, "getInt", "(II)I", JAVA_INPUT_BETWEEN},
    {JPF, "getBoolean", "()Z", JAVA_INPUT},
    {PANDA, "unknownInt", "()I", JAVA_INPUT},
    {PANDA, "unknownNonNegativeInt", "()I", JAVA_INPUT_NOT_NEGATIVE},
    {PANDA, "unknownChar", "()C", JAVA_INPUT},
    {PANDA, "unknownBool", "()Z", JAVA_INPUT},
    {"java/lang/Class", "desiredAssertionStatus", "()Z", JAVA_ASSERTIONS},
    {"java/lang/System", "exit", "(I)V", JAVA_EXIT},
    {"java/lang/System", "arraycopy",
     "(Ljava/lang/Object;ILjava/lang/Object;II)V", JAVA_ARRAY_COPY},
    {"java/lang/Float", "floatToRawIntBits", "(F)I", JAVA_RAW_BITS},
    {"java/lang/Float", "intBitsToFloat", "(I)F", JAVA_RAW_BITS},
    {"java/lang/Float", "floatToIntBits", "(F)I", JAVA_BITS},
    {"java/lang/Double", "doubleToRawLongBits", "(D)J", JAVA_RAW_BITS},
    {"java/lang/Double", "longBitsToDouble", "(J)D", JAVA_RAW_BITS},
    {"java/lang/Double", "doubleToLongBits", "(D)J", JAVA_BITS},
    {MODELS, "nondetBoolean", "()Z", JAVA_INPUT},
    {MODELS, "nondetChar", "()C", JAVA_INPUT},
    {MODELS, "nondetInt", "()I", JAVA_INPUT},
    {MODELS, "nondetLong", "()J", JAVA_INPUT},
    {MODELS, "nondetFloat", "()F", JAVA_INPUT},
    {MODELS, "nondetDouble", "()D", JAVA_INPUT},
    {MODELS, "assume", "(Z)V", JAVA_ASSUME},
    {"custos/Machine", "className", "(Ljava/lang/Object;)Ljava/lang/String;",
     JAVA_CLASS_NAME},
    {"custos/Machine", "hasText", "(Ljava/lang/Object;)Z", JAVA_HAS_TEXT},
};

java_intrinsic java_find_intrinsic(const java_classes *classes,
                                   uint32_t class_name, uint32_t name,
                                   uint32_t descriptor) {
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (strcmp(list[i].class_name, java_name_text(classes, class_name)) == 0 &&
        strcmp(list[i].name, java_name_text(classes, name)) == 0 &&
        strcmp(list[i].descriptor, java_name_text(classes, descriptor)) == 0)
      return list[i].meaning;
  return JAVA_NO_INTRINSIC;
}

uint32_t java_class_of_model(java_classes *classes, uint32_t class_name,
                             uint32_t name) {
  const char *owner = java_name_text(classes, class_name);
  if (strcmp(java_name_text(classes, name), "nondetString") == 0 &&
      (strcmp(owner, SV) == 0 || strcmp(owner, CPROVER) == 0))
    return java_name(classes, MODELS);
  return class_name;
}

bool java_is_box(const java_classes *classes, uint32_t type) {
  static const char *const boxes[] = {"java/lang/Integer", "java/lang/Long",
                                      "java/lang/Character", "java/lang/Short",
                                      "java/lang/Byte"};
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
    if (java_type_called(classes, boxes[i]) == type)
      return true;
  return false;
}

uint32_t java_boxes_method(const java_classes *classes) {
  uint32_t type = java_type_called(classes, "custos/Boxes");
  return type == JAVA_NONE
             ? JAVA_NONE
             : java_find_method(
                   classes, type, java_find_name(classes, "areSame"),
                   java_find_name(classes,
                                  "(Ljava/lang/Object;Ljava/lang/Object;)Z"));
}
