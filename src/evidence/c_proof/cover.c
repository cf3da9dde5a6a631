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

static void put(proof_run *run, uint64_t word) {
  proof_list_put(&run->key.list, word);
}

static bool is_too_large(const proof_run *run) {
  return run->key.list.words.count > PROOF_MOST_WORDS;
}

/* Functions and globals are the same ones everywhere. */
static uint64_t name_object(proof_run *run, uint32_t object) {
  proof_key *key = &run->key;
  uint32_t fixed = (uint32_t)run->p->functions.count + run->p->global_objects;
  if (object <= fixed)
    return object;
  if (!key->object_names.at[object]) {
    vec_push(run->m, &key->objects, object);
    key->object_names.at[object] = (uint32_t)key->objects.count;
  }
  return (uint64_t)fixed + key->object_names.at[object];
}

static void put_value(proof_run *run, proof_value value) {
  if (value.object == PROOF_UNSET) {
    put(run, TAG_UNSET);
    return;
  }
  uint64_t object = value.object ? name_object(run, value.object) : 0;
  if (value.term)
    proof_list_term(&run->key.list, value.term);
  else
    put(run, TAG_BITS);
  put(run, value.term ? 0 : value.bits);
  put(run, object);
}

/* Does no byte show what is below? */
static bool is_covered(const proof_object *object) {
  if (object->size.term || object->size.bits > PROOF_PAGE)
    return false;
  for (uint64_t i = 0; i < object->size.bits; i++)
    if (proof_cell_see(object->content, i)->state == CELL_BELOW)
      return false;
  return true;
}

/* Zeros are left out where they are below, too. */
static void put_cells(proof_run *run, const proof_content *content,
                      bool has_base) {
  const proof_cell *last = NULL;
  for (uint64_t i = 0; i < content->page_count * PROOF_PAGE; i++) {
    const proof_cell *cell = proof_cell_see(content, i);
    if (!content->pages[i / PROOF_PAGE].page)
      i |= PROOF_PAGE - 1; /* all of it is below */
    bool is_zero = !has_base && cell->state == CELL_SET && !cell->value.bits &&
                   !cell->value.term && !cell->value.object;
    if (cell->state == CELL_BELOW || is_zero) {
      last = NULL;
      continue;
    }
    put(run, TAG_CELL);
    put(run, i);
    put(run,
        (uint64_t)cell->state << 16 | (uint64_t)cell->index << 8 | cell->bytes);
    bool goes_on = last && last->state == CELL_SET && cell->state == CELL_SET &&
                   proof_is_same_value(last, cell);
    if (cell->state == CELL_LAST || (cell->state == CELL_SET && !goes_on))
      put_value(run, cell->value);
    last = cell;
    if (is_too_large(run))
      return;
  }
}

static void put_write(proof_run *run, tag which, const proof_write *w) {
  proof_value at = w->at;
  at.object = 0;
  put(run, which);
  put(run, w->bytes);
  put_value(run, at);
  put_value(run, w->value);
}

static void put_chain(proof_run *run, const proof_chain *chain) {
  put(run, TAG_CHAIN);
  put(run, (uint64_t)chain->link << 32 | chain->back);
  put(run, chain->origin);
  put(run, chain->size);
  put_cells(run, chain->content, false);
  vec_each (const proof_limit, limit, &chain->limits) {
    put(run, TAG_LIMIT);
    put(run, (uint64_t)limit->at << 32 | limit->bytes);
    put(run, (uint64_t)limit->range.count << 32 | limit->range.signs);
    for (unsigned i = 0; i < limit->range.count; i++)
      put(run, limit->range.values[i]);
  }
}

static void put_object(proof_run *run, uint32_t object) {
  assert(object < run->now.objects.count);
  const proof_object *o = &run->now.objects.at[object];
  const proof_content *content = o->content;
  put(run, TAG_OBJECT);
  put(run, name_object(run, object));
  put(run, (uint64_t)o->kind << 1 | o->is_alive);
  put(run, o->origin);
  put_value(run, o->size);
  /* Older than a loop that the path is in? */
  vec_each (const proof_scope, scope, &run->now.scopes)
    put(run, object < scope->objects);
  if (!o->is_alive || o->is_constant || o->kind == PROOF_FUNCTION)
    return;
  if (o->chain)
    put_chain(run, o->chain);
  bool has_base = content->base && !is_covered(o);
  put(run, has_base);
  put_cells(run, content, has_base);
  for (size_t i = 0; i < content->writes.count; i++)
    put_write(run, TAG_WRITE, &content->writes.at[i]);
  for (size_t i = 0; has_base && i < run->now.seen.count; i++)
    if (run->now.seen.at[i].base == content->base)
      put_write(run, TAG_SEEN, &run->now.seen.at[i].write);
}

/* What a call returns, is written before it is read. */
bool proof_is_read(const proof_run *run, size_t frame, uint32_t slot) {
  assert(frame < run->now.frames.count);
  const proof_frame *f = &run->now.frames.at[frame];
  bool is_top = frame + 1 == run->now.frames.count;
  uint32_t result =
      is_top ? CFA_NONE : run->p->edges.at[(f + 1)->edge].variable;
  bool is_result = result != CFA_NONE &&
                   run->p->variables.at[result].function == f->function &&
                   run->p->variables.at[result].is_scalar &&
                   run->p->variables.at[result].slot == slot;
  return !is_result && proof_is_live(run, f->location, slot);
}

static void put_frame(proof_run *run, size_t number) {
  assert(number < run->now.frames.count);
  const proof_frame *frame = &run->now.frames.at[number];
  assert(frame->function < run->p->functions.count);
  const cfa_function *of = &run->p->functions.at[frame->function];
  bool is_top = number + 1 == run->now.frames.count;
  const proof_frame *above = is_top ? NULL : frame + 1;
  put(run, TAG_FRAME);
  put(run, frame->function);
  put(run, frame->location);
  put(run, frame->edge);
  for (uint32_t slot = 0; slot < of->scalars; slot++) {
    if (!proof_is_read(run, number, slot))
      continue;
    put(run, TAG_SCALAR);
    put(run, slot);
    put_value(run, run->now.scalars.at[frame->scalars + slot]);
  }
  size_t end = is_top ? run->now.frame_objects.count : above->objects;
  for (size_t i = frame->objects; i < end; i++)
    put(run, name_object(run, run->now.frame_objects.at[i]));
}

static void put_scopes(proof_run *run) {
  vec_each (const proof_scope, scope, &run->now.scopes) {
    put(run, TAG_SCOPE);
    put(run, (uint64_t)scope->number << 1 | scope->is_function);
    put(run, scope->depth);
    put(run, scope->scalars);
  }
  vec_each (const proof_pin, pin, &run->now.pins) {
    put(run, TAG_PIN);
    put(run, (uint64_t)pin->number << 32 | pin->variable);
    put(run, pin->depth);
    put(run, pin->scalar);
    put(run, pin->object ? name_object(run, pin->object) : 0);
  }
  put(run, TAG_OLD);
  vec_each (const proof_value, value, &run->now.old)
    put_value(run, *value);
}

static bool is_named(const proof_run *run, size_t constraint) {
  const proof_solver *solver = &run->solver;
  size_t end = constraint + 1 < solver->path.count
                   ? solver->path.at[constraint + 1].first
                   : solver->path_inputs.count;
  assert(constraint < solver->path.count);
  for (size_t i = solver->path.at[constraint].first; i < end; i++)
    if (proof_list_has_input(&run->key.list, solver->path_inputs.at[i]))
      return true;
  return false;
}

static void put_path(proof_run *run) {
  size_t count = run->solver.path.count;
  bool *taken = mem_array(run->m, count + 1, sizeof *taken);
  for (bool more = true; more && !is_too_large(run);) {
    more = false;
    for (size_t i = 0; i < count; i++) {
      if (taken[i] || !is_named(run, i))
        continue;
      taken[i] = more = true;
      put(run, TAG_PATH);
      proof_list_term(&run->key.list, run->solver.path.at[i].term);
    }
  }
  mem_free(run->m, taken);
}

/* False: it is too large. */
static bool put_state(proof_run *run) {
  proof_key *key = &run->key;
  proof_list_begin(&key->list);
  key->objects.count = 0;
  vec_resize(run->m, &key->object_names, run->now.objects.count);
  memset(key->object_names.at, 0,
         key->object_names.count * sizeof *key->object_names.at);
  for (size_t i = 0; i < run->now.frames.count; i++)
    put_frame(run, i);
  for (size_t i = 0; i < run->p->global_scalars; i++)
    put_value(run, run->now.scalars.at[i]);
  put_scopes(run);
  for (uint32_t i = 0; i < run->p->global_objects; i++)
    put_object(run, (uint32_t)run->p->functions.count + 1 + i);
  for (size_t i = 0; i < key->objects.count && !is_too_large(run); i++)
    put_object(run, key->objects.at[i]);
  put_path(run);
  return !is_too_large(run);
}

void proof_find_meetings(proof_run *run) {
  const cfa *automaton = run->p;
  uint8_t *ways =
      mem_array(run->m, automaton->locations.count + 1, sizeof *ways);
  run->is_meeting = mem_array(run->m, automaton->locations.count + 1,
                              sizeof *run->is_meeting);
  for (uint32_t l = 0; l < automaton->locations.count;
       l++) /* even at an entry */
    run->is_meeting[l] = automaton->locations.at[l].is_loop_head;
  vec_each (const cfa_edge, edge, &automaton->edges)
    if (edge->to != CFA_NONE) {
      run->is_meeting[edge->to] =
          ways[edge->to] || edge->kind == CFA_CALL || run->is_meeting[edge->to];
      ways[edge->to] = 1;
    }
  mem_free(run->m, ways);
}

void proof_forget_states(proof_run *run) {
  proof_met_clear(run->m, &run->key.met);
}

/* What is known of all elements, and of calls that contracts are proved of, is
 * not written down: then nothing is. */
static bool is_told(const proof_run *run) {
  if (run->now.facts.count || run->options->no_covering)
    return false;
  vec_each (const proof_frame, frame, &run->now.frames)
    if (frame->old)
      return false;
  return true;
}

bool proof_was_met(proof_run *run) {
  proof_key *key = &run->key;
  if (!run->is_meeting[vec_last(&run->now.frames).location] || !is_told(run))
    return false;
  uint64_t *forks = proof_may_fold(run) ? &key->folded_forks : &key->forks;
  bool is_idle = *forks == run->forks;
  *forks = key->forks = run->forks;
  if (is_idle && key->rest) {
    key->rest--;
    return false;
  }
  bool is_new;
  uint32_t number;
  if (proof_may_fold(run))
    proof_fold_lists(run);
  bool is_small = put_state(run);
  key->rest = IDLE + key->list.words.count / WORDS_A_STEP;
  return is_small && proof_list_find(&key->list, &key->met, &is_new, &number) &&
         !is_new;
}
