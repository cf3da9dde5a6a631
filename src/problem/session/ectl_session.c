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

static void drop_result(session_result *result) {
  mem own = result->mem;
  mem_clear(&own);
}

void context_end_answer(custos *c) {
  ectl_session *session = &c->session;
  session->current = NULL;
  mem_clear(&session->aside);
  if (session->other)
    custos_delete(session->other);
  session->other = NULL;
}

void context_drop_session(custos *c) {
  ectl_session *session = &c->session;
  context_end_answer(c);
  vec_each (session_result_ref, result_ref, &session->results)
    drop_result(result_ref->is);
  vec_each (session_text_ref, text_ref, &session->texts)
    drop_text(text_ref->is);
  mem_clear(&session->scratch);
  memset(&session->results, 0, sizeof session->results);
  memset(&session->results_of, 0, sizeof session->results_of);
  memset(&session->texts, 0, sizeof session->texts);
  memset(&session->objects, 0, sizeof session->objects);
  memset(&session->queries, 0, sizeof session->queries);
  memset(&session->object_index, 0, sizeof session->object_index);
  memset(&session->query_index, 0, sizeof session->query_index);
  memset(&session->alphabet, 0, sizeof session->alphabet);
  session->last = NULL;
}

static void drop_half_made_objects(custos *c) {
  vec_each (session_object_ref, at, &c->session.objects) {
    session_object *object = at->is;
    if (!object->is_working)
      continue;
    session_forget(c, object);
    mem_clear(&object->kept);
    object->is_working = object->is_made = object->is_deterministic = false;
  }
}

void context_session_fault_writing(custos *c) {
  ectl_session *session = &c->session;
  mem_clear(&session->aside);
  if (session->other)
    custos_delete(session->other);
  session->other = NULL;
  drop_half_made_objects(c);
  c->solved = c->solved && session->current;
}

/* From those of its query. */
static void unlink_result(ectl_session *session, const session_result *result) {
  assert(result->asked.query < session->results_of.count);
  session_result_ref *first = &session->results_of.at[result->asked.query];
  session_result *before = first->is;
  if (before == result) {
    first->is = result->next;
    return;
  }
  while (before->next != result)
    before = before->next;
  before->next = result->next;
}

void context_session_fault(custos *c) {
  ectl_session *session = &c->session;
  /* What it keeps for later questions may be half made. */
  for (size_t i = 0; i < session->results.count; i++)
    if (session->results.at[i].is == session->current) {
      unlink_result(session, session->current);
      drop_result(session->current);
      session->results.at[i].is =
          session->results.at[--session->results.count].is;
      break;
    }
  context_drop_job(c);
  mem_clear(&session->scratch);
  drop_half_made_objects(c);
}

static bool depends_on(const session_result *result,
                       const session_object *object) {
  if (result->asked.system == object || result->asked.formula == object)
    return true;
  vec_each (session_object_ref, object_ref, &result->asked.automata)
    if (object_ref->is == object)
      return true;
  return false;
}

void session_forget(custos *c, const session_object *object) {
  ectl_session *session = &c->session;
  size_t kept = 0;
  for (size_t i = 0; i < session->results.count; i++) {
    session_result *result = session->results.at[i].is;
    if (!depends_on(result, object)) {
      session->results.at[kept++].is = result;
      continue;
    }
    if (session->current == result)
      session->current = NULL;
    unlink_result(session, result);
    drop_result(result);
  }
  session->results.count = kept;
}

/* A text goes when nothing of it is left to use. */
static void drop_unused(ectl_session *session) {
  size_t kept = 0;
  for (size_t i = 0; i < session->texts.count; i++)
    if (session->texts.at[i].is->live ||
        session->texts.at[i].is == session->last)
      session->texts.at[kept++].is = session->texts.at[i].is;
    else
      drop_text(session->texts.at[i].is);
  session->texts.count = kept;
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

const char *session_kind(const session_object *object) {
  static const char *const machines[] = {"DFA", "PDA", "LTS", "PDS"};
  static const char *const others[] = {"", "REGULAR", "GRAMMAR", "FORMULA", ""};
  return object->item->kind == ECTL_MACHINE
             ? machines[object->item->machine.kind]
             : others[object->item->kind];
}

size_t session_find_query(const custos *c, const char *name) {
  return session_place_of(&c->session.query_index, name);
}

/* What a text changes. */

/* The actions of systems, for the '.' of regular expressions. More of them than
 * there are systems for do no harm, should the text not come to be used. */
static void add_actions(custos *c, const session_text *t) {
  for (size_t i = 0; i < t->object_count; i++) {
    const ectl_item *item = t->objects[i].item;
    if (item->kind != ECTL_MACHINE || !machine_is_system(&item->machine))
      continue;
    const names *actions = &item->machine.actions;
    for (uint32_t a = 0; a < names_count(actions); a++)
      names_insert(&c->problem, &c->session.alphabet, names_text(actions, a),
                   names_length(actions, a));
  }
}

static char *copy_text(custos *c, const char *s) {
  return mem_text(&c->problem, s, strlen(s));
}

static void fill_query(custos *c, const session_text *t,
                       const session_command *command, const ectl_item *item,
                       session_query *query) {
  const ectl_argument *formula = &item->arguments.at[0];
  const ectl_argument *system = &item->arguments.at[1];
  *query = (session_query){.property = copy_text(c, command->property),
                           .formula = copy_text(c, command->arguments[0]),
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
  query->state = copy_text(c, place->text);
  query->place_line = place->line;
  query->place_column = place->column;
  vec_each (const session_name, symbol, &place->stack)
    vec_push(&c->problem, &query->stack, copy_text(c, *symbol));
}

typedef vec(session_query) queries;

/* Those that nobody has asked before, or from another place. */
static void find_queries(custos *c, const session_text *t, queries *out) {
  size_t k = 0;
  vec_each (const ectl_item, item, &t->items) {
    if (item->kind != ECTL_COMMAND)
      continue;
    const session_command *command = &t->commands.at[k++];
    session_query query;
    if (!command->property)
      continue;
    fill_query(c, t, command, item, &query);
    vec_push(&c->session.scratch, out, query);
  }
}

/* There is room: nothing here can fail. */
static void take_query(custos *c, const session_query *query) {
  size_t i = session_find_query(c, query->property);
  property p = {.kind = PROPERTY_ECTL,
                .name = query->property,
                .text = query->formula,
                .file = query->file,
                .line = query->line,
                .column = query->column};
  if (i == SESSION_NONE) {
    set_place(&c->session.query_index, query->property,
              c->session.queries.count);
    c->session.queries.at[c->session.queries.count++] = *query;
    c->properties.at[c->properties.count++] = p;
  } else {
    /* Results point to the query: it keeps its name's text. */
    p.name = c->properties.at[i].name;
    c->properties.at[i] = p;
    session_query changed = *query;
    changed.property = p.name;
    c->session.queries.at[i] = changed;
  }
}

static void take_object(custos *c, session_object *object) {
  ectl_session *session = &c->session;
  size_t i = session_place_of(&session->object_index, object->item->name);
  object->text->live++;
  if (i == SESSION_NONE) {
    set_place(&session->object_index, object->item->name,
              session->objects.count);
    session->objects.at[session->objects.count++].is = object;
    return;
  }
  session_object *old = session->objects.at[i].is;
  session_forget(c, old);
  old->text->live--;
  session->objects.at[i].is = object;
}

void session_commit(custos *c, session_text *t) {
  ectl_session *session = &c->session;
  queries asked = {0};
  size_t files = c->source.files.count;
  bool same = files && strcmp(c->source.files.at[files - 1], t->file) == 0;
  char *file = same ? NULL : copy_text(c, t->file);
  add_actions(c, t);
  find_queries(c, t, &asked);
  vec_reserve(&c->problem, &session->texts, 1);
  vec_reserve(&c->problem, &session->objects, t->object_count);
  vec_reserve(&c->problem, &session->queries, asked.count);
  vec_reserve(&c->problem, &c->properties, asked.count);
  vec_reserve(&c->problem, &c->source.files, 1);
  for (size_t i = 0; i < t->object_count; i++)
    admit(c, &session->object_index, t->objects[i].item->name);
  vec_each (const session_query, query, &asked)
    admit(c, &session->query_index, query->property);
  /* From here on nothing fails. */
  for (size_t i = 0; i < t->object_count; i++)
    take_object(c, &t->objects[i]);
  vec_each (const session_query, query, &asked)
    take_query(c, query);
  if (file)
    c->source.files.at[c->source.files.count++] = file;
  session->texts.at[session->texts.count++].is = t;
  session->last = t;
  t->mem = session->scratch;
  session->scratch.blocks = NULL;
  context_become(c, &problem_session);
  c->language = "ectl";
  drop_unused(session);
}
