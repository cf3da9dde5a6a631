int a, b, c;
active proctype A() { do :: a++ od }
active proctype B() { do :: b++ od }
active proctype C() { do :: c++; assert(c < 3) od }
