// the channel of a record
typedef Port { chan in = [1] of { byte }; byte seen }
Port p[2];
active proctype A() { p[0].in!1; p[1].in!2 }
active proctype B() { p[1].in?p[1].seen; p[0].in?p[0].seen; assert(p[0].seen + p[1].seen == 3) }
