// an mtype as argument
mtype = { red, green, blue }
mtype last;
proctype P(mtype m) { last = m; assert(m != blue) }
init { run P(red); run P(blue) }
