#include "lang/promela/parse/parts.h"

/* Types, variables and channels. */

typedef struct declared_type {
  pml_type type;
  uint32_t sub;
  bool is_hidden, is_show, is_local;
} declared_type;

static bool simple_type(pml_word w, pml_type *type) {
  switch (w) {
  case PML_W_BIT:
  case PML_W_BOOL:
    *type = PML_BIT;
    return true;
  case PML_W_BYTE:
  case PML_W_PID:
    *type = PML_BYTE;
    return true;
  case PML_W_SHORT:
    *type = PML_SHORT;
    return true;
  case PML_W_INT:
    *type = PML_INT;
    return true;
  case PML_W_UNSIGNED:
    *type = PML_UNSIGNED;
    return true;
  case PML_W_MTYPE:
    *type = PML_MTYPE;
    return true;
  case PML_W_CHAN:
    *type = PML_CHAN;
    return true;
  default:
    return false;
  }
}

bool pml_at_declaration(const pml_parser *parser) {
  pml_type type;
  pml_word w = pml_word_of(parser, &parser->token);
  if (w == PML_W_NONE)
    return parser->token.kind == PML_T_NAME && pml_peek(parser) != ':' &&
           pml_find(parser, parser->token.name).kind == PML_IS_RECORD;
  return w == PML_W_HIDDEN || w == PML_W_SHOW || w == PML_W_LOCAL ||
         simple_type(w, &type);
}

/* byte, T, mtype, mtype:fruit */
static bool parse_type(pml_parser *parser, declared_type *out) {
  pml_word w = pml_word_of(parser, &parser->token);
  out->sub = PML_NONE;
  if (simple_type(w, &out->type)) {
    pml_advance(parser);
    if (w != PML_W_MTYPE || !pml_at(parser, ':'))
      return true;
    pml_advance(parser);
    return pml_take_name(parser, &out->sub, "the name of a set of constants");
  }
  if (w == PML_W_NONE && parser->token.kind == PML_T_NAME) {
    pml_symbol symbol = pml_find(parser, parser->token.name);
    if (symbol.kind == PML_IS_RECORD) {
      out->type = PML_RECORD;
      out->sub = symbol.number;
      pml_advance(parser);
      return true;
    }
  }
  return pml_misfit(parser, "a type");
}

/* One node of a constant expression; its parts have been evaluated. */
static bool fold(const pml_parser *parser, const pml_expr *expr, uint32_t mark,
                 const int64_t *values, int64_t *out) {
  bool has_parts =
      expr->op == PML_NEGATE || (expr->op >= PML_ADD && expr->op <= PML_MODULO);
  int64_t a = has_parts ? values[expr->a - mark] : 0;
  int64_t b = has_parts && expr->b != PML_NONE ? values[expr->b - mark] : 0;
  const pml_var *var;
  switch (expr->op) {
  case PML_CONST:
    *out = expr->value;
    return true;
  case PML_NEGATE:
    *out = (int32_t)(uint32_t)-a;
    return true;
  case PML_ADD:
    *out = (int32_t)(uint32_t)(a + b);
    return true;
  case PML_SUBTRACT:
    *out = (int32_t)(uint32_t)(a - b);
    return true;
  case PML_MULTIPLY:
    *out = (int32_t)(uint32_t)(a * b);
    return true;
  case PML_DIVIDE:
    *out = b ? (int32_t)(uint32_t)(a / b) : 0;
    return b != 0;
  case PML_MODULO:
    *out = b ? a % b : 0;
    return b != 0;
  case PML_NAME: /* stands for its initial value */
    var = &parser->s->vars.at[expr->a];
    if (var->is_array || var->type == PML_RECORD || var->process != PML_NONE ||
        var->initial != PML_INITIAL_VALUE ||
        parser->s->exprs.at[var->init].op != PML_CONST)
      return false;
    *out = parser->s->exprs.at[var->init].value;
    return true;
  default:
    return false;
  }
}

/* Nodes come behind their parts: one pass over what was added does it. */
bool pml_parse_constant(pml_parser *parser, int64_t *out) {
  uint32_t mark = (uint32_t)parser->s->exprs.count, root;
  pml_place at = parser->token.at;
  bool good = true;
  *out = 0;
  if (!pml_parse_expression(parser, PML_PLAIN, &root, NULL))
    return false;
  if (parser->facts.at[root] & PML_FACT_BAD)
    return true;
  uint32_t count = (uint32_t)parser->s->exprs.count - mark;
  int64_t *values = mem_array(parser->m, count, sizeof *values);
  for (uint32_t i = 0; i < count && good; i++)
    good =
        fold(parser, &parser->s->exprs.at[mark + i], mark, values, &values[i]);
  *out = values[root - mark];
  mem_free(parser->m, values);
  if (!good)
    return pml_wrong(parser, at,
                     "this must be a constant: numbers and + - * / %%");
  return true;
}

typedef struct flat_step {
  uint32_t record, field, element;
} flat_step;

/* How many scalars a value has that is sent; records count theirs. */
uint32_t pml_flat_size(const pml_parser *parser, pml_type type, uint32_t sub) {
  return type == PML_RECORD ? parser->s->records.at[sub].scalars : 1;
}

/* SPIN cannot list the scalars of one that has an array of records in it. */
bool pml_check_whole_record(pml_parser *parser, pml_type type, uint32_t sub,
                            pml_place at) {
  if (type != PML_RECORD || !parser->s->records.at[sub].has_record_array)
    return true;
  return pml_wrong(parser, at,
                   "'%s' has an array of records in it, and cannot be sent or "
                   "given to a process",
                   pml_name(parser, parser->s->records.at[sub].name));
}

static void add_fields(pml_parser *parser, pml_type type, uint32_t sub) {
  vec(flat_step) open = {0};
  if (type != PML_RECORD) {
    vec_push(parser->m, &parser->s->fields, ((pml_field){type, sub}));
    return;
  }
  vec_push(parser->m, &open, ((flat_step){sub, 0, 0}));
  while (open.count) {
    flat_step *step = &vec_last(&open);
    const pml_record *record = &parser->s->records.at[step->record];
    if (step->field == record->count) {
      open.count--;
      continue;
    }
    const pml_var *var = &parser->s->vars.at[record->first + step->field];
    if (++step->element == var->count) {
      step->element = 0;
      step->field++;
    }
    if (var->type == PML_RECORD)
      vec_push(parser->m, &open, ((flat_step){var->sub, 0, 0}));
    else
      vec_push(parser->m, &parser->s->fields,
               ((pml_field){var->type, var->sub}));
  }
  vec_free(parser->m, &open);
}

/* Is a variable named in what was added behind 'mark'? */
static bool names_variable(const pml_parser *parser, uint32_t mark) {
  for (size_t e = mark; e < parser->s->exprs.count; e++)
    if (parser->s->exprs.at[e].op == PML_NAME)
      return true;
  return false;
}

/* [n] of { byte, T } */
static bool parse_channel(pml_parser *parser, uint32_t *out) {
  pml_channel channel = {.first = (uint32_t)parser->s->fields.count};
  pml_place at = parser->token.at;
  uint32_t mark = (uint32_t)parser->s->exprs.count;
  int64_t capacity;
  pml_advance(parser);
  if (!pml_parse_constant(parser, &capacity) || !pml_take(parser, ']', "']'") ||
      !pml_take_word(parser, PML_W_OF, "'of'") || !pml_take(parser, '{', "'{'"))
    return false;
  if (names_variable(parser, mark))
    pml_wrong(parser, at, "a capacity is a number; it cannot name a variable");
  if (capacity < 0 || capacity > 255)
    pml_wrong(parser, at, "a channel holds 0 to 255 messages, not %lld",
              (long long)capacity);
  channel.capacity = capacity < 0 || capacity > 255 ? 0 : (uint32_t)capacity;
  for (;;) {
    declared_type type;
    pml_place place = parser->token.at;
    if (!parse_type(parser, &type))
      return false;
    if (type.type == PML_UNSIGNED ||
        (type.type == PML_RECORD &&
         parser->s->records.at[type.sub].has_unsigned))
      pml_wrong(parser, place,
                "'unsigned' cannot be sent%s; take byte, short or int",
                type.type == PML_RECORD ? ", nor a record with it" : "");
    else if (parser->s->fields.count - channel.first +
                 pml_flat_size(parser, type.type, type.sub) >
             PML_MOST_FIELDS)
      return pml_wrong(parser, place, "a message has at most %d fields",
                       PML_MOST_FIELDS);
    else if (pml_check_whole_record(parser, type.type, type.sub, place))
      add_fields(parser, type.type, type.sub);
    if (!pml_at(parser, ','))
      break;
    pml_advance(parser);
  }
  channel.count = (uint32_t)parser->s->fields.count - channel.first;
  if (parser->s->most_fields < channel.count)
    parser->s->most_fields = channel.count;
  *out = (uint32_t)parser->s->channels.count;
  vec_push(parser->m, &parser->s->channels, channel);
  return pml_take(parser, '}', "',' or '}'");
}

uint32_t pml_add_var(pml_parser *parser, pml_var var) {
  uint32_t number = (uint32_t)parser->s->vars.count;
  uint32_t n;
  vec_push(parser->m, &parser->s->vars, var);
  if (var.record != PML_NONE) {
    n = map_insert(parser->m, &parser->fields, map_pair(var.record, var.name));
    if (n < parser->field_vars.count)
      pml_wrong(parser, var.at, "there is a field '%s' already",
                pml_name(parser, var.name));
    else
      vec_push(parser->m, &parser->field_vars, number);
    return number;
  }
  if (var.process != PML_NONE) {
    n = map_insert(parser->m, &parser->locals, map_pair(var.process, var.name));
    if (n == parser->local_vars.count)
      vec_push(parser->m, &parser->local_vars, number);
  }
  return number;
}

/* {1, 2, 3} */
static bool parse_list(pml_parser *parser, pml_var *var) {
  vec(uint32_t) values = {0};
  pml_place at = parser->token.at;
  pml_advance(parser);
  for (;;) {
    int64_t value;
    pml_place place = parser->token.at;
    if (!pml_parse_constant(parser, &value))
      return false;
    vec_push(parser->m, &values,
             pml_number_expr(parser, (int32_t)value, place));
    if (!pml_at(parser, ','))
      break;
    pml_advance(parser);
  }
  if (!var->is_array)
    pml_wrong(parser, at, "'%s' is no array: it takes one value",
              pml_name(parser, var->name));
  var->initial = PML_INITIAL_LIST;
  var->init = (uint32_t)parser->s->lists.count;
  var->init_count = var->count; /* the last value is that of all that follow */
  for (uint32_t i = 0; i < var->count; i++)
    vec_push(parser->m, &parser->s->lists,
             values.at[i < values.count ? i : values.count - 1]);
  vec_free(parser->m, &values);
  return pml_take(parser, '}', "',' or '}'");
}

static bool parse_initial(pml_parser *parser, pml_var *var) {
  pml_place at = parser->token.at;
  if (!pml_at(parser, '='))
    return true;
  pml_advance(parser);
  if (pml_at(parser, '{'))
    return parse_list(parser, var);
  if (pml_at(parser, '[')) {
    if (var->type != PML_CHAN)
      pml_wrong(parser, at, "'%s' is no channel: declare it as 'chan %s'",
                pml_name(parser, var->name), pml_name(parser, var->name));
    var->initial = PML_INITIAL_CHANNEL;
    return parse_channel(parser, &var->channel);
  }
  uint32_t mark = (uint32_t)parser->s->exprs.count;
  if (!pml_parse_expression(parser, PML_PLAIN, &var->init, NULL))
    return false;
  pml_check_assigned(parser, var->init);
  if (var->record != PML_NONE && names_variable(parser, mark))
    pml_wrong(parser, at, "a field begins as a constant, not as a variable");
  if (var->type == PML_RECORD) /* SPIN takes it and does nothing with it */
    var->init = PML_NONE;
  else
    var->initial = PML_INITIAL_VALUE;
  return true;
}

/* x : 3 */
static bool parse_width(pml_parser *parser, pml_var *var) {
  pml_place at = parser->token.at;
  pml_advance(parser);
  if (!pml_at(parser, PML_T_NUMBER))
    return pml_misfit(parser, "the number of bits");
  if (var->type != PML_UNSIGNED)
    return pml_wrong(parser, at, "only 'unsigned' has a number of bits");
  bool is_good =
      parser->token.value >= 1 && parser->token.value <= PML_MOST_BITS;
  if (!is_good)
    pml_wrong(parser, parser->token.at,
              "an unsigned has 1 to %d bits, not %lld", PML_MOST_BITS,
              (long long)parser->token.value);
  var->width = is_good ? (uint32_t)parser->token.value : 16;
  pml_advance(parser);
  return true;
}

static bool parse_size(pml_parser *parser, pml_var *var) {
  int64_t size;
  pml_place at = parser->token.at;
  pml_advance(parser);
  if (!pml_parse_constant(parser, &size))
    return false;
  if (size < 1 || size > PML_MOST_ELEMENTS) {
    pml_wrong(parser, at, "an array has 1 to %d elements, not %lld",
              PML_MOST_ELEMENTS, (long long)size);
    size = 1;
  }
  var->is_array = true;
  var->count = (uint32_t)size;
  return pml_take(parser, ']', "']'");
}

static void check_var(pml_parser *parser, const pml_var *var) {
  if (var->is_hidden && (var->process != PML_NONE || var->record != PML_NONE))
    pml_wrong(parser, var->at, "only a global can be hidden, and '%s' is none",
              pml_name(parser, var->name));
  else if (var->is_hidden && var->type == PML_BIT)
    pml_wrong(parser, var->at, "a bit cannot be hidden; declare '%s' as byte",
              pml_name(parser, var->name));
  if (var->is_parameter && var->is_array)
    pml_wrong(parser, var->at, "a parameter cannot be an array");
  else if (var->is_parameter &&
           pml_check_whole_record(parser, var->type, var->sub, var->at) &&
           var->type == PML_RECORD && parser->s->records.at[var->sub].has_array)
    pml_wrong(parser, var->at,
              "a parameter cannot be a record with an array in it");
  if (var->is_parameter && var->initial != PML_INITIAL_NONE)
    pml_wrong(parser, var->at, "a parameter has no initial value");
}

static bool parse_variable(pml_parser *parser, const declared_type *type,
                           uint32_t record, bool is_parameter) {
  pml_var var = {.type = type->type,
                 .sub = type->sub,
                 .count = 1,
                 .width = type->type == PML_UNSIGNED ? 16 : 0,
                 .process = record == PML_NONE ? parser->process : PML_NONE,
                 .record = record,
                 .is_parameter = is_parameter,
                 .is_hidden = type->is_hidden,
                 .is_show = type->is_show,
                 .is_local = type->is_local,
                 .init = PML_NONE,
                 .channel = PML_NONE,
                 .declared_by = PML_NONE,
                 .at = parser->token.at};
  if (!pml_take_name(parser, &var.name, "a name"))
    return false;
  if (pml_at(parser, ':') && !parse_width(parser, &var))
    return false;
  if (pml_at(parser, '[') && !parse_size(parser, &var))
    return false;
  if (!parse_initial(parser, &var))
    return false;
  check_var(parser, &var);
  pml_add_var(parser, var);
  return true;
}

static bool parse_declaration(pml_parser *parser, uint32_t record,
                              bool is_parameter) {
  declared_type type = {0};
  switch (pml_word_of(parser, &parser->token)) {
  case PML_W_HIDDEN:
    type.is_hidden = true;
    pml_advance(parser);
    break;
  case PML_W_SHOW:
    type.is_show = true;
    pml_advance(parser);
    break;
  case PML_W_LOCAL:
    type.is_local = true;
    pml_advance(parser);
    break;
  default:
    break;
  }
  if (!parse_type(parser, &type))
    return false;
  if (type.type == PML_MTYPE && (pml_at(parser, '=') || pml_at(parser, '{')))
    return pml_parse_mtypes(parser, type.sub);
  uint32_t first = (uint32_t)parser->s->vars.count;
  bool good;
  while ((good = parse_variable(parser, &type, record, is_parameter)) &&
         pml_at(parser, ',')) {
    if (vec_last(&parser->s->vars).initial == PML_INITIAL_CHANNEL)
      return pml_wrong(parser, parser->token.at,
                       "the list ends with the first '[n] of {...}': write "
                       "'; chan' instead of ','");
    pml_advance(parser);
  }
  /* None is known before the last of the list. */
  for (uint32_t v = first; record == PML_NONE && v < parser->s->vars.count; v++)
    pml_declare(parser, parser->s->vars.at[v].name, PML_IS_VAR, v,
                parser->s->vars.at[v].at);
  return good;
}

bool pml_parse_declaration(pml_parser *parser, uint32_t record,
                           uint32_t *first) {
  *first = (uint32_t)parser->s->vars.count;
  return parse_declaration(parser, record, false);
}

/* (byte a, b; int c) */
bool pml_parse_parameters(pml_parser *parser, uint32_t process) {
  uint32_t first = (uint32_t)parser->s->vars.count;
  if (!pml_take(parser, '(', "'('"))
    return false;
  while (!pml_at(parser, ')')) {
    if (!parse_declaration(parser, PML_NONE, true))
      return false;
    if (pml_at(parser, ')'))
      break;
    if (!pml_at(parser, ';'))
      return pml_misfit(parser, "';' or ')'");
    pml_skip_separators(parser);
    if (pml_at(parser, ')'))
      return pml_misfit(parser, "a type");
  }
  pml_advance(parser);
  parser->s->processes.at[process].first_parameter = first;
  parser->s->processes.at[process].parameters =
      (uint32_t)parser->s->vars.count - first;
  return true;
}
