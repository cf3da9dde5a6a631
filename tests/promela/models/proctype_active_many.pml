// several instances of one proctype share nothing but the globals
byte n;
active [3] proctype A() { byte mine; mine = n; n = mine + 1 }
