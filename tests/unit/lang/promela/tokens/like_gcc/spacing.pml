#define Q ?
#define C :
#define E
#define M -
#define P +
#define D .
#define LT <
#define GT >
#define AM &
#define OR |
#define EX !
#define EQ =
#define LB [
#define RB ]
#define ID a
#define NU 1
#define ap(x) x
Q? ?Q C: :C -E- -M M- MM M M -M-> +P P+ D. .D D.D D..D 1D. 1 D NU.. NU..2 0..NU NU NUNU
LT< LT> LT= LT- LT-> <GT >GT GT= AM& AM&& OR| EX! EX= !EX EQ= =EQ LB] [RB LB RB
ID ID ID1 ID"s" ID'c' "s"ID NU"s" NU'c' NU(ID)NU NU+NU NU-NU NU.NU IDE EID
ap(-)- -ap(-) ap(:): ap(:)ap(:) ap([)ap(]) ap(<)ap(>) ap()-ap()- -ap()- x ap()y ap() z
ap(x)ap(y) ap(x) ap(y) ap( x )ap( y ) [ap(x)] [ ap(x) ] [ap( x )] ap (x) (ap)(x) ap
(x)
- - + + :: : : <- > <-> ?? ? ? !! ! !
x/**/- -/**/- :/**/: a
/E\ \E/ /\ \/ a/\b
EXEC EX EC EX(EC) E(E)E
c?E[x] c?Q[x] c Q?<x> c!E!x c EX!x
a[E] a[E]E [E] []
DD DE ED D E D
