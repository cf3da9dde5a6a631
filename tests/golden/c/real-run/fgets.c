/* The classic: a line is longer than the other buffer. */
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[8], name[4];
  if (fgets(line, sizeof line, stdin))
    strcpy(name, line);
  return 0;
}
