// a local record
typedef T { byte a; bit b }
byte g;
active [2] proctype P() { T t; t.a = _pid; t.b = t.a; g = t.a + t.b }
