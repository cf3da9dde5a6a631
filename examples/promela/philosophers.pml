// Dining philosophers who pick up the left fork first: they can starve together.
//
//   safety   VIOLATED  all hold their left fork and wait: an invalid end state
//   polite   HOLDS     a fork is never in two hands
//   nobody   VIOLATED  (that nobody ever eats)

#ifndef N
#define N 4
#endif

byte held[N];      /* by how many each fork is held */
byte eating;

active [N] proctype philosopher() {
  byte left = _pid, right = (_pid + 1) % N;
end:
  do
  :: atomic { held[left] == 0 -> held[left]++ };
     atomic { held[right] == 0 -> held[right]++ };
     eating++;
     eating--;
     held[right]--;
     held[left]--
  od
}

ltl polite { [] (held[0] <= 1 && held[1] <= 1 && held[N - 1] <= 1) }
ltl nobody { [] (eating == 0) }
