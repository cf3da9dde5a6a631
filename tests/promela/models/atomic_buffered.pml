// a full buffer blocks an atomic
chan c = [1] of { byte };
byte x;
active proctype A() { atomic { c!1; x = 1; c!2; x = 2 } }
active proctype B() { c?_; x = 5; c?_ }
