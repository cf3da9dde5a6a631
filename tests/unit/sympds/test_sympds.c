/* Steps with random rules beside explicit sets of valuations, and tables of
 * diagrams beside the diagrams. */
#include "sympds/proof.h"
#include "tests/unit/check.h"

enum { GLOBALS = 3, LOCALS = 2, BITS = GLOBALS + LOCALS, HEADS = 1 << BITS };

static jmp_buf out;
static mem_budget budget = {.fail_in = -1, .handler = &out};
static mem m;
static progress clock_ = {.budget = &budget};
static dds d;
static sympds s;

static uint64_t seed = 11;
static uint32_t draw(uint32_t below) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(seed >> 33) % below;
}

static uint32_t variable(uint32_t bit, sym_copy copy) {
  return bit < GLOBALS ? sym_global(&s, bit, copy)
                       : sym_local(&s, bit - GLOBALS, copy);
}

static dd point_of(uint32_t head, sym_copy copy) {
  uint32_t variables[BITS];
  bool values[BITS];
  for (uint32_t i = 0; i < BITS; i++) {
    variables[i] = variable(i, copy);
    values[i] = head >> i & 1;
  }
  return dd_point(&d, variables, values, BITS);
}

static dd set_of(uint32_t heads, sym_copy copy) {
  dd x = DD_FALSE;
  for (uint32_t h = 0; h < HEADS; h++)
    if (heads >> h & 1)
      x = dd_or(&d, x, point_of(h, copy));
  return x;
}

/* Bit t of steps[h]: the rule leads from h to t. Unchanged bits stay. */
typedef struct relation {
  uint32_t changed; /* bits */
  uint32_t steps[HEADS];
} relation;

static dd random_relation(relation *r) {
  r->changed = draw(4) ? draw(HEADS) : 0;
  uint32_t dense = 1 + draw(4);
  dd all = DD_FALSE;
  for (uint32_t h = 0; h < HEADS; h++) {
    r->steps[h] = 0;
    for (uint32_t t = 0; t < HEADS; t++)
      if (((h ^ t) & ~r->changed) == 0 && draw(4) < dense)
        r->steps[h] |= 1U << t;
    for (uint32_t t = 0; t < HEADS; t++) {
      if (!(r->steps[h] >> t & 1))
        continue;
      dd step = point_of(h, SYM_NOW);
      for (uint32_t i = 0; i < BITS; i++) {
        dd v = dd_variable(&d, variable(i, SYM_NEXT));
        if (r->changed >> i & 1)
          step = t >> i & 1 ? dd_and(&d, step, v) : dd_minus(&d, step, v);
      }
      all = dd_or(&d, all, step);
    }
  }
  return all;
}

static void add_random_rule(relation *r, uint32_t number) {
  size_t mark = dd_mark(&d);
  uint32_t globals[GLOBALS], locals[LOCALS];
  sym_rule rule = {.kind = SYM_SWAP,
                   .from = draw(3),
                   .to = 1,
                   .below = SYM_NONE,
                   .source = number,
                   .relation = draw(8) ? random_relation(r) : DD_FALSE};
  for (uint32_t i = 0; i < BITS; i++)
    if (rule.relation != DD_FALSE && r->changed >> i & 1) {
      if (i < GLOBALS)
        globals[rule.changes_globals++] = i;
      else
        locals[rule.changes_locals++] = i - GLOBALS;
    }
  if (rule.relation == DD_FALSE)
    memset(r, 0, sizeof *r);
  sympds_add_rule(&s, &rule, globals, locals, NULL);
  dd_release(&d, mark);
}

/* Other copies are carried along: here, one bit of SYM_BELOW. */
static void check_steps(uint32_t rule, const relation *r) {
  size_t mark = dd_mark(&d);
  uint32_t from = draw(UINT32_MAX), with = draw(UINT32_MAX);
  dd mine = dd_variable(&d, sym_global(&s, draw(GLOBALS), SYM_BELOW));
  dd x = dd_if(&d, mine, set_of(from, SYM_NOW), set_of(with, SYM_NOW));
  uint32_t image_from = 0, image_with = 0, preimage = 0;
  for (uint32_t h = 0; h < HEADS; h++) {
    image_from |= from >> h & 1 ? r->steps[h] : 0;
    image_with |= with >> h & 1 ? r->steps[h] : 0;
    preimage |= (uint32_t)((r->steps[h] & from) != 0) << h;
  }
  CHECK(sym_image(&s, rule, x) == dd_if(&d, mine, set_of(image_from, SYM_NOW),
                                        set_of(image_with, SYM_NOW)));
  CHECK(sym_preimage(&s, rule, set_of(from, SYM_NOW)) ==
        set_of(preimage, SYM_NOW));
  dd_release(&d, mark);
}

static bool value_in(const sym_proof *p, uint32_t node, const bool *values) {
  while (node > 1) {
    const sym_node *n = &p->nodes.at[node - 2];
    node = values[n->variable] ? n->high : n->low;
  }
  return node;
}

static bool value_of(dd x, const bool *values) {
  while (x > DD_TRUE) {
    uint32_t bit = 0, copy = dd_top(x) % SYM_COPIES;
    while (variable(bit, (sym_copy)copy) != dd_top(x))
      bit++;
    x = values[bit * SYM_COPIES + copy] ? dd_high(x) : dd_low(x);
  }
  return x == DD_TRUE;
}

static void check_export(void) {
  sym_proof p = {.globals = GLOBALS, .locals = LOCALS};
  sym_exporter *x = sym_exporter_make(&m, &s, &p);
  size_t mark = dd_mark(&d);
  dd roots[8];
  uint32_t numbers[8];
  for (int i = 0; i < 8; i++) {
    roots[i] = dd_xor(&d, set_of(draw(UINT32_MAX), (sym_copy)draw(4)),
                      set_of(draw(UINT32_MAX), (sym_copy)draw(4)));
    numbers[i] = sym_export(x, roots[i]);
    CHECK(sym_export(x, roots[i]) == numbers[i]);
  }
  CHECK(sym_export(x, DD_FALSE) == 0 && sym_export(x, DD_TRUE) == 1);
  for (size_t i = 0; i < p.nodes.count; i++) {
    const sym_node *n = &p.nodes.at[i];
    CHECK(n->low < i + 2 && n->high < i + 2 && n->low != n->high);
    for (size_t j = 0; j < i; j++)
      CHECK(memcmp(n, &p.nodes.at[j], sizeof *n) != 0);
  }
  for (int round = 0; round < 100; round++) {
    bool values[BITS * SYM_COPIES];
    for (size_t i = 0; i < BITS * SYM_COPIES; i++)
      values[i] = draw(2);
    for (int i = 0; i < 8; i++)
      CHECK(value_in(&p, numbers[i], values) == value_of(roots[i], values));
  }
  dd_release(&d, mark);
  sym_exporter_free(x);
  sym_proof_free(&m, &p);
}

enum { RULES = 12 };

static void check_system(void) {
  static relation relations[RULES];
  uint32_t positions[BITS];
  for (uint32_t i = 0; i < BITS; i++)
    positions[i] = i;
  for (uint32_t i = BITS; i-- > 1;) {
    uint32_t other = draw(i + 1), old = positions[i];
    positions[i] = positions[other];
    positions[other] = old;
  }
  dd_order o = {.variables = BITS * SYM_COPIES};
  CHECK(dds_open(&d, &m, &clock_, &o));
  sympds_init(&s, &m, &d, GLOBALS, LOCALS, positions, 3);
  uint32_t possible = 0;
  for (uint32_t i = 0; i < RULES; i++) {
    add_random_rule(&relations[i], i);
    possible += s.rules.at[i].relation != DD_FALSE;
  }
  sympds_finish(&s);
  CHECK(s.rules.count == possible);
  CHECK(s.first_rule[0] == 0 && s.first_rule[3] == possible);
  for (uint32_t symbol = 0; symbol < 3; symbol++)
    for (uint32_t i = s.first_rule[symbol]; i < s.first_rule[symbol + 1]; i++) {
      CHECK(s.rules.at[i].from == symbol);
      CHECK(i == s.first_rule[symbol] ||
            s.rules.at[i - 1].source < s.rules.at[i].source);
      for (int round = 0; round < 4; round++)
        check_steps(i, &relations[s.rules.at[i].source]);
    }
  check_export();
  dds_close(&d);
  mem_clear(&m);
  CHECK(budget.used == 0);
}

int main(void) {
  if (setjmp(out)) {
    CHECK(budget.fault == MEM_NO_FAULT);
    return check_end();
  }
  mem_init(&m, &budget);
  progress_begin(&clock_, "test");
  for (int i = 0; i < 40; i++)
    check_system();
  return check_end();
}
