// records in records, arrays in them
typedef Inner { bit flag; byte v[2] }
typedef Outer { Inner a; Inner b[2]; short s = -1 }
Outer o;
active proctype A() { o.a.flag = 1; o.b[1].v[0] = 5; o.b[o.a.flag].v[1] = o.b[1].v[0] + o.s; assert(o.b[1].v[1] == 4) }
active proctype B() { o.s = o.s + o.a.v[0]; o.b[0].flag = o.a.flag }
