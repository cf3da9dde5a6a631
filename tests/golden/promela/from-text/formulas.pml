#define turns (x % 2 == 1)
byte x;
chan c = [1] of { byte };

active proctype P() {
  byte y;
  do
  :: c!1; x++
  :: c!2; x = x + 2
  :: x > 2 -> x = 0
  :: nempty(c) ->
back:
    c?y
  od
}

ltl small { [] (x < 5 && len(c) <= 1) }
ltl steady { <> [] (x == 2) }
ltl emptied { [] (full(c) -> <> empty(c)) }
ltl comes { [] <> P@back }
ltl kept { [] (P:y < 3) }
