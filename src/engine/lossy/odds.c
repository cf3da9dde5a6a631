#include "engine/lossy/odds.h"

/* No answer of such a search is certain, whatever the numbers say: two states
 * of 64 bits each that are the same by chance. */
static const double least_chance = 1.0 / 18446744073709551616.0;

/* 1 - exp(-x) for x >= 0, exact where it is small. */
static double chance_of_any(double x) {
  unsigned halved = 0;
  if (x > 50)
    return 1;
  while (x > 1.0 / 16) {
    x /= 2;
    halved++;
  }
  double y = x - x * x / 2 + x * x * x / 6 - x * x * x * x / 24;
  for (; halved > 0; halved--)
    y = y * (2 - y);
  return y;
}

/* Misses are rare and hardly know of each other: their number is Poisson's. The
 * exact chance, 1 minus the product of all (1 - p), is never larger, since
 * -log(1 - p) <= p / (1 - p), which is what was added up. */
void odds_settle(lossy_odds *odds) {
  odds->any = chance_of_any(odds->missed);
  if (odds->any < least_chance)
    odds->any = least_chance;
}

/* The share of the states it met that a search has missed is the chance that it
 * misses any one of them, and searches with different seeds miss independently:
 * the shares are multiplied. A search that ended early tells nothing of what it
 * has not met, and is left out, unless all ended early: then the odds are those
 * of the one that got farthest, and speak of what that one has met. */
void odds_of_swarm(const lossy_odds *each, size_t count, lossy_odds *out) {
  double most = 0, share = 1;
  bool has_ended = false;
  const lossy_odds *largest = each;
  *out = (lossy_odds){0};
  for (const lossy_odds *odds = each; odds != each + count; odds++) {
    double met = (double)odds->states + odds->missed;
    out->is_full |= odds->is_full;
    out->is_cut |= odds->is_cut;
    if (odds->states > largest->states)
      largest = odds;
    if (met > most)
      most = met;
    if (odds->is_full || odds->is_cut || odds->states == 0)
      continue;
    has_ended = true;
    share *= odds->missed / met;
  }
  if (count == 0)
    return;
  out->states = largest->states;
  out->missed = has_ended ? most * share : largest->missed;
  odds_settle(out);
}
