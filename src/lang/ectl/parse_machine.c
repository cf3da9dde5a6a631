#include "lang/ectl/parser.h"

#include <assert.h>

static const char *kind_text(const machine *x) {
  static const char *const texts[] = {"a DFA", "a PDA", "an LTS", "a PDS"};
  return texts[x->kind];
}

/* The number of a state, in the order of first mention. */
static bool read_state(ectl_parser *parser, machine *x, uint32_t *out,
                       scan_token *token) {
  if (!ectl_parse_name(parser, "the name of a state", token))
    return false;
  *out = names_insert(parser->m, &x->states, token->text, token->length);
  if (*out == parser->states.count)
    vec_push(parser->m, &parser->states,
             ((ectl_mention){.line = token->line, .column = token->column}));
  return true;
}

static bool read_symbol(ectl_parser *parser, machine *x, uint32_t *out) {
  scan_token token;
  if (!ectl_parse_name(parser, "a symbol of the stack", &token))
    return false;
  *out = names_insert(parser->m, &x->symbols, token.text, token.length);
  return true;
}

static bool read_props(ectl_parser *parser, machine *x, machine_head at) {
  size_t first = x->facts.count;
  scan_token token;
  if (parser->s.token.kind == ')')
    return true;
  for (;; ectl_next(&parser->s)) {
    machine_fact fact = {.at = at};
    if (!ectl_parse_name(parser, "a proposition", &token))
      return false;
    if (ectl_is_operator(&token))
      scan_wrong_at(&parser->s, token.line, token.column,
                    "'%.*s' means something else in formulas: a proposition "
                    "needs another name",
                    report_clip(token.length), token.text);
    fact.prop = names_insert(parser->m, &x->props, token.text, token.length);
    bool is_new = true;
    for (size_t i = first; is_new && i < x->facts.count; i++)
      is_new = x->facts.at[i].prop != fact.prop;
    if (is_new)
      vec_push(parser->m, &x->facts, fact);
    if (parser->s.token.kind != ',')
      return true;
  }
}

static void declare_state(ectl_parser *parser, const machine *x, uint32_t state,
                          const scan_token *token) {
  assert(state < parser->states.count);
  ectl_mention *was = &parser->states.at[state];
  if (was->declared && x->kind != MACHINE_PDS)
    scan_wrong_at(&parser->s, token->line, token->column,
                  "state '%.*s' is declared twice: first in line %u",
                  report_clip(token->length), token->text, was->declared);
  if (was->declared)
    return;
  was->declared = token->line;
  vec_push(parser->m, &parser->order, state);
}

static void declare_head(ectl_parser *parser, machine *x, machine_head head,
                         const scan_token *token) {
  uint32_t n =
      map_insert(parser->m, &parser->heads, map_pair(head.state, head.symbol));
  if (n < parser->head_lines.count) {
    scan_wrong_at(&parser->s, token->line, token->column,
                  "head '%.*s[%.80s]' is declared twice: first in line %u",
                  report_clip(token->length), token->text,
                  names_text(&x->symbols, head.symbol),
                  parser->head_lines.at[n]);
    return;
  }
  vec_push(parser->m, &parser->head_lines, token->line);
  vec_push(parser->m, &x->heads, head);
}

/* The head's symbol, where there has to be one. */
static bool read_head(ectl_parser *parser, machine *x, uint32_t *symbol) {
  *symbol = MACHINE_NONE;
  if (x->kind == MACHINE_PDS)
    return ectl_take(&parser->s, '[', "a head's '[': 'STATE(p[a]: q)'") &&
           read_symbol(parser, x, symbol) && ectl_take(&parser->s, ']', "']'");
  if (parser->s.token.kind != '[')
    return true;
  return scan_wrong(&parser->s,
                    "'[': only a PDS declares heads; this is %s, with "
                    "states alone",
                    kind_text(x));
}

/* Behind "STATE". */
static bool read_declaration(ectl_parser *parser, machine *x) {
  machine_head head;
  scan_token token;
  if (!ectl_take(&parser->s, '(', "'('"))
    return false;
  bool is_accepting = parser->s.token.kind == '*';
  if (is_accepting && machine_is_system(x))
    return scan_wrong(&parser->s,
                      "'*' marks accepting states of a DFA or PDA; this "
                      "is %s",
                      kind_text(x));
  if (is_accepting)
    ectl_next(&parser->s);
  if (!read_state(parser, x, &head.state, &token) ||
      !read_head(parser, x, &head.symbol))
    return false;
  declare_state(parser, x, head.state, &token);
  if (x->kind == MACHINE_PDS)
    declare_head(parser, x, head, &token);
  if (!machine_is_system(x)) {
    vec_reserve(parser->m, &x->accepting, 1);
    if (head.state >= x->accepting.count)
      vec_resize(parser->m, &x->accepting, (size_t)head.state + 1);
    x->accepting.at[head.state] |= is_accepting;
    if (parser->s.token.kind == ':')
      return scan_wrong(&parser->s,
                        "':': propositions hold in an LTS or PDS; this is %s",
                        kind_text(x));
    return ectl_take(&parser->s, ')', "')'");
  }
  if (parser->s.token.kind == ')') {
    ectl_next(&parser->s);
    return true;
  }
  return ectl_take(&parser->s, ':', "':' or ')'") &&
         read_props(parser, x, head) &&
         ectl_take(&parser->s, ')', "',' or ')'");
}

static bool read_operation(ectl_parser *parser, machine *x,
                           machine_rule *rule) {
  static const struct {
    const char *word;
    machine_operation operation;
  } operations[] = {{"PUSH", MACHINE_PUSH},
                    {"POP", MACHINE_POP},
                    {"REWRITE", MACHINE_REWRITE}};
  if (!ectl_take(&parser->s, '[',
                 "'[': 'q[PUSH a]', 'q[POP]' or 'q[REWRITE a]'"))
    return false;
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (ectl_is_word(&parser->s.token, operations[i].word)) {
      rule->operation = operations[i].operation;
      ectl_next(&parser->s);
      return (rule->operation == MACHINE_POP ||
              read_symbol(parser, x, &rule->symbol)) &&
             ectl_take(&parser->s, ']', "']'");
    }
  return scan_misfit(&parser->s, "'PUSH', 'POP' or 'REWRITE'");
}

/* Behind the state before or after the arrow of a machine without a stack. */
static bool has_no_stack(const ectl_parser *parser, const machine *x) {
  if (parser->s.token.kind != '[')
    return true;
  return scan_wrong(&parser->s,
                    "'[': only a PDA or PDS has a stack; this is %s: "
                    "'ACTION(a: s -> t)'",
                    kind_text(x));
}

/* Behind "ACTION". */
static bool read_rule(ectl_parser *parser, machine *x, machine_rule rule) {
  bool has_stack = machine_has_stack(x);
  scan_token action, token;
  if (!ectl_take(&parser->s, '(', "'('") ||
      !ectl_parse_name(parser, "an action", &action) ||
      !ectl_take(&parser->s, ':', "':'") ||
      !read_state(parser, x, &rule.from, &token))
    return false;
  if (has_stack ? !ectl_take(&parser->s, '[', "'[': 'p[a]'") ||
                      !read_symbol(parser, x, &rule.top) ||
                      !ectl_take(&parser->s, ']', "']'")
                : !has_no_stack(parser, x))
    return false;
  if (!ectl_take(&parser->s, ECTL_T_ARROW, "'->'") ||
      !read_state(parser, x, &rule.to, &token))
    return false;
  if (has_stack ? !read_operation(parser, x, &rule) : !has_no_stack(parser, x))
    return false;
  rule.action =
      names_insert(parser->m, &x->actions, action.text, action.length);
  ectl_add_rule(parser, x, rule);
  return ectl_take(&parser->s, ')', "')'");
}

static bool read_component(ectl_parser *parser, machine *x) {
  static const char *const words[] = {"STATE", "ACTION"};
  const scan_token *token = &parser->s.token;
  machine_rule rule = {.operation = MACHINE_REWRITE,
                       .line = token->line,
                       .column = token->column};
  if (ectl_is_word(token, words[1])) {
    if (machine_has_stack(x))
      rule.symbol = MACHINE_NONE;
    ectl_next(&parser->s);
    return read_rule(parser, x, rule);
  }
  if (ectl_is_word(token, words[0])) {
    ectl_next(&parser->s);
    return read_declaration(parser, x);
  }
  const char *like =
      token->kind == ECTL_T_WORD ? ectl_nearest(parser, words, 2, token) : NULL;
  if (like)
    return scan_wrong(&parser->s,
                      "'%.*s' where 'STATE', 'ACTION' or '}' should be "
                      "(did you mean '%s'?)",
                      report_clip(token->length), token->text, like);
  return scan_misfit(&parser->s, "'STATE', 'ACTION' or '}'");
}

/* The next component, the end of this machine, or the next item. */
static bool makes_sense(const ectl_parser *parser) {
  const scan_token *token = &parser->s.token;
  return token->kind == ECTL_T_END || token->kind == '}' ||
         ectl_is_word(token, "STATE") || ectl_is_word(token, "ACTION") ||
         ectl_starts_item(parser);
}

/* After a component that began at 'from' and made no sense. False: nothing of
 * this machine follows. */
static bool recover(ectl_parser *parser, const char *from) {
  const scan_token *token = &parser->s.token;
  parser->s.is_mute = parser->has_gaps = true;
  if (token->text == from && !ectl_starts_item(parser))
    ectl_next(&parser->s);
  while (!makes_sense(parser))
    ectl_next(&parser->s);
  parser->s.is_mute = false;
  return token->kind != ECTL_T_END && !ectl_starts_item(parser);
}

static void forget(ectl_parser *parser) {
  parser->has_gaps = false;
  parser->states.count = parser->order.count = parser->head_lines.count = 0;
  map_free(parser->m, &parser->heads);
  vec_free(parser->m, &parser->rule_slots);
}

bool ectl_parse_machine(ectl_parser *parser, machine *x) {
  const scan_token *token = &parser->s.token;
  forget(parser);
  if (token->kind == '}')
    return scan_wrong(&parser->s,
                      "'}' where a 'STATE' or 'ACTION' should be: "
                      "%s needs at least one",
                      kind_text(x));
  while (token->kind != '}') {
    const char *from = token->text;
    if (parser->s.report->count >= REPORT_MOST ||
        (!read_component(parser, x) && !recover(parser, from)))
      return false;
  }
  ectl_settle_states(parser, x);
  ectl_next(&parser->s);
  return true;
}
