// an inline is text: arguments are names
byte x, y = 3;
inline swap(a, b) { byte t; t = a; a = b; b = t }
active proctype A() { swap(x, y); assert(x == 3 && y == 0); swap(y, x) }
