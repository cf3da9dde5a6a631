#define AA BB
#define BB AA
AA BB AA BB
#define foo foo bar
foo foo(1)
#define f(x) x f
f(1)(2)(3) f (4)
#define f2(a) a*g2
#define g2(a) f2(a)
f2(2)(9)
#define z z[0]
#define x 3
#define ff(a) ff(x * (a))
#undef x
#define x 2
#define gg ff
#define w 0,1
#define hh gg(~
#define mm(a) a(w)
#define tt(a) a
#define pp() int
#define qq(x) x
#define rr(x,y) x ## y
#define str(x) # x
ff(y+1) + ff(ff(z)) % tt(tt(gg)(0) + tt)(1);
gg(x+(3,4)-w) | hh 5) & mm
	(ff)^mm(mm);
pp() i[qq(1)] = { qq(1), rr(2,), rr(3,), rr(,4) };
char c[2][6] = { str(hello), str() };
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#define obj() done
#define indirect obj
indirect () indirect
() indirect x
#define self(a) self(a + 1)
self(self(2))
#define EMPTY
#define DEFER(id) id EMPTY
#define EXPAND(a) a
#define A2() 123
DEFER(A2)() EXPAND(DEFER(A2)())
#define LP (
#define F1(a) <a>
F1 LP 1) EXPAND(F1 LP 1))
