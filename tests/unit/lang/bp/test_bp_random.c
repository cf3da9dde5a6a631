#include "tests/unit/lang/bp/bp_random.h"
#include "tests/unit/lang/bp/bp_text.h"

/* What is written in our own words means the same, and is written the same. */
static void test_round_trip(void) {
  static bp_dice d;
  unsigned loud = 0;
  for (uint64_t seed = 0; seed < 5000; seed++) {
    bp_dice_throw(&d, seed);
    bp_bench *x = bench_new(), *y = bench_new();
    bool read = bench_read(x, d.out.text);
    CHECK(read);
    if (!read && loud++ < 3)
      printf("%u:%u: %s\n%s\n", x->report.entries[0].line,
             x->report.entries[0].column, x->report.entries[0].message,
             d.out.text);
    const char *once = bench_write(y, d.out.text);
    CHECK(once && bench_read(y, once));
    const char *twice = once ? bench_write(y, once) : NULL;
    bool same = twice && strcmp(once, twice) == 0 &&
                strcmp(bench_tell(x, false), bench_tell(y, false)) == 0;
    CHECK(same);
    if (!same && read && loud++ < 3)
      printf("%s\n-----\n%s\n", d.out.text, once ? once : "");
    bench_delete(x);
    bench_delete(y);
  }
}

/* Programs with a few bytes changed are read or refused, and one that is read
 * is as program.h says. */
static void test_damaged(void) {
  static const char bytes[] = "();:=,*'!&|{}/ \nTF01x<>[]^";
  static bp_dice d;
  for (uint64_t seed = 0; seed < 20000; seed++) {
    bp_dice_throw(&d, seed % 500);
    d.out.seed = (seed + 7) * UINT64_C(0xD1B54A32D192ED03);
    for (uint32_t i = 1 + dice_below(&d, 3); i > 0; i--) {
      char *at = &d.out.text[dice_below(&d, (uint32_t)d.out.used)];
      *at = bytes[dice_below(&d, sizeof bytes - 1)];
    }
    bp_bench *x = bench_new();
    bench_read(x, d.out.text);
    bench_delete(x);
  }
}

int main(void) {
  test_round_trip();
  test_damaged();
  return check_end();
}
