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
static void command(c_loader *loader) {
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
  c_word(loader, loader->clang, "");
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    c_word(loader, always[i], "");
  /* What clang computes itself leaves no trace in its code: if it is wrong,
   * that must be said here. */
  if (loader->o->checks & CFA_CHECK_OVERFLOW)
    c_word(loader, "-Werror=integer-overflow", "");
  if (loader->o->checks & CFA_CHECK_DIVISION)
    c_word(loader, "-Werror=division-by-zero", "");
  if (loader->o->checks & CFA_CHECK_SHIFT)
    c_word(loader, "-fsanitize=shift", "");
  else if (loader->o->checks & CFA_CHECK_OVERFLOW)
    c_word(loader, "-fsanitize=shift-base", "");
  if (loader->o->checks & CFA_CHECK_INDEX)
    c_word(loader, "-fsanitize=array-bounds", "");
  if (loader->o->undefined)
    c_word(loader, "-fsanitize=bool,vla-bound", "");
  if (loader->o->checks & CFA_CHECK_UNDEFINED)
    c_word(loader, "-fsanitize=alignment,nonnull-attribute", "");
  c_word(loader, "-fsanitize-trap=all", "");
  c_word(loader, loader->o->pointer_bits == 32 ? "-m32" : "-m64", "");
}

static bool ends_with(const char *s, const char *end) {
  size_t n = strlen(s), k = strlen(end);
  return n >= k && strcmp(s + n - k, end) == 0;
}

static int compile(c_loader *loader, const char *file, const char *result,
                   const char *prelude) {
  bool is_standard_input = strcmp(file, "-") == 0;
  bool is_preprocessed = ends_with(file, ".i") && !prelude;
  command(loader);
  for (size_t i = 0; loader->o->arguments && loader->o->arguments[i]; i++)
    c_word(loader, loader->o->arguments[i], "");
  if (prelude) {
    c_word(loader, "-include", "");
    c_file_word(loader, "", prelude);
  }
  c_word(loader, "-x", "");
  c_word(loader, is_preprocessed ? "cpp-output" : "c", "");
  c_word(loader, file[0] == '-' && !is_standard_input ? "./" : "", file);
  c_word(loader, "-o", "");
  c_file_word(loader, "", result);
  int status = c_run(loader, NULL, is_standard_input);
  c_output(loader, "messages");
  return status;
}

/* A file of the program. */

/* What it wrote in vain may be deleted by now. */
static bool lacks_space(const c_loader *loader) {
  enum { LITTLE = 1 << 20 };
  struct statvfs info;
  return statvfs(child_folder(loader->c), &info) == 0 &&
         info.f_bavail * info.f_frsize < LITTLE;
}

static bool report_failure(c_loader *loader, const char *file, int status) {
  if (status < 0)
    return false; /* was reported */
  bool is_header =
      loader->o->pointer_bits == 32 &&
      (strstr(loader->text, "'bits/") || strstr(loader->text, "'gnu/stubs-"));
  if (is_header)
    report_add(loader->r, file, 0, 0,
               "headers of the system for 32 bits are missing (Debian: "
               "gcc-multilib)");
  if (c_report_messages(loader) || is_header)
    return false;
  /* A mistake in the program has a message. What has no file is the machine's
   * to mend. */
  size_t length = strcspn(loader->text, "\n");
  const char *said = length                ? loader->text
                     : lacks_space(loader) ? "no space is left for its files"
                                           : "it did not say why";
  return report_add(loader->r, "", 0, 0,
                    "%.80s: clang failed with exit code %d: %.*s", file, status,
                    report_clip(length ? length : strlen(said)), said);
}

bool c_compile(c_loader *loader, const char *file, size_t number) {
  char result[40], prelude[40];
  bool is_standard_input = strcmp(file, "-") == 0;
  (void)snprintf(result, sizeof result, "%zu.bc", number);
  (void)snprintf(prelude, sizeof prelude, "%zu.h", number);
  if (!is_standard_input && access(file, R_OK) != 0)
    return report_add(loader->r, file, 0, 0, "cannot be read: %s",
                      strerror(errno));
  int status = compile(loader, file, result, NULL);
  /* What was read from a pipe cannot be read again. */
  if (status == 0 && !is_standard_input && c_write_prelude(loader, prelude))
    status = compile(loader, file, result, prelude);
  return status == 0 || report_failure(loader, file, status);
}

static bool write_library(c_loader *loader) {
  vec(char) text = {0};
  for (size_t i = 0; c_library_lines[i]; i++) {
    size_t n = strlen(c_library_lines[i]);
    vec_reserve(loader->m, &text, n + 1);
    memcpy(text.at + text.count, c_library_lines[i], n);
    text.count += n;
  }
  bool written = child_write(loader->c, "library.c", text.at, text.count);
  vec_free(loader->m, &text);
  return written || report_add(loader->r, "", 0, 0, "%s cannot be written: %s",
                               "the models of libc", strerror(errno));
}

bool c_compile_library(c_loader *loader) {
  char map[CHILD_PATH + 10];
  if (!write_library(loader))
    return false;
  command(loader);
  (void)snprintf(map, sizeof map, "%s=custos", child_folder(loader->c));
  c_word(loader, "-fdebug-prefix-map=", map);
  c_word(loader, "-x", "");
  c_word(loader, "c", "");
  c_file_word(loader, "", "library.c");
  c_word(loader, "-o", "");
  c_file_word(loader, "", "library.bc");
  int status = c_run(loader, NULL, false);
  c_output(loader, "messages");
  return status == 0 || report_failure(loader, "custos/library.c", status);
}
