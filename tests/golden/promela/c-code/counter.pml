c_decl {
  typedef struct Count { short up, down; } Count;
};
c_state "Count count" "Global"
c_state "int mine" "Local A" "2"
c_track "&outside" "sizeof outside"
c_code {
  int outside = 5;
  int balance(void) { return now.count.up - now.count.down; }
};
byte x;

active [2] proctype A() {
  c_code { now.count.up += PA->mine; outside--; printf("%d by %d\n", balance(), PA->_pid); };
  c_code [ balance() > 1 ] { now.count.down++; now.x = balance(); };
  c_code { assert(now.x != 2); if (outside == 3) uerror("three outside"); }
}

ltl limited { [] (x < 4) }
ltl counts { <> (c_expr { balance() == 2 }) }
