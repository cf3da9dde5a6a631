mtype = { HELLO, BYE };
chan now = [0] of { mtype };
chan later = [2] of { mtype, byte };
byte got;

active proctype A() {
  now!HELLO;
  later!BYE(3)
}

active proctype B() {
  now?HELLO;
  later?BYE(got);
  printf("got %d\n", got)
}

ltl never_two { [] (got == 0) }
ltl small { [] (got < 4) }
