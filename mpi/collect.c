#include "mpi/collect.h"

#include <stdlib.h>

void collect_begin(collect *c, mem *m, net *n, part *own) {
  *c = (collect){.m = m, .net = n, .own = own};
  c->most = part_most_answer(own->x);
  c->answer = mem_alloc(m, c->most);
}

static uint32_t ask(collect *c, uint32_t rank, net_subject subject,
                    uint32_t number) {
  net_question question = {.subject = subject, .number = number};
  if (rank == c->own->rank)
    return part_answer(c->own, question, c->answer);
  return net_ask(c->net, rank, question, c->answer, c->most);
}

static void add_totals(collect *c, uint32_t rank, const part_totals *totals) {
  part_totals *sum = &c->sum;
  sum->states += totals->states;
  sum->arrivals += totals->arrivals;
  sum->faults += totals->faults;
  sum->store_bytes += totals->store_bytes;
  sum->memory += totals->memory;
  sum->note_count += totals->note_count;
  if (totals->depth > sum->depth)
    sum->depth = totals->depth;
  if (totals->failure && !sum->failure) {
    sum->failure = totals->failure;
    c->failure_rank = rank;
  }
  if (totals->faults && (c->fault_rank == ORIGIN_NO_RANK ||
                         totals->fault_level < sum->fault_level)) {
    c->fault_rank = rank;
    sum->fault_state = totals->fault_state;
    sum->fault_level = totals->fault_level;
    sum->fault_number = totals->fault_number;
  }
}

void collect_totals(collect *c) {
  c->sum = (part_totals){0};
  c->fault_rank = ORIGIN_NO_RANK;
  for (uint32_t i = 0; i < net_size(c->net); i++) {
    part_totals totals;
    ask(c, i, NET_TOTALS, 0);
    memcpy(&totals, c->answer, sizeof totals);
    add_totals(c, i, &totals);
  }
}

uint64_t collect_matched(const collect *c) {
  const part_totals *totals = &c->sum;
  return totals->arrivals > totals->states ? totals->arrivals - totals->states
                                           : 0;
}

static bool is_known(const explicit_answer *answer, const part_note *x) {
  vec_each (const explicit_note, n, &answer->notes)
    if (n->fault.line == x->line && n->fault.column == x->column &&
        n->fault.file == x->file)
      return true;
  return false;
}

static void add_note(collect *c, const part_note *x, explicit_answer *out) {
  if (out->notes.count == EXPLICIT_MOST_NOTES || is_known(out, x))
    return;
  char *words = mem_alloc(c->m, sizeof x->text);
  memcpy(words, x->text, sizeof x->text - 1);
  explicit_note n = {.fault = {.severity = (model_severity)x->severity,
                               .step = MODEL_NONE,
                               .file = x->file,
                               .line = x->line,
                               .column = x->column},
                     .text = words};
  vec_push(c->m, &out->notes, n);
}

static int compare(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

static int compare_notes(const void *a, const void *b) {
  const model_fault *x = &((const explicit_note *)a)->fault;
  const model_fault *y = &((const explicit_note *)b)->fault;
  int by_file = compare(x->file, y->file), by_line = compare(x->line, y->line);
  return by_file ? by_file : by_line ? by_line : compare(x->column, y->column);
}

/* In the order of the text: who was first is chance. */
static void collect_notes(collect *c, explicit_answer *out) {
  for (uint32_t i = 0; i < net_size(c->net); i++) {
    uint32_t length = ask(c, i, NET_NOTES, 0);
    for (uint32_t at = 0; at + sizeof(part_note) <= length;
         at += (uint32_t)sizeof(part_note)) {
      part_note note;
      memcpy(&note, c->answer + at, sizeof note);
      add_note(c, &note, out);
    }
  }
  if (out->notes.count)
    qsort(out->notes.at, out->notes.count, sizeof *out->notes.at,
          compare_notes);
}

static const uint8_t *collect_covered(collect *c) {
  uint8_t *all = NULL;
  for (uint32_t i = 0; i < net_size(c->net); i++) {
    uint32_t length = ask(c, i, NET_COVERED, 0);
    if (length == 0)
      return NULL;
    if (!all)
      all = mem_alloc(c->m, length);
    for (uint32_t k = 0; k < length; k++)
      all[k] |= c->answer[k];
  }
  return all;
}

/* The states of a path, the last one first. */
typedef struct path {
  vec(uint8_t) bytes;
  vec(size_t) at; /* one more than there are states */
} path;

/* Each owner knows who owns the state before. */
static void follow(collect *c, path *p) {
  uint32_t rank = c->fault_rank, number = c->sum.fault_state;
  vec_push(c->m, &p->at, 0);
  while (number != STORE_NONE && rank != ORIGIN_NO_RANK) {
    uint32_t size = ask(c, rank, NET_STATE, number) - (uint32_t)sizeof(origin);
    origin from;
    memcpy(&from, c->answer, sizeof from);
    vec_reserve(c->m, &p->bytes, size);
    if (size)
      memcpy(p->bytes.at + p->bytes.count, c->answer + sizeof from, size);
    p->bytes.count += size;
    vec_push(c->m, &p->at, p->bytes.count);
    rank = origin_rank(from);
    number = origin_number(from);
  }
}

static void add_state(collect *c, const uint8_t *bytes, size_t size,
                      uint32_t label, model_run *out) {
  vec_push(c->m, &out->at, out->bytes.count);
  vec_push(c->m, &out->labels, label);
  vec_reserve(c->m, &out->bytes, size);
  if (size)
    memcpy(out->bytes.at + out->bytes.count, bytes, size);
  out->bytes.count += size;
}

/* The action of the first step that leads to the state. */
static uint32_t label_of(const model_steps *steps, const uint8_t *bytes,
                         size_t size) {
  vec_each (const model_step, step, &steps->steps)
    if (step->size == size &&
        (size == 0 || memcmp(steps->bytes.at + step->at, bytes, size) == 0))
      return step->label;
  return MODEL_NONE;
}

/* Steps are computed anew: the model is the same on all ranks, and gives the
 * same steps, with the same faults, each time. In the end 'steps' are those of
 * the last state. */
static void add_run(collect *c, const path *p, model_steps *steps,
                    model_run *out) {
  const model *x = c->own->x;
  for (size_t i = p->at.count - 1; i-- > 0;) {
    const uint8_t *bytes = p->bytes.at + p->at.at[i];
    size_t size = p->at.at[i + 1] - p->at.at[i];
    uint32_t label = MODEL_NONE;
    model_steps_reset(steps);
    x->ops->next(x, c->own->scratch, bytes, (uint32_t)size, steps);
    if (i > 0)
      label = label_of(steps, p->bytes.at + p->at.at[i - 1],
                       p->at.at[i] - p->at.at[i - 1]);
    add_state(c, bytes, size, label, out);
    progress_tick(c->own->clock);
  }
}

static void collect_run(collect *c, explicit_answer *out) {
  const model *x = c->own->x;
  path p = {0};
  model_steps steps = {.m = c->m};
  model_run *run = &out->run;
  follow(c, &p);
  if (p.at.count == 1)
    x->ops->initial(x, c->own->scratch, &steps);
  else
    add_run(c, &p, &steps, run);
  const model_fault *fault = &steps.faults.at[c->sum.fault_number];
  explicit_note note = findings_copy(c->m, &steps, fault);
  out->fault = note.fault;
  out->fault_text = note.text;
  if (fault->step != MODEL_NONE) {
    const model_step *last = &steps.steps.at[fault->step];
    if (run->labels.count)
      vec_last(&run->labels) = last->label;
    add_state(c, steps.bytes.at + last->at, last->size, MODEL_NONE, run);
  }
  vec_push(c->m, &run->at, run->bytes.count);
  run->count = run->loop = run->labels.count;
  vec_free(c->m, &p.bytes);
  vec_free(c->m, &p.at);
  model_steps_free(&steps);
}

void collect_answer(collect *c, explicit_answer *out) {
  const part_totals *totals = &c->sum;
  *out = (explicit_answer){.verdict =
                               totals->faults ? EXPLICIT_FAULT : EXPLICIT_HOLDS,
                           .search = "distributed",
                           .faults = totals->faults,
                           .stats = {.states = totals->states,
                                     .matched = collect_matched(c),
                                     .transitions = totals->arrivals,
                                     .depth = totals->depth,
                                     .store_bytes = totals->store_bytes}};
  collect_notes(c, out);
  out->covered = collect_covered(c);
  if (totals->faults)
    collect_run(c, out);
}
