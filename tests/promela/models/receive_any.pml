// _ takes anything
chan c = [2] of { byte, byte };
active proctype A() { c!1,2; c!3,4; c!5,6 }
active proctype B() { byte v; do :: c?_,v -> if :: v == 6 -> break :: else fi :: c?_,4 od }
