#include "cfa/text.h"

#include "cfa/text_words.h"

/* Words of a line. */

static void word(text *out, const char *w) {
  text_char(out, ' ');
  text_put(out, w);
}

static void number(text *out, uint64_t n) {
  text_format(out, " %llu", (unsigned long long)n);
}

static void reference(text *out, cfa_part part, uint32_t n) {
  if (n == CFA_NONE) {
    word(out, "-");
    return;
  }
  text_char(out, ' ');
  text_char(out, cfa_parts[part].letter);
  text_number(out, n);
}

/* Between double quotes; what is not plain is written by its hexadecimal
 * value. */
static void quoted(text *out, const char *s) {
  text_put(out, " \"");
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\' || c < 32 || c > 126)
      text_format(out, "\\%02x", c);
    else
      text_char(out, (char)c);
  }
  text_char(out, '"');
}

static void name(const cfa *automaton, text *out, uint32_t n) {
  if (n == CFA_NONE)
    word(out, "-");
  else
    quoted(out, cfa_text(automaton, n));
}

static void place(text *out, const cfa_place *at) {
  if (at->file == CFA_NONE)
    word(out, "-");
  else
    text_format(out, " @%u:%u:%u", at->file, at->line, at->column);
}

/* s: a word that people write with a sign; u: another; p: a pointer. */
static void shape(text *out, bool is_pointer, bool is_signed, unsigned width) {
  text_format(out, " %c%u", is_pointer ? 'p' : is_signed ? 's' : 'u', width);
}

static void write_begin(text *out, cfa_part part, size_t n) {
  text_char(out, cfa_parts[part].letter);
  text_number(out, (int64_t)n);
}

static int type_word(const cfa_type *type) {
  switch (type->kind) {
  case CFA_TYPE_VOID:
    return CFA_WORD_VOID;
  case CFA_TYPE_INTEGER:
    return type->is_bool     ? CFA_WORD_BOOL
           : type->is_signed ? CFA_WORD_SIGNED
                             : CFA_WORD_UNSIGNED;
  case CFA_TYPE_POINTER:
    return CFA_WORD_POINTER;
  case CFA_TYPE_ARRAY:
    return CFA_WORD_ARRAY;
  case CFA_TYPE_RECORD:
    return type->is_union ? CFA_WORD_UNION : CFA_WORD_STRUCT;
  case CFA_TYPE_FUNCTION:
    return CFA_WORD_FUNCTION;
  case CFA_TYPE_OTHER:
    break;
  }
  return CFA_WORD_OTHER;
}

static void write_type(const cfa *automaton, text *out, const cfa_type *type) {
  word(out, cfa_type_words[type_word(type)]);
  number(out, type->size);
  name(automaton, out, type->name);
  if (type->kind == CFA_TYPE_POINTER || type->kind == CFA_TYPE_ARRAY)
    reference(out, CFA_PART_TYPES, type->of);
  if (type->kind == CFA_TYPE_ARRAY)
    number(out, type->count);
  if (type->kind == CFA_TYPE_RECORD) {
    number(out, type->first_field);
    number(out, type->fields);
  }
}

static void write_field(const cfa *automaton, text *out,
                        const cfa_field *field) {
  name(automaton, out, field->name);
  reference(out, CFA_PART_TYPES, field->type);
  number(out, field->bit_offset);
  number(out, field->bit_width);
}

static void write_flags(text *out, const char *first, bool is_first,
                        const char *second, bool is_second) {
  word(out, is_first ? first : is_second ? second : "-");
  if (is_first && is_second) {
    text_char(out, ',');
    text_put(out, second);
  }
}

static void write_variable(const cfa *automaton, text *out,
                           const cfa_variable *variable) {
  word(out, cfa_variable_words[variable->kind]);
  if (variable->is_scalar)
    shape(out, variable->is_pointer, variable->is_signed, variable->width);
  else
    text_format(out, " o%llu", (unsigned long long)variable->size);
  name(automaton, out, variable->name);
  reference(out, CFA_PART_FUNCTIONS, variable->function);
  reference(out, CFA_PART_TYPES, variable->type);
  number(out, variable->alignment);
  place(out, &variable->place);
  if (variable->kind != CFA_GLOBAL)
    return;
  write_flags(out, "constant", variable->is_constant, "extern",
              variable->is_extern);
  if (variable->is_scalar) {
    reference(out, CFA_PART_EXPRESSIONS, variable->initial);
    return;
  }
  number(out, variable->data);
  number(out, variable->bytes);
  number(out, variable->first_pointer);
  number(out, variable->pointers);
}

static void write_function(const cfa *automaton, text *out,
                           const cfa_function *function) {
  name(automaton, out, function->name);
  reference(out, CFA_PART_LOCATIONS, function->entry);
  number(out, function->first_variable);
  number(out, function->variables);
  number(out, function->parameters);
  if (function->result_width)
    shape(out, function->result_is_pointer, false, function->result_width);
  else
    word(out, "void");
  write_flags(out, "variadic", function->is_variadic, "taken",
              function->is_address_taken);
  number(out, function->signature);
  place(out, &function->place);
}

static void write_location(text *out, const cfa_location *location) {
  reference(out, CFA_PART_FUNCTIONS, location->function);
  place(out, &location->place);
}

static void write_constant(text *out, const cfa_expression *expression) {
  shape(out, expression->is_pointer, expression->is_signed, expression->width);
  if (expression->is_signed && !expression->is_pointer)
    text_format(out, " %lld",
                (long long)bits_signed(expression->value, expression->width));
  else
    number(out, expression->value);
}

static void write_expression(text *out, const cfa_expression *expression) {
  uint32_t operands[3];
  size_t count = cfa_operands(expression, operands);
  word(out, expression->kind == CFA_APPLY
                ? bits_name(expression->op)
                : cfa_expression_words[expression->kind]);
  switch (expression->kind) {
  case CFA_CONSTANT:
    write_constant(out, expression);
    break;
  case CFA_VARIABLE:
  case CFA_ADDRESS:
    reference(out, CFA_PART_VARIABLES, expression->a);
    if (expression->kind == CFA_ADDRESS)
      text_format(out, " %lld", (long long)expression->value);
    break;
  case CFA_FUNCTION:
    reference(out, CFA_PART_FUNCTIONS, expression->a);
    break;
  case CFA_LOAD:
  case CFA_APPLY:
  case CFA_TO_INTEGER:
    shape(out, expression->is_pointer, expression->is_signed,
          expression->width);
    break;
  case CFA_OFFSET:
  case CFA_TO_POINTER:
  case CFA_GHOST: /* no program has one */
    break;
  }
  for (size_t i = 0; i < count; i++)
    reference(out, CFA_PART_EXPRESSIONS, operands[i]);
}

static void expressions_of(text *out, const cfa_edge *edge, unsigned count) {
  const uint32_t all[3] = {edge->a, edge->b, edge->c};
  for (unsigned i = 0; i < count; i++)
    reference(out, CFA_PART_EXPRESSIONS, all[i]);
}

static void write_call(const cfa *automaton, text *out, const cfa_edge *edge) {
  reference(out, CFA_PART_VARIABLES, edge->variable);
  if (edge->function != CFA_NONE)
    reference(out, CFA_PART_FUNCTIONS, edge->function);
  else
    reference(out, CFA_PART_EXPRESSIONS, edge->a);
  for (uint32_t i = 0; i < edge->arguments; i++)
    reference(out, CFA_PART_EXPRESSIONS,
              automaton->arguments.at[edge->first_argument + i]);
}

static void write_statement(const cfa *automaton, text *out,
                            const cfa_edge *edge) {
  switch (edge->kind) {
  case CFA_SKIP:
    if (edge->name != CFA_NONE)
      name(automaton, out, edge->name);
    break;
  case CFA_HALT:
    break;
  case CFA_ASSUME:
    expressions_of(out, edge, 1);
    word(out, edge->holds ? "true" : "false");
    break;
  case CFA_STORE:
    expressions_of(out, edge, 2);
    break;
  case CFA_INPUT:
    reference(out, CFA_PART_VARIABLES, edge->variable);
    word(out, cfa_input_words[edge->input]);
    name(automaton, out, edge->name);
    break;
  case CFA_HAVOC:
    reference(out, CFA_PART_VARIABLES, edge->variable);
    break;
  case CFA_CALL:
    write_call(automaton, out, edge);
    break;
  case CFA_RETURN:
  case CFA_FREE:
    expressions_of(out, edge, 1);
    break;
  case CFA_ASSIGN:
  case CFA_ALLOCATE:
  case CFA_SIZE:
    reference(out, CFA_PART_VARIABLES, edge->variable);
    expressions_of(out, edge, 1);
    if (edge->kind == CFA_ALLOCATE)
      word(out, cfa_allocation_words[edge->allocation]);
    break;
  case CFA_COPY:
  case CFA_FILL:
    expressions_of(out, edge, 3);
    break;
  case CFA_FAIL:
    word(out, cfa_error_words[edge->error]);
    name(automaton, out, edge->name);
    break;
  case CFA_UNDEFINED:
  case CFA_UNSUPPORTED:
    name(automaton, out, edge->name);
    break;
  }
}

static void write_edge(const cfa *automaton, text *out, const cfa_edge *edge) {
  reference(out, CFA_PART_LOCATIONS, edge->from);
  reference(out, CFA_PART_LOCATIONS, edge->to);
  place(out, &edge->place);
  word(out, cfa_edge_words[edge->kind]);
  write_statement(automaton, out, edge);
}

static void write_data(const cfa *automaton, text *out) {
  for (size_t i = 0; i < automaton->data.count; i++) {
    if (i % CFA_DATA_BYTES == 0) {
      write_begin(out, CFA_PART_DATA, i);
      text_char(out, ' ');
    }
    text_format(out, "%02x", automaton->data.at[i]);
    if (i % CFA_DATA_BYTES == CFA_DATA_BYTES - 1 ||
        i + 1 == automaton->data.count)
      text_char(out, '\n');
  }
}

static void write_header(const cfa *automaton, text *out) {
  const size_t counts[CFA_PART_COUNT] = {
      automaton->files.count,       automaton->types.count,
      automaton->fields.count,      automaton->variables.count,
      automaton->functions.count,   automaton->locations.count,
      automaton->expressions.count, automaton->edges.count,
      automaton->pointers.count,    automaton->data.count};
  text_format(out, "custos-cfa %d pointer %u\n", CFA_TEXT_VERSION,
              automaton->pointer_bits);
  for (int i = 0; i < CFA_PART_COUNT; i++)
    text_format(out, "%s%s %zu", i ? " " : "", cfa_parts[i].many, counts[i]);
  text_put(out, "\nmain");
  reference(out, CFA_PART_FUNCTIONS, automaton->main);
  text_put(out, automaton->wraps ? " wraps\n" : "\n");
}

/* Each item of a vector is a line. */
#define WRITE_ALL(part, vector, write)                                         \
  for (size_t i = 0; i < (vector).count; i++) {                                \
    write_begin(out, part, i);                                                 \
    write;                                                                     \
    text_char(out, '\n');                                                      \
  }

void cfa_write(const cfa *automaton, text *out) {
  write_header(automaton, out);
  WRITE_ALL(CFA_PART_FILES, automaton->files,
            name(automaton, out, automaton->files.at[i]))
  WRITE_ALL(CFA_PART_TYPES, automaton->types,
            write_type(automaton, out, &automaton->types.at[i]))
  WRITE_ALL(CFA_PART_FIELDS, automaton->fields,
            write_field(automaton, out, &automaton->fields.at[i]))
  WRITE_ALL(CFA_PART_VARIABLES, automaton->variables,
            write_variable(automaton, out, &automaton->variables.at[i]))
  WRITE_ALL(CFA_PART_FUNCTIONS, automaton->functions,
            write_function(automaton, out, &automaton->functions.at[i]))
  WRITE_ALL(CFA_PART_LOCATIONS, automaton->locations,
            write_location(out, &automaton->locations.at[i]))
  WRITE_ALL(CFA_PART_EXPRESSIONS, automaton->expressions,
            write_expression(out, &automaton->expressions.at[i]))
  WRITE_ALL(CFA_PART_EDGES, automaton->edges,
            write_edge(automaton, out, &automaton->edges.at[i]))
  WRITE_ALL(
      CFA_PART_POINTERS, automaton->pointers,
      number(out, automaton->pointers.at[i].offset);
      reference(out, CFA_PART_EXPRESSIONS, automaton->pointers.at[i].value))
  write_data(automaton, out);
}
