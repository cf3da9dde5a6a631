/* Lists of any length: folding, at heads of loops.
 *
 * A node that nothing leads to but the link of another object, and if it has a
 * pointer back to that one, the pointer back of what comes next, becomes part
 * of the chain of that object. As nothing else can tell it from other nodes
 * with the same content, the state with the chain stands for this one, too. */
#include "evidence/c_proof/inside.h"

#include "base/mutant.h"

#include <assert.h>

enum {
  MOST_SIZE = 256, /* of a node */
  MOST_UNLIKE = 5, /* nodes that would be folded, but what they have in common
                      is less than what is known of each */
  ROOT = 1u << 20  /* as many bytes as no node has */
};

typedef struct folder {
  proof_run *r;
  /* By object: bytes that point to it; that point to the last node of its
   * chain. */
  uint32_t *references, *lasts;
  bool *is_reached;
  vec(uint32_t) order; /* objects that can be reached */
  bool joins_unlike;
  size_t unlike;
} folder;

static unsigned fold_pointer_bytes(const folder *f) {
  return f->r->p->pointer_bits / 8u;
}

static const proof_object *object_at(const folder *f, uint32_t object) {
  return &f->r->now.objects.at[object];
}

static void fold_reach(folder *f, uint32_t object) {
  if (f->is_reached[object])
    return;
  f->is_reached[object] = true;
  vec_push(f->r->m, &f->order, object);
}

static void refer(folder *f, proof_value value, uint32_t bytes) {
  if (!value.object || value.object == PROOF_UNSET)
    return;
  fold_reach(f, value.object);
  if (f->references[value.object] < ROOT)
    f->references[value.object] += bytes;
}

static void refer_cells(folder *f, const proof_content *content,
                        uint32_t weight) {
  for (uint64_t i = 0; i < content->page_count * PROOF_PAGE; i++) {
    const proof_cell *cell = proof_cell_see(content, i);
    if (!content->pages[i / PROOF_PAGE].page)
      i |= PROOF_PAGE - 1;
    if (cell->state == CELL_SET)
      refer(f, cell->value, weight);
    if (cell->state != CELL_LAST)
      continue;
    fold_reach(f, cell->value.object);
    f->lasts[cell->value.object]++;
  }
}

static void refer_object(folder *f, uint32_t object) {
  const proof_object *o = object_at(f, object);
  if (!o->content)
    return;
  refer_cells(f, o->content, 1);
  vec_each (const proof_write, w, &o->content->writes) {
    refer(f, w->at, ROOT);
    refer(f, w->value, ROOT);
  }
  if (o->chain)
    refer_cells(f, o->chain->content, ROOT);
}

/* Scalars that nobody reads any more point nowhere. */
static void refer_frame(folder *f, size_t number) {
  proof_state *state = &f->r->now;
  const proof_frame *frame = &state->frames.at[number];
  assert(frame->function < f->r->p->functions.count);
  uint32_t count = f->r->p->functions.at[frame->function].scalars;
  for (uint32_t slot = 0; slot < count; slot++) {
    proof_value *value = &state->scalars.at[frame->scalars + slot];
    if (proof_is_read(f->r, number, slot))
      refer(f, *value, ROOT);
    else if (value->object)
      *value = (proof_value){.object = PROOF_UNSET};
  }
}

static void refer_all(folder *f) {
  const proof_run *run = f->r;
  const proof_state *state = &run->now;
  for (size_t i = 0; i < run->p->global_scalars; i++)
    refer(f, state->scalars.at[i], ROOT);
  for (size_t i = 0; i < state->frames.count; i++)
    refer_frame(f, i);
  vec_each (const proof_seen, seen, &state->seen) {
    refer(f, seen->write.at, ROOT);
    refer(f, seen->write.value, ROOT);
  }
  for (uint32_t i = 0; i < run->p->global_objects; i++)
    fold_reach(f, (uint32_t)run->p->functions.count + 1 + i);
  vec_each (const uint32_t, i, &state->frame_objects)
    fold_reach(f, *i);
  for (size_t i = 0; i < f->order.count; i++)
    refer_object(f, f->order.at[i]);
}

/* Which may be folded. */

/* A node, and the object whose chain it becomes part of. */
typedef struct fold {
  uint32_t first, node;
  uint32_t next;      /* what the node, or its chain, leads to; 0: no object */
  bool is_back_there; /* 'next' points back to the node, or the last one */
  proof_chain as;     /* link, back, size, origin */
} fold;

static bool is_node(const proof_object *object) {
  return object->kind == PROOF_HEAP && object->is_alive &&
         !object->content->writes.count;
}

/* Can the link be moved from the node to the first object, as cells? */
static bool has_link(const folder *f, const proof_object *object, uint64_t at) {
  for (uint64_t i = at; i < at + fold_pointer_bytes(f); i++) {
    const proof_cell *cell = proof_cell_see(object->content, i);
    if (cell->state == CELL_LAST ||
        (cell->state == CELL_BELOW && object->content->base &&
         proof_was_seen(f->r, object->content->base)))
      return false;
  }
  return true;
}

/* The offset of the node's only pointer to the first object. */
static bool find_back(const folder *f, fold *x) {
  const proof_content *content = object_at(f, x->node)->content;
  x->as.back = PROOF_NO_BACK;
  for (uint32_t i = 0; i + fold_pointer_bytes(f) <= x->as.size; i++) {
    if (i == x->as.link ||
        proof_pointer_at(f->r, content, i, CELL_SET) != x->first)
      continue;
    if (x->as.back != PROOF_NO_BACK)
      return false;
    x->as.back = i;
  }
  return true;
}

static bool agree_on_back(const folder *f, fold *x) {
  const proof_object *a = object_at(f, x->first), *b = object_at(f, x->node);
  if (!a->chain && !b->chain)
    return find_back(f, x);
  x->as.back = a->chain ? a->chain->back : b->chain->back;
  if (a->chain && b->chain && b->chain->back != x->as.back)
    return false;
  return x->as.back == PROOF_NO_BACK ||
         proof_pointer_at(f->r, b->content, x->as.back,
                          a->chain ? CELL_LAST : CELL_SET) == x->first;
}

/* Does nothing else lead to the node? */
static bool is_alone(const folder *f, fold *x) {
  const proof_object *b = object_at(f, x->node);
  uint32_t bytes = fold_pointer_bytes(f), back = 0;
  x->next = proof_pointer_at(f->r, b->content, x->as.link, CELL_SET);
  if (x->next == x->node)
    return false;
  if (x->next && x->as.back != PROOF_NO_BACK) {
    const proof_object *s = object_at(f, x->next);
    back = proof_pointer_at(f->r, s->content, x->as.back,
                            b->chain ? CELL_LAST : CELL_SET);
    x->is_back_there = back == x->node && !s->content->writes.count;
  }
  uint32_t there = x->is_back_there ? bytes : 0;
  uint32_t expected = b->chain ? bytes : bytes + there;
  if (MUTANT("proof-lists-shared") && f->references[x->node] > expected)
    return true;
  return f->references[x->node] == expected &&
         f->lasts[x->node] == (b->chain ? there : 0);
}

/* All that is no question of content. */
static bool may_fold(const folder *f, fold *x) {
  const proof_object *a = object_at(f, x->first);
  x->node = proof_pointer_at(f->r, a->content, x->as.link, CELL_SET);
  const proof_object *b = object_at(f, x->node);
  if (!x->node || x->node == x->first || !is_node(b) || b->size.term ||
      b->size.bits > MOST_SIZE ||
      b->size.bits < x->as.link + fold_pointer_bytes(f) ||
      (b->chain && b->chain->link != x->as.link))
    return false;
  x->as.size = b->size.bits;
  x->as.origin = b->origin;
  const proof_chain *chains[2] = {a->chain, b->chain};
  for (int i = 0; i < 2; i++)
    if (chains[i] &&
        (chains[i]->size != x->as.size || chains[i]->origin != x->as.origin))
      return false;
  return has_link(f, b, x->as.link) && agree_on_back(f, x) && is_alone(f, x);
}

/* What they have in common. */

static proof_likeness worse(proof_likeness a, proof_likeness b) {
  return a > b ? a : b;
}

/* What becomes one: the chain of the first, the node, and its chain. */
static size_t all_nodes(const folder *f, const fold *x, proof_nodes out[3]) {
  const proof_object *a = object_at(f, x->first), *b = object_at(f, x->node);
  size_t count = 0;
  if (a->chain)
    out[count++] = (proof_nodes){a->chain->content, a->chain};
  out[count++] = (proof_nodes){b->content, NULL};
  if (b->chain)
    out[count++] = (proof_nodes){b->chain->content, b->chain};
  return count;
}

/* The first object is no part of its chain. But it should look like it, so that
 * not every list of two is one of any length. */
static proof_likeness likeness(const folder *f, const fold *x) {
  const proof_object *object = object_at(f, x->first);
  proof_nodes all[3];
  size_t count = all_nodes(f, x, all);
  proof_likeness is = PROOF_ALIKE;
  for (size_t i = 0; i < count; i++)
    for (size_t k = i; k < count; k++)
      is = worse(is, proof_compare_nodes(f->r, &x->as, all[i], all[k]));
  if (is == PROOF_APART || object->chain)
    return is;
  if (object->size.term || object->size.bits != x->as.size)
    return PROOF_UNLIKE;
  proof_nodes first = {object->content, NULL};
  for (size_t i = 0; i < count; i++)
    if (proof_compare_nodes(f->r, &x->as, first, all[i]) != PROOF_ALIKE)
      return PROOF_UNLIKE;
  return is;
}

static void move_link(folder *f, const fold *x) {
  const proof_content *from = object_at(f, x->node)->content;
  proof_content *to = proof_content_own(f->r, x->first);
  for (uint64_t i = x->as.link; i < x->as.link + fold_pointer_bytes(f); i++) {
    proof_cell cell = *proof_cell_see(from, i);
    if (cell.state == CELL_BELOW)
      cell =
          (proof_cell){.state = from->base ? CELL_FRESH : CELL_SET, .bytes = 1};
    *proof_cell_own(f->r, to, i) = cell;
  }
}

static void fold_apply(folder *f, const fold *x) {
  proof_run *run = f->r;
  proof_nodes all[3];
  proof_chain *chain = mem_alloc(run->m, sizeof *chain);
  *chain = x->as;
  chain->references = 1;
  proof_join_nodes(run, chain, all, all_nodes(f, x, all));
  proof_chain *had = object_at(f, x->first)->chain;
  uint32_t *own = had ? &f->lasts[x->first] : &f->references[x->first];
  if (chain->back != PROOF_NO_BACK && *own < ROOT) /* the node's pointer back */
    *own -= fold_pointer_bytes(f);
  move_link(f, x);
  if (x->is_back_there) {
    proof_point(run, x->next, chain->back, CELL_LAST, x->first);
    f->lasts[x->first] += fold_pointer_bytes(f);
  }
  run->now.objects.at[x->first].chain = chain;
  proof_chain_drop(run->m, had);
  proof_object_kill(run, x->node);
  refer_cells(f, chain->content, ROOT);
  run->now.is_folded = run->out->is_folded = true;
}

static bool fold_at(folder *f, uint32_t first, uint32_t link) {
  fold x = {.first = first, .as = {.link = link}};
  if (!may_fold(f, &x))
    return false;
  proof_likeness is = likeness(f, &x);
  if (is == PROOF_APART)
    return false;
  if (is == PROOF_UNLIKE && !f->joins_unlike) {
    f->unlike++;
    return false;
  }
  fold_apply(f, &x);
  return true;
}

static void fold_behind(folder *f, uint32_t first) {
  const proof_object *object = object_at(f, first);
  bool more =
      is_node(object) && !object->size.term && object->size.bits <= MOST_SIZE;
  while (more && f->is_reached[first]) {
    const proof_chain *chain = object_at(f, first)->chain;
    more = false;
    if (chain)
      more = fold_at(f, first, chain->link);
    else
      for (uint32_t i = 0;
           i + fold_pointer_bytes(f) <= object_at(f, first)->size.bits && !more;
           i++)
        more = fold_at(f, first, i);
  }
}

/* What invariants say of memory, is not said of chains. */
bool proof_may_fold(const proof_run *run) {
  const proof_state *state = &run->now;
  uint32_t at = vec_last(&state->frames).location;
  if (!run->options->folds_lists || !run->p->locations.at[at].is_loop_head ||
      state->scopes.count || state->facts.count || state->pins.count ||
      state->old.count)
    return false;
  vec_each (const proof_frame, frame, &state->frames)
    if (frame->old)
      return false;
  return true;
}

void proof_fold_lists(proof_run *run) {
  size_t count = run->now.objects.count;
  folder f = {.r = run,
              .references = mem_array(run->m, count, sizeof *f.references),
              .lasts = mem_array(run->m, count, sizeof *f.lasts),
              .is_reached = mem_array(run->m, count, sizeof *f.is_reached)};
  refer_all(&f);
  for (size_t i = 0; i < f.order.count; i++)
    fold_behind(&f, f.order.at[i]);
  unsigned most = run->options->unlike_links;
  f.joins_unlike = f.unlike >= (most ? most : MOST_UNLIKE);
  for (size_t i = 0; i < f.order.count && f.joins_unlike; i++)
    fold_behind(&f, f.order.at[i]);

  mem_free(run->m, f.references);
  mem_free(run->m, f.lasts);
  mem_free(run->m, f.is_reached);
  vec_free(run->m, &f.order);
  run->known.count = 0;
}
