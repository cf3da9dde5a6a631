// Peterson's mutual exclusion for two processes.
//
//   safety     HOLDS     the assertion in the critical section, no deadlock
//   exclusion  HOLDS     never both in the critical section
//   entry      HOLDS     who waits to enter will enter
//   again      VIOLATED  process 0 enters again and again: it may never be
//                        its turn to move
//
// With --fair, 'again' holds, too.

bool wants[2];
bit turn;
byte inside;

#define inside0 (user[0]@critical)
#define inside1 (user[1]@critical)

active [2] proctype user() {
  do
  :: true;
     wants[_pid] = true;
     turn = 1 - _pid;
wait:
     (!wants[1 - _pid] || turn == _pid);
     inside++;
critical:
     assert(inside == 1);
     inside--;
     wants[_pid] = false
  od
}

ltl exclusion { [] !(inside0 && inside1) }
ltl entry { [] (user[0]@wait -> <> inside0) }
ltl again { [] <> inside0 }
