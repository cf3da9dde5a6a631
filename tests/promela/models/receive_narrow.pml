// a message that is cut by the variable, while another process moves
bool g = 1;
active proctype A() { g = 1 }
active proctype B() { chan c = [1] of { byte }; c!2; c?g }
