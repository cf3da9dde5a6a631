/* Invariants beside C: what is said of all indices, and what functions
 * ensure. */
#include "cfa/condition.h"
#include "cfa/predicates.h"

#include <assert.h>

static condition_term ghost(condition_parser *parser, cfa_ghost kind,
                            uint32_t of, condition_type type) {
  bool is_pointer = condition_is_pointer(&type);
  unsigned width = is_pointer ? parser->p->pointer_bits : type.width;
  return condition_value(cfa_make_ghost(parser->m, parser->p, kind, of, width,
                                        is_pointer, type.is_signed),
                         type, parser->at);
}

/* A scalar global or parameter, as it was when the function was entered. */
static condition_term old_value(condition_parser *parser, uint32_t variable) {
  assert(variable < parser->p->variables.count);
  const cfa_variable *v = &parser->p->variables.at[variable];
  if (!v->is_scalar) {
    condition_fail(parser, parser->at,
                   "what an object held is not known any more");
    return condition_zero(parser, parser->at);
  }
  return ghost(parser, CFA_GHOST_OLD, variable,
               condition_variable(parser, variable).type);
}

static bool is_parameter(const condition_parser *parser, uint32_t variable) {
  assert(parser->function < parser->p->functions.count);
  const cfa_function *function = &parser->p->functions.at[parser->function];
  return variable >= function->first_variable &&
         variable - function->first_variable < function->parameters;
}

bool condition_find_bound(condition_parser *parser, condition_term *out) {
  const condition_claim *claim = parser->claim;
  if (claim->index && parser->length == claim->index_length &&
      memcmp(parser->at, claim->index, parser->length) == 0) {
    *out = ghost(parser, CFA_GHOST_INDEX, CFA_NONE, claim->index_type);
    return true;
  }
  if (claim->of->kind != CFA_ENSURES)
    return false;
  uint32_t v = condition_find_variable(parser, parser->at, parser->length);
  if (v == CFA_NONE || parser->p->variables.at[v].function == CFA_NONE)
    return false;
  if (is_parameter(parser, v)) {
    *out = old_value(parser, v);
  } else {
    condition_fail(parser, parser->at,
                   "'%.*s' is gone when the function has returned",
                   report_clip(parser->length), parser->at);
    *out = condition_zero(parser, parser->at);
  }
  return true;
}

static condition_term result(condition_parser *parser) {
  assert(parser->function < parser->p->functions.count);
  const cfa_function *function = &parser->p->functions.at[parser->function];
  condition_type type = condition_integer(function->result_width, true);
  if (function->result_is_pointer)
    type = (condition_type){.base = BASE_VOID, .stars = 1, .table = CFA_NONE};
  if (!function->result_width) {
    condition_fail(parser, parser->at, "the function returns nothing");
    return condition_zero(parser, parser->at);
  }
  return ghost(parser, CFA_GHOST_RESULT, CFA_NONE, type);
}

static condition_term named_old(condition_parser *parser) {
  uint32_t v = condition_find_variable(parser, parser->at, parser->length);
  bool is_known = parser->token == TOKEN_NAME && v != CFA_NONE &&
                  (parser->p->variables.at[v].function == CFA_NONE ||
                   is_parameter(parser, v));
  if (is_known)
    return old_value(parser, v);
  condition_fail(parser, parser->at,
                 "a parameter or a global should stand here");
  return condition_zero(parser, parser->at);
}

condition_term condition_read_ghost(condition_parser *parser) {
  condition_term term;
  bool is_ensured = parser->claim && parser->claim->of->kind == CFA_ENSURES;
  bool is_at = condition_is_word(parser, "at");
  if (is_ensured && condition_is_word(parser, "result")) {
    term = result(parser);
    condition_advance(parser);
    return term;
  }
  if (!is_ensured || (!is_at && !condition_is_word(parser, "old"))) {
    condition_fail(parser, parser->at,
                   is_ensured
                       ? "'\\result', '\\at' or '\\old' should stand here"
                       : "this has a meaning only in what a function "
                         "ensures");
    return condition_zero(parser, parser->at);
  }
  condition_advance(parser);
  condition_expect(parser, '(');
  term = named_old(parser);
  condition_advance(parser);
  if (is_at) {
    condition_expect(parser, ',');
    if (!condition_is_word(parser, "Pre") && !condition_is_word(parser, "Old"))
      condition_fail(parser, parser->at, "'Pre' or 'Old' should stand here");
    condition_advance(parser);
  }
  condition_expect(parser, ')');
  return term;
}

/* "\forall int k;" */
static void read_quantifier(condition_parser *parser) {
  condition_claim *claim = parser->claim;
  condition_advance(parser);
  if (!condition_is_word(parser, "forall"))
    condition_fail(parser, parser->at, "'\\forall' should stand here");
  condition_advance(parser);
  if (!condition_starts_type(parser))
    condition_fail(parser, parser->at,
                   "the type of an index should stand here");
  condition_type type = condition_read_type(parser);
  if (!parser->failed && (!condition_is_integer(&type) || type.width < 8))
    condition_fail(parser, parser->at, "an index is an integer");
  if (parser->token != TOKEN_NAME)
    condition_fail(parser, parser->at,
                   "the name of an index should stand here");
  claim->index = parser->at;
  claim->index_length = parser->length;
  claim->index_type = type;
  claim->of->index = type.width;
  condition_advance(parser);
  condition_expect(parser, ';');
}

static bool is_quantified(const condition_parser *parser) {
  return condition_is(parser, '\\') && parser->end - parser->next >= 6 &&
         memcmp(parser->next, "forall", 6) == 0;
}

bool cfa_read_claim(mem *m, cfa *automaton, const cfa_claim_text *claim_text,
                    report *r, cfa_invariant *out) {
  condition_claim claim = {.of = out};
  bool is_place = out->kind == CFA_AT_LOCATION;
  const cfa_location *location =
      is_place ? &automaton->locations.at[out->at] : NULL;
  condition_parser parser = {.m = m,
                             .p = automaton,
                             .text = claim_text->text,
                             .end = claim_text->text + strlen(claim_text->text),
                             .next = claim_text->text,
                             .function =
                                 is_place ? location->function : out->at,
                             .scope_line = is_place ? location->place.line : 0,
                             .file = claim_text->file,
                             .line = claim_text->line,
                             .column = claim_text->column,
                             .r = r,
                             .claim = &claim};
  out->index = 0;
  condition_advance(&parser);
  if (is_quantified(&parser))
    read_quantifier(&parser);
  condition_term term = condition_read(&parser);
  if (parser.failed)
    return false;
  out->condition = condition_truth(&parser, term);
  return !parser.failed;
}
