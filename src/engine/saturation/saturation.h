/* The automaton that a saturation grows, and its agenda.
 *
 * Edges with the same source and symbol form a row. In SAT_REACH the agenda
 * holds rows with edges that have not been propagated, so that a rule is
 * looked up once for many edges; otherwise it holds single edges. Both pre*
 * and post* (pre.c, post.c) are sets of inclusions between rows; they meet
 * here in two mechanisms: a subscription on a row, and one on all rows of a
 * state.
 *
 * In SAT_REACH, rows that have grown large may become dense once there are very
 * many edges ('dense_from'): a set of states and nothing else, so that a rule
 * is applied to 64 edges at a time. Their edges have no numbers and no reasons;
 * the automaton is 'lossy' then: it decides, but explains nothing.
 *
 * Invariants: an edge's reason names only edges that were there before it (in
 * SAT_REACH; a version names only earlier versions, always); a row of more than
 * SAT_SMALL edges has a set or its edges are in 'members'. */
#ifndef ENGINE_SATURATION_SATURATION_H
#define ENGINE_SATURATION_SATURATION_H

#include "automata/nfa.h"
#include "base/map.h"
#include "base/progress.h"
#include "engine/saturation/weights.h"

#include <assert.h>

#define SAT_NONE UINT32_MAX
#define SAT_EPSILON UINT32_MAX /* as the symbol of a row: post*'s pops */

/* What stands in 'rule' of an edge that is there for another reason. */
#define SAT_INPUT UINT32_MAX /* an edge of the given automaton */
#define SAT_BY_EPSILON                                                         \
  (UINT32_MAX - 1)                 /* post*: over epsilon to state 'via'       \
                                    */
#define SAT_ENTRY (UINT32_MAX - 2) /* post*: into the state of a push */

enum { SAT_INLINE = 4, SAT_SMALL = 8 };

typedef struct sat_edge {
  uint32_t row, to;
  uint32_t next;      /* older one of the row; SAT_NONE: the oldest */
  uint32_t rule, via; /* the reason: see pre.c and post.c */
} sat_edge;

/* 64 bytes, the width of a cache line. */
typedef struct sat_row {
  uint32_t state, symbol;
  uint32_t first, count; /* edges, newest first; dense: 'first' is the set of
                            those not yet propagated, of 'sets' */
  uint32_t done;         /* SAT_REACH: the oldest, which are propagated */
  uint32_t next, next_symbol;     /* row of the same state, symbol */
  uint32_t set;                   /* of 'sets'; SAT_NONE: none */
  uint32_t subscribers;           /* of 'subscriptions' */
  uint32_t actions, action_count; /* of 'actions' */
  uint32_t oldest[SAT_INLINE];    /* where its oldest edges lead */
  bool queued, dense;
  bool indexed; /* all edges are in 'members' */
} sat_row;

/* When the row (or any row of the state) gains an edge, so does 'target'. */
typedef struct sat_subscription {
  uint32_t next;
  uint32_t target; /* pre*: a row, or SAT_NONE: all rows of the rule's state;
                      post*: a state */
  uint32_t rule;
  uint32_t premise; /* the edge that led here */
} sat_subscription;

typedef struct sat_reason {
  uint32_t rule, via;
} sat_reason;

/* SAT_FIXPOINT: how an edge came by one of its weights. The tree of a version
 * weighs just that, and never changes. */
typedef struct sat_version {
  uint32_t edge, rule;
  uint32_t premise[2]; /* versions; SAT_NONE: there is none */
  uint32_t loop;       /* of 'loops': the weight has no bound because of it;
                          SAT_NONE: as its premises say */
  uint32_t height;     /* of the tree */
} sat_version;

/* Versions first .. last, each a premise of the next, 'inner' one of the
 * first; 'last' and 'inner' are of the same edge, 'last' weighs less. */
typedef struct sat_loop {
  uint32_t inner, first, last;
} sat_loop;

typedef struct sat_state {
  uint32_t rows, row_count;
  uint32_t subscribers;
  uint32_t actions, action_count;
  bool accepting;
} sat_state;

typedef struct sat_symbol {
  uint32_t first, count; /* rows */
} sat_symbol;

/* A rule as the row that triggers it needs it: all in one place. */
typedef struct sat_action {
  uint32_t rule;
  uint32_t target; /* the row it leads to; SAT_NONE: not known, or many */
  uint32_t second; /* pre*: its second pushed symbol; post*: the state that its
                      push enters, until it has; SAT_NONE: none */
} sat_action;

typedef struct sat {
  mem *m;
  progress *clock;
  const pds *p;
  weights *w;
  bool forward; /* post*, else pre* */

  uint32_t *direct; /* rows of control locations plus one, by symbol and then
                       state; NULL: there would be too many */
  map row_numbers;  /* (state, symbol) of all others, and their rows */
  vec(uint32_t) row_of_number;
  vec(sat_row) rows;
  vec(sat_edge) edges;
  vec(sat_state) states;
  vec(sat_symbol) symbols;
  vec(uint64_t *) sets;
  vec(uint32_t) set_words;
  vec(uint32_t) free_sets; /* empty, to be used again */
  uint32_t delta_set;      /* the set of the delta at hand; SAT_NONE: none */
  uint64_t dense_from;     /* transitions from which on rows may be dense */
  uint64_t transitions;
  bool lossy;
  map members; /* (row, to) of large rows without a set */
  vec(uint32_t) member_edges;
  vec(sat_subscription) subscriptions;
  uint32_t input_states; /* control and inner states of the given automaton */
  map entries;           /* post*: (state, symbol) -> state for a push */

  sat_action *actions; /* those of a row, or of all rows of a state, together:
                          see pre.c and post.c */

  /* SAT_REACH: the rows that wait, a bit each, and a bit for each word of
   * those that is not zero. They are taken in sweeps up and down. */
  vec(uint64_t) waiting, waiting_words;
  uint64_t waiting_count;
  uint32_t sweep;
  bool sweeps_down;
  /* SAT_FIXPOINT, SAT_SEMIRING: the edges that wait, this generation's from
   * queue_head on, and those of the next. */
  vec(uint32_t) queue, later;
  size_t queue_head;
  vec(uint32_t) heap;     /* SAT_ORDERED */
  vec(uint32_t) position; /* by edge: in the heap; 1: queued; SAT_NONE: not */
  vec(uint8_t) visited;   /* by edge: has been propagated before */
  vec(unsigned char) values;   /* by edge: its weight */
  vec(sat_version) versions;   /* SAT_FIXPOINT */
  vec(int64_t) version_values; /* their weights */
  vec(uint32_t) version;       /* by edge: its latest */
  vec(sat_loop) loops;
  vec(uint8_t) improvements; /* by edge, since the last look for a loop */
} sat;

/* Takes the edges of 'n'. 'grows': pre_init or post_init follows. */
void sat_init(sat *a, mem *m, progress *clock, const pds *system, weights *w,
              const nfa *n, bool grows);
uint32_t sat_state_count(const sat *a);
bool sat_accepts(const sat *a, uint32_t state);

/* The row, made if need be. */
uint32_t sat_row_of(sat *a, uint32_t state, uint32_t symbol);
/* The row, or SAT_NONE. */
uint32_t sat_find_row(const sat *a, uint32_t state, uint32_t symbol);
/* The edge, or SAT_NONE. Indexes large rows on first use. */
uint32_t sat_find_edge(sat *a, uint32_t row, uint32_t to);

void sat_subscribe(sat *a, uint32_t *list, sat_subscription subscription);

/* Lays out the actions: rule r belongs to row row_key[r], else to state
 * state_key[r], else nowhere. Their 'target' and 'second' are SAT_NONE. */
void sat_lay_out_actions(sat *a, const uint32_t *row_key,
                         const uint32_t *state_key);

static inline void *sat_value(const sat *a, uint32_t edge) {
  assert(edge < a->edges.count);
  return a->values.at + (size_t)edge * a->w->size;
}

#endif
