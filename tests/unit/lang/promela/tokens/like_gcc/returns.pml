a
bc\
d
#define x\
 1
x "s"
