// what is asked for comes
bit ask, answer;
active proctype A() { do :: !ask -> ask = 1; answer == 1; ask = 0; answer = 0 od }
active proctype B() { do :: ask && !answer -> answer = 1 :: skip; skip od }
ltl served { [] (ask -> <> answer) }
ltl again { [] <> ask }
