#include "nested.h"
int main(void) { return 0; }
