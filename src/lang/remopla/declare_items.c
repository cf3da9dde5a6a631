/* What stands at the top of a program, and the modules' variables. */
#include "lang/remopla/lower.h"

#include <assert.h>
#include <string.h>

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
  assert(x->name < l->table->enum_tag.count);
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
  assert(x->name < l->table->struct_tag.count);
  rem_struct k = {.name = x->name,
                  .first_field = (uint32_t)l->table->fields.count};
  if (l->table->struct_tag.at[x->name] != REM_NONE)
    rem_wrong_at(l->parser, &x->spot, "there is a structure '%s' already",
                 rem_word(l, x->name));
  for (uint32_t i = 0; i < x->count; i++) {
    const rem_declared *d = &l->syntax->declared.at[x->first + i];
    rem_field f = {.name = d->name, .shape = rem_lower_typing(l, &d->typing)};
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
    rem_shape shape = rem_lower_typing(l, &d.typing);
    rem_declare_variable(l, &d, &shape, PROG_NONE);
  }
}

/* The second time, the one with the body counts; both must agree. */
static void declare_again(rem_lowering *l, uint32_t number, uint32_t item,
                          const rem_module *new) {
  assert(number < l->table->modules.count);
  assert(item < l->syntax->items.count);
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
  assert(item < l->syntax->items.count);
  rem_item x = l->syntax->items.at[item];
  rem_table *t = l->table;
  rem_module new = {.name = x.name,
                    .item = item,
                    .parameters = x.count,
                    .first_shape = (uint32_t)t->shapes.count};
  new.result = rem_lower_typing(l, &x.typing);
  for (uint32_t i = 0; i < x.count; i++) {
    rem_shape s =
        rem_lower_typing(l, &l->syntax->declared.at[x.first + i].typing);
    vec_push(l->m, &t->shapes, s);
  }
  assert(x.name < t->global_symbol.count);
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

void rem_declare_locals(rem_lowering *l, uint32_t module) {
  assert(module < l->table->modules.count);
  rem_module *k = &l->table->modules.at[module];
  assert(k->item < l->syntax->items.count);
  rem_item x = l->syntax->items.at[k->item];
  k->procedure = prog_add_procedure(
      l->m, l->out, prog_name(l->m, l->out, rem_word(l, k->name)), x.spot.line,
      x.spot.column);
  uint32_t procedure = k->procedure;
  k->first_symbol = (uint32_t)l->table->symbols.count;
  for (uint32_t i = 0; i < x.count; i++) {
    rem_declared d = l->syntax->declared.at[x.first + i];
    rem_shape shape = l->table->shapes.at[k->first_shape + i];
    rem_declare_variable(l, &d, &shape, procedure);
  }
  assert(procedure < l->out->procedures.count);
  prog_procedure *q = &l->out->procedures.at[procedure];
  q->parameters = q->variables;
  for (uint32_t i = 0; i < x.locals; i++) {
    rem_declared d = l->syntax->declared.at[x.first_local + i];
    rem_shape shape = rem_lower_typing(l, &d.typing);
    rem_declare_variable(l, &d, &shape, procedure);
  }
  k->symbols = (uint32_t)l->table->symbols.count - k->first_symbol;
  rem_leave_module(l, module);
}

void rem_enter_module(rem_lowering *l, uint32_t module) {
  assert(module < l->table->modules.count);
  const rem_module *k = &l->table->modules.at[module];
  for (uint32_t i = 0; i < k->symbols; i++) {
    uint32_t symbol = k->first_symbol + i;
    l->local_symbol.at[l->table->symbols.at[symbol].name] = symbol;
  }
  l->module = module;
  l->procedure = k->procedure;
}

void rem_leave_module(rem_lowering *l, uint32_t module) {
  assert(module < l->table->modules.count);
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
    rem_add_all_leaves(l, &s, true);
    k->results = (uint32_t)t->leaves.count - k->first_result;
  }
}
