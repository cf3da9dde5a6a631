// several runs in one atomic are one step
byte n;
proctype A() { n++; n++ }
init { atomic { run A(); run A(); run A() }; n = 0 }
