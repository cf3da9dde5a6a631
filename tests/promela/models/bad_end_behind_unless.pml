/* The escape is the last of the atomic, so A rests behind the unless, and is no
 * longer provided for: an invalid end there. */
bool g;
active proctype A() provided (g == 0) {
  byte own;
  atomic {
    own = 1;
    {
      timeout -> g = 0;
    } unless {
      g = 1 - g;
    };
  };
  g = 0;
}
