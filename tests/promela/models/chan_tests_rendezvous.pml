// a rendezvous channel is always empty
chan c = [0] of { bit };
byte x;
active proctype A() { if :: empty(c) -> x = 1 :: full(c) -> x = 2 :: nfull(c) -> x = 3 :: nempty(c) -> x = 4 fi; assert(len(c) == 0 && x % 2 == 1) }
