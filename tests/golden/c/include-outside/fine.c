#include "below/fine.h"
int main(void) { return below - 3; }
