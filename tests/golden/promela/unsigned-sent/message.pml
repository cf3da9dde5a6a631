typedef Message {
  byte kind;
  unsigned size : 3
}
chan wire = [1] of { Message };

init {
  Message m;
  m.size = 5;
  wire!m;
  wire?m;
  assert(m.size == 5)
}
