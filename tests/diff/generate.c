#include "generate.h"

#include <assert.h>
#include <string.h>

void dice_init(dice *d, uint64_t seed) {
  d->state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
  for (int i = 0; i < 4; i++)
    dice_roll(d, 2);
}

int dice_roll(dice *d, int sides) {
  assert(sides > 0);
  uint64_t x = d->state; /* xorshift64*, never 0 */
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  d->state = x ? x : 1;
  return (int)((x * UINT64_C(0x2545F4914F6CDD1D) >> 33) % (uint64_t)sides);
}

static bool one_in(dice *d, int n) { return dice_roll(d, n) == 0; }

static void random_rule(dice *d, const instance *in, int symbols, int wild,
                        rule *r) {
  bool any = dice_roll(d, 100) < wild;
  r->from = dice_roll(d, in->states);
  r->to = dice_roll(d, in->states);
  r->top = any ? ANY : dice_roll(d, symbols);
  r->length = dice_roll(d, 3);
  for (int i = 0; i < 2; i++)
    r->push[i] = any && one_in(d, 2) ? ANY : dice_roll(d, symbols);
  if (r->length == 2 && !one_in(d, 4)) /* mostly keep the top */
    r->push[1] = r->top;
  if (one_in(d, 12)) /* a self loop of the control state */
    r->to = r->from;
}

static void random_weight(dice *d, const instance *in, int spread, rule *r) {
  for (int i = 0; i < in->dimension; i++) {
    int64_t w = one_in(d, 3) ? 0 : dice_roll(d, spread + 1);
    r->weight[i] = in->is_signed && one_in(d, 3) ? -w : w;
  }
}

/* A state to start from: mostly one where reading starts. */
static int random_source(dice *d, int states, int extra) {
  return extra && one_in(d, 3) ? states + dice_roll(d, extra)
                               : dice_roll(d, states);
}

static void random_automaton(dice *d, const instance *in, automaton *a) {
  int into_control = one_in(d, 3) ? 30 : 0;
  int epsilon = one_in(d, 3) ? 25 : 0, any = one_in(d, 4) ? 20 : 0;
  a->extra = dice_roll(d, MOST_EXTRA);
  a->edges = one_in(d, 2) ? dice_roll(d, 5) : dice_roll(d, 14);
  for (edge *e = a->edge; e < a->edge + a->edges; e++) {
    e->from = random_source(d, in->states, a->extra);
    e->to = a->extra == 0 || dice_roll(d, 100) < into_control
                ? dice_roll(d, in->states)
                : in->states + dice_roll(d, a->extra);
    e->label = dice_roll(d, in->symbols);
    if (dice_roll(d, 100) < any)
      e->label = ANY;
    if (dice_roll(d, 100) < epsilon)
      e->label = EPSILON;
  }
  for (int k = 0; k < a->extra; k++)
    if (one_in(d, 2))
      a->accepting |= UINT32_C(1) << (in->states + k);
  /* A set of which nothing at all is said is refused, not empty. */
  if (one_in(d, 4) || (a->accepting == 0 && a->edges == 0))
    a->accepting |= UINT32_C(1) << dice_roll(d, in->states);
}

static void random_dimension(dice *d, weights w, instance *out) {
  if (w == MIXED)
    w = (weights)dice_roll(d, 3);
  if (w == NATURAL)
    out->dimension = 1 + dice_roll(d, 3);
  if (w == INTEGER)
    out->dimension = 1 + dice_roll(d, 2);
  out->is_signed = w == INTEGER;
}

void generate_random(dice *d, weights w, instance *out) {
  memset(out, 0, sizeof *out);
  random_dimension(d, w, out);
  out->states = 1 + dice_roll(d, 4);
  out->symbols = 1 + dice_roll(d, 5);
  out->rules = one_in(d, 3) ? dice_roll(d, 21) : dice_roll(d, 9);
  if (one_in(d, 400))
    out->rules = dice_roll(d, MOST_RULES + 1);
  int symbols = out->symbols; /* of the rules: the others come late */
  if (one_in(d, 3) && out->symbols < MOST_SYMBOLS)
    out->symbols++;
  int wild = one_in(d, 3) ? 30 : 0, spread = one_in(d, 2) ? 2 : 9;
  for (rule *r = out->rule; r < out->rule + out->rules; r++) {
    random_rule(d, out, symbols, wild, r);
    random_weight(d, out, spread, r);
    if (one_in(d, 20) && r > out->rule) { /* again, perhaps dearer */
      int64_t weight[MOST_DIMENSIONS];
      memcpy(weight, r->weight, sizeof weight);
      *r = r[-1];
      memcpy(r->weight, weight, sizeof weight);
    }
  }
  for (int side = INITIAL; side <= FINAL; side++)
    random_automaton(d, out, &out->side[side]);
}

static void numbered_rule(int n, rule *r) {
  int operation = n % 5;
  n /= 5;
  *r = (rule){.from = n & 1, .top = n >> 1 & 1, .to = n >> 2 & 1};
  r->length = operation == 0 ? 0 : operation <= 2 ? 1 : 2;
  r->push[0] = (operation + 1) & 1; /* 1, 3: symbol 0; 2, 4: symbol 1 */
  if (r->length == 2)
    r->push[1] = r->top;
}

/* The rule after exchanging the two states, the two symbols. */
static int renamed_rule(int n, int states, int symbols) {
  int operation = n % 5,
      heads = (n / 5) ^ (states | symbols << 1 | states << 2);
  if (operation > 0 && symbols)
    operation = ((operation - 1) ^ 1) + 1;
  return heads * 5 + operation;
}

/* Sets of up to 2 of 'things': none, one, two in order; -1: absent. */
static int subset_count(int things) {
  return 1 + things + things * (things - 1) / 2;
}

static void numbered_subset(int number, int things, int out[2]) {
  out[0] = out[1] = -1;
  if (number == 0)
    return;
  if (number <= things) {
    out[0] = number - 1;
    return;
  }
  number -= things + 1;
  int first = 0;
  while (number >= things - 1 - first) {
    number -= things - 1 - first;
    first++;
  }
  out[0] = first;
  out[1] = first + 1 + number;
}

/* Orders sets of rules; equal sets have equal keys. */
static int set_key(int a, int b) {
  int low = a < b ? a : b, high = a < b ? b : a;
  return (high + 1) * (RULES + 1) + low + 1;
}

static bool is_canonical(const int set[2]) {
  for (int renaming = 1; renaming < 4; renaming++) {
    int other[2];
    for (int i = 0; i < 2; i++)
      other[i] =
          set[i] < 0 ? -1 : renamed_rule(set[i], renaming & 1, renaming >> 1);
    if (set_key(other[0], other[1]) < set_key(set[0], set[1]))
      return false;
  }
  return true;
}

static int labels(const enumeration *e) { return e->epsilon ? 3 : 2; }

static int automaton_count(const enumeration *e) {
  return subset_count(3 * labels(e)) * (e->all_accepting ? 7 : 1);
}

static void numbered_automaton(const enumeration *e, int number, automaton *a) {
  int edges[2];
  a->extra = 1;
  a->accepting = 4;
  if (e->all_accepting) {
    a->accepting = (uint32_t)(number % 7 + 1);
    number /= 7;
  }
  numbered_subset(number, 3 * labels(e), edges);
  for (int i = 0; i < 2; i++)
    if (edges[i] >= 0) {
      int label = edges[i] / 3;
      a->edge[a->edges++] =
          (edge){edges[i] % 3, label == 2 ? EPSILON : label, 2};
    }
}

void generate_begin(enumeration *e) {
  int set[2];
  uint64_t automata = (uint64_t)automaton_count(e);
  e->sets = 0;
  for (int n = 0; n < RULE_SETS; n++) {
    numbered_subset(n, RULES, set);
    if (!e->all_accepting || is_canonical(set))
      e->set[e->sets++] = n;
  }
  e->count = (uint64_t)e->sets * automata * automata;
}

void generate_numbered(const enumeration *e, uint64_t number, instance *out) {
  int set[2];
  uint64_t automata = (uint64_t)automaton_count(e);
  assert(number < e->count);
  memset(out, 0, sizeof *out);
  out->states = out->symbols = 2;
  numbered_subset(e->set[number / automata / automata], RULES, set);
  for (int i = 0; i < 2; i++)
    if (set[i] >= 0)
      numbered_rule(set[i], &out->rule[out->rules++]);
  numbered_automaton(e, (int)(number / automata % automata), &out->side[0]);
  numbered_automaton(e, (int)(number % automata), &out->side[1]);
}
