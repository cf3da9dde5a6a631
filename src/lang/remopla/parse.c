#include "lang/remopla/syntax.h"

#include <stdio.h>
#include <string.h>

static bool parse_dimensions(rem_parser *parser, rem_typing *typing) {
  size_t base = parser->pending.count;
  while (parser->in.token.kind == '[') {
    uint32_t low = REM_NONE, high;
    rem_next(&parser->in);
    if (!rem_parse_expression(parser, &high))
      return false;
    if (parser->in.token.kind == ',') {
      low = high;
      rem_next(&parser->in);
      if (!rem_parse_expression(parser, &high))
        return false;
    }
    if (!rem_take(&parser->in, ']', "']'"))
      return false;
    vec_push(parser->m, &parser->pending, low);
    vec_push(parser->m, &parser->pending, high);
  }
  typing->first_dimension = rem_close_list(parser, base, &typing->dimensions);
  typing->dimensions /= 2;
  return true;
}

static bool parse_bits(rem_parser *parser, rem_typing *typing) {
  if (parser->in.token.kind != '(')
    return true;
  rem_next(&parser->in);
  return rem_parse_expression(parser, &typing->bits) &&
         rem_take(&parser->in, ')', "')'");
}

static bool is_type(int kind) {
  return kind == REM_T_BOOL || kind == REM_T_INT || kind == REM_T_ENUM ||
         kind == REM_T_STRUCT || kind == REM_T_SIGNED || kind == REM_T_SHARED;
}

/* The first word of a type, and its tag where it must have one. */
static bool parse_base(rem_parser *parser, bool has_tag, rem_typing *typing) {
  *typing =
      (rem_typing){.tag = REM_NONE, .bits = REM_NONE, .spot = rem_here(parser)};
  switch (parser->in.token.kind) {
  case REM_T_VOID:
    typing->type = REM_VOID;
    break;
  case REM_T_BOOL:
    typing->type = REM_BOOL;
    break;
  case REM_T_INT:
    typing->type = REM_INT;
    break;
  case REM_T_ENUM:
    typing->type = REM_ENUM;
    break;
  case REM_T_STRUCT:
    typing->type = REM_STRUCT;
    break;
  case REM_T_SIGNED:
    return scan_wrong(&parser->in, "integers have no sign here: say 'int'");
  case REM_T_SHARED:
    return scan_wrong(&parser->in,
                      "'shared' is for threads: only sequential programs "
                      "are checked");
  default:
    return rem_misfit(&parser->in, "a type");
  }
  rem_next(&parser->in);
  if (!has_tag || (typing->type != REM_ENUM && typing->type != REM_STRUCT))
    return true;
  return rem_take_name(parser, "the name of a type", &typing->tag);
}

/* name[dimensions](bits), of a type. */
static bool parse_declared(rem_parser *parser, const rem_typing *typing) {
  rem_declared declared = {.typing = *typing, .spot = rem_here(parser)};
  if (!rem_take_name(parser, "a variable", &declared.name) ||
      !parse_dimensions(parser, &declared.typing) ||
      !parse_bits(parser, &declared.typing))
    return false;
  vec_push(parser->m, &parser->syntax->declared, declared);
  return true;
}

static bool parse_variables(rem_parser *parser, const rem_typing *typing) {
  do {
    if (parser->in.token.kind == ',')
      rem_next(&parser->in);
    if (!parse_declared(parser, typing))
      return false;
  } while (parser->in.token.kind == ',');
  return rem_take(&parser->in, ';', "',' or ';'");
}

static bool parse_enumerators(rem_parser *parser, rem_item *item) {
  size_t base = parser->pending.count, spots = parser->syntax->list_spots.count;
  do {
    uint32_t name;
    rem_next(&parser->in);
    vec_push(parser->m, &parser->syntax->list_spots, rem_here(parser));
    if (!rem_take_name(parser, "a value of the enumeration", &name))
      return false;
    vec_push(parser->m, &parser->pending, name);
  } while (parser->in.token.kind == ',');
  item->value = (uint32_t)spots;
  item->first = rem_close_list(parser, base, &item->count);
  return rem_take(&parser->in, '}', "',' or '}'");
}

/* Fields are variables without structures and enumerations of their own. */
static bool parse_fields(rem_parser *parser, rem_item *item) {
  rem_next(&parser->in);
  item->first = (uint32_t)parser->syntax->declared.count;
  while (parser->in.token.kind != '}') {
    rem_typing typing;
    if (parser->in.token.kind == REM_T_STRUCT)
      return scan_wrong(&parser->in, "a structure within a structure");
    if (!parse_base(parser, true, &typing) || !parse_variables(parser, &typing))
      return false;
  }
  item->count = (uint32_t)parser->syntax->declared.count - item->first;
  if (item->count == 0)
    return scan_wrong(&parser->in, "a structure without fields");
  rem_next(&parser->in);
  return true;
}

/* enum or struct, with or without tag, values or fields, variables. */
static bool parse_tagged(rem_parser *parser, rem_typing *typing,
                         bool *is_done) {
  rem_item item = {.spot = typing->spot, .name = REM_NONE};
  *is_done = false;
  if (parser->in.token.kind == REM_T_NAME) {
    item.spot = rem_here(parser);
    rem_take_name(parser, "the name of a type", &item.name);
  }
  typing->tag = item.name;
  if (parser->in.token.kind != '{')
    return item.name != REM_NONE || rem_misfit(&parser->in, "a name or '{'");
  if (item.name == REM_NONE) { /* a tag that nobody can write */
    char tag[32];
    snprintf(tag, sizeof tag, "%zu", parser->syntax->items.count);
    item.name = typing->tag =
        names_insert(parser->m, &parser->syntax->words, tag, strlen(tag));
  }
  bool is_enum = typing->type == REM_ENUM;
  item.kind = is_enum ? REM_I_ENUM : REM_I_STRUCT;
  if (is_enum ? !parse_enumerators(parser, &item)
              : !parse_fields(parser, &item))
    return false;
  vec_push(parser->m, &parser->syntax->items, item);
  *is_done = parser->in.token.kind == ';';
  if (*is_done)
    rem_next(&parser->in);
  return true;
}

/* Declarations of one type, at the top or in a module. */
static bool parse_declaration(rem_parser *parser, bool is_local) {
  rem_typing typing;
  bool is_done = false;
  if (!parse_base(parser, false, &typing))
    return false;
  if (typing.type == REM_ENUM || typing.type == REM_STRUCT) {
    if (is_local) {
      if (!rem_take_name(parser, "the name of a type declared outside",
                         &typing.tag))
        return false;
    } else if (!parse_tagged(parser, &typing, &is_done) || is_done) {
      return is_done;
    }
  }
  rem_item item = {.kind = REM_I_VARIABLES, .spot = typing.spot};
  item.first = (uint32_t)parser->syntax->declared.count;
  if (!parse_variables(parser, &typing))
    return false;
  item.count = (uint32_t)parser->syntax->declared.count - item.first;
  if (!is_local)
    vec_push(parser->m, &parser->syntax->items, item);
  return true;
}

static bool parse_parameters(rem_parser *parser, rem_item *item) {
  if (!rem_take(&parser->in, '(', "'('"))
    return false;
  item->first = (uint32_t)parser->syntax->declared.count;
  while (parser->in.token.kind != ')') {
    rem_typing typing;
    uint32_t so_far = (uint32_t)parser->syntax->declared.count - item->first;
    if (so_far > 0 && !rem_take(&parser->in, ',', "',' or ')'"))
      return false;
    if (!is_type(parser->in.token.kind))
      return rem_misfit(&parser->in, "the type of a parameter");
    if (!parse_base(parser, true, &typing) || !parse_declared(parser, &typing))
      return false;
  }
  item->count = (uint32_t)parser->syntax->declared.count - item->first;
  rem_next(&parser->in);
  return true;
}

static bool parse_body(rem_parser *parser, rem_item *item) {
  item->has_body = true;
  rem_next(&parser->in);
  item->first_local = (uint32_t)parser->syntax->declared.count;
  while (is_type(parser->in.token.kind))
    if (!parse_declaration(parser, true))
      rem_skip_statement(parser);
  item->locals = (uint32_t)parser->syntax->declared.count - item->first_local;
  if (!rem_parse_statements(parser, &item->body))
    return false;
  item->end = rem_here(parser);
  return rem_take(&parser->in, '}', "a statement or '}'");
}

static bool parse_module(rem_parser *parser) {
  rem_item item = {.kind = REM_I_MODULE, .body = REM_NONE};
  rem_next(&parser->in);
  if (!parse_base(parser, true, &item.typing) ||
      !parse_dimensions(parser, &item.typing) ||
      !parse_bits(parser, &item.typing))
    return false;
  item.spot = rem_here(parser);
  if (!rem_take_name(parser, "a module", &item.name) ||
      !parse_parameters(parser, &item))
    return false;
  bool is_good = true;
  if (parser->in.token.kind == '{')
    is_good = parse_body(parser, &item);
  else
    is_good = rem_take(&parser->in, ';', "'{' or ';'");
  vec_push(parser->m, &parser->syntax->items, item);
  return is_good;
}

static bool parse_define(rem_parser *parser) {
  rem_item item = {.kind = REM_I_DEFINE};
  rem_next(&parser->in);
  item.spot = rem_here(parser);
  if (!rem_take_name(parser, "a constant", &item.name) ||
      !rem_parse_expression(parser, &item.value))
    return false;
  if (parser->in.token.kind == ';')
    rem_next(&parser->in);
  vec_push(parser->m, &parser->syntax->items, item);
  return true;
}

static bool push_name(rem_parser *parser, const char *what) {
  uint32_t name;
  rem_spot here = rem_here(parser);
  if (!rem_take_name(parser, what, &name))
    return false;
  vec_push(parser->m, &parser->syntax->list_spots, here);
  vec_push(parser->m, &parser->pending, name);
  return true;
}

static bool parse_init(rem_parser *parser) {
  rem_item item = {.kind = REM_I_INIT, .spot = rem_here(parser)};
  size_t base = parser->pending.count;
  item.value = (uint32_t)parser->syntax->list_spots.count;
  rem_next(&parser->in);
  do {
    if (!push_name(parser, "a module, or a symbol of the rules"))
      return false;
  } while (parser->in.token.kind != ';' && parser->in.token.kind != REM_T_END);
  item.first = rem_close_list(parser, base, &item.count);
  vec_push(parser->m, &parser->syntax->items, item);
  return rem_take(&parser->in, ';', "';'");
}

/* p <n> --> q <n1 n2> "label" (condition) */
bool rem_parse_rule(rem_parser *parser) {
  rem_item item = {
      .kind = REM_I_RULE, .value = REM_NONE, .spot = rem_here(parser)};
  size_t base = parser->pending.count;
  item.name = (uint32_t)parser->syntax->list_spots.count;
  if (!push_name(parser, "a state") || !rem_take(&parser->in, '<', "'<'") ||
      !push_name(parser, "a symbol") || !rem_take(&parser->in, '>', "'>'") ||
      !rem_take(&parser->in, REM_T_ARROW, "'-->'") ||
      !push_name(parser, "a state") || !rem_take(&parser->in, '<', "'<'"))
    return false;
  while (parser->in.token.kind != '>') {
    if (parser->pending.count - base == 5)
      return rem_misfit(&parser->in,
                        "'>', since there are two symbols already,");
    if (!push_name(parser, "a symbol or '>'"))
      return false;
  }
  rem_next(&parser->in);
  if (parser->in.token.kind == REM_T_TEXT)
    rem_next(&parser->in);
  if (parser->in.token.kind == '(') {
    parser->single_equals = true;
    bool is_good = rem_parse_expression(parser, &item.value);
    parser->single_equals = false;
    if (!is_good)
      return false;
  }
  item.spot = rem_since(parser, item.spot);
  if (parser->in.token.kind == ';')
    rem_next(&parser->in);
  item.first = rem_close_list(parser, base, &item.count);
  vec_push(parser->m, &parser->syntax->items, item);
  return true;
}

static bool parse_item(rem_parser *parser) {
  int kind = parser->in.token.kind, first, second;
  if (kind == REM_T_DEFINE)
    return parse_define(parser);
  if (is_type(kind))
    return parse_declaration(parser, false);
  if (kind == REM_T_INIT)
    return parse_init(parser);
  if (kind == REM_T_MODULE)
    return parse_module(parser);
  if (kind == REM_T_NAME) {
    rem_peek(&parser->in, &first, &second);
    if (first == '<')
      return rem_parse_rule(parser);
  }
  return rem_misfit(&parser->in,
                    "'define', a declaration, 'init', 'module' or a rule");
}

/* To where something new may begin. */
static void skip_item(rem_parser *parser) {
  for (;; rem_next(&parser->in)) {
    int kind = parser->in.token.kind;
    if (kind == REM_T_END || kind == REM_T_MODULE || kind == REM_T_DEFINE ||
        kind == REM_T_INIT)
      return;
    if (kind == ';' || kind == '}') {
      rem_next(&parser->in);
      return;
    }
  }
}

void rem_parse_program(rem_parser *parser) {
  rem_next(&parser->in);
  while (parser->in.token.kind != REM_T_END) {
    const char *before = parser->in.token.text;
    if (parser->in.token.kind == ';') {
      rem_next(&parser->in);
    } else if (!parse_item(parser)) {
      parser->nesting = 0;
      parser->pending.count = 0;
      parser->single_equals = false;
      if (parser->in.token.text == before)
        rem_next(&parser->in);
      skip_item(parser);
    }
  }
  vec_free(parser->m, &parser->pending);
}
