#include "random.h"

#include <assert.h>
#include <string.h>

/* splitmix64: neighbouring seeds and numbers give unrelated streams. */
static uint64_t mix(uint64_t x) {
  x += UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
  return x ^ x >> 31;
}

void dice_init(dice *d, uint64_t seed, uint64_t number) {
  d->state = mix(mix(seed) ^ number);
}

uint32_t dice_roll(dice *d, uint32_t sides) {
  assert(sides > 0);
  d->state += UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t)((mix(d->state) >> 32) * sides >> 32);
}

static bool one_in(dice *d, uint32_t n) { return dice_roll(d, n) == 0; }

static bool percent(dice *d, uint32_t n) { return dice_roll(d, 100) < n; }

/* 0 .. most; unless even, small numbers come more often: bugs live there, and
 * so does speed. */
static uint32_t size_of(dice *d, const random_shape *shape, uint32_t most) {
  uint32_t small = most < 8 ? most : 8, medium = most < 20 ? most : 20;
  uint32_t kind = shape->uniform ? 15 : dice_roll(d, 16);
  return dice_roll(d, (kind < 9 ? small : kind < 15 ? medium : most) + 1);
}

static rule random_rule(dice *d, const instance *in, uint32_t symbols,
                        uint32_t wild) {
  rule r = {.from = dice_roll(d, in->states), .to = dice_roll(d, in->states)};
  bool any = percent(d, wild);
  r.top = any ? INSTANCE_ANY : dice_roll(d, symbols);
  r.operation = (operation)dice_roll(d, 3);
  r.symbol = r.operation == RULE_POP ? 0 : dice_roll(d, symbols);
  if (any && r.operation == RULE_SWAP && one_in(d, 2))
    r.symbol = INSTANCE_ANY;
  if (one_in(d, 12))
    r.to = r.from;
  return r;
}

static void random_weight(dice *d, const instance *in, uint32_t spread,
                          int64_t *out) {
  for (uint32_t i = 0; i < in->dimension; i++) {
    int64_t w = one_in(d, 3) ? 0 : (int64_t)dice_roll(d, spread + 1);
    out[i] = in->is_signed[i] && one_in(d, 3) ? -w : w;
  }
}

static void random_rules(dice *d, const random_shape *shape, instance *in,
                         uint32_t symbols) {
  uint32_t wild = shape->wildcards && one_in(d, 3) ? 30 : 0;
  uint32_t spread = one_in(d, 2) ? 2 : 9;
  uint32_t count = size_of(d, shape, shape->rules);
  for (uint32_t i = 0; i < count; i++) {
    int64_t weight[INSTANCE_WEIGHTS];
    rule r = random_rule(d, in, symbols, wild);
    random_weight(d, in, spread, weight);
    if (i > 0 && one_in(d, 20)) /* again, perhaps dearer */
      r = in->rules[i - 1];
    instance_add_rule(in, r, weight);
  }
}

static void random_dimension(dice *d, weights w, instance *in) {
  if (w == WEIGHTS_ALL)
    w = (weights)dice_roll(d, WEIGHTS_ALL);
  in->dimension = w == WEIGHTS_NONE     ? 0
                  : w == WEIGHTS_VECTOR ? 1 + dice_roll(d, 3)
                                        : 1;
  in->vector = w == WEIGHTS_VECTOR;
  for (uint32_t i = 0; i < in->dimension; i++)
    in->is_signed[i] =
        w == WEIGHTS_INT || (w == WEIGHTS_VECTOR && one_in(d, 2));
}

static void random_automaton(dice *d, const random_shape *shape, instance *in,
                             int side) {
  automaton *a = &in->side[side];
  uint32_t into = shape->into_control && one_in(d, 3) ? 30 : 0;
  uint32_t epsilon = shape->epsilon && one_in(d, 3) ? 25 : 0;
  uint32_t any = shape->wildcards && one_in(d, 4) ? 20 : 0;
  uint32_t extra = dice_roll(d, shape->extra[side] + 1);
  uint32_t count = size_of(d, shape, shape->transitions);
  a->extra = extra;
  for (uint32_t i = 0; i < count; i++) {
    bool inner = extra && one_in(d, 3);
    edge e = {.from = inner ? in->states + dice_roll(d, extra)
                            : dice_roll(d, in->states),
              .symbol = dice_roll(d, in->symbols)};
    bool control = shape->into_control && (extra == 0 || percent(d, into));
    if (!control && extra == 0)
      break;
    e.to =
        control ? dice_roll(d, in->states) : in->states + dice_roll(d, extra);
    if (percent(d, any))
      e.symbol = INSTANCE_ANY;
    if (percent(d, epsilon))
      e.symbol = INSTANCE_EPSILON;
    instance_add_edge(in, side, e);
  }
  for (uint32_t k = 0; k < extra; k++)
    if (one_in(d, 2))
      instance_add_accepting(in, side, in->states + k);
  for (uint32_t p = 0; p < in->states; p++)
    if (one_in(d, 8))
      instance_add_accepting(in, side, p);
}

void random_instance(const random_shape *shape, uint64_t seed, uint64_t number,
                     instance *out) {
  dice d;
  dice_init(&d, seed, number);
  instance_reset(out);
  random_dimension(&d, shape->weights, out);
  out->states = 1 + dice_roll(&d, shape->states);
  out->symbols = 1 + dice_roll(&d, shape->labels);
  out->named = one_in(&d, 4);
  out->lists = one_in(&d, 4);
  /* Of the rules; the others are first seen in the automata, which one of the
   * bugs of 2022 needed. */
  uint32_t symbols =
      one_in(&d, 3) ? 1 + dice_roll(&d, out->symbols) : out->symbols;
  random_rules(&d, shape, out, symbols);
  random_automaton(&d, shape, out, 0);
  random_automaton(&d, shape, out, 1);
}
