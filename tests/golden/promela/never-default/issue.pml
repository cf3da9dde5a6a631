byte x; active proctype P(){x=1;x=2} never{T0: do :: x==2 -> break :: true od}
