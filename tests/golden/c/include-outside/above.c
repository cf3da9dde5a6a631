#include "../above.h"
int main(void) { return 0; }
