/* States that were met before: what would be shown from there, is shown.
 *
 * Where ways meet, a state is written as a list of numbers in which nothing
 * depends on how it came about (names.h); objects are named in the
 * order in which the list comes to them, too. It has the live scalars, all
 * memory that can be reached, and those constraints of the path that are
 * connected with the inputs of these; the others can be satisfied, whatever the
 * rest is. States with the same list stand for the same states of runs. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

/* Without a decision, a state is looked for only now and then: the larger they
 * are, the more seldom, so that it costs little beside the steps. */
enum { IDLE = 64, WORDS_A_STEP = 16 };

typedef enum tag {
  TAG_BITS = NAMES_OWN,
  TAG_UNSET,
  TAG_CELL,
  TAG_SEEN,
  TAG_WRITE,
  TAG_OBJECT,
  TAG_CHAIN,
  TAG_LIMIT,
  TAG_FRAME,
  TAG_SCALAR,
  TAG_SCOPE,
  TAG_PIN,
  TAG_OLD,
  TAG_PATH
} tag;

static void put(proof_run *r, uint64_t word) {
  proof_list_put(&r->key.list, word);
}

static bool is_too_large(const proof_run *r) {
  return r->key.list.words.count > PROOF_MOST_WORDS;
}

/* Functions and globals are the same ones everywhere. */
static uint64_t name_object(proof_run *r, uint32_t object) {
  proof_key *k = &r->key;
  uint32_t fixed = (uint32_t)r->p->functions.count + r->p->global_objects;
  if (object <= fixed)
    return object;
  if (!k->object_names.at[object]) {
    vec_push(r->m, &k->objects, object);
    k->object_names.at[object] = (uint32_t)k->objects.count;
  }
  return (uint64_t)fixed + k->object_names.at[object];
}

static void put_value(proof_run *r, proof_value v) {
  if (v.object == PROOF_UNSET) {
    put(r, TAG_UNSET);
    return;
  }
  uint64_t object = v.object ? name_object(r, v.object) : 0;
  if (v.term)
    proof_list_term(&r->key.list, v.term);
  else
    put(r, TAG_BITS);
  put(r, v.term ? 0 : v.bits);
  put(r, object);
}

/* Does no byte show what is below? */
static bool is_covered(const proof_object *o) {
  if (o->size.term || o->size.bits > PROOF_PAGE)
    return false;
  for (uint64_t i = 0; i < o->size.bits; i++)
    if (proof_cell_see(o->content, i)->state == CELL_BELOW)
      return false;
  return true;
}

/* Zeros are left out where they are below, too. */
static void put_cells(proof_run *r, const proof_content *c, bool has_base) {
  const proof_cell *last = NULL;
  for (uint64_t i = 0; i < c->page_count * PROOF_PAGE; i++) {
    const proof_cell *x = proof_cell_see(c, i);
    if (!c->pages[i / PROOF_PAGE].page)
      i |= PROOF_PAGE - 1; /* all of it is below */
    bool is_zero = !has_base && x->state == CELL_SET && !x->value.bits &&
                   !x->value.term && !x->value.object;
    if (x->state == CELL_BELOW || is_zero) {
      last = NULL;
      continue;
    }
    put(r, TAG_CELL);
    put(r, i);
    put(r, (uint64_t)x->state << 16 | (uint64_t)x->index << 8 | x->bytes);
    bool goes_on = last && last->state == CELL_SET && x->state == CELL_SET &&
                   proof_is_same_value(last, x);
    if (x->state == CELL_LAST || (x->state == CELL_SET && !goes_on))
      put_value(r, x->value);
    last = x;
    if (is_too_large(r))
      return;
  }
}

static void put_write(proof_run *r, tag which, const proof_write *w) {
  proof_value at = w->at;
  at.object = 0;
  put(r, which);
  put(r, w->bytes);
  put_value(r, at);
  put_value(r, w->value);
}

static void put_chain(proof_run *r, const proof_chain *c) {
  put(r, TAG_CHAIN);
  put(r, (uint64_t)c->link << 32 | c->back);
  put(r, c->origin);
  put(r, c->size);
  put_cells(r, c->content, false);
  vec_each (const proof_limit, l, &c->limits) {
    put(r, TAG_LIMIT);
    put(r, (uint64_t)l->at << 32 | l->bytes);
    put(r, (uint64_t)l->range.count << 32 | l->range.signs);
    for (unsigned i = 0; i < l->range.count; i++)
      put(r, l->range.values[i]);
  }
}

static void put_object(proof_run *r, uint32_t object) {
  assert(object < r->now.objects.count);
  const proof_object *o = &r->now.objects.at[object];
  const proof_content *c = o->content;
  put(r, TAG_OBJECT);
  put(r, name_object(r, object));
  put(r, (uint64_t)o->kind << 1 | o->is_alive);
  put(r, o->origin);
  put_value(r, o->size);
  /* Older than a loop that the path is in? */
  vec_each (const proof_scope, s, &r->now.scopes)
    put(r, object < s->objects);
  if (!o->is_alive || o->is_constant || o->kind == PROOF_FUNCTION)
    return;
  if (o->chain)
    put_chain(r, o->chain);
  bool has_base = c->base && !is_covered(o);
  put(r, has_base);
  put_cells(r, c, has_base);
  for (size_t i = 0; i < c->writes.count; i++)
    put_write(r, TAG_WRITE, &c->writes.at[i]);
  for (size_t i = 0; has_base && i < r->now.seen.count; i++)
    if (r->now.seen.at[i].base == c->base)
      put_write(r, TAG_SEEN, &r->now.seen.at[i].write);
}

/* What a call returns, is written before it is read. */
bool proof_is_read(const proof_run *r, size_t frame, uint32_t slot) {
  assert(frame < r->now.frames.count);
  const proof_frame *f = &r->now.frames.at[frame];
  bool is_top = frame + 1 == r->now.frames.count;
  uint32_t result = is_top ? CFA_NONE : r->p->edges.at[(f + 1)->edge].variable;
  bool is_result = result != CFA_NONE &&
                   r->p->variables.at[result].function == f->function &&
                   r->p->variables.at[result].is_scalar &&
                   r->p->variables.at[result].slot == slot;
  return !is_result && proof_is_live(r, f->location, slot);
}

static void put_frame(proof_run *r, size_t number) {
  assert(number < r->now.frames.count);
  const proof_frame *f = &r->now.frames.at[number];
  assert(f->function < r->p->functions.count);
  const cfa_function *of = &r->p->functions.at[f->function];
  bool is_top = number + 1 == r->now.frames.count;
  const proof_frame *above = is_top ? NULL : f + 1;
  put(r, TAG_FRAME);
  put(r, f->function);
  put(r, f->location);
  put(r, f->edge);
  for (uint32_t slot = 0; slot < of->scalars; slot++) {
    if (!proof_is_read(r, number, slot))
      continue;
    put(r, TAG_SCALAR);
    put(r, slot);
    put_value(r, r->now.scalars.at[f->scalars + slot]);
  }
  size_t end = is_top ? r->now.frame_objects.count : above->objects;
  for (size_t i = f->objects; i < end; i++)
    put(r, name_object(r, r->now.frame_objects.at[i]));
}

static void put_scopes(proof_run *r) {
  vec_each (const proof_scope, s, &r->now.scopes) {
    put(r, TAG_SCOPE);
    put(r, (uint64_t)s->number << 1 | s->is_function);
    put(r, s->depth);
    put(r, s->scalars);
  }
  vec_each (const proof_pin, p, &r->now.pins) {
    put(r, TAG_PIN);
    put(r, (uint64_t)p->number << 32 | p->variable);
    put(r, p->depth);
    put(r, p->scalar);
    put(r, p->object ? name_object(r, p->object) : 0);
  }
  put(r, TAG_OLD);
  vec_each (const proof_value, v, &r->now.old)
    put_value(r, *v);
}

static bool is_named(const proof_run *r, size_t constraint) {
  const proof_solver *s = &r->solver;
  size_t end = constraint + 1 < s->path.count ? s->path.at[constraint + 1].first
                                              : s->path_inputs.count;
  assert(constraint < s->path.count);
  for (size_t i = s->path.at[constraint].first; i < end; i++)
    if (proof_list_has_input(&r->key.list, s->path_inputs.at[i]))
      return true;
  return false;
}

static void put_path(proof_run *r) {
  size_t count = r->solver.path.count;
  bool *taken = mem_array(r->m, count + 1, sizeof *taken);
  for (bool more = true; more && !is_too_large(r);) {
    more = false;
    for (size_t i = 0; i < count; i++) {
      if (taken[i] || !is_named(r, i))
        continue;
      taken[i] = more = true;
      put(r, TAG_PATH);
      proof_list_term(&r->key.list, r->solver.path.at[i].term);
    }
  }
  mem_free(r->m, taken);
}

/* False: it is too large. */
static bool put_state(proof_run *r) {
  proof_key *k = &r->key;
  proof_list_begin(&k->list);
  k->objects.count = 0;
  vec_resize(r->m, &k->object_names, r->now.objects.count);
  memset(k->object_names.at, 0,
         k->object_names.count * sizeof *k->object_names.at);
  for (size_t i = 0; i < r->now.frames.count; i++)
    put_frame(r, i);
  for (size_t i = 0; i < r->p->global_scalars; i++)
    put_value(r, r->now.scalars.at[i]);
  put_scopes(r);
  for (uint32_t i = 0; i < r->p->global_objects; i++)
    put_object(r, (uint32_t)r->p->functions.count + 1 + i);
  for (size_t i = 0; i < k->objects.count && !is_too_large(r); i++)
    put_object(r, k->objects.at[i]);
  put_path(r);
  return !is_too_large(r);
}

void proof_find_meetings(proof_run *r) {
  const cfa *p = r->p;
  uint8_t *ways = mem_array(r->m, p->locations.count + 1, sizeof *ways);
  r->is_meeting =
      mem_array(r->m, p->locations.count + 1, sizeof *r->is_meeting);
  for (uint32_t l = 0; l < p->locations.count; l++) /* even at an entry */
    r->is_meeting[l] = p->locations.at[l].is_loop_head;
  vec_each (const cfa_edge, e, &p->edges)
    if (e->to != CFA_NONE) {
      r->is_meeting[e->to] =
          ways[e->to] || e->kind == CFA_CALL || r->is_meeting[e->to];
      ways[e->to] = 1;
    }
  mem_free(r->m, ways);
}

void proof_forget_states(proof_run *r) { proof_met_clear(r->m, &r->key.met); }

/* What is known of all elements, and of calls that contracts are proved of, is
 * not written down: then nothing is. */
static bool is_told(const proof_run *r) {
  if (r->now.facts.count || r->options->no_covering)
    return false;
  vec_each (const proof_frame, f, &r->now.frames)
    if (f->old)
      return false;
  return true;
}

bool proof_was_met(proof_run *r) {
  proof_key *k = &r->key;
  if (!r->is_meeting[vec_last(&r->now.frames).location] || !is_told(r))
    return false;
  uint64_t *forks = proof_may_fold(r) ? &k->folded_forks : &k->forks;
  bool is_idle = *forks == r->forks;
  *forks = k->forks = r->forks;
  if (is_idle && k->rest) {
    k->rest--;
    return false;
  }
  bool is_new;
  uint32_t number;
  if (proof_may_fold(r))
    proof_fold_lists(r);
  bool is_small = put_state(r);
  k->rest = IDLE + k->list.words.count / WORDS_A_STEP;
  return is_small && proof_list_find(&k->list, &k->met, &is_new, &number) &&
         !is_new;
}
