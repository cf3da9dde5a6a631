// text of another file
#include "included.h"
active proctype A() { HELLO(1); HELLO(shared + 1) }
