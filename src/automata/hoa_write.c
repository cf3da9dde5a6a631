#include "automata/omega.h"

/* HOA's strings have no escapes but for the quote and the backslash. */
static void put_string(text *out, const char *s, size_t length) {
  text_char(out, '"');
  for (size_t i = 0; i < length; i++) {
    if (s[i] == '"' || s[i] == '\\')
      text_char(out, '\\');
    text_char(out, s[i]);
  }
  text_char(out, '"');
}

static void put_marks(uint64_t marks, text *out) {
  bool first = true;
  if (!marks)
    return;
  text_put(out, " {");
  for (; marks; marks &= marks - 1, first = false) {
    if (!first)
      text_char(out, ' ');
    text_number(out, base_lowest_bit(marks));
  }
  text_char(out, '}');
}

static void put_acceptance(const omega *automaton, text *out) {
  if (automaton->sets == 0)
    text_put(out, "acc-name: all\nAcceptance: 0 t");
  else if (automaton->sets == 1)
    text_put(out, "acc-name: Buchi\nAcceptance: 1 Inf(0)");
  else
    text_format(out, "acc-name: generalized-Buchi %u\nAcceptance: %u Inf(0)",
                (unsigned)automaton->sets, (unsigned)automaton->sets);
  for (uint32_t i = 1; i < automaton->sets; i++)
    text_format(out, "&Inf(%u)", (unsigned)i);
  text_char(out, '\n');
}

static void put_header(const omega *automaton, const char *name,
                       omega_kind kind, text *out) {
  text_put(out, "HOA: v1\n");
  if (name) {
    text_put(out, "name: ");
    put_string(out, name, strlen(name));
    text_char(out, '\n');
  }
  text_format(out, "tool: \"custos\"\nStates: %u\nStart: %u\nAP: %u",
              (unsigned)automaton->states, (unsigned)automaton->initial,
              (unsigned)names_count(&automaton->atoms));
  for (uint32_t i = 0; i < names_count(&automaton->atoms); i++) {
    text_char(out, ' ');
    put_string(out, names_text(&automaton->atoms, i),
               names_length(&automaton->atoms, i));
  }
  text_char(out, '\n');
  put_acceptance(automaton, out);
  text_put(out, "properties: trans-labels explicit-labels");
  text_put(out, automaton->state_based ? " state-acc" : " trans-acc");
  if (kind.deterministic)
    text_put(out, " deterministic");
  if (kind.complete)
    text_put(out, " complete");
  if (kind.weak)
    text_put(out, " weak");
  if (kind.terminal)
    text_put(out, " terminal");
  text_put(out, "\n--BODY--\n");
}

static void write_put_edge(const omega *automaton, const omega_edge *edge,
                           text *out) {
  text_char(out, '[');
  if (edge->cubes == 0)
    text_char(out, 'f');
  for (uint32_t i = 0; i < edge->cubes; i++) {
    if (i)
      text_put(out, " | ");
    omega_write_cube(automaton->cubes.at[edge->first_cube + i], out);
  }
  text_format(out, "] %u", (unsigned)edge->to);
  if (!automaton->state_based)
    put_marks(edge->marks, out);
  text_char(out, '\n');
}

void omega_write_hoa(mem *m, const omega *automaton, const char *name,
                     text *out) {
  put_header(automaton, name, omega_classify(m, automaton), out);
  for (uint32_t q = 0; q < automaton->states; q++) {
    uint32_t first = automaton->first.at[q], end = automaton->first.at[q + 1];
    text_format(out, "State: %u", (unsigned)q);
    if (automaton->state_based && first < end)
      put_marks(automaton->edges.at[first].marks, out);
    text_char(out, '\n');
    for (uint32_t e = first; e < end; e++)
      write_put_edge(automaton, &automaton->edges.at[e], out);
  }
  text_put(out, "--END--\n");
}
