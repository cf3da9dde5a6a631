/* Strings that are joined by invokedynamic: StringConcatFactory's recipes. The
 * model custos.Strings makes a String of each argument, and joins two. */
#include "lang/java/lowering.h"

#include <stdio.h>

const char *java_concat_recipe(const java_class *class, uint32_t call) {
  const java_constant *constant = java_constant_at(class, call);
  const java_bootstrap *bootstrap = &vec_at(&class->bootstraps, constant->a);
  const java_constant *handle = java_constant_at(class, bootstrap->method);
  java_tag target = java_constant_at(class, handle->b)->tag;
  if (target != JAVA_METHOD_REF ||
      strcmp(java_text(class, java_ref_class(class, handle->b)),
             "java/lang/invoke/StringConcatFactory") != 0 ||
      strcmp(java_text(class, java_ref_name(class, handle->b)),
             "makeConcatWithConstants") != 0 ||
      bootstrap->arguments != 1)
    return NULL;
  const java_constant *recipe =
      java_constant_at(class, class->bootstrap_arguments.at[bootstrap->first]);
  return recipe->tag == JAVA_STRING ? java_text(class, recipe->name) : NULL;
}

enum { ARGUMENT = 1, CONSTANT };

bool java_recipe_next(const char **at, const char **text, size_t *length) {
  if (!**at)
    return false;
  *text = **at == ARGUMENT ? NULL : *at;
  *length = *text ? strcspn(*at, "\1") : 1;
  *at += *length;
  return true;
}

static uint32_t method_of_model(const java_lowering *lowering, const char *name,
                                const char *descriptor) {
  uint32_t type = java_type_called(lowering->p, "custos/Strings");
  uint32_t found =
      type == JAVA_NONE
          ? JAVA_NONE
          : java_find_method(lowering->p, type,
                             java_find_name(lowering->p, name),
                             java_find_name(lowering->p, descriptor));
  return found != JAVA_NONE && java_method_at(lowering->p, found)->is_reached
             ? found
             : JAVA_NONE;
}

/* The argument's String. */
static uint32_t piece_of(java_lowering *lowering, java_slot *slot,
                         const char *type) {
  char descriptor[80];
  bool is_string = strncmp(type, "Ljava/lang/String;", 18) == 0;
  if (*type == '[' || *type == 'L')
    (void)snprintf(descriptor, sizeof descriptor,
                   "(Ljava/lang/%s;)Ljava/lang/String;",
                   is_string ? "String" : "Object");
  else
    (void)snprintf(descriptor, sizeof descriptor, "(%c)Ljava/lang/String;",
                   *type);
  uint32_t method = method_of_model(lowering, "of", descriptor);
  if (*type == '[' || *type == 'L')
    java_convert(lowering, slot, is_string ? type : "Ljava/lang/Object;");
  if (method == JAVA_NONE) {
    java_unsupported(lowering, "a string with a value of type '%c' in it",
                     *type);
    return java_null(lowering);
  }
  return java_call(lowering, method, &slot->value, 1);
}

static uint32_t joined(java_lowering *lowering, uint32_t before,
                       uint32_t piece) {
  uint32_t method = method_of_model(
      lowering, "join",
      "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;");
  if (before == CFA_NONE)
    return piece;
  if (method == JAVA_NONE) {
    java_unsupported(lowering,
                     "strings: the models of the library are not there");
    return piece;
  }
  return java_call(lowering, method, (uint32_t[]){before, piece}, 2);
}

enum { MOST_PIECES = 256 };

void java_step_concat(java_lowering *lowering, const char *recipe) {
  java_slot slots[MOST_PIECES];
  char types[MOST_PIECES][20];
  size_t count = 0, used = 0, length;
  const char *at = java_name_text(
                       lowering->p,
                       java_ref_descriptor(lowering->c, lowering->x->index)) +
                   1,
             *text;
  for (; *at != ')'; at = java_skip_type(at), count++)
    (void)snprintf(types[count], sizeof *types, "%.19s", at);
  for (size_t i = count; i-- > 0;) {
    slots[i] = java_pop(lowering, java_kind_of(types[i]));
    if (slots[i].other != CFA_NONE)
      java_settle(lowering, &slots[i]);
  }
  uint32_t string = java_name(lowering->p, "java/lang/String");
  if (!lowering->emits) {
    java_push_reference(lowering, string, 0, true);
    return;
  }
  java_protect(lowering, CFA_NONE);
  for (size_t i = 0; i < count; i++)
    java_settle(lowering, &slots[i]);
  uint32_t all = CFA_NONE;
  if (strchr(recipe, CONSTANT))
    java_unsupported(lowering, "a string recipe with constants");
  char *copy = mem_text(lowering->m, recipe, strlen(recipe));
  for (at = copy; java_recipe_next(&at, &text, &length);) {
    uint32_t piece;
    if (text)
      piece =
          java_literal(lowering, names_insert(lowering->m, &lowering->p->texts,
                                              text, length));
    else if (used < count) {
      piece = piece_of(lowering, &slots[used], types[used]);
      used++;
    } else
      break;
    all = joined(lowering, all, piece);
  }
  /* A new one, also of a single String. */
  uint32_t method = method_of_model(lowering, "copy",
                                    "(Ljava/lang/String;)Ljava/lang/String;");
  if (all != CFA_NONE && method != JAVA_NONE)
    all = java_call(lowering, method, &all, 1);
  mem_free(lowering->m, copy);
  java_push_reference(lowering, string,
                      all == CFA_NONE ? java_null(lowering) : all, true);
}
