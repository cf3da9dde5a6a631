#define cat(a,b) a##b
#define xcat(a,b) cat(a,b)
#define N 3
cat(x,y) cat(N,N) xcat(N,N) cat(,y) cat(x,) cat(,) end
cat(1,2) cat(x,12) cat(=,=) cat(-,>) cat(<,<) cat(|,|)
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
join(x, y)
#define three(a,b,c) a ## b ## c
three(x,,z) three(,y,) three(,,z) three(x,y,z) q three(,,) q
#define lead(a) pre_##a
#define trail(a) a##_post
lead(N) trail(N) lead() trail() lead(a b) trail(a b)
#define opt(fmt, ...) p(fmt, ## __VA_ARGS__)
opt(1) opt(1,) opt(1,2) opt(1,2,3) opt(1, N)
#define gnu(args...) q(0, ## args) [args]
gnu() gnu(1) gnu(1,2) gnu((1,2))
#define rest(...) <__VA_ARGS__> # __VA_ARGS__
rest() rest(a) rest(a,b) rest( a , b )
#define one(x, ...) x: __VA_ARGS__ #x
one(1) one(1,2) one(1,2,3)
#define u(n) cat(N, n) cat(n, N)
u(7) u(k)
#define lab(n) L##n: goto L ## n
lab(1) lab(N)
#define comma ,
cat(a b, c d) cat((1) y, x)
#define wide cat(cat, 1)
wide
#define late(x) x ## 1(N)
late(cat)
