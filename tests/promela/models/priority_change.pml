// set_priority and get_priority
byte x;
active proctype A() priority 4 { x = get_priority(1); set_priority(_pid, 1); x = 7; x = 8 }
active proctype B() priority 2 { x = 20; _priority == 2; set_priority(0, 6); x = 21 }
