// an index that is itself an element
byte a[3] = { 2, 0, 1 }; byte x;
active proctype P() { do :: x = a[a[x]] :: x = a[x] :: a[a[0]] = x; break od }
