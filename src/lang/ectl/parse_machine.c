#include "lang/ectl/parser.h"

#include <assert.h>

static const char *kind_text(const machine *x) {
  static const char *const texts[] = {"a DFA", "a PDA", "an LTS", "a PDS"};
  return texts[x->kind];
}

/* The number of a state, in the order of first mention. */
static bool read_state(ectl_parser *p, machine *x, uint32_t *out,
                       scan_token *t) {
  if (!ectl_parse_name(p, "the name of a state", t))
    return false;
  *out = names_insert(p->m, &x->states, t->text, t->length);
  if (*out == p->states.count)
    vec_push(p->m, &p->states,
             ((ectl_mention){.line = t->line, .column = t->column}));
  return true;
}

static bool read_symbol(ectl_parser *p, machine *x, uint32_t *out) {
  scan_token t;
  if (!ectl_parse_name(p, "a symbol of the stack", &t))
    return false;
  *out = names_insert(p->m, &x->symbols, t.text, t.length);
  return true;
}

static bool read_props(ectl_parser *p, machine *x, machine_head at) {
  size_t first = x->facts.count;
  scan_token t;
  if (p->s.token.kind == ')')
    return true;
  for (;; ectl_next(&p->s)) {
    machine_fact fact = {.at = at};
    if (!ectl_parse_name(p, "a proposition", &t))
      return false;
    if (ectl_is_operator(&t))
      scan_wrong_at(&p->s, t.line, t.column,
                    "'%.*s' means something else in formulas: a proposition "
                    "needs another name",
                    report_clip(t.length), t.text);
    fact.prop = names_insert(p->m, &x->props, t.text, t.length);
    bool is_new = true;
    for (size_t i = first; is_new && i < x->facts.count; i++)
      is_new = x->facts.at[i].prop != fact.prop;
    if (is_new)
      vec_push(p->m, &x->facts, fact);
    if (p->s.token.kind != ',')
      return true;
  }
}

static void declare_state(ectl_parser *p, const machine *x, uint32_t state,
                          const scan_token *t) {
  assert(state < p->states.count);
  ectl_mention *was = &p->states.at[state];
  if (was->declared && x->kind != MACHINE_PDS)
    scan_wrong_at(&p->s, t->line, t->column,
                  "state '%.*s' is declared twice: first in line %u",
                  report_clip(t->length), t->text, was->declared);
  if (was->declared)
    return;
  was->declared = t->line;
  vec_push(p->m, &p->order, state);
}

static void declare_head(ectl_parser *p, machine *x, machine_head head,
                         const scan_token *t) {
  uint32_t n = map_insert(p->m, &p->heads, map_pair(head.state, head.symbol));
  if (n < p->head_lines.count) {
    scan_wrong_at(&p->s, t->line, t->column,
                  "head '%.*s[%.80s]' is declared twice: first in line %u",
                  report_clip(t->length), t->text,
                  names_text(&x->symbols, head.symbol), p->head_lines.at[n]);
    return;
  }
  vec_push(p->m, &p->head_lines, t->line);
  vec_push(p->m, &x->heads, head);
}

/* The head's symbol, where there has to be one. */
static bool read_head(ectl_parser *p, machine *x, uint32_t *symbol) {
  *symbol = MACHINE_NONE;
  if (x->kind == MACHINE_PDS)
    return ectl_take(&p->s, '[', "a head's '[': 'STATE(p[a]: q)'") &&
           read_symbol(p, x, symbol) && ectl_take(&p->s, ']', "']'");
  if (p->s.token.kind != '[')
    return true;
  return scan_wrong(&p->s,
                    "'[': only a PDS declares heads; this is %s, with "
                    "states alone",
                    kind_text(x));
}

/* Behind "STATE". */
static bool read_declaration(ectl_parser *p, machine *x) {
  machine_head head;
  scan_token t;
  if (!ectl_take(&p->s, '(', "'('"))
    return false;
  bool is_accepting = p->s.token.kind == '*';
  if (is_accepting && machine_is_system(x))
    return scan_wrong(&p->s,
                      "'*' marks accepting states of a DFA or PDA; this "
                      "is %s",
                      kind_text(x));
  if (is_accepting)
    ectl_next(&p->s);
  if (!read_state(p, x, &head.state, &t) || !read_head(p, x, &head.symbol))
    return false;
  declare_state(p, x, head.state, &t);
  if (x->kind == MACHINE_PDS)
    declare_head(p, x, head, &t);
  if (!machine_is_system(x)) {
    vec_reserve(p->m, &x->accepting, 1);
    if (head.state >= x->accepting.count)
      vec_resize(p->m, &x->accepting, (size_t)head.state + 1);
    x->accepting.at[head.state] |= is_accepting;
    if (p->s.token.kind == ':')
      return scan_wrong(&p->s,
                        "':': propositions hold in an LTS or PDS; this is %s",
                        kind_text(x));
    return ectl_take(&p->s, ')', "')'");
  }
  if (p->s.token.kind == ')') {
    ectl_next(&p->s);
    return true;
  }
  return ectl_take(&p->s, ':', "':' or ')'") && read_props(p, x, head) &&
         ectl_take(&p->s, ')', "',' or ')'");
}

static bool read_operation(ectl_parser *p, machine *x, machine_rule *rule) {
  static const struct {
    const char *word;
    machine_operation operation;
  } operations[] = {{"PUSH", MACHINE_PUSH},
                    {"POP", MACHINE_POP},
                    {"REWRITE", MACHINE_REWRITE}};
  if (!ectl_take(&p->s, '[', "'[': 'q[PUSH a]', 'q[POP]' or 'q[REWRITE a]'"))
    return false;
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (ectl_is_word(&p->s.token, operations[i].word)) {
      rule->operation = operations[i].operation;
      ectl_next(&p->s);
      return (rule->operation == MACHINE_POP ||
              read_symbol(p, x, &rule->symbol)) &&
             ectl_take(&p->s, ']', "']'");
    }
  return scan_misfit(&p->s, "'PUSH', 'POP' or 'REWRITE'");
}

/* Behind the state before or after the arrow of a machine without a stack. */
static bool has_no_stack(const ectl_parser *p, const machine *x) {
  if (p->s.token.kind != '[')
    return true;
  return scan_wrong(&p->s,
                    "'[': only a PDA or PDS has a stack; this is %s: "
                    "'ACTION(a: s -> t)'",
                    kind_text(x));
}

/* Behind "ACTION". */
static bool read_rule(ectl_parser *p, machine *x, machine_rule rule) {
  bool has_stack = machine_has_stack(x);
  scan_token action, t;
  if (!ectl_take(&p->s, '(', "'('") ||
      !ectl_parse_name(p, "an action", &action) ||
      !ectl_take(&p->s, ':', "':'") || !read_state(p, x, &rule.from, &t))
    return false;
  if (has_stack
          ? !ectl_take(&p->s, '[', "'[': 'p[a]'") ||
                !read_symbol(p, x, &rule.top) || !ectl_take(&p->s, ']', "']'")
          : !has_no_stack(p, x))
    return false;
  if (!ectl_take(&p->s, ECTL_T_ARROW, "'->'") ||
      !read_state(p, x, &rule.to, &t))
    return false;
  if (has_stack ? !read_operation(p, x, &rule) : !has_no_stack(p, x))
    return false;
  rule.action = names_insert(p->m, &x->actions, action.text, action.length);
  ectl_add_rule(p, x, rule);
  return ectl_take(&p->s, ')', "')'");
}

static bool read_component(ectl_parser *p, machine *x) {
  static const char *const words[] = {"STATE", "ACTION"};
  const scan_token *t = &p->s.token;
  machine_rule rule = {
      .operation = MACHINE_REWRITE, .line = t->line, .column = t->column};
  if (ectl_is_word(t, words[1])) {
    if (machine_has_stack(x))
      rule.symbol = MACHINE_NONE;
    ectl_next(&p->s);
    return read_rule(p, x, rule);
  }
  if (ectl_is_word(t, words[0])) {
    ectl_next(&p->s);
    return read_declaration(p, x);
  }
  const char *like =
      t->kind == ECTL_T_WORD ? ectl_nearest(p, words, 2, t) : NULL;
  if (like)
    return scan_wrong(&p->s,
                      "'%.*s' where 'STATE', 'ACTION' or '}' should be "
                      "(did you mean '%s'?)",
                      report_clip(t->length), t->text, like);
  return scan_misfit(&p->s, "'STATE', 'ACTION' or '}'");
}

/* The next component, the end of this machine, or the next item. */
static bool makes_sense(const ectl_parser *p) {
  const scan_token *t = &p->s.token;
  return t->kind == ECTL_T_END || t->kind == '}' || ectl_is_word(t, "STATE") ||
         ectl_is_word(t, "ACTION") || ectl_starts_item(p);
}

/* After a component that began at 'from' and made no sense. False: nothing of
 * this machine follows. */
static bool recover(ectl_parser *p, const char *from) {
  const scan_token *t = &p->s.token;
  p->s.is_mute = p->has_gaps = true;
  if (t->text == from && !ectl_starts_item(p))
    ectl_next(&p->s);
  while (!makes_sense(p))
    ectl_next(&p->s);
  p->s.is_mute = false;
  return t->kind != ECTL_T_END && !ectl_starts_item(p);
}

static void forget(ectl_parser *p) {
  p->has_gaps = false;
  p->states.count = p->order.count = p->head_lines.count = 0;
  map_free(p->m, &p->heads);
  vec_free(p->m, &p->rule_slots);
}

bool ectl_parse_machine(ectl_parser *p, machine *x) {
  const scan_token *t = &p->s.token;
  forget(p);
  if (t->kind == '}')
    return scan_wrong(&p->s,
                      "'}' where a 'STATE' or 'ACTION' should be: "
                      "%s needs at least one",
                      kind_text(x));
  while (t->kind != '}') {
    const char *from = t->text;
    if (p->s.report->count >= REPORT_MOST ||
        (!read_component(p, x) && !recover(p, from)))
      return false;
  }
  ectl_settle_states(p, x);
  ectl_next(&p->s);
  return true;
}
