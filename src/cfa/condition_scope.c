#include "cfa/condition.h"
#include "cfa/predicates.h"
#include "cfa/print_piece.h"

#include <assert.h>

/* Declared last before the line; 0: the first. */
static uint32_t find_local(const cfa *p, uint32_t function, uint32_t line,
                           uint32_t name) {
  assert(function < p->functions.count);
  const cfa_function *f = &p->functions.at[function];
  uint32_t found = CFA_NONE, first = CFA_NONE, best = 0;
  for (uint32_t i = 0; i < f->variables; i++) {
    uint32_t n = f->first_variable + i;
    const cfa_variable *v = &p->variables.at[n];
    if (v->name != name || v->kind == CFA_TEMPORARY)
      continue;
    first = first == CFA_NONE ? n : first;
    if (v->place.line <= line && v->place.line >= best) {
      found = n;
      best = v->place.line;
    }
  }
  return line && found != CFA_NONE ? found : first;
}

uint32_t cfa_find_variable(const cfa *p, uint32_t function, uint32_t line,
                           uint32_t name) {
  uint32_t found = CFA_NONE;
  if (function != CFA_NONE)
    found = find_local(p, function, line, name);
  for (uint32_t i = 0; found == CFA_NONE && i < p->globals; i++)
    if (p->variables.at[i].name == name)
      found = i;
  return found;
}

uint32_t condition_find_variable(const condition_parser *c, const char *name,
                                 size_t length) {
  uint32_t n = names_find(&c->p->names, name, length);
  return n == NAMES_NONE
             ? CFA_NONE
             : cfa_find_variable(c->p, c->function, c->scope_line, n);
}

static uint32_t scope_find_function(const cfa *p, const char *name,
                                    size_t length) {
  uint32_t n = names_find(&p->names, name, length);
  for (uint32_t i = 0; n != NAMES_NONE && i < p->functions.count; i++)
    if (p->functions.at[i].name == n)
      return i;
  return CFA_NONE;
}

condition_term condition_variable(condition_parser *c, uint32_t n) {
  assert(n < c->p->variables.count);
  const cfa_variable *v = &c->p->variables.at[n];
  cfa_expression x = {.kind = v->is_scalar ? CFA_VARIABLE : CFA_ADDRESS,
                      .width = v->is_scalar ? v->width : c->p->pointer_bits,
                      .is_pointer = !v->is_scalar || v->is_pointer,
                      .a = n};
  condition_type type = condition_of_table(c->p, v->type);
  if (v->is_scalar && !v->is_pointer) {
    bool is_bool = condition_is_integer(&type) && type.is_bool;
    type = condition_integer(v->width, cfa_variable_is_signed(c->p, v));
    type.is_bool = is_bool;
  } else if (v->is_scalar && !condition_is_pointer(&type)) {
    type = (condition_type){.base = BASE_VOID, .stars = 1, .table = CFA_NONE};
  }
  return (condition_term){.kind = v->is_scalar ? IS_VALUE : IS_PLACE,
                          .expression = cfa_express(c->m, c->p, &x),
                          .type = type,
                          .at = c->at};
}

static condition_term function_term(condition_parser *c, uint32_t n) {
  cfa_expression x = {.kind = CFA_FUNCTION,
                      .width = c->p->pointer_bits,
                      .is_pointer = true,
                      .a = n};
  condition_type type = {.base = BASE_VOID, .stars = 1, .table = CFA_NONE};
  return condition_value(cfa_express(c->m, c->p, &x), type, c->at);
}

static void report_unknown(condition_parser *c) {
  const char *where = c->function == CFA_NONE ? " among the globals" : "";
  uint32_t near = names_nearest(&c->p->names, c->at, c->length);
  const char *guess = near == NAMES_NONE ? "" : names_text(&c->p->names, near);
  bool is_good =
      guess[0] && condition_find_variable(c, guess, strlen(guess)) != CFA_NONE;
  condition_fail(c, c->at, "'%.*s' is not declared here%s%s%.80s%s",
                 report_clip(c->length), c->at, where,
                 is_good ? " (did you mean '" : "", is_good ? guess : "",
                 is_good ? "'?)" : "");
}

condition_term condition_find_name(condition_parser *c) {
  condition_term bound;
  if (c->claim && condition_find_bound(c, &bound))
    return bound;
  uint32_t n = condition_find_variable(c, c->at, c->length);
  if (n != CFA_NONE)
    return condition_variable(c, n);
  n = scope_find_function(c->p, c->at, c->length);
  if (n != CFA_NONE)
    return function_term(c, n);
  if (condition_is_word(c, "NULL") || condition_is_word(c, "false"))
    return condition_zero(c, c->at);
  if (condition_is_word(c, "true"))
    return condition_from_truth(cfa_constant(c->m, c->p, 1, 1), c->at);
  report_unknown(c);
  return condition_zero(c, c->at);
}
