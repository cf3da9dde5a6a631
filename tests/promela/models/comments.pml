/* a comment
   over lines */
byte x; /* behind */ byte /* between */ y;
active proctype A() { x = 1; // to the end
  y = 2 /* ; */ ; x = y }
