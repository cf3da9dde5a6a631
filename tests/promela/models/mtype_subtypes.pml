// each subtype counts for itself
mtype:fruit = { apple, pear };
mtype:size = { small, large, huge };
mtype:fruit f = pear; mtype:size s;
active proctype P() { f = apple; s = huge; assert(f == 2 && s == 1); do :: s = small -> break :: s = large; f = pear od }
