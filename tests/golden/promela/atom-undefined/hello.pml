chan q;
byte x;

init {
  x = 1
}

ltl short { [] (len(q) < 2) }
