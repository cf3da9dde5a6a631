// skip, true, a number: steps that do nothing
active proctype A() { skip; true; 1; skip }
active proctype B() { if :: skip; skip; skip; skip :: true; printf("x"); skip; skip fi }
