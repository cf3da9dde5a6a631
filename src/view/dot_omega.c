#include "view/dot_omega.h"

#include <assert.h>

/* Labels with more cubes than this make no picture clearer. */
enum { MOST_CUBES = 30 };

static bool is_plain(const char *s, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!((s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z') ||
          s[i] == '_' || (i > 0 && s[i] >= '0' && s[i] <= '9')))
      return false;
  return length > 0;
}

/* Inside a quoted string of DOT: a backslash starts an escape there, and
 * control characters have no picture. */
static void omega_put_escaped(text *out, const char *s, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c == '"' || c == '\\')
      text_char(out, '\\');
    if (c < ' ' || c == 0x7f)
      text_format(out, "\\\\x%02x", c);
    else
      text_char(out, s[i]);
  }
}

static void dot_put_atom(const omega *automaton, uint32_t i, text *out) {
  const char *name = names_text(&automaton->atoms, i);
  size_t length = names_length(&automaton->atoms, i);
  bool plain = is_plain(name, length);
  if (!plain)
    text_put(out, "\\\"");
  omega_put_escaped(out, name, length);
  if (!plain)
    text_put(out, "\\\"");
}

static void dot_put_cube(const omega *automaton, omega_cube cube, text *out) {
  if (!cube.mask)
    text_put(out, "true");
  for (uint64_t left = cube.mask; left; left &= left - 1) {
    uint32_t i = base_lowest_bit(left);
    if (left != cube.mask)
      text_put(out, " & ");
    if (!(cube.value >> i & 1))
      text_char(out, '!');
    dot_put_atom(automaton, i, out);
  }
}

/* Cubes below each other, then the marks if they are the edge's own. */
static void omega_put_label(const omega *automaton, const omega_edge *edge,
                            text *out) {
  if (edge->cubes == 0)
    text_put(out, "false");
  for (uint32_t i = 0; i < edge->cubes && i < MOST_CUBES; i++) {
    if (i)
      text_put(out, " |\\n");
    dot_put_cube(automaton, automaton->cubes.at[edge->first_cube + i], out);
  }
  if (edge->cubes > MOST_CUBES)
    text_format(out, " |\\n... (%u more)",
                (unsigned)(edge->cubes - MOST_CUBES));
  if (automaton->state_based || !edge->marks)
    return;
  text_put(out, "\\n{");
  for (uint64_t marks = edge->marks; marks; marks &= marks - 1)
    text_format(out, marks == edge->marks ? "%u" : " %u",
                (unsigned)base_lowest_bit(marks));
  text_char(out, '}');
}

static void dot_put_state(const omega *automaton, uint32_t q, text *out) {
  assert(q + 1 < automaton->first.count);
  bool accepting = automaton->state_based && omega_is_accepting(automaton, q);
  uint64_t marks = automaton->first.at[q] < automaton->first.at[q + 1]
                       ? automaton->edges.at[automaton->first.at[q]].marks
                       : 0;
  text_format(out, "  %u [shape=%s, label=\"%u", (unsigned)q,
              accepting ? "doublecircle" : "circle", (unsigned)q);
  if (automaton->state_based && automaton->sets > 1 && marks) {
    text_put(out, "\\n{");
    for (uint64_t left = marks; left; left &= left - 1)
      text_format(out, left == marks ? "%u" : " %u",
                  (unsigned)base_lowest_bit(left));
    text_char(out, '}');
  }
  text_put(out, "\"];\n");
}

void dot_omega(const omega *automaton, const char *name, text *out) {
  text_put(out, "digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n");
  if (name) {
    text_put(out, "  labelloc=t;\n  label=\"");
    omega_put_escaped(out, name, strlen(name));
    text_put(out, "\";\n");
  }
  text_put(out, "  start [shape=point, label=\"\"];\n");
  for (uint32_t q = 0; q < automaton->states; q++)
    dot_put_state(automaton, q, out);
  text_format(out, "  start -> %u;\n", (unsigned)automaton->initial);
  vec_each (const omega_edge, edge, &automaton->edges) {
    text_format(out, "  %u -> %u [label=\"", (unsigned)edge->from,
                (unsigned)edge->to);
    omega_put_label(automaton, edge, out);
    text_put(out, "\"];\n");
  }
  text_put(out, "}\n");
}
