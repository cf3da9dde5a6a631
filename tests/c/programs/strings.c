/* Models of libc's functions on strings. */
#include <string.h>
int __VERIFIER_nondet_int(void);
static int sign(int x) { return x < 0 ? -1 : x > 0; }
int main(void) {
  char text[40] = "abc", other[] = "abd";
  char letters[8];
  for (int i = 0; i < 7; i++)
    letters[i] = (char)('a' + (__VERIFIER_nondet_int() & 3));
  letters[7] = 0;
  strcat(text, letters);
  strncat(text, "xyzw", 2);
  unsigned sum = (unsigned)strlen(text);
  sum = sum * 9 + (unsigned)(sign(strcmp(text, other)) + 2);
  sum = sum * 9 + (unsigned)(sign(strncmp(text, other, 2)) + 2);
  sum = sum * 9 +
        (strchr(letters, 'c') ? (unsigned)(strchr(letters, 'c') - letters) : 8);
  sum =
      sum * 9 +
      (strrchr(letters, 'b') ? (unsigned)(strrchr(letters, 'b') - letters) : 8);
  sum = sum * 9 +
        (strstr(text, "ab") ? (unsigned)(strstr(text, "ab") - text) : 8);
  sum = sum * 9 + (unsigned)strspn(letters, "ab");
  sum = sum * 9 + (unsigned)strcspn(letters, "cd");
  memmove(text + 1, text, 9);
  memset(text + 4, 'q', 3);
  for (int i = 0; i < 12; i++)
    sum = sum * 31 + (unsigned char)text[i];
  char copy[16];
  strncpy(copy, letters, sizeof copy);
  sum += memcmp(copy, letters, 8) == 0 && copy[15] == 0;
  return (int)sum;
}
