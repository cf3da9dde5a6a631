#include "pipe"
init { skip }
