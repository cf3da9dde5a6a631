#include "evidence/finite/finite.h"

#include <assert.h>

typedef struct writer {
  mem *m;
  const model *x;
  text *out;
  int64_t *numbers;
} writer;

static void begin(writer *w, mem *m, const model *x, text *out) {
  *w = (writer){.m = m, .x = x, .out = out};
  w->numbers = mem_array(m, (size_t)x->number_count + 1, sizeof *w->numbers);
}

/* Without a blank before it. */
static void write_state(writer *w, const uint8_t *bytes, uint32_t size) {
  uint32_t count = w->x->number_count;
  w->x->ops->numbers(w->x, bytes, size, w->numbers);
  while (w->x->drops_zeros && count > 1 && w->numbers[count - 1] == 0)
    count--;
  for (uint32_t i = 0; i < count; i++) {
    if (i)
      text_char(w->out, ' ');
    text_number(w->out, w->numbers[i]);
  }
}

void finite_write_unfold(text *out) { text_put(out, "unfold\n"); }

bool finite_is_unfolded(lines *in) {
  return lines_word(in, "unfold") && lines_next(in);
}

void finite_write_ranks(mem *m, const model *x, const product_ranks *ranks,
                        text *out) {
  writer w;
  begin(&w, m, x, out);
  text_format(out, "product %zu\n", ranks->pairs.count);
  vec_each (const product_pair_rank, pair_rank, &ranks->pairs) {
    assert(pair_rank->rank >= 1 &&
           pair_rank->at + pair_rank->size <= ranks->bytes.count);
    text_number(out, pair_rank->rank);
    text_char(out, ' ');
    text_number(out, pair_rank->automaton);
    text_char(out, ' ');
    write_state(&w, ranks->bytes.at + pair_rank->at, pair_rank->size);
    text_char(out, '\n');
  }
  mem_free(m, w.numbers);
}

void finite_write_states(mem *m, const model *x, const product_states *states,
                         text *out) {
  writer w;
  size_t count = states->at.count ? states->at.count - 1 : 0;
  begin(&w, m, x, out);
  text_format(out, "states %zu\n", count);
  for (size_t i = 0; i < count; i++) {
    size_t at = states->at.at[i];
    write_state(&w, states->bytes.at + at,
                (uint32_t)(states->at.at[i + 1] - at));
    text_char(out, '\n');
  }
  mem_free(m, w.numbers);
}

/* Same state, same step? */
static bool is_same(const model_run *run, size_t i, size_t j) {
  assert(i < run->count && j < run->count);
  const size_t *at = run->at.at;
  size_t size = at[i + 1] - at[i];
  return run->labels.at[i] == run->labels.at[j] && size == at[j + 1] - at[j] &&
         (size == 0 ||
          memcmp(run->bytes.at + at[i], run->bytes.at + at[j], size) == 0);
}

static void write_part(writer *w, const char *key, const model_run *run,
                       size_t first, size_t end) {
  assert(first <= end && end <= run->count);
  text_format(w->out, "%s %zu\n", key, end - first);
  for (size_t i = first; i < end; i++) {
    uint32_t label = run->labels.at[i];
    write_state(w, run->bytes.at + run->at.at[i],
                (uint32_t)(run->at.at[i + 1] - run->at.at[i]));
    if (label != MODEL_NONE) {
      text_put(w->out, " @ ");
      text_quoted(w->out, names_text(&w->x->labels, label),
                  names_length(&w->x->labels, label));
    }
    text_char(w->out, '\n');
  }
}

void finite_write_run(mem *m, const model *x, const model_run *run, text *out) {
  writer w;
  size_t stem = run->loop, loop = run->loop, end = run->count, i;
  begin(&w, m, x, out);
  for (i = loop + 1; i < run->count && is_same(run, loop, i); i++)
    ;
  if (i == run->count) {
    end = loop + 1;
    while (stem > 0 && is_same(run, loop, stem - 1))
      stem--;
  }
  write_part(&w, "stem", run, 0, stem);
  if (loop < run->count)
    write_part(&w, "loop", run, loop, end);
  mem_free(m, w.numbers);
}

typedef struct reader {
  lines *in;
  const model *x;
  int64_t *numbers;
  uint8_t *state;
} reader;

static void begin_reading(reader *v, lines *in, const model *x) {
  *v = (reader){.in = in, .x = x};
  v->numbers =
      mem_array(in->m, (size_t)x->number_count + 1, sizeof *v->numbers);
  v->state = mem_alloc(in->m, (size_t)x->most_bytes + 1);
}

static bool end_reading(reader *v) {
  mem_free(v->in->m, v->numbers);
  mem_free(v->in->m, v->state);
  return !v->in->failed;
}

/* A state into 'state'. */
static bool read_state(reader *v, uint32_t *size) {
  uint32_t i = 0;
  for (; i < v->x->number_count; i++) {
    if (i && v->x->drops_zeros && lines_at_end(v->in))
      break;
    if ((i && !lines_blank(v->in)) || !lines_int64(v->in, v->numbers + i))
      return lines_fail(v->in, "a number of the state is missing");
  }
  for (; i < v->x->number_count; i++)
    v->numbers[i] = 0;
  return v->x->ops->from_numbers(v->x, v->numbers, v->state, size) ||
         lines_fail(v->in, "the model has no such state");
}

#define add_state(v, size, out)                                                \
  do {                                                                         \
    vec_reserve((v)->in->m, (out), (size));                                    \
    if (size)                                                                  \
      memcpy((out)->at + (out)->count, (v)->state, (size));                    \
    (out)->count += (size);                                                    \
  } while (0)

static bool read_pair(reader *v, uint32_t automaton_states,
                      product_ranks *out) {
  product_pair_rank pair_rank = {.at = out->bytes.count};
  if (!lines_index(v->in, UINT32_MAX, &pair_rank.rank) || !lines_blank(v->in) ||
      !lines_index(v->in, automaton_states, &pair_rank.automaton) ||
      !lines_blank(v->in))
    return lines_fail(v->in, "expected a rank and an automaton's state");
  if (!read_state(v, &pair_rank.size))
    return false;
  add_state(v, pair_rank.size, &out->bytes);
  vec_push(v->in->m, &out->pairs, pair_rank);
  return lines_next(v->in);
}

bool finite_read_ranks(lines *in, const model *x, uint32_t automaton_states,
                       product_ranks *out) {
  reader v;
  uint64_t count = 0;
  *out = (product_ranks){0};
  begin_reading(&v, in, x);
  bool good = lines_header(in, "product", &count) && lines_next(in);
  for (; good && count > 0; count--)
    good = read_pair(&v, automaton_states, out);
  return end_reading(&v);
}

bool finite_read_states(lines *in, const model *x, product_states *out) {
  reader v;
  uint64_t count = 0;
  uint32_t size = 0;
  *out = (product_states){0};
  begin_reading(&v, in, x);
  bool good = lines_header(in, "states", &count) && lines_next(in);
  for (; good && count > 0; count--) {
    vec_push(in->m, &out->at, out->bytes.count);
    good = read_state(&v, &size);
    if (good)
      add_state(&v, size, &out->bytes);
    good = good && lines_next(in);
  }
  vec_push(in->m, &out->at, out->bytes.count);
  return end_reading(&v);
}

/* A state, and the action if there is one. */
static bool read_step(reader *v, model_run *out) {
  lines *in = v->in;
  uint32_t size = 0, label = MODEL_NONE;
  if (!read_state(v, &size))
    return false;
  if (lines_blank(in)) {
    if (!lines_expect(in, "@") || !lines_blank(in))
      return lines_fail(in, "expected an action");
    if (!lines_quoted(in))
      return false;
    label = names_find(&v->x->labels, in->name.text, in->name.length);
    if (label == NAMES_NONE)
      return lines_fail(in, "the model has no such action");
  }
  vec_push(in->m, &out->at, out->bytes.count);
  vec_push(in->m, &out->labels, label);
  add_state(v, size, &out->bytes);
  return lines_next(in);
}

bool finite_read_run(lines *in, const model *x, bool has_loop, model_run *out) {
  static const char *const keys[] = {"stem", "loop"};
  reader v;
  uint64_t count = 0;
  bool good = true;
  *out = (model_run){0};
  begin_reading(&v, in, x);
  for (int part = 0; good && part <= has_loop; part++) {
    out->loop = out->at.count;
    good = lines_header(in, keys[part], &count) && lines_next(in);
    if (good && count == 0 && part == has_loop)
      good = lines_fail(in, "there must be a state");
    for (; good && count > 0; count--)
      good = read_step(&v, out);
  }
  out->count = out->at.count;
  if (!has_loop)
    out->loop = out->count;
  vec_push(in->m, &out->at, out->bytes.count);
  return end_reading(&v);
}
