// break leaves the innermost loop
byte i, j;
active proctype A() { do :: i < 2 -> j = 0; do :: j < 2 -> j++ :: j > 0 -> break od; i++ :: else -> break od; assert(i == 2) }
