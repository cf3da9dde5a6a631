#include "lang/pds/parser.h"

#include "base/mutant.h"

void parser_init(parser *s, mem *m, pds *system, const char *file,
                 const char *input, size_t length, uint32_t line,
                 uint32_t column, unsigned blanks, report *r) {
  *s = (parser){.mem = m, .pds = system};
  scan_start(&s->in, file, input, length, line, column, SCAN_HASHES | blanks,
             r);
}

void parser_clear(parser *s) {
  vec_free(s->mem, &s->scratch);
  vec_free(s->mem, &s->list);
}

bool parser_take(parser *s, int kind, const char *what) {
  if (s->in.token.kind != kind)
    return scan_misfit(&s->in, what);
  parser_next(s);
  return true;
}

bool parser_is(const parser *s, const char *word) {
  const scan_token *token = &s->in.token;
  return token->kind == PARSER_NAME && !token->is_quoted &&
         scan_spells(token, word);
}

static int scan_sign(scan *scanner) {
  char c = *scanner->at;
  bool is_arrow = c == '-'; /* else it would be a name */
  if (!is_arrow && !scan_is_one_of(c, "<>[](),.*+?|^@:%"))
    return scan_strange(scanner,
                        "cannot be part of a name unless that is quoted");
  scanner->at += is_arrow ? 2 : 1;
  return scan_finish(scanner, is_arrow ? PARSER_ARROW : c);
}

int parser_next(parser *p) {
  scan *scanner = &p->in;
  if (scanner->token.kind == SCAN_BAD || !scan_begin(scanner))
    return scanner->token.kind;
  if (*scanner->at == '"')
    return json_scan_token(scanner, p->mem, &p->scratch, PARSER_NAME);
  scanner->at = scan_name_end(scanner->at, scanner->end);
  return scanner->at == scanner->token.text ? scan_sign(scanner)
                                            : scan_finish(scanner, PARSER_NAME);
}

void parser_skip_line(parser *s) {
  if (s->in.token.kind == PARSER_LINE_END || s->in.token.kind == PARSER_END)
    return;
  scan_skip_line(&s->in);
  s->in.token.kind = PARSER_NAME; /* no longer bad */
  parser_next(s);
}

bool parser_state(parser *s, uint32_t *out) {
  if (s->in.token.kind != PARSER_NAME)
    return scan_misfit(&s->in, "a state");
  *out = names_find(&s->pds->states, s->in.token.text, s->in.token.length);
  if (*out == NAMES_NONE)
    return !s->states_unsure && scan_unknown(&s->in, &s->pds->states, "state");
  parser_next(s);
  return true;
}

bool parser_symbol(parser *s, uint32_t *out) {
  if (s->in.token.kind != PARSER_NAME)
    return scan_misfit(&s->in, "a symbol");
  if (s->symbols_closed) {
    *out = names_find(&s->pds->symbols, s->in.token.text, s->in.token.length);
    if (*out == NAMES_NONE)
      return scan_unknown(&s->in, &s->pds->symbols, "symbol");
  } else {
    *out = names_insert(s->mem, &s->pds->symbols, s->in.token.text,
                        s->in.token.length);
  }
  parser_next(s);
  return true;
}

/* The current token is '['. */
static bool parse_set(parser *s, uint32_t *out) {
  parser_next(s);
  bool negated = s->in.token.kind == '^',
       complement = !MUTANT("pds-set-complement");
  if (negated)
    parser_next(s);
  if (s->in.token.kind == ']')
    return scan_wrong(&s->in,
                      "a label set cannot be empty ('.' is any symbol)");
  s->list.count = 0;
  for (;;) {
    uint32_t symbol;
    if (!parser_symbol(s, &symbol))
      return false;
    vec_push(s->mem, &s->list, symbol);
    if (s->in.token.kind == ']')
      break;
    if (!parser_take(s, ',', "',' or ']'"))
      return false;
  }
  parser_next(s);
  if (s->list.count == 1 && !negated)
    *out = s->list.at[0];
  else
    *out = paut_add_set(s->mem, s->set, negated && complement, s->list.at,
                        s->list.count);
  return true;
}

bool parser_label(parser *s, uint32_t *out) {
  if (s->in.token.kind == '[')
    return parse_set(s, out);
  if (s->in.token.kind != '.')
    return parser_symbol(s, out);
  *out = paut_add_set(s->mem, s->set, true, NULL, 0);
  parser_next(s);
  return true;
}
