// a buffer of two
chan c = [2] of { byte };
active proctype A() { byte i; do :: i < 3 -> c!i; i++ :: else -> break od }
active proctype B() { byte v; do :: c?v -> if :: v == 2 -> break :: else fi od }
