#include "lang/remopla/syntax.h"

#include <stdio.h>
#include <string.h>

static bool parse_dimensions(rem_parser *p, rem_typing *t) {
  size_t base = p->pending.count;
  while (p->in.token.kind == '[') {
    uint32_t low = REM_NONE, high;
    rem_next(&p->in);
    if (!rem_parse_expression(p, &high))
      return false;
    if (p->in.token.kind == ',') {
      low = high;
      rem_next(&p->in);
      if (!rem_parse_expression(p, &high))
        return false;
    }
    if (!rem_take(&p->in, ']', "']'"))
      return false;
    vec_push(p->m, &p->pending, low);
    vec_push(p->m, &p->pending, high);
  }
  t->first_dimension = rem_close_list(p, base, &t->dimensions);
  t->dimensions /= 2;
  return true;
}

static bool parse_bits(rem_parser *p, rem_typing *t) {
  if (p->in.token.kind != '(')
    return true;
  rem_next(&p->in);
  return rem_parse_expression(p, &t->bits) && rem_take(&p->in, ')', "')'");
}

static bool is_type(int kind) {
  return kind == REM_T_BOOL || kind == REM_T_INT || kind == REM_T_ENUM ||
         kind == REM_T_STRUCT || kind == REM_T_SIGNED || kind == REM_T_SHARED;
}

/* The first word of a type, and its tag where it must have one. */
static bool parse_base(rem_parser *p, bool has_tag, rem_typing *t) {
  *t = (rem_typing){.tag = REM_NONE, .bits = REM_NONE, .spot = rem_here(p)};
  switch (p->in.token.kind) {
  case REM_T_VOID:
    t->type = REM_VOID;
    break;
  case REM_T_BOOL:
    t->type = REM_BOOL;
    break;
  case REM_T_INT:
    t->type = REM_INT;
    break;
  case REM_T_ENUM:
    t->type = REM_ENUM;
    break;
  case REM_T_STRUCT:
    t->type = REM_STRUCT;
    break;
  case REM_T_SIGNED:
    return scan_wrong(&p->in, "integers have no sign here: say 'int'");
  case REM_T_SHARED:
    return scan_wrong(&p->in,
                      "'shared' is for threads: only sequential programs "
                      "are checked");
  default:
    return rem_misfit(&p->in, "a type");
  }
  rem_next(&p->in);
  if (!has_tag || (t->type != REM_ENUM && t->type != REM_STRUCT))
    return true;
  return rem_take_name(p, "the name of a type", &t->tag);
}

/* name[dimensions](bits), of a type. */
static bool parse_declared(rem_parser *p, const rem_typing *t) {
  rem_declared d = {.typing = *t, .spot = rem_here(p)};
  if (!rem_take_name(p, "a variable", &d.name) ||
      !parse_dimensions(p, &d.typing) || !parse_bits(p, &d.typing))
    return false;
  vec_push(p->m, &p->syntax->declared, d);
  return true;
}

static bool parse_variables(rem_parser *p, const rem_typing *t) {
  do {
    if (p->in.token.kind == ',')
      rem_next(&p->in);
    if (!parse_declared(p, t))
      return false;
  } while (p->in.token.kind == ',');
  return rem_take(&p->in, ';', "',' or ';'");
}

static bool parse_enumerators(rem_parser *p, rem_item *x) {
  size_t base = p->pending.count, spots = p->syntax->list_spots.count;
  do {
    uint32_t name;
    rem_next(&p->in);
    vec_push(p->m, &p->syntax->list_spots, rem_here(p));
    if (!rem_take_name(p, "a value of the enumeration", &name))
      return false;
    vec_push(p->m, &p->pending, name);
  } while (p->in.token.kind == ',');
  x->value = (uint32_t)spots;
  x->first = rem_close_list(p, base, &x->count);
  return rem_take(&p->in, '}', "',' or '}'");
}

/* Fields are variables without structures and enumerations of their own. */
static bool parse_fields(rem_parser *p, rem_item *x) {
  rem_next(&p->in);
  x->first = (uint32_t)p->syntax->declared.count;
  while (p->in.token.kind != '}') {
    rem_typing t;
    if (p->in.token.kind == REM_T_STRUCT)
      return scan_wrong(&p->in, "a structure within a structure");
    if (!parse_base(p, true, &t) || !parse_variables(p, &t))
      return false;
  }
  x->count = (uint32_t)p->syntax->declared.count - x->first;
  if (x->count == 0)
    return scan_wrong(&p->in, "a structure without fields");
  rem_next(&p->in);
  return true;
}

/* enum or struct, with or without tag, values or fields, variables. */
static bool parse_tagged(rem_parser *p, rem_typing *t, bool *is_done) {
  rem_item x = {.spot = t->spot, .name = REM_NONE};
  *is_done = false;
  if (p->in.token.kind == REM_T_NAME) {
    x.spot = rem_here(p);
    rem_take_name(p, "the name of a type", &x.name);
  }
  t->tag = x.name;
  if (p->in.token.kind != '{')
    return x.name != REM_NONE || rem_misfit(&p->in, "a name or '{'");
  if (x.name == REM_NONE) { /* a tag that nobody can write */
    char tag[32];
    snprintf(tag, sizeof tag, "%zu", p->syntax->items.count);
    x.name = t->tag = names_insert(p->m, &p->syntax->words, tag, strlen(tag));
  }
  bool is_enum = t->type == REM_ENUM;
  x.kind = is_enum ? REM_I_ENUM : REM_I_STRUCT;
  if (is_enum ? !parse_enumerators(p, &x) : !parse_fields(p, &x))
    return false;
  vec_push(p->m, &p->syntax->items, x);
  *is_done = p->in.token.kind == ';';
  if (*is_done)
    rem_next(&p->in);
  return true;
}

/* Declarations of one type, at the top or in a module. */
static bool parse_declaration(rem_parser *p, bool is_local) {
  rem_typing t;
  bool is_done = false;
  if (!parse_base(p, false, &t))
    return false;
  if (t.type == REM_ENUM || t.type == REM_STRUCT) {
    if (is_local) {
      if (!rem_take_name(p, "the name of a type declared outside", &t.tag))
        return false;
    } else if (!parse_tagged(p, &t, &is_done) || is_done) {
      return is_done;
    }
  }
  rem_item x = {.kind = REM_I_VARIABLES, .spot = t.spot};
  x.first = (uint32_t)p->syntax->declared.count;
  if (!parse_variables(p, &t))
    return false;
  x.count = (uint32_t)p->syntax->declared.count - x.first;
  if (!is_local)
    vec_push(p->m, &p->syntax->items, x);
  return true;
}

static bool parse_parameters(rem_parser *p, rem_item *x) {
  if (!rem_take(&p->in, '(', "'('"))
    return false;
  x->first = (uint32_t)p->syntax->declared.count;
  while (p->in.token.kind != ')') {
    rem_typing t;
    uint32_t so_far = (uint32_t)p->syntax->declared.count - x->first;
    if (so_far > 0 && !rem_take(&p->in, ',', "',' or ')'"))
      return false;
    if (!is_type(p->in.token.kind))
      return rem_misfit(&p->in, "the type of a parameter");
    if (!parse_base(p, true, &t) || !parse_declared(p, &t))
      return false;
  }
  x->count = (uint32_t)p->syntax->declared.count - x->first;
  rem_next(&p->in);
  return true;
}

static bool parse_body(rem_parser *p, rem_item *x) {
  x->has_body = true;
  rem_next(&p->in);
  x->first_local = (uint32_t)p->syntax->declared.count;
  while (is_type(p->in.token.kind))
    if (!parse_declaration(p, true))
      rem_skip_statement(p);
  x->locals = (uint32_t)p->syntax->declared.count - x->first_local;
  if (!rem_parse_statements(p, &x->body))
    return false;
  x->end = rem_here(p);
  return rem_take(&p->in, '}', "a statement or '}'");
}

static bool parse_module(rem_parser *p) {
  rem_item x = {.kind = REM_I_MODULE, .body = REM_NONE};
  rem_next(&p->in);
  if (!parse_base(p, true, &x.typing) || !parse_dimensions(p, &x.typing) ||
      !parse_bits(p, &x.typing))
    return false;
  x.spot = rem_here(p);
  if (!rem_take_name(p, "a module", &x.name) || !parse_parameters(p, &x))
    return false;
  bool is_good = true;
  if (p->in.token.kind == '{')
    is_good = parse_body(p, &x);
  else
    is_good = rem_take(&p->in, ';', "'{' or ';'");
  vec_push(p->m, &p->syntax->items, x);
  return is_good;
}

static bool parse_define(rem_parser *p) {
  rem_item x = {.kind = REM_I_DEFINE};
  rem_next(&p->in);
  x.spot = rem_here(p);
  if (!rem_take_name(p, "a constant", &x.name) ||
      !rem_parse_expression(p, &x.value))
    return false;
  if (p->in.token.kind == ';')
    rem_next(&p->in);
  vec_push(p->m, &p->syntax->items, x);
  return true;
}

static bool push_name(rem_parser *p, const char *what) {
  uint32_t name;
  rem_spot here = rem_here(p);
  if (!rem_take_name(p, what, &name))
    return false;
  vec_push(p->m, &p->syntax->list_spots, here);
  vec_push(p->m, &p->pending, name);
  return true;
}

static bool parse_init(rem_parser *p) {
  rem_item x = {.kind = REM_I_INIT, .spot = rem_here(p)};
  size_t base = p->pending.count;
  x.value = (uint32_t)p->syntax->list_spots.count;
  rem_next(&p->in);
  do {
    if (!push_name(p, "a module, or a symbol of the rules"))
      return false;
  } while (p->in.token.kind != ';' && p->in.token.kind != REM_T_END);
  x.first = rem_close_list(p, base, &x.count);
  vec_push(p->m, &p->syntax->items, x);
  return rem_take(&p->in, ';', "';'");
}

/* p <n> --> q <n1 n2> "label" (condition) */
bool rem_parse_rule(rem_parser *p) {
  rem_item x = {.kind = REM_I_RULE, .value = REM_NONE, .spot = rem_here(p)};
  size_t base = p->pending.count;
  x.name = (uint32_t)p->syntax->list_spots.count;
  if (!push_name(p, "a state") || !rem_take(&p->in, '<', "'<'") ||
      !push_name(p, "a symbol") || !rem_take(&p->in, '>', "'>'") ||
      !rem_take(&p->in, REM_T_ARROW, "'-->'") || !push_name(p, "a state") ||
      !rem_take(&p->in, '<', "'<'"))
    return false;
  while (p->in.token.kind != '>') {
    if (p->pending.count - base == 5)
      return rem_misfit(&p->in, "'>', since there are two symbols already,");
    if (!push_name(p, "a symbol or '>'"))
      return false;
  }
  rem_next(&p->in);
  if (p->in.token.kind == REM_T_TEXT)
    rem_next(&p->in);
  if (p->in.token.kind == '(') {
    p->single_equals = true;
    bool is_good = rem_parse_expression(p, &x.value);
    p->single_equals = false;
    if (!is_good)
      return false;
  }
  x.spot = rem_since(p, x.spot);
  if (p->in.token.kind == ';')
    rem_next(&p->in);
  x.first = rem_close_list(p, base, &x.count);
  vec_push(p->m, &p->syntax->items, x);
  return true;
}

static bool parse_item(rem_parser *p) {
  int kind = p->in.token.kind, first, second;
  if (kind == REM_T_DEFINE)
    return parse_define(p);
  if (is_type(kind))
    return parse_declaration(p, false);
  if (kind == REM_T_INIT)
    return parse_init(p);
  if (kind == REM_T_MODULE)
    return parse_module(p);
  if (kind == REM_T_NAME) {
    rem_peek(&p->in, &first, &second);
    if (first == '<')
      return rem_parse_rule(p);
  }
  return rem_misfit(&p->in,
                    "'define', a declaration, 'init', 'module' or a rule");
}

/* To where something new may begin. */
static void skip_item(rem_parser *p) {
  for (;; rem_next(&p->in)) {
    int kind = p->in.token.kind;
    if (kind == REM_T_END || kind == REM_T_MODULE || kind == REM_T_DEFINE ||
        kind == REM_T_INIT)
      return;
    if (kind == ';' || kind == '}') {
      rem_next(&p->in);
      return;
    }
  }
}

void rem_parse_program(rem_parser *p) {
  rem_next(&p->in);
  while (p->in.token.kind != REM_T_END) {
    const char *before = p->in.token.text;
    if (p->in.token.kind == ';') {
      rem_next(&p->in);
    } else if (!parse_item(p)) {
      p->nesting = 0;
      p->pending.count = 0;
      p->single_equals = false;
      if (p->in.token.text == before)
        rem_next(&p->in);
      skip_item(p);
    }
  }
  vec_free(p->m, &p->pending);
}
