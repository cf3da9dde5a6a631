#include "nowhere.h"
active proctype A() { skip }
