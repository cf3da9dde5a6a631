/* Lists of any length: chains, and how they are opened.
 *
 * The link of an object that has a *chain* does not lead to where its cells
 * say, but to one or more nodes in between, which are no objects: all of the
 * chain's size and content, each linked to the next at the same offset; the
 * cells are the link of the last one. If the nodes have pointers back, the
 * first one's leads to the object, each other's to the node before it. Then
 * what the last one is linked to may point back to the last one: CELL_LAST,
 * which is nowhere else.
 *
 * Nothing else points to a node of a chain. What is not the same constant in
 * all of them is unknown in each (CELL_FRESH), or in some range (limits).
 * So a chain stands for all lists of such nodes, and a state with chains for
 * the states with any of these lists in their places.
 *
 * Who reads or writes the link, or the pointer back to the last node, opens the
 * chain: a new object is made for the node that is there. Either it is the only
 * one, or the chain goes on, behind it or before it: one path each. */
#include "evidence/c_proof/inside.h"

#include "base/mutant.h"

#include <assert.h>

void proof_chain_drop(mem *m, proof_chain *chain) {
  if (!chain || --chain->references)
    return;
  proof_content_drop(m, chain->content);
  vec_free(m, &chain->limits);
  mem_free(m, chain);
}

static unsigned lists_pointer_bytes(const proof_run *run) {
  return run->p->pointer_bits / 8u;
}

uint32_t proof_pointer_at(const proof_run *run, const proof_content *content,
                          uint64_t at, unsigned state) {
  uint32_t object = proof_cell_see(content, at)->value.object;
  for (unsigned i = 0; i < lists_pointer_bytes(run); i++) {
    const proof_cell *cell = proof_cell_see(content, at + i);
    if (cell->state != state || cell->bytes != lists_pointer_bytes(run) ||
        cell->index != i || cell->value.bits || cell->value.term ||
        cell->value.object != object)
      return 0;
  }
  return object;
}

void proof_point(proof_run *run, uint32_t from, uint64_t at, unsigned state,
                 uint32_t to) {
  proof_content *content = proof_content_own(run, from);
  for (unsigned i = 0; i < lists_pointer_bytes(run); i++)
    *proof_cell_own(run, content, at + i) =
        (proof_cell){.value = {.object = to},
                     .state = (uint8_t)state,
                     .index = (uint8_t)i,
                     .bytes = (uint8_t)lists_pointer_bytes(run)};
}

/* An object for a node of the chain of 'first', linked to what the chain leads
 * to. 0: the evaluation ends here. */
static uint32_t new_node(proof_run *run, uint32_t first) {
  assert(first < run->now.objects.count);
  const proof_chain *chain = run->now.objects.at[first].chain;
  uint32_t node = proof_object_new(run, PROOF_HEAP, proof_word(chain->size),
                                   chain->origin, true);
  assert(node < run->now.objects.count);
  proof_object *object = &run->now.objects.at[node];
  proof_content_drop(run->m, object->content);
  object->content = chain->content;
  object->content->references++;
  const proof_content *from = run->now.objects.at[first].content;
  proof_content *own = proof_content_own(run, node);
  for (unsigned i = 0; i < lists_pointer_bytes(run); i++)
    *proof_cell_own(run, own, chain->link + i) =
        *proof_cell_see(from, chain->link + i);
  vec_each (const proof_limit, limit, &chain->limits) {
    proof_value word;
    if (!proof_range_input(run, 8 * limit->bytes, &limit->range, &word))
      return 0;
    proof_write_bytes(run, node, proof_word(limit->at), limit->bytes, word);
  }
  return node;
}

static void end_chain(proof_run *run, uint32_t object) {
  assert(object < run->now.objects.count);
  proof_object *o = &run->now.objects.at[object];
  proof_chain_drop(run->m, o->chain);
  o->chain = NULL;
}

/* Who points back to the last node of the chain of an object, if any. */
static uint32_t behind(const proof_run *run, uint32_t first) {
  assert(first < run->now.objects.count);
  const proof_object *object = &run->now.objects.at[first];
  uint32_t next =
      proof_pointer_at(run, object->content, object->chain->link, CELL_SET);
  return next && object->chain->back != PROOF_NO_BACK &&
                 proof_pointer_at(run, run->now.objects.at[next].content,
                                  object->chain->back, CELL_LAST) == first
             ? next
             : 0;
}

/* The object is linked to the node, which is followed by what the chain led to;
 * 'next', if it is there, points back to it. */
static void put_behind(proof_run *run, uint32_t first, uint32_t node,
                       uint32_t next) {
  assert(first < run->now.objects.count);
  uint32_t link = run->now.objects.at[first].chain->link;
  uint32_t back = run->now.objects.at[first].chain->back;
  if (next)
    proof_point(run, next, back, CELL_SET, node);
  proof_point(run, first, link, CELL_SET, node);
  if (back != PROOF_NO_BACK)
    proof_point(run, node, back, CELL_SET, first);
  end_chain(run, first);
}

static void swap_states(proof_state *a, proof_state *b) {
  proof_state c = *a;
  *a = *b;
  *b = c;
}

/* The node is the only one, on a path that waits. */
static void fork_only(proof_run *run, uint32_t first, uint32_t node) {
  proof_state *other = proof_fork(run);
  swap_states(&run->now, other);
  put_behind(run, first, node, behind(run, first));
  swap_states(&run->now, other);
}

/* The first node of a chain becomes an object. */
static bool open_front(proof_run *run, uint32_t first) {
  uint32_t node = new_node(run, first);
  if (!node)
    return false;
  if (!MUTANT("proof-lists-more"))
    fork_only(run, first, node);
  uint32_t next = behind(run, first);
  uint32_t back = run->now.objects.at[first].chain->back;
  proof_chain *chain = run->now.objects.at[first].chain;
  if (MUTANT("proof-lists-only")) {
    put_behind(run, first, node, next);
    return true;
  }
  chain->references++;
  run->now.objects.at[node].chain = chain;
  put_behind(run, first, node, 0);
  if (next)
    proof_point(run, next, back, CELL_LAST, node);
  return true;
}

/* The last one does: 'next' points back to it. */
static bool open_rear(proof_run *run, uint32_t first, uint32_t next) {
  uint32_t node = new_node(run, first);
  if (!node)
    return false;
  if (!MUTANT("proof-back-more"))
    fork_only(run, first, node);
  const proof_chain *chain = run->now.objects.at[first].chain;
  proof_point(run, first, chain->link, CELL_SET, node);
  proof_point(run, node, chain->back, CELL_LAST, first);
  proof_point(run, next, chain->back, CELL_SET, node);
  return true;
}

/* The first byte of these that belongs to a pointer to a last node. */
static bool find_last(const proof_content *content, uint64_t from, uint64_t to,
                      uint32_t *first) {
  for (uint64_t i = from; i < to && i < content->page_count * PROOF_PAGE; i++) {
    const proof_cell *cell = proof_cell_see(content, i);
    *first = cell->value.object;
    if (cell->state == CELL_LAST)
      return true;
  }
  return false;
}

bool proof_open_lists(proof_run *run, proof_value at, uint64_t bytes) {
  for (;;) {
    const proof_object *object = &run->now.objects.at[at.object];
    uint64_t end = object->content->page_count * PROOF_PAGE, from = 0;
    uint32_t first;
    if (!at.term) {
      from = at.bits;
      end = at.bits + bytes;
    }
    bool has_link = object->chain && object->chain->link < end &&
                    from < object->chain->link + lists_pointer_bytes(run) &&
                    from < end;
    bool has_last = !has_link && find_last(object->content, from, end, &first);
    if (!has_link && !has_last)
      return true;
    if (run->mode == PROOF_CLAIMING || run->now.scopes.count)
      return proof_give_up(run, "an invariant behind lists that were folded");
    if (!(has_link ? open_front(run, at.object)
                   : open_rear(run, first, at.object)))
      return false;
  }
}
