/* Copies of bits: sets, renamings, conjunctions. */
#include "engine/symbolic/copies.h"

static uint32_t *variables_of(const sympds *s, mem *m, bool is_global,
                              sym_copy copy) {
  uint32_t count = is_global ? s->globals : s->locals;
  uint32_t *out = mem_array(m, count + 1, sizeof *out);
  for (uint32_t b = 0; b < count; b++)
    out[b] = is_global ? sym_global(s, b, copy) : sym_local(s, b, copy);
  return out;
}

void sym_copies_init(sym_copies *c, mem *m, sympds *s) {
  *c = (sym_copies){.s = s};
  size_t mark = dd_mark(s->d);
  for (int k = 0; k < SYM_COPIES; k++) {
    c->global[k] = variables_of(s, m, true, (sym_copy)k);
    c->local[k] = variables_of(s, m, false, (sym_copy)k);
    dd_keep(s->d, &c->globals[k], dd_set(s->d, c->global[k], s->globals));
    dd_keep(s->d, &c->locals[k], dd_set(s->d, c->local[k], s->locals));
  }
  dd_release(s->d, mark);
}

void sym_copies_free(sym_copies *c, mem *m) {
  for (int k = 0; k < SYM_COPIES; k++) {
    mem_free(m, c->global[k]);
    mem_free(m, c->local[k]);
    dd_keep(c->s->d, &c->globals[k], DD_FALSE);
    dd_keep(c->s->d, &c->locals[k], DD_FALSE);
  }
}

dd_renaming *sym_copies_renaming(const sym_copies *c, mem *m,
                                 const sym_moves *v, const bool *marked) {
  const sympds *s = c->s;
  size_t most = (size_t)SYM_COPIES * (s->globals + s->locals) + 1, count = 0;
  uint32_t *from = mem_array(m, most, sizeof *from);
  uint32_t *to = mem_array(m, most, sizeof *to);
  for (int k = 0; k < SYM_COPIES; k++) {
    bool asks = marked && k == SYM_NOW;
    for (uint32_t b = 0; b < s->globals; b++)
      if (v->globals[k] != (sym_copy)k && (!asks || marked[b])) {
        from[count] = c->global[k][b];
        to[count++] = c->global[v->globals[k]][b];
      }
    for (uint32_t b = 0; b < s->locals; b++)
      if (v->locals[k] != (sym_copy)k && (!asks || marked[s->globals + b])) {
        from[count] = c->local[k][b];
        to[count++] = c->local[v->locals[k]][b];
      }
  }
  dd_renaming *r = dd_renaming_make(s->d, from, to, count);
  mem_free(m, from);
  mem_free(m, to);
  return r;
}

dd sym_changed_set(const sym_copies *c, mem *m, const sym_rule *r,
                   bool is_below, sym_copy copy) {
  const sympds *s = c->s;
  uint32_t count = is_below ? r->changes_below : r->changes_globals;
  const uint32_t *bits =
      is_below ? sym_changed_below(s, r) : sym_changed_globals(s, r);
  uint32_t *variables = mem_array(m, count + 1, sizeof *variables);
  for (uint32_t i = 0; i < count; i++)
    variables[i] =
        is_below ? c->local[copy][bits[i]] : c->global[copy][bits[i]];
  dd set = dd_set(s->d, variables, count);
  mem_free(m, variables);
  return set;
}

void sym_point_globals(mem *m, sym_point *p, const sym_copies *c, sym_copy copy,
                       const bool *values) {
  for (uint32_t b = 0; b < c->s->globals; b++)
    sym_point_add(m, p, c->global[copy][b], values[b]);
}

void sym_point_locals(mem *m, sym_point *p, const sym_copies *c, sym_copy copy,
                      const bool *values) {
  for (uint32_t b = 0; b < c->s->locals; b++)
    sym_point_add(m, p, c->local[copy][b], values[b]);
}

void sym_point_free(mem *m, sym_point *p) {
  vec_free(m, &p->variables);
  vec_free(m, &p->values);
}
