// The alternating bit protocol over channels that lose messages.
//
//   safety   HOLDS     messages arrive once, in order; no deadlock
//   arrives  VIOLATED  the first message arrives: not if the channel loses all

#define MESSAGES 4

mtype = { MSG, ACK };

chan there = [1] of { mtype, bit, byte };
chan back = [1] of { mtype, bit };

byte received;   /* how many were accepted */

inline accept(value) {
  assert(value == received % MESSAGES);
  received = (received + 1) % (2 * MESSAGES)
}

active proctype sender() {
  bit b, got;
  byte next;
  do
  :: there!MSG(b, next);
     if
     :: back?ACK(got);
        if
        :: got == b -> b = 1 - b; next = (next + 1) % MESSAGES
        :: else
        fi
     :: timeout      /* something was lost: send it again */
     fi
  od
}

active proctype receiver() {
  bit expected, b;
  byte value;
end:
  do
  :: there?MSG(b, value);
     if
     :: b == expected -> accept(value); expected = 1 - expected
     :: else
     fi;
     back!ACK(b)
  od
}

active proctype thief() {
end:
  do
  :: there?_, _, _
  :: back?_, _
  od
}

ltl arrives { <> (received > 0) }
