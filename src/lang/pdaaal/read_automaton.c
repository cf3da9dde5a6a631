/* {"accepting": [...], "edges": [[from, label, to], ...]}. */
#include "lang/pdaaal/reader.h"

/* The current token: a control location, or in 'automaton' an extra state. */
static bool read_numbered_state(reader *d, paut *automaton, uint32_t *out) {
  const pds *system = d->pds;
  json *j = &d->json;
  uint64_t n;
  if (j->kind != JSON_NUMBER)
    return reader_misfit(d, d->is_named ? "a state, a name or a number"
                                        : "a state, a number");
  json_fit fit = json_uint64(j, &n);
  if (fit == JSON_FRACTION || j->text[0] == '-')
    return reader_wrong(d, "a state is a number 0, 1, 2, ..., not %.*s",
                        READER_TEXT(d));
  if (fit == JSON_TOO_BIG)
    return reader_wrong(d, "the state %.*s does not fit 64 bits",
                        READER_TEXT(d));
  if (!d->is_named && n < pds_state_count(system))
    *out = (uint32_t)n;
  else
    *out = PAUT_EXTRA +
           names_insert(d->mem, &automaton->extra, j->text, j->length);
  return true;
}

static bool read_named_state(reader *d, uint32_t *out) {
  const names *states = &d->pds->states;
  json *j = &d->json;
  *out = names_find(states, j->text, j->length);
  if (*out != NAMES_NONE)
    return true;
  uint32_t near = names_nearest(states, j->text, j->length);
  if (near == NAMES_NONE)
    return reader_wrong(d,
                        "there is no state '%.*s' (extra states of an "
                        "automaton are numbers)",
                        READER_TEXT(d));
  return reader_wrong(d, "there is no state '%.*s' (did you mean '%s'?)",
                      READER_TEXT(d), names_text(states, near));
}

static bool automaton_read_state(reader *d, paut *automaton, uint32_t *out) {
  return d->is_named && d->json.kind == JSON_STRING
             ? read_named_state(d, out)
             : read_numbered_state(d, automaton, out);
}

/* "initial" restricts nothing, as in PDAAAL; what it names must exist. */
static bool read_initial(reader *d) {
  const names *states = &d->pds->states;
  if (!reader_expect(d, JSON_ARRAY, "the array of initial states"))
    return false;
  while (json_next(&d->json) != JSON_ARRAY_END) {
    uint64_t n = 0;
    uint32_t state;
    if (d->is_named) {
      if (d->json.kind != JSON_STRING)
        return reader_misfit(d, "the name of a control state");
      if (!read_named_state(d, &state))
        return false;
    } else if (d->json.kind != JSON_NUMBER) {
      return reader_misfit(d, "the number of a control state");
    } else if (json_uint64(&d->json, &n) != JSON_FITS ||
               n >= names_count(states)) {
      return reader_wrong(d, "there is no control state %.*s", READER_TEXT(d));
    }
  }
  return true;
}

static bool read_accepting(reader *d, paut *automaton) {
  if (!reader_expect(d, JSON_ARRAY, "the array of accepting states"))
    return false;
  while (json_next(&d->json) != JSON_ARRAY_END) {
    uint32_t state;
    if (!automaton_read_state(d, automaton, &state))
      return false;
    paut_add_accepting(d->mem, automaton, state);
  }
  return true;
}

static bool read_label(reader *d, paut *automaton, uint32_t *any,
                       uint32_t *out) {
  if (!reader_expect(d, JSON_STRING, "the label of an edge"))
    return false;
  if (d->json.length == 0) {
    *out = PAUT_EPSILON;
  } else if (!reader_text_is(d, "*")) {
    *out = names_insert(d->mem, &d->pds->symbols, d->json.text, d->json.length);
  } else {
    if (*any == PAUT_EPSILON)
      *any = paut_add_set(d->mem, automaton, true, NULL, 0);
    *out = *any;
  }
  return true;
}

static bool read_edges(reader *d, paut *automaton) {
  uint32_t any = PAUT_EPSILON; /* the label of "*", once there is one */
  if (!reader_expect(d, JSON_ARRAY, "the array of edges"))
    return false;
  while (json_next(&d->json) != JSON_ARRAY_END) {
    uint32_t from, label, to;
    if (d->json.kind != JSON_ARRAY)
      return reader_misfit(d, "an edge [from, label, to]");
    json_next(&d->json);
    if (!automaton_read_state(d, automaton, &from) ||
        !read_label(d, automaton, &any, &label))
      return false;
    json_next(&d->json);
    if (!automaton_read_state(d, automaton, &to) ||
        !reader_expect(d, JSON_ARRAY_END, "']' behind an edge of three"))
      return false;
    paut_add_edge(d->mem, automaton, from, label, to);
    progress_tick(d->clock);
  }
  return true;
}

bool reader_automaton(reader *d, pds_side side, bool needs_initial) {
  static const char *const words[] = {"initial", "accepting", "edges"};
  paut *automaton = &d->pds->sets[side];
  unsigned seen = 0;
  if (!reader_expect(d, JSON_OBJECT, "an automaton, an object"))
    return false;
  while (json_next(&d->json) == JSON_KEY) {
    int key = reader_key(d, words, 3, &seen, "an automaton");
    if (key < 0 || (key == 0 && !read_initial(d)) ||
        (key == 1 && !read_accepting(d, automaton)) ||
        (key == 2 && !read_edges(d, automaton)))
      return false;
  }
  if (d->json.kind != JSON_OBJECT_END)
    return false;
  for (int i = needs_initial ? 0 : 1; i < 3; i++)
    if (!(seen & 1u << i))
      return reader_wrong(d, "the automaton has no '%s'", words[i]);
  d->pds->has_set[side] = true;
  return true;
}
