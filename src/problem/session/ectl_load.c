/* Texts that are read into a session, and what they ask for. */
#include "problem/kinds.h"
#include "problem/language.h"
#include "problem/session/ectl.h"

#include "base/kept.h"

#include <string.h>

/* "p[a b _]" */
static void write_stacked(const ectl_argument *argument, text *out) {
  text_put(out, argument->text);
  text_char(out, '[');
  for (size_t i = 0; i < argument->stack.count; i++) {
    text_put(out, i ? " " : "");
    text_put(out, argument->stack.at[i]);
  }
  text_char(out, ']');
}

static const char *argument_text(mem *m, const ectl *formulas,
                                 const ectl_argument *argument) {
  kept k = {.m = m};
  text out;
  if (argument->kind != ECTL_STACKED && argument->kind != ECTL_INLINE)
    return argument->text;
  text_init(&out, kept_add, &k);
  if (argument->kind == ECTL_STACKED)
    write_stacked(argument, &out);
  else
    ectl_print(m, formulas, argument->node, &out);
  text_end(&out);
  vec_push(m, &k.bytes, '\0');
  return k.bytes.at;
}

/* "f @ m", "f @ m at p[a b _]"; NULL: no question of this logic. */
static char *property_name(mem *m, const ectl_item *item,
                           const session_command *command) {
  kept k = {.m = m};
  text out;
  if (strcmp(item->name, "check") != 0 || command->count < 2)
    return NULL;
  ectl_argument_kind formula = item->arguments.at[0].kind;
  if ((formula != ECTL_NAME && formula != ECTL_INLINE) ||
      item->arguments.at[1].kind != ECTL_NAME)
    return NULL;
  text_init(&out, kept_add, &k);
  text_put(&out, command->arguments[0]);
  text_put(&out, " @ ");
  text_put(&out, command->arguments[1]);
  if (command->count > 2) {
    text_put(&out, " at ");
    text_put(&out, command->arguments[2]);
  }
  text_end(&out);
  vec_push(m, &k.bytes, '\0');
  return k.bytes.at;
}

static void add_command(mem *m, session_text *t, const ectl_item *item) {
  session_command command = {.name = item->name,
                             .count = item->arguments.count,
                             .line = item->line,
                             .column = item->column};
  command.arguments =
      mem_array(m, command.count + 1, sizeof *command.arguments);
  for (size_t i = 0; i < command.count; i++)
    command.arguments[i] =
        argument_text(m, &t->formulas, &item->arguments.at[i]);
  command.property = property_name(m, item, &command);
  vec_push(m, &t->commands, command);
}

static void take_items(custos *c, mem *m, session_text *t) {
  size_t count = 0;
  t->objects = mem_array(m, t->items.count + 1, sizeof *t->objects);
  vec_each (const ectl_item, item, &t->items) {
    if (item->kind == ECTL_COMMAND) {
      add_command(m, t, item);
      continue;
    }
    session_object *object = &t->objects[count++];
    object->text = t;
    object->item = item;
    mem_init(&object->kept, &c->budget);
  }
  t->object_count = count;
}

/* "net" of "models/net.pds"; a name that the language can write. */
static char *stem_of(mem *m, const char *file) {
  const char *slash = strrchr(file, '/');
  const char *base = slash ? slash + 1 : file;
  const char *dot = strrchr(base, '.');
  size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);
  char *name = mem_alloc(m, length + 2);
  bool digit = length && base[0] >= '0' && base[0] <= '9';
  name[0] = '_';
  memcpy(name + (digit || !length), base, length);
  for (char *at = name; *at; at++)
    if (!((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
          (*at >= '0' && *at <= '9') || *at == '_'))
      *at = '_';
  return name;
}

bool session_define_text(custos *c, session_text *t, const char *bytes,
                         size_t length) {
  mem *m = &c->session.scratch;
  t->input = mem_text(m, bytes, length);
  return ectl_read(m, t->file, t->input, length, &c->report, &c->clock,
                   &t->formulas, &t->items);
}

/* One system, named after the file. */
static bool define_system(custos *c, session_text *t, const char *bytes,
                          size_t length, session_system_reader *read) {
  mem *m = &c->session.scratch;
  ectl_item item = {.kind = ECTL_MACHINE, .line = 1, .column = 1};
  item.name = stem_of(m, t->file);
  if (!session_read_system(c, m, t->file, bytes, length, read, &item))
    return false;
  vec_push(m, &t->items, item);
  return true;
}

bool session_define_lts(custos *c, session_text *t, const char *bytes,
                        size_t length) {
  return define_system(c, t, bytes, length, session_make_lts);
}

bool session_define_aut(custos *c, session_text *t, const char *bytes,
                        size_t length) {
  return define_system(c, t, bytes, length, session_make_aut);
}

bool session_define_pds(custos *c, session_text *t, const char *bytes,
                        size_t length) {
  return define_system(c, t, bytes, length, session_make_pds);
}

static bool fits_problem(custos *c, const char *name) {
  if (c->source.defines.count)
    return report_add(&c->report, name, 0, 0, "a session has no parameters");
  bool has_begun = c->is_loaded || c->pds.has_system || c->pds.has_set[0] ||
                   c->pds.has_set[1];
  if (has_begun && !c->ops->reads_all)
    return report_add(&c->report, name, 0, 0, "%s; a session must come first",
                      c->ops->already);
  return true;
}

bool context_read_session(custos *c, const char *name, const char *bytes,
                          size_t length, const language *x) {
  mem *m = &c->session.scratch;
  mem_clear(m);
  if (!fits_problem(c, name))
    return false;
  if (!x->define)
    return report_add(&c->report, name, 0, 0,
                      "a session reads .ectl, .lts, .aut and .pds files, not "
                      "'%s'",
                      x->info.name);
  /* What is half read goes with the problem, if there is none yet. */
  c->ops = &problem_session;
  session_text *t = mem_alloc(m, sizeof *t);
  t->file = mem_text(m, name, strlen(name));
  if (!x->define(c, t, bytes, length)) {
    mem_clear(m);
    return false;
  }
  take_items(c, m, t);
  session_commit(c, t);
  return true;
}
