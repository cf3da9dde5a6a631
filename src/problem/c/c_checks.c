/* What counts as an error of a C program, and what its answers may presume: by
 * name, from options, property files and evidence. */
#include "problem/c/c_checks.h"

#include <assert.h>
#include <string.h>

static const struct {
  const char *name;
  unsigned bits;
} checks[] = {{"bounds", CFA_CHECK_BOUNDS},
              {"null", CFA_CHECK_NULL},
              {"free", CFA_CHECK_FREE},
              {"division", CFA_CHECK_DIVISION},
              {"overflow", CFA_CHECK_OVERFLOW},
              {"shift", CFA_CHECK_SHIFT},
              {"index", CFA_CHECK_INDEX},
              {"undefined", CFA_CHECK_ALL | CFA_CHECK_UNDEFINED},
              {"assertions", 0},
              {"memory", CFA_CHECK_MEMORY | CFA_CHECK_INDEX},
              {"all", CFA_CHECK_ALL}};
enum { SIMPLE_CHECKS = 7, CHECKS = sizeof checks / sizeof *checks };

/* What a presumption that the user may make means; 'instead' are the checks
 * that it takes the place of. */
static const struct {
  const char *name;
  unsigned bit, instead;
} presumptions[] = {
    {"wrap", C_PRESUME_WRAP, CFA_CHECK_OVERFLOW},
    {"no-overflow", C_PRESUME_NO_OVERFLOW, CFA_CHECK_OVERFLOW},
    {"shift", C_PRESUME_SHIFT, CFA_CHECK_SHIFT},
    {"memory", C_PRESUME_MEMORY, CFA_CHECK_MEMORY | CFA_CHECK_INDEX},
    {"malloc", C_PRESUME_MALLOC, 0},
    {"defined", C_PRESUME_DEFINED, CFA_CHECK_DIVISION}};
enum { PRESUMED = sizeof presumptions / sizeof *presumptions };

static bool is_name(const char *word, size_t length, const char *name) {
  return strlen(name) == length && memcmp(word, name, length) == 0;
}

/* Adds what a word of a list stands for; false: it is unknown. */
typedef bool take_word(c_given *g, const char *word, size_t length);

static bool take_check(c_given *given, const char *word, size_t length) {
  for (size_t i = 0; i < CHECKS; i++)
    if (is_name(word, length, checks[i].name)) {
      given->checks |= checks[i].bits;
      return true;
    }
  return false;
}

static bool take_presumption(c_given *given, const char *word, size_t length) {
  for (size_t i = 0; i < PRESUMED; i++)
    if (is_name(word, length, presumptions[i].name)) {
      given->presumes |= presumptions[i].bit;
      return true;
    }
  return false;
}

/* Words with commas between; nothing is changed if one is unknown. */
static bool take_list(c_given *given, const char *list, take_word *take) {
  c_given changed = *given;
  for (;;) {
    size_t n = strcspn(list, ",");
    if (!take(&changed, list, n))
      return false;
    if (!list[n])
      break;
    list += n + 1;
  }
  *given = changed;
  return true;
}

void c_ask_for(c_given *given, unsigned bits) {
  if (!given->has_checks)
    given->checks = 0;
  given->has_checks = true;
  given->checks |= bits;
}

bool c_add_checks(c_given *given, const char *list) {
  c_given before = *given;
  c_ask_for(given, 0);
  if (take_list(given, list, take_check))
    return true;
  *given = before;
  return false;
}

bool c_add_presumptions(c_given *given, const char *list) {
  return take_list(given, list, take_presumption);
}

const char *c_option_values(const char *option) {
  if (strcmp(option, "check") == 0)
    return "bounds, null, free, division, overflow, shift, index, assertions "
           "(nothing else), memory, all, undefined";
  if (strcmp(option, "presume") == 0)
    return "wrap, no-overflow, shift, memory, malloc, defined";
  return NULL;
}

/* Where nobody has named checks, a presumption stands instead of its own. */
void c_settle_checks(c_given *given, unsigned usual) {
  if (given->has_checks)
    return;
  given->checks = usual;
  for (size_t i = 0; i < PRESUMED; i++)
    if (given->presumes & presumptions[i].bit)
      given->checks &= ~presumptions[i].instead;
}

/* A shift into the sign is an overflow, too. */
static bool is_left_out(const c_given *given, const cfa_edge *edge) {
  if (edge->kind != CFA_FAIL || !(given->presumes & C_PRESUME_NO_OVERFLOW) ||
      (given->checks & CFA_CHECK_OVERFLOW))
    return false;
  return edge->error == CFA_ERROR_OVERFLOW ||
         (edge->error == CFA_ERROR_SHIFT && !(given->checks & CFA_CHECK_SHIFT));
}

void c_mark_presumed(const c_given *given, cfa *automaton) {
  vec_each (cfa_edge, edge, &automaton->edges) {
    if (is_left_out(given, edge)) {
      edge->kind = CFA_UNDEFINED;
      edge->holds = true;
    }
    if (edge->kind == CFA_UNDEFINED && (given->presumes & C_PRESUME_DEFINED))
      edge->holds = true;
  }
}

unsigned c_compiled_checks(const c_given *given) {
  bool is_met = given->presumes & C_PRESUME_NO_OVERFLOW;
  return given->checks | (is_met ? (unsigned)CFA_CHECK_OVERFLOW : 0);
}

void c_each_check(const c_given *given, c_tell_option *tell, void *self) {
  assert(tell);
  for (size_t i = 0; i < SIMPLE_CHECKS; i++)
    if (given->checks & checks[i].bits)
      tell(self, "check", checks[i].name);
  if (given->checks & CFA_CHECK_UNDEFINED)
    tell(self, "check", "undefined");
  if (!given->checks)
    tell(self, "check", "assertions");
}

void c_each_presumption(const c_given *given, c_tell_option *tell, void *self) {
  assert(tell);
  for (size_t i = 0; i < PRESUMED; i++)
    if (given->presumes & presumptions[i].bit)
      tell(self, "presume", presumptions[i].name);
}
