/* For preprocessor_include.pml. */
byte shared;
#define HELLO(v)                                                               \
  shared = v;                                                                  \
  assert(shared != 3)
