// elements of a bit array are not cut
bit a[2]; bool b[3];
active proctype P() { a[1] = 3; assert(a[1] == 3); b[2] = a[1] + 1; assert(b[2] == 4) }
