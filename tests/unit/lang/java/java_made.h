/* A small class file, made byte by byte for tests of its reader:
 *
 *   class A extends Object {
 *     static final int K = 7;
 *     static int f(int x) {
 *       try { switch (x) { case 1: return K; default: return A.f(x - 1); } }
 *       catch (Error e) { throw e; }
 *     }
 *   } */
#ifndef UNIT_JAVA_MADE_H
#define UNIT_JAVA_MADE_H

#include "tests/unit/desk.h"

#include "lang/java/class_file.h"

typedef struct java_made {
  unsigned char bytes[1000];
  size_t count;
} java_made;

static inline void made_put(java_made *x, unsigned bytes, uint32_t value) {
  for (unsigned i = bytes; i-- > 0;)
    x->bytes[x->count++] = (unsigned char)(value >> (8 * i));
}

static inline void made_text(java_made *x, const char *text) {
  made_put(x, 1, JAVA_UTF8);
  made_put(x, 2, (uint32_t)strlen(text));
  for (; *text; text++)
    made_put(x, 1, (unsigned char)*text);
}

static inline void made_pair(java_made *x, java_tag tag, uint32_t a,
                             uint32_t b) {
  made_put(x, 1, tag);
  made_put(x, 2, a);
  made_put(x, 2, b);
}

static inline void made_single(java_made *x, java_tag tag, uint32_t a) {
  made_put(x, 1, tag);
  made_put(x, 2, a);
}

/* Numbers of its constants. */
enum {
  MADE_A = 2,
  MADE_OBJECT = 4,
  MADE_NAME_F = 5,
  MADE_TYPE_F,
  MADE_PAIR,
  MADE_F,
  MADE_CODE,
  MADE_NAME_K,
  MADE_TYPE_K,
  MADE_SEVEN,
  MADE_VALUE,
  MADE_LONG,
  MADE_LINES = 16,
  MADE_NAME_ERROR,
  MADE_ERROR,
  MADE_CONSTANTS
};

static inline void made_constants(java_made *x) {
  made_put(x, 2, MADE_CONSTANTS);
  made_text(x, "A");
  made_single(x, JAVA_CLASS, 1);
  made_text(x, "java/lang/Object");
  made_single(x, JAVA_CLASS, 3);
  made_text(x, "f");
  made_text(x, "(I)I");
  made_pair(x, JAVA_NAME_AND_TYPE, MADE_NAME_F, MADE_TYPE_F);
  made_pair(x, JAVA_METHOD_REF, MADE_A, MADE_PAIR);
  made_text(x, "Code");
  made_text(x, "K");
  made_text(x, "I");
  made_put(x, 1, JAVA_INTEGER);
  made_put(x, 4, 7);
  made_text(x, "ConstantValue");
  made_put(x, 1, JAVA_LONG);
  made_put(x, 4, 1);
  made_put(x, 4, 2);
  made_text(x, "LineNumberTable");
  made_text(x, "java/lang/Error");
  made_single(x, JAVA_CLASS, MADE_NAME_ERROR);
}

/* iload_0; lookupswitch {1: 20, default: 23}; 20: bipush 7; ireturn;
 * 23: iload_0; iconst_1; isub; invokestatic f; ireturn; 30: athrow */
static inline void made_instructions(java_made *x) {
  static const unsigned char code[] = {
      0x1a, 0xab, 0,    0,    0,    0, 0,      22,   0,   0,    0,
      1,    0,    0,    0,    1,    0, 0,      0,    19,  0x10, 7,
      0xac, 0x1a, 0x04, 0x64, 0xb8, 0, MADE_F, 0xac, 0xbf};
  made_put(x, 4, sizeof code);
  for (size_t i = 0; i < sizeof code; i++)
    made_put(x, 1, code[i]);
}

static inline void made_method(java_made *x) {
  made_put(x, 2, JAVA_IS_STATIC);
  made_put(x, 2, MADE_NAME_F);
  made_put(x, 2, MADE_TYPE_F);
  made_put(x, 2, 1);
  made_put(x, 2, MADE_CODE);
  made_put(x, 4, 2 + 2 + 4 + 31 + 2 + 8 + 2 + 6 + 2 + 8);
  made_put(x, 2, 2); /* stack */
  made_put(x, 2, 1); /* locals */
  made_instructions(x);
  made_put(x, 2, 1); /* handlers */
  made_put(x, 2, 0);
  made_put(x, 2, 30);
  made_put(x, 2, 30);
  made_put(x, 2, MADE_ERROR);
  made_put(x, 2, 1); /* attributes of the code */
  made_put(x, 2, MADE_LINES);
  made_put(x, 4, 10);
  made_put(x, 2, 2);
  made_put(x, 4, 0 << 16 | 11);
  made_put(x, 4, 20 << 16 | 12);
}

static inline void made_class(java_made *x) {
  x->count = 0;
  made_put(x, 4, 0xCAFEBABE);
  made_put(x, 2, 0);
  made_put(x, 2, 52);
  made_constants(x);
  made_put(x, 2, JAVA_IS_PUBLIC);
  made_put(x, 2, MADE_A);
  made_put(x, 2, MADE_OBJECT);
  made_put(x, 2, 0); /* interfaces */
  made_put(x, 2, 1); /* fields */
  made_put(x, 2, JAVA_IS_STATIC | JAVA_IS_FINAL);
  made_put(x, 2, MADE_NAME_K);
  made_put(x, 2, MADE_TYPE_K);
  made_put(x, 2, 1);
  made_put(x, 2, MADE_VALUE);
  made_put(x, 4, 2);
  made_put(x, 2, MADE_SEVEN);
  made_put(x, 2, 1); /* methods */
  made_method(x);
  made_put(x, 2, 0); /* attributes */
}

#endif
