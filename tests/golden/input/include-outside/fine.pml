#include "below/fine.h"
init { assert(X == 3) }
