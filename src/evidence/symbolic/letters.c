/* The automaton's part of a step: it reads the letter of a location, the values
 * there, and the step that is taken. */
#include "evidence/symbolic/checker.h"

static dd state_is(checker *c, uint32_t state, sym_copy copy) {
  dd all = DD_TRUE;
  for (uint32_t i = c->proof->automaton_bits; i-- > 0;) {
    uint32_t bit = c->program_globals + i;
    dd x = dd_variable(&c->d, checker_global(c, bit, copy));
    all = dd_and(&c->d, all, state >> i & 1 ? x : dd_not(&c->d, x));
  }
  return all;
}

static void find_conditions(checker *c, letter_relations *l) {
  const prog_binding *b = c->binding;
  l->condition = mem_array(c->m, b->atoms.count + 1, sizeof *l->condition);
  l->label_atoms =
      mem_array(c->m, c->p->locations.count + 1, sizeof *l->label_atoms);
  for (size_t i = 0; i < b->atoms.count; i++) {
    const prog_atom *a = &b->atoms.at[i];
    if (a->kind == PROG_ATOM_CONDITION) {
      checker_begin_stutter(c, DD_TRUE);
      dd can = checker_condition(c, a->condition);
      l->condition[i] = dd_exists(&c->d, can, c->helper_set);
    }
    for (size_t k = 0; a->kind == PROG_ATOM_LABEL && k < a->count; k++)
      l->label_atoms[b->locations.at[a->first + k]] |= UINT64_C(1) << i;
  }
}

bool checker_letters(checker *c, letter_relations *l) {
  const omega *a = c->automaton;
  uint32_t bits = c->proof->automaton_bits;
  if (a->sets != 1 || !a->state_based ||
      names_count(&a->atoms) > c->binding->atoms.count ||
      c->binding->atoms.count > PROG_MOST_ATOMS)
    return checker_fail(c, PROG_NONE, "the automaton is not a Büchi automaton");
  if (bits < 32 && a->states > UINT32_C(1) << bits)
    return checker_fail(c, PROG_NONE, "too few bits for the automaton");
  find_conditions(c, l);
  for (uint32_t q = 0; q < a->states; q++)
    if (omega_is_accepting(a, q))
      l->accepting = dd_or(&c->d, l->accepting, state_is(c, q, SYM_NOW));
  return true;
}

static known_atoms look(const checker *c, const letter_relations *l,
                        uint32_t location, uint32_t edge) {
  known_atoms k = {0};
  uint32_t on_top = checker_procedure(c, location);
  const prog_edge *e = edge == PROG_STUTTER ? NULL : &c->p->edges.at[edge];
  for (size_t i = 0; i < c->binding->atoms.count; i++) {
    const prog_atom *a = &c->binding->atoms.at[i];
    bool holds = false, knows = true;
    switch (a->kind) {
    case PROG_ATOM_LABEL:
      holds = l->label_atoms[location] >> i & 1;
      break;
    case PROG_ATOM_PROCEDURE:
      holds = a->procedure == on_top;
      break;
    case PROG_ATOM_CALL:
      holds = e && e->kind == PROG_CALL &&
              checker_procedure(c, e->entry) == a->procedure;
      break;
    case PROG_ATOM_RETURN:
      holds = e && e->kind == PROG_RETURN && on_top == a->procedure;
      break;
    case PROG_ATOM_CONDITION:
      knows = a->procedure != PROG_NONE && a->procedure != on_top;
      break;
    }
    k.known |= (uint64_t)knows << i;
    k.values |= (uint64_t)holds << i;
  }
  return k;
}

/* Where a cube holds, over what is not known. */
static dd cube_holds(checker *c, const letter_relations *l, omega_cube cube,
                     known_atoms k) {
  if ((k.values ^ cube.value) & cube.mask & k.known)
    return DD_FALSE;
  uint64_t open = cube.mask & ~k.known;
  dd all = DD_TRUE;
  for (uint32_t i = 0; open >> i; i++) {
    if (open >> i & 1) {
      dd x = l->condition[i];
      all = dd_and(&c->d, all, cube.value >> i & 1 ? x : dd_not(&c->d, x));
    }
    if (i == 63)
      break;
  }
  return all;
}

static dd steps_of_automaton(checker *c, const letter_relations *l,
                             known_atoms k) {
  const omega *a = c->automaton;
  dds *d = &c->d;
  dd all = DD_FALSE;
  vec_each (const omega_edge, e, &a->edges) {
    dd may = DD_FALSE;
    for (uint32_t i = 0; i < e->cubes; i++)
      may = dd_or(d, may, cube_holds(c, l, a->cubes.at[e->first_cube + i], k));
    if (may == DD_FALSE)
      continue;
    dd from = state_is(c, e->from, SYM_NOW), to = state_is(c, e->to, SYM_NEXT);
    all = dd_or(d, all, dd_and(d, may, dd_and(d, from, to)));
  }
  return all;
}

dd checker_letter_step(checker *c, letter_relations *l, uint32_t location,
                       uint32_t edge) {
  known_atoms k = look(c, l, location, edge);
  uint32_t n = names_insert(c->m, &l->keys, (const char *)&k, sizeof k);
  if (n == l->relations.count) {
    dd kept = DD_FALSE;
    dd_keep(&c->d, &kept, steps_of_automaton(c, l, k));
    vec_push(c->m, &l->relations, kept);
  }
  return l->relations.at[n];
}
