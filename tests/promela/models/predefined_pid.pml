// _pid and _nr_pr
byte a, b;
proctype P() { a = _pid; b = _nr_pr }
init { run P(); run P(); _nr_pr == 1; a = 9 }
