/* What stands in memory, as people write it: "a[i].next->value". The types of
 * variables lead the way; where they do not, it is "*(int *)((char *)&x + 4)".
 */
#include "cfa/print_piece.h"

#include <assert.h>
#include <stdio.h>

enum { MOST_TERMS = 4, MOST_STEPS = 32, MOST_CHAIN = 16 };

/* A pointer is a base, plus a constant, plus words times constants. */
typedef struct path {
  uint32_t base; /* expression: ADDRESS (of an object), or any other pointer */
  uint32_t type; /* of what stands there; CFA_NONE: unknown */
  int64_t constant;
  struct {
    uint32_t word;
    uint64_t scale;
  } terms[MOST_TERMS];
  unsigned count;
} path;

static const cfa_expression *path_at(const cfa *automaton, uint32_t n) {
  return &automaton->expressions.at[n];
}

/* Taking a pointer apart. */

static bool add_constant(path *q, int64_t more) {
  return !base_add_overflows(q->constant, more, &q->constant);
}

static bool add_term(path *q, uint32_t word, uint64_t scale) {
  if (q->count == MOST_TERMS)
    return false;
  q->terms[q->count].word = word;
  q->terms[q->count++].scale = scale;
  return true;
}

static bool add_word(const cfa *automaton, path *q, uint32_t n,
                     unsigned depth) {
  const cfa_expression *expression = path_at(automaton, n);
  bool is_apply = expression->kind == CFA_APPLY;
  if (expression->kind == CFA_CONSTANT)
    return add_constant(q, bits_signed(expression->value, expression->width));
  if (is_apply && expression->op == BITS_ADD && depth < 4)
    return add_word(automaton, q, expression->a, depth + 1) &&
           add_word(automaton, q, expression->b, depth + 1);
  if (is_apply && expression->op == BITS_MUL &&
      path_at(automaton, expression->b)->kind == CFA_CONSTANT)
    return add_term(q, expression->a, path_at(automaton, expression->b)->value);
  if (is_apply && expression->op == BITS_MUL &&
      path_at(automaton, expression->a)->kind == CFA_CONSTANT)
    return add_term(q, expression->b, path_at(automaton, expression->a)->value);
  if (is_apply && expression->op == BITS_SHL &&
      path_at(automaton, expression->b)->kind == CFA_CONSTANT &&
      path_at(automaton, expression->b)->value < 32)
    return add_term(q, expression->a,
                    UINT64_C(1) << path_at(automaton, expression->b)->value);
  return add_term(q, n, 1);
}

static bool take_apart(const cfa *automaton, uint32_t pointer, path *q) {
  *q = (path){.base = pointer, .type = CFA_NONE};
  for (int i = 0; path_at(automaton, q->base)->kind == CFA_OFFSET; i++) {
    if (i == MOST_CHAIN ||
        !add_word(automaton, q, path_at(automaton, q->base)->b, 0))
      return false;
    q->base = path_at(automaton, q->base)->a;
  }
  const cfa_expression *expression = path_at(automaton, q->base);
  return expression->kind != CFA_ADDRESS ||
         add_constant(q, (int64_t)expression->value);
}

/* One step: a field, or an element of an array. */
typedef struct step {
  uint32_t field; /* CFA_NONE: an element */
  uint32_t word;  /* index; CFA_NONE: the number */
  int64_t number;
} step;

typedef struct steps {
  step at[MOST_STEPS];
  unsigned count;
} steps;

/* The index of elements of this size: a word and no constant, or a number. */
static bool take_index(path *q, uint64_t size, step *out) {
  unsigned found = MOST_TERMS, larger = 0;
  for (unsigned i = 0; i < q->count; i++) {
    larger += q->terms[i].scale > size;
    if (q->terms[i].scale == size)
      found = found == MOST_TERMS ? i : MOST_TERMS + 1;
  }
  if (larger || found > MOST_TERMS || size > INT64_MAX)
    return false;
  int64_t n = q->constant / (int64_t)size, rest = q->constant % (int64_t)size;
  if (rest < 0) {
    rest += (int64_t)size;
    n--;
  }
  *out = (step){CFA_NONE, CFA_NONE, n};
  if (found < MOST_TERMS) {
    if (n)
      return false;
    out->word = q->terms[found].word;
    q->terms[found] = q->terms[--q->count];
  }
  q->constant = rest;
  return true;
}

static bool take_field(const cfa *automaton, path *q, const cfa_type *type,
                       step *out) {
  uint64_t offset = (uint64_t)q->constant;
  if (q->constant < 0)
    return false;
  uint32_t n = cfa_field_at(automaton, type, &offset);
  if (n == CFA_NONE || !cfa_text(automaton, automaton->fields.at[n].name)[0])
    return false;
  const cfa_field *field = &automaton->fields.at[n];
  if (field->type == CFA_NONE || field->bit_offset % 8 ||
      field->bit_width != 8 * automaton->types.at[field->type].size)
    return false; /* a bit-field */
  *out = (step){n, CFA_NONE, 0};
  q->constant = (int64_t)offset;
  q->type = field->type;
  return true;
}

static bool is_arrived(const path *q) { return !q->count && !q->constant; }

/* To a scalar, or (for an address) until nothing is left of the offset. */
static bool descend(const cfa *automaton, path *q, bool to_scalar, steps *s) {
  while (q->type != CFA_NONE && s->count < MOST_STEPS) {
    const cfa_type *type = &automaton->types.at[q->type];
    bool is_array = type->kind == CFA_TYPE_ARRAY,
         is_record = type->kind == CFA_TYPE_RECORD;
    if (is_arrived(q) && (!to_scalar || (!is_array && !is_record)))
      return true;
    if (is_array && type->of != CFA_NONE &&
        automaton->types.at[type->of].size) {
      if (!take_index(q, automaton->types.at[type->of].size,
                      &s->at[s->count++]))
        return false;
      q->type = type->of;
    } else if (!is_record ||
               !take_field(automaton, q, type, &s->at[s->count++])) {
      return false;
    }
  }
  return false;
}

static uint32_t pointee(const cfa *automaton, uint32_t pointer, unsigned depth);

/* The steps to what stands at a pointer. From a pointer that is no object's
 * address, the first is an index. */
static bool find(const cfa *automaton, uint32_t pointer, bool to_scalar,
                 path *q, steps *s, unsigned depth) {
  s->count = 0;
  if (!take_apart(automaton, pointer, q))
    return false;
  const cfa_expression *expression = path_at(automaton, q->base);
  if (expression->kind == CFA_ADDRESS) {
    q->type = automaton->variables.at[expression->a].type;
    return descend(automaton, q, to_scalar, s);
  }
  q->type = pointee(automaton, q->base, depth + 1);
  if (q->type == CFA_NONE || !automaton->types.at[q->type].size)
    return false;
  return take_index(q, automaton->types.at[q->type].size, &s->at[s->count++]) &&
         descend(automaton, q, to_scalar, s);
}

/* The type of what a pointer points to, if its own type says so. */
static uint32_t pointee(const cfa *automaton, uint32_t pointer,
                        unsigned depth) {
  const cfa_expression *expression = path_at(automaton, pointer);
  uint32_t type = CFA_NONE;
  path q;
  steps s;
  if (depth > 8)
    return CFA_NONE;
  if (expression->kind == CFA_VARIABLE)
    type = automaton->variables.at[expression->a].type;
  else if (expression->kind == CFA_LOAD &&
           find(automaton, expression->a, true, &q, &s, depth))
    type = q.type;
  return type != CFA_NONE && automaton->types.at[type].kind == CFA_TYPE_POINTER
             ? automaton->types.at[type].of
             : CFA_NONE;
}

static bool is_like(const cfa *automaton, uint32_t type, unsigned width,
                    bool is_pointer) {
  assert(type < automaton->types.count);
  const cfa_type *t = &automaton->types.at[type];
  return is_pointer ? t->kind == CFA_TYPE_POINTER
                    : t->kind == CFA_TYPE_INTEGER && t->size * 8 == width;
}

bool cfa_place_is_signed(const cfa *automaton, const cfa_expression *load) {
  path q;
  steps s;
  if (find(automaton, load->a, true, &q, &s, 0) &&
      is_like(automaton, q.type, load->width, false))
    return automaton->types.at[q.type].is_signed;
  return load->is_signed;
}

static void put_index(cfa_writer *writer, const step *s) {
  cfa_put(writer, "[");
  if (s->word == CFA_NONE)
    cfa_put_format(writer, "%lld", (long long)s->number);
  else
    cfa_print_piece(writer, s->word, CFA_EITHER);
  cfa_put(writer, "]");
}

/* Behind the base: "->x" for "[0].x". */
static void put_steps(cfa_writer *writer, const steps *s, bool from_pointer) {
  unsigned i = 0;
  if (from_pointer && s->count > 1 && s->at[1].field != CFA_NONE &&
      s->at[0].word == CFA_NONE && s->at[0].number == 0) {
    cfa_put_format(
        writer, "->%.200s",
        cfa_text(writer->p, writer->p->fields.at[s->at[1].field].name));
    i = 2;
  }
  for (; i < s->count; i++)
    if (s->at[i].field == CFA_NONE)
      put_index(writer, &s->at[i]);
    else
      cfa_put_format(
          writer, ".%.200s",
          cfa_text(writer->p, writer->p->fields.at[s->at[i].field].name));
}

static bool is_just_pointed_at(const steps *s, bool from_pointer) {
  return from_pointer && s->count == 1 && s->at[0].word == CFA_NONE &&
         s->at[0].number == 0;
}

static cfa_piece put_path(cfa_writer *writer, const path *q, const steps *s) {
  const cfa_expression *expression = path_at(writer->p, q->base);
  bool from_pointer = expression->kind != CFA_ADDRESS;
  cfa_piece piece = {.start = writer->count, .binds = CFA_BINDS_POSTFIX};
  if (!from_pointer) {
    cfa_put_variable(writer, expression->a);
  } else {
    piece = cfa_print_piece(writer, q->base, CFA_EITHER);
    if (is_just_pointed_at(s, true)) {
      cfa_bind(writer, &piece, CFA_BINDS_UNARY);
      cfa_put_before(writer, piece.start, "*");
      piece.binds = CFA_BINDS_UNARY;
      return piece;
    }
    cfa_bind(writer, &piece, CFA_BINDS_POSTFIX);
  }
  put_steps(writer, s, from_pointer);
  piece.binds = CFA_BINDS_POSTFIX;
  return piece;
}

static void describe(cfa_piece *piece, unsigned width, bool is_pointer,
                     bool is_signed) {
  piece->bits = is_pointer ? 0 : width > 32 ? 64 : 32;
  piece->is_unsigned = !is_signed && width >= 32;
  piece->reading = is_signed ? CFA_SIGNED : CFA_UNSIGNED;
}

/* Through a cast of the pointer. */
static cfa_piece print_cast_place(cfa_writer *writer, uint32_t pointer,
                                  unsigned width, bool is_pointer,
                                  bool is_signed) {
  unsigned bytes = (width + 7) / 8;
  bool is_odd = width % 8 || (bytes & (bytes - 1));
  char cast[50];
  cfa_piece piece = cfa_print_piece(writer, pointer, CFA_EITHER);
  cfa_bind(writer, &piece, CFA_BINDS_UNARY);
  if (bytes & (bytes - 1))
    writer->is_c = false; /* no type has so many bytes */
  (void)snprintf(cast, sizeof cast, "*(%s *)",
                 is_pointer ? "void *"
                            : cfa_type_word(8 * bytes, is_odd || !is_signed));
  cfa_put_before(writer, piece.start, cast);
  piece.binds = CFA_BINDS_UNARY;
  describe(&piece, is_odd ? 8 * bytes : width, is_pointer,
           is_signed && !is_odd);
  if (is_odd)
    cfa_reread(writer, &piece, width, CFA_UNSIGNED);
  return piece;
}

cfa_piece cfa_print_place(cfa_writer *writer, uint32_t pointer, unsigned width,
                          bool is_pointer, bool is_signed) {
  path q;
  steps s;
  if (!find(writer->p, pointer, true, &q, &s, 0) ||
      !is_like(writer->p, q.type, width, is_pointer))
    return print_cast_place(writer, pointer, width, is_pointer, is_signed);
  cfa_piece piece = put_path(writer, &q, &s);
  describe(&piece, width, is_pointer,
           !is_pointer && writer->p->types.at[q.type].is_signed);
  return piece;
}

/* "(char *)p + n". */
static cfa_piece print_sum(cfa_writer *writer, uint32_t n) {
  const cfa_expression *expression = path_at(writer->p, n);
  cfa_piece a = {.start = writer->count, .binds = CFA_BINDS_UNARY};
  if (expression->kind == CFA_ADDRESS) {
    cfa_put(writer, "(char *)&");
    cfa_put_variable(writer, expression->a);
    cfa_put_format(writer, " + %lld", (long long)expression->value);
  } else {
    a = cfa_print_piece(writer, expression->a, CFA_EITHER);
    cfa_bind(writer, &a, CFA_BINDS_UNARY);
    cfa_put_before(writer, a.start, "(char *)");
    cfa_put(writer, " + ");
    cfa_piece b = cfa_print_piece(writer, expression->b, CFA_EITHER);
    cfa_bind(writer, &b, CFA_BINDS_PRODUCT);
  }
  a.binds = CFA_BINDS_SUM;
  a.bits = 0;
  return a;
}

cfa_piece cfa_print_address(cfa_writer *writer, uint32_t pointer) {
  const cfa *automaton = writer->p;
  const cfa_expression *expression = path_at(automaton, pointer);
  cfa_piece piece = {.start = writer->count, .binds = CFA_BINDS_POSTFIX};
  path q;
  steps s;
  if (expression->kind == CFA_FUNCTION) {
    cfa_put(writer,
            cfa_text(automaton, automaton->functions.at[expression->a].name));
    return piece;
  }
  bool is_whole = expression->kind == CFA_ADDRESS && expression->value == 0;
  if (is_whole) {
    q = (path){.base = pointer,
               .type = automaton->variables.at[expression->a].type};
    s.count = 0;
  } else if (!find(automaton, pointer, false, &q, &s, 0)) {
    return print_sum(writer, pointer);
  }
  piece = put_path(writer, &q, &s);
  piece.bits = 0;
  if (q.type != CFA_NONE && automaton->types.at[q.type].kind == CFA_TYPE_ARRAY)
    return piece;
  cfa_bind(writer, &piece, CFA_BINDS_UNARY);
  cfa_put_before(writer, piece.start, "&");
  piece.binds = CFA_BINDS_UNARY;
  return piece;
}
