/* Invariants of places and functions, for people and for tools. */
#include "cfa/print.h"

#include "cfa/print_piece.h"

#include <assert.h>
#include <stdio.h>

/* A name for the index that the program does not use. */
static void name_index(const cfa *p, char *out, size_t size) {
  snprintf(out, size, "k");
  for (unsigned i = 1; names_find(&p->names, out, strlen(out)) != NAMES_NONE;
       i++)
    snprintf(out, size, "k%u", i);
}

/* What is said under a condition reads best so. */
static void print_claim(cfa_writer *w, uint32_t n) {
  assert(n < w->p->expressions.count);
  const cfa_expression *x = &w->p->expressions.at[n];
  const cfa_expression *a =
      x->kind == CFA_APPLY ? &w->p->expressions.at[x->a] : NULL;
  bool implies = a && x->op == BITS_OR && a->kind == CFA_APPLY &&
                 a->op == BITS_NOT && a->width == 1;
  if (!implies) {
    cfa_print_piece(w, n, CFA_EITHER);
    return;
  }
  cfa_piece left = cfa_print_condition(w, a->a, true);
  cfa_bind(w, &left, CFA_BINDS_OR_ELSE);
  cfa_put(w, " ==> ");
  cfa_piece right = cfa_print_condition(w, x->b, true);
  cfa_bind(w, &right, CFA_BINDS_OR_ELSE);
}

bool cfa_print_invariant(const cfa *p, const cfa_invariant *i, bool for_tools,
                         text *out) {
  char index[16];
  bool is_place = i->kind == CFA_AT_LOCATION;
  const cfa_location *l = is_place ? &p->locations.at[i->at] : NULL;
  cfa_wording wording = {.function = is_place ? l->function : i->at,
                         .line = is_place ? l->place.line : 0,
                         .index = index,
                         .is_ensured = i->kind == CFA_ENSURES,
                         .for_tools = for_tools};
  cfa_writer w = {.p = p, .is_c = true, .wording = &wording};
  name_index(p, index, sizeof index);
  if (i->index)
    print_claim(&w, i->condition);
  else
    cfa_print_piece(&w, i->condition, CFA_EITHER);
  bool is_typed = !(w.has_signed_index && w.has_unsigned_index) &&
                  (i->index % 8 == 0 && (i->index & (i->index - 1)) == 0);
  if (i->index && for_tools)
    text_format(out, "\\forall %s %s; ",
                cfa_type_word(i->index, w.has_unsigned_index), index);
  else if (i->index)
    text_format(out, "for all %s: ", index);
  cfa_hand_over(&w, out);
  return w.is_c && !w.is_full && is_typed;
}
