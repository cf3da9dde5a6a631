/* Strings that are joined by invokedynamic: StringConcatFactory's recipes. The
 * model custos.Strings makes a String of each argument, and joins two. */
#include "lang/java/lowering.h"

#include <stdio.h>

const char *java_concat_recipe(const java_class *c, uint32_t call) {
  const java_constant *k = java_constant_at(c, call);
  const java_bootstrap *b = &vec_at(&c->bootstraps, k->a);
  const java_constant *handle = java_constant_at(c, b->method);
  java_tag target = java_constant_at(c, handle->b)->tag;
  if (target != JAVA_METHOD_REF ||
      strcmp(java_text(c, java_ref_class(c, handle->b)),
             "java/lang/invoke/StringConcatFactory") != 0 ||
      strcmp(java_text(c, java_ref_name(c, handle->b)),
             "makeConcatWithConstants") != 0 ||
      b->arguments != 1)
    return NULL;
  const java_constant *recipe =
      java_constant_at(c, c->bootstrap_arguments.at[b->first]);
  return recipe->tag == JAVA_STRING ? java_text(c, recipe->name) : NULL;
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

static uint32_t method_of_model(const java_lowering *l, const char *name,
                                const char *descriptor) {
  uint32_t type = java_type_called(l->p, "custos/Strings");
  uint32_t found =
      type == JAVA_NONE
          ? JAVA_NONE
          : java_find_method(l->p, type, java_find_name(l->p, name),
                             java_find_name(l->p, descriptor));
  return found != JAVA_NONE && java_method_at(l->p, found)->is_reached
             ? found
             : JAVA_NONE;
}

/* The argument's String. */
static uint32_t piece_of(java_lowering *l, const java_slot *s,
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
  uint32_t method = method_of_model(l, "of", descriptor);
  if (*type == '[' || *type == 'L')
    java_convert(l, s, is_string ? type : "Ljava/lang/Object;");
  if (method == JAVA_NONE) {
    java_unsupported(l, "a string with a value of type '%c' in it", *type);
    return java_null(l);
  }
  return java_call(l, method, &s->value, 1);
}

static uint32_t joined(java_lowering *l, uint32_t before, uint32_t piece) {
  uint32_t method = method_of_model(
      l, "join", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;");
  if (before == CFA_NONE)
    return piece;
  if (method == JAVA_NONE) {
    java_unsupported(l, "strings: the models of the library are not there");
    return piece;
  }
  return java_call(l, method, (uint32_t[]){before, piece}, 2);
}

enum { MOST_PIECES = 256 };

void java_step_concat(java_lowering *l, const char *recipe) {
  java_slot slots[MOST_PIECES];
  char types[MOST_PIECES][20];
  size_t count = 0, used = 0, length;
  const char *at =
                 java_name_text(l->p, java_ref_descriptor(l->c, l->x->index)) +
                 1,
             *text;
  for (; *at != ')'; at = java_skip_type(at), count++)
    (void)snprintf(types[count], sizeof *types, "%.19s", at);
  for (size_t i = count; i-- > 0;) {
    slots[i] = java_pop(l, java_kind_of(types[i]));
    if (slots[i].other != CFA_NONE)
      java_settle(l, &slots[i]);
  }
  uint32_t string = java_name(l->p, "java/lang/String");
  if (!l->emits) {
    java_push_reference(l, string, 0, true);
    return;
  }
  java_protect(l, CFA_NONE);
  for (size_t i = 0; i < count; i++)
    java_settle(l, &slots[i]);
  uint32_t all = CFA_NONE;
  if (strchr(recipe, CONSTANT))
    java_unsupported(l, "a string recipe with constants");
  char *copy = mem_text(l->m, recipe, strlen(recipe));
  for (at = copy; java_recipe_next(&at, &text, &length);) {
    uint32_t piece;
    if (text)
      piece = java_literal(l, names_insert(l->m, &l->p->texts, text, length));
    else if (used < count) {
      piece = piece_of(l, &slots[used], types[used]);
      used++;
    } else
      break;
    all = joined(l, all, piece);
  }
  /* A new one, also of a single String. */
  uint32_t method =
      method_of_model(l, "copy", "(Ljava/lang/String;)Ljava/lang/String;");
  if (all != CFA_NONE && method != JAVA_NONE)
    all = java_call(l, method, &all, 1);
  mem_free(l->m, copy);
  java_push_reference(l, string, all == CFA_NONE ? java_null(l) : all, true);
}
