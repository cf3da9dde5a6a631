/* An element of another process's array in a formula: SPIN loses the index in
 * ltl blocks and looks at element 0, where the value is never there. */
bit go;

active proctype owner() {
  byte a[2];
  a[1] = 3;
  go = 1
}

ltl p { [] !(go == 1 && owner[0]:a[1] == 3) }
