// a record and its fields
typedef Point { byte x; byte y = 2 }
Point p, q;
active proctype A() { p.x = 1; q.x = p.x + p.y; q.y = 0; assert(q.x == 3) }
