/* SPIN's never claims. SPIN takes a claim that ends as one that accepts, so a
 * state that accepts everything is 'accept_all: skip', and the last one. */
#include "automata/omega.h"

#include <assert.h>

static bool accepts_all(const omega *automaton, uint32_t q) {
  if (!omega_is_accepting(automaton, q))
    return false;
  for (uint32_t e = automaton->first.at[q]; e < automaton->first.at[q + 1]; e++)
    for (uint32_t i = 0;
         automaton->edges.at[e].to == q && i < automaton->edges.at[e].cubes;
         i++)
      if (automaton->cubes.at[automaton->edges.at[e].first_cube + i].mask == 0)
        return true;
  return false;
}

static void put_name(const omega *automaton, uint32_t q, text *out) {
  if (accepts_all(automaton, q)) {
    text_put(out, "accept_all");
    return;
  }
  text_put(out, omega_is_accepting(automaton, q) ? "accept_" : "T0_");
  if (q == automaton->initial)
    text_put(out, "init");
  else
    text_format(out, "S%u", (unsigned)q);
}

static bool is_identifier(const char *s, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!((s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z') ||
          s[i] == '_' || (i > 0 && s[i] >= '0' && s[i] <= '9')))
      return false;
  return length > 0;
}

static void never_put_atom(const omega *automaton, uint32_t i, text *out) {
  const char *name = names_text(&automaton->atoms, i);
  size_t length = names_length(&automaton->atoms, i);
  bool plain = is_identifier(name, length);
  if (!plain)
    text_char(out, '(');
  text_add(out, name, length);
  if (!plain)
    text_char(out, ')');
}

static void never_put_cube(const omega *automaton, omega_cube cube, text *out) {
  text_char(out, '(');
  if (!cube.mask)
    text_put(out, "true");
  for (uint64_t left = cube.mask; left; left &= left - 1) {
    uint32_t i = base_lowest_bit(left);
    if (left != cube.mask)
      text_put(out, " && ");
    if (!(cube.value >> i & 1))
      text_char(out, '!');
    never_put_atom(automaton, i, out);
  }
  text_char(out, ')');
}

static void never_put_edge(const omega *automaton, const omega_edge *edge,
                           text *out) {
  text_put(out, edge->cubes > 1 ? "\t:: (" : "\t:: ");
  for (uint32_t i = 0; i < edge->cubes; i++) {
    if (i)
      text_put(out, " || ");
    never_put_cube(automaton, automaton->cubes.at[edge->first_cube + i], out);
  }
  text_put(out, edge->cubes > 1 ? ") -> goto " : " -> goto ");
  put_name(automaton, edge->to, out);
  text_char(out, '\n');
}

static void never_put_state(const omega *automaton, uint32_t q, text *out) {
  bool some = false;
  put_name(automaton, q, out);
  text_put(out, ":\n");
  assert(q < automaton->first.count);
  for (uint32_t e = automaton->first.at[q]; e < automaton->first.at[q + 1];
       e++) {
    if (automaton->edges.at[e].cubes == 0)
      continue;
    if (!some)
      text_put(out, "\tdo\n");
    some = true;
    never_put_edge(automaton, &automaton->edges.at[e], out);
  }
  text_put(out, some ? "\tod;\n" : "\tfalse;\n");
}

/* What would end the comment is taken apart. */
static void put_comment(const char *s, text *out) {
  text_put(out, " /* ");
  for (; *s; s++) {
    bool control = (unsigned char)*s < ' ';
    text_char(out, control ? ' ' : *s);
    if ((s[0] == '*' && s[1] == '/') || (s[0] == '/' && s[1] == '*'))
      text_char(out, ' ');
  }
  text_put(out, " */");
}

void omega_write_never(const omega *automaton, const char *comment, text *out) {
  bool all = false;
  assert(automaton->state_based && automaton->sets <= 1);
  text_put(out, "never {");
  if (comment)
    put_comment(comment, out);
  text_char(out, '\n');
  if (accepts_all(automaton,
                  automaton->initial)) /* then the others do not matter */
    all = true;
  for (uint32_t i = 0; i < automaton->states && !all; i++) {
    uint32_t q = i == 0                    ? automaton->initial
                 : i <= automaton->initial ? i - 1
                                           : i;
    if (!accepts_all(automaton, q)) /* the initial state comes first */
      never_put_state(automaton, q, out);
  }
  for (uint32_t q = 0; q < automaton->states && !all; q++)
    all = accepts_all(automaton, q);
  if (all)
    text_put(out, "accept_all:\n\tskip\n");
  text_put(out, "}\n");
}
