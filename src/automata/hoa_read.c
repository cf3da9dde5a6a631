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

static bool read_marks(hoa_reader *v, uint64_t *out) {
  if (!hoa_is_mark(v, '{'))
    return true;
  if (!hoa_next(v))
    return false;
  while (v->in.token.kind == HOA_NUMBER) {
    if (v->number >= v->declared_sets)
      return hoa_wrong_token(v, "there is no acceptance set %s");
    uint32_t n = v->set_number.at[v->number];
    if (n != UINT32_MAX)
      *out |= UINT64_C(1) << n;
    if (!hoa_next(v))
      return false;
  }
  return hoa_expect_mark(v, '}');
}

/* `[...]` into the automaton's cubes. */
static bool read_brackets(hoa_reader *v, uint32_t *first, uint32_t *count) {
  size_t kept = v->parts.count;
  uint32_t part;
  if (!hoa_next(v) || !hoa_read_label(v, &part) || !hoa_expect_mark(v, ']') ||
      !hoa_label_cubes(v, part))
    return false;
  v->parts.count = kept;
  *first = (uint32_t)v->out->cubes.count;
  *count = (uint32_t)v->cubes.count;
  if (v->out->cubes.count + v->cubes.count >= UINT32_MAX)
    return hoa_wrong(v, "the automaton is too large");
  vec_each (const omega_cube, c, &v->cubes)
    vec_push(v->m, &v->out->cubes, *c);
  return true;
}

static bool implicit_letter(hoa_reader *v, current *s, omega_edge *e) {
  uint32_t atoms = names_count(&v->out->atoms);
  if (s->edges > 0 && !s->implicit)
    return hoa_wrong(v, "this edge has no label, others of the state have");
  s->implicit = true;
  if (atoms < 64 && s->edges >= UINT64_C(1) << atoms)
    return hoa_wrong(v, "there are more edges without a label than letters");
  uint64_t mask = atoms == 64 ? UINT64_MAX : (UINT64_C(1) << atoms) - 1;
  e->first_cube = (uint32_t)v->out->cubes.count;
  e->cubes = 1;
  uint64_t letter = MUTANT("hoa-letter-order") ? mask ^ s->edges : s->edges;
  vec_push(v->m, &v->out->cubes, ((omega_cube){mask, letter}));
  return true;
}

static bool read_edge(hoa_reader *v, current *s) {
  omega_edge e = {.from = s->state, .first_cube = s->first, .cubes = s->cubes};
  if (hoa_is_mark(v, '[')) {
    if (s->labelled)
      return hoa_wrong(v, "the state has a label, so its edges have none");
    if (s->implicit)
      return hoa_wrong(v, "the edges before this have no label");
    if (!read_brackets(v, &e.first_cube, &e.cubes))
      return false;
  } else if (v->in.token.kind == HOA_NUMBER && !s->labelled) {
    if (!implicit_letter(v, s, &e))
      return false;
  }
  if (!hoa_read_state(v, &e.to))
    return false;
  if (hoa_is_mark(v, '&'))
    return hoa_wrong(v, "alternating automata (conjunctions of states) are "
                        "not supported");
  e.marks = s->marks;
  if (!read_marks(v, &e.marks))
    return false;
  s->edges++;
  if (v->out->edges.count >= UINT32_MAX - 1)
    return hoa_wrong(v, "the automaton is too large");
  vec_push(v->m, &v->out->edges, e);
  return true;
}

typedef vec(bool) flags;

static bool begin_state(hoa_reader *v, flags *defined, current *s) {
  *s = (current){.state = 0};
  if (!hoa_is_header(v, "State"))
    return hoa_wrong(v, "'State:' or '--END--' should be here");
  if (!hoa_next(v))
    return false;
  if (hoa_is_mark(v, '[')) {
    s->labelled = true;
    if (!read_brackets(v, &s->first, &s->cubes))
      return false;
  }
  uint32_t seen = v->in.token.kind == HOA_NUMBER ? v->number : 0;
  if (seen < defined->count && defined->at[seen])
    return hoa_wrong_token(v, "the state %s was defined above");
  if (!hoa_read_state(v, &s->state))
    return false;
  if (v->states > defined->count)
    vec_resize(v->m, defined, v->states);
  defined->at[s->state] = true;
  if (v->in.token.kind == HOA_STRING && !hoa_next(v))
    return false;
  return read_marks(v, &s->marks);
}

static bool end_state(hoa_reader *v, const current *s) {
  uint32_t atoms = names_count(&v->out->atoms);
  if (s->implicit && (atoms >= 64 || s->edges != UINT64_C(1) << atoms))
    return hoa_wrong(v, "the state before this has edges without labels: "
                        "there must be one for each letter");
  return true;
}

static bool read_body(hoa_reader *v, flags *defined) {
  current s;
  if (!hoa_next(v))
    return false;
  while (v->in.token.kind != HOA_END) {
    if (!begin_state(v, defined, &s))
      return false;
    while (hoa_is_mark(v, '[') || v->in.token.kind == HOA_NUMBER)
      if (!read_edge(v, &s))
        return false;
    if (!end_state(v, &s))
      return false;
  }
  if (!hoa_next(v))
    return false;
  return v->in.token.kind == HOA_EOF ||
         hoa_wrong(v, "more follows '--END--': give each automaton a file of "
                      "its own");
}

/* Edges of all initial states leave one: one of them that no edge enters, or
 * a new state. A run leaves it once, so that its marks do not matter. */
static void join_initial(hoa_reader *v) {
  omega *a = v->out;
  bool *entered = mem_array(v->m, (size_t)v->states + 1, 1);
  vec_each (const omega_edge, e, &a->edges)
    entered[e->to] = true;
  a->initial = v->states;
  vec_each (const uint32_t, q, &v->initial)
    if (!entered[*q])
      a->initial = *q;
  if (a->initial == v->states)
    v->states++;
  uint64_t marks = 0;
  size_t count = a->edges.count;
  for (size_t i = 0; i < count; i++)
    if (a->edges.at[i].from == a->initial)
      marks = a->edges.at[i].marks;
  bool *is_initial = mem_array(v->m, (size_t)v->states + 1, 1);
  vec_each (const uint32_t, q, &v->initial)
    is_initial[*q] = true;
  for (size_t i = 0; i < count; i++) {
    omega_edge e = a->edges.at[i];
    if (!is_initial[e.from] || e.from == a->initial)
      continue;
    e.from = a->initial;
    e.marks = marks;
    vec_push(v->m, &a->edges, e);
  }
  mem_free(v->m, is_initial);
  mem_free(v->m, entered);
}

/* One state and no edges. */
static void make_empty(hoa_reader *v) {
  v->out->edges.count = 0;
  v->out->cubes.count = 0;
  v->states = 1;
  v->out->initial = 0;
  v->out->sets = 1;
}

static bool has_state_marks(const omega *a) {
  for (size_t i = 1; i < a->edges.count; i++)
    if (a->edges.at[i].from == a->edges.at[i - 1].from &&
        a->edges.at[i].marks != a->edges.at[i - 1].marks)
      return false;
  return true;
}

static bool finish(hoa_reader *v) {
  omega *a = v->out;
  if (v->initial.count == 0 || v->empty_language)
    make_empty(v);
  else if (v->initial.count == 1)
    a->initial = v->initial.at[0];
  else
    join_initial(v);
  a->states = v->states;
  omega_index(v->m, a);
  a->state_based = has_state_marks(a);
  if (v->is_state_acc && !a->state_based)
    return hoa_wrong(v, "the automaton says 'state-acc', but marks edges of "
                        "one state differently");
  if (v->is_trans_acc && !v->is_state_acc)
    a->state_based = false;
  if (v->is_deterministic && v->initial.count <= 1 &&
      !omega_classify(v->m, a).deterministic)
    return scan_wrong_at(&v->in, v->claim_line, v->claim_column,
                         "the automaton says 'deterministic', but it is not");
  return true;
}

bool omega_read_hoa(mem *m, omega *out, const char *file, const char *bytes,
                    size_t length, report *r) {
  hoa_reader v = {.m = m, .out = out};
  flags defined = {0};
  memset(out, 0, sizeof *out);
  scan_start(&v.in, file, bytes, length, 1, 1, SCAN_NESTED, r);
  v.start = bytes;
  bool good = hoa_read_header(&v) && read_body(&v, &defined) && finish(&v);
  vec_free(m, &defined);
  vec_free(m, &v.scratch);
  vec_free(m, &v.acc_name);
  vec_free(m, &v.initial);
  vec_free(m, &v.set_number);
  vec_free(m, &v.aliases.text);
  vec_free(m, &v.aliases.start);
  mem_free(m, v.aliases.slots);
  vec_free(m, &v.alias_parts);
  vec_free(m, &v.parts);
  vec_free(m, &v.cubes);
  if (!good)
    omega_free(m, out);
  return good;
}
