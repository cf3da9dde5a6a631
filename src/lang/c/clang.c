#include "lang/c/library.h"
#include "lang/c/tools.h"

#include <errno.h>
#include <stdio.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Nothing is optimised, and calls of libc's functions stay calls, also those of
 * <ctype.h>, which glibc would make macros over tables of its own. Warnings are
 * nobody's business here, but for functions that are called undeclared
 * (prelude.c). */
static void command(c_loader *l) {
  static const char *const always[] = {"-std=gnu17",
                                       "-O0",
                                       "-Xclang",
                                       "-disable-O0-optnone",
                                       "-g",
                                       "-fno-strict-aliasing",
                                       "-fno-builtin",
                                       "-D__NO_CTYPE",
                                       "-fbracket-depth=1024",
                                       "-fno-caret-diagnostics",
                                       "-fno-color-diagnostics",
                                       "-Wno-everything",
                                       "-Wimplicit-function-declaration",
                                       "-emit-llvm",
                                       "-c"};
  c_word(l, l->clang, "");
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    c_word(l, always[i], "");
  /* What clang computes itself leaves no trace in its code: if it is wrong,
   * that must be said here. */
  if (l->o->checks & CFA_CHECK_OVERFLOW)
    c_word(l, "-Werror=integer-overflow", "");
  if (l->o->checks & CFA_CHECK_DIVISION)
    c_word(l, "-Werror=division-by-zero", "");
  if (l->o->checks & CFA_CHECK_SHIFT)
    c_word(l, "-fsanitize=shift", "");
  else if (l->o->checks & CFA_CHECK_OVERFLOW)
    c_word(l, "-fsanitize=shift-base", "");
  c_word(l, "-fsanitize-trap=all", "");
  c_word(l, l->o->pointer_bits == 32 ? "-m32" : "-m64", "");
}

static bool ends_with(const char *s, const char *end) {
  size_t n = strlen(s), k = strlen(end);
  return n >= k && strcmp(s + n - k, end) == 0;
}

static int compile(c_loader *l, const char *file, const char *result,
                   const char *prelude) {
  bool is_standard_input = strcmp(file, "-") == 0;
  bool is_preprocessed = ends_with(file, ".i") && !prelude;
  command(l);
  for (size_t i = 0; l->o->arguments && l->o->arguments[i]; i++)
    c_word(l, l->o->arguments[i], "");
  if (prelude) {
    c_word(l, "-include", "");
    c_file_word(l, "", prelude);
  }
  c_word(l, "-x", "");
  c_word(l, is_preprocessed ? "cpp-output" : "c", "");
  c_word(l, file[0] == '-' && !is_standard_input ? "./" : "", file);
  c_word(l, "-o", "");
  c_file_word(l, "", result);
  int status = c_run(l, NULL, is_standard_input);
  c_output(l, "messages");
  return status;
}

/* A file of the program. */

/* What it wrote in vain may be deleted by now. */
static bool lacks_space(const c_loader *l) {
  enum { LITTLE = 1 << 20 };
  struct statvfs info;
  return statvfs(child_folder(l->c), &info) == 0 &&
         info.f_bavail * info.f_frsize < LITTLE;
}

static bool report_failure(c_loader *l, const char *file, int status) {
  if (status < 0)
    return false; /* was reported */
  bool is_header = l->o->pointer_bits == 32 && (strstr(l->text, "'bits/") ||
                                                strstr(l->text, "'gnu/stubs-"));
  if (is_header)
    report_add(l->r, file, 0, 0,
               "headers of the system for 32 bits are missing (Debian: "
               "gcc-multilib)");
  if (c_report_messages(l) || is_header)
    return false;
  /* A mistake in the program has a message. What has no file is the machine's
   * to mend. */
  size_t length = strcspn(l->text, "\n");
  const char *said = length           ? l->text
                     : lacks_space(l) ? "no space is left for its files"
                                      : "it did not say why";
  return report_add(l->r, "", 0, 0,
                    "%.80s: clang failed with exit code %d: %.*s", file, status,
                    report_clip(length ? length : strlen(said)), said);
}

bool c_compile(c_loader *l, const char *file, size_t number) {
  char result[40], prelude[40];
  bool is_standard_input = strcmp(file, "-") == 0;
  (void)snprintf(result, sizeof result, "%zu.bc", number);
  (void)snprintf(prelude, sizeof prelude, "%zu.h", number);
  if (!is_standard_input && access(file, R_OK) != 0)
    return report_add(l->r, file, 0, 0, "cannot be read: %s", strerror(errno));
  int status = compile(l, file, result, NULL);
  /* What was read from a pipe cannot be read again. */
  if (status == 0 && !is_standard_input && c_write_prelude(l, prelude))
    status = compile(l, file, result, prelude);
  return status == 0 || report_failure(l, file, status);
}

static bool write_library(c_loader *l) {
  vec(char) text = {0};
  for (size_t i = 0; c_library_lines[i]; i++) {
    size_t n = strlen(c_library_lines[i]);
    vec_reserve(l->m, &text, n + 1);
    memcpy(text.at + text.count, c_library_lines[i], n);
    text.count += n;
  }
  bool written = child_write(l->c, "library.c", text.at, text.count);
  vec_free(l->m, &text);
  return written || report_add(l->r, "", 0, 0, "%s cannot be written: %s",
                               "the models of libc", strerror(errno));
}

bool c_compile_library(c_loader *l) {
  char map[CHILD_PATH + 10];
  if (!write_library(l))
    return false;
  command(l);
  (void)snprintf(map, sizeof map, "%s=custos", child_folder(l->c));
  c_word(l, "-fdebug-prefix-map=", map);
  c_word(l, "-x", "");
  c_word(l, "c", "");
  c_file_word(l, "", "library.c");
  c_word(l, "-o", "");
  c_file_word(l, "", "library.bc");
  int status = c_run(l, NULL, false);
  c_output(l, "messages");
  return status == 0 || report_failure(l, "custos/library.c", status);
}
