c_state "int x" "Local Nobody"
active proctype A() { c_code { PA->x = 1; } }
