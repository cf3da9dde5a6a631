/* c_state of the user's own types, functions outside of processes, #define. */
#define SIZE 3
#define full_up(x) ((x).used == SIZE)
c_decl {
\#include "stack.h"
\#define LIMIT 2
  typedef struct Pair { char a; int b; } Pair;
};
c_state "Stack stack" "Global"
c_state "Pair pair" "Global"
c_state "long  total" "Global" "7"
c_state "int seen" "Hidden" "1"
byte turns; bool ok = true;
c_code {
  static int push(int value) { 
    if (full_up(now.stack)) return 0;
    now.stack.at[now.stack.used++] = value;
    return 1;
  }
  static void pop(void) { now.turns += now.stack.at[--now.stack.used]; now.stack.at[now.stack.used] = 0; }
};
active [2] proctype A() {
  byte i;
  do
  :: i < 3 -> i++;
     if
     :: atomic { c_expr { !full_up(now.stack) } -> c_code { push(PA->i + PA->_pid); now.total++; } }
     :: atomic { c_expr { now.stack.used > 0 } -> c_code { pop(); now.pair.b = now.stack.used % LIMIT; now.pair.a = seen; } }
     fi
  :: else -> break
  od;
  assert(ok && c_expr { now.total >= 7 })
}
