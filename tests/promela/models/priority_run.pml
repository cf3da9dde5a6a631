// a priority with run
byte x;
proctype A(byte k) { x = k; x = k + 1 }
init priority 9 { run A(10) priority 2; run A(20) priority 3; run A(30) priority 3; x = 1 }
