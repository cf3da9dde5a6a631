/* Saturation on symbolic pushdown systems: what can be reached from the start
 * (post*), from where targets can be reached (pre*), runs and summaries
 * (Esparza and Schwoon 2001; Schwoon 2002).
 *
 * Both work on what is new: each set has a part that has been propagated and a
 * frontier that has not, and symbols with a frontier wait in a queue, first
 * come, first served, and later in the order of the program (rings.h). Each
 * addition has a number, later ones are larger, and rests on earlier ones: that
 * is how runs are found, from the end. */
#ifndef ENGINE_SYMBOLIC_SYMBOLIC_H
#define ENGINE_SYMBOLIC_SYMBOLIC_H

#include "base/statistics.h"
#include "sympds/proof.h"
#include "sympds/sympds.h"

/* Answers */

typedef struct sym_step {
  uint32_t rule;
  size_t values; /* behind it, in 'values' of the run: the globals, the locals
                    on top (all 0 behind a SYM_POP, whose frame is that below),
                    then those below behind a SYM_PUSH; a bit each */
} sym_step;

/* From the start. */
typedef struct sym_run {
  vec(bool) first; /* globals and locals at the start */
  vec(sym_step) steps;
  vec(bool) values;
  size_t loop; /* as in prog_run; SIZE_MAX: none */
} sym_run;

typedef struct sym_target {
  const uint32_t *symbols;
  size_t count;
} sym_target;

/* Post* */

/* Locals SYM_NOW, globals SYM_NOW: the top of a configuration that can be
 * reached; globals SYM_BELOW, locals SYM_OTHER: the globals and the locals on
 * top when the frame was entered (pushed, or the start), at symbol 'entry'. */
typedef struct sym_reach {
  uint32_t symbol, entry;
  dd set;
} sym_reach;

/* Globals SYM_NEXT, locals SYM_NEXT: at the entry of the frame; globals
 * SYM_NOW: when it was popped. */
typedef struct sym_summary {
  uint32_t entry;
  dd relation;
} sym_summary;

typedef struct sym_post sym_post;
/* Saturates; stops as soon as one of the targets' symbols is on top, if
 * 'stop_at' is given: 'reached' is the target's number then, else SIZE_MAX. */
sym_post *sym_post_star(mem *m, progress *clock, sympds *system,
                        const sym_target *stop_at, size_t *reached);
const sym_reach *sym_post_reached(const sym_post *post, size_t *count);
const sym_summary *sym_post_summaries(const sym_post *post, size_t *count);
/* The heads with this symbol, over SYM_NOW. */
dd sym_post_heads(sym_post *post, uint32_t symbol);
/* A run to a head with 'symbol' in 'heads' (over SYM_NOW), which meets what was
 * reached; about as short as the order of additions makes it. False: it has
 * more than 'most' steps. */
bool sym_post_run(sym_post *post, uint32_t symbol, dd heads, size_t most,
                  sym_run *out);
/* SYM_PROOF_FORWARD: no target was given, or none reached. */
void sym_post_proof(const sym_post *post, sym_proof *out);
void sym_post_statistics(const sym_post *post, statistics *out);
/* Its diagrams and memory go at once; else with those of 's' and 'm'. */
void sym_post_free(sym_post *post);

/* Pre* */

typedef struct sym_pre sym_pre;
/* From where a head of the targets can be reached. 'heads': where given, by
 * symbol, over SYM_NOW, else all. Stops early once the start can be. */
sym_pre *sym_pre_star(mem *m, progress *clock, sympds *system,
                      const sym_target *target, const dd *heads, bool early,
                      bool *reached);
/* Heads with the symbol from which a target can be reached, over SYM_NOW. */
dd sym_pre_heads(sym_pre *pre, uint32_t symbol);
/* Popping: globals and locals SYM_NOW, with the symbol on top; globals
 * SYM_BELOW when it has gone. */
dd sym_pre_pops(sym_pre *pre, uint32_t symbol);
/* A run from the start, from where a target can be reached. False: it has more
 * than 'most' steps. */
bool sym_pre_run(sym_pre *pre, size_t most, sym_run *out);
/* SYM_PROOF_BACKWARD: the start cannot reach a target. */
void sym_pre_proof(const sym_pre *pre, sym_proof *out);
void sym_pre_statistics(const sym_pre *pre, statistics *out);
void sym_pre_free(sym_pre *pre);

#endif
