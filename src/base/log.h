/* What an engine does, step by step, for whoever asked for its log: lines in
 * plain words without times or addresses, so that two runs on one thread tell
 * the same. The clock that every engine has carries it. A log that nobody asked
 * for is a test of one flag; lines in inner loops come at powers of two only.
 * Only the thread that made the call may tell; the clocks of others have no
 * log. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include "base/progress.h"

#include <inttypes.h> /* for the formats of whoever logs */

/* ROW(NAME, name, meaning) for each engine that tells. */
#define LOG_ENGINES(ROW)                                                       \
  ROW(SATURATION, "saturation",                                                \
      "pushdown systems: pre*, post*, their "                                  \
      "reduction; repeating heads of formulas")                                \
  ROW(EXPLICIT, "explicit",                                                    \
      "finite models: stored states, products with automata, components")      \
  ROW(PARALLEL, "parallel", "the same on several threads")                     \
  ROW(LOSSY, "lossy", "hash compaction, bitstate search, swarms")              \
  ROW(LTL, "ltl", "formulas and automata of what must not happen")             \
  ROW(SYMBOLIC, "symbolic",                                                    \
      "programs with procedures: rounds and decision diagrams")                \
  ROW(ECTL, "ectl", "extended CTL: tables of subformulas")                     \
  ROW(PANDA, "panda", "C programs: passes, paths, predicates, loops")          \
  ROW(FORMULA, "formula", "C programs: all paths as one formula, by bounds")   \
  ROW(PREDICATES, "predicates",                                                \
      "C programs: rounds of summaries over predicates")                       \
  ROW(SMT, "smt", "C programs: questions to the solver")                       \
  ROW(EVIDENCE, "evidence", "who checked what was found, and how much of it")

#define LOG_NUMBER(NAME, name, meaning) LOG_##NAME,
typedef enum log_engine { LOG_ENGINES(LOG_NUMBER) LOG_ENGINE_COUNT } log_engine;
#undef LOG_NUMBER

/* Of progress.log. */
#define LOG_BIT(engine) (1U << (engine))

base_printf(3, 4) void log_line(const progress *clock, log_engine engine,
                                const char *format, ...);

static inline bool log_is_on(const progress *clock, log_engine engine) {
  return base_unlikely(clock->log & LOG_BIT(engine));
}

/* LOG(clock, SMT, "%d questions", n) */
#define LOG(clock, ENGINE, ...)                                                \
  do {                                                                         \
    if (log_is_on((clock), LOG_##ENGINE))                                      \
      log_line((clock), LOG_##ENGINE, __VA_ARGS__);                            \
  } while (0)

/* Has a count passed a power of two on its way from 'before' to 'now'? */
static inline bool log_is_mark(uint64_t before, uint64_t now) {
  return (before ^ now) > before;
}

/* The same if a count passed a power of two: for inner loops. */
#define LOG_AT_MARKS(clock, ENGINE, before, now, ...)                          \
  do {                                                                         \
    if (log_is_on((clock), LOG_##ENGINE) && log_is_mark((before), (now)))      \
      log_line((clock), LOG_##ENGINE, __VA_ARGS__);                            \
  } while (0)

#endif
