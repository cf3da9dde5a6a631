/* Through pointers: what must be in bounds, and places that inputs choose. */
#include "engine/formula/inside.h"

enum {
  MOST_READ = 4096, /* places that one read chooses from */
  MOST_WRITTEN = 512,
  MOST_UNSET = 64,  /* of these, that were never written */
  MOST_BLOCK = 512, /* bytes of a block whose size is an input */
  MOST_OBJECT = 1 << 22
};

static const char input_leads[] = "what a pointer that is an input leads to";
static const char is_lost[] = "a value that has lost its meaning: a part of a "
                              "pointer, or a pointer to too many objects";

static bool has_externs(const formula *f) {
  for (uint32_t v = 0; v < f->p->globals; v++)
    if (f->p->variables.at[v].is_extern)
      return true;
  return false;
}

/* Constants, and what nobody has initialised, are addresses of nothing. */
static bool points_nowhere(const formula *f, term t) {
  enum { MOST = 64 };
  term work[MOST];
  unsigned count = 0, looked = 0;
  work[count++] = t;
  while (count) {
    const term_node *n = terms_at(f->terms, work[--count]);
    if (++looked > MOST || count + 2 > MOST)
      return false;
    if (n->kind == TERM_APPLY && n->op == BITS_ITE) {
      work[count++] = n->b;
      work[count++] = n->c;
    } else if (n->kind == TERM_INPUT) {
      assert(n->value < f->inputs.count);
      if (f->inputs.at[n->value].input.kind != CFA_INPUT_UNINITIALISED ||
          has_externs(f))
        return false;
    } else if (n->kind != TERM_CONSTANT) {
      return false;
    }
  }
  return true;
}

static bool no_object(formula *f, formula_alternative way, cfa_fault fault) {
  term when = way.guard;
  if (!points_nowhere(f, way.value.bits)) {
    term zero = terms_constant(f->terms, f->p->pointer_bits, 0);
    term is_null = formula_op(f, BITS_EQ, 1, way.value.bits, zero);
    formula_lost(f, terms_and(f->terms, when, terms_not(f->terms, is_null)),
                 input_leads);
    when = terms_and(f->terms, when, is_null);
  }
  formula_fault(f, when, fault);
  return false;
}

/* A live object that may be read, or written. False: this way ends. */
static bool is_object(formula *f, formula_alternative way) {
  uint32_t id = way.value.object;
  if (!id)
    return no_object(f, way, CFA_FAULT_NULL);
  if (id >= FORMULA_LOST)
    return formula_lost(f, way.guard, is_lost), false;
  const formula_object *o = &vec_at(&f->objects, id);
  if (o->kind == FORMULA_ARGUMENT)
    return formula_lost(f, way.guard, "the arguments of main"), false;
  assert(id < f->state->blocks.count);
  term alive = f->state->blocks.at[id].alive;
  alive = alive ? alive : f->no; /* no path that goes on has it */
  formula_fault(f, terms_and(f->terms, way.guard, terms_not(f->terms, alive)),
                CFA_FAULT_DEAD);
  if (alive == f->no)
    return false;
  if (o->kind == FORMULA_FUNCTION)
    return formula_fault(f, way.guard, CFA_FAULT_BOUNDS), false;
  return true;
}

/* 'count' bytes from there on; of a term, if 'open' is one. */
static bool in_bounds(formula *f, formula_alternative way, uint64_t count,
                      term open) {
  const formula_object *o = &f->objects.at[way.value.object];
  unsigned w = f->p->pointer_bits;
  term good, size = terms_constant(f->terms, w, o->size);
  if (open)
    good =
        terms_and(f->terms, formula_op(f, BITS_ULE, 1, way.value.bits, size),
                  formula_op(f, BITS_ULE, 1, open,
                             formula_op(f, BITS_SUB, w, size, way.value.bits)));
  else if (count > o->size)
    good = f->no;
  else
    good = formula_op(f, BITS_ULE, 1, way.value.bits,
                      terms_constant(f->terms, w, o->size - count));
  term bad = terms_and(f->terms, way.guard, terms_not(f->terms, good));
  if (o->is_extern)
    formula_lost(f, bad, "an object that no file defines");
  else
    formula_fault(f, bad, CFA_FAULT_BOUNDS);
  return good != f->no &&
         !(terms_is_constant(f->terms, way.value.bits) && !open &&
           terms_at(f->terms, way.value.bits)->value > o->size - count);
}

static bool reach(formula *f, formula_alternative way, uint64_t count,
                  bool writes) {
  if (!is_object(f, way) || !in_bounds(f, way, count, TERM_NONE))
    return false;
  if (writes && f->objects.at[way.value.object].is_constant)
    return formula_fault(f, way.guard, CFA_FAULT_CONSTANT), false;
  return true;
}

/* Places */

/* How many low bits of x are certainly those of 'rest'? */
static unsigned low_bits(const formula *f, term x, unsigned depth,
                         uint64_t *rest) {
  const term_node *n = terms_at(f->terms, x);
  *rest = 0;
  if (n->kind == TERM_CONSTANT) {
    *rest = n->value;
    return n->width;
  }
  if (n->kind != TERM_APPLY || depth == 8)
    return 0;
  const term_node *c = n->b ? terms_at(f->terms, n->b) : NULL;
  bool by_constant = c && c->kind == TERM_CONSTANT;
  uint64_t more = 0, zeros = 0;
  unsigned low, other;
  switch (n->op) {
  case BITS_SHL:
    return !by_constant ? 0
                        : (unsigned)(c->value < n->width ? c->value : n->width);
  case BITS_MUL:
    for (uint64_t v = by_constant ? c->value : 1; v && !(v & 1); v >>= 1)
      zeros++;
    return (unsigned)zeros;
  case BITS_ZEXT:
  case BITS_SEXT:
    return low_bits(f, n->a, depth + 1, rest);
  case BITS_CONCAT:
    return low_bits(f, n->b, depth + 1, rest);
  case BITS_ADD:
    low = low_bits(f, n->a, depth + 1, rest);
    other = low_bits(f, n->b, depth + 1, &more);
    *rest += more;
    return low < other ? low : other;
  default:
    return 0;
  }
}

typedef struct places {
  uint64_t first, count;
  unsigned shift; /* they are 1 << shift apart */
} places;

static places places_of(const formula *f, formula_value at, unsigned bytes) {
  uint64_t rest, size = f->objects.at[at.object].size;
  unsigned low = low_bits(f, at.bits, 0, &rest);
  places x = {.shift = low > 20 ? 20 : low};
  assert(size >= bytes);
  x.first = rest & ((UINT64_C(1) << x.shift) - 1);
  if (size - bytes >= x.first)
    x.count = ((size - bytes - x.first) >> x.shift) + 1;
  return x;
}

static term is_at(formula *f, formula_alternative way, uint64_t offset) {
  return terms_and(
      f->terms, way.guard,
      formula_op(f, BITS_EQ, 1, way.value.bits,
                 terms_constant(f->terms, f->p->pointer_bits, offset)));
}

static bool can_be_unset(formula *f, uint32_t object, uint64_t offset,
                         unsigned bytes) {
  const formula_cell *at = f->state->blocks.at[object].content->cells + offset;
  for (unsigned i = 0; i < bytes; i++)
    if (at[i].value.object && formula_unset(f, at[i].value) != f->no)
      return true;
  return false;
}

/* A tree of choices by the bits of the offset. */
static formula_value choose_place(formula *f, term offset, const places *x,
                                  formula_value *v) {
  uint64_t count = x->count;
  for (unsigned bit = x->shift; count > 1; bit++) {
    term is_odd = terms_extract(f->terms, bit, 1, offset);
    for (uint64_t i = 0; 2 * i < count; i++)
      v[i] = 2 * i + 1 < count
                 ? formula_choose(f, is_odd, v[2 * i + 1], v[2 * i])
                 : v[2 * i];
    count = (count + 1) / 2;
  }
  return v[0];
}

static formula_value load_open(formula *f, formula_alternative way,
                               unsigned width, bool is_pointer) {
  unsigned bytes = (width + 7) / 8, unset = 0;
  formula_value lost = {TERM_NONE, FORMULA_LOST};
  places x = places_of(f, way.value, bytes);
  if (!x.count) /* the guard excludes it */
    return lost;
  if (x.count > MOST_READ)
    return formula_lost(f, way.guard, "an input chooses from a large array"),
           lost;
  formula_value *all = mem_array(f->m, (size_t)x.count, sizeof *all);
  for (uint64_t i = 0; i < x.count; i++) {
    uint64_t offset = x.first + (i << x.shift);
    term when = way.guard;
    if (can_be_unset(f, way.value.object, offset, bytes)) {
      when = is_at(f, way, offset);
      unset++;
    }
    if (unset > MOST_UNSET) {
      formula_lost(f, way.guard,
                   "an input chooses from what was never written");
      return lost;
    }
    all[i] = formula_read(f, way.value.object, offset, width, is_pointer, when);
  }
  formula_value v = choose_place(f, way.value.bits, &x, all);
  mem_free(f->m, all);
  return v;
}

bool formula_load(formula *f, formula_value at, unsigned width, bool is_pointer,
                  formula_value *out) {
  formula_alternative ways[FORMULA_MOST_WAYS];
  size_t count = formula_list_ways(f, at, ways);
  bool has_one = false;
  *out = (formula_value){TERM_NONE, FORMULA_LOST};
  for (size_t i = 0; i < count; i++) {
    formula_value v;
    if (!reach(f, ways[i], (width + 7) / 8, false))
      continue;
    const term_node *offset = terms_at(f->terms, ways[i].value.bits);
    if (offset->kind == TERM_CONSTANT)
      v = formula_read(f, ways[i].value.object, offset->value, width,
                       is_pointer, ways[i].guard);
    else
      v = load_open(f, ways[i], width, is_pointer);
    *out = has_one ? formula_choose(f, ways[i].guard, v, *out) : v;
    has_one = true;
  }
  return formula_assume(f, f->yes);
}

static void store_open(formula *f, formula_alternative way, unsigned width,
                       formula_value v) {
  places x = places_of(f, way.value, (width + 7) / 8);
  if (x.count > MOST_WRITTEN) {
    formula_lost(f, way.guard, "an input chooses from a large array");
    return;
  }
  for (uint64_t i = 0; i < x.count; i++) {
    uint64_t offset = x.first + (i << x.shift);
    formula_write(f, way.value.object, offset, width, v, is_at(f, way, offset));
  }
}

bool formula_store(formula *f, formula_value at, unsigned width,
                   formula_value v) {
  formula_alternative ways[FORMULA_MOST_WAYS];
  if (v.object && width != f->p->pointer_bits)
    return formula_lost(f, f->yes, "an address stored with another width");
  size_t count = formula_list_ways(f, at, ways);
  for (size_t i = 0; i < count; i++) {
    if (!reach(f, ways[i], (width + 7) / 8, true))
      continue;
    const term_node *offset = terms_at(f->terms, ways[i].value.bits);
    if (offset->kind == TERM_CONSTANT)
      formula_write(f, ways[i].value.object, offset->value, width, v,
                    ways[i].guard);
    else
      store_open(f, ways[i], width, v);
  }
  return formula_assume(f, f->yes);
}

bool formula_allocate(formula *f, const cfa_edge *e, formula_value size,
                      formula_value *out) {
  if (size.object || !terms_is_constant(f->terms, size.bits))
    return formula_lost(f, f->yes, "an object whose size is an input");
  uint64_t bytes = terms_at(f->terms, size.bits)->value;
  if (bytes > MOST_OBJECT)
    return formula_lost(f, f->yes, "a large object");
  bool is_local = e->allocation == CFA_ALLOCA;
  formula_object o = {.kind = is_local ? FORMULA_FRAME : FORMULA_HEAP,
                      .variable = CFA_NONE,
                      .size = bytes};
  uint32_t id =
      formula_new_object(f, f->state, &o, e->allocation == CFA_CALLOC);
  if (is_local)
    vec_push(f->m, &vec_last(&f->calls).allocas, id);
  *out = (formula_value){terms_constant(f->terms, f->p->pointer_bits, 0), id};
  return true;
}

static void free_one(formula *f, formula_alternative way) {
  uint32_t id = way.value.object;
  term zero = terms_constant(f->terms, f->p->pointer_bits, 0);
  if (id >= FORMULA_LOST) {
    formula_lost(f, way.guard, is_lost);
    return;
  }
  term is_begin = formula_op(f, BITS_EQ, 1, way.value.bits, zero);
  term is_inside =
      terms_and(f->terms, way.guard, terms_not(f->terms, is_begin));
  if (!id) { /* nothing happens to null */
    if (is_inside != f->no)
      no_object(f, (formula_alternative){is_inside, way.value}, CFA_FAULT_FREE);
    return;
  }
  const formula_object *o = &vec_at(&f->objects, id);
  if (o->kind == FORMULA_ARGUMENT) {
    formula_lost(f, way.guard, "the arguments of main");
    return;
  }
  formula_fault(f, o->kind == FORMULA_HEAP ? is_inside : way.guard,
                CFA_FAULT_FREE);
  if (o->kind != FORMULA_HEAP)
    return;
  formula_block *b = &vec_at(&f->state->blocks, id);
  term alive = b->alive ? b->alive : f->no;
  formula_fault(f, terms_and(f->terms, way.guard, terms_not(f->terms, alive)),
                CFA_FAULT_DOUBLE_FREE);
  b->alive = terms_and(f->terms, alive, terms_not(f->terms, way.guard));
}

bool formula_free(formula *f, formula_value at) {
  formula_alternative ways[FORMULA_MOST_WAYS];
  size_t count = formula_list_ways(f, at, ways);
  for (size_t i = 0; i < count; i++)
    free_one(f, ways[i]);
  return formula_assume(f, f->yes);
}

bool formula_size(formula *f, formula_value at, unsigned width,
                  formula_value *out) {
  formula_alternative ways[FORMULA_MOST_WAYS];
  size_t count = formula_list_ways(f, at, ways);
  *out = formula_word(f, width, 0);
  for (size_t i = 0; i < count; i++)
    if (is_object(f, ways[i])) {
      uint64_t size = f->objects.at[ways[i].value.object].size;
      *out =
          formula_choose(f, ways[i].guard,
                         formula_word(f, width, bits_cut(size, width)), *out);
    }
  return formula_assume(f, f->yes);
}

/* Blocks */

typedef struct block {
  term count;    /* as wide as a pointer */
  uint64_t most; /* bytes that it can have */
  bool is_open;
  term any; /* it has some */
} block;

static bool block_of(formula *f, formula_value count, block *out) {
  if (count.object)
    return false;
  unsigned w = f->p->pointer_bits, own = terms_width(f->terms, count.bits);
  if (own > w)
    return false;
  out->count = own == w ? count.bits
                        : terms_apply(f->terms, BITS_ZEXT, w, count.bits,
                                      TERM_NONE, TERM_NONE);
  out->is_open = !terms_is_constant(f->terms, out->count);
  out->most = out->is_open ? MOST_BLOCK : terms_at(f->terms, out->count)->value;
  out->any = terms_not(f->terms, formula_op(f, BITS_EQ, 1, out->count,
                                            terms_constant(f->terms, w, 0)));
  return true;
}

/* Where the block begins in that object. False: this way ends. */
static bool reach_block(formula *f, formula_alternative way, const block *b,
                        bool writes, uint64_t *at) {
  way.guard = terms_and(f->terms, way.guard, b->any);
  if (way.guard == f->no || !is_object(f, way) ||
      !in_bounds(f, way, b->most, b->is_open ? b->count : TERM_NONE))
    return false;
  const formula_object *o = &f->objects.at[way.value.object];
  if (writes && o->is_constant)
    return formula_fault(f, way.guard, CFA_FAULT_CONSTANT), false;
  const term_node *offset = terms_at(f->terms, way.value.bits);
  if (offset->kind != TERM_CONSTANT)
    return formula_lost(f, way.guard, "a block at a place that is an input"),
           false;
  *at = offset->value;
  if (b->is_open && *at < o->size && o->size - *at > MOST_BLOCK)
    formula_lost(
        f,
        terms_and(
            f->terms, way.guard,
            formula_op(f, BITS_ULT, 1,
                       terms_constant(f->terms, f->p->pointer_bits, MOST_BLOCK),
                       b->count)),
        "a block whose size is an input");
  return *at <= o->size;
}

/* The cells of the block, where the object has them: those behind are not
 * reached. */
static void put_block(formula *f, formula_alternative way, const block *b,
                      uint64_t at, const formula_cell *from) {
  uint64_t room = f->objects.at[way.value.object].size - at;
  uint64_t most = b->most < room ? b->most : room;
  formula_cell *to = formula_cells(f, way.value.object) + at;
  if (!b->is_open) {
    formula_mix_cells(f, way.guard, from, to, most);
    return;
  }
  for (uint64_t i = 0; i < most; i++) {
    term n = terms_constant(f->terms, f->p->pointer_bits, i);
    formula_mix_cells(
        f,
        terms_and(f->terms, way.guard, formula_op(f, BITS_ULT, 1, n, b->count)),
        from + i, to + i, 1);
  }
}

static bool write_block(formula *f, formula_value to, const block *b,
                        const formula_cell *cells) {
  formula_alternative ways[FORMULA_MOST_WAYS];
  size_t count = formula_list_ways(f, to, ways);
  uint64_t at;
  for (size_t i = 0; i < count; i++)
    if (reach_block(f, ways[i], b, true, &at))
      put_block(f, ways[i], b, at, cells);
  return formula_assume(f, f->yes);
}

static formula_cell *new_cells(formula *f, const block *b, formula_value v) {
  formula_cell *cells = mem_array(f->m, (size_t)b->most + 1, sizeof *cells);
  for (uint64_t i = 0; i < b->most; i++)
    formula_put_cells(v, 1, &cells[i]);
  return cells;
}

bool formula_move(formula *f, formula_value to, formula_value from,
                  formula_value count) {
  formula_alternative ways[FORMULA_MOST_WAYS];
  block b;
  if (!block_of(f, count, &b) || b.most > MOST_OBJECT)
    return formula_lost(f, f->yes, "a block of unknown size");
  formula_value lost = {TERM_NONE, FORMULA_LOST};
  formula_cell *cells = new_cells(f, &b, lost);
  size_t n = formula_list_ways(f, from, ways);
  bool has_one = false;
  for (size_t i = 0; i < n; i++) {
    uint64_t at;
    if (!reach_block(f, ways[i], &b, false, &at))
      continue;
    uint64_t room = f->objects.at[ways[i].value.object].size - at;
    formula_mix_cells(f, has_one ? ways[i].guard : f->yes,
                      f->state->blocks.at[ways[i].value.object].content->cells +
                          at,
                      cells, b.most < room ? b.most : room);
    has_one = true;
  }
  bool goes_on = formula_assume(f, f->yes) && write_block(f, to, &b, cells);
  mem_free(f->m, cells);
  return goes_on;
}

bool formula_fill(formula *f, formula_value at, formula_value byte,
                  formula_value count) {
  block b;
  if (!block_of(f, count, &b) || b.most > MOST_OBJECT || byte.object)
    return formula_lost(f, f->yes, "a block of unknown size");
  formula_cell *cells = new_cells(f, &b, byte);
  bool goes_on = write_block(f, at, &b, cells);
  mem_free(f->m, cells);
  return goes_on;
}
