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

void proof_chain_drop(mem *m, proof_chain *c) {
  if (!c || --c->references)
    return;
  proof_content_drop(m, c->content);
  vec_free(m, &c->limits);
  mem_free(m, c);
}

static unsigned lists_pointer_bytes(const proof_run *r) {
  return r->p->pointer_bits / 8u;
}

uint32_t proof_pointer_at(const proof_run *r, const proof_content *c,
                          uint64_t at, unsigned state) {
  uint32_t object = proof_cell_see(c, at)->value.object;
  for (unsigned i = 0; i < lists_pointer_bytes(r); i++) {
    const proof_cell *x = proof_cell_see(c, at + i);
    if (x->state != state || x->bytes != lists_pointer_bytes(r) ||
        x->index != i || x->value.bits || x->value.term ||
        x->value.object != object)
      return 0;
  }
  return object;
}

void proof_point(proof_run *r, uint32_t from, uint64_t at, unsigned state,
                 uint32_t to) {
  proof_content *c = proof_content_own(r, from);
  for (unsigned i = 0; i < lists_pointer_bytes(r); i++)
    *proof_cell_own(r, c, at + i) =
        (proof_cell){.value = {.object = to},
                     .state = (uint8_t)state,
                     .index = (uint8_t)i,
                     .bytes = (uint8_t)lists_pointer_bytes(r)};
}

/* An object for a node of the chain of 'first', linked to what the chain leads
 * to. 0: the evaluation ends here. */
static uint32_t new_node(proof_run *r, uint32_t first) {
  assert(first < r->now.objects.count);
  const proof_chain *c = r->now.objects.at[first].chain;
  uint32_t node =
      proof_object_new(r, PROOF_HEAP, proof_word(c->size), c->origin, true);
  assert(node < r->now.objects.count);
  proof_object *o = &r->now.objects.at[node];
  proof_content_drop(r->m, o->content);
  o->content = c->content;
  o->content->references++;
  const proof_content *from = r->now.objects.at[first].content;
  proof_content *own = proof_content_own(r, node);
  for (unsigned i = 0; i < lists_pointer_bytes(r); i++)
    *proof_cell_own(r, own, c->link + i) = *proof_cell_see(from, c->link + i);
  vec_each (const proof_limit, l, &c->limits) {
    proof_value word;
    if (!proof_range_input(r, 8 * l->bytes, &l->range, &word))
      return 0;
    proof_write_bytes(r, node, proof_word(l->at), l->bytes, word);
  }
  return node;
}

static void end_chain(proof_run *r, uint32_t object) {
  assert(object < r->now.objects.count);
  proof_object *o = &r->now.objects.at[object];
  proof_chain_drop(r->m, o->chain);
  o->chain = NULL;
}

/* Who points back to the last node of the chain of an object, if any. */
static uint32_t behind(const proof_run *r, uint32_t first) {
  assert(first < r->now.objects.count);
  const proof_object *o = &r->now.objects.at[first];
  uint32_t next = proof_pointer_at(r, o->content, o->chain->link, CELL_SET);
  return next && o->chain->back != PROOF_NO_BACK &&
                 proof_pointer_at(r, r->now.objects.at[next].content,
                                  o->chain->back, CELL_LAST) == first
             ? next
             : 0;
}

/* The object is linked to the node, which is followed by what the chain led to;
 * 'next', if it is there, points back to it. */
static void put_behind(proof_run *r, uint32_t first, uint32_t node,
                       uint32_t next) {
  assert(first < r->now.objects.count);
  uint32_t link = r->now.objects.at[first].chain->link;
  uint32_t back = r->now.objects.at[first].chain->back;
  if (next)
    proof_point(r, next, back, CELL_SET, node);
  proof_point(r, first, link, CELL_SET, node);
  if (back != PROOF_NO_BACK)
    proof_point(r, node, back, CELL_SET, first);
  end_chain(r, first);
}

static void swap_states(proof_state *a, proof_state *b) {
  proof_state c = *a;
  *a = *b;
  *b = c;
}

/* The node is the only one, on a path that waits. */
static void fork_only(proof_run *r, uint32_t first, uint32_t node) {
  proof_state *other = proof_fork(r);
  swap_states(&r->now, other);
  put_behind(r, first, node, behind(r, first));
  swap_states(&r->now, other);
}

/* The first node of a chain becomes an object. */
static bool open_front(proof_run *r, uint32_t first) {
  uint32_t node = new_node(r, first);
  if (!node)
    return false;
  if (!MUTANT("proof-lists-more"))
    fork_only(r, first, node);
  uint32_t next = behind(r, first);
  uint32_t back = r->now.objects.at[first].chain->back;
  proof_chain *c = r->now.objects.at[first].chain;
  if (MUTANT("proof-lists-only")) {
    put_behind(r, first, node, next);
    return true;
  }
  c->references++;
  r->now.objects.at[node].chain = c;
  put_behind(r, first, node, 0);
  if (next)
    proof_point(r, next, back, CELL_LAST, node);
  return true;
}

/* The last one does: 'next' points back to it. */
static bool open_rear(proof_run *r, uint32_t first, uint32_t next) {
  uint32_t node = new_node(r, first);
  if (!node)
    return false;
  if (!MUTANT("proof-back-more"))
    fork_only(r, first, node);
  const proof_chain *c = r->now.objects.at[first].chain;
  proof_point(r, first, c->link, CELL_SET, node);
  proof_point(r, node, c->back, CELL_LAST, first);
  proof_point(r, next, c->back, CELL_SET, node);
  return true;
}

/* The first byte of these that belongs to a pointer to a last node. */
static bool find_last(const proof_content *c, uint64_t from, uint64_t to,
                      uint32_t *first) {
  for (uint64_t i = from; i < to && i < c->page_count * PROOF_PAGE; i++) {
    const proof_cell *x = proof_cell_see(c, i);
    *first = x->value.object;
    if (x->state == CELL_LAST)
      return true;
  }
  return false;
}

bool proof_open_lists(proof_run *r, proof_value at, uint64_t bytes) {
  for (;;) {
    const proof_object *o = &r->now.objects.at[at.object];
    uint64_t end = o->content->page_count * PROOF_PAGE, from = 0;
    uint32_t first;
    if (!at.term) {
      from = at.bits;
      end = at.bits + bytes;
    }
    bool has_link = o->chain && o->chain->link < end &&
                    from < o->chain->link + lists_pointer_bytes(r) &&
                    from < end;
    bool has_last = !has_link && find_last(o->content, from, end, &first);
    if (!has_link && !has_last)
      return true;
    if (r->mode == PROOF_CLAIMING || r->now.scopes.count)
      return proof_give_up(r, "an invariant behind lists that were folded");
    if (!(has_link ? open_front(r, at.object) : open_rear(r, first, at.object)))
      return false;
  }
}
