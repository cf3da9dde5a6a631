#include "link.h"
int main(void) { return 0; }
