#include <beyond.h>
int main(void) { return 0; }
