byte y = 9;

active proctype P() {
  byte a[2];
  byte x = a[y];
  skip
}
