/* Walks through programs with procedures: custos_walk_* of such a problem. */
#ifndef API_PROGRAM_WALK_H
#define API_PROGRAM_WALK_H

#include "api/context.h"

custos_status program_walk_start(custos *c, bool along);
custos_status program_walk_position(custos *c, custos_position *out);
custos_status program_walk_move(custos *c, size_t i, custos_move *out);
custos_status program_walk_take(custos *c, size_t i, custos_step *out);
custos_status program_walk_go(custos *c, uint64_t number, custos_step *out);
custos_status program_walk_look(custos *c, custos_see_fn *see, void *self);

#endif
