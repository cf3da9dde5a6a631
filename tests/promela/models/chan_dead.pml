// the channel of a dead process is empty for ever
chan give = [1] of { chan };
active proctype A() { chan c; give?c; timeout; assert(len(c) == 0) }
active proctype B() { chan mine = [1] of { byte }; mine!1; give!mine }
