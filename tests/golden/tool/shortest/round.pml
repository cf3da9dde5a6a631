byte x; active proctype P(){do ::x==0->x=1 ::x==1->x=2 ::x==2->x=3 ::x==3->x=1 ::x==1->x=9;break od} ltl f{[]<>(x==0)}
