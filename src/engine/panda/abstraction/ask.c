/* Questions about what is known. Hypotheses that have nothing to do with the
 * question are left out; what has been asked before is remembered. */
#include "engine/panda/abstraction/inside.h"

#include <stdlib.h>

uint64_t abs_cloud(abstraction *a, term x) {
  if (a->clouds.count <= x)
    vec_resize(a->m, &a->clouds, terms_count(a->t) + 1);
  if (!a->clouds.at[x] && terms_at(a->t, x)->has_input) {
    term_inputs all = {0};
    uint64_t cloud = 0;
    terms_inputs_of(a->t, a->m, x, &all);
    vec_each (uint32_t, n, &all)
      cloud |= UINT64_C(1) << (*n & 63);
    vec_free(a->m, &all);
    a->clouds.at[x] = cloud;
  }
  return a->clouds.at[x];
}

static int ascending(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return (a > b) - (a < b);
}

/* Those that share inputs with 'what', directly or through others, in 'list',
 * each once; behind them 'what'. */
static void ask_choose(abstraction *a, const abs_terms *hypotheses, term what) {
  uint64_t cloud = abs_cloud(a, what), before;
  do {
    before = cloud;
    vec_each (const term, h, hypotheses)
      if (abs_cloud(a, *h) & cloud)
        cloud |= abs_cloud(a, *h);
  } while (cloud != before);
  a->list.count = 0;
  vec_each (const term, h, hypotheses)
    if (abs_cloud(a, *h) & cloud)
      vec_push(a->m, &a->list, *h);
  if (a->list.count)
    qsort(a->list.at, a->list.count, sizeof *a->list.at, ascending);
  size_t kept = 0;
  for (size_t i = 0; i < a->list.count; i++)
    if (i == 0 || a->list.at[i] != a->list.at[i - 1])
      a->list.at[kept++] = a->list.at[i];
  a->list.count = kept;
  vec_push(a->m, &a->list, what);
}

/* What has been asked. */

void abs_cache_clear(abstraction *a) {
  vec_free(a->m, &a->cache.lists);
  vec_free(a->m, &a->cache.entries);
  mem_free(a->m, a->cache.slots);
  for (size_t i = 0; i < ABS_SAMPLES; i++)
    vec_free(a->m, &a->samples[i]);
  a->cache.slots = NULL;
  a->cache.mask = 0;
}

static uint64_t ask_hash(const uint32_t *list, size_t count) {
  uint64_t h = count;
  for (size_t i = 0; i < count; i++) {
    h = (h ^ list[i]) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 29;
  }
  return h;
}

static size_t ask_slot_of(const abs_cache *cache, uint64_t h,
                          const uint32_t *list, size_t count) {
  for (size_t i = h & cache->mask;; i = (i + 1) & cache->mask) {
    if (!cache->slots[i])
      return i;
    const abs_cached *cached = &cache->entries.at[cache->slots[i] - 1];
    if (cached->hash == h && cached->count == count &&
        memcmp(cache->lists.at + cached->start, list, count * sizeof *list) ==
            0)
      return i;
  }
}

static void ask_make_room(abstraction *a) {
  abs_cache *cache = &a->cache;
  if (cache->entries.count >= ABS_MOST_CACHED ||
      cache->lists.count > UINT32_MAX - UINT16_MAX)
    abs_cache_clear(a);
  size_t slots = cache->slots ? cache->mask + 1 : 0;
  if (cache->entries.count + 1 <= slots / 2)
    return;
  mem_free(a->m, cache->slots);
  cache->slots = NULL;
  slots = slots ? slots * 2 : 64;
  cache->slots = mem_array(a->m, slots, sizeof *cache->slots);
  cache->mask = slots - 1;
  for (size_t i = 0; i < cache->entries.count; i++) {
    const abs_cached *cached = &cache->entries.at[i];
    cache->slots[ask_slot_of(cache, cached->hash,
                             cache->lists.at + cached->start, cached->count)] =
        (uint32_t)i + 1;
  }
}

static void remember(abstraction *a, bool answer) {
  abs_cache *cache = &a->cache;
  size_t count = a->list.count;
  ask_make_room(a);
  abs_cached cached = {.hash = ask_hash(a->list.at, count),
                       .start = (uint32_t)cache->lists.count,
                       .count = (uint32_t)count,
                       .answer = answer};
  vec_reserve(a->m, &cache->lists, count);
  memcpy(cache->lists.at + cache->lists.count, a->list.at,
         count * sizeof *a->list.at);
  cache->lists.count += count;
  vec_push(a->m, &cache->entries, cached);
  cache->slots[ask_slot_of(cache, cached.hash, a->list.at, count)] =
      (uint32_t)cache->entries.count;
}

static const abs_cached *recall(const abstraction *a) {
  const abs_cache *cache = &a->cache;
  if (!cache->slots)
    return NULL;
  uint64_t h = ask_hash(a->list.at, a->list.count);
  uint32_t n = cache->slots[ask_slot_of(cache, h, a->list.at, a->list.count)];
  return n ? &cache->entries.at[n - 1] : NULL;
}

/* Does the list hold for an assignment that an earlier query found? Many
 * questions are not excluded, and this shows it without the solver. */
static bool holds_for_some(abstraction *a) {
  for (size_t i = 0; i < ABS_SAMPLES; i++) {
    size_t n = (a->newest + ABS_SAMPLES - i) % ABS_SAMPLES, k = a->list.count;
    const abs_sample *sample = &a->samples[n];
    while (k && terms_value_under(a->t, a->list.at[k - 1], sample->at,
                                  sample->count))
      k--;
    if (k == 0)
      return true;
  }
  return false;
}

/* The solver has just found one. */
static void keep_sample(abstraction *a) {
  size_t inputs = terms_inputs(a->t);
  a->newest = (a->newest + 1) % ABS_SAMPLES;
  abs_sample *sample = &a->samples[a->newest];
  vec_resize(a->m, sample, inputs);
  memset(sample->at, 0, inputs * sizeof *sample->at);
  for (uint32_t i = 0; i < inputs; i++)
    smt_model(a->solver, i, &sample->at[i]);
}

static bool query(abstraction *a) {
  size_t count = a->list.count;
  if (holds_for_some(a))
    return false;
  for (size_t i = 0; i < count; i++)
    smt_push(a->solver, a->list.at[i]);
  smt_answer answer = smt_decide(a->solver, TERM_NONE, false);
  if (answer == SMT_SAT)
    keep_sample(a);
  smt_pop(a->solver, count);
  return answer == SMT_UNSAT;
}

bool abs_excludes(abstraction *a, const abs_terms *hypotheses, term what) {
  if (terms_is_constant(a->t, what))
    return terms_at(a->t, what)->value == 0;
  term negation = terms_not(a->t, what);
  vec_each (const term, h, hypotheses)
    if (*h == negation)
      return true;
  vec_each (const term, h, hypotheses)
    if (*h == what)
      return false;
  ask_choose(a, hypotheses, what);
  const abs_cached *old = recall(a);
  if (old)
    return old->answer;
  bool answer = query(a);
  remember(a, answer);
  return answer;
}

abs_truth abs_ask(abstraction *a, const abs_terms *hypotheses, term what) {
  if (abs_excludes(a, hypotheses, terms_not(a->t, what)))
    return ABS_TRUE;
  if (abs_excludes(a, hypotheses, what))
    return ABS_FALSE;
  return ABS_UNKNOWN;
}
