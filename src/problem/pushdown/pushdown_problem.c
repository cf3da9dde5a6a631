#include "problem/pushdown/pushdown_problem.h"

#include "problem/kinds.h"
#include "problem/language.h"

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

static bool bind(custos *c, const names *atoms, const char *file, uint32_t line,
                 uint32_t column, pds_binding *out) {
  return pds_bind(&c->job, &c->pds, atoms, file, line, column, &c->report, out);
}

static const pushdown_ops systems = {.bind = bind, .none = "no run"};

/* What is wrong is reported; the meaning itself is made again when it is
 * needed. */
void pushdown_give_meaning(custos *c, const names *atoms, const char *file,
                           uint32_t line, uint32_t column) {
  pds_binding binding = {0};
  context_bind_pushdown(c, atoms, file, line, column, &binding);
}

static const char *obstacle(const custos *c) {
  if (c->ring.size)
    return "a problem with a semiring has no other properties";
  if (!c->pds.has_system)
    return "there is no model";
  if (!c->pds.has_set[PDS_INITIAL])
    return "there is no initial set: give one with --initial or a file";
  return NULL;
}

static bool goes_on(const custos *c) {
  (void)c;
  return true;
}

const problem_ops problem_pushdown = {
    .title = "a pushdown system",
    .read = context_read_plain,
    .already = "the problem has a pushdown system already",
    .may_grow = true,
    .take_properties = take_properties,
    .own_property = own_property,
    .give_meaning = pushdown_give_meaning,
    .check = context_check,
    .solve = pushdown_solve,
    .obstacle = obstacle,
    .decide = context_decide_pushdown,
    .goes_on = goes_on,
    .rewind = pushdown_rewind,
    .next = pushdown_next,
    .pushdown = &systems,
    .formats = FORMAT_BIT(CUSTOS_AS_JSON) | FORMAT_BIT(CUSTOS_AS_PDS) |
               FORMAT_BIT(CUSTOS_AS_DOT) | FORMAT_BIT(CUSTOS_AS_DOT_INITIAL) |
               FORMAT_BIT(CUSTOS_AS_DOT_FINAL) |
               FORMAT_BIT(CUSTOS_AS_DOT_SATURATED) |
               FORMAT_BIT(CUSTOS_AS_DOT_VIOLATING) | FORMAT_BIT(CUSTOS_AS_HTML),
    .wrong_format = pushdown_wrong_format,
    .write = pushdown_write,
    .write_evidence = pushdown_write_evidence,
    .replay = pushdown_replay,
    .replay_property = pushdown_replay_property,
};
