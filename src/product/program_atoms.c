#include "product/program_atoms.h"

#include "base/mutant.h"

#include <assert.h>
#include <string.h>

typedef struct binder {
  mem *m;
  prog *p;
  const char *file;
  uint32_t line, column;
  report *r;
  prog_binding *out;
} binder;

/* What a name may be said to be: in the order of prog_atom_kind. */
static const char *const prefixes[] = {"label.", "proc.", "call.", "return."};
enum { PREFIXES = 4 };

static uint32_t find_procedure(const prog *program, const char *atom,
                               size_t length) {
  uint32_t name = names_find(&program->names, atom, length);
  for (uint32_t f = 1; name != NAMES_NONE && f < program->procedures.count; f++)
    if (program->procedures.at[f].name == name)
      return f;
  return PROG_NONE;
}

static bool is_shown_global(const prog_variable *variable) {
  return variable->procedure == PROG_NONE && !variable->is_hidden &&
         !variable->is_result;
}

static bool is_global(const prog *program, const char *atom, size_t length) {
  uint32_t name = names_find(&program->names, atom, length);
  if (name != NAMES_NONE)
    vec_each (const prog_variable, variable, &program->variables)
      if (variable->name == name && is_shown_global(variable))
        return true;
  return false;
}

static bool is_word(const char *atom, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char c = atom[i];
    if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '_' &&
        !(c >= '0' && c <= '9'))
      return false;
  }
  return length > 0 && !(atom[0] >= '0' && atom[0] <= '9');
}

/* All that an atom could name, as it would be spelt behind 'prefix'; a bare
 * name (PREFIXES) may be anything. */
static void add_known(binder *b, unsigned prefix, names *known) {
  const prog *program = b->p;
  if (prefix == PROG_ATOM_LABEL || prefix == PREFIXES)
    vec_each (const prog_label, label, &program->labels) {
      const char *t = prog_text(program, label->name);
      names_insert(b->m, known, t, strlen(t));
    }
  if (prefix != PROG_ATOM_LABEL)
    for (size_t f = 1; f < program->procedures.count; f++) {
      const char *t = prog_text(program, program->procedures.at[f].name);
      names_insert(b->m, known, t, strlen(t));
    }
  if (prefix == PREFIXES)
    vec_each (const prog_variable, variable, &program->variables)
      if (is_shown_global(variable)) {
        const char *t = prog_text(program, variable->name);
        names_insert(b->m, known, t, strlen(t));
      }
}

/* A variable that only some procedure has: how it is spelt here. */
static const prog_variable *find_local(const prog *program, const char *atom,
                                       size_t length) {
  uint32_t name = names_find(&program->names, atom, length);
  if (name != NAMES_NONE)
    vec_each (const prog_variable, variable, &program->variables)
      if (variable->name == name && variable->procedure != PROG_NONE &&
          variable->procedure != 0 && !variable->is_hidden)
        return variable;
  return NULL;
}

static bool unknown(binder *b, unsigned prefix, const char *atom,
                    size_t length) {
  static const char *const nouns[] = {"label", "procedure", "procedure",
                                      "procedure",
                                      "label, procedure or global variable"};
  size_t skip = prefix < PREFIXES ? strlen(prefixes[prefix]) : 0;
  int shown = length < 100 ? (int)length : 100;
  const prog_variable *variable = find_local(b->p, atom, length);
  if (prefix == PREFIXES && variable)
    return report_add(
        b->r, b->file, b->line, b->column,
        "'%.*s' is a local variable: write \"%.100s.%.100s\"", shown, atom,
        prog_text(b->p, b->p->procedures.at[variable->procedure].name),
        prog_text(b->p, variable->name));
  names known = {0};
  add_known(b, prefix, &known);
  uint32_t near = names_nearest(&known, atom + skip, length - skip);
  if (near != NAMES_NONE)
    return report_add(b->r, b->file, b->line, b->column,
                      "'%.*s': there is no %s of that name (did you mean "
                      "'%s%.100s'?)",
                      shown, atom, nouns[prefix],
                      prefix < PREFIXES ? prefixes[prefix] : "",
                      names_text(&known, near));
  return report_add(
      b->r, b->file, b->line, b->column,
      "'%.*s': there is no %s of that name%s", shown, atom, nouns[prefix],
      prefix < PREFIXES ? ""
                        : "; write label.L, proc.f, call.f, return.f or a "
                          "condition in quotes");
}

static bool bind_label(binder *b, const char *atom) {
  prog_atom a = {.kind = PROG_ATOM_LABEL, .procedure = PROG_NONE};
  a.condition = PROG_NONE;
  a.first = b->out->locations.count;
  if (!prog_find_label(b->m, b->p, atom, &b->out->locations))
    return false;
  a.count = b->out->locations.count - a.first;
  vec_push(b->m, &b->out->atoms, a);
  return true;
}

static bool bind_procedure(binder *b, prog_atom_kind kind, const char *atom,
                           size_t length) {
  uint32_t f = find_procedure(b->p, atom, length);
  if (f == PROG_NONE)
    return false;
  prog_atom a = {.kind = kind, .procedure = f, .condition = PROG_NONE};
  if (MUTANT("program-call-atom") && kind == PROG_ATOM_CALL)
    a.kind = PROG_ATOM_PROCEDURE;
  vec_push(b->m, &b->out->atoms, a);
  return true;
}

static bool bind_condition(binder *b, const char *atom, size_t length) {
  prog_atom a = {.kind = PROG_ATOM_CONDITION};
  if (!b->p->language || !b->p->language->read_condition)
    return report_add(b->r, b->file, b->line, b->column,
                      "'%.100s': this program has no language for conditions",
                      atom);
  if (!b->p->language->read_condition(b->m, b->p, atom, length, b->file,
                                      b->line, b->column, b->r, &a.condition,
                                      &a.procedure))
    return false;
  vec_push(b->m, &b->out->atoms, a);
  return true;
}

/* A name that is only one thing may be bare. */
static bool bind_word(binder *b, const char *atom, size_t length) {
  prog_locations found = {0};
  bool label = prog_find_label(b->m, b->p, atom, &found);
  bool procedure = find_procedure(b->p, atom, length) != PROG_NONE;
  bool global = is_global(b->p, atom, length);
  int shown = length < 60 ? (int)length : 60;
  vec_free(b->m, &found);
  if (label + procedure + global > 1)
    return report_add(
        b->r, b->file, b->line, b->column,
        "'%.*s' is %s%s%s: write %s%.*s%s%s%.*s%s", shown, atom,
        label ? "a label and " : "",
        procedure ? (global ? "a procedure and " : "a procedure") : "",
        global ? "a variable" : "", label ? "label." : "proc.", shown, atom,
        " or ", global ? "\"(" : "proc.", shown, atom, global ? ")\"" : "");
  if (label)
    return bind_label(b, atom);
  if (procedure)
    return bind_procedure(b, PROG_ATOM_PROCEDURE, atom, length);
  return global ? bind_condition(b, atom, length)
                : unknown(b, PREFIXES, atom, length);
}

static bool program_atoms_bind_atom(binder *b, const char *atom,
                                    size_t length) {
  for (unsigned k = 0; k < PREFIXES; k++) {
    size_t n = strlen(prefixes[k]);
    if (length <= n || memcmp(atom, prefixes[k], n) != 0)
      continue;
    bool found = k == PROG_ATOM_LABEL ? bind_label(b, atom + n)
                                      : bind_procedure(b, (prog_atom_kind)k,
                                                       atom + n, length - n);
    return found || unknown(b, k, atom, length);
  }
  if (is_word(atom, length))
    return bind_word(b, atom, length);
  if (memchr(atom, ':', length) && bind_label(b, atom)) /* f:L */
    return true;
  return bind_condition(b, atom, length);
}

bool prog_bind(mem *m, prog *program, const names *atoms, const char *file,
               uint32_t line, uint32_t column, report *r, prog_binding *out) {
  binder b = {m, program, file, line, column, r, out};
  bool good = true;
  memset(out, 0, sizeof *out);
  if (names_count(atoms) > PROG_MOST_ATOMS)
    return report_add(r, file, line, column,
                      "the formula has %u atoms; at most %d are possible",
                      (unsigned)names_count(atoms), PROG_MOST_ATOMS);
  for (uint32_t i = 0; i < names_count(atoms); i++)
    good &= program_atoms_bind_atom(&b, names_text(atoms, i),
                                    names_length(atoms, i));
  assert(!good || out->atoms.count == names_count(atoms));
  return good;
}

static bool has_label(const prog_binding *binding, const prog_atom *atom,
                      uint32_t location) {
  for (size_t i = 0; i < atom->count; i++)
    if (binding->locations.at[atom->first + i] == location)
      return true;
  return false;
}

static bool atoms_holds(const prog *program, const prog_binding *binding,
                        const prog_atom *atom, const prog_configuration *c,
                        const prog_edge *edge) {
  uint32_t here = prog_here(c), top = program->locations.at[here].procedure;
  switch (atom->kind) {
  case PROG_ATOM_LABEL:
    return has_label(binding, atom, here);
  case PROG_ATOM_PROCEDURE:
    return top == atom->procedure;
  case PROG_ATOM_CALL:
    return edge && edge->kind == PROG_CALL &&
           program->locations.at[edge->entry].procedure == atom->procedure;
  case PROG_ATOM_RETURN:
    return edge && edge->kind == PROG_RETURN && top == atom->procedure;
  case PROG_ATOM_CONDITION:
    break;
  }
  return (atom->procedure == PROG_NONE || atom->procedure == top) &&
         prog_can_hold(c->m, program, atom->condition, c->globals,
                       prog_locals(c));
}

uint64_t prog_letter(const prog *program, const prog_binding *binding,
                     const prog_configuration *c, uint32_t edge) {
  const prog_edge *e = edge == PROG_STUTTER ? NULL : &program->edges.at[edge];
  uint64_t letter = 0;
  for (size_t i = 0; i < binding->atoms.count; i++)
    if (atoms_holds(program, binding, &binding->atoms.at[i], c, e))
      letter |= UINT64_C(1) << i;
  return letter;
}
