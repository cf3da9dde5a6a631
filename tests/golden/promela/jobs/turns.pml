bool done;
active proctype A() { done = true }
active proctype B() { do :: skip; printf("tick\n") od }
ltl p { <> done }
