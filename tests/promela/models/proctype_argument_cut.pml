// an argument is cut to the type of its parameter
byte seen;
proctype P(bit b; byte c; short d) { seen = b + c; assert(d == 4464 || d == 0) }
init { run P(3, 258, 70000) }
