ltl small { [] (x < 5) }
