#include "list.h"

int largest(const int *list, int count) {
  int best = 0;
  for (int i = 0; i < count; i++)
    if (list[i] > best)
      best = list[i];
  return best;
}
