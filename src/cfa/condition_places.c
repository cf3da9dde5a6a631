/* Places in memory: elements, fields, what pointers point to. */
#include "cfa/condition.h"

condition_term condition_pointed(condition_parser *c, condition_term a) {
  a = condition_load(c, a);
  if (a.kind != IS_VALUE || !condition_is_pointer(&a.type)) {
    condition_fail(c, a.at, "a pointer should stand here");
    return condition_zero(c, a.at);
  }
  a.kind = IS_PLACE;
  a.type = condition_pointee(a.type);
  return a;
}

condition_term condition_index(condition_parser *c, condition_term a,
                               condition_term b) {
  a = condition_load(c, a);
  if (a.kind != IS_VALUE || !condition_is_pointer(&a.type)) {
    condition_fail(c, a.at, "an array or a pointer should stand here");
    return condition_zero(c, a.at);
  }
  return condition_pointed(c, condition_binary(c, '+', a, b, a.at));
}

condition_term condition_address(condition_parser *c, condition_term a) {
  if (a.kind == IS_PLACE) {
    a.kind = IS_VALUE;
    a.type = condition_pointer_to(a.type);
    return a;
  }
  bool is_function = c->p->expressions.at[a.expression].kind == CFA_FUNCTION;
  if (!is_function)
    condition_fail(c, a.at, "nobody takes the address of this");
  return a;
}

/* The field that is named here. */
static const cfa_field *find_field(condition_parser *c, const cfa_type *t) {
  const cfa *p = c->p;
  uint32_t name = names_find(&p->names, c->at, c->length);
  for (uint32_t i = 0; name != NAMES_NONE && i < t->fields; i++)
    if (p->fields.at[t->first_field + i].name == name)
      return &p->fields.at[t->first_field + i];
  condition_fail(c, c->at, "'%.*s' is no field of %.80s",
                 report_clip(c->length), c->at,
                 t->name == CFA_NONE ? "this" : cfa_text(p, t->name));
  return NULL;
}

/* The bits of a bit-field, as an int or unsigned int has them. */
static condition_term bit_field(condition_parser *c, condition_term a,
                                const cfa_field *f, condition_type type) {
  unsigned first = (unsigned)(f->bit_offset % 8);
  unsigned width = (unsigned)f->bit_width, all = first + width;
  unsigned bytes = (all + 7) / 8;
  cfa_expression x = {
      .kind = CFA_LOAD, .width = (uint8_t)(8 * bytes), .a = a.expression};
  if (f->bit_width == 0 || f->bit_width > 56) {
    condition_fail(c, a.at, "a bit-field of this width is not known here");
    return condition_zero(c, a.at);
  }
  uint32_t n = cfa_express(c->m, c->p, &x);
  if (first)
    n = condition_apply(c, BITS_LSHR, x.width, n,
                        cfa_constant(c->m, c->p, x.width, first), CFA_NONE);
  if (width < x.width)
    n = condition_apply(c, BITS_TRUNC, width, n, CFA_NONE, CFA_NONE);
  bits_op extend = type.is_signed ? BITS_SEXT : BITS_ZEXT;
  unsigned full = width > 32 ? 64 : 32;
  if (width < full)
    n = condition_apply(c, extend, full, n, CFA_NONE, CFA_NONE);
  /* What is narrower than int fits into int; int itself keeps its sign. */
  bool is_signed = type.is_signed || width < full;
  return condition_value(n, condition_integer(full, is_signed), a.at);
}

condition_term condition_member(condition_parser *c, condition_term a,
                                bool through_pointer) {
  if (through_pointer)
    a = condition_pointed(c, a);
  const cfa_type *t = condition_table(c->p, &a.type);
  if (c->failed || a.kind != IS_PLACE || !t || t->kind != CFA_TYPE_RECORD ||
      c->token != TOKEN_NAME) {
    condition_fail(c, c->token == TOKEN_NAME ? a.at : c->at,
                   c->token == TOKEN_NAME
                       ? "a struct or union whose type is known should stand "
                         "here"
                       : "the name of a field should stand here");
    return condition_zero(c, a.at);
  }
  const cfa_field *f = find_field(c, t);
  condition_advance(c);
  if (!f)
    return condition_zero(c, a.at);
  condition_type type = condition_of_table(c->p, f->type);
  uint32_t bytes =
      cfa_constant(c->m, c->p, c->p->pointer_bits, f->bit_offset / 8);
  a.expression = condition_offset(c, a.expression, bytes);
  a.type = type;
  if (condition_is_integer(&type) && f->bit_width != type.width)
    return bit_field(c, a, f, type);
  return a;
}
