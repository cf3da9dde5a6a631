// what was received first is the index of what comes next
chan c = [1] of { byte, byte };
byte a[3]; byte i;
active proctype A() { c!2,7; c?i,a[i]; assert(a[2] == 7 && a[0] == 0) }
