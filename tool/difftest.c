/* custos difftest: compare tools on many instances. */
#include "commands.h"

#include "errors.h"
#include "kernel.h"
#include "output.h"
#include "table.h"
#include "watch.h"

#include "difftest/difftest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *setting_of(const options *o, const char *name) {
  const char *value = NULL;
  for (size_t i = 0; i < o->setting_count; i++)
    if (strcmp(o->settings[i].name, name) == 0)
      value = o->settings[i].value;
  return value;
}

static void print_lines(const char *text) {
  while (*text) {
    size_t n = strcspn(text, "\n");
    char *line = memory_new(n + 1, 1);
    memcpy(line, text, n);
    output_visible(stdout, line);
    putchar('\n');
    free(line);
    text += n + (text[n] == '\n');
  }
}

/* A new failure is told at once, as a paragraph of its own. */
static void tell_failure(void *self, const char *text) {
  const options *o = self;
  if (o->json || o->quiet)
    return;
  print_lines(text);
  putchar('\n');
  fflush(stdout);
}

static bool write_report(const options *o, const difftest_result *result) {
  const char *path = setting_of(o, "report");
  buffer line = {0}, text = {0};
  output out;
  if (!path)
    return true;
  buffer_puts(&line, "custos");
  for (size_t i = 0; i < o->word_count; i++) {
    const char *quote = strpbrk(o->words[i], " '\"$&|;<>(){}*?#") ? "'" : "";
    buffer_printf(&line, " %s%s%s", quote, o->words[i], quote);
  }
  difftest_print_markdown(result, line.text, &text);
  bool good = output_open(&out, path);
  if (good) {
    output_write(&out, text.text, text.count);
    good = output_close(&out, true);
  }
  buffer_clear(&line);
  buffer_clear(&text);
  return good;
}

static int tell(const options *o, const difftest_result *result) {
  buffer text = {0};
  if (o->json)
    difftest_print_json(result, &text);
  else if (!o->quiet)
    difftest_print(result, &text);
  if (o->json) /* only now: until here there may be no memory for it */
    errors_note_answer();
  if (text.count)
    fputs(text.text, stdout);
  fflush(stdout); /* the report may find no memory */
  buffer_clear(&text);
  int status = result->totals.disagreed    ? EXIT_VIOLATED
               : difftest_finished(result) ? EXIT_HOLDS
                                           : EXIT_UNKNOWN;
  if (!write_report(o, result))
    status = EXIT_SYSTEM;
  return output_finish(status);
}

static int fail(int status, const char *why) {
  if (status == EXIT_USAGE)
    return options_complain("difftest", "%s", why);
  errors_add("", 0, 0, why);
  fprintf(stderr, "custos: ");
  output_visible(stderr, why);
  putc('\n', stderr);
  return status;
}

static int merge(const options *o) {
  difftest_result result = {0};
  char why[ANSWER_WHY];
  int status = 0;
  if (o->file_count < 2)
    return options_complain("difftest", "merge needs results");
  for (size_t i = 1; i < o->file_count && !status; i++)
    status = difftest_merge(&result, o->files[i], why);
  status = status ? fail(status, why) : tell(o, &result);
  difftest_result_clear(&result);
  return status;
}

static bool apply(const options *o, difftest_options *d) {
  char why[ANSWER_WHY];
  /* Tools first: answers refer to them. */
  for (int answers = 0; answers < 2; answers++)
    for (size_t i = 0; i < o->setting_count; i++) {
      const setting *s = &o->settings[i];
      bool is_answer = strcmp(s->name, "answer") == 0;
      if (strcmp(s->name, "report") == 0 || is_answer != (answers == 1))
        continue;
      if (!difftest_set(d, s->name, s->value, why)) {
        options_complain("difftest", "--%s=%s: %s", s->name, s->value, why);
        return false;
      }
    }
  if (difftest_set_source(d, o->file_count ? o->files[0] : NULL, o->files + 1,
                          o->file_count ? o->file_count - 1 : 0, why))
    return true;
  options_complain("difftest", "%s", why);
  return false;
}

static int run(const options *o, difftest_options *d) {
  difftest_result result = {0};
  char why[ANSWER_WHY] = "";
  d->folder = o->output;
  d->live = !o->quiet && isatty(STDERR_FILENO);
  d->verbose = o->verbose;
  d->tell = tell_failure;
  d->self = (void *)(uintptr_t)o;
  if (o->output && mkdir(o->output, 0777) != 0 && errno != EEXIST) {
    fprintf(stderr, "custos: cannot make %s: %s\n", o->output, strerror(errno));
    return EXIT_SYSTEM;
  }
  int status = 0, wrong = difftest_run(d, &result, why);
  /* What was found before the machine refused something is told as well. */
  if (!wrong || (wrong == EXIT_SYSTEM && result.totals.cases > 0))
    status = tell(o, &result);
  if (wrong)
    status = fail(wrong, why);
  difftest_result_clear(&result);
  return status;
}

int run_difftest(const options *o) {
  difftest_options d;
  int status = EXIT_USAGE;
  memory_when_refused(watch_no_memory);
  if (o->file_count && strcmp(o->files[0], "merge") == 0)
    return merge(o);
  difftest_init(&d);
  if (apply(o, &d)) {
    char *kernel = difftest_needs_kernel(&d) ? kernel_find(o) : NULL;
    d.panel.kernel = kernel;
    if (difftest_needs_kernel(&d) && !kernel) {
      fprintf(stderr,
              "custos: there is no custos-kernel beside this program or in the "
              "path: build it with 'make',\nname it with --kernel=PROGRAM, or "
              "do without the oracle: --tool=pre,post,dual\n");
      status = EXIT_SYSTEM;
    } else {
      status = run(o, &d);
    }
    free(kernel);
  }
  difftest_clear(&d);
  return status;
}
