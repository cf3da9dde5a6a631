#if __has_include("pipe")
#endif
int main(void) { return 0; }
