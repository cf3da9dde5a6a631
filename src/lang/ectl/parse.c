#include "lang/ectl/parser.h"

static const char *const kinds[ECTL_KINDS] = {
    "DFA", "PDA", "LTS", "PDS", "REGULAR", "GRAMMAR", "FORMULA"};
enum { KIND_REGULAR = 4 };

bool ectl_parse_name(ectl_parser *parser, const char *what, scan_token *out) {
  if (parser->s.token.kind != ECTL_T_WORD)
    return scan_misfit(&parser->s, what);
  *out = parser->s.token;
  ectl_next(&parser->s);
  return true;
}

const char *ectl_nearest(ectl_parser *parser, const char *const *list,
                         size_t count, const scan_token *token) {
  char word[16];
  names known = {0};
  if (token->length >= sizeof word || count == 0)
    return NULL;
  bool is_upper = *list[0] >= 'A' && *list[0] <= 'Z';
  for (size_t i = 0; i < token->length; i++) {
    char c = token->text[i];
    if (is_upper && c >= 'a' && c <= 'z')
      c = (char)(c - 'a' + 'A');
    else if (!is_upper && c >= 'A' && c <= 'Z')
      c = (char)(c - 'A' + 'a');
    word[i] = c;
  }
  for (size_t i = 0; i < count; i++)
    names_insert(parser->m, &known, list[i], strlen(list[i]));
  uint32_t like = names_nearest(&known, word, token->length);
  names_free(parser->m, &known);
  return like == NAMES_NONE ? NULL : list[like];
}

/* Where an item begins. */

size_t ectl_kind_of(const scan_token *token) {
  size_t i = 0;
  while (i < ECTL_KINDS && !ectl_is_word(token, kinds[i]))
    i++;
  return i;
}

/* Is it the first token of its line? */
static bool begins_line(const scan *scanner) {
  for (const char *at = scanner->token.text; at > scanner->line_start; at--)
    if (at[-1] != ' ' && at[-1] != '\t')
      return false;
  return true;
}

bool ectl_starts_item(const ectl_parser *parser) {
  bool is_command = parser->s.token.kind == ':' && begins_line(&parser->s);
  if (!is_command && ectl_kind_of(&parser->s.token) == ECTL_KINDS)
    return false;
  scan ahead = parser->s;
  ahead.is_mute = true;
  if (ectl_next(&ahead) != ECTL_T_WORD)
    return false;
  return is_command || ectl_next(&ahead) == '{';
}

/* After what began at 'from' and made no sense: behind the '}' that should
 * close it, or to the next item. */
static void skip_item(ectl_parser *parser, const char *from) {
  const scan_token *token = &parser->s.token;
  parser->s.is_mute = true;
  if (token->text == from)
    ectl_next(&parser->s);
  while (token->kind != ECTL_T_END && token->kind != '}' &&
         !ectl_starts_item(parser))
    ectl_next(&parser->s);
  parser->s.is_mute = false;
  if (token->kind == '}')
    ectl_next(&parser->s);
}

static void define(ectl_parser *parser, ectl_item *item,
                   const scan_token *token) {
  uint32_t n =
      names_insert(parser->m, &parser->defined, token->text, token->length);
  item->name = mem_text(parser->m, token->text, token->length);
  if (n < parser->defined_at.count)
    scan_wrong_at(&parser->s, token->line, token->column,
                  "'%.*s' is defined twice: first in line %u",
                  report_clip(token->length), token->text,
                  parser->defined_at.at[n]);
  else
    vec_push(parser->m, &parser->defined_at, token->line);
}

static bool read_body(ectl_parser *parser, size_t kind, ectl_item *item) {
  static const ectl_item_kind others[] = {ECTL_REGULAR, ECTL_GRAMMAR,
                                          ECTL_FORMULA};
  static const machine_kind machines[] = {MACHINE_DFA, MACHINE_PDA, MACHINE_LTS,
                                          MACHINE_PDS};
  if (kind < KIND_REGULAR) {
    item->kind = ECTL_MACHINE;
    machine_init(parser->m, &item->machine, machines[kind]);
    return ectl_parse_machine(parser, &item->machine);
  }
  item->kind = others[kind - KIND_REGULAR];
  if (item->kind == ECTL_REGULAR)
    return ectl_parse_regular(parser, &item->regular);
  if (item->kind == ECTL_GRAMMAR)
    return ectl_parse_grammar(parser, &item->grammar);
  return ectl_parse_formula(parser, &item->node) &&
         ectl_take(&parser->s, '}', "an operator or '}'");
}

/* KIND name { ... } */
static bool read_definition(ectl_parser *parser, ectl_item *item) {
  const scan_token *now = &parser->s.token;
  scan_token token = *now;
  size_t kind = ectl_kind_of(now);
  if (kind == ECTL_KINDS) {
    if (now->kind == ECTL_T_WORD && ectl_is_command(now))
      return scan_wrong(&parser->s, "a command begins with a colon: ':%.*s'",
                        report_clip(token.length), token.text);
    const char *like = now->kind == ECTL_T_WORD
                           ? ectl_nearest(parser, kinds, ECTL_KINDS, now)
                           : NULL;
    if (like)
      return scan_wrong(&parser->s,
                        "'%.*s' where a definition or a command should "
                        "be (did you mean '%s'?)",
                        report_clip(token.length), token.text, like);
    return scan_misfit(&parser->s,
                       "a definition ('LTS m { ... }') or a command "
                       "(':check(f, m)')");
  }
  ectl_next(&parser->s);
  if (!ectl_parse_name(parser, "a name", &token))
    return false;
  define(parser, item, &token);
  return ectl_take(&parser->s, '{', "'{'") && read_body(parser, kind, item);
}

static void parse_read_item(ectl_parser *parser) {
  const char *from = parser->s.token.text;
  vec_push(parser->m, parser->items, ((ectl_item){.node = ECTL_NONE}));
  ectl_item *item = &vec_last(parser->items);
  item->line = parser->s.token.line;
  item->column = parser->s.token.column;
  item->from = (size_t)(from - parser->s.start);
  if (!(parser->s.token.kind == ':' ? ectl_parse_command(parser, item)
                                    : read_definition(parser, item)))
    skip_item(parser, from);
  item->to = (size_t)(parser->s.behind - parser->s.start);
}

static void parser_free(ectl_parser *parser) {
  names_free(parser->m, &parser->defined);
  vec_free(parser->m, &parser->defined_at);
  vec_free(parser->m, &parser->pending);
  vec_free(parser->m, &parser->operands);
  vec_free(parser->m, &parser->states);
  vec_free(parser->m, &parser->order);
  map_free(parser->m, &parser->heads);
  vec_free(parser->m, &parser->head_lines);
  vec_free(parser->m, &parser->rule_slots);
}

bool ectl_read(mem *m, const char *file, const char *input, size_t length,
               report *r, progress *clock, ectl *formulas, ectl_items *out) {
  size_t before = r->count;
  ectl_parser parser = {.m = m, .formulas = formulas, .items = out};
  ectl_scan_start(&parser.s, file, input, length, r);
  parser.s.clock = clock;
  ectl_next(&parser.s);
  while (parser.s.token.kind != ECTL_T_END && r->count < REPORT_MOST)
    parse_read_item(&parser);
  report_sort(r, before);
  parser_free(&parser);
  return r->count == before;
}

uint32_t ectl_read_formula(mem *m, const char *file, const char *input,
                           size_t length, report *r, ectl *formulas) {
  uint32_t node = ECTL_NONE;
  ectl_parser parser = {.m = m, .formulas = formulas};
  ectl_scan_start(&parser.s, file, input, length, r);
  ectl_next(&parser.s);
  if (!ectl_parse_formula(&parser, &node) ||
      (parser.s.token.kind != ECTL_T_END &&
       !scan_misfit(&parser.s, "an operator")))
    node = ECTL_NONE;
  parser_free(&parser);
  return node;
}
