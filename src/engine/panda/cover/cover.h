/* States that need not be explored, since an equal one is or has been: whatever
 * a run does from here, one from there does.
 *
 * At heads of loops the state is written down as a key: what is live in the
 * registers of all frames, memory, and those constraints of the path that are
 * connected with the inputs in these. Inputs are named by their first
 * occurrence, so that it does not matter when they were met. Equal keys: the
 * same set of states, but for what no run looks at.
 *
 * There are two kinds of keys. One has all memory that can be reached, its
 * objects named by their first occurrence too; it is compared with all points
 * of the pass, those of the present path included: a run that comes back to
 * where it was is left alone. The other one has just the memory that all runs
 * from a point have read, once they have all been seen (Boonstoppel, Cadar and
 * Engler 2008): what is never read again may differ.
 *
 * What a pass has cut or left open, it may have left out behind covered states
 * too; but such a pass proves nothing. */
#ifndef PANDA_COVER_H
#define PANDA_COVER_H

#include "engine/panda/run/concolic.h"

typedef vec(uint32_t) cover_words;
typedef vec(uint64_t) cover_reads; /* map_pair(object, granule), ascending */

/* live.c: which scalars may still be read. */

typedef struct cover_live {
  uint64_t *bits; /* of locals, by slot: sets of all locations */
  size_t *first;  /* the first word of a location's set */
  bool *is_read;  /* globals, by slot: anywhere */
} cover_live;

void cover_live_make(mem *m, const cfa *automaton, cover_live *out);
static inline bool cover_is_live(const cover_live *live, uint32_t location,
                                 uint32_t slot) {
  return live->bits[live->first[location] + slot / 64] >> slot % 64 & 1;
}

/* state.c: a state as it is. */

typedef struct cover_object {
  uint32_t id, variable, owner;
  uint64_t size;
  uint8_t kind;
  bool is_alive, is_constant;
  uint32_t first, count; /* granules */
} cover_object;

typedef struct cover_granule {
  uint32_t number;
  unsigned char bytes[GRANULE], state[GRANULE];
  uint32_t refs[GRANULE];
} cover_granule;

/* Of links over nodes, see lists/lists.h: the byte that names the object, and
 * the one that says where these point back. */
static inline bool cover_is_link(const cover_granule *granule, unsigned i) {
  return granule->state[i] == BYTE_CHAIN || granule->state[i] == BYTE_LAST;
}
static inline bool cover_is_link_back(const cover_granule *granule,
                                      unsigned i) {
  return granule->state[i] == (BYTE_CHAIN | 2 << BYTE_INDEX);
}

typedef struct cover_state {
  cover_words control; /* instruction, frames, loops that were met */
  vec(value) registers;
  vec(cover_object) objects; /* that can be reached, as they are found */
  vec(cover_granule) granules;
  vec(value) boxes;      /* that granules refer to */
  vec(term) constraints; /* of the path */
} cover_state;

/* False: it is too large. */
bool cover_take_state(concolic *engine, cover_state *out);
void cover_free_state(mem *m, cover_state *state);

/* key.c */

typedef struct cover_writer {
  mem *m;
  terms *terms;
  cover_words out;
  map names; /* of terms */
  map objects;
  map inputs; /* numbers of those that occur */
  vec(term) work;
  map known; /* terms whose inputs are in 'sets' */
  vec(uint32_t) set_ends;
  vec(uint32_t) sets;
  term_inputs scratch;
  vec(bool) is_done; /* constraints */
} cover_writer;

/* The key of a state, in w->out. 'only': the memory that was read; NULL: all.
 */
bool cover_write_key(cover_writer *writer, const cover_state *state,
                     const cover_reads *only);
/* The inputs of a term, by number; until the next call. */
typedef struct cover_inputs {
  const uint32_t *at;
  size_t count;
} cover_inputs;
cover_inputs cover_inputs_of(cover_writer *writer, term x);
uint64_t cover_hash(const uint32_t *at, size_t count);

/* match.c */

/* Is each of the special states one of the general ones, but for memory that is
 * not read? Objects have their own numbers. 'special' is the present one. */
bool cover_matches(concolic *engine, const cover_state *general,
                   const cover_state *special, const cover_reads *only);

/* cover.c */

/* A state of the present path. */
typedef struct cover_point {
  uint32_t serial;
  size_t decisions; /* that were made before it */
  uint32_t shape;
  cover_reads reads; /* not sorted yet */
  uint32_t low;      /* least serial that its runs may come back to */
  cover_state *state;
  bool is_general; /* the shape keeps its state */
} cover_point;

/* Of a point that is closed: the set of what its runs read, or, if that is not
 * known (MAP_NONE), a point below whose runs read that, too (0: none). */
typedef struct cover_closed {
  uint32_t low, set;
} cover_closed;

/* A state that others may be special cases of. */
typedef struct cover_general {
  uint32_t serial;
  cover_state *state;
} cover_general;

/* Points with the same control: what was read behind them, and some of them. */
typedef struct cover_shape {
  vec(uint32_t) sets;
  vec(cover_general) generals;
} cover_shape;

/* Keys, each once. */
typedef struct cover_table {
  map hashes;
  vec(size_t) starts;
  vec(uint32_t) owners; /* serials of points; numbers of sets */
  cover_words words;
} cover_table;

typedef struct cover {
  mem *m;
  cover_live live;
  cover_writer writer;
  vec(cover_point) points;
  uint32_t serials, first_serial; /* of this pass */
  vec(cover_closed) closed;       /* by serial */
  cover_table whole, partial;
  map shapes; /* hashes of control */
  vec(cover_shape) shape;
  vec(cover_reads) sets;
  uint64_t states, inputs, passes; /* when a point was made last, and since */
  uint64_t asked, found;
  struct cover_site {
    uint32_t asked, found;
  } * sites;       /* by instruction */
  size_t granules; /* of all states that are kept */
  bool is_due;
} cover;

cover *cover_new(mem *m, const code *compiled, terms *t);
/* A new pass: nothing is known. */
void cover_start(cover *c);
/* A loop head is passed: is its state to be looked at? Until it has been, the
 * answer stays. */
bool cover_is_due(concolic *engine);
/* Has anything been decided or read since the last state was looked at? */
static inline bool cover_has_news(const concolic *engine) {
  return engine->cover->states != engine->statistics->states ||
         engine->cover->inputs != engine->inputs.count;
}
/* So many heads are passed before a state is to be looked at, if nothing
 * happens. */
uint64_t cover_idle_passes(const concolic *engine);
/* True: the state is covered. */
bool cover_pass(concolic *engine);
/* The search has gone back: points that it has left are closed. */
void cover_back(concolic *engine);
void cover_note_read(concolic *engine, uint32_t object, uint64_t offset,
                     uint64_t count);

#endif
