// check --native=always: safety violated
short x;

active proctype A() {
  x = 300;
  x = x + 1;
  assert(x != 301)
}
