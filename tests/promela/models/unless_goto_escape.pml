// An escape that is a goto: the process starts behind it.
byte x, y;
active [2] proctype P() { { x = 1 - x } unless { goto L7; L7: y == 1 }; y = 1 }
active proctype Q() { { x = 1; x = 2 } unless { goto L }; L: x = 3 }
