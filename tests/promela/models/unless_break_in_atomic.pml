// A break alone in the main part of an unless, inside an atomic: SPIN leaves
// the process there without a move. Here the escape goes first, as always.
byte x;
active proctype P() {
  do
  :: x = 0 -> atomic { x = 1; { break } unless { 1 } }
  :: x = 0
  od
}
