/* Proofs by folding lists: one pass, which sees all or proves nothing. */
#include "engine/panda/lists.h"
#include "engine/panda/search.h"

#include <stdio.h>

enum { BOUND = 100000, UNLIKE = 4 };

static bool has_heap(const cfa *p) {
  vec_each (const cfa_edge, e, &p->edges)
    if (e->kind == CFA_ALLOCATE)
      return true;
  return false;
}

bool search_by_lists(search *s, double seconds) {
  tandem *k = s->tandem;
  unsigned unlike = s->options->unlike_links;
  lists now = {.most_unlike = unlike ? unlike : UNLIKE};
  abstraction *a = k->abstraction;
  double stretch = k->stretch;
  bool wants_more = s->wants_more;
  if (!k->cover || !s->loops->count || !has_heap(s->p) || s->lists_are_useless)
    return false;
  k->abstraction = NULL; /* it knows nothing of what is forgotten */
  k->lists = &now;
  k->loops = s->loops;
  k->stretch = seconds;
  k->deadline = tandem_seconds() + seconds;
  bool is_over = search_pass(s, BOUND);
  bool is_proof = !is_over && !s->is_spoilt && !k->was_cut && !k->was_open &&
                  !k->is_muddled && !k->is_spent;
  s->lists_are_useless = !now.folded || s->is_spoilt;
  k->lists = NULL;
  k->deadline = 0;
  k->stretch = stretch;
  k->abstraction = a;
  s->wants_more = wants_more;
  s->is_spoilt = s->is_incomplete = false;
  s->out->reason[0] = 0;
  s->out->place.file = CFA_NONE;
  if (!is_proof)
    return false;
  s->out->verdict = PANDA_HOLDS;
  s->is_by_lists = true;
  snprintf(s->out->reason, sizeof s->out->reason, "by shapes of its lists");
  return true;
}
