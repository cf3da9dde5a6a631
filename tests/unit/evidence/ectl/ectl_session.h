/* A question of extended CTL from text: a session with one system, and a
 * formula. */
#ifndef UNIT_ECTL_SESSION_H
#define UNIT_ECTL_SESSION_H

#include "lang/ectl/ectl_text.h"
#include "product/ectl_answer.h"

enum { SESSION_AUTOMATA = 4 };

typedef struct ectl_session {
  ectl formulas;
  ectl_items items;
  const machine *automata[SESSION_AUTOMATA];
  ectl_question q;
} ectl_session;

/* Into one that does not move. False: something is wrong with the texts. */
static inline bool ectl_session_read(mem *m, progress *clock, report *r,
                                     const char *session, const char *formula,
                                     ectl_session *x) {
  *x = (ectl_session){0};
  if (!ectl_read(m, "s", session, strlen(session), r, clock, &x->formulas,
                 &x->items))
    return false;
  uint32_t root =
      ectl_read_formula(m, "f", formula, strlen(formula), r, &x->formulas);
  if (root == ECTL_NONE)
    return false;
  x->q = (ectl_question){
      .formulas = &x->formulas, .until = x->automata, .release = x->automata};
  x->q.root = ectl_core(m, &x->formulas, root);
  vec_each (const ectl_item, item, &x->items) {
    uint32_t n =
        names_find(&x->formulas.automata, item->name, strlen(item->name));
    if (item->kind != ECTL_MACHINE)
      continue;
    if (machine_is_system(&item->machine))
      x->q.system = &item->machine;
    else if (n < SESSION_AUTOMATA)
      x->automata[n] = &item->machine;
  }
  return x->q.system != NULL;
}

#endif
