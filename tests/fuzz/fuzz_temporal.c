/* Evidence about properties, read against small problems: no text is accepted
 * that claims the opposite of what is true of them. */
#include "custos/custos.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In each, 'h' holds and 'v' is violated. */
static const struct problem {
  const char *suffix, *text;
} problems[] = {
    {"lts", "init a\nprop p : b\na -> b @ go\nb -> a\nb -> b @ stay\n"
            "ltl h : G (@stay -> p)\nltl v : G F !p\n"},
    {"gcl", "PARAM N = 2; VAR x : 0..N; LTL h : F G \"x = N\";\n"
            "LTL v : G \"x < N\";\n"
            "BEGIN WHILE x < N DO x := x + 1 END END\n"},
    {"pds", "p a -> p a b @ push\np a -> p @ pop\np b -> p\ninit < p , a >\n"
            "set s < p , a b+ >\nltl h : F @pop || G F s\nltl v : F @pop\n"},
    {"pml", "chan c = [0] of { byte };\nbyte x;\n"
            "active proctype A() { do :: c!1 :: atomic { x = 2; x = 0 } od }\n"
            "active proctype B() { do :: c?x od }\n"
            "ltl h { [] (x < 2) }\nltl v { <> (x == 1) }\n"}};
enum { PROBLEMS = sizeof problems / sizeof *problems };

static char folder[] = "/tmp/custos-fuzz-XXXXXX";
static char paths[PROBLEMS][100], evidence[100];

static void save(const char *path, const void *text, size_t length) {
  FILE *f = fopen(path, "w");
  if (!f || fwrite(text, 1, length, f) != length || fclose(f) != 0)
    abort();
}

static void begin(void) {
  if (!mkdtemp(folder))
    abort();
  for (int i = 0; i < PROBLEMS; i++) {
    snprintf(paths[i], sizeof paths[i], "%s/m.%s", folder, problems[i].suffix);
    save(paths[i], problems[i].text, strlen(problems[i].text));
  }
  snprintf(evidence, sizeof evidence, "%s/evidence", folder);
}

static void finish(void) {
  for (int i = 0; i < PROBLEMS; i++)
    unlink(paths[i]);
  unlink(evidence);
  rmdir(folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static int began;
  if (!began) {
    began = 1;
    begin();
    atexit(finish);
  }
  save(evidence, data, size);
  for (int i = 0; i < PROBLEMS; i++) {
    custos *c = custos_new();
    custos_replayed r;
    const char *path = paths[i];
    custos_set(c, "memory", "500");
    custos_set(c, "time", "5");
    custos_status s = custos_replay(c, evidence, &path, 1, &r);
    if (s == CUSTOS_ERR_BUG)
      abort();
    if (s == CUSTOS_OK && r.accepted && strcmp(r.property, "h") == 0 &&
        r.has_run)
      abort();
    if (s == CUSTOS_OK && r.accepted && strcmp(r.property, "v") == 0 &&
        !r.has_run)
      abort();
    if (s == CUSTOS_OK && r.accepted && r.has_run) {
      custos_step step;
      int found = 1;
      if (custos_trace_rewind(c) != CUSTOS_OK)
        abort();
      for (int k = 0; k < 300 && found; k++)
        if (custos_trace_next(c, &step, &found) != CUSTOS_OK)
          abort();
    }
    custos_delete(c);
  }
  return 0;
}
