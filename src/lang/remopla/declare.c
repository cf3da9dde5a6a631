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

void rem_table_grow(rem_lowering *lowering) {
  rem_table *table = lowering->table;
  size_t words = names_count(&table->words);
  grow(lowering->m, &table->global_symbol.at, &table->global_symbol.count,
       &table->global_symbol.capacity, words);
  grow(lowering->m, &table->enum_tag.at, &table->enum_tag.count,
       &table->enum_tag.capacity, words);
  grow(lowering->m, &table->struct_tag.at, &table->struct_tag.count,
       &table->struct_tag.capacity, words);
  grow(lowering->m, &lowering->local_symbol.at, &lowering->local_symbol.count,
       &lowering->local_symbol.capacity, words);
}

uint32_t rem_add_symbol(rem_lowering *lowering, const rem_symbol *symbol,
                        const rem_spot *at) {
  rem_table *table = lowering->table;
  uint32_t number = (uint32_t)table->symbols.count;
  uint32_t *map = symbol->procedure == PROG_NONE ? table->global_symbol.at
                                                 : lowering->local_symbol.at;
  const char *name = rem_word(lowering, symbol->name);
  assert(symbol->name < table->global_symbol.count);
  if (table->global_symbol.at[symbol->name] != REM_NONE ||
      map[symbol->name] != REM_NONE)
    rem_wrong_at(lowering->parser, at, "'%s' is declared already", name);
  else
    map[symbol->name] = number;
  names_insert(lowering->m, &table->declared, name, strlen(name));
  vec_push(lowering->m, &table->symbols, *symbol);
  return number;
}

static bool lower_dimension(rem_lowering *lowering, uint32_t low, uint32_t high,
                            const rem_spot *spot) {
  int64_t from = 0, to = 0;
  if (low != REM_NONE && !rem_constant(lowering, low, &from))
    return false;
  if (!rem_constant(lowering, high, &to))
    return false;
  int64_t length = low == REM_NONE ? to : to - from + 1;
  if (from < 0 || length < 1 || length > REM_MOST_CELLS ||
      from > UINT32_MAX - length)
    return rem_wrong_at(lowering->parser, spot,
                        "an array has 1 to %d elements, and indices from 0 on",
                        (int)REM_MOST_CELLS);
  rem_dimension dimension = {.low = from, .length = (uint32_t)length};
  vec_push(lowering->m, &lowering->table->dimensions, dimension);
  return true;
}

static void lower_int(rem_lowering *lowering, const rem_typing *typing,
                      rem_shape *shape) {
  int64_t bits = lowering->table->default_bits;
  shape->width = 1;
  if (typing->bits == REM_NONE && bits == 0)
    rem_wrong_at(lowering->parser, &typing->spot,
                 "how many bits? Say 'int x(3)', or 'define DEFAULT_INT_BITS 3'"
                 " first");
  else if (typing->bits != REM_NONE &&
           !rem_constant(lowering, typing->bits, &bits))
    shape->type = REM_WRONG;
  else if (bits < 1 || bits > PROG_MOST_BITS)
    rem_wrong_at(lowering->parser, &typing->spot,
                 "an integer has 1 to %d bits, not %lld", (int)PROG_MOST_BITS,
                 (long long)bits);
  else
    shape->width = (uint32_t)bits;
}

static void lower_tag(rem_lowering *lowering, const rem_typing *typing,
                      rem_shape *shape) {
  bool is_enum = typing->type == REM_ENUM;
  uint32_t *map =
      is_enum ? lowering->table->enum_tag.at : lowering->table->struct_tag.at;
  shape->tag = typing->tag == REM_NONE ? REM_NONE : map[typing->tag];
  if (shape->tag == REM_NONE) {
    rem_wrong_at(lowering->parser, &typing->spot, "there is no %s '%s'",
                 is_enum ? "enumeration" : "structure",
                 rem_word(lowering, typing->tag));
    *shape = (rem_shape){.type = REM_WRONG, .width = 1};
  } else if (is_enum) {
    shape->width = lowering->table->enums.at[shape->tag].width;
  }
}

rem_shape rem_lower_typing(rem_lowering *lowering, const rem_typing *typing) {
  rem_shape shape = {.type = typing->type, .tag = REM_NONE};
  if (typing->bits != REM_NONE && typing->type != REM_INT)
    rem_wrong_at(lowering->parser, &typing->spot,
                 "only 'int' has a number of bits");
  if (typing->type == REM_BOOL)
    shape.width = 1;
  else if (typing->type == REM_INT)
    lower_int(lowering, typing, &shape);
  else if (typing->type == REM_ENUM || typing->type == REM_STRUCT)
    lower_tag(lowering, typing, &shape);
  shape.first_dimension = (uint32_t)lowering->table->dimensions.count;
  uint64_t cells = 1;
  for (uint32_t i = 0; i < typing->dimensions; i++) {
    const uint32_t *pair =
        lowering->syntax->lists.at + typing->first_dimension + 2 * i;
    if (!lower_dimension(lowering, pair[0], pair[1], &typing->spot)) {
      shape.type = REM_WRONG;
      break;
    }
    cells *= vec_last(&lowering->table->dimensions).length;
    shape.dimensions++;
    if (cells > REM_MOST_CELLS) {
      rem_wrong_at(lowering->parser, &typing->spot,
                   "an array of more than %d elements", (int)REM_MOST_CELLS);
      shape.type = REM_WRONG;
      break;
    }
  }
  return shape;
}

/* Variables of the program. */

static uint64_t cells_of(const rem_lowering *lowering, const rem_shape *shape) {
  uint64_t cells = 1;
  for (uint32_t i = 0; i < shape->dimensions; i++)
    cells *= lowering->table->dimensions.at[shape->first_dimension + i].length;
  return cells;
}

static void add_leaf(rem_lowering *lowering, const rem_symbol *symbol,
                     uint32_t field, const rem_shape *shape, bool is_result) {
  char name[256];
  const rem_shape *own = field == REM_NONE ? NULL : &symbol->shape;
  uint64_t cells =
      cells_of(lowering, shape) * (own ? cells_of(lowering, own) : 1);
  rem_shape without = *shape;
  if (!own)
    without.dimensions = 0;
  if (cells > REM_MOST_CELLS)
    cells = REM_MOST_CELLS; /* told below */
  snprintf(name, sizeof name, "%s%s%s", rem_word(lowering, symbol->name),
           field == REM_NONE ? "" : ".",
           field == REM_NONE ? "" : rem_word(lowering, field));
  rem_leaf leaf = {.field = field, .shape = without, .count = (uint32_t)cells};
  leaf.is_array = shape->dimensions > 0 || (own && own->dimensions > 0);
  prog_variable variable = {.name = prog_name(lowering->m, lowering->out, name),
                            .procedure = symbol->procedure,
                            .width = shape->width ? shape->width : 1,
                            .count = leaf.count,
                            .is_array = leaf.is_array,
                            .is_result = is_result,
                            .values = PROG_NONE};
  if (shape->type == REM_ENUM)
    variable.values = lowering->table->enums.at[shape->tag].values;
  leaf.variable = prog_add_variable(lowering->m, lowering->out, &variable);
  vec_push(lowering->m, &lowering->table->leaves, leaf);
}

void rem_add_all_leaves(rem_lowering *lowering, const rem_symbol *symbol,
                        bool is_result) {
  if (symbol->shape.type != REM_STRUCT) {
    add_leaf(lowering, symbol, REM_NONE, &symbol->shape, is_result);
    return;
  }
  const rem_struct *k = &lowering->table->structs.at[symbol->shape.tag];
  for (uint32_t i = 0; i < k->fields; i++) {
    rem_field field = lowering->table->fields.at[k->first_field + i];
    add_leaf(lowering, symbol, field.name, &field.shape, is_result);
  }
}

void rem_add_leaves(rem_lowering *lowering, uint32_t symbol) {
  assert(symbol < lowering->table->symbols.count);
  rem_symbol s = lowering->table->symbols.at[symbol];
  s.first_leaf = (uint32_t)lowering->table->leaves.count;
  rem_add_all_leaves(lowering, &s, false);
  s.leaves = (uint32_t)lowering->table->leaves.count - s.first_leaf;
  lowering->table->symbols.at[symbol] = s;
}

void rem_declare_variable(rem_lowering *lowering, const rem_declared *declared,
                          const rem_shape *shape, uint32_t procedure) {
  rem_symbol s = {.kind = REM_S_VARIABLE,
                  .name = declared->name,
                  .procedure = procedure,
                  .shape = *shape};
  uint32_t symbol = rem_add_symbol(lowering, &s, &declared->spot);
  rem_add_leaves(lowering, symbol);
  uint64_t cells = procedure == PROG_NONE
                       ? lowering->out->global_cells
                       : lowering->out->procedures.at[procedure].cells;
  if (cells > REM_MOST_CELLS && !lowering->too_large) {
    lowering->too_large = true;
    rem_wrong_at(lowering->parser, &declared->spot,
                 "these variables have more than %d cells",
                 (int)REM_MOST_CELLS);
  }
}
