// check: safety holds
chan c = [1] of { byte };
byte x;

active proctype A() {
  byte n;
  do
  :: c?n -> x = n
  :: timeout -> break
  od
}

active proctype B() { c!3 }
