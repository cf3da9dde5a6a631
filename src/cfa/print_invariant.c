/* Invariants of places and functions, for people and for tools. */
#include "cfa/print.h"

#include "cfa/print_piece.h"

#include <assert.h>
#include <stdio.h>

/* A name for the index that the program does not use. */
static void name_index(const cfa *automaton, char *out, size_t size) {
  snprintf(out, size, "k");
  for (unsigned i = 1;
       names_find(&automaton->names, out, strlen(out)) != NAMES_NONE; i++)
    snprintf(out, size, "k%u", i);
}

/* What is said under a condition reads best so. */
static void print_claim(cfa_writer *writer, uint32_t n) {
  assert(n < writer->p->expressions.count);
  const cfa_expression *x = &writer->p->expressions.at[n];
  const cfa_expression *a =
      x->kind == CFA_APPLY ? &writer->p->expressions.at[x->a] : NULL;
  bool implies = a && x->op == BITS_OR && a->kind == CFA_APPLY &&
                 a->op == BITS_NOT && a->width == 1;
  if (!implies) {
    cfa_print_piece(writer, n, CFA_EITHER);
    return;
  }
  cfa_piece left = cfa_print_condition(writer, a->a, true);
  cfa_bind(writer, &left, CFA_BINDS_OR_ELSE);
  cfa_put(writer, " ==> ");
  cfa_piece right = cfa_print_condition(writer, x->b, true);
  cfa_bind(writer, &right, CFA_BINDS_OR_ELSE);
}

bool cfa_print_invariant(const cfa *automaton, const cfa_invariant *invariant,
                         bool for_tools, text *out) {
  char index[16];
  bool is_place = invariant->kind == CFA_AT_LOCATION;
  const cfa_location *location =
      is_place ? &automaton->locations.at[invariant->at] : NULL;
  cfa_wording wording = {.function =
                             is_place ? location->function : invariant->at,
                         .line = is_place ? location->place.line : 0,
                         .index = index,
                         .is_ensured = invariant->kind == CFA_ENSURES,
                         .for_tools = for_tools};
  cfa_writer writer = {.p = automaton, .is_c = true, .wording = &wording};
  name_index(automaton, index, sizeof index);
  if (invariant->index)
    print_claim(&writer, invariant->condition);
  else
    cfa_print_piece(&writer, invariant->condition, CFA_EITHER);
  bool is_typed = !(writer.has_signed_index && writer.has_unsigned_index) &&
                  (invariant->index % 8 == 0 &&
                   (invariant->index & (invariant->index - 1)) == 0);
  if (invariant->index && for_tools)
    text_format(out, "\\forall %s %s; ",
                cfa_type_word(invariant->index, writer.has_unsigned_index),
                index);
  else if (invariant->index)
    text_format(out, "for all %s: ", index);
  cfa_hand_over(&writer, out);
  return writer.is_c && !writer.is_full && is_typed;
}
