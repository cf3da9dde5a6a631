// check: safety holds
byte x, y;

active [2] proctype A() {
  atomic {
    x++;
    goto middle;
back:
    y = x;
    goto done;
middle:
    goto back
  };
done:
  x = 0
}
