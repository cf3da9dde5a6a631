#include "cfa/condition.h"
#include "cfa/predicates.h"
#include "cfa/print_piece.h"

#include <assert.h>

/* Declared last before the line; 0: the first. */
static uint32_t find_local(const cfa *automaton, uint32_t function,
                           uint32_t line, uint32_t name) {
  assert(function < automaton->functions.count);
  const cfa_function *f = &automaton->functions.at[function];
  uint32_t found = CFA_NONE, first = CFA_NONE, best = 0;
  for (uint32_t i = 0; i < f->variables; i++) {
    uint32_t n = f->first_variable + i;
    const cfa_variable *variable = &automaton->variables.at[n];
    if (variable->name != name || variable->kind == CFA_TEMPORARY)
      continue;
    first = first == CFA_NONE ? n : first;
    if (variable->place.line <= line && variable->place.line >= best) {
      found = n;
      best = variable->place.line;
    }
  }
  return line && found != CFA_NONE ? found : first;
}

uint32_t cfa_find_variable(const cfa *automaton, uint32_t function,
                           uint32_t line, uint32_t name) {
  uint32_t found = CFA_NONE;
  if (function != CFA_NONE)
    found = find_local(automaton, function, line, name);
  for (uint32_t i = 0; found == CFA_NONE && i < automaton->globals; i++)
    if (automaton->variables.at[i].name == name)
      found = i;
  return found;
}

uint32_t condition_find_variable(const condition_parser *parser,
                                 const char *name, size_t length) {
  uint32_t n = names_find(&parser->p->names, name, length);
  return n == NAMES_NONE ? CFA_NONE
                         : cfa_find_variable(parser->p, parser->function,
                                             parser->scope_line, n);
}

static uint32_t scope_find_function(const cfa *automaton, const char *name,
                                    size_t length) {
  uint32_t n = names_find(&automaton->names, name, length);
  for (uint32_t i = 0; n != NAMES_NONE && i < automaton->functions.count; i++)
    if (automaton->functions.at[i].name == n)
      return i;
  return CFA_NONE;
}

condition_term condition_variable(condition_parser *parser, uint32_t n) {
  assert(n < parser->p->variables.count);
  const cfa_variable *variable = &parser->p->variables.at[n];
  cfa_expression expression = {
      .kind = variable->is_scalar ? CFA_VARIABLE : CFA_ADDRESS,
      .width = variable->is_scalar ? variable->width : parser->p->pointer_bits,
      .is_pointer = !variable->is_scalar || variable->is_pointer,
      .a = n};
  condition_type type = condition_of_table(parser->p, variable->type);
  if (variable->is_scalar && !variable->is_pointer) {
    bool is_bool = condition_is_integer(&type) && type.is_bool;
    type = condition_integer(variable->width,
                             cfa_variable_is_signed(parser->p, variable));
    type.is_bool = is_bool;
  } else if (variable->is_scalar && !condition_is_pointer(&type)) {
    type = (condition_type){.base = BASE_VOID, .stars = 1, .table = CFA_NONE};
  }
  return (condition_term){.kind = variable->is_scalar ? IS_VALUE : IS_PLACE,
                          .expression =
                              cfa_express(parser->m, parser->p, &expression),
                          .type = type,
                          .at = parser->at};
}

static condition_term function_term(condition_parser *parser, uint32_t n) {
  cfa_expression expression = {.kind = CFA_FUNCTION,
                               .width = parser->p->pointer_bits,
                               .is_pointer = true,
                               .a = n};
  condition_type type = {.base = BASE_VOID, .stars = 1, .table = CFA_NONE};
  return condition_value(cfa_express(parser->m, parser->p, &expression), type,
                         parser->at);
}

static void report_unknown(condition_parser *parser) {
  const char *where = parser->function == CFA_NONE ? " among the globals" : "";
  uint32_t near = names_nearest(&parser->p->names, parser->at, parser->length);
  const char *guess =
      near == NAMES_NONE ? "" : names_text(&parser->p->names, near);
  bool is_good = guess[0] && condition_find_variable(parser, guess,
                                                     strlen(guess)) != CFA_NONE;
  condition_fail(parser, parser->at, "'%.*s' is not declared here%s%s%.80s%s",
                 report_clip(parser->length), parser->at, where,
                 is_good ? " (did you mean '" : "", is_good ? guess : "",
                 is_good ? "'?)" : "");
}

condition_term condition_find_name(condition_parser *parser) {
  condition_term bound;
  if (parser->claim && condition_find_bound(parser, &bound))
    return bound;
  uint32_t n = condition_find_variable(parser, parser->at, parser->length);
  if (n != CFA_NONE)
    return condition_variable(parser, n);
  n = scope_find_function(parser->p, parser->at, parser->length);
  if (n != CFA_NONE)
    return function_term(parser, n);
  if (condition_is_word(parser, "NULL") || condition_is_word(parser, "false"))
    return condition_zero(parser, parser->at);
  if (condition_is_word(parser, "true"))
    return condition_from_truth(cfa_constant(parser->m, parser->p, 1, 1),
                                parser->at);
  report_unknown(parser);
  return condition_zero(parser, parser->at);
}
