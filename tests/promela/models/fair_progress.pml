// progress that needs fairness
byte x;
active proctype A() { do :: x = 1 - x od }
active proctype B() { do :: progress_b: skip; x = 2 od }
