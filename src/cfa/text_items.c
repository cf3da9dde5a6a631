/* Everything but expressions and edges. */
#include "cfa/text_items.h"

bool cfa_read_file(cfa_reader *c) {
  uint32_t name;
  if (!cfa_take_name(c, false, &name))
    return false;
  vec_push(c->m, &c->p->files, name);
  return true;
}

static const cfa_type_kind kind_of_word[] = {
    [CFA_WORD_VOID] = CFA_TYPE_VOID,
    [CFA_WORD_SIGNED] = CFA_TYPE_INTEGER,
    [CFA_WORD_UNSIGNED] = CFA_TYPE_INTEGER,
    [CFA_WORD_BOOL] = CFA_TYPE_INTEGER,
    [CFA_WORD_POINTER] = CFA_TYPE_POINTER,
    [CFA_WORD_ARRAY] = CFA_TYPE_ARRAY,
    [CFA_WORD_STRUCT] = CFA_TYPE_RECORD,
    [CFA_WORD_UNION] = CFA_TYPE_RECORD,
    [CFA_WORD_FUNCTION] = CFA_TYPE_FUNCTION,
    [CFA_WORD_OTHER] = CFA_TYPE_OTHER};

/* "first count", both within 'all'. */
static bool take_range(cfa_reader *c, cfa_part part, uint32_t *first,
                       uint32_t *count) {
  uint64_t all = c->counts[part], n;
  if (!cfa_take_number(c, all, &n))
    return false;
  *first = (uint32_t)n;
  if (!cfa_take_number(c, all - n, &n))
    return false;
  *count = (uint32_t)n;
  return true;
}

bool cfa_read_type(cfa_reader *c) {
  cfa_type t = {.of = CFA_NONE};
  unsigned which;
  if (!cfa_take_choice(c, cfa_type_words, &which) ||
      !cfa_take_number(c, INT64_MAX / 8, &t.size) ||
      !cfa_take_name(c, true, &t.name))
    return false;
  t.kind = kind_of_word[which];
  t.is_signed = which == CFA_WORD_SIGNED;
  t.is_bool = which == CFA_WORD_BOOL;
  t.is_union = which == CFA_WORD_UNION;
  if ((t.kind == CFA_TYPE_POINTER || t.kind == CFA_TYPE_ARRAY) &&
      !cfa_take_reference(c, CFA_PART_TYPES, true, &t.of))
    return false;
  if (t.kind == CFA_TYPE_ARRAY && !cfa_take_number(c, UINT64_MAX, &t.count))
    return false;
  if (t.kind == CFA_TYPE_RECORD &&
      !take_range(c, CFA_PART_FIELDS, &t.first_field, &t.fields))
    return false;
  vec_push(c->m, &c->p->types, t);
  return true;
}

bool cfa_read_field(cfa_reader *c) {
  cfa_field f = {0};
  if (!cfa_take_name(c, true, &f.name) ||
      !cfa_take_reference(c, CFA_PART_TYPES, true, &f.type) ||
      !cfa_take_number(c, INT64_MAX / 2, &f.bit_offset) ||
      !cfa_take_number(c, INT64_MAX / 2, &f.bit_width))
    return false;
  vec_push(c->m, &c->p->fields, f);
  return true;
}

static bool take_flags(cfa_reader *c, const char *const *words, bool *first,
                       bool *second) {
  unsigned which;
  if (!cfa_take_choice(c, words, &which))
    return false;
  *first = which == 1 || which == 3;
  *second = which >= 2;
  return true;
}

static bool take_initial(cfa_reader *c, cfa_variable *v) {
  static const char *const flags[] = {"-", "constant", "extern",
                                      "constant,extern", NULL};
  bool is_extern;
  uint64_t data = c->counts[CFA_PART_DATA];
  if (!take_flags(c, flags, &v->is_constant, &is_extern))
    return false;
  v->is_extern = is_extern;
  if (v->is_scalar)
    return cfa_take_reference(c, CFA_PART_EXPRESSIONS, true, &v->initial);
  return cfa_take_number(c, data, &v->data) &&
         cfa_take_number(c, data - v->data, &v->bytes) &&
         take_range(c, CFA_PART_POINTERS, &v->first_pointer, &v->pointers);
}

/* "o40": an object of 40 bytes; else a scalar. */
static bool take_storage(cfa_reader *c, cfa_variable *v) {
  cfa_shape s;
  if (cfa_next_char(c) == 'o')
    return cfa_take_size(c, &v->size);
  if (!cfa_take_shape(c, &s))
    return false;
  v->is_scalar = true;
  v->is_pointer = s.is_pointer;
  v->is_signed = s.is_signed;
  v->width = s.width;
  return true;
}

bool cfa_read_variable(cfa_reader *c) {
  cfa_variable v = {.initial = CFA_NONE};
  unsigned kind;
  if (!cfa_take_choice(c, cfa_variable_words, &kind) || !take_storage(c, &v) ||
      !cfa_take_name(c, true, &v.name) ||
      !cfa_take_reference(c, CFA_PART_FUNCTIONS, true, &v.function) ||
      !cfa_take_reference(c, CFA_PART_TYPES, true, &v.type) ||
      !cfa_take_u32(c, &v.alignment) || !cfa_take_place(c, &v.place))
    return false;
  v.kind = (cfa_variable_kind)kind;
  if (v.kind == CFA_GLOBAL && !take_initial(c, &v))
    return false;
  vec_push(c->m, &c->p->variables, v);
  return true;
}

static bool take_result(cfa_reader *c, cfa_function *f) {
  cfa_shape s;
  if (cfa_next_char(c) == 'v')
    return cfa_take_literal(c, "void");
  if (!cfa_take_shape(c, &s))
    return false;
  f->result_width = s.width;
  f->result_is_pointer = s.is_pointer;
  return true;
}

bool cfa_read_function(cfa_reader *c) {
  static const char *const flags[] = {"-", "variadic", "taken",
                                      "variadic,taken", NULL};
  cfa_function f = {0};
  uint64_t parameters;
  if (!cfa_take_name(c, false, &f.name) ||
      !cfa_take_reference(c, CFA_PART_LOCATIONS, false, &f.entry) ||
      !take_range(c, CFA_PART_VARIABLES, &f.first_variable, &f.variables) ||
      !cfa_take_number(c, f.variables, &parameters) || !take_result(c, &f) ||
      !take_flags(c, flags, &f.is_variadic, &f.is_address_taken) ||
      !cfa_take_u32(c, &f.signature) || !cfa_take_place(c, &f.place))
    return false;
  f.parameters = (uint32_t)parameters;
  vec_push(c->m, &c->p->functions, f);
  return true;
}

bool cfa_read_location(cfa_reader *c) {
  cfa_location l = {0};
  if (!cfa_take_reference(c, CFA_PART_FUNCTIONS, false, &l.function) ||
      !cfa_take_place(c, &l.place))
    return false;
  vec_push(c->m, &c->p->locations, l);
  return true;
}

bool cfa_read_pointer(cfa_reader *c) {
  cfa_pointer q = {0};
  if (!cfa_take_number(c, INT64_MAX, &q.offset) ||
      !cfa_take_reference(c, CFA_PART_EXPRESSIONS, false, &q.value))
    return false;
  vec_push(c->m, &c->p->pointers, q);
  return true;
}

static int items_hex(char x) {
  return x >= '0' && x <= '9'   ? x - '0'
         : x >= 'a' && x <= 'f' ? x - 'a' + 10
                                : -1;
}

bool cfa_read_data(cfa_reader *c) {
  const char *word;
  size_t length;
  uint64_t left = c->counts[CFA_PART_DATA] - c->p->data.count;
  if (!cfa_take_word(c, &word, &length))
    return false;
  if (length % 2 || length / 2 > left)
    return cfa_expected(c, word,
                        "two hexadecimal digits a byte should stand here, for "
                        "at most %llu bytes",
                        (unsigned long long)left);
  for (size_t i = 0; i < length; i += 2) {
    int high = items_hex(word[i]), low = items_hex(word[i + 1]);
    if (high < 0 || low < 0)
      return cfa_expected(c, word + i, "hexadecimal digits are 0-9 and a-f");
    vec_push(c->m, &c->p->data, (unsigned char)(high * 16 + low));
  }
  return true;
}
