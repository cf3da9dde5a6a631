#include "lang/ectl/parser.h"

/* "<name>" */
static bool read_nonterminal(ectl_parser *p, grammar *x, uint32_t *out,
                             scan_token *t) {
  *t = p->s.token;
  if (!ectl_take(&p->s, '<', "'<'"))
    return false;
  uint32_t line = t->line, column = t->column;
  if (!ectl_parse_name(p, "the name of a nonterminal", t))
    return false;
  t->line = line;
  t->column = column;
  *out = names_insert(p->m, &x->nonterminals, t->text, t->length);
  if (p->states.count < names_count(&x->nonterminals))
    vec_push(p->m, &p->states,
             ((ectl_mention){.line = line, .column = column}));
  return ectl_take(&p->s, '>', "'>'");
}

typedef enum found { WRONG, NOTHING, ITEM, LEFT_SIDE } found;

/* The next item of a body, or "<name>" with a "::=" behind it. */
static found parse_grammar_read_item(ectl_parser *p, grammar *x,
                                     grammar_item *item, scan_token *t) {
  *t = p->s.token;
  *item = (grammar_item){.is_action = t->kind == ECTL_T_WORD};
  if (item->is_action) {
    item->name = names_insert(p->m, &x->actions, t->text, t->length);
    ectl_next(&p->s);
    return ITEM;
  }
  if (t->kind != '<')
    return NOTHING;
  if (!read_nonterminal(p, x, &item->name, t))
    return WRONG;
  return p->s.token.kind == ECTL_T_DEFINES ? LEFT_SIDE : ITEM;
}

/* One alternative; the "::=" or '|' before it is current. *left becomes the
 * next left side, if that follows. */
static found read_alternative(ectl_parser *p, grammar *x, uint32_t *left) {
  grammar_production a = {.left = *left,
                          .first = (uint32_t)x->items.count,
                          .line = p->s.token.line,
                          .column = p->s.token.column};
  grammar_item item;
  scan_token t;
  found next;
  ectl_next(&p->s);
  while ((next = parse_grammar_read_item(p, x, &item, &t)) == ITEM) {
    if (x->items.count >= UINT32_MAX - 1)
      mem_raise(p->m->budget, MEM_LIMIT);
    if (a.count++ == 0) {
      a.line = t.line;
      a.column = t.column;
    }
    vec_push(p->m, &x->items, item);
  }
  vec_push(p->m, &x->productions, a);
  if (next == LEFT_SIDE)
    *left = item.name;
  return next;
}

/* Every nonterminal needs a production. */
static void check_defined(ectl_parser *p, const grammar *x) {
  names defined = {0};
  vec_each (const grammar_production, a, &x->productions) {
    p->states.at[a->left].declared = a->line;
    names_insert(p->m, &defined, names_text(&x->nonterminals, a->left),
                 names_length(&x->nonterminals, a->left));
  }
  for (uint32_t n = 0; n < names_count(&x->nonterminals); n++) {
    ectl_mention at = p->states.at[n];
    const char *name = names_text(&x->nonterminals, n);
    size_t length = names_length(&x->nonterminals, n);
    if (at.declared || p->s.report->count >= REPORT_MOST)
      continue;
    uint32_t like = names_nearest(&defined, name, length);
    if (like == NAMES_NONE)
      scan_wrong_at(&p->s, at.line, at.column,
                    "<%.80s> has no production: '<%.80s> ::= ...' is "
                    "missing",
                    name, name);
    else
      scan_wrong_at(&p->s, at.line, at.column,
                    "<%.80s> has no production (did you mean "
                    "<%.80s>?)",
                    name, names_text(&defined, like));
  }
}

bool ectl_parse_grammar(ectl_parser *p, grammar *x) {
  const scan_token *now = &p->s.token;
  uint32_t left = 0;
  scan_token t;
  p->states.count = 0;
  if (now->kind != '<')
    return scan_misfit(&p->s, "a production '<s> ::= a <s> b | c'");
  while (now->kind == '<') {
    if (!read_nonterminal(p, x, &left, &t))
      return false;
    if (now->kind != ECTL_T_DEFINES)
      return scan_misfit(&p->s, "'::='");
    while (now->kind == ECTL_T_DEFINES || now->kind == '|')
      if (read_alternative(p, x, &left) == WRONG)
        return false;
    while (now->kind == ';')
      ectl_next(&p->s);
  }
  if (!ectl_take(&p->s, '}', "an action, a nonterminal '<s>', '|', ';' or '}'"))
    return false;
  check_defined(p, x);
  return true;
}
