/* Lowered model to lowered model, in three passes: stores that nobody reads are
 * dropped (rewrite_hide.c), statements are merged (rewrite_merge.c), variables
 * that are not read again are set to 0 (rewrite_dead.c). Private to rewrite*.c.
 */
#ifndef LANG_PROMELA_REWRITE_PARTS_H
#define LANG_PROMELA_REWRITE_PARTS_H

#include "lang/promela/machine/state.h"
#include "lang/promela/reduce/rewrite.h"

typedef vec(uint32_t) pml_places;

typedef struct pml_rewriting {
  mem *m;
  const pml_visible *v;
  pml_lowered *p; /* the new one */
  bool has_rendezvous;
  uint8_t *is_assigned;  /* by variable: not only by its declaration */
  bool asks_points;      /* some code asks where a process is */
  bool asks_everything;  /* ... or whether it can move */
  uint8_t *asked_points; /* by number in 'points': somebody can see it */
  /* Frames, one process type behind the other: bytes that others can see. */
  uint32_t *first_local; /* by process type */
  uint8_t *asked_locals;
  /* Buffers. */
  pml_places piece; /* where the instructions of a piece of code begin */
  pml_places places;
  pml_places todo;
  vec(uint8_t) marks; /* by word of code: 1 it is of the piece, 2 a jump leads
                         there */
} pml_rewriting;

/* rewrite_code.c */

/* All instructions that the code at 'start' can come to, to c->piece, in the
 * order of their places. */
void pml_find_piece(pml_rewriting *rewriting, uint32_t start);
/* Is it where a jump of the last piece leads to? */
bool pml_is_target(const pml_rewriting *rewriting, uint32_t pc);
void pml_emit_word(pml_rewriting *rewriting, uint32_t word);
/* Copies a piece to the end of the code; it goes on behind it instead of being
 * done. */
void pml_append_piece(pml_rewriting *rewriting, uint32_t start);
/* A variable of a process (PML_NONE: global) that is not inside another and
 * contains this byte; PML_NONE: none. */
uint32_t pml_variable_at(const pml_lowered *lowered, uint32_t process,
                         uint32_t offset);
uint32_t pml_end_of_variable(const pml_lowered *lowered, uint32_t variable);
/* Calls 'see' for every piece of code that can run: its start. */
typedef void pml_see_code(pml_rewriting *c, void *self, uint32_t start);
void pml_each_code(pml_rewriting *rewriting, void *self, pml_see_code *see);
/* The codes of a talk: its channel, what is sent, addresses. */
void pml_each_code_of_talk(pml_rewriting *rewriting, uint32_t talk, void *self,
                           pml_see_code *see);
/* Fills 'has_rendezvous' and 'is_assigned'. */
void pml_look_at_channels(pml_rewriting *rewriting);
/* Is the channel of a talk of this process known to hold messages, so that a
 * send is no handshake? */
bool pml_is_buffered(pml_rewriting *rewriting, uint32_t process, uint32_t talk);

/* The passes. */

void pml_hide(pml_rewriting *rewriting);
void pml_merge(pml_rewriting *rewriting);
void pml_reset_dead(pml_rewriting *rewriting);

#endif
