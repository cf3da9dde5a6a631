/* The code of a method with its tables, and the methods that bootstrap dynamic
 * calls. */
#include "lang/java/class_reader.h"

enum { MOST_CODE = 65535 };

static bool take_handler(java_reader *reader, const java_code *code,
                         java_handler *handler) {
  size_t at = reader->at;
  if (!java_take_u2(reader, "a handler", &handler->start) ||
      !java_take_u2(reader, "a handler", &handler->end) ||
      !java_take_u2(reader, "a handler", &handler->handler) ||
      !java_take_constant(reader, JAVA_CLASS, true, "what a handler catches",
                          &handler->type))
    return false;
  if (handler->start < handler->end && handler->end <= code->length &&
      handler->handler < code->length)
    return true;
  return java_wrong(reader, at,
                    "a handler at %u for bytes %u to %u of a code that has %u "
                    "bytes",
                    handler->handler, handler->start, handler->end,
                    code->length);
}

static bool take_handlers(java_reader *reader, java_code *code) {
  uint16_t count;
  if (!java_take_u2(reader, "the number of handlers", &count))
    return false;
  for (unsigned i = 0; i < count; i++) {
    java_handler handler;
    if (!take_handler(reader, code, &handler))
      return false;
    vec_push(reader->m, &code->handlers, handler);
  }
  return true;
}

static bool take_lines(java_reader *reader, java_code *code) {
  uint16_t count;
  if (!java_take_u2(reader, "the number of lines", &count))
    return false;
  for (unsigned i = 0; i < count; i++) {
    java_line line;
    if (!java_take_u2(reader, "a line", &line.start) ||
        !java_take_u2(reader, "a line", &line.line))
      return false;
    if (line.start >= code->length)
      return java_wrong(reader, reader->at - 4,
                        "a line at byte %u of a code that has %u bytes",
                        line.start, code->length);
    vec_push(reader->m, &code->lines, line);
  }
  return true;
}

static bool take_local(java_reader *reader, const java_code *code,
                       java_local *local) {
  uint16_t name, type;
  size_t at = reader->at;
  if (!java_take_u2(reader, "a local variable", &local->start) ||
      !java_take_u2(reader, "a local variable", &local->length) ||
      !java_take_constant(reader, JAVA_UTF8, false, "the name of a local",
                          &name) ||
      !java_take_constant(reader, JAVA_UTF8, false, "the type of a local",
                          &type) ||
      !java_take_u2(reader, "a local variable", &local->slot))
    return false;
  local->name = reader->c->constants.at[name].name;
  local->descriptor = reader->c->constants.at[type].name;
  const char *words = names_text(reader->names, local->descriptor);
  if ((uint32_t)local->start + local->length <= code->length &&
      java_is_field_type(words) &&
      local->slot + java_type_words(words) <= code->most_locals)
    return true;
  return java_wrong(reader, at,
                    "local variable %u of type '%.40s' in bytes %u to %u of a "
                    "code that has %u bytes and %u locals",
                    local->slot, words, local->start,
                    local->start + local->length, code->length,
                    code->most_locals);
}

static bool take_locals(java_reader *reader, java_code *code) {
  uint16_t count;
  if (!java_take_u2(reader, "the number of local variables", &count))
    return false;
  for (unsigned i = 0; i < count; i++) {
    java_local local;
    if (!take_local(reader, code, &local))
      return false;
    vec_push(reader->m, &code->locals, local);
  }
  return true;
}

static bool take_attribute_of_code(java_reader *reader, const char *name,
                                   void *self) {
  if (strcmp(name, "LineNumberTable") == 0)
    return take_lines(reader, self);
  if (strcmp(name, "LocalVariableTable") == 0)
    return take_locals(reader, self);
  return java_skip_attribute(reader);
}

bool java_take_code(java_reader *reader, java_code *out) {
  if (!java_take_u2(reader, "the height of the stack", &out->most_stack) ||
      !java_take_u2(reader, "the number of locals", &out->most_locals) ||
      !java_take(reader, 4, "the length of the code", &out->length))
    return false;
  if (out->length == 0 || out->length > MOST_CODE)
    return java_wrong(reader, reader->at - 4,
                      "a code of %u bytes: 1 to %d are allowed", out->length,
                      MOST_CODE);
  if (out->length > reader->end - reader->at)
    return java_wrong(reader, reader->at - 4,
                      "a code of %u bytes does not fit into the %zu that are "
                      "left",
                      out->length, reader->end - reader->at);
  out->offset = (uint32_t)reader->at;
  reader->at += out->length;
  return take_handlers(reader, out) &&
         java_take_attributes(reader, take_attribute_of_code, out);
}

/* The last that begins at or before it. */
uint32_t java_line_of(const java_code *code, uint32_t at) {
  const java_line *best = NULL;
  vec_each (const java_line, line, &code->lines)
    if (line->start <= at && (!best || line->start >= best->start))
      best = line;
  return best ? best->line : 0;
}

/* Dynamic calls */

static bool is_loadable(const java_class *class, uint32_t n) {
  if (n >= class->constants.count)
    return false;
  switch (class->constants.at[n].tag) {
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

static bool take_bootstrap(java_reader *reader) {
  java_class *class = reader->c;
  java_bootstrap bootstrap = {.first =
                                  (uint32_t) class->bootstrap_arguments.count};
  uint16_t count;
  if (!java_take_constant(reader, JAVA_METHOD_HANDLE, false,
                          "a bootstrap method", &bootstrap.method) ||
      !java_take_u2(reader, "a bootstrap method", &count))
    return false;
  bootstrap.arguments = count;
  for (unsigned i = 0; i < count; i++) {
    uint16_t n;
    if (!java_take_u2(reader, "an argument of a bootstrap method", &n))
      return false;
    if (!is_loadable(class, n))
      return java_wrong(reader, reader->at - 2,
                        "constant %u cannot be an argument of a bootstrap "
                        "method",
                        n);
    vec_push(reader->m, &class->bootstrap_arguments, n);
  }
  vec_push(reader->m, &class->bootstraps, bootstrap);
  return true;
}

bool java_take_bootstraps(java_reader *reader) {
  uint16_t count;
  if (!java_take_u2(reader, "the number of bootstrap methods", &count))
    return false;
  for (unsigned i = 0; i < count; i++)
    if (!take_bootstrap(reader))
      return false;
  return true;
}

bool java_check_bootstraps(java_reader *reader) {
  vec_each (const java_constant, constant, &reader->c->constants)
    if ((constant->tag == JAVA_DYNAMIC ||
         constant->tag == JAVA_INVOKE_DYNAMIC) &&
        constant->a >= reader->c->bootstraps.count)
      return java_wrong(reader, constant->offset,
                        "%s refers to bootstrap method %u, and there are %zu",
                        java_tag_words(constant->tag), constant->a,
                        reader->c->bootstraps.count);
  return true;
}
