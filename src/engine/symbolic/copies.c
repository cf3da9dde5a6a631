/* Copies of bits: sets, renamings, conjunctions. */
#include "engine/symbolic/copies.h"

static uint32_t *variables_of(const sympds *system, mem *m, bool is_global,
                              sym_copy copy) {
  uint32_t count = is_global ? system->globals : system->locals;
  uint32_t *out = mem_array(m, count + 1, sizeof *out);
  for (uint32_t b = 0; b < count; b++)
    out[b] =
        is_global ? sym_global(system, b, copy) : sym_local(system, b, copy);
  return out;
}

void sym_copies_init(sym_copies *copies, mem *m, sympds *system) {
  *copies = (sym_copies){.s = system};
  size_t mark = dd_mark(system->d);
  for (int k = 0; k < SYM_COPIES; k++) {
    copies->global[k] = variables_of(system, m, true, (sym_copy)k);
    copies->local[k] = variables_of(system, m, false, (sym_copy)k);
    dd_keep(system->d, &copies->globals[k],
            dd_set(system->d, copies->global[k], system->globals));
    dd_keep(system->d, &copies->locals[k],
            dd_set(system->d, copies->local[k], system->locals));
  }
  dd_release(system->d, mark);
}

void sym_copies_free(sym_copies *copies, mem *m) {
  for (int k = 0; k < SYM_COPIES; k++) {
    mem_free(m, copies->global[k]);
    mem_free(m, copies->local[k]);
    dd_keep(copies->s->d, &copies->globals[k], DD_FALSE);
    dd_keep(copies->s->d, &copies->locals[k], DD_FALSE);
  }
}

dd_renaming *sym_copies_renaming(const sym_copies *copies, mem *m,
                                 const sym_moves *moves, const bool *marked) {
  const sympds *system = copies->s;
  size_t most = (size_t)SYM_COPIES * (system->globals + system->locals) + 1,
         count = 0;
  uint32_t *from = mem_array(m, most, sizeof *from);
  uint32_t *to = mem_array(m, most, sizeof *to);
  for (int k = 0; k < SYM_COPIES; k++) {
    bool asks = marked && k == SYM_NOW;
    for (uint32_t b = 0; b < system->globals; b++)
      if (moves->globals[k] != (sym_copy)k && (!asks || marked[b])) {
        from[count] = copies->global[k][b];
        to[count++] = copies->global[moves->globals[k]][b];
      }
    for (uint32_t b = 0; b < system->locals; b++)
      if (moves->locals[k] != (sym_copy)k &&
          (!asks || marked[system->globals + b])) {
        from[count] = copies->local[k][b];
        to[count++] = copies->local[moves->locals[k]][b];
      }
  }
  dd_renaming *renaming = dd_renaming_make(system->d, from, to, count);
  mem_free(m, from);
  mem_free(m, to);
  return renaming;
}

dd sym_changed_set(const sym_copies *copies, mem *m, const sym_rule *rule,
                   bool is_below, sym_copy copy) {
  const sympds *system = copies->s;
  uint32_t count = is_below ? rule->changes_below : rule->changes_globals;
  const uint32_t *bits = is_below ? sym_changed_below(system, rule)
                                  : sym_changed_globals(system, rule);
  uint32_t *variables = mem_array(m, count + 1, sizeof *variables);
  for (uint32_t i = 0; i < count; i++)
    variables[i] =
        is_below ? copies->local[copy][bits[i]] : copies->global[copy][bits[i]];
  dd set = dd_set(system->d, variables, count);
  mem_free(m, variables);
  return set;
}

void sym_point_globals(mem *m, sym_point *point, const sym_copies *copies,
                       sym_copy copy, const bool *values) {
  for (uint32_t b = 0; b < copies->s->globals; b++)
    sym_point_add(m, point, copies->global[copy][b], values[b]);
}

void sym_point_locals(mem *m, sym_point *point, const sym_copies *copies,
                      sym_copy copy, const bool *values) {
  for (uint32_t b = 0; b < copies->s->locals; b++)
    sym_point_add(m, point, copies->local[copy][b], values[b]);
}

void sym_point_free(mem *m, sym_point *point) {
  vec_free(m, &point->variables);
  vec_free(m, &point->values);
}
