// a process that starts its own kind
byte deep;
proctype A(byte k) { deep = k; if :: k < 3 -> run A(k + 1) :: else fi; k = 0 }
init { run A(0) }
