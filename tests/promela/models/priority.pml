// the higher priority moves first
byte x;
active proctype Low() priority 1 { x = 1; x = 2; x = 3 }
active proctype High() priority 5 { x = 10; x == 2; x = 20 }
