#include "shrink.h"

#include "ddmin.h"
#include "stop.h"
#include "vary.h"

#include <stdlib.h>
#include <string.h>

typedef struct work {
  panel *p;
  const tools *t;
  const outcome *found;
  bool which[MOST_TOOLS]; /* tools that matter: those that deviated, and one
                             to compare them with */
  double deadline;
  uint64_t tests;
  instance base, candidate;
  buffer text;
  outcome seen;
} work;

/* Does one of the tools that deviated still do so in the same way? */
static bool still_fails(work *w, const instance *in) {
  if (stop_is_asked() || clock_now() > w->deadline)
    return false;
  w->tests++;
  buffer_reset(&w->text);
  instance_write(in, &w->text);
  panel_ask_isolated(w->p, &w->text, w->which, &w->seen);
  for (size_t k = 0; k < w->t->count; k++)
    if (w->found->deviations[k] != AGREES &&
        w->seen.deviations[k] == w->found->deviations[k])
      return true;
  return false;
}

static bool selection_fails(void *self, const bool *keep) {
  work *w = self;
  instance_select(&w->base, keep, &w->candidate);
  return still_fails(w, &w->candidate);
}

static void choose_tools(work *w) {
  bool weights = false;
  for (size_t k = 0; k < w->t->count; k++) {
    w->which[k] = w->found->deviations[k] != AGREES;
    weights |= w->found->deviations[k] == OTHER_WEIGHT;
  }
  if (w->found->reference >= 0)
    w->which[w->found->reference] = true;
  for (size_t k = 0; k < w->t->count && weights; k++)
    w->which[k] = true;
}

/* Ways to make it smaller. */

/* Takes the candidate if it still fails. */
static bool take(work *w, instance *candidate) {
  if (!still_fails(w, candidate))
    return false;
  instance_copy(&w->base, candidate);
  return true;
}

static bool has_plain_names(const instance *in) {
  for (uint32_t i = 0; i < in->symbols && in->symbol_names; i++)
    if (strlen(in->symbol_names[i]) != 1)
      return false;
  for (uint32_t i = 0; i < in->states && in->state_names; i++)
    if (in->state_names[i][0] != 'p' ||
        strspn(in->state_names[i] + 1, "0123456789") !=
            strlen(in->state_names[i]) - 1)
      return false;
  return true;
}

/* Plainer ways to write the same; each is kept if the failure stays. */
static void simplify(work *w) {
  bool plain = has_plain_names(&w->base); /* the generator's, not a user's */
  for (int i = 0; i < 3; i++) {
    instance_copy(&w->candidate, &w->base);
    if (i == 0)
      w->candidate.dimension = 0;
    if (i == 1)
      w->candidate.lists = false;
    if (i == 2 && plain) {
      instance_forget_names(&w->candidate);
      w->candidate.named = false;
    }
    take(w, &w->candidate);
  }
}

/* Algorithm 1. */
static void minimise(work *w) {
  size_t count = instance_features(&w->base);
  bool *keep = memory_new(count, sizeof *keep);
  instance smaller = {0};
  memset(keep, true, count * sizeof *keep);
  ddmin(keep, count, selection_fails, w);
  instance_select(&w->base, keep, &smaller);
  instance_copy(&w->base, &smaller);
  free(keep);
  instance_clear(&smaller);
}

/* Beyond Algorithm 1: two features less at once. */
static bool drop_two(work *w) {
  enum { MOST = 16 };
  bool keep[MOST];
  size_t count = instance_features(&w->base);
  if (count > MOST)
    return false;
  for (size_t i = 0; i < count; i++)
    for (size_t j = i + 1; j < count; j++) {
      for (size_t k = 0; k < count; k++)
        keep[k] = k != i && k != j;
      instance_select(&w->base, keep, &w->candidate);
      if (take(w, &w->candidate))
        return true;
    }
  return false;
}

/* And two states or symbols taken for one. */
static bool merge_two(work *w) {
  enum { MOST = 12 };
  for (int part = 0; part < INSTANCE_PARTS; part++) {
    uint32_t size = instance_part_size(&w->base, part);
    for (uint32_t i = 0; i < size && size <= MOST; i++)
      for (uint32_t j = i + 1; j < size; j++) {
        instance merged = {0};
        instance_merge(&w->base, part, i, j, &merged);
        instance_compact(&merged, &w->candidate);
        instance_clear(&merged);
        if (take(w, &w->candidate))
          return true;
      }
  }
  return false;
}

/* Instances as small as the best one, in the order in which they were met. */
typedef struct plateau {
  instance *list;
  size_t count, capacity;
  char **keys; /* of these, and of neighbours that led nowhere */
  size_t key_count, key_capacity;
} plateau;

/* False: it, or one that looks the same, has been there. */
static bool is_new(plateau *x, const instance *in) {
  buffer key = {0};
  instance_key(in, &key);
  for (size_t i = 0; i < x->key_count; i++)
    if (strcmp(x->keys[i], key.text) == 0) {
      buffer_clear(&key);
      return false;
    }
  memory_room(x->keys, x->key_count, x->key_capacity);
  x->keys[x->key_count++] = key.text;
  return true;
}

static void plateau_add(plateau *x, const instance *in) {
  memory_room(x->list, x->count, x->capacity);
  x->list[x->count] = (instance){0};
  instance_copy(&x->list[x->count++], in);
}

static void plateau_clear(plateau *x) {
  for (size_t i = 0; i < x->count; i++)
    instance_clear(&x->list[i]);
  for (size_t i = 0; i < x->key_count; i++)
    free(x->keys[i]);
  free(x->list);
  free(x->keys);
}

/* Tries the neighbours of one of the plateau; true: one got smaller. */
static bool go_round_one(work *w, plateau *x, size_t at, uint64_t last) {
  instance here = {0}, neighbour = {0};
  size_t features = instance_features(&w->base);
  bool found = false;
  instance_copy(&here, &x->list[at]);
  for (uint32_t n = 0; w->tests < last && !found && vary(&here, n, &neighbour);
       n++) {
    if (!is_new(x, &neighbour) || !still_fails(w, &neighbour))
      continue;
    instance_copy(&w->base, &neighbour);
    minimise(w);
    found = instance_features(&w->base) < features;
    if (!found)
      plateau_add(x, &neighbour);
  }
  instance_clear(&here);
  instance_clear(&neighbour);
  return found;
}

/* And a walk over others as small as this one, until one gets smaller. */
static bool go_around(work *w) {
  enum { MOST_FEATURES = 12, MOST_TESTS = 3000 };
  plateau x = {0};
  instance start = {0};
  uint64_t last = w->tests + MOST_TESTS;
  bool found = false;
  instance_copy(&start, &w->base);
  if (instance_features(&start) <= MOST_FEATURES && is_new(&x, &start))
    plateau_add(&x, &start);
  for (size_t i = 0; i < x.count && w->tests < last && !found; i++)
    found = go_round_one(w, &x, i, last);
  if (!found)
    instance_copy(&w->base, &start);
  plateau_clear(&x);
  instance_clear(&start);
  return found;
}

static void run(work *w, shrunk *out) {
  out->before = instance_features(&w->base);
  out->reproduced = still_fails(w, &w->base);
  if (!out->reproduced)
    return;
  simplify(w);
  do {
    minimise(w);
    /* States and symbols that are left over may go; what is then superfluous,
     * too. */
    if (instance_compact(&w->base, &w->candidate) && take(w, &w->candidate))
      minimise(w);
  } while (merge_two(w) || drop_two(w) || go_around(w));
  out->minimal = !stop_is_asked() && clock_now() <= w->deadline;
}

void shrink(panel *p, const tools *t, const buffer *text, const outcome *found,
            double seconds, shrunk *out) {
  work w = {.p = p, .t = t, .found = found, .deadline = clock_now() + seconds};
  memset(out, 0, sizeof *out);
  choose_tools(&w);
  out->readable = instance_read(&w.base, text->text, text->count);
  if (out->readable)
    run(&w, out);
  out->tests = w.tests;
  buffer_reset(&w.text);
  if (out->reproduced)
    instance_write(&w.base, &w.text);
  else
    buffer_add(&w.text, text->text, text->count);
  panel_ask_isolated(p, &w.text, NULL, &out->outcome);
  if (!out->readable) {
    for (size_t k = 0; k < t->count; k++)
      out->reproduced |= out->outcome.deviations[k] != AGREES;
  }
  if (out->readable)
    instance_copy(&out->instance, &w.base);
  instance_clear(&w.base);
  instance_clear(&w.candidate);
  buffer_clear(&w.text);
}
