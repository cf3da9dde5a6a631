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

static void find_conditions(checker *c, letter_relations *relations) {
  const prog_binding *binding = c->binding;
  relations->condition =
      mem_array(c->m, binding->atoms.count + 1, sizeof *relations->condition);
  relations->label_atoms = mem_array(c->m, c->p->locations.count + 1,
                                     sizeof *relations->label_atoms);
  for (size_t i = 0; i < binding->atoms.count; i++) {
    const prog_atom *atom = &binding->atoms.at[i];
    if (atom->kind == PROG_ATOM_CONDITION) {
      checker_begin_stutter(c, DD_TRUE);
      dd can = checker_condition(c, atom->condition);
      relations->condition[i] = dd_exists(&c->d, can, c->helper_set);
    }
    for (size_t k = 0; atom->kind == PROG_ATOM_LABEL && k < atom->count; k++)
      relations->label_atoms[binding->locations.at[atom->first + k]] |=
          UINT64_C(1) << i;
  }
}

bool checker_letters(checker *c, letter_relations *relations) {
  const omega *automaton = c->automaton;
  uint32_t bits = c->proof->automaton_bits;
  if (automaton->sets != 1 || !automaton->state_based ||
      names_count(&automaton->atoms) > c->binding->atoms.count ||
      c->binding->atoms.count > PROG_MOST_ATOMS)
    return checker_fail(c, PROG_NONE, "the automaton is not a Büchi automaton");
  if (bits < 32 && automaton->states > UINT32_C(1) << bits)
    return checker_fail(c, PROG_NONE, "too few bits for the automaton");
  find_conditions(c, relations);
  for (uint32_t q = 0; q < automaton->states; q++)
    if (omega_is_accepting(automaton, q))
      relations->accepting =
          dd_or(&c->d, relations->accepting, state_is(c, q, SYM_NOW));
  return true;
}

static known_atoms look(const checker *c, const letter_relations *relations,
                        uint32_t location, uint32_t edge) {
  known_atoms atoms = {0};
  uint32_t on_top = checker_procedure(c, location);
  const prog_edge *e = edge == PROG_STUTTER ? NULL : &c->p->edges.at[edge];
  for (size_t i = 0; i < c->binding->atoms.count; i++) {
    const prog_atom *atom = &c->binding->atoms.at[i];
    bool holds = false, knows = true;
    switch (atom->kind) {
    case PROG_ATOM_LABEL:
      holds = relations->label_atoms[location] >> i & 1;
      break;
    case PROG_ATOM_PROCEDURE:
      holds = atom->procedure == on_top;
      break;
    case PROG_ATOM_CALL:
      holds = e && e->kind == PROG_CALL &&
              checker_procedure(c, e->entry) == atom->procedure;
      break;
    case PROG_ATOM_RETURN:
      holds = e && e->kind == PROG_RETURN && on_top == atom->procedure;
      break;
    case PROG_ATOM_CONDITION:
      knows = atom->procedure != PROG_NONE && atom->procedure != on_top;
      break;
    }
    atoms.known |= (uint64_t)knows << i;
    atoms.values |= (uint64_t)holds << i;
  }
  return atoms;
}

/* Where a cube holds, over what is not known. */
static dd cube_holds(checker *c, const letter_relations *relations,
                     omega_cube cube, known_atoms atoms) {
  if ((atoms.values ^ cube.value) & cube.mask & atoms.known)
    return DD_FALSE;
  uint64_t open = cube.mask & ~atoms.known;
  dd all = DD_TRUE;
  for (uint32_t i = 0; open >> i; i++) {
    if (open >> i & 1) {
      dd x = relations->condition[i];
      all = dd_and(&c->d, all, cube.value >> i & 1 ? x : dd_not(&c->d, x));
    }
    if (i == 63)
      break;
  }
  return all;
}

static dd steps_of_automaton(checker *c, const letter_relations *relations,
                             known_atoms atoms) {
  const omega *automaton = c->automaton;
  dds *diagrams = &c->d;
  dd all = DD_FALSE;
  vec_each (const omega_edge, edge, &automaton->edges) {
    dd may = DD_FALSE;
    for (uint32_t i = 0; i < edge->cubes; i++)
      may = dd_or(diagrams, may,
                  cube_holds(c, relations,
                             automaton->cubes.at[edge->first_cube + i], atoms));
    if (may == DD_FALSE)
      continue;
    dd from = state_is(c, edge->from, SYM_NOW),
       to = state_is(c, edge->to, SYM_NEXT);
    all =
        dd_or(diagrams, all, dd_and(diagrams, may, dd_and(diagrams, from, to)));
  }
  return all;
}

dd checker_letter_step(checker *c, letter_relations *relations,
                       uint32_t location, uint32_t edge) {
  known_atoms atoms = look(c, relations, location, edge);
  uint32_t n =
      names_insert(c->m, &relations->keys, (const char *)&atoms, sizeof atoms);
  if (n == relations->relations.count) {
    dd kept = DD_FALSE;
    dd_keep(&c->d, &kept, steps_of_automaton(c, relations, atoms));
    vec_push(c->m, &relations->relations, kept);
  }
  return relations->relations.at[n];
}
