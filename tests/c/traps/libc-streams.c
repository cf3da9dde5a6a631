// custos: holds
// options: --lp64 --check=null,bounds,free
// Streams in variables are open as they are in calls; null is all of them to
// fflush.
#include <assert.h>
#include <stdio.h>

static FILE *out;
static void say(FILE *to, const char *s) { fprintf(to, "%s\n", s); }

int main(void) {
  out = stderr;
  say(out, "a");
  fflush(NULL);
  assert(stdin != stdout);
  FILE *f = fopen("nowhere", "r");
  if (f) {
    assert(f != stdin);
    fclose(f);
  }
  return 0;
}
