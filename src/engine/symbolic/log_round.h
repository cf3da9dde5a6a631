/* What post* and pre* tell of a round, when their log is asked for. */
#ifndef ENGINE_SYMBOLIC_LOG_ROUND_H
#define ENGINE_SYMBOLIC_LOG_ROUND_H

#include "base/log.h"
#include "base/statistics.h"
#include "bdd/dd.h"

static inline void sym_log_round(const progress *clock, dds *diagrams,
                                 const statistics *now, const char *search) {
  if (!log_is_on(clock, LOG_SYMBOLIC))
    return;
  dd_statistics s;
  dds_statistics(diagrams, &s);
  LOG_AT_MARKS(clock, SYMBOLIC, now->rounds - 1, now->rounds,
               "%s: round %" PRIu64 ", %" PRIu64 " additions, at most %" PRIu64
               " nodes",
               search, now->rounds, now->transitions, (uint64_t)s.most_nodes);
}

#endif
