#include "lang/promela/parse/parts.h"

#include <assert.h>
#include <string.h>

/* Which names mean what. A name has one meaning at a time: SPIN lets no local
 * hide another or a global, so there is nothing to be restored at the end of a
 * block, only to be forgotten. */

pml_symbol pml_find(const pml_parser *parser, uint32_t name) {
  static const pml_symbol nothing = {PML_IS_NOTHING, PML_NONE};
  return name < parser->symbols.count ? parser->symbols.at[name] : nothing;
}

static const char *kind_text(pml_symbol_kind kind) {
  switch (kind) {
  case PML_IS_CONSTANT:
    return "a constant of an mtype";
  case PML_IS_RECORD:
    return "a typedef";
  case PML_IS_PROCESS:
    return "a proctype";
  case PML_IS_INLINE:
    return "an inline";
  default:
    return "a variable";
  }
}

static pml_place place_of(const pml_parser *parser, pml_symbol symbol) {
  pml_place none = {0, 0, 0};
  switch (symbol.kind) {
  case PML_IS_VAR:
    return parser->s->vars.at[symbol.number].at;
  case PML_IS_RECORD:
    return parser->s->records.at[symbol.number].at;
  case PML_IS_PROCESS:
    return parser->s->processes.at[symbol.number].at;
  case PML_IS_INLINE:
    return parser->inlines.at[symbol.number].at;
  default:
    return none;
  }
}

bool pml_declare(pml_parser *parser, uint32_t name, pml_symbol_kind kind,
                 uint32_t number, pml_place at) {
  pml_symbol old = pml_find(parser, name);
  if (old.kind != PML_IS_NOTHING && old.kind != PML_IS_UNKNOWN) {
    pml_place where = place_of(parser, old);
    if (where.line)
      return pml_wrong(parser, at,
                       "'%s' is declared already: it is %s, see line %u; take "
                       "another name",
                       pml_name(parser, name), kind_text(old.kind), where.line);
    return pml_wrong(parser, at,
                     "'%s' is declared already: it is %s; take another name",
                     pml_name(parser, name), kind_text(old.kind));
  }
  if (name >= parser->symbols.count)
    vec_resize(parser->m, &parser->symbols,
               names_count(&parser->s->tokens.names));
  parser->symbols.at[name] = (pml_symbol){kind, number};
  if (parser->process != PML_NONE)
    vec_push(parser->m, &parser->scope, name);
  return true;
}

size_t pml_scope_begin(const pml_parser *parser) { return parser->scope.count; }

void pml_scope_end(pml_parser *parser, size_t mark) {
  while (parser->scope.count > mark)
    parser->symbols.at[vec_pop(&parser->scope)].kind = PML_IS_NOTHING;
}

uint32_t pml_find_field(const pml_parser *parser, uint32_t record,
                        uint32_t name) {
  uint32_t n = map_find(&parser->fields, map_pair(record, name));
  return n == MAP_NONE ? PML_NONE : parser->field_vars.at[n];
}

uint32_t pml_find_local(const pml_parser *parser, uint32_t process,
                        uint32_t name) {
  uint32_t n = map_find(&parser->locals, map_pair(process, name));
  return n == MAP_NONE ? PML_NONE : parser->local_vars.at[n];
}

const char *pml_instead_of(const char *name) {
  static const char *const words[][2] = {
      {"while", "'do :: condition -> ... :: else -> break od'"},
      {"switch", "'if :: x == 1 -> ... :: x == 2 -> ... :: else fi'"},
      {"elif", "another '::' with its condition"},
      {"function", "'inline f(x) { ... }', or a proctype"},
      {"void", "'inline f(x) { ... }', or a proctype"},
      {"process", "'proctype'"},
      {"thread", "'proctype', started by 'run'"},
      {"boolean", "'bool'"},
      {"integer", "'int'"},
      {"char", "'byte'"},
      {"float", "'int', numbers are whole"},
      {"double", "'int', numbers are whole"},
      {"string", "'mtype', for names"},
      {"enum", "'mtype = { ... }'"},
      {"struct", "'typedef Name { ... }'"},
      {"const", "'#define NAME value'"},
      {"wait", "the condition alone, which waits until it is true"},
      {"and", "'&&'"},
      {"or", "'||'"},
      {"not", "'!'"},
      {"then", "'->'"},
      {"null", "'0'"},
      {"continue", "'goto' to a label in front of 'do'"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(name, words[i][0]) == 0)
      return words[i][1];
  return NULL;
}

/* Adds ": did you mean ..." where some declared name is like it. */
bool pml_undeclared(pml_parser *parser, uint32_t name, pml_place at,
                    const char *what) {
  names declared = {0};
  uint32_t near;
  size_t length = names_length(&parser->s->tokens.names, name);
  for (uint32_t n = 0;
       parser->r->count < REPORT_MOST && n < parser->symbols.count; n++)
    if (parser->symbols.at[n].kind != PML_IS_NOTHING &&
        parser->symbols.at[n].kind != PML_IS_UNKNOWN)
      names_insert(parser->m, &declared, pml_name(parser, n),
                   names_length(&parser->s->tokens.names, n));
  near = names_nearest(&declared, pml_name(parser, name), length);
  const char *instead = pml_instead_of(pml_name(parser, name));
  if (instead)
    pml_wrong(parser, at, "Promela has no '%s': write %s",
              pml_name(parser, name), instead);
  else if (near == NAMES_NONE)
    pml_wrong(parser, at, "'%s' is not declared: %s", pml_name(parser, name),
              what);
  else
    pml_wrong(parser, at, "'%s' is not declared (did you mean '%s'?)",
              pml_name(parser, name), names_text(&declared, near));
  if (name >= parser->symbols.count)
    vec_resize(parser->m, &parser->symbols,
               names_count(&parser->s->tokens.names));
  if (parser->symbols.at[name].kind == PML_IS_NOTHING)
    parser->symbols.at[name].kind = PML_IS_UNKNOWN;
  vec_free(parser->m, &declared.text);
  vec_free(parser->m, &declared.start);
  mem_free(parser->m, declared.slots);
  return false;
}

bool pml_no_field(pml_parser *parser, uint32_t record, uint32_t name,
                  pml_place at) {
  assert(record < parser->s->records.count);
  names fields = {0};
  const pml_record *x = &parser->s->records.at[record];
  uint32_t near;
  for (uint32_t i = 0; i < x->count; i++) {
    uint32_t field = parser->s->vars.at[x->first + i].name;
    names_insert(parser->m, &fields, pml_name(parser, field),
                 names_length(&parser->s->tokens.names, field));
  }
  near = names_nearest(&fields, pml_name(parser, name),
                       names_length(&parser->s->tokens.names, name));
  if (near == NAMES_NONE)
    pml_wrong(parser, at, "'%s' has no field '%s'", pml_name(parser, x->name),
              pml_name(parser, name));
  else
    pml_wrong(parser, at, "'%s' has no field '%s' (did you mean '%s'?)",
              pml_name(parser, x->name), pml_name(parser, name),
              names_text(&fields, near));
  vec_free(parser->m, &fields.text);
  vec_free(parser->m, &fields.start);
  mem_free(parser->m, fields.slots);
  return false;
}
