/* Such a macro the kernel refuses: what is left is the second opinion. */
#define AS_TEXT(a) #a
typedef pair { byte left; short right[2] }
chan c = [2] of { byte, pair };
byte seen;

active proctype sender() {
  pair p;
  p.right[1] = 300;
  do
  :: p.left < 2 -> c!p.left, p; p.left++
  :: else -> break
  od
}

active proctype receiver() {
  pair q;
  byte n;
end:
  do
  :: c?n, q -> seen = seen + (q.right[1] == 300)
  od
}

ltl far { [] (seen < 3) }
