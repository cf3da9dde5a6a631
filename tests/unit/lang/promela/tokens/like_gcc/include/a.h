#ifndef A
#define A 7
first __FILE__ __LINE__ __INCLUDE_LEVEL__
#include "b.h"
#define f(x) x +
#else
again f
#endif
