/* Pushdown systems as problems. */
#include "problem/kinds.h"
#include "problem/language.h"
#include "problem/temporal.h"

static bool take_properties(custos *c, const char *file) {
  for (; c->properties_taken < c->pds.properties.count; c->properties_taken++) {
    const pds_property *x = &c->pds.properties.at[c->properties_taken];
    context_take_formula(c, file, &c->pds.property_names, x->name,
                         c->pds.property_text.at + x->at, x->length, x->line,
                         x->column);
  }
  return true;
}

static bool own_property(const custos *c, property *out) {
  context_own_property(out, PROPERTY_UNREACHABLE);
  return c->pds.has_set[PDS_FINAL] || !c->properties.count;
}

static void give_meaning(custos *c, const names *atoms, const char *file,
                         uint32_t line, uint32_t column) {
  pds_binding b = {0};
  context_bind_pushdown(c, atoms, file, line, column, &b);
}

const problem_ops problem_pushdown = {
    .kind = PROBLEM_PUSHDOWN,
    .title = "a pushdown system",
    .read = context_read_plain,
    .already = "the problem has a pushdown system already",
    .may_grow = true,
    .take_properties = take_properties,
    .own_property = own_property,
    .give_meaning = give_meaning,
};
