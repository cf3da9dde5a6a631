b __LINE__ b
#define B bb
    last