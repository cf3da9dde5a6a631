/* A program as a symbolic pushdown system: locations are symbols, cells are
 * bits. And back: what a run of the system is on the program. */
#ifndef PRODUCT_PROGRAM_SYMPDS_H
#define PRODUCT_PROGRAM_SYMPDS_H

#include "program/run.h"
#include "sympds/sympds.h"

/* Where the bits of a program are. Numbers of bits as in sympds.h; the
 * automaton of a formula gets the last globals. */
typedef struct prog_bits {
  uint32_t globals, locals; /* locals: of the largest frame */
  uint32_t extra;           /* further globals, behind those of the program */
  uint32_t *global_cell;    /* first bit, by cell, least significant first */
  uint32_t **local_cell;    /* by procedure, then by cell */
  uint32_t *global_variable, global_variables; /* those of the program */
  uint32_t *positions; /* for sympds_init: chosen from the program */
  uint32_t choices;    /* variables of the diagrams behind all bits, for what
                          PROG_ANY chooses within an expression; never in a
                          result */
} prog_bits;

/* When all expressions are there, those of atoms included. */
void prog_bits_init(mem *m, const prog *program, uint32_t extra,
                    prog_bits *out);

/* Opens 'diagrams', sized for the bits. False: another one is open. */
bool prog_open_diagrams(mem *m, progress *clock, const prog_bits *bits,
                        size_t bytes, dds *diagrams);
/* The system, whose rules are the edges. At the start all bits are 0 but the
 * extra ones, which may be anything. */
void prog_sympds(mem *m, progress *clock, const prog *program,
                 const prog_bits *bits, dds *diagrams, sympds *out);

/* Where a condition (without PROG_NEXT, PROG_BELOW) can be true, over SYM_NOW.
 * Locals have the bits of their own procedure. */
dd prog_condition(const prog *program, const prog_bits *bits, sympds *system,
                  uint32_t condition);

/* A valuation of bits, as engines give it, appended to 'out' as cells: of the
 * globals (unless NULL), then of a frame of 'procedure' (unless PROG_NONE). */
typedef vec(uint32_t) prog_cells;
void prog_decode(const prog *program, const prog_bits *bits,
                 const bool *globals, const bool *locals, uint32_t procedure,
                 mem *m, prog_cells *out);

#endif
