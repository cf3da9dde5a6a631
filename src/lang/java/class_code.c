/* The code of a method with its tables, and the methods that bootstrap dynamic
 * calls. */
#include "lang/java/class_reader.h"

enum { MOST_CODE = 65535 };

static bool take_handler(java_reader *x, const java_code *code,
                         java_handler *h) {
  size_t at = x->at;
  if (!java_take_u2(x, "a handler", &h->start) ||
      !java_take_u2(x, "a handler", &h->end) ||
      !java_take_u2(x, "a handler", &h->handler) ||
      !java_take_constant(x, JAVA_CLASS, true, "what a handler catches",
                          &h->type))
    return false;
  if (h->start < h->end && h->end <= code->length && h->handler < code->length)
    return true;
  return java_wrong(x, at,
                    "a handler at %u for bytes %u to %u of a code that has %u "
                    "bytes",
                    h->handler, h->start, h->end, code->length);
}

static bool take_handlers(java_reader *x, java_code *code) {
  uint16_t count;
  if (!java_take_u2(x, "the number of handlers", &count))
    return false;
  for (unsigned i = 0; i < count; i++) {
    java_handler h;
    if (!take_handler(x, code, &h))
      return false;
    vec_push(x->m, &code->handlers, h);
  }
  return true;
}

static bool take_lines(java_reader *x, java_code *code) {
  uint16_t count;
  if (!java_take_u2(x, "the number of lines", &count))
    return false;
  for (unsigned i = 0; i < count; i++) {
    java_line l;
    if (!java_take_u2(x, "a line", &l.start) ||
        !java_take_u2(x, "a line", &l.line))
      return false;
    if (l.start >= code->length)
      return java_wrong(x, x->at - 4,
                        "a line at byte %u of a code that has %u bytes",
                        l.start, code->length);
    vec_push(x->m, &code->lines, l);
  }
  return true;
}

static bool take_local(java_reader *x, const java_code *code, java_local *l) {
  uint16_t name, type;
  size_t at = x->at;
  if (!java_take_u2(x, "a local variable", &l->start) ||
      !java_take_u2(x, "a local variable", &l->length) ||
      !java_take_constant(x, JAVA_UTF8, false, "the name of a local", &name) ||
      !java_take_constant(x, JAVA_UTF8, false, "the type of a local", &type) ||
      !java_take_u2(x, "a local variable", &l->slot))
    return false;
  l->name = x->c->constants.at[name].name;
  l->descriptor = x->c->constants.at[type].name;
  const char *words = names_text(x->names, l->descriptor);
  if ((uint32_t)l->start + l->length <= code->length &&
      java_is_field_type(words) &&
      l->slot + java_type_words(words) <= code->most_locals)
    return true;
  return java_wrong(x, at,
                    "local variable %u of type '%.40s' in bytes %u to %u of a "
                    "code that has %u bytes and %u locals",
                    l->slot, words, l->start, l->start + l->length,
                    code->length, code->most_locals);
}

static bool take_locals(java_reader *x, java_code *code) {
  uint16_t count;
  if (!java_take_u2(x, "the number of local variables", &count))
    return false;
  for (unsigned i = 0; i < count; i++) {
    java_local l;
    if (!take_local(x, code, &l))
      return false;
    vec_push(x->m, &code->locals, l);
  }
  return true;
}

static bool take_attribute_of_code(java_reader *x, const char *name,
                                   void *self) {
  if (strcmp(name, "LineNumberTable") == 0)
    return take_lines(x, self);
  if (strcmp(name, "LocalVariableTable") == 0)
    return take_locals(x, self);
  return java_skip_attribute(x);
}

bool java_take_code(java_reader *x, java_code *out) {
  if (!java_take_u2(x, "the height of the stack", &out->most_stack) ||
      !java_take_u2(x, "the number of locals", &out->most_locals) ||
      !java_take(x, 4, "the length of the code", &out->length))
    return false;
  if (out->length == 0 || out->length > MOST_CODE)
    return java_wrong(x, x->at - 4, "a code of %u bytes: 1 to %d are allowed",
                      out->length, MOST_CODE);
  if (out->length > x->end - x->at)
    return java_wrong(x, x->at - 4,
                      "a code of %u bytes does not fit into the %zu that are "
                      "left",
                      out->length, x->end - x->at);
  out->offset = (uint32_t)x->at;
  x->at += out->length;
  return take_handlers(x, out) &&
         java_take_attributes(x, take_attribute_of_code, out);
}

/* The last that begins at or before it. */
uint32_t java_line_of(const java_code *code, uint32_t at) {
  const java_line *best = NULL;
  vec_each (const java_line, l, &code->lines)
    if (l->start <= at && (!best || l->start >= best->start))
      best = l;
  return best ? best->line : 0;
}

/* Dynamic calls */

static bool is_loadable(const java_class *c, uint32_t n) {
  if (n >= c->constants.count)
    return false;
  switch (c->constants.at[n].tag) {
  case JAVA_INTEGER:
  case JAVA_FLOAT:
  case JAVA_LONG:
  case JAVA_DOUBLE:
  case JAVA_CLASS:
  case JAVA_STRING:
  case JAVA_METHOD_HANDLE:
  case JAVA_METHOD_TYPE:
  case JAVA_DYNAMIC:
    return true;
  default:
    return false;
  }
}

static bool take_bootstrap(java_reader *x) {
  java_class *c = x->c;
  java_bootstrap b = {.first = (uint32_t)c->bootstrap_arguments.count};
  uint16_t count;
  if (!java_take_constant(x, JAVA_METHOD_HANDLE, false, "a bootstrap method",
                          &b.method) ||
      !java_take_u2(x, "a bootstrap method", &count))
    return false;
  b.arguments = count;
  for (unsigned i = 0; i < count; i++) {
    uint16_t n;
    if (!java_take_u2(x, "an argument of a bootstrap method", &n))
      return false;
    if (!is_loadable(c, n))
      return java_wrong(x, x->at - 2,
                        "constant %u cannot be an argument of a bootstrap "
                        "method",
                        n);
    vec_push(x->m, &c->bootstrap_arguments, n);
  }
  vec_push(x->m, &c->bootstraps, b);
  return true;
}

bool java_take_bootstraps(java_reader *x) {
  uint16_t count;
  if (!java_take_u2(x, "the number of bootstrap methods", &count))
    return false;
  for (unsigned i = 0; i < count; i++)
    if (!take_bootstrap(x))
      return false;
  return true;
}

bool java_check_bootstraps(java_reader *x) {
  vec_each (const java_constant, k, &x->c->constants)
    if ((k->tag == JAVA_DYNAMIC || k->tag == JAVA_INVOKE_DYNAMIC) &&
        k->a >= x->c->bootstraps.count)
      return java_wrong(x, k->offset,
                        "%s refers to bootstrap method %u, and there are %zu",
                        java_tag_words(k->tag), k->a, x->c->bootstraps.count);
  return true;
}
