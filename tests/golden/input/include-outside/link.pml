#include "link.h"
init { skip }
