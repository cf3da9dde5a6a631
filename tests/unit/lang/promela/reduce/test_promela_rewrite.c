/* Rewritten programs: every state is one of the old program, but for variables
 * that are not read again; from each the same statements are possible; the same
 * things go wrong, and the walker meets them where the machine says. An
 * argument is a model to compare; '-v' before it: how many states. */
#include "tests/unit/corpora.h"
#include "tests/unit/lang/promela/promela_walker.h"
#include "tests/unit/lang/promela/reduce/promela_random.h"

#include "lang/promela/machine/state.h"
#include "lang/promela/reduce/rewrite.h"

typedef struct bytes {
  uint8_t *at;
  uint32_t size;
} bytes;

/* One program as the machine runs it. */
typedef struct side {
  model model;
  void *scratch;
  model_steps steps;
} side;

typedef struct rewritten {
  walked *x;
  const char *file;
  side old, new;
  pml_lowered lowered;
  pml_visible visible;
  names states;        /* of the new program */
  vec(bytes) twins;    /* of each: that of the old program, on the same way */
  vec(uint32_t) marks; /* and the walker's */
  names old_faults, new_faults;
  bool old_is_undefined, new_is_undefined, is_cut;
  size_t differences;
  uint32_t old_states, most;
} rewritten;

static void complain(rewritten *r, const char *what) {
  enum { MOST = 3 };
  if (r->differences++ < MOST)
    printf("%s: %s\n", r->file, what);
}

typedef struct possible {
  pml_step step;
  size_t at;
  uint32_t size, owner;
  bool leads; /* to a state */
} possible;

typedef struct possibles {
  mem *m;
  vec(possible) list;
  vec(uint8_t) bytes;
} possibles;

static void note_single(pml_machine *x, const pml_single *s) {
  possibles *p = x->follower;
  possible one = {.step = {.pid = s->pid,
                           .kind = s->move->kind == PML_MOVE_END ? PML_STEP_END
                                   : s->move->is_join            ? PML_STEP_JOIN
                                                      : PML_STEP_STATEMENT,
                           .statement = s->move->statement,
                           .partner = s->partner,
                           .partner_statement =
                               s->received ? s->received->statement : PML_NONE},
                  .at = p->bytes.count,
                  .size = s->bytes ? s->size : 0,
                  .leads = s->bytes != NULL,
                  .owner = s->owner};
  vec_push(p->m, &p->list, one);
  vec_reserve(p->m, &p->bytes, one.size + 1);
  if (s->bytes)
    memcpy(p->bytes.at + one.at, s->bytes, one.size);
  p->bytes.count += one.size;
}

/* All single steps from a state, in the order of the search. */
static void find_singles(mem *m, side *s, const uint8_t *state, uint32_t size,
                         uint32_t owner, possibles *out) {
  s->steps.m = m;
  model_steps_reset(&s->steps);
  pml_machine *x = pml_machine_in(&s->model, s->scratch, &s->steps);
  out->m = m;
  out->list.count = out->bytes.count = 0;
  x->follow = note_single;
  x->follower = out;
  memcpy(x->base, state, size);
  pml_decode(x, x->base, size);
  x->timeout = false;
  if (owner != PML_NONE)
    pml_expand(x, x->base, size, owner, 0);
  for (int late = 0; late < 2 && !out->list.count; late++)
    for (uint32_t pid = x->layout.processes; pid-- > 0;) {
      x->timeout = late;
      if (!late || x->p->has_timeout)
        pml_expand(x, x->base, size, pid, 0);
    }
  pml_machine_end(x);
}

static bool is_same_step(const pml_step *a, const pml_step *b) {
  return a->pid == b->pid && a->kind == b->kind &&
         a->statement == b->statement && a->partner == b->partner &&
         a->partner_statement == b->partner_statement;
}

static bytes keep(mem *m, const uint8_t *at, uint32_t size) {
  bytes b = {mem_alloc(m, size + 1), size};
  memcpy(b.at, at, size);
  return b;
}

static bool sees_change(const rewritten *r, const uint8_t *a,
                        const uint8_t *b) {
  uint32_t count = promela_of(&r->old.model)->lowered.global_bytes;
  for (uint32_t i = 0; r->visible.globals && i < count; i++)
    if (r->visible.globals[i] && a[i] != b[i])
      return true;
  return false;
}

/* Takes the steps in the old program; where it rests the question may see a
 * difference once, by the first step. */
static bool take_in_old(rewritten *r, bytes from, const pml_steps *steps,
                        bytes *to) {
  mem *m = &r->x->mem;
  possibles p = {0};
  bytes now = keep(m, from.at, from.size);
  uint32_t owner = PML_NONE;
  bool found = true, is_first = true;
  for (size_t i = 0; i < steps->count && found; i++) {
    found = false;
    find_singles(m, &r->old, now.at, now.size, owner, &p);
    for (size_t k = 0; k < p.list.count && !found; k++) {
      const possible *one = &p.list.at[k];
      if (!is_same_step(&one->step, &steps->at[i]) || !one->leads)
        continue;
      bytes next = keep(m, p.bytes.at + one->at, one->size);
      if (owner == PML_NONE && i > 0 && sees_change(r, now.at, next.at) &&
          !is_first)
        complain(r, "two changes can be seen in one step");
      is_first &= owner != PML_NONE;
      mem_free(m, now.at);
      now = next;
      owner = one->owner;
      found = true;
    }
    if (i == 0)
      is_first = owner != PML_NONE;
  }
  *to = now;
  vec_free(m, &p.list);
  vec_free(m, &p.bytes);
  return found;
}

/* Variables may differ: of a process, if the new one is 0; global ones, if
 * it is as in the beginning. */
static bool are_alike(rewritten *r, const uint8_t *state, uint32_t size,
                      bytes old) {
  const pml_lowered *p = &r->lowered;
  const uint8_t *first = (const uint8_t *)names_text(&r->states, 0);
  if (size != old.size)
    return false;
  pml_machine *x = pml_machine_in(&r->new.model, r->new.scratch, &r->new.steps);
  pml_decode(x, state, size);
  for (uint32_t i = 0; i < size; i++) {
    uint32_t pid = x->layout.processes, process = PML_NONE;
    while (pid > 0 && x->layout.frame[pid - 1] > i)
      pid--;
    uint32_t base = pid ? x->layout.frame[pid - 1] : 0;
    if (state[i] == old.at[i])
      continue;
    if (pid)
      process = x->layout.type[pid - 1];
    bool is_variable = false;
    for (uint32_t v = 0; v < p->lies.count; v++) {
      const pml_var *y = &p->syntax->vars.at[v];
      is_variable |=
          y->process == process && y->record == PML_NONE &&
          i - base >= p->lies.at[v].offset &&
          i - base < p->lies.at[v].offset + p->lies.at[v].stride * y->count;
    }
    if (!is_variable || state[i] != (pid ? 0 : first[i]) ||
        (!pid && r->visible.globals && r->visible.globals[i]))
      return false;
  }
  return true;
}

/* The same statements are possible in both, in the same order. */
static void compare_singles(rewritten *r, uint32_t state) {
  mem *m = &r->x->mem;
  possibles mine = {0}, theirs = {0};
  bytes old = r->twins.at[state];
  find_singles(m, &r->new, (const uint8_t *)names_text(&r->states, state),
               (uint32_t)names_length(&r->states, state), PML_NONE, &mine);
  find_singles(m, &r->old, old.at, old.size, PML_NONE, &theirs);
  bool same = mine.list.count == theirs.list.count;
  for (size_t i = 0; same && i < mine.list.count; i++)
    same = is_same_step(&mine.list.at[i].step, &theirs.list.at[i].step);
  if (!same)
    complain(r, "other statements are possible");
  vec_free(m, &mine.list);
  vec_free(m, &mine.bytes);
  vec_free(m, &theirs.list);
  vec_free(m, &theirs.bytes);
}

static bool follow(rewritten *r, uint32_t from, const pml_steps *steps,
                   const model_fault *wanted, bool *met) {
  pml_walker *w = r->x->walker;
  pml_event e = {0};
  pml_walker_return(w, from);
  *met = false;
  for (size_t i = 0; i < steps->count; i++) {
    if (pml_walker_rests(w))
      *met = false; /* what is wrong must be at the end */
    if (e.stopped || !pml_walker_take(w, &steps->at[i], &e))
      return false;
    for (size_t k = e.first_fault; wanted && k < e.first_fault + e.faults;
         k++) {
      const model_fault *f = pml_walker_fault(w, k, NULL);
      *met |= f->severity == wanted->severity && f->line == wanted->line &&
              f->column == wanted->column;
    }
  }
  size_t first = 0, count = wanted && !*met ? pml_walker_check(w, &first) : 0;
  for (size_t k = first; k < first + count; k++) {
    const model_fault *f = pml_walker_fault(w, k, NULL);
    *met |= f->severity == wanted->severity && f->line == wanted->line &&
            f->column == wanted->column;
  }
  return true;
}

static uint32_t note_fault(rewritten *r, names *to, const model_steps *steps,
                           const model_fault *f) {
  char line[700];
  int n = snprintf(line, sizeof line, "%d %u:%u:%u %s", (int)f->severity,
                   f->file, f->line, f->column, model_fault_text(steps, f));
  return names_insert(&r->x->mem, to, line, (size_t)n);
}

static void follow_fault(rewritten *r, uint32_t state, const model_fault *f) {
  mem *m = &r->x->mem;
  const model_step *step =
      f->step == MODEL_NONE ? NULL : &r->new.steps.steps.at[f->step];
  pml_steps singles = {0};
  bool met = false;
  if (!pml_unfold(&r->new.model, m,
                  (const uint8_t *)names_text(&r->states, state),
                  (uint32_t)names_length(&r->states, state),
                  step ? r->new.steps.bytes.at + step->at : NULL,
                  step ? step->size : 0, f, 0, &singles))
    complain(r, "a fault cannot be unfolded");
  else if (!follow(r, r->marks.at[state], &singles, f, &met))
    complain(r, "the walker cannot take a step to a fault");
  else if (!met)
    complain(r, "the walker does not meet a fault where it should");
  vec_free(m, &singles);
}

static bool is_undefined(const model_steps *steps, uint32_t step) {
  vec_each (const model_fault, f, &steps->faults)
    if (f->severity == MODEL_UNDEFINED && f->step == step)
      return true;
  return false;
}

static void follow_step(rewritten *r, uint32_t state, const model_step *step) {
  mem *m = &r->x->mem;
  uint32_t known = names_count(&r->states);
  uint32_t to =
      names_insert(m, &r->states,
                   (const char *)r->new.steps.bytes.at + step->at, step->size);
  const uint8_t *to_bytes = (const uint8_t *)names_text(&r->states, to);
  pml_steps singles = {0};
  bytes twin = {0};
  bool met;
  if (!pml_unfold(&r->new.model, m,
                  (const uint8_t *)names_text(&r->states, state),
                  (uint32_t)names_length(&r->states, state), to_bytes,
                  step->size, NULL, 0, &singles)) {
    complain(r, "a step cannot be unfolded");
  } else if (!follow(r, r->marks.at[state], &singles, NULL, &met)) {
    complain(r, "the walker cannot take a step");
  } else if (!pml_walker_rests(r->x->walker)) {
    complain(r, "the walker does not rest behind a step");
  } else if (!take_in_old(r, r->twins.at[state], &singles, &twin)) {
    complain(r, "the old program cannot take a step");
  } else if (!are_alike(r, to_bytes, step->size, twin))
    complain(r, "a state is not like the old one");
  if (to == known) {
    vec_push(m, &r->twins, twin);
    vec_push(m, &r->marks, pml_walker_mark(r->x->walker));
    if (!twin.at)
      r->twins.at[to] = keep(m, to_bytes, step->size);
  } else
    mem_free(m, twin.at);
  vec_free(m, &singles);
}

static void search_new(rewritten *r) {
  mem *m = &r->x->mem;
  for (uint32_t i = 0; i < names_count(&r->states) && !r->differences; i++) {
    if (i >= r->most) {
      r->is_cut = true;
      return;
    }
    compare_singles(r, i);
    r->new.steps.m = m;
    model_steps_reset(&r->new.steps);
    r->new.model.ops->next(&r->new.model, r->new.scratch,
                           (const uint8_t *)names_text(&r->states, i),
                           (uint32_t)names_length(&r->states, i),
                           &r->new.steps);
    r->new_is_undefined |= r->new.steps.worst == MODEL_UNDEFINED;
    model_steps steps = r->new.steps; /* the buffers are needed again */
    memset(&r->new.steps, 0, sizeof r->new.steps);
    for (size_t k = 0; k < steps.faults.count; k++) {
      const model_fault *f = &steps.faults.at[k];
      uint32_t count = names_count(&r->new_faults);
      if (f->severity == MODEL_NOTE && !r->visible.keeps_notes)
        continue;
      if (note_fault(r, &r->new_faults, &steps, f) != count)
        continue;
      r->new.steps = steps;
      follow_fault(r, i, f);
      memset(&r->new.steps, 0, sizeof r->new.steps);
    }
    for (size_t k = 0; k < steps.steps.count; k++)
      if (!is_undefined(&steps, (uint32_t)k)) {
        model_step step = steps.steps.at[k];
        r->new.steps = steps;
        follow_step(r, i, &step);
        memset(&r->new.steps, 0, sizeof r->new.steps);
      }
    model_steps_free(&steps);
  }
}

static void search_old(rewritten *r, uint32_t most) {
  mem *m = &r->x->mem;
  names states = {0};
  side *s = &r->old;
  s->steps.m = m;
  names_insert(m, &states, (const char *)r->twins.at[0].at,
               r->twins.at[0].size);
  for (uint32_t i = 0; i < names_count(&states); i++) {
    if (i >= most) {
      r->is_cut = true;
      break;
    }
    model_steps_reset(&s->steps);
    s->model.ops->next(&s->model, s->scratch,
                       (const uint8_t *)names_text(&states, i),
                       (uint32_t)names_length(&states, i), &s->steps);
    r->old_is_undefined |= s->steps.worst == MODEL_UNDEFINED;
    vec_each (const model_fault, f, &s->steps.faults)
      if (f->severity != MODEL_NOTE || r->visible.keeps_notes)
        note_fault(r, &r->old_faults, &s->steps, f);
    for (size_t k = 0; k < s->steps.steps.count; k++)
      if (!is_undefined(&s->steps, (uint32_t)k))
        names_insert(m, &states,
                     (const char *)s->steps.bytes.at + s->steps.steps.at[k].at,
                     s->steps.steps.at[k].size);
  }
  r->old_states = names_count(&states);
}

/* Where something is undefined the new program may stop earlier. */
static void compare_faults(rewritten *r) {
  bool may_miss = r->visible.is_safety && r->old_is_undefined;
  if (r->is_cut)
    return;
  if (r->old_is_undefined != r->new_is_undefined)
    complain(r, "something is undefined in one program only");
  for (uint32_t i = 0; i < names_count(&r->new_faults); i++)
    if (names_find(&r->old_faults, names_text(&r->new_faults, i),
                   names_length(&r->new_faults, i)) == NAMES_NONE) {
      complain(r, "a fault of the new program only:");
      complain(r, names_text(&r->new_faults, i));
    }
  for (uint32_t i = 0; !may_miss && i < names_count(&r->old_faults); i++)
    if (names_find(&r->new_faults, names_text(&r->old_faults, i),
                   names_length(&r->old_faults, i)) == NAMES_NONE) {
      complain(r, "a fault of the old program only:");
      complain(r, names_text(&r->old_faults, i));
    }
  if (names_count(&r->states) > r->old_states)
    complain(r, "there are more states");
}

/* The state behind some step; its single steps are added. PML_NONE: none. */
static uint32_t wander(rewritten *r, uint32_t state, uint32_t choice,
                       pml_steps *singles) {
  mem *m = &r->x->mem;
  side *s = &r->new;
  const uint8_t *at = (const uint8_t *)names_text(&r->states, state);
  uint32_t size = (uint32_t)names_length(&r->states, state);
  s->steps.m = m;
  model_steps_reset(&s->steps);
  s->model.ops->next(&s->model, s->scratch, at, size, &s->steps);
  if (!s->steps.steps.count || s->steps.worst == MODEL_UNDEFINED)
    return PML_NONE;
  const model_step *step = &s->steps.steps.at[choice % s->steps.steps.count];
  const uint8_t *to = s->steps.bytes.at + step->at;
  if (!pml_unfold(&s->model, m, at, size, to, step->size, NULL, step->movers,
                  singles))
    complain(r, "a step of a lasso cannot be unfolded");
  return names_find(&r->states, (const char *)to, step->size);
}

/* The walker comes to the same state after one more round than the machine. */
static bool close_lasso(rewritten *r, uint32_t seed) {
  enum { MOST = 60 };
  pml_steps singles = {0};
  uint32_t path[MOST], count = 0, state = 0, marks[2];
  size_t begins[MOST], loop = SIZE_MAX;
  bool met, good = true;
  for (; state != PML_NONE && state != NAMES_NONE && count < MOST &&
         loop == SIZE_MAX;
       count++) {
    path[count] = state;
    begins[count] = singles.count;
    for (uint32_t i = 0; i < count; i++)
      if (path[i] == state)
        loop = begins[i];
    seed = seed * 1103515245 + 12345;
    if (loop == SIZE_MAX)
      state = wander(r, state, seed >> 16, &singles);
  }
  if (loop != SIZE_MAX && loop < singles.count) {
    pml_steps round = {singles.at + loop, singles.count - loop, 0};
    good = follow(r, r->marks.at[0], &singles, NULL, &met);
    for (int i = 0; good && i < 2; i++) {
      marks[i] = pml_walker_mark(r->x->walker);
      good = i == 1 || follow(r, marks[0], &round, NULL, &met);
    }
    if (!good)
      complain(r, "the walker cannot go round a loop");
    else if (marks[0] != marks[1])
      complain(r, "a loop does not close in the second round");
  }
  vec_free(&r->x->mem, &singles);
  return loop != SIZE_MAX;
}

typedef enum question { SAFETY, NOTES, SOME_GLOBALS, ALL_GLOBALS } question;

typedef struct asked {
  rewritten *r;
  const char *path, *input;
  size_t length;
  question question;
  bool is_read;
  uint32_t lassos;
} asked;

static void ask(rewritten *r, question q) {
  const pml_lowered *p = &promela_of(&r->old.model)->lowered;
  mem *m = &r->x->mem;
  r->visible.is_safety = q == SAFETY || q == NOTES;
  r->visible.keeps_notes = q == NOTES;
  if (r->visible.is_safety)
    return;
  r->visible.globals = mem_alloc(m, p->global_bytes + 1);
  for (uint32_t i = 0; i < p->global_bytes; i++)
    r->visible.globals[i] = q == ALL_GLOBALS || i % 2;
}

static void open_side(mem *m, side *s) {
  s->scratch = mem_alloc(m, s->model.scratch_bytes + 1);
  s->steps.m = m;
}

static void run(void *self) {
  asked *a = self;
  rewritten *r = a->r;
  walked *x = r->x;
  mem *m = &x->mem;
  if (!x->walker ||
      !promela_read(m, &r->old.model, a->path, a->input, a->length,
                    &walked_includes, &x->report, &x->clock))
    return;
  promela *p = promela_of(&r->old.model);
  ask(r, a->question);
  pml_rewrite(m, &p->lowered, &r->visible, &r->lowered);
  pml_make_model(m, &r->lowered, &r->new.model);
  if (r->new.model.places.count != r->old.model.places.count)
    complain(r, "the places are not the same");
  open_side(m, &r->old);
  open_side(m, &r->new);
  x->walker = pml_walker_new(m, &p->syntax);
  pml_walker_start(x->walker);
  r->new.model.ops->initial(&r->new.model, r->new.scratch, &r->new.steps);
  if (r->new.steps.steps.count != 1)
    return;
  a->is_read = true;
  const model_step *first = &r->new.steps.steps.at[0];
  const uint8_t *at = r->new.steps.bytes.at + first->at;
  names_insert(m, &r->states, (const char *)at, first->size);
  vec_push(m, &r->twins, keep(m, at, first->size));
  vec_push(m, &r->marks, pml_walker_mark(x->walker));
  search_new(r);
  for (uint32_t i = 0; !r->visible.is_safety && !r->is_cut && i < 4; i++)
    a->lassos += close_lasso(r, i + 1);
  if (!r->is_cut)
    search_old(r, 8 * r->most);
  compare_faults(r);
}

typedef struct result {
  bool is_read, is_cut;
  size_t differences;
  uint32_t old_states, new_states, faults, lassos;
} result;

static result compare(const char *file, const char *path, const char *input,
                      size_t length, question q, uint32_t most) {
  rewritten *r = calloc(1, sizeof *r);
  if (!r)
    abort();
  r->file = file;
  r->most = most;
  r->x = walked_new(path, input, length);
  asked a = {
      .r = r, .path = path, .input = input, .length = length, .question = q};
  if (!walked_guard(r->x, run, &a))
    r->is_cut = true; /* a step without an end */
  result out = {.is_read = a.is_read,
                .is_cut = r->is_cut,
                .differences = r->differences,
                .old_states = r->old_states,
                .new_states = names_count(&r->states),
                .faults = names_count(&r->old_faults),
                .lassos = a.lassos};
  walked_delete(r->x);
  free(r);
  return out;
}

static result compare_file(const char *file, const char *path, question q,
                           uint32_t most) {
  size_t length;
  char *input = read_file(path, &length);
  if (!input)
    return (result){0};
  result out = compare(file, path, input, length, q, most);
  free(input);
  return out;
}

/* Here d_steps come between the halves of a handshake, which a step of the
 * machine, unfolded, does not tell. */
static bool is_excused(const char *file) {
  return strstr(file, "ds_print_pending") || strstr(file, "ds_quirk");
}

static void compare_table(const char *folder, const char *table,
                          bool (*read)(char **columns, row *out), uint32_t most,
                          int questions) {
  size_t length, compared = 0, different = 0, smaller = 0, asked_so_far = 0;
  char *all = read_file(table, &length), *rest = all;
  if (!all) {
    printf("skipped: %s is not there\n", table);
    return;
  }
  while (rest && *rest) {
    char *columns[MOST_COLUMNS], *line = rest, path[1000];
    rest = strchr(rest, '\n');
    if (rest)
      *rest++ = '\0';
    split(line, columns);
    row one;
    if (!read(columns, &one) || is_excused(one.file))
      continue;
    snprintf(path, sizeof path, "%s/%s", folder, one.file);
    for (int i = 0; i < questions; i++, asked_so_far++) {
      question q = (question)(asked_so_far % (ALL_GLOBALS + 1));
      result x = compare_file(one.file, path, q, most);
      compared += x.is_read;
      different += x.differences > 0;
      smaller += !x.is_cut && x.new_states < x.old_states;
    }
  }
  free(all);
  printf("%s: %zu comparisons, %zu with fewer states, %zu different\n", table,
         compared, smaller, different);
  CHECK(different == 0);
}

/* What goes wrong here can only be seen between two statements, or is only
 * there if something is left as it is. */
static void compare_written(void) {
  static const char *const texts[] = {
      /* A process comes to a label that is asked for. */
      "byte g;\n"
      "active proctype P() { byte x; g = 1; x = 1; L: x == 2 }\n"
      "active proctype R() { g == 1; assert(P[0]@L) }\n",
      /* It leaves one. */
      "byte g;\n"
      "active proctype P() { byte x; g = 1; L: x = 1; x == 2 }\n"
      "active proctype R() { g == 1; assert(!P[0]@L) }\n",
      /* An atomic sequence begins. */
      "byte g;\n"
      "active proctype P() { byte x; g = 1; atomic { x = 1; g = 2 } }\n"
      "active proctype R() { g == 1; assert(false) }\n",
      /* Others see a local. */
      "byte g;\n"
      "active proctype P() { byte x; g = 1; x = 1; g == 3 }\n"
      "active proctype R() { g == 1; assert(P[0]:x) }\n",
      /* The channel is another one by now. */
      "chan c = [1] of { byte }; chan r = [0] of { byte };\n"
      "active proctype P() { byte x; c = r; c!x; x = 1; assert(x == 0) }\n"
      "active proctype R() { byte y; r?y; assert(y) }\n",
      /* Who moved last. */
      "byte g;\n"
      "active proctype P() { byte x; g = 1; x = 1; x = 2 }\n"
      "active proctype R() { g == 1; g = 2; assert(_last == 1) }\n",
      /* Who can move. */
      "byte g;\n"
      "active proctype P() { byte x; g = 1; x = 1; x == 2 }\n"
      "active proctype R() { g == 1; assert(!enabled(0)) }\n",
      /* Who goes first. */
      "byte g;\n"
      "active proctype P() priority 2 { byte x; g = 1; x = 1; g = 2 }\n"
      "active proctype R() { byte n; n = 1; n = 2; assert(g == 3) }\n",
      /* Only while it is allowed to. */
      "byte g;\n"
      "active proctype P() provided (g != 1) {\n"
      "  byte x; g = 1; x = 1; assert(false) }\n"
      "active proctype R() { g == 1; assert(P[0]:x) }\n",
      /* A receive looks at what it has just received. */
      "chan c = [1] of { byte, byte }; byte g;\n"
      "active proctype P() { byte i; byte a[3];\n"
      "  do :: c!1,2; c?i,a[i]; assert(a[1] == 2 && a[0] == 2); i = 0 od }\n",
      /* Its own question. */
      "byte g;\n"
      "active proctype P() { byte x; atomic { g = 1; L: x = P[0]@L };\n"
      "  assert(x == 2) }\n",
      /* A value that is computed to be dropped. */
      "byte g; byte h[2];\n"
      "active proctype P() { byte x = 1; do :: x < 4 -> x++;\n"
      "  if :: x == 3 -> h[x] = 1 :: x == 2 -> g = 1/(x-2) :: else fi\n"
      "  :: else -> break od; assert(false) }\n",
  };
  /* Where something is undefined others go on until then. */
  static const char *const undefined[] = {
      "byte g; active proctype P() { byte x; g = 1; x = 1/x }\n"
      "active proctype R() { g == 1; assert(false) }\n",
      "byte g; active proctype P() { byte x = 3; byte a[2]; g = 1; a[x] = 1 }\n"
      "active proctype R() { g == 1; assert(false) }\n",
      "byte g; active proctype P() { byte x; g = 1; d_step { x = 1; x == 2 } "
      "}\n"
      "active proctype R() { g == 1; assert(false) }\n",
  };
  for (int q = 0; q <= ALL_GLOBALS; q++) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
      result x = compare(texts[i], "m.pml", texts[i], strlen(texts[i]),
                         (question)q, 1000);
      CHECK(x.is_read && !x.is_cut && !x.differences && x.faults > 0);
    }
    for (size_t i = 0; i < sizeof undefined / sizeof *undefined; i++) {
      result x = compare(undefined[i], "m.pml", undefined[i],
                         strlen(undefined[i]), (question)q, 1000);
      CHECK(x.is_read && !x.is_cut && !x.differences && x.faults > 0);
    }
  }
}

static void compare_random(uint32_t count, uint32_t most) {
  static random_model made;
  size_t compared = 0, different = 0, smaller = 0, cut = 0, lassos = 0;
  for (uint32_t seed = 0; seed < count; seed++) {
    const char *input = random_promela(&made, seed);
    char name[40];
    snprintf(name, sizeof name, "seed %u question %u", seed, seed % 4);
    result x = compare(name, "m.pml", input, strlen(input),
                       (question)(seed % 4), most);
    compared += x.is_read;
    cut += x.is_cut;
    lassos += x.lassos;
    different += x.differences > 0;
    smaller += !x.is_cut && x.new_states < x.old_states;
  }
  printf("random: %zu of %u compared, %zu in part, %zu with fewer states, "
         "%zu lassos, %zu different\n",
         compared, count, cut, smaller, lassos, different);
  CHECK(different == 0);
  CHECK(compared * 2 > count && smaller * 4 > count);
}

int main(int count, char **arguments) {
  static random_model made;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (count == 3 && strcmp(arguments[1], "-s") == 0) {
    fputs(random_promela(&made, strtoull(arguments[2], NULL, 10)), stdout);
    return 0;
  }
  if (count == 3 && strcmp(arguments[1], "-v") == 0) {
    result x = compare_file(arguments[2], arguments[2], SAFETY, 100000);
    printf("%s: %u -> %u%s\n", arguments[2], x.old_states, x.new_states,
           x.is_cut ? " in part" : "");
    return x.differences > 0;
  }
  if (count == 2) {
    size_t differences = 0;
    for (int q = 0; q <= ALL_GLOBALS; q++)
      differences += compare_file(arguments[1], arguments[1], (question)q, 3000)
                         .differences;
    return differences > 0;
  }
  compare_written();
  compare_random((uint32_t)check_cases(10000), 150);
  compare_table(corpora("micro/promela"), corpora("micro/promela/counts.tsv"),
                micro_row, 500, 4);
  compare_table(corpora("corpus/promela"), corpora("reference/promela.tsv"),
                corpus_row, 60, 1);
  return check_end();
}
