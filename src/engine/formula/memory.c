/* Objects: bytes that are parts of values, shared by states until one writes.
 */
#include "engine/formula/inside.h"

static formula_content *new_content(formula *f, uint64_t size, uint64_t owner) {
  formula_content *c =
      mem_alloc(f->m, sizeof *c + (size_t)size * sizeof(formula_cell));
  c->owner = owner;
  return c;
}

uint32_t formula_new_object(formula *f, formula_state *s,
                            const formula_object *o, bool is_zero) {
  vec_push(f->m, &f->objects, *o);
  uint32_t id = (uint32_t)(f->objects.count - 1);
  vec_resize(f->m, &s->blocks, f->objects.count);
  formula_block *b = &s->blocks.at[id];
  b->alive = f->yes;
  bool has_bytes = o->kind != FORMULA_FUNCTION && o->kind != FORMULA_ARGUMENT;
  b->content = new_content(f, has_bytes ? o->size : 0, s->id);
  formula_value v = is_zero ? formula_word(f, 8, 0)
                            : (formula_value){TERM_NONE, FORMULA_UNSET};
  for (uint64_t i = 0; has_bytes && i < o->size; i++)
    formula_put_cells(v, 1, &b->content->cells[i]);
  return id;
}

void formula_kill(formula *f, formula_state *s, uint32_t object) {
  if (object < s->blocks.count)
    s->blocks.at[object].alive = f->no;
}

formula_cell *formula_cells(formula *f, uint32_t object) {
  formula_block *b = &vec_at(&f->state->blocks, object);
  assert(b->content);
  if (b->content->owner != f->state->id) {
    uint64_t size = f->objects.at[object].size;
    formula_content *c = new_content(f, size, f->state->id);
    memcpy(c->cells, b->content->cells, (size_t)size * sizeof *c->cells);
    b->content = c;
  }
  return b->content->cells;
}

void formula_put_cells(formula_value v, unsigned bytes, formula_cell *out) {
  if (v.object == FORMULA_UNSET || v.object == FORMULA_LOST) {
    for (unsigned i = 0; i < bytes; i++)
      out[i] = (formula_cell){v, 0, 1};
    return;
  }
  for (unsigned i = 0; i < bytes; i++)
    out[i] = (formula_cell){v, (uint8_t)i, (uint8_t)bytes};
}

static bool equal_cells(formula_cell a, formula_cell b) {
  return a.value.bits == b.value.bits && a.value.object == b.value.object &&
         a.index == b.index && a.bytes == b.bytes;
}

/* So many cells from there on are one value, or 0. */
static unsigned whole(const formula_cell *at, uint64_t room) {
  if (at->index || at->bytes > room)
    return 0;
  for (unsigned i = 1; i < at->bytes; i++) {
    formula_cell want = *at;
    want.index = (uint8_t)i;
    if (!equal_cells(at[i], want))
      return 0;
  }
  return at->bytes;
}

/* The bytes there as one value: all UNSET, or all of words. */
static bool gather(formula *f, const formula_cell *at, unsigned count,
                   formula_value *out) {
  unsigned unset = 0;
  term all = TERM_NONE;
  for (unsigned i = 0; i < count; i++)
    unset += at[i].value.object == FORMULA_UNSET;
  *out = at->value;
  for (unsigned i = 0; i < count && !unset; i++) {
    if (at[i].value.object)
      return false;
    term byte = formula_byte(f, at[i]).bits;
    all = all ? terms_apply(f->terms, BITS_CONCAT, 8 * (i + 1), byte, all,
                            TERM_NONE)
              : byte;
  }
  if (!unset)
    *out = formula_plain(all);
  return !unset || unset == count;
}

/* Values of how many bytes, at both places, can be made one? */
static unsigned common(formula *f, const formula_cell *a, const formula_cell *b,
                       uint64_t room, formula_value *x, formula_value *y) {
  unsigned n = whole(a, room), k = whole(b, room);
  *x = a->value;
  *y = b->value;
  if (n == k)
    return n;
  if (n > k)
    return gather(f, b, n, y) ? n : 0;
  return gather(f, a, k, x) ? k : 0;
}

void formula_mix_cells(formula *f, term condition, const formula_cell *from,
                       formula_cell *to, uint64_t count) {
  if (condition == f->yes) {
    memcpy(to, from, (size_t)count * sizeof *to);
    return;
  }
  for (uint64_t i = 0; i < count && condition != f->no;) {
    if (equal_cells(from[i], to[i])) {
      i++;
      continue;
    }
    formula_value x, y;
    unsigned n = common(f, from + i, to + i, count - i, &x, &y);
    if (!n) {
      n = 1;
      x = formula_byte(f, from[i]);
      y = formula_byte(f, to[i]);
    }
    formula_put_cells(formula_choose(f, condition, x, y), n, to + i);
    i += n;
  }
}

static formula_value widened(formula *f, formula_value v, unsigned bytes) {
  if (v.object || terms_width(f->terms, v.bits) == 8 * bytes)
    return v;
  return formula_plain(terms_apply(f->terms, BITS_ZEXT, 8 * bytes, v.bits,
                                   TERM_NONE, TERM_NONE));
}

void formula_write(formula *f, uint32_t object, uint64_t offset, unsigned width,
                   formula_value v, term when) {
  unsigned bytes = (width + 7) / 8;
  assert(bytes <= 8 && offset + bytes <= f->objects.at[object].size);
  formula_cell *to = formula_cells(f, object) + offset, made[8];
  formula_put_cells(widened(f, v, bytes), bytes, made);
  formula_mix_cells(f, when, made, to, bytes);
}

static cfa_input input_of(const formula *f, uint32_t object, uint64_t offset,
                          unsigned width, bool is_pointer) {
  uint32_t v = f->objects.at[object].variable;
  return (cfa_input){.kind = CFA_INPUT_UNINITIALISED,
                     .name =
                         v == CFA_NONE ? CFA_NONE : f->p->variables.at[v].name,
                     .offset = offset,
                     .width = (uint8_t)width,
                     .is_pointer = is_pointer};
}

/* What is read where the value is UNSET: an input, which is then there. */
static formula_value read_whole(formula *f, uint32_t object, uint64_t offset,
                                unsigned width, bool is_pointer,
                                formula_value v, term when) {
  term unset = terms_and(f->terms, when, formula_unset(f, v));
  if (unset == f->no)
    return v;
  cfa_input like = input_of(f, object, offset, width, is_pointer);
  unsigned bytes = (width + 7) / 8;
  formula_value in =
      widened(f, formula_plain(formula_take_input(f, &like, unset)), bytes);
  formula_write(f, object, offset, 8 * bytes, in, unset);
  return formula_choose(f, unset, in, v);
}

static term plain_byte(formula *f, formula_value v, term *lost) {
  formula_ways ways;
  formula_open_ways(f, v, &ways);
  term out = TERM_NONE;
  for (size_t i = ways.count; i-- > 0;) {
    formula_alternative way = ways.at[i];
    if (way.value.object == FORMULA_UNSET)
      continue;
    if (way.value.object) {
      *lost = formula_or(f, *lost, way.guard);
      continue;
    }
    out =
        out ? terms_apply(f->terms, BITS_ITE, 8, way.guard, way.value.bits, out)
            : way.value.bits;
  }
  return out ? out : terms_constant(f->terms, 8, 0);
}

/* Byte for byte: where all are UNSET, one input; else each that is. */
static formula_value read_bytes(formula *f, uint32_t object, uint64_t offset,
                                unsigned width, bool is_pointer, term when) {
  unsigned bytes = (width + 7) / 8;
  formula_value byte[8];
  term unset[8], all = when, lost = f->no, out = TERM_NONE, whole_input = 0;
  const formula_cell *at = f->state->blocks.at[object].content->cells + offset;
  for (unsigned i = 0; i < bytes; i++) {
    byte[i] = formula_byte(f, at[i]);
    unset[i] = terms_and(f->terms, when, formula_unset(f, byte[i]));
    all = terms_and(f->terms, all, unset[i]);
  }
  if (all != f->no) {
    cfa_input like = input_of(f, object, offset, width, is_pointer);
    whole_input =
        widened(f, formula_plain(formula_take_input(f, &like, all)), bytes)
            .bits;
    formula_write(f, object, offset, 8 * bytes, formula_plain(whole_input),
                  all);
  }
  for (unsigned i = 0; i < bytes; i++) {
    term t = plain_byte(f, byte[i], &lost);
    term own = terms_and(f->terms, unset[i], terms_not(f->terms, all));
    if (own != f->no) {
      cfa_input like = input_of(f, object, offset + i, 8, false);
      term in = formula_take_input(f, &like, own);
      formula_write(f, object, offset + i, 8, formula_plain(in), own);
      t = terms_apply(f->terms, BITS_ITE, 8, own, in, t);
    }
    if (whole_input)
      t = terms_apply(f->terms, BITS_ITE, 8, all,
                      terms_extract(f->terms, 8 * i, 8, whole_input), t);
    out =
        out ? terms_apply(f->terms, BITS_CONCAT, 8 * (i + 1), t, out, TERM_NONE)
            : t;
  }
  formula_value lost_value = {TERM_NONE, FORMULA_LOST};
  return formula_choose(f, lost, lost_value, formula_plain(out));
}

static formula_value narrowed(formula *f, formula_value v, unsigned width) {
  if (v.object == 0 && terms_width(f->terms, v.bits) > width)
    return formula_plain(terms_extract(f->terms, 0, width, v.bits));
  if (v.object == 0 || width == f->p->pointer_bits || v.object == FORMULA_LOST)
    return v;
  formula_ways ways;
  formula_open_ways(f, v, &ways);
  formula_value out = {TERM_NONE, FORMULA_LOST};
  size_t count = ways.count;
  for (size_t i = count; i-- > 0;) {
    formula_open_ways(f, v, &ways);
    formula_alternative way = ways.at[i];
    formula_value part = {TERM_NONE, FORMULA_LOST};
    if (way.value.object == 0)
      part = narrowed(f, way.value, width);
    out = i + 1 == count ? part : formula_choose(f, way.guard, part, out);
  }
  return out;
}

formula_value formula_read(formula *f, uint32_t object, uint64_t offset,
                           unsigned width, bool is_pointer, term when) {
  unsigned bytes = (width + 7) / 8;
  assert(offset + bytes <= f->objects.at[object].size);
  const formula_cell *at = f->state->blocks.at[object].content->cells + offset;
  formula_value v;
  if (whole(at, bytes) == bytes)
    v = read_whole(f, object, offset, width, is_pointer, at->value, when);
  else
    v = read_bytes(f, object, offset, width, is_pointer, when);
  return narrowed(f, v, width);
}

/* States */

/* What they share, none of the two may write from now on. */
formula_state *formula_copy(formula *f, formula_state *s) {
  formula_state *x = mem_alloc(f->m, sizeof *x);
  s->id = ++f->states;
  x->guard = s->guard;
  x->paths = s->paths;
  x->result = s->result;
  x->id = ++f->states;
  x->scalar_count = s->scalar_count;
  x->scalars = mem_array(f->m, s->scalar_count + 1, sizeof *x->scalars);
  memcpy(x->scalars, s->scalars, s->scalar_count * sizeof *x->scalars);
  vec_resize(f->m, &x->blocks, s->blocks.count);
  if (s->blocks.count)
    memcpy(x->blocks.at, s->blocks.at, s->blocks.count * sizeof *x->blocks.at);
  return x;
}

static void join_block(formula *f, uint32_t object, term is_a, formula_state *a,
                       const formula_block *b) {
  formula_block *x = &a->blocks.at[object];
  if (!b->alive || (x->alive == b->alive && x->content == b->content))
    return;
  if (!x->alive || x->alive == f->no) {
    term alive = x->alive ? x->alive : b->alive;
    x->content = b->content;
    x->alive = alive == b->alive
                   ? alive
                   : terms_apply(f->terms, BITS_ITE, 1, is_a, alive, b->alive);
    return;
  }
  if (b->alive != f->no && x->content != b->content) {
    formula_state *before = f->state;
    f->state = a;
    formula_cell *to = formula_cells(f, object);
    formula_mix_cells(f, terms_not(f->terms, is_a), b->content->cells, to,
                      f->objects.at[object].size);
    f->state = before;
  }
  if (x->alive != b->alive)
    x->alive = terms_apply(f->terms, BITS_ITE, 1, is_a, x->alive, b->alive);
}

void formula_join(formula *f, formula_state *a, formula_state *b) {
  assert(a->scalar_count == b->scalar_count);
  term is_a;
  a->paths += b->paths;
  a->guard = formula_guard_join(f, a->guard, b->guard, &is_a);
  for (uint32_t i = 0; i < a->scalar_count; i++)
    a->scalars[i] = formula_choose(f, is_a, a->scalars[i], b->scalars[i]);
  a->result = formula_choose(f, is_a, a->result, b->result);
  if (a->blocks.count < b->blocks.count)
    vec_resize(f->m, &a->blocks, b->blocks.count);
  for (uint32_t i = 0; i < b->blocks.count; i++)
    join_block(f, i, is_a, a, &b->blocks.at[i]);
  mem_free(f->m, b->scalars);
  vec_free(f->m, &b->blocks);
  mem_free(f->m, b);
}
