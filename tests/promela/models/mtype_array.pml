// an array of mtype
mtype = { idle, busy };
mtype state[2] = idle;
active [2] proctype P() { do :: state[_pid] == idle && state[1 - _pid] != busy -> state[_pid] = busy; assert(state[1 - _pid] == idle) :: state[_pid] == busy -> state[_pid] = idle od }
