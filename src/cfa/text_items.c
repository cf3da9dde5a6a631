/* Everything but expressions and edges. */
#include "cfa/text_items.h"

bool cfa_read_file(cfa_reader *reader) {
  uint32_t name;
  if (!cfa_take_name(reader, false, &name))
    return false;
  vec_push(reader->m, &reader->p->files, name);
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
static bool take_range(cfa_reader *reader, cfa_part part, uint32_t *first,
                       uint32_t *count) {
  uint64_t all = reader->counts[part], n;
  if (!cfa_take_number(reader, all, &n))
    return false;
  *first = (uint32_t)n;
  if (!cfa_take_number(reader, all - n, &n))
    return false;
  *count = (uint32_t)n;
  return true;
}

bool cfa_read_type(cfa_reader *reader) {
  cfa_type type = {.of = CFA_NONE};
  unsigned which;
  if (!cfa_take_choice(reader, cfa_type_words, &which) ||
      !cfa_take_number(reader, INT64_MAX / 8, &type.size) ||
      !cfa_take_name(reader, true, &type.name))
    return false;
  type.kind = kind_of_word[which];
  type.is_signed = which == CFA_WORD_SIGNED;
  type.is_bool = which == CFA_WORD_BOOL;
  type.is_union = which == CFA_WORD_UNION;
  if ((type.kind == CFA_TYPE_POINTER || type.kind == CFA_TYPE_ARRAY) &&
      !cfa_take_reference(reader, CFA_PART_TYPES, true, &type.of))
    return false;
  if (type.kind == CFA_TYPE_ARRAY &&
      !cfa_take_number(reader, UINT64_MAX, &type.count))
    return false;
  if (type.kind == CFA_TYPE_RECORD &&
      !take_range(reader, CFA_PART_FIELDS, &type.first_field, &type.fields))
    return false;
  vec_push(reader->m, &reader->p->types, type);
  return true;
}

bool cfa_read_field(cfa_reader *reader) {
  cfa_field field = {0};
  if (!cfa_take_name(reader, true, &field.name) ||
      !cfa_take_reference(reader, CFA_PART_TYPES, true, &field.type) ||
      !cfa_take_number(reader, INT64_MAX / 2, &field.bit_offset) ||
      !cfa_take_number(reader, INT64_MAX / 2, &field.bit_width))
    return false;
  vec_push(reader->m, &reader->p->fields, field);
  return true;
}

static bool take_flags(cfa_reader *reader, const char *const *words,
                       bool *first, bool *second) {
  unsigned which;
  if (!cfa_take_choice(reader, words, &which))
    return false;
  *first = which == 1 || which == 3;
  *second = which >= 2;
  return true;
}

static bool take_initial(cfa_reader *reader, cfa_variable *variable) {
  static const char *const flags[] = {"-", "constant", "extern",
                                      "constant,extern", NULL};
  bool is_extern;
  uint64_t data = reader->counts[CFA_PART_DATA];
  if (!take_flags(reader, flags, &variable->is_constant, &is_extern))
    return false;
  variable->is_extern = is_extern;
  if (variable->is_scalar)
    return cfa_take_reference(reader, CFA_PART_EXPRESSIONS, true,
                              &variable->initial);
  return cfa_take_number(reader, data, &variable->data) &&
         cfa_take_number(reader, data - variable->data, &variable->bytes) &&
         take_range(reader, CFA_PART_POINTERS, &variable->first_pointer,
                    &variable->pointers);
}

/* "o40": an object of 40 bytes; else a scalar. */
static bool take_storage(cfa_reader *reader, cfa_variable *variable) {
  cfa_shape shape;
  if (cfa_next_char(reader) == 'o')
    return cfa_take_size(reader, &variable->size);
  if (!cfa_take_shape(reader, &shape))
    return false;
  variable->is_scalar = true;
  variable->is_pointer = shape.is_pointer;
  variable->is_signed = shape.is_signed;
  variable->width = shape.width;
  return true;
}

bool cfa_read_variable(cfa_reader *reader) {
  cfa_variable variable = {.initial = CFA_NONE};
  unsigned kind;
  if (!cfa_take_choice(reader, cfa_variable_words, &kind) ||
      !take_storage(reader, &variable) ||
      !cfa_take_name(reader, true, &variable.name) ||
      !cfa_take_reference(reader, CFA_PART_FUNCTIONS, true,
                          &variable.function) ||
      !cfa_take_reference(reader, CFA_PART_TYPES, true, &variable.type) ||
      !cfa_take_u32(reader, &variable.alignment) ||
      !cfa_take_place(reader, &variable.place))
    return false;
  variable.kind = (cfa_variable_kind)kind;
  if (variable.kind == CFA_GLOBAL && !take_initial(reader, &variable))
    return false;
  vec_push(reader->m, &reader->p->variables, variable);
  return true;
}

static bool take_result(cfa_reader *reader, cfa_function *function) {
  cfa_shape shape;
  if (cfa_next_char(reader) == 'v')
    return cfa_take_literal(reader, "void");
  if (!cfa_take_shape(reader, &shape))
    return false;
  function->result_width = shape.width;
  function->result_is_pointer = shape.is_pointer;
  return true;
}

bool cfa_read_function(cfa_reader *reader) {
  static const char *const flags[] = {"-", "variadic", "taken",
                                      "variadic,taken", NULL};
  cfa_function function = {0};
  uint64_t parameters;
  if (!cfa_take_name(reader, false, &function.name) ||
      !cfa_take_reference(reader, CFA_PART_LOCATIONS, false, &function.entry) ||
      !take_range(reader, CFA_PART_VARIABLES, &function.first_variable,
                  &function.variables) ||
      !cfa_take_number(reader, function.variables, &parameters) ||
      !take_result(reader, &function) ||
      !take_flags(reader, flags, &function.is_variadic,
                  &function.is_address_taken) ||
      !cfa_take_u32(reader, &function.signature) ||
      !cfa_take_place(reader, &function.place))
    return false;
  function.parameters = (uint32_t)parameters;
  vec_push(reader->m, &reader->p->functions, function);
  return true;
}

bool cfa_read_location(cfa_reader *reader) {
  cfa_location location = {0};
  if (!cfa_take_reference(reader, CFA_PART_FUNCTIONS, false,
                          &location.function) ||
      !cfa_take_place(reader, &location.place))
    return false;
  vec_push(reader->m, &reader->p->locations, location);
  return true;
}

bool cfa_read_pointer(cfa_reader *reader) {
  cfa_pointer pointer = {0};
  if (!cfa_take_number(reader, INT64_MAX, &pointer.offset) ||
      !cfa_take_reference(reader, CFA_PART_EXPRESSIONS, false, &pointer.value))
    return false;
  vec_push(reader->m, &reader->p->pointers, pointer);
  return true;
}

static int items_hex(char x) {
  return x >= '0' && x <= '9'   ? x - '0'
         : x >= 'a' && x <= 'f' ? x - 'a' + 10
                                : -1;
}

bool cfa_read_data(cfa_reader *reader) {
  const char *word;
  size_t length;
  uint64_t left = reader->counts[CFA_PART_DATA] - reader->p->data.count;
  if (!cfa_take_word(reader, &word, &length))
    return false;
  if (length % 2 || length / 2 > left)
    return cfa_expected(reader, word,
                        "two hexadecimal digits a byte should stand here, for "
                        "at most %llu bytes",
                        (unsigned long long)left);
  for (size_t i = 0; i < length; i += 2) {
    int high = items_hex(word[i]), low = items_hex(word[i + 1]);
    if (high < 0 || low < 0)
      return cfa_expected(reader, word + i,
                          "hexadecimal digits are 0-9 and a-f");
    vec_push(reader->m, &reader->p->data, (unsigned char)(high * 16 + low));
  }
  return true;
}
