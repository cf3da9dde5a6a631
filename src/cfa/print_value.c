/* Values, types, and the parts of objects. */
#include "cfa/print.h"
#include "cfa/print_piece.h"

/* A record within a record, ... : a type that holds itself ends here. */
enum { MOST_PARTS = 64 };

static bool is_character(const cfa *p, const cfa_type *t) {
  return t && t->kind == CFA_TYPE_INTEGER && t->size == 1 &&
         strcmp(cfa_text(p, t->name), "char") == 0;
}

void cfa_print_value(const cfa *p, uint32_t type, bool is_signed,
                     unsigned width, uint64_t value, text *out) {
  const cfa_type *t = type < p->types.count ? &p->types.at[type] : NULL;
  uint64_t cut = bits_cut(value, width);
  if (t && t->kind == CFA_TYPE_INTEGER)
    is_signed = t->is_signed;
  if (t && t->is_bool && cut <= 1)
    text_put(out, cut ? "true" : "false");
  else if (is_character(p, t) && cut >= 32 && cut < 127)
    text_format(out, cut == '\'' || cut == '\\' ? "'\\%c'" : "'%c'", (int)cut);
  else if (is_signed && width > 1)
    text_number(out, bits_signed(cut, width));
  else
    text_format(out, "%llu", (unsigned long long)cut);
}

uint32_t cfa_field_at(const cfa *p, const cfa_type *record, uint64_t *offset) {
  for (uint32_t i = 0; i < record->fields; i++) {
    uint32_t n = record->first_field + i;
    const cfa_field *f = &p->fields.at[n];
    const cfa_type *t = f->type == CFA_NONE ? NULL : &p->types.at[f->type];
    uint64_t first = f->bit_offset / 8;
    uint64_t size = t ? t->size : (f->bit_width + 7) / 8;
    bool is_open = t && t->kind == CFA_TYPE_ARRAY && t->count == 0 &&
                   i + 1 == record->fields; /* a flexible array */
    if (*offset >= first && (*offset - first < size || is_open)) {
      *offset -= first;
      return n;
    }
  }
  return CFA_NONE;
}

uint32_t cfa_print_part(const cfa *p, uint32_t type, uint64_t offset,
                        text *out) {
  for (int i = 0; i < MOST_PARTS && type < p->types.count; i++) {
    const cfa_type *t = &p->types.at[type];
    if (t->kind == CFA_TYPE_ARRAY && t->of != CFA_NONE &&
        p->types.at[t->of].size) {
      uint64_t size = p->types.at[t->of].size;
      text_format(out, "[%llu]", (unsigned long long)(offset / size));
      offset %= size;
      type = t->of;
    } else if (t->kind == CFA_TYPE_RECORD) {
      uint32_t field = cfa_field_at(p, t, &offset);
      type = field == CFA_NONE ? CFA_NONE : p->fields.at[field].type;
      if (field != CFA_NONE && cfa_text(p, p->fields.at[field].name)[0])
        text_format(out, ".%.200s", cfa_text(p, p->fields.at[field].name));
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
static uint32_t element_of(const cfa *p, uint32_t type) {
  for (int i = 0; i < MOST_PARTS && type != CFA_NONE &&
                  p->types.at[type].kind == CFA_TYPE_ARRAY;
       i++)
    type = p->types.at[type].of;
  return type;
}

static void put_behind(cfa_writer *w, uint32_t type) {
  const cfa *p = w->p;
  for (int i = 0; i < MOST_PARTS && type != CFA_NONE &&
                  p->types.at[type].kind == CFA_TYPE_ARRAY;
       i++) {
    cfa_put_format(w, "[%llu]", (unsigned long long)p->types.at[type].count);
    type = p->types.at[type].of;
  }
}

void cfa_put_type(cfa_writer *w, uint32_t type, bool behind) {
  const cfa *p = w->p;
  unsigned stars = 0;
  if (behind) {
    put_behind(w, type);
    return;
  }
  type = element_of(p, type);
  while (type != CFA_NONE && p->types.at[type].kind == CFA_TYPE_POINTER &&
         stars < 16) {
    stars++;
    type = element_of(p, p->types.at[type].of);
  }
  bool is_named = type != CFA_NONE && p->types.at[type].name != CFA_NONE;
  cfa_put(w, is_named ? cfa_text(p, p->types.at[type].name) : "void");
  cfa_put(w, stars ? " " : "");
  for (; stars; stars--)
    cfa_put(w, "*");
}
