#include "product/valuation.h"

#include <string.h>

typedef struct binder {
  mem *m;
  const pds *p;
  const char *file;
  uint32_t line, column;
  report *r;
  pds_binding *out;
} binder;

/* The tables in the order of pds_atom_kind, and how their names are spelt when
 * there is doubt. */
static const char *const prefixes[] = {"state.", "top.", "set.", "@"};
static const char *const kinds[] = {"a control state", "a stack symbol",
                                    "a set", "an action"};

static const char *const nouns[] = {"control state", "stack symbol", "set",
                                    "action"};

static const names *table(const pds *system, unsigned kind) {
  const names *const all[] = {&system->states, &system->symbols,
                              &system->set_names, &system->actions};
  return all[kind];
}

static void bind_use_set(binder *b, uint32_t set) {
  vec_each (const uint32_t, s, &b->out->sets)
    if (*s == set)
      return;
  vec_push(b->m, &b->out->sets, set);
}

/* 'name' is that of the table; sets may be listed in another order. */
static bool add(binder *b, unsigned kind, uint32_t name) {
  pds_atom atom = {(pds_atom_kind)kind, name};
  if (kind == PDS_ATOM_SET) {
    uint32_t i = 0;
    while (i < b->p->named_sets.count && b->p->named_sets.at[i].name != name)
      i++;
    if (i == b->p->named_sets.count)
      return false;
    atom.number = i;
    bind_use_set(b, i);
  }
  vec_push(b->m, &b->out->atoms, atom);
  return true;
}

static bool is_explicit(unsigned kind, const char *text, size_t length) {
  size_t prefix = strlen(prefixes[kind]);
  return length > prefix && memcmp(text, prefixes[kind], prefix) == 0;
}

static bool wrong(binder *b, const char *text, size_t length) {
  int shown = length < 100 ? (int)length : 100;
  unsigned meant = 4;
  for (unsigned kind = 0; kind < 4; kind++)
    if (is_explicit(kind, text, length))
      meant = kind;
  for (unsigned kind = 0; kind < 4; kind++) {
    if (meant < 4 ? kind != meant : kind == PDS_ATOM_ACTION)
      continue;
    const char *prefix = meant < 4 ? prefixes[kind] : "";
    const names *t = table(b->p, kind);
    uint32_t near =
        names_nearest(t, text + strlen(prefix), length - strlen(prefix));
    if (near != NAMES_NONE)
      return report_add(b->r, b->file, b->line, b->column,
                        "'%.*s' means nothing here (did you mean '%s%.100s'?)",
                        shown, text, prefix, names_text(t, near));
  }
  if (meant < 4)
    return report_add(b->r, b->file, b->line, b->column,
                      "'%.*s': there is no %s of that name", shown, text,
                      nouns[meant]);
  return report_add(b->r, b->file, b->line, b->column,
                    "'%.*s' is no control state, stack symbol, set of "
                    "configurations or '@' and an action",
                    shown, text);
}

static bool bind_pds_atom(binder *b, const char *text, size_t length) {
  unsigned found[3], count = 0;
  uint32_t number[3];
  for (unsigned kind = 0; kind < 4; kind++) {
    size_t prefix = strlen(prefixes[kind]);
    if (!is_explicit(kind, text, length))
      continue;
    uint32_t n = names_find(table(b->p, kind), text + prefix, length - prefix);
    if (n != NAMES_NONE && add(b, kind, n))
      return true;
  }
  for (unsigned kind = 0; kind < 3; kind++) {
    number[count] = names_find(table(b->p, kind), text, length);
    found[count] = kind;
    count += number[count] != NAMES_NONE;
  }
  if (count == 0)
    return wrong(b, text, length);
  if (count == 1)
    return add(b, found[0], number[0]) || wrong(b, text, length);
  int shown = length < 60 ? (int)length : 60;
  return report_add(b->r, b->file, b->line, b->column,
                    "'%.*s' is %s and %s: write %s%.*s or %s%.*s", shown, text,
                    kinds[found[0]], kinds[found[count - 1]],
                    prefixes[found[0]], shown, text, prefixes[found[count - 1]],
                    shown, text);
}

bool pds_begin_binding(const names *atoms, const char *file, uint32_t line,
                       uint32_t column, report *r, pds_binding *out) {
  memset(out, 0, sizeof *out);
  if (names_count(atoms) > PDS_MOST_ATOMS)
    return report_add(r, file, line, column,
                      "the formula has %u atoms; at most %d are possible",
                      (unsigned)names_count(atoms), PDS_MOST_ATOMS);
  return true;
}

bool pds_bind(mem *m, const pds *system, const names *atoms, const char *file,
              uint32_t line, uint32_t column, report *r, pds_binding *out) {
  binder b = {m, system, file, line, column, r, out};
  bool good = true;
  if (!pds_begin_binding(atoms, file, line, column, r, out))
    return false;
  for (uint32_t i = 0; i < names_count(atoms); i++)
    good &= bind_pds_atom(&b, names_text(atoms, i), names_length(atoms, i));
  return good;
}
