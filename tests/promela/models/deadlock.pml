// the classic: two forks, two philosophers
bit fork[2];
active [2] proctype Phil() { do :: atomic { fork[_pid] == 0 -> fork[_pid] = 1 }; atomic { fork[1 - _pid] == 0 -> fork[1 - _pid] = 1 }; fork[_pid] = 0; fork[1 - _pid] = 0 od }
