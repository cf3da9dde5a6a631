/* C lets a program call a function that it does not declare; the result is then
 * an int, also where everybody means another type. Where the compiler says that
 * a function of this list was called so, it is declared as everybody means
 * it. */
#include "lang/c/tools.h"

typedef struct known {
  const char *name, *declaration;
} known;

#define SIZE "__SIZE_TYPE__"

static const known list[] = {
    {"__VERIFIER_nondet_bool", "_Bool __VERIFIER_nondet_bool(void);"},
    {"__VERIFIER_nondet_char", "char __VERIFIER_nondet_char(void);"},
    {"__VERIFIER_nondet_schar", "signed char __VERIFIER_nondet_schar(void);"},
    {"__VERIFIER_nondet_uchar", "unsigned char __VERIFIER_nondet_uchar(void);"},
    {"__VERIFIER_nondet_short", "short __VERIFIER_nondet_short(void);"},
    {"__VERIFIER_nondet_ushort",
     "unsigned short __VERIFIER_nondet_ushort(void);"},
    {"__VERIFIER_nondet_int", "int __VERIFIER_nondet_int(void);"},
    {"__VERIFIER_nondet_uint", "unsigned __VERIFIER_nondet_uint(void);"},
    {"__VERIFIER_nondet_unsigned",
     "unsigned __VERIFIER_nondet_unsigned(void);"},
    {"__VERIFIER_nondet_long", "long __VERIFIER_nondet_long(void);"},
    {"__VERIFIER_nondet_ulong", "unsigned long __VERIFIER_nondet_ulong(void);"},
    {"__VERIFIER_nondet_longlong",
     "long long __VERIFIER_nondet_longlong(void);"},
    {"__VERIFIER_nondet_ulonglong",
     "unsigned long long __VERIFIER_nondet_ulonglong(void);"},
    {"__VERIFIER_nondet_size_t", SIZE " __VERIFIER_nondet_size_t(void);"},
    {"__VERIFIER_nondet_loff_t", "long long __VERIFIER_nondet_loff_t(void);"},
    {"__VERIFIER_nondet_u8", "unsigned char __VERIFIER_nondet_u8(void);"},
    {"__VERIFIER_nondet_u16", "unsigned short __VERIFIER_nondet_u16(void);"},
    {"__VERIFIER_nondet_u32", "unsigned __VERIFIER_nondet_u32(void);"},
    {"__VERIFIER_nondet_pointer", "void *__VERIFIER_nondet_pointer(void);"},
    {"__VERIFIER_nondet_float", "float __VERIFIER_nondet_float(void);"},
    {"__VERIFIER_nondet_double", "double __VERIFIER_nondet_double(void);"},
    {"malloc", "void *malloc(" SIZE ");"},
    {"calloc", "void *calloc(" SIZE ", " SIZE ");"},
    {"realloc", "void *realloc(void *, " SIZE ");"},
    {"alloca", "void *alloca(" SIZE ");"},
    {"free", "void free(void *);"},
    {"memcpy", "void *memcpy(void *, const void *, " SIZE ");"},
    {"memmove", "void *memmove(void *, const void *, " SIZE ");"},
    {"memset", "void *memset(void *, int, " SIZE ");"},
    {"memchr", "void *memchr(const void *, int, " SIZE ");"},
    {"memcmp", "int memcmp(const void *, const void *, " SIZE ");"},
    {"strlen", SIZE " strlen(const char *);"},
    {"strcpy", "char *strcpy(char *, const char *);"},
    {"strncpy", "char *strncpy(char *, const char *, " SIZE ");"},
    {"strcat", "char *strcat(char *, const char *);"},
    {"strncat", "char *strncat(char *, const char *, " SIZE ");"},
    {"strncmp", "int strncmp(const char *, const char *, " SIZE ");"},
    {"strchr", "char *strchr(const char *, int);"},
    {"strrchr", "char *strrchr(const char *, int);"},
    {"strstr", "char *strstr(const char *, const char *);"},
    {"strdup", "char *strdup(const char *);"},
};

static bool is_named(const char *text, const char *end, const known *k) {
  size_t n = strlen(k->name);
  return (size_t)(end - text) > n && memcmp(text, k->name, n) == 0 &&
         text[n] == '\'';
}

enum { COUNT = sizeof list / sizeof *list };

/* Names between quotes, in lines that say "implicit". */
static bool find_wanted(const c_loader *loader, bool wanted[COUNT]) {
  bool any = false;
  const char *at = loader->text;
  while ((at = strstr(at, "implicit"))) {
    const char *stop = at + strcspn(at, "\n");
    const char *name = at + strcspn(at, "'\n");
    for (size_t i = 0; name < stop && i < COUNT; i++)
      if (is_named(name + 1, stop, &list[i]))
        wanted[i] = any = true;
    at = stop;
  }
  return any;
}

bool c_write_prelude(c_loader *loader, const char *file) {
  bool wanted[COUNT] = {false};
  vec(char) text = {0};
  if (!find_wanted(loader, wanted))
    return false;
  for (size_t i = 0; i < COUNT; i++) {
    size_t n = wanted[i] ? strlen(list[i].declaration) : 0;
    vec_reserve(loader->m, &text, n + 1);
    memcpy(text.at + text.count, list[i].declaration, n);
    text.count += n;
    text.at[text.count++] = '\n';
  }
  bool written = child_write(loader->c, file, text.at, text.count);
  vec_free(loader->m, &text);
  return written;
}
