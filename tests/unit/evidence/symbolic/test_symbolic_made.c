/* Proofs that the engines make of random programs are accepted, also when they
 * went through a file; and no proof is accepted of another target. */
#include "base/kept.h"
#include "engine/symbolic/symbolic.h"
#include "evidence/symbolic/symbolic.h"
#include "product/program_sympds.h"
#include "tests/unit/check.h"
#include "tests/unit/program_random.h"

#include <stdlib.h>

typedef struct instance {
  mem_budget budget;
  mem mem;
  progress clock;
  jmp_buf handler;
  prog p;
  prog_bits bits;
  dds d;
  sympds system;
} instance;

static unsigned long proved, reached_count;

static instance *instance_new(uint64_t seed) {
  instance *x = calloc(1, sizeof *x);
  mem_init(&x->mem, &x->budget);
  x->budget.fail_in = -1;
  x->budget.handler = &x->handler;
  x->clock.budget = &x->budget;
  progress_begin(&x->clock, "test");
  program_random(&x->mem, seed, RANDOM_LARGER | (seed & 1), &x->p);
  return x;
}

static void instance_delete(instance *x) {
  dds_close(&x->d);
  mem_clear(&x->mem);
  CHECK(x->budget.used == 0);
  free(x);
}

static bool find(instance *x, bool forward, uint32_t target, sym_proof *out) {
  sym_target t = {&target, 1};
  size_t which = SIZE_MAX;
  bool reached = false;
  prog_bits_init(&x->mem, &x->p, 0, &x->bits);
  CHECK(prog_open_diagrams(&x->mem, &x->clock, &x->bits, 0, &x->d));
  prog_sympds(&x->mem, &x->clock, &x->p, &x->bits, &x->d, &x->system);
  if (forward) {
    sym_post *post = sym_post_star(&x->mem, &x->clock, &x->system, &t, &which);
    reached = which != SIZE_MAX;
    if (!reached)
      sym_post_proof(post, out);
  } else {
    sym_pre *pre =
        sym_pre_star(&x->mem, &x->clock, &x->system, &t, NULL, true, &reached);
    if (!reached)
      sym_pre_proof(pre, out);
  }
  dds_close(&x->d);
  return !reached;
}

static bool check(instance *x, uint32_t target, const sym_proof *s) {
  prog_locations targets = {.at = &target, .count = 1, .capacity = 1};
  const char *why;
  bool answer =
      symbolic_check(&x->mem, &x->clock, &x->p, &targets, NULL, NULL, s, &why);
  return answer;
}

static void through_file(instance *x, uint32_t target, const sym_proof *s) {
  kept k = {.m = &x->mem};
  text out;
  report r = {.count = 0};
  lines in;
  sym_proof again;
  text_init(&out, kept_add, &k);
  symbolic_write(&x->mem, &x->p, s, &out);
  text_put(&out, "end\n");
  CHECK(text_end(&out));
  lines_begin(&in, &x->mem, "proof", k.bytes.at, k.bytes.count, &r);
  CHECK(symbolic_read(&x->mem, &in, &x->p, &again) && lines_end(&in));
  CHECK(check(x, target, &again));
}

static void one(uint64_t seed) {
  instance *x = instance_new(seed);
  if (setjmp(x->handler)) {
    CHECK(x->budget.fault == MEM_NO_FAULT); /* spent */
    instance_delete(x);
    return;
  }
  uint32_t locations = (uint32_t)x->p.locations.count, unreachable = PROG_NONE;
  uint32_t stride = 1 + (uint32_t)(seed % 3);
  for (uint32_t target = 0; target < locations; target += stride)
    for (int forward = 0; forward < 2; forward++) {
      sym_proof s;
      if (!find(x, forward, target, &s)) {
        reached_count++;
        /* Nor is it proved by what proves something else. */
        if (unreachable != PROG_NONE && find(x, forward, unreachable, &s))
          CHECK(!check(x, target, &s));
        continue;
      }
      unreachable = target;
      CHECK(check(x, target, &s));
      if ((target + seed) % 4 == 0)
        through_file(x, target, &s);
      proved++;
    }
  instance_delete(x);
}

int main(int argc, char **argv) {
  unsigned long count =
      argc > 1 ? strtoul(argv[1], NULL, 10) : check_cases(300);
  for (uint64_t seed = 1; seed <= count; seed++)
    one(seed);
  if (argc > 1)
    printf("%lu proved, %lu reached\n", proved, reached_count);
  CHECK(proved > count && reached_count > count);
  return check_end();
}
