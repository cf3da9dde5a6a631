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

static void put_acceptance(const omega *a, text *out) {
  if (a->sets == 0)
    text_put(out, "acc-name: all\nAcceptance: 0 t");
  else if (a->sets == 1)
    text_put(out, "acc-name: Buchi\nAcceptance: 1 Inf(0)");
  else
    text_format(out, "acc-name: generalized-Buchi %u\nAcceptance: %u Inf(0)",
                (unsigned)a->sets, (unsigned)a->sets);
  for (uint32_t i = 1; i < a->sets; i++)
    text_format(out, "&Inf(%u)", (unsigned)i);
  text_char(out, '\n');
}

static void put_header(const omega *a, const char *name, omega_kind kind,
                       text *out) {
  text_put(out, "HOA: v1\n");
  if (name) {
    text_put(out, "name: ");
    put_string(out, name, strlen(name));
    text_char(out, '\n');
  }
  text_format(out, "tool: \"custos\"\nStates: %u\nStart: %u\nAP: %u",
              (unsigned)a->states, (unsigned)a->initial,
              (unsigned)names_count(&a->atoms));
  for (uint32_t i = 0; i < names_count(&a->atoms); i++) {
    text_char(out, ' ');
    put_string(out, names_text(&a->atoms, i), names_length(&a->atoms, i));
  }
  text_char(out, '\n');
  put_acceptance(a, out);
  text_put(out, "properties: trans-labels explicit-labels");
  text_put(out, a->state_based ? " state-acc" : " trans-acc");
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

static void write_put_edge(const omega *a, const omega_edge *e, text *out) {
  text_char(out, '[');
  if (e->cubes == 0)
    text_char(out, 'f');
  for (uint32_t i = 0; i < e->cubes; i++) {
    if (i)
      text_put(out, " | ");
    omega_write_cube(a->cubes.at[e->first_cube + i], out);
  }
  text_format(out, "] %u", (unsigned)e->to);
  if (!a->state_based)
    put_marks(e->marks, out);
  text_char(out, '\n');
}

void omega_write_hoa(mem *m, const omega *a, const char *name, text *out) {
  put_header(a, name, omega_classify(m, a), out);
  for (uint32_t q = 0; q < a->states; q++) {
    uint32_t first = a->first.at[q], end = a->first.at[q + 1];
    text_format(out, "State: %u", (unsigned)q);
    if (a->state_based && first < end)
      put_marks(a->edges.at[first].marks, out);
    text_char(out, '\n');
    for (uint32_t e = first; e < end; e++)
      write_put_edge(a, &a->edges.at[e], out);
  }
  text_put(out, "--END--\n");
}
