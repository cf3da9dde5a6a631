/* What the caller of a session sees of it: definitions and commands. */
#include "problem/session/ectl.h"

#include "base/kept.h"
#include "view/dot_definition.h"
#include "view/html_definition.h"

#include <string.h>

static uint64_t rule_count(const machine *x) { return x->rules.count; }

custos_status custos_object_at(custos *c, size_t i, custos_object *out) {
  if (i >= c->session.objects.count)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such definition");
  const session_object *object = c->session.objects.at[i].is;
  const ectl_item *item = object->item;
  *out = (custos_object){.name = item->name,
                         .kind = session_kind(object),
                         .file = object->text->file,
                         .line = item->line,
                         .column = item->column};
  const machine *is = item->kind == ECTL_MACHINE ? &item->machine
                      : object->is_made          ? &object->made
                                                 : NULL;
  if (is) {
    out->states = machine_states(is);
    out->rules = rule_count(is);
  }
  return CUSTOS_OK;
}

custos_status custos_command_at(custos *c, size_t i, custos_command *out) {
  const session_text *t = c->session.last;
  if (i >= custos_command_count(c))
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such command");
  const session_command *command = &t->commands.at[i];
  bool is_known = command->property && session_find(c, command->arguments[1]);
  *out = (custos_command){
      .name = command->name,
      .arguments = command->arguments,
      .count = command->count,
      .property =
          is_known ? session_find_query(c, command->property) : SIZE_MAX,
      .file = t->file,
      .line = command->line,
      .column = command->column};
  return CUSTOS_OK;
}

int custos_is_open(const char *input, size_t length) {
  return ectl_is_open(input, length);
}

void session_write_definition(custos *c, session_object *object,
                              bool explicitly, bool deterministic, text *out) {
  const ectl_item *item = object->item;
  const machine *is = NULL;
  if (explicitly && deterministic)
    is = session_deterministic(c, object, true);
  if (explicitly && !is)
    is = session_machine(c, object);
  if (is)
    ectl_write_machine(&c->job, item->name, is, out);
  else if (item->kind == ECTL_MACHINE)
    ectl_write_machine(&c->job, item->name, &item->machine, out);
  else if (item->kind == ECTL_REGULAR)
    ectl_write_regular(&c->job, item->name, &item->regular, out);
  else if (item->kind == ECTL_GRAMMAR)
    ectl_write_grammar(&c->job, item->name, &item->grammar, out);
  else if (item->kind == ECTL_FORMULA)
    ectl_write_formula(&c->job, item->name, &object->text->formulas, item->node,
                       out);
}

/* Does a formula of the session, or of a question, need it deterministic? */
static bool in_release(custos *c, const char *name, const ectl *t,
                       uint32_t node) {
  mem *m = &c->session.aside;
  session_asked asked = {0};
  asked.root = session_import(m, t, node, &asked.formulas);
  uint32_t a = names_find(&asked.formulas.automata, name, strlen(name));
  if (a == NAMES_NONE)
    return false;
  session_find_uses(m, &asked);
  return asked.in_release[a];
}

static bool needs_deterministic(custos *c, const session_object *object) {
  const char *name = object->item->name;
  vec_each (const session_object_ref, object_ref, &c->session.objects)
    if (object_ref->is->item->kind == ECTL_FORMULA &&
        in_release(c, name, &object_ref->is->text->formulas,
                   object_ref->is->item->node))
      return true;
  vec_each (const session_query, query, &c->session.queries) {
    ectl own = {0};
    if (!query->is_inline)
      continue;
    uint32_t node =
        ectl_read_formula(&c->session.aside, query->file, query->formula,
                          strlen(query->formula), &c->report, &own);
    if (node != ECTL_NONE && in_release(c, name, &own, node))
      return true;
  }
  return false;
}

void context_write_session(custos *c, bool explicitly, text *out) {
  vec_each (const session_object_ref, object_ref, &c->session.objects) {
    bool automaton = session_is_automaton(object_ref->is);
    session_write_definition(
        c, object_ref->is, explicitly && automaton,
        explicitly && automaton && needs_deterministic(c, object_ref->is), out);
    mem_clear(&c->session.aside);
  }
}

static void write_page(custos *c, session_object *object, text *out) {
  kept k = {.m = &c->job};
  text *inner = mem_alloc(&c->job, sizeof *inner);
  text_init(inner, kept_add, &k);
  session_write_definition(c, object, false, false, inner);
  text_end(inner);
  vec_push(&c->job, &k.bytes, '\0');
  html_definition(object->item->name, session_kind(object), k.bytes.at,
                  session_machine(c, object), out);
}

static void write_picture(custos *c, session_object *object, text *out) {
  const ectl_item *item = object->item;
  if (item->kind == ECTL_FORMULA)
    dot_ectl(&c->job, item->name, &object->text->formulas, item->node, out);
  else
    dot_machine(item->name, session_machine(c, object), out);
}

custos_status custos_write_object(custos *c, const char *name,
                                  custos_format format, custos_write_fn *write,
                                  void *self) {
  session_object *object = session_find(c, name);
  if (!object)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no definition of '%s'",
                        name);
  ENTER_WRITING(c, "writing");
  text out;
  text_init(&out, write, self);
  switch (format) {
  case CUSTOS_AS_ECTL:
    session_write_definition(c, object, false, false, &out);
    break;
  case CUSTOS_AS_ECTL_EXPLICIT:
    session_write_definition(c, object, session_is_automaton(object),
                             needs_deterministic(c, object), &out);
    break;
  case CUSTOS_AS_DOT:
    write_picture(c, object, &out);
    break;
  case CUSTOS_AS_HTML:
    write_page(c, object, &out);
    break;
  default:
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "a definition can be written as text, as a picture or "
                        "as a page");
  }
  if (!text_end(&out))
    return context_fail(c, CUSTOS_ERR_SYSTEM, "the text was not written");
  return context_leave(c, CUSTOS_OK);
}
