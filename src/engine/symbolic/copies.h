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

void sym_copies_init(sym_copies *copies, mem *m, sympds *system);
void sym_copies_free(sym_copies *copies, mem *m);

/* Where copies of globals and of locals go; a copy that stays goes to itself.
 */
typedef struct sym_moves {
  sym_copy globals[SYM_COPIES], locals[SYM_COPIES];
} sym_moves;
/* Only bits that are marked move from SYM_NOW, if 'marked' is given: the
 * globals' marks, then the locals'. */
dd_renaming *sym_copies_renaming(const sym_copies *copies, mem *m,
                                 const sym_moves *moves, const bool *marked);

/* Bits that a rule changes. */
static inline const uint32_t *sym_changed_globals(const sympds *system,
                                                  const sym_rule *r) {
  return system->changed.at + r->first_changed;
}
static inline const uint32_t *sym_changed_below(const sympds *system,
                                                const sym_rule *r) {
  return system->changed.at + r->first_changed + r->changes_globals +
         r->changes_locals;
}
/* The set of the copy 'copies' of the globals that it changes, or of the locals
 * below. */
dd sym_changed_set(const sym_copies *copies, mem *m, const sym_rule *rule,
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

static inline void sym_point_clear(sym_point *point) {
  point->variables.count = point->values.count = 0;
}
static inline void sym_point_add(mem *m, sym_point *point, uint32_t variable,
                                 bool value) {
  vec_push(m, &point->variables, variable);
  vec_push(m, &point->values, value);
}
/* A whole copy. */
void sym_point_globals(mem *m, sym_point *point, const sym_copies *copies,
                       sym_copy copy, const bool *values);
void sym_point_locals(mem *m, sym_point *point, const sym_copies *copies,
                      sym_copy copy, const bool *values);
static inline dd sym_point_diagram(const sym_copies *copies,
                                   const sym_point *point) {
  return dd_point(copies->s->d, point->variables.at, point->values.at,
                  point->variables.count);
}
static inline dd sym_point_fix(const sym_copies *copies, const sym_point *point,
                               dd x) {
  return dd_fix(copies->s->d, x, point->variables.at, point->values.at,
                point->variables.count);
}
void sym_point_free(mem *m, sym_point *point);

#endif
