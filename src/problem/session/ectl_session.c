/* What lives how long in a session, and what a text changes. */
#include "problem/kinds.h"
#include "problem/language.h"
#include "problem/session/ectl.h"

#include <assert.h>
#include <string.h>

static void drop_text(session_text *t) {
  for (size_t i = 0; i < t->object_count; i++)
    mem_clear(&t->objects[i].kept);
  mem own = t->mem; /* the text is in it */
  mem_clear(&own);
}

static void drop_result(session_result *x) {
  mem own = x->mem;
  mem_clear(&own);
}

void context_end_answer(custos *c) {
  ectl_session *s = &c->session;
  s->current = NULL;
  mem_clear(&s->aside);
  if (s->other)
    custos_delete(s->other);
  s->other = NULL;
}

void context_drop_session(custos *c) {
  ectl_session *s = &c->session;
  context_end_answer(c);
  vec_each (session_result_ref, x, &s->results)
    drop_result(x->is);
  vec_each (session_text_ref, t, &s->texts)
    drop_text(t->is);
  mem_clear(&s->scratch);
  memset(&s->results, 0, sizeof s->results);
  memset(&s->results_of, 0, sizeof s->results_of);
  memset(&s->texts, 0, sizeof s->texts);
  memset(&s->objects, 0, sizeof s->objects);
  memset(&s->queries, 0, sizeof s->queries);
  memset(&s->object_index, 0, sizeof s->object_index);
  memset(&s->query_index, 0, sizeof s->query_index);
  memset(&s->alphabet, 0, sizeof s->alphabet);
  s->last = NULL;
}

static void drop_half_made_objects(custos *c) {
  vec_each (session_object_ref, at, &c->session.objects) {
    session_object *o = at->is;
    if (!o->is_working)
      continue;
    session_forget(c, o);
    mem_clear(&o->kept);
    o->is_working = o->is_made = o->is_deterministic = false;
  }
}

void context_session_fault_writing(custos *c) {
  ectl_session *s = &c->session;
  mem_clear(&s->aside);
  if (s->other)
    custos_delete(s->other);
  s->other = NULL;
  drop_half_made_objects(c);
  c->solved = c->solved && s->current;
}

/* From those of its query. */
static void unlink_result(ectl_session *s, const session_result *x) {
  assert(x->asked.query < s->results_of.count);
  session_result_ref *first = &s->results_of.at[x->asked.query];
  session_result *before = first->is;
  if (before == x) {
    first->is = x->next;
    return;
  }
  while (before->next != x)
    before = before->next;
  before->next = x->next;
}

void context_session_fault(custos *c) {
  ectl_session *s = &c->session;
  /* What it keeps for later questions may be half made. */
  for (size_t i = 0; i < s->results.count; i++)
    if (s->results.at[i].is == s->current) {
      unlink_result(s, s->current);
      drop_result(s->current);
      s->results.at[i].is = s->results.at[--s->results.count].is;
      break;
    }
  context_drop_job(c);
  mem_clear(&s->scratch);
  drop_half_made_objects(c);
}

static bool depends_on(const session_result *x, const session_object *o) {
  if (x->asked.system == o || x->asked.formula == o)
    return true;
  vec_each (session_object_ref, a, &x->asked.automata)
    if (a->is == o)
      return true;
  return false;
}

void session_forget(custos *c, const session_object *o) {
  ectl_session *s = &c->session;
  size_t kept = 0;
  for (size_t i = 0; i < s->results.count; i++) {
    session_result *x = s->results.at[i].is;
    if (!depends_on(x, o)) {
      s->results.at[kept++].is = x;
      continue;
    }
    if (s->current == x)
      s->current = NULL;
    unlink_result(s, x);
    drop_result(x);
  }
  s->results.count = kept;
}

/* A text goes when nothing of it is left to use. */
static void drop_unused(ectl_session *s) {
  size_t kept = 0;
  for (size_t i = 0; i < s->texts.count; i++)
    if (s->texts.at[i].is->live || s->texts.at[i].is == s->last)
      s->texts.at[kept++].is = s->texts.at[i].is;
    else
      drop_text(s->texts.at[i].is);
  s->texts.count = kept;
}

static size_t session_place_of(const session_index *x, const char *name) {
  uint32_t n = names_find(&x->names, name, strlen(name));
  return n < x->place.count ? x->place.at[n] : SESSION_NONE;
}

/* Room for a name, so that set_place cannot fail. */
static void admit(custos *c, session_index *x, const char *name) {
  uint32_t n = names_insert(&c->problem, &x->names, name, strlen(name));
  while (x->place.count <= n)
    vec_push(&c->problem, &x->place, SESSION_NONE);
}

static void set_place(session_index *x, const char *name, size_t place) {
  uint32_t n = names_find(&x->names, name, strlen(name));
  assert(n < x->place.count);
  x->place.at[n] = place;
}

session_object *session_find(const custos *c, const char *name) {
  size_t i = session_place_of(&c->session.object_index, name);
  assert(i == SESSION_NONE || i < c->session.objects.count);
  return i == SESSION_NONE ? NULL : c->session.objects.at[i].is;
}

const char *session_kind(const session_object *o) {
  static const char *const machines[] = {"DFA", "PDA", "LTS", "PDS"};
  static const char *const others[] = {"", "REGULAR", "GRAMMAR", "FORMULA", ""};
  return o->item->kind == ECTL_MACHINE ? machines[o->item->machine.kind]
                                       : others[o->item->kind];
}

size_t session_find_query(const custos *c, const char *name) {
  return session_place_of(&c->session.query_index, name);
}

/* What a text changes. */

/* The actions of systems, for the '.' of regular expressions. More of them than
 * there are systems for do no harm, should the text not come to be used. */
static void add_actions(custos *c, const session_text *t) {
  for (size_t i = 0; i < t->object_count; i++) {
    const ectl_item *x = t->objects[i].item;
    if (x->kind != ECTL_MACHINE || !machine_is_system(&x->machine))
      continue;
    const names *actions = &x->machine.actions;
    for (uint32_t a = 0; a < names_count(actions); a++)
      names_insert(&c->problem, &c->session.alphabet, names_text(actions, a),
                   names_length(actions, a));
  }
}

static char *copy_text(custos *c, const char *s) {
  return mem_text(&c->problem, s, strlen(s));
}

static void fill_query(custos *c, const session_text *t,
                       const session_command *x, const ectl_item *item,
                       session_query *q) {
  const ectl_argument *formula = &item->arguments.at[0];
  const ectl_argument *system = &item->arguments.at[1];
  *q = (session_query){.property = copy_text(c, x->property),
                       .formula = copy_text(c, x->arguments[0]),
                       .is_inline = formula->kind == ECTL_INLINE,
                       .system = copy_text(c, system->text),
                       .file = copy_text(c, t->file),
                       .line = formula->line,
                       .column = formula->column,
                       .system_line = system->line,
                       .system_column = system->column};
  if (item->arguments.count < 3)
    return;
  const ectl_argument *place = &item->arguments.at[2];
  q->state = copy_text(c, place->text);
  q->place_line = place->line;
  q->place_column = place->column;
  vec_each (const session_name, symbol, &place->stack)
    vec_push(&c->problem, &q->stack, copy_text(c, *symbol));
}

typedef vec(session_query) queries;

/* Those that nobody has asked before, or from another place. */
static void find_queries(custos *c, const session_text *t, queries *out) {
  size_t k = 0;
  vec_each (const ectl_item, item, &t->items) {
    if (item->kind != ECTL_COMMAND)
      continue;
    const session_command *x = &t->commands.at[k++];
    session_query q;
    if (!x->property)
      continue;
    fill_query(c, t, x, item, &q);
    vec_push(&c->session.scratch, out, q);
  }
}

/* There is room: nothing here can fail. */
static void take_query(custos *c, const session_query *q) {
  size_t i = session_find_query(c, q->property);
  property p = {.kind = PROPERTY_ECTL,
                .name = q->property,
                .text = q->formula,
                .file = q->file,
                .line = q->line,
                .column = q->column};
  if (i == SESSION_NONE) {
    set_place(&c->session.query_index, q->property, c->session.queries.count);
    c->session.queries.at[c->session.queries.count++] = *q;
    c->properties.at[c->properties.count++] = p;
  } else {
    /* Results point to the query: it keeps its name's text. */
    p.name = c->properties.at[i].name;
    c->properties.at[i] = p;
    session_query changed = *q;
    changed.property = p.name;
    c->session.queries.at[i] = changed;
  }
}

static void take_object(custos *c, session_object *o) {
  ectl_session *s = &c->session;
  size_t i = session_place_of(&s->object_index, o->item->name);
  o->text->live++;
  if (i == SESSION_NONE) {
    set_place(&s->object_index, o->item->name, s->objects.count);
    s->objects.at[s->objects.count++].is = o;
    return;
  }
  session_object *old = s->objects.at[i].is;
  session_forget(c, old);
  old->text->live--;
  s->objects.at[i].is = o;
}

void session_commit(custos *c, session_text *t) {
  ectl_session *s = &c->session;
  queries asked = {0};
  size_t files = c->source.files.count;
  bool same = files && strcmp(c->source.files.at[files - 1], t->file) == 0;
  char *file = same ? NULL : copy_text(c, t->file);
  add_actions(c, t);
  find_queries(c, t, &asked);
  vec_reserve(&c->problem, &s->texts, 1);
  vec_reserve(&c->problem, &s->objects, t->object_count);
  vec_reserve(&c->problem, &s->queries, asked.count);
  vec_reserve(&c->problem, &c->properties, asked.count);
  vec_reserve(&c->problem, &c->source.files, 1);
  for (size_t i = 0; i < t->object_count; i++)
    admit(c, &s->object_index, t->objects[i].item->name);
  vec_each (const session_query, q, &asked)
    admit(c, &s->query_index, q->property);
  /* From here on nothing fails. */
  for (size_t i = 0; i < t->object_count; i++)
    take_object(c, &t->objects[i]);
  vec_each (const session_query, q, &asked)
    take_query(c, q);
  if (file)
    c->source.files.at[c->source.files.count++] = file;
  s->texts.at[s->texts.count++].is = t;
  s->last = t;
  t->mem = s->scratch;
  s->scratch.blocks = NULL;
  context_become(c, &problem_session);
  c->language = "ectl";
  drop_unused(s);
}
