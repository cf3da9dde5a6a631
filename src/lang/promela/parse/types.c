#include "lang/promela/parse/parts.h"

/* What declarations are made of that the model itself defines: records and the
 * constants of mtypes. */

static void note_field(const pml_parser *parser, const pml_var *field,
                       pml_record *out) {
  out->has_array |= field->is_array;
  out->has_unsigned |= field->type == PML_UNSIGNED;
  if (field->type != PML_RECORD)
    return;
  const pml_record *inner = &parser->s->records.at[field->sub];
  out->has_array |= inner->has_array;
  out->has_unsigned |= inner->has_unsigned;
  out->has_record_array |= field->is_array || inner->has_record_array;
}

/* typedef T { byte a; int b[3] } */
bool pml_parse_typedef(pml_parser *parser) {
  pml_record record = {.first = (uint32_t)parser->s->vars.count};
  uint32_t number = (uint32_t)parser->s->records.count, first;
  uint64_t size = 0;
  pml_advance(parser);
  record.at = parser->token.at;
  if (!pml_take_name(parser, &record.name, "the name of the type"))
    return false;
  if (!pml_at(parser, '{'))
    return pml_misfit(parser, "'{'");
  parser->in_sequence++;
  pml_advance(parser);
  pml_skip_separators(parser);
  do {
    if (!pml_parse_declaration(parser, number, &first))
      return false;
    if (!pml_at(parser, ';') && !pml_at(parser, '}'))
      return pml_misfit(parser, "';' or '}'");
    pml_skip_separators(parser);
  } while (!pml_at(parser, '}'));
  parser->in_sequence--;
  pml_advance(parser);
  record.count = (uint32_t)parser->s->vars.count - record.first;
  for (uint32_t i = 0; i < record.count; i++) {
    const pml_var *var = &parser->s->vars.at[record.first + i];
    size += (uint64_t)var->count * pml_flat_size(parser, var->type, var->sub);
    note_field(parser, var, &record);
  }
  if (size > PML_MOST_ELEMENTS)
    return pml_wrong(parser, record.at, "'%s' has more than %d parts",
                     pml_name(parser, record.name), PML_MOST_ELEMENTS);
  record.scalars = (uint32_t)size;
  vec_push(parser->m, &parser->s->records, record);
  pml_declare(parser, record.name, PML_IS_RECORD, number, record.at);
  return true;
}

/* Mtype = { a, b }. */

static int32_t *mtype_count(pml_parser *parser, uint32_t set) {
  uint32_t n = map_insert(parser->m, &parser->mtype_sets, set);
  if (n == parser->mtype_counts.count)
    vec_push(parser->m, &parser->mtype_counts, 0);
  return &parser->mtype_counts.at[n];
}

/* Numbered from the end of the list; a further list goes on above. */
bool pml_parse_mtypes(pml_parser *parser, uint32_t set) {
  size_t first = parser->s->mtypes.count;
  uint32_t name;
  if (parser->process != PML_NONE)
    return pml_wrong(parser, parser->token.at,
                     "the constants of an mtype are declared outside "
                     "processes");
  if (set != PML_NONE && !pml_at(parser, '='))
    return pml_misfit(parser, "'='");
  if (pml_at(parser, '='))
    pml_advance(parser);
  if (!pml_take(parser, '{', "'{'"))
    return false;
  do {
    pml_place at = parser->token.at;
    if (!pml_take_name(parser, &name, "the name of a constant"))
      return false;
    pml_declare(parser, name, PML_IS_CONSTANT,
                (uint32_t)parser->s->mtypes.count, at);
    vec_push(parser->m, &parser->s->mtypes, name);
    vec_push(parser->m, &parser->s->mtype_sets, set);
    vec_push(parser->m, &parser->s->mtype_values, 0);
    if (pml_at(parser, ','))
      pml_advance(parser);
  } while (!pml_at(parser, '}'));
  pml_advance(parser);
  size_t count = parser->s->mtypes.count - first;
  int32_t *used = mtype_count(parser, set);
  if (count > 255 || *used + (int32_t)count > 255)
    return pml_wrong(parser, parser->taken.at,
                     "there are more than 255 constants");
  for (size_t i = 0; i < count; i++)
    parser->s->mtype_values.at[first + i] = *used + (int32_t)(count - i);
  *used += (int32_t)count;
  return true;
}
