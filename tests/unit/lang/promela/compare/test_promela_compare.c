/* The second opinion: the machine and the walker agree on every state and step
 * of the small models, on random walks of those that are larger than they are
 * allowed to be, and a difference is told. Arguments: models to compare. */
#include "tests/unit/lang/promela/promela_walker.h"

#include "lang/promela/compare/compare.h"

#include <dirent.h>
#include <time.h>

typedef struct second {
  walked *x;
  const char *path, *input;
  size_t length;
  uint64_t most;
  model model;
  bool is_read;
  pml_comparison found;
  pml_opinion opinion;
} second;

static void ask(void *self) {
  second *s = self;
  mem *m = &s->x->mem;
  if (!promela_read_as(m, &s->model, s->path, s->input, s->length,
                       &walked_includes, &(pml_reading){.runs_c = true},
                       &s->x->report, &s->x->clock))
    return;
  s->is_read = true;
  s->found = (pml_comparison){.clock = &s->x->clock,
                              .model = &s->model,
                              .least = (model_severity)(MODEL_UNDEFINED + 1),
                              .most_states = s->most};
  s->opinion = pml_compare(m, &s->found);
}

static size_t models, compared_states, endless;

/* True: nothing is different. */
static bool compare_text(const char *path, const char *input, size_t length,
                         uint64_t most, pml_comparison *found) {
  second *s = calloc(1, sizeof *s);
  if (!s)
    abort();
  *s = (second){.x = walked_new(path, "init { skip }", 13),
                .path = path,
                .input = input,
                .length = length,
                .most = most};
  bool ended = walked_guard(s->x, ask, s);
  bool good = !ended || !s->is_read || s->opinion == PML_AGREED;
  endless += !ended;
  if (!good)
    printf("%s: %s\n", path, s->found.text.at);
  models += s->is_read;
  compared_states += s->found.states;
  *found = s->found;
  promela_end(&s->model);
  walked_delete(s->x);
  free(s);
  return good;
}

static bool compare_file(const char *path, uint64_t most,
                         pml_comparison *found) {
  size_t length;
  char *input = read_file(path, &length);
  bool good = input && compare_text(path, input, length, most, found);
  free(input);
  return good;
}

static void compare_folder(const char *folder) {
  DIR *d = opendir(folder);
  char path[500];
  pml_comparison found;
  CHECK(d != NULL);
  for (struct dirent *e; d && (e = readdir(d));) {
    const char *dot = strrchr(e->d_name, '.');
    if (!dot || strcmp(dot, ".pml") != 0)
      continue;
    snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
    CHECK(compare_file(path, 2000, &found));
  }
  if (d)
    closedir(d);
}

/* More states than may be compared one by one. */
static void compare_at_random(void) {
  static const char many[] =
      "byte x, y, z; active [3] proctype A() { do :: x++ :: y = x + _pid :: "
      "z = y * x od }";
  pml_comparison found;
  CHECK(compare_text("m.pml", many, sizeof many - 1, 300, &found));
  CHECK(!found.is_whole && found.random_walks > 0 && found.states == 450 &&
        found.steps > found.states);
}

static int compare_arguments(int count, char **paths) {
  bool good = true;
  for (int i = 1; i < count; i++) {
    pml_comparison found = {0};
    clock_t start = clock();
    good &= compare_file(paths[i], 20000, &found);
    printf("%s: %llu states, %llu steps, %llu walks%s, %.2f s\n", paths[i],
           (unsigned long long)found.states, (unsigned long long)found.steps,
           (unsigned long long)found.random_walks,
           found.is_whole ? ", whole" : "",
           (double)(clock() - start) / CLOCKS_PER_SEC);
  }
  return !good;
}

int main(int count, char **arguments) {
  if (count > 1)
    return compare_arguments(count, arguments);
  compare_folder("tests/promela/micro");
  compare_folder("tests/promela/models");
  compare_folder("tests/promela/ccode");
  compare_at_random();
  printf("%zu models, %zu states compared, %zu without an end\n", models,
         compared_states, endless);
  CHECK(models > 500 && compared_states > 15000);
  return check_end();
}
