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
  const session_object *o = c->session.objects.at[i].is;
  const ectl_item *x = o->item;
  *out = (custos_object){.name = x->name,
                         .kind = session_kind(o),
                         .file = o->text->file,
                         .line = x->line,
                         .column = x->column};
  const machine *is = x->kind == ECTL_MACHINE ? &x->machine
                      : o->is_made            ? &o->made
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
  const session_command *x = &t->commands.at[i];
  bool is_known = x->property && session_find(c, x->arguments[1]);
  *out = (custos_command){
      .name = x->name,
      .arguments = x->arguments,
      .count = x->count,
      .property = is_known ? session_find_query(c, x->property) : SIZE_MAX,
      .file = t->file,
      .line = x->line,
      .column = x->column};
  return CUSTOS_OK;
}

int custos_is_open(const char *input, size_t length) {
  return ectl_is_open(input, length);
}

void session_write_definition(custos *c, session_object *o, bool explicitly,
                              bool deterministic, text *out) {
  const ectl_item *x = o->item;
  const machine *is = NULL;
  if (explicitly && deterministic)
    is = session_deterministic(c, o, true);
  if (explicitly && !is)
    is = session_machine(c, o);
  if (is)
    ectl_write_machine(&c->job, x->name, is, out);
  else if (x->kind == ECTL_MACHINE)
    ectl_write_machine(&c->job, x->name, &x->machine, out);
  else if (x->kind == ECTL_REGULAR)
    ectl_write_regular(&c->job, x->name, &x->regular, out);
  else if (x->kind == ECTL_GRAMMAR)
    ectl_write_grammar(&c->job, x->name, &x->grammar, out);
  else if (x->kind == ECTL_FORMULA)
    ectl_write_formula(&c->job, x->name, &o->text->formulas, x->node, out);
}

/* Does a formula of the session, or of a question, need it deterministic? */
static bool in_release(custos *c, const char *name, const ectl *t,
                       uint32_t node) {
  mem *m = &c->session.aside;
  session_asked x = {0};
  x.root = session_import(m, t, node, &x.formulas);
  uint32_t a = names_find(&x.formulas.automata, name, strlen(name));
  if (a == NAMES_NONE)
    return false;
  session_find_uses(m, &x);
  return x.in_release[a];
}

static bool needs_deterministic(custos *c, const session_object *o) {
  const char *name = o->item->name;
  vec_each (const session_object_ref, f, &c->session.objects)
    if (f->is->item->kind == ECTL_FORMULA &&
        in_release(c, name, &f->is->text->formulas, f->is->item->node))
      return true;
  vec_each (const session_query, q, &c->session.queries) {
    ectl own = {0};
    if (!q->is_inline)
      continue;
    uint32_t node = ectl_read_formula(&c->session.aside, q->file, q->formula,
                                      strlen(q->formula), &c->report, &own);
    if (node != ECTL_NONE && in_release(c, name, &own, node))
      return true;
  }
  return false;
}

void context_write_session(custos *c, bool explicitly, text *out) {
  vec_each (const session_object_ref, o, &c->session.objects) {
    bool automaton = session_is_automaton(o->is);
    session_write_definition(
        c, o->is, explicitly && automaton,
        explicitly && automaton && needs_deterministic(c, o->is), out);
    mem_clear(&c->session.aside);
  }
}

static void write_page(custos *c, session_object *o, text *out) {
  kept k = {.m = &c->job};
  text *inner = mem_alloc(&c->job, sizeof *inner);
  text_init(inner, kept_add, &k);
  session_write_definition(c, o, false, false, inner);
  text_end(inner);
  vec_push(&c->job, &k.bytes, '\0');
  html_definition(o->item->name, session_kind(o), k.bytes.at,
                  session_machine(c, o), out);
}

static void write_picture(custos *c, session_object *o, text *out) {
  const ectl_item *x = o->item;
  if (x->kind == ECTL_FORMULA)
    dot_ectl(&c->job, x->name, &o->text->formulas, x->node, out);
  else
    dot_machine(x->name, session_machine(c, o), out);
}

custos_status custos_write_object(custos *c, const char *name,
                                  custos_format format, custos_write_fn *write,
                                  void *self) {
  session_object *o = session_find(c, name);
  if (!o)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no definition of '%s'",
                        name);
  ENTER_WRITING(c, "writing");
  text out;
  text_init(&out, write, self);
  switch (format) {
  case CUSTOS_AS_ECTL:
    session_write_definition(c, o, false, false, &out);
    break;
  case CUSTOS_AS_ECTL_EXPLICIT:
    session_write_definition(c, o, session_is_automaton(o),
                             needs_deterministic(c, o), &out);
    break;
  case CUSTOS_AS_DOT:
    write_picture(c, o, &out);
    break;
  case CUSTOS_AS_HTML:
    write_page(c, o, &out);
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
