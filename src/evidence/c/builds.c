#include "evidence/c/builds.h"

#include "evidence/c/stubs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const c_build table[] = {{"clang -O0", false, "-O0"},
                                {"gcc -O0", true, "-O0"},
                                {"clang -O2", false, "-O2"},
                                {"gcc -O2", true, "-O2"}};

const c_build *c_build_at(size_t i) {
  return i < sizeof table / sizeof *table ? &table[i] : NULL;
}

static void add_flag(c_compiler *compiler, const char *word) {
  vec_push(compiler->m, &compiler->flags, (char *)(uintptr_t)word);
}

static void add_flags(c_compiler *compiler, const char *const *words) {
  for (; *words; words++)
    add_flag(compiler, *words);
}

/* Headers beside a source are found, though it is compiled elsewhere. */
static void add_folders(c_compiler *compiler, const c_sources *sources,
                        c_words *owned) {
  for (size_t i = 0; i < sources->count; i++) {
    const char *name = sources->at[i].name, *slash = strrchr(name, '/');
    char *folder = slash
                       ? mem_text(compiler->m, name, (size_t)(slash - name) + 1)
                       : mem_text(compiler->m, ".", 1);
    add_flag(compiler, "-iquote");
    add_flag(compiler, folder);
    vec_push(compiler->m, owned, folder);
  }
}

static void add_watch(c_compiler *compiler, const c_build_task *build_task) {
  static const char *const memory[] = {"-fwrapv", "-fsanitize=address", NULL};
  static const char *const overflow[] = {"-fsanitize=signed-integer-overflow",
                                         "-fno-sanitize-recover=all", NULL};
  static const char *const division[] = {"-fsanitize=integer-divide-by-zero",
                                         "-fno-sanitize-recover=all", NULL};
  static const char *const shift[] = {"-fsanitize=shift",
                                      "-fno-sanitize-recover=all", NULL};
  static const char *const index[] = {"-fsanitize=bounds,pointer-overflow",
                                      "-fno-sanitize-recover=all", NULL};
  static const char *const undefined[] = {"-fsanitize=undefined",
                                          "-fno-sanitize-recover=all", NULL};
  cfa_error_kind error = build_task->trace->failure.error;
  const char *const *arithmetic = error == CFA_ERROR_OVERFLOW    ? overflow
                                  : error == CFA_ERROR_SHIFT     ? shift
                                  : error == CFA_ERROR_INDEX     ? index
                                  : error == CFA_ERROR_UNDEFINED ? undefined
                                                                 : division;
  switch (build_task->watch) {
  case C_WATCH_NOTHING:
    add_flag(compiler, "-fwrapv");
    break;
  case C_WATCH_MEMORY:
    add_flags(compiler, memory);
    break;
  case C_WATCH_TRAPS:
    add_flag(compiler, "-fsanitize-trap=all");
    add_flags(compiler, arithmetic);
    break;
  case C_WATCH_ARITHMETIC:
    add_flags(compiler, arithmetic);
    break;
  }
}

typedef struct wrapping {
  c_compiler *compiler;
  c_words *owned;
} wrapping;

static void add_wrapped(void *self, const char *name) {
  static const char before[] = "-Wl,--wrap=";
  const wrapping *w = self;
  size_t n = sizeof before - 1, k = strlen(name);
  char *word = mem_alloc(w->compiler->m, n + k + 1);
  memcpy(word, before, n);
  memcpy(word + n, name, k + 1);
  add_flag(w->compiler, word);
  vec_push(w->compiler->m, w->owned, word);
}

static bool is_preprocessed(const c_sources *sources) {
  for (size_t i = 0; i < sources->count; i++) {
    size_t n = strlen(sources->at[i].name);
    if (n < 2 || strcmp(sources->at[i].name + n - 2, ".i") != 0)
      return false;
  }
  return true;
}

static void add_fill(c_compiler *compiler, const c_build_task *build_task) {
  static const char *const zero[] = {
      "-ftrivial-auto-var-init=zero",
      "-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-"
      "clang",
      NULL};
  /* Clang wants the second word up to 15, and from 18 on refuses it. */
  if (build_task->fill)
    add_flag(compiler, "-ftrivial-auto-var-init=pattern");
  else if (build_task->build->is_gcc || CUSTOS_LLVM > 15)
    add_flag(compiler, zero[0]);
  else
    add_flags(compiler, zero);
}

static const char *named(const char *setting, const char *usual) {
  const char *name = getenv(setting);
  return name && name[0] ? name : usual;
}

void c_build_flags(c_compiler *compiler, const c_build_task *build_task,
                   c_words *owned) {
  static const char *const always[] = {"-std=gnu17", "-g",
                                       "-fno-strict-aliasing", NULL};
  static const char *const of_clang[] = {"-Wno-everything",
                                         "-fbracket-depth=1024", NULL};
  assert(build_task->build && build_task->trace);
  compiler->compiler = build_task->build->is_gcc
                           ? named("CUSTOS_GCC", "gcc")
                           : named("CUSTOS_CLANG", CUSTOS_CLANG);
  compiler->flags.count = 0;
  add_flag(compiler, build_task->trace->pointer_bits == 32 ? "-m32" : "-m64");
  add_flag(compiler, build_task->build->level);
  add_flags(compiler, always);
  if (build_task->build->is_gcc)
    add_flag(compiler, "-w");
  else
    add_flags(compiler, of_clang);
  add_watch(compiler, build_task);
  add_fill(compiler, build_task);
  if (build_task->is_hooked)
    add_flag(compiler, "-finstrument-functions");
  if (build_task->arguments)
    add_flags(compiler, build_task->arguments);
  add_folders(compiler, &build_task->sources, owned);
  wrapping w = {.compiler = compiler, .owned = owned};
  c_stubs_failing(build_task->trace, add_wrapped, &w);
  add_flag(compiler, "-x");
  add_flag(compiler,
           is_preprocessed(&build_task->sources) ? "cpp-output" : "c");
}

static void put_word(text *out, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "-_=./,+:@%";
  bool is_plain = word[0] && word[strspn(word, plain)] == '\0';
  text_put(out, is_plain ? " " : " '");
  for (; *word; word++)
    text_put(out, *word == '\'' ? "'\\''" : (char[]){*word, '\0'});
  text_put(out, is_plain ? "" : "'");
}

void c_build_command(const c_compiler *compiler, const c_sources *sources,
                     text *out) {
  text_put(out, compiler->compiler);
  for (size_t i = 0; i < compiler->flags.count; i++)
    put_word(out, compiler->flags.at[i]);
  text_put(out, " FILE.c");
  for (size_t i = 0; sources->count > 1 && i < sources->count; i++)
    put_word(out, sources->at[i].name);
}
