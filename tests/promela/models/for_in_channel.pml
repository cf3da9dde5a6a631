// for over the messages of a channel
typedef M { byte k; byte v }
chan c = [3] of { M };
byte sum;
active proctype A() { M m; m.k = 1; m.v = 2; c!m; m.k = 3; c!m; for (m in c) { sum = sum + m.k * m.v } assert(len(c) == 2 && sum == 8) }
