/* The sets of configurations of an expanded program. */
#include "product/program_pds_names.h"

#include <assert.h>
#include <stdio.h>

typedef struct setter {
  mem *m;
  const prog *p;
  prog_expansion *out;
  const prog_naming *naming;
  const map *heads;
  uint32_t *globals, *locals; /* scratch */
} setter;

/* A state that accepts every stack. */
static uint32_t add_rest(mem *m, paut *automaton) {
  uint32_t rest = paut_add_state(m, automaton);
  uint32_t any = paut_add_set(m, automaton, true, NULL, 0);
  paut_add_edge(m, automaton, rest, any, rest);
  paut_add_accepting(m, automaton, rest);
  return rest;
}

/* Configurations with one of these symbols on top, in any state. */
static void add_tops(setter *x, paut *automaton, const uint32_t *symbols,
                     size_t count) {
  uint32_t rest = add_rest(x->m, automaton);
  if (count == 0)
    return;
  uint32_t label = paut_add_set(x->m, automaton, false, symbols, count);
  for (uint32_t s = 0; s < pds_state_count(&x->out->pds); s++)
    paut_add_edge(x->m, automaton, s, label, rest);
}

typedef vec(uint32_t) symbols;

static void symbols_at(setter *x, const uint32_t *locations, size_t count,
                       symbols *out) {
  bool *is_one = mem_array(x->m, x->p->locations.count, sizeof *is_one);
  for (size_t i = 0; i < count; i++)
    is_one[locations[i]] = true;
  for (uint32_t s = 0; s < x->out->symbol_location.count; s++)
    if (is_one[x->out->symbol_location.at[s]])
      vec_push(x->m, out, s);
  mem_free(x->m, is_one);
}

static void symbols_of(setter *x, uint32_t procedure, symbols *out) {
  for (uint32_t s = 0; s < x->out->symbol_location.count; s++) {
    uint32_t l = x->out->symbol_location.at[s];
    if (x->p->locations.at[l].procedure == procedure)
      vec_push(x->m, out, s);
  }
}

static bool holds_at(setter *x, const prog_atom *atom, uint32_t state,
                     uint32_t symbol) {
  prog_state_cells(x->naming, state, x->globals);
  if (symbol != PDS_NONE)
    prog_symbol_cells(x->naming, symbol, x->locals);
  return prog_can_hold(x->m, x->p, atom->condition, x->globals, x->locals);
}

static void add_condition(setter *x, paut *automaton, const prog_atom *atom) {
  uint32_t rest = add_rest(x->m, automaton);
  if (atom->procedure == PROG_NONE) {
    uint32_t any = paut_add_set(x->m, automaton, true, NULL, 0);
    for (uint32_t s = 0; s < pds_state_count(&x->out->pds); s++)
      if (holds_at(x, atom, s, PDS_NONE))
        paut_add_edge(x->m, automaton, s, any, rest);
    return;
  }
  vec_each (const uint64_t, key, &x->heads->keys) {
    uint32_t state = (uint32_t)(*key >> 32), symbol = (uint32_t)*key;
    uint32_t l = x->out->symbol_location.at[symbol];
    if (x->p->locations.at[l].procedure == atom->procedure &&
        holds_at(x, atom, state, symbol))
      paut_add_edge(x->m, automaton, state, symbol, rest);
  }
}

static void add_atom(setter *x, const prog_binding *binding, size_t number) {
  assert(number < binding->atoms.count);
  const prog_atom *atom = &binding->atoms.at[number];
  char name[32];
  if (atom->kind == PROG_ATOM_CALL || atom->kind == PROG_ATOM_RETURN)
    return;
  int length = snprintf(name, sizeof name, "atom%zu", number);
  pds *system = &x->out->pds;
  pds_set set = {
      .name = names_insert(x->m, &system->set_names, name, (size_t)length)};
  symbols tops = {0};
  if (atom->kind == PROG_ATOM_CONDITION) {
    add_condition(x, &set.automaton, atom);
  } else {
    if (atom->kind == PROG_ATOM_LABEL)
      symbols_at(x, binding->locations.at + atom->first, atom->count, &tops);
    else
      symbols_of(x, atom->procedure, &tops);
    add_tops(x, &set.automaton, tops.at, tops.count);
  }
  vec_free(x->m, &tops);
  vec_push(x->m, &system->named_sets, set);
}

uint32_t prog_largest_frame(const prog *program) {
  uint32_t most = 1;
  vec_each (const prog_procedure, procedure, &program->procedures)
    if (procedure->cells > most)
      most = procedure->cells;
  return most;
}

static void add_all(setter *x, const prog_locations *targets,
                    const prog_binding *binding) {
  pds *system = &x->out->pds;
  paut *initial = &system->sets[PDS_INITIAL];
  uint32_t end = paut_add_state(x->m, initial);
  paut_add_edge(x->m, initial, 0, 0, end); /* the first state and symbol */
  paut_add_accepting(x->m, initial, end);
  symbols tops = {0};
  symbols_at(x, targets->at, targets->count, &tops);
  add_tops(x, &system->sets[PDS_FINAL], tops.at, tops.count);
  vec_free(x->m, &tops);
  system->has_system = system->has_set[PDS_INITIAL] =
      system->has_set[PDS_FINAL] = true;
  for (size_t i = 0; binding && i < binding->atoms.count; i++)
    add_atom(x, binding, i);
}

void prog_add_sets(const prog_naming *naming, const map *heads,
                   const prog_locations *targets, const prog_binding *binding) {
  setter x = {.m = naming->m,
              .p = naming->p,
              .out = naming->out,
              .naming = naming,
              .heads = heads};
  x.globals = mem_array(x.m, (size_t)x.p->global_cells + 1, sizeof *x.globals);
  x.locals = mem_array(x.m, prog_largest_frame(x.p), sizeof *x.locals);
  add_all(&x, targets, binding);
  mem_free(x.m, x.globals);
  mem_free(x.m, x.locals);
}
