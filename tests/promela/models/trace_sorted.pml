// A trace and a sorted send: the message that is sent is 0, as the trace wants
// it. SPIN looks at the last one in the channel, which is 2.
chan c = [2] of { byte };
byte x;
active proctype P() { c!2; x = 1; c!!0 }
trace { do :: c!0 :: c!1 :: c!2; c!0 od }
