// eval compares with the value of a variable
chan c = [1] of { byte };
byte want = 2;
active proctype A() { do :: c!1 :: c!2 :: c!3 od }
active proctype B() { do :: c?eval(want) -> want = want % 3 + 1 :: c?1 -> break od; end: false }
