/* Invariants beside C: what is said of all indices, and what functions
 * ensure. */
#include "cfa/condition.h"
#include "cfa/predicates.h"

#include <assert.h>

static condition_term ghost(condition_parser *c, cfa_ghost kind, uint32_t of,
                            condition_type type) {
  bool is_pointer = condition_is_pointer(&type);
  unsigned width = is_pointer ? c->p->pointer_bits : type.width;
  return condition_value(
      cfa_make_ghost(c->m, c->p, kind, of, width, is_pointer, type.is_signed),
      type, c->at);
}

/* A scalar global or parameter, as it was when the function was entered. */
static condition_term old_value(condition_parser *c, uint32_t variable) {
  assert(variable < c->p->variables.count);
  const cfa_variable *v = &c->p->variables.at[variable];
  if (!v->is_scalar) {
    condition_fail(c, c->at, "what an object held is not known any more");
    return condition_zero(c, c->at);
  }
  return ghost(c, CFA_GHOST_OLD, variable,
               condition_variable(c, variable).type);
}

static bool is_parameter(const condition_parser *c, uint32_t variable) {
  assert(c->function < c->p->functions.count);
  const cfa_function *f = &c->p->functions.at[c->function];
  return variable >= f->first_variable &&
         variable - f->first_variable < f->parameters;
}

bool condition_find_bound(condition_parser *c, condition_term *out) {
  const condition_claim *k = c->claim;
  if (k->index && c->length == k->index_length &&
      memcmp(c->at, k->index, c->length) == 0) {
    *out = ghost(c, CFA_GHOST_INDEX, CFA_NONE, k->index_type);
    return true;
  }
  if (k->of->kind != CFA_ENSURES)
    return false;
  uint32_t v = condition_find_variable(c, c->at, c->length);
  if (v == CFA_NONE || c->p->variables.at[v].function == CFA_NONE)
    return false;
  if (is_parameter(c, v)) {
    *out = old_value(c, v);
  } else {
    condition_fail(c, c->at, "'%.*s' is gone when the function has returned",
                   report_clip(c->length), c->at);
    *out = condition_zero(c, c->at);
  }
  return true;
}

static condition_term result(condition_parser *c) {
  assert(c->function < c->p->functions.count);
  const cfa_function *f = &c->p->functions.at[c->function];
  condition_type type = condition_integer(f->result_width, true);
  if (f->result_is_pointer)
    type = (condition_type){.base = BASE_VOID, .stars = 1, .table = CFA_NONE};
  if (!f->result_width) {
    condition_fail(c, c->at, "the function returns nothing");
    return condition_zero(c, c->at);
  }
  return ghost(c, CFA_GHOST_RESULT, CFA_NONE, type);
}

static condition_term named_old(condition_parser *c) {
  uint32_t v = condition_find_variable(c, c->at, c->length);
  bool is_known =
      c->token == TOKEN_NAME && v != CFA_NONE &&
      (c->p->variables.at[v].function == CFA_NONE || is_parameter(c, v));
  if (is_known)
    return old_value(c, v);
  condition_fail(c, c->at, "a parameter or a global should stand here");
  return condition_zero(c, c->at);
}

condition_term condition_read_ghost(condition_parser *c) {
  condition_term a;
  bool is_ensured = c->claim && c->claim->of->kind == CFA_ENSURES;
  bool is_at = condition_is_word(c, "at");
  if (is_ensured && condition_is_word(c, "result")) {
    a = result(c);
    condition_advance(c);
    return a;
  }
  if (!is_ensured || (!is_at && !condition_is_word(c, "old"))) {
    condition_fail(c, c->at,
                   is_ensured
                       ? "'\\result', '\\at' or '\\old' should stand here"
                       : "this has a meaning only in what a function "
                         "ensures");
    return condition_zero(c, c->at);
  }
  condition_advance(c);
  condition_expect(c, '(');
  a = named_old(c);
  condition_advance(c);
  if (is_at) {
    condition_expect(c, ',');
    if (!condition_is_word(c, "Pre") && !condition_is_word(c, "Old"))
      condition_fail(c, c->at, "'Pre' or 'Old' should stand here");
    condition_advance(c);
  }
  condition_expect(c, ')');
  return a;
}

/* "\forall int k;" */
static void read_quantifier(condition_parser *c) {
  condition_claim *k = c->claim;
  condition_advance(c);
  if (!condition_is_word(c, "forall"))
    condition_fail(c, c->at, "'\\forall' should stand here");
  condition_advance(c);
  if (!condition_starts_type(c))
    condition_fail(c, c->at, "the type of an index should stand here");
  condition_type type = condition_read_type(c);
  if (!c->failed && (!condition_is_integer(&type) || type.width < 8))
    condition_fail(c, c->at, "an index is an integer");
  if (c->token != TOKEN_NAME)
    condition_fail(c, c->at, "the name of an index should stand here");
  k->index = c->at;
  k->index_length = c->length;
  k->index_type = type;
  k->of->index = type.width;
  condition_advance(c);
  condition_expect(c, ';');
}

static bool is_quantified(const condition_parser *c) {
  return condition_is(c, '\\') && c->end - c->next >= 6 &&
         memcmp(c->next, "forall", 6) == 0;
}

bool cfa_read_claim(mem *m, cfa *p, const cfa_claim_text *t, report *r,
                    cfa_invariant *out) {
  condition_claim claim = {.of = out};
  bool is_place = out->kind == CFA_AT_LOCATION;
  const cfa_location *l = is_place ? &p->locations.at[out->at] : NULL;
  condition_parser c = {.m = m,
                        .p = p,
                        .text = t->text,
                        .end = t->text + strlen(t->text),
                        .next = t->text,
                        .function = is_place ? l->function : out->at,
                        .scope_line = is_place ? l->place.line : 0,
                        .file = t->file,
                        .line = t->line,
                        .column = t->column,
                        .r = r,
                        .claim = &claim};
  out->index = 0;
  condition_advance(&c);
  if (is_quantified(&c))
    read_quantifier(&c);
  condition_term a = condition_read(&c);
  if (c.failed)
    return false;
  out->condition = condition_truth(&c, a);
  return !c.failed;
}
