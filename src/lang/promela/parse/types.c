#include "lang/promela/parse/parts.h"

/* What declarations are made of that the model itself defines: records and the
 * constants of mtypes. */

static void note_field(const pml_parser *p, const pml_var *field,
                       pml_record *out) {
  out->has_array |= field->is_array;
  out->has_unsigned |= field->type == PML_UNSIGNED;
  if (field->type != PML_RECORD)
    return;
  const pml_record *inner = &p->s->records.at[field->sub];
  out->has_array |= inner->has_array;
  out->has_unsigned |= inner->has_unsigned;
  out->has_record_array |= field->is_array || inner->has_record_array;
}

/* typedef T { byte a; int b[3] } */
bool pml_parse_typedef(pml_parser *p) {
  pml_record r = {.first = (uint32_t)p->s->vars.count};
  uint32_t number = (uint32_t)p->s->records.count, first;
  uint64_t size = 0;
  pml_advance(p);
  r.at = p->token.at;
  if (!pml_take_name(p, &r.name, "the name of the type"))
    return false;
  if (!pml_at(p, '{'))
    return pml_misfit(p, "'{'");
  p->in_sequence++;
  pml_advance(p);
  pml_skip_separators(p);
  do {
    if (!pml_parse_declaration(p, number, &first))
      return false;
    if (!pml_at(p, ';') && !pml_at(p, '}'))
      return pml_misfit(p, "';' or '}'");
    pml_skip_separators(p);
  } while (!pml_at(p, '}'));
  p->in_sequence--;
  pml_advance(p);
  r.count = (uint32_t)p->s->vars.count - r.first;
  for (uint32_t i = 0; i < r.count; i++) {
    const pml_var *v = &p->s->vars.at[r.first + i];
    size += (uint64_t)v->count * pml_flat_size(p, v->type, v->sub);
    note_field(p, v, &r);
  }
  if (size > PML_MOST_ELEMENTS)
    return pml_wrong(p, r.at, "'%s' has more than %d parts",
                     pml_name(p, r.name), PML_MOST_ELEMENTS);
  r.scalars = (uint32_t)size;
  vec_push(p->m, &p->s->records, r);
  pml_declare(p, r.name, PML_IS_RECORD, number, r.at);
  return true;
}

/* Mtype = { a, b }. */

static int32_t *mtype_count(pml_parser *p, uint32_t set) {
  uint32_t n = map_insert(p->m, &p->mtype_sets, set);
  if (n == p->mtype_counts.count)
    vec_push(p->m, &p->mtype_counts, 0);
  return &p->mtype_counts.at[n];
}

/* Numbered from the end of the list; a further list goes on above. */
bool pml_parse_mtypes(pml_parser *p, uint32_t set) {
  size_t first = p->s->mtypes.count;
  uint32_t name;
  if (p->process != PML_NONE)
    return pml_wrong(p, p->token.at,
                     "the constants of an mtype are declared outside "
                     "processes");
  if (set != PML_NONE && !pml_at(p, '='))
    return pml_misfit(p, "'='");
  if (pml_at(p, '='))
    pml_advance(p);
  if (!pml_take(p, '{', "'{'"))
    return false;
  do {
    pml_place at = p->token.at;
    if (!pml_take_name(p, &name, "the name of a constant"))
      return false;
    pml_declare(p, name, PML_IS_CONSTANT, (uint32_t)p->s->mtypes.count, at);
    vec_push(p->m, &p->s->mtypes, name);
    vec_push(p->m, &p->s->mtype_sets, set);
    vec_push(p->m, &p->s->mtype_values, 0);
    if (pml_at(p, ','))
      pml_advance(p);
  } while (!pml_at(p, '}'));
  pml_advance(p);
  size_t count = p->s->mtypes.count - first;
  int32_t *used = mtype_count(p, set);
  if (count > 255 || *used + (int32_t)count > 255)
    return pml_wrong(p, p->taken.at, "there are more than 255 constants");
  for (size_t i = 0; i < count; i++)
    p->s->mtype_values.at[first + i] = *used + (int32_t)(count - i);
  *used += (int32_t)count;
  return true;
}
