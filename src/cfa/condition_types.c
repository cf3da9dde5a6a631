#include "cfa/condition.h"

condition_type condition_integer(unsigned width, bool is_signed) {
  return (condition_type){.base = BASE_INTEGER,
                          .width = (uint8_t)width,
                          .is_signed = is_signed,
                          .table = CFA_NONE};
}

/* Pointers of the table become stars; a chain that never ends is void. */
condition_type condition_of_table(const cfa *p, uint32_t type) {
  condition_type t = {.base = BASE_VOID, .table = CFA_NONE};
  for (unsigned i = 0; type != CFA_NONE && i < 16; i++) {
    const cfa_type *x = &p->types.at[type];
    if (x->kind == CFA_TYPE_POINTER) {
      t.stars++;
      type = x->of;
      continue;
    }
    if (x->kind == CFA_TYPE_INTEGER && x->size <= 8) {
      t.base = BASE_INTEGER;
      t.width = (uint8_t)(x->size * 8);
      t.is_signed = x->is_signed;
      t.is_bool = x->is_bool;
    } else if (x->kind != CFA_TYPE_VOID && x->kind != CFA_TYPE_FUNCTION) {
      t.base = BASE_TABLE;
      t.table = type;
    }
    break;
  }
  return t;
}

bool condition_is_pointer(const condition_type *t) { return t->stars > 0; }

bool condition_is_integer(const condition_type *t) {
  return !t->stars && t->base == BASE_INTEGER;
}

const cfa_type *condition_table(const cfa *p, const condition_type *t) {
  return !t->stars && t->base == BASE_TABLE ? &p->types.at[t->table] : NULL;
}

condition_type condition_pointer_to(condition_type t) {
  t.stars++;
  return t;
}

condition_type condition_pointee(condition_type t) {
  t.stars--;
  return t;
}

uint64_t condition_size(const cfa *p, const condition_type *t) {
  if (t->stars)
    return p->pointer_bits / 8;
  switch (t->base) {
  case BASE_INTEGER:
    return (t->width + 7u) / 8;
  case BASE_TABLE:
    return p->types.at[t->table].size;
  case BASE_VOID:
    break;
  }
  return 1; /* as GNU C steps through void */
}

static const char *const words[] = {"void", "char",   "short",    "int",
                                    "long", "signed", "unsigned", "_Bool",
                                    "bool", "const",  "volatile"};
enum {
  WORD_VOID,
  WORD_CHAR,
  WORD_SHORT,
  WORD_INT,
  WORD_LONG,
  WORD_SIGNED,
  WORD_UNSIGNED,
  WORD_BOOL,
  WORD_BOOL_TOO,
  WORD_CONST,
  WORD_VOLATILE,
  WORD_COUNT
};

static unsigned word_here(const condition_parser *c) {
  unsigned i = 0;
  while (i < WORD_COUNT && !condition_is_word(c, words[i]))
    i++;
  return i;
}

static bool is_tag(const condition_parser *c) {
  return condition_is_word(c, "struct") || condition_is_word(c, "union") ||
         condition_is_word(c, "enum");
}

/* A type of the table by its name: "size_t", "struct node". */
static uint32_t find_type(const cfa *p, const char *name, size_t length) {
  uint32_t n = names_find(&p->names, name, length);
  for (uint32_t i = 0; n != NAMES_NONE && i < p->types.count; i++)
    if (p->types.at[i].name == n)
      return i;
  return CFA_NONE;
}

bool condition_starts_type(const condition_parser *c) {
  if (c->token != TOKEN_NAME)
    return false;
  return word_here(c) < WORD_COUNT || is_tag(c) ||
         (condition_find_variable(c, c->at, c->length) == CFA_NONE &&
          find_type(c->p, c->at, c->length) != CFA_NONE);
}

static condition_type from_words(const condition_parser *c,
                                 const unsigned count[WORD_COUNT]) {
  bool is_signed = !count[WORD_UNSIGNED];
  unsigned longs = count[WORD_LONG];
  if (count[WORD_VOID])
    return (condition_type){.base = BASE_VOID, .table = CFA_NONE};
  if (count[WORD_BOOL] || count[WORD_BOOL_TOO]) {
    condition_type t = condition_integer(8, false);
    t.is_bool = true;
    return t;
  }
  return condition_integer(count[WORD_CHAR]    ? 8
                           : count[WORD_SHORT] ? 16
                           : longs > 1         ? 64
                           : longs             ? c->p->pointer_bits
                                               : 32,
                           is_signed);
}

static condition_type read_words(condition_parser *c) {
  unsigned count[WORD_COUNT] = {0}, kinds = 0, word;
  for (unsigned all = 0; (word = word_here(c)) < WORD_COUNT && all < 20;
       all++) {
    count[word]++;
    condition_advance(c);
  }
  kinds = count[WORD_VOID] + count[WORD_CHAR] + count[WORD_SHORT] +
          (count[WORD_LONG] > 0) + count[WORD_BOOL] + count[WORD_BOOL_TOO];
  if (kinds > 1 || count[WORD_LONG] > 2)
    condition_fail(c, c->at, "no type has such a name");
  return from_words(c, count);
}

/* "struct node", or a name that a typedef gave. */
static condition_type read_table_type(condition_parser *c) {
  char name[200];
  size_t used = 0;
  const char *from = c->at;
  for (int i = is_tag(c) ? 2 : 1; i > 0 && c->token == TOKEN_NAME; i--) {
    if (c->length + used + 2 > sizeof name) {
      condition_fail(c, c->at, "the name is too long");
      break;
    }
    memcpy(name + used, c->at, c->length);
    used += c->length;
    condition_advance(c);
    if (i == 2)
      name[used++] = ' ';
  }
  uint32_t type = find_type(c->p, name, used);
  if (type == CFA_NONE)
    condition_fail(c, from, "'%.*s' is no type of the program",
                   report_clip(used), name);
  return condition_of_table(c->p, type);
}

condition_type condition_read_type(condition_parser *c) {
  while (condition_is_word(c, "const") || condition_is_word(c, "volatile"))
    condition_advance(c);
  condition_type t =
      word_here(c) < WORD_COUNT ? read_words(c) : read_table_type(c);
  while (word_here(c) == WORD_CONST || word_here(c) == WORD_VOLATILE)
    condition_advance(c);
  while (condition_accept(c, '*')) {
    if (++t.stars > 32)
      condition_fail(c, c->at, "too many '*'");
    while (word_here(c) == WORD_CONST || word_here(c) == WORD_VOLATILE)
      condition_advance(c);
  }
  return t;
}
