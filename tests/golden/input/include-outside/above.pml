#include "../above.h"
init { skip }
