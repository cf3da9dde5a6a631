before
#include "include/a.h"
after
#define WHERE "include/b.h"
#include WHERE
A B __LINE__
#include "include/a.h"
x inside
f(2) end
