/* Terms: simplified ones against their definition (term_twin.h), values kept
 * and recomputed, cuts, replacements, texts. */
#include "tests/unit/check.h"
#include "tests/unit/smt/term_twin.h"

enum { MOST_INPUTS = 8 };

static void print_bad(const twin *w, size_t i) {
  char text[400];
  const twin_node *n = &w->nodes.at[i];
  terms_print(w->t, n->made, text, sizeof text);
  printf("node %zu: %s width %u of %u %u %u: %s\n", i, bits_name(n->op),
         n->width, n->a, n->b, n->c, text);
}

/* All terms have the values of their twins, and are of their width. */
static void compare(twin *w, const uint64_t *inputs) {
  bool same = true, widths = true, elsewhere = true;
  size_t count = terms_inputs(w->t);
  twin_evaluate(w, inputs);
  for (size_t i = 0; i < count; i++)
    terms_assign(w->t, (uint32_t)i, inputs[i]);
  for (size_t i = w->nodes.count; i-- > 0;) {
    const twin_node *n = &w->nodes.at[i];
    bool ok = terms_value(w->t, n->made) == w->values.at[i];
    if (!ok && same)
      print_bad(w, i);
    same = same && ok;
    widths = widths && terms_width(w->t, n->made) == n->width;
    if (draw(20) == 0)
      elsewhere = elsewhere && terms_value_under(w->t, n->made, inputs,
                                                 count) == w->values.at[i];
  }
  CHECK(same);
  CHECK(widths);
  CHECK(elsewhere);
}

static void draw_inputs(const terms *t, uint64_t *inputs) {
  for (uint32_t i = 0; i < terms_inputs(t); i++)
    inputs[i] = draw_word(terms_width(t, terms_input_at(t, i)));
}

static void check_random(const unsigned *widths, unsigned count,
                         unsigned size) {
  twin w = {.t = terms_new(&job)};
  uint64_t inputs[MOST_INPUTS];
  for (int i = 0; i < MOST_INPUTS; i++)
    twin_input(&w, i < 2 ? 1 : widths[draw(count)]);
  while (w.nodes.count < size)
    twin_grow(&w, widths, count);
  for (int i = 0; i < 12; i++) {
    draw_inputs(w.t, inputs);
    compare(&w, inputs);
  }
  terms_delete(w.t);
  twin_clear(&w);
}

static void check_random_terms(void) {
  static const unsigned c[] = {1, 8, 16, 32, 64}, small[] = {1, 2, 3, 4},
                        odd[] = {1, 7, 8, 9, 31, 33, 63}, bytes[] = {8, 16, 24};
  for (int i = 0; i < 250; i++) {
    check_random(c, 5, 300);
    check_random(small, 4, 150);
    check_random(odd, 7, 200);
    check_random(bytes, 3, 200);
  }
}

/* Every operator on every operator, small widths, every value. */

/* x, y: inputs of the width; every constant; then depth 1 and 2. */
static void check_all(unsigned width) {
  twin w = {.t = terms_new(&job)};
  uint32_t leaves[16], count = 0;
  uint32_t x = twin_input(&w, width), y = twin_input(&w, width);
  uint32_t p = twin_input(&w, 1);
  leaves[count++] = x;
  leaves[count++] = y;
  for (uint64_t k = 0; k <= bits_mask(width); k++)
    leaves[count++] = twin_constant(&w, width, k);
  vec(uint32_t) same = {0}, truths = {0}; /* of depth 1 */
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = 0; j < count; j++)
      for (int op = 0; op <= BITS_SLE; op++) {
        bool is_truth = op >= BITS_EQ;
        uint32_t made = twin_apply(&w, (bits_op)op, is_truth ? 1 : width,
                                   leaves[i], leaves[j], 0);
        if (terms_is_constant(w.t, w.nodes.at[made].made))
          continue;
        if (is_truth)
          vec_push(&job, &truths, made);
        if (!is_truth || width == 1)
          vec_push(&job, &same, made);
      }
  for (uint32_t i = 0; i < count; i++)
    vec_push(&job, &same, twin_apply(&w, BITS_NOT, width, leaves[i], 0, 0));
  vec_push(&job, &truths, p);
  size_t depth_1 = same.count;
  for (uint32_t i = 0; i < count; i++)
    vec_push(
        &job, &same,
        twin_apply(&w, BITS_ITE, width, p, leaves[i], leaves[draw(count)]));
  for (size_t i = 0; i < same.count; i++) {
    for (uint32_t j = 0; j < count; j++)
      for (int op = 0; op <= BITS_SLE; op++) {
        unsigned result = op >= BITS_EQ ? 1 : width;
        if (width == 3 && draw(3)) /* a third of them is many */
          continue;
        twin_apply(&w, (bits_op)op, result, same.at[i], leaves[j], 0);
        twin_apply(&w, (bits_op)op, result, leaves[j], same.at[i], 0);
      }
    for (unsigned other = 1; other <= 6; other++)
      if (other < width) {
        twin_apply(&w, BITS_TRUNC, other, same.at[i], 0, 0);
      } else if (other > width) {
        twin_apply(&w, BITS_ZEXT, other, same.at[i], 0, 0);
        twin_apply(&w, BITS_SEXT, other, same.at[i], 0, 0);
      }
    twin_apply(&w, BITS_NOT, width, same.at[i], 0, 0);
    twin_apply(&w, BITS_CONCAT, 2 * width, same.at[i],
               same.at[draw((uint32_t)depth_1)], 0);
  }
  for (size_t i = 0; i < truths.count; i++) {
    uint32_t other = truths.at[draw((uint32_t)truths.count)];
    twin_apply(&w, BITS_NOT, 1, truths.at[i], 0, 0);
    for (uint32_t j = 0; j < count; j++)
      twin_apply(&w, BITS_ITE, width, truths.at[i], leaves[j],
                 leaves[draw(count)]);
    for (size_t j = 0; j < truths.count; j++) {
      if (truths.count > 60 && draw((uint32_t)truths.count) > 60)
        continue;
      twin_apply(&w, BITS_AND, 1, truths.at[i], truths.at[j], 0);
      twin_apply(&w, BITS_OR, 1, truths.at[i], truths.at[j], 0);
      twin_apply(&w, BITS_EQ, 1, truths.at[i], truths.at[j], 0);
      twin_apply(&w, BITS_ITE, 1, truths.at[i], truths.at[j], other);
    }
  }
  for (uint64_t all = 0; all < UINT64_C(1) << (2 * width + 1); all++) {
    uint64_t inputs[3] = {bits_cut(all, width), bits_cut(all >> width, width),
                          all >> (2 * width)};
    compare(&w, inputs);
  }
  vec_free(&job, &same);
  vec_free(&job, &truths);
  terms_delete(w.t);
  twin_clear(&w);
}

static terms *t;

static term make(bits_op op, unsigned width, term a, term b) {
  return terms_apply(t, op, width, a, b, TERM_NONE);
}
static term number(unsigned width, uint64_t k) {
  return terms_constant(t, width, k);
}
static term byte_of(term x, unsigned i) {
  return terms_extract(t, 8 * i, 8, x);
}

static void check_bytes(void) {
  term x = terms_input(t, 32, 0), y = terms_input(t, 8, 0);
  term all = byte_of(x, 3);
  for (unsigned i = 3; i-- > 0;)
    all = make(BITS_CONCAT, terms_width(t, all) + 8, all, byte_of(x, i));
  CHECK(all == x);
  all = byte_of(x, 0);
  for (unsigned i = 1; i < 4; i++)
    all = make(BITS_CONCAT, terms_width(t, all) + 8, byte_of(x, i), all);
  CHECK(all == x);
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    term wide = terms_apply(t, is_signed ? BITS_SEXT : BITS_ZEXT, 32, y,
                            TERM_NONE, TERM_NONE);
    all = byte_of(wide, 0);
    CHECK(all == y);
    for (unsigned i = 1; i < 4; i++)
      all = make(BITS_CONCAT, terms_width(t, all) + 8, byte_of(wide, i), all);
    CHECK(all == wide);
  }
  term two = make(BITS_CONCAT, 16, y, byte_of(x, 1));
  CHECK(terms_extract(t, 8, 8, two) == y);
  CHECK(terms_extract(t, 0, 8, two) == byte_of(x, 1));
  CHECK(make(BITS_AND, 32, x, number(32, 255)) ==
        terms_apply(t, BITS_ZEXT, 32, byte_of(x, 0), TERM_NONE, TERM_NONE));
}

static void check_forms(void) {
  t = terms_new(&job);
  term x = terms_input(t, 32, 7), y = terms_input(t, 32, 9);
  term p = terms_input(t, 1, 0);
  CHECK(make(BITS_ADD, 32, x, y) == make(BITS_ADD, 32, y, x));
  CHECK(make(BITS_SUB, 32, make(BITS_ADD, 32, x, number(32, 5)),
             number(32, 5)) == x);
  CHECK(make(BITS_EQ, 1, make(BITS_ADD, 32, x, number(32, 5)), number(32, 8)) ==
        make(BITS_EQ, 1, x, number(32, 3)));
  term wide = terms_apply(t, BITS_ZEXT, 32, p, TERM_NONE, TERM_NONE);
  CHECK(make(BITS_EQ, 1, wide, number(32, 0)) == terms_not(t, p));
  CHECK(make(BITS_EQ, 1, wide, number(32, 1)) == p);
  CHECK(terms_is_constant(t, make(BITS_EQ, 1, wide, number(32, 2))));
  CHECK(terms_not(t, make(BITS_ULT, 1, x, y)) == make(BITS_ULE, 1, y, x));
  CHECK(terms_not(t, make(BITS_SLE, 1, x, y)) == make(BITS_SLT, 1, y, x));
  term small = make(BITS_SLT, 1, x, number(32, 10));
  CHECK(terms_not(t, terms_not(t, small)) == small);
  CHECK(terms_and(t, small, terms_not(t, small)) == number(1, 0));
  CHECK(make(BITS_OR, 1, small, terms_not(t, small)) == number(1, 1));
  term chosen =
      terms_apply(t, BITS_ITE, 32, small, number(32, 1), number(32, 0));
  CHECK(terms_not(t, make(BITS_EQ, 1, chosen, number(32, 0))) == small);
  CHECK(terms_implies(t, small, small) == number(1, 1));
  check_bytes();
  terms_delete(t);
}

/* After a cut: what stays has its number and value, what goes can be made
 * again, and each term is made once. */
static void check_cut(void) {
  static const unsigned widths[] = {1, 8, 16, 32};
  twin w = {.t = terms_new(&job)};
  for (int i = 0; i < MOST_INPUTS; i++) {
    twin_input(&w, widths[i & 3]);
    for (int j = 0; j < 40; j++)
      twin_grow(&w, widths, 4);
  }
  for (int round = 0; round < 30; round++) {
    size_t keep = draw(MOST_INPUTS);
    vec(twin_node) before = {0};
    for (size_t i = 0; i < w.nodes.count; i++)
      vec_push(&job, &before, w.nodes.at[i]);
    term_inputs inputs = {0};
    vec(bool) stays = {0};
    for (size_t i = 0; i < before.count; i++) {
      terms_inputs_of(w.t, &job, before.at[i].made, &inputs);
      bool ascends = true;
      for (size_t j = 1; j < inputs.count; j++)
        ascends = ascends && inputs.at[j - 1] < inputs.at[j];
      CHECK(ascends);
      vec_push(&job, &stays, inputs.count == 0 || vec_last(&inputs) < keep);
    }
    terms_cut(w.t, keep);
    CHECK(terms_inputs(w.t) == keep);
    w.nodes.count = 0;
    bool same = true;
    for (size_t i = 0; i < before.count; i++) {
      const twin_node *n = &before.at[i];
      if (n->op != BITS_OP_COUNT)
        twin_apply(&w, n->op, n->width, n->a, n->b, n->c);
      else if (n->is_input && n->value >= keep)
        twin_input(&w, n->width);
      else
        vec_push(&job, &w.nodes, *n);
      if (stays.at[i] && draw(4))
        same = same && w.nodes.at[i].made == n->made;
    }
    CHECK(same);
    uint64_t values[MOST_INPUTS];
    draw_inputs(w.t, values);
    compare(&w, values);
    vec_free(&job, &before);
    vec_free(&job, &inputs);
    vec_free(&job, &stays);
    if (w.nodes.count < 1500)
      for (int j = 0; j < 30; j++)
        twin_grow(&w, widths, 4);
  }
  CHECK(terms_count(w.t) < 20 * w.nodes.count);
  terms_delete(w.t);
  twin_clear(&w);
}

/* A search that goes back often, with new constants each time, needs no more
 * numbers than it uses. */
static void check_holes(void) {
  t = terms_new(&job);
  term x = terms_input(t, 32, 0);
  for (uint32_t i = 0; i < 2000; i++) {
    term y = terms_input(t, 32, 0);
    for (uint32_t j = 0; j < 50; j++)
      y = make(BITS_XOR, 32, make(BITS_MUL, 32, y, x), x);
    make(BITS_ADD, 32, x, number(32, i + 1));
    terms_cut(t, 1);
  }
  CHECK(terms_count(t) < 4000 + 200);
  terms_delete(t);
}

static void check_substitute(void) {
  static const unsigned widths[] = {1, 8, 16};
  for (int round = 0; round < 100; round++) {
    twin w = {.t = terms_new(&job)};
    for (int i = 0; i < MOST_INPUTS; i++)
      twin_input(&w, widths[i % 3]);
    while (w.nodes.count < 100)
      twin_grow(&w, widths, 3);
    term with[4];
    uint32_t chosen[4];
    for (int i = 0; i < 4; i++) {
      chosen[i] = draw(3) ? twin_pick(&w, widths[i % 3]) : UINT32_MAX;
      with[i] =
          chosen[i] == UINT32_MAX ? TERM_NONE : w.nodes.at[chosen[i]].made;
    }
    size_t count = w.nodes.count;
    vec(term) replaced = {0};
    for (size_t i = 0; i < count; i++)
      vec_push(&job, &replaced,
               terms_substitute(w.t, w.nodes.at[i].made, with, 4));
    uint64_t inputs[MOST_INPUTS], inner[MOST_INPUTS];
    draw_inputs(w.t, inputs);
    twin_evaluate(&w, inputs);
    for (int i = 0; i < MOST_INPUTS; i++)
      inner[i] =
          i < 4 && chosen[i] != UINT32_MAX ? w.values.at[chosen[i]] : inputs[i];
    twin_evaluate(&w, inner);
    bool same = true;
    for (size_t i = 0; i < count; i++)
      same = same && terms_value_under(w.t, replaced.at[i], inputs,
                                       MOST_INPUTS) == w.values.at[i];
    CHECK(same);
    vec_free(&job, &replaced);
    terms_delete(w.t);
    twin_clear(&w);
  }
}

/* Deep ones need no stack of the machine's. */
static void check_deep(void) {
  t = terms_new(&job);
  term x = terms_input(t, 32, 1), y = x;
  for (uint32_t i = 0; i < 1000000; i++) {
    y = make(i & 1 ? BITS_XOR : BITS_MUL, 32, y, make(BITS_ADD, 32, x, y));
    if (i % 100 == 0)
      CHECK(terms_value(t, y) <= UINT32_MAX);
  }
  uint64_t before = terms_value(t, y), one = 1, two = 2;
  terms_assign(t, 0, 2);
  CHECK(terms_value(t, y) == terms_value_under(t, y, &two, 1));
  terms_assign(t, 0, 1);
  CHECK(terms_value(t, y) == before);
  CHECK(terms_value_under(t, y, &one, 1) == before);
  char text[64];
  terms_print(t, y, text, sizeof text);
  CHECK(strlen(text) == sizeof text - 1);
  term_inputs inputs = {0};
  terms_inputs_of(t, &job, y, &inputs);
  CHECK(inputs.count == 1);
  vec_free(&job, &inputs);
  term with = number(32, 2);
  CHECK(terms_substitute(t, y, &with, 1) ==
        number(32, terms_value_under(t, y, &two, 1)));
  terms_cut(t, 0);
  CHECK(terms_inputs(t) == 0);
  terms_delete(t);
}

static void check_text(void) {
  t = terms_new(&job);
  char text[100];
  terms_input(t, 16, 0);
  term x = terms_input(t, 16, 0);
  terms_print(t, make(BITS_ADD, 16, x, number(16, 1)), text, sizeof text);
  CHECK(strcmp(text, "(bvadd i1 #x0001)") == 0);
  terms_print(t, terms_extract(t, 0, 3, x), text, sizeof text);
  CHECK(strcmp(text, "((_ extract 2 0) i1)") == 0);
  terms_print(t, terms_not(t, make(BITS_EQ, 1, x, number(16, 3))), text, 8);
  CHECK(strcmp(text, "(not (=") == 0);
  terms_delete(t);
}

int main(void) {
  mem_init(&job, &budget);
  progress_begin(&ticks, "");
  check_forms();
  check_random_terms();
  for (unsigned width = 1; width <= 3; width++)
    check_all(width);
  check_cut();
  check_holes();
  check_substitute();
  check_deep();
  check_text();
  CHECK(job.blocks == NULL);
  mem_clear(&job);
  return check_end();
}
