// A lift with three floors: somebody calls, it comes, the doors open.
//
//   safety    HOLDS     it never leaves the shaft, nor moves with open doors
//   doors     HOLDS     it moves only while the doors are closed
//   answered  VIOLATED  who calls from floor 2 is served: the lift may prefer
//                       others for ever

#define TOP 2

bool called[3];
byte floor;
bool open, moving;

inline move(by) {
  moving = true;
  d_step { assert(!open); floor = floor + by; assert(floor <= TOP) };
  moving = false
}

active proctype lift() {
end:
  do
  :: called[floor] -> open = true; called[floor] = false; open = false
  :: floor < TOP && (called[1] || called[TOP]) && !called[floor] -> move(1)
  :: floor > 0 && (called[0] || called[1]) && !called[floor] -> move(-1)
  od
}

active proctype people() {
  byte where;
end:
  do
  :: select (where : 0 .. 2);
     if
     :: !called[where] -> called[where] = true
     :: else
     fi
  od
}

ltl doors { [] !(open && moving) }
ltl answered { [] (called[2] -> <> !called[2]) }
