/* What a search that forgets may have missed. */
#ifndef ENGINE_LOSSY_ODDS_H
#define ENGINE_LOSSY_ODDS_H

#include "engine/lossy/lossy.h"

/* 'missed' is known; sets 'any'. */
void odds_settle(lossy_odds *odds);

/* Those of a swarm from those of its searches. */
void odds_of_swarm(const lossy_odds *each, size_t count, lossy_odds *out);

#endif
