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

static const cfa_expression *path_at(const cfa *p, uint32_t n) {
  return &p->expressions.at[n];
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

static bool add_word(const cfa *p, path *q, uint32_t n, unsigned depth) {
  const cfa_expression *x = path_at(p, n);
  bool is_apply = x->kind == CFA_APPLY;
  if (x->kind == CFA_CONSTANT)
    return add_constant(q, bits_signed(x->value, x->width));
  if (is_apply && x->op == BITS_ADD && depth < 4)
    return add_word(p, q, x->a, depth + 1) && add_word(p, q, x->b, depth + 1);
  if (is_apply && x->op == BITS_MUL && path_at(p, x->b)->kind == CFA_CONSTANT)
    return add_term(q, x->a, path_at(p, x->b)->value);
  if (is_apply && x->op == BITS_MUL && path_at(p, x->a)->kind == CFA_CONSTANT)
    return add_term(q, x->b, path_at(p, x->a)->value);
  if (is_apply && x->op == BITS_SHL && path_at(p, x->b)->kind == CFA_CONSTANT &&
      path_at(p, x->b)->value < 32)
    return add_term(q, x->a, UINT64_C(1) << path_at(p, x->b)->value);
  return add_term(q, n, 1);
}

static bool take_apart(const cfa *p, uint32_t pointer, path *q) {
  *q = (path){.base = pointer, .type = CFA_NONE};
  for (int i = 0; path_at(p, q->base)->kind == CFA_OFFSET; i++) {
    if (i == MOST_CHAIN || !add_word(p, q, path_at(p, q->base)->b, 0))
      return false;
    q->base = path_at(p, q->base)->a;
  }
  const cfa_expression *x = path_at(p, q->base);
  return x->kind != CFA_ADDRESS || add_constant(q, (int64_t)x->value);
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

static bool take_field(const cfa *p, path *q, const cfa_type *t, step *out) {
  uint64_t offset = (uint64_t)q->constant;
  if (q->constant < 0)
    return false;
  uint32_t n = cfa_field_at(p, t, &offset);
  if (n == CFA_NONE || !cfa_text(p, p->fields.at[n].name)[0])
    return false;
  const cfa_field *f = &p->fields.at[n];
  if (f->type == CFA_NONE || f->bit_offset % 8 ||
      f->bit_width != 8 * p->types.at[f->type].size)
    return false; /* a bit-field */
  *out = (step){n, CFA_NONE, 0};
  q->constant = (int64_t)offset;
  q->type = f->type;
  return true;
}

static bool is_arrived(const path *q) { return !q->count && !q->constant; }

/* To a scalar, or (for an address) until nothing is left of the offset. */
static bool descend(const cfa *p, path *q, bool to_scalar, steps *s) {
  while (q->type != CFA_NONE && s->count < MOST_STEPS) {
    const cfa_type *t = &p->types.at[q->type];
    bool is_array = t->kind == CFA_TYPE_ARRAY,
         is_record = t->kind == CFA_TYPE_RECORD;
    if (is_arrived(q) && (!to_scalar || (!is_array && !is_record)))
      return true;
    if (is_array && t->of != CFA_NONE && p->types.at[t->of].size) {
      if (!take_index(q, p->types.at[t->of].size, &s->at[s->count++]))
        return false;
      q->type = t->of;
    } else if (!is_record || !take_field(p, q, t, &s->at[s->count++])) {
      return false;
    }
  }
  return false;
}

static uint32_t pointee(const cfa *p, uint32_t pointer, unsigned depth);

/* The steps to what stands at a pointer. From a pointer that is no object's
 * address, the first is an index. */
static bool find(const cfa *p, uint32_t pointer, bool to_scalar, path *q,
                 steps *s, unsigned depth) {
  s->count = 0;
  if (!take_apart(p, pointer, q))
    return false;
  const cfa_expression *x = path_at(p, q->base);
  if (x->kind == CFA_ADDRESS) {
    q->type = p->variables.at[x->a].type;
    return descend(p, q, to_scalar, s);
  }
  q->type = pointee(p, q->base, depth + 1);
  if (q->type == CFA_NONE || !p->types.at[q->type].size)
    return false;
  return take_index(q, p->types.at[q->type].size, &s->at[s->count++]) &&
         descend(p, q, to_scalar, s);
}

/* The type of what a pointer points to, if its own type says so. */
static uint32_t pointee(const cfa *p, uint32_t pointer, unsigned depth) {
  const cfa_expression *x = path_at(p, pointer);
  uint32_t type = CFA_NONE;
  path q;
  steps s;
  if (depth > 8)
    return CFA_NONE;
  if (x->kind == CFA_VARIABLE)
    type = p->variables.at[x->a].type;
  else if (x->kind == CFA_LOAD && find(p, x->a, true, &q, &s, depth))
    type = q.type;
  return type != CFA_NONE && p->types.at[type].kind == CFA_TYPE_POINTER
             ? p->types.at[type].of
             : CFA_NONE;
}

static bool is_like(const cfa *p, uint32_t type, unsigned width,
                    bool is_pointer) {
  assert(type < p->types.count);
  const cfa_type *t = &p->types.at[type];
  return is_pointer ? t->kind == CFA_TYPE_POINTER
                    : t->kind == CFA_TYPE_INTEGER && t->size * 8 == width;
}

bool cfa_place_is_signed(const cfa *p, const cfa_expression *load) {
  path q;
  steps s;
  if (find(p, load->a, true, &q, &s, 0) &&
      is_like(p, q.type, load->width, false))
    return p->types.at[q.type].is_signed;
  return load->is_signed;
}

static void put_index(cfa_writer *w, const step *s) {
  cfa_put(w, "[");
  if (s->word == CFA_NONE)
    cfa_put_format(w, "%lld", (long long)s->number);
  else
    cfa_print_piece(w, s->word, CFA_EITHER);
  cfa_put(w, "]");
}

/* Behind the base: "->x" for "[0].x". */
static void put_steps(cfa_writer *w, const steps *s, bool from_pointer) {
  unsigned i = 0;
  if (from_pointer && s->count > 1 && s->at[1].field != CFA_NONE &&
      s->at[0].word == CFA_NONE && s->at[0].number == 0) {
    cfa_put_format(w, "->%.200s",
                   cfa_text(w->p, w->p->fields.at[s->at[1].field].name));
    i = 2;
  }
  for (; i < s->count; i++)
    if (s->at[i].field == CFA_NONE)
      put_index(w, &s->at[i]);
    else
      cfa_put_format(w, ".%.200s",
                     cfa_text(w->p, w->p->fields.at[s->at[i].field].name));
}

static bool is_just_pointed_at(const steps *s, bool from_pointer) {
  return from_pointer && s->count == 1 && s->at[0].word == CFA_NONE &&
         s->at[0].number == 0;
}

static cfa_piece put_path(cfa_writer *w, const path *q, const steps *s) {
  const cfa_expression *x = path_at(w->p, q->base);
  bool from_pointer = x->kind != CFA_ADDRESS;
  cfa_piece a = {.start = w->count, .binds = CFA_BINDS_POSTFIX};
  if (!from_pointer) {
    cfa_put_variable(w, x->a);
  } else {
    a = cfa_print_piece(w, q->base, CFA_EITHER);
    if (is_just_pointed_at(s, true)) {
      cfa_bind(w, &a, CFA_BINDS_UNARY);
      cfa_put_before(w, a.start, "*");
      a.binds = CFA_BINDS_UNARY;
      return a;
    }
    cfa_bind(w, &a, CFA_BINDS_POSTFIX);
  }
  put_steps(w, s, from_pointer);
  a.binds = CFA_BINDS_POSTFIX;
  return a;
}

static void describe(cfa_piece *a, unsigned width, bool is_pointer,
                     bool is_signed) {
  a->bits = is_pointer ? 0 : width > 32 ? 64 : 32;
  a->is_unsigned = !is_signed && width >= 32;
  a->reading = is_signed ? CFA_SIGNED : CFA_UNSIGNED;
}

/* Through a cast of the pointer. */
static cfa_piece print_cast_place(cfa_writer *w, uint32_t pointer,
                                  unsigned width, bool is_pointer,
                                  bool is_signed) {
  unsigned bytes = (width + 7) / 8;
  bool is_odd = width % 8 || (bytes & (bytes - 1));
  char cast[50];
  cfa_piece a = cfa_print_piece(w, pointer, CFA_EITHER);
  cfa_bind(w, &a, CFA_BINDS_UNARY);
  if (bytes & (bytes - 1))
    w->is_c = false; /* no type has so many bytes */
  (void)snprintf(cast, sizeof cast, "*(%s *)",
                 is_pointer ? "void *"
                            : cfa_type_word(8 * bytes, is_odd || !is_signed));
  cfa_put_before(w, a.start, cast);
  a.binds = CFA_BINDS_UNARY;
  describe(&a, is_odd ? 8 * bytes : width, is_pointer, is_signed && !is_odd);
  if (is_odd)
    cfa_reread(w, &a, width, CFA_UNSIGNED);
  return a;
}

cfa_piece cfa_print_place(cfa_writer *w, uint32_t pointer, unsigned width,
                          bool is_pointer, bool is_signed) {
  path q;
  steps s;
  if (!find(w->p, pointer, true, &q, &s, 0) ||
      !is_like(w->p, q.type, width, is_pointer))
    return print_cast_place(w, pointer, width, is_pointer, is_signed);
  cfa_piece a = put_path(w, &q, &s);
  describe(&a, width, is_pointer,
           !is_pointer && w->p->types.at[q.type].is_signed);
  return a;
}

/* "(char *)p + n". */
static cfa_piece print_sum(cfa_writer *w, uint32_t n) {
  const cfa_expression *x = path_at(w->p, n);
  cfa_piece a = {.start = w->count, .binds = CFA_BINDS_UNARY};
  if (x->kind == CFA_ADDRESS) {
    cfa_put(w, "(char *)&");
    cfa_put_variable(w, x->a);
    cfa_put_format(w, " + %lld", (long long)x->value);
  } else {
    a = cfa_print_piece(w, x->a, CFA_EITHER);
    cfa_bind(w, &a, CFA_BINDS_UNARY);
    cfa_put_before(w, a.start, "(char *)");
    cfa_put(w, " + ");
    cfa_piece b = cfa_print_piece(w, x->b, CFA_EITHER);
    cfa_bind(w, &b, CFA_BINDS_PRODUCT);
  }
  a.binds = CFA_BINDS_SUM;
  a.bits = 0;
  return a;
}

cfa_piece cfa_print_address(cfa_writer *w, uint32_t pointer) {
  const cfa *p = w->p;
  const cfa_expression *x = path_at(p, pointer);
  cfa_piece a = {.start = w->count, .binds = CFA_BINDS_POSTFIX};
  path q;
  steps s;
  if (x->kind == CFA_FUNCTION) {
    cfa_put(w, cfa_text(p, p->functions.at[x->a].name));
    return a;
  }
  bool is_whole = x->kind == CFA_ADDRESS && x->value == 0;
  if (is_whole) {
    q = (path){.base = pointer, .type = p->variables.at[x->a].type};
    s.count = 0;
  } else if (!find(p, pointer, false, &q, &s, 0)) {
    return print_sum(w, pointer);
  }
  a = put_path(w, &q, &s);
  a.bits = 0;
  if (q.type != CFA_NONE && p->types.at[q.type].kind == CFA_TYPE_ARRAY)
    return a;
  cfa_bind(w, &a, CFA_BINDS_UNARY);
  cfa_put_before(w, a.start, "&");
  a.binds = CFA_BINDS_UNARY;
  return a;
}
