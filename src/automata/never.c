/* SPIN's never claims. SPIN takes a claim that ends as one that accepts, so a
 * state that accepts everything is 'accept_all: skip', and the last one. */
#include "automata/omega.h"

#include <assert.h>

static bool accepts_all(const omega *a, uint32_t q) {
  if (!omega_is_accepting(a, q))
    return false;
  for (uint32_t e = a->first.at[q]; e < a->first.at[q + 1]; e++)
    for (uint32_t i = 0; a->edges.at[e].to == q && i < a->edges.at[e].cubes;
         i++)
      if (a->cubes.at[a->edges.at[e].first_cube + i].mask == 0)
        return true;
  return false;
}

static void put_name(const omega *a, uint32_t q, text *out) {
  if (accepts_all(a, q)) {
    text_put(out, "accept_all");
    return;
  }
  text_put(out, omega_is_accepting(a, q) ? "accept_" : "T0_");
  if (q == a->initial)
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

static void never_put_atom(const omega *a, uint32_t i, text *out) {
  const char *name = names_text(&a->atoms, i);
  size_t length = names_length(&a->atoms, i);
  bool plain = is_identifier(name, length);
  if (!plain)
    text_char(out, '(');
  text_add(out, name, length);
  if (!plain)
    text_char(out, ')');
}

static void never_put_cube(const omega *a, omega_cube c, text *out) {
  text_char(out, '(');
  if (!c.mask)
    text_put(out, "true");
  for (uint64_t left = c.mask; left; left &= left - 1) {
    uint32_t i = base_lowest_bit(left);
    if (left != c.mask)
      text_put(out, " && ");
    if (!(c.value >> i & 1))
      text_char(out, '!');
    never_put_atom(a, i, out);
  }
  text_char(out, ')');
}

static void never_put_edge(const omega *a, const omega_edge *e, text *out) {
  text_put(out, e->cubes > 1 ? "\t:: (" : "\t:: ");
  for (uint32_t i = 0; i < e->cubes; i++) {
    if (i)
      text_put(out, " || ");
    never_put_cube(a, a->cubes.at[e->first_cube + i], out);
  }
  text_put(out, e->cubes > 1 ? ") -> goto " : " -> goto ");
  put_name(a, e->to, out);
  text_char(out, '\n');
}

static void never_put_state(const omega *a, uint32_t q, text *out) {
  bool some = false;
  put_name(a, q, out);
  text_put(out, ":\n");
  assert(q < a->first.count);
  for (uint32_t e = a->first.at[q]; e < a->first.at[q + 1]; e++) {
    if (a->edges.at[e].cubes == 0)
      continue;
    if (!some)
      text_put(out, "\tdo\n");
    some = true;
    never_put_edge(a, &a->edges.at[e], out);
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

void omega_write_never(const omega *a, const char *comment, text *out) {
  bool all = false;
  assert(a->state_based && a->sets <= 1);
  text_put(out, "never {");
  if (comment)
    put_comment(comment, out);
  text_char(out, '\n');
  if (accepts_all(a, a->initial)) /* then the others do not matter */
    all = true;
  for (uint32_t i = 0; i < a->states && !all; i++) {
    uint32_t q = i == 0 ? a->initial : i <= a->initial ? i - 1 : i;
    if (!accepts_all(a, q)) /* the initial state comes first */
      never_put_state(a, q, out);
  }
  for (uint32_t q = 0; q < a->states && !all; q++)
    all = accepts_all(a, q);
  if (all)
    text_put(out, "accept_all:\n\tskip\n");
  text_put(out, "}\n");
}
