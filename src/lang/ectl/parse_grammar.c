#include "lang/ectl/parser.h"

/* "<name>" */
static bool read_nonterminal(ectl_parser *parser, grammar *x, uint32_t *out,
                             scan_token *token) {
  *token = parser->s.token;
  if (!ectl_take(&parser->s, '<', "'<'"))
    return false;
  uint32_t line = token->line, column = token->column;
  if (!ectl_parse_name(parser, "the name of a nonterminal", token))
    return false;
  token->line = line;
  token->column = column;
  *out = names_insert(parser->m, &x->nonterminals, token->text, token->length);
  if (parser->states.count < names_count(&x->nonterminals))
    vec_push(parser->m, &parser->states,
             ((ectl_mention){.line = line, .column = column}));
  return ectl_take(&parser->s, '>', "'>'");
}

typedef enum found { WRONG, NOTHING, ITEM, LEFT_SIDE } found;

/* The next item of a body, or "<name>" with a "::=" behind it. */
static found parse_grammar_read_item(ectl_parser *parser, grammar *x,
                                     grammar_item *item, scan_token *token) {
  *token = parser->s.token;
  *item = (grammar_item){.is_action = token->kind == ECTL_T_WORD};
  if (item->is_action) {
    item->name =
        names_insert(parser->m, &x->actions, token->text, token->length);
    ectl_next(&parser->s);
    return ITEM;
  }
  if (token->kind != '<')
    return NOTHING;
  if (!read_nonterminal(parser, x, &item->name, token))
    return WRONG;
  return parser->s.token.kind == ECTL_T_DEFINES ? LEFT_SIDE : ITEM;
}

/* One alternative; the "::=" or '|' before it is current. *left becomes the
 * next left side, if that follows. */
static found read_alternative(ectl_parser *parser, grammar *x, uint32_t *left) {
  grammar_production production = {.left = *left,
                                   .first = (uint32_t)x->items.count,
                                   .line = parser->s.token.line,
                                   .column = parser->s.token.column};
  grammar_item item;
  scan_token token;
  found next;
  ectl_next(&parser->s);
  while ((next = parse_grammar_read_item(parser, x, &item, &token)) == ITEM) {
    if (x->items.count >= UINT32_MAX - 1)
      mem_raise(parser->m->budget, MEM_LIMIT);
    if (production.count++ == 0) {
      production.line = token.line;
      production.column = token.column;
    }
    vec_push(parser->m, &x->items, item);
  }
  vec_push(parser->m, &x->productions, production);
  if (next == LEFT_SIDE)
    *left = item.name;
  return next;
}

/* Every nonterminal needs a production. */
static void check_defined(ectl_parser *parser, const grammar *x) {
  names defined = {0};
  vec_each (const grammar_production, production, &x->productions) {
    parser->states.at[production->left].declared = production->line;
    names_insert(parser->m, &defined,
                 names_text(&x->nonterminals, production->left),
                 names_length(&x->nonterminals, production->left));
  }
  for (uint32_t n = 0; n < names_count(&x->nonterminals); n++) {
    ectl_mention at = parser->states.at[n];
    const char *name = names_text(&x->nonterminals, n);
    size_t length = names_length(&x->nonterminals, n);
    if (at.declared || parser->s.report->count >= REPORT_MOST)
      continue;
    uint32_t like = names_nearest(&defined, name, length);
    if (like == NAMES_NONE)
      scan_wrong_at(&parser->s, at.line, at.column,
                    "<%.80s> has no production: '<%.80s> ::= ...' is "
                    "missing",
                    name, name);
    else
      scan_wrong_at(&parser->s, at.line, at.column,
                    "<%.80s> has no production (did you mean "
                    "<%.80s>?)",
                    name, names_text(&defined, like));
  }
}

bool ectl_parse_grammar(ectl_parser *parser, grammar *x) {
  const scan_token *now = &parser->s.token;
  uint32_t left = 0;
  scan_token token;
  parser->states.count = 0;
  if (now->kind != '<')
    return scan_misfit(&parser->s, "a production '<s> ::= a <s> b | c'");
  while (now->kind == '<') {
    if (!read_nonterminal(parser, x, &left, &token))
      return false;
    if (now->kind != ECTL_T_DEFINES)
      return scan_misfit(&parser->s, "'::='");
    while (now->kind == ECTL_T_DEFINES || now->kind == '|')
      if (read_alternative(parser, x, &left) == WRONG)
        return false;
    while (now->kind == ';')
      ectl_next(&parser->s);
  }
  if (!ectl_take(&parser->s, '}',
                 "an action, a nonterminal '<s>', '|', ';' or '}'"))
    return false;
  check_defined(parser, x);
  return true;
}
