/* Values, types, and the parts of objects. */
#include "cfa/print.h"
#include "cfa/print_piece.h"

/* A record within a record, ... : a type that holds itself ends here. */
enum { MOST_PARTS = 64 };

static bool is_character(const cfa *automaton, const cfa_type *type) {
  return type && type->kind == CFA_TYPE_INTEGER && type->size == 1 &&
         strcmp(cfa_text(automaton, type->name), "char") == 0;
}

void cfa_print_value(const cfa *automaton, uint32_t type, bool is_signed,
                     unsigned width, uint64_t value, text *out) {
  const cfa_type *t =
      type < automaton->types.count ? &automaton->types.at[type] : NULL;
  uint64_t cut = bits_cut(value, width);
  if (t && t->kind == CFA_TYPE_INTEGER)
    is_signed = t->is_signed;
  if (t && t->is_bool && cut <= 1)
    text_put(out, cut ? "true" : "false");
  else if (is_character(automaton, t) && cut >= 32 && cut < 127)
    text_format(out, cut == '\'' || cut == '\\' ? "'\\%c'" : "'%c'", (int)cut);
  else if (is_signed && width > 1)
    text_number(out, bits_signed(cut, width));
  else
    text_format(out, "%llu", (unsigned long long)cut);
}

uint32_t cfa_field_at(const cfa *automaton, const cfa_type *record,
                      uint64_t *offset) {
  for (uint32_t i = 0; i < record->fields; i++) {
    uint32_t n = record->first_field + i;
    const cfa_field *field = &automaton->fields.at[n];
    const cfa_type *type =
        field->type == CFA_NONE ? NULL : &automaton->types.at[field->type];
    uint64_t first = field->bit_offset / 8;
    uint64_t size = type ? type->size : (field->bit_width + 7) / 8;
    bool is_open = type && type->kind == CFA_TYPE_ARRAY && type->count == 0 &&
                   i + 1 == record->fields; /* a flexible array */
    if (*offset >= first && (*offset - first < size || is_open)) {
      *offset -= first;
      return n;
    }
  }
  return CFA_NONE;
}

uint32_t cfa_print_part(const cfa *automaton, uint32_t type, uint64_t offset,
                        text *out) {
  for (int i = 0; i < MOST_PARTS && type < automaton->types.count; i++) {
    const cfa_type *t = &automaton->types.at[type];
    if (t->kind == CFA_TYPE_ARRAY && t->of != CFA_NONE &&
        automaton->types.at[t->of].size) {
      uint64_t size = automaton->types.at[t->of].size;
      text_format(out, "[%llu]", (unsigned long long)(offset / size));
      offset %= size;
      type = t->of;
    } else if (t->kind == CFA_TYPE_RECORD) {
      uint32_t field = cfa_field_at(automaton, t, &offset);
      type = field == CFA_NONE ? CFA_NONE : automaton->fields.at[field].type;
      if (field != CFA_NONE &&
          cfa_text(automaton, automaton->fields.at[field].name)[0])
        text_format(out, ".%.200s",
                    cfa_text(automaton, automaton->fields.at[field].name));
    } else if (offset == 0) {
      return type;
    } else {
      break;
    }
  }
  if (offset)
    text_format(out, "+%llu", (unsigned long long)offset);
  return CFA_NONE;
}

/* What arrays are made of. */
static uint32_t element_of(const cfa *automaton, uint32_t type) {
  for (int i = 0; i < MOST_PARTS && type != CFA_NONE &&
                  automaton->types.at[type].kind == CFA_TYPE_ARRAY;
       i++)
    type = automaton->types.at[type].of;
  return type;
}

static void put_behind(cfa_writer *writer, uint32_t type) {
  const cfa *automaton = writer->p;
  for (int i = 0; i < MOST_PARTS && type != CFA_NONE &&
                  automaton->types.at[type].kind == CFA_TYPE_ARRAY;
       i++) {
    cfa_put_format(writer, "[%llu]",
                   (unsigned long long)automaton->types.at[type].count);
    type = automaton->types.at[type].of;
  }
}

void cfa_put_type(cfa_writer *writer, uint32_t type, bool behind) {
  const cfa *automaton = writer->p;
  unsigned stars = 0;
  if (behind) {
    put_behind(writer, type);
    return;
  }
  type = element_of(automaton, type);
  while (type != CFA_NONE &&
         automaton->types.at[type].kind == CFA_TYPE_POINTER && stars < 16) {
    stars++;
    type = element_of(automaton, automaton->types.at[type].of);
  }
  bool is_named =
      type != CFA_NONE && automaton->types.at[type].name != CFA_NONE;
  cfa_put(writer, is_named ? cfa_text(automaton, automaton->types.at[type].name)
                           : "void");
  cfa_put(writer, stars ? " " : "");
  for (; stars; stars--)
    cfa_put(writer, "*");
}
