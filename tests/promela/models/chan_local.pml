// each process has its channel
byte sum;
active [2] proctype P() { chan c = [2] of { byte }; byte v; c!_pid; c!3; c?v; c?v; sum = sum + v }
