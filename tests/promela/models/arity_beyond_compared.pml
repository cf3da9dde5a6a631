/* Nor compared: this ends SPIN's search. */
chan c = [0] of { byte, byte };
byte x = 3;

active proctype sender() { c!1, 2 }
active proctype receiver() { c?x, _, eval(x) }
