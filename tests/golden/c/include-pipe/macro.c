#define NAME(x) #x
#include NAME(pipe)
int main(void) { return 0; }
