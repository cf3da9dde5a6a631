#include "evidence/pushdown/ltl.h"

#include <string.h>

static void write_names(text *out, const char *key, const names *n) {
  text_format(out, "%s %u\n", key, (unsigned)names_count(n));
  for (uint32_t i = 0; i < names_count(n); i++) {
    text_quoted(out, names_text(n, i), names_length(n, i));
    text_char(out, '\n');
  }
}

static void write_tables(const pds *system, text *out) {
  write_names(out, "states", &system->states);
  write_names(out, "symbols", &system->symbols);
  write_names(out, "initial-states", &system->sets[PDS_INITIAL].extra);
}

/* The line of a list: a tab, then numbers. */
static void text_write_list(text *out, const uint32_t *at, size_t count) {
  for (size_t i = 0; i < count; i++) {
    text_char(out, i ? ' ' : '\t');
    text_number(out, at[i]);
  }
  text_char(out, '\n');
}

static void write_steps(text *out, const char *key, const uint32_t *at,
                        size_t count) {
  text_format(out, "%s %zu\n", key, count);
  for (size_t i = 0; i < count; i++)
    if (at[i] == PDS_STUTTER)
      text_put(out, "stutter\n");
    else
      text_format(out, "%u\n", (unsigned)at[i]);
}

void pushdown_lasso_write(const pds *system, const pds_lasso *lasso,
                          text *out) {
  write_tables(system, out);
  text_format(out, "start %u %zu\n", (unsigned)lasso->start,
              lasso->stack.count);
  text_write_list(out, lasso->stack.at, lasso->stack.count);
  write_steps(out, "stem", lasso->stem.at, lasso->stem.count);
  write_steps(out, "loop", lasso->loop.at, lasso->loop.count);
}

static void write_classes(const pds *system, const pds_ranks *ranks,
                          text *out) {
  text_format(out, "set-order %zu\n", ranks->sets.count);
  vec_each (const uint32_t, s, &ranks->sets) {
    uint32_t name = system->named_sets.at[*s].name;
    text_quoted(out, names_text(&system->set_names, name),
                names_length(&system->set_names, name));
    text_char(out, '\n');
  }
  vec_each (const uint32_t, s, &ranks->sets)
    write_names(out, "set-states", &system->named_sets.at[*s].automaton.extra);
  text_format(out, "classes %zu\n", ranks->class_first.count - 1);
  for (size_t c = 0; c + 1 < ranks->class_first.count; c++) {
    uint32_t first = ranks->class_first.at[c],
             end = ranks->class_first.at[c + 1];
    text_write_list(out, first < end ? ranks->class_states.at + first : NULL,
                    end - first);
  }
}

static void write_pairs(const pds *system, const pds_ranks *ranks, text *out) {
  uint32_t controls = pds_state_count(system);
  text_format(out, "initial %zu\n", ranks->initial.count);
  vec_each (const pds_ranks_pair, ranks_pair, &ranks->initial) {
    bool inner = ranks_pair->initial >= controls;
    text_format(out, inner ? "@%u" : "%u",
                (unsigned)(inner ? ranks_pair->initial - controls
                                 : ranks_pair->initial));
    if (ranks->sets.count)
      text_format(out, " %u", (unsigned)ranks_pair->below);
    text_format(out, " %u %u\n", (unsigned)ranks_pair->control,
                (unsigned)ranks_pair->state);
  }
}

void pushdown_ranks_write(const pds *system, const pds_ranks *ranks,
                          text *out) {
  write_tables(system, out);
  if (ranks->sets.count)
    write_classes(system, ranks, out);
  text_format(out, "stack %zu\n", ranks->stack.count);
  vec_each (const pds_ranks_symbol, s, &ranks->stack) {
    if (s->symbol == PDS_NONE)
      text_put(out, "bottom");
    else
      text_number(out, s->symbol);
    if (s->symbol != PDS_NONE && ranks->sets.count)
      text_format(out, " %u", (unsigned)s->below);
    text_char(out, '\n');
  }
  text_format(out, "summaries %zu\n", ranks->summaries.count);
  vec_each (const pds_ranks_summary, s, &ranks->summaries)
    text_format(out, "%u %u %u %u %u %d\n", (unsigned)s->control,
                (unsigned)s->state, (unsigned)s->symbol,
                (unsigned)s->to_control, (unsigned)s->to_state, s->accepting);
  text_format(out, "heads %zu\n", ranks->heads.count);
  vec_each (const pds_ranks_head, ranks_head, &ranks->heads)
    text_format(out, "%u %u %u %u\n", (unsigned)ranks_head->control,
                (unsigned)ranks_head->state, (unsigned)ranks_head->symbol,
                (unsigned)ranks_head->rank);
  write_pairs(system, ranks, out);
}

typedef struct reader {
  lines *in;
  const pds *p;
  uint32_t states_of_automaton;
  lines_numbers states, symbols; /* the file's numbers to the problem's */
  lines_numbers initial_states;
  lines_numbers set_states; /* inner states of the sets used */
} reader;

static bool text_read_names(reader *v, const char *key, const names *known,
                            lines_numbers *out) {
  lines *in = v->in;
  uint64_t count;
  if (!lines_header(in, key, &count) || !lines_next(in))
    return false;
  for (; count-- > 0;) {
    if (!lines_quoted(in))
      return false;
    uint32_t n = names_find(known, in->name.text, in->name.length);
    if (n == NAMES_NONE)
      return lines_fail(in, "the problem has no such name");
    vec_push(in->m, out, n);
    if (!lines_next(in))
      return false;
  }
  return true;
}

static bool read_tables(reader *v) {
  return text_read_names(v, "states", &v->p->states, &v->states) &&
         text_read_names(v, "symbols", &v->p->symbols, &v->symbols) &&
         text_read_names(v, "initial-states", &v->p->sets[PDS_INITIAL].extra,
                         &v->initial_states);
}

/* A number that 'translate' translates. */
static bool translated(reader *v, const lines_numbers *translate,
                       uint32_t *out) {
  uint32_t n;
  if (!lines_index(v->in, translate->count, &n))
    return false;
  *out = translate->at[n];
  return true;
}

static bool expect_blank(reader *v) {
  return lines_blank(v->in) || lines_fail(v->in, "expected a blank");
}

static bool read_steps(reader *v, const char *key, lines_numbers *out) {
  lines *in = v->in;
  uint64_t count;
  uint32_t n;
  if (!lines_header(in, key, &count) || !lines_next(in))
    return false;
  for (; count-- > 0;) {
    if (lines_word(in, "stutter"))
      n = PDS_STUTTER;
    else if (!lines_index(in, v->p->rules.count, &n))
      return false;
    vec_push(in->m, out, n);
    if (!lines_next(in))
      return false;
  }
  return true;
}

bool pushdown_lasso_read(lines *in, const pds *system, pds_lasso *out) {
  reader v = {.in = in, .p = system};
  lines_numbers stack = {0}, stem = {0}, loop = {0};
  uint64_t count;
  uint32_t n;
  memset(out, 0, sizeof *out);
  if (!read_tables(&v) || !lines_expect(in, "start") || !expect_blank(&v) ||
      !translated(&v, &v.states, &out->start) || !expect_blank(&v) ||
      !lines_number(in, (uint64_t)(in->end - in->at) + 1, &count) ||
      !lines_next(in))
    return false;
  for (uint64_t i = 0; i < count; i++) {
    if (!lines_byte(in, i ? ' ' : '\t'))
      return lines_fail(in, "the list is too short");
    if (!translated(&v, &v.symbols, &n))
      return false;
    vec_push(in->m, &stack, n);
  }
  if (!lines_next(in) || !read_steps(&v, "stem", &stem) ||
      !read_steps(&v, "loop", &loop))
    return false;
  memcpy(&out->stack, &stack, sizeof stack);
  memcpy(&out->stem, &stem, sizeof stem);
  memcpy(&out->loop, &loop, sizeof loop);
  return true;
}

/* The problem's numbers of the inner states of a set that starts at 'offset'
 * there, in the order of the file. */
static bool read_set_states(reader *v, const paut *automaton, uint32_t offset) {
  lines_numbers extra = {0};
  uint32_t extras = names_count(&automaton->extra);
  mem *m = v->in->m;
  if (!text_read_names(v, "set-states", &automaton->extra, &extra))
    return false;
  vec_each (const uint32_t, n, &extra)
    vec_push(m, &v->set_states, offset + *n);
  vec_each (const uint32_t, n, &v->states)
    vec_push(m, &v->set_states, offset + extras + *n);
  vec_free(m, &extra);
  return true;
}

static bool read_sets(reader *v, pds_ranks *out) {
  lines_numbers named = {0};
  uint32_t offset = 0;
  mem *m = v->in->m;
  if (!text_read_names(v, "set-order", &v->p->set_names, &named))
    return false;
  vec_each (const uint32_t, n, &named)
    for (uint32_t i = 0; i < v->p->named_sets.count; i++)
      if (v->p->named_sets.at[i].name == *n)
        vec_push(m, &out->sets, i);
  vec_free(m, &named);
  vec_each (const uint32_t, s, &out->sets) {
    const paut *automaton = &v->p->named_sets.at[*s].automaton;
    if (!read_set_states(v, automaton, offset))
      return false;
    offset += names_count(&automaton->extra) + pds_state_count(v->p);
  }
  return true;
}

static bool read_classes(reader *v, pds_ranks *out) {
  lines *in = v->in;
  uint64_t count;
  uint32_t n;
  if (!read_sets(v, out) || !lines_header(in, "classes", &count) ||
      !lines_next(in))
    return false;
  for (; count-- > 0;) {
    vec_push(in->m, &out->class_first, (uint32_t)out->class_states.count);
    for (char before = '\t'; !lines_at_end(in); before = ' ') {
      if (!lines_byte(in, before) || !translated(v, &v->set_states, &n))
        return lines_fail(in, "expected a tab and states");
      vec_push(in->m, &out->class_states, n);
    }
    if (!lines_next(in))
      return false;
  }
  vec_push(in->m, &out->class_first, (uint32_t)out->class_states.count);
  return true;
}

static bool read_stack(reader *v, pds_ranks *out) {
  lines *in = v->in;
  size_t classes = out->class_first.count - 1;
  uint64_t count;
  if (!lines_header(in, "stack", &count) || !lines_next(in))
    return false;
  for (; count-- > 0;) {
    pds_ranks_symbol ranks_symbol = {PDS_NONE, 0};
    if (!lines_word(in, "bottom") &&
        (!translated(v, &v->symbols, &ranks_symbol.symbol) ||
         (out->sets.count && (!expect_blank(v) ||
                              !lines_index(in, classes, &ranks_symbol.below)))))
      return false;
    vec_push(in->m, &out->stack, ranks_symbol);
    if (!lines_next(in))
      return false;
  }
  return true;
}

static bool read_location(reader *v, uint32_t *control, uint32_t *state) {
  return translated(v, &v->states, control) && expect_blank(v) &&
         lines_index(v->in, v->states_of_automaton, state);
}

static bool read_summaries(reader *v, pds_ranks *out) {
  lines *in = v->in;
  uint64_t count;
  if (!lines_header(in, "summaries", &count) || !lines_next(in))
    return false;
  for (; count-- > 0;) {
    pds_ranks_summary s;
    uint32_t bit;
    if (!read_location(v, &s.control, &s.state) || !expect_blank(v) ||
        !lines_index(in, out->stack.count, &s.symbol) || !expect_blank(v) ||
        !read_location(v, &s.to_control, &s.to_state) || !expect_blank(v) ||
        !lines_index(in, 2, &bit) || !lines_next(in))
      return false;
    s.accepting = bit;
    vec_push(in->m, &out->summaries, s);
  }
  return true;
}

static bool text_read_heads(reader *v, pds_ranks *out) {
  lines *in = v->in;
  uint64_t count;
  if (!lines_header(in, "heads", &count) || !lines_next(in))
    return false;
  for (; count-- > 0;) {
    pds_ranks_head ranks_head;
    if (!read_location(v, &ranks_head.control, &ranks_head.state) ||
        !expect_blank(v) ||
        !lines_index(in, out->stack.count, &ranks_head.symbol) ||
        !expect_blank(v) || !lines_index(in, UINT32_MAX, &ranks_head.rank) ||
        !lines_next(in))
      return false;
    vec_push(in->m, &out->heads, ranks_head);
  }
  return true;
}

static bool read_initial_state(reader *v, uint32_t *out) {
  lines *in = v->in;
  uint32_t controls = pds_state_count(v->p), k;
  uint32_t extras = names_count(&v->p->sets[PDS_INITIAL].extra);
  if (!lines_byte(in, '@'))
    return translated(v, &v->states, out);
  if (!lines_index(in, v->initial_states.count + v->states.count, &k))
    return false;
  *out = k < v->initial_states.count
             ? controls + v->initial_states.at[k]
             : controls + extras + v->states.at[k - v->initial_states.count];
  return true;
}

static bool read_initial(reader *v, pds_ranks *out) {
  lines *in = v->in;
  size_t classes = out->class_first.count - 1;
  uint64_t count;
  if (!lines_header(in, "initial", &count) || !lines_next(in))
    return false;
  for (; count-- > 0;) {
    pds_ranks_pair ranks_pair = {0};
    if (!read_initial_state(v, &ranks_pair.initial) || !expect_blank(v) ||
        (out->sets.count &&
         (!lines_index(in, classes, &ranks_pair.below) || !expect_blank(v))) ||
        !read_location(v, &ranks_pair.control, &ranks_pair.state) ||
        !lines_next(in))
      return false;
    vec_push(in->m, &out->initial, ranks_pair);
  }
  return true;
}

bool pushdown_ranks_read(lines *in, const pds *system, uint32_t states,
                         pds_ranks *out) {
  reader v = {.in = in, .p = system, .states_of_automaton = states};
  memset(out, 0, sizeof *out);
  if (!read_tables(&v))
    return false;
  if ((size_t)(in->end - in->at) > 10 &&
      memcmp(in->at, "set-order ", 10) == 0) {
    if (!read_classes(&v, out))
      return false;
  } else { /* the one class there is */
    vec_push(in->m, &out->class_first, 0);
    vec_push(in->m, &out->class_first, 0);
  }
  return read_stack(&v, out) && read_summaries(&v, out) &&
         text_read_heads(&v, out) && read_initial(&v, out);
}
