/* Rows as sets of bits, on systems large enough to have some: the same answer
 * and the same number of transitions as with numbered edges, for each engine;
 * the library checks the evidence of every answer apart. */
#include "tests/unit/check.h"

#include "custos/custos.h"

#include <stdio.h>

static uint32_t roll(uint64_t *seed, uint32_t sides) {
  *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (uint32_t)(*seed >> 33) % sides;
}

enum { STATES = 12, SYMBOLS = 24 };

/* Pops, swaps and pushes that keep the top, three a head on average. */
static void build(custos *c, uint64_t seed) {
  uint32_t n, symbol[SYMBOLS], state[STATES];
  char name[16];
  for (uint32_t i = 0; i < STATES; i++) {
    snprintf(name, sizeof name, "p%u", (unsigned)i);
    CHECK(custos_state(c, name, &state[i]) == CUSTOS_OK);
  }
  for (uint32_t i = 0; i < SYMBOLS; i++) {
    snprintf(name, sizeof name, "a%u", (unsigned)i);
    CHECK(custos_symbol(c, name, &symbol[i]) == CUSTOS_OK);
  }
  for (n = 0; n < 3 * STATES * SYMBOLS / 2; n++) {
    custos_rule r = {.from = state[roll(&seed, STATES)],
                     .top = symbol[roll(&seed, SYMBOLS)],
                     .to = state[roll(&seed, STATES)],
                     .length = roll(&seed, 3)};
    r.push[0] = symbol[roll(&seed, SYMBOLS)];
    r.push[1] = r.top;
    if (roll(&seed, 40) == 0) {
      r.top = CUSTOS_ANY;
      r.push[1] = CUSTOS_ANY;
    }
    CHECK(custos_add_rule(c, &r, NULL) == CUSTOS_OK);
  }
  /* Half of the final sets ask for a symbol that stays below all others. */
  CHECK(custos_add_configurations(
            c, CUSTOS_INITIAL, "< [p0,p1,p2] , a0 a1 bottom >") == CUSTOS_OK);
  CHECK(custos_add_configurations(
            c, CUSTOS_FINAL,
            roll(&seed, 2) ? "< p3 , a2 .* bottom >"
                           : "< p3 , a2 .* elsewhere >") == CUSTOS_OK);
}

static custos_result solve(custos *c, const char *engine, const char *dense) {
  custos_result r = {.verdict = CUSTOS_UNKNOWN};
  CHECK(custos_set(c, "engine", engine) == CUSTOS_OK);
  CHECK(custos_set(c, "dense-from", dense) == CUSTOS_OK);
  CHECK(custos_solve(c, &r) == CUSTOS_OK);
  return r;
}

int main(void) {
  static const char *const engines[] = {"pre", "post", "dual"};
  custos *c = custos_new();
  uint32_t yes = 0, no = 0;
  CHECK(custos_set(c, "reduction", "no") == CUSTOS_OK);
  for (uint64_t seed = 1; seed <= 40; seed++) {
    build(c, seed);
    for (int e = 0; e < 3; e++) {
      custos_result numbered = solve(c, engines[e], "1000000000");
      custos_result dense = solve(c, engines[e], "0");
      custos_result late = solve(c, engines[e], "2000");
      CHECK(numbered.reachable == dense.reachable);
      CHECK(numbered.reachable == late.reachable);
      if (numbered.reachable == 0 && e < 2) { /* two directions may differ */
        CHECK(numbered.transitions == dense.transitions);
        CHECK(numbered.transitions == late.transitions);
      }
    }
    custos_result last = solve(c, "pre", "0");
    yes += last.reachable == 1;
    no += last.reachable == 0;
    custos_clear(c);
  }
  CHECK(yes > 5 && no > 5);
  custos_delete(c);
  return check_end();
}
