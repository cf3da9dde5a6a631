// timeout in a claim: the model cannot move
bool g;
active proctype P() { g = 1; g == 0 }
never { do :: timeout && g -> break :: true od }
