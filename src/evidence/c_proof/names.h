/* Terms as lists of numbers in which nothing depends on when they were made:
 * inputs and terms are named in the order in which the list comes to them.
 * Lists that are equal mean the same, but for the names of inputs. A table of
 * hashes of such lists (SHA-256) tells which were met before. */
#ifndef EVIDENCE_C_PROOF_NAMES_H
#define EVIDENCE_C_PROOF_NAMES_H

#include "base/map.h"
#include "evidence/c_proof/terms.h"

/* Who else puts something into a list begins it with a number beyond these. */
enum { NAMES_CONSTANT = 1, NAMES_INPUT, NAMES_APPLY, NAMES_TERM, NAMES_OWN };

typedef struct proof_rest { /* of a hash, whose first 8 bytes are the key */
  unsigned char bytes[24];
} proof_rest;

typedef struct proof_met {
  map keys;
  vec(proof_rest) rests; /* by number of the key */
} proof_met;

typedef struct proof_list {
  mem *m;
  proof_terms *t;
  size_t most;               /* numbers; beyond them terms are left out */
  vec(uint64_t) words;       /* the list */
  vec(uint64_t) terms;       /* their names, and the stamp above them */
  vec(uint64_t) inputs;      /* the same */
  vec(uint32_t) input_order; /* inputs by name, from 1 on at 0 */
  vec(proof_term) work;
  uint32_t stamp, named;
} proof_list;

void proof_list_begin(proof_list *list);
static inline void proof_list_put(proof_list *k, uint64_t word) {
  vec_push(k->m, &k->words, word);
}
void proof_list_term(proof_list *list, proof_term x);
bool proof_list_has_input(const proof_list *list, uint32_t input);

/* Its number, from 0 on; it is new iff 'is_new'. False: another list has the
 * same key. */
bool proof_list_find(const proof_list *list, proof_met *met, bool *is_new,
                     uint32_t *number);
void proof_met_clear(mem *m, proof_met *met);

#endif
