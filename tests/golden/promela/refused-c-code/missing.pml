byte x;
active proctype A() {
  c_code { now.x = nowhere(3); }
}
