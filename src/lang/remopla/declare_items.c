/* What stands at the top of a program, and the modules' variables. */
#include "lang/remopla/lower.h"

#include <assert.h>
#include <string.h>

static void declare_define(rem_lowering *lowering, const rem_item *item) {
  int64_t value = 0;
  const char *name = rem_word(lowering, item->name);
  bool is_given = false;
  for (size_t i = 0; i < lowering->define_count; i++)
    if (strcmp(lowering->defines[i].name, name) == 0) {
      value = lowering->defines[i].value;
      is_given = true;
    }
  if (!is_given)
    rem_constant(lowering, item->value, &value);
  rem_symbol symbol = {.kind = REM_S_CONSTANT,
                       .name = item->name,
                       .procedure = PROG_NONE,
                       .value = value};
  rem_add_symbol(lowering, &symbol, &item->spot);
  if (strcmp(name, "DEFAULT_INT_BITS") != 0)
    return;
  if (value < 1 || value > PROG_MOST_BITS)
    rem_wrong_at(lowering->parser, &item->spot,
                 "an integer has 1 to %d bits, not %lld", (int)PROG_MOST_BITS,
                 (long long)value);
  else
    lowering->table->default_bits = (uint32_t)value;
}

static void declare_enum(rem_lowering *lowering, const rem_item *item) {
  assert(item->name < lowering->table->enum_tag.count);
  uint32_t number = (uint32_t)lowering->table->enums.count;
  rem_enum e = {.name = item->name,
                .values = names_count(&lowering->out->enumerators),
                .count = item->count,
                .width = rem_bits_for(item->count - 1)};
  if (lowering->table->enum_tag.at[item->name] != REM_NONE)
    rem_wrong_at(lowering->parser, &item->spot,
                 "there is an enumeration '%s' already",
                 rem_word(lowering, item->name));
  lowering->table->enum_tag.at[item->name] = number;
  vec_push(lowering->m, &lowering->table->enums, e);
  for (uint32_t i = 0; i < item->count; i++) {
    rem_symbol symbol = {.kind = REM_S_ENUMERATOR,
                         .name = lowering->syntax->lists.at[item->first + i],
                         .procedure = PROG_NONE,
                         .value = i,
                         .shape = {.type = REM_ENUM, .tag = number}};
    const char *name = rem_word(lowering, symbol.name);
    names_insert(lowering->m, &lowering->out->enumerators, name, strlen(name));
    rem_add_symbol(lowering, &symbol,
                   &lowering->syntax->list_spots.at[item->value + i]);
  }
}

static void declare_struct(rem_lowering *lowering, const rem_item *item) {
  assert(item->name < lowering->table->struct_tag.count);
  rem_struct k = {.name = item->name,
                  .first_field = (uint32_t)lowering->table->fields.count};
  if (lowering->table->struct_tag.at[item->name] != REM_NONE)
    rem_wrong_at(lowering->parser, &item->spot,
                 "there is a structure '%s' already",
                 rem_word(lowering, item->name));
  for (uint32_t i = 0; i < item->count; i++) {
    const rem_declared *declared =
        &lowering->syntax->declared.at[item->first + i];
    rem_field field = {.name = declared->name,
                       .shape = rem_lower_typing(lowering, &declared->typing)};
    for (uint32_t j = 0; j < i; j++)
      if (lowering->syntax->declared.at[item->first + j].name == declared->name)
        rem_wrong_at(lowering->parser, &declared->spot,
                     "'%s' is declared already",
                     rem_word(lowering, declared->name));
    const char *name = rem_word(lowering, declared->name);
    names_insert(lowering->m, &lowering->table->declared, name, strlen(name));
    vec_push(lowering->m, &lowering->table->fields, field);
    k.fields++;
  }
  lowering->table->struct_tag.at[item->name] =
      (uint32_t)lowering->table->structs.count;
  vec_push(lowering->m, &lowering->table->structs, k);
}

static void declare_variables(rem_lowering *lowering, const rem_item *item) {
  for (uint32_t i = 0; i < item->count; i++) {
    rem_declared declared = lowering->syntax->declared.at[item->first + i];
    rem_shape shape = rem_lower_typing(lowering, &declared.typing);
    rem_declare_variable(lowering, &declared, &shape, PROG_NONE);
  }
}

/* The second time, the one with the body counts; both must agree. */
static void declare_again(rem_lowering *lowering, uint32_t number,
                          uint32_t item, const rem_module *new) {
  assert(number < lowering->table->modules.count);
  assert(item < lowering->syntax->items.count);
  rem_module *old = &lowering->table->modules.at[number];
  const rem_item *x = &lowering->syntax->items.at[item];
  const char *name = rem_word(lowering, x->name);
  bool is_same = old->parameters == new->parameters &&rem_same_shape(
                                        lowering, &old->result, &new->result);
  for (uint32_t i = 0; is_same && i < new->parameters; i++)
    is_same = rem_same_shape(lowering,
                             &lowering->table->shapes.at[old->first_shape + i],
                             &lowering->table->shapes.at[new->first_shape + i]);
  if (x->has_body && lowering->syntax->items.at[old->item].has_body)
    rem_wrong_at(lowering->parser, &x->spot, "a second body of module '%s'",
                 name);
  else if (!is_same)
    rem_wrong_at(lowering->parser, &x->spot,
                 "module '%s' is not as it was declared in line %u", name,
                 lowering->syntax->items.at[old->item].spot.line);
  if (x->has_body)
    old->item = item;
}

static void declare_module(rem_lowering *lowering, uint32_t item) {
  assert(item < lowering->syntax->items.count);
  rem_item x = lowering->syntax->items.at[item];
  rem_table *table = lowering->table;
  rem_module new = {.name = x.name,
                    .item = item,
                    .parameters = x.count,
                    .first_shape = (uint32_t)table->shapes.count};
  new.result = rem_lower_typing(lowering, &x.typing);
  for (uint32_t i = 0; i < x.count; i++) {
    rem_shape s = rem_lower_typing(
        lowering, &lowering->syntax->declared.at[x.first + i].typing);
    vec_push(lowering->m, &table->shapes, s);
  }
  assert(x.name < table->global_symbol.count);
  uint32_t known = table->global_symbol.at[x.name];
  if (known != REM_NONE && table->symbols.at[known].kind == REM_S_MODULE) {
    declare_again(lowering, (uint32_t)table->symbols.at[known].value, item,
                  &new);
    return;
  }
  rem_symbol s = {.kind = REM_S_MODULE,
                  .name = x.name,
                  .procedure = PROG_NONE,
                  .value = (int64_t)table->modules.count};
  vec_push(lowering->m, &table->modules, new);
  rem_add_symbol(lowering, &s, &x.spot);
}

void rem_declare_all(rem_lowering *lowering) {
  rem_table_grow(lowering);
  for (uint32_t i = 0; i < lowering->syntax->items.count; i++) {
    rem_item item = lowering->syntax->items.at[i];
    switch (item.kind) {
    case REM_I_DEFINE:
      declare_define(lowering, &item);
      break;
    case REM_I_ENUM:
      declare_enum(lowering, &item);
      break;
    case REM_I_STRUCT:
      declare_struct(lowering, &item);
      break;
    case REM_I_VARIABLES:
      declare_variables(lowering, &item);
      break;
    case REM_I_MODULE:
      declare_module(lowering, i);
      break;
    default:
      break;
    }
  }
}

void rem_declare_locals(rem_lowering *lowering, uint32_t module) {
  assert(module < lowering->table->modules.count);
  rem_module *k = &lowering->table->modules.at[module];
  assert(k->item < lowering->syntax->items.count);
  rem_item item = lowering->syntax->items.at[k->item];
  k->procedure = prog_add_procedure(
      lowering->m, lowering->out,
      prog_name(lowering->m, lowering->out, rem_word(lowering, k->name)),
      item.spot.line, item.spot.column);
  uint32_t procedure = k->procedure;
  k->first_symbol = (uint32_t)lowering->table->symbols.count;
  for (uint32_t i = 0; i < item.count; i++) {
    rem_declared declared = lowering->syntax->declared.at[item.first + i];
    rem_shape shape = lowering->table->shapes.at[k->first_shape + i];
    rem_declare_variable(lowering, &declared, &shape, procedure);
  }
  assert(procedure < lowering->out->procedures.count);
  prog_procedure *q = &lowering->out->procedures.at[procedure];
  q->parameters = q->variables;
  for (uint32_t i = 0; i < item.locals; i++) {
    rem_declared declared = lowering->syntax->declared.at[item.first_local + i];
    rem_shape shape = rem_lower_typing(lowering, &declared.typing);
    rem_declare_variable(lowering, &declared, &shape, procedure);
  }
  k->symbols = (uint32_t)lowering->table->symbols.count - k->first_symbol;
  rem_leave_module(lowering, module);
}

void rem_enter_module(rem_lowering *lowering, uint32_t module) {
  assert(module < lowering->table->modules.count);
  const rem_module *k = &lowering->table->modules.at[module];
  for (uint32_t i = 0; i < k->symbols; i++) {
    uint32_t symbol = k->first_symbol + i;
    lowering->local_symbol.at[lowering->table->symbols.at[symbol].name] =
        symbol;
  }
  lowering->module = module;
  lowering->procedure = k->procedure;
}

void rem_leave_module(rem_lowering *lowering, uint32_t module) {
  assert(module < lowering->table->modules.count);
  const rem_module *k = &lowering->table->modules.at[module];
  for (uint32_t i = 0; i < k->symbols; i++)
    lowering->local_symbol
        .at[lowering->table->symbols.at[k->first_symbol + i].name] = REM_NONE;
  lowering->module = REM_NONE;
  lowering->procedure = PROG_NONE;
}

/* Modules whose results look alike share the globals that hold them. */
void rem_declare_results(rem_lowering *lowering) {
  rem_table *table = lowering->table;
  for (uint32_t i = 0; i < table->modules.count; i++) {
    rem_module *module = &table->modules.at[i];
    if (module->result.type == REM_VOID)
      continue;
    uint32_t same = 0;
    while (same < i &&
           (table->modules.at[same].results == 0 ||
            !rem_same_shape(lowering, &table->modules.at[same].result,
                            &module->result)))
      same++;
    if (same < i) {
      module->first_result = table->modules.at[same].first_result;
      module->results = table->modules.at[same].results;
      continue;
    }
    rem_symbol symbol = {
        .name = module->name, .procedure = PROG_NONE, .shape = module->result};
    module->first_result = (uint32_t)table->leaves.count;
    rem_add_all_leaves(lowering, &symbol, true);
    module->results = (uint32_t)table->leaves.count - module->first_result;
  }
}
