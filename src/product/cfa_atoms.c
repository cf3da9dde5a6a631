/* What the atoms of formulas mean on the control flow of a C program. */
#include "product/cfa_pds.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct binder {
  mem *m;
  const cfa *p;
  const cfa_flow *f;
  const char *file;
  uint32_t line, column;
  report *r;
  pds_binding *out;
} binder;

static bool has_prefix(const char *text, size_t length, const char *prefix) {
  size_t n = strlen(prefix);
  return length > n && memcmp(text, prefix, n) == 0;
}

static void atoms_use_set(binder *b, uint32_t set) {
  pds_atom atom = {PDS_ATOM_SET, set};
  vec_push(b->m, &b->out->atoms, atom);
  vec_each (const uint32_t, s, &b->out->sets)
    if (*s == set)
      return;
  vec_push(b->m, &b->out->sets, set);
}

static bool has_modes(const binder *b) { return b->p->modes.count != 0; }

/* Named sets are in the order of their names. */
static bool bind_set(binder *b, const char *text, size_t length) {
  uint32_t n = names_find(&b->f->pds.set_names, text, length);
  if (n == NAMES_NONE)
    return false;
  atoms_use_set(b, n);
  return true;
}

static bool bind_action(binder *b, const char *text, size_t length) {
  uint32_t n = names_find(&b->f->pds.actions, text, length);
  if (n == NAMES_NONE)
    return false;
  pds_atom atom = {PDS_ATOM_ACTION, n};
  vec_push(b->m, &b->out->atoms, atom);
  return true;
}

/* "lock, unlock, work, ...": the functions that are called, in the order in
 * which they are known. */
static void list_functions(const binder *b, char *out, size_t size) {
  const names *t = &b->f->pds.actions;
  size_t n = 0;
  out[0] = '\0';
  for (uint32_t i = 0; i < names_count(t); i++) {
    const char *name = names_text(t, i);
    if (strncmp(name, "call.", 5) != 0)
      continue;
    if (n + strlen(name) + 8 > size) {
      (void)snprintf(out + n, size - n, ", ...");
      return;
    }
    n += (size_t)snprintf(out + n, size - n, "%s%s", n ? ", " : "", name + 5);
  }
}

/* "call.lok": 'of' is the name behind the prefix. */
static bool no_function(const binder *b, const char *text, size_t length,
                        const char *of) {
  char known[160];
  const names *t = has_modes(b) ? &b->f->pds.set_names : &b->f->pds.actions;
  char asked[300];
  size_t rest = length - (size_t)(of - text);
  int n = snprintf(asked, sizeof asked, "call.%.*s", report_clip(rest), of);
  uint32_t near = n > 0 ? names_nearest(t, asked, strlen(asked)) : NAMES_NONE;
  if (near != NAMES_NONE && strchr(names_text(t, near), '.'))
    return report_add(
        b->r, b->file, b->line, b->column,
        "'%.*s': the program has no function '%.*s' (did you mean '%.100s'?)",
        report_clip(length), text, report_clip(rest), of,
        strchr(names_text(t, near), '.') + 1);
  list_functions(b, known, sizeof known);
  return report_add(b->r, b->file, b->line, b->column,
                    "'%.*s': the program has no function '%.*s'; it has %s",
                    report_clip(length), text, report_clip(rest), of, known);
}

static bool no_line(const binder *b, const char *text, size_t length) {
  const cfa *automaton = b->p;
  char place[300];
  assert(automaton->main < automaton->functions.count);
  cfa_place at = automaton->functions.at[automaton->main].place;
  (void)cfa_place_name(automaton, at, place, sizeof place);
  char *colon = strrchr(place, ':');
  if (colon)
    *colon = '\0';
  return report_add(b->r, b->file, b->line, b->column,
                    "'%.*s': there is no statement in that line of %.100s (of "
                    "other files: \"name.c:12\")",
                    report_clip(length), text, colon ? place : "the program");
}

static bool no_atom(const binder *b, const char *text, size_t length) {
  if (has_modes(b))
    return report_add(
        b->r, b->file, b->line, b->column,
        "'%.*s' means nothing on the control flow of a Java program: write "
        "call.f, return.f, leave.f, in.f, throw.E, catch.E, finally.E, "
        "uncaught.E, uncaught, line_12, \"Name.java:12\" or end, where f is "
        "Class.method and E a class of exceptions",
        report_clip(length), text);
  return report_add(b->r, b->file, b->line, b->column,
                    "'%.*s' means nothing on the control flow of a C program: "
                    "write call.f, return.f, in.f, line_12, \"name.c:12\", "
                    "error or end",
                    report_clip(length), text);
}

/* "throw.IOExeption" and the like. */
static bool no_event(const binder *b, const char *text, size_t length,
                     size_t prefix) {
  const names *sets = &b->f->pds.set_names;
  uint32_t set = names_nearest(sets, text, length);
  const char *near = set != NAMES_NONE ? names_text(sets, set) : NULL;
  if (near && strncmp(near, text, prefix) == 0)
    return report_add(b->r, b->file, b->line, b->column,
                      "'%.*s': there is no such class of exceptions (did you "
                      "mean '%.100s'?)",
                      report_clip(length), text, near);
  return report_add(b->r, b->file, b->line, b->column,
                    "'%.*s': there is no such class of exceptions",
                    report_clip(length), text);
}

/* Of "throw." and the like; 0: it is none. */
static size_t length_of_event(const char *text, size_t length) {
  static const char *const events[] = {"throw.", "catch.", "finally.",
                                       "uncaught."};
  for (size_t i = 0; i < sizeof events / sizeof *events; i++)
    if (has_prefix(text, length, events[i]))
      return strlen(events[i]);
  return 0;
}

/* A function, or what may be thrown, that nobody gets to. */
static bool bind_idle(binder *b, const char *text, size_t length) {
  const char *dot = memchr(text, '.', length);
  size_t rest = dot ? length - (size_t)(dot + 1 - text) : 0;
  uint32_t name = rest ? names_find(&b->p->names, dot + 1, rest) : NAMES_NONE;
  bool is_idle = false;
  if (name == NAMES_NONE)
    return false;
  if (length_of_event(text, length))
    vec_each (const cfa_alias, alias, &b->p->mode_aliases)
      is_idle |= alias->of == CFA_NONE && alias->name == name;
  else
    vec_each (const cfa_alias, alias, &b->p->function_aliases)
      is_idle |= alias->of == CFA_NONE && alias->name == name;
  return is_idle && bind_set(b, "never", 5);
}

/* A set knows all names of what happens, an action the first of them. */
static bool bind_any(binder *b, const char *text, size_t length) {
  return bind_set(b, text, length) || bind_action(b, text, length) ||
         bind_idle(b, text, length);
}

/* Where something may be on its way through the program. */
static bool bind_event(binder *b, const char *text, size_t length,
                       bool *is_good) {
  if (!has_modes(b))
    return false;
  if (has_prefix(text, length, "leave.")) {
    *is_good =
        bind_any(b, text, length) || no_function(b, text, length, text + 6);
    return true;
  }
  size_t prefix = length_of_event(text, length);
  if (prefix)
    *is_good = bind_any(b, text, length) || no_event(b, text, length, prefix);
  return prefix != 0;
}

/* "line_12": of the file that has main. */
static bool bind_line(binder *b, const char *text, size_t length) {
  char name[400];
  cfa_place at = b->p->functions.at[b->p->main].place;
  uint64_t line = 0;
  for (size_t i = 5; i < length; i++) {
    if (text[i] < '0' || text[i] > '9' || line > UINT32_MAX / 16)
      return no_atom(b, text, length);
    line = 10 * line + (uint64_t)(text[i] - '0');
  }
  at.line = (uint32_t)line;
  size_t n = cfa_place_name(b->p, at, name, sizeof name);
  return (n && bind_set(b, name, n)) || no_line(b, text, length);
}

static bool atoms_bind_atom(binder *b, const char *text, size_t length) {
  bool is_action = has_prefix(text, length, "@");
  const char *name = text + is_action;
  size_t rest = length - is_action;
  bool is_good;
  if (has_prefix(name, rest, "call."))
    return bind_any(b, name, rest) || no_function(b, text, length, name + 5);
  if (has_prefix(name, rest, "return."))
    return bind_any(b, name, rest) || no_function(b, text, length, name + 7);
  if (bind_event(b, name, rest, &is_good))
    return is_good;
  if (is_action)
    return no_atom(b, text, length);
  if (has_prefix(text, length, "in."))
    return bind_set(b, text, length) || bind_idle(b, text, length) ||
           no_function(b, text, length, text + 3);
  if (has_prefix(text, length, "line_"))
    return bind_line(b, text, length);
  if (bind_set(b, text, length))
    return true;
  return memchr(text, ':', length) ? no_line(b, text, length)
                                   : no_atom(b, text, length);
}

bool cfa_flow_bind(mem *m, const cfa *automaton, const cfa_flow *flow,
                   const names *atoms, const char *file, uint32_t line,
                   uint32_t column, report *r, pds_binding *out) {
  binder b = {m, automaton, flow, file, line, column, r, out};
  bool good = true;
  if (!pds_begin_binding(atoms, file, line, column, r, out))
    return false;
  for (uint32_t i = 0; i < names_count(atoms); i++)
    good &= atoms_bind_atom(&b, names_text(atoms, i), names_length(atoms, i));
  return good;
}
