/* The table of languages: each row can be found, and says what is possible. */
#include <custos/custos.h>

#include "tests/unit/check.h"

#include <stdio.h>
#include <string.h>

static void each_suffix_tells_its_language(const custos_language_info *x) {
  const char *at = x->suffixes;
  while (*at) {
    char path[64];
    size_t length = strcspn(at, " ");
    snprintf(path, sizeof path, "dir.d/model%.*s", (int)length, at);
    CHECK(custos_find_language(path, NULL) == x);
    /* Only the end counts. */
    snprintf(path, sizeof path, "model%.*s.txt", (int)length, at);
    CHECK(custos_find_language(path, NULL) == NULL);
    at += length;
    at += *at == ' ';
  }
}

static void rows_are_complete(void) {
  for (size_t i = 0; i < custos_language_count(); i++) {
    const custos_language_info *x = custos_language_at(i);
    CHECK(x->name && *x->name && x->title && *x->title);
    CHECK(x->suffixes && x->suffixes[0] == '.');
    CHECK(custos_find_language(NULL, x->name) == x);
    /* A name wins over a suffix. */
    CHECK(custos_find_language("model.pds", x->name) == x);
    /* Whoever certifies may hand it a text in a language that it reads. */
    if (x->kernel_graph)
      CHECK(custos_find_language(NULL, x->kernel_graph)->kernel_reads);
    /* What is said of a language agrees with what it describes. */
    CHECK(x->is_finite == (x->kind == CUSTOS_MODEL));
    CHECK(x->has_procedures == (x->kind == CUSTOS_PROCEDURES));
    CHECK(x->has_definitions == (x->kind == CUSTOS_SESSION));
    CHECK(x->is_compiled == (x->kind == CUSTOS_C_PROGRAM));
    CHECK(x->is_aside == (x->kind == CUSTOS_PROPERTIES));
    each_suffix_tells_its_language(x);
  }
  CHECK(custos_language_at(custos_language_count()) == NULL);
}

static void others_are_unknown(void) {
  CHECK(custos_find_language(NULL, NULL) == NULL);
  CHECK(custos_find_language(NULL, "") == NULL);
  CHECK(custos_find_language(NULL, "prom") == NULL);
  CHECK(custos_find_language("model", NULL) == NULL);
  CHECK(custos_find_language("", NULL) == NULL);
  CHECK(custos_find_language("model.pds", "nothing") == NULL);
}

/* A text in a language without parameters does not take them in silence. */
static void parameters_are_refused_or_taken(void) {
  for (size_t i = 0; i < custos_language_count(); i++) {
    const custos_language_info *x = custos_language_at(i);
    if (x->kind > CUSTOS_PROCEDURES || x->has_parameters)
      continue;
    custos *c = custos_new();
    CHECK(custos_define(c, "N", 3) == CUSTOS_OK);
    CHECK(custos_load_text(c, "text", "", 0, x->name) == CUSTOS_ERR_INPUT);
    CHECK(strstr(custos_last_error(c)->message, "has no parameters"));
    custos_delete(c);
  }
}

int main(void) {
  rows_are_complete();
  others_are_unknown();
  parameters_are_refused_or_taken();
  return check_end();
}
