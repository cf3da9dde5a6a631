/* Nobody receives: the third message finds the channel full. */
chan c = [2] of { byte };
chan now = [0] of { byte };
byte done;
active proctype Sender() {
  c!1; c!2; c!3;
  done = len(c);
  assert(full(c));
  now!4
}
active proctype Reader() { byte x; now?x; c?x; c?x; assert(x == 2); c?x }
ltl told { <> (done == 2) }
