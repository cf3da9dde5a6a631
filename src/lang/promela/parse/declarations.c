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

bool pml_at_declaration(const pml_parser *p) {
  pml_type type;
  pml_word w = pml_word_of(p, &p->token);
  if (w == PML_W_NONE)
    return p->token.kind == PML_T_NAME && pml_peek(p) != ':' &&
           pml_find(p, p->token.name).kind == PML_IS_RECORD;
  return w == PML_W_HIDDEN || w == PML_W_SHOW || w == PML_W_LOCAL ||
         simple_type(w, &type);
}

/* byte, T, mtype, mtype:fruit */
static bool parse_type(pml_parser *p, declared_type *out) {
  pml_word w = pml_word_of(p, &p->token);
  out->sub = PML_NONE;
  if (simple_type(w, &out->type)) {
    pml_advance(p);
    if (w != PML_W_MTYPE || !pml_at(p, ':'))
      return true;
    pml_advance(p);
    return pml_take_name(p, &out->sub, "the name of a set of constants");
  }
  if (w == PML_W_NONE && p->token.kind == PML_T_NAME) {
    pml_symbol x = pml_find(p, p->token.name);
    if (x.kind == PML_IS_RECORD) {
      out->type = PML_RECORD;
      out->sub = x.number;
      pml_advance(p);
      return true;
    }
  }
  return pml_misfit(p, "a type");
}

/* One node of a constant expression; its parts have been evaluated. */
static bool fold(const pml_parser *p, const pml_expr *e, uint32_t mark,
                 const int64_t *values, int64_t *out) {
  bool has_parts =
      e->op == PML_NEGATE || (e->op >= PML_ADD && e->op <= PML_MODULO);
  int64_t a = has_parts ? values[e->a - mark] : 0;
  int64_t b = has_parts && e->b != PML_NONE ? values[e->b - mark] : 0;
  const pml_var *v;
  switch (e->op) {
  case PML_CONST:
    *out = e->value;
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
    v = &p->s->vars.at[e->a];
    if (v->is_array || v->type == PML_RECORD || v->process != PML_NONE ||
        v->initial != PML_INITIAL_VALUE ||
        p->s->exprs.at[v->init].op != PML_CONST)
      return false;
    *out = p->s->exprs.at[v->init].value;
    return true;
  default:
    return false;
  }
}

/* Nodes come behind their parts: one pass over what was added does it. */
bool pml_parse_constant(pml_parser *p, int64_t *out) {
  uint32_t mark = (uint32_t)p->s->exprs.count, root;
  pml_place at = p->token.at;
  bool good = true;
  *out = 0;
  if (!pml_parse_expression(p, PML_PLAIN, &root, NULL))
    return false;
  if (p->facts.at[root] & PML_FACT_BAD)
    return true;
  uint32_t count = (uint32_t)p->s->exprs.count - mark;
  int64_t *values = mem_array(p->m, count, sizeof *values);
  for (uint32_t i = 0; i < count && good; i++)
    good = fold(p, &p->s->exprs.at[mark + i], mark, values, &values[i]);
  *out = values[root - mark];
  mem_free(p->m, values);
  if (!good)
    return pml_wrong(p, at, "this must be a constant: numbers and + - * / %%");
  return true;
}

typedef struct flat_step {
  uint32_t record, field, element;
} flat_step;

/* How many scalars a value has that is sent; records count theirs. */
uint32_t pml_flat_size(const pml_parser *p, pml_type type, uint32_t sub) {
  return type == PML_RECORD ? p->s->records.at[sub].scalars : 1;
}

/* SPIN cannot list the scalars of one that has an array of records in it. */
bool pml_check_whole_record(pml_parser *p, pml_type type, uint32_t sub,
                            pml_place at) {
  if (type != PML_RECORD || !p->s->records.at[sub].has_record_array)
    return true;
  return pml_wrong(p, at,
                   "'%s' has an array of records in it, and cannot be sent or "
                   "given to a process",
                   pml_name(p, p->s->records.at[sub].name));
}

static void add_fields(pml_parser *p, pml_type type, uint32_t sub) {
  vec(flat_step) open = {0};
  if (type != PML_RECORD) {
    vec_push(p->m, &p->s->fields, ((pml_field){type, sub}));
    return;
  }
  vec_push(p->m, &open, ((flat_step){sub, 0, 0}));
  while (open.count) {
    flat_step *x = &vec_last(&open);
    const pml_record *r = &p->s->records.at[x->record];
    if (x->field == r->count) {
      open.count--;
      continue;
    }
    const pml_var *v = &p->s->vars.at[r->first + x->field];
    if (++x->element == v->count) {
      x->element = 0;
      x->field++;
    }
    if (v->type == PML_RECORD)
      vec_push(p->m, &open, ((flat_step){v->sub, 0, 0}));
    else
      vec_push(p->m, &p->s->fields, ((pml_field){v->type, v->sub}));
  }
  vec_free(p->m, &open);
}

/* Is a variable named in what was added behind 'mark'? */
static bool names_variable(const pml_parser *p, uint32_t mark) {
  for (size_t e = mark; e < p->s->exprs.count; e++)
    if (p->s->exprs.at[e].op == PML_NAME)
      return true;
  return false;
}

/* [n] of { byte, T } */
static bool parse_channel(pml_parser *p, uint32_t *out) {
  pml_channel c = {.first = (uint32_t)p->s->fields.count};
  pml_place at = p->token.at;
  uint32_t mark = (uint32_t)p->s->exprs.count;
  int64_t capacity;
  pml_advance(p);
  if (!pml_parse_constant(p, &capacity) || !pml_take(p, ']', "']'") ||
      !pml_take_word(p, PML_W_OF, "'of'") || !pml_take(p, '{', "'{'"))
    return false;
  if (names_variable(p, mark))
    pml_wrong(p, at, "a capacity is a number; it cannot name a variable");
  if (capacity < 0 || capacity > 255)
    pml_wrong(p, at, "a channel holds 0 to 255 messages, not %lld",
              (long long)capacity);
  c.capacity = capacity < 0 || capacity > 255 ? 0 : (uint32_t)capacity;
  for (;;) {
    declared_type t;
    pml_place place = p->token.at;
    if (!parse_type(p, &t))
      return false;
    if (t.type == PML_UNSIGNED ||
        (t.type == PML_RECORD && p->s->records.at[t.sub].has_unsigned))
      pml_wrong(p, place,
                "'unsigned' cannot be sent%s; take byte, short or int",
                t.type == PML_RECORD ? ", nor a record with it" : "");
    else if (p->s->fields.count - c.first + pml_flat_size(p, t.type, t.sub) >
             PML_MOST_FIELDS)
      return pml_wrong(p, place, "a message has at most %d fields",
                       PML_MOST_FIELDS);
    else if (pml_check_whole_record(p, t.type, t.sub, place))
      add_fields(p, t.type, t.sub);
    if (!pml_at(p, ','))
      break;
    pml_advance(p);
  }
  c.count = (uint32_t)p->s->fields.count - c.first;
  if (p->s->most_fields < c.count)
    p->s->most_fields = c.count;
  *out = (uint32_t)p->s->channels.count;
  vec_push(p->m, &p->s->channels, c);
  return pml_take(p, '}', "',' or '}'");
}

uint32_t pml_add_var(pml_parser *p, pml_var v) {
  uint32_t number = (uint32_t)p->s->vars.count;
  uint32_t n;
  vec_push(p->m, &p->s->vars, v);
  if (v.record != PML_NONE) {
    n = map_insert(p->m, &p->fields, map_pair(v.record, v.name));
    if (n < p->field_vars.count)
      pml_wrong(p, v.at, "there is a field '%s' already", pml_name(p, v.name));
    else
      vec_push(p->m, &p->field_vars, number);
    return number;
  }
  if (v.process != PML_NONE) {
    n = map_insert(p->m, &p->locals, map_pair(v.process, v.name));
    if (n == p->local_vars.count)
      vec_push(p->m, &p->local_vars, number);
  }
  return number;
}

/* {1, 2, 3} */
static bool parse_list(pml_parser *p, pml_var *v) {
  vec(uint32_t) values = {0};
  pml_place at = p->token.at;
  pml_advance(p);
  for (;;) {
    int64_t value;
    pml_place place = p->token.at;
    if (!pml_parse_constant(p, &value))
      return false;
    vec_push(p->m, &values, pml_number_expr(p, (int32_t)value, place));
    if (!pml_at(p, ','))
      break;
    pml_advance(p);
  }
  if (!v->is_array)
    pml_wrong(p, at, "'%s' is no array: it takes one value",
              pml_name(p, v->name));
  v->initial = PML_INITIAL_LIST;
  v->init = (uint32_t)p->s->lists.count;
  v->init_count = v->count; /* the last value is that of all that follow */
  for (uint32_t i = 0; i < v->count; i++)
    vec_push(p->m, &p->s->lists,
             values.at[i < values.count ? i : values.count - 1]);
  vec_free(p->m, &values);
  return pml_take(p, '}', "',' or '}'");
}

static bool parse_initial(pml_parser *p, pml_var *v) {
  pml_place at = p->token.at;
  if (!pml_at(p, '='))
    return true;
  pml_advance(p);
  if (pml_at(p, '{'))
    return parse_list(p, v);
  if (pml_at(p, '[')) {
    if (v->type != PML_CHAN)
      pml_wrong(p, at, "'%s' is no channel: declare it as 'chan %s'",
                pml_name(p, v->name), pml_name(p, v->name));
    v->initial = PML_INITIAL_CHANNEL;
    return parse_channel(p, &v->channel);
  }
  uint32_t mark = (uint32_t)p->s->exprs.count;
  if (!pml_parse_expression(p, PML_PLAIN, &v->init, NULL))
    return false;
  pml_check_assigned(p, v->init);
  if (v->record != PML_NONE && names_variable(p, mark))
    pml_wrong(p, at, "a field begins as a constant, not as a variable");
  if (v->type == PML_RECORD) /* SPIN takes it and does nothing with it */
    v->init = PML_NONE;
  else
    v->initial = PML_INITIAL_VALUE;
  return true;
}

/* x : 3 */
static bool parse_width(pml_parser *p, pml_var *v) {
  pml_place at = p->token.at;
  pml_advance(p);
  if (!pml_at(p, PML_T_NUMBER))
    return pml_misfit(p, "the number of bits");
  if (v->type != PML_UNSIGNED)
    return pml_wrong(p, at, "only 'unsigned' has a number of bits");
  bool is_good = p->token.value >= 1 && p->token.value <= PML_MOST_BITS;
  if (!is_good)
    pml_wrong(p, p->token.at, "an unsigned has 1 to %d bits, not %lld",
              PML_MOST_BITS, (long long)p->token.value);
  v->width = is_good ? (uint32_t)p->token.value : 16;
  pml_advance(p);
  return true;
}

static bool parse_size(pml_parser *p, pml_var *v) {
  int64_t size;
  pml_place at = p->token.at;
  pml_advance(p);
  if (!pml_parse_constant(p, &size))
    return false;
  if (size < 1 || size > PML_MOST_ELEMENTS) {
    pml_wrong(p, at, "an array has 1 to %d elements, not %lld",
              PML_MOST_ELEMENTS, (long long)size);
    size = 1;
  }
  v->is_array = true;
  v->count = (uint32_t)size;
  return pml_take(p, ']', "']'");
}

static void check_var(pml_parser *p, const pml_var *v) {
  if (v->is_hidden && (v->process != PML_NONE || v->record != PML_NONE))
    pml_wrong(p, v->at, "only a global can be hidden, and '%s' is none",
              pml_name(p, v->name));
  else if (v->is_hidden && v->type == PML_BIT)
    pml_wrong(p, v->at, "a bit cannot be hidden; declare '%s' as byte",
              pml_name(p, v->name));
  if (v->is_parameter && v->is_array)
    pml_wrong(p, v->at, "a parameter cannot be an array");
  else if (v->is_parameter &&
           pml_check_whole_record(p, v->type, v->sub, v->at) &&
           v->type == PML_RECORD && p->s->records.at[v->sub].has_array)
    pml_wrong(p, v->at, "a parameter cannot be a record with an array in it");
  if (v->is_parameter && v->initial != PML_INITIAL_NONE)
    pml_wrong(p, v->at, "a parameter has no initial value");
}

static bool parse_variable(pml_parser *p, const declared_type *t,
                           uint32_t record, bool is_parameter) {
  pml_var v = {.type = t->type,
               .sub = t->sub,
               .count = 1,
               .width = t->type == PML_UNSIGNED ? 16 : 0,
               .process = record == PML_NONE ? p->process : PML_NONE,
               .record = record,
               .is_parameter = is_parameter,
               .is_hidden = t->is_hidden,
               .is_show = t->is_show,
               .is_local = t->is_local,
               .init = PML_NONE,
               .channel = PML_NONE,
               .declared_by = PML_NONE,
               .at = p->token.at};
  if (!pml_take_name(p, &v.name, "a name"))
    return false;
  if (pml_at(p, ':') && !parse_width(p, &v))
    return false;
  if (pml_at(p, '[') && !parse_size(p, &v))
    return false;
  if (!parse_initial(p, &v))
    return false;
  check_var(p, &v);
  pml_add_var(p, v);
  return true;
}

static bool parse_declaration(pml_parser *p, uint32_t record,
                              bool is_parameter) {
  declared_type t = {0};
  switch (pml_word_of(p, &p->token)) {
  case PML_W_HIDDEN:
    t.is_hidden = true;
    pml_advance(p);
    break;
  case PML_W_SHOW:
    t.is_show = true;
    pml_advance(p);
    break;
  case PML_W_LOCAL:
    t.is_local = true;
    pml_advance(p);
    break;
  default:
    break;
  }
  if (!parse_type(p, &t))
    return false;
  if (t.type == PML_MTYPE && (pml_at(p, '=') || pml_at(p, '{')))
    return pml_parse_mtypes(p, t.sub);
  uint32_t first = (uint32_t)p->s->vars.count;
  bool good;
  while ((good = parse_variable(p, &t, record, is_parameter)) &&
         pml_at(p, ',')) {
    if (vec_last(&p->s->vars).initial == PML_INITIAL_CHANNEL)
      return pml_wrong(p, p->token.at,
                       "the list ends with the first '[n] of {...}': write "
                       "'; chan' instead of ','");
    pml_advance(p);
  }
  /* None is known before the last of the list. */
  for (uint32_t v = first; record == PML_NONE && v < p->s->vars.count; v++)
    pml_declare(p, p->s->vars.at[v].name, PML_IS_VAR, v, p->s->vars.at[v].at);
  return good;
}

bool pml_parse_declaration(pml_parser *p, uint32_t record, uint32_t *first) {
  *first = (uint32_t)p->s->vars.count;
  return parse_declaration(p, record, false);
}

/* (byte a, b; int c) */
bool pml_parse_parameters(pml_parser *p, uint32_t process) {
  uint32_t first = (uint32_t)p->s->vars.count;
  if (!pml_take(p, '(', "'('"))
    return false;
  while (!pml_at(p, ')')) {
    if (!parse_declaration(p, PML_NONE, true))
      return false;
    if (pml_at(p, ')'))
      break;
    if (!pml_at(p, ';'))
      return pml_misfit(p, "';' or ')'");
    pml_skip_separators(p);
    if (pml_at(p, ')'))
      return pml_misfit(p, "a type");
  }
  pml_advance(p);
  p->s->processes.at[process].first_parameter = first;
  p->s->processes.at[process].parameters = (uint32_t)p->s->vars.count - first;
  return true;
}
