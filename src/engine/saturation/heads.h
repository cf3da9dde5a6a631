/* Pushdown systems forwards: which heads (a location, and the symbol on top)
 * can be on top, and where does popping the symbol lead? Only heads that can
 * be reached from those added are looked at, and their rules are asked for
 * when they are.
 *
 * Invariant after heads_run: the heads are closed under rules, also under what
 * lies below a symbol that is popped again; each has all its summaries; links
 * are the edges of the graph of heads, kept where they lead to. */
#ifndef ENGINE_SATURATION_HEADS_H
#define ENGINE_SATURATION_HEADS_H

#include "base/map.h"
#include "base/progress.h"

#define HEADS_NONE UINT32_MAX

typedef struct heads_rule {
  uint32_t to, length, push[2]; /* push[0] becomes the top */
  uint32_t source;              /* what the caller calls it */
} heads_rule;
typedef vec(heads_rule) heads_rules;

typedef struct heads_system {
  void *self;
  uint32_t locations; /* are numbers below this */
  /* Appends the rules of a head, with memory of 'm'. Heads are asked for in
   * the order of their numbers, each once. */
  void (*expand)(void *self, mem *m, uint32_t location, uint32_t symbol,
                 heads_rules *out);
  bool (*accepting)(void *self, uint32_t location); /* NULL: none is */
  bool keeps_rules; /* else those of one head at a time */
  bool has_reasons; /* only where nothing is accepting */
  bool never_pops;  /* no rule does: links are all that is wanted */
} heads_system;

/* <location, symbol> can be popped, ending in 'to'; or not, if 'accepting'
 * is false, through any accepting location before. */
typedef struct heads_summary {
  uint32_t head, to;
  uint32_t next; /* of the same head */
  bool accepting, queued;
} heads_summary;
typedef vec(heads_summary) heads_summaries;

/* Why there is a link or a summary: a rule, by its source, and the summaries
 * behind it, which are older. */
typedef struct heads_reason {
  uint32_t source, first, second;
} heads_reason;

typedef struct heads_head {
  uint32_t first_rule, rules; /* if they are kept */
  uint32_t summaries;         /* newest first */
  uint32_t summary_count;
  uint64_t *known; /* those to location l: bit 2l; accepting ones: 2l + 1, too;
                      NULL while there are few. Behind it, in the same way,
                      those that wait in the queue */
  uint32_t links;  /* to this head */
  bool accepting;  /* its location */
} heads_head;

/* As 'below' of a link: the head's summaries are the target's, too. */
#define HEADS_TAIL UINT32_MAX

/* The head that has this link was entered from the head 'target', which pushed
 * it onto 'below'. */
typedef struct heads_link {
  uint32_t next, target, below;
  bool accepting; /* the way from the target, itself included */
} heads_link;

typedef struct heads_search {
  mem *m;
  progress *clock;
  const heads_system *s;
  map numbers; /* of heads: map_pair(location, symbol) */
  vec(heads_head) heads;
  heads_rules rules;
  heads_summaries summaries;
  map summary_numbers; /* (head, to) */
  vec(heads_link) links;
  vec(heads_reason) link_reasons, summary_reasons;
  map tails; /* (target, head), and their links */
  vec(uint32_t) tail_links;
  vec(uint32_t) queue; /* of summaries */
  size_t queue_head;
  vec(uint32_t) batch; /* summaries of one head that go on together, */
  uint64_t *batch_set; /* and as bits */
  uint32_t next_head;  /* to be looked at */
} heads_search;

/* The number of a head; a new one is looked at when heads_run is called. */
uint32_t heads_add(heads_search *search, uint32_t location, uint32_t symbol);

/* All that follows from the heads that are there. More may be added after. */
void heads_run(heads_search *search);

/* What only heads_run needs. */
void heads_finish(heads_search *search);

static inline uint32_t heads_find(const heads_search *v, uint32_t location,
                                  uint32_t symbol) {
  return map_find(&v->numbers, map_pair(location, symbol));
}

#endif
