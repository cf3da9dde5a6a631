/* custos check a.pml b.pml ...: each is a whole model, and checked by itself.
 */
#include "check_models.h"

#include "errors.h"
#include "output.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool check_are_models(const options *o) {
  if (o->file_count < 2)
    return false;
  for (size_t i = 0; i < o->file_count; i++)
    if (!options_is_for_graph(o, o->files[i]))
      return false;
  return true;
}

/* The part of a path that names evidence: "m" of "dir/m.pml". */
static size_t stem_of(const char *file, const char **at) {
  const char *slash = strrchr(file, '/');
  *at = slash ? slash + 1 : file;
  const char *dot = strrchr(*at, '.');
  return dot && dot != *at ? (size_t)(dot - *at) : strlen(*at);
}

static bool same_stem(const char *a, const char *b) {
  const char *of_a, *of_b;
  size_t n = stem_of(a, &of_a), k = stem_of(b, &of_b);
  return n == k && memcmp(of_a, of_b, n) == 0;
}

/* Evidence is named after the model, so that two of a name would overwrite each
 * other's. */
static int find_twins(const options *o) {
  for (size_t i = 0; i < o->file_count; i++)
    for (size_t k = 0; k < i; k++)
      if (same_stem(o->files[i], o->files[k]))
        return options_complain("check",
                                "%s and %s would write the same evidence: "
                                "check them apart",
                                o->files[k], o->files[i]);
  return 0;
}

int check_worse_status(int a, int b) {
  static const int order[] = {EXIT_HOLDS, EXIT_UNKNOWN, EXIT_VIOLATED,
                              EXIT_USAGE, EXIT_INPUT,   EXIT_SYSTEM,
                              EXIT_BUG};
  int rank_a = 0, rank_b = 0;
  for (int i = 0; i < (int)(sizeof order / sizeof *order); i++) {
    rank_a = order[i] == a ? i : rank_a;
    rank_b = order[i] == b ? i : rank_b;
  }
  return rank_a > rank_b ? a : b;
}

static bool is_answer(int status) {
  return status == EXIT_HOLDS || status == EXIT_VIOLATED ||
         status == EXIT_UNKNOWN;
}

static void print_failed(const options *o, const int *statuses) {
  const char *before = ",\n\"failed\":[";
  for (size_t i = 0; i < o->file_count; i++) {
    if (is_answer(statuses[i]))
      continue;
    fputs(before, stdout);
    fputs("{\"file\":", stdout);
    output_json(stdout, o->files[i]);
    printf(",\"exit\":%d}", statuses[i]);
    before = ",";
  }
  fputs(before[1] ? "" : "]", stdout);
}

/* Those that are left are not decided. */
static bool must_stop(void) {
  return session_interrupted() || watch_asks() || watch_memory_spent();
}

static int check_each(const options *o, check_one_model *check, int *statuses) {
  int all = EXIT_HOLDS;
  bool is_first = true;
  for (size_t i = 0; i < o->file_count; i++) {
    if (must_stop()) {
      fprintf(stderr, "custos: %zu of %zu models are left out\n",
              o->file_count - i, o->file_count);
      return check_worse_status(all, EXIT_UNKNOWN);
    }
    options one = *o;
    one.files = o->files + i;
    one.file_count = 1;
    if (!o->json && !o->quiet) {
      output_visible(stdout, o->files[i]);
      fputs(":\n", stdout);
      fflush(stdout);
    }
    check_place place = {is_first ? "" : ",\n", "]}\n", o->file_count - i, all};
    statuses[i] = check(&one, &place);
    is_first = is_first && !is_answer(statuses[i]);
    all = check_worse_status(all, statuses[i]);
  }
  return all;
}

int check_models(const options *o, check_one_model *check) {
  int all = find_twins(o);
  int *statuses = calloc(o->file_count, sizeof *statuses);
  if (all || !statuses) {
    free(statuses);
    return all ? all : EXIT_SYSTEM;
  }
  if (o->json) {
    errors_note_answer();
    fputs("{\"schema\":\"custos.results/1\",\"results\":[\n", stdout);
    fflush(stdout);
  }
  all = check_each(o, check, statuses);
  if (o->json) {
    fputs("]", stdout);
    print_failed(o, statuses);
    fputs("}\n", stdout);
  }
  free(statuses);
  return output_finish(all);
}
