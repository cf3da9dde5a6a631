/* States and what is in their memory: copied when a path forks, shared until
 * one of them is changed. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

static void page_drop(mem *m, proof_page *p) {
  if (p && --p->references == 0)
    mem_free(m, p);
}

void proof_content_drop(mem *m, proof_content *c) {
  if (!c || --c->references)
    return;
  for (size_t i = 0; i < c->page_count; i++)
    page_drop(m, c->pages[i].page);
  mem_free(m, c->pages);
  vec_free(m, &c->writes);
  mem_free(m, c);
}

proof_content *proof_content_new(mem *m, uint32_t base) {
  proof_content *c = mem_alloc(m, sizeof *c);
  c->references = 1;
  c->base = base;
  return c;
}

proof_content *proof_content_own(proof_run *r, uint32_t object) {
  assert(object < r->now.objects.count);
  proof_object *o = &r->now.objects.at[object];
  proof_content *c = o->content;
  if (c->references == 1)
    return c;
  proof_content *copy = proof_content_new(r->m, c->base);
  copy->page_count = c->page_count;
  if (c->page_count)
    copy->pages = mem_array(r->m, c->page_count, sizeof *copy->pages);
  for (size_t i = 0; i < c->page_count; i++) {
    copy->pages[i].page = c->pages[i].page;
    if (c->pages[i].page)
      c->pages[i].page->references++;
  }
  vec_each (const proof_write, w, &c->writes)
    vec_push(r->m, &copy->writes, *w);
  c->references--;
  return o->content = copy;
}

static void make_pages(proof_run *r, proof_content *c, size_t least) {
  size_t count = c->page_count ? c->page_count : 1;
  while (count < least)
    count *= 2;
  c->pages = mem_resize(r->m, c->pages, count * sizeof *c->pages);
  for (size_t i = c->page_count; i < count; i++)
    c->pages[i].page = NULL;
  c->page_count = count;
}

proof_cell *proof_cell_own(proof_run *r, proof_content *c, uint64_t offset) {
  size_t n = (size_t)(offset / PROOF_PAGE);
  if (n >= c->page_count)
    make_pages(r, c, n + 1);
  proof_page *had = c->pages[n].page;
  if (!had || had->references > 1) {
    proof_page *own = mem_alloc(r->m, sizeof *own);
    if (had) {
      *own = *had;
      had->references--;
    }
    own->references = 1;
    c->pages[n].page = own;
  }
  return &c->pages[n].page->cells[offset % PROOF_PAGE];
}

const proof_cell *proof_cell_see(const proof_content *c, uint64_t offset) {
  static const proof_cell below = {.state = CELL_BELOW};
  size_t n = (size_t)(offset / PROOF_PAGE);
  return n < c->page_count && c->pages[n].page
             ? &c->pages[n].page->cells[offset % PROOF_PAGE]
             : &below;
}

uint32_t proof_object_new(proof_run *r, proof_object_kind kind,
                          proof_value size, uint32_t origin, bool is_zero) {
  proof_object o = {.kind = kind,
                    .is_alive = true,
                    .origin = origin,
                    .size = size,
                    .content =
                        proof_content_new(r->m, is_zero ? 0 : ++r->now.bases)};
  vec_push(r->m, &r->now.objects, o);
  return (uint32_t)r->now.objects.count - 1;
}

void proof_object_kill(proof_run *r, uint32_t object) {
  assert(object < r->now.objects.count);
  proof_object *o = &r->now.objects.at[object];
  o->is_alive = false;
  proof_chain_drop(r->m, o->chain);
  o->chain = NULL;
  proof_content_drop(r->m, o->content);
  o->content = proof_content_new(r->m, 0);
}

void proof_object_forget(proof_run *r, uint32_t object) {
  assert(object < r->now.objects.count);
  proof_object *o = &r->now.objects.at[object];
  proof_content_drop(r->m, o->content);
  o->content = proof_content_new(r->m, ++r->now.bases);
}

#define COPY(r, to, from)                                                      \
  do {                                                                         \
    (to)->at = NULL;                                                           \
    (to)->count = (to)->capacity = 0;                                          \
    vec_resize((r)->m, (to), (from)->count);                                   \
    if ((from)->count)                                                         \
      memcpy((to)->at, (from)->at, (from)->count * sizeof *(from)->at);        \
  } while (0)

void proof_state_copy(proof_run *r, const proof_state *from, proof_state *to) {
  *to = *from;
  COPY(r, &to->objects, &from->objects);
  vec_each (const proof_object, o, &to->objects) {
    if (o->content)
      o->content->references++;
    if (o->chain)
      o->chain->references++;
  }
  COPY(r, &to->scalars, &from->scalars);
  COPY(r, &to->frames, &from->frames);
  COPY(r, &to->frame_objects, &from->frame_objects);
  COPY(r, &to->scopes, &from->scopes);
  COPY(r, &to->pins, &from->pins);
  COPY(r, &to->seen, &from->seen);
  COPY(r, &to->made, &from->made);
  COPY(r, &to->facts, &from->facts);
  COPY(r, &to->instances, &from->instances);
  COPY(r, &to->old, &from->old);
  COPY(r, &to->model, &from->model);
}

void proof_state_clear(proof_run *r, proof_state *s) {
  vec_each (const proof_object, o, &s->objects) {
    proof_content_drop(r->m, o->content);
    proof_chain_drop(r->m, o->chain);
  }
  vec_free(r->m, &s->objects);
  vec_free(r->m, &s->scalars);
  vec_free(r->m, &s->frames);
  vec_free(r->m, &s->frame_objects);
  vec_free(r->m, &s->scopes);
  vec_free(r->m, &s->pins);
  vec_free(r->m, &s->seen);
  vec_free(r->m, &s->made);
  vec_free(r->m, &s->facts);
  vec_free(r->m, &s->instances);
  vec_free(r->m, &s->old);
  vec_free(r->m, &s->model);
  *s = (proof_state){0};
}

size_t proof_slot(const proof_run *r, uint32_t variable) {
  assert(variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[variable];
  return v->function == CFA_NONE ? v->slot
                                 : vec_last(&r->now.frames).scalars + v->slot;
}

/* What may be changed. */

static const proof_changed *changed_by(const proof_run *r,
                                       const proof_scope *s) {
  return s->is_function ? &r->contracts.at[s->number].changed
                        : &r->heads.at[s->number].changed;
}

bool proof_may_set(proof_run *r, uint32_t variable, size_t scalar) {
  vec_each (const proof_scope, s, &r->now.scopes) {
    if (scalar >= s->scalars)
      continue;
    /* The verified function's own variables are nobody else's. */
    if (s->is_function && r->p->variables.at[variable].function != CFA_NONE)
      continue;
    bool *known = changed_by(r, s)->scalars;
    if (!known[variable]) {
      known[variable] = true;
      return proof_restart(r);
    }
  }
  return true;
}

bool proof_may_write(proof_run *r, uint32_t object) {
  assert(object < r->now.objects.count);
  const proof_object *o = &r->now.objects.at[object];
  vec_each (const proof_scope, s, &r->now.scopes) {
    if (object >= s->objects)
      continue;
    bool *known = changed_by(r, s)->origins;
    if (!known[o->origin]) {
      known[o->origin] = true;
      return proof_restart(r);
    }
  }
  return true;
}
