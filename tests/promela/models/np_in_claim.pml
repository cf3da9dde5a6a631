// np_ in a claim
byte x;
active proctype A() { do :: x < 2 -> x++ :: x == 2 -> progress: x = 0 od }
never { do :: true :: np_ -> break od; accept: do :: np_ od }
