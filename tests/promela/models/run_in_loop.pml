// processes come and go; numbers are used again
byte n;
proctype A() { n = _pid }
init { do :: _nr_pr < 4 -> run A() :: n > 1 -> break od }
