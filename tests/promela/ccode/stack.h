#ifndef STACK_H
#define STACK_H
typedef struct Stack {
  int used;
  short at[3];
} Stack;
#endif
