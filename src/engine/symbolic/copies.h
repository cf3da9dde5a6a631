/* The four copies of all bits, as engines use them: sets, renamings of whole
 * copies, and valuations. */
#ifndef ENGINE_SYMBOLIC_COPIES_H
#define ENGINE_SYMBOLIC_COPIES_H

#include "sympds/sympds.h"

typedef struct sym_copies {
  sympds *s;
  uint32_t *global[SYM_COPIES], *local[SYM_COPIES]; /* variables, by bit */
  dd globals[SYM_COPIES], locals[SYM_COPIES];       /* as sets */
} sym_copies;

void sym_copies_init(sym_copies *c, mem *m, sympds *s);
void sym_copies_free(sym_copies *c, mem *m);

/* Where copies of globals and of locals go; a copy that stays goes to itself.
 */
typedef struct sym_moves {
  sym_copy globals[SYM_COPIES], locals[SYM_COPIES];
} sym_moves;
/* Only bits that are marked move from SYM_NOW, if 'marked' is given: the
 * globals' marks, then the locals'. */
dd_renaming *sym_copies_renaming(const sym_copies *c, mem *m,
                                 const sym_moves *v, const bool *marked);

/* Bits that a rule changes. */
static inline const uint32_t *sym_changed_globals(const sympds *s,
                                                  const sym_rule *r) {
  return s->changed.at + r->first_changed;
}
static inline const uint32_t *sym_changed_below(const sympds *s,
                                                const sym_rule *r) {
  return s->changed.at + r->first_changed + r->changes_globals +
         r->changes_locals;
}
/* The set of the copy 'c' of the globals that it changes, or of the locals
 * below. */
dd sym_changed_set(const sym_copies *c, mem *m, const sym_rule *r,
                   bool is_below, sym_copy copy);

/* There may be none, and no array then. */
static inline void sym_bits_copy(bool *to, const bool *from, size_t count) {
  if (count)
    memcpy(to, from, count * sizeof *to);
}

/* Conjunctions of bits. */

/* A conjunction that is being made: variables with their values. */
typedef struct sym_point {
  vec(uint32_t) variables;
  vec(bool) values;
} sym_point;

static inline void sym_point_clear(sym_point *p) {
  p->variables.count = p->values.count = 0;
}
static inline void sym_point_add(mem *m, sym_point *p, uint32_t variable,
                                 bool value) {
  vec_push(m, &p->variables, variable);
  vec_push(m, &p->values, value);
}
/* A whole copy. */
void sym_point_globals(mem *m, sym_point *p, const sym_copies *c, sym_copy copy,
                       const bool *values);
void sym_point_locals(mem *m, sym_point *p, const sym_copies *c, sym_copy copy,
                      const bool *values);
static inline dd sym_point_diagram(const sym_copies *c, const sym_point *p) {
  return dd_point(c->s->d, p->variables.at, p->values.at, p->variables.count);
}
static inline dd sym_point_fix(const sym_copies *c, const sym_point *p, dd x) {
  return dd_fix(c->s->d, x, p->variables.at, p->values.at, p->variables.count);
}
void sym_point_free(mem *m, sym_point *p);

#endif
