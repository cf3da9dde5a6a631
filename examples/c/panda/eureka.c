// "Eureka 01" of the paper's Table 1, in C: shortest paths by relaxing each of
// 4 edges 5 times; no distance becomes negative.
//     custos check examples/c/panda/eureka.c
//   HOLDS
#include <assert.h>

#define NODES 5
#define EDGES 4
#define FAR 899

int main(void) {
  const int from[EDGES] = {0, 4, 1, 1};
  const int to[EDGES] = {1, 3, 4, 1};
  const int weight[EDGES] = {0, 1, 2, 3};
  int distance[NODES];
  for (int n = 0; n < NODES; n++)
    distance[n] = n == 0 ? 0 : FAR;
  for (int round = 0; round < NODES; round++) {
    for (int e = 0; e < EDGES; e++) {
      int through = distance[from[e]] + weight[e];
      if (through < distance[to[e]])
        distance[to[e]] = through;
    }
  }
  for (int e = 0; e < EDGES; e++) {
    if (distance[from[e]] + weight[e] < distance[to[e]])
      return 0; // a negative cycle
  }
  for (int n = 0; n < NODES; n++)
    assert(distance[n] >= 0);
  return 0;
}
