byte x;

c_decl {
  typedef struct { int a; } T;
};
c_state "T t" "Global"

active proctype A() {
  c_code { now.t.a = 1; };
  c_code [ now.z ] {
    int one = 1;

    now.x = two;
  };
  c_expr { now.t.b == 1 }
}
