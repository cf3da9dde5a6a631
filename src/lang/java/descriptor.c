/* Names and types as class files write them: "[I", "Ljava/lang/String;",
 * "(IJ)V". */
#include "lang/java/class_file.h"

enum { MOST_DIMENSIONS = 255, MOST_ARGUMENT_WORDS = 255 };

/* The parts of a name, between slashes: none is empty. */
static const char *skip_class_name(const char *at, const char *stop) {
  const char *part = at;
  for (;; at++) {
    if (at == stop || *at == '/') {
      if (at == part)
        return NULL;
      if (at == stop)
        return at;
      part = at + 1;
    } else if (strchr(".;[", *at)) {
      return NULL;
    }
  }
}

const char *java_skip_type(const char *at) {
  const char *start = at;
  while (*at == '[')
    at++;
  if (at - start > MOST_DIMENSIONS || !*at)
    return NULL;
  if (strchr("BCDFIJSZ", *at))
    return at + 1;
  const char *stop = *at == 'L' ? strchr(at, ';') : NULL;
  return stop && skip_class_name(at + 1, stop) ? stop + 1 : NULL;
}

bool java_is_field_type(const char *text) {
  const char *end = java_skip_type(text);
  return end && !*end;
}

/* Behind the '('; NULL: a type is wrong. */
static const char *skip_arguments(const char *at, uint32_t *words) {
  *words = 0;
  while (at && *at != ')') {
    *words += java_type_words(at);
    at = java_skip_type(at);
  }
  return at;
}

bool java_is_method_type(const char *text) {
  uint32_t words;
  if (*text != '(')
    return false;
  const char *at = skip_arguments(text + 1, &words);
  if (!at || words > MOST_ARGUMENT_WORDS)
    return false;
  return strcmp(at, ")V") == 0 || java_is_field_type(at + 1);
}

uint32_t java_argument_words(const char *method_type) {
  uint32_t words;
  assert(java_is_method_type(method_type));
  (void)skip_arguments(method_type + 1, &words);
  return words;
}

const char *java_result_type(const char *method_type) {
  assert(java_is_method_type(method_type));
  return strrchr(method_type, ')') + 1;
}

bool java_is_class_name(const char *text) {
  return *text == '[' ? java_is_field_type(text)
                      : skip_class_name(text, text + strlen(text)) != NULL;
}

bool java_is_member_name(const char *text, bool is_method) {
  if (is_method &&
      (strcmp(text, "<init>") == 0 || strcmp(text, "<clinit>") == 0))
    return true;
  return *text && !text[strcspn(text, is_method ? ".;[/<>" : ".;[/")];
}
