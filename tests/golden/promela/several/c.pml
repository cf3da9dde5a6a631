active proctype P() { x = }
