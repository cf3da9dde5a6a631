#include "evidence/translation/translation.h"

#include <assert.h>

static void number(text *out, char before, uint64_t n) {
  text_char(out, before);
  text_number(out, (int64_t)n);
}

void translation_write_atoms(const names *atoms, text *out) {
  uint32_t count = names_count(atoms);
  text_format(out, "atoms %u\n", (unsigned)count);
  for (uint32_t i = 0; i < count; i++) {
    text_quoted(out, names_text(atoms, i), names_length(atoms, i));
    text_char(out, '\n');
  }
}

static void write_automaton(const omega *automaton, text *out) {
  uint32_t accepting = 0, written = 0;
  text_format(out, "automaton %u %u\n", (unsigned)automaton->states,
              (unsigned)automaton->initial);
  for (uint32_t q = 0; q < automaton->states; q++)
    accepting += omega_is_accepting(automaton, q);
  text_format(out, "accepting %u\n", (unsigned)accepting);
  for (uint32_t q = 0; q < automaton->states; q++)
    if (omega_is_accepting(automaton, q))
      number(out, written++ ? ' ' : '\t', q);
  text_format(out, "\nedges %zu\n", automaton->edges.count);
  vec_each (const omega_edge, edge, &automaton->edges) {
    text_number(out, edge->from);
    number(out, ' ', edge->to);
    for (uint32_t i = 0; i < edge->cubes; i++) {
      text_char(out, ' ');
      omega_write_cube(automaton->cubes.at[edge->first_cube + i], out);
    }
    text_char(out, '\n');
  }
}

/* The words for core formulas; those without one are not part of the core. */
static const char *const words[] = {
    [LTL_TRUE] = "true",    [LTL_FALSE] = "false", [LTL_ATOM] = "atom",
    [LTL_NOT] = "not-atom", [LTL_AND] = "and",     [LTL_OR] = "or",
    [LTL_NEXT] = "next",    [LTL_UNTIL] = "until", [LTL_RELEASE] = "release"};
enum { WORDS = sizeof words / sizeof *words };

static void write_formulas(const ltl *core, text *out) {
  text_format(out, "formulas %zu\n", core->nodes.count);
  vec_each (const ltl_node, node, &core->nodes) {
    assert((int)node->op < WORDS && words[node->op]);
    text_put(out, words[node->op]);
    if (node->op == LTL_NOT)
      number(out, ' ', core->nodes.at[node->left].left);
    else if (node->left != LTL_NONE)
      number(out, ' ', node->left);
    if (node->right != LTL_NONE)
      number(out, ' ', node->right);
    text_char(out, '\n');
  }
}

static void write_entries(const certificate *c, text *out) {
  text_format(out, "promises %zu\n", c->promises.count);
  vec_each (const certificate_promise, promise, &c->promises)
    text_format(out, "%u %u\n", (unsigned)promise->rank,
                (unsigned)promise->formula);
  text_format(out, "translation %zu\n", c->entries.count);
  vec_each (const certificate_entry, entry, &c->entries) {
    if (entry->state == CERTIFICATE_SINK)
      text_char(out, '-');
    else
      text_number(out, entry->state);
    number(out, ' ', entry->rank);
    for (uint32_t i = 0; i < entry->count; i++)
      number(out, ' ', c->formulas.at[entry->first + i]);
    text_char(out, '\n');
  }
}

void translation_write(const names *atoms, const omega *automaton,
                       const certificate *c, text *out) {
  assert(automaton->state_based && automaton->sets == 1);
  translation_write_atoms(atoms, out);
  write_automaton(automaton, out);
  write_formulas(&c->core, out);
  write_entries(c, out);
}

static bool blank(lines *in, const char *message) {
  return lines_blank(in) || lines_fail(in, message);
}

bool translation_read_atoms(lines *in, names *out) {
  uint64_t count;
  if (!lines_header(in, "atoms", &count) || !lines_next(in))
    return false;
  for (uint32_t i = 0; i < count; i++) {
    const char *start = in->at;
    if (!lines_quoted(in))
      return false;
    if (names_insert(in->m, out, in->name.text, in->name.length) != i) {
      in->at = start;
      return lines_fail(in, "this atom was listed before");
    }
    if (!lines_next(in))
      return false;
  }
  return true;
}

static bool read_literal(lines *in, uint32_t atoms, omega_cube *cube) {
  const char *start = in->at;
  bool negative = lines_byte(in, '!');
  uint32_t i;
  if (!lines_index(in, atoms, &i))
    return false;
  uint64_t bit = UINT64_C(1) << i;
  if (cube->mask & bit) {
    in->at = start;
    return lines_fail(in, "this atom is part of the cube already");
  }
  cube->mask |= bit;
  cube->value |= negative ? 0 : bit;
  return true;
}

static bool read_cube(lines *in, uint32_t atoms, omega_cube *cube) {
  *cube = (omega_cube){0, 0};
  if (lines_byte(in, 't'))
    return true;
  do {
    if (!read_literal(in, atoms, cube))
      return false;
  } while (lines_byte(in, '&'));
  return true;
}

static bool read_edge(lines *in, const bool *accepting, omega *automaton) {
  omega_edge edge = {.first_cube = (uint32_t)automaton->cubes.count};
  omega_cube cube;
  if (!lines_index(in, automaton->states, &edge.from) ||
      !blank(in, "expected a state") ||
      !lines_index(in, automaton->states, &edge.to))
    return false;
  while (!lines_at_end(in)) {
    if (!blank(in, "expected a cube") ||
        !read_cube(in, names_count(&automaton->atoms), &cube))
      return false;
    vec_push(in->m, &automaton->cubes, cube);
    edge.cubes++;
  }
  edge.marks = accepting[edge.from];
  vec_push(in->m, &automaton->edges, edge);
  return lines_next(in);
}

static bool read_automaton(lines *in, omega *automaton) {
  uint64_t states, edges;
  lines_numbers list = {0};
  if (!lines_header(in, "automaton", &states) ||
      !blank(in, "expected the initial state"))
    return false;
  if (states == 0 || states >= UINT32_MAX)
    return lines_fail(in, "an automaton has at least one state");
  automaton->states = (uint32_t)states;
  automaton->sets = 1;
  automaton->state_based = true;
  if (!lines_index(in, states, &automaton->initial) || !lines_next(in) ||
      !lines_list(in, "accepting", states, &list))
    return false;
  bool *accepting = mem_array(in->m, states, 1);
  vec_each (const uint32_t, q, &list)
    accepting[*q] = true;
  vec_free(in->m, &list);
  bool good = lines_header(in, "edges", &edges) && lines_next(in);
  for (; good && edges > 0; edges--)
    good = read_edge(in, accepting, automaton);
  mem_free(in->m, accepting);
  if (good)
    omega_index(in->m, automaton);
  return good;
}

static ltl_op read_word(lines *in) {
  for (int op = 0; op < WORDS; op++)
    if (words[op] && lines_word(in, words[op]))
      return (ltl_op)op;
  lines_fail(in, "expected a formula: true, false, atom, not-atom, and, or, "
                 "next, until or release");
  return LTL_IMPLIES;
}

/* 'numbers': the nodes of the formulas so far, by line. */
static bool read_formula(lines *in, ltl *core, lines_numbers *numbers) {
  ltl_op op = read_word(in);
  uint32_t part[2] = {LTL_NONE, LTL_NONE};
  int parts = op <= LTL_FALSE ? 0 : op <= LTL_NOT || op == LTL_NEXT ? 1 : 2;
  bool of_atom = op == LTL_ATOM || op == LTL_NOT;
  for (int i = 0; i < parts; i++) {
    size_t below = of_atom ? names_count(&core->atoms) : numbers->count;
    if (in->failed || !blank(in, "expected a number") ||
        !lines_index(in, below, &part[i]))
      return false;
    if (!of_atom)
      part[i] = numbers->at[part[i]];
  }
  if (in->failed)
    return false;
  if (op == LTL_NOT)
    part[0] = ltl_make(in->m, core, LTL_ATOM, part[0], LTL_NONE);
  uint32_t f = ltl_make(in->m, core, op, part[0], part[1]);
  vec_push(in->m, numbers, f);
  return lines_next(in);
}

static bool read_formula_number(lines *in, const lines_numbers *numbers,
                                uint32_t *out) {
  if (!blank(in, "expected a formula") || !lines_index(in, numbers->count, out))
    return false;
  *out = numbers->at[*out];
  return true;
}

static bool read_rank(lines *in, uint32_t *out) {
  return lines_index(in, UINT32_MAX, out) &&
         (*out > 0 || lines_fail(in, "ranks begin with 1"));
}

static bool read_promise(lines *in, const lines_numbers *numbers,
                         certificate *c) {
  certificate_promise promise;
  if (!read_rank(in, &promise.rank) ||
      !read_formula_number(in, numbers, &promise.formula))
    return false;
  vec_push(in->m, &c->promises, promise);
  return lines_next(in);
}

static bool read_entry(lines *in, const lines_numbers *numbers, uint32_t states,
                       certificate *c) {
  certificate_entry entry = {.state = CERTIFICATE_SINK,
                             .first = (uint32_t)c->formulas.count};
  uint32_t f;
  if ((!lines_byte(in, '-') && !lines_index(in, states, &entry.state)) ||
      !blank(in, "expected a rank") || !read_rank(in, &entry.rank))
    return false;
  while (!lines_at_end(in)) {
    if (!read_formula_number(in, numbers, &f))
      return false;
    vec_push(in->m, &c->formulas, f);
    entry.count++;
  }
  vec_push(in->m, &c->entries, entry);
  return lines_next(in);
}

static bool read_certificate(lines *in, uint32_t states, certificate *c,
                             lines_numbers *numbers) {
  uint64_t count;
  if (!lines_header(in, "formulas", &count) || !lines_next(in))
    return false;
  while (count-- > 0)
    if (!read_formula(in, &c->core, numbers))
      return false;
  if (!lines_header(in, "promises", &count) || !lines_next(in))
    return false;
  while (count-- > 0)
    if (!read_promise(in, numbers, c))
      return false;
  if (!lines_header(in, "translation", &count) || !lines_next(in))
    return false;
  while (count-- > 0)
    if (!read_entry(in, numbers, states, c))
      return false;
  return true;
}

bool translation_read(lines *in, omega *automaton, certificate *c) {
  lines_numbers numbers = {0};
  memset(automaton, 0, sizeof *automaton);
  memset(c, 0, sizeof *c);
  c->root = LTL_NONE;
  if (!translation_read_atoms(in, &automaton->atoms))
    return false;
  if (names_count(&automaton->atoms) > OMEGA_MOST_ATOMS)
    return lines_fail(in, "a formula can have at most 64 atoms");
  for (uint32_t i = 0; i < names_count(&automaton->atoms); i++)
    names_insert(in->m, &c->core.atoms, names_text(&automaton->atoms, i),
                 names_length(&automaton->atoms, i));
  bool good = read_automaton(in, automaton) &&
              read_certificate(in, automaton->states, c, &numbers);
  vec_free(in->m, &numbers);
  return good;
}
