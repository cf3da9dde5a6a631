/* Proofs by folding lists: one pass, which sees all or proves nothing. */
#include "engine/panda/search.h"
#include "engine/panda/lists/lists.h"

#include <stdio.h>

enum { BOUND = 100000, UNLIKE = 4 };

#define FIRST_SECONDS 0.5 /* to see whether there are lists */

/* Nodes are made, and links between them? */
static bool may_have_lists(const cfa *automaton) {
  bool allocates = false, links = false;
  vec_each (const cfa_edge, edge, &automaton->edges) {
    allocates = allocates || edge->kind == CFA_ALLOCATE;
    links = links || edge->kind == CFA_COPY ||
            (edge->kind == CFA_STORE &&
             automaton->expressions.at[edge->b].is_pointer);
  }
  return allocates && links;
}

/* True: it has seen all, and no error. */
static bool pass(search *s, lists *now, double seconds) {
  concolic *engine = s->concolic;
  engine->lists = now;
  engine->stretch = seconds;
  engine->deadline = concolic_seconds() + seconds;
  bool is_over = search_pass(s, BOUND);
  engine->lists = NULL;
  return !is_over && !s->is_spoilt && !engine->was_cut && !engine->was_open &&
         !engine->has_read_unknown_pointer && !engine->is_spent;
}

static bool prove(search *s, double seconds) {
  unsigned unlike = s->options->unlike_links;
  lists now = {.most_unlike = unlike ? unlike : UNLIKE};
  double first = seconds < FIRST_SECONDS ? seconds : FIRST_SECONDS;
  if (pass(s, &now, first))
    return true;
  s->lists_are_useless = !now.folded || s->is_spoilt;
  if (s->lists_are_useless || seconds <= first)
    return false;
  bool is_proof = pass(s, &now, seconds);
  s->lists_are_useless = s->is_spoilt;
  return is_proof;
}

bool search_by_lists(search *s, double seconds) {
  concolic *engine = s->concolic;
  abstraction *a = engine->abstraction;
  double stretch = engine->stretch;
  bool wants_more = s->wants_more;
  if (!engine->cover || !s->loops->count || s->lists_are_useless ||
      !may_have_lists(s->p))
    return false;
  uint64_t asked = engine->cover->asked, found = engine->cover->found;
  engine->abstraction = NULL; /* it knows nothing of what is forgotten */
  engine->loops = s->loops;
  bool is_proof = prove(s, seconds);
  engine->deadline = 0;
  engine->stretch = stretch;
  engine->abstraction = a;
  engine->cover->asked = asked; /* of what is unrolled: see next_bound */
  engine->cover->found = found;
  s->wants_more = wants_more;
  s->is_spoilt = s->is_incomplete = false;
  s->out->reason[0] = 0;
  s->out->place.file = CFA_NONE;
  if (!is_proof)
    return false;
  s->out->verdict = PANDA_HOLDS;
  s->out->is_by_lists = true;
  snprintf(s->out->reason, sizeof s->out->reason, "by shapes of its lists");
  return true;
}
