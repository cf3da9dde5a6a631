#include "lang/promela/parse/parts.h"

#include <assert.h>

/* Which names mean what. A name has one meaning at a time: SPIN lets no local
 * hide another or a global, so there is nothing to be restored at the end of a
 * block, only to be forgotten. */

pml_symbol pml_find(const pml_parser *p, uint32_t name) {
  static const pml_symbol nothing = {PML_IS_NOTHING, PML_NONE};
  return name < p->symbols.count ? p->symbols.at[name] : nothing;
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

static pml_place place_of(const pml_parser *p, pml_symbol x) {
  pml_place none = {0, 0, 0};
  switch (x.kind) {
  case PML_IS_VAR:
    return p->s->vars.at[x.number].at;
  case PML_IS_RECORD:
    return p->s->records.at[x.number].at;
  case PML_IS_PROCESS:
    return p->s->processes.at[x.number].at;
  case PML_IS_INLINE:
    return p->inlines.at[x.number].at;
  default:
    return none;
  }
}

bool pml_declare(pml_parser *p, uint32_t name, pml_symbol_kind kind,
                 uint32_t number, pml_place at) {
  pml_symbol old = pml_find(p, name);
  if (old.kind != PML_IS_NOTHING && old.kind != PML_IS_UNKNOWN) {
    pml_place where = place_of(p, old);
    if (where.line)
      return pml_wrong(p, at,
                       "'%s' is declared already: it is %s, see line %u; take "
                       "another name",
                       pml_name(p, name), kind_text(old.kind), where.line);
    return pml_wrong(p, at,
                     "'%s' is declared already: it is %s; take another name",
                     pml_name(p, name), kind_text(old.kind));
  }
  if (name >= p->symbols.count)
    vec_resize(p->m, &p->symbols, names_count(&p->s->tokens.names));
  p->symbols.at[name] = (pml_symbol){kind, number};
  if (p->process != PML_NONE)
    vec_push(p->m, &p->scope, name);
  return true;
}

size_t pml_scope_begin(const pml_parser *p) { return p->scope.count; }

void pml_scope_end(pml_parser *p, size_t mark) {
  while (p->scope.count > mark)
    p->symbols.at[vec_pop(&p->scope)].kind = PML_IS_NOTHING;
}

uint32_t pml_find_field(const pml_parser *p, uint32_t record, uint32_t name) {
  uint32_t n = map_find(&p->fields, map_pair(record, name));
  return n == MAP_NONE ? PML_NONE : p->field_vars.at[n];
}

uint32_t pml_find_local(const pml_parser *p, uint32_t process, uint32_t name) {
  uint32_t n = map_find(&p->locals, map_pair(process, name));
  return n == MAP_NONE ? PML_NONE : p->local_vars.at[n];
}

/* Adds ": did you mean ..." where some declared name is like it. */
bool pml_undeclared(pml_parser *p, uint32_t name, pml_place at,
                    const char *what) {
  names declared = {0};
  uint32_t near;
  size_t length = names_length(&p->s->tokens.names, name);
  for (uint32_t n = 0; p->r->count < REPORT_MOST && n < p->symbols.count; n++)
    if (p->symbols.at[n].kind != PML_IS_NOTHING &&
        p->symbols.at[n].kind != PML_IS_UNKNOWN)
      names_insert(p->m, &declared, pml_name(p, n),
                   names_length(&p->s->tokens.names, n));
  near = names_nearest(&declared, pml_name(p, name), length);
  if (near == NAMES_NONE)
    pml_wrong(p, at, "'%s' is not declared: %s", pml_name(p, name), what);
  else
    pml_wrong(p, at, "'%s' is not declared (did you mean '%s'?)",
              pml_name(p, name), names_text(&declared, near));
  if (name >= p->symbols.count)
    vec_resize(p->m, &p->symbols, names_count(&p->s->tokens.names));
  if (p->symbols.at[name].kind == PML_IS_NOTHING)
    p->symbols.at[name].kind = PML_IS_UNKNOWN;
  vec_free(p->m, &declared.text);
  vec_free(p->m, &declared.start);
  mem_free(p->m, declared.slots);
  return false;
}

bool pml_no_field(pml_parser *p, uint32_t record, uint32_t name, pml_place at) {
  assert(record < p->s->records.count);
  names fields = {0};
  const pml_record *x = &p->s->records.at[record];
  uint32_t near;
  for (uint32_t i = 0; i < x->count; i++) {
    uint32_t field = p->s->vars.at[x->first + i].name;
    names_insert(p->m, &fields, pml_name(p, field),
                 names_length(&p->s->tokens.names, field));
  }
  near = names_nearest(&fields, pml_name(p, name),
                       names_length(&p->s->tokens.names, name));
  if (near == NAMES_NONE)
    pml_wrong(p, at, "'%s' has no field '%s'", pml_name(p, x->name),
              pml_name(p, name));
  else
    pml_wrong(p, at, "'%s' has no field '%s' (did you mean '%s'?)",
              pml_name(p, x->name), pml_name(p, name),
              names_text(&fields, near));
  vec_free(p->m, &fields.text);
  vec_free(p->m, &fields.start);
  mem_free(p->m, fields.slots);
  return false;
}
