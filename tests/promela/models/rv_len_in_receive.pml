// len of a rendezvous channel in the receive itself: 0 here, 1 in SPIN, which
// keeps the message in the channel while the handshake is going on.
chan c = [0] of { byte };
active proctype A() { c!0 }
active proctype B() { c?eval(len(c)) }
