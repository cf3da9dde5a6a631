/* The names of a question, looked up: formula, system, automata. */
#include "problem/session/ectl.h"

#include <assert.h>
#include <string.h>

typedef struct where {
  const char *file;
  uint32_t line, column;
} where;

/* What it could have been: names of the session of one sort. */
typedef bool wanted_fn(const session_object *o);

static bool is_formula(const session_object *object) {
  return object->item->kind == ECTL_FORMULA;
}

static bool is_system(const session_object *object) {
  return object->item->kind == ECTL_MACHINE &&
         machine_is_system(&object->item->machine);
}

static const char *article(const session_object *object) {
  return strcmp(session_kind(object), "LTS") == 0 ? "an" : "a";
}

static bool unknown(custos *c, where at, const char *what, const char *name,
                    wanted_fn *wanted) {
  names known = {0};
  vec_each (const session_object_ref, object_ref, &c->session.objects)
    if (wanted(object_ref->is))
      names_insert(&c->job, &known, object_ref->is->item->name,
                   strlen(object_ref->is->item->name));
  uint32_t near = names_nearest(&known, name, strlen(name));
  if (near == NAMES_NONE)
    return report_add(&c->report, at.file, at.line, at.column,
                      "there is no %s '%.80s'", what, name);
  return report_add(&c->report, at.file, at.line, at.column,
                    "there is no %s '%.80s' (did you mean '%.80s'?)", what,
                    name, names_text(&known, near));
}

static bool is_blank(char x) {
  return x == ' ' || x == '\t' || x == '\n' || x == '\r';
}

/* Is the automaton 'name' in brackets at 'at'? Where it begins, or NULL. */
static const char *bracketed(const char *at, const char *end, const char *name,
                             size_t length) {
  if (*at++ != '[')
    return NULL;
  while (at < end && is_blank(*at))
    at++;
  if ((size_t)(end - at) <= length || memcmp(at, name, length) != 0)
    return NULL;
  const char *behind = at + length;
  while (behind < end && is_blank(*behind))
    behind++;
  return behind < end && *behind == ']' ? at : NULL;
}

/* Where a formula's text first mentions the automaton. */
static where mention(const session_object *formula, const char *name) {
  const ectl_item *item = formula->item;
  where at = {formula->text->file, item->line, item->column};
  const char *input = formula->text->input;
  const char *here = input + item->from, *end = input + item->to, *found = NULL;
  for (; here < end && !found; here++) {
    if (*here == '#') {
      while (here < end && *here != '\n')
        here++;
      continue;
    }
    found = bracketed(here, end, name, strlen(name));
  }
  if (!found)
    return at;
  at.line = at.column = 1;
  for (const char *p = input; p < found; p++) {
    at.column = *p == '\n' ? 1 : at.column + 1;
    at.line += *p == '\n';
  }
  return at;
}

uint32_t session_import(mem *m, const ectl *from, uint32_t root, ectl *to) {
  ectl_list parts = {0};
  ectl_parts(m, from, root, &parts);
  uint32_t *now = mem_array(m, (size_t)root + 1, sizeof *now);
  vec_each (const uint32_t, part, &parts) {
    ectl_node node = from->nodes.at[*part];
    if (node.left != ECTL_NONE)
      node.left = now[node.left];
    if (node.right != ECTL_NONE)
      node.right = now[node.right];
    if (node.op == ECTL_PROP)
      node.name =
          names_insert(m, &to->props, names_text(&from->props, node.name),
                       names_length(&from->props, node.name));
    else if (node.op >= ECTL_EU && node.name != ECTL_EVERY_WORD)
      node.name =
          names_insert(m, &to->automata, names_text(&from->automata, node.name),
                       names_length(&from->automata, node.name));
    now[*part] = ectl_add(m, to, node);
  }
  uint32_t result = now[root];
  mem_free(m, now);
  vec_free(m, &parts);
  return result;
}

static bool find_formula(custos *c, mem *m, const session_query *query,
                         session_asked *asked) {
  where at = {query->file, query->line, query->column};
  const names *props = &asked->system->item->machine.props;
  if (query->is_inline) {
    asked->root =
        ectl_read_formula(m, query->file, query->formula,
                          strlen(query->formula), &c->report, &asked->formulas);
    return asked->root != ECTL_NONE;
  }
  session_object *object = session_find(c, query->formula);
  if (object && is_formula(object)) {
    asked->formula = object;
    asked->root = session_import(m, &object->text->formulas, object->item->node,
                                 &asked->formulas);
    return true;
  }
  /* A formula written in place that is one proposition. */
  if (names_find(props, query->formula, strlen(query->formula)) != NAMES_NONE) {
    asked->root = ectl_add_prop(m, &asked->formulas, query->formula,
                                strlen(query->formula));
    return true;
  }
  if (object)
    return report_add(&c->report, at.file, at.line, at.column,
                      "'%.80s' is %s %s, not a formula", query->formula,
                      article(object), session_kind(object));
  return unknown(c, at, "formula", query->formula, is_formula);
}

static bool find_system(custos *c, const session_query *query,
                        session_asked *asked) {
  where at = {query->file, query->system_line, query->system_column};
  asked->system = session_find(c, query->system);
  if (!asked->system)
    return unknown(c, at, "system", query->system, is_system);
  if (!is_system(asked->system))
    return report_add(&c->report, at.file, at.line, at.column,
                      "'%.80s' is %s %s, not a system: formulas are checked on "
                      "an LTS or a PDS",
                      query->system, article(asked->system),
                      session_kind(asked->system));
  return true;
}

static bool has_stack(const session_object *object) {
  return object->item->kind == ECTL_GRAMMAR ||
         (object->item->kind == ECTL_MACHINE &&
          machine_has_stack(&object->item->machine));
}

static bool find_automaton(custos *c, mem *m, const session_query *query,
                           session_asked *asked, uint32_t a) {
  const char *name = names_text(&asked->formulas.automata, a);
  where at = asked->formula ? mention(asked->formula, name)
                            : (where){query->file, query->line, query->column};
  session_object *object = session_find(c, name);
  if (!object)
    return unknown(c, at, "automaton", name, session_is_automaton);
  if (!session_is_automaton(object))
    return report_add(&c->report, at.file, at.line, at.column,
                      "'%.80s' is %s %s, not an automaton", name,
                      article(object), session_kind(object));
  if (has_stack(object) && machine_has_stack(&asked->system->item->machine))
    return report_add(&c->report, at.file, at.line, at.column,
                      "'%.80s' is %s %s and '%.80s' a PDS: with two stacks the "
                      "question is undecidable; use a DFA or REGULAR, or an "
                      "LTS",
                      name, article(object), session_kind(object),
                      query->system);
  vec_push(m, &asked->automata, ((session_object_ref){object}));
  return true;
}

void session_find_uses(mem *m, session_asked *asked) {
  size_t count = names_count(&asked->formulas.automata);
  ectl_list parts = {0};
  asked->in_until = mem_array(m, count + 1, sizeof *asked->in_until);
  asked->in_release = mem_array(m, count + 1, sizeof *asked->in_release);
  ectl_parts(m, &asked->formulas, ectl_core(m, &asked->formulas, asked->root),
             &parts);
  vec_each (const uint32_t, part, &parts) {
    const ectl_node *node = &asked->formulas.nodes.at[*part];
    if (node->op == ECTL_EU && node->name != ECTL_EVERY_WORD)
      asked->in_until[node->name] = true;
    if (node->op == ECTL_ER && node->name != ECTL_EVERY_WORD)
      asked->in_release[node->name] = true;
  }
  vec_free(m, &parts);
}

bool session_ask(custos *c, mem *m, size_t query, session_asked *asked) {
  assert(query < c->session.queries.count);
  const session_query *q = &c->session.queries.at[query];
  *asked = (session_asked){.query = query};
  if (!find_system(c, q, asked) || !find_formula(c, m, q, asked))
    return false;
  bool good = true;
  for (uint32_t a = 0; a < names_count(&asked->formulas.automata); a++)
    good = find_automaton(c, m, q, asked, a) && good;
  if (good)
    session_find_uses(m, asked);
  return good;
}
