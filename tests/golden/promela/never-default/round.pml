/* Through an accept label for ever. */
byte x;
active proctype P() { do :: x = 1 - x od }
never { do :: x == 1 -> break :: true od; accept: do :: true od }
