/* What definitions become when a formula needs them: REGULAR and GRAMMAR
 * machines, and machines deterministic ones. Both are kept with the
 * definition. */
#include "problem/session/ectl.h"

#include <assert.h>
#include <string.h>

bool session_is_automaton(const session_object *object) {
  const ectl_item *item = object->item;
  return item->kind == ECTL_REGULAR || item->kind == ECTL_GRAMMAR ||
         (item->kind == ECTL_MACHINE && !machine_is_system(&item->machine));
}

static bool has_wildcard(const ectl_regular *regular) {
  vec_each (const regex_node, node, &regular->tree.nodes)
    if (node->op == REGEX_LABEL && node->left >= FA_SET)
      return true;
  return false;
}

/* Since then more actions came for the '.' to stand for. */
static bool is_stale(const custos *c, const session_object *object) {
  return object->item->kind == ECTL_REGULAR &&
         has_wildcard(&object->item->regular) &&
         object->made_with != names_count(&c->session.alphabet);
}

static void make(custos *c, session_object *object) {
  const ectl_item *item = object->item;
  session_forget(c, object);
  mem_clear(&object->kept);
  object->is_made = object->is_deterministic = false;
  object->is_working = true;
  memset(&object->made, 0, sizeof object->made);
  if (item->kind == ECTL_REGULAR)
    machine_from_regex(&object->kept, &c->clock, &item->regular.tree,
                       item->regular.root, &item->regular.actions,
                       &c->session.alphabet, &object->made);
  else
    grammar_to_machine(&object->kept, &c->clock, &item->grammar, &object->made,
                       &object->source);
  object->made_with = names_count(&c->session.alphabet);
  object->is_working = false;
  object->is_made = true;
}

const machine *session_machine(custos *c, session_object *object) {
  const ectl_item *item = object->item;
  if (item->kind == ECTL_MACHINE)
    return &item->machine;
  if (item->kind != ECTL_REGULAR && item->kind != ECTL_GRAMMAR)
    return NULL;
  if (!object->is_made || is_stale(c, object))
    make(c, object);
  return &object->made;
}

/* Of a rule, or of the production that it comes from. */
static void automata_place_of(const session_object *object, const machine *x,
                              uint32_t rule, uint32_t *line, uint32_t *column) {
  assert(rule < x->rules.count);
  *line = x->rules.at[rule].line;
  *column = x->rules.at[rule].column;
  if (object->item->kind != ECTL_GRAMMAR || !object->source)
    return;
  const grammar_production *production =
      &object->item->grammar.productions.at[object->source[rule]];
  *line = production->line;
  *column = production->column;
}

static const machine *refuse(custos *c, const session_object *object,
                             const machine *x, uint32_t first,
                             uint32_t second) {
  assert(first < x->rules.count);
  const machine_rule *rule = &x->rules.at[first];
  uint32_t line, column, other_line, other_column;
  automata_place_of(object, x, first, &line, &column);
  automata_place_of(object, x, second, &other_line, &other_column);
  if (object->item->kind == ECTL_GRAMMAR)
    report_add(&c->report, object->text->file, line, column,
               "'%.80s' is used in Release, which needs a deterministic "
               "automaton: this production and that of line %u, column %u "
               "clash, both may read '%.80s' there",
               object->item->name, (unsigned)other_line, (unsigned)other_column,
               names_text(&x->actions, rule->action));
  else
    report_add(&c->report, object->text->file, line, column,
               "'%.80s' is used in Release, which needs a deterministic "
               "automaton: this rule and that of line %u, column %u clash, "
               "both read '%.80s' at %.80s[%.80s]",
               object->item->name, (unsigned)other_line, (unsigned)other_column,
               names_text(&x->actions, rule->action),
               names_text(&x->states, rule->from),
               names_text(&x->symbols, rule->top));
  return NULL;
}

const machine *session_deterministic(custos *c, session_object *object,
                                     bool quietly) {
  const machine *x = session_machine(c, object);
  uint32_t first, second, one, another;
  if (object->is_deterministic)
    return &object->deterministic;
  if (!machine_clash(&c->job, x, &first, &second))
    return x;
  bool has_stack = machine_has_stack(x);
  if (has_stack && !machine_is_visibly(&c->job, x, &one, &another))
    return quietly ? NULL : refuse(c, object, x, first, second);
  /* 'made' is in 'kept', too: if this fails, both are made again. */
  object->is_working = true;
  memset(&object->deterministic, 0, sizeof object->deterministic);
  (has_stack ? machine_determinise_visibly : machine_determinise)(
      &object->kept, &c->clock, x, &object->deterministic);
  object->is_working = false;
  object->is_deterministic = true;
  return &object->deterministic;
}
