#define f(a,b) a b
#define g(x) p x
#define E
#define L __LINE__
f(x,
  y) c d
a \
 b
ab\
cd ef
q /* 
*/ r s
f(1,
2) g(1) e
f(__LINE__,
__LINE__
)
L f(L,
 L)
g
(3) z
g

(3) z
g
h
g
E E z
E
E
w f(1,
#define u U
 u)
g
#undef g
(3)
#define g(x) p x
f(a
,
b) f(c,d) f(e,f)
x f(g(1),
g(2)) y
f(

1,2)

x










y












z
# 77 "elsewhere.pml"
k __LINE__ __FILE__

#line 5
k __LINE__
#line L
k __LINE__
f(f(1,
2),f(3,
4)) z f(f,f)(1,2) z
x/**/y x /**/ y
/* c */ y
/*
 */ y /*
 */
"a" \
"b"
x = 1 // c \
 still c
y = 2
g( E
) k g g(
3) k k
g E
(4)
k
#define multi a \
  b; \
  c
multi multi
do
:: multi
od f(multi,
multi) E
z
M
#define ML(x) x __LINE__ [x
ML(1) ML(
1) ML(

__LINE__
) ML(ML(
1)) L
