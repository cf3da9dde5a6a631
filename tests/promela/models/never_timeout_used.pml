// the same, where a process uses timeout, too
bool g, h;
active proctype P() { g = 1; g == 0 }
active proctype Q() { h == 1 -> timeout }
never { do :: timeout && g -> break :: true od }
