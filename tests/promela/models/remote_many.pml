// of one of several processes
byte seen;
active [2] proctype A() { byte mine = 4; mine = _pid + 1; at: mine = mine * 2 }
active proctype B() { if :: A[1]@at -> seen = A[0]:mine :: A[0]@at && A[1]:mine == 4 -> seen = 9 fi }
