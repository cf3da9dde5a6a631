/* Frames: parameters, blocks with the same name twice, processes that come and go. */
byte sum;
c_state "short extra[2]" "Local W"
c_state "int count" "Local W" "4"
proctype W(byte p; short q) {
  byte x = 2; bit flag; chan own = [1] of { byte };
  c_code { PW->x += PW->p; PW->flag = PW->q < 0; PW->extra[1] = PW->q; };
  byte y = 1; c_code { PW->y = PW->x; }; sum = sum + y;
  { byte i = 1; i++; sum = sum + i }; { byte i = 2; i++; c_code { PW->count -= PW->_pid; now.sum += PW->x; }; sum = sum + i };
  own!x;
  if
  :: c_expr { PW->flag } -> c_code { now.sum = PW->extra[1] + PW->count; }
  :: c_expr { !PW->flag && PW->count > 1 } -> own?sum
  fi
}
init {
  byte k;
  c_code { Pinit->k = 5; };
  run W(k, -1); run W(k + 1, 3);
  (_nr_pr == 1);
  c_code { if (now._nr_pr == 1) now.sum += Pinit->k; };
  run W(1, -k)
}
