/* Refused: no channel has so many fields. */
chan c = [1] of { byte };
byte x;

active proctype receiver() { c??2, x }
