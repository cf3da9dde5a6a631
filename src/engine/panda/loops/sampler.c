#include "engine/panda/loops/sampler.h"

#include <stdlib.h>

/* Neighbours differ by so much at most. */
enum { LARGE = 1000, NEAR = 2, MOST_TIMES = 16 };
#define TOO_LARGE UINT64_C(0x7ffffff0)

static int sampler_by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Bytes of an array remain four times its elements; else only the order is
 * kept. */
static uint32_t times_least(const sampler *x, uint64_t word, uint32_t before) {
  uint64_t least = x->large.at[0], times = word / least;
  bool is_multiple = word % least == 0 && times > before && times <= MOST_TIMES;
  return is_multiple ? (uint32_t)times : before + 1;
}

void sampler_init(mem *m, sampler *x, const code *c) {
  *x = (sampler){.seed = UINT64_C(0x9e3779b97f4a7c15)};
  for (uint32_t i = 0; i < c->constants; i++) {
    value v = c->globals.at[i];
    if (!value_is_plain(v))
      continue;
    vec_push(m, &x->words, v.bits);
    if (v.bits >= LARGE && v.bits < TOO_LARGE)
      vec_push(m, &x->large, v.bits);
  }
  if (x->large.count)
    qsort(x->large.at, x->large.count, sizeof *x->large.at, sampler_by_value);
  uint32_t times = 1;
  for (size_t i = 0; i < x->large.count; i++) {
    if (i && x->large.at[i] - x->large.at[i - 1] > NEAR)
      times = times_least(x, x->large.at[i], times);
    vec_push(m, &x->times, times);
  }
}

void sampler_clear(mem *m, sampler *x) {
  vec_free(m, &x->words);
  vec_free(m, &x->large);
  vec_free(m, &x->times);
}

uint64_t sampler_scaled(const sampler *x, unsigned scale, uint64_t word) {
  if (!scale || word + NEAR < LARGE || word >= TOO_LARGE + NEAR)
    return word;
  for (size_t i = 0; i < x->large.count; i++) {
    uint64_t first = x->large.at[i];
    if (word + NEAR < first)
      break;
    size_t end = i;
    while (end + 1 < x->large.count && x->times.at[end + 1] == x->times.at[i])
      end++;
    if (word <= x->large.at[end] + NEAR)
      return (uint64_t)scale * x->times.at[i] + (word - first);
    i = end;
  }
  return word;
}

void sampler_scale(const sampler *x, value *globals, uint32_t constants) {
  for (uint32_t i = 0; x->scale && i < constants; i++)
    if (value_is_plain(globals[i]))
      globals[i].bits = sampler_scaled(x, x->scale, globals[i].bits);
}

static uint64_t next(sampler *x) {
  x->seed ^= x->seed << 13;
  x->seed ^= x->seed >> 7;
  x->seed ^= x->seed << 17;
  return x->seed >> 11;
}

void sampler_begin(sampler *x, uint32_t n, unsigned scale) {
  x->mood = n;
  x->scale = scale;
  x->last = 1;
}

/* Small numbers mostly: bounds of loops are inputs, too. */
static uint64_t draw(sampler *x) {
  uint64_t r = next(x);
  if (x->mood % 6 == 5) /* all alike */
    return x->mood / 6 % 20;
  switch (x->mood % 4 == 0 ? 3 : next(x) % 8) {
  case 0:
    return 0;
  case 1:
    return 1;
  case 2:
    return x->last;
  case 3:
    return r % (4 + x->mood % 40);
  case 4:
    return (uint64_t)0 - r % (4 + x->mood % 40);
  case 5:
    return x->words.count
               ? sampler_scaled(x, x->scale, x->words.at[r % x->words.count]) +
                     next(x) % 3 - 1
               : r;
  case 6:
    return r % 100;
  default:
    return r ^ r << 32;
  }
}

value sampler_draw(sampler *x, concolic *engine, term t, bool is_pointer) {
  const term_node *node = terms_at(engine->terms, t);
  uint64_t v = is_pointer ? 0 : bits_cut(draw(x), node->width);
  x->last = v;
  terms_assign(engine->terms, (uint32_t)node->value, v);
  return value_word(v);
}
