/* What definitions become when a formula needs them: REGULAR and GRAMMAR
 * machines, and machines deterministic ones. Both are kept with the
 * definition. */
#include "problem/session/ectl.h"

#include <assert.h>
#include <string.h>

bool session_is_automaton(const session_object *o) {
  const ectl_item *x = o->item;
  return x->kind == ECTL_REGULAR || x->kind == ECTL_GRAMMAR ||
         (x->kind == ECTL_MACHINE && !machine_is_system(&x->machine));
}

static bool has_wildcard(const ectl_regular *r) {
  vec_each (const regex_node, n, &r->tree.nodes)
    if (n->op == REGEX_LABEL && n->left >= FA_SET)
      return true;
  return false;
}

/* Since then more actions came for the '.' to stand for. */
static bool is_stale(const custos *c, const session_object *o) {
  return o->item->kind == ECTL_REGULAR && has_wildcard(&o->item->regular) &&
         o->made_with != names_count(&c->session.alphabet);
}

static void make(custos *c, session_object *o) {
  const ectl_item *x = o->item;
  session_forget(c, o);
  mem_clear(&o->kept);
  o->is_made = o->is_deterministic = false;
  o->is_working = true;
  memset(&o->made, 0, sizeof o->made);
  if (x->kind == ECTL_REGULAR)
    machine_from_regex(&o->kept, &c->clock, &x->regular.tree, x->regular.root,
                       &x->regular.actions, &c->session.alphabet, &o->made);
  else
    grammar_to_machine(&o->kept, &c->clock, &x->grammar, &o->made, &o->source);
  o->made_with = names_count(&c->session.alphabet);
  o->is_working = false;
  o->is_made = true;
}

const machine *session_machine(custos *c, session_object *o) {
  const ectl_item *x = o->item;
  if (x->kind == ECTL_MACHINE)
    return &x->machine;
  if (x->kind != ECTL_REGULAR && x->kind != ECTL_GRAMMAR)
    return NULL;
  if (!o->is_made || is_stale(c, o))
    make(c, o);
  return &o->made;
}

/* Of a rule, or of the production that it comes from. */
static void automata_place_of(const session_object *o, const machine *x,
                              uint32_t rule, uint32_t *line, uint32_t *column) {
  assert(rule < x->rules.count);
  *line = x->rules.at[rule].line;
  *column = x->rules.at[rule].column;
  if (o->item->kind != ECTL_GRAMMAR || !o->source)
    return;
  const grammar_production *p =
      &o->item->grammar.productions.at[o->source[rule]];
  *line = p->line;
  *column = p->column;
}

static const machine *refuse(custos *c, const session_object *o,
                             const machine *x, uint32_t first,
                             uint32_t second) {
  assert(first < x->rules.count);
  const machine_rule *r = &x->rules.at[first];
  uint32_t line, column, other_line, other_column;
  automata_place_of(o, x, first, &line, &column);
  automata_place_of(o, x, second, &other_line, &other_column);
  if (o->item->kind == ECTL_GRAMMAR)
    report_add(&c->report, o->text->file, line, column,
               "'%.80s' is used in Release, which needs a deterministic "
               "automaton: this production and that of line %u, column %u "
               "clash, both may read '%.80s' there",
               o->item->name, (unsigned)other_line, (unsigned)other_column,
               names_text(&x->actions, r->action));
  else
    report_add(&c->report, o->text->file, line, column,
               "'%.80s' is used in Release, which needs a deterministic "
               "automaton: this rule and that of line %u, column %u clash, "
               "both read '%.80s' at %.80s[%.80s]",
               o->item->name, (unsigned)other_line, (unsigned)other_column,
               names_text(&x->actions, r->action),
               names_text(&x->states, r->from),
               names_text(&x->symbols, r->top));
  return NULL;
}

const machine *session_deterministic(custos *c, session_object *o,
                                     bool quietly) {
  const machine *x = session_machine(c, o);
  uint32_t first, second, one, another;
  if (o->is_deterministic)
    return &o->deterministic;
  if (!machine_clash(&c->job, x, &first, &second))
    return x;
  bool has_stack = machine_has_stack(x);
  if (has_stack && !machine_is_visibly(&c->job, x, &one, &another))
    return quietly ? NULL : refuse(c, o, x, first, second);
  /* 'made' is in 'kept', too: if this fails, both are made again. */
  o->is_working = true;
  memset(&o->deterministic, 0, sizeof o->deterministic);
  (has_stack ? machine_determinise_visibly
             : machine_determinise)(&o->kept, &c->clock, x, &o->deterministic);
  o->is_working = false;
  o->is_deterministic = true;
  return &o->deterministic;
}
