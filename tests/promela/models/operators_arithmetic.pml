// + - * / % and their precedence
int x;
active proctype A() { x = 2 + 3 * 4; x = x - 20 / 3 % 4; assert(x == 12); x = -x / 5; x = -7 % 3; assert(x == -1) }
