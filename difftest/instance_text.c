/* Instances as text: PDAAAL's JSON out and in, and lines for people. */
#include "instance.h"

#include <stdlib.h>
#include <string.h>

static void default_symbol(char *name, size_t size, uint32_t symbol) {
  if (symbol < 26)
    snprintf(name, size, "%c", (char)('a' + symbol));
  else
    snprintf(name, size, "s%u", symbol);
}

static void put_symbol(const instance *in, buffer *out, uint32_t symbol) {
  char name[16];
  if (symbol == INSTANCE_ANY) {
    buffer_puts(out, "\"*\"");
  } else if (symbol == INSTANCE_EPSILON) {
    buffer_puts(out, "\"\"");
  } else if (in->symbol_names) {
    buffer_quote(out, in->symbol_names[symbol]);
  } else {
    default_symbol(name, sizeof name, symbol);
    buffer_putc(out, '"');
    buffer_puts(out, name);
    buffer_putc(out, '"');
  }
}

static void put_control(const instance *in, buffer *out, uint32_t state) {
  if (!in->named) {
    buffer_number(out, state);
  } else if (in->state_names) {
    buffer_quote(out, in->state_names[state]);
  } else {
    buffer_puts(out, "\"p");
    buffer_number(out, state);
    buffer_putc(out, '"');
  }
}

static void put_state(const instance *in, buffer *out, uint32_t state) {
  if (state < in->states)
    put_control(in, out, state);
  else
    buffer_number(out, in->named ? state - in->states : state);
}

static void put_weight_type(const instance *in, buffer *out) {
  if (in->dimension == 0) {
    buffer_puts(out, "\"none\"");
    return;
  }
  bool list = in->vector || in->dimension > 1;
  if (list)
    buffer_putc(out, '[');
  for (uint32_t i = 0; i < in->dimension; i++) {
    if (i)
      buffer_putc(out, ',');
    buffer_puts(out, in->is_signed[i] ? "\"int\"" : "\"uint\"");
  }
  if (list)
    buffer_putc(out, ']');
}

static void put_rule(const instance *in, buffer *out, size_t index) {
  static const char *const names[] = {",\"pop\":", ",\"swap\":", ",\"push\":"};
  const rule *r = &in->rules[index];
  buffer_puts(out, "{\"to\":");
  put_control(in, out, r->to);
  buffer_puts(out, names[r->operation]);
  if (r->operation == RULE_POP)
    buffer_puts(out, "\"\"");
  else
    put_symbol(in, out, r->symbol);
  if (in->dimension) {
    const int64_t *w = in->weights + index * in->dimension;
    bool list = in->vector || in->dimension > 1;
    buffer_puts(out, list ? ",\"weight\":[" : ",\"weight\":");
    for (uint32_t i = 0; i < in->dimension; i++) {
      if (i)
        buffer_putc(out, ',');
      buffer_number(out, w[i]);
    }
    if (list)
      buffer_putc(out, ']');
  }
  buffer_putc(out, '}');
}

static bool same_cell(const rule *a, const rule *b) {
  return a->from == b->from && a->top == b->top;
}

/* All rules with the state and the top of rule 'first', which is the first of
 * them. */
static void put_cell(const instance *in, buffer *out, size_t first) {
  size_t count = 0;
  for (size_t i = first; i < in->rule_count; i++)
    count += same_cell(&in->rules[i], &in->rules[first]);
  bool list = count > 1 || in->lists;
  put_symbol(in, out, in->rules[first].top);
  buffer_puts(out, list ? ":[" : ":");
  for (size_t i = first, put = 0; put < count; i++)
    if (same_cell(&in->rules[i], &in->rules[first])) {
      if (put++)
        buffer_putc(out, ',');
      put_rule(in, out, i);
    }
  if (list)
    buffer_putc(out, ']');
}

static bool is_first_of_cell(const instance *in, size_t index) {
  for (size_t i = 0; i < index; i++)
    if (same_cell(&in->rules[i], &in->rules[index]))
      return false;
  return true;
}

static void put_system(const instance *in, buffer *out) {
  buffer_puts(out, in->named ? "{\"states\":{" : "{\"states\":[");
  for (uint32_t p = 0; p < in->states; p++) {
    bool comma = false;
    if (p)
      buffer_putc(out, ',');
    if (in->named) {
      put_control(in, out, p);
      buffer_putc(out, ':');
    }
    buffer_putc(out, '{');
    for (size_t i = 0; i < in->rule_count; i++) {
      if (in->rules[i].from != p || !is_first_of_cell(in, i))
        continue;
      if (comma)
        buffer_putc(out, ',');
      comma = true;
      put_cell(in, out, i);
    }
    buffer_putc(out, '}');
  }
  buffer_puts(out, in->named ? "}}" : "]}");
}

static void put_automaton(const instance *in, buffer *out, int side) {
  const automaton *a = &in->side[side];
  buffer_puts(out, ",{\"accepting\":[");
  for (size_t i = 0; i < a->accepting_count; i++) {
    if (i)
      buffer_putc(out, ',');
    put_state(in, out, a->accepting[i]);
  }
  buffer_puts(out, "],\"edges\":[");
  for (size_t i = 0; i < a->edge_count; i++) {
    buffer_puts(out, i ? ",[" : "[");
    put_state(in, out, a->edges[i].from);
    buffer_putc(out, ',');
    put_symbol(in, out, a->edges[i].symbol);
    buffer_putc(out, ',');
    put_state(in, out, a->edges[i].to);
    buffer_putc(out, ']');
  }
  buffer_puts(out, "]}");
}

void instance_write(const instance *in, buffer *out) {
  buffer_puts(out, "{\"instance\":[{\"state-names\":");
  buffer_puts(out, in->named ? "true" : "false");
  buffer_puts(out, ",\"weight-type\":");
  put_weight_type(in, out);
  buffer_puts(out, "},");
  put_system(in, out);
  put_automaton(in, out, 0);
  put_automaton(in, out, 1);
  buffer_puts(out, "]}");
}

static void show_control(const instance *in, buffer *out, uint32_t state) {
  if (in->state_names)
    buffer_puts(out, in->state_names[state]);
  else
    buffer_printf(out, "p%u", state);
}

static void show_state(const instance *in, buffer *out, uint32_t state) {
  if (state < in->states)
    show_control(in, out, state);
  else
    buffer_printf(out, "q%u", state - in->states);
}

static void show_symbol(const instance *in, buffer *out, uint32_t symbol) {
  char name[16];
  if (symbol < INSTANCE_ANY && !in->symbol_names)
    default_symbol(name, sizeof name, symbol);
  buffer_puts(out, symbol == INSTANCE_ANY       ? "*"
                   : symbol == INSTANCE_EPSILON ? "ε"
                   : in->symbol_names           ? in->symbol_names[symbol]
                                                : name);
}

static void show_rule(const instance *in, buffer *out, size_t index) {
  const rule *r = &in->rules[index];
  buffer_puts(out, "  ");
  show_control(in, out, r->from);
  buffer_putc(out, ' ');
  show_symbol(in, out, r->top);
  buffer_puts(out, " -> ");
  show_control(in, out, r->to);
  if (r->operation != RULE_POP) {
    buffer_putc(out, ' ');
    show_symbol(in, out, r->symbol);
  }
  if (r->operation == RULE_PUSH) {
    buffer_putc(out, ' ');
    show_symbol(in, out, r->top);
  }
  for (uint32_t i = 0; i < in->dimension; i++)
    buffer_printf(out, "%s%lld", i ? "," : "   weight ",
                  (long long)in->weights[index * in->dimension + i]);
  buffer_putc(out, '\n');
}

static void show_automaton(const instance *in, buffer *out, int side) {
  const automaton *a = &in->side[side];
  buffer_puts(out, side ? "final set:  " : "initial set:");
  for (size_t i = 0; i < a->edge_count; i++) {
    buffer_puts(out, i ? ", " : " ");
    show_state(in, out, a->edges[i].from);
    buffer_puts(out, " --");
    show_symbol(in, out, a->edges[i].symbol);
    buffer_puts(out, "--> ");
    show_state(in, out, a->edges[i].to);
  }
  buffer_puts(out, a->edge_count ? "; accepting {" : " accepting {");
  for (size_t i = 0; i < a->accepting_count; i++) {
    if (i)
      buffer_puts(out, ", ");
    show_state(in, out, a->accepting[i]);
  }
  buffer_puts(out, "}\n");
}

void instance_print(const instance *in, buffer *out) {
  buffer_printf(out, "%u control state%s, %u symbol%s, %zu rule%s%s\n",
                in->states, in->states == 1 ? "" : "s", in->symbols,
                in->symbols == 1 ? "" : "s", in->rule_count,
                in->rule_count == 1 ? "" : "s", in->rule_count ? ":" : "");
  for (size_t i = 0; i < in->rule_count; i++)
    show_rule(in, out, i);
  show_automaton(in, out, 0);
  show_automaton(in, out, 1);
}
