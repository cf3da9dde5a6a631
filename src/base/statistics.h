/* Counters of the engines: a member for each row of custos/statistics.h. What
 * an engine does not count stays 0. */
#ifndef BASE_STATISTICS_H
#define BASE_STATISTICS_H

#include "custos/statistics.h"

typedef struct statistics {
  CUSTOS_STATISTICS(CUSTOS_STATISTIC_MEMBER)
} statistics;

#endif
