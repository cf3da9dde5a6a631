/* States and what is in their memory: copied when a path forks, shared until
 * one of them is changed. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

static void page_drop(mem *m, proof_page *page) {
  if (page && --page->references == 0)
    mem_free(m, page);
}

void proof_content_drop(mem *m, proof_content *content) {
  if (!content || --content->references)
    return;
  for (size_t i = 0; i < content->page_count; i++)
    page_drop(m, content->pages[i].page);
  mem_free(m, content->pages);
  vec_free(m, &content->writes);
  mem_free(m, content);
}

proof_content *proof_content_new(mem *m, uint32_t base) {
  proof_content *content = mem_alloc(m, sizeof *content);
  content->references = 1;
  content->base = base;
  return content;
}

proof_content *proof_content_own(proof_run *run, uint32_t object) {
  assert(object < run->now.objects.count);
  proof_object *o = &run->now.objects.at[object];
  proof_content *content = o->content;
  if (content->references == 1)
    return content;
  proof_content *copy = proof_content_new(run->m, content->base);
  copy->page_count = content->page_count;
  if (content->page_count)
    copy->pages = mem_array(run->m, content->page_count, sizeof *copy->pages);
  for (size_t i = 0; i < content->page_count; i++) {
    copy->pages[i].page = content->pages[i].page;
    if (content->pages[i].page)
      content->pages[i].page->references++;
  }
  vec_each (const proof_write, w, &content->writes)
    vec_push(run->m, &copy->writes, *w);
  content->references--;
  return o->content = copy;
}

static void make_pages(proof_run *run, proof_content *content, size_t least) {
  size_t count = content->page_count ? content->page_count : 1;
  while (count < least)
    count *= 2;
  content->pages =
      mem_resize(run->m, content->pages, count * sizeof *content->pages);
  for (size_t i = content->page_count; i < count; i++)
    content->pages[i].page = NULL;
  content->page_count = count;
}

proof_cell *proof_cell_own(proof_run *run, proof_content *content,
                           uint64_t offset) {
  size_t n = (size_t)(offset / PROOF_PAGE);
  if (n >= content->page_count)
    make_pages(run, content, n + 1);
  proof_page *had = content->pages[n].page;
  if (!had || had->references > 1) {
    proof_page *own = mem_alloc(run->m, sizeof *own);
    if (had) {
      *own = *had;
      had->references--;
    }
    own->references = 1;
    content->pages[n].page = own;
  }
  return &content->pages[n].page->cells[offset % PROOF_PAGE];
}

const proof_cell *proof_cell_see(const proof_content *content,
                                 uint64_t offset) {
  static const proof_cell below = {.state = CELL_BELOW};
  size_t n = (size_t)(offset / PROOF_PAGE);
  return n < content->page_count && content->pages[n].page
             ? &content->pages[n].page->cells[offset % PROOF_PAGE]
             : &below;
}

uint32_t proof_object_new(proof_run *run, proof_object_kind kind,
                          proof_value size, uint32_t origin, bool is_zero) {
  proof_object object = {
      .kind = kind,
      .is_alive = true,
      .origin = origin,
      .size = size,
      .content = proof_content_new(run->m, is_zero ? 0 : ++run->now.bases)};
  vec_push(run->m, &run->now.objects, object);
  return (uint32_t)run->now.objects.count - 1;
}

void proof_object_kill(proof_run *run, uint32_t object) {
  assert(object < run->now.objects.count);
  proof_object *o = &run->now.objects.at[object];
  o->is_alive = false;
  proof_chain_drop(run->m, o->chain);
  o->chain = NULL;
  proof_content_drop(run->m, o->content);
  o->content = proof_content_new(run->m, 0);
}

void proof_object_forget(proof_run *run, uint32_t object) {
  assert(object < run->now.objects.count);
  proof_object *o = &run->now.objects.at[object];
  proof_content_drop(run->m, o->content);
  o->content = proof_content_new(run->m, ++run->now.bases);
}

#define COPY(r, to, from)                                                      \
  do {                                                                         \
    (to)->at = NULL;                                                           \
    (to)->count = (to)->capacity = 0;                                          \
    vec_resize((r)->m, (to), (from)->count);                                   \
    if ((from)->count)                                                         \
      memcpy((to)->at, (from)->at, (from)->count * sizeof *(from)->at);        \
  } while (0)

void proof_state_copy(proof_run *run, const proof_state *from,
                      proof_state *to) {
  *to = *from;
  COPY(run, &to->objects, &from->objects);
  vec_each (const proof_object, object, &to->objects) {
    if (object->content)
      object->content->references++;
    if (object->chain)
      object->chain->references++;
  }
  COPY(run, &to->scalars, &from->scalars);
  COPY(run, &to->frames, &from->frames);
  COPY(run, &to->frame_objects, &from->frame_objects);
  COPY(run, &to->scopes, &from->scopes);
  COPY(run, &to->pins, &from->pins);
  COPY(run, &to->seen, &from->seen);
  COPY(run, &to->made, &from->made);
  COPY(run, &to->facts, &from->facts);
  COPY(run, &to->instances, &from->instances);
  COPY(run, &to->old, &from->old);
  COPY(run, &to->model, &from->model);
}

void proof_state_clear(proof_run *run, proof_state *state) {
  vec_each (const proof_object, object, &state->objects) {
    proof_content_drop(run->m, object->content);
    proof_chain_drop(run->m, object->chain);
  }
  vec_free(run->m, &state->objects);
  vec_free(run->m, &state->scalars);
  vec_free(run->m, &state->frames);
  vec_free(run->m, &state->frame_objects);
  vec_free(run->m, &state->scopes);
  vec_free(run->m, &state->pins);
  vec_free(run->m, &state->seen);
  vec_free(run->m, &state->made);
  vec_free(run->m, &state->facts);
  vec_free(run->m, &state->instances);
  vec_free(run->m, &state->old);
  vec_free(run->m, &state->model);
  *state = (proof_state){0};
}

size_t proof_slot(const proof_run *run, uint32_t variable) {
  assert(variable < run->p->variables.count);
  const cfa_variable *v = &run->p->variables.at[variable];
  return v->function == CFA_NONE ? v->slot
                                 : vec_last(&run->now.frames).scalars + v->slot;
}

/* What may be changed. */

static const proof_changed *changed_by(const proof_run *run,
                                       const proof_scope *scope) {
  return scope->is_function ? &run->contracts.at[scope->number].changed
                            : &run->heads.at[scope->number].changed;
}

bool proof_may_set(proof_run *run, uint32_t variable, size_t scalar) {
  vec_each (const proof_scope, scope, &run->now.scopes) {
    if (scalar >= scope->scalars)
      continue;
    /* The verified function's own variables are nobody else's. */
    if (scope->is_function &&
        run->p->variables.at[variable].function != CFA_NONE)
      continue;
    bool *known = changed_by(run, scope)->scalars;
    if (!known[variable]) {
      known[variable] = true;
      return proof_restart(run);
    }
  }
  return true;
}

bool proof_may_write(proof_run *run, uint32_t object) {
  assert(object < run->now.objects.count);
  const proof_object *o = &run->now.objects.at[object];
  vec_each (const proof_scope, scope, &run->now.scopes) {
    if (object >= scope->objects)
      continue;
    bool *known = changed_by(run, scope)->origins;
    if (!known[o->origin]) {
      known[o->origin] = true;
      return proof_restart(run);
    }
  }
  return true;
}
