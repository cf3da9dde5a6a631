#include "automata/hoa_read.h"

#include "base/mutant.h"

/* A state of the body, while its edges are read. */
typedef struct current {
  uint32_t state;
  uint64_t marks;
  bool labelled;  /* the label is the state's, in 'cubes' */
  bool implicit;  /* no labels: the edges are those of letters 0, 1, 2, ... */
  uint32_t first; /* of its cubes */
  uint32_t cubes;
  uint64_t edges;
} current;

static bool read_marks(hoa_reader *reader, uint64_t *out) {
  if (!hoa_is_mark(reader, '{'))
    return true;
  if (!hoa_next(reader))
    return false;
  while (reader->in.token.kind == HOA_NUMBER) {
    if (reader->number >= reader->declared_sets)
      return hoa_wrong_token(reader, "there is no acceptance set %s");
    uint32_t n = reader->set_number.at[reader->number];
    if (n != UINT32_MAX)
      *out |= UINT64_C(1) << n;
    if (!hoa_next(reader))
      return false;
  }
  return hoa_expect_mark(reader, '}');
}

/* `[...]` into the automaton's cubes. */
static bool read_brackets(hoa_reader *reader, uint32_t *first,
                          uint32_t *count) {
  size_t kept = reader->parts.count;
  uint32_t part;
  if (!hoa_next(reader) || !hoa_read_label(reader, &part) ||
      !hoa_expect_mark(reader, ']') || !hoa_label_cubes(reader, part))
    return false;
  reader->parts.count = kept;
  *first = (uint32_t)reader->out->cubes.count;
  *count = (uint32_t)reader->cubes.count;
  if (reader->out->cubes.count + reader->cubes.count >= UINT32_MAX)
    return hoa_wrong(reader, "the automaton is too large");
  vec_each (const omega_cube, cube, &reader->cubes)
    vec_push(reader->m, &reader->out->cubes, *cube);
  return true;
}

static bool implicit_letter(hoa_reader *reader, current *s, omega_edge *edge) {
  uint32_t atoms = names_count(&reader->out->atoms);
  if (s->edges > 0 && !s->implicit)
    return hoa_wrong(reader,
                     "this edge has no label, others of the state have");
  s->implicit = true;
  if (atoms < 64 && s->edges >= UINT64_C(1) << atoms)
    return hoa_wrong(reader,
                     "there are more edges without a label than letters");
  uint64_t mask = atoms == 64 ? UINT64_MAX : (UINT64_C(1) << atoms) - 1;
  edge->first_cube = (uint32_t)reader->out->cubes.count;
  edge->cubes = 1;
  uint64_t letter = MUTANT("hoa-letter-order") ? mask ^ s->edges : s->edges;
  vec_push(reader->m, &reader->out->cubes, ((omega_cube){mask, letter}));
  return true;
}

static bool read_edge(hoa_reader *reader, current *s) {
  omega_edge edge = {
      .from = s->state, .first_cube = s->first, .cubes = s->cubes};
  if (hoa_is_mark(reader, '[')) {
    if (s->labelled)
      return hoa_wrong(reader, "the state has a label, so its edges have none");
    if (s->implicit)
      return hoa_wrong(reader, "the edges before this have no label");
    if (!read_brackets(reader, &edge.first_cube, &edge.cubes))
      return false;
  } else if (reader->in.token.kind == HOA_NUMBER && !s->labelled) {
    if (!implicit_letter(reader, s, &edge))
      return false;
  }
  if (!hoa_read_state(reader, &edge.to))
    return false;
  if (hoa_is_mark(reader, '&'))
    return hoa_wrong(reader,
                     "alternating automata (conjunctions of states) are "
                     "not supported");
  edge.marks = s->marks;
  if (!read_marks(reader, &edge.marks))
    return false;
  s->edges++;
  if (reader->out->edges.count >= UINT32_MAX - 1)
    return hoa_wrong(reader, "the automaton is too large");
  vec_push(reader->m, &reader->out->edges, edge);
  return true;
}

typedef vec(bool) flags;

static bool begin_state(hoa_reader *reader, flags *defined, current *s) {
  *s = (current){.state = 0};
  if (!hoa_is_header(reader, "State"))
    return hoa_wrong(reader, "'State:' or '--END--' should be here");
  if (!hoa_next(reader))
    return false;
  if (hoa_is_mark(reader, '[')) {
    s->labelled = true;
    if (!read_brackets(reader, &s->first, &s->cubes))
      return false;
  }
  uint32_t seen = reader->in.token.kind == HOA_NUMBER ? reader->number : 0;
  if (seen < defined->count && defined->at[seen])
    return hoa_wrong_token(reader, "the state %s was defined above");
  if (!hoa_read_state(reader, &s->state))
    return false;
  if (reader->states > defined->count)
    vec_resize(reader->m, defined, reader->states);
  defined->at[s->state] = true;
  if (reader->in.token.kind == HOA_STRING && !hoa_next(reader))
    return false;
  return read_marks(reader, &s->marks);
}

static bool end_state(hoa_reader *reader, const current *s) {
  uint32_t atoms = names_count(&reader->out->atoms);
  if (s->implicit && (atoms >= 64 || s->edges != UINT64_C(1) << atoms))
    return hoa_wrong(reader, "the state before this has edges without labels: "
                             "there must be one for each letter");
  return true;
}

static bool read_body(hoa_reader *reader, flags *defined) {
  current s;
  if (!hoa_next(reader))
    return false;
  while (reader->in.token.kind != HOA_END) {
    if (!begin_state(reader, defined, &s))
      return false;
    while (hoa_is_mark(reader, '[') || reader->in.token.kind == HOA_NUMBER)
      if (!read_edge(reader, &s))
        return false;
    if (!end_state(reader, &s))
      return false;
  }
  if (!hoa_next(reader))
    return false;
  return reader->in.token.kind == HOA_EOF ||
         hoa_wrong(reader,
                   "more follows '--END--': give each automaton a file of "
                   "its own");
}

/* Edges of all initial states leave one: one of them that no edge enters, or
 * a new state. A run leaves it once, so that its marks do not matter. */
static void join_initial(hoa_reader *reader) {
  omega *automaton = reader->out;
  bool *entered = mem_array(reader->m, (size_t)reader->states + 1, 1);
  vec_each (const omega_edge, edge, &automaton->edges)
    entered[edge->to] = true;
  automaton->initial = reader->states;
  vec_each (const uint32_t, q, &reader->initial)
    if (!entered[*q])
      automaton->initial = *q;
  if (automaton->initial == reader->states)
    reader->states++;
  uint64_t marks = 0;
  size_t count = automaton->edges.count;
  for (size_t i = 0; i < count; i++)
    if (automaton->edges.at[i].from == automaton->initial)
      marks = automaton->edges.at[i].marks;
  bool *is_initial = mem_array(reader->m, (size_t)reader->states + 1, 1);
  vec_each (const uint32_t, q, &reader->initial)
    is_initial[*q] = true;
  for (size_t i = 0; i < count; i++) {
    omega_edge edge = automaton->edges.at[i];
    if (!is_initial[edge.from] || edge.from == automaton->initial)
      continue;
    edge.from = automaton->initial;
    edge.marks = marks;
    vec_push(reader->m, &automaton->edges, edge);
  }
  mem_free(reader->m, is_initial);
  mem_free(reader->m, entered);
}

/* One state and no edges. */
static void make_empty(hoa_reader *reader) {
  reader->out->edges.count = 0;
  reader->out->cubes.count = 0;
  reader->states = 1;
  reader->out->initial = 0;
  reader->out->sets = 1;
}

static bool has_state_marks(const omega *automaton) {
  for (size_t i = 1; i < automaton->edges.count; i++)
    if (automaton->edges.at[i].from == automaton->edges.at[i - 1].from &&
        automaton->edges.at[i].marks != automaton->edges.at[i - 1].marks)
      return false;
  return true;
}

static bool finish(hoa_reader *reader) {
  omega *automaton = reader->out;
  if (reader->initial.count == 0 || reader->empty_language)
    make_empty(reader);
  else if (reader->initial.count == 1)
    automaton->initial = reader->initial.at[0];
  else
    join_initial(reader);
  automaton->states = reader->states;
  omega_index(reader->m, automaton);
  automaton->state_based = has_state_marks(automaton);
  if (reader->is_state_acc && !automaton->state_based)
    return hoa_wrong(reader,
                     "the automaton says 'state-acc', but marks edges of "
                     "one state differently");
  if (reader->is_trans_acc && !reader->is_state_acc)
    automaton->state_based = false;
  if (reader->is_deterministic && reader->initial.count <= 1 &&
      !omega_classify(reader->m, automaton).deterministic)
    return scan_wrong_at(&reader->in, reader->claim_line, reader->claim_column,
                         "the automaton says 'deterministic', but it is not");
  return true;
}

bool omega_read_hoa(mem *m, omega *out, const char *file, const char *bytes,
                    size_t length, report *r) {
  hoa_reader reader = {.m = m, .out = out};
  flags defined = {0};
  memset(out, 0, sizeof *out);
  scan_start(&reader.in, file, bytes, length, 1, 1, SCAN_NESTED, r);
  reader.start = bytes;
  bool good = hoa_read_header(&reader) && read_body(&reader, &defined) &&
              finish(&reader);
  vec_free(m, &defined);
  vec_free(m, &reader.scratch);
  vec_free(m, &reader.acc_name);
  vec_free(m, &reader.initial);
  vec_free(m, &reader.set_number);
  vec_free(m, &reader.aliases.text);
  vec_free(m, &reader.aliases.start);
  mem_free(m, reader.aliases.slots);
  vec_free(m, &reader.alias_parts);
  vec_free(m, &reader.parts);
  vec_free(m, &reader.cubes);
  if (!good)
    omega_free(m, out);
  return good;
}
