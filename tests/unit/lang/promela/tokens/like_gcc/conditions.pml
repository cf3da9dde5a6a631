#define A 1
#define B
#define C (A + 2)
#define f(x) (x * 2)
#define zero 0
#if A
y1
#else
n1
#endif
#if A == 2 || (C == 3 && f(4) == 8)
y2
#endif
#if defined A && defined(B) && !defined C2 && !defined ( C3 )
y3
#endif
#if !A
n4
#elif zero
n5
#elif C - 3
n6
#elif 'a' == 97 && '\n' == 10 && '\0' == 0 && '\x41' == 'A' && '\101' == 65
y7
#elif 1
n8
#else
n9
#endif
#if 0
 don't "x /* not a
 # foo
 #if 1
  n
 #elif
  n
 #else
  n
 #endif
 #include "no.h"
 #error no
*/
 n
#else
y10
#endif
#ifdef A
# ifndef B
n11
# else
#  if 1
y12
#  endif
# endif
#endif extra
#if -1 > 0u
y13
#endif
#if -1 < 0 && (2 || 1/0) && !(0 && 1/0) && (1 ? 2 : 1/0) == 2 && (0 ? 1/0 : 3) == 3
y14
#endif
#if (1 ? 2 : 3 ? 4 : 5) == 2 && (0 ? 2 : 0 ? 4 : 5) == 5 && (1 ? 0 ? 6 : 7 : 8) == 7
y15
#endif
#if 1 << 3 == 8 && 0x10 == 16 && 010 == 8 && 7 % 4 == 3 && -7 / 2 == -3 && -7 % 4 == -3
y16
#endif
#if ~0 == -1 && !0 == 1 && - - 1 == 1 && +1 == 1 && !!5 == 1
y17
#endif
#if 1 | 2 ^ 3 & 4 && 5 - 2 - 1 == 2 && 8 / 4 / 2 == 1 && (1 | 2) == 3 && (6 & 3) == 2 && (6 ^ 3) == 5
y18
#endif
#if undefined_name == 0 && undefined_function
n19
#elif linux == 1 && defined unix && defined __linux__ && __GNUC__ >= 4
y19
#endif
#if 18446744073709551615u == -1 && -1 >> 1 == -1 && 1 <= 1 && 2 >= 1 && 1 != 2
y20
#endif
#if 0 /* a comment
over lines */ + 1
y21
#endif
#if f \
 (1) == 2
y22
#endif
#undef A
#undef A
#ifdef A
n23
#endif
#
# /* nothing */
#if defined __LINE__ && __LINE__ == 102
y24
#endif
#define A 2
#define A 3
A linux unix i386 __linux
#ifndef A
#elif A == 3
y25
#else
n25
#endif
#if 1 //comment
y26
#endif /* x */
