#include "problem/c/c_task.h"

#include "base/sha256.h"
#include "evidence/c/witness.h"
#include "problem/c/c_checks.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* What a specification can say. Two checks of ours are one of its words
 * (valid-deref), and it has none for divisions. */
enum { TASK_CALLS = 1, TASK_ACCESSES = 2, TASK_FREES = 4, TASK_OVERFLOWS = 8 };

static unsigned words_of(unsigned checks, bool has_calls) {
  return (has_calls ? TASK_CALLS : 0U) |
         (checks & (CFA_CHECK_BOUNDS | CFA_CHECK_NULL) ? TASK_ACCESSES : 0U) |
         (checks & CFA_CHECK_FREE ? TASK_FREES : 0U) |
         (checks & CFA_CHECK_OVERFLOW ? TASK_OVERFLOWS : 0U);
}

static const char *model_name(const custos *c) {
  return context_c_model(c) == DATA_ILP32 ? "ILP32" : "LP64";
}

static bool take_model(custos *c, const char *path, const char *said) {
  bool is_set = c->options.is_model_set || c->c_problem.given.has_model;
  bool is_32 = strcmp(said, "ILP32") == 0;
  if (!*said)
    return true;
  if (!is_32 && strcmp(said, "LP64") != 0)
    return report_add(&c->report, path, 0, 0,
                      "'%.40s' is no data model of a witness: ILP32 and LP64 "
                      "are",
                      said);
  if (is_set && strcmp(said, model_name(c)) != 0)
    return report_add(&c->report, path, 0, 0,
                      "the witness is for %s, and %s was asked", said,
                      model_name(c));
  return context_add_c_option(c, "data-model", is_32 ? "ilp32" : "lp64");
}

static bool has_asked(const c_given *given) {
  return given->specification || given->has_checks || given->presumes;
}

static bool take_specification(custos *c, const char *path, const char *said) {
  c_given *given = &c->c_problem.given;
  c_property p = {0};
  if (!*said)
    return true;
  if (!has_asked(given))
    return context_read_c_property(c, path, said, strlen(said));
  c_settle_checks(given, CFA_CHECK_ALL); /* witnesses are of C programs */
  if (!c_read_property(path, said, strlen(said), &c->report, &p))
    return false;
  if (words_of(p.checks, p.error_calls) ==
      words_of(given->checks, !given->ignore_errors))
    return true;
  return report_add(&c->report, path, 0, 0,
                    "the witness is about another property than was asked: "
                    "%.300s",
                    said);
}

bool c_task_take(custos *c, const char *path, const c_witness_proof *w) {
  return take_model(c, path, w->data_model) &&
         take_specification(c, path, w->specification);
}

static bool has_file(const c_sources *files, const char *hash) {
  char hex[SHA256_HEX];
  for (size_t i = 0; i < files->count; i++) {
    sha256_hex(files->at[i].bytes, files->at[i].length, hex);
    if (strcasecmp(hex, hash) == 0)
      return true;
  }
  return false;
}

static bool tells_hash(const c_witness_proof *w, const char *hex) {
  for (size_t i = 0; i < w->hash_count; i++)
    if (strcasecmp(w->hashes[i], hex) == 0)
      return true;
  return false;
}

bool c_task_is_of(const c_witness_proof *w, const c_sources *files, char *why,
                  size_t size) {
  char hex[SHA256_HEX];
  if (!w->hash_count)
    return true;
  for (size_t i = 0; i < files->count; i++) {
    sha256_hex(files->at[i].bytes, files->at[i].length, hex);
    if (!tells_hash(w, hex)) {
      snprintf(why, size,
               "the witness is about another program: %.100s has the hash %s, "
               "which is not in it",
               files->at[i].name, hex);
      return false;
    }
  }
  for (size_t i = 0; i < w->hash_count; i++)
    if (!has_file(files, w->hashes[i])) {
      snprintf(why, size,
               "the witness is about another program: no file has the hash "
               "%.64s",
               w->hashes[i]);
      return false;
    }
  return true;
}

/* One line, its formulas alone. */
static void put_property(const c_given *given, text *out) {
  unsigned words = words_of(given->checks, !given->ignore_errors);
  static const struct {
    unsigned word;
    const char *said;
  } table[] = {{TASK_CALLS, "no error is called and no assertion fails"},
               {TASK_ACCESSES, "valid-deref"},
               {TASK_FREES, "valid-free"},
               {TASK_OVERFLOWS, "no overflow"}};
  const char *between = "";
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (words & table[i].word) {
      text_format(out, "%s%s", between, table[i].said);
      between = ", ";
    }
  if (given->checks & CFA_CHECK_DIVISION)
    text_format(out, "%sno division by zero", between);
  if (given->checks & CFA_CHECK_SHIFT)
    text_put(out, ", no undefined shift");
  if (given->checks & CFA_CHECK_INDEX)
    text_put(out, ", no index out of an array");
  if (given->checks & CFA_CHECK_UNDEFINED)
    text_put(out, ", nothing undefined");
}

void c_task_describe(custos *c, const c_witness_proof *w,
                     const c_sources *files, text *out) {
  enum { MOST_FILES = 8 };
  char hex[SHA256_HEX];
  assert(files->count);
  text_format(out, "program");
  for (size_t i = 0; i < files->count && i < MOST_FILES; i++) {
    sha256_hex(files->at[i].bytes, files->at[i].length, hex);
    text_format(out, " sha256:%s", hex);
  }
  if (files->count > MOST_FILES)
    text_format(out, " and %zu more files", files->count - MOST_FILES);
  text_format(out, "%s; data model %s%s; property: ",
              w->hash_count ? "" : " (the witness tells none)", model_name(c),
              *w->data_model ? "" : " (the witness tells none)");
  put_property(&c->c_problem.given, out);
  if (!*w->specification)
    text_put(out, " (the witness tells none)");
}
