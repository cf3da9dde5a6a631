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

static void name(const cfa *p, text *out, uint32_t n) {
  if (n == CFA_NONE)
    word(out, "-");
  else
    quoted(out, cfa_text(p, n));
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

static int type_word(const cfa_type *t) {
  switch (t->kind) {
  case CFA_TYPE_VOID:
    return CFA_WORD_VOID;
  case CFA_TYPE_INTEGER:
    return t->is_bool     ? CFA_WORD_BOOL
           : t->is_signed ? CFA_WORD_SIGNED
                          : CFA_WORD_UNSIGNED;
  case CFA_TYPE_POINTER:
    return CFA_WORD_POINTER;
  case CFA_TYPE_ARRAY:
    return CFA_WORD_ARRAY;
  case CFA_TYPE_RECORD:
    return t->is_union ? CFA_WORD_UNION : CFA_WORD_STRUCT;
  case CFA_TYPE_FUNCTION:
    return CFA_WORD_FUNCTION;
  case CFA_TYPE_OTHER:
    break;
  }
  return CFA_WORD_OTHER;
}

static void write_type(const cfa *p, text *out, const cfa_type *t) {
  word(out, cfa_type_words[type_word(t)]);
  number(out, t->size);
  name(p, out, t->name);
  if (t->kind == CFA_TYPE_POINTER || t->kind == CFA_TYPE_ARRAY)
    reference(out, CFA_PART_TYPES, t->of);
  if (t->kind == CFA_TYPE_ARRAY)
    number(out, t->count);
  if (t->kind == CFA_TYPE_RECORD) {
    number(out, t->first_field);
    number(out, t->fields);
  }
}

static void write_field(const cfa *p, text *out, const cfa_field *f) {
  name(p, out, f->name);
  reference(out, CFA_PART_TYPES, f->type);
  number(out, f->bit_offset);
  number(out, f->bit_width);
}

static void write_flags(text *out, const char *first, bool is_first,
                        const char *second, bool is_second) {
  word(out, is_first ? first : is_second ? second : "-");
  if (is_first && is_second) {
    text_char(out, ',');
    text_put(out, second);
  }
}

static void write_variable(const cfa *p, text *out, const cfa_variable *v) {
  word(out, cfa_variable_words[v->kind]);
  if (v->is_scalar)
    shape(out, v->is_pointer, v->is_signed, v->width);
  else
    text_format(out, " o%llu", (unsigned long long)v->size);
  name(p, out, v->name);
  reference(out, CFA_PART_FUNCTIONS, v->function);
  reference(out, CFA_PART_TYPES, v->type);
  number(out, v->alignment);
  place(out, &v->place);
  if (v->kind != CFA_GLOBAL)
    return;
  write_flags(out, "constant", v->is_constant, "extern", v->is_extern);
  if (v->is_scalar) {
    reference(out, CFA_PART_EXPRESSIONS, v->initial);
    return;
  }
  number(out, v->data);
  number(out, v->bytes);
  number(out, v->first_pointer);
  number(out, v->pointers);
}

static void write_function(const cfa *p, text *out, const cfa_function *f) {
  name(p, out, f->name);
  reference(out, CFA_PART_LOCATIONS, f->entry);
  number(out, f->first_variable);
  number(out, f->variables);
  number(out, f->parameters);
  if (f->result_width)
    shape(out, f->result_is_pointer, false, f->result_width);
  else
    word(out, "void");
  write_flags(out, "variadic", f->is_variadic, "taken", f->is_address_taken);
  number(out, f->signature);
  place(out, &f->place);
}

static void write_location(text *out, const cfa_location *l) {
  reference(out, CFA_PART_FUNCTIONS, l->function);
  place(out, &l->place);
}

static void write_constant(text *out, const cfa_expression *x) {
  shape(out, x->is_pointer, x->is_signed, x->width);
  if (x->is_signed && !x->is_pointer)
    text_format(out, " %lld", (long long)bits_signed(x->value, x->width));
  else
    number(out, x->value);
}

static void write_expression(text *out, const cfa_expression *x) {
  uint32_t operands[3];
  size_t count = cfa_operands(x, operands);
  word(out,
       x->kind == CFA_APPLY ? bits_name(x->op) : cfa_expression_words[x->kind]);
  switch (x->kind) {
  case CFA_CONSTANT:
    write_constant(out, x);
    break;
  case CFA_VARIABLE:
  case CFA_ADDRESS:
    reference(out, CFA_PART_VARIABLES, x->a);
    if (x->kind == CFA_ADDRESS)
      text_format(out, " %lld", (long long)x->value);
    break;
  case CFA_FUNCTION:
    reference(out, CFA_PART_FUNCTIONS, x->a);
    break;
  case CFA_LOAD:
  case CFA_APPLY:
  case CFA_TO_INTEGER:
    shape(out, x->is_pointer, x->is_signed, x->width);
    break;
  case CFA_OFFSET:
  case CFA_TO_POINTER:
  case CFA_GHOST: /* no program has one */
    break;
  }
  for (size_t i = 0; i < count; i++)
    reference(out, CFA_PART_EXPRESSIONS, operands[i]);
}

static void expressions_of(text *out, const cfa_edge *e, unsigned count) {
  const uint32_t all[3] = {e->a, e->b, e->c};
  for (unsigned i = 0; i < count; i++)
    reference(out, CFA_PART_EXPRESSIONS, all[i]);
}

static void write_call(const cfa *p, text *out, const cfa_edge *e) {
  reference(out, CFA_PART_VARIABLES, e->variable);
  if (e->function != CFA_NONE)
    reference(out, CFA_PART_FUNCTIONS, e->function);
  else
    reference(out, CFA_PART_EXPRESSIONS, e->a);
  for (uint32_t i = 0; i < e->arguments; i++)
    reference(out, CFA_PART_EXPRESSIONS,
              p->arguments.at[e->first_argument + i]);
}

static void write_statement(const cfa *p, text *out, const cfa_edge *e) {
  switch (e->kind) {
  case CFA_SKIP:
    if (e->name != CFA_NONE)
      name(p, out, e->name);
    break;
  case CFA_HALT:
    break;
  case CFA_ASSUME:
    expressions_of(out, e, 1);
    word(out, e->holds ? "true" : "false");
    break;
  case CFA_STORE:
    expressions_of(out, e, 2);
    break;
  case CFA_INPUT:
    reference(out, CFA_PART_VARIABLES, e->variable);
    word(out, cfa_input_words[e->input]);
    name(p, out, e->name);
    break;
  case CFA_HAVOC:
    reference(out, CFA_PART_VARIABLES, e->variable);
    break;
  case CFA_CALL:
    write_call(p, out, e);
    break;
  case CFA_RETURN:
  case CFA_FREE:
    expressions_of(out, e, 1);
    break;
  case CFA_ASSIGN:
  case CFA_ALLOCATE:
  case CFA_SIZE:
    reference(out, CFA_PART_VARIABLES, e->variable);
    expressions_of(out, e, 1);
    if (e->kind == CFA_ALLOCATE)
      word(out, cfa_allocation_words[e->allocation]);
    break;
  case CFA_COPY:
  case CFA_FILL:
    expressions_of(out, e, 3);
    break;
  case CFA_FAIL:
    word(out, cfa_error_words[e->error]);
    name(p, out, e->name);
    break;
  case CFA_UNDEFINED:
  case CFA_UNSUPPORTED:
    name(p, out, e->name);
    break;
  }
}

static void write_edge(const cfa *p, text *out, const cfa_edge *e) {
  reference(out, CFA_PART_LOCATIONS, e->from);
  reference(out, CFA_PART_LOCATIONS, e->to);
  place(out, &e->place);
  word(out, cfa_edge_words[e->kind]);
  write_statement(p, out, e);
}

static void write_data(const cfa *p, text *out) {
  for (size_t i = 0; i < p->data.count; i++) {
    if (i % CFA_DATA_BYTES == 0) {
      write_begin(out, CFA_PART_DATA, i);
      text_char(out, ' ');
    }
    text_format(out, "%02x", p->data.at[i]);
    if (i % CFA_DATA_BYTES == CFA_DATA_BYTES - 1 || i + 1 == p->data.count)
      text_char(out, '\n');
  }
}

static void write_header(const cfa *p, text *out) {
  const size_t counts[CFA_PART_COUNT] = {
      p->files.count,       p->types.count,     p->fields.count,
      p->variables.count,   p->functions.count, p->locations.count,
      p->expressions.count, p->edges.count,     p->pointers.count,
      p->data.count};
  text_format(out, "custos-cfa %d pointer %u\n", CFA_TEXT_VERSION,
              p->pointer_bits);
  for (int i = 0; i < CFA_PART_COUNT; i++)
    text_format(out, "%s%s %zu", i ? " " : "", cfa_parts[i].many, counts[i]);
  text_put(out, "\nmain");
  reference(out, CFA_PART_FUNCTIONS, p->main);
  text_put(out, p->wraps ? " wraps\n" : "\n");
}

/* Each item of a vector is a line. */
#define WRITE_ALL(part, vector, write)                                         \
  for (size_t i = 0; i < (vector).count; i++) {                                \
    write_begin(out, part, i);                                                 \
    write;                                                                     \
    text_char(out, '\n');                                                      \
  }

void cfa_write(const cfa *p, text *out) {
  write_header(p, out);
  WRITE_ALL(CFA_PART_FILES, p->files, name(p, out, p->files.at[i]))
  WRITE_ALL(CFA_PART_TYPES, p->types, write_type(p, out, &p->types.at[i]))
  WRITE_ALL(CFA_PART_FIELDS, p->fields, write_field(p, out, &p->fields.at[i]))
  WRITE_ALL(CFA_PART_VARIABLES, p->variables,
            write_variable(p, out, &p->variables.at[i]))
  WRITE_ALL(CFA_PART_FUNCTIONS, p->functions,
            write_function(p, out, &p->functions.at[i]))
  WRITE_ALL(CFA_PART_LOCATIONS, p->locations,
            write_location(out, &p->locations.at[i]))
  WRITE_ALL(CFA_PART_EXPRESSIONS, p->expressions,
            write_expression(out, &p->expressions.at[i]))
  WRITE_ALL(CFA_PART_EDGES, p->edges, write_edge(p, out, &p->edges.at[i]))
  WRITE_ALL(CFA_PART_POINTERS, p->pointers,
            number(out, p->pointers.at[i].offset);
            reference(out, CFA_PART_EXPRESSIONS, p->pointers.at[i].value))
  write_data(p, out);
}
