#include "lang/pdaaal/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Shared by the parts. */

bool reader_wrong(reader *d, const char *format, ...) {
  va_list arguments;
  if (d->json.kind == JSON_ERROR)
    return false;
  va_start(arguments, format);
  report_add_list(d->json.report, d->json.file, d->json.line, d->json.column,
                  format, arguments);
  va_end(arguments);
  return false;
}

bool reader_wrong_at(reader *d, uint32_t line, uint32_t column,
                     const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_add_list(d->json.report, d->json.file, line, column, format,
                  arguments);
  va_end(arguments);
  return false;
}

bool reader_misfit(reader *d, const char *what) {
  return reader_wrong(d, "%s where %s should be", json_token_name(&d->json),
                      what);
}

bool reader_expect(reader *d, json_kind kind, const char *what) {
  return json_next(&d->json) == kind || reader_misfit(d, what);
}

bool reader_text_is(const reader *d, const char *word) {
  return d->json.length == strlen(word) &&
         memcmp(d->json.text, word, d->json.length) == 0;
}

int reader_key(reader *d, const char *const *words, int count, unsigned *seen,
               const char *of) {
  char known[100] = "";
  size_t used = 0;
  for (int i = 0; i < count; i++) {
    if (reader_text_is(d, words[i])) {
      if (*seen & 1u << i) {
        reader_wrong(d, "'%s' appears twice in %s", words[i], of);
        return -1;
      }
      *seen |= 1u << i;
      return i;
    }
  }
  for (int i = 0; i < count; i++)
    used += (size_t)snprintf(known + used, sizeof known - used, "%s'%s'",
                             i == 0           ? ""
                             : i == count - 1 ? " and "
                                              : ", ",
                             words[i]);
  reader_wrong(d, "unknown key '%.*s': %s has %s", READER_TEXT(d), of, known);
  return -1;
}

static bool read_weight_word(reader *d, uint32_t dimension) {
  if (d->json.kind != JSON_STRING)
    return reader_misfit(d, "\"uint\" or \"int\"");
  if (dimension == PDS_MOST_DIMENSIONS)
    return reader_wrong(d, "a weight has at most %d dimensions",
                        PDS_MOST_DIMENSIONS);
  bool is_int = reader_text_is(d, "int");
  if (!is_int && !reader_text_is(d, "uint"))
    return reader_wrong(d,
                        "unknown weight type '%.*s': there are \"none\", "
                        "\"uint\", \"int\" and arrays of the last two",
                        READER_TEXT(d));
  d->pds->is_signed[dimension] = is_int;
  return true;
}

static bool read_weight_type(reader *d) {
  pds *system = d->pds;
  uint32_t before = system->dimension, dimension = 0;
  json_kind kind = json_next(&d->json);
  uint32_t line = d->json.line, column = d->json.column;
  system->weight_is_vector = kind == JSON_ARRAY;
  if (kind == JSON_ARRAY) {
    while (json_next(&d->json) != JSON_ARRAY_END)
      if (!read_weight_word(d, dimension++))
        return false;
    if (dimension == 0)
      return reader_wrong_at(d, line, column,
                             "a weight needs at least one dimension; without "
                             "weights the type is \"none\"");
  } else if (kind != JSON_STRING || !reader_text_is(d, "none")) {
    if (!read_weight_word(d, dimension++))
      return false;
  }
  if (system->rules.count && dimension != before)
    return reader_wrong_at(d, line, column,
                           "the problem has rules with other weights");
  system->dimension = dimension;
  d->weights_fixed = true;
  return true;
}

static bool read_meta(reader *d) {
  static const char *const words[] = {"state-names", "weight-type"};
  unsigned seen = 0;
  if (!reader_expect(d, JSON_OBJECT,
                     "the object with \"state-names\" and "
                     "\"weight-type\""))
    return false;
  while (json_next(&d->json) == JSON_KEY) {
    int key = reader_key(d, words, 2, &seen, "the first object");
    if (key < 0)
      return false;
    if (key == 1) {
      if (!read_weight_type(d))
        return false;
      continue;
    }
    json_kind kind = json_next(&d->json);
    if (kind != JSON_TRUE && kind != JSON_FALSE)
      return reader_misfit(d, "true or false");
    d->is_named = kind == JSON_TRUE;
  }
  if (d->json.kind != JSON_OBJECT_END)
    return false;
  for (int i = 0; i < 2; i++)
    if (!(seen & 1u << i))
      return reader_wrong(d, "'%s' is missing in the first object", words[i]);
  return true;
}

static bool may_add_system(reader *d) {
  return !d->pds->has_system ||
         reader_wrong(d, "a second system: the problem has one already");
}

static bool may_add_set(reader *d) {
  if (d->pds->has_set[PDS_FINAL])
    return reader_wrong(d, "a third automaton: the problem has an initial and "
                           "a final one already");
  return d->pds->has_system || pds_state_count(d->pds) ||
         reader_wrong(d, "an automaton needs its system: read the file with "
                         "\"pda\" first");
}

static pds_side next_side(const pds *system) {
  return system->has_set[PDS_INITIAL] ? PDS_FINAL : PDS_INITIAL;
}

static bool read_instance(reader *d) {
  if (!may_add_system(d))
    return false;
  if (d->pds->has_set[PDS_INITIAL] || d->pds->has_set[PDS_FINAL])
    return reader_wrong(d, "an instance brings its own automata, but the "
                           "problem has some already");
  if (!reader_expect(d, JSON_ARRAY, "the array of the instance") ||
      !read_meta(d) || !reader_system(d, true) ||
      !reader_automaton(d, PDS_INITIAL, false) ||
      !reader_automaton(d, PDS_FINAL, false))
    return false;
  return reader_expect(d, JSON_ARRAY_END,
                       "']' behind the fourth part of the instance");
}

static bool read_file(reader *d) {
  if (!reader_expect(d, JSON_OBJECT, "an object") ||
      !reader_expect(d, JSON_KEY, "\"instance\", \"pda\" or \"P-automaton\""))
    return false;
  if (reader_text_is(d, "instance")) {
    if (!read_instance(d))
      return false;
  } else if (reader_text_is(d, "pda")) {
    d->weights_inferred = true;
    if (!may_add_system(d) || !reader_system(d, false))
      return false;
  } else if (reader_text_is(d, "P-automaton")) {
    d->is_named = !d->pds->states_are_numbers;
    if (!may_add_set(d) || !reader_automaton(d, next_side(d->pds), true))
      return false;
  } else {
    return reader_wrong(d,
                        "unknown key '%.*s': a file has \"instance\", \"pda\" "
                        "or \"P-automaton\"",
                        READER_TEXT(d));
  }
  if (json_next(&d->json) == JSON_KEY)
    return reader_wrong(d, "unknown key '%.*s': a file has one key",
                        READER_TEXT(d));
  return json_next(&d->json) == JSON_END;
}

bool pdaaal_read(mem *m, pds *system, const char *file, const char *input,
                 size_t length, report *r, progress *clock) {
  reader d = {.mem = m, .pds = system, .clock = clock};
  json_init(&d.json, m, file, input, length, r);
  bool good = read_file(&d);
  vec_free(m, &d.defined);
  vec_free(m, &d.pending);
  vec_free(m, &d.label_stamps);
  json_clear(&d.json);
  return good;
}
