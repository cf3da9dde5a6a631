// constants, also negative ones, and names of mtypes are compared
mtype = { yes, no };
chan c = [2] of { mtype, short };
active proctype A() { c!yes,-1; c!no,3; c!yes,4 }
active proctype B() { short v; c?yes,-1; c?no,v; assert(v == 3); c?yes,v }
