// provided may speak of the process itself
byte turn;
active [3] proctype A() provided (turn == _pid || turn == 9) { turn = (_pid + 1) % 3; turn == _pid; turn = 9 }
