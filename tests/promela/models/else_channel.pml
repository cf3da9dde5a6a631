// else beside a message
chan c = [1] of { byte };
byte x;
active proctype A() { do :: c?x -> if :: x == 2 -> break :: else fi :: else -> x = 7 od }
active proctype B() { c!1; c!2 }
