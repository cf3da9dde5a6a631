#include "base/scan.h"
#include "lang/lts/graph.h"

#include <assert.h>

void graph_write_name(text *out, const char *name, size_t length) {
  if (scan_is_name(name, length))
    text_add(out, name, length);
  else
    text_quoted(out, name, length);
}

void graph_write_state(const graph *g, uint32_t state, text *out) {
  if (g->has_names)
    graph_write_name(out, names_text(&g->states, state),
                     names_length(&g->states, state));
  else
    text_number(out, state);
}

static bool is_keyword(const char *name) {
  return strcmp(name, "states") == 0 || strcmp(name, "init") == 0 ||
         strcmp(name, "prop") == 0 || strcmp(name, "ltl") == 0;
}

/* A list, a few names a line, each line beginning with the keyword. */
static void write_states(const graph *g, text *out) {
  enum { A_LINE = 10 };
  for (uint32_t s = 0; s < g->state_count; s++) {
    text_put(out, s % A_LINE == 0 ? (s ? "\nstates " : "states ") : " ");
    graph_write_state(g, s, out);
  }
  text_put(out, "\ninit");
  vec_each (const uint32_t, s, &g->initial) {
    text_char(out, ' ');
    graph_write_state(g, *s, out);
  }
  text_char(out, '\n');
}

static void write_edge(const model *x, const graph *g, uint32_t from,
                       uint32_t edge, text *out) {
  assert(edge < g->to.count);
  if (g->has_names && is_keyword(names_text(&g->states, from)))
    text_quoted(out, names_text(&g->states, from),
                names_length(&g->states, from));
  else
    graph_write_state(g, from, out);
  text_put(out, " -> ");
  graph_write_state(g, g->to.at[edge], out);
  if (g->has_labels && g->labels.at[edge] != MODEL_NONE) {
    text_put(out, " @ ");
    graph_write_name(out, names_text(&x->labels, g->labels.at[edge]),
                     names_length(&x->labels, g->labels.at[edge]));
  }
  text_char(out, '\n');
}

static void write_prop(const graph *g, uint32_t prop, text *out) {
  text_put(out, "prop ");
  graph_write_name(out, names_text(&g->props, prop),
                   names_length(&g->props, prop));
  text_put(out, " :\n");
}

/* Facts in their order: lines of one name add up. */
static void write_facts(const graph *g, text *out) {
  for (uint32_t p = 0; p < names_count(&g->props); p++)
    write_prop(g, p, out);
  for (size_t i = 0; i < g->facts.count; i++) {
    const graph_fact *fact = &g->facts.at[i];
    if (i == 0 || fact[-1].prop != fact->prop) {
      text_put(out, i ? "\nprop " : "prop ");
      graph_write_name(out, names_text(&g->props, fact->prop),
                       names_length(&g->props, fact->prop));
      text_put(out, " :");
    }
    text_char(out, ' ');
    graph_write_state(g, fact->state, out);
  }
  if (g->facts.count)
    text_char(out, '\n');
}

void lts_write(const model *x, text *out) {
  const graph *g = x->self;
  write_states(g, out);
  for (uint32_t s = 0; s < g->with_edges; s++)
    for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++)
      write_edge(x, g, s, i, out);
  write_facts(g, out);
  vec_each (const model_property, property, &x->properties) {
    text_put(out, "ltl ");
    graph_write_name(out, names_text(&x->property_names, property->name),
                     names_length(&x->property_names, property->name));
    text_put(out, " : ");
    text_add(out, x->property_text.at + property->at, property->length);
    text_char(out, '\n');
  }
}

/* Labels have no escapes there. */
static bool has_labels_on_one_line(const names *labels) {
  for (uint32_t n = 0; n < names_count(labels); n++)
    for (size_t i = 0; i < names_length(labels, n); i++) {
      unsigned char c = (unsigned char)names_text(labels, n)[i];
      if (c < ' ' || c == 0x7F)
        return false;
    }
  return true;
}

bool aut_write(const model *x, text *out) {
  const graph *g = x->self;
  if (g->initial.count != 1 || !has_labels_on_one_line(&x->labels))
    return false;
  text_put(out, "des (");
  text_number(out, g->initial.at[0]);
  text_put(out, ", ");
  text_number(out, (int64_t)g->to.count);
  text_put(out, ", ");
  text_number(out, g->state_count);
  text_put(out, ")\n");
  for (uint32_t s = 0; s < g->with_edges; s++)
    for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
      uint32_t label = g->has_labels ? g->labels.at[i] : MODEL_NONE;
      text_char(out, '(');
      text_number(out, s);
      text_put(out, ", \"");
      if (label == MODEL_NONE)
        text_char(out, 'i');
      else
        text_add(out, names_text(&x->labels, label),
                 names_length(&x->labels, label));
      text_put(out, "\", ");
      text_number(out, g->to.at[i]);
      text_put(out, ")\n");
    }
  return true;
}
