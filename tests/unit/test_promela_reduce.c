/* Reduced models have the same faults as full ones.
 *
 *     test_promela_reduce FILE ...    compares these models and prints counts
 */
#include "check.h"
#include "promela_searched.h"

typedef struct subject {
  mem_budget budget;
  mem mem;
  report report;
  progress clock;
  model full, reduced;
  const char *why;
} subject;

static subject *subject_new(void) {
  subject *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  x->budget.fail_in = -1;
  mem_init(&x->mem, &x->budget);
  x->clock.budget = &x->budget;
  progress_begin(&x->clock, "reading");
  return x;
}

static void subject_delete(subject *x) {
  mem_clear(&x->mem);
  CHECK(x->budget.used == 0);
  free(x);
}

static bool subject_read(subject *x, const char *input, size_t length) {
  return promela_read(&x->mem, &x->full, "f.pml", input, length, NULL,
                      &x->report, &x->clock);
}

/* ---- Files -------------------------------------------------------------- */

enum { MOST = 3000000 };

static char *read_all(const char *path, size_t *length) {
  FILE *f = fopen(path, "rb");
  char *bytes = malloc(1 << 22);
  if (!f || !bytes)
    abort();
  *length = fread(bytes, 1, 1 << 22, f);
  fclose(f);
  return bytes;
}

static int compare_file(const char *path) {
  subject *x = subject_new();
  jmp_buf handler;
  size_t length;
  char *input = read_all(path, &length);
  int result = 0;
  x->budget.handler = &handler;
  x->budget.limit = (size_t)3 << 30;
  if (setjmp(handler)) {
    printf("%s\tgave up\n", path);
  } else if (!subject_read(x, input, length)) {
    printf("%s\trefused\n", path);
  } else if (!pml_reduce(&x->mem, &x->full, NULL, &x->reduced, &x->why)) {
    printf("%s\tnot reduced: %s\n", path, x->why);
  } else {
    searched full, reduced;
    bool only = getenv("ONLY_REDUCED") != NULL;
    search_all(&x->mem, &x->full, only ? 1 : MOST, &full);
    search_all(&x->mem, &x->reduced,
               getenv("MOST") ? strtoul(getenv("MOST"), NULL, 10) : MOST,
               &reduced);
    const char *lost = only ? NULL : searched_missing(&full, &reduced);
    const char *found = only ? NULL : searched_missing(&reduced, &full);
    printf("%s\t%zu%s\t%zu%s\t%s%s\n", path, full.starts.count,
           full.is_cut ? "+" : "", reduced.starts.count,
           reduced.is_cut ? "+" : "",
           lost    ? "LOST "
           : found ? "NEW "
                   : "",
           lost    ? lost
           : found ? found
                   : "");
    result = (lost && !reduced.is_cut) || (found && !full.is_cut);
  }
  fflush(stdout);
  free(input);
  x->budget.handler = NULL;
  subject_delete(x);
  return result;
}

int main(int argc, char **argv) {
  int result = 0;
  for (int i = 1; i < argc; i++)
    result |= compare_file(argv[i]);
  if (argc > 1)
    return result;
  return check_end();
}
