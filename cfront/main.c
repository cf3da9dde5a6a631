/* custos-cfront: LLVM bitcode of C programs in, a control-flow automaton as
 * text out. A program of its own, so that only it needs LLVM, and so that a
 * crash of LLVM on bad bitcode is a child's end, not Custos's. */
#include "front.h"

#include "base/compiler.h"
#include "cfa/text.h"

#include <llvm-c/ErrorHandling.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WRITTEN = 0, USAGE = 1, REJECTED = 2, SYSTEM = 3, BUG = 6 };

typedef struct command {
  front_options options;
  const char *library;
  const char **files;
  size_t count;
} command;

static const char *value_of(const char *argument, const char *option) {
  size_t n = strlen(option);
  return strncmp(argument, option, n) == 0 ? argument + n : NULL;
}

static bool read_argument(command *c, const char *argument) {
  const char *value;
  if (strcmp(argument, "--check=division") == 0)
    c->options.division = true;
  else if (strcmp(argument, "--check=overflow") == 0)
    c->options.overflow = true;
  else if (strcmp(argument, "--check=index") == 0)
    c->options.index = true;
  else if (strcmp(argument, "--check=undefined") == 0)
    c->options.undefined = true;
  else if (strcmp(argument, "--failing") == 0)
    c->options.failing = true;
  else if (strcmp(argument, "--control") == 0)
    c->options.control = true;
  else if ((value = value_of(argument, "--input=")))
    c->options.inputs[c->options.input_count++] = value;
  else if ((value = value_of(argument, "--library=")))
    c->library = value;
  else if (argument[0] == '-' && argument[1])
    return false;
  else
    c->files[c->count++] = argument;
  return true;
}

static bool read_command(mem *m, int argc, char **argv, command *c) {
  c->files = mem_array(m, (size_t)argc, sizeof *c->files);
  c->options.inputs = mem_array(m, (size_t)argc, sizeof *c->options.inputs);
  for (int i = 1; i < argc; i++)
    if (!read_argument(c, argv[i]))
      return false;
  return c->count > 0;
}

static void print_report(const report *r) {
  for (size_t i = 0; i < r->count && i < REPORT_MOST; i++) {
    const report_entry *e = &r->entries[i];
    if (e->line)
      fprintf(stderr, "%s:%u:%u: %s\n", e->file, (unsigned)e->line,
              (unsigned)e->column, e->message);
    else
      fprintf(stderr, "%s%s%s\n", e->file, e->file[0] ? ": " : "", e->message);
  }
}

static int print(void *self, const char *bytes, size_t length) {
  return fwrite(bytes, 1, length, self) == length ? 0 : 1;
}

static int write_program(mem *m, const cfa *p) {
  text out;
  const char *wrong = cfa_validate(m, p);
  if (wrong) {
    fprintf(stderr, "custos-cfront: this is a bug of Custos: %s\n", wrong);
    return BUG;
  }
  text_init(&out, print, stdout);
  cfa_write(p, &out);
  if (!text_end(&out) || fflush(stdout) != 0) {
    fprintf(stderr, "custos-cfront: the output cannot be written\n");
    return SYSTEM;
  }
  return WRITTEN;
}

static int translate(mem *m, const command *c, report *r) {
  front *f = mem_alloc(m, sizeof *f);
  f->m = m;
  f->p = mem_alloc(m, sizeof *f->p);
  f->options = &c->options;
  f->report = r;
  f->module =
      front_modules(LLVMGetGlobalContext(), c->files, c->count, c->library, r);
  if (!f->module || setjmp(f->rejected) != 0) {
    print_report(r);
    return REJECTED;
  }
  front_program(f);
  return write_program(m, f->p);
}

static void die(const char *reason) {
  fprintf(stderr, "custos-cfront: LLVM gives up: %s\n", reason);
  exit(REJECTED);
}

#if BASE_SANITIZED
/* LeakSanitizer stops all threads through /proc, which is out of sight in the
 * sandbox; this process ends after one file anyway. */
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return 1; }
#endif

int main(int argc, char **argv) {
  static mem_budget budget = {.fail_in = -1};
  static report r;
  static command c;
  static mem m;
  jmp_buf handler;
  LLVMInstallFatalErrorHandler(die);
  mem_init(&m, &budget);
  budget.handler = &handler;
  if (setjmp(handler) != 0) {
    fprintf(stderr, "custos-cfront: memory is exhausted\n");
    return SYSTEM;
  }
  if (!read_command(&m, argc, argv, &c)) {
    fprintf(stderr, "usage: custos-cfront [--check=division] "
                    "[--check=overflow] [--check=index] "
                    "[--check=undefined] [--failing] [--control] "
                    "[--input=NAME]... [--library=FILE.bc] FILE.bc...\n");
    return USAGE;
  }
  int status = translate(&m, &c, &r);
  mem_clear(&m);
  return status;
}
