/* States and steps of the machine and the walker, one by one. */
#include "lang/promela/compare/state.h"

#include <assert.h>
#include <stdlib.h>

/* States that belong together. */

static void bind_mark(comparer *c, uint32_t state, uint32_t mark) {
  assert(state < c->marks.count);
  if (mark >= c->of_mark.count)
    vec_resize(c->m, &c->of_mark, 2 * (size_t)mark + 64);
  assert(c->marks.at[state] == PML_NONE && c->of_mark.at[mark] == 0);
  c->marks.at[state] = mark;
  c->of_mark.at[mark] = state + 1;
}

static uint32_t state_of(const comparer *c, uint32_t mark) {
  return mark < c->of_mark.count && c->of_mark.at[mark]
             ? c->of_mark.at[mark] - 1
             : PML_NONE;
}

static uint32_t keep_state(comparer *c, const uint8_t *bytes, uint32_t size,
                           compare_parent from) {
  uint32_t known = names_count(&c->states);
  uint32_t n = names_insert(c->m, &c->states, (const char *)bytes, size);
  if (n == known) {
    vec_push(c->m, &c->marks, PML_NONE);
    vec_push(c->m, &c->parents, from);
    vec_push(c->m, &c->compared, false);
  }
  return n;
}

static void view_state(comparer *c, uint32_t state) {
  pml_view_bytes(c->viewer, (const uint8_t *)names_text(&c->states, state),
                 (uint32_t)names_length(&c->states, state), &c->machine_view);
}

static bool are_views_equal(const comparer *c) {
  const pml_view *a = &c->machine_view, *b = &c->walker_view;
  return a->items.count == b->items.count &&
         memcmp(a->items.at, b->items.at,
                a->items.count * sizeof *a->items.at) == 0;
}

/* The state among the machine's steps that holds what the walker's new state
 * holds; PML_NONE: there is none. */
static uint32_t find_equal(comparer *c, uint32_t mark) {
  pml_walker_return(c->walker, mark);
  pml_walker_view(c->walker, &c->walker_view);
  vec_each (const compare_step, step, &c->machine_steps) {
    if (c->marks.at[step->to] != PML_NONE)
      continue;
    view_state(c, step->to);
    if (are_views_equal(c)) {
      bind_mark(c, step->to, mark);
      return step->to;
    }
  }
  return PML_NONE;
}

static int by_label(const void *a, const void *b) {
  const compare_step *x = a, *y = b;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  if (x->movers != y->movers)
    return x->movers < y->movers ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return (x->column > y->column) - (x->column < y->column);
}

static void take_machine_steps(comparer *c) {
  c->machine_steps.count = 0;
  for (uint32_t i = 0; i < c->steps.steps.count; i++) {
    const model_step *step = &c->steps.steps.at[i];
    compare_parent from = {c->state, step->movers, step->line, step->column};
    uint32_t to = keep_state(c, c->steps.bytes.at + step->at, step->size, from);
    vec_push(c->m, &c->machine_steps,
             ((compare_step){to, step->movers, step->line, step->column, i}));
  }
}

static void take_walker_steps(comparer *c) {
  c->walker_steps.count = 0;
  for (uint32_t i = 0; i < c->wholes.count; i++) {
    const pml_walker_whole *walker_whole = &c->wholes.at[i];
    uint32_t to = state_of(c, walker_whole->mark);
    if (to == PML_NONE)
      to = find_equal(c, walker_whole->mark);
    vec_push(c->m, &c->walker_steps,
             ((compare_step){to, walker_whole->movers, walker_whole->line,
                             walker_whole->column, i}));
  }
}

/* The machine's step that looks most like the walker's, and leads to a state
 * that is not known to the walker. */
static const compare_step *counterpart(const comparer *c,
                                       const compare_step *step) {
  const compare_step *found = NULL;
  vec_each (const compare_step, s, &c->machine_steps)
    if (c->marks.at[s->to] == PML_NONE && s->movers == step->movers &&
        (!found || (s->line == step->line && s->column == step->column)))
      found = s;
  return found;
}

/* A new state of the walker that no state of the machine is like. */
static bool are_all_known(comparer *c) {
  vec_each (const compare_step, step, &c->walker_steps) {
    if (step->to != PML_NONE)
      continue;
    const compare_step *other = counterpart(c, step);
    if (other) {
      pml_walker_return(c->walker, c->wholes.at[step->number].mark);
      pml_walker_view(c->walker, &c->walker_view);
      compare_tell_views(c, other->to, step);
    } else {
      compare_tell_step(c, step, true);
    }
    return false;
  }
  return true;
}

/* Both lists, as sets. */
static bool compare_are_steps_equal(comparer *c) {
  size_t i = 0, k = 0, n = c->machine_steps.count, o = c->walker_steps.count;
  if (!are_all_known(c))
    return false;
  if (n)
    qsort(c->machine_steps.at, n, sizeof *c->machine_steps.at, by_label);
  if (o)
    qsort(c->walker_steps.at, o, sizeof *c->walker_steps.at, by_label);
  while (i < n || k < o) {
    const compare_step *a = c->machine_steps.at + i,
                       *b = c->walker_steps.at + k;
    int order = i == n ? 1 : k == o ? -1 : by_label(a, b);
    if (order) {
      compare_tell_step(c, order < 0 ? a : b, order > 0);
      return false;
    }
    do /* the machine may come to a state in several ways */
      i++;
    while (i < n &&
           by_label(c->machine_steps.at + i - 1, c->machine_steps.at + i) == 0);
    k++;
    while (k < o &&
           by_label(c->walker_steps.at + k - 1, c->walker_steps.at + k) == 0)
      k++;
    c->x->steps++;
  }
  return true;
}

static int by_place(const void *a, const void *b) {
  const compare_fault *x = a, *y = b;
  if (x->severity != y->severity)
    return x->severity < y->severity ? -1 : 1;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return (x->column > y->column) - (x->column < y->column);
}

/* Notes are told by the machine once for a place, and are not compared. */
static void sort_faults(compare_faults *list) {
  size_t kept = 0;
  if (list->count)
    qsort(list->at, list->count, sizeof *list->at, by_place);
  for (size_t i = 0; i < list->count; i++)
    if (!kept || by_place(&list->at[kept - 1], &list->at[i]) != 0)
      list->at[kept++] = list->at[i];
  list->count = kept;
}

static void add_fault(comparer *c, compare_faults *to, const model_fault *fault,
                      size_t number) {
  if (fault->severity != MODEL_NOTE)
    vec_push(c->m, to,
             ((compare_fault){fault->severity, fault->file, fault->line,
                              fault->column, (uint32_t)number}));
}

static pml_opinion compare_all_faults(comparer *c) {
  compare_faults *a = &c->machine_faults, *b = &c->walker_faults;
  a->count = b->count = 0;
  for (size_t i = 0; i < c->steps.faults.count; i++)
    add_fault(c, a, &c->steps.faults.at[i], i);
  for (size_t i = 0; i < pml_walker_fault_count(c->walker); i++) {
    const model_fault *fault = pml_walker_fault(c->walker, i, NULL);
    add_fault(c, b, fault, i);
    if (fault->severity == MODEL_NOTE && c->x->least == MODEL_NOTE) {
      compare_fault note = {fault->severity, fault->file, fault->line,
                            fault->column, (uint32_t)i};
      compare_tell_fault(c, &note, true, true);
      return PML_FAULT_AGREED;
    }
  }
  sort_faults(a);
  sort_faults(b);
  for (size_t i = 0; i < a->count || i < b->count; i++) {
    int order = i >= a->count   ? 1
                : i >= b->count ? -1
                                : by_place(&a->at[i], &b->at[i]);
    if (order) {
      compare_tell_fault(c, order < 0 ? &a->at[i] : &b->at[i], order > 0,
                         false);
      return PML_DIFFERENT;
    }
  }
  if (a->count && a->at[a->count - 1].severity >= c->x->least) {
    compare_tell_fault(c, &a->at[a->count - 1], false, true);
    return PML_FAULT_AGREED;
  }
  return PML_AGREED;
}

static int walker_value(comparer *c, uint32_t atom) {
  assert(atom < c->x->atoms->count);
  uint32_t e = c->x->atoms->at[atom];
  int32_t value;
  if (e == PML_NONE)
    return pml_walker_at_accept(c->walker);
  return pml_walker_value(c->walker, e, &value) ? value != 0 : -1;
}

/* Before the walker takes its steps. An atom without a value is told as -1. */
static bool are_letters_equal(comparer *c) {
  uint64_t letter = 0;
  c->has_letter = false;
  if (!c->x->binding)
    return true;
  model_steps_reset(&c->steps);
  bool has_letter =
      c->model->ops->letter(c->model, c->x->binding, c->scratch, c->bytes,
                            c->size, &letter, &c->steps);
  for (uint32_t i = 0; i < c->x->atoms->count; i++) {
    int walker = walker_value(c, i), machine = (int)(letter >> i & 1);
    if (!has_letter && walker < 0)
      return true;
    if (has_letter && walker != machine) {
      compare_tell_atom(c, i, machine, walker);
      return false;
    }
  }
  if (!has_letter)
    compare_tell(c, "the formula has no value to the machine, and one to the "
                    "walker");
  c->letter = letter;
  c->has_letter = has_letter;
  return has_letter;
}

static void enter(comparer *c, uint32_t state) {
  c->state = state;
  c->size = (uint32_t)names_length(&c->states, state);
  if (c->size)
    memcpy(c->bytes, names_text(&c->states, state), c->size);
}

static void expand_machine(comparer *c) {
  model_steps_reset(&c->steps);
  c->model->ops->next(c->model, c->scratch, c->bytes, c->size, &c->steps);
}

static bool are_movers_equal(comparer *c, uint64_t walker) {
  uint64_t machine =
      c->model->ops->enabled(c->model, c->scratch, c->bytes, c->size);
  if (machine == walker)
    return true;
  compare_tell(c,
               "processes %#llx can move to the machine, %#llx to the walker "
               "(bit by bit)",
               (unsigned long long)machine, (unsigned long long)walker);
  return false;
}

static pml_opinion compare_one(comparer *c, uint32_t state) {
  assert(state < c->marks.count);
  uint64_t movers;
  progress_tick(c->x->clock);
  enter(c, state);
  assert(c->marks.at[state] != PML_NONE);
  pml_walker_return(c->walker, c->marks.at[state]);
  pml_walker_forget_faults(c->walker);
  if (!are_letters_equal(c) || !compare_claim_steps(c))
    return PML_DIFFERENT;
  pml_walker_next(c->walker, c->marks.at[state], &c->wholes, &movers);
  expand_machine(c);
  pml_opinion faults = compare_all_faults(c);
  if (faults != PML_AGREED)
    return faults;
  take_machine_steps(c);
  take_walker_steps(c);
  if (!compare_are_steps_equal(c) || !are_movers_equal(c, movers))
    return PML_DIFFERENT;
  c->compared.at[state] = true;
  c->x->states++;
  return PML_AGREED;
}

static pml_opinion compare_first(comparer *c) {
  c->model->ops->initial(c->model, c->scratch, &c->steps);
  if (c->steps.steps.count != 1) {
    compare_tell(c, "the machine has no first state");
    return PML_DIFFERENT;
  }
  const model_step *step = &c->steps.steps.at[0];
  keep_state(c, c->steps.bytes.at + step->at, step->size,
             (compare_parent){.state = PML_NONE});
  pml_walker_view(c->walker, &c->walker_view);
  view_state(c, 0);
  if (!are_views_equal(c)) {
    compare_tell_views(c, 0, NULL);
    return PML_DIFFERENT;
  }
  bind_mark(c, 0, pml_walker_mark(c->walker));
  return PML_AGREED;
}

static uint64_t draw(uint64_t *seed) {
  uint64_t z = *seed += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

/* A state behind one that was compared; PML_NONE: there is none. */
static uint32_t random_step(comparer *c, uint32_t state, uint64_t *seed) {
  enter(c, state);
  expand_machine(c);
  size_t n = c->steps.steps.count;
  if (!n)
    return PML_NONE;
  const model_step *step = &c->steps.steps.at[draw(seed) % n];
  return names_find(&c->states, (const char *)c->steps.bytes.at + step->at,
                    step->size);
}

/* Wide states, or states with many steps each, fill the memory before their
 * number says so: a second opinion is not worth more than this. */
static bool has_room(const comparer *c, bool at_random) {
  enum { MOST_MEGABYTES = 256 };
  size_t megabytes = pml_walker_bytes(c->walker) >> 20;
  return megabytes <
         (at_random ? MOST_MEGABYTES + MOST_MEGABYTES / 4 : MOST_MEGABYTES);
}

/* Random walks from states at random, until so many more were compared, or
 * most of what they meet is known. */
static pml_opinion compare_at_random(comparer *c) {
  enum { MOST_STEPS = 1000, MOST_KNOWN = 20 };
  uint64_t seed = c->x->seed, until = c->x->states + c->x->most_states / 2,
           most = MOST_KNOWN * c->x->most_states, steps = 0;
  while (c->x->states < until && steps < most && has_room(c, true)) {
    uint32_t state = (uint32_t)(draw(&seed) % names_count(&c->states));
    c->x->random_walks++;
    for (int i = 0; i < MOST_STEPS && c->x->states < until; i++, steps++) {
      progress_tick(c->x->clock);
      if (!c->compared.at[state]) {
        pml_opinion o = compare_one(c, state);
        if (o != PML_AGREED)
          return o;
      }
      state = random_step(c, state, &seed);
      if (state == PML_NONE)
        break;
      assert(c->marks.at[state] != PML_NONE);
    }
  }
  return PML_AGREED;
}

pml_opinion pml_compare(mem *m, pml_comparison *comparison) {
  comparer c = {.m = m,
                .x = comparison,
                .model = comparison->model,
                .walker =
                    pml_walker_new(m, &promela_of(comparison->model)->syntax),
                .viewer = pml_viewer_new(m, comparison->model),
                .scratch = mem_alloc(m, comparison->model->scratch_bytes),
                .bytes = mem_alloc(m, comparison->model->most_bytes + 1),
                .steps = {.m = m},
                .machine_view = {.m = m},
                .walker_view = {.m = m}};
  pml_opinion o = compare_first(&c);
  if (o == PML_AGREED && !compare_claim_begin(&c))
    o = PML_DIFFERENT;
  uint32_t i = 0;
  while (o == PML_AGREED && i < names_count(&c.states) &&
         i < comparison->most_states && has_room(&c, false))
    o = compare_one(&c, i++);
  comparison->is_whole = o == PML_AGREED && i == names_count(&c.states);
  if (o == PML_AGREED && !comparison->is_whole)
    o = compare_at_random(&c);
  return o;
}
