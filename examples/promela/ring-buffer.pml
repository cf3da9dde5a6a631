// Two producers and a consumer share a ring buffer that is written in C, as it
// would be in the system itself; Promela decides only who goes on when. Putting
// an item takes two steps here, and both producers take the same place.
//
//   safety    VIOLATED  an item is overwritten
//   in_range  HOLDS     both ends of the buffer stay inside of it
//
// custos check --allow-c-code ring-buffer.pml

#define SIZE 4
#define ITEMS 2

c_decl {
  typedef struct Ring {
    unsigned char first, count; /* of the items */
    char item[SIZE];            /* 0: none */
  } Ring;
};

c_state "Ring ring" "Global"
c_state "unsigned char place" "Local producer"

c_code {
  static int place_behind_last(void) {
    return (now.ring.first + now.ring.count) % SIZE;
  }

  static int take(void) {
    int item = now.ring.item[now.ring.first];
    now.ring.item[now.ring.first] = 0;
    now.ring.first = (now.ring.first + 1) % SIZE;
    now.ring.count--;
    return item;
  }
};

byte taken;

active [2] proctype producer() {
  byte i;
  for (i : 1 .. ITEMS) {
    c_expr { now.ring.count < SIZE };
    c_code { Pproducer->place = place_behind_last(); };
    /* Here the other one may find the same place. */
    c_code {
      assert(now.ring.item[Pproducer->place] == 0);
      now.ring.item[Pproducer->place] = 'a' + Pproducer->_pid;
      now.ring.count++;
    }
  }
}

active proctype consumer() {
end:
  do
  :: atomic { c_expr { now.ring.count > 0 } -> c_code { if (take()) now.taken++; } }
  od
}

ltl in_range { [] (c_expr { now.ring.first < SIZE && now.ring.count <= 2 * ITEMS }) }
