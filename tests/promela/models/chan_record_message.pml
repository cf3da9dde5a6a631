// a record is a message
typedef M { byte kind; bit flag }
chan c = [1] of { M };
active proctype A() { M m; m.kind = 3; c!m; m.flag = 1; c!m }
active proctype B() { M n; c?n; assert(n.kind == 3); c?n; assert(n.flag) }
