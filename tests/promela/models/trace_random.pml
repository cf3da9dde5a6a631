// A trace and a random receive: the message that is received is 2, as the trace
// wants it. SPIN looks at the first one in the channel, which is 1.
chan c = [2] of { byte };
active proctype P() { c!1; c!2; c??2; c?1 }
trace { c?2; c?1 }
