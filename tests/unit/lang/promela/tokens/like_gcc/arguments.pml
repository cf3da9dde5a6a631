#define f(a,b) [a|b]
#define g(x) <x>
#define none() nothing
#define k(x) x x
f(1,2) f((1,2),3) f(,) f( , )
f(g(1),g(2)) f(g(f(1,2)),3) g(g(g(g(1)))) k(k(k(1))) g() none() none( ) none(
)
g(f)(1,2) k(f)(1,2) g(f(1,2)f(3,4)) g((,))
f (1,2) f
(1,2) f g none
#define c2 ,
#define two 1,2
#define ff(x) g(x)
g(c2) g(f(1 c2 2, 3))
#define lparen (
g lparen 1) k(g) lparen 1)
#define args (1,2)
#define call(m, a) m a
call(f, (1,2)) call(f, args) call(call, (f, (3,4)))
#define later g
later(1) later (1) later
#define while_ do ::
while_ x -> skip od
#define NOPAREN {x}
NOPAREN(1)
#define deep(a) k(g(a)) a
deep(deep(1))
g(
# define inner 5
inner)
g(1 /* c */ 2 // d
)
