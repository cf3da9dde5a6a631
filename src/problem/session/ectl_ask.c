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

static bool is_formula(const session_object *o) {
  return o->item->kind == ECTL_FORMULA;
}

static bool is_system(const session_object *o) {
  return o->item->kind == ECTL_MACHINE && machine_is_system(&o->item->machine);
}

static const char *article(const session_object *o) {
  return strcmp(session_kind(o), "LTS") == 0 ? "an" : "a";
}

static bool unknown(custos *c, where at, const char *what, const char *name,
                    wanted_fn *wanted) {
  names known = {0};
  vec_each (const session_object_ref, o, &c->session.objects)
    if (wanted(o->is))
      names_insert(&c->job, &known, o->is->item->name,
                   strlen(o->is->item->name));
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
  const ectl_item *x = formula->item;
  where at = {formula->text->file, x->line, x->column};
  const char *input = formula->text->input;
  const char *here = input + x->from, *end = input + x->to, *found = NULL;
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
    ectl_node x = from->nodes.at[*part];
    if (x.left != ECTL_NONE)
      x.left = now[x.left];
    if (x.right != ECTL_NONE)
      x.right = now[x.right];
    if (x.op == ECTL_PROP)
      x.name = names_insert(m, &to->props, names_text(&from->props, x.name),
                            names_length(&from->props, x.name));
    else if (x.op >= ECTL_EU && x.name != ECTL_EVERY_WORD)
      x.name =
          names_insert(m, &to->automata, names_text(&from->automata, x.name),
                       names_length(&from->automata, x.name));
    now[*part] = ectl_add(m, to, x);
  }
  uint32_t result = now[root];
  mem_free(m, now);
  vec_free(m, &parts);
  return result;
}

static bool find_formula(custos *c, mem *m, const session_query *q,
                         session_asked *x) {
  where at = {q->file, q->line, q->column};
  const names *props = &x->system->item->machine.props;
  if (q->is_inline) {
    x->root = ectl_read_formula(m, q->file, q->formula, strlen(q->formula),
                                &c->report, &x->formulas);
    return x->root != ECTL_NONE;
  }
  session_object *o = session_find(c, q->formula);
  if (o && is_formula(o)) {
    x->formula = o;
    x->root =
        session_import(m, &o->text->formulas, o->item->node, &x->formulas);
    return true;
  }
  /* A formula written in place that is one proposition. */
  if (names_find(props, q->formula, strlen(q->formula)) != NAMES_NONE) {
    x->root = ectl_add_prop(m, &x->formulas, q->formula, strlen(q->formula));
    return true;
  }
  if (o)
    return report_add(&c->report, at.file, at.line, at.column,
                      "'%.80s' is %s %s, not a formula", q->formula, article(o),
                      session_kind(o));
  return unknown(c, at, "formula", q->formula, is_formula);
}

static bool find_system(custos *c, const session_query *q, session_asked *x) {
  where at = {q->file, q->system_line, q->system_column};
  x->system = session_find(c, q->system);
  if (!x->system)
    return unknown(c, at, "system", q->system, is_system);
  if (!is_system(x->system))
    return report_add(&c->report, at.file, at.line, at.column,
                      "'%.80s' is %s %s, not a system: formulas are checked on "
                      "an LTS or a PDS",
                      q->system, article(x->system), session_kind(x->system));
  return true;
}

static bool has_stack(const session_object *o) {
  return o->item->kind == ECTL_GRAMMAR ||
         (o->item->kind == ECTL_MACHINE &&
          machine_has_stack(&o->item->machine));
}

static bool find_automaton(custos *c, mem *m, const session_query *q,
                           session_asked *x, uint32_t a) {
  const char *name = names_text(&x->formulas.automata, a);
  where at = x->formula ? mention(x->formula, name)
                        : (where){q->file, q->line, q->column};
  session_object *o = session_find(c, name);
  if (!o)
    return unknown(c, at, "automaton", name, session_is_automaton);
  if (!session_is_automaton(o))
    return report_add(&c->report, at.file, at.line, at.column,
                      "'%.80s' is %s %s, not an automaton", name, article(o),
                      session_kind(o));
  if (has_stack(o) && machine_has_stack(&x->system->item->machine))
    return report_add(&c->report, at.file, at.line, at.column,
                      "'%.80s' is %s %s and '%.80s' a PDS: with two stacks the "
                      "question is undecidable; use a DFA or REGULAR, or an "
                      "LTS",
                      name, article(o), session_kind(o), q->system);
  vec_push(m, &x->automata, ((session_object_ref){o}));
  return true;
}

void session_find_uses(mem *m, session_asked *x) {
  size_t count = names_count(&x->formulas.automata);
  ectl_list parts = {0};
  x->in_until = mem_array(m, count + 1, sizeof *x->in_until);
  x->in_release = mem_array(m, count + 1, sizeof *x->in_release);
  ectl_parts(m, &x->formulas, ectl_core(m, &x->formulas, x->root), &parts);
  vec_each (const uint32_t, part, &parts) {
    const ectl_node *n = &x->formulas.nodes.at[*part];
    if (n->op == ECTL_EU && n->name != ECTL_EVERY_WORD)
      x->in_until[n->name] = true;
    if (n->op == ECTL_ER && n->name != ECTL_EVERY_WORD)
      x->in_release[n->name] = true;
  }
  vec_free(m, &parts);
}

bool session_ask(custos *c, mem *m, size_t query, session_asked *x) {
  assert(query < c->session.queries.count);
  const session_query *q = &c->session.queries.at[query];
  *x = (session_asked){.query = query};
  if (!find_system(c, q, x) || !find_formula(c, m, q, x))
    return false;
  bool good = true;
  for (uint32_t a = 0; a < names_count(&x->formulas.automata); a++)
    good = find_automaton(c, m, q, x, a) && good;
  if (good)
    session_find_uses(m, x);
  return good;
}
