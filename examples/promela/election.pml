// A leader is elected in a ring: each process sends its number to the right,
// and passes on only those that are greater than its own.
//
//   safety   HOLDS  the greatest number wins, and nobody else
//   unique   HOLDS  there is never more than one leader
//   elected  HOLDS  in the end there is one

#ifndef N
#define N 4
#endif

chan ring[N] = [N] of { byte };
byte leaders;

proctype member(byte place; byte number) {
  byte heard;
  ring[(place + 1) % N]!number;
end:
  do
  :: ring[place]?heard;
     if
     :: heard > number -> ring[(place + 1) % N]!heard
     :: heard < number
     :: heard == number ->
        assert(number == N);
        leaders++;
        break
     fi
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 1) {
      /* 3, 2, 1, 4: the greatest is not where one looks first */
      run member(i, (i == N - 1 -> N : N - 1 - i))
    }
  }
}

ltl unique { [] (leaders <= 1) }
ltl elected { <> (leaders == 1) }
