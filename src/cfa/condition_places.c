/* Places in memory: elements, fields, what pointers point to. */
#include "cfa/condition.h"

condition_term condition_pointed(condition_parser *parser,
                                 condition_term term) {
  term = condition_load(parser, term);
  if (term.kind != IS_VALUE || !condition_is_pointer(&term.type)) {
    condition_fail(parser, term.at, "a pointer should stand here");
    return condition_zero(parser, term.at);
  }
  term.kind = IS_PLACE;
  term.type = condition_pointee(term.type);
  return term;
}

condition_term condition_index(condition_parser *parser, condition_term a,
                               condition_term b) {
  a = condition_load(parser, a);
  if (a.kind != IS_VALUE || !condition_is_pointer(&a.type)) {
    condition_fail(parser, a.at, "an array or a pointer should stand here");
    return condition_zero(parser, a.at);
  }
  return condition_pointed(parser, condition_binary(parser, '+', a, b, a.at));
}

condition_term condition_address(condition_parser *parser,
                                 condition_term term) {
  if (term.kind == IS_PLACE) {
    term.kind = IS_VALUE;
    term.type = condition_pointer_to(term.type);
    return term;
  }
  bool is_function =
      parser->p->expressions.at[term.expression].kind == CFA_FUNCTION;
  if (!is_function)
    condition_fail(parser, term.at, "nobody takes the address of this");
  return term;
}

/* The field that is named here. */
static const cfa_field *find_field(condition_parser *parser,
                                   const cfa_type *type) {
  const cfa *automaton = parser->p;
  uint32_t name = names_find(&automaton->names, parser->at, parser->length);
  for (uint32_t i = 0; name != NAMES_NONE && i < type->fields; i++)
    if (automaton->fields.at[type->first_field + i].name == name)
      return &automaton->fields.at[type->first_field + i];
  condition_fail(parser, parser->at, "'%.*s' is no field of %.80s",
                 report_clip(parser->length), parser->at,
                 type->name == CFA_NONE ? "this"
                                        : cfa_text(automaton, type->name));
  return NULL;
}

/* The bits of a bit-field, as an int or unsigned int has them. */
static condition_term bit_field(condition_parser *parser, condition_term term,
                                const cfa_field *field, condition_type type) {
  unsigned first = (unsigned)(field->bit_offset % 8);
  unsigned width = (unsigned)field->bit_width, all = first + width;
  unsigned bytes = (all + 7) / 8;
  cfa_expression expression = {
      .kind = CFA_LOAD, .width = (uint8_t)(8 * bytes), .a = term.expression};
  if (field->bit_width == 0 || field->bit_width > 56) {
    condition_fail(parser, term.at,
                   "a bit-field of this width is not known here");
    return condition_zero(parser, term.at);
  }
  uint32_t n = cfa_express(parser->m, parser->p, &expression);
  if (first)
    n = condition_apply(
        parser, BITS_LSHR, expression.width, n,
        cfa_constant(parser->m, parser->p, expression.width, first), CFA_NONE);
  if (width < expression.width)
    n = condition_apply(parser, BITS_TRUNC, width, n, CFA_NONE, CFA_NONE);
  bits_op extend = type.is_signed ? BITS_SEXT : BITS_ZEXT;
  unsigned full = width > 32 ? 64 : 32;
  if (width < full)
    n = condition_apply(parser, extend, full, n, CFA_NONE, CFA_NONE);
  /* What is narrower than int fits into int; int itself keeps its sign. */
  bool is_signed = type.is_signed || width < full;
  return condition_value(n, condition_integer(full, is_signed), term.at);
}

condition_term condition_member(condition_parser *parser, condition_term term,
                                bool through_pointer) {
  if (through_pointer)
    term = condition_pointed(parser, term);
  const cfa_type *t = condition_table(parser->p, &term.type);
  if (parser->failed || term.kind != IS_PLACE || !t ||
      t->kind != CFA_TYPE_RECORD || parser->token != TOKEN_NAME) {
    condition_fail(parser, parser->token == TOKEN_NAME ? term.at : parser->at,
                   parser->token == TOKEN_NAME
                       ? "a struct or union whose type is known should stand "
                         "here"
                       : "the name of a field should stand here");
    return condition_zero(parser, term.at);
  }
  const cfa_field *field = find_field(parser, t);
  condition_advance(parser);
  if (!field)
    return condition_zero(parser, term.at);
  condition_type type = condition_of_table(parser->p, field->type);
  uint32_t bytes = cfa_constant(parser->m, parser->p, parser->p->pointer_bits,
                                field->bit_offset / 8);
  term.expression = condition_offset(parser, term.expression, bytes);
  term.type = type;
  if (condition_is_integer(&type) && field->bit_width != type.width)
    return bit_field(parser, term, field, type);
  return term;
}
