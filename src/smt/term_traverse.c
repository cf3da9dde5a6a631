/* Traversals of terms: under other assignments, for inputs, with replacements.
 * All use the same scratch, so none may begin within another. */
#include "smt/sort.h"
#include "smt/term_data.h"

#include <assert.h>

void term_notes_begin(terms *t) {
  if (t->notes.count < t->slots.count)
    vec_resize(t->m, &t->notes, t->slots.count);
  if (base_unlikely(++t->notes_epoch == 0)) {
    vec_each (term_note, note, &t->notes)
      note->stamp = 0;
    t->notes_epoch = 1;
  }
  t->work.count = 0;
}

/* Pushes the operands that have no note. False: all have. */
static bool push_operands(terms *t, term x) {
  const term_node *node = term_node_of(t, x);
  term operands[3] = {node->c, node->b, node->a};
  size_t before = t->work.count;
  for (int i = 0; i < 3; i++)
    if (operands[i] != TERM_NONE && !term_noted(t, operands[i]))
      vec_push(t->m, &t->work, operands[i]);
  return t->work.count > before;
}

/* Values under another assignment. */

static bool note_leaf(terms *t, term x, const uint64_t *values, size_t count) {
  const term_node *node = term_node_of(t, x);
  if (node->kind == TERM_CONSTANT)
    term_note_down(t, x, node->value);
  else if (node->kind == TERM_INPUT)
    term_note_down(
        t, x,
        node->value < count ? bits_cut(values[node->value], node->width) : 0);
  return node->kind != TERM_APPLY;
}

static void note_value(terms *t, term x) {
  const term_node *node = term_node_of(t, x);
  const term_note *notes = t->notes.at; /* the first's value is 0 */
  term_note_down(t, x,
                 bits_apply(node->op, node->width, term_from(t, node),
                            notes[node->a].value, notes[node->b].value,
                            notes[node->c].value));
}

/* Of a conditional, only the side that counts. */
static bool note_choice(terms *t, term x) {
  const term_node *node = term_node_of(t, x);
  term next = node->a;
  if (term_noted(t, next)) {
    next = t->notes.at[node->a].value ? node->b : node->c;
    if (term_noted(t, next)) {
      term_note_down(t, x, t->notes.at[next].value);
      return true;
    }
  }
  vec_push(t->m, &t->work, next);
  return false;
}

/* Another one in the same traversal. */
static uint64_t go_on(terms *t, term x, const uint64_t *values, size_t count) {
  vec_push(t->m, &t->work, x);
  while (t->work.count) {
    term y = vec_last(&t->work);
    bool done = true;
    if (term_noted(t, y) || note_leaf(t, y, values, count))
      done = true;
    else if (term_is(t, y, BITS_ITE))
      done = note_choice(t, y);
    else if (push_operands(t, y))
      done = false;
    else
      note_value(t, y);
    if (done)
      t->work.count--;
  }
  return t->notes.at[x].value;
}

uint64_t terms_value_under(terms *t, term x, const uint64_t *values,
                           size_t count) {
  term_notes_begin(t);
  return go_on(t, x, values, count);
}

bool term_all_hold(terms *t, const term *all, size_t count,
                   const uint64_t *values, size_t value_count) {
  term_notes_begin(t);
  for (size_t i = 0; i < count; i++)
    if (!go_on(t, all[i], values, value_count))
      return false;
  return true;
}

void terms_inputs_of(terms *t, mem *m, term x, term_inputs *out) {
  out->count = 0;
  term_notes_begin(t);
  vec_push(t->m, &t->work, x);
  while (t->work.count) {
    term y = vec_pop(&t->work);
    const term_node *node = term_node_of(t, y);
    if (term_noted(t, y) || !node->has_input)
      continue;
    term_note_down(t, y, 0);
    if (node->kind == TERM_INPUT)
      vec_push(m, out, (uint32_t)node->value);
    else
      push_operands(t, y);
  }
  sort_nearly_sorted(out->at, out->count);
}

/* The note of a term is what it becomes. */
static void note_rebuilt(terms *t, term y) {
  const term_node node = *term_node_of(t, y);
  const term_note *notes = t->notes.at; /* the first's value is TERM_NONE */
  term a = (term)notes[node.a].value, b = (term)notes[node.b].value,
       c = (term)notes[node.c].value;
  term rebuilt = a == node.a && b == node.b && c == node.c
                     ? y
                     : terms_apply(t, node.op, node.width, a, b, c);
  term_note_down(t, y, rebuilt);
}

term terms_substitute(terms *t, term x, const term *with, size_t count) {
  term_notes_begin(t);
  vec_push(t->m, &t->work, x);
  while (t->work.count) {
    term y = vec_last(&t->work);
    const term_node *node = term_node_of(t, y);
    bool done = true;
    if (term_noted(t, y))
      done = true;
    else if (node->kind == TERM_INPUT && node->value < count &&
             with[node->value])
      term_note_down(t, y, with[node->value]);
    else if (node->kind != TERM_APPLY || !node->has_input)
      term_note_down(t, y, y);
    else if (push_operands(t, y))
      done = false;
    else
      note_rebuilt(t, y);
    if (done)
      t->work.count--;
  }
  return (term)t->notes.at[x].value;
}
