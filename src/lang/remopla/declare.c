#include "lang/remopla/lower.h"

#include <stdio.h>
#include <string.h>

/* ---- Symbols --------------------------------------------------------- */

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
  if (t->global_symbol.at[s->name] != REM_NONE || map[s->name] != REM_NONE)
    rem_wrong_at(l->parser, at, "'%s' is declared already", name);
  else
    map[s->name] = number;
  names_insert(l->m, &t->declared, name, strlen(name));
  vec_push(l->m, &t->symbols, *s);
  return number;
}

/* ---- Types ----------------------------------------------------------- */

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

static rem_shape lower_typing(rem_lowering *l, const rem_typing *t) {
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

/* ---- Variables of the program ---------------------------------------- */

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

static void add_all_leaves(rem_lowering *l, const rem_symbol *s,
                           bool is_result) {
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
  rem_symbol s = l->table->symbols.at[symbol];
  s.first_leaf = (uint32_t)l->table->leaves.count;
  add_all_leaves(l, &s, false);
  s.leaves = (uint32_t)l->table->leaves.count - s.first_leaf;
  l->table->symbols.at[symbol] = s;
}

static void declare_variable(rem_lowering *l, const rem_declared *d,
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

/* ---- Items ----------------------------------------------------------- */

static void declare_define(rem_lowering *l, const rem_item *x) {
  int64_t value = 0;
  const char *name = rem_word(l, x->name);
  bool is_given = false;
  for (size_t i = 0; i < l->define_count; i++)
    if (strcmp(l->defines[i].name, name) == 0) {
      value = l->defines[i].value;
      is_given = true;
    }
  if (!is_given)
    rem_constant(l, x->value, &value);
  rem_symbol s = {.kind = REM_S_CONSTANT,
                  .name = x->name,
                  .procedure = PROG_NONE,
                  .value = value};
  rem_add_symbol(l, &s, &x->spot);
  if (strcmp(name, "DEFAULT_INT_BITS") != 0)
    return;
  if (value < 1 || value > PROG_MOST_BITS)
    rem_wrong_at(l->parser, &x->spot, "an integer has 1 to %d bits, not %lld",
                 (int)PROG_MOST_BITS, (long long)value);
  else
    l->table->default_bits = (uint32_t)value;
}

static void declare_enum(rem_lowering *l, const rem_item *x) {
  uint32_t number = (uint32_t)l->table->enums.count;
  rem_enum e = {.name = x->name,
                .values = names_count(&l->out->enumerators),
                .count = x->count,
                .width = rem_bits_for(x->count - 1)};
  if (l->table->enum_tag.at[x->name] != REM_NONE)
    rem_wrong_at(l->parser, &x->spot, "there is an enumeration '%s' already",
                 rem_word(l, x->name));
  l->table->enum_tag.at[x->name] = number;
  vec_push(l->m, &l->table->enums, e);
  for (uint32_t i = 0; i < x->count; i++) {
    rem_symbol s = {.kind = REM_S_ENUMERATOR,
                    .name = l->syntax->lists.at[x->first + i],
                    .procedure = PROG_NONE,
                    .value = i,
                    .shape = {.type = REM_ENUM, .tag = number}};
    const char *name = rem_word(l, s.name);
    names_insert(l->m, &l->out->enumerators, name, strlen(name));
    rem_add_symbol(l, &s, &l->syntax->list_spots.at[x->value + i]);
  }
}

static void declare_struct(rem_lowering *l, const rem_item *x) {
  rem_struct k = {.name = x->name,
                  .first_field = (uint32_t)l->table->fields.count};
  if (l->table->struct_tag.at[x->name] != REM_NONE)
    rem_wrong_at(l->parser, &x->spot, "there is a structure '%s' already",
                 rem_word(l, x->name));
  for (uint32_t i = 0; i < x->count; i++) {
    const rem_declared *d = &l->syntax->declared.at[x->first + i];
    rem_field f = {.name = d->name, .shape = lower_typing(l, &d->typing)};
    for (uint32_t j = 0; j < i; j++)
      if (l->syntax->declared.at[x->first + j].name == d->name)
        rem_wrong_at(l->parser, &d->spot, "'%s' is declared already",
                     rem_word(l, d->name));
    const char *name = rem_word(l, d->name);
    names_insert(l->m, &l->table->declared, name, strlen(name));
    vec_push(l->m, &l->table->fields, f);
    k.fields++;
  }
  l->table->struct_tag.at[x->name] = (uint32_t)l->table->structs.count;
  vec_push(l->m, &l->table->structs, k);
}

static void declare_variables(rem_lowering *l, const rem_item *x) {
  for (uint32_t i = 0; i < x->count; i++) {
    rem_declared d = l->syntax->declared.at[x->first + i];
    rem_shape shape = lower_typing(l, &d.typing);
    declare_variable(l, &d, &shape, PROG_NONE);
  }
}

/* The second time, the one with the body counts; both must agree. */
static void declare_again(rem_lowering *l, uint32_t number, uint32_t item,
                          const rem_module *new) {
  rem_module *old = &l->table->modules.at[number];
  const rem_item *x = &l->syntax->items.at[item];
  const char *name = rem_word(l, x->name);
  bool is_same = old->parameters == new->parameters &&rem_same_shape(
                                        l, &old->result, &new->result);
  for (uint32_t i = 0; is_same && i < new->parameters; i++)
    is_same = rem_same_shape(l, &l->table->shapes.at[old->first_shape + i],
                             &l->table->shapes.at[new->first_shape + i]);
  if (x->has_body && l->syntax->items.at[old->item].has_body)
    rem_wrong_at(l->parser, &x->spot, "a second body of module '%s'", name);
  else if (!is_same)
    rem_wrong_at(l->parser, &x->spot,
                 "module '%s' is not as it was declared in line %u", name,
                 l->syntax->items.at[old->item].spot.line);
  if (x->has_body)
    old->item = item;
}

static void declare_module(rem_lowering *l, uint32_t item) {
  rem_item x = l->syntax->items.at[item];
  rem_table *t = l->table;
  rem_module new = {.name = x.name,
                    .item = item,
                    .parameters = x.count,
                    .first_shape = (uint32_t)t->shapes.count};
  new.result = lower_typing(l, &x.typing);
  for (uint32_t i = 0; i < x.count; i++) {
    rem_shape s = lower_typing(l, &l->syntax->declared.at[x.first + i].typing);
    vec_push(l->m, &t->shapes, s);
  }
  uint32_t known = t->global_symbol.at[x.name];
  if (known != REM_NONE && t->symbols.at[known].kind == REM_S_MODULE) {
    declare_again(l, (uint32_t)t->symbols.at[known].value, item, &new);
    return;
  }
  rem_symbol s = {.kind = REM_S_MODULE,
                  .name = x.name,
                  .procedure = PROG_NONE,
                  .value = (int64_t)t->modules.count};
  vec_push(l->m, &t->modules, new);
  rem_add_symbol(l, &s, &x.spot);
}

void rem_declare_all(rem_lowering *l) {
  rem_table_grow(l);
  for (uint32_t i = 0; i < l->syntax->items.count; i++) {
    rem_item x = l->syntax->items.at[i];
    switch (x.kind) {
    case REM_I_DEFINE:
      declare_define(l, &x);
      break;
    case REM_I_ENUM:
      declare_enum(l, &x);
      break;
    case REM_I_STRUCT:
      declare_struct(l, &x);
      break;
    case REM_I_VARIABLES:
      declare_variables(l, &x);
      break;
    case REM_I_MODULE:
      declare_module(l, i);
      break;
    default:
      break;
    }
  }
}

/* ---- Modules --------------------------------------------------------- */

void rem_declare_locals(rem_lowering *l, uint32_t module) {
  rem_module *k = &l->table->modules.at[module];
  rem_item x = l->syntax->items.at[k->item];
  k->procedure = prog_add_procedure(
      l->m, l->out, prog_name(l->m, l->out, rem_word(l, k->name)), x.spot.line,
      x.spot.column);
  uint32_t procedure = k->procedure;
  k->first_symbol = (uint32_t)l->table->symbols.count;
  for (uint32_t i = 0; i < x.count; i++) {
    rem_declared d = l->syntax->declared.at[x.first + i];
    rem_shape shape = l->table->shapes.at[k->first_shape + i];
    declare_variable(l, &d, &shape, procedure);
  }
  prog_procedure *q = &l->out->procedures.at[procedure];
  q->parameters = q->variables;
  for (uint32_t i = 0; i < x.locals; i++) {
    rem_declared d = l->syntax->declared.at[x.first_local + i];
    rem_shape shape = lower_typing(l, &d.typing);
    declare_variable(l, &d, &shape, procedure);
  }
  k->symbols = (uint32_t)l->table->symbols.count - k->first_symbol;
  rem_leave_module(l, module);
}

void rem_enter_module(rem_lowering *l, uint32_t module) {
  const rem_module *k = &l->table->modules.at[module];
  for (uint32_t i = 0; i < k->symbols; i++) {
    uint32_t symbol = k->first_symbol + i;
    l->local_symbol.at[l->table->symbols.at[symbol].name] = symbol;
  }
  l->module = module;
  l->procedure = k->procedure;
}

void rem_leave_module(rem_lowering *l, uint32_t module) {
  const rem_module *k = &l->table->modules.at[module];
  for (uint32_t i = 0; i < k->symbols; i++)
    l->local_symbol.at[l->table->symbols.at[k->first_symbol + i].name] =
        REM_NONE;
  l->module = REM_NONE;
  l->procedure = PROG_NONE;
}

/* Modules whose results look alike share the globals that hold them. */
void rem_declare_results(rem_lowering *l) {
  rem_table *t = l->table;
  for (uint32_t i = 0; i < t->modules.count; i++) {
    rem_module *k = &t->modules.at[i];
    if (k->result.type == REM_VOID)
      continue;
    uint32_t same = 0;
    while (same < i &&
           (t->modules.at[same].results == 0 ||
            !rem_same_shape(l, &t->modules.at[same].result, &k->result)))
      same++;
    if (same < i) {
      k->first_result = t->modules.at[same].first_result;
      k->results = t->modules.at[same].results;
      continue;
    }
    rem_symbol s = {
        .name = k->name, .procedure = PROG_NONE, .shape = k->result};
    k->first_result = (uint32_t)t->leaves.count;
    add_all_leaves(l, &s, true);
    k->results = (uint32_t)t->leaves.count - k->first_result;
  }
}
