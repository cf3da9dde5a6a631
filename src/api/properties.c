/* Properties, listed and added. */
#include "problem/temporal.h"

#include <string.h>

size_t custos_property_count(custos *c) {
  property own;
  return c->properties.count +
         (c->ops->own_property && c->ops->own_property(c, &own));
}

custos_status custos_property_at(custos *c, size_t i, custos_property *out) {
  static const char *const kinds[] = {"unreachable", "safety", "ltl",
                                      "automaton",   "",       "ectl"};
  static const char *const claims[] = {"assertion", "bounds", "target"};
  property own;
  const property *p = context_property(c, i, &own);
  if (!p)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such property");
  *out =
      (custos_property){.name = p->name,
                        .kind = p->is_claim                  ? "never"
                                : p->kind == PROPERTY_TARGET ? claims[p->claim]
                                                             : kinds[p->kind],
                        .text = p->text,
                        .file = p->file,
                        .line = p->line,
                        .column = p->column,
                        .on_request = p->on_request};
  return CUSTOS_OK;
}

static bool is_closed(custos *c) {
  if (c->ops->refuses_formulas)
    context_fail(c, CUSTOS_ERR_USAGE, "%s", c->ops->refuses_formulas);
  return c->ops->refuses_formulas != NULL;
}

custos_status custos_add_ltl(custos *c, const char *name, const char *formula) {
  if (is_closed(c))
    return CUSTOS_ERR_USAGE;
  ENTER(c, "building");
  context_change(c);
  context_add_property(c, PROPERTY_LTL, name, strlen(name), formula,
                       strlen(formula));
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_add_automaton(custos *c, const char *name,
                                   const char *path) {
  char *bytes;
  size_t length;
  if (is_closed(c))
    return CUSTOS_ERR_USAGE;
  ENTER(c, "reading");
  context_drop_job(c);
  custos_status status = context_read_text(c, path, &bytes, &length);
  if (status != CUSTOS_OK)
    return status == CUSTOS_ERR_INPUT ? context_reject(c) : status;
  property *p = context_add_property(c, PROPERTY_AUTOMATON, name, strlen(name),
                                     path, strlen(path));
  p->file = p->text;
  if (!omega_read_hoa(&c->problem, &p->automaton, path, bytes, length,
                      &c->report))
    return context_reject(c);
  mem_free(&c->job, bytes);
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_define(custos *c, const char *name, int64_t value) {
  if (c->is_loaded)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "parameters must be given before the model is loaded");
  vec_each (const define, before, &c->source.defines)
    if (strcmp(before->name, name) == 0)
      return context_fail(c, CUSTOS_ERR_USAGE,
                          "'%.100s' has the value %lld already", name,
                          (long long)before->value);
  ENTER(c, "building");
  define d = {mem_text(&c->problem, name, strlen(name)), value};
  vec_push(&c->problem, &c->source.defines, d);
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_add_target(custos *c, const char *label) {
  return c->ops->add_target
             ? c->ops->add_target(c, label)
             : context_fail(c, CUSTOS_ERR_USAGE,
                            "labels are targets in Boolean programs and "
                            "Remopla only: load such a program first");
}
