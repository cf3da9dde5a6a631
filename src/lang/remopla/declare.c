/* Symbols, types, and the variables of the program that they need. */
#include "lang/remopla/lower.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void grow(mem *m, uint32_t **at, size_t *count, size_t *capacity,
                 size_t to) {
  vec(uint32_t) v = {*at, *count, *capacity};
  while (v.count < to)
    vec_push(m, &v, REM_NONE);
  *at = v.at;
  *count = v.count;
  *capacity = v.capacity;
}

void rem_table_grow(rem_lowering *l) {
  rem_table *t = l->table;
  size_t words = names_count(&t->words);
  grow(l->m, &t->global_symbol.at, &t->global_symbol.count,
       &t->global_symbol.capacity, words);
  grow(l->m, &t->enum_tag.at, &t->enum_tag.count, &t->enum_tag.capacity, words);
  grow(l->m, &t->struct_tag.at, &t->struct_tag.count, &t->struct_tag.capacity,
       words);
  grow(l->m, &l->local_symbol.at, &l->local_symbol.count,
       &l->local_symbol.capacity, words);
}

uint32_t rem_add_symbol(rem_lowering *l, const rem_symbol *s,
                        const rem_spot *at) {
  rem_table *t = l->table;
  uint32_t number = (uint32_t)t->symbols.count;
  uint32_t *map =
      s->procedure == PROG_NONE ? t->global_symbol.at : l->local_symbol.at;
  const char *name = rem_word(l, s->name);
  assert(s->name < t->global_symbol.count);
  if (t->global_symbol.at[s->name] != REM_NONE || map[s->name] != REM_NONE)
    rem_wrong_at(l->parser, at, "'%s' is declared already", name);
  else
    map[s->name] = number;
  names_insert(l->m, &t->declared, name, strlen(name));
  vec_push(l->m, &t->symbols, *s);
  return number;
}

static bool lower_dimension(rem_lowering *l, uint32_t low, uint32_t high,
                            const rem_spot *s) {
  int64_t from = 0, to = 0;
  if (low != REM_NONE && !rem_constant(l, low, &from))
    return false;
  if (!rem_constant(l, high, &to))
    return false;
  int64_t length = low == REM_NONE ? to : to - from + 1;
  if (from < 0 || length < 1 || length > REM_MOST_CELLS ||
      from > UINT32_MAX - length)
    return rem_wrong_at(l->parser, s,
                        "an array has 1 to %d elements, and indices from 0 on",
                        (int)REM_MOST_CELLS);
  rem_dimension d = {.low = from, .length = (uint32_t)length};
  vec_push(l->m, &l->table->dimensions, d);
  return true;
}

static void lower_int(rem_lowering *l, const rem_typing *t, rem_shape *s) {
  int64_t bits = l->table->default_bits;
  s->width = 1;
  if (t->bits == REM_NONE && bits == 0)
    rem_wrong_at(l->parser, &t->spot,
                 "how many bits? Say 'int x(3)', or 'define DEFAULT_INT_BITS 3'"
                 " first");
  else if (t->bits != REM_NONE && !rem_constant(l, t->bits, &bits))
    s->type = REM_WRONG;
  else if (bits < 1 || bits > PROG_MOST_BITS)
    rem_wrong_at(l->parser, &t->spot, "an integer has 1 to %d bits, not %lld",
                 (int)PROG_MOST_BITS, (long long)bits);
  else
    s->width = (uint32_t)bits;
}

static void lower_tag(rem_lowering *l, const rem_typing *t, rem_shape *s) {
  bool is_enum = t->type == REM_ENUM;
  uint32_t *map = is_enum ? l->table->enum_tag.at : l->table->struct_tag.at;
  s->tag = t->tag == REM_NONE ? REM_NONE : map[t->tag];
  if (s->tag == REM_NONE) {
    rem_wrong_at(l->parser, &t->spot, "there is no %s '%s'",
                 is_enum ? "enumeration" : "structure", rem_word(l, t->tag));
    *s = (rem_shape){.type = REM_WRONG, .width = 1};
  } else if (is_enum) {
    s->width = l->table->enums.at[s->tag].width;
  }
}

rem_shape rem_lower_typing(rem_lowering *l, const rem_typing *t) {
  rem_shape s = {.type = t->type, .tag = REM_NONE};
  if (t->bits != REM_NONE && t->type != REM_INT)
    rem_wrong_at(l->parser, &t->spot, "only 'int' has a number of bits");
  if (t->type == REM_BOOL)
    s.width = 1;
  else if (t->type == REM_INT)
    lower_int(l, t, &s);
  else if (t->type == REM_ENUM || t->type == REM_STRUCT)
    lower_tag(l, t, &s);
  s.first_dimension = (uint32_t)l->table->dimensions.count;
  uint64_t cells = 1;
  for (uint32_t i = 0; i < t->dimensions; i++) {
    const uint32_t *pair = l->syntax->lists.at + t->first_dimension + 2 * i;
    if (!lower_dimension(l, pair[0], pair[1], &t->spot)) {
      s.type = REM_WRONG;
      break;
    }
    cells *= vec_last(&l->table->dimensions).length;
    s.dimensions++;
    if (cells > REM_MOST_CELLS) {
      rem_wrong_at(l->parser, &t->spot, "an array of more than %d elements",
                   (int)REM_MOST_CELLS);
      s.type = REM_WRONG;
      break;
    }
  }
  return s;
}

/* Variables of the program. */

static uint64_t cells_of(const rem_lowering *l, const rem_shape *s) {
  uint64_t cells = 1;
  for (uint32_t i = 0; i < s->dimensions; i++)
    cells *= l->table->dimensions.at[s->first_dimension + i].length;
  return cells;
}

static void add_leaf(rem_lowering *l, const rem_symbol *s, uint32_t field,
                     const rem_shape *shape, bool is_result) {
  char name[256];
  const rem_shape *own = field == REM_NONE ? NULL : &s->shape;
  uint64_t cells = cells_of(l, shape) * (own ? cells_of(l, own) : 1);
  rem_shape without = *shape;
  if (!own)
    without.dimensions = 0;
  if (cells > REM_MOST_CELLS)
    cells = REM_MOST_CELLS; /* told below */
  snprintf(name, sizeof name, "%s%s%s", rem_word(l, s->name),
           field == REM_NONE ? "" : ".",
           field == REM_NONE ? "" : rem_word(l, field));
  rem_leaf leaf = {.field = field, .shape = without, .count = (uint32_t)cells};
  leaf.is_array = shape->dimensions > 0 || (own && own->dimensions > 0);
  prog_variable v = {.name = prog_name(l->m, l->out, name),
                     .procedure = s->procedure,
                     .width = shape->width ? shape->width : 1,
                     .count = leaf.count,
                     .is_array = leaf.is_array,
                     .is_result = is_result,
                     .values = PROG_NONE};
  if (shape->type == REM_ENUM)
    v.values = l->table->enums.at[shape->tag].values;
  leaf.variable = prog_add_variable(l->m, l->out, &v);
  vec_push(l->m, &l->table->leaves, leaf);
}

void rem_add_all_leaves(rem_lowering *l, const rem_symbol *s, bool is_result) {
  if (s->shape.type != REM_STRUCT) {
    add_leaf(l, s, REM_NONE, &s->shape, is_result);
    return;
  }
  const rem_struct *k = &l->table->structs.at[s->shape.tag];
  for (uint32_t i = 0; i < k->fields; i++) {
    rem_field f = l->table->fields.at[k->first_field + i];
    add_leaf(l, s, f.name, &f.shape, is_result);
  }
}

void rem_add_leaves(rem_lowering *l, uint32_t symbol) {
  assert(symbol < l->table->symbols.count);
  rem_symbol s = l->table->symbols.at[symbol];
  s.first_leaf = (uint32_t)l->table->leaves.count;
  rem_add_all_leaves(l, &s, false);
  s.leaves = (uint32_t)l->table->leaves.count - s.first_leaf;
  l->table->symbols.at[symbol] = s;
}

void rem_declare_variable(rem_lowering *l, const rem_declared *d,
                          const rem_shape *shape, uint32_t procedure) {
  rem_symbol s = {.kind = REM_S_VARIABLE,
                  .name = d->name,
                  .procedure = procedure,
                  .shape = *shape};
  uint32_t symbol = rem_add_symbol(l, &s, &d->spot);
  rem_add_leaves(l, symbol);
  uint64_t cells = procedure == PROG_NONE
                       ? l->out->global_cells
                       : l->out->procedures.at[procedure].cells;
  if (cells > REM_MOST_CELLS && !l->too_large) {
    l->too_large = true;
    rem_wrong_at(l->parser, &d->spot, "these variables have more than %d cells",
                 (int)REM_MOST_CELLS);
  }
}
