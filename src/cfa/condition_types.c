#include "cfa/condition.h"

condition_type condition_integer(unsigned width, bool is_signed) {
  return (condition_type){.base = BASE_INTEGER,
                          .width = (uint8_t)width,
                          .is_signed = is_signed,
                          .table = CFA_NONE};
}

/* Pointers of the table become stars; a chain that never ends is void. */
condition_type condition_of_table(const cfa *automaton, uint32_t type) {
  condition_type t = {.base = BASE_VOID, .table = CFA_NONE};
  for (unsigned i = 0; type != CFA_NONE && i < 16; i++) {
    const cfa_type *x = &automaton->types.at[type];
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

bool condition_is_pointer(const condition_type *type) {
  return type->stars > 0;
}

bool condition_is_integer(const condition_type *type) {
  return !type->stars && type->base == BASE_INTEGER;
}

const cfa_type *condition_table(const cfa *automaton,
                                const condition_type *type) {
  return !type->stars && type->base == BASE_TABLE
             ? &automaton->types.at[type->table]
             : NULL;
}

condition_type condition_pointer_to(condition_type type) {
  type.stars++;
  return type;
}

condition_type condition_pointee(condition_type type) {
  type.stars--;
  return type;
}

uint64_t condition_size(const cfa *automaton, const condition_type *type) {
  if (type->stars)
    return automaton->pointer_bits / 8;
  switch (type->base) {
  case BASE_INTEGER:
    return (type->width + 7u) / 8;
  case BASE_TABLE:
    return automaton->types.at[type->table].size;
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

static unsigned word_here(const condition_parser *parser) {
  unsigned i = 0;
  while (i < WORD_COUNT && !condition_is_word(parser, words[i]))
    i++;
  return i;
}

static bool is_tag(const condition_parser *parser) {
  return condition_is_word(parser, "struct") ||
         condition_is_word(parser, "union") ||
         condition_is_word(parser, "enum");
}

/* A type of the table by its name: "size_t", "struct node". */
static uint32_t find_type(const cfa *automaton, const char *name,
                          size_t length) {
  uint32_t n = names_find(&automaton->names, name, length);
  for (uint32_t i = 0; n != NAMES_NONE && i < automaton->types.count; i++)
    if (automaton->types.at[i].name == n)
      return i;
  return CFA_NONE;
}

bool condition_starts_type(const condition_parser *parser) {
  if (parser->token != TOKEN_NAME)
    return false;
  return word_here(parser) < WORD_COUNT || is_tag(parser) ||
         (condition_find_variable(parser, parser->at, parser->length) ==
              CFA_NONE &&
          find_type(parser->p, parser->at, parser->length) != CFA_NONE);
}

static condition_type from_words(const condition_parser *parser,
                                 const unsigned count[WORD_COUNT]) {
  bool is_signed = !count[WORD_UNSIGNED];
  unsigned longs = count[WORD_LONG];
  if (count[WORD_VOID])
    return (condition_type){.base = BASE_VOID, .table = CFA_NONE};
  if (count[WORD_BOOL] || count[WORD_BOOL_TOO]) {
    condition_type type = condition_integer(8, false);
    type.is_bool = true;
    return type;
  }
  return condition_integer(count[WORD_CHAR]    ? 8
                           : count[WORD_SHORT] ? 16
                           : longs > 1         ? 64
                           : longs             ? parser->p->pointer_bits
                                               : 32,
                           is_signed);
}

static condition_type read_words(condition_parser *parser) {
  unsigned count[WORD_COUNT] = {0}, kinds = 0, word;
  for (unsigned all = 0; (word = word_here(parser)) < WORD_COUNT && all < 20;
       all++) {
    count[word]++;
    condition_advance(parser);
  }
  kinds = count[WORD_VOID] + count[WORD_CHAR] + count[WORD_SHORT] +
          (count[WORD_LONG] > 0) + count[WORD_BOOL] + count[WORD_BOOL_TOO];
  if (kinds > 1 || count[WORD_LONG] > 2)
    condition_fail(parser, parser->at, "no type has such a name");
  return from_words(parser, count);
}

/* "struct node", or a name that a typedef gave. */
static condition_type read_table_type(condition_parser *parser) {
  char name[200];
  size_t used = 0;
  const char *from = parser->at;
  for (int i = is_tag(parser) ? 2 : 1; i > 0 && parser->token == TOKEN_NAME;
       i--) {
    if (parser->length + used + 2 > sizeof name) {
      condition_fail(parser, parser->at, "the name is too long");
      break;
    }
    memcpy(name + used, parser->at, parser->length);
    used += parser->length;
    condition_advance(parser);
    if (i == 2)
      name[used++] = ' ';
  }
  uint32_t type = find_type(parser->p, name, used);
  if (type == CFA_NONE)
    condition_fail(parser, from, "'%.*s' is no type of the program",
                   report_clip(used), name);
  return condition_of_table(parser->p, type);
}

condition_type condition_read_type(condition_parser *parser) {
  while (condition_is_word(parser, "const") ||
         condition_is_word(parser, "volatile"))
    condition_advance(parser);
  condition_type type = word_here(parser) < WORD_COUNT
                            ? read_words(parser)
                            : read_table_type(parser);
  while (word_here(parser) == WORD_CONST || word_here(parser) == WORD_VOLATILE)
    condition_advance(parser);
  while (condition_accept(parser, '*')) {
    if (++type.stars > 32)
      condition_fail(parser, parser->at, "too many '*'");
    while (word_here(parser) == WORD_CONST ||
           word_here(parser) == WORD_VOLATILE)
      condition_advance(parser);
  }
  return type;
}
