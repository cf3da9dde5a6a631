/* Buckets of lists, keys of text, all on the heap. */
#include <stdlib.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
struct entry {
  struct entry *next;
  int count;
  char *key;
};
static struct entry *buckets[7];
static unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s)
    h = h * 33 ^ (unsigned char)*s++;
  return h;
}
static struct entry *find(const char *key) {
  struct entry **at = &buckets[hash(key) % 7];
  for (; *at; at = &(*at)->next)
    if (!strcmp((*at)->key, key))
      return *at;
  struct entry *e = calloc(1, sizeof *e);
  e->key = malloc(strlen(key) + 1);
  strcpy(e->key, key);
  return *at = e;
}
int main(void) {
  for (int i = 0; i < 60; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    char key[4] = {(char)('a' + c % 3), (char)('a' + c / 3 % 4), 0};
    find(key)->count += i;
  }
  unsigned sum = 0;
  for (int i = 0; i < 7; i++)
    for (struct entry *e = buckets[i], *next; e; e = next) {
      next = e->next;
      sum = sum * 31 + hash(e->key) * (unsigned)e->count;
      free(e->key);
      free(e);
    }
  return (int)sum;
}
