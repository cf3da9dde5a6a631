/* Lists of any length: for proofs only.
 *
 * In a pass of its own, heads of loops fold lists. A node that nothing but the
 * link of the node before it leads to becomes part of that one, whose link is
 * then a *chain* (BYTE_CHAIN): the node stands for itself and none or more
 * nodes behind it, all with its size and its content; the last of them links to
 * what the chain leads to. What follows a pointer to such a node opens it: the
 * chain ends there, or another node is split off, and both are explored. As
 * only the first node of a chain can be pointed to, nothing needs to be renamed
 * for that. So there are few states, and those that were seen are covered.
 *
 * Doubly linked lists: the nodes of a chain may have pointers back to the one
 * before, all at the same offset. Then what the chain leads to may point back
 * to the last node (BYTE_LAST), whichever that is.
 *
 * What is true of the content of all nodes: bytes that are equal stay; others
 * may be anything, or are inputs of which the path says something. Each node of
 * a chain has inputs of its own, of which the same is true; those of the first
 * node occur nowhere else.
 *
 * The states of such a pass are more than the program has, so that its errors
 * are none. */
#ifndef PANDA_LISTS_H
#define PANDA_LISTS_H

#include "engine/panda/cover/cover.h"

struct lists {
  uint32_t most_unlike;    /* links of a list to nodes with another content */
  uint64_t folded, opened; /* nodes */
};

/* link.c: links as they are in memory. */

typedef enum list_kind {
  LIST_NO_LINK,
  LIST_NULL,
  LIST_POINTER,
  LIST_CHAIN,
  LIST_LAST
} list_kind;

#define LIST_NO_BACK UINT32_MAX

typedef struct list_link {
  list_kind kind;
  uint32_t object; /* 0: null; LIST_LAST: the first node of the chain */
  uint64_t bits;   /* offset in it */
  uint32_t back;   /* LIST_CHAIN: where nodes point back; LIST_NO_BACK */
  term end;        /* input that decides whether it ends; TERM_NONE: not yet */
} list_link;

list_link lists_link_at(const concolic *engine, uint32_t object,
                        uint64_t offset);
void lists_put_link(concolic *engine, uint32_t object, uint64_t offset,
                    list_link l);
/* Where the chain of an object is; LIST_NO_BACK: it has none. */
uint32_t lists_chain_of(const concolic *engine, uint32_t object);
static inline unsigned lists_link_bytes(const concolic *engine) {
  return engine->p->pointer_bits / 8;
}

/* join.c: what two nodes have in common. */

/* Two nodes, and where they differ of course: the link, the pointer back. */
typedef struct list_pair {
  uint32_t first, second;
  uint32_t link, back; /* offsets; LIST_NO_BACK: none */
} list_pair;

/* Is the content such that hardly anything is lost by joining it? -1: it cannot
 * be joined at all. */
int lists_are_alike(concolic *engine, const list_pair *pair);
/* The first node's content becomes what is true of both. */
void lists_join(concolic *engine, const list_pair *pair);

/* describe.c: words of nodes. */

/* A word of both nodes that is not the same constant. */
typedef struct list_unit {
  uint64_t at;
  unsigned bytes;
  term words[2]; /* of the first node, of the second */
  term joined;   /* a new input */
} list_unit;

enum { LIST_MOST_UNITS = 8 };

/* What is true of the joined words, as they are those of one node or of the
 * other; TERM_NONE: nothing is known. The inputs of the path may change. */
term lists_describe(concolic *engine, const list_unit *units, size_t count);

/* inputs.c: what the path says about some inputs. */

typedef vec(term) list_terms;

typedef struct list_inputs {
  vec(uint32_t) all;      /* numbers */
  list_terms constraints; /* of the path, that are connected with them */
} list_inputs;

/* Grows to all that constraints connect. */
void lists_connect(concolic *engine, list_inputs *inputs);
void lists_add_inputs(concolic *engine, list_inputs *inputs, term t);
void lists_clear_inputs(concolic *engine, list_inputs *inputs);
/* A new input that has the present value of a term. */
term lists_new_input(concolic *engine, unsigned width, uint64_t bits);

/* fold.c, open.c */

/* At the head of a loop. */
void lists_fold(concolic *engine);
/* So many bytes of an object are read, written or freed now. False: the run
 * ended. Must come before all other decisions of an instruction. */
bool lists_open(concolic *engine, uint32_t object, value at, uint64_t bytes);

#endif
