// ?[ ] only asks
chan c = [2] of { byte, byte };
byte x;
active proctype A() { c!1,2; c!3,4 }
active proctype B() { do :: c?[1,x] -> x = 1; c?_,_ :: c??[3,_] -> x = 2; break :: len(c) == 2 && c?[1,2] -> x = 5 od }
