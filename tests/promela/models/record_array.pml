// an array of records
typedef Slot { bool used; byte owner }
Slot s[2];
active [2] proctype P() { byte i; do :: i < 2 && !s[i].used -> atomic { s[i].used = true; s[i].owner = _pid }; break :: i < 2 && s[i].used -> i++ :: i == 2 -> break od; if :: i < 2 -> s[i].used = false :: else fi }
