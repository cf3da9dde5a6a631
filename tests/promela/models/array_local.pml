// a local array of each process
byte total;
active [2] proctype P() { byte a[2] = 3; a[_pid] = 0; total = total + a[0] + a[1] }
