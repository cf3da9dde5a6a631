#define s(x) #x
#define xs(x) s(x)
#define N 3
s(a) s( a ) s(a b) s(a   b) s(a/* c */b) s(
a
b
) s("x") s("\n") s('"') s('\\') s('\'') s(N) xs(N) xs(N N) s() xs() s( )
s(a+b) s(a + b)
s("a" N) xs("a" N) s((1,2)) s([)
#define p(x) s(x) x s( x )
p(N) p(1 + N) p(s(N))
#define t(x, y) x#y #y x
t(1, 2) t(,) t(a b, N)
xs(s(a)) xs(xs(a)) xs(f(N))
s(-N) xs(-N) xs(- N) xs(N-N) xs(N -N)
s(\) s(\n) s(a\)
xs(xs("x\n"))
printf("N %d\n", N) printf("/* no */ // no", N)
'a' '\n' '\\' '"' "'" "\"" "\\"
