// an index that reads what is assigned
bit a[2];
init { a[a[0] % 2] = 3 }
active proctype B() { skip }
