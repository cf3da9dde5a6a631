// a channel as argument, both processes know the same one
chan c = [1] of { byte };
proctype Send(chan out) { out!1; out!2 }
proctype Take(chan in) { byte v; in?v; in?v; assert(v == 2) }
init { atomic { run Send(c); run Take(c) } }
